//! Asks the engine in all endgames, one after the other: about positions, or for games.

use std::{
    fs::File,
    io::{self, BufReader, Write},
    sync::atomic::Ordering,
};

use anyhow::{Context, Result, anyhow};
use drawproof_judge::{engine::Engines, judgement::NotJudged, record::RunError};
use drawproof_tables::NormalMaterial;

use super::{
    arguments::JudgeArgs,
    preparation::{AHEAD_MEN_MAX, Preparation, Prepared},
};
use crate::{
    environment::Environment,
    output::{read_file, write_file},
    process,
    run::LongRun,
};

/// The engine to ask, and the endgames to ask about.
pub(super) struct Asking<'a> {
    pub(super) args: &'a JudgeArgs,
    pub(super) environment: &'a Environment,
    pub(super) endgames: Vec<NormalMaterial>,
    pub(super) engines: Engines,
}

/// The judgement ends once the engine has failed for good in this many endgames.
const GONE_MAX: usize = 3;

/// The figures of all endgames, and the endgames that were not judged to their end.
pub(super) struct Found<T> {
    /// The figures of each endgame in which the engine was asked, in the order asked.
    pub(super) endgames: Vec<T>,
    /// The endgames that were not judged to their end, with the reasons.
    pub(super) not_judged: Vec<NotJudged>,
}

/// A function that saves the answers so far.
pub(super) type Save<'s, A> = &'s (dyn Fn(&A) -> Result<()> + Sync);

impl Asking<'_> {
    /// Calls `ask` in each endgame until the work is cancelled, or until the engine has failed for
    /// good in [`GONE_MAX`] endgames.
    ///
    /// `ask` adds to the `answers`. It returns the figures (`None` if it was cancelled before the
    /// first answer), and the reason if the engine failed for good. `write` saves the answers after
    /// each endgame.
    pub(super) fn all<A, T>(
        &self,
        run: &mut LongRun,
        preparation: &Preparation,
        answers: &mut A,
        write: impl Fn(&A, &mut dyn Write) -> io::Result<()> + Sync,
        ask: impl Fn(&Prepared, &mut A, Save<A>) -> Result<(Option<T>, Option<String>)>,
    ) -> Result<Found<T>> {
        let Asking { endgames, environment: Environment { progress, .. }, .. } = self;
        let (file, cancelled) = (self.args.saved(), process::cancelled());
        let save =
            |answers: &A| file.map_or(Ok(()), |path| write_file(path, |file| write(answers, file)));
        // A file that cannot be written is an error before the engine is asked.
        save(answers)?;
        run.resumable(file);
        let mut found = Found { endgames: Vec::new(), not_judged: Vec::new() };
        let (mut gone, mut requested) = (0, 0);
        for (number, endgame) in endgames.iter().enumerate() {
            let mut fail = |error: String| {
                run.fail(anyhow!("{endgame} was not judged: {error}"));
                found.not_judged.push(NotJudged { endgame: endgame.to_string(), error });
            };
            if gone >= GONE_MAX {
                fail("the engine failed for good in other endgames".into());
                continue;
            }
            // This one, and the next one if it is small.
            let is_small = |it: &&NormalMaterial| it.get().men() <= AHEAD_MEN_MAX;
            let ahead = endgames.get(number + 1).filter(is_small);
            for it in [Some(endgame), ahead].into_iter().flatten().skip(requested - number) {
                preparation.request(*it);
                requested += 1;
            }
            progress.set_in_background(false);
            let Some(prepared) = preparation.next(cancelled) else { break };
            progress.set_in_background(true);
            match prepared.and_then(|prepared| ask(&prepared, answers, &save)) {
                Ok((figures, ended)) => {
                    found.endgames.extend(figures);
                    gone += usize::from(ended.is_some());
                    ended.into_iter().for_each(fail);
                }
                Err(error) => fail(format!("{error:#}")),
            }
            save(answers)?;
            progress.next();
            if cancelled.load(Ordering::Relaxed) {
                break;
            }
        }
        progress.finish();
        Ok(found)
    }
}

/// Returns the answers of the run that `--resume` names, if any, so that more can be added.
pub(super) fn resumed<A>(
    args: &JudgeArgs,
    read: impl FnOnce(&mut BufReader<File>) -> Result<A, RunError>,
    accepts: impl FnOnce(&A) -> Result<(), RunError>,
) -> Result<Option<A>> {
    let Some(path) = &args.resume else { return Ok(None) };
    let answers = read_file(path, read)?;
    accepts(&answers).with_context(|| path.display().to_string())?;
    Ok(Some(answers))
}
