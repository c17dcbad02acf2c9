//! Parquet: a row group for each batch, in it a dictionary page and a data page for each column,
//! compressed with zstd, and the metadata at the end.

use std::io;

use drawproof_columns::{Column, Columns, Kind, Rows, Values};

use super::{Counted, Description, hybrid, thrift::Structure};

const MAGIC: &[u8; 4] = b"PAR1";
const VERSION: i32 = 2;
/// Of the format's physical types the narrowest.
const TYPE_INT32: i32 = 1;
const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const ENCODING_PLAIN: i32 = 0;
const ENCODING_RLE: i32 = 3;
const ENCODING_RLE_DICTIONARY: i32 = 8;
const CODEC_ZSTD: i32 = 6;
const DATA_PAGE: i32 = 0;
const DICTIONARY_PAGE: i32 = 2;
/// The logical type of integers narrower than the physical type.
const LOGICAL_INTEGER: u8 = 10;
const ZSTD_LEVEL: i32 = 3;

/// Writes a file.
pub fn write(rows: Rows, description: &Description, out: &mut Counted<'_>) -> io::Result<()> {
    out.write(MAGIC)?;
    let mut groups = Vec::new();
    let mut row_count = 0;
    for columns in rows {
        row_count += columns.len() as u64;
        groups.push(write_group(&columns, description, out)?);
    }
    let footer = Structure::new(|file| {
        file.int(1, VERSION);
        file.structures(2, &schema(description));
        file.long(3, row_count);
        file.structures(4, &groups);
        let entry = |(key, value): &(String, String)| {
            let entry = |entry: &mut Structure| {
                entry.binary(1, key.as_bytes());
                entry.binary(2, value.as_bytes());
            };
            Structure::new(entry).finish()
        };
        file.structures(5, &description.metadata.iter().map(entry).collect::<Vec<_>>());
        file.binary(6, concat!("drawproof version ", env!("CARGO_PKG_VERSION")).as_bytes());
        // The order of values: without it readers ignore the least and the greatest of a group.
        let order = Structure::new(|order| order.structure(1, |_| {})).finish();
        file.structures(7, &vec![order; description.columns.len()]);
    })
    .finish();
    out.write(&footer)?;
    out.write(&(footer.len() as u32).to_le_bytes())?;
    out.write(MAGIC)
}

/// The elements of the schema, the root first.
fn schema(description: &Description) -> Vec<Vec<u8>> {
    let root = Structure::new(|root| {
        root.binary(4, b"schema");
        root.int(5, description.columns.len() as i32);
    });
    let element = |column: &Column| {
        // The bits, whether there is a sign, and the type of readers that know no logical types.
        let (bits, signed, converted) = match column.kind {
            Kind::UInt8 => (8, false, 11),
            Kind::Int8 => (8, true, 15),
            Kind::NullableInt16 => (16, true, 16),
        };
        let is_optional = column.kind == Kind::NullableInt16;
        Structure::new(|element| {
            element.int(1, TYPE_INT32);
            element.int(3, if is_optional { OPTIONAL } else { REQUIRED });
            element.binary(4, column.name.as_bytes());
            element.int(6, converted);
            element.structure(10, |logical| {
                logical.structure(LOGICAL_INTEGER, |integer| {
                    integer.byte(1, bits);
                    integer.boolean(2, signed);
                });
            });
        })
    };
    let elements = description.columns.iter().map(element);
    std::iter::once(root).chain(elements).map(Structure::finish).collect()
}

/// Writes a row group; returns its metadata.
fn write_group(
    columns: &Columns,
    description: &Description,
    out: &mut Counted<'_>,
) -> io::Result<Vec<u8>> {
    let start = out.position;
    let mut uncompressed = 0;
    let mut chunks = Vec::new();
    for (place, column) in description.columns.iter().enumerate() {
        let (chunk, bytes) = write_chunk(columns, place, column, out)?;
        uncompressed += bytes;
        chunks.push(chunk);
    }
    let group = Structure::new(|group| {
        group.structures(1, &chunks);
        group.long(2, uncompressed);
        group.long(3, columns.len() as u64);
        group.long(5, start);
        group.long(6, out.position - start);
    });
    Ok(group.finish())
}

