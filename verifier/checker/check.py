"""check.py: checks the tables of three men in a certificate (README.md), as plainly as possible.

    python3 check.py DIR          exit status: 0 proved, 1 refuted, 2 cannot be read

It says the same as check.c. A square is a pair (file, rank) of numbers from 0. A position is (men, side): men are
(colour, kind, square). A value is 0 no position, 1 a draw, 2 + d decided in d plies."""
import itertools
import math
import struct
import subprocess
import sys
from pathlib import Path

KINDS = "KQRBNP"
WHITE, BLACK = 0, 1
ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STEPS = {"K": ORTHOGONAL + DIAGONAL, "Q": ORTHOGONAL + DIAGONAL, "R": ORTHOGONAL, "B": DIAGONAL,
         "N": [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]}
BOARD = [(file, rank) for rank in range(8) for file in range(8)]          # a1 b1 ... h8
PAWN_SQUARES = BOARD[8:56]
LEFT_HALF = [s for s in BOARD if s[0] < 4]                                # a white king beside pawns
TRIANGLE = [(f, r) for r in range(4) for f in range(r, 4)]                # a1 b1 c1 d1 b2 c2 d2 c3 d3 d4
DRAW = 1
BLOCK = 1 << 20


class Refuted(Exception):
    pass


def men_of_name(name):
    """KRK: white king, white rook, black king."""
    second = name.index("K", 1)
    return [(WHITE if i < second else BLACK, kind) for i, kind in enumerate(name)]


def describe(men):
    """The men of White in capitals."""
    return " ".join((k if c == WHITE else k.lower()) + "abcdefgh"[f] + str(r + 1) for c, k, (f, r) in men)


def name_of_men(men, white):
    """The name of an endgame in which the colour `white` plays White."""
    return "".join(kind for _, kind, _ in sorted(men, key=lambda m: (m[0] != white, KINDS.index(m[1]))))


