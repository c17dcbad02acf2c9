//! Proves or refutes draw rules: asks a rule about every legal position of an endgame, compares its
//! claims with a perfect table, and returns incorrect claims and missed draws.
//!
//! For authors of draw rules. A [`Verification`] asks a [`Subject`] (a built-in rule, a function, a
//! shared library), a [`subject::Program`] or a [`ColumnRule`], and returns a [`Verdict`] with counts,
//! counterexamples with mating lines, and the figures for tuning. Nothing in this crate prints,
//! exits or reads the environment.
//!
//! | module | contents |
//! |---|---|
//! | [`subject`] | rules under verification: built-in, shared library, program; exceptions |
//! | `enumerate` | every position of an endgame: counting conventions, batches, en-passant rights |
//! | `findings` | claims against results: counts, patterns, features, the verdict |
//! | `verify` | one verification from the first question to the verdict |
//! | [`tune`] | ablation, best sound subset of the patterns |
//! | `record` | saved runs and the differences between two of them |
//! | [`audit`] | the proof that a table is right |
//! | [`certificate`] | tables and claims for a checker that shares nothing with this |
//! | `tables` | table sources, mating lines |
//! | `position` | FEN, boards, symmetry |
//! | `sample` | reproducible samples |
//! | `shard` | the share of one of several processes |
//!
//! # Example
//!
//! A built-in rule is proved, a wrong one refuted:
//!
//! ```
//! use drawproof_generator::solve_closure;
//! use drawproof_recognizers::{Claim, Position, for_endgame};
//! use drawproof_tables::NormalMaterial;
//! use drawproof_verifier::{Asker, Builtin, Class, Options, Predicate, Verification};
//!
//! let krk = "KRK".parse::<NormalMaterial>()?;
//! let tables = solve_closure(&[krk], &())?;
//! let verification = Verification::new(krk, &tables, &Options::default());
//!
//! let rule = Builtin(for_endgame("KRK").expect("there is a rule for KRK"));
//! let verdict = verification.run(Asker::Function(&rule))?.verdict;
//! assert!(verdict.is_sound());
//!
//! let wrong = Predicate::new("always a draw", &[], |_: &Position| (Claim::DRAW, 0));
//! let verdict = verification.run(Asker::Function(&wrong))?.verdict;
//! assert_eq!(verdict.total().incorrect, verdict.total().decisive);
//! // Quiet positions come first, positions with a mate on the board last.
//! assert_eq!(verdict.counterexamples[0].class, Class::Quiet);
//! assert_eq!(verdict.counterexamples[9].dtm, Some(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod audit;
pub mod certificate;
mod enumerate;
mod findings;
mod position;
mod record;
mod sample;
mod shard;
pub mod subject;
mod tables;
pub mod tune;
mod verify;

pub use drawproof_tables::{census::Counting, positions::Sample};
pub use enumerate::{
    Batch, Class, ClassCounts, Condition, Domain, DomainError, FiftyMoveRule, Filter, LaneResults,
    TrueResult, TrueValue, TruthKind, Truths, Words, chunks_of, class_of,
};
pub use findings::{
    Asymmetry, ClaimCounts, ClaimKind, ColourResult, Compared, Counterexample, Example,
    FamilyVerdict, IncorrectAtDistance, KindCounts, Met, Moved, Options, PatternTally, Row, Run,
    Sampled, Scope, Tally, Unexplained, Verdict, WrongKind, WrongOfBranch, first_to_move,
};
pub use position::{board_of, fen_of, write_fen};
pub use record::{
    Baseline, BaselineError, Change, Changed, Claimed, Diff, DiffError, Header, KindChange, Label,
    Recording, diff, read_recordings, saved_file, write_dumps, write_recordings,
};
pub use shard::{Shard, ShardError, Work};
pub use subject::{
    Answers, Builtin, Claims, ColumnRule, Exceptions, Fault, Halved, Part as ClaimPart,
    PositionColumns, Predicate, Reason, Reasons, Role, Subject,
};
pub use tables::{Line, TableHashes, mating_line, proving_line};
pub use verify::{Asker, Outcome, Part, PartsError, Verification, VerifyError};
