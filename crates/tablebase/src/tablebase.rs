//! The tablebase: tables of all metrics, and answers from them.

#[cfg(feature = "solve")]
use std::sync::Arc;
use std::{
    fs,
    path::{Path, PathBuf},
};

use drawproof_board::Board;
#[cfg(feature = "solve")]
use drawproof_session::budget::cache_bytes;
use drawproof_syzygy::{Syzygy, SyzygyError};
use drawproof_tables::{
    MEN_MAX, MEN_MIN, Metric, MoveKinds, NormalMaterial, Shelf,
    file::Folder,
    probe::{self, ProbeError, Values},
};

#[cfg(feature = "solve")]
use crate::solver::{Solver, Threads};
use crate::{
    answer::{Answer, AnswerSource, MetricValues, MoveAnswer},
    error::{Error, Illegal},
    position::Position,
    source::Source,
};

/// The memory limit of [`Tablebase::in_memory`], in bytes: enough for every endgame of four men,
/// and for most endgames of five men without pawns.
#[cfg(feature = "solve")]
const MEMORY_BYTES: u64 = 1 << 30;

/// Endgame tables, shared by any number of threads.
///
/// ```
/// use drawproof_tablebase::{Position, Tablebase, Wdl};
///
/// let tablebase = Tablebase::in_memory();
/// let position: Position = "8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1".parse()?;
/// std::thread::scope(|scope| {
///     for _ in 0..4 {
///         scope.spawn(|| assert_eq!(tablebase.probe(position).unwrap().result, Wdl::Draw));
///     }
/// });
/// # Ok::<(), drawproof_tablebase::Error>(())
/// ```
pub struct Tablebase {
    /// At most one source per metric, in the order of [`Metric::ALL`].
    sources: Vec<Source>,
    folder: Option<PathBuf>,
    syzygy: Option<Syzygy>,
}

/// The options of a [`Tablebase`].
///
/// ```
/// use drawproof_tablebase::{Metric, Options, Position};
///
/// // Distances to mate and DTZ, both solved, in at most 256 MiB and on two threads.
/// let metrics = [Metric::Dtm, Metric::Dtz];
/// let options = Options::new().metrics(&metrics).solve_within(256 << 20).threads(2);
/// let position: Position = "8/8/8/8/8/1k6/3R4/K7 b - - 0 1".parse()?;
/// let answer = options.open()?.probe(position)?;
/// assert_eq!((answer.dtm, answer.dtz, answer.dtc), (Some(-28), Some(-28), None));
/// # Ok::<(), drawproof_tablebase::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    folder: Option<PathBuf>,
    metrics: Option<Vec<Metric>>,
    syzygy: Vec<PathBuf>,
    #[cfg(feature = "solve")]
    memory_bytes: Option<u64>,
    #[cfg(feature = "solve")]
    threads: usize,
    #[cfg(feature = "solve")]
    on_solve: Option<fn(&str)>,
}

impl Options {
    /// Returns options without a folder and without solving.
    pub fn new() -> Options {
        Options::default()
    }

    /// Probes the files of a folder. The folder is searched when an endgame is first probed; files
    /// that are written later are not seen.
    #[must_use]
    pub fn folder(self, path: impl Into<PathBuf>) -> Options {
        Options { folder: Some(path.into()), ..self }
    }

    /// Restricts answers to these metrics. By default, all metrics of the folder are answered, and
    /// distances to mate are solved.
    #[must_use]
    pub fn metrics(self, metrics: &[Metric]) -> Options {
        Options { metrics: Some(metrics.to_vec()), ..self }
    }

    /// Lets Syzygy's tables in these folders answer where no other table is available. They have
    /// results and distances to zeroing, of up to seven men. [`Answer::source`] says which tables
    /// answered.
    #[must_use]
    pub fn syzygy<P: Into<PathBuf>>(self, folders: impl IntoIterator<Item = P>) -> Options {
        Options { syzygy: folders.into_iter().map(Into::into).collect(), ..self }
    }

    /// Solves endgames that have no file. Tables and working memory take at most `memory_bytes`,
    /// which the metrics share evenly. Solved tables stay in memory until their memory is needed.
    #[cfg(feature = "solve")]
    #[must_use]
    pub fn solve_within(self, memory_bytes: u64) -> Options {
        Options { memory_bytes: Some(memory_bytes), ..self }
    }

