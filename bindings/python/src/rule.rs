//! Rules to verify: Python functions over columns, and the rules of this package.

use std::sync::Arc;

use drawproof_columns::man_names;
use drawproof_recognizers::{Rule, for_endgame, learned};
use drawproof_tables::{Layout, Metric, NormalMaterial};
use drawproof_verifier::{
    Asker, Builtin, ColumnRule, Exceptions, Fault, Options, Outcome, PositionColumns, Verification,
    VerifyError,
};
use pyo3::{
    buffer::PyBuffer,
    prelude::*,
    types::{PyDict, PyList},
};

use crate::{
    buffer::{Column, Memory},
    control::Control,
    errors::Failure,
    session::{Session, Tables},
};

/// A choice of the rule to verify.
#[derive(Clone)]
pub enum Choice {
    /// A Python function, with its name.
    Function(String),
    /// A built-in rule of the endgame, hand-written or learned.
    Builtin { is_learned: bool },
}

/// The context for work on an endgame in a separate thread.
pub struct Work {
    pub session: Arc<Session>,
    pub control: Arc<Control>,
    pub material: NormalMaterial,
}

impl Work {
    /// Returns the source of tables of distances to mate.
    pub fn tables(&self) -> Tables {
        Tables { session: self.session.clone(), control: self.control.clone(), metric: Metric::Dtm }
    }

    /// Verifies a rule, with `exceptions` added to it if they are given.
    pub fn verify(
        &self,
        choice: &Choice,
        exceptions: Option<&dyn Exceptions>,
        options: &Options,
    ) -> Result<Outcome, Failure> {
        let tables = self.tables();
        let verification = Verification::new(self.material, &tables, options)
            .followed_by(&*self.control)
            .with_exceptions(exceptions);
        let outcome = match choice {
            Choice::Function(name) => {
                let mut rule = PythonRule { name: name.clone(), control: &self.control };
                verification.run(Asker::Columns(&mut rule))
            }
            Choice::Builtin { is_learned } => {
                let rule = builtin(self.material, *is_learned)?;
                verification.run(Asker::Function(&Builtin(rule)))
            }
        };
        outcome.map_err(VerifyError::into)
    }
}

/// Returns a rule of this package.
fn builtin(material: NormalMaterial, is_learned: bool) -> Result<&'static dyn Rule, Failure> {
    let name = material.to_string();
    let (rule, kind) = match is_learned {
        true => (learned::for_endgame(&name), "learned"),
        false => (for_endgame(&name), "hand-written"),
    };
    rule.ok_or_else(|| Failure::new("RuleError", format!("there is no {kind} rule for {name}")))
}

/// A Python function that the caller's thread calls.
struct PythonRule<'a> {
    name: String,
    control: &'a Control,
}

impl ColumnRule for PythonRule<'_> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn claims(&mut self, positions: PositionColumns) -> Result<Vec<u8>, Fault> {
        let claims = self.control.ask(positions);
        claims.ok_or_else(|| Fault::Failed("the rule raised an exception".into()))
    }
}

/// Returns a callback that asks a Python function about positions of an endgame. `function` is
/// called with a dict of columns and the FEN of the first position, and returns claims as bytes.
pub fn ask_python<'py>(
    function: Bound<'py, PyAny>,
    material: NormalMaterial,
) -> impl FnMut(Python<'py>, PositionColumns) -> PyResult<Vec<u8>> + 'py {
    let layout = Layout::new(material);
    let mut names = man_names(layout.men());
    names.extend(["side".to_owned(), "en_passant".to_owned()]);
    move |py, positions| {
        let first = positions.fen(&layout, 0);
        let positions = Arc::new(positions);
        let columns = PyDict::new(py);
        for (place, name) in names.iter().enumerate() {
            let memory = Memory::OfPositions(positions.clone(), place);
            columns.set_item(name, Bound::new(py, Column::new(memory))?)?;
        }
        let claims = function.call1((columns, first))?;
        PyBuffer::<u8>::get(&claims)?.to_vec(py)
    }
}

/// Returns the names of the rules of this package as pairs of endgame and name.
#[pyfunction]
pub fn rule_names(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let rules = drawproof_recognizers::catalogue().iter();
    PyList::new(py, rules.map(|rule| (rule.endgame().to_owned(), rule.name().to_owned())))
}
