#!/usr/bin/env python3
"""Tests a change of the engine: plays it against the old program until it is proved better or not better.

    pip install chess
    scripts/engine/sprt.py --first 'NEW uci' --second 'OLD uci' --nodes 8000 --elo1 20 --log change.log
    scripts/engine/sprt.py --first 'NEW uci' --second 'OLD uci' --tc 2+0.02 --book book.bin --log change.log
    scripts/engine/sprt.py --first 'NEW uci' --second 'OLD uci' --tc 2+0.02 --no-test --games 400 --log match.log
    scripts/engine/sprt.py --self-test

It is a sequential probability ratio test: H0, the change is worth elo0 (logistic), against H1, it is worth
elo1. `gsprt.py` has the statistics, which count pairs of games. Each opening is played with both colours: a walk of
`--plies` moves through a Polyglot book, each by its weight, or as many random legal moves; either only if
the second engine finds it level within `--balance` centipawns. Two games run at a time.

Each finished pair is a line of `--log`, with its moves. With the same settings and log, an interrupted test
continues. `--adjudicate` ends games early: won where both engines have seen 7 pawns for three
moves each, drawn after move 40 where both have seen less than a tenth of a pawn for six moves each.

Exit status: 0 accepted, 1 refused, 2 an error, 3 neither after `--games` games or with `--no-test`.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import sys
import threading
import time

import gsprt

from match import Engine, MOST_PLIES, START

SCORE = re.compile(r" score (cp|mate) (-?\d+)")
# Plies after which games are adjudicated, what both engines must have seen, and for how many plies.
WON_CENTIPAWNS, WON_PLIES = 700, 6
DRAWN_FROM, DRAWN_CENTIPAWNS, DRAWN_PLIES = 80, 10, 12


def score_of(lines):
    """The last score of a search in centipawns, from the side to move."""
    for line in reversed(lines):
        if found := SCORE.search(line):
            value = int(found[2])
            return value if found[1] == "cp" else 30_000 if value > 0 else -30_000
    return 0


class Clock:
    """The limit of each move: a number of nodes, or a clock a side, which this script keeps."""

    def __init__(self, args):
        self.nodes = args.nodes
        if not self.nodes:
            self.left = [args.tc[0]] * 2
            self.increment = args.tc[1]

    def limit(self):
        if self.nodes:
            return f"nodes {self.nodes}"
        black, white = (max(1, int(left * 1000)) for left in self.left)
        increment = int(self.increment * 1000)
        return f"wtime {white} btime {black} winc {increment} binc {increment}"

    def spend(self, side, seconds):
        """Whether the side (True is White) has overstepped the time."""
        if self.nodes:
            return False
        self.left[side] -= seconds
        if self.left[side] < 0:
            return True
        self.left[side] += self.increment
        return False


def adjudicated(scores):
    """White's result where both engines agree for long enough on it; `scores` are White's, by ply."""
    last = scores[-WON_PLIES:]
    if len(last) == WON_PLIES and all(abs(s) >= WON_CENTIPAWNS and (s > 0) == (last[0] > 0) for s in last):
        return 1.0 if last[0] > 0 else 0.0
    last = scores[-DRAWN_PLIES:]
    if len(scores) >= DRAWN_FROM and all(abs(s) <= DRAWN_CENTIPAWNS for s in last):
        return 0.5
    return None


def play(white, black, opening, args):
    """A game from the moves of `opening`: White's score, how it ended, and all its moves."""
    import chess
    board = chess.Board()
    for move in opening:
        board.push_uci(move)
    played, scores, clock = list(opening), [], Clock(args)
    for engine in (white, black):
        engine.new_game()
    while True:
        if not any(board.generate_legal_moves()):
            mated = board.is_check()
            return (0.5 if not mated else 0.0 if board.turn else 1.0), "mate" if mated else "stalemate", played
        if board.is_repetition(3) or board.halfmove_clock >= 100 or board.is_insufficient_material() \
                or len(played) >= MOST_PLIES:
            return 0.5, "drawn", played
        if args.adjudicate and (result := adjudicated(scores)) is not None:
            return result, "adjudicated", played
        loss = 0.0 if board.turn else 1.0
        began = time.monotonic()
        lines = (white if board.turn else black).go(START, played, clock.limit())
        if clock.spend(board.turn, time.monotonic() - began):
            return loss, "time", played
        scores.append(score_of(lines) if board.turn else -score_of(lines))
        try:
            board.push_uci(lines[-1].split()[1])
        except ValueError:
            return loss, f"illegal {lines[-1]}", played
        played.append(board.move_stack[-1].uci())


