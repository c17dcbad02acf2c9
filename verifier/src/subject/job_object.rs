//! What Windows has for a process group: a job object, which holds a process and all that it starts.

#![expect(unsafe_code, reason = "calls of the system")]

use std::{
    io,
    mem::zeroed,
    os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle},
    process::Child,
    ptr::null,
};

use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject, TerminateJobObject,
};

/// A job object. The system ends what it holds when this is dropped or its process ends, however it does.
#[derive(Debug)]
pub struct Job(OwnedHandle);

impl Job {
    /// A job object that holds a process that has just been started.
    pub fn of(child: &Child) -> io::Result<Job> {
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
        if limited == 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: both handles are open. The call fails if the process has ended.
        unsafe { AssignProcessToJobObject(job.as_raw_handle(), child.as_raw_handle()) };
        Ok(Job(job))
    }

    /// Ends all processes that it holds.
    pub fn end(&self) {
        // SAFETY: the handle is open. The call fails if they have ended.
        unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }
}
