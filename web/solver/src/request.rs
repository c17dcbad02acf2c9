//! Requests of the page and their answers, as JSON documents.

use drawproof_board::Color;
use drawproof_tables::{Material, Metric, NormalMaterial};
use serde_json::{Value, json};

use crate::{
    checksum::checksum,
    store::{Progress, Store},
};

/// What answers requests: the solved tables.
#[derive(Debug)]
pub struct Solver {
    mates: Store,
}

impl Default for Solver {
    /// Without tables.
    fn default() -> Solver {
        Solver { mates: Store::new(Metric::Dtm) }
    }
}

/// Why a request is not answered: the status of HTTP that a server would answer with, and a sentence.
struct Refusal(u16, String);

impl Solver {
    /// The answer to a request `{"method": NAME, "args": [...]}`: `{"result": ...}`, or `{"error":
    /// {"status", "message"}}` with a status of HTTP.
    pub fn answer(&mut self, request: &[u8], progress: Progress) -> String {
        let answer = match self.result(request, progress) {
            Ok(result) => json!({ "result": result }),
            Err(Refusal(status, message)) => {
                json!({ "error": { "status": status, "message": message } })
            }
        };
        answer.to_string()
    }

    fn result(&mut self, request: &[u8], progress: Progress) -> Result<Value, Refusal> {
        let request: Value =
            serde_json::from_slice(request).map_err(|error| Refusal(400, error.to_string()))?;
        let argument = |number: usize| {
            let argument = request["args"][number].as_str();
            argument.ok_or_else(|| Refusal(400, format!("argument {number} is missing")))
        };
        match request["method"].as_str() {
            Some("solve") => self.solve(argument(0)?, progress),
            Some("forget") => {
                self.mates.clear();
                Ok(Value::Null)
            }
            Some("checksums") => self.checksums(argument(0)?, progress),
            _ => Err(Refusal(404, format!("there is no method {}", request["method"]))),
        }
    }

    /// Solves an endgame: its name, and the tables that are solved now.
    fn solve(&mut self, endgame: &str, progress: Progress) -> Result<Value, Refusal> {
        let material = endgame_named(endgame)?;
        let table = self.mates.table(material, progress).map_err(refuse)?;
        let positions: u64 = Color::ALL.into_iter().map(|side| table.legal_count(side)).sum();
        let tables = self.mates.tables().iter().count();
        Ok(json!({ "endgame": material.to_string(), "positions": positions, "tables": tables }))
    }

    /// The checksums of an endgame's table, White to move and Black to move, in hexadecimal.
    fn checksums(&mut self, endgame: &str, progress: Progress) -> Result<Value, Refusal> {
        let table = self.mates.table(endgame_named(endgame)?, progress).map_err(refuse)?;
        let sums = Color::ALL.map(|side| format!("{:016x}", checksum(&table, side)));
        Ok(json!(sums))
    }
}

fn endgame_named(name: &str) -> Result<NormalMaterial, Refusal> {
    let material = name.parse::<Material>().map_err(|error| Refusal(400, error.to_string()))?;
    Ok(material.normalise().0)
}

fn refuse(error: impl ToString) -> Refusal {
    Refusal(400, error.to_string())
}
