"""A UCI engine for tests: the one of drawproof, with what it writes changed on the way.

Usage: judge_engine.py PROGRAM. The environment sets the changes: FLIP=1 reverses the sign of scores,
DIE_AT=FEN ends the process when it is asked about that position, DELAY=SECONDS waits before each
answer.
"""

import os
import re
import subprocess
import sys
import time

engine = subprocess.Popen(
    [sys.argv[1], "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
)
flips = os.environ.get("FLIP") == "1"
delay = float(os.environ.get("DELAY", "0"))
ends_after = {"uci": "uciok", "isready": "readyok", "go": "bestmove"}


def changed(line):
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