/// Writes the pages of one column; returns its metadata and how many bytes it has uncompressed.
fn write_chunk(
    columns: &Columns,
    place: usize,
    column: &Column,
    out: &mut Counted<'_>,
) -> io::Result<(Vec<u8>, u64)> {
    let rows = columns.len();
    let (values, levels) = values(columns, place);
    let (dictionary, indices) = with_dictionary(&values);
    let start = out.position;
    let plain: Vec<u8> =
        dictionary.iter().flat_map(|&value| i32::from(value).to_le_bytes()).collect();
    let mut uncompressed = write_page(DICTIONARY_PAGE, &plain, out, |header| {
        header.structure(7, |page| {
            page.int(1, dictionary.len() as i32);
            page.int(2, ENCODING_PLAIN);
        });
    })?;
    let data_start = out.position;
    let width = if dictionary.len() <= 1 << 8 { 8 } else { 16 };
    let mut data = Vec::new();
    if let Some(levels) = &levels {
        hybrid::encode(levels, 1, &mut data);
        let length = (data.len() as u32).to_le_bytes();
        data.splice(0..0, length);
    }
    data.push(width as u8);
    hybrid::encode(&indices, width, &mut data);
    uncompressed += write_page(DATA_PAGE, &data, out, |header| {
        header.structure(5, |page| {
            page.int(1, rows as i32);
            page.int(2, ENCODING_RLE_DICTIONARY);
            page.int(3, ENCODING_RLE);
            page.int(4, ENCODING_RLE);
        });
    })?;
    let chunk = Structure::new(|chunk| {
        chunk.long(2, 0);
        chunk.structure(3, |about| {
            about.int(1, TYPE_INT32);
            about.ints(2, &[ENCODING_PLAIN, ENCODING_RLE, ENCODING_RLE_DICTIONARY]);
            about.binaries(3, &[column.name.as_bytes()]);
            about.int(4, CODEC_ZSTD);
            about.long(5, rows as u64);
            about.long(6, uncompressed);
            about.long(7, out.position - start);
            about.long(9, data_start);
            about.long(11, start);
            about.structure(12, |statistics| {
                statistics.long(3, (rows - values.len()) as u64);
                if let [least, ..] = dictionary[..] {
                    let greatest = dictionary[dictionary.len() - 1];
                    statistics.binary(5, &i32::from(greatest).to_le_bytes());
                    statistics.binary(6, &i32::from(least).to_le_bytes());
                }
            });
        });
    });
    Ok((chunk.finish(), uncompressed))
}

/// Writes a page, whose header `describe` completes; returns how many bytes it has uncompressed, the
/// header included.
fn write_page(
    kind: i32,
    page: &[u8],
    out: &mut Counted<'_>,
    describe: impl FnOnce(&mut Structure),
) -> io::Result<u64> {
    let compressed = zstd::bulk::compress(page, ZSTD_LEVEL)?;
    let header = Structure::new(|header| {
        header.int(1, kind);
        header.int(2, page.len() as i32);
        header.int(3, compressed.len() as i32);
        describe(header);
    });
    let header = header.finish();
    out.write(&header)?;
    out.write(&compressed)?;
    Ok((header.len() + page.len()) as u64)
}

/// The values of a column that are there, and for each row whether its value is (1) or not (0), if
/// the column can have nulls.
fn values(columns: &Columns, place: usize) -> (Vec<i16>, Option<Vec<u16>>) {
    match columns.column(place) {
        Values::UInt8(values) => (values.iter().map(|&value| value.into()).collect(), None),
        Values::Int8(values) => (values.iter().map(|&value| value.into()).collect(), None),
        Values::Int16 { values, valid } => {
            let is_there = |row: usize| valid[row / 8] >> (row % 8) & 1;
            let there = values.iter().enumerate().filter(|(row, _)| is_there(*row) == 1);
            let levels = (0..values.len()).map(|row| is_there(row).into()).collect();
            (there.map(|(_, &value)| value).collect(), Some(levels))
        }
    }
}

/// The different values in rising order, and the index of each value among them.
fn with_dictionary(values: &[i16]) -> (Vec<i16>, Vec<u16>) {
    let mut is_there = vec![false; 1 << 16];
    values.iter().for_each(|&value| is_there[usize::from(value as u16)] = true);
    let different = |value: &i16| is_there[usize::from(*value as u16)];
    let dictionary: Vec<i16> = (i16::MIN..=i16::MAX).filter(different).collect();
    let mut index = vec![0; 1 << 16];
    for (place, &value) in dictionary.iter().enumerate() {
        index[usize::from(value as u16)] = place as u16;
    }
    (dictionary, values.iter().map(|&value| index[usize::from(value as u16)]).collect())
}
