//! Arrow IPC, the format in which data frames lie in memory: a message with the schema, then one for
//! each batch with its columns as they are. A file has a footer besides, which lists the batches.

use std::io;

use drawproof_columns::{Columns, Kind, Rows, Values};

use super::{
    Counted, Description,
    flatbuffer::{Value, buffer},
};

const MAGIC: &[u8; 6] = b"ARROW1";
/// What the format recommends for buffers, so that vector instructions can read them in place.
const ALIGNMENT: usize = 64;
/// Version 5 of the metadata.
const VERSION: Value = Value::Short(4);
const MESSAGE_SCHEMA: u8 = 1;
const MESSAGE_RECORD_BATCH: u8 = 3;
const TYPE_INT: u8 = 2;
/// Precedes the length of each message.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// Writes a file, or a stream.
pub fn write(
    rows: Rows,
    description: &Description,
    is_file: bool,
    out: &mut Counted<'_>,
) -> io::Result<()> {
    if is_file {
        out.write(MAGIC)?;
        out.write(&[0; 2])?;
    }
    write_message(MESSAGE_SCHEMA, schema(description), 0, out)?;
    // Position, length of the metadata and length of the body of each batch.
    let mut blocks = Vec::new();
    for columns in rows {
        let (header, body) = record_batch(&columns, description.columns.len());
        let position = out.position;
        let metadata = write_message(MESSAGE_RECORD_BATCH, header, body.len(), out)?;
        out.write(&body)?;
        blocks.extend([position as i64, metadata, body.len() as i64]);
    }
    out.write(&CONTINUATION)?;
    out.write(&[0; 4])?;
    if is_file {
        let footer = buffer(&Value::Table(vec![
            (0, VERSION),
            (1, schema(description)),
            (2, Value::Structures(3, Vec::new())),
            (3, Value::Structures(3, blocks)),
        ]));
        out.write(&footer)?;
        out.write(&(footer.len() as u32).to_le_bytes())?;
        out.write(MAGIC)?;
    }
    Ok(())
}

/// Writes a message without its body, which begins aligned; returns how many bytes it is long.
fn write_message(kind: u8, header: Value, body: usize, out: &mut Counted<'_>) -> io::Result<i64> {
    let mut message = buffer(&Value::Table(vec![
        (0, VERSION),
        (1, Value::Byte(kind)),
        (2, header),
        (3, Value::Long(body as i64)),
    ]));
    let before = out.position as usize + 8;
    message.resize((before + message.len()).next_multiple_of(ALIGNMENT) - before, 0);
    out.write(&CONTINUATION)?;
    out.write(&(message.len() as u32).to_le_bytes())?;
    out.write(&message)?;
    Ok(message.len() as i64 + 8)
}

fn schema(description: &Description) -> Value {
    let field = |column: &drawproof_columns::Column| {
        let (bits, signed) = match column.kind {
            Kind::UInt8 => (8, 0),
            Kind::Int8 => (8, 1),
            Kind::NullableInt16 => (16, 1),
        };
        Value::Table(vec![
            (0, Value::Text(column.name.clone())),
            (1, Value::Byte((column.kind == Kind::NullableInt16).into())),
            (2, Value::Byte(TYPE_INT)),
            (3, Value::Table(vec![(0, Value::Int(bits)), (1, Value::Byte(signed))])),
            (5, Value::Tables(Vec::new())),
        ])
    };
    let entry = |(key, value): &(String, String)| {
        Value::Table(vec![(0, Value::Text(key.clone())), (1, Value::Text(value.clone()))])
    };
    Value::Table(vec![
        (1, Value::Tables(description.columns.iter().map(field).collect())),
        (2, Value::Tables(description.metadata.iter().map(entry).collect())),
    ])
}

/// The header and the body of a batch.
fn record_batch(columns: &Columns, count: usize) -> (Value, Vec<u8>) {
    let mut body = Vec::new();
    let (mut nodes, mut buffers) = (Vec::new(), Vec::new());
    for place in 0..count {
        let values = columns.column(place);
        let (nulls, valid) = match values {
            Values::Int16 { valid, .. } if columns.draws > 0 => (columns.draws, valid),
            // A column without nulls has an empty bitmap.
            _ => (0, &[][..]),
        };
        nodes.extend([columns.len() as i64, nulls as i64]);
        add_buffer(valid.iter().copied(), &mut buffers, &mut body);
        match values {
            Values::UInt8(values) => add_buffer(values.iter().copied(), &mut buffers, &mut body),
            Values::Int8(values) => {
                add_buffer(values.iter().map(|&value| value as u8), &mut buffers, &mut body);
            }
            Values::Int16 { values, .. } => {
                let bytes = values.iter().flat_map(|value| value.to_le_bytes());
                add_buffer(bytes, &mut buffers, &mut body);
            }
        }
    }
    let header = Value::Table(vec![
        (0, Value::Long(columns.len() as i64)),
        (1, Value::Structures(2, nodes)),
        (2, Value::Structures(2, buffers)),
    ]);
    (header, body)
}

/// Adds a buffer to the body, and its place and length to the list.
fn add_buffer(bytes: impl Iterator<Item = u8>, buffers: &mut Vec<i64>, body: &mut Vec<u8>) {
    let start = body.len();
    body.extend(bytes);
    buffers.extend([start as i64, (body.len() - start) as i64]);
    body.resize(body.len().next_multiple_of(ALIGNMENT), 0);
}
