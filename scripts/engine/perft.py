#!/usr/bin/env python3
"""Checks the engine's perft counts against a file of positions with known counts, each line a FEN and
`;D1 20 ;D2 400 ...`. Each position is searched to the first depth with at least --nodes, or the deepest.

    scripts/engine/perft.py perft.epd --nodes 10000000
"""

import argparse
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("epd")
    parser.add_argument("--engine", default="target/release/drawproof")
    parser.add_argument("--nodes", type=int, default=10_000_000)
    args = parser.parse_args()

    cases = []
    with open(args.epd) as lines:
        for line in lines:
            fen, *counts = [part.strip() for part in line.split(";")]
            counts = [(int(depth[1:]), int(count)) for depth, count in (c.split() for c in counts)]
            enough = [case for case in counts if case[1] >= args.nodes] or counts[-1:]
            if fen and enough:
                cases.append((fen, *enough[0]))
    script = "".join(f"position fen {fen}\ngo perft {depth}\n" for fen, depth, _ in cases)
    output = subprocess.run([args.engine, "uci"], input=script, text=True, capture_output=True, check=True)
    found = [int(line.split()[2]) for line in output.stdout.splitlines() if line.startswith("Nodes")]
    wrong = [(*case, count) for case, count in zip(cases, found) if case[2] != count]
    for fen, depth, expected, count in wrong:
        print(f"{fen} depth {depth}: {count}, expected {expected}")
    print(f"{len(found)} positions, {sum(found):,} nodes, {len(wrong)} wrong")
    sys.exit(bool(wrong) or len(found) != len(cases))


if __name__ == "__main__":
    main()
