//! A fault of the library while a C program calls it.

use std::{
    ptr::null_mut,
    sync::atomic::{AtomicBool, Ordering},
};

use drawproof_capi::{Handle, INTERNAL_ERROR, OK, drawproof_probe_fen};
use drawproof_tablebase::Options as LibraryOptions;

#[test]
fn a_fault_while_solving_is_an_error_of_one_call() {
    static HAS_FAILED: AtomicBool = AtomicBool::new(false);
    fn fail_once(endgame: &str) {
        let is_well = endgame != "KRKB" || HAS_FAILED.swap(true, Ordering::SeqCst);
        assert!(is_well, "a fault for a test");
    }
    let options = LibraryOptions::new().solve_within(64 << 20).on_solve(fail_once);
    let handle = Handle(options.open().unwrap());
    let fen = c"8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";
    let probe = || {
        let mut answer = std::mem::MaybeUninit::uninit();
        let answer = answer.as_mut_ptr();
        // SAFETY: the pointers are to values of this function, except the null pointer, which is
        // allowed.
        unsafe { drawproof_probe_fen(&handle, fen.as_ptr(), answer, null_mut()) }
    };
    assert_eq!([probe(), probe()], [INTERNAL_ERROR, OK]);
}
