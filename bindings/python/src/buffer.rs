//! Shares memory of the package as Python buffers, without a copy.

#![expect(unsafe_code, reason = "the buffer protocol passes pointers")]

use std::{
    ffi::{CStr, c_int, c_void},
    sync::Arc,
};

use arrow_array::{
    ArrayRef,
    cast::AsArray,
    types::{Int8Type, Int16Type, UInt8Type},
};
use arrow_schema::DataType;
use drawproof_board::Color;
use drawproof_tables::PlainTable;
use drawproof_verifier::PositionColumns;
use pyo3::{exceptions::PyBufferError, ffi, prelude::*};

/// Numbers in memory that the package owns. Python reads them through the buffer protocol without a
/// copy, for example with `numpy.asarray(column)`.
#[pyclass(frozen, module = "drawproof._native")]
pub struct Column {
    memory: Memory,
}

/// The memory that holds the numbers of a column.
pub enum Memory {
    /// A column of an Arrow table.
    OfTable(ArrayRef),
    /// One column of a set of positions, given by its index. The columns are the squares of each
    /// man, then the side to move, then the en-passant square.
    OfPositions(Arc<PositionColumns>, usize),
    /// The cells of a table for one side to move, in their stored form: one byte for each index.
    Cells(Arc<PlainTable>, Color),
    /// The legal positions of a table for one side to move, in their stored form: bit `index % 64`
    /// of number `index / 64`.
    Legal(Arc<PlainTable>, Color),
}

/// Numbers of one type.
enum Numbers<'a> {
    UInt8(&'a [u8]),
    Int8(&'a [i8]),
    Int16(&'a [i16]),
    UInt64(&'a [u64]),
}

impl Column {
    /// Creates a column of the numbers in `memory`.
    pub fn new(memory: Memory) -> Column {
        Column { memory }
    }

    fn numbers(&self) -> Numbers<'_> {
        match &self.memory {
            Memory::OfTable(column) => match column.data_type() {
                DataType::UInt8 => Numbers::UInt8(column.as_primitive::<UInt8Type>().values()),
                DataType::Int8 => Numbers::Int8(column.as_primitive::<Int8Type>().values()),
                _ => Numbers::Int16(column.as_primitive::<Int16Type>().values()),
            },
            Memory::OfPositions(positions, place) => {
                let men = positions.squares.len();
                Numbers::UInt8(match place {
                    place if *place < men => &positions.squares[*place],
                    place if *place == men => &positions.side,
                    _ => &positions.en_passant,
                })
            }
            Memory::Cells(table, side) => Numbers::UInt8(table.cells(*side)),
            Memory::Legal(table, side) => Numbers::UInt64(table.legal(*side)),
        }
    }
}

impl Numbers<'_> {
    /// Returns the address of the first number, the count, the size of a number in bytes, and the
    /// format in the notation of the module `struct`.
    fn description(&self) -> (*const c_void, usize, usize, &'static CStr) {
        match self {
            Numbers::UInt8(it) => (it.as_ptr().cast(), it.len(), 1, c"B"),
            Numbers::Int8(it) => (it.as_ptr().cast(), it.len(), 1, c"b"),
            Numbers::Int16(it) => (it.as_ptr().cast(), it.len(), 2, c"h"),
            Numbers::UInt64(it) => (it.as_ptr().cast(), it.len(), 8, c"Q"),
        }
    }
}

/// The shape and the strides that a buffer refers to.
struct Shape {
    shape: [ffi::Py_ssize_t; 1],
    strides: [ffi::Py_ssize_t; 1],
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.numbers().description().1
    }

    fn __repr__(&self) -> String {
        let (_, count, _, format) = self.numbers().description();
        format!("<Column of {count} numbers, format '{}'>", format.to_string_lossy())
    }

    /// Returns the format of a number in the notation of the module struct: B, b, h or Q.
    #[getter]
    fn format(&self) -> String {
        self.numbers().description().3.to_string_lossy().into_owned()
    }

    // SAFETY: to be called by the interpreter alone, with a view that it owns.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("there is no view to fill"));
        }
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            // SAFETY: the interpreter passes a view that may be written.
            unsafe { (*view).obj = std::ptr::null_mut() };
            return Err(PyBufferError::new_err("tables are read-only: copy the numbers first"));
        }
        let (first, count, size, format) = slf.get().numbers().description();
        let (length, step) = (count as ffi::Py_ssize_t, size as ffi::Py_ssize_t);
        let shape = Box::new(Shape { shape: [length], strides: [step] });
        let shape = Box::into_raw(shape);
        let has = |flag: c_int| flags & flag == flag;
        // SAFETY: the view may be written; `shape` was just allocated and lives until
        // `__releasebuffer__` frees it; the numbers live as long as the object that the view owns, and
        // nobody writes them.
        unsafe {
            let view = &mut *view;
            view.buf = first.cast_mut();
            view.len = length * step;
            view.readonly = 1;
            view.itemsize = step;
            view.format = if has(ffi::PyBUF_FORMAT) {
                format.as_ptr().cast_mut()
            } else {
                std::ptr::null_mut()
            };
            view.ndim = 1;
            view.shape =
                if has(ffi::PyBUF_ND) { (*shape).shape.as_mut_ptr() } else { std::ptr::null_mut() };
            view.strides = if has(ffi::PyBUF_STRIDES) {
                (*shape).strides.as_mut_ptr()
            } else {
                std::ptr::null_mut()
            };
            view.suboffsets = std::ptr::null_mut();
            view.internal = shape.cast();
            view.obj = slf.into_any().into_ptr();
        }
        Ok(())
    }

    // SAFETY: to be called by the interpreter alone, with a view that `__getbuffer__` filled.
    unsafe fn __releasebuffer__(&self, view: *mut ffi::Py_buffer) {
        // SAFETY: `internal` is the box that `__getbuffer__` allocated for this view.
        drop(unsafe { Box::from_raw((*view).internal.cast::<Shape>()) });
    }
}