    /// Sets the number of threads that solve; 0, the default, selects one per processor.
    #[cfg(feature = "solve")]
    #[must_use]
    pub fn threads(self, threads: usize) -> Options {
        Options { threads, ..self }
    }

    /// Calls `call` with each endgame before it is solved; for tests of failures.
    #[cfg(feature = "solve")]
    #[doc(hidden)]
    #[must_use]
    pub fn on_solve(self, call: fn(&str)) -> Options {
        Options { on_solve: Some(call), ..self }
    }

    /// Makes the tablebase. No file is opened yet.
    ///
    /// # Errors
    ///
    /// [`Error::System`] if the folder does not exist or cannot be listed, [`Error::Syzygy`] if a
    /// folder of Syzygy's tables cannot.
    pub fn open(self) -> Result<Tablebase, Error> {
        if let Some(path) = &self.folder {
            let listed = fs::read_dir(path);
            listed.map_err(|cause| Error::System {
                action: "open the folder",
                path: path.clone(),
                cause,
            })?;
        }
        let syzygy = match &self.syzygy[..] {
            [] => None,
            folders => Some(Syzygy::open(folders.iter().map(PathBuf::as_path))?),
        };
        Ok(Tablebase { syzygy, ..self.build() })
    }

    fn build(self) -> Tablebase {
        let folder = self.folder.as_ref().map_or_else(Folder::none, Folder::new);
        let is_answered =
            |metric: &Metric| self.metrics.as_ref().is_none_or(|metrics| metrics.contains(metric));
        let answered = Metric::ALL.into_iter().filter(is_answered);
        let shelf = Shelf::new(folder).of_lasting_folder();
        #[cfg(feature = "solve")]
        let shelf = match self.memory_bytes {
            Some(bytes) => shelf.with_cache_bytes(cache_bytes(bytes)),
            None => shelf,
        };
        let sources = answered.map(|metric| Source::new(shelf.of_metric(metric)));
        #[cfg(feature = "solve")]
        let sources = {
            let all = self.metrics.as_deref().unwrap_or(&[Metric::Dtm]);
            let count =
                Metric::ALL.into_iter().filter(|metric| all.contains(metric)).count() as u64;
            let threads = Arc::new(Threads::new(self.threads));
            sources.map(move |source| match self.memory_bytes {
                Some(bytes) if all.contains(&source.metric()) => {
                    let (threads, on_solve) = (threads.clone(), self.on_solve);
                    source.solving(|shelf| Solver::new(shelf, bytes / count, threads, on_solve))
                }
                _ => source,
            })
        };
        Tablebase { sources: sources.collect(), folder: self.folder.clone(), syzygy: None }
    }
}

impl Tablebase {
    /// Opens the tables of a folder that `drawproof generate` wrote, in all metrics of the folder.
    /// Nothing is solved; KPK, KRK and KQK need no file.
    ///
    /// # Errors
    ///
    /// [`Error::System`] if the folder does not exist or cannot be listed.
    pub fn open(folder: impl AsRef<Path>) -> Result<Tablebase, Error> {
        Options::new().folder(folder.as_ref()).open()
    }

    /// Makes a tablebase without files, which solves each endgame by distance to mate when it is
    /// first probed, in at most 1 GiB of memory. Four men take milliseconds, five men seconds to
    /// minutes.
    #[cfg(feature = "solve")]
    pub fn in_memory() -> Tablebase {
        Options::new().solve_within(MEMORY_BYTES).build()
    }

    /// Returns the answer about a position, from all metrics that have a table of its endgame.
    ///
    /// # Errors
    ///
    /// - [`Error::Illegal`], [`Error::CastlingRights`] and [`Error::TooManyMen`] if the position
    ///   cannot be probed
    /// - [`Error::NoTable`] if no metric has a table
    /// - [`Error::Damaged`] and [`Error::System`] if a file cannot be read
    /// - [`Error::Memory`] and [`Error::Unsolvable`] if the endgame cannot be solved
    #[inline]
    pub fn probe(&self, position: impl Into<Position>) -> Result<Answer, Error> {
        let position = position.into();
        match self.values(&position) {
            Ok(values) => self.answer(&values, &position),
            Err(error) => self.by_syzygy(&position, error),
        }
    }

