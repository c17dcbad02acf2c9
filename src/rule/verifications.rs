//! The verification of a rule for some endgames, as it is done in this process or in that of a library.

use std::{ops::Range, path::PathBuf};

use anyhow::{Context, Result};
use drawproof_board::fen;
use drawproof_features::{Library, Men};
use drawproof_miner::patterns::{ExceptionLists, ScopedPatterns};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Asker, Exceptions, Options, Outcome, Part, Recording, Sample, Subject, Verdict, Verification,
    subject::{Plugin, Program},
};
use serde::{Deserialize, Serialize};

use super::asked::filtered;
use crate::{environment::Environment, truths::truths};

/// The work of verifying a rule in some endgames, with the options of the verification.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Verifications {
    /// The endgames in the order of the work.
    pub endgames: Vec<NormalMaterial>,
    /// The range of chunks of questions to ask in each endgame; `None` for all chunks.
    pub chunks: Option<Vec<Range<usize>>>,
    /// The exceptions to add to the rule, if any.
    pub exceptions: Option<Vec<ScopedPatterns>>,
    pub options: Options,
    /// The folder for counterexamples, with one file for each endgame, named after it.
    pub dumps: Option<PathBuf>,
    /// Positions of games as FENs, with the number of times that each was met. If present, the rule
    /// is asked about these positions only.
    pub met: Option<Vec<(String, u64)>>,
}

/// The findings of a verification in one endgame.
#[derive(Serialize, Deserialize)]
pub enum Found {
    /// The findings in all chunks. The recording goes to a file of its own.
    Whole(Verdict, #[serde(skip)] Option<Recording>),
    /// The findings in some chunks.
    Part(Part),
}

impl Found {
    /// Returns the findings in all chunks. Panics if only some chunks were asked about.
    pub fn outcome(self) -> Outcome {
        match self {
            Found::Whole(verdict, recording) => Outcome { verdict, recording },
            Found::Part(_) => unreachable!("all chunks were asked about"),
        }
    }

    /// Returns the findings in some chunks. Panics if all chunks were asked about.
    pub fn part(self) -> Part {
        match self {
            Found::Whole(..) => unreachable!("some chunks were asked about"),
            Found::Part(part) => part,
        }
    }
}

/// The source of a rule's answers: a function, a shared library or a program.
pub enum Answerer<'r> {
    Function(Box<dyn Subject + 'r>),
    Plugin(&'r Plugin),
    Program(Program),
}

impl Verifications {
    /// Returns the work of verifying all positions of some endgames.
    pub fn new(endgames: &[NormalMaterial], options: &Options) -> Verifications {
        Verifications {
            endgames: endgames.to_vec(),
            options: options.clone(),
            ..Verifications::default()
        }
    }

    /// Returns the work that remains after the first `done` endgames.
    pub fn after(&self, done: usize) -> Verifications {
        let endgames = self.endgames[done..].to_vec();
        let chunks = self.chunks.as_ref().map(|it| it[done..].to_vec());
        Verifications { endgames, chunks, ..self.clone() }
    }

    /// Verifies the endgames one after another, with the rule that `answerer` returns. Calls `take`
    /// with the findings in each endgame.
    ///
    /// # Errors
    ///
    /// Fails if `take` fails.
    pub fn each<'r>(
        &self,
        answerer: impl Fn(NormalMaterial) -> Result<Answerer<'r>>,
        environment: &Environment,
        mut take: impl FnMut(NormalMaterial, Result<Found>) -> Result<()>,
    ) -> Result<()> {
        environment.progress.expect_rules(&self.endgames);
        for (number, &endgame) in self.endgames.iter().enumerate() {
            let found = answerer(endgame).and_then(|rule| self.one(number, &rule, environment));
            take(endgame, found)?;
            environment.progress.next();
        }
        environment.progress.finish();
        Ok(())
    }

    /// Verifies the rule in endgame `number`.
    fn one(&self, number: usize, rule: &Answerer, environment: &Environment) -> Result<Found> {
        let Verifications { endgames, chunks, exceptions, options, dumps, met } = self;
        let (endgame, store) = (endgames[number], &*environment.store);
        let name = endgame.to_string();
        let lists = exceptions.as_ref().map(|it| -> Result<ExceptionLists> {
            let men = Men::of_endgame(&name).context("an endgame has a name")?;
            Ok(ExceptionLists::new(&Library::for_fixes(men), it))
        });
        let lists = lists.transpose()?;
        let dump = dumps.as_ref().map(|folder| folder.join(&name));
        let progress = store.progress();
        let asker = match rule {
            Answerer::Function(rule) => Asker::Function(&**rule),
            Answerer::Plugin(plugin) => Asker::Function(*plugin),
            Answerer::Program(program) => Asker::Program(program),
        };
        filtered(endgame, options.condition.as_deref(), options.truth, store, |filter| {
            let verification = Verification::new(endgame, store, options)
                .about(filter)
                .followed_by(&progress)
                .with_exceptions(lists.as_ref().map(|it| it as &dyn Exceptions))
                .dumped_to(dump.as_deref());
            let outcome = match (chunks, options.sample, met) {
                (Some(chunks), ..) => {
                    return Ok(Found::Part(verification.part(asker, chunks[number].clone())?));
                }
                (None, _, Some(met)) => {
                    let board = |(fen, times): &(String, u64)| Ok((fen::parse(fen)?, *times));
                    let positions = met.iter().map(board).collect::<Result<Vec<_>>>()?;
                    let size = positions.len() as u64;
                    let truths = truths(endgame, Sample { size, seed: 0 }, environment)?;
                    verification.listed(asker, &positions, &*truths)?
                }
                (None, None, None) => verification.run(asker)?,
                (None, Some(sample), None) => {
                    let truths = truths(endgame, sample, environment)?;
                    verification.sample(asker, sample, &*truths)?
                }
            };
            Ok(Found::Whole(outcome.verdict, outcome.recording))
        })
    }
}
