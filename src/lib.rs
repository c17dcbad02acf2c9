//! The `drawproof` engine and its command line, as a library.
