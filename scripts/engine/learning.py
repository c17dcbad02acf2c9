#!/usr/bin/env python3
"""Plays a series of games with an opening book that learns, and reports the score by hundreds of games.

    pip install chess
    drawproof book make games.pgn --out book.bin
    scripts/engine/learning.py --book book.bin --games 200 --pgn series.pgn
    scripts/engine/learning.py --book book.bin --opponent 'gnuchess --uci' --opponent-go depth=2

The engine plays all its moves after the book with a fixed number of nodes, so that the series does not depend
on the speed of the machine. The opponent (by default the engine itself, without a book) does likewise.
Colours alternate. The book is copied to `SERIES.bin` beside `--pgn`; with the games in that file, an
interrupted series continues. `--no-learning` plays the same series from a book that does not change.
"""

import argparse
import pathlib
import shlex
import shutil

import chess
import chess.engine
import chess.pgn


def parse_limit(text):
    name, _, value = text.partition("=")
    return chess.engine.Limit(**{name: int(value)})


class Series:
    def __init__(self, args):
        self.args = args
        self.pgn = pathlib.Path(args.pgn)
        self.book = self.pgn.with_suffix(".bin")
        if not self.pgn.exists() or not self.book.exists():
            shutil.copy(args.book, self.book)
        self.engine = chess.engine.SimpleEngine.popen_uci([args.engine, "uci"], timeout=60)
        self.engine.configure({
            "Hash": 16, "OwnBook": True, "BookFile": str(self.book.resolve()), "BookDepth": args.book_depth,
            "BookBestMove": args.best, "BookLearning": not args.no_learning,
        })
        opponent = shlex.split(args.opponent) if args.opponent else [args.engine, "uci"]
        try:
            self.opponent = chess.engine.SimpleEngine.popen_uci(opponent, timeout=60)
        except (OSError, chess.engine.EngineError, TimeoutError) as error:
            self.engine.quit()
            raise SystemExit(f"{args.opponent} cannot be started: {error}")
        if not args.opponent:
            self.opponent.configure({"Hash": 16})

    def play(self, number):
        """Plays game `number` and returns it, with the engine's score in its headers."""
        board = chess.Board()
        ours = chess.WHITE if number % 2 == 0 else chess.BLACK
        limits = {ours: chess.engine.Limit(nodes=self.args.nodes), (not ours): self.args.opponent_go}
        game = chess.pgn.Game()
        node = game
        while not (outcome := board.outcome(claim_draw=True)) and board.ply() < 400:
            player = self.engine if board.turn == ours else self.opponent
            result = player.play(board, limits[board.turn], game=number, info=chess.engine.INFO_ALL)
            text = result.info.get("string", "") if board.turn == ours else ""
            node = node.add_variation(result.move, comment="book" if text.startswith("book move") else "")
            board.push(result.move)
        # Chess programs do not report results: the engine learns the end from the last position.
        self.engine.analyse(board, chess.engine.Limit(depth=1))
        game.headers.update({
            "Event": "learning", "Round": str(number + 1),
            "White": "drawproof" if ours == chess.WHITE else "opponent",
            "Black": "drawproof" if ours == chess.BLACK else "opponent",
            "Result": outcome.result() if outcome else "1/2-1/2",
        })
        return game

    def close(self):
        for engine in (self.engine, self.opponent):
            engine.quit()


def score(game):
    """The engine's score of a game: 1, 0.5 or 0."""
    white = {"1-0": 1.0, "0-1": 0.0}.get(game.headers["Result"], 0.5)
    return white if game.headers["White"] == "drawproof" else 1 - white


def summary(scores, block):
    for first in range(0, len(scores), block):
        part = scores[first:first + block]
        wins, draws = part.count(1.0), part.count(0.5)
        print(f"games {first + 1} to {first + len(part)}: +{wins} ={draws} -{len(part) - wins - draws}  "
              f"{100 * sum(part) / len(part):.1f} %", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--engine", default="target/release/drawproof")
    parser.add_argument("--book", required=True, help="the book at the begin of the series")
    parser.add_argument("--book-depth", type=int, default=12, help="moves that are played from the book")
    parser.add_argument("--best", action="store_true", help="play the best move of the book, not a random one")
    parser.add_argument("--no-learning", action="store_true", help="for comparison: the book stays")
    parser.add_argument("--opponent", help="command of another UCI engine")
    parser.add_argument("--nodes", type=int, default=500, help="nodes of each move of the engine")
    parser.add_argument("--opponent-go", type=parse_limit, default=None, help="LIMIT=N, such as depth=2, "
                        "nodes=500 [default: as the engine]")
    parser.add_argument("--games", type=int, default=200, help="games of the whole series")
    parser.add_argument("--block", type=int, default=100, help="games of one row of the report")
    parser.add_argument("--pgn", default="learning.pgn", help="the games of the series, appended")
    args = parser.parse_args()
    args.opponent_go = args.opponent_go or chess.engine.Limit(nodes=args.nodes)

    scores = []
    series = Series(args)
    if series.pgn.exists():
        with open(series.pgn) as file:
            while (game := chess.pgn.read_game(file)) is not None:
                scores.append(score(game))
    while len(scores) < args.games:
        game = series.play(len(scores))
        with open(series.pgn, "a") as file:
            print(game, file=file, end="\n\n")
        scores.append(score(game))
        if len(scores) % 20 == 0:
            print(f"{len(scores)} games, score {sum(scores)}", flush=True)
    series.close()
    summary(scores, args.block)


if __name__ == "__main__":
    main()
