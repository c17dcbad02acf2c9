//! Runs draw rules over every legal position of an endgame and reports what they get wrong.
