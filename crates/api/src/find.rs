//! `/find`: sample positions of an endgame. `/stats`: its counts and mutual zugzwangs.

use std::str::FromStr;

use drawproof_board::{Color, Square};
use drawproof_tables::{
    FIFTY_MOVES_PLIES, Placement, PlainTable, Value,
    census::{
        Counting, MutualZugzwang, Selection, Stats, ZugzwangKind, both_legal, for_each_lane,
        mutual_zugzwangs, stats,
    },
    mixing::mixed,
    parallel,
    positions::Shuffled,
};
use serde::Serialize;

/// The maximum number of positions in an answer.
const FENS_MAX: u64 = 20;

/// A kind of position to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FindKind {
    /// Mutual zugzwangs: placements in which having the move is worse for both sides.
    Zugzwang,
    /// Won and lost positions at a given distance to mate.
    Mate,
    /// Wins that the fifty-move rule turns into draws. The search for them needs a table of
    /// distances to zeroing.
    Cursed,
}

impl FindKind {
    /// Returns whether the search needs a table of distances to zeroing.
    pub fn needs_zeroing(self) -> bool {
        self == FindKind::Cursed
    }
}

/// The error for a word that names no kind of position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' cannot be looked for: zugzwang, mate or cursed")]
pub struct FindKindError(String);

impl FromStr for FindKind {
    type Err = FindKindError;

    fn from_str(word: &str) -> Result<FindKind, FindKindError> {
        Ok(match word {
            "zugzwang" => FindKind::Zugzwang,
            "mate" => FindKind::Mate,
            "cursed" => FindKind::Cursed,
            other => return Err(FindKindError(other.chars().take(40).collect())),
        })
    }
}

/// The parameters of a search for positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The kind of positions to find.
    pub kind: FindKind,
    /// The distance in plies to mate, or to zeroing for [`FindKind::Cursed`]: odd for wins and even
    /// for losses of the side to move. `None` selects the longest win. Zugzwangs have no distance.
    pub plies: Option<u16>,
    /// The side to move, where White is the first side of the endgame's name; `None` for either
    /// side.
    pub side: Option<Color>,
    /// The random seed that selects which of the positions found are returned.
    pub seed: u64,
}

/// The answer of `/find`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The name of the endgame, such as `KRKN`.
    pub endgame: String,
    /// The kind of the positions found.
    pub kind: FindKind,
    /// The distance in plies of the positions found; `None` for zugzwangs, or if there is no such
    /// position.
    pub plies: Option<u16>,
    /// The number of positions found; symmetric positions count once.
    pub found: u64,
    /// The FENs of at most 20 of the positions found, which are drawn at random with the seed.
    pub fens: Vec<String>,
}

/// Finds positions in a table, which must hold distances to zeroing for [`FindKind::Cursed`], and
/// distances to mate for the other kinds. Runs on the current rayon pool.
pub fn find(table: &PlainTable, wanted: &Wanted) -> Found {
    let search = Search { table, selection: Selection::new(table.layout(), Counting::Unique) };
    let plies = match wanted.kind {
        FindKind::Zugzwang => None,
        _ => wanted.plies.or_else(|| search.longest_win(wanted)),
    };
    let mut found = Found {
        endgame: table.material().to_string(),
        kind: wanted.kind,
        plies,
        found: 0,
        fens: Vec::new(),
    };
    if plies.is_none() && wanted.kind != FindKind::Zugzwang {
        return found;
    }
    let outers = table.layout().outer_count();
    let counts = parallel::map_ranges(outers, outers.div_ceil(256), |range| {
        let mut count = 0;
        search.visit(range.clone(), wanted, plies, &mut |_, _| count += 1);
        (range, count)
    });
    found.found = counts.iter().map(|(_, count)| count).sum();
    let shown = found.found.min(FENS_MAX);
    let ranks = Shuffled::new(found.found, wanted.seed).first(shown);
    let mut ranks = ranks.into_iter().peekable();
    let mut before = 0;
    for (range, count) in counts {
        if ranks.peek().is_some_and(|rank| *rank < before + count) {
            let mut rank = before;
            search.visit(range, wanted, plies, &mut |side, index| {
                if ranks.next_if_eq(&rank).is_some() {
                    found.fens.push(search.fen(side, index, wanted.seed ^ rank));
                }
                rank += 1;
            });
        }
        before += count;
    }
    // The seed also decides the order.
    let turn = mixed(wanted.seed) as usize % found.fens.len().max(1);
    found.fens.rotate_left(turn);
    found
}

