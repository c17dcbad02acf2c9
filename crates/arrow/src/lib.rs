//! Whole tables as Arrow record batches, for files of columns and for the data frames of Python.
//!
//! [`schema()`] has the columns of a table, [`record_batch`] some rows of it. The buffers of a batch are
//! those of [`Columns`], not copies. [`drawproof_columns::Rows`] enumerates the rows.

#![forbid(unsafe_code)]

use std::sync::Arc;

use arrow_array::{ArrayRef, Int8Array, Int16Array, RecordBatch, UInt8Array};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use drawproof_columns::{Column, Columns, Kind, metadata};
use drawproof_tables::{Metric, NormalMaterial, census::Counting};

/// The key of a field's metadata under which its meaning is, in one sentence.
pub const DESCRIPTION: &str = "description";

/// The columns of an endgame's positions, with the metadata that identify the table.
pub fn schema(material: NormalMaterial, counting: Counting, metrics: &[Metric]) -> SchemaRef {
    let field = |column: Column| {
        let (kind, is_nullable) = match column.kind {
            Kind::UInt8 => (DataType::UInt8, false),
            Kind::Int8 => (DataType::Int8, false),
            Kind::NullableInt16 => (DataType::Int16, true),
        };
        let metadata = [(DESCRIPTION.to_owned(), column.meaning)];
        Field::new(column.name, kind, is_nullable).with_metadata(metadata.into())
    };
    let fields: Vec<Field> =
        drawproof_columns::schema(material, metrics).into_iter().map(field).collect();
    let metadata = metadata(material, counting, metrics);
    Arc::new(Schema::new_with_metadata(fields, metadata.into_iter().collect()))
}

/// Some rows of a table with that schema.
pub fn record_batch(schema: &SchemaRef, columns: Columns) -> RecordBatch {
    let rows = columns.len();
    let nulls = (columns.draws > 0)
        .then(|| NullBuffer::new(BooleanBuffer::new(columns.decisive.into(), 0, rows)));
    let bytes = columns.squares.into_iter().chain([columns.side]);
    let bytes = bytes.map(|values| Arc::new(UInt8Array::from(values)) as ArrayRef);
    let result: ArrayRef = Arc::new(Int8Array::from(columns.result));
    let distances = columns
        .distances
        .into_iter()
        .map(|plies| Arc::new(Int16Array::new(plies.into(), nulls.clone())) as ArrayRef);
    let arrays = bytes.chain([result]).chain(distances).collect();
    RecordBatch::try_new(schema.clone(), arrays).expect("the columns are those of the schema")
}
