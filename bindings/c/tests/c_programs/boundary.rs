//! How every exported function handles panics and texts.

use drawproof_capi::{INTERNAL_ERROR, copy, guarded};

#[test]
fn a_panic_becomes_a_code() {
    assert_eq!(guarded(|| panic!("a test of the guard")), INTERNAL_ERROR);
    assert_eq!(guarded(|| 2), 2);
}

#[test]
fn a_long_text_is_shortened_at_a_character() {
    let mut to = [1; 4];
    copy("aäö", &mut to);
    assert_eq!(to.map(|byte| byte as u8), [b'a', 0xc3, 0xa4, 0]);
    copy("aaä", &mut to);
    assert_eq!(to.map(|byte| byte as u8), [b'a', b'a', 0, 0]);
}
