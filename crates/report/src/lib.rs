//! Verdicts, tuning reports and differences as documents for people and programs.
//!
//! Every function returns a whole document; printing and writing files is the caller's work. A new
//! format is a new file and a variant of [`Format`]; differences and tuning, which fewer formats have,
//! are a file each. The public modules hold the parts that reports about other subjects, such as
//! engines, share.
//!
//! ```
//! use drawproof_recognizers::for_endgame;
//! use drawproof_report::{Format, TextStyle};
//! use drawproof_tables::NormalMaterial;
//! use drawproof_verifier::{Asker, Builtin, Options, Run, Verification};
//!
//! let krk = "KRK".parse::<NormalMaterial>()?;
//! let tables = drawproof_generator::solve_closure(&[krk], &())?;
//! let (rule, options) = (Builtin(for_endgame("KRK").expect("there is a rule")), Options::default());
//! let verdict = Verification::new(krk, &tables, &options).run(Asker::Function(&rule))?.verdict;
//!
//! let run = Run::new(options.counting, vec![verdict]);
//! assert!(Format::Text.run(&run, TextStyle::default()).contains("KRK"));
//! let json = Format::Json.run(&run, TextStyle::default());
//! assert!(json.contains("\"sound\": true"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod branches;
mod changes;
pub mod ci;
pub mod escape;
pub mod html;
pub mod intervals;
mod json;
pub mod markdown;
mod notes;
mod place;
mod text;
mod tuning;
mod verdicts;
pub mod words;
pub mod wrap;

use drawproof_verifier::{
    Diff, Run, Verdict,
    tune::{Branches, Tuning},
};

pub use branches::near_miss_sentence;
pub use html::STYLE;
pub use place::Place;
pub use verdicts::domain_sentence;
pub use words::{claim_in_words, counted, grouped, numbered, percent, white_to_move};
pub use wrap::{TextStyle, WIDTH_DEFAULT, visible_width, wrapped};

use self::{
    changes::{diff_markdown, diff_text},
    ci::{github, junit},
    html::html,
    json::{diff_json, family_tuning_json, json, tuning_json},
    markdown::markdown,
    text::text,
    tuning::{family_tuning_markdown, family_tuning_text, tuning_markdown, tuning_text},
};

/// A document format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text for people at a terminal.
    Text,
    /// JSON with stable keys for programs.
    Json,
    /// Markdown for pull requests and wikis.
    Markdown,
    /// JUnit XML for CI servers.
    Junit,
    /// GitHub workflow commands.
    Github,
    /// One self-contained HTML page.
    Html,
}

impl Format {
    /// All formats, in the order of the help text.
    pub const ALL: [Format; 6] =
        [Format::Text, Format::Json, Format::Markdown, Format::Junit, Format::Github, Format::Html];

    /// The formats for reports without a verdict, such as differences. CI formats need one.
    pub const WITHOUT_VERDICT: [Format; 3] = [Format::Text, Format::Json, Format::Markdown];

    /// Returns the format's name on the command line, and its readers, for the help text.
    pub fn name_and_readers(self) -> (&'static str, &'static str) {
        match self {
            Format::Text => ("text", "For people at a terminal"),
            Format::Json => ("json", "For programs: one document"),
            Format::Markdown => ("markdown", "For pull requests and wikis"),
            Format::Junit => ("junit", "For CI servers: JUnit XML"),
            Format::Github => ("github", "For GitHub workflows: annotations and a summary"),
            Format::Html => ("html", "For browsers: one page, no network"),
        }
    }

    /// Renders the verdicts of a run in this format.
    pub fn run(self, run: &Run, style: TextStyle) -> String {
        match self {
            Format::Text => text(run, style),
            Format::Json => json(run),
            Format::Markdown => markdown(run),
            Format::Junit => junit(run),
            Format::Github => github(run),
            Format::Html => html(run, &[]),
        }
    }

    /// Renders the tuning report of a rule, with at most `limit` groups of missed draws. Formats
    /// for CI servers get the verdict on the rule instead.
    pub fn tuning(
        self,
        verdict: &Verdict,
        tuning: &Tuning,
        limit: usize,
        style: TextStyle,
    ) -> String {
        let run = || Run::new(verdict.counting, vec![verdict.clone()]);
        match self {
            Format::Text => tuning_text(verdict, tuning, limit, style),
            Format::Json => tuning_json(verdict, tuning),
            Format::Markdown => tuning_markdown(verdict, tuning, limit),
            Format::Junit => junit(&run()),
            Format::Github => github(&run()),
            Format::Html => html(&run(), std::slice::from_ref(tuning)),
        }
    }

    /// Renders the branches of a rule in several endgames. Formats for CI servers and browsers get
    /// the verdicts instead.
    pub fn family_tuning(self, run: &Run, branches: Option<&Branches>, style: TextStyle) -> String {
        match self {
            Format::Text => family_tuning_text(run, branches, style),
            Format::Json => family_tuning_json(run, branches),
            Format::Markdown => family_tuning_markdown(run, branches),
            Format::Junit | Format::Github | Format::Html => self.run(run, style),
        }
    }

    /// Renders the differences between two runs; `None` for a format that needs a verdict.
    pub fn changes(self, diffs: &[Diff], style: TextStyle) -> Option<String> {
        match self {
            Format::Text => Some(diff_text(diffs, style)),
            Format::Json => Some(diff_json(diffs)),
            Format::Markdown => Some(diff_markdown(diffs)),
            Format::Junit | Format::Github | Format::Html => None,
        }
    }
}
