//! FlatBuffers, the encoding of Arrow's metadata: tables, vectors and strings, written front to back.

/// A value. The fields of a table are its slots with their values; slots without a value have the
/// default of the schema.
pub enum Value {
    Byte(u8),
    Short(i16),
    Int(i32),
    Long(i64),
    Text(String),
    Table(Vec<(usize, Value)>),
    /// A vector of tables.
    Tables(Vec<Value>),
    /// A vector of structures of so many 64-bit numbers, with the numbers of all of them.
    Structures(usize, Vec<i64>),
}

impl Value {
    /// Bytes of the value within a table; what is not a number is an offset.
    fn inline_bytes(&self) -> usize {
        match self {
            Value::Byte(_) => 1,
            Value::Short(_) => 2,
            Value::Long(_) => 8,
            _ => 4,
        }
    }
}

/// The buffer with `root`, which is a table.
pub fn buffer(root: &Value) -> Vec<u8> {
    let mut out = vec![0; 4];
    let table = write(root, &mut out);
    point(&mut out, 0, table);
    out
}

/// Writes what an offset leads to; returns its position.
fn write(value: &Value, out: &mut Vec<u8>) -> usize {
    match value {
        Value::Table(fields) => write_table(fields, out),
        Value::Text(text) => {
            let start = begin_vector(text.len(), 4, out);
            out.extend_from_slice(text.as_bytes());
            out.push(0);
            start
        }
        Value::Tables(tables) => {
            let start = begin_vector(tables.len(), 4, out);
            let first = out.len();
            out.resize(first + 4 * tables.len(), 0);
            for (place, table) in tables.iter().enumerate() {
                let table = write(table, out);
                point(out, first + 4 * place, table);
            }
            start
        }
        Value::Structures(size, numbers) => {
            let start = begin_vector(numbers.len() / size, 8, out);
            numbers.iter().for_each(|number| out.extend(number.to_le_bytes()));
            start
        }
        Value::Byte(_) | Value::Short(_) | Value::Int(_) | Value::Long(_) => {
            unreachable!("no offset leads to a number")
        }
    }
}

/// Writes the length of a vector, whose elements begin behind it at a multiple of `alignment`.
fn begin_vector(length: usize, alignment: usize, out: &mut Vec<u8>) -> usize {
    out.resize((out.len() + 4).next_multiple_of(alignment) - 4, 0);
    out.extend((length as u32).to_le_bytes());
    out.len() - 4
}

/// Writes a table behind the list of where its fields are, then what its fields lead to.
fn write_table(fields: &[(usize, Value)], out: &mut Vec<u8>) -> usize {
    let slots = fields.iter().map(|(slot, _)| slot + 1).max().unwrap_or(0);
    let list_bytes = 4 + 2 * slots;
    // The first field, behind the four bytes that lead to the list, is at a multiple of eight. Large
    // fields come first, so that all are aligned.
    out.resize((out.len() + list_bytes + 4).next_multiple_of(8) - list_bytes - 4, 0);
    let of_size = |size| fields.iter().filter(move |(_, value)| value.inline_bytes() == size);
    let by_size: Vec<&(usize, Value)> = [8, 4, 2, 1].into_iter().flat_map(of_size).collect();
    let mut offsets = vec![0_u16; slots];
    let mut size = 4;
    for (slot, value) in &by_size {
        offsets[*slot] = size as u16;
        size += value.inline_bytes();
    }
    for number in [list_bytes as u16, size as u16].into_iter().chain(offsets) {
        out.extend(number.to_le_bytes());
    }
    let table = out.len();
    out.extend((list_bytes as i32).to_le_bytes());
    let mut led_to = Vec::new();
    for (_, value) in by_size {
        match value {
            Value::Byte(number) => out.push(*number),
            Value::Short(number) => out.extend(number.to_le_bytes()),
            Value::Int(number) => out.extend(number.to_le_bytes()),
            Value::Long(number) => out.extend(number.to_le_bytes()),
            value => {
                led_to.push((out.len(), value));
                out.extend([0; 4]);
            }
        }
    }
    for (place, value) in led_to {
        let target = write(value, out);
        point(out, place, target);
    }
    table
}

/// Sets the offset at `place` so that it leads to `target`.
fn point(out: &mut [u8], place: usize, target: usize) {
    out[place..place + 4].copy_from_slice(&((target - place) as u32).to_le_bytes());
}
