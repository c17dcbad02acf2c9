"""A UCI engine for tests: the one of drawproof, with what it writes changed on the way.

Usage: judge_engine.py PROGRAM. The environment sets the changes: FLIP=1 reverses the sign of scores,
DIE_AT=FEN ends the process when it is asked about that position, DELAY=SECONDS waits before each
answer, NODES=NUMBER replaces the nodes that it reports. SHUFFLE=SHARE wastes time in that share of the games, chosen by their first position: of the moves
that keep the win it plays the one that is farthest from mate (without pawns only).
"""

import json
import os
import re
import subprocess
import sys
import time
import zlib

engine = subprocess.Popen(
    [sys.argv[1], "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
)
flips = os.environ.get("FLIP") == "1"
nodes = os.environ.get("NODES")
delay = float(os.environ.get("DELAY", "0"))
share = float(os.environ.get("SHUFFLE", "0"))
wasted = None
ends_after = {"uci": "uciok", "isready": "readyok", "go": "bestmove"}


def slowest_move(line):
    """The move that wastes the most time in the position of a command, None in the other games."""
    words = line.split()
    start = " ".join(words[2:8])
    if zlib.crc32(start.encode()) >= share * 2**32:
        return None
    rows = [re.sub(r"\d", lambda found: "." * int(found[0]), row) for row in words[2].split("/")]
    men = {file + str(8 - row): rows[row][ord(file) - 97] for row in range(8) for file in "abcdefgh"}
    moves = words[9:]
    for move in moves:
        men[move[2:4]], men[move[:2]] = men[move[:2]], "."
    rows = ["".join(men[file + str(8 - row)] for file in "abcdefgh") for row in range(8)]
    placement = "/".join(re.sub(r"\.+", lambda found: str(len(found[0])), row) for row in rows)
    side = words[3] if len(moves) % 2 == 0 else "wb"[words[3] == "w"]
    command = [sys.argv[1], "probe", f"{placement} {side} - - 0 1", "--format", "json"]
    answer = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)[0]
    winning = [move for move in answer["moves"] if move["category"] == "loss"]
    return max(winning, key=lambda move: abs(move["dtm"]))["uci"] if winning else None


def changed(line):
    if wasted and line.startswith("bestmove"):
        return f"bestmove {wasted}\n"
    if nodes:
        line = re.sub(r"nodes \d+", f"nodes {nodes}", line)
    if flips:
        sign = lambda found: f"score {found[1]} {-int(found[2])}"
        return re.sub(r"score (cp|mate) (-?\d+)", sign, line)
    return line


for line in sys.stdin:
    words = line.split()
    if "DIE_AT" in os.environ and os.environ["DIE_AT"] in line:
        print("no such position", file=sys.stderr)
        os._exit(3)
    engine.stdin.write(line)
    if not words or words[0] == "quit":
        break
    if words[0] == "position" and share > 0:
        wasted = slowest_move(line)
    if words[0] == "go":
        time.sleep(delay)
    end = ends_after.get(words[0])
    while end:
        answer = engine.stdout.readline()
        sys.stdout.write(changed(answer))
        if answer.startswith(end) or not answer:
            break
    sys.stdout.flush()
engine.stdin.close()
