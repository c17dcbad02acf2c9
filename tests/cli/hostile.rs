//! Shared by the tests of hostile rules: the rule, its runs, and checks for leftover processes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// The folder of the library and of the tables, which are never written.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// The rule of `hostile_rule.cc`.
pub static LIBRARY: LazyLock<String> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = FOLDER.path().join("hostile.so");
    let mut command = Command::new("c++");
    command
        .args(["-std=c++11", "-shared", "-fPIC", "-pthread", "-I"])
        .arg(root.join("bindings/c/include"));
    command.arg("-o").args([&library, &root.join("tests/cli/hostile_rule.cc")]);
    let built = command.output().expect("there is a compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    library.to_str().unwrap().into()
});

/// A run of the program whose processes and temporary files can be found.
pub struct Run {
    /// The folder for temporary files.
    temporary: PathBuf,
    /// The entry of the environment that all processes of the run inherit.
    mark: String,
    pub command: Command,
}

impl Run {
    pub fn new(hostile: &str, args: &[&str]) -> Run {
        static RUNS: AtomicUsize = AtomicUsize::new(0);
        let number = RUNS.fetch_add(1, Ordering::Relaxed);
        let temporary = FOLDER.path().join(format!("run{number}"));
        fs::create_dir(&temporary).unwrap();
        let mark = format!("{}-{number}", std::process::id());
        let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
        command.args(args).arg("--quiet").stdin(Stdio::null());
        command.env("DRAWPROOF_TABLES", FOLDER.path().join("tables")).env("TMPDIR", &temporary);
        command.env("HOSTILE", hostile).env("HOSTILE_MARK", &mark);
        Run { temporary, mark: format!("HOSTILE_MARK={mark}"), command }
    }

    /// Runs the program; nothing is left of it.
    pub fn output(mut self) -> Output {
        let output = self.command.output().unwrap();
        self.expect_nothing_left();
        output
    }

    /// Starts the program, with its output discarded.
    pub fn start(&mut self) -> Child {
        self.command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// The processes of the run.
    pub fn processes(&self) -> Vec<u32> {
        let process = |entry: fs::DirEntry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let environment = fs::read(entry.path().join("environ")).ok()?;
            let mut entries = environment.split(|&byte| byte == 0);
            entries.any(|entry| entry == self.mark.as_bytes()).then_some(pid)
        };
        fs::read_dir("/proc").unwrap().filter_map(|entry| process(entry.ok()?)).collect()
    }

    /// Waits until `count` processes of the run exist.
    pub fn wait_for_processes(&self, count: usize) {
        let start = Instant::now();
        while self.processes().len() < count {
            assert!(start.elapsed() < Duration::from_secs(60), "{:?}", self.processes());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Fails if a process or a temporary file of the run is left. Killed processes and their guards
    /// have a moment to end.
    pub fn expect_nothing_left(&self) {
        let start = Instant::now();
        let files = || fs::read_dir(&self.temporary).unwrap().count();
        while !self.processes().is_empty() || files() > 0 {
            let processes = self.processes();
            assert!(start.elapsed() < Duration::from_secs(20), "{processes:?}, {} files", files());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Calls `test` with every case, several at once: most of them wait.
pub fn at_once<T: Sync>(cases: &[T], test: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..cases.len().min(16) {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    test(case);
                }
            });
        }
    });
}
