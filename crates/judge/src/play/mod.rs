//! Games of an engine against perfect play, to measure whether it wins won positions and holds
//! drawn ones.
//!
//! The engine begins in positions that are won for it, or drawn and still possible to lose. Its
//! opponent plays from the tables. A lost opponent resists as long as possible, an equal one sets
//! traps, and it takes every result that the engine gives away. The fifty-move rule and threefold
//! repetition apply.
//!
//! Reading order: [`starts`] (the first positions), [`Defence`] (the opponent's choice), [`Game`]
//! (one game), [`Play`] (the figures of many), [`Games`] (many, saved and resumed), [`PlayReport`].

mod asking;
mod changes;
mod compare;
mod defence;
mod figures;
mod game;
mod measure;
mod record;
mod report;
mod start;

pub use asking::Playing;
pub use compare::{ComparedGames, GamesComparison};
pub use defence::Defence;
pub use figures::{
    Announced, EndgamePlay, Ends, MateSearch, MatesAt, OverMate, Play, PlayJudgement, SlowestGame,
    Thrown,
};
pub use game::{Clock, End, Game};
pub use record::{Games, GamesOf, PlaySettings, is_games, read_games, write_games};
pub use report::PlayReport;
pub use start::{Start, starts};
