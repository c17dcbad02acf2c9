//! Statistics of whole tables: positions by a counting convention, results and distances, mutual
//! zugzwangs.
//!
//! Statistics use this module, and so do rules that are asked about every position. A [`Selection`]
//! states which stored positions a convention counts, and how often.

mod counting;
mod helpmates;
mod selection;
mod stats;
mod zugzwang;

pub use counting::{Counting, CountingError};
pub use helpmates::{ByColour, HelpmateSideStats, HelpmateStats, Longest, helpmate_stats};
pub use selection::{ClassLanes, Classes, Selection, for_each_lane};
pub use stats::{Distance, SideStats, Stats, ZugzwangKinds, stats, stats_of_windows};
pub use zugzwang::{MutualZugzwang, ZugzwangKind, both_legal, mutual_zugzwangs};
