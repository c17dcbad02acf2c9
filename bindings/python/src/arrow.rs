//! Columns through the Arrow C data interface and the Arrow PyCapsule interface.
//!
//! Buffers are those of [`Columns`], not copies. The structs are those of the specification
//! (<https://arrow.apache.org/docs/format/CDataInterface.html>); the owner of one calls its `release`.

#![expect(unsafe_code, reason = "the interface consists of structs of pointers")]

use std::{
    ffi::{CString, c_char, c_int, c_void},
    ptr::{null, null_mut},
    sync::Arc,
};

use drawproof_columns::{Column, Columns, Kind, Rows, Values};
use pyo3::{prelude::*, types::PyCapsule};

/// A column may have nulls.
const NULLABLE: i64 = 2;

/// The type of a column, or of a row.
#[repr(C)]
pub struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

/// Some rows of a column, or of all.
#[repr(C)]
pub struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

/// A stream of arrays.
#[repr(C)]
pub struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

/// The columns of a stream, and the metadata that identify it.
#[derive(Clone)]
pub struct Schema {
    /// The columns in their order.
    pub columns: Arc<Vec<Column>>,
    /// Keys and values.
    pub metadata: Arc<Vec<(String, String)>>,
}

/// What a schema owns.
struct SchemaOwned {
    _format: CString,
    _name: CString,
    _metadata: Option<Vec<u8>>,
    children: Vec<*mut ArrowSchema>,
}

/// What an array owns.
struct ArrayOwned {
    _columns: Arc<Columns>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
}

/// What a stream owns.
struct StreamOwned {
    schema: Schema,
    rows: Rows,
}

/// A schema in a capsule, as `__arrow_c_schema__` returns it.
pub fn schema_capsule<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, schema.to_arrow(), c"arrow_schema")
}

/// Some rows in a capsule, as the second value of `__arrow_c_array__`.
pub fn array_capsule<'py>(
    py: Python<'py>,
    columns: &Arc<Columns>,
    count: usize,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, array_of_rows(columns, count), c"arrow_array")
}

/// Rows in a capsule, as `__arrow_c_stream__` returns it.
pub fn stream_capsule(
    py: Python<'_>,
    schema: Schema,
    rows: Rows,
) -> PyResult<Bound<'_, PyCapsule>> {
    let owned = Box::new(StreamOwned { schema, rows });
    let stream = ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(owned).cast(),
    };
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

impl Schema {
    /// The schema of a row, a struct of the columns.
    fn to_arrow(&self) -> ArrowSchema {
        let column = |column: &Column| {
            let (format, flags) = match column.kind {
                Kind::UInt8 => ("C", 0),
                Kind::Int8 => ("c", 0),
                Kind::NullableInt16 => ("s", NULLABLE),
            };
            let meaning = [("description".to_owned(), column.meaning.clone())];
            Box::into_raw(Box::new(arrow_schema(format, &column.name, flags, &meaning, Vec::new())))
        };
        arrow_schema("+s", "", 0, &self.metadata, self.columns.iter().map(column).collect())
    }
}

fn arrow_schema(
    format: &str,
    name: &str,
    flags: i64,
    metadata: &[(String, String)],
    children: Vec<*mut ArrowSchema>,
) -> ArrowSchema {
    let text = |text: &str| CString::new(text).expect("names have no zero byte");
    let owned = SchemaOwned {
        _format: text(format),
        _name: text(name),
        _metadata: (!metadata.is_empty()).then(|| encoded(metadata)),
        children,
    };
    let mut owned = Box::new(owned);
    ArrowSchema {
        format: owned._format.as_ptr(),
        name: owned._name.as_ptr(),
        metadata: owned._metadata.as_ref().map_or(null(), |bytes| bytes.as_ptr().cast()),
        flags,
        n_children: owned.children.len() as i64,
        children: owned.children.as_mut_ptr(),
        dictionary: null_mut(),
        release: Some(release_schema),
        private_data: Box::into_raw(owned).cast(),
    }
}

