//! A checker for well-formed XML, as far as the examples use it: elements, attributes, text.

/// Panics unless the text is well-formed.
pub(crate) fn check(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut ids: Vec<&str> = Vec::new();
    let mut rest = text.trim_end();
    let mut roots = 0;
    while !rest.is_empty() {
        let Some(tag) = rest.strip_prefix('<') else {
            assert!(!open.is_empty(), "text outside of the root: {rest:.40}");
            let end = rest.find('<').expect("the root ends");
            check_text(&rest[..end]);
            rest = &rest[end..];
            continue;
        };
        let end = end_of_tag(tag);
        let inside = &tag[..end];
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "before {rest:.40}");
            continue;
        }
        roots += usize::from(open.is_empty());
        let is_closed = inside.ends_with('/');
        let inside = inside.trim_end_matches('/');
        let (name, attributes) = inside.split_once([' ', '\n']).unwrap_or((inside, ""));
        assert!(!name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric()));
        ids.extend(id_of(attributes));
        if !is_closed {
            open.push(name);
        }
    }
    assert_eq!((open.len(), roots), (0, 1), "one root, and all is closed");
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "ids are different");
}

/// The end of a tag: the first `>` outside quotes.
fn end_of_tag(tag: &str) -> usize {
    let mut is_quoted = false;
    let end = tag.char_indices().find(|&(_, character)| {
        assert_ne!(character, '<', "a tag within a tag: {tag:.40}");
        is_quoted ^= character == '"';
        !is_quoted && character == '>'
    });
    end.expect("a tag ends").0
}

/// Checks names, quotes and values; returns the id, if there is one.
fn id_of(attributes: &str) -> Option<&str> {
    let mut rest = attributes.trim();
    let (mut names, mut id) = (Vec::new(), None);
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").expect("a value in quotes");
        let (value, after) = after.split_once('"').expect("a closing quote");
        let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b':';
        assert!(!name.is_empty() && name.bytes().all(is_name), "{name:?}");
        assert!(!names.contains(&name), "{name} twice");
        assert!(
            after.is_empty() || after.starts_with([' ', '\n']),
            "{after:.40}"
        );
        check_text(value);
        names.push(name);
        if name == "id" {
            id = Some(value);
        }
        rest = after.trim_start();
    }
    id
}

/// Checks that each ampersand begins one of the entities that the examples use.
fn check_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
        assert!(known.iter().any(|entity| text[at..].starts_with(entity)));
    }
}

#[test]
fn what_is_not_well_formed_is_found() {
    check("<svg a=\"1\" b-c=\"2\">\n<g id=\"x\"/>text &amp; more<g id=\"y\"></g></svg>\n");
    for wrong in [
        "<svg>",
        "<svg></g>",
        "<svg/><svg/>",
        "<svg>&</svg>",
        "<svg a=1/>",
        "<svg a=\"1\" a=\"2\"/>",
        "<svg a=\"1\"b=\"2\"/>",
        "<svg a=\"<\"/>",
        "<svg><g id=\"x\"/><g id=\"x\"/></svg>",
        "text",
    ] {
        let found = std::panic::catch_unwind(|| check(wrong));
        assert!(found.is_err(), "{wrong}");
    }
}
