//! The features of one endgame, made from its men alone.

use crate::{
    families::{contacts, pawns, placement, routes, telling},
    graph::Graph,
    list::{Feature, List},
    men::Men,
    program::Program,
    view::View,
};

/// The features of one endgame and the program that computes them.
#[derive(Clone, Debug)]
pub struct Library {
    men: Men,
    program: Program,
    features: Vec<Feature>,
}

impl Library {
    /// Makes the features of the endgame with these men.
    pub fn new(men: Men) -> Library {
        Library::with(men, false)
    }

    /// Makes the features of [`Library::new`] with the same numbers, followed by features that
    /// chess players have names for, such as the opposition. They serve the fixes of rules, because
    /// people read those.
    pub fn for_fixes(men: Men) -> Library {
        Library::with(men, true)
    }

    fn with(men: Men, telling_features: bool) -> Library {
        let graph = Graph::default();
        let mut list = List { features: Vec::new() };
        {
            let view = View::new(&graph, &men);
            placement::add(&view, &mut list);
            contacts::add(&view, &mut list);
            routes::add(&view, &mut list);
            pawns::add(&view, &mut list);
            if telling_features {
                telling::add(&view, &mut list);
            }
        }
        let features = list.features;
        Library { men, program: graph.into_program(), features }
    }

    /// Returns the endgame's men.
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// Returns the features, in an order that depends only on the men.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Returns the program that computes all features.
    pub fn program(&self) -> &Program {
        &self.program
    }
}
