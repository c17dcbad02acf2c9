#!/usr/bin/env python3
"""Plays one UCI engine against another, from random positions of endgames or after random opening moves.

    scripts/engine/match.py --first 'NEW uci' --second 'OLD uci' --endgames KRKP KPKP --games 1000
    scripts/engine/match.py --first 'NEW uci' --second 'OLD uci' --opening-plies 8 --games 200 --nodes 2000

Each start is played twice, with colours exchanged. It prints wins, draws and losses of the first engine and
its score with a 95 % interval, for which each pair of games counts once. A game ends by mate, stalemate,
the third repetition, fifty moves, too little material, or as a draw after 600 plies. The engines are
trusted to play legal moves; the first must answer `go perft 1` for random opening moves.
"""

import argparse
import math
import random
import shlex
import subprocess
import threading

MOST_PLIES = 600
# An engine that does not answer for this long is taken for dead.
PATIENCE_SECONDS = 60
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Engine:
    """A UCI engine."""

    def __init__(self, command, options):
        self.process = subprocess.Popen(shlex.split(command), text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send("uci")
        self.until("uciok")
        for option in options:
            self.send("setoption name {} value {}".format(*option.split("=", 1)))

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, word):
        """The lines up to one that begins with `word`."""
        lines = []
        watchdog = threading.Timer(PATIENCE_SECONDS, self.process.kill)
        watchdog.start()
        try:
            while not lines or not lines[-1].startswith(word):
                line = self.process.stdout.readline()
                if not line:
                    raise SystemExit(f"the engine {shlex.join(self.process.args)} ended, or was silent for too long")
                lines.append(line.strip())
        finally:
            watchdog.cancel()
        return lines

    def close(self):
        self.process.kill()
        self.process.wait()

    def new_game(self):
        self.send("ucinewgame\nisready")
        self.until("readyok")

    def accepts(self, fen):
        """Whether the position is legal and has a move."""
        self.send(f"position fen {fen}\ngo nodes 1")
        lines = self.until("bestmove")
        return "(none)" not in lines[-1] and not any("refused" in line for line in lines)

    def moves(self, fen, played):
        """The legal moves, by `go perft 1`, which prints lines such as "e2e4: 1"."""
        self.position(fen, played)
        self.send("go perft 1\ngo nodes 1")
        words = [line.split(":")[0] for line in self.until("bestmove")]
        return [word for word in words if 4 <= len(word) <= 5 and word[1].isdigit()]

    def position(self, fen, played):
        self.send(f"position fen {fen}" + (f" moves {' '.join(played)}" if played else ""))

    def go(self, fen, played, limit):
        """What the engine says, up to its best move."""
        self.position(fen, played)
        self.send(f"go {limit}")
        return self.until("bestmove")

    def play(self, fen, played, nodes):
        """The best move, or None with whether the side to move is mated."""
        lines = self.go(fen, played, f"nodes {nodes}")
        move = lines[-1].split()[1]
        return (move, False) if move != "(none)" else (None, any("mate 0" in line for line in lines))


