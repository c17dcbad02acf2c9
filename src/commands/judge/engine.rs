//! How the engine of the arguments is started.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use drawproof_judge::{engine::Launch, record::RunSettings};
use drawproof_verifier::subject::visible;

use super::arguments::JudgeArgs;
use crate::rule::guard;

/// The launch of the engine, or of the process that makes a library's scores an engine.
pub(super) fn launch(args: &JudgeArgs) -> Result<Launch> {
    let mut launch = match (&args.engine, &args.plugin) {
        (Some(command), _) => Launch::new(command, args.go.clone())?,
        (None, Some(library)) => {
            if !args.options.is_empty() {
                bail!("--option is for --engine: a library has no UCI options");
            }
            let program = std::env::current_exe()?;
            let path = library.to_str().context("the path of the library is not UTF-8")?;
            let arguments = vec!["rule-scores".to_owned(), path.to_owned()];
            let launch = Launch::of_program(program, arguments, args.go.clone());
            Launch { scores_only: true, ask_finished: true, ..launch }
        }
        (None, None) => bail!("name an engine with --engine, or a library with --plugin"),
    };
    launch.options = args.options.clone();
    launch.keep_hash = args.keep_hash;
    launch.start_timeout = Duration::from_secs(args.timeout);
    launch.answer_timeout = Duration::from_secs(args.timeout);
    launch.guard = guard::words(None)?;
    Ok(launch)
}

/// What a run of the engine asks, `name` being the engine's own name.
pub(super) fn settings(args: &JudgeArgs, launch: &Launch, name: &str) -> RunSettings {
    let mut command = match &args.plugin {
        Some(library) => visible(&format!("--plugin {}", library.display())),
        None => launch.command(),
    };
    for (name, value) in &args.options {
        command += &visible(&format!(" {name}={value}"));
    }
    if args.keep_hash {
        command += " --keep-hash";
    }
    let limit = match args.plugin {
        Some(_) => "score".into(),
        None => launch.go.to_string(),
    };
    RunSettings {
        engine: name.to_owned(),
        command,
        limit,
        size: args.sample,
        seed: args.seed,
        draw_band: args.draw_band,
    }
}
