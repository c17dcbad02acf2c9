//! Files of saved judgements.
//!
//! A file in parts: the JSON of the settings, and for each endgame the JSON of its sample and its
//! blocks of answers.

use std::io::{self, Read, Write};

use drawproof_tables::{MEN_MAX, MEN_MIN, Material};
use drawproof_verifier::saved_file::{FileKind, Parts};
use serde::{Deserialize, Serialize};

use super::{
    block::Block,
    run::{EndgameRun, Run, RunError, RunSettings, SampleOf},
};

/// Saved judgements.
pub(super) static SAVED_JUDGEMENT: FileKind = FileKind {
    magic: "drawproof judgement 1\n",
    part_bytes_max: 1 << 28,
    noun: "saved judgement",
    made_by: "drawproof judge --save",
};

/// The header of a file.
#[derive(Serialize, Deserialize)]
struct Header {
    settings: RunSettings,
    /// The number of endgames.
    endgames: u64,
}

/// Returns whether a file that begins with `first_bytes` is a saved judgement, of any version.
pub fn is_run(first_bytes: &[u8]) -> bool {
    SAVED_JUDGEMENT.is_begun_by(first_bytes)
}

/// Writes a run. The bytes do not depend on the order in which answers were added.
///
/// # Errors
///
/// Fails if `out` fails.
pub fn write_run(run: &Run, out: &mut impl Write) -> io::Result<()> {
    out.write_all(SAVED_JUDGEMENT.magic.as_bytes())?;
    let header = Header { settings: run.settings().clone(), endgames: run.endgames.len() as u64 };
    SAVED_JUDGEMENT.write_part(&serde_json::to_vec(&header).expect("settings have text"), out)?;
    for endgame in &run.endgames {
        let sample = serde_json::to_vec(&endgame.sample).expect("a sample has text");
        SAVED_JUDGEMENT.write_part(&sample, out)?;
        for block in &endgame.blocks {
            SAVED_JUDGEMENT.write_part(&block.packed(), out)?;
        }
    }
    out.flush()
}

/// Reads a saved run.
///
/// # Errors
///
/// Fails if the file is not a saved judgement, is damaged, or cannot be read.
pub fn read_run(input: &mut impl Read) -> Result<Run, RunError> {
    let mut parts = SAVED_JUDGEMENT.open(input)?;
    let header: Header = serde_json::from_slice(&parts.part()?)
        .map_err(|_| SAVED_JUDGEMENT.damaged("its settings cannot be read"))?;
    let mut run = Run::new(header.settings);
    for _ in 0..header.endgames {
        let endgame = endgame(&mut parts)?;
        if run.endgame(endgame.name()).is_some() {
            return Err(SAVED_JUDGEMENT.damaged("an endgame occurs twice").into());
        }
        run.endgames.push(endgame);
    }
    parts.end()?;
    Ok(run)
}

fn endgame(parts: &mut Parts<'_, impl Read>) -> Result<EndgameRun, RunError> {
    let sample: SampleOf = serde_json::from_slice(&parts.part()?)
        .map_err(|_| SAVED_JUDGEMENT.damaged("a sample cannot be read"))?;
    let material: Result<Material, _> = sample.endgame.parse();
    if !material.is_ok_and(|m| (MEN_MIN..=MEN_MAX).contains(&m.men())) {
        return Err(SAVED_JUDGEMENT.damaged("an endgame has no table").into());
    }
    if sample.positions > sample.of || usize::try_from(sample.positions).is_err() {
        return Err(SAVED_JUDGEMENT.damaged("a sample has more positions than there are").into());
    }
    let blocks = (sample.positions as usize).div_ceil(Block::POSITIONS);
    let mut endgame = EndgameRun { sample, blocks: Vec::new() };
    for number in 0..blocks {
        let block = Block::unpack(parts.part()?, endgame.block_length(number));
        endgame
            .blocks
            .push(block.ok_or_else(|| SAVED_JUDGEMENT.damaged("a block does not unpack"))?);
    }
    Ok(endgame)
}
