//! The operations of expressions: the inputs, three logical operations, and every function of
//! [`primitives`].

use crate::primitives;

/// The values of a node in 64 positions, by position.
pub type Column = [u64; 64];

/// Calls a macro with all primitives: for each the operator's name, the function's name, and the
/// indices of its operands.
macro_rules! for_each_primitive {
    ($macro:ident) => {
        $macro! {
            Steps steps 0;
            Jumps jumps 0;
            Rook rook 0 1;
            Bishop bishop 0 1;
            Bit bit 0;
            Count count 0;
            Any any 0;
            Equal equal 0 1;
            Less less 0 1;
            Least least 0 1;
            Most most 0 1;
            Plus plus 0 1;
            Lead lead 0 1;
            Choose choose 0 1 2;
            Distance distance 0 1;
            Files files 0 1;
            Ranks ranks 0 1;
            Offset offset 0 1;
            Slant slant 0 1;
            Edge edge 0;
            Corner corner 0;
            Light light 0;
            ColourCorner colour_corner 0 1;
            Parts parts 0 1 2;
            Walk walk 0 1 2;
            Leaps leaps 0 1 2;
            Rank rank 0;
            FileEdge file_edge 0;
            Up up 0;
            Down down 0;
            HitsUp hits_up 0;
            HitsDown hits_down 0;
            FillUp fill_up 0;
            FillDown fill_down 0;
        }
    };
}
pub(crate) use for_each_primitive;

macro_rules! operators {
    ($($name:ident $function:ident $($operand:literal)+;)+) => {
        /// The operation by which a node computes its value from its operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Operator {
            /// A constant number.
            Constant,
            /// The square of a man, given by the man's index.
            Man,
            /// A number: 1 if the first side is to move, 0 if the second is.
            FirstToMove,
            /// The squares that are in both sets.
            And,
            /// The squares that are in either set.
            Or,
            /// The squares that are not in the set.
            Not,
            $(
                #[doc = concat!("[`primitives::", stringify!($function), "`].")]
                $name,
            )+
        }

        impl Operator {
            /// Returns the name of the function in source code; `None` for inputs and logical
            /// operations.
            pub fn function(self) -> Option<&'static str> {
                match self {
                    $(Operator::$name => Some(stringify!($function)),)+
                    _ => None,
                }
            }

            /// Returns the number of operands.
            pub fn arity(self) -> usize {
                match self {
                    Operator::Constant | Operator::Man | Operator::FirstToMove => 0,
                    Operator::And | Operator::Or => 2,
                    Operator::Not => 1,
                    $(Operator::$name => [$($operand),+].len(),)+
                }
            }

            /// Returns the result for one position. Panics for inputs, which have no operands.
            pub fn apply(self, operands: [u64; 3]) -> u64 {
                match self {
                    Operator::Constant | Operator::Man | Operator::FirstToMove => unreachable!(),
                    Operator::And => operands[0] & operands[1],
                    Operator::Or => operands[0] | operands[1],
                    Operator::Not => !operands[0],
                    $(Operator::$name => primitives::$function($(operands[$operand]),+),)+
                }
            }

            /// Computes the results for 64 positions. Panics for inputs.
            ///
            /// [`crate::vectors::apply`] compiles this function once for each vector width. A
            /// closure here would keep the loop from using the wider instructions.
            #[inline(always)]
            pub(crate) fn apply_all(self, operands: [&Column; 3], out: &mut Column) {
                let [a, b, _] = operands;
                match self {
                    Operator::Constant | Operator::Man | Operator::FirstToMove => unreachable!(),
                    Operator::And => for lane in 0..64 { out[lane] = a[lane] & b[lane] },
                    Operator::Or => for lane in 0..64 { out[lane] = a[lane] | b[lane] },
                    Operator::Not => for lane in 0..64 { out[lane] = !a[lane] },
                    $(Operator::$name => for lane in 0..64 {
                        out[lane] = primitives::$function($(operands[$operand][lane]),+)
                    },)+
                }
            }

            /// All operators that are not inputs; for tests.
            #[doc(hidden)]
            pub const WORKING: &[Operator] =
                &[Operator::And, Operator::Or, Operator::Not, $(Operator::$name),+];
        }
    };
}

for_each_primitive!(operators);
