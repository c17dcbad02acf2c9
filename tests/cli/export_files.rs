//! Files of columns hold every row of a table. They are read by small readers of the formats, written
//! from the specifications; scripts/check-columns reads them with the libraries that people use.

use std::{collections::BTreeMap, process::Output, sync::Arc};

use drawproof_columns::{Rows, Values, schema};
use drawproof_generator::{Options, solve_closure_with};
use drawproof_tables::{Metric, NormalMaterial};
use drawproof_verifier::Counting;

/// The values of each column by its name; `None` is a null.
type Columns = BTreeMap<String, Vec<Option<i16>>>;

fn export(args: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("drawproof").expect("the program is built");
    command.arg("--tables").arg(folder.path()).arg("export").args(args);
    command.output().unwrap()
}

fn exported(endgame: &str, emit: &str, metrics: &str, counting: &str) -> Vec<u8> {
    let args = [endgame, "--emit", emit, "--metric", metrics, "--counting", counting];
    let output = export(&args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// What a file should hold.
fn expected(endgame: &str, metrics: &[Metric], counting: Counting) -> Columns {
    let material: NormalMaterial = endgame.parse::<NormalMaterial>().unwrap();
    let table = |&metric: &Metric| {
        let options = Options { metric, ..Options::default() };
        let tables = solve_closure_with(&options, &[material], &()).unwrap();
        Arc::clone(tables.get(material).unwrap())
    };
    let tables = metrics.iter().map(table).collect();
    let mut expected = Columns::new();
    for batch in Rows::new(tables, counting, 1000) {
        for (place, column) in schema(material, metrics).into_iter().enumerate() {
            let values: Vec<Option<i16>> = match batch.column(place) {
                Values::UInt8(values) => values.iter().map(|&v| Some(v.into())).collect(),
                Values::Int8(values) => values.iter().map(|&v| Some(v.into())).collect(),
                Values::Int16 { values, valid } => {
                    let of = |(row, &v): (usize, &i16)| {
                        (valid[row / 8] >> (row % 8) & 1 == 1).then_some(v)
                    };
                    values.iter().enumerate().map(of).collect()
                }
            };
            expected.entry(column.name).or_default().extend(values);
        }
    }
    expected
}

#[test]
fn files_hold_every_row_of_a_table() {
    let all = &[Metric::Dtm, Metric::Dtz, Metric::Dtc][..];
    // KPK has more rows than a batch, KNK no decisive position.
    for (endgame, metrics, names, counting) in [
        ("KPK", &all[..1], "dtm", Counting::Full),
        ("KRK", all, "dtc,dtm,dtz", Counting::Unique),
        ("KNK", &all[..1], "dtm", Counting::Unique),
    ] {
        let expected = expected(endgame, metrics, counting);
        let file = |emit| exported(endgame, emit, names, counting.name());
        assert!(read_parquet(&file("parquet")) == expected, "{endgame}: Parquet");
        assert!(read_arrow(&file("arrow"), true) == expected, "{endgame}: an Arrow file");
        assert!(read_arrow(&file("arrow-stream"), false) == expected, "{endgame}: a stream");
    }
}

#[test]
fn a_file_is_the_same_on_standard_output_and_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("krk.parquet");
    let written =
        export(&["KRK", "--emit", "parquet", "-j", "2", "--output", path.to_str().unwrap()]);
    assert!(written.status.success() && written.stdout.is_empty());
    assert!(std::fs::read(path).unwrap() == exported("KRK", "parquet", "dtm", "unique"));
}

#[test]
fn options_of_another_form_are_refused() {
    for (args, message) in [
        (&["KRK", "--emit", "parquet", "--as", "wdl"][..], "--as is for source code"),
        (&["KRK", "--emit", "c", "--metric", "dtz"], "are for files of columns"),
        (&["KRK", "--emit", "rust", "--counting", "full"], "are for files of columns"),
        (&["KRPKR", "--emit", "c"], "export a file with --emit parquet"),
    ] {
        let output = export(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(message) && output.stdout.is_empty(), "{args:?}: {text}");
    }
}

/// The first bytes, which are removed.
fn take<'b>(from: &mut &'b [u8], count: usize) -> &'b [u8] {
    let (taken, rest) = from.split_at(count);
    *from = rest;
    taken
}

