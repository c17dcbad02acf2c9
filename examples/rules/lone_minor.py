#!/usr/bin/env python3
"""A correct draw rule in Python: bishop against knight is a draw unless a king is in a corner. Reads one
FEN a line and answers each with a line, `draw` or `-` (no claim).

    drawproof verify KBKN --command 'python3 examples/rules/lone_minor.py'
"""

import sys


def claim(fen):
    rows = fen.split(" ", 1)[0].split("/")
    corners = (rows[0][0], rows[0][-1], rows[7][0], rows[7][-1])
    return "-" if "K" in corners or "k" in corners else "draw"


def main():
    for line in sys.stdin:
        sys.stdout.write(claim(line) + "\n")


if __name__ == "__main__":
    main()