def walk(numbers, args):
    """The moves of a random opening."""
    import chess
    import chess.polyglot
    board = chess.Board()
    reader = chess.polyglot.open_reader(args.book) if args.book else None
    while board.ply() < args.plies:
        if reader:
            entries = [(entry.move, entry.weight) for entry in reader.find_all(board, minimum_weight=1)]
        else:
            entries = [(move, 1) for move in board.legal_moves]
        if not entries:
            break
        moves, weights = zip(*entries)
        board.push(numbers.choices(moves, weights)[0])
    if reader:
        reader.close()
    return board


def opening(number, judge, args):
    """The moves of the opening of pair `number`: level, and with a legal move left."""
    numbers = random.Random(args.seed * 1_000_000 + number)
    while True:
        board = walk(numbers, args)
        moves = [move.uci() for move in board.move_stack]
        if any(board.generate_legal_moves()):
            judge.new_game()
            if abs(score_of(judge.go(START, moves, "nodes 5000"))) <= args.balance:
                return moves


class Match:
    """The pairs played so far, in the log too."""

    def __init__(self, args):
        self.args = args
        self.counts = [0] * 5
        self.games = [0, 0, 0]
        self.faults = []
        self.done = set()
        self.lock = threading.Lock()
        self.local = threading.local()
        self.engines = []
        self.ended = threading.Event()
        self.lower, self.upper = gsprt.bounds(args.alpha, args.beta)
        self.log = self.open_log()

    def open_log(self):
        """Counts the pairs of the log, and opens it for more."""
        if not self.args.log:
            return open(os.devnull, "w")
        names = ["first", "second", "option", "nodes", "tc", "book", "plies", "balance", "seed", "adjudicate"]
        settings = {name: getattr(self.args, name) for name in names}
        path = pathlib.Path(self.args.log)
        text = path.read_text() if path.exists() else ""
        # A line that was cut short is a pair that was not finished.
        lines = text[:text.rfind("\n") + 1].splitlines()
        try:
            entries = [json.loads(line) for line in lines]
            if entries and entries[0] != json.loads(json.dumps(settings)):
                raise SystemExit(f"{path} is of a test with other settings: {lines[0]}")
            for entry in entries[1:]:
                self.count(entry)
        except (ValueError, KeyError, TypeError) as error:
            raise SystemExit(f"{path} is no log of this script: {error!r}") from error
        kept = "".join(line + "\n" for line in lines)
        if kept != text:
            path.write_text(kept)
        log = path.open("a")
        if not entries:
            print(json.dumps(settings), file=log, flush=True)
        return log

    def count(self, entry):
        points = [entry["games"][0]["score"], entry["games"][1]["score"]]
        self.counts[int(2 * sum(points))] += 1
        for game in entry["games"]:
            self.games[int(2 - 2 * game["score"])] += 1
            if game["end"] not in ("mate", "stalemate", "drawn", "adjudicated"):
                self.faults.append(game["end"])
        self.done.add(entry["pair"])

    def ratio(self):
        return gsprt.log_likelihood_ratio(self.counts, self.args.elo0, self.args.elo1)

    def pair(self, number):
        """Plays pair `number`."""
        if self.ended.is_set():
            return
        if not hasattr(self.local, "engines"):
            commands = (self.args.first, self.args.second)
            self.local.engines = [Engine(command, self.args.option) for command in commands]
            with self.lock:
                self.engines += self.local.engines
        first, second = self.local.engines
        moves = opening(number, second, self.args)
        games = []
        for white, black in [(first, second), (second, first)]:
            if self.ended.is_set():
                return
            score, end, played = play(white, black, moves, self.args)
            games.append({"score": score if white is first else 1 - score, "end": end, "moves": " ".join(played)})
        entry = {"pair": number, "games": games}
        with self.lock:
            if self.ended.is_set():
                return
            self.count(entry)
            print(json.dumps(entry), file=self.log, flush=True)
            if not self.args.no_test and not self.lower < self.ratio() < self.upper:
                self.ended.set()

    def state(self):
        with self.lock:
            if not self.done:
                return "no pair yet"
            elo, low, high = gsprt.estimate(self.counts)
            wins, draws, losses = self.games
            text = f"{sum(self.games)} games: +{wins} ={draws} -{losses}, pairs {self.counts}, " \
                   f"Elo {elo:+.1f} ({low:+.1f} to {high:+.1f})"
            if not self.args.no_test:
                text += f", LLR {self.ratio():+.2f} ({self.lower:.2f} to {self.upper:.2f})"
            if self.faults:
                text += f", lost otherwise than on the board: {len(self.faults)}, last by {self.faults[-1]}"
            return text

    def run(self):
        """Plays until the test ends, or all games are played."""
        wanted = [n for n in range((self.args.games + 1) // 2) if n not in self.done]
        if not self.args.no_test and self.done and not self.lower < self.ratio() < self.upper:
            wanted = []
        with concurrent.futures.ThreadPoolExecutor(self.args.concurrency) as pool:
            pending = {pool.submit(self.pair, number) for number in wanted}
            try:
                while pending:
                    done, pending = concurrent.futures.wait(
                        pending, self.args.interval, concurrent.futures.FIRST_EXCEPTION)
                    for future in done:
                        future.result()
                    if pending and not self.ended.is_set():
                        print(self.state(), flush=True)
            finally:
                self.ended.set()
                pool.shutdown(cancel_futures=True)
                for engine in self.engines:
                    engine.close()
        return self.verdict()

    def verdict(self):
        print(self.state())
        if self.args.no_test:
            return 3
        ratio = self.ratio()
        bounds = f"elo0 {self.args.elo0:g}, elo1 {self.args.elo1:g}"
        if ratio >= self.upper:
            print(f"accepted ({bounds})")
            return 0
        if ratio <= self.lower:
            print(f"refused ({bounds})")
            return 1
        print(f"undecided ({bounds})")
        return 3


def parse_tc(text):
    base, _, increment = text.partition("+")
    return float(base), float(increment or 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--first", help="command of the engine with the change")
    parser.add_argument("--second", help="command of the engine without it")
    parser.add_argument("--option", action="append", default=["Hash=16"], help="NAME=VALUE, for both engines")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, help="nodes of each move")
    limit.add_argument("--tc", type=parse_tc, help="seconds a game and a move, such as 2+0.02")
    parser.add_argument("--elo0", type=float, default=0.0)
    parser.add_argument("--elo1", type=float, default=10.0)
    parser.add_argument("--alpha", type=float, default=0.05, help="chance to accept a change worth elo0")
    parser.add_argument("--beta", type=float, default=0.05, help="chance to refuse a change worth elo1")
    parser.add_argument("--no-test", action="store_true", help="play all games: a match")
    parser.add_argument("--games", type=int, default=20_000, help="at most")
    parser.add_argument("--book", help="Polyglot book of the openings")
    parser.add_argument("--plies", type=int, default=8, help="length of the openings")
    parser.add_argument("--balance", type=int, default=150, help="centipawns an opening may favour a side by")
    parser.add_argument("--adjudicate", action="store_true", help="end games that are clear")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", help="file of the pairs played; an old one is continued")
    parser.add_argument("--interval", type=float, default=30, help="seconds between reports")
    parser.add_argument("--self-test", action="store_true", help="check the statistics, and nothing else")
    args = parser.parse_args()
    if args.self_test:
        gsprt.self_test()
        return 0
    if not args.first or not args.second or not (args.nodes or args.tc):
        parser.error("--first, --second, and --nodes or --tc are needed")
    if not args.elo0 < args.elo1 or not (0 < args.alpha < 0.5 and 0 < args.beta < 0.5):
        parser.error("elo0 must be below elo1, alpha and beta between 0 and 0.5")
    if args.book and not os.access(args.book, os.R_OK):
        parser.error(f"{args.book} cannot be read")
    try:
        import chess  # noqa: F401
    except ImportError:
        parser.error("python-chess is missing: pip install chess")
    return Match(args).run()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except SystemExit as end:
        if isinstance(end.code, str):
            print(f"sprt.py: {end.code}", file=sys.stderr)
            end.code = 2
        raise