fn varint(from: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = take(from, 1)[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    value
}

/// A value in Thrift's compact protocol.
#[derive(Debug)]
enum Thrift {
    Number(i64),
    Bytes(Vec<u8>),
    List(Vec<Thrift>),
    Fields(BTreeMap<u8, Thrift>),
}

impl Thrift {
    fn read(kind: u8, from: &mut &[u8]) -> Thrift {
        match kind {
            1 | 2 => Thrift::Number(i64::from(kind == 1)),
            3 => Thrift::Number((take(from, 1)[0] as i8).into()),
            4..=6 => {
                let zigzag = varint(from);
                Thrift::Number((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
            }
            8 => {
                let length = varint(from) as usize;
                Thrift::Bytes(take(from, length).to_vec())
            }
            9 => {
                let head = take(from, 1)[0];
                let length = if head >> 4 == 15 { varint(from) } else { (head >> 4).into() };
                Thrift::List((0..length).map(|_| Thrift::read(head & 15, from)).collect())
            }
            12 => {
                let (mut fields, mut last) = (BTreeMap::new(), 0);
                loop {
                    let head = take(from, 1)[0];
                    if head == 0 {
                        return Thrift::Fields(fields);
                    }
                    assert_ne!(head >> 4, 0, "fields are near each other");
                    last += head >> 4;
                    fields.insert(last, Thrift::read(head & 15, from));
                }
            }
            _ => panic!("type {kind}"),
        }
    }

    /// The value at the end of a path of fields.
    fn at(&self, path: &[u8]) -> &Thrift {
        path.iter().fold(self, |value, field| match value {
            Thrift::Fields(fields) => fields.get(field).unwrap_or_else(|| panic!("no {path:?}")),
            _ => panic!("{path:?}"),
        })
    }

    fn number(&self, path: &[u8]) -> i64 {
        let Thrift::Number(number) = self.at(path) else { panic!("{path:?}") };
        *number
    }

    fn bytes(&self, path: &[u8]) -> &[u8] {
        let Thrift::Bytes(bytes) = self.at(path) else { panic!("{path:?}") };
        bytes
    }

    fn list(&self, path: &[u8]) -> &[Thrift] {
        let Thrift::List(list) = self.at(path) else { panic!("{path:?}") };
        list
    }
}

/// Parquet's hybrid of runs and packed numbers.
fn hybrid(mut from: &[u8], width: usize, count: usize) -> Vec<usize> {
    let mut numbers = Vec::new();
    while numbers.len() < count {
        let head = varint(&mut from) as usize;
        if head & 1 == 0 {
            let bytes = take(&mut from, width.div_ceil(8));
            let number =
                bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte));
            numbers.resize(numbers.len() + (head >> 1), number);
        } else {
            let bytes = take(&mut from, (head >> 1) * width);
            let bit = |at: usize| usize::from(bytes[at / 8] >> (at % 8) & 1);
            let number = |place: usize| (0..width).map(|b| bit(place * width + b) << b).sum();
            numbers.extend((0..(head >> 1) * 8).map(number).collect::<Vec<usize>>());
        }
    }
    numbers.truncate(count);
    assert!(from.is_empty(), "bytes are left");
    numbers
}

/// The content of a page, and its header.
fn page(file: &[u8], place: i64) -> (Thrift, Vec<u8>) {
    let mut from = &file[place as usize..];
    let header = Thrift::read(12, &mut from);
    let compressed = take(&mut from, header.number(&[3]) as usize);
    let content = zstd::bulk::decompress(compressed, header.number(&[2]) as usize).unwrap();
    assert_eq!(content.len(), header.number(&[2]) as usize);
    (header, content)
}

fn read_parquet(file: &[u8]) -> Columns {
    assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
    let end = file.len() - 8;
    let length = u32::from_le_bytes(file[end..end + 4].try_into().unwrap()) as usize;
    let footer = Thrift::read(12, &mut &file[end - length..end]);
    let schema = footer.list(&[2]);
    assert_eq!(schema[0].number(&[5]) as usize, schema.len() - 1);
    let mut columns = Columns::new();
    for group in footer.list(&[4]) {
        for (element, chunk) in schema[1..].iter().zip(group.list(&[1])) {
            let name = element.bytes(&[4]);
            assert_eq!(chunk.list(&[3, 3]).len(), 1);
            assert_eq!((element.number(&[1]), chunk.number(&[3, 4])), (1, 6), "INT32 and zstd");
            let (_, dictionary) = page(file, chunk.number(&[3, 11]));
            let (header, data) = page(file, chunk.number(&[3, 9]));
            let rows = header.number(&[5, 1]) as usize;
            assert_eq!(group.number(&[3]), rows as i64);
            let values = chunk_values(&dictionary, &data, rows, element.number(&[3]) == 1);
            let there = values.iter().flatten();
            assert_eq!(chunk.number(&[3, 12, 3]) as usize, rows - there.clone().count());
            if let Some(&least) = there.min() {
                assert_eq!(chunk.bytes(&[3, 12, 6]), i32::from(least).to_le_bytes());
            }
            columns.entry(String::from_utf8(name.to_vec()).unwrap()).or_default().extend(values);
        }
    }
    assert_eq!(columns["side"].len() as i64, footer.number(&[3]));
    columns
}

/// The values of a data page.
fn chunk_values(
    dictionary: &[u8],
    mut data: &[u8],
    rows: usize,
    nullable: bool,
) -> Vec<Option<i16>> {
    let number = |bytes: &[u8]| i32::from_le_bytes(bytes.try_into().unwrap()) as i16;
    let dictionary: Vec<i16> = dictionary.chunks(4).map(number).collect();
    let mut levels = vec![1; rows];
    if nullable {
        let length = u32::from_le_bytes(take(&mut data, 4).try_into().unwrap());
        levels = hybrid(take(&mut data, length as usize), 1, rows);
    }
    let width = take(&mut data, 1)[0].into();
    let mut indices = hybrid(data, width, levels.iter().sum()).into_iter();
    let value = |level: usize| (level == 1).then(|| dictionary[indices.next().unwrap()]);
    levels.into_iter().map(value).collect()
}

/// A FlatBuffer and the position of a table in it.
#[derive(Clone, Copy)]
struct Table<'b>(&'b [u8], usize);

