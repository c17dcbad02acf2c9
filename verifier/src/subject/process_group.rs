//! A process that runs foreign code, with the process group that it leads.

use std::{
    fs, io,
    process::{Child, Command, ExitStatus},
    thread,
    time::{Duration, Instant},
};

/// How long processes that the process started may outlive it, for example to empty their buffers.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// How long a guard may take to end its processes.
const GUARD_TIME: Duration = Duration::from_secs(2);

/// The interval at which the end of a process is polled.
const POLL: Duration = Duration::from_millis(2);

/// Of the flags with which Windows starts a process: Ctrl-C does not reach it.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 =
    windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

/// A process that runs foreign code, and its process group or, on Windows, its job object. Dropping
/// the object ends all these processes.
#[derive(Debug)]
pub struct ProcessGroup {
    child: Child,
    /// Whether the process is a [guard](super::guard), which ends the others before itself.
    guarded: bool,
    /// The status of a process that has been waited for.
    status: Option<ExitStatus>,
    /// Ends, with this process, the processes that have not ended before.
    #[cfg(windows)]
    job: super::job_object::Job,
}

impl ProcessGroup {
    /// Starts a command as the leader of a new process group.
    ///
    /// # Errors
    ///
    /// Fails if the system cannot start the command.
    pub fn start(command: &mut Command, guarded: bool) -> io::Result<ProcessGroup> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // Ctrl-C is for this process, which ends the others.
        #[cfg(windows)]
        {
            super::job_object::Job::hold_this_process();
            std::os::windows::process::CommandExt::creation_flags(
                command,
                CREATE_NEW_PROCESS_GROUP,
            );
        }
        let child = command.spawn()?;
        Ok(ProcessGroup {
            #[cfg(windows)]
            job: super::job_object::Job::of(&child)?,
            child,
            guarded,
            status: None,
        })
    }

    /// Returns the process, whose pipes the caller may take.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns whether the process has ended; other processes of its group may still run.
    ///
    /// # Errors
    ///
    /// Fails if the system does not know the process.
    #[cfg(unix)]
    pub fn has_ended(&mut self) -> io::Result<bool> {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        if self.status.is_some() {
            return Ok(true);
        }
        // The process is not reaped, so that its group's number stays its own until `end`.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(pid_of(&self.child)), options)?.is_some())
    }

    /// Returns whether the process has ended.
    ///
    /// # Errors
    ///
    /// Fails if the system does not know the process.
    #[cfg(not(unix))]
    pub fn has_ended(&mut self) -> io::Result<bool> {
        self.status = self.child.try_wait()?;
        Ok(self.status.is_some())
    }

    /// Returns whether the process, or a process that it has started, is stopped until it is
    /// continued. Always returns false on systems other than Linux.
    pub(super) fn is_stopped(&self) -> bool {
        let id = self.child.id();
        let is_stopped = |process: &str| {
            let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            // The state follows the name, which is in parentheses.
            stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
        };
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        is_stopped(&id.to_string())
            || children.unwrap_or_default().split_whitespace().any(is_stopped)
    }

    /// Ends the process, if it is still running, and all other processes of its group. Returns the
    /// exit status of the process.
    ///
    /// # Errors
    ///
    /// Fails if the system does not know the process.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        if self.guarded && !self.has_ended()? {
            self.ask_guard_to_end()?;
        }
        #[cfg(unix)]
        {
            use rustix::process::{Signal, kill_process_group};
            // It fails if nothing is left of the group.
            let _ = kill_process_group(pid_of(&self.child), Signal::KILL);
        }
        #[cfg(windows)]
        self.job.end();
        // It fails if the process has ended.
        let _ = self.child.kill();
        let status = self.child.wait()?;
        self.status = Some(status);
        Ok(status)
    }

    /// Gives a guard the time to end its processes, those too that have left the group.
    fn ask_guard_to_end(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            use rustix::process::{Signal, kill_process};
            kill_process(pid_of(&self.child), Signal::TERM)?;
        }
        let start = Instant::now();
        while !self.has_ended()? && start.elapsed() < GUARD_TIME {
            thread::sleep(POLL);
        }
        Ok(())
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // A failure means that there is nothing left to end.
        let _ = self.end();
    }
}

/// Returns the signal or exception that ended a process, in words; `None` if the process ended by
/// itself.
pub fn crash(status: ExitStatus) -> Option<String> {
    let text = status.to_string();
    match status.code() {
        None => Some(text.split(['(', ')']).nth(1).unwrap_or(&text).to_owned()),
        Some(code) if cfg!(windows) => exception(code as u32),
        Some(_) => None,
    }
}

/// Describes how a process ended, in words that can follow its name, such as `ended (exit status:
/// 1)`.
pub fn how_it_ended(status: ExitStatus) -> String {
    match crash(status).filter(|_| cfg!(windows)) {
        Some(sign) => format!("crashed ({sign})"),
        None => format!("ended ({status})"),
    }
}

/// Returns the exception by which Windows ends a process with an exit code; `None` if the process
/// chose the code.
fn exception(code: u32) -> Option<String> {
    /// The first code of an exception.
    const FIRST: u32 = 0xc000_0000;
    let name = match code {
        ..FIRST => return None,
        0xc000_0005 => "access violation",
        0xc000_001d => "illegal instruction",
        0xc000_0094 => "division by zero",
        0xc000_00fd => "stack overflow",
        0xc000_013a => "Ctrl-C",
        0xc000_0374 => "damaged heap",
        0xc000_0409 => "abort",
        _ => "exception",
    };
    Some(format!("{name}, {code:#x}"))
}

#[cfg(unix)]
fn pid_of(child: &Child) -> rustix::process::Pid {
    rustix::process::Pid::from_child(child)
}

#[cfg(test)]
mod tests {
    use super::exception;

    #[test]
    fn codes_of_exceptions_are_told_from_those_that_processes_choose() {
        assert_eq!(exception(0xc000_0005).unwrap(), "access violation, 0xc0000005");
        assert_eq!(exception(0xc06d_007e).unwrap(), "exception, 0xc06d007e");
        assert!(
            [0, 1, 3, 0x8000_0003, 0xbfff_ffff].into_iter().all(|code| exception(code).is_none())
        );
    }
}
