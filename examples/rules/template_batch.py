#!/usr/bin/env python3
"""A template for rules in Python, which answers all waiting positions at once. The rule is right: bishops
that all move on squares of one colour cannot mate, and a bare king cannot win.

    drawproof verify KBBK --command 'python3 examples/rules/template_batch.py'

The program reads one FEN a line and writes one answer a line: `-` (no claim), `draw`, `white`, `black`,
`white-or-draw` (Black cannot win), `draw-or-black` (White cannot win), `skip` (not asked here), or `win`
and `loss` for the side to move. With NumPy the rule works on arrays of whole batches. Replace `claims`."""

import os

try:
    import numpy
except ImportError:
    numpy = None

# A digit of a FEN stands for that many empty squares.
EXPAND = {ord(str(n)): "." * n for n in range(1, 9)}


def boards(lines):
    """The boards of FENs as one string, 72 characters each: a8 to h8 and a slash, a7 to h7 and a slash... As a
    rank has nine characters, light squares have even places and dark squares odd ones."""
    return "/".join([line.split(" ", 1)[0] for line in lines]).translate(EXPAND) + "/"


def claims_one_by_one(lines):
    """The answers about a list of FENs, in plain Python."""
    text = boards(lines)
    answers = []
    for start in range(0, len(text), 72):
        light, dark = text[start:start + 72:2], text[start + 1:start + 72:2]
        white = "B" in light or "B" in dark
        bishop = "B" if white else "b"
        if not (bishop in light and bishop in dark):
            answers.append("draw")
        else:
            answers.append("white-or-draw" if white else "draw-or-black")
    return answers


def claims_of_arrays(lines):
    """The same with NumPy: all positions at once, `[position][character]`."""
    board = numpy.frombuffer(boards(lines).encode(), numpy.uint8).reshape(-1, 72)
    white = (board == ord("B")).any(axis=1)
    bishops = (board == ord("B")) | (board == ord("b"))
    both = bishops[:, ::2].any(axis=1) & bishops[:, 1::2].any(axis=1)
    one_sided = numpy.where(white, "white-or-draw", "draw-or-black")
    return numpy.where(both, one_sided, "draw").tolist()


claims = claims_one_by_one if numpy is None else claims_of_arrays


def main():
    rest = b""
    while waiting := os.read(0, 1 << 16):
        *lines, rest = (rest + waiting).split(b"\n")
        if lines:
            answers = claims([line.decode() for line in lines])
            write_all(("\n".join(answers) + "\n").encode())


def write_all(text):
    while text:
        text = text[os.write(1, text):]


if __name__ == "__main__":
    main()