impl<'b> Table<'b> {
    fn root(buffer: &'b [u8]) -> Table<'b> {
        Table(buffer, number(buffer, 0, 4) as usize)
    }

    /// The position of a field; `None` if the table does not have it.
    fn field(self, slot: usize) -> Option<usize> {
        let list = self.1 - number(self.0, self.1, 4) as usize;
        let is_listed = number(self.0, list, 2) as usize > 4 + 2 * slot;
        let offset = if is_listed { number(self.0, list + 4 + 2 * slot, 2) as usize } else { 0 };
        (offset > 0).then_some(self.1 + offset)
    }

    fn number(self, slot: usize, bytes: usize) -> i64 {
        self.field(slot).map_or(0, |place| {
            assert_eq!(place % bytes, 0, "fields are aligned");
            number(self.0, place, bytes)
        })
    }

    /// Where an offset leads.
    fn target(self, slot: usize) -> usize {
        let place = self.field(slot).expect("there is the field");
        place + number(self.0, place, 4) as usize
    }

    fn table(self, slot: usize) -> Table<'b> {
        Table(self.0, self.target(slot))
    }

    fn tables(self, slot: usize) -> Vec<Table<'b>> {
        let start = self.target(slot);
        let place = |n| start + 4 + 4 * n as usize;
        let table = |n| Table(self.0, place(n) + number(self.0, place(n), 4) as usize);
        (0..number(self.0, start, 4)).map(table).collect()
    }

    fn text(self, slot: usize) -> String {
        let start = self.target(slot);
        let length = number(self.0, start, 4) as usize;
        String::from_utf8(self.0[start + 4..][..length].to_vec()).unwrap()
    }

    /// Structures of so many 64-bit numbers.
    fn structures(self, slot: usize, size: usize) -> Vec<Vec<i64>> {
        let start = self.target(slot);
        assert_eq!((start + 4) % 8, 0, "structures are aligned");
        let at = |n: usize| number(self.0, start + 4 + 8 * n, 8);
        let structure = |n| (0..size).map(|m| at(n * size + m)).collect();
        (0..number(self.0, start, 4) as usize).map(structure).collect()
    }
}

