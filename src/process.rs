//! The process: its exit status, threads, colours and interrupts.

#[cfg(unix)]
use std::process::ExitStatus;
use std::{
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result, anyhow};
use drawproof_tables::parallel::locked;

use crate::{arguments::ColorChoice, output::print_error, progress, scratch};

/// The exit status if a claim, a value or a proof is wrong.
pub const WRONG: u8 = 1;

/// The exit status of a command that fails with an error.
pub const ERROR: u8 = 2;

/// The exit status of a program that an interrupt has ended.
pub const INTERRUPTED: u8 = 130;

/// Returns the exit status of a run that had no error: success if all results are right, else
/// [`WRONG`].
pub fn verdict(is_right: bool) -> ExitCode {
    if is_right { ExitCode::SUCCESS } else { ExitCode::from(WRONG) }
}

/// Whether the next interrupt cancels the work of the command instead of ending the program.
static IS_CANCELLABLE: AtomicBool = AtomicBool::new(false);

/// Whether the work of the command is cancelled.
static IS_CANCELLED: AtomicBool = AtomicBool::new(false);

/// Whether an interrupt is ending the program.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Sets the number of threads of all parallel work; `None` for one thread per core.
pub fn set_threads(threads: Option<u16>) -> Result<()> {
    let threads = threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|error| {
        anyhow!("the threads could not be started: {error}; use fewer (-j) or free memory")
    })
}

/// Sets whether output is coloured; `Auto` leaves it to the terminal and NO_COLOR.
pub fn set_color(choice: ColorChoice) {
    let on = match choice {
        ColorChoice::Auto => return,
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    };
    console::set_colors_enabled(on);
    console::set_colors_enabled_stderr(on);
}

/// Lets Ctrl-C end the program with status 130, after temporary files and folders are removed.
/// Other files are renamed into place whole, so none is left half written. Guards end the processes
/// of foreign code.
pub fn exit_on_interrupt() -> Result<()> {
    let handle = || {
        if IS_CANCELLABLE.swap(false, Ordering::SeqCst) {
            IS_CANCELLED.store(true, Ordering::SeqCst);
        } else {
            end_interrupted();
        }
    };
    ctrlc::set_handler(handle).context("Ctrl-C could not be handled")
}

/// Lets the next Ctrl-C set the returned flag instead of ending the program. A second Ctrl-C ends
/// the program.
pub fn cancel_on_interrupt() -> &'static AtomicBool {
    IS_CANCELLABLE.store(true, Ordering::SeqCst);
    &IS_CANCELLED
}

/// Returns the flag that tells whether Ctrl-C has cancelled the work of the command.
pub fn cancelled() -> &'static AtomicBool {
    &IS_CANCELLED
}

/// Lets the next Ctrl-C end the program again, instead of cancelling its work.
pub fn end_on_interrupt() {
    IS_CANCELLABLE.store(false, Ordering::SeqCst);
}

/// Blocks hangup signals if the parent process ignores them, as nohup does. Handlers that are set
/// later are then not called.
pub fn keep_ignored_hangup() {
    #[cfg(unix)]
    #[expect(unsafe_code)]
    // SAFETY: the calls read and write what is theirs; a blocked signal calls no handler.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        let mut hangup: libc::sigset_t = std::mem::zeroed();
        if libc::sigaction(libc::SIGHUP, std::ptr::null(), &mut action) == 0
            && action.sa_sigaction == libc::SIG_IGN
        {
            libc::sigemptyset(&mut hangup);
            libc::sigaddset(&mut hangup, libc::SIGHUP);
            libc::pthread_sigmask(libc::SIG_BLOCK, &hangup, std::ptr::null_mut());
        }
    }
}

/// Makes a write beyond the file size limit of the process fail with an error that names the file.
/// Without this, a signal ends the program silently.
pub fn report_files_too_large() {
    #[cfg(unix)]
    #[expect(unsafe_code)]
    // SAFETY: to ignore a signal installs no handler.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Makes a crash of this process or of its child processes end the process at once. Without this,
/// Windows may open a dialog and wait.
pub fn report_crashes_by_status() {
    #[cfg(windows)]
    #[expect(unsafe_code)]
    // SAFETY: the call sets a mode of the process.
    unsafe {
        use windows_sys::Win32::System::Diagnostics::Debug::*;
        SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    }
}

/// A function that returns the text about an interrupt: what is kept, and how to continue.
type Explanation = Box<dyn Fn() -> String + Send>;

static EXPLANATION: Mutex<Option<Explanation>> = Mutex::new(None);

/// Sets the text that an interrupt prints: what is kept, and how to continue.
pub fn explain_interrupt(explanation: impl Fn() -> String + Send + 'static) {
    *locked(&EXPLANATION) = Some(Box::new(explanation));
}

/// Prints the text that [`explain_interrupt`] has set, if any.
pub fn report_interrupt() {
    if let Some(explain) = &*locked(&EXPLANATION) {
        print_error(&format!("drawproof: interrupted: {}", explain()));
    }
}

/// Ends the program with the exit status of an interrupt, whatever other threads do.
pub fn end_interrupted() -> ! {
    IS_INTERRUPTED.store(true, Ordering::SeqCst);
    progress::erase();
    progress::erase_foreign();
    report_interrupt();
    scratch::remove_all();
    std::process::exit(INTERRUPTED.into());
}

/// Blocks forever if an interrupt is ending the program, so that effects of the interrupt are not
/// reported as errors.
pub fn wait_if_interrupted() {
    while IS_INTERRUPTED.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Ends this process in the way that the process with `status` ended: by the same signal. If that
/// process exited, returns its exit code.
#[cfg(unix)]
pub fn end_like(status: ExitStatus) -> ExitCode {
    let Some(code) = status.code() else {
        return ExitCode::from(end_by_signal(status));
    };
    ExitCode::from(u8::try_from(code).unwrap_or(ERROR))
}

/// Ends this process by the signal that ended another one. If the signal does not end this process,
/// returns the exit code by which shells show it.
#[cfg(unix)]
fn end_by_signal(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::{Resource, Rlimit, Signal, getpid, getrlimit, kill_process, setrlimit};
    /// The handler of a signal may have to be used up first.
    const ATTEMPTS: usize = 3;
    let number = status.signal().unwrap_or(0);
    if let Some(signal) = Signal::from_named_raw(number) {
        // The other process has left a core file, if one was wanted.
        let none = Rlimit { current: Some(0), ..getrlimit(Resource::Core) };
        let _ = setrlimit(Resource::Core, none);
        for _ in 0..ATTEMPTS {
            let _ = kill_process(getpid(), signal);
        }
    }
    u8::try_from(128 + number).unwrap_or(ERROR)
}
