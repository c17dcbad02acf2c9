//! What Windows has for a process group: a job object, which holds a process and all that it starts.

#![expect(unsafe_code, reason = "calls of the system")]

use std::{
    io,
    mem::zeroed,
    os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle, RawHandle},
    process::Child,
    ptr::null,
    sync::OnceLock,
};

use windows_sys::Win32::System::{
    JobObjects::{
        AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
        SetInformationJobObject, TerminateJobObject,
    },
    Threading::GetCurrentProcess,
};

/// A job object. Windows ends the processes in it when the object is dropped or this process ends.
#[derive(Debug)]
pub struct Job(OwnedHandle);

/// The job of this process.
static OWN: OnceLock<Option<Job>> = OnceLock::new();

impl Job {
    /// Makes a job object that holds a child process that has just been started.
    pub fn of(child: &Child) -> io::Result<Job> {
        let job = Job::empty()?;
        job.add(child.as_raw_handle());
        Ok(job)
    }

    /// Puts this process into a job object, so that its child processes end with it, even if it is
    /// killed before [`Job::of`]. Does nothing if the system refuses the job object.
    pub fn hold_this_process() {
        OWN.get_or_init(|| {
            let job = Job::empty().ok()?;
            // SAFETY: it returns a constant.
            job.add(unsafe { GetCurrentProcess() });
            Some(job)
        });
    }

    fn empty() -> io::Result<Job> {
        // SAFETY: the calls take null pointers for defaults; a job that is made is owned here alone; zeros
        // are limits, none of them, and their size is told.
        let (job, limited) = unsafe {
            let job = CreateJobObjectW(null(), null());
            if job.is_null() {
                return Err(io::Error::last_os_error());
            }
            let mut limits: JOBOBJECT_EXTENDED_LIMIT_INFORMATION = zeroed();
            limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
            let (kind, size) = (JobObjectExtendedLimitInformation, size_of_val(&limits) as u32);
            let limited = SetInformationJobObject(job, kind, (&raw const limits).cast(), size);
            (OwnedHandle::from_raw_handle(job), limited)
        };
        if limited == 0 { Err(io::Error::last_os_error()) } else { Ok(Job(job)) }
    }

    fn add(&self, process: RawHandle) {
        // SAFETY: both handles are open. The call fails if the process has ended.
        unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process) };
    }

    /// Ends all processes in the job object.
    pub fn end(&self) {
        // SAFETY: the handle is open. The call fails if they have ended.
        unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }
}
