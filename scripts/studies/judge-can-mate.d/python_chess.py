"""python-chess: Board.has_insufficient_material() of both colours, as a rule of `drawproof verify --command`.

For a block of FENs, NumPy makes the bitboards of a Board. For each 64th position, a Board that parses the
FEN must answer the same, and is_insufficient_material() must be the answer about both colours."""

import os

import chess
import numpy

EXPAND = {ord(str(n)): "." * n for n in range(1, 9)}
KINDS = ("pawns", "knights", "bishops", "rooks", "queens", "kings")
# By whether White and whether Black cannot win.
WORDS = {(False, False): "-", (True, False): "draw-or-black", (False, True): "white-or-draw", (True, True): "draw"}


def bitboards(placements):
    """The sets of each kind and of White and Black, one list per set."""
    text = ("/".join(placements) + "/").translate(EXPAND).encode()
    squares = numpy.frombuffer(text, numpy.uint8).reshape(-1, 8, 9)[:, ::-1, :8].reshape(-1, 64)
    small = squares | 32
    white = squares < ord("a")
    white &= squares != ord(".")
    masks = [small == ord(kind) for kind in "pnbrqk"] + [white, squares >= ord("a")]
    return [numpy.packbits(mask, axis=1, bitorder="little").view("<u8").ravel().tolist() for mask in masks]


def answers(lines):
    board, sets = chess.Board(None), bitboards([line.split(" ", 1)[0] for line in lines])
    colours, unable = board.occupied_co, board.has_insufficient_material
    for number, (pawns, knights, bishops, rooks, queens, kings, white, black) in enumerate(zip(*sets)):
        board.pawns, board.knights, board.bishops = pawns, knights, bishops
        board.rooks, board.queens, board.kings = rooks, queens, kings
        colours[chess.WHITE], colours[chess.BLACK], board.occupied = white, black, white | black
        found = unable(chess.WHITE), unable(chess.BLACK)
        if number % 64 == 0:
            parsed = chess.Board(lines[number])
            assert parsed.board_fen() == board.board_fen()
            assert found == tuple(map(parsed.has_insufficient_material, (chess.WHITE, chess.BLACK)))
            assert parsed.is_insufficient_material() == all(found)
        yield WORDS[found]


rest = b""
while waiting := os.read(0, 1 << 20):
    whole, newline, rest = (rest + waiting).rpartition(b"\n")
    if newline:
        text = ("\n".join(answers(whole.decode().split("\n"))) + "\n").encode()
        while text:
            text = text[os.write(1, text):]
