//! Runs the program on damaged files, and checks its exit status, messages and answers.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicU64, Ordering},
};

use crate::{Outcome, damage::damaged, random::Random, texts::POSITIONS};

/// The endgame whose table is damaged.
const ENDGAME: &str = "KRKN";

/// The file of the endgame's table.
const FILE: &str = "KRKN.dpt";

/// A position of the endgame.
const POSITION: &str = "8/8/8/1k6/8/3n4/8/2K4R w - - 0 1";

/// The limit of the program's address space in KiB.
const MEMORY_KIB: u32 = 3 << 20;

/// The time limit of the program in seconds.
const SECONDS: u32 = 60;

/// The `drawproof` program, and a folder of intact files that it reads.
pub struct Program {
    program: PathBuf,
    folder: tempfile::TempDir,
    /// The intact tables: with both sides to move, and with one.
    tables: [Sound; 2],
    /// The intact runs, an older and a newer one.
    runs: [Vec<u8>; 2],
    /// The figures of a verification.
    figures: Vec<u8>,
    cases: AtomicU64,
}

/// A folder of intact tables.
struct Sound {
    /// The sides to move in the tables, as `generate --sides` names them.
    sides: &'static str,
    folder: PathBuf,
    /// The file of [`ENDGAME`].
    table: Vec<u8>,
    /// The output of the commands for intact files, by index in [`COMMANDS`].
    expected: Vec<Vec<u8>>,
}

/// The commands that read the table; `@` stands for the tables folder.
const COMMANDS: [&[&str]; 3] = [
    &["stats", ENDGAME, "--tables", "@"],
    &["probe", POSITION, "--tables", "@"],
    &["check", "--file", "@/KRKN.dpt"],
];

impl Program {
    /// Lets `program` make the intact files.
    pub fn new(program: &Path) -> Program {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let made = |arguments: &[String]| {
            let output = Command::new(program).args(arguments).arg("-q").output();
            let output = output.expect("the program starts");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            output.stdout
        };
        let with_tables = |command: &[&str], tables: &str| {
            made(&[filled(command, ""), filled(&["--tables", "@"], tables)].concat())
        };
        let tables = ["both", "one"].map(|sides| {
            let tables = path(sides);
            with_tables(&["generate", ENDGAME, "--sides", sides], &tables);
            let expected = COMMANDS.iter().map(|command| made(&filled(command, &tables)));
            Sound {
                sides,
                expected: expected.collect(),
                table: fs::read(folder.path().join(sides).join(FILE)).expect("a table"),
                folder: tables.into(),
            }
        });
        let with_tables = |command: &[&str]| with_tables(command, &path("both"));
        for name in ["KRK", "KPK"] {
            with_tables(&["verify", name, "--save", &path(name)]);
        }
        with_tables(&["verify", "KRKB", "--save", &path("old")]);
        with_tables(&["verify", "KRKB", "--learned", "--save", &path("new")]);
        let figures = with_tables(&["verify", "KBKN", "--format", "json"]);
        let runs = ["old", "new"].map(|name| fs::read(path(name)).expect("a run"));
        let program = program.to_owned();
        Program { program, folder, tables, runs, figures, cases: AtomicU64::new(0) }
    }

    /// Returns intact saved runs of two endgames with three men.
    pub fn small_runs(&self) -> Vec<Vec<u8>> {
        ["KRK", "KPK"].map(|name| fs::read(self.folder.path().join(name)).expect("a run")).into()
    }

    /// Runs the program on a damaged file. The program must refuse the file, or read the values of
    /// the intact file.
    pub fn damaged(&self, random: &mut Random) -> Result<Outcome, String> {
        let number = self.cases.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.path().join(number.to_string());
        fs::create_dir(&folder).expect("a folder");
        let result = match random.below(8) {
            0..4 => self.damaged_table(&folder, random),
            4 => self.damaged_run(&folder, random),
            5 => self.rebuilt_table(&folder, random),
            6 => self.damaged_figures(&folder, random),
            _ => self.damaged_positions(&folder, random),
        };
        let _ = fs::remove_dir_all(&folder);
        result
    }

    fn damaged_table(&self, folder: &Path, random: &mut Random) -> Result<Outcome, String> {
        let place = random.below(COMMANDS.len());
        let sound: &Sound = random.one(&self.tables);
        self.write_damaged(sound, folder, random);
        let tables = folder.display().to_string();
        let command = filled(COMMANDS[place], &tables);
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let (status, output) = self.run(folder, &command, None)?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut expected = sound.expected[place].clone();
        if place == 2 {
            // The answer contains the path of the file.
            let sound = sound.folder.display().to_string();
            let answer = String::from_utf8_lossy(&expected).replace(&sound, &tables);
            expected = answer.into_bytes();
        }
        match status {
            0 if output.stdout == expected => Ok(Outcome::Accepted),
            0 => Err("another answer".into()),
            2 if text.contains(FILE) => Ok(Outcome::Refused),
            _ => Err(format!("status {status} and '{text}'")),
        }
    }

