//! Sizes as they are shown.

use drawproof_session::budget::size;

#[test]
fn sizes_have_the_unit_that_suits_them() {
    let shown = [1, 60_000, 1 << 20, 12_900_000, 1 << 30, 2_090_000_000].map(size);
    let expected = ["1 KiB", "59 KiB", "1.0 MiB", "12.3 MiB", "1.00 GiB", "1.95 GiB"];
    assert_eq!(shown, expected);
}
