//! The compact protocol of Thrift, the encoding of Parquet's metadata.

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

/// A structure that is being written. Its fields are written in rising order of their numbers.
#[derive(Default)]
pub struct Structure {
    bytes: Vec<u8>,
    last: u8,
}

impl Structure {
    /// A structure with the fields that `write` adds.
    pub fn new(write: impl FnOnce(&mut Structure)) -> Structure {
        let mut structure = Structure::default();
        write(&mut structure);
        structure
    }

    /// The bytes of the structure.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    fn field(&mut self, id: u8, kind: u8) {
        debug_assert!((1..=15).contains(&(id - self.last)), "fields are in order");
        self.bytes.push((id - self.last) << 4 | kind);
        self.last = id;
    }

    pub fn boolean(&mut self, id: u8, value: bool) {
        self.field(id, if value { TRUE } else { FALSE });
    }

    pub fn byte(&mut self, id: u8, value: u8) {
        self.field(id, BYTE);
        self.bytes.push(value);
    }

    pub fn int(&mut self, id: u8, value: i32) {
        self.field(id, I32);
        self.zigzag(value.into());
    }

    pub fn long(&mut self, id: u8, value: u64) {
        self.field(id, I64);
        self.zigzag(value as i64);
    }

    pub fn binary(&mut self, id: u8, bytes: &[u8]) {
        self.field(id, BINARY);
        self.bare_binary(bytes);
    }

    pub fn structure(&mut self, id: u8, write: impl FnOnce(&mut Structure)) {
        self.field(id, STRUCTURE);
        self.bytes.extend(Structure::new(write).finish());
    }

    pub fn ints(&mut self, id: u8, values: &[i32]) {
        self.list(id, I32, values.len());
        values.iter().for_each(|&value| self.zigzag(value.into()));
    }

    pub fn binaries(&mut self, id: u8, values: &[&[u8]]) {
        self.list(id, BINARY, values.len());
        values.iter().for_each(|value| self.bare_binary(value));
    }

    /// A list of structures, each as its bytes.
    pub fn structures(&mut self, id: u8, values: &[Vec<u8>]) {
        self.list(id, STRUCTURE, values.len());
        values.iter().for_each(|value| self.bytes.extend_from_slice(value));
    }

    fn list(&mut self, id: u8, kind: u8, length: usize) {
        self.field(id, LIST);
        if length < 15 {
            self.bytes.push((length as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            write_varint(length as u64, &mut self.bytes);
        }
    }

    fn bare_binary(&mut self, bytes: &[u8]) {
        write_varint(bytes.len() as u64, &mut self.bytes);
        self.bytes.extend_from_slice(bytes);
    }

    fn zigzag(&mut self, value: i64) {
        write_varint((value << 1 ^ value >> 63) as u64, &mut self.bytes);
    }
}

/// Writes a number in groups of seven bits, the lowest first.
pub fn write_varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