/// An unsigned number of some bytes.
fn number(bytes: &[u8], place: usize, count: usize) -> i64 {
    bytes[place..place + count].iter().rev().fold(0, |number, &byte| number << 8 | i64::from(byte))
}

/// Reads a stream, or a file, whose footer must list the batches.
fn read_arrow(file: &[u8], is_file: bool) -> Columns {
    let (mut at, mut columns, mut kinds, mut blocks) = (0, Columns::new(), Vec::new(), Vec::new());
    if is_file {
        assert!(file.starts_with(b"ARROW1\0\0") && file.ends_with(b"ARROW1"));
        at = 8;
    }
    loop {
        assert_eq!(number(file, at, 4), 0xffff_ffff);
        let length = number(file, at + 4, 4) as usize;
        if length == 0 {
            break;
        }
        let message = Table::root(&file[at + 8..][..length]);
        let body_bytes = message.number(3, 8) as usize;
        let body = &file[at + 8 + length..][..body_bytes];
        assert_eq!((message.number(0, 2), (at + 8 + length) % 64), (4, 0));
        match message.number(1, 1) {
            1 => kinds = message.table(2).tables(1).into_iter().map(kind).collect(),
            3 => {
                blocks.push(vec![at as i64, length as i64 + 8, body_bytes as i64]);
                read_batch(message.table(2), body, &kinds, &mut columns);
            }
            other => panic!("message {other}"),
        }
        at += 8 + length + body_bytes;
    }
    if is_file {
        let end = file.len() - 10;
        let length = number(file, end, 4) as usize;
        assert_eq!(end - length, at + 8, "the footer is at the end");
        let footer = Table::root(&file[end - length..end]);
        assert_eq!(footer.structures(3, 3), blocks);
        assert!(footer.table(1).tables(1).into_iter().map(kind).eq(kinds));
    }
    columns
}

/// Name, whether nulls are possible, bits, and whether there is a sign.
fn kind(field: Table<'_>) -> (String, bool, i64, bool) {
    assert_eq!(field.number(2, 1), 2, "an integer");
    assert!(field.tables(5).is_empty());
    let integer = field.table(3);
    (field.text(0), field.number(1, 1) == 1, integer.number(0, 4), integer.number(1, 1) == 1)
}

fn read_batch(
    batch: Table<'_>,
    body: &[u8],
    kinds: &[(String, bool, i64, bool)],
    columns: &mut Columns,
) {
    let rows = batch.number(0, 8) as usize;
    let (nodes, buffers) = (batch.structures(1, 2), batch.structures(2, 2));
    for (place, (name, nullable, bits, _)) in kinds.iter().enumerate() {
        let buffer = |n: usize| {
            let [start, length] = buffers[2 * place + n][..] else { panic!("two numbers") };
            assert_eq!(start % 64, 0);
            &body[start as usize..][..length as usize]
        };
        let (valid, values) = (buffer(0), buffer(1));
        let value = |row: usize| match (nullable, bits) {
            (true, 16) => {
                let is_there = valid.is_empty() || valid[row / 8] >> (row % 8) & 1 == 1;
                is_there.then(|| number(values, 2 * row, 2) as i16)
            }
            (false, 8) if name == "result" => Some((values[row] as i8).into()),
            (false, 8) => Some(values[row].into()),
            other => panic!("{other:?}"),
        };
        let values: Vec<Option<i16>> = (0..rows).map(value).collect();
        let nulls = values.iter().filter(|value| value.is_none()).count();
        assert_eq!(nodes[place], [rows as i64, nulls as i64]);
        columns.entry(name.clone()).or_default().extend(values);
    }
}
