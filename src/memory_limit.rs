//! The memory that the process may use: the machine's, or less where the system limits it.

/// Returns the number of bytes of memory that the process may use; `None` if the system does not
/// report it.
pub fn available_bytes() -> Option<u64> {
    [drawproof_tables::system::machine_bytes(), system::container_bytes(), system::process_bytes()]
        .into_iter()
        .flatten()
        .min()
}

/// Returns whether the address space of the process is limited.
pub fn is_address_space_limited() -> bool {
    system::process_bytes().is_some()
}

#[cfg(target_os = "linux")]
mod system {
    use std::{fs, path::Path};

    use rustix::process::{Resource, getrlimit};

    /// Returns the memory limit of the process in bytes (`ulimit -v`, `ulimit -d`); `None` if it
    /// has none.
    pub fn process_bytes() -> Option<u64> {
        let limits = [Resource::As, Resource::Data].map(|resource| getrlimit(resource).current);
        limits.into_iter().flatten().min()
    }

    /// Returns the memory limit in bytes of the process's control group, such as a container's;
    /// `None` if it has none.
    pub fn container_bytes() -> Option<u64> {
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let of_line = |line: &str| {
            let mut fields = line.splitn(3, ':').skip(1);
            let (controllers, group) = (fields.next()?, fields.next()?.trim_start_matches('/'));
            match controllers {
                "" => least_of(&Path::new("/sys/fs/cgroup").join(group), "memory.max"),
                "memory" => {
                    let group = Path::new("/sys/fs/cgroup/memory").join(group);
                    least_of(&group, "memory.limit_in_bytes")
                }
                _ => None,
            }
        };
        groups.lines().filter_map(of_line).min()
    }

    /// Returns the lowest limit in the files `name` of a control group and of its parents.
    fn least_of(group: &Path, name: &str) -> Option<u64> {
        let limits = group.ancestors().take_while(|folder| folder.starts_with("/sys/fs/cgroup"));
        let limit = |folder: &Path| fs::read_to_string(folder.join(name)).ok()?.trim().parse().ok();
        limits.filter_map(limit).min()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub fn process_bytes() -> Option<u64> {
        None
    }

    pub fn container_bytes() -> Option<u64> {
        None
    }
}
