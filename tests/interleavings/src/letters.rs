//! Letters between parties, and the end that all agree on.

use std::convert::Infallible;

use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;

use crate::post::Post;

/// So many rounds a party makes while the other may make its own; what is left is done after that.
const ROUNDS: usize = 2;

/// A party to whom a letter is a number: how often it is to be sent back, one less each time.
struct Party {
    number: usize,
    rests: bool,
    outgoing: Vec<usize>,
}

/// What both know.
struct Shared {
    post: Post<usize>,
    /// How many letters were read.
    read: AtomicUsize,
    /// How many there are.
    letters: usize,
}

impl Party {
    /// A round, as a shard of a search makes it; returns whether it is over.
    fn work(&mut self, shared: &Shared) -> bool {
        let Self {
            number,
            rests,
            outgoing,
        } = self;
        let Shared { post, read, .. } = shared;
        if post.is_over() {
            assert!(*rests && outgoing.is_empty());
            assert_eq!(read.load(Ordering::Relaxed), shared.letters);
            return true;
        }
        if *rests && !post.has_mail(*number) {
            return false;
        }
        let Ok(()) = post.collect(*number, rests, |letter| {
            for back in letter.drain(..) {
                read.fetch_add(1, Ordering::Relaxed);
                outgoing.extend(back.checked_sub(1));
            }
            Ok::<_, Infallible>(())
        });
        let is_sent = outgoing.is_empty() || send(post, *number, outgoing);
        if is_sent && !std::mem::replace(rests, true) {
            post.rest();
        }
        false
    }
}

/// Sends all of a list to the other one.
fn send(post: &Post<usize>, from: usize, outgoing: &mut Vec<usize>) -> bool {
    let Ok(is_sent) = post.deliver(from, 1 - from, |place| {
        place.append(outgoing);
        Ok::<_, Infallible>(())
    });
    is_sent
}

/// Two parties, each with something to send, side by side and then by turns until it is over.
fn exchange(first: &'static [usize], second: &'static [usize]) {
    crate::in_any_order(move || {
        let mut post = Post::new(2);
        post.begin();
        let shared = Arc::new(Shared {
            post,
            read: AtomicUsize::new(0),
            letters: first.iter().chain(second).map(|back| back + 1).sum(),
        });
        let begin = |number, outgoing: &[usize]| {
            let mut party = Party {
                number,
                rests: false,
                outgoing: outgoing.to_vec(),
            };
            let shared = Arc::clone(&shared);
            move || {
                let _ = (0..ROUNDS).any(|_| party.work(&shared));
                party
            }
        };
        let other = thread::spawn(begin(1, second));
        let mut parties = [begin(0, first)(), other.join().expect("it does not panic")];
        // A letter that nobody notices would keep it from being over.
        let turns = (0..20).find(|turn| parties[turn % 2].work(&shared));
        assert!(turns.is_some(), "it is never over");
    });
}

/// Both send at the same time.
pub(crate) fn cross() {
    exchange(&[0], &[0]);
}

/// One that rests is woken by a letter, answers, and rests again.
pub(crate) fn wake() {
    exchange(&[1], &[]);
}

/// Once a letter is gone it is never over.
pub(crate) fn go_missing() {
    crate::in_any_order(|| {
        let mut post = Post::<usize>::new(2);
        post.begin();
        let post = Arc::new(post);
        let sender = {
            let post = Arc::clone(&post);
            thread::spawn(move || {
                assert!(send(&post, 0, &mut vec![0]));
                post.rest();
            })
        };
        post.rest();
        let mut is_lost = false;
        for mut letter in post.letters() {
            is_lost |= !letter.is_empty();
            letter.clear();
        }
        assert!(sender.join().is_ok());
        let mut rests = true;
        let Ok(()) = post.collect(1, &mut rests, |letter| {
            letter.clear();
            Ok::<_, Infallible>(())
        });
        assert_eq!(rests, is_lost);
        if !rests {
            post.rest();
        }
        assert_eq!(post.is_over(), !is_lost);
    });
}
