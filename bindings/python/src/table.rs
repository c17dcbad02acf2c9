//! Whole tables, and their rows in batches.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock},
};

use arrow_array::{
    Array, RecordBatch, RecordBatchIterator, StructArray, ffi, ffi_stream::FFI_ArrowArrayStream,
};
use arrow_schema::{ArrowError, SchemaRef, ffi::FFI_ArrowSchema};
use drawproof_arrow::{DESCRIPTION, record_batch, schema};
use drawproof_columns::{Columns, Rows, man_names};
use drawproof_find::Match;
use drawproof_tables::{
    Layout, Metric, PlainTable,
    census::{Counting, mutual_zugzwangs, stats},
    file::{Folder, LEVEL_DEFAULT, pack},
    parallel::locked,
};
use pyo3::{
    buffer::PyBuffer,
    exceptions::{PyKeyError, PyRuntimeError},
    prelude::*,
    types::{PyCapsule, PyTuple},
};
use serde_json::{Value, json};

use crate::{
    arguments::{counting, side},
    buffer::{Column, Memory},
    control::{Callbacks, check_process, run},
    errors::Failure,
    find::{Finding, Wanted, condition, matches},
    rule::Work,
    session::Session,
};

/// The whole tables of an endgame in memory, one for each of its metrics.
#[pyclass(frozen, module = "drawproof._native")]
pub struct NativeTable {
    /// The tables of the endgame, one for each metric.
    pub tables: Vec<Arc<PlainTable>>,
    /// The session that has the tables of other endgames.
    pub session: Arc<Session>,
}

#[pymethods]
impl NativeTable {
    /// Returns the name of the endgame in canonical notation.
    #[getter]
    fn endgame(&self) -> String {
        self.tables[0].material().to_string()
    }

