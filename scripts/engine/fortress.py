#!/usr/bin/env python3
"""Measures whether the engine holds a fortress: a blocked position in which it is two bishops down. It
defends with Black for a number of moves against a strong engine (Debian's stockfish); both get the same
time a move.

    pip install chess; apt install stockfish
    scripts/engine/fortress.py --moves 100 --movetime 100
"""

import argparse

import chess
import chess.engine

FORTRESS = "4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BB4/K7 b - - 0 1"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--engine", default="target/release/drawproof uci")
    parser.add_argument("--opponent", default="/usr/games/stockfish")
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--fen", default=FORTRESS)
    args = parser.parse_args()

    limit = chess.engine.Limit(time=args.movetime / 1000)
    board = chess.Board(args.fen)
    defender_color = board.turn
    worst = 0
    with chess.engine.SimpleEngine.popen_uci(args.engine.split()) as defender, \
            chess.engine.SimpleEngine.popen_uci(args.opponent.split()) as attacker:
        played = 0
        # The fifty-move rule is not applied: the engine must hold the position, not wait for move fifty.
        while played < args.moves and any(board.legal_moves) and not board.is_insufficient_material():
            ours = board.turn == defender_color
            result = (defender if ours else attacker).play(board, limit, info=chess.engine.INFO_SCORE)
            if ours:
                score = result.info["score"].pov(defender_color).score(mate_score=10_000)
                worst = min(worst, score)
                played += 1
            elif board.is_zeroing(result.move):
                print(f"after {played} moves: {board.san(result.move)}")
            board.push(result.move)
    ending = "mated" if board.is_checkmate() else "held"
    print(f"{ending} after {played} moves; the defender's lowest score was {worst / 100:+.2f}")
    print(board.fen())


if __name__ == "__main__":
    main()
