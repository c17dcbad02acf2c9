#!/usr/bin/env python3
"""Measures the Elo of the draw rules. The engine plays itself, with recognizers against without, from
random drawn endgames, each opening with both colours, at a fixed number of nodes a move.

    pip install chess
    scripts/engine/worth.py --games 1000 --nodes 20000
    scripts/engine/worth.py --games 1000 --nodes 20000 --first learned --second hand

It prints wins, draws and losses of the first engine, Elo with 95 % error bars, the sequential probability
ratio test of elo1 against elo0 (the match continues to the end unless --stop is given), nodes searched, and
every move that threw away a draw or a win. Tables judge the positions of up to five men; the program under
test generates them (about 3 GB with the tables that they depend on).
"""

import argparse
import concurrent.futures
import json
import math
import random
import subprocess
import tempfile

import chess
import chess.engine

# The endgames of the openings; tables of five men judge all of them.
ENDGAMES = ["KRPKR", "KRPKB", "KRPKN", "KBPKB", "KBPKN", "KNPKB", "KNPKN", "KRBKR", "KRNKR"]
# Values of the engine's option `Recognizers`.
RULES = ["none", "hand", "learned"]
# Results without the fifty-move rule.
VALUE = {"loss": -1, "draw": 0, "win": 1}


class Oracle:
    """The results of positions, from `drawproof probe`."""

    def __init__(self, engine, folder):
        self.command = [engine, "probe", "--tables", folder, "--format", "json", "-q", "-"]

    def values(self, fens):
        if not fens:
            return []
        done = subprocess.run(self.command, input="\n".join(fens), text=True, capture_output=True, check=True)
        return [VALUE[answer["category"]] for answer in json.loads(done.stdout)]


def openings(count, oracle, seed):
    """`count` drawn positions, taken from each endgame in turn."""
    numbers = random.Random(seed)
    found = []
    while len(found) < count:
        batch = []
        while len(batch) < 64:
            board = random_board(ENDGAMES[len(batch) % len(ENDGAMES)], numbers)
            if board:
                batch.append(board.fen())
        found += [fen for fen, value in zip(batch, oracle.values(batch)) if value == 0]
    return found[:count]


def random_board(endgame, numbers):
    """A quiet legal position of `endgame` with random colours and side to move, or None."""
    weak = endgame.rindex("K")
    men = [chess.Piece.from_symbol(c) for c in endgame[:weak] + endgame[weak:].lower()]
    board = chess.Board(None)
    for square, piece in zip(numbers.sample(range(64), len(men)), men):
        board.set_piece_at(square, piece)
    board.turn = numbers.random() < 0.5
    if numbers.random() < 0.5:
        board = board.mirror()
    quiet = board.is_valid() and not board.is_check() and not any(board.generate_legal_captures())
    return board if quiet and not board.is_game_over() else None


def play(number, fen, args):
    """One game; the first engine is White in even games. Returns its score (1, 0.5, 0), the nodes of
    [second, first], and the game's (FEN, first is the mover, move)."""
    engines = []
    for rules in [args.second, args.first]:
        engine = chess.engine.SimpleEngine.popen_uci([args.engine, "uci"])
        engine.configure({"Recognizers": rules, "TablesPath": "<empty>", "Hash": 16})
        engines.append(engine)
    board, nodes, moves = chess.Board(fen), [0, 0], []
    limit = chess.engine.Limit(nodes=args.nodes)
    try:
        while not (outcome := board.outcome(claim_draw=True)):
            first = (board.turn == chess.WHITE) == (number % 2 == 0)
            result = engines[first].play(board, limit, game=number, info=chess.engine.INFO_BASIC)
            nodes[first] += result.info.get("nodes", 0)
            moves.append((board.fen(), first, board.uci(result.move)))
            board.push(result.move)
    finally:
        for engine in engines:
            engine.quit()
    moves.append((board.fen(), None, None))
    if outcome.winner is None:
        return 0.5, nodes, moves
    return float((outcome.winner == chess.WHITE) == (number % 2 == 0)), nodes, moves


