//! Files of columns hold every row of a table; tests/outside/check-columns reads them with the libraries that
//! people use.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{Seek, Write},
    process::Output,
    sync::Arc,
};

use arrow_array::{
    RecordBatch,
    cast::AsArray,
    types::{Int8Type, Int16Type, UInt8Type},
};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use drawproof_arrow::schema;
use drawproof_columns::{NO_DISTANCE, Rows};
use drawproof_generator::{Options, solve_closure_with};
use drawproof_tables::{Metric, NormalMaterial, census::Counting};
use parquet::{
    arrow::arrow_reader::ParquetRecordBatchReaderBuilder, basic::Compression,
    file::statistics::Statistics,
};

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
        let bytes = batch.squares.iter().chain([&batch.side]);
        let bytes = bytes.map(|values| values.iter().map(|&v| Some(v.into())).collect());
        let result = batch.result.iter().map(|&v| Some(v.into())).collect();
        let there = |&plies: &i16| (plies != NO_DISTANCE).then_some(plies);
        let distances = batch.distances.iter().map(|plies| plies.iter().map(there).collect());
        let all = bytes.chain([result]).chain(distances);
        for (column, values) in schema(material, counting, metrics).fields().iter().zip(all) {
            let values: Vec<Option<i16>> = values;
            expected.entry(column.name().clone()).or_default().extend(values);
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
fn what_is_found_are_rows_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("drawproof").expect("the program is built");
    let arguments =
        ["find", "KRK", "--where", "not loss", "--format", "parquet", "--limit", "100000"];
    let output = command.args(arguments).arg("--tables").arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = |columns: &Columns| {
        let length = columns["side"].len();
        let row = |row: usize| columns.values().map(|column| column[row]).collect::<Vec<_>>();
        let mut rows: Vec<_> = (0..length).map(row).collect();
        rows.sort();
        rows
    };
    let found = rows(&read_parquet(&output.stdout));
    let mut expected = expected("KRK", &[Metric::Dtm], Counting::Unique);
    let kept: Vec<bool> = expected["result"].iter().map(|result| *result != Some(-1)).collect();
    for column in expected.values_mut() {
        let mut kept = kept.iter();
        column.retain(|_| *kept.next().unwrap());
    }
    assert!(found == rows(&expected) && !found.is_empty());
}

/// A file that the readers of the two formats can be given.
fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    file
}

fn read_parquet(bytes: &[u8]) -> Columns {
    let reader = ParquetRecordBatchReaderBuilder::try_new(file(bytes)).unwrap();
    let metadata = reader.metadata().clone();
    let about = metadata.file_metadata();
    assert!(about.created_by().unwrap().starts_with("drawproof version "));
    let keys: Vec<&str> =
        about.key_value_metadata().unwrap().iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!(keys[..KEYS.len()], KEYS);
    let columns = columns(reader.build().unwrap());
    // Readers skip row groups by the smallest and the largest value of a column.
    let mut rows = 0;
    for group in metadata.row_groups() {
        let count = group.num_rows() as usize;
        for chunk in group.columns() {
            let values = &columns[chunk.column_path().string().as_str()][rows..rows + count];
            let statistics = chunk.statistics().unwrap();
            let there = values.iter().flatten().map(|&value| i32::from(value));
            assert_eq!(statistics.null_count_opt(), Some((count - there.clone().count()) as u64));
            let Statistics::Int32(statistics) = statistics else { panic!("{statistics:?}") };
            assert_eq!(statistics.min_opt().copied(), there.clone().min());
            assert_eq!(statistics.max_opt().copied(), there.max());
            assert!(matches!(chunk.compression(), Compression::ZSTD(_)));
        }
        rows += count;
    }
    assert!(metadata.row_groups().iter().all(|group| group.num_rows() <= 1 << 18));
    columns
}

fn read_arrow(bytes: &[u8], is_file: bool) -> Columns {
    let of = |schema: SchemaRef| {
        let mut keys: Vec<String> = schema.metadata().keys().cloned().collect();
        keys.sort();
        assert_eq!(keys, ["drawproof.columns", "drawproof.counting", KEYS[0], KEYS[2]]);
    };
    if is_file {
        let reader = FileReader::try_new(file(bytes), None).unwrap();
        of(reader.schema());
        columns(reader)
    } else {
        let reader = StreamReader::try_new(bytes, None).unwrap();
        of(reader.schema());
        columns(reader)
    }
}

/// The keys of a file's metadata.
const KEYS: [&str; 4] =
    ["drawproof.endgame", "drawproof.counting", "drawproof.metrics", "drawproof.columns"];

/// The values of batches, whose types are those of the schema.
fn columns(batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>) -> Columns {
    let mut columns = Columns::new();
    for batch in batches {
        let batch = batch.unwrap();
        for (field, array) in batch.schema().fields().iter().zip(batch.columns()) {
            let is_distance = ["dtm", "dtz", "dtc"].contains(&field.name().as_str());
            assert_eq!(field.is_nullable(), is_distance);
            let values: Vec<Option<i16>> = match field.data_type() {
                DataType::UInt8 => {
                    array.as_primitive::<UInt8Type>().iter().map(|v| v.map(i16::from)).collect()
                }
                DataType::Int8 => {
                    assert_eq!(field.name(), "result");
                    array.as_primitive::<Int8Type>().iter().map(|v| v.map(i16::from)).collect()
                }
                DataType::Int16 => array.as_primitive::<Int16Type>().iter().collect(),
                other => panic!("{other}"),
            };
            columns.entry(field.name().clone()).or_default().extend(values);
        }
    }
    columns
}
