//! The verdict on a rule for a family of endgames.

use serde::{Deserialize, Serialize};

use super::tally::Tally;

/// The endgames of one family that a rule was verified for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FamilyVerdict {
    /// The family, such as `KBP+K`.
    pub name: String,
    /// The maximum number of men of its endgames.
    pub men: usize,
    /// The endgames that were verified.
    pub endgames: Vec<String>,
    /// The endgames that the rule is not about.
    pub not_applied: Vec<String>,
    /// The endgames that could not be verified.
    pub not_verified: Vec<String>,
    /// Whether all endgames were verified and are sound.
    pub is_sound: bool,
    /// The counts of all endgames, without positions with an en-passant right.
    pub total: Tally,
    /// The counts of positions with an en-passant right.
    pub en_passant: Tally,
}
