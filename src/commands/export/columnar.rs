//! Whole tables as files of columns, for data frames and databases: Parquet and Arrow.
//!
//! Both formats are written from batches of rows, one batch a row group or record batch, so that memory
//! holds one batch at a time. The writers write to memory, from where what a batch adds goes to the file.

use std::{io::Write, sync::Arc};

use anyhow::Result;
use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::SchemaRef;
use drawproof_arrow::{record_batch, schema};
use drawproof_columns::{Rows, metadata};
use drawproof_tables::{Metric, NormalMaterial, PlainTable, census::Counting};
use parquet::{
    arrow::{ArrowWriter, arrow_writer::ArrowWriterOptions},
    basic::{Compression, ZstdLevel},
    file::{metadata::KeyValue, properties::WriterProperties},
};

use super::code::Form;

/// The maximum number of rows of a batch. Readers divide the work by batches and hold some of them
/// in memory.
const BATCH_ROWS: usize = 1 << 18;

/// With this level and one page for a column of a batch, Parquet files are a sixth shorter than with the
/// defaults.
const ZSTD_LEVEL: i32 = 9;

/// Writes the positions of an endgame as rows of a columnar file. `tables` has one table for each
/// of `metrics`.
pub fn write(
    endgame: NormalMaterial,
    counting: Counting,
    metrics: &[Metric],
    form: Form,
    tables: Vec<Arc<PlainTable>>,
    out: &mut dyn Write,
) -> Result<()> {
    let rows = Rows::new(tables, counting, BATCH_ROWS);
    let schema = schema(endgame, counting, metrics);
    let mut batches = rows.map(|columns| record_batch(&schema, columns));
    match form {
        Form::Parquet => write_parquet(&schema, metadata(endgame, counting, metrics), batches, out),
        Form::Arrow => {
            let mut writer = FileWriter::try_new(Vec::new(), &schema)?;
            batches.try_for_each(|batch| {
                writer.write(&batch)?;
                drain(writer.get_mut(), out)
            })?;
            drain(&mut writer.into_inner()?, out)
        }
        Form::ArrowStream => {
            let mut writer = StreamWriter::try_new(Vec::new(), &schema)?;
            batches.try_for_each(|batch| {
                writer.write(&batch)?;
                drain(writer.get_mut(), out)
            })?;
            drain(&mut writer.into_inner()?, out)
        }
        Form::C | Form::Cpp | Form::Rust => unreachable!("source code has no columns"),
    }
}

/// Writes batches of rows as a Parquet file with these keys and values as `metadata`.
pub fn write_parquet(
    schema: &SchemaRef,
    metadata: Vec<(String, String)>,
    mut batches: impl Iterator<Item = RecordBatch>,
    out: &mut dyn Write,
) -> Result<()> {
    let entries = metadata.into_iter().map(|(key, value)| KeyValue::new(key, Some(value)));
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
        .set_data_page_row_count_limit(BATCH_ROWS)
        .set_created_by(concat!("drawproof version ", env!("CARGO_PKG_VERSION")).into())
        .set_key_value_metadata(Some(entries.collect()))
        .build();
    let options =
        ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
    let mut writer = ArrowWriter::try_new_with_options(Vec::new(), schema.clone(), options)?;
    batches.try_for_each(|batch| {
        writer.write(&batch)?;
        writer.flush()?;
        drain(writer.inner_mut(), out)
    })?;
    drain(&mut writer.into_inner()?, out)
}

/// Writes what is in memory.
fn drain(written: &mut Vec<u8>, out: &mut dyn Write) -> Result<()> {
    out.write_all(written)?;
    written.clear();
    Ok(())
}
