"""Asks a tablebase server through berserk and compares the answers with python-chess on Syzygy tables.

usage: berserk_answers.py ADDRESS SYZYGY-FOLDER POSITIONS SEED

Exit status: 0 all answers agree, 1 some differ.
"""

import pathlib
import random
import sys

import berserk
import chess
import chess.syzygy

PIECES = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]


def random_position(rng):
    """A legal position of two to four men without castling rights, at times with an en-passant right and a clock."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(range(64), rng.choice([2, 3, 3, 4, 4, 4, 4, 4]))
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for square in squares[2:]:
            board.set_piece_at(square, chess.Piece(rng.choice(PIECES), rng.choice([True, False])))
        board.turn = rng.choice([True, False])
        board.halfmove_clock = rng.choice([0, 0, 0, 1, 30, 80, 99, 100])
        if board.is_valid():
            pushes = [
                move for move in board.legal_moves
                if board.piece_type_at(move.from_square) == chess.PAWN and abs(move.from_square - move.to_square) == 16
            ]
            if pushes and rng.random() < 0.5:
                board.push(rng.choice(pushes))
            return board


def category(wdl, dtz, clock, expired):
    """The categories that may be stated for a Syzygy result: its distances may be rounded up by a ply.

    `expired`: fifty moves had passed before the last move, which can therefore not undo the claim.
    """
    if wdl == 0:
        return {"draw"}
    win = wdl > 0
    names = ("win", "syzygy-win", "maybe-win", "cursed-win") if win else ("loss", "syzygy-loss", "maybe-loss", "blessed-loss")
    distance = abs(dtz)
    if expired or abs(wdl) == 1 or distance + clock > 101:
        return {names[3]}
    if distance + clock <= 99:
        return {names[0]}
    return set(names)


def differences(board, answer, tables, expired=False):
    """What is wrong with the fields that a position and a move share, in words."""
    if answer["checkmate"] != board.is_checkmate():
        yield "checkmate"
    if answer["stalemate"] != board.is_stalemate():
        yield "stalemate"
    if answer["insufficient_material"] != board.is_insufficient_material():
        yield "insufficient_material"
    if answer["variant_win"] or answer["variant_loss"]:
        yield "variant_win, variant_loss"
    for key in ("dtz", "precise_dtz", "dtm", "dtw", "dtc"):
        if key not in answer:
            yield f"no key {key}"
    if tables is None:
        return
    if board.is_checkmate():
        # In Lichess's answers a distance of 0 is a draw's.
        if answer["category"] != ("blessed-loss" if expired else "loss") or answer["dtm"] is not None:
            yield f"mated: {answer['category']}, dtm {answer['dtm']}"
        return
    if board.is_stalemate():
        if answer["category"] != "draw":
            yield f"stalemate: {answer['category']}"
        return
    wdl, dtz = tables.probe_wdl(board), tables.probe_dtz(board)
    allowed = category(wdl, dtz, board.halfmove_clock, expired)
    if answer["category"] not in allowed:
        yield f"category {answer['category']}, Syzygy: {sorted(allowed)} (wdl {wdl}, dtz {dtz})"
    if wdl == 0:
        if answer["dtz"] != 0 or answer["dtm"] != 0:
            yield f"a draw with dtz {answer['dtz']}, dtm {answer['dtm']}"
    elif answer["dtz"] is None or answer["dtm"] is None:
        yield f"dtz {answer['dtz']}, dtm {answer['dtm']}"
    else:
        if (answer["dtz"] > 0) != (dtz > 0) or abs(dtz) - abs(answer["dtz"]) not in (0, -1, 1):
            yield f"dtz {answer['dtz']}, Syzygy: {dtz}"
        if (answer["dtm"] > 0) != (dtz > 0) or abs(answer["dtm"]) < abs(answer["dtz"]):
            yield f"dtm {answer['dtm']} with dtz {answer['dtz']}"


def main():
    address, folder, count, seed = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    tables = chess.syzygy.open_tablebase(str(folder)) if any(folder.glob("*.rtbw")) else None
    client = berserk.Client(tablebase_url=address)
    rng = random.Random(seed)
    wrong = moves = 0
    for _ in range(count):
        board = random_position(rng)
        answer = client.tablebase.look_up(board.fen())
        found = list(differences(board, answer, tables))
        sans = {board.san(move): move.uci() for move in board.legal_moves}
        if {move["san"]: move["uci"] for move in answer["moves"]} != sans:
            found.append(f"moves {sorted(sans)} but {[move['san'] for move in answer['moves']]}")
        else:
            for move in answer["moves"]:
                parsed = chess.Move.from_uci(move["uci"])
                if move["zeroing"] != board.is_zeroing(parsed):
                    found.append(f"{move['san']}: zeroing {move['zeroing']}")
                child = board.copy()
                child.push(parsed)
                found += [f"{move['san']}: {text}" for text in differences(child, move, tables, board.halfmove_clock >= 100)]
                moves += 1
        for text in found:
            print(f"  {board.fen()}: {text}")
        wrong += bool(found)
    compared = "compared with Syzygy's tables" if tables else "NOT compared: no tables"
    print(f"{count} positions, {moves} moves, {compared}: {wrong} positions differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