class Board:
    """What the end of a game depends on: men, side to move, repetitions, plies without progress."""

    def __init__(self, fen):
        rows, stm, self.castling, self.passed = fen.split()[:4]
        self.men, self.white, self.idle, self.seen = {}, stm == "w", 0, {}
        for rank, row in zip("87654321", rows.split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self.men["abcdefgh"[file] + rank] = letter
                    file += 1
        self.count()

    def count(self):
        key = (frozenset(self.men.items()), self.white, self.castling, self.passed)
        self.seen[key] = self.seen.get(key, 0) + 1
        self.repeated = self.seen[key] >= 3

    def push(self, move):
        source, target = move[:2], move[2:4]
        man = self.men.pop(source)
        pawn = man in "Pp"
        self.idle = 0 if pawn or target in self.men else self.idle + 1
        if pawn and source[0] != target[0] and target not in self.men:
            del self.men[target[0] + source[1]]
        if man in "Kk" and source[0] == "e" and target[0] in "cg" and man.upper() == "K" and \
                abs(ord(source[0]) - ord(target[0])) == 2:
            old, new = ("a", "d") if target[0] == "c" else ("h", "f")
            self.men[new + source[1]] = self.men.pop(old + source[1])
        if len(move) == 5:
            man = move[4].upper() if self.white else move[4]
        self.men[target] = man
        lost = {"e1": "KQ", "a1": "Q", "h1": "K", "e8": "kq", "a8": "q", "h8": "k"}
        for right in lost.get(source, "") + lost.get(target, ""):
            self.castling = self.castling.replace(right, "")
        # The file that a pawn has just passed, where an enemy pawn stands beside it.
        enemy = "p" if self.white else "P"
        beside = [chr(ord(target[0]) + step) + target[1] for step in (-1, 1)]
        double = pawn and abs(int(source[1]) - int(target[1])) == 2
        self.passed = target[0] if double and enemy in [self.men.get(s) for s in beside] else "-"
        self.white = not self.white
        self.count()

    def is_drawn(self):
        light = all(man in "KkNnBb" for man in self.men.values()) and len(self.men) <= 3
        return self.repeated or self.idle >= 100 or light


def game(white, black, fen, opening, nodes):
    """White's score after the moves of `opening`: 1, 0.5 or 0."""
    board, played = Board(fen), list(opening)
    for move in opening:
        board.push(move)
    for engine in (white, black):
        engine.new_game()
    while len(played) < MOST_PLIES:
        move, mated = (white if board.white else black).play(fen, played, nodes)
        if move is None:
            return 0.5 if not mated else 0.0 if board.white else 1.0
        board.push(move)
        played.append(move)
        if board.is_drawn():
            # Mate comes before the fifty moves.
            move, mated = (white if board.white else black).play(fen, played, 1)
            return 0.5 if move or not mated else 0.0 if board.white else 1.0
    return 0.5


def random_endgame(name, numbers, engine):
    """The FEN of a random legal position with a move, of either colour."""
    weak = name.rindex("K")
    men = name[:weak] + name[weak:].lower()
    men = men if numbers.random() < 0.5 else men.swapcase()
    while True:
        grid = ["."] * 64
        for man, square in zip(men, numbers.sample(range(64), len(men))):
            grid[square] = man
        rows = ["".join(grid[rank * 8:rank * 8 + 8]) for rank in range(8)]
        for empty in range(8, 0, -1):
            rows = [row.replace("." * empty, str(empty)) for row in rows]
        fen = f"{'/'.join(rows)} {numbers.choice('wb')} - - 0 1"
        if engine.accepts(fen):
            return fen


def random_opening(plies, numbers, engine):
    """The moves of a random opening."""
    while True:
        played = []
        while len(played) < plies and (moves := engine.moves(START, played)):
            played.append(numbers.choice(moves))
        if engine.moves(START, played):
            return played


def interval(pairs):
    """The mean score of a game and half its 95 % interval, from the scores of pairs."""
    mean = sum(pairs) / len(pairs) / 2
    variance = sum((pair / 2 - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1)
    return mean, 1.96 * math.sqrt(variance / len(pairs))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--first", required=True, help="command of the first engine")
    parser.add_argument("--second", required=True, help="command of the second engine")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, for both engines")
    starts = parser.add_mutually_exclusive_group(required=True)
    starts.add_argument("--endgames", nargs="+", help="endgames in turn, such as KRKP")
    starts.add_argument("--opening-plies", type=int, help="random moves from the start of the game")
    parser.add_argument("--games", type=int, default=1000, help="games of each endgame, or of all openings")
    parser.add_argument("--nodes", type=int, default=200, help="nodes of each move")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    first, second = (Engine(command, args.option) for command in (args.first, args.second))
    numbers = random.Random(args.seed)
    for name in args.endgames or ["openings"]:
        pairs, counts = [], {1.0: 0, 0.5: 0, 0.0: 0}
        for _ in range((args.games + 1) // 2):
            if args.endgames:
                fen, opening = random_endgame(name, numbers, first), []
            else:
                fen, opening = START, random_opening(args.opening_plies, numbers, first)
            white = game(first, second, fen, opening, args.nodes)
            black = 1 - game(second, first, fen, opening, args.nodes)
            pairs.append(white + black)
            counts[white] += 1
            counts[black] += 1
        mean, margin = interval(pairs)
        print(f"{name}: {2 * len(pairs)} games: +{counts[1.0]} ={counts[0.5]} -{counts[0.0]}  "
              f"score {100 * mean:.1f} % ({100 * (mean - margin):.1f} to {100 * (mean + margin):.1f} %)",
              flush=True)
    for engine in (first, second):
        engine.send("quit")
        engine.process.wait()


if __name__ == "__main__":
    main()
