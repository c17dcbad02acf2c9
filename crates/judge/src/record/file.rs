//! Files of saved judgements.
//!
//! A file is a magic line, the JSON of the settings, and for each endgame the JSON of its sample and
//! its blocks of answers. Each part is preceded by its length (4 bytes) and checksum (8 bytes),
//! little-endian.

use std::io::{self, Read, Write};

use drawproof_tables::{MEN_MIN, Material, SOLVABLE_MEN_MAX};
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::{
    block::Block,
    error::RunError,
    run::{EndgameRun, Run, RunSettings, SampleOf},
};

/// The first bytes of a saved judgement; the digit is the format's version.
const MAGIC: &[u8] = b"drawproof judgement 1\n";

/// The part of the first bytes that all versions have.
const MAGIC_OF_ALL: usize = b"drawproof judgement ".len();

/// The maximum length of a part in bytes; a file with a longer one is damaged.
const PART_BYTES_MAX: u32 = 1 << 28;

/// The first part of a file.
#[derive(Serialize, Deserialize)]
struct Header {
    settings: RunSettings,
    /// The number of endgames.
    endgames: u64,
}

/// Whether a file begins like a saved judgement of any version.
pub fn is_run(first_bytes: &[u8]) -> bool {
    first_bytes.starts_with(&MAGIC[..MAGIC_OF_ALL])
}

/// Writes a run. The bytes depend on the answers alone, not on the order in which they came.
///
/// # Errors
///
/// `out` fails.
pub fn write_run(run: &Run, out: &mut impl Write) -> io::Result<()> {
    out.write_all(MAGIC)?;
    let header = Header { settings: run.settings().clone(), endgames: run.endgames.len() as u64 };
    write_part(&serde_json::to_vec(&header).expect("settings have text"), out)?;
    for endgame in &run.endgames {
        write_part(&serde_json::to_vec(&endgame.sample).expect("a sample has text"), out)?;
        for block in &endgame.blocks {
            write_part(&block.packed(), out)?;
        }
    }
    out.flush()
}

/// Reads a run.
///
/// # Errors
///
/// The file is not a saved judgement, is damaged, or cannot be read.
pub fn read_run(input: &mut impl Read) -> Result<Run, RunError> {
    let mut magic = [0; MAGIC.len()];
    match input.read_exact(&mut magic) {
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
        Ok(()) if magic == MAGIC => {}
        Ok(()) if is_run(&magic) => return Err(RunError::Version),
        _ => return Err(RunError::Foreign),
    }
    let header: Header = serde_json::from_slice(&part(input)?)
        .map_err(|_| RunError::Damaged("its settings are none"))?;
    let mut run = Run::new(header.settings);
    for _ in 0..header.endgames {
        let endgame = endgame(input)?;
        if run.endgame(endgame.name()).is_some() {
            return Err(RunError::Damaged("an endgame occurs twice"));
        }
        run.endgames.push(endgame);
    }
    if input.read(&mut [0])? > 0 {
        return Err(RunError::Damaged("bytes are left over"));
    }
    Ok(run)
}

fn endgame(input: &mut impl Read) -> Result<EndgameRun, RunError> {
    let sample: SampleOf =
        serde_json::from_slice(&part(input)?).map_err(|_| RunError::Damaged("a sample is none"))?;
    let material: Result<Material, _> = sample.endgame.parse();
    if !material.is_ok_and(|m| (MEN_MIN..=SOLVABLE_MEN_MAX).contains(&m.men())) {
        return Err(RunError::Damaged("an endgame has no table"));
    }
    if sample.positions > sample.of || usize::try_from(sample.positions).is_err() {
        return Err(RunError::Damaged("a sample has more positions than there are"));
    }
    let blocks = (sample.positions as usize).div_ceil(Block::POSITIONS);
    let mut endgame = EndgameRun { sample, blocks: Vec::new() };
    for number in 0..blocks {
        let block = Block::unpack(part(input)?, endgame.block_length(number));
        endgame.blocks.push(block.ok_or(RunError::Damaged("a block does not unpack"))?);
    }
    Ok(endgame)
}

fn write_part(part: &[u8], out: &mut impl Write) -> io::Result<()> {
    out.write_all(&(part.len() as u32).to_le_bytes())?;
    out.write_all(&XxHash3_64::oneshot(part).to_le_bytes())?;
    out.write_all(part)
}

/// Reads a part and checks its length and checksum. Memory is taken for bytes that are there.
fn part(input: &mut impl Read) -> Result<Vec<u8>, RunError> {
    let length = u32::from_le_bytes(array(input)?);
    let checksum = u64::from_le_bytes(array(input)?);
    if length > PART_BYTES_MAX {
        return Err(RunError::Damaged("a length is out of range"));
    }
    let mut part = Vec::new();
    input.take(length.into()).read_to_end(&mut part)?;
    if part.len() != length as usize {
        return Err(RunError::Damaged("it ends too soon"));
    }
    if XxHash3_64::oneshot(&part) != checksum {
        return Err(RunError::Damaged("a checksum is wrong"));
    }
    Ok(part)
}

fn array<const N: usize>(input: &mut impl Read) -> Result<[u8; N], RunError> {
    let mut bytes = [0; N];
    match input.read_exact(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(RunError::Damaged("it ends too soon"))
        }
        Err(error) => Err(error.into()),
    }
}
