//! Requests of the page and their answers, as JSON documents.

use std::sync::Arc;

use drawproof_api::{
    FindKind, GameDocument, GameError, MainlineError, Tables, Wanted, find, mainline, read_fen,
    read_game, rules, standard, stats_document, write_game,
};
use drawproof_board::{Board, Color};
use drawproof_tables::{
    MEN_MIN, MaterialError, Metric, NormalMaterial, Placement, PlainTable, SOLVABLE_MEN_MAX,
    census::Counting,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    checksum::checksum,
    store::{Progress, Step, Store, StoreError, Work},
};

/// The memory limit in bytes for tables and for solving the next one.
const BYTES_MAX: u64 = 600_000_000;

/// Answers requests from tables that it solves and keeps.
#[derive(Debug)]
pub struct Solver {
    mates: Store,
    zeroing: Store,
    helpmates: Store,
}

impl Default for Solver {
    /// Creates a solver without tables.
    fn default() -> Solver {
        let [mates, zeroing, helpmates] =
            [Metric::Dtm, Metric::Dtz, Metric::Helpmate].map(Store::new);
        Solver { mates, zeroing, helpmates }
    }
}

/// The reason why a request is not answered: an HTTP status and a sentence.
struct Refusal(u16, String);

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        let status = match error {
            StoreError::Solve(_) => 404,
            StoreError::TooLarge { .. } => 413,
        };
        Refusal(status, error.to_string())
    }
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Refusal {
        Refusal(400, error.to_string())
    }
}

/// The method and the arguments of a request.
struct Request(Value);

impl Request {
    fn text(&self, number: usize) -> Result<&str, Refusal> {
        let argument = self.0["args"][number].as_str();
        argument.ok_or_else(|| Refusal(400, format!("argument {number} is not a text")))
    }

    /// Returns an option in the object after the first argument; null if it is missing.
    fn option(&self, name: &str) -> &Value {
        &self.0["args"][1][name]
    }

    fn board(&self) -> Result<Board, Refusal> {
        read_fen(self.text(0)?).map_err(|error| Refusal(400, error.to_string()))
    }

    fn game(&self) -> Result<GameDocument, Refusal> {
        GameDocument::deserialize(&self.0["args"][0])
            .map_err(|error| Refusal(400, error.to_string()))
    }

    fn endgame(&self) -> Result<NormalMaterial, Refusal> {
        self.text(0)?.parse().map_err(|error: MaterialError| Refusal(400, error.to_string()))
    }
}

impl Solver {
    /// Answers a request `{"method": NAME, "args": [...]}` with `{"result": ...}`, or with
    /// `{"error": {"status": ..., "message": ...}}`, where the status is an HTTP status code.
    pub fn answer(&mut self, request: &[u8], progress: Progress) -> String {
        match self.result(request, progress) {
            Ok(result) => format!("{{\"result\":{result}}}"),
            Err(Refusal(status, message)) => {
                json!({ "error": { "status": status, "message": message } }).to_string()
            }
        }
    }

    fn result(&mut self, request: &[u8], progress: Progress) -> Result<String, Refusal> {
        let request: Value =
            serde_json::from_slice(request).map_err(|error| Refusal(400, error.to_string()))?;
        let request = Request(request);
        match request.0["method"].as_str().unwrap_or_default() {
            "standard" => self.standard(&request, progress),
            "mainline" => self.mainline(&request, progress),
            "rules" => self.rules(&request, progress),
            "stats" => self.stats(&request, progress),
            "find" => self.find(&request, progress),
            "solve" => self.solve(&request, progress),
            "checksums" => self.checksums(&request, progress),
            "read_game" => document(&read_game(request.text(0)?)?),
            "write_game" => document(&write_game(&request.game()?)?),
            "about" => document(&json!({
                "program": "drawproof",
                "version": env!("CARGO_PKG_VERSION"),
                "source": "browser",
                "men": SOLVABLE_MEN_MAX,
                "memory_bytes": BYTES_MAX,
                "table_bytes": self.bytes(),
            })),
            other => {
                Err(Refusal(404, format!("the solver in the browser has no method '{other}'")))
            }
        }
    }

