//! Whole tables as Arrow record batches, for files of columns and for the data frames of Python.
//!
//! [`schema()`] describes the columns of a table, and [`record_batch`] makes a batch of rows. A
//! batch takes the buffers of [`Columns`] without a copy. [`drawproof_columns::Rows`] enumerates
//! the rows.

#![forbid(unsafe_code)]

use std::sync::Arc;

use arrow_array::{ArrayRef, Int8Array, Int16Array, RecordBatch, UInt8Array};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use drawproof_columns::{Columns, man_names, metadata};
use drawproof_tables::{Layout, Metric, NormalMaterial, census::Counting};

/// The key, in a field's metadata, of a sentence that describes the field.
pub const DESCRIPTION: &str = "description";

/// Returns the schema of an endgame's positions: a column for the square of each man, `side`,
/// `result`, and a distance for each metric. The metadata of the schema identify the table.
pub fn schema(material: NormalMaterial, counting: Counting, metrics: &[Metric]) -> SchemaRef {
    let field = |name: &str, kind: DataType, meaning: String| {
        // Draws have no distance.
        let is_nullable = kind == DataType::Int16;
        let metadata = [(DESCRIPTION.to_owned(), meaning)];
        Field::new(name, kind, is_nullable).with_metadata(metadata.into())
    };
    let square = |name: String| {
        let meaning = format!("the square of the {}: a1 = 0, h8 = 63", name.replace('_', " "));
        field(&name, DataType::UInt8, meaning)
    };
    let mut fields: Vec<Field> =
        man_names(Layout::new(material).men()).into_iter().map(square).collect();
    let meaning = "the side to move: 0 = White, 1 = Black";
    fields.push(field("side", DataType::UInt8, meaning.into()));
    let meaning = "the result for the side to move: 1 = win, 0 = draw, -1 = loss";
    fields.push(field("result", DataType::Int8, meaning.into()));
    fields.extend(metrics.iter().map(|metric| {
        let meaning = format!(
            "{metric} in plies: positive for a win, negative for a loss, 0 = mated, null for a draw"
        );
        field(metric.name(), DataType::Int16, meaning)
    }));
    let metadata = metadata(material, counting, metrics);
    Arc::new(Schema::new_with_metadata(fields, metadata.into_iter().collect()))
}

/// Makes a record batch of some rows of a table. `schema` must describe `columns`.
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
