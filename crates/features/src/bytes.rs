//! Numbers and texts in files: little-endian integers, and LEB128 varints (seven bits a byte,
//! lowest first).

/// Appends a number below 2^63 as a varint.
pub fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends the length of a text as a varint, then the text.
pub fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// A reader of the unread bytes of a file. Every method returns `None` if too few bytes are left.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// Reads the next `count` bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// Reads a number of `bytes` bytes, at most eight, lowest byte first.
    pub fn fixed(&mut self, bytes: usize) -> Option<u64> {
        let bytes = self.take(bytes)?.iter().rev();
        Some(bytes.fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// Reads a varint of at most 63 bits.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.fixed(1)?;
            number |= (byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// Reads a varint of at most 32 bits.
    pub fn size(&mut self) -> Option<usize> {
        u32::try_from(self.number()?).ok().map(|size| size as usize)
    }

    /// Reads a text of `bytes` bytes.
    pub fn text(&mut self, bytes: usize) -> Option<String> {
        String::from_utf8(self.take(bytes)?.to_vec()).ok()
    }
}