class Table:
    """A file NAME.cert."""

    def __init__(self, path):
        self.name = path.stem
        self.men = men_of_name(self.name)
        pawns = "P" in self.name
        self.squares = [(LEFT_HALF if pawns else TRIANGLE) if i == 0 else PAWN_SQUARES if kind == "P" else BOARD
                        for i, (_, kind) in enumerate(self.men)]
        self.digit = [{square: i for i, square in enumerate(squares)} for squares in self.squares]
        data = path.read_bytes()
        magic, name, width, count = struct.unpack("<8s8sQQ", data[:32].ljust(32))
        if magic != b"DPCERT1\n" or name != self.name.encode().ljust(8, b"\0") or width not in (1, 2):
            raise Refuted(f"{path} does not have its head")
        if count != 2 * math.prod(len(squares) for squares in self.squares):
            raise Refuted(f"{path} has the wrong number of values")
        values, at = b"", 32
        while at < len(data) or len(values) < count * width:
            size = int.from_bytes(data[at:at + 4], "little")
            block = subprocess.run(["zstd", "-dcq"], input=data[at + 4:at + 4 + size], capture_output=True)
            full = min(BLOCK, count - len(values) // width) * width
            if at + 4 + size > len(data) or block.returncode or full == 0 or len(block.stdout) != full:
                raise Refuted(f"{path} lacks a block of the {full} bytes from value {len(values) // width}")
            values += block.stdout
            at += 4 + size
        self.values = values if width == 1 else struct.unpack(f"<{count}H", values)

    def index(self, squares, side):
        n = side
        for i, square in enumerate(squares):
            n = n * len(self.squares[i]) + self.digit[i][square]
        return n

    def placements(self):
        """All (index, men, side)."""
        for index, (side, *squares) in enumerate(itertools.product((WHITE, BLACK), *self.squares)):
            yield index, [man + (square,) for man, square in zip(self.men, squares)], side


def look_up(tables, men, side):
    """The stored value of a position. The certificate must have one."""
    if len(men) == 2:
        return DRAW
    white = WHITE if name_of_men(men, WHITE) in tables else BLACK
    name = name_of_men(men, white)
    if name not in tables:
        raise Refuted(f"a move leads to {describe(men)}, which has no table")
    if white == BLACK:
        men = [(1 - c, k, (file, 7 - rank)) for c, k, (file, rank) in men]
        side = 1 - side
    men = sorted(men, key=lambda m: (m[0], KINDS.index(m[1]), BOARD.index(m[2])))
    squares = [square for _, _, square in men]
    if squares[0][0] > 3:
        squares = [(7 - file, rank) for file, rank in squares]
    if "P" not in name and squares[0][1] > 3:
        squares = [(file, 7 - rank) for file, rank in squares]
    if "P" not in name and squares[0][1] > squares[0][0]:
        squares = [(rank, file) for file, rank in squares]
    value = tables[name].values[tables[name].index(squares, side)]
    if value == 0:
        raise Refuted(f"a move leads to {describe(men)}, which has no value")
    return value


def reach(board, man):
    """The squares that a man attacks; `board` maps squares to men."""
    colour, kind, (file, rank) = man
    if kind == "P":
        ahead = 1 if colour == WHITE else -1
        yield from ((f, rank + ahead) for f in (file - 1, file + 1) if 0 <= f < 8)
        return
    for x, y in STEPS[kind]:
        f, r = file + x, rank + y
        while 0 <= f < 8 and 0 <= r < 8:
            yield f, r
            if kind in "KN" or (f, r) in board:
                break
            f, r = f + x, r + y


def in_check(men, colour):
    board = {man[2]: man for man in men}
    king = next(s for c, k, s in men if c == colour and k == "K")
    return any(king in reach(board, man) for man in men if man[0] != colour)


def is_legal(men, side):
    return len({square for _, _, square in men}) == len(men) and not in_check(men, 1 - side)


def moves(men, side):
    """The positions after each legal move. Three men have no capture en passant."""
    board = {man[2]: man for man in men}
    for man in men:
        colour, kind, (file, rank) = man
        if colour != side:
            continue
        if kind == "P":
            ahead, start = (1, 1) if colour == WHITE else (-1, 6)
            targets = [s for s in reach(board, man) if s in board]
            if (file, rank + ahead) not in board:
                targets.append((file, rank + ahead))
                if rank == start and (file, rank + 2 * ahead) not in board:
                    targets.append((file, rank + 2 * ahead))
        else:
            targets = reach(board, man)
        for to in targets:
            if to in board and board[to][0] == side:
                continue
            for new_kind in "QRBN" if kind == "P" and to[1] in (0, 7) else kind:
                after = [m for m in men if m is not man and m[2] != to] + [(colour, new_kind, to)]
                if not in_check(after, side):
                    yield after


def follow(tables, men, side):
    """The value that follows from the moves."""
    reached = [look_up(tables, after, 1 - side) for after in moves(men, side)]
    if not reached:
        return 2 if in_check(men, side) else DRAW
    lost = [v for v in reached if v > 1 and v % 2 == 0]                    # lost for the opponent
    if lost:
        return min(lost) + 1
    return DRAW if DRAW in reached else max(reached) + 1


def main():
    try:
        paths = sorted(p for p in Path(sys.argv[1]).iterdir() if p.suffix == ".cert" and len(p.stem) == 3)
        tables = {path.stem: Table(path) for path in paths}
        for table in tables.values():
            positions = 0
            for index, men, side in table.placements():
                stored, legal = table.values[index], is_legal(men, side)
                right = follow(tables, men, side) if legal else 0
                if stored != right:
                    raise Refuted(f"{table.name}, index {index}: {describe(men)}, {'wb'[side]} to move: "
                                  f"{stored} is stored, and must be {right}")
                positions += legal
            print(f"{table.name}: {positions} positions", flush=True)
    except Refuted as fault:
        print(f"refuted: {fault}")
        return 1
    except (OSError, IndexError, ValueError) as fault:
        print(f"not checked: {fault}")
        return 2
    print("proved: the tables" if tables else "not checked: there is no table of three men")
    return 0 if tables else 2


if __name__ == "__main__":
    sys.exit(main())
