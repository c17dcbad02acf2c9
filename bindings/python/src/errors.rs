//! The exceptions of the package. Their classes are in `drawproof/errors.py`.

use drawproof_session::error::SessionError;
use drawproof_syzygy::SyzygyError;
use drawproof_tables::{
    file::{FolderError, TableError},
    probe::ProbeError,
};
use drawproof_verifier::VerifyError;
use pyo3::{exceptions::PyRuntimeError, prelude::*};

/// The reason why a piece of work has no result.
#[derive(Debug)]
pub enum Failure {
    /// An exception of a class of `drawproof.errors`, with its text.
    Error(&'static str, String),
    /// An exception that Python code raised.
    Raised(PyErr),
}

impl Failure {
    /// Creates an exception of a class of `drawproof.errors`.
    pub fn new(class: &'static str, text: impl ToString) -> Failure {
        Failure::Error(class, text.to_string())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Raised(error) => error,
            Failure::Error(class, text) => Python::attach(|py| {
                let exception = || py.import("drawproof.errors")?.getattr(class)?.call1((&text,));
                exception().map_or_else(|error| error, PyErr::from_value)
            }),
        }
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Raised(error)
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Failure {
        match error {
            SessionError::Folder(error) => error.into(),
            SessionError::Memory { material, needed_bytes, allowed_bytes, .. } => Failure::new(
                "MemoryLimitError",
                format!(
                    "{material} takes {needed_bytes} bytes of memory, {allowed_bytes} are allowed: \
                     allow more with memory=, or write its file with 'drawproof generate'"
                ),
            ),
            SessionError::ScratchFull { .. } | SessionError::Addresses { .. } => {
                Failure::new("MemoryLimitError", error)
            }
            SessionError::Men { .. } => Failure::new("EndgameError", error),
            SessionError::Unmade { .. } => Failure::new("MissingTableError", error),
            SessionError::Table(error) => Failure::new("DamagedTableError", error),
            SessionError::Solve(error) => Failure::new("DrawproofError", error),
            SessionError::Scratch { .. } | SessionError::Fault => {
                Failure::new("DrawproofError", error)
            }
        }
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Failure {
        let class = match error {
            FolderError::Table(_) => "DamagedTableError",
            FolderError::Missing { .. } => "MissingTableError",
            FolderError::System { .. } => "DrawproofError",
        };
        Failure::new(class, error)
    }
}

impl From<SyzygyError> for Failure {
    fn from(error: SyzygyError) -> Failure {
        let class = match error {
            SyzygyError::Missing { .. } | SyzygyError::Position(_) => "MissingTableError",
            SyzygyError::Damaged { .. } | SyzygyError::Foreign { .. } => "DamagedTableError",
            SyzygyError::Folder { .. } | SyzygyError::Read { .. } => "DrawproofError",
        };
        Failure::new(class, error)
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Failure {
        let class = match &error {
            ProbeError::CastlingRights | ProbeError::TooManyMen(_) | ProbeError::NoTable(_) => {
                "MissingTableError"
            }
            ProbeError::Illegal(_) => "IllegalPositionError",
            ProbeError::Contradiction(_) => "DamagedTableError",
            ProbeError::Unreadable(cause) => {
                let is_damage = cause.is::<TableError>()
                    || matches!(cause.downcast_ref(), Some(FolderError::Table(_)))
                    || matches!(
                        cause.downcast_ref(),
                        Some(SessionError::Table(_) | SessionError::Folder(FolderError::Table(_)))
                    );
                if is_damage { "DamagedTableError" } else { "DrawproofError" }
            }
        };
        Failure::new(class, error)
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Failure {
        match error {
            VerifyError::Fault(_) => Failure::new("RuleError", error),
            VerifyError::Table(cause) => match cause.downcast::<Failure>() {
                Ok(failure) => *failure,
                Err(other) => Failure::new("DrawproofError", other),
            },
            VerifyError::Dump(_) | VerifyError::Stopped => Failure::new("DrawproofError", error),
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Failure::Error(_, text) => f.write_str(text),
            Failure::Raised(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

/// Returns the exception for a panic, which is a bug in this package.
pub fn panicked(payload: &(dyn std::any::Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!("drawproof panicked: {}", text.unwrap_or("without a text")))
}