/// Keys and values as the specification encodes them.
fn encoded(metadata: &[(String, String)]) -> Vec<u8> {
    let mut bytes = (metadata.len() as i32).to_ne_bytes().to_vec();
    for text in metadata.iter().flat_map(|(key, value)| [key, value]) {
        bytes.extend((text.len() as i32).to_ne_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes
}

/// Some rows as a struct of `count` columns.
fn array_of_rows(columns: &Arc<Columns>, count: usize) -> ArrowArray {
    let child = |place: usize| {
        let (buffers, nulls) = match columns.column(place) {
            Values::UInt8(values) => (vec![null(), values.as_ptr().cast()], 0),
            Values::Int8(values) => (vec![null(), values.as_ptr().cast()], 0),
            Values::Int16 { values, valid } => {
                (vec![valid.as_ptr().cast(), values.as_ptr().cast()], columns.draws)
            }
        };
        Box::into_raw(Box::new(arrow_array(columns, nulls, buffers, Vec::new())))
    };
    arrow_array(columns, 0, vec![null()], (0..count).map(child).collect())
}

fn arrow_array(
    columns: &Arc<Columns>,
    nulls: usize,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
) -> ArrowArray {
    let mut owned = Box::new(ArrayOwned { _columns: columns.clone(), buffers, children });
    ArrowArray {
        length: columns.len() as i64,
        null_count: nulls as i64,
        offset: 0,
        n_buffers: owned.buffers.len() as i64,
        n_children: owned.children.len() as i64,
        buffers: owned.buffers.as_mut_ptr(),
        children: owned.children.as_mut_ptr(),
        dictionary: null_mut(),
        release: Some(release_array),
        private_data: Box::into_raw(owned).cast(),
    }
}

// SAFETY: to be called once, with a schema of `arrow_schema`.
unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the private data are the box of `arrow_schema`; children are boxes of `Schema::to_arrow`,
    // whose `release` is null if their owner has moved them.
    unsafe {
        let owned = Box::from_raw((*schema).private_data.cast::<SchemaOwned>());
        for &child in &owned.children {
            drop(Box::from_raw(child));
        }
        (*schema).release = None;
    }
}

// SAFETY: to be called once, with an array of `arrow_array`.
unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the private data are the box of `arrow_array`; children are boxes of `array_of_rows`,
    // whose `release` is null if their owner has moved them.
    unsafe {
        let owned = Box::from_raw((*array).private_data.cast::<ArrayOwned>());
        for &child in &owned.children {
            drop(Box::from_raw(child));
        }
        (*array).release = None;
    }
}

// SAFETY: to be called with a stream of `stream_capsule` that is not released.
unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: the private data are the box of `stream_capsule`; `out` may be written and owns nothing.
    unsafe {
        let owned = &*(*stream).private_data.cast::<StreamOwned>();
        out.write(owned.schema.to_arrow());
    }
    0
}

// SAFETY: to be called with a stream of `stream_capsule` that is not released, by one thread at a time.
unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: the private data are the box of `stream_capsule`; `out` may be written and owns nothing.
    unsafe {
        let owned = &mut *(*stream).private_data.cast::<StreamOwned>();
        let count = owned.schema.columns.len();
        out.write(match owned.rows.next() {
            Some(columns) => array_of_rows(&Arc::new(columns), count),
            None => ArrowArray::released(),
        });
    }
    0
}

// SAFETY: any pointer may be passed.
unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    // Nothing fails.
    null()
}

// SAFETY: to be called once, with a stream of `stream_capsule`.
unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: the private data are the box of `stream_capsule`.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<StreamOwned>()));
        (*stream).release = None;
    }
}

impl ArrowArray {
    /// No array: the end of a stream.
    fn released() -> ArrowArray {
        ArrowArray {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: null_mut(),
            children: null_mut(),
            dictionary: null_mut(),
            release: None,
            private_data: null_mut(),
        }
    }
}

/// Implements for a struct of the interface what its owner has to do.
macro_rules! owned {
    ($struct:ty) => {
        impl Drop for $struct {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the struct is not released, as `release` is not null, and nobody uses it
                    // any more.
                    unsafe { release(self) }
                }
            }
        }

        // SAFETY: what the pointers refer to is owned by the struct, or shared and never written, and
        // has no tie to a thread.
        unsafe impl Send for $struct {}
    };
}

owned!(ArrowSchema);
owned!(ArrowArray);
owned!(ArrowArrayStream);
