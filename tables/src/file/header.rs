//! The header of a table: its endgame, and how its blocks are read.
//!
//! serde and bincode encode the fields of a [`Header`]; no other file depends on them.

use std::{cell::RefCell, io, sync::Arc};

use drawproof_board::Color;
use serde::{Deserialize, Serialize};
use zstd::bulk::Decompressor;

use super::{
    codec::{CONTEXTS, Model},
    error::{Damage, Part},
    grid::Grid,
};
use crate::endgame::{
    layout::Layout,
    material::{MEN_MIN, Material},
};

/// Bytes that decoding a header may take: more than its longest model.
const DECODED_BYTES_MAX: usize = 1 << 20;

/// The endgame of a table, and how its blocks are read.
#[derive(Clone, Debug)]
pub struct Header {
    /// Position <-> index, and so the endgame.
    pub layout: Arc<Layout>,
    /// The indices of each block.
    pub grid: Grid,
    /// The side to move whose values are coded first in each block.
    pub first: Color,
    /// The probabilities of all decisions.
    pub model: Model,
    /// Bytes of all blocks together.
    pub data_bytes: u64,
}

/// The fields as bincode stores them.
#[derive(Serialize, Deserialize)]
struct Fields<'a> {
    /// Canonical name, such as `KRPKR`.
    material: &'a str,
    /// The two digits that vary within a block, `[word, lane]`.
    digits: [u8; 2],
    /// 0 = White, 1 = Black.
    first: u8,
    blocks: u64,
    data_bytes: u64,
    /// The levels of the model by context, compressed by zstd.
    model: &'a [u8],
}

impl Header {
    /// The header as bytes, its model compressed by zstd at level `zstd_level`.
    pub fn to_bytes(&self, zstd_level: i32) -> Vec<u8> {
        let model = zstd::bulk::compress(self.model.levels(), zstd_level)
            .expect("the model fits in memory");
        let fields = Fields {
            material: &self.layout.material().to_string(),
            digits: self.grid.digits(),
            first: self.first as u8,
            blocks: self.grid.blocks() as u64,
            data_bytes: self.data_bytes,
            model: &model,
        };
        bincode::serde::encode_to_vec(&fields, bincode::config::standard())
            .expect("names, numbers and bytes can be encoded")
    }

    /// The header that `bytes` are, all of them.
    pub fn parse(bytes: &[u8]) -> Result<Header, Damage> {
        let config = bincode::config::standard().with_limit::<DECODED_BYTES_MAX>();
        let (fields, used): (Fields, usize) =
            bincode::serde::borrow_decode_from_slice(bytes, config)
                .map_err(|e| content(&e.to_string()))?;
        if used != bytes.len() {
            return Err(content("bytes are left over"));
        }
        let (material, swapped) =
            fields.material.parse::<Material>().map_err(|e| content(&e.to_string()))?.normalise();
        let canonical = !swapped && material.to_string() == fields.material;
        if !canonical || material.get().men() < MEN_MIN {
            return Err(content(&format!("the endgame '{}'", fields.material)));
        }
        let layout = Layout::new(material);
        let grid = Grid::new(&layout, fields.digits)
            .ok_or_else(|| content(&format!("the digits {:?}", fields.digits)))?;
        if grid.blocks() as u64 != fields.blocks {
            return Err(content(&format!("{} blocks for {material}", fields.blocks)));
        }
        let first = match fields.first {
            0 => Color::White,
            1 => Color::Black,
            other => return Err(content(&format!("{other} as the first side to move"))),
        };
        let levels =
            unpack_levels(fields.model).map_err(|_| content("its model does not unpack"))?;
        let model = Model::from_levels(levels).ok_or_else(|| content("its model is too short"))?;
        let data_bytes = fields.data_bytes;
        Ok(Header { layout: Arc::new(layout), grid, first, model, data_bytes })
    }
}

/// The levels of a model. Each thread keeps its decompressor: creating one takes longer than
/// unpacking the levels.
fn unpack_levels(packed: &[u8]) -> io::Result<Vec<u8>> {
    thread_local! {
        static DECOMPRESSOR: RefCell<Decompressor<'static>> =
            RefCell::new(Decompressor::new().expect("a decompressor fits in memory"));
    }
    DECOMPRESSOR.with_borrow_mut(|decompressor| decompressor.decompress(packed, CONTEXTS))
}

fn content(what: &str) -> Damage {
    Damage::Content { part: Part::Header, what: what.to_owned() }
}
