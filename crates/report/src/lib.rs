//! Verdicts, tuning reports and differences as documents for people and programs.
//!
//! Every function returns a whole document; printing and writing files is the caller's work. A new
//! format is a new file and a variant of [`Format`]. The public modules hold the parts that reports
//! about other subjects, such as engines, share.
//!
//! ```
//! use drawproof_recognizers::for_endgame;
//! use drawproof_report::{Format, TextStyle, text};
//! use drawproof_tables::NormalMaterial;
//! use drawproof_verifier::{Asker, Builtin, Options, Run, Verification};
//!
//! let krk = "KRK".parse::<NormalMaterial>()?;
//! let tables = drawproof_generator::solve_closure(&[krk], &())?;
//! let (rule, options) = (Builtin(for_endgame("KRK").expect("there is a rule")), Options::default());
//! let verdict = Verification::new(krk, &tables, &options).run(Asker::Function(&rule))?.verdict;
//!
//! let run = Run::new(options.counting, vec![verdict]);
//! assert!(text(&run, TextStyle::default()).contains("KRK"));
//! let json = Format::Json.run(&run, TextStyle::default());
//! assert!(json.contains("\"sound\": true"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod changes_words;
mod claim_words;
pub mod escape;
mod format;
pub mod github;
pub mod html;
mod json;
pub mod junit;
pub mod markdown;
mod scope;
mod text;
mod tuning_words;
pub mod words;
pub mod wrap;

pub use format::Format;
pub use github::github;
pub use html::{STYLE, html};
pub use json::{diff_json, json, tuning_json};
pub use junit::junit;
pub use markdown::{diff_markdown, markdown, tuning_markdown};
pub use scope::domain_sentence;
pub use text::{diff_text, text, tuning_text};
pub use words::{claim_in_words, counted, grouped, percent};
pub use wrap::{TextStyle, WIDTH_DEFAULT, visible_width, wrapped};
