//! The guard: a process between drawproof and foreign code, which ends with that code all that it
//! started.
//!
//! drawproof cannot do this itself, because it may be killed. The guard runs the foreign code as its
//! child process. When the child has ended, when drawproof stops the guard, and when drawproof has
//! ended, however that happened, the guard ends the child's processes and then itself. On Linux
//! these are all descendants; elsewhere they are the process group.

#![cfg_attr(
    target_os = "linux",
    expect(
        unsafe_code,
        reason = "the child sets its parent-death signal before it runs the command"
    )
)]

use std::{
    ffi::OsString,
    fs, io,
    os::unix::process::ExitStatusExt,
    process::{Command, ExitStatus},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{
    Pid, Signal, WaitOptions, getppid, kill_current_process_group, kill_process, wait,
};

use super::process_group::GRACE;

/// The interval at which the guard looks at its child, at drawproof, and at its own signals.
const POLL: Duration = Duration::from_millis(5);

/// How long killed processes may take to end.
const KILL_TIME: Duration = Duration::from_secs(1);

/// The reason why a guard's work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardEnd {
    /// The child process has ended with this status.
    Ended(ExitStatus),
    /// The guard was stopped through `stopped`.
    Stopped,
    /// drawproof, the parent of the guard, has ended.
    Orphaned,
}

/// Runs the command `words` with this process's standard streams until the command ends, `stopped`
/// is set, or `parent` (the process that started this one) ends. Then ends all processes that the
/// command has started.
///
/// Call this only in a process that does nothing else: the process gives up its standard input and
/// output, and waits for every child process.
///
/// # Errors
///
/// Fails if the command cannot be started.
pub fn guard(parent: u32, words: &[OsString], stopped: &AtomicBool) -> io::Result<GuardEnd> {
    // Descendants whose parent has ended become children of this process. qemu has no such call: there they
    // go on.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    let child = start(words)?;
    give_up_pipes()?;
    let mut ended: Option<(ExitStatus, Instant)> = None;
    let end = loop {
        let is_last = reap(|pid, status| {
            if pid == child {
                ended = Some((status, Instant::now()));
            }
        });
        if getppid().is_none_or(|pid| pid.as_raw_pid() as u32 != parent) {
            break GuardEnd::Orphaned;
        }
        if stopped.load(Ordering::Relaxed) {
            break GuardEnd::Stopped;
        }
        if let Some((status, since)) = ended
            && (is_last || since.elapsed() > GRACE)
        {
            break GuardEnd::Ended(status);
        }
        thread::sleep(POLL);
    };
    end_children();
    if !matches!(end, GuardEnd::Ended(_)) && children().is_err() {
        // The system lists no child processes: the group ends, and this process with it.
        kill_current_process_group(Signal::KILL)?;
    }
    Ok(end)
}

/// Starts the command as a child process that is killed if this process is.
fn start(words: &[OsString]) -> io::Result<Pid> {
    let no_command = || io::Error::new(io::ErrorKind::InvalidInput, "there is no command");
    let (program, arguments) = words.split_first().ok_or_else(no_command)?;
    let mut command = Command::new(program);
    command.args(arguments);
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::CommandExt;

        use rustix::process::{getpid, set_parent_process_death_signal};
        let guard = getpid();
        let set_signal = move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The guard may have been killed before.
            if getppid() == Some(guard) { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
        };
        // SAFETY: the function makes system calls and allocates nothing.
        unsafe { command.pre_exec(set_signal) };
    }
    Ok(Pid::from_child(&command.spawn()?))
}

/// Leaves standard input and output to the child, so that their other ends see when it closes them.
fn give_up_pipes() -> io::Result<()> {
    let null = fs::File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    Ok(())
}

/// Waits for the child processes that have ended. Returns whether none is left.
fn reap(mut ended: impl FnMut(Pid, ExitStatus)) -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) => ended(pid, ExitStatus::from_raw(status.as_raw())),
            Ok(None) | Err(rustix::io::Errno::INTR) => return false,
            Err(_) => return true,
        }
    }
}

/// Kills all child processes, also those that become so when their parent ends.
fn end_children() {
    let start = Instant::now();
    while !reap(|_, _| ()) && start.elapsed() < KILL_TIME {
        let Ok(children) = children() else { return };
        for child in children {
            // It fails if the child has ended.
            let _ = kill_process(child, Signal::KILL);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the child processes of all threads of this process.
fn children() -> io::Result<Vec<Pid>> {
    let mut children = Vec::new();
    for thread in fs::read_dir("/proc/self/task")? {
        let list = fs::read_to_string(thread?.path().join("children"))?;
        children.extend(list.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)));
    }
    Ok(children)
}
