#!/usr/bin/env python3
"""Plays positions on both sides of the fifty-move rule against a strong engine (Debian's stockfish), with the
half-move clock of the position. A position is *nearly cursed* if its distance to zeroing and its clock add
up to 99 or 100 plies: the engine must win it. Cursed positions must end drawn, or better for the engine.

    pip install chess; apt install stockfish
    scripts/engine/fifty.py --movetime 100
    scripts/engine/fifty.py --tables FOLDER --random 20 KQKR KRKN

A game ends by mate, stalemate, too little material, the third repetition, or after 100 plies without
a capture or pawn move, where mate counts first. Tables of both metrics are made in a temporary folder (about
150 MB and 3 GB of memory), or in --tables, where they stay. Exit status 1 if a result is worse than expected.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile

import chess
import chess.engine

# Positions, and the side that the engine plays.
GAMES = [
    ("8/7K/6n1/7B/8/8/6kB/8 w - - 15 1", "w"),
    ("8/8/3K4/8/5Bn1/8/8/1k1B4 b - - 14 1", "w"),
    ("3N1N2/1p6/8/K7/8/7k/8/8 w - - 14 1", "w"),
    ("k7/7p/4K2N/8/8/8/5N2/8 w - - 70 1", "w"),
    ("8/7B/8/8/4K3/R7/8/1r5k w - - 41 1", "w"),
    ("8/k7/2K5/8/2B5/1R6/3r4/8 b - - 22 1", "w"),
    ("1Q6/8/8/8/4r3/8/5k2/7K w - - 41 1", "w"),
    ("8/8/1K1n4/5R2/8/k7/8/8 w - - 57 1", "w"),
    ("8/5n2/8/8/6B1/8/2kB4/K7 w - - 0 1", "b"),
    ("5N2/8/7K/8/1N1p4/8/7k/8 w - - 0 1", "b"),
    ("8/7B/8/8/4K3/R7/8/1r5k w - - 42 1", "b"),
    ("8/5n2/8/8/6B1/8/2kB4/K7 w - - 0 1", "w"),
    ("5N2/8/7K/8/1N1p4/8/7k/8 w - - 0 1", "w"),
]
FIFTY_MOVES_PLIES = 100
# Results for the engine by category of the position for it.
EXPECTED = {"win": 1, "cursed-win": 0.5, "draw": 0.5, "blessed-loss": 0.5}
WORDS = {1: "win", 0.5: "draw", 0: "loss"}


def endgame(board):
    """The name of the endgame, White's men first."""
    men = [sorted(color, key="KQRBNP".index) for color in (
        [piece.symbol().upper() for piece in board.piece_map().values() if piece.color == side]
        for side in chess.COLORS)]
    return "".join(men[0]) + "".join(men[1])


