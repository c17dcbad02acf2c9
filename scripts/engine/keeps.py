#!/usr/bin/env python3
"""Checks that the engine with tables never throws a result away: it plays random won and drawn positions of
three and four men, a few milliseconds a move, against a defender that plays by tables.

    pip install chess
    scripts/engine/keeps.py --positions 2000 --movetime 10

The program generates the tables in a temporary folder. After each move of the engine the defender's tables
tell whether the position is still won or drawn, and won games must end in mate: with fifty moves and the third
repetition as draws. Drawn games are played for `--drawn-moves` moves of the engine. Exit status 1 if a result is
thrown away.
"""

import argparse
import concurrent.futures
import itertools
import random
import subprocess
import sys
import tempfile

import chess
import chess.engine


def endgames():
    """The names of all endgames of three and four men that are not always drawn."""
    pieces = "QRBNP"
    pairs = ["".join(pair) for pair in itertools.combinations_with_replacement(pieces, 2)]
    sides = [f"K{a}K{b}" for a, b in itertools.combinations_with_replacement(pieces, 2)]
    return [f"K{men}K" for men in [*"QRP", *pairs]] + sides


def random_board(endgame, numbers):
    """A legal position with either side to move, in which the game is not over."""
    weak = endgame.rindex("K")
    men = [chess.Piece.from_symbol(letter) for letter in endgame[:weak] + endgame[weak:].lower()]
    while True:
        board = chess.Board(None)
        for square, man in zip(numbers.sample(range(64), len(men)), men):
            board.set_piece_at(square, man)
        board.turn = numbers.random() < 0.5
        if board.is_valid() and not board.is_game_over():
            return board


def value(board, tables):
    """1, 0 or -1: won, drawn or lost for the side to move, by the defender's tables."""
    if board.is_game_over():
        return -1 if board.is_checkmate() else 0
    # Without the moves before: their repetitions are no part of the value.
    fresh = chess.Board(board.fen())
    mate = tables.analyse(fresh, chess.engine.Limit(depth=1))["score"].relative.mate()
    return 0 if mate is None else 1 if mate > 0 else -1


class Players:
    """The engine, and the defender with its tables."""

    def __init__(self, args, folder):
        self.args = args
        command = [args.engine, "uci"]
        self.engine, self.tables = (chess.engine.SimpleEngine.popen_uci(command) for _ in range(2))
        for player in (self.engine, self.tables):
            player.configure({"TablesPath": folder, "Hash": 16})
        self.limit = chess.engine.Limit(time=args.movetime / 1000)

    def fault(self, board):
        """Plays a position that is not lost; returns what went wrong, or None."""
        side, expected = board.turn, value(board, self.tables)
        for number in itertools.count():
            if expected == 0 and number >= 2 * self.args.drawn_moves:
                return None
            if outcome := board.outcome(claim_draw=True):
                won = outcome.winner == side
                return None if won == (expected == 1) else f"ended by {outcome.termination.name.lower()}"
            if board.turn != side:
                board.push(self.tables.play(board, chess.engine.Limit(depth=1)).move)
                continue
            move = self.engine.play(board, self.limit).move
            before = board.fen()
            board.push(move)
            # The defender may have given more than it had to.
            if -value(board, self.tables) < expected:
                return f"{move} in {before}"

    def quit(self):
        self.engine.quit()
        self.tables.quit()


def series(worker, args, folder):
    """Plays every position whose number falls to this worker: counts by value, and faults."""
    players = Players(args, folder)
    counts, faults = {1: 0, 0: 0}, []
    try:
        for number in range(worker, args.positions, args.concurrency):
            numbers = random.Random(args.seed * 1_000_000 + number)
            names = endgames()
            while True:
                board = random_board(names[number % len(names)], numbers)
                expected = value(board, players.tables)
                if expected >= 0:
                    break
            start = board.fen()
            counts[expected] += 1
            if fault := players.fault(board):
                faults.append(f"{start} ({'won' if expected else 'drawn'}): {fault}")
                print(faults[-1], flush=True)
    finally:
        players.quit()
    return counts, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--engine", default="target/release/drawproof")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--movetime", type=int, default=10, help="milliseconds a move")
    parser.add_argument("--drawn-moves", type=int, default=20, help="moves of the engine in drawn games")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([args.engine, "generate", "--men", "4", "--tables", folder, "-q"],
                       check=True, stdout=subprocess.DEVNULL)
        with concurrent.futures.ThreadPoolExecutor(args.concurrency) as pool:
            workers = [pool.submit(series, worker, args, folder) for worker in range(args.concurrency)]
            results = [worker.result() for worker in workers]
    won, drawn = (sum(counts[value] for counts, _ in results) for value in (1, 0))
    faults = sum(len(faults) for _, faults in results)
    print(f"{won} won and {drawn} drawn positions of {len(endgames())} endgames: {faults} results thrown away")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
