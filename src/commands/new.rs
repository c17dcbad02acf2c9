//! `new`: a rule to start from, and the headers that it includes.

use std::{
    env::consts::DLL_EXTENSION,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::header::{HEADERS, write_headers};
use crate::output::{print_error, shell_word, stdout};

/// Arguments of `new`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof new rule.c          # a rule in C, with the headers beside it
  drawproof new rule.c | sh     # write, build and verify it
  drawproof new rules/draw.py   # a program that reads FENs

Prints the commands that build the rule and verify it. Replace the section 'engine' of the file
with your engine.")]
pub struct NewArgs {
    /// The file to write: .c, .cpp, .cc, .rs, .zig (shared libraries), .py, .js, .java, .go or .cs
    /// (programs). Existing files are never overwritten
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// A rule to start from: a file of examples/rules, which the tests prove.
struct Template {
    extensions: &'static [&'static str],
    /// Its name in examples/rules, without the extension.
    name: &'static str,
    source: &'static str,
    /// The compiler and its options, up to the name of the library; `None` for a program.
    compiler: Option<&'static str>,
    /// The interpreter of a program.
    interpreter: &'static str,
    includes_headers: bool,
    /// The endgame that it is verified for.
    endgame: &'static str,
}

const TEMPLATES: [Template; 9] = [
    Template {
        extensions: &["c"],
        name: "template_mailbox",
        source: include_str!("../../examples/rules/template_mailbox.c"),
        compiler: Some("cc -O2 -shared -fPIC -o "),
        interpreter: "",
        includes_headers: true,
        endgame: "KBPK",
    },
    Template {
        extensions: &["cpp", "cc"],
        name: "template_bitboards",
        source: include_str!("../../examples/rules/template_bitboards.cpp"),
        compiler: Some("c++ -O2 -shared -fPIC -o "),
        interpreter: "",
        includes_headers: true,
        endgame: "KNKP",
    },
    Template {
        extensions: &["rs"],
        name: "template_cdylib",
        source: include_str!("../../examples/rules/template_cdylib.rs"),
        compiler: Some("rustc -O --edition 2021 --crate-type cdylib -o "),
        interpreter: "",
        includes_headers: false,
        endgame: "KRKP",
    },
    Template {
        extensions: &["py"],
        name: "template_batch",
        source: include_str!("../../examples/rules/template_batch.py"),
        compiler: None,
        interpreter: "python3",
        includes_headers: false,
        endgame: "KBBK",
    },
    Template {
        extensions: &["js"],
        name: "template_lines",
        source: include_str!("../../examples/rules/template_lines.js"),
        compiler: None,
        interpreter: "node",
        includes_headers: false,
        endgame: "KRKB",
    },
    Template {
        extensions: &["zig"],
        name: "template_library",
        source: include_str!("../../examples/rules/template_library.zig"),
        compiler: Some("zig build-lib -dynamic -O ReleaseFast -femit-bin="),
        interpreter: "",
        includes_headers: false,
        endgame: "KRKB",
    },
    Template {
        extensions: &["java"],
        name: "template_lines",
        source: include_str!("../../examples/rules/template_lines.java"),
        compiler: None,
        interpreter: "java",
        includes_headers: false,
        endgame: "KRKB",
    },
    Template {
        extensions: &["go"],
        name: "template_lines",
        source: include_str!("../../examples/rules/template_lines.go"),
        compiler: None,
        interpreter: "go run",
        includes_headers: false,
        endgame: "KRKB",
    },
    Template {
        extensions: &["cs"],
        name: "template_lines",
        source: include_str!("../../examples/rules/template_lines.cs"),
        compiler: None,
        interpreter: "dotnet run",
        includes_headers: false,
        endgame: "KRKB",
    },
];

/// Runs `new`: writes a rule to start from.
pub fn run(args: &NewArgs) -> Result<ExitCode> {
    let (template, stem, extension) = chosen(&args.file)?;
    let is_free = fs::symlink_metadata(&args.file).is_err();
    ensure!(is_free, "{} exists already: choose another name", args.file.display());
    let folder = args.file.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut written = vec![args.file.display().to_string()];
    if template.includes_headers {
        write_headers(folder, false)?;
        written.extend(HEADERS.map(|(name, _)| name.into()));
    }
    write_new(&args.file, &template.source_for(stem, extension))?;
    print_error(&format!("drawproof: wrote {}", written.join(", ")));
    for command in template.commands(&args.file) {
        writeln!(stdout(), "{command}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the template for a file, and the name and extension of the file.
fn chosen(file: &Path) -> Result<(&'static Template, &str, &str)> {
    let shown = file.display();
    let extension = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
    let template = TEMPLATES.iter().find(|it| it.extensions.contains(&extension));
    let Some(template) = template else {
        let known: Vec<String> =
            TEMPLATES.iter().flat_map(|it| it.extensions).map(|it| format!(".{it}")).collect();
        bail!("'{shown}': there are templates for {}", known.join(", "));
    };
    let stem = file.file_stem().and_then(|it| it.to_str()).unwrap_or_default();
    let is_plain = stem.starts_with(|c: char| c.is_ascii_alphabetic())
        && stem.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    ensure!(
        is_plain,
        "'{shown}': write a file name of letters, digits, - and _, such as rule.{extension}"
    );
    Ok((template, stem, extension))
}

impl Template {
    /// Returns the source, whose comments name a file instead of the template.
    fn source_for(&self, stem: &str, extension: &str) -> String {
        let own = format!("examples/rules/{}.{}", self.name, self.extensions[0]);
        self.source
            .replace("-Ibindings/c/include ", "")
            .replace(&own, &format!("{stem}.{extension}"))
            .replace(&format!("{}.so", self.name), &format!("{stem}.{DLL_EXTENSION}"))
    }

    /// Returns the commands that build the rule in a file and verify it.
    fn commands(&self, file: &Path) -> Vec<String> {
        let endgame = self.endgame;
        let shown = |path: &Path| shell_word(&path.display().to_string());
        let Some(compiler) = self.compiler else {
            let program = format!("{} {}", self.interpreter, shown(file));
            let program = shell_word(&program);
            return vec![format!(
                "drawproof verify {endgame} --counting unique --command {program}"
            )];
        };
        let library = file.with_extension(DLL_EXTENSION);
        // As MinGW has them; docs/platforms.md has the commands of other compilers.
        let of_mingw =
            || compiler.replace("c++ ", "g++ ").replace("cc ", "gcc ").replace("-fPIC", "-static");
        let compiler = if cfg!(windows) { of_mingw() } else { compiler.to_owned() };
        let build = format!("{compiler}{} {}", shown(&library), shown(file));
        // The system looks for a name without a folder among its own libraries.
        let library =
            if library.components().count() == 1 { Path::new(".").join(library) } else { library };
        vec![build, format!("drawproof verify {endgame} --plugin {}", shown(&library))]
    }
}

/// Writes a file that must not exist.
fn write_new(path: &Path, text: &str) -> Result<()> {
    let written = fs::File::create_new(path).and_then(|mut it| it.write_all(text.as_bytes()));
    written.with_context(|| format!("{} cannot be written", path.display()))
}
