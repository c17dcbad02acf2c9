"""A UCI engine that plays its first legal move and scores every position 0."""

import sys

import chess


def main() -> None:
    board = chess.Board()
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            print("id name trivial\nuciok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:2] == ["position", "fen"]:
            board = chess.Board(" ".join(words[2:8]))
        elif words[:1] == ["go"]:
            move = next(iter(board.legal_moves), None)
            print(f"info depth 1 score cp 0\nbestmove {move or '(none)'}", flush=True)
        elif words[:1] == ["quit"]:
            return


main()