    /// Returns the answer of Syzygy's tables about a position; `error` states why other tables have
    /// none.
    #[cold]
    fn by_syzygy(&self, position: &Position, error: Error) -> Result<Answer, Error> {
        let is_missing = matches!(
            error,
            Error::NoTable { .. }
                | Error::TooManyMen { .. }
                | Error::Memory { .. }
                | Error::Unsolvable { .. }
        );
        let Some(syzygy) = self.syzygy.as_ref().filter(|_| is_missing) else { return Err(error) };
        match syzygy.value(&position.board()?) {
            Ok(value) => Ok(value.into()),
            Err(SyzygyError::Missing { .. }) if position.men() <= MEN_MAX => Err(error),
            Err(SyzygyError::Position(_)) => {
                Err(Error::TooManyMen { men: position.men(), men_max: drawproof_syzygy::MEN_MAX })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the legal moves, best first, with the answers about the positions after them. The
    /// list is empty for a mate or stalemate.
    ///
    /// Moves are ordered by result, under the fifty-move rule if there is DTZ. Quick wins come
    /// before slow wins, and slow losses before quick losses; distances are those of the first of
    /// DTM, DTZ and DTC that all moves have. If Syzygy's tables have the position, all answers come
    /// from them.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::probe`]; the tables after captures and promotions are needed too.
    pub fn moves(&self, position: impl Into<Position>) -> Result<Vec<MoveAnswer>, Error> {
        let position = position.into();
        let board = position.board()?;
        let by_syzygy = match &self.syzygy {
            Some(_) => self.probe(position)?.source == AnswerSource::Syzygy,
            None => false,
        };
        let mut moves = Vec::new();
        for (mv, after) in probe::successors(&board) {
            let (values, answer) = match self.syzygy.as_ref().filter(|_| by_syzygy) {
                Some(syzygy) => (MetricValues::default(), syzygy.value(&after)?.into()),
                None => {
                    let after = Position::from(&after);
                    let values = self.values(&after)?;
                    let answer = self.answer(&values, &after)?;
                    (values, answer)
                }
            };
            let san = drawproof_board::notation::display_san_move(&board, mv);
            moves.push((values, MoveAnswer { mv, san, answer }));
        }
        // Only values that all moves have can be compared.
        let within_rule = moves.iter().all(|(_, mv)| mv.answer.fifty.is_some());
        let has = |metric: &Metric| moves.iter().all(|(values, _)| values.get(*metric).is_some());
        let by = Metric::ALL.into_iter().find(has);
        moves.sort_by_key(|(values, MoveAnswer { mv, answer, .. })| {
            let after = by.and_then(|metric| Some((metric, values.get(metric)?)));
            let ranks = after.map(|(metric, after)| {
                let kind = MoveKinds::new(&board, *mv).of_metric();
                (-metric.before(kind, after).rank(), after.rank())
            });
            // Quick wins come first, then slow losses. A capture or pawn move has a distance of
            // one.
            let by_zeroing = answer.dtz.filter(|_| by_syzygy).map(|plies| {
                let zeroing = MoveKinds::new(&board, *mv).zeroing;
                (-if zeroing { plies.signum() } else { plies }, 0)
            });
            let ranks = ranks.or(by_zeroing);
            let fifty = answer.fifty.filter(|_| within_rule);
            (fifty, answer.result, ranks, mv.from, mv.to, mv.promotion)
        });
        Ok(moves.into_iter().map(|(_, answer)| answer).collect())
    }

    /// Returns the first of [`Tablebase::moves`]; `None` for a mate or stalemate.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::moves`].
    pub fn best_move(&self, position: impl Into<Position>) -> Result<Option<MoveAnswer>, Error> {
        Ok(self.moves(position)?.into_iter().next())
    }

    /// Returns an optimal line to mate by DTM: the winner plays the quickest win, the loser the
    /// longest loss. The line is empty for a draw and for a mate.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::moves`]; [`Error::NoTable`] if there is no DTM table.
    pub fn line(&self, position: impl Into<Position>) -> Result<Vec<drawproof_board::Move>, Error> {
        let position = position.into();
        let board = position.board()?;
        let dtm = self.sources.iter().find(|source| source.metric() == Metric::Dtm);
        let line = match dtm {
            Some(source) => probe::line(&board, source),
            None => Err(no_table(&board)),
        };
        line.map_err(|error| self.error(&position, error))
    }

    /// Opens or solves an endgame, such as `KRPKR`, and all endgames that its captures and
    /// promotions lead to, so that later probes need not.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::probe`]; [`Error::EndgameName`] if the text is not the name of an endgame.
    pub fn prepare(&self, endgame: &str) -> Result<(), Error> {
        let material = endgame.parse::<NormalMaterial>()?;
        for material in material.closure() {
            if material.get().men() < MEN_MIN {
                continue;
            }
            let mut found = false;
            for source in &self.sources {
                found |= source.prepare(material)?;
            }
            if !found {
                let (endgame, folder) = (material.to_string(), self.folder.clone());
                return Err(Error::NoTable { endgame, folder });
            }
        }
        Ok(())
    }

    /// Returns the endgames of a metric that have a file, sorted by name.
    ///
    /// # Errors
    ///
    /// [`Error::System`] if the folder cannot be listed.
    pub fn endgames(&self, metric: Metric) -> Result<Vec<String>, Error> {
        let Some(source) = self.sources.iter().find(|source| source.metric() == metric) else {
            return Ok(Vec::new());
        };
        let files = source.folder().list()?;
        Ok(files.into_iter().map(|material| material.to_string()).collect())
    }

    /// Returns the values of a position by metric. At least one is present.
    #[inline]
    fn values(&self, position: &Position) -> Result<MetricValues, Error> {
        position.check()?;
        let men = position.men();
        if position.en_passant().is_some() && men <= MEN_MAX {
            let board = position.board()?;
            return self.collect(position, |source| probe::probe(&board, source));
        }
        match men {
            ..MEN_MIN => match position.illegality() {
                Some(illegal) => Err(illegal.into()),
                None => Ok(MetricValues::drawn(self.sources.iter().map(Source::metric))),
            },
            MEN_MIN..=MEN_MAX => {
                let (material, placement) = position.placement().normalise();
                self.collect(position, |source| source.value(material, &placement))
            }
            _ => match probe::by_rules(&position.board()?) {
                Some(value) => self.collect(position, |_| Ok(value)),
                None => Err(Error::TooManyMen { men, men_max: MEN_MAX }),
            },
        }
    }

    /// Collects the values that `probe` returns for each metric. A metric without a table is left
    /// out; if no metric has a table, that is an error.
    #[inline]
    fn collect(
        &self,
        position: &Position,
        probe: impl Fn(&Source) -> Result<drawproof_tables::Value, ProbeError>,
    ) -> Result<MetricValues, Error> {
        let mut values = MetricValues::default();
        let mut missing = None;
        for source in &self.sources {
            match probe(source) {
                Ok(value) => values.set(source.metric(), value),
                Err(ProbeError::NoTable(material)) => {
                    missing.get_or_insert(ProbeError::NoTable(material));
                }
                Err(error) => return Err(self.error(position, error)),
            }
        }
        match missing.filter(|_| values.first().is_none()) {
            Some(error) => Err(self.error(position, error)),
            None => Ok(values),
        }
    }

    #[inline]
    fn answer(&self, values: &MetricValues, position: &Position) -> Result<Answer, Error> {
        values.answer(position.halfmove_clock()).ok_or_else(|| {
            let (material, _) = position.placement().normalise();
            Error::NoTable { endgame: material.to_string(), folder: self.folder.clone() }
        })
    }

    /// Converts the error of a probe: adds the folder, and the reason why `position` is illegal.
    #[cold]
    fn error(&self, position: &Position, error: ProbeError) -> Error {
        match error {
            ProbeError::Illegal(_) => position.illegality().unwrap_or(Illegal::Men).into(),
            ProbeError::NoTable(material) => {
                Error::NoTable { endgame: material.to_string(), folder: self.folder.clone() }
            }
            other => other.into(),
        }
    }
}

/// Returns the error that there is no table for the men on the board.
fn no_table(board: &Board) -> ProbeError {
    ProbeError::NoTable(drawproof_tables::Placement::from(board).normalise().0)
}