def probe(args, fens):
    """The answers of `drawproof probe` with distances to zeroing."""
    command = [args.engine, "probe", "-", "--metric", "dtz", "--format", "jsonl", "--no-line", "--no-moves",
               "--tables", args.tables, "-q"]
    done = subprocess.run(command, input="\n".join(fens), text=True, capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def random_board(name, numbers):
    """A legal position of an endgame with a move, not in check, White the first side."""
    weak = name.rindex("K")
    men = [chess.Piece.from_symbol(c) for c in name[:weak] + name[weak:].lower()]
    while True:
        board = chess.Board(None)
        for square, piece in zip(numbers.sample(range(64), len(men)), men):
            board.set_piece_at(square, piece)
        board.turn = numbers.random() < 0.5
        if board.is_valid() and not board.is_check() and not board.is_game_over():
            return board


def random_games(args):
    """Won positions with a clock that leaves no ply to lose, which the engine has to win, and, in every
    second game, with a clock one ply too late, which it has to hold."""
    numbers, games = random.Random(args.seed), []
    for name in args.endgames:
        found = []
        while len(found) < args.random:
            fens = [random_board(name, numbers).fen() for _ in range(500)]
            # Short distances are no test.
            found += [answer for answer in probe(args, fens) if answer["fifty"] in ("win", "loss")
                      and (answer["dtz"] > 0) == (" w " in answer["fen"]) and abs(answer["dtz"]) >= 12]
        for number, answer in enumerate(found[:args.random]):
            late = number % 2
            board = chess.Board(answer["fen"])
            board.halfmove_clock = FIFTY_MOVES_PLIES - abs(answer["dtz"]) + late
            games.append((board.fen(), "b" if late else "w"))
    return games


def is_drawn(board):
    return (board.is_stalemate() or board.is_insufficient_material() or board.is_repetition(3)
            or board.halfmove_clock >= FIFTY_MOVES_PLIES)


def play(fen, ours, engines, limit):
    """The engine's points, its scores in centipawns (mates and wins by tables beyond 20,000), and the
    board at the end with the highest half-move clock."""
    board = chess.Board(fen)
    game, scores, highest = object(), [], board.halfmove_clock
    while not board.is_checkmate() and not is_drawn(board):
        turn = board.turn == ours
        info = chess.engine.INFO_SCORE if turn else chess.engine.INFO_NONE
        result = engines[not turn].play(board, limit, game=game, info=info)
        if turn:
            scores.append(result.info["score"].pov(ours).score(mate_score=100_000))
        board.push(result.move)
        highest = max(highest, board.halfmove_clock)
    points = 0.5 if not board.is_checkmate() else 0 if board.turn == ours else 1
    return points, scores, highest, board


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("endgames", nargs="*", help="endgames of random games, the stronger side first")
    parser.add_argument("--engine", default="target/release/drawproof")
    parser.add_argument("--opponent", default="/usr/games/stockfish")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, for the opponent")
    parser.add_argument("--tables", help="folder of tables")
    parser.add_argument("--only-dtm", action="store_true", help="give the engine distances to mate only")
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--random", type=int, default=0, help="random games of each endgame")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if bool(args.endgames) != bool(args.random):
        parser.error("--random and endgames go together")

    with tempfile.TemporaryDirectory() as temporary, tempfile.TemporaryDirectory() as of_dtm:
        args.tables = args.tables or temporary
        names = args.endgames or sorted({endgame(chess.Board(fen)) for fen, _ in GAMES})
        generate = [args.engine, "generate", *names, "-q", "--tables"]
        subprocess.run([*generate, args.tables, "--metric", "dtm,dtz"], check=True, stdout=subprocess.DEVNULL)
        folder = args.tables
        if args.only_dtm:
            folder = of_dtm
            subprocess.run([*generate, folder], check=True, stdout=subprocess.DEVNULL)
        games = random_games(args) if args.random else GAMES
        answers = probe(args, [fen for fen, _ in games])
        engines = [chess.engine.SimpleEngine.popen_uci([args.engine, "uci"]),
                   chess.engine.SimpleEngine.popen_uci(args.opponent.split())]
        engines[0].configure({"TablesPath": folder})
        engines[1].configure(dict(option.split("=", 1) for option in args.option))
        limit, failed = chess.engine.Limit(time=args.movetime / 1000), 0
        print("| position | DTZ | DTM | side | expected | result | moves | highest clock | scores |\n"
              "|---|---:|---:|---|---|---|---:|---:|---|")
        for (fen, side), answer in zip(games, answers):
            ours = chess.WHITE if side == "w" else chess.BLACK
            category = answer["fifty"]
            if chess.Board(fen).turn != ours:
                category = {"win": "loss", "cursed-win": "blessed-loss", "draw": "draw",
                            "blessed-loss": "cursed-win", "loss": "win"}[category]
            points, scores, highest, board = play(fen, ours, engines, limit)
            failed += points < EXPECTED[category]
            name = "White" if ours else "Black"
            print(f"| `{fen}` | {answer['dtz']} | {answer['dtm']} | {name} | {category} | {WORDS[points]} "
                  f"| {(len(board.move_stack) + 1) // 2} | {highest} | {min(scores)} to {max(scores)} |",
                  flush=True)
            if points < EXPECTED[category]:
                print(f"worse than expected: {fen}: {' '.join(map(str, board.move_stack))}", file=sys.stderr)
        for engine in engines:
            engine.quit()
    print(f"{len(games)} games, {failed} worse than expected")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