    /// Returns a position and its moves. The arguments are a FEN and, optionally, `{"dtz": false}`
    /// to leave out the distances to zeroing, which take longer to solve than mates alone, or
    /// `{"can_mate": true}` for the helpmates.
    fn standard(&mut self, request: &Request, progress: Progress) -> Result<String, Refusal> {
        let board = request.board()?;
        let zeroing = request.option("dtz").as_bool().unwrap_or(true);
        let helpmates = request.option("can_mate").as_bool().unwrap_or(false);
        let tables = self.tables_of(&board, zeroing, helpmates, progress)?;
        document(&standard(&board, &tables).map_err(|error| Refusal(500, error.to_string()))?)
    }

    /// Returns the line of best play. The argument is a FEN.
    fn mainline(&mut self, request: &Request, progress: Progress) -> Result<String, Refusal> {
        let board = request.board()?;
        if is_solvable(&board) {
            let (material, _) = Placement::from(&board).normalise();
            self.solve_zeroing(material, progress)?;
        }
        let tables = self.tables_of(&board, true, false, progress)?;
        let line = mainline(&board, &tables).map_err(|error| match error {
            MainlineError::NoTable(_) => Refusal(404, error.to_string()),
            MainlineError::Source(_) => Refusal(500, error.to_string()),
        })?;
        document(&line)
    }

    /// Returns the claims of the built-in rules, with reasons. The argument is a FEN.
    fn rules(&mut self, request: &Request, progress: Progress) -> Result<String, Refusal> {
        let board = request.board()?;
        let tables = self.tables_of(&board, false, false, progress)?;
        document(&rules(&board, &tables).map_err(|error| Refusal(500, error.to_string()))?)
    }

    /// Returns the counts of an endgame. The arguments are its name and, optionally, `{"counting":
    /// "full"}`.
    fn stats(&mut self, request: &Request, progress: Progress) -> Result<String, Refusal> {
        let counting = match request.option("counting").as_str() {
            Some(word) => {
                word.parse::<Counting>().map_err(|error| Refusal(400, error.to_string()))?
            }
            None => Counting::default(),
        };
        let table = self.solve_mates(request.endgame()?, progress)?;
        document(&stats_document(&table, counting))
    }

    /// Returns sample positions of an endgame. The arguments are its name and `{"kind", "plies",
    /// "side", "seed"}`; all but the kind are optional.
    fn find(&mut self, request: &Request, progress: Progress) -> Result<String, Refusal> {
        let kind = match request.option("kind").as_str() {
            Some(word) => {
                word.parse::<FindKind>().map_err(|error| Refusal(400, error.to_string()))?
            }
            None => FindKind::Zugzwang,
        };
        let plies = match request.option("plies") {
            Value::Null => None,
            plies => Some(
                plies
                    .as_u64()
                    .and_then(|plies| plies.try_into().ok())
                    .ok_or_else(|| Refusal(400, "'plies' is a number of plies".into()))?,
            ),
        };
        let side = match request.option("side").as_str() {
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            None | Some("") => None,
            Some(_) => return Err(Refusal(400, "'side' is w or b".into())),
        };
        let seed = request.option("seed").as_u64().unwrap_or_default();
        let material = request.endgame()?;
        let table = if kind.needs_zeroing() {
            self.solve_zeroing(material, progress)?
        } else {
            self.solve_mates(material, progress)?
        };
        document(&find(&table, &Wanted { kind, plies, side, seed }))
    }

    /// Returns the size of all tables in bytes.
    fn bytes(&self) -> u64 {
        [&self.mates, &self.zeroing, &self.helpmates].map(Store::bytes).into_iter().sum()
    }

    /// Solves an endgame. The arguments are its name and, optionally, a metric, `dtm` or `dtz`.
    fn solve(&mut self, request: &Request, progress: Progress) -> Result<String, Refusal> {
        let material = request.endgame()?;
        let table = match request.0["args"][1].as_str() {
            Some("dtz") => self.solve_zeroing(material, progress)?,
            _ => self.solve_mates(material, progress)?,
        };
        let positions: u64 = Color::ALL.into_iter().map(|side| table.legal_count(side)).sum();
        let tables = self.mates.tables().iter().chain(self.zeroing.tables().iter()).count();
        let bytes = self.bytes();
        document(&json!({
            "endgame": material.to_string(),
            "positions": positions,
            "tables": tables,
            "table_bytes": bytes,
        }))
    }