def thrown_away(moves, oracle):
    """The moves that made the outcome worse for the mover: (FEN, first, move, from, to)."""
    judged = [move for move in moves if chess.popcount(chess.Board(move[0]).occupied) <= 5]
    values = oracle.values([fen for fen, _, _ in judged])
    for i in range(len(judged) - 1):
        before, after = values[i], -values[i + 1]
        if after < before and judged[i][2]:
            yield (*judged[i], before, after)


def elo(score):
    return -400 * math.log10(1 / min(max(score, 1e-6), 1 - 1e-6) - 1)


def report(counts, args):
    """Elo with error bars and the log-likelihood ratio, from counts of scores."""
    games = sum(counts.values())
    mean = sum(score * count for score, count in counts.items()) / games
    variance = sum(count * (score - mean) ** 2 for score, count in counts.items()) / games
    margin = 1.96 * math.sqrt(variance / games)
    low, high = elo(mean - margin), elo(mean + margin)
    expected = [1 / (1 + 10 ** (-e / 400)) for e in (args.elo0, args.elo1)]
    # Normal approximation of the log-likelihood ratio.
    ratio = 0.0 if variance == 0 else \
        games * (expected[1] - expected[0]) * (2 * mean - expected[0] - expected[1]) / (2 * variance)
    bound = math.log((1 - 0.05) / 0.05)
    verdict = "elo1 accepted" if ratio >= bound else "elo0 accepted" if ratio <= -bound else "open"
    print(f"{games} games: +{counts[1.0]} ={counts[0.5]} -{counts[0.0]}  "
          f"Elo {elo(mean):+.1f} ({low:+.1f} to {high:+.1f})  "
          f"LLR {ratio:+.2f} of {bound:.2f} for [{args.elo0}, {args.elo1}]: {verdict}", flush=True)
    return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--engine", default="target/release/drawproof")
    parser.add_argument("--tables", help="folder that keeps the tables")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--first", default="learned", choices=RULES, help="rules of the first engine")
    parser.add_argument("--second", default="none", choices=RULES, help="rules of the second engine")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--elo0", type=float, default=0)
    parser.add_argument("--elo1", type=float, default=10)
    parser.add_argument("--stop", action="store_true", help="stop as soon as the test accepts either hypothesis")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=20, help="mistakes to print")
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as temporary:
        folder = args.tables or temporary
        subprocess.run([args.engine, "generate", *ENDGAMES, "--tables", folder, "-q"],
                       check=True, stdout=subprocess.DEVNULL)
        oracle = Oracle(args.engine, folder)
        starts = openings((args.games + 1) // 2, oracle, args.seed)
        counts, nodes, plies, mistakes = {1.0: 0, 0.5: 0, 0.0: 0}, [0, 0], [0, 0], []
        with concurrent.futures.ThreadPoolExecutor(args.concurrency) as pool:
            games = [pool.submit(play, n, starts[n // 2], args) for n in range(args.games)]
            for done, future in enumerate(concurrent.futures.as_completed(games), 1):
                score, spent, moves = future.result()
                counts[score] += 1
                for first in range(2):
                    nodes[first] += spent[first]
                    plies[first] += sum(1 for move in moves if move[1] == bool(first) and move[2])
                mistakes += thrown_away(moves, oracle)
                if done % 50 == 0 or done == args.games:
                    verdict = report(counts, args)
                    if args.stop and verdict != "open":
                        pool.shutdown(cancel_futures=True)
                        break
    names = ["draw to loss", "win to draw", "win to loss"]
    for first, rules in enumerate([args.second, args.first]):
        own = [m for m in mistakes if m[1] == bool(first)]
        kinds = [sum((m[3], m[4]) == kind for m in own) for kind in [(0, -1), (1, 0), (1, -1)]]
        name = f"{['second', 'first'][first]} (Recognizers = {rules})"
        print(f"{name}: {nodes[first]:,} nodes in {plies[first]:,} moves; thrown away: "
              + ", ".join(f"{count} {kind}" for kind, count in zip(names, kinds)))
    for fen, _, move, before, after in [m for m in mistakes if not m[1]][: args.show]:
        print(f"  second, {before:+d} to {after:+d}: {fen} {move}")


if __name__ == "__main__":
    main()
