//! Gives scratch files back to the system on a thread of its own.
//!
//! Where a file system tells the disk at once which blocks are free, that takes a minute for the files of a pawn slice
//! of six men.

use std::{
    sync::{
        Condvar, LazyLock, Mutex, PoisonError,
        mpsc::{self, Sender},
    },
    thread,
};

use crate::parallel::locked;

/// A file that is given back when it is dropped, and the bytes of the disk that are reserved for it.
type Closed = (Box<dyn Send>, u64);

/// The thread; `None` if it cannot be started, or on systems other than Linux, where files are
/// dropped at once.
static CLOSER: LazyLock<Option<Sender<Closed>>> = LazyLock::new(|| {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let (sender, closed) = mpsc::channel::<Closed>();
    let work = move || {
        for (file, reserved_bytes) in closed {
            drop(file);
            let mut pending = locked(&PENDING);
            pending.files -= 1;
            pending.reserved_bytes -= reserved_bytes;
            CHANGED.notify_all();
        }
    };
    thread::Builder::new().name("close files".into()).spawn(work).ok().map(|_| sender)
});

/// The files that are not given back yet.
struct Pending {
    files: usize,
    reserved_bytes: u64,
}

static PENDING: Mutex<Pending> = Mutex::new(Pending { files: 0, reserved_bytes: 0 });

/// Notified when fewer files are pending.
static CHANGED: Condvar = Condvar::new();

/// Drops a file on a background thread, because that may take a minute. Until the file is dropped,
/// `reserved_bytes` of disk space count as pending.
pub fn close(file: impl Send + 'static, reserved_bytes: u64) {
    let Some(closer) = &*CLOSER else { return };
    let mut pending = locked(&PENDING);
    pending.files += 1;
    pending.reserved_bytes += reserved_bytes;
    drop(pending);
    closer.send((Box::new(file), reserved_bytes)).expect("the thread does not end");
}

/// Returns the disk space in bytes that is reserved for files still to be dropped.
pub fn pending_bytes() -> u64 {
    locked(&PENDING).reserved_bytes
}

/// Waits until all pending files are dropped. Returns whether any files were pending.
pub fn wait() -> bool {
    let mut pending = locked(&PENDING);
    let any = pending.files > 0;
    while pending.files > 0 {
        pending = CHANGED.wait(pending).unwrap_or_else(PoisonError::into_inner);
    }
    any
}
