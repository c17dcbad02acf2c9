#!/usr/bin/env python3
"""Plays games on the clock between the engine and itself or another engine, and reports illegal moves,
crashes and losses on time.

    pip install chess
    scripts/engine/games.py --games 500 --time 2 --increment 0.05
    scripts/engine/games.py --games 50 --opponent toga2
    scripts/engine/games.py --games 50 --opponent phalanx --protocol xboard
    scripts/engine/games.py --games 20 --nodes 2000 --book book.bin --pgn games.pgn

Openings are six random legal plies; each is played with both colours. This script keeps the clocks, so the
time that an engine waits for a processor counts as its thinking time. With `--nodes` there are no clocks.
With `--book` the games begin at the initial position, and the engine plays from the book. Comments of
the PGN name where each of its moves comes from: `book`, `tables` or `search`, with depth and score.
"""

import argparse
import concurrent.futures
import random
import time

import chess
import chess.engine
import chess.pgn


def opening(seed):
    """Six random legal plies after which the game is not over."""
    numbers = random.Random(seed)
    while True:
        board = chess.Board()
        for _ in range(6):
            moves = list(board.legal_moves)
            if moves:
                board.push(numbers.choice(moves))
        if not board.is_game_over():
            return board


def origin(board, info):
    """Where a move of the engine comes from."""
    if info.get("string", "").startswith("book move"):
        return "book"
    # At the root in tables every node but the first ones is settled.
    settled = chess.popcount(board.occupied) <= 5 and info.get("tbhits", 0) * 2 >= info.get("nodes", 1)
    score = info["score"].pov(board.turn) if "score" in info else "?"
    return f"{'tables' if settled else 'search'}, depth {info.get('depth', 0)}, {score}"


def start(command, protocol):
    popen = chess.engine.SimpleEngine.popen_xboard if protocol == "xboard" \
        else chess.engine.SimpleEngine.popen_uci
    return popen(command.split(), timeout=30)


def play(number, args):
    """Plays game `number`; returns the first engine's result ("win", "draw", "loss"), how the game
    ended, and the game itself."""
    board = chess.Board() if args.book else opening(number // 2)
    white_first = number % 2 == 0
    commands = [(args.engine + " uci", "uci"), (args.opponent or args.engine + " uci", args.protocol)]
    engines = [start(*command) for command in commands]
    if args.opponent and args.option:
        engines[1].configure(dict(option.split("=", 1) for option in args.option))
    if args.book:
        engines[0].configure({"OwnBook": True, "BookFile": args.book})
    clocks = [args.time, args.time]
    ending, comments = None, {}
    try:
        while not (outcome := board.outcome(claim_draw=True)):
            side = 0 if (board.turn == chess.WHITE) == white_first else 1
            white, black = (0, 1) if white_first else (1, 0)
            limit = chess.engine.Limit(white_clock=clocks[white], black_clock=clocks[black],
                                       white_inc=args.increment, black_inc=args.increment)
            if args.nodes:
                limit = chess.engine.Limit(nodes=args.nodes)
            began = time.monotonic()
            try:
                played = engines[side].play(board, limit, game=number, info=chess.engine.INFO_ALL)
                move = played.move
            except chess.engine.EngineError as error:
                ending = (side, f"error: {error}")
                break
            before, clocks[side] = clocks[side], clocks[side] - (time.monotonic() - began)
            if clocks[side] < 0 and not args.nodes:
                ending = (side, f"time: {-clocks[side] * 1000:.0f} ms over, with {before * 1000:.0f} ms "
                                f"on the clock, ply {board.ply()}, move {move}")
                break
            clocks[side] += args.increment
            if move is None:
                ending = (side, "resigned")
                break
            if side == 0:
                comments[board.ply()] = origin(board, played.info)
            board.push(move)
    finally:
        for engine in engines:
            try:
                engine.quit()
            except (chess.engine.EngineError, TimeoutError):
                engine.close()
    game = chess.pgn.Game.from_board(board)
    game.headers["White"], game.headers["Black"] = \
        ("drawproof", "opponent") if white_first else ("opponent", "drawproof")
    for node in game.mainline():
        node.comment = comments.get(node.parent.board().ply(), "")
    if ending:
        side, how = ending
        return ("loss" if side == 0 else "win"), ("ours, " if side == 0 else "theirs, ") + how, game
    game.headers["Result"] = outcome.result()
    if outcome.winner is None:
        return "draw", outcome.termination.name, game
    return ("win" if (outcome.winner == chess.WHITE) == white_first else "loss"), "CHECKMATE", game


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--engine", default="target/release/drawproof")
    parser.add_argument("--opponent", help="command of another engine; without it the engine plays itself")
    parser.add_argument("--protocol", choices=["uci", "xboard"], default="uci")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, for the opponent")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first game, to continue a match")
    parser.add_argument("--time", type=float, default=2.0, help="seconds for the game")
    parser.add_argument("--increment", type=float, default=0.05, help="seconds a move")
    parser.add_argument("--nodes", type=int, help="nodes a move, instead of a clock")
    parser.add_argument("--book", help="Polyglot book of the engine")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--pgn", help="file to append the games to")
    args = parser.parse_args()

    results, endings = {}, {}
    with concurrent.futures.ThreadPoolExecutor(args.concurrency) as pool:
        games = [pool.submit(play, number, args) for number in range(args.first, args.first + args.games)]
        for done, future in enumerate(concurrent.futures.as_completed(games), 1):
            result, ending, game = future.result()
            results[result] = results.get(result, 0) + 1
            kind = ending.split(":")[0]
            endings[kind] = endings.get(kind, 0) + 1
            if ":" in ending:
                print(ending, game.headers.get("FEN", ""), flush=True)
            if args.pgn:
                with open(args.pgn, "a") as file:
                    print(game, file=file, end="\n\n")
            if done % 10 == 0 or done == args.games:
                print(f"{done} games: {results} {endings}", flush=True)


if __name__ == "__main__":
    main()
