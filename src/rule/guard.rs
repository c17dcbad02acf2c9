//! The command line of the guard, under which all foreign code runs.

use std::{ffi::OsString, path::Path};

use anyhow::Result;

/// Returns the first words of a command line that runs another command under a guard of this
/// process. The guard removes the folder `scratch` if this process is killed. Returns no words on
/// systems without guards.
pub fn words(scratch: Option<&Path>) -> Result<Vec<OsString>> {
    if !cfg!(unix) {
        return Ok(Vec::new());
    }
    let parent = std::process::id().to_string();
    let mut words = vec![std::env::current_exe()?.into(), "rule-guard".into()];
    words.extend(["--parent".into(), parent.into()]);
    if let Some(folder) = scratch {
        words.extend(["--scratch".into(), folder.into()]);
    }
    words.push("--".into());
    Ok(words)
}
