//! Learned trees and lists of patterns as source code or JSON.

mod inputs;
mod json;
mod language;
mod list;

use drawproof_features::{
    Library,
    emit::{c, rust},
    learned::LearnedRule,
};

pub use inputs::Board;
pub use language::Language;
pub use list::{List, Purpose};

/// A learned rule in a language; `library` holds the features of its endgame.
pub fn source(rule: &LearnedRule, library: &Library, language: Language) -> String {
    match language {
        Language::C => c::source(rule, library, false),
        Language::Cpp => c::source(rule, library, true),
        Language::Rust => rust::source(rule, library),
        Language::Json => json::source(rule, library),
    }
}