    /// Returns the hexadecimal checksums of an endgame's table of mates, for White to move and for
    /// Black to move.
    fn checksums(&mut self, request: &Request, progress: Progress) -> Result<String, Refusal> {
        let table = self.solve_mates(request.endgame()?, progress)?;
        document(&Color::ALL.map(|side| format!("{:016x}", checksum(&table, side))))
    }

    /// Returns the tables of a board's endgame and of all endgames that it leads to. `None` if
    /// there are too many men. Distances to zeroing and helpmates are included only if they fit
    /// beside the mates.
    fn tables_of(
        &mut self,
        board: &Board,
        zeroing: bool,
        helpmates: bool,
        progress: Progress,
    ) -> Result<Tables<'_>, Refusal> {
        if !is_solvable(board) {
            return Ok(self.tables());
        }
        let (material, _) = Placement::from(board).normalise();
        // One total for the tables of all metrics.
        let of_mates = self.mates.work(material);
        let of_zeroing = if zeroing { self.zeroing.work(material) } else { Work::default() };
        let of_helpmates = if helpmates { self.helpmates.work(material) } else { Work::default() };
        let total = of_mates.and(of_zeroing).and(of_helpmates);
        let after = |before: Work| {
            move |step: Step| progress(Step { done: before.and(step.done), total, ..step })
        };
        self.solve_mates(material, &after(Work::default()))?;
        let zeroing = zeroing && self.solve_zeroing(material, &after(of_mates)).is_ok();
        let before = of_mates.and(of_zeroing);
        let helpmates = helpmates && self.solve_helpmates(material, &after(before)).is_ok();
        let Tables { dtz, helpmates: of_helpmates, .. } = self.tables();
        let dtz = dtz.filter(|_| zeroing);
        let helpmates = of_helpmates.filter(|_| helpmates);
        Ok(Tables { dtz, helpmates, ..self.tables() })
    }

    /// Solves an endgame by distances to mate. Other tables are dropped if necessary.
    fn solve_mates(
        &mut self,
        material: NormalMaterial,
        progress: Progress,
    ) -> Result<Arc<PlainTable>, StoreError> {
        let Solver { mates, zeroing, helpmates } = self;
        let room = BYTES_MAX.saturating_sub(zeroing.bytes() + helpmates.bytes());
        match mates.table(material, room, progress) {
            Err(StoreError::TooLarge { .. }) => {
                helpmates.keep_only(&[]);
                zeroing.keep_only(&[]);
                mates.table(material, BYTES_MAX, progress)
            }
            other => other,
        }
    }

    /// Solves an endgame by distances to zeroing, without dropping its tables of mates.
    fn solve_zeroing(
        &mut self,
        material: NormalMaterial,
        progress: Progress,
    ) -> Result<Arc<PlainTable>, StoreError> {
        let Solver { mates, zeroing, helpmates } = self;
        let room = BYTES_MAX.saturating_sub(mates.bytes() + helpmates.bytes());
        match zeroing.table(material, room, progress) {
            Err(StoreError::TooLarge { .. }) => {
                helpmates.keep_only(&[]);
                mates.keep_only(&material.closure());
                zeroing.table(material, BYTES_MAX.saturating_sub(mates.bytes()), progress)
            }
            other => other,
        }
    }

    /// Solves the helpmates of an endgame in the memory that the other tables leave.
    fn solve_helpmates(
        &mut self,
        material: NormalMaterial,
        progress: Progress,
    ) -> Result<Arc<PlainTable>, StoreError> {
        let room = BYTES_MAX.saturating_sub(self.mates.bytes() + self.zeroing.bytes());
        self.helpmates.table(material, room, progress)
    }

    fn tables(&self) -> Tables<'_> {
        Tables {
            dtm: Some(self.mates.tables()),
            dtz: Some(self.zeroing.tables()),
            dtc: None,
            helpmates: Some(self.helpmates.tables()),
            syzygy: None,
        }
    }
}

/// Returns whether a position has few enough men to be solved.
fn is_solvable(board: &Board) -> bool {
    (MEN_MIN..=SOLVABLE_MEN_MAX).contains(&(board.occupied().len() as usize))
}

fn document(document: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(document).map_err(|error| Refusal(500, error.to_string()))
}