/// A search through a table.
struct Search<'a> {
    table: &'a PlainTable,
    selection: Selection,
}

impl Search<'_> {
    /// Visits the wanted positions in a range of king pairs or slices, in the order of the table.
    fn visit(
        &self,
        outers: std::ops::Range<usize>,
        wanted: &Wanted,
        plies: Option<u16>,
        visit: &mut dyn FnMut(Color, usize),
    ) {
        let table = self.table;
        let metric = table.metric();
        let words = 1 << (6 * (table.layout().digits() - 1));
        for word in outers.start * words..outers.end * words {
            if wanted.kind == FindKind::Zugzwang {
                for_each_lane(both_legal(table, &self.selection, word), |lane| {
                    let index = word * 64 + lane;
                    let [white, black] = Color::ALL.map(|side| table.value(side, index));
                    if self.selection.lanes(word, 1 << lane) != 0
                        && ZugzwangKind::of(white, black).is_some()
                    {
                        visit(wanted.side.unwrap_or(Color::White), index);
                    }
                });
                continue;
            }
            for side in sides(wanted.side) {
                let legal = table.legal(side)[word];
                if legal == 0 {
                    continue;
                }
                for_each_lane(legal, |lane| {
                    let index = word * 64 + lane;
                    let value = table.value(side, index);
                    if value != Value::Draw
                        && metric.plies(value) == plies
                        && is_wanted(wanted, value, plies)
                        && self.selection.lanes(word, 1 << lane) != 0
                    {
                        visit(side, index);
                    }
                });
            }
        }
    }

    /// Returns the longest distance among the wanted wins.
    fn longest_win(&self, wanted: &Wanted) -> Option<u16> {
        let table = self.table;
        let metric = table.metric();
        let layout = table.layout();
        let longest = parallel::map_ranges(layout.words(), 1 << 12, |words| {
            let mut longest = None;
            for word in words {
                for side in sides(wanted.side) {
                    for_each_lane(table.legal(side)[word], |lane| {
                        let value = table.value(side, word * 64 + lane);
                        if matches!(value, Value::Win(_)) {
                            longest = longest.max(metric.plies(value));
                        }
                    });
                }
            }
            longest
        });
        let longest = longest.into_iter().flatten().max();
        longest.filter(|plies| wanted.kind != FindKind::Cursed || *plies > FIFTY_MOVES_PLIES)
    }

    /// Returns the FEN of an image of a stored position.
    fn fen(&self, side: Color, index: usize, seed: u64) -> String {
        let layout = self.table.layout();
        let images = layout.images(index >> (6 * layout.digits()));
        let image = images[mixed(seed) as usize % images.len()];
        let squares: Vec<Square> =
            layout.squares(index).iter().map(|&square| image.square(square)).collect();
        Placement::new(layout, &squares, side).to_fen()
    }
}

/// Returns whether a decisive value is of the wanted kind and at the distance `plies`.
fn is_wanted(wanted: &Wanted, value: Value, plies: Option<u16>) -> bool {
    match wanted.kind {
        FindKind::Cursed => {
            matches!(value, Value::Win(_)) && plies.is_some_and(|plies| plies > FIFTY_MOVES_PLIES)
        }
        _ => true,
    }
}

fn sides(side: Option<Color>) -> impl Iterator<Item = Color> {
    Color::ALL.into_iter().filter(move |color| side.is_none_or(|side| side == *color))
}

/// The maximum number of listed mutual zugzwangs.
const ZUGZWANGS_MAX: usize = 1000;

/// The answer of `/stats`, with the keys of `drawproof stats --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatsDocument {
    /// The counts of positions by result and distance.
    #[serde(flatten)]
    pub stats: Stats,
    /// The first thousand mutual zugzwangs, in the order of the table.
    pub zugzwangs: Vec<MutualZugzwang>,
}

/// Returns the statistics of a table by a counting convention, with its mutual zugzwangs. Runs on
/// the current rayon pool.
pub fn stats_document(table: &PlainTable, counting: Counting) -> StatsDocument {
    let stats = stats(table, counting);
    let mut zugzwangs = mutual_zugzwangs(table, counting);
    zugzwangs.truncate(ZUGZWANGS_MAX);
    StatsDocument { stats, zugzwangs }
}
