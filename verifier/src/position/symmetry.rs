//! Symmetric positions, and the conversion between positions and placements.

use drawproof_board::{BitBoard, Color, Piece};
use drawproof_recognizers::Position;
use drawproof_tables::{Layout, Placement, Transform};

/// The symmetries of the board that keep an endgame's values: all eight, or two with pawns.
pub(crate) fn images_of(layout: &Layout) -> &'static [Transform] {
    if layout.material().get().has_pawns() { &Transform::ALL[..2] } else { &Transform::ALL }
}

/// A number that identifies a symmetry class: equal for two positions exactly if they differ only
/// by a symmetry of the board, the colours, or the order of like men. The en-passant right is
/// ignored.
pub(crate) fn canonical(layout: &Layout, position: &Position) -> u64 {
    let (material, placement) = placement_of(position).normalise();
    let is_own_reverse = material.get() == material.get().swapped();
    let variants = [Some(placement), is_own_reverse.then(|| placement.swapped())];
    let numbers = variants.into_iter().flatten().flat_map(|placement| {
        images_of(layout).iter().filter_map(move |&image| {
            let men = placement.men.map(|side| side.map(|set| BitBoard(image.set(set.0))));
            let index = Placement { men, ..placement }.index(layout)?;
            Some((index as u64) << 1 | placement.side_to_move as u64)
        })
    });
    numbers.min().expect("a position has an index")
}

/// The placement of a position, without its en-passant right.
fn placement_of(position: &Position) -> Placement {
    let men = Color::ALL.map(|c| Piece::ALL.map(|p| position.men(c, p)));
    Placement { men, side_to_move: position.stm() }
}

/// The position of a placement, without an en-passant right.
pub(crate) fn position_of(placement: &Placement) -> Position {
    let men = |piece: usize| (placement.men[0][piece] | placement.men[1][piece]).0;
    Position {
        colour: Color::ALL.map(|color| placement.colour(color).0),
        kind: std::array::from_fn(men),
        side_to_move: placement.side_to_move as u8,
        en_passant: 64,
    }
}
