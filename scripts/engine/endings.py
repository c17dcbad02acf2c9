#!/usr/bin/env python3
"""Measures whether the engine wins won endgames without tables. It plays random won positions against
a defender that probes tables, at a fixed time or number of nodes a move.

    pip install chess
    scripts/engine/endings.py KBNK KQKR --positions 50 --movetime 100

The program under test generates the defender's tables in a temporary folder. A game counts as won only if
it ends in mate; the fifty-move rule and threefold repetition end it with a draw.
"""

import argparse
import random
import subprocess
import tempfile

import chess
import chess.engine


def random_board(endgame, numbers):
    """A legal position of `endgame`, strong side White and to move."""
    strong, weak = endgame[: endgame.rindex("K")], endgame[endgame.rindex("K") :]
    men = [chess.Piece.from_symbol(c) for c in strong + weak.lower()]
    while True:
        board = chess.Board(None)
        for square, piece in zip(numbers.sample(range(64), len(men)), men):
            board.set_piece_at(square, piece)
        if board.is_valid() and not board.is_game_over():
            return board


def play(board, attacker, defender, limit):
    """Plays to the end; returns the outcome."""
    while not (outcome := board.outcome(claim_draw=True)):
        white = board.turn == chess.WHITE
        engine, how = (attacker, limit) if white else (defender, chess.engine.Limit(depth=1))
        board.push(engine.play(board, how).move)
    return outcome


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("endgames", nargs="+")
    parser.add_argument("--engine", default="target/release/drawproof")
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--movetime", type=int, help="milliseconds a move")
    parser.add_argument("--nodes", type=int, help="nodes a move, instead of time")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    limit = chess.engine.Limit(nodes=args.nodes) if args.nodes else \
        chess.engine.Limit(time=(args.movetime or 100) / 1000)

    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([args.engine, "generate", *args.endgames, "--tables", folder, "-q"],
                       check=True, stdout=subprocess.DEVNULL)
        for endgame in args.endgames:
            numbers = random.Random(args.seed)
            attacker = chess.engine.SimpleEngine.popen_uci([args.engine, "uci"])
            defender = chess.engine.SimpleEngine.popen_uci([args.engine, "uci"])
            attacker.configure({"TablesPath": "<empty>"})
            defender.configure({"TablesPath": folder})
            won, lengths, failed = 0, [], []
            while won + len(failed) < args.positions:
                board = random_board(endgame, numbers)
                info = defender.analyse(board, chess.engine.Limit(depth=1))
                mate = info["score"].white().mate()
                if not mate or mate < 0:
                    continue
                start = board.fen()
                outcome = play(board, attacker, defender, limit)
                if outcome.termination == chess.Termination.CHECKMATE:
                    won += 1
                    lengths.append((len(board.move_stack) + 1) // 2 - mate)
                else:
                    failed.append((start, mate, outcome.termination.name))
            slack = sum(lengths) / max(1, len(lengths))
            print(f"{endgame}: {won} of {args.positions} mated, "
                  f"{slack:.1f} moves longer than the shortest way on average")
            for fen, mate, how in failed:
                print(f"  not won: {fen} (mate in {mate}): {how}")
            attacker.quit()
            defender.quit()


if __name__ == "__main__":
    main()
