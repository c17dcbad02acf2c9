//! Games that an engine plays against perfect play: does it win what is won, and hold what is drawn?
//!
//! The engine begins in positions of the table that are won for it, or drawn and still to be lost. Its
//! opponent plays from the tables: lost, it resists as long as it can; drawn, it sets traps; and
//! whatever the engine gives away it takes. The fifty-move rule and threefold repetition hold.
//!
//! Reading order: [`starts`] (where games begin), [`Defence`] (how the opponent plays), [`Game`] (one
//! game), [`Play`] (the figures of many), [`Games`] (many, saved and resumed), [`PlayReport`].

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
