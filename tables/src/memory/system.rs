//! What the system says about its memory, that of the process, and its disks.

use std::path::Path;

/// Returns the size of the machine's memory in bytes; `None` if the system does not report it.
pub fn machine_bytes() -> Option<u64> {
    calls::machine_bytes()
}

/// Returns the peak memory of this process in bytes; `None` if the system does not report it.
pub fn peak_bytes() -> Option<u64> {
    calls::peak_bytes()
}

/// Returns the number of bytes that the process may still write to files in a folder; `None` if the
/// system does not report it.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    calls::free_bytes(folder)
}

/// Returns whether two folders are known to be on the same disk.
pub fn share_disk(one: &Path, other: &Path) -> bool {
    let disk = |folder: &Path| {
        #[cfg(unix)]
        return Some(std::os::unix::fs::MetadataExt::dev(&folder.metadata().ok()?));
        #[cfg(not(unix))]
        return Some(folder.canonicalize().ok()?.components().next()?.as_os_str().to_owned());
    };
    disk(one).is_some_and(|it| disk(other) == Some(it))
}

#[cfg(target_os = "linux")]
mod calls {
    pub fn machine_bytes() -> Option<u64> {
        let info = rustix::system::sysinfo();
        // Both fields are `unsigned long` or narrower, whatever the platform.
        Some((info.totalram as u64).saturating_mul(u64::from(info.mem_unit)))
    }

    pub fn peak_bytes() -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kibibytes << 10)
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod calls {
    #![expect(unsafe_code, reason = "calls of the C library")]

    pub fn machine_bytes() -> Option<u64> {
        // SAFETY: the calls read a setting.
        let [pages, size] =
            [libc::_SC_PHYS_PAGES, libc::_SC_PAGESIZE].map(|it| unsafe { libc::sysconf(it) });
        u64::try_from(pages).ok()?.checked_mul(size.try_into().ok()?).filter(|&bytes| bytes > 0)
    }

    pub fn peak_bytes() -> Option<u64> {
        /// The unit of `ru_maxrss`.
        const UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1 << 10 };
        // SAFETY: zeros are a value of the structure, and the call writes to it alone.
        let (result, usage) = unsafe {
            let mut usage = std::mem::zeroed::<libc::rusage>();
            (libc::getrusage(libc::RUSAGE_SELF, &mut usage), usage)
        };
        (result == 0).then_some(usage.ru_maxrss as u64 * UNIT)
    }
}

#[cfg(windows)]
mod calls {
    #![expect(unsafe_code, reason = "calls of the system")]

    use std::{mem::zeroed, os::windows::ffi::OsStrExt, path::Path, ptr::null_mut};

    use windows_sys::Win32::{
        Storage::FileSystem::GetDiskFreeSpaceExW,
        System::{
            ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS},
            SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX},
            Threading::GetCurrentProcess,
        },
    };

    // SAFETY of every block below: zeros are a value of the structures, whose size the system is told, and
    // the calls write to them alone.

    pub fn machine_bytes() -> Option<u64> {
        // SAFETY: see the top of this module.
        let (result, memory) = unsafe {
            let mut memory: MEMORYSTATUSEX = zeroed();
            memory.dwLength = size_of_val(&memory) as u32;
            (GlobalMemoryStatusEx(&mut memory), memory)
        };
        (result != 0).then_some(memory.ullTotalPhys)
    }

    pub fn peak_bytes() -> Option<u64> {
        // SAFETY: see the top of this module.
        let (result, memory) = unsafe {
            let mut memory: PROCESS_MEMORY_COUNTERS = zeroed();
            let size = size_of_val(&memory) as u32;
            (K32GetProcessMemoryInfo(GetCurrentProcess(), &mut memory, size), memory)
        };
        (result != 0).then_some(memory.PeakWorkingSetSize as u64)
    }

    pub fn free_bytes(folder: &Path) -> Option<u64> {
        let folder: Vec<u16> = folder.as_os_str().encode_wide().chain([0]).collect();
        let mut free = 0;
        // SAFETY: the path ends with a zero, and the call writes to the number alone.
        let result =
            unsafe { GetDiskFreeSpaceExW(folder.as_ptr(), &mut free, null_mut(), null_mut()) };
        (result != 0).then_some(free)
    }
}

#[cfg(not(any(unix, windows)))]
mod calls {
    use std::path::Path;

    pub fn machine_bytes() -> Option<u64> {
        None
    }

    pub fn peak_bytes() -> Option<u64> {
        None
    }

    pub fn free_bytes(_: &Path) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_system_reports_memory_and_disks() {
        let folder = tempfile::tempdir().unwrap();
        assert!(super::free_bytes(folder.path()).unwrap() > 0);
        assert_eq!(super::free_bytes(&folder.path().join("missing")), None);
        assert!(super::share_disk(folder.path(), folder.path()));
        assert!(!super::share_disk(folder.path(), &folder.path().join("missing")));
        let (machine, peak) = (super::machine_bytes().unwrap(), super::peak_bytes().unwrap());
        assert!(peak > 1 << 20 && peak < machine, "{peak} of {machine}");
    }
}
