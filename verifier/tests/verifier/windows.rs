//! Values that are in memory one window after the other lead to the verdict that all of them lead to.

use std::{error::Error, sync::Arc};

use drawproof_generator::solve_closure;
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{
    Metric, NormalMaterial, Placement, PlainTable, TableSet, TableSource, Value, Windows,
    file::{Table, pack},
    probe::{ProbeError, Values},
};
use drawproof_verifier::{Asker, Counting, Options, Predicate, Verdict, Verification, chunks_of};

use super::shared::material;

/// Tables, that of one endgame in a file that is read window by window.
struct Streamed {
    tables: TableSet,
    file: Arc<Table<Vec<u8>>>,
}

impl Values for Streamed {
    fn metric(&self) -> Metric {
        Metric::Dtm
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        self.tables.value(material, placement)
    }
}

impl TableSource for Streamed {
    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn Error + Send + Sync>> {
        self.tables.table(material)
    }

    fn windows(&self, material: NormalMaterial) -> Result<Windows, Box<dyn Error + Send + Sync>> {
        assert_eq!(material, self.file.material());
        Ok(self.file.windows()?)
    }
}

/// The verdict but for times.
fn shown(mut verdict: Verdict) -> String {
    (verdict.seconds, verdict.nanoseconds_per_call) = (0.0, 0.0);
    format!("{verdict:?}")
}

#[test]
fn the_verdict_does_not_depend_on_the_windows() {
    let endgame = material("KNNKN");
    let tables = solve_closure(&[endgame], &()).unwrap();
    let file = Table::new(pack(tables.get(endgame).unwrap(), 1), "KNNKN").unwrap();
    let streamed = Streamed { tables: tables.clone(), file: Arc::new(file) };
    let rule = Predicate::new("often drawn", &[], |position: &Position| {
        let sum = position.kind.iter().fold(0_u64, |sum, set| sum.wrapping_mul(31) ^ set);
        (if sum % 3 > 0 { Claim::DRAW } else { Claim::NONE }, 0)
    });
    // One image of a position with either side to move, and several images, of which one side is enough.
    for (counting, domain) in [(Counting::Unique, ""), (Counting::Core10, "white-to-move")] {
        let options = Options { counting, domain: domain.parse().unwrap(), ..Options::default() };
        let of = |source: &dyn TableSource| {
            Verification::new(endgame, source, &options)
                .run(Asker::Function(&rule))
                .unwrap()
                .verdict
        };
        let expected = of(&tables);
        assert!(!expected.counterexamples.is_empty() && !expected.is_sound());
        let expected = shown(expected);
        if counting == Counting::Core10 {
            assert_eq!(shown(of(&streamed)), expected);
            continue;
        }
        // A part that ends within a side, and one of both sides.
        let chunks = chunks_of(endgame, counting);
        let ranges = [0..chunks / 3, chunks / 3..chunks / 2 + 5, chunks / 2 + 5..chunks];
        let parts = ranges.map(|range| {
            Verification::new(endgame, &streamed, &options)
                .part(Asker::Function(&rule), range)
                .unwrap()
        });
        let merged =
            Verification::new(endgame, &streamed, &options).conclude(parts.into()).unwrap();
        assert_eq!(shown(merged.verdict), expected);
    }
}
