//! Markdown for pull requests and wikis.

mod changes;
mod run;
mod tuning;

pub use changes::diff_markdown;
pub use run::markdown;
pub use tuning::tuning_markdown;

/// A part that readers unfold.
pub fn folded(out: &mut String, title: &str, part: impl FnOnce(&mut String)) {
    out.push_str(&format!("\n<details><summary>{title}</summary>\n\n"));
    part(out);
    out.push_str("\n</details>\n");
}
