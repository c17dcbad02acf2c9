//! Minor pieces: one against one, two against one, two against a rook.

pub(crate) mod kbbkb;
pub(crate) mod kbbkr;
pub(crate) mod kbnkr;
pub(crate) mod knnkn;
pub(crate) mod knnkr;
pub(crate) mod one_each;
pub(crate) mod two_minors;
