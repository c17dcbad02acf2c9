//! Opens the text of games, compressed or not.

use std::io::{self, BufReader, Read};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;

/// Returns the text of `input`, which may be compressed by gzip, bzip2 or zstd. The first bytes
/// show the compression, so `input` may also be a pipe.
///
/// # Errors
/// Fails if `input` cannot be read, or the system refuses the memory of a decoder.
pub fn text_of<'a>(mut input: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut first = Vec::new();
    input.by_ref().take(4).read_to_end(&mut first)?;
    let input = io::Cursor::new(first.clone()).chain(input);
    Ok(match first[..] {
        [0x1F, 0x8B, ..] => Box::new(MultiGzDecoder::new(BufReader::new(input))),
        [b'B', b'Z', b'h', b'1'..=b'9'] => Box::new(MultiBzDecoder::new(input)),
        // The frames that lead, and those that decoders skip, which seekable files begin with.
        [0x28, 0xB5, 0x2F, 0xFD] | [0x50..=0x5F, 0x2A, 0x4D, 0x18] => {
            let mut decoder = zstd::Decoder::new(input)?;
            // The window of `zstd --long=31`.
            decoder.window_log_max(31)?;
            Box::new(decoder)
        }
        _ => Box::new(input),
    })
}
