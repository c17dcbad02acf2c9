//! `verify`: runs rules over every legal position.

use std::{fs, io::Write, path::Path, process::ExitCode};

use anyhow::{Context, Result, anyhow, bail};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{Options, Run, report, write_recordings};

use super::{
    rule_args::{ReportFormat, VerifyArgs},
    rules::{judge, with_learned_rule, with_rule},
};
use crate::store::Store;

/// The exit status of a rule that is not sound.
const UNSOUND: u8 = 1;

/// Runs the command. What can be judged is reported even where something else cannot.
pub fn run(args: &VerifyArgs, store: &Store) -> Result<ExitCode> {
    if args.rule.is_own() && args.endgames.len() != 1 {
        bail!("say which endgame the rule is for, such as: drawproof verify KRKB --plugin LIB");
    }
    let options = Options {
        counting: args.counting,
        examples: args.examples,
        features: false,
        record: args.save.is_some(),
    };
    let mut run = Run { counting: args.counting, verdicts: Vec::new() };
    let (mut errors, mut recordings) = (Vec::new(), Vec::new());
    for endgame in endgames(args)? {
        match judge(endgame, &args.rule, &options, store) {
            Ok(outcome) => {
                run.verdicts.push(outcome.verdict);
                recordings.extend(outcome.recording);
            }
            Err(error) => errors.push(error.context(format!("{endgame} was not judged"))),
        }
    }
    if !run.verdicts.is_empty() {
        write_files(&run, args)?;
        if let Some(path) = &args.save {
            save(path, |file| write_recordings(&recordings, file))?;
        }
        std::io::stdout().write_all(document(&run, args.format).as_bytes())?;
    }
    match errors.into_iter().reduce(|all, error| anyhow!("{all:#}\ndrawproof: {error:#}")) {
        Some(error) => Err(error),
        None if run.is_sound() => Ok(ExitCode::SUCCESS),
        None => Ok(ExitCode::from(UNSOUND)),
    }
}

/// The endgames asked for.
fn endgames(args: &VerifyArgs) -> Result<Vec<NormalMaterial>> {
    if !args.endgames.is_empty() {
        return Ok(args.endgames.clone());
    }
    let wanted = |m: &NormalMaterial| match args.men {
        Some(men) => m.get().men() == usize::from(men),
        None => m.get().men() <= 4,
    };
    let all = if args.rule.learned { with_learned_rule() } else { with_rule() };
    let found: Vec<_> = all.into_iter().filter(wanted).collect();
    if found.is_empty() {
        bail!("there is no built-in rule for an endgame of that many men");
    }
    Ok(found)
}

fn document(run: &Run, format: ReportFormat) -> String {
    match format {
        ReportFormat::Text => report::text(run, console::colors_enabled()),
        ReportFormat::Json => report::json(run),
        ReportFormat::Markdown => report::markdown(run),
        ReportFormat::Junit => report::junit(run),
        ReportFormat::Github => report::github(run),
    }
}

/// Writes the reports that go to files.
fn write_files(run: &Run, args: &VerifyArgs) -> Result<()> {
    type Report = fn(&Run) -> String;
    let html: Report = |run| report::html(run, &[]);
    let reports =
        [(&args.html, html), (&args.junit, report::junit), (&args.markdown, report::markdown)];
    for (path, report) in reports {
        if let Some(path) = path {
            save(path, |file| file.write_all(report(run).as_bytes()))?;
        }
    }
    Ok(())
}

/// Writes a file, whole or not at all.
pub(super) fn save(
    path: &Path,
    write: impl FnOnce(&mut std::io::BufWriter<&fs::File>) -> std::io::Result<()>,
) -> Result<()> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        // A device or a pipe is written to, not replaced.
        let file = fs::File::options().write(true).open(path);
        let written = file.and_then(|file| {
            let mut out = std::io::BufWriter::new(&file);
            write(&mut out).and_then(|()| out.flush())
        });
        return written.with_context(|| format!("{} cannot be written", path.display()));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let written = || -> Result<()> {
        // Readable as any file is, not only for its owner as temporary ones are.
        let open = |path: &Path| fs::File::create_new(path);
        let file = tempfile::Builder::new().make_in(folder, open)?;
        let mut out = std::io::BufWriter::new(file.as_file());
        write(&mut out)?;
        out.flush()?;
        drop(out);
        file.persist(path)?;
        Ok(())
    };
    written().with_context(|| format!("{} cannot be written", path.display()))
}
