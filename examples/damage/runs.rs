//! Damaged saved runs, and forged ones whose checksums are right.

use drawproof_tables::TableSet;
use drawproof_verifier::{Recording, diff, read_recordings};
use twox_hash::XxHash3_64;

use crate::{Outcome, damage::damaged, random::Random};

/// The size in bytes of the file header: the magic line and the number of recordings.
const HEAD_BYTES: usize = 20;

/// Intact saved runs, each of one endgame.
pub struct Runs {
    files: Vec<Vec<u8>>,
    sound: Vec<Recording>,
    /// Tables for the lines of changed claims.
    tables: TableSet,
}

impl Runs {
    /// Creates the runs from the bytes of their files. `tables` holds the tables needed to compare
    /// runs.
    pub fn new(files: Vec<Vec<u8>>, tables: TableSet) -> Runs {
        let read = |file: &Vec<u8>| read_recordings(&mut &file[..]).expect("it is sound");
        let sound = files.iter().flat_map(read).collect();
        Runs { files, sound, tables }
    }

    /// Reads a damaged run; reading it must fail.
    pub fn damaged(&self, random: &mut Random) -> Result<Outcome, String> {
        let sound = random.file(&self.files);
        let bytes = damaged(sound, random.file(&self.files), random);
        match read_recordings(&mut &bytes[..]) {
            Err(_) => Ok(Outcome::Refused),
            Ok(_) if self.files.contains(&bytes) => Ok(Outcome::Accepted),
            Ok(_) => Err("the damage is not noticed".into()),
        }
    }

    /// Reads a forged run. It must be refused, or be comparable with another run.
    pub fn forged(&self, random: &mut Random) -> Result<Outcome, String> {
        let file = random.file(&self.files);
        let mut forged = file[..HEAD_BYTES].to_vec();
        let parts = parts(file);
        let chosen = random.below(parts.len().min(3));
        for (number, part) in parts.iter().enumerate() {
            let part = if number == chosen {
                self.forged_part(part, number, random)
            } else {
                part.to_vec()
            };
            forged.extend((part.len() as u32).to_le_bytes());
            forged.extend(XxHash3_64::oneshot(&part).to_le_bytes());
            forged.extend(part);
        }
        let Ok(runs) = read_recordings(&mut &forged[..]) else { return Ok(Outcome::Refused) };
        let mut outcome = Outcome::Refused;
        for run in &runs {
            let (old, new) = if random.below(2) == 0 { (run, run) } else { (&self.sound[0], run) };
            if diff(old, new, 3, &self.tables).is_ok() {
                outcome = Outcome::Accepted;
            }
        }
        Ok(outcome)
    }

    fn forged_part(&self, part: &[u8], number: usize, random: &mut Random) -> Vec<u8> {
        if number == 0 || random.below(4) == 0 {
            return damaged(part, part, random);
        }
        let plain = match random.below(8) {
            0 => vec![random.next() as u8; 1 << random.below(28)],
            _ => {
                let plain = zstd::bulk::decompress(part, 1 << 24).expect("it is sound");
                damaged(&plain, &plain, random)
            }
        };
        zstd::bulk::compress(&plain, 1).expect("it can be packed")
    }
}

/// Returns the sections of a file without their lengths and checksums.
fn parts(file: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut left = &file[HEAD_BYTES..];
    while let Some((length, rest)) = left.split_first_chunk() {
        let (part, rest) = rest[8..].split_at(u32::from_le_bytes(*length) as usize);
        parts.push(part);
        left = rest;
    }
    parts
}
