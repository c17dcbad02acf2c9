//! The features that a condition names.

use drawproof_features::{
    Library, Men,
    program::{NodeId, Program},
};
use drawproof_recognizers::Position;
use drawproof_tables::NormalMaterial;

/// The features of an endgame that a condition names, ready to be evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    material: NormalMaterial,
    program: Option<Evaluated>,
}

/// The men, a program, and for each feature its number in the library and its node in the program.
type Evaluated = (Men, Program, Vec<(usize, NodeId)>);

impl Features {
    /// Selects the features of `library` with the numbers `wanted`; `library` may be `None` if
    /// nothing is wanted.
    pub fn new(library: Option<Library>, wanted: &[usize], material: NormalMaterial) -> Features {
        let program = library.filter(|_| !wanted.is_empty()).map(|library| {
            let nodes: Vec<NodeId> =
                wanted.iter().map(|&feature| library.features()[feature].node).collect();
            let (program, nodes) = library.program().part(&nodes);
            (library.men().clone(), program, wanted.iter().copied().zip(nodes).collect())
        });
        Features { material, program }
    }

    /// Returns the endgame that the features describe.
    pub fn material(&self) -> NormalMaterial {
        self.material
    }

    /// Returns the value of feature `number` of the library for a position of the endgame.
    pub fn value(&self, number: usize, position: &Position) -> i32 {
        let (men, program, nodes) = self.program.as_ref().expect("the condition names features");
        let (_, node) = nodes.iter().find(|(feature, _)| *feature == number).expect("it is named");
        let (squares, first) = men.squares(&position.colour, &position.kind, position.side_to_move);
        program.evaluate_one(&squares, first)[*node as usize] as i32
    }
}
