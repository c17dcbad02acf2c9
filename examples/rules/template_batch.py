#!/usr/bin/env python3
"""A template for rules in Python, which answers all waiting positions at once. The rule is right: bishops
that all move on squares of one colour cannot mate, and a bare king cannot win.

    drawproof verify KBBK --command 'python3 examples/rules/template_batch.py'

The program reads one FEN per line and writes one answer per line: `-` (no claim), `draw`, `white`, `black`,
`white-or-draw` (Black cannot win), `draw-or-black` (White cannot win), `skip` (not asked here), or `win`
and `loss` for the side to move. A claim may name its branch, as here: `draw @ FILE:LINE`; parts separated by
semicolons leave possible what all of them do. With NumPy the rule works on arrays of whole batches. Replace
the branches and `claims`."""

import os
import sys

try:
    import numpy
except ImportError:
    numpy = None


def here(claim):
    """A claim with the name of its branch: the line of this file that calls."""
    return f"{claim} @ {os.path.relpath(__file__)}:{sys._getframe(1).f_lineno}"


# A bare king cannot win: [Black's, White's].
BARE_KING = [here("white-or-draw"), here("draw-or-black")]

# The other side cannot mate with bishops on one colour either.
ONE_COLOUR = ["; ".join(parts) for parts in zip(BARE_KING, (
    here("draw-or-black"),
    here("white-or-draw"),
))]


class Batch:
    """Positions from lines of six fields, taken apart all at once. `boards` has 72 characters a position: a8 to
    h8 and a slash, a7 to h7 and a slash... As a rank has nine characters, light squares have even places and
    dark squares odd ones. `sides` are `w` or `b`, `en_passant` are squares or `-`."""

    def __init__(self, text):
        fields = text.split()
        self.boards = "/".join(fields[0::6]) + "/"
        # A digit stands for that many empty squares.
        for empty in range(1, 9):
            self.boards = self.boards.replace(str(empty), "." * empty)
        self.sides = fields[1::6]
        self.en_passant = fields[3::6]


def claims_one_by_one(batch):
    """The answers about a batch, in plain Python."""
    answers = []
    for start in range(0, len(batch.boards), 72):
        light = batch.boards[start:start + 72:2]
        dark = batch.boards[start + 1:start + 72:2]
        white = "B" in light or "B" in dark
        bishop = "B" if white else "b"
        has_both = bishop in light and bishop in dark
        answers.append((BARE_KING if has_both else ONE_COLOUR)[0 if white else 1])
    return answers


def claims_of_arrays(batch):
    """The same with NumPy: an array `[position][character]`."""
    board = numpy.frombuffer(batch.boards.encode(), numpy.uint8).reshape(-1, 72)
    white_bishops = board == ord("B")
    bishops = white_bishops | (board == ord("b"))
    both = bishops[:, ::2].any(axis=1) & bishops[:, 1::2].any(axis=1)
    numbers = numpy.where(both, 0, 2) + numpy.where(white_bishops.any(axis=1), 0, 1)
    return [(BARE_KING + ONE_COLOUR)[number] for number in numbers.tolist()]


claims = claims_one_by_one if numpy is None else claims_of_arrays


def main():
    rest = b""
    while waiting := os.read(0, 1 << 16):
        lines, newline, rest = (rest + waiting).rpartition(b"\n")
        if newline:
            answers = claims(Batch(lines.decode()))
            write_all(("\n".join(answers) + "\n").encode())


def write_all(text):
    while text:
        text = text[os.write(1, text):]


if __name__ == "__main__":
    main()
