//! Whole tables as files of columns, for data frames and databases: Parquet and Arrow.
//!
//! Both formats are written from the batches of [`drawproof_columns::Rows`], one batch a row group or
//! record batch, so that memory holds one batch at a time. Only what these few columns need of the
//! formats is here: integers without nesting, one page a column.

mod arrow;
mod flatbuffer;
mod hybrid;
mod parquet;
mod thrift;

use std::io::{self, Write};

use drawproof_columns::{Column, Rows};

/// The most rows of a batch. Readers share the work by batches and hold some of them in memory.
pub const BATCH_ROWS: usize = 1 << 18;

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Parquet with zstd.
    Parquet,
    /// An Arrow IPC file, also known as Feather version 2.
    Arrow,
    /// An Arrow IPC stream, for pipes.
    ArrowStream,
}

/// What describes a table in a file: its columns, and keys with values.
pub struct Description {
    pub columns: Vec<Column>,
    pub metadata: Vec<(String, String)>,
}

impl FileFormat {
    /// Writes the rows.
    pub fn write(
        self,
        rows: Rows,
        description: &Description,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut out = Counted { out, position: 0 };
        match self {
            FileFormat::Parquet => parquet::write(rows, description, &mut out),
            FileFormat::Arrow => arrow::write(rows, description, true, &mut out),
            FileFormat::ArrowStream => arrow::write(rows, description, false, &mut out),
        }
    }
}

/// A writer that knows how many bytes it has written: both formats point to places in the file.
struct Counted<'a> {
    out: &'a mut dyn Write,
    position: u64,
}

impl Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.position += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}