    /// Writes the tables to a folder, with that of [`ENDGAME`] damaged.
    fn write_damaged(&self, sound: &Sound, folder: &Path, random: &mut Random) {
        for entry in fs::read_dir(&sound.folder).expect("a folder") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a file");
            if path.extension().is_some_and(|extension| extension == "dpt") && name != FILE {
                fs::copy(&path, folder.join(name)).expect("a file");
            }
        }
        let bytes = damaged(&sound.table, &self.runs[0], random);
        fs::write(folder.join(FILE), bytes).expect("a file");
    }

    fn rebuilt_table(&self, folder: &Path, random: &mut Random) -> Result<Outcome, String> {
        let sound: &Sound = random.one(&self.tables);
        self.write_damaged(sound, folder, random);
        let tables = folder.display().to_string();
        let command = ["generate", ENDGAME, "--sides", sound.sides, "--tables", &tables];
        let (status, _) = self.run(folder, &command, None)?;
        match (status, fs::read(folder.join(FILE)).is_ok_and(|bytes| bytes == sound.table)) {
            (0, true) => Ok(Outcome::Accepted),
            (status, _) => Err(format!("status {status}, and the table is not made again")),
        }
    }

    fn damaged_run(&self, folder: &Path, random: &mut Random) -> Result<Outcome, String> {
        let bytes = damaged(&self.runs[1], &self.runs[0], random);
        let [old, new] = ["old", "new"].map(|name| folder.join(name).display().to_string());
        fs::write(&old, &self.runs[0]).expect("a file");
        fs::write(&new, &bytes).expect("a file");
        match self.run(folder, &["diff", &old, &new], None)? {
            (0 | 1, _) if self.runs.contains(&bytes) => Ok(Outcome::Accepted),
            (2, output) if String::from_utf8_lossy(&output.stderr).contains("new") => {
                Ok(Outcome::Refused)
            }
            (status, _) => Err(format!("status {status}")),
        }
    }

    fn damaged_figures(&self, folder: &Path, random: &mut Random) -> Result<Outcome, String> {
        let path = folder.join("figures").display().to_string();
        fs::write(&path, damaged(&self.figures, &self.runs[0], random)).expect("a file");
        let command = ["rules", "--format", "markdown", "--figures", &path];
        match self.run(folder, &command, None)?.0 {
            // Figures with damaged digits are still figures.
            0 => Ok(Outcome::Accepted),
            2 => Ok(Outcome::Refused),
            status => Err(format!("status {status}")),
        }
    }

    fn damaged_positions(&self, folder: &Path, random: &mut Random) -> Result<Outcome, String> {
        let lines: Vec<&str> =
            POSITIONS.into_iter().filter(|position| position.len() < 40).collect();
        let text = lines.join("\n");
        let input = damaged(text.as_bytes(), &self.figures, random);
        let tables = self.folder.path().join("both").display().to_string();
        match self.run(folder, &["probe", "-", "--tables", &tables], Some(&input))?.0 {
            0 => Ok(Outcome::Accepted),
            2 => Ok(Outcome::Refused),
            status => Err(format!("status {status}")),
        }
    }

    /// Runs the program within limits of memory and time. Fails if it is killed or panics.
    fn run(
        &self,
        folder: &Path,
        arguments: &[&str],
        input: Option<&[u8]>,
    ) -> Result<(i32, Output), String> {
        let script = format!("ulimit -v {MEMORY_KIB}; exec timeout {SECONDS} \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh"]).arg(&self.program).args(arguments).arg("-q");
        let path = folder.join("input");
        fs::write(&path, input.unwrap_or_default()).expect("a file");
        command.stdin(fs::File::open(&path).expect("a file"));
        let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output();
        let output = output.expect("a shell starts");
        let text = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(124) => Err(format!("{arguments:?} takes more than {SECONDS} s")),
            Some(status @ 0..3) if !text.contains("panicked") => Ok((status, output)),
            status => Err(format!("{arguments:?}: status {status:?} and '{text}'")),
        }
    }
}

/// Returns a command with the tables folder in place of `@`.
fn filled(command: &[&str], tables: &str) -> Vec<String> {
    command.iter().map(|part| part.replace('@', tables)).collect()
}
