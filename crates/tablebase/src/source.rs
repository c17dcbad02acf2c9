//! The tables of one metric: what is known of each endgame, found without a lock.

use std::sync::OnceLock;

use drawproof_board::{Color, Piece};
use drawproof_tables::{
    Metric, NormalMaterial, Placement, Value,
    file::{FileBytes, Folder, FolderError, Table, TableError},
    probe::{ProbeError, Values},
};

use crate::error::Error;
#[cfg(feature = "solve")]
use crate::solver::{Solved, Solver};
#[cfg(feature = "solve")]
use drawproof_tables::PlainTable;

/// Places of endgames; there are 510 of three to six men.
const PLACES: usize = 1024;

/// The tables of one metric.
pub(crate) struct Source {
    folder: Folder,
    #[cfg(feature = "solve")]
    solver: Option<Solver>,
    /// Endgames asked about, each in the first free place from that of its number on. An endgame that
    /// has a place keeps it.
    places: Box<[OnceLock<Box<Endgame>>]>,
}

/// An endgame that was asked about.
struct Endgame {
    material: NormalMaterial,
    known: Known,
    /// Its file, opened at the first probe; `None` inside if the folder has none.
    file: OnceLock<Option<Table<FileBytes>>>,
    #[cfg(feature = "solve")]
    solved: Solved,
}

/// Where the values of an endgame are.
enum Known {
    /// Of three men.
    #[cfg(feature = "solve")]
    ThreeMen(&'static PlainTable),
    /// No side can win.
    Drawn,
    /// In a file, or in a solved table.
    Table,
}

impl Source {
    /// The tables of `folder`, which decides the metric.
    pub(crate) fn new(folder: Folder) -> Source {
        Source {
            folder,
            #[cfg(feature = "solve")]
            solver: None,
            places: (0..PLACES).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The same tables; what has no file is solved.
    #[cfg(feature = "solve")]
    pub(crate) fn solving(self, solver: Solver) -> Source {
        Source { solver: Some(solver), ..self }
    }

    pub(crate) fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Opens or solves an endgame, so that probes of it need not. `false` if there is no table.
    pub(crate) fn prepare(&self, material: NormalMaterial) -> Result<bool, Error> {
        let endgame = self.endgame(material);
        if !matches!(endgame.known, Known::Table) || self.file(endgame)?.is_some() {
            return Ok(true);
        }
        #[cfg(feature = "solve")]
        if let Some(solver) = &self.solver {
            return solver.table(material, &endgame.solved).map(|_| true);
        }
        Ok(false)
    }

    /// The stored value of a position; `None` if it is illegal.
    #[inline]
    fn stored(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Option<Value>, ProbeError> {
        let endgame = self.endgame(material);
        match endgame.known {
            #[cfg(feature = "solve")]
            Known::ThreeMen(table) => return Ok(table.probe(placement)),
            Known::Drawn => return Ok(placement.to_board().map(|_| Value::Draw)),
            Known::Table => {}
        }
        if let Some(file) = self.file(endgame).map_err(unreadable)? {
            return file.probe_among(placement, self).map_err(of_file);
        }
        #[cfg(feature = "solve")]
        if let Some(solver) = &self.solver {
            let table = solver.table(material, &endgame.solved).map_err(unreadable)?;
            return Ok(table.probe(placement));
        }
        Err(ProbeError::NoTable(material))
    }

    /// The file of an endgame; `None` if the folder has none.
    #[inline]
    fn file<'a>(&self, endgame: &'a Endgame) -> Result<Option<&'a Table<FileBytes>>, Error> {
        match endgame.file.get() {
            Some(file) => Ok(file.as_ref()),
            None => self.open(endgame),
        }
    }

    /// Opens the file of an endgame. Of threads that open it at the same time, one keeps it.
    #[cold]
    fn open<'a>(&self, endgame: &'a Endgame) -> Result<Option<&'a Table<FileBytes>>, Error> {
        let file = match self.folder.open(endgame.material) {
            Ok(file) => Some(file),
            Err(FolderError::Missing { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(endgame.file.get_or_init(|| file).as_ref())
    }

    /// What is known of an endgame.
    #[inline]
    fn endgame(&self, material: NormalMaterial) -> &Endgame {
        let mut place = number(material);
        loop {
            let endgame = self.places[place % PLACES].get_or_init(|| self.begin(material));
            if endgame.material == material {
                return endgame;
            }
            place += 1;
        }
    }

    #[cold]
    fn begin(&self, material: NormalMaterial) -> Box<Endgame> {
        #[cfg(feature = "solve")]
        let three_men = match self.folder.metric() {
            Metric::Dtm => drawproof_session::three_men().table(material),
            _ => None,
        };
        let known = match material {
            _ if material.is_lone_minor() => Known::Drawn,
            #[cfg(feature = "solve")]
            _ if let Some(table) = three_men => Known::ThreeMen(table),
            _ => Known::Table,
        };
        Box::new(Endgame {
            material,
            known,
            file: OnceLock::new(),
            #[cfg(feature = "solve")]
            solved: Solved::default(),
        })
    }
}

impl Values for Source {
    fn metric(&self) -> Metric {
        self.folder.metric()
    }

    #[inline]
    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        self.stored(material, placement)?.ok_or(ProbeError::Illegal(material))
    }
}

/// A number of an endgame, below [`PLACES`], that few others share.
#[inline]
fn number(material: NormalMaterial) -> usize {
    let material = material.get();
    let mut digits = 0_u64;
    for color in Color::ALL {
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            digits = digits << 3 | material.count(color, piece) as u64;
        }
    }
    const _: () = assert!(PLACES == 1 << 10);
    (digits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize
}

/// An error of a file, if it is about its bytes, as one of this crate.
#[cold]
fn of_file(error: ProbeError) -> ProbeError {
    match error {
        ProbeError::Unreadable(inner) => match inner.downcast::<TableError>() {
            Ok(error) => unreadable((*error).into()),
            Err(inner) => ProbeError::Unreadable(inner),
        },
        other => other,
    }
}

#[cold]
fn unreadable(error: Error) -> ProbeError {
    ProbeError::Unreadable(Box::new(error))
}
