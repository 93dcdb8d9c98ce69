//! [`SecretKey`] and [`Seal`]: message authentication. Processes prove to each other that they know the same secret,
//! and that nothing was changed on its way.
//!
//! **Paper**: J.-P. Aumasson, D. J. Bernstein, "`SipHash`: a fast short-input PRF", 2012. All tags and keys are values
//! of SipHash-2-4, a keyed function whose values look random to those without the key.

use core::fmt;
use core::hash::Hasher;
#[expect(
    deprecated,
    reason = "the hasher in its place does not say which function it is, and other versions may have another"
)]
use core::hash::SipHasher;

/// The number of bytes of a tag.
pub(super) const TAG: usize = 8;
/// A message authentication code.
pub(super) type Tag = [u8; TAG];

/// A key of 128 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct SecretKey([u64; 2]);

/// The key is secret.
impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}

impl SecretKey {
    /// The key for a secret.
    pub(super) fn new(secret: &[u8]) -> Self {
        Self([0, 0]).derive("secret", secret)
    }

    /// Another key, derived from this one and some bytes.
    pub(super) fn derive(self, label: &str, bytes: &[u8]) -> Self {
        let half = |number| self.hash(&[&[number], label.as_bytes(), bytes]);
        Self([half(0), half(1)])
    }

    /// A tag of some bytes, which nobody can compute without the key.
    pub(super) fn tag(self, label: &str, bytes: &[u8]) -> Tag {
        let tag = self.hash(&[&[2], label.as_bytes(), bytes]);
        tag.to_le_bytes()
    }

    fn hash(self, parts: &[&[u8]]) -> u64 {
        let [first, second] = self.0;
        #[expect(deprecated, reason = "see above")]
        let mut hasher = SipHasher::new_with_keys(first, second);
        parts.iter().for_each(|part| hasher.write(part));
        hasher.finish()
    }
}

/// The tags of the messages in one direction. They count the messages, so a message out of order has a wrong tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seal {
    key: SecretKey,
    messages: u64,
}

impl Seal {
    pub(super) const fn new(key: SecretKey) -> Self {
        Self { key, messages: 0 }
    }

    /// The tag of the next message.
    pub(super) fn next(&mut self, message: &[u8]) -> Tag {
        let number = self.messages.to_le_bytes();
        self.messages += 1;
        self.key.hash(&[&number, message]).to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors that were published with the function.
    #[test]
    fn it_is_siphash_2_4() {
        let key = SecretKey([0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908]);
        let bytes: [u8; 15] = core::array::from_fn(|at| at as u8);
        assert_eq!(key.hash(&[&bytes]), 0xa129_ca61_49be_45e5);
        assert_eq!(key.hash(&[]), 0x726f_db47_dd0e_0e31);
        // Hashing in parts makes no difference.
        assert_eq!(key.hash(&[&bytes[..3], &bytes[3..]]), 0xa129_ca61_49be_45e5);
    }

    #[test]
    fn tags_differ_by_secret_label_message_and_order() {
        let [one, other] = [b"one", b"two"].map(|secret| SecretKey::new(secret));
        assert_ne!(one.tag("a", b"message"), other.tag("a", b"message"));
        assert_ne!(one.tag("a", b"message"), one.tag("b", b"message"));
        assert_ne!(one.derive("a", b"message"), one.derive("b", b"message"));
        let (mut to, mut from) = (Seal::new(one), Seal::new(one));
        let sent = [to.next(b"first"), to.next(b"first")];
        assert_ne!(sent[0], sent[1]);
        assert_eq!([from.next(b"first"), from.next(b"first")], sent);
        assert_eq!(std::format!("{one:?}"), "..");
    }
}