    /// Returns the names of the metrics.
    #[getter]
    fn metrics(&self) -> Vec<&'static str> {
        self.tables.iter().map(|table| table.metric().name()).collect()
    }

    /// Returns the rows of the positions that a counting convention counts.
    fn rows(&self, counting_name: &str, batch_rows: usize) -> PyResult<NativeRows> {
        let counting = counting(counting_name)?;
        let metrics: Vec<Metric> = self.tables.iter().map(|table| table.metric()).collect();
        let material = self.tables[0].material();
        let schema = schema(material, counting, &metrics);
        let positions = Positions::Counted(self.tables.clone(), counting);
        Ok(NativeRows::new(positions, batch_rows, schema))
    }

    /// Returns the rows of the positions that meet a condition.
    #[pyo3(signature = (text, counting_name, wanted, batch_rows, progress = None))]
    fn find(
        &self,
        py: Python<'_>,
        text: &str,
        counting_name: &str,
        wanted: Wanted,
        batch_rows: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<NativeRows> {
        let layout = self.tables[0].layout().clone();
        let counting = counting(counting_name)?;
        let finding = Finding::new(condition(text, &layout)?, counting, &wanted)?;
        let found = self.run(py, progress, move |work| finding.run(work))?;
        let schema = schema(layout.material(), counting, &[Metric::Dtm]);
        Ok(NativeRows::new(Positions::Found(layout, found.into()), batch_rows, schema))
    }

    /// Returns one byte for each position: 1 if the position meets the condition, otherwise 0.
    /// `columns` are the squares of each man, then the side to move.
    #[pyo3(signature = (text, columns, progress = None))]
    fn matches(
        &self,
        py: Python<'_>,
        text: &str,
        columns: Vec<PyBuffer<u8>>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Column> {
        let condition = condition(text, self.tables[0].layout())?;
        let columns = columns.iter().map(|it| it.to_vec(py)).collect::<PyResult<Vec<Vec<u8>>>>()?;
        let found = self.run(py, progress, move |work| matches(work, &condition, &columns))?;
        Ok(Column::new(Memory::OfTable(Arc::new(found))))
    }

    /// Returns the names of the columns with the squares of the men and with the side to move.
    #[getter]
    fn position_columns(&self) -> Vec<String> {
        let mut names = man_names(self.tables[0].layout().men());
        names.push("side".to_owned());
        names
    }

    /// Returns the cells for a side to move as stored, one byte for each index.
    fn cells(&self, side_name: &str) -> PyResult<Column> {
        Ok(Column::new(Memory::Cells(self.tables[0].clone(), side(side_name)?)))
    }

    /// Returns the legal positions for a side to move as stored: bit `index % 64` of number `index
    /// / 64`.
    fn legal(&self, side_name: &str) -> PyResult<Column> {
        Ok(Column::new(Memory::Legal(self.tables[0].clone(), side(side_name)?)))
    }

    /// Writes the tables into a folder, as `drawproof generate` does. Returns the paths of the
    /// files.
    #[pyo3(signature = (directory, progress = None))]
    fn save(
        &self,
        py: Python<'_>,
        directory: PathBuf,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Vec<String>> {
        std::fs::create_dir_all(&directory)?;
        let tables = self.tables.clone();
        run(py, Callbacks::progress(progress), move |control| {
            let folder = Folder::new(directory);
            let save = |table: &Arc<PlainTable>| {
                control.check()?;
                let folder = folder.of_metric(table.metric());
                let lock = folder.lock(table.material())?;
                let bytes = pack(table, LEVEL_DEFAULT);
                Ok(folder.write(&lock, table.material(), &bytes)?.display().to_string())
            };
            tables.iter().map(save).collect()
        })
    }

    /// Returns counts and longest distances as JSON, with the keys of `drawproof stats`.
    fn stats(&self, py: Python<'_>, counting_name: &str, zugzwangs: bool) -> PyResult<String> {
        let counting = counting(counting_name)?;
        check_process()?;
        let table = self.tables[0].clone();
        let document = py.detach(move || {
            let mut document = json!(stats(&table, counting));
            if let Value::Object(keys) = &mut document
                && zugzwangs
            {
                keys.insert("zugzwangs".into(), json!(mutual_zugzwangs(&table, counting)));
            }
            document
        });
        Ok(document.to_string())
    }
}

impl NativeTable {
    /// Runs work with the endgame's tables.
    fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        progress: Option<Bound<'_, PyAny>>,
        work: impl FnOnce(&Work) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let (session, material) = (self.session.clone(), self.tables[0].material());
        run(py, Callbacks::progress(progress), move |control| {
            work(&Work { session, control: control.clone(), material })
        })
    }
}

/// Positions that are returned as rows.
enum Positions {
    /// The positions of tables in a counting convention.
    Counted(Vec<Arc<PlainTable>>, Counting),
    /// The positions that a search found.
    Found(Arc<Layout>, Arc<[Match]>),
}

/// The rows of positions of an endgame, which can be read any number of times.
#[pyclass(frozen, module = "drawproof._native")]
pub struct NativeRows {
    positions: Positions,
    batch_rows: usize,
    schema: SchemaRef,
    count: OnceLock<u64>,
}

/// An iterator over batches of columns.
type Batches = Box<dyn Iterator<Item = Columns> + Send>;

impl NativeRows {
    fn new(positions: Positions, batch_rows: usize, schema: SchemaRef) -> NativeRows {
        NativeRows { positions, batch_rows: batch_rows.max(1), schema, count: OnceLock::new() }
    }

    fn read(&self) -> Batches {
        match &self.positions {
            Positions::Counted(tables, counting) => {
                Box::new(Rows::new(tables.clone(), *counting, self.batch_rows))
            }
            Positions::Found(layout, found) => {
                let (layout, found, size) = (layout.clone(), found.clone(), self.batch_rows);
                // A single batch without rows has the right types when nothing was found.
                Box::new((0..found.len().max(1)).step_by(size).map(move |first| {
                    let some = &found[first..found.len().min(first.saturating_add(size))];
                    let rows = some.iter().map(|it| (it.squares(), it.side, it.value));
                    Columns::of_positions(&layout, rows)
                }))
            }
        }
    }

    fn count(&self) -> u64 {
        match &self.positions {
            Positions::Counted(tables, counting) => {
                Rows::new(tables.clone(), *counting, self.batch_rows).count_all()
            }
            Positions::Found(_, found) => found.len() as u64,
        }
    }
}

#[pymethods]
impl NativeRows {
    /// Returns the names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        names(&self.schema)
    }

    /// Returns a sentence about each column that states the meaning of its numbers.
    #[getter]
    fn meanings(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.metadata()[DESCRIPTION].clone()).collect()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| *self.count.get_or_init(|| self.count())) as usize
    }

    fn __iter__(&self) -> NativeBatches {
        NativeBatches { rows: Mutex::new(self.read()), schema: self.schema.clone() }
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may ignore the schema that a consumer requests.
        drop(requested_schema);
        let schema = self.schema.clone();
        let batches = self.read().map(move |columns| Ok(record_batch(&schema, columns)));
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// An iterator over the rows of an endgame's positions, in batches.
#[pyclass(frozen, module = "drawproof._native")]
pub struct NativeBatches {
    rows: Mutex<Batches>,
    schema: SchemaRef,
}

#[pymethods]
impl NativeBatches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<NativeBatch> {
        let columns = py.detach(|| locked(&self.rows).next())?;
        Some(NativeBatch { rows: record_batch(&self.schema, columns) })
    }
}

/// A batch of consecutive rows.
#[pyclass(frozen, module = "drawproof._native")]
pub struct NativeBatch {
    rows: RecordBatch,
}

#[pymethods]
impl NativeBatch {
    /// Returns the names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        names(&self.rows.schema())
    }

    fn __len__(&self) -> usize {
        self.rows.num_rows()
    }

    fn __getitem__(&self, name: &str) -> PyResult<Column> {
        let column = self.rows.column_by_name(name);
        let column = column.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        Ok(Column::new(Memory::OfTable(column.clone())))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.rows.schema())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        drop(requested_schema);
        let rows = StructArray::from(self.rows.clone());
        let (array, _) = ffi::to_ffi(&rows.to_data()).map_err(failure)?;
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        PyTuple::new(py, [schema_capsule(py, &self.rows.schema())?, array])
    }
}

fn names(schema: &SchemaRef) -> Vec<String> {
    schema.fields().iter().map(|field| field.name().clone()).collect()
}

/// Returns a schema in a capsule, as `__arrow_c_schema__` returns it.
fn schema_capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema.as_ref()).map_err(failure)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

fn failure(error: ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
