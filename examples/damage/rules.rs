//! Damaged files of learned rules and of exact outcomes, and forged ones whose checksums are right.

use std::{fs, path::Path};

use drawproof_features::{Library, Men, rule_file};
use drawproof_miner::{
    emit::{self, Language},
    exact,
};
use drawproof_tables::progress::Steps;
use twox_hash::XxHash3_64;

use crate::{Outcome, damage::damaged, random::Random};

/// The folder of the learned rules.
const RULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/recognizers/src/learned");

/// The endgame of the exact outcomes.
const EXACT: &str = "KRK";

/// Intact files of one kind, which end with a checksum of all earlier bytes.
pub struct Files {
    sound: Vec<Vec<u8>>,
    checksum: fn(&[u8]) -> u64,
    /// Reads a file and uses it. Returns whether it is valid.
    read: fn(&[u8]) -> bool,
}

impl Files {
    /// Returns the files of the program's learned rules.
    pub fn of_rules() -> Files {
        let entries = fs::read_dir(Path::new(RULES)).expect("the folder of the learned rules");
        let paths = entries.map(|entry| entry.expect("a file").path());
        let rules = paths.filter(|path| path.extension().is_some_and(|name| name == "rule"));
        let mut sound: Vec<Vec<u8>> = rules.map(|path| fs::read(path).expect("a rule")).collect();
        sound.sort();
        Files { sound, checksum: fnv, read: read_rule }
    }

    /// Returns a file of exact outcomes, learned from the table of [`EXACT`].
    pub fn of_exact(tables: &drawproof_tables::TableSet) -> Files {
        let table = tables.iter().find(|table| table.material().to_string() == EXACT);
        let (table, progress) = (table.expect("it was solved"), &());
        let library = Library::new(Men::of_endgame(EXACT).expect("an endgame"));
        let steps = Steps { progress, endgame: table.material() };
        let learned = exact::learn(table, &library, steps);
        Files { sound: vec![learned.bytes], checksum: XxHash3_64::oneshot, read: read_exact }
    }

    /// Reads a damaged file; reading it must fail.
    pub fn damaged(&self, random: &mut Random) -> Result<Outcome, String> {
        let bytes = damaged(random.file(&self.sound), random.file(&self.sound), random);
        match ((self.read)(&bytes), self.sound.contains(&bytes)) {
            (true, true) => Ok(Outcome::Accepted),
            (false, false) => Ok(Outcome::Refused),
            (true, false) => Err("the damage is not noticed".into()),
            (false, true) => Err("a sound file is refused".into()),
        }
    }

    /// Reads a forged file. It must be refused, or yield a usable rule.
    pub fn forged(&self, random: &mut Random) -> Result<Outcome, String> {
        let cut = |file: &[u8]| file[..file.len() - 8].to_vec();
        let (sound, other) = (cut(random.file(&self.sound)), cut(random.file(&self.sound)));
        let mut bytes = damaged(&sound, &other, random);
        let checksum = (self.checksum)(&bytes);
        bytes.extend(checksum.to_le_bytes());
        Ok(if (self.read)(&bytes) { Outcome::Accepted } else { Outcome::Refused })
    }
}

fn read_rule(bytes: &[u8]) -> bool {
    let Ok(rule) = rule_file::read(bytes) else { return false };
    let library = Library::new(Men::of_endgame(&rule.endgame).expect("a rule is of an endgame"));
    emit::source(&rule, &library, Language::C);
    true
}

fn read_exact(bytes: &[u8]) -> bool {
    exact::Exact::from_bytes(bytes).is_ok_and(|exact| exact.parts_bytes().0 > 0)
}

/// Returns the 64-bit FNV-1a hash, the checksum of rules.
fn fnv(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
