//! A process that runs foreign code, with the process group that it leads.

use std::{
    fs, io,
    process::{Child, Command, ExitStatus},
    thread,
    time::{Duration, Instant},
};

/// How long processes that the process started may outlive it, for example to empty their buffers.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// How long a guard may take to end what it guards.
const GUARD_TIME: Duration = Duration::from_secs(2);

/// The interval at which the end of a process is polled.
const POLL: Duration = Duration::from_millis(2);

/// A process and its process group. Both are ended when this is dropped.
#[derive(Debug)]
pub struct ProcessGroup {
    child: Child,
    /// Whether the process is a [guard](super::guard), which ends the others before itself.
    guarded: bool,
    /// The status of a process that has been waited for.
    status: Option<ExitStatus>,
}

impl ProcessGroup {
    /// Starts a command as the leader of a new process group.
    ///
    /// # Errors
    ///
    /// The system cannot start it.
    pub fn start(command: &mut Command, guarded: bool) -> io::Result<ProcessGroup> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Ok(ProcessGroup { child: command.spawn()?, guarded, status: None })
    }

    /// The process, for its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Whether the process has ended; others of its group may still run.
    ///
    /// # Errors
    ///
    /// The system does not know the process.
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

    /// Whether the process has ended.
    ///
    /// # Errors
    ///
    /// The system does not know the process.
    #[cfg(not(unix))]
    pub fn has_ended(&mut self) -> io::Result<bool> {
        self.status = self.child.try_wait()?;
        Ok(self.status.is_some())
    }

    /// Whether the process, or one that it has started, is stopped and does not run until it is
    /// continued. Only Linux tells.
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

    /// Ends the process, if it runs, and all others of its group. Returns its status.
    ///
    /// # Errors
    ///
    /// The system does not know the process.
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

#[cfg(unix)]
fn pid_of(child: &Child) -> rustix::process::Pid {
    rustix::process::Pid::from_child(child)
}
