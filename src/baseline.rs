//! Baselines of `verify` and `merge`: files of known wrong claims.

use std::{io::Write, path::PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use drawproof_verifier::{Baseline, Run};

use crate::output::{print_error, read_text, write_file};

/// Arguments for known wrong claims.
#[derive(Clone, Debug, Args)]
#[group(id = "known")]
pub struct BaselineArgs {
    /// Known wrong claims; status 0 if there are no others
    ///
    /// The status is 1 if a branch makes more wrong claims of a class than the file lists. The file
    /// is a text file to keep in your repository, with one line for each endgame, branch and class
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the wrong claims to the file of --baseline. Its lines about other endgames and conventions stay
    #[arg(long, requires = "baseline")]
    pub update_baseline: bool,
}

impl BaselineArgs {
    /// Reads the known wrong claims, if the arguments name a file. The file may be missing if it is
    /// to be written.
    ///
    /// # Errors
    ///
    /// Fails if the file is missing, or is not a baseline.
    pub fn read(&self) -> Result<Option<Baseline>> {
        let Some(path) = &self.baseline else { return Ok(None) };
        if self.update_baseline && !path.exists() {
            return Ok(Some(Baseline::default()));
        }
        let shown = path.display();
        ensure!(path.exists(), "there is no baseline {shown}: --update-baseline writes it");
        let read = || -> Result<Baseline> { Ok(read_text(path)?.parse()?) };
        let read = read().with_context(|| format!("the baseline {shown}"))?;
        Ok(Some(read))
    }

    /// Adds to `run` the differences between its wrong claims and the `known` ones. With
    /// `--update-baseline`, first writes the wrong claims to the file.
    pub fn apply(&self, known: Option<Baseline>, run: &mut Run) -> Result<()> {
        let (Some(path), Some(mut known)) = (&self.baseline, known) else { return Ok(()) };
        if self.update_baseline {
            known.update(run);
            write_file(path, |file| file.write_all(known.to_string().as_bytes()))?;
            print_error(&format!("drawproof: {} written", path.display()));
        }
        run.baseline = Some(known.compare(run));
        Ok(())
    }
}
