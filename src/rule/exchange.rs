//! What the process of a rule and the process that started it pass on, as bytes: bincode, whose code for
//! as many types is a fraction of that for JSON.

use anyhow::{Error, Result, ensure};
use bincode::config::standard;
use serde::{Serialize, de::DeserializeOwned};

/// The maximum size of a document in bytes. The rule may have overwritten a length, which is then
/// no reason to request that much memory.
const BYTES_MAX: usize = 1 << 30;

/// Encodes `document` with bincode, for [`from_bytes`] in the other process.
pub fn to_bytes(document: &impl Serialize) -> Result<Vec<u8>> {
    bincode::serde::encode_to_vec(document, standard()).map_err(Error::msg)
}

/// Deserializes a document from `bytes`. Fails if bytes are left over.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let encoding = standard().with_limit::<BYTES_MAX>();
    let (document, used) =
        bincode::serde::decode_from_slice(bytes, encoding).map_err(Error::msg)?;
    ensure!(used == bytes.len(), "bytes are left over");
    Ok(document)
}
