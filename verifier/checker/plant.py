"""plant.py: plants faults into certificates, and counts how many of them check finds.

    python3 plant.py CHECK DRAWPROOF [--faults N] [--quick] [--jobs N] [--seed S] [--only KIND] [--work DIR]

DRAWPROOF certifies KPK, KRK, KRKR and KPKP with the rule below. Each fault goes into a copy of such a certificate.
Each makes the certificate false: none is found by luck. --quick plants 60 faults into endgames of three men.
Exit status: 0 all were found, 1 one was missed, 2 there is no certificate to plant into."""
import argparse
import collections
import ctypes
import json
import multiprocessing
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import check

BLOCK = 1 << 20
GROUPS = ["white_to_move", "black_to_move", "en_passant"]
COUNTS = ["positions", "draws", "decisive", "spotted", "missed", "incorrect", "not_asked"]

# A rule with claims of every kind, right and wrong ones. FAULT is a position about which it answers otherwise.
RULE = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct { uint64_t colour[2], kind[6]; uint8_t side_to_move, en_passant; } position;
static position fault;

uint32_t drawproof_abi(void) { return 2; }

int drawproof_init(void) {
    unsigned long long white, black;
    unsigned side, passant;
    const char *text = getenv("FAULT");
    if (text && sscanf(text, "%llu %llu %u %u", &white, &black, &side, &passant) == 4)
        fault = (position){{white, black}, {0}, (uint8_t)side, (uint8_t)passant};
    return 0;
}

static int square(uint64_t set) {
    int s = 0;
    while (!(set >> s & 1)) s++;
    return s;
}

static int claim(const position *p) {
    int white = square(p->kind[5] & p->colour[0]), black = square(p->kind[5] & p->colour[1]);
    int bare = (p->colour[1] & ~p->kind[5]) == 0;
    if (p->en_passant != 64) return (int[]){2, 14, 12, 0}[p->en_passant % 4];
    if (white == 0) return 0;                                        /* not asked */
    if (bare && p->kind[0] == 0 && p->side_to_move == 0) return 12;  /* the side to move wins */
    if (bare && black / 8 < white / 8) return 4;                     /* White wins */
    if (bare && black / 8 == 7) return p->side_to_move ? 11 : 6;     /* Black cannot win */
    return (white + black) % 3 == 0 ? 2 : 7;                         /* a draw, or no claim */
}

int drawproof_claim(const position *p, uint64_t *reasons) {
    int answer = claim(p);
    (void)reasons;
    if (p->colour[0] == fault.colour[0] && p->colour[1] == fault.colour[1]
        && p->side_to_move == fault.side_to_move && p->en_passant == fault.en_passant)
        return answer == 2 ? 7 : 2;
    return answer;
}
"""

zstd = ctypes.CDLL("libzstd.so.1")
for function in (zstd.ZSTD_compressBound, zstd.ZSTD_compress, zstd.ZSTD_decompress):
    function.restype = ctypes.c_size_t
zstd.ZSTD_compressBound.argtypes = [ctypes.c_size_t]
zstd.ZSTD_compress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
zstd.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]


def compress(data):
    room = ctypes.create_string_buffer(zstd.ZSTD_compressBound(len(data)))
    size = zstd.ZSTD_compress(room, len(room), bytes(data), len(data), 3)
    return room.raw[:size]


def decompress(frame):
    room = ctypes.create_string_buffer(2 * BLOCK)
    size = zstd.ZSTD_decompress(room, len(room), frame, len(frame))
    return bytearray(room.raw[:size])


class File:
    """A table or claims: its head, its frames, and single values of them."""

    def __init__(self, path):
        self.path, data, at, self.frames = path, path.read_bytes(), 32, []
        self.head, self.width, self.count = data[:32], data[16], int.from_bytes(data[24:32], "little")
        while at < len(data):
            size = int.from_bytes(data[at:at + 4], "little")
            self.frames.append(data[at + 4:at + 4 + size])
            at += 4 + size
        self.block = (None, b"")

    def value(self, index):
        number, offset = index // BLOCK, index % BLOCK * self.width
        if self.block[0] != number:
            self.block = (number, decompress(self.frames[number]))
        return int.from_bytes(self.block[1][offset:offset + self.width], "little")

    def write(self, path, frames=None):
        frames = self.frames if frames is None else frames
        path.unlink()                                          # it may be a link
        path.write_bytes(self.head + b"".join(len(f).to_bytes(4, "little") + f for f in frames))

    def write_value(self, path, index, new):
        """Writes the file with one other value."""
        old, frames = self.value(index), list(self.frames)
        offset = index % BLOCK * self.width
        block = bytearray(self.block[1])
        block[offset:offset + self.width] = new.to_bytes(self.width, "little")
        frames[index // BLOCK] = compress(block)
        self.write(path, frames)
        return f"{path.name}: value {index} is {new} instead of {old}"


class Spy:
    """The values of a table; remembers which was read last."""

    def __init__(self, values):
        self.values, self.last = values, None

    def __getitem__(self, index):
        self.last = index
        return self.values[index]


class Certificate:
    def __init__(self, folder):
        self.folder = folder
        self.files = {path.name: File(path) for path in sorted(folder.iterdir()) if path.suffix != ".json"}
        self.tables = [name for name in self.files if name.endswith(".cert")]
        self.claims = [name for name in self.files if name.endswith(".claims")]
        self.read = None

    def read_tables(self):
        """The tables as check.py has them; read only once, and only if a fault needs the rules of chess."""
        if self.read is None:
            self.read = {name[:-5]: check.Table(self.folder / name) for name in self.tables}
            for table in self.read.values():
                table.values = Spy(table.values)
        return self.read

    def copy(self, folder):
        folder.mkdir()
        for path in self.folder.iterdir():
            os.symlink(path, folder / path.name)


def pick(file, choose, first=0, count=None):
    """A random index at which choose(old value) gives another value, and that value."""
    while True:
        index = rng.randrange(first, file.count if count is None else count)
        old = file.value(index)
        new = choose(old)
        if new is not None and new != old and 0 <= new < 256 ** file.width:
            return index, new


def change(cert, to, names, choose, first=lambda name: 0, count=lambda name: None):
    name = rng.choice(names)
    index, new = pick(cert.files[name], choose, first(name), count(name))
    return cert.files[name].write_value(to / name, index, new)


def placements(name):
    """The number of claims about positions without a right to capture en passant."""
    return 2 * 64 ** sum(c != "P" for c in name[:-7]) * 48 ** name.count("P")


def position_of_claim(name, index):
    men = check.men_of_name(name[:-7])
    squares = []
    for _, kind in reversed(men):
        choice = check.PAWN_SQUARES if kind == "P" else check.BOARD
        squares.append(choice[index % len(choice)])
        index //= len(choice)
    return [man + (square,) for man, square in zip(men, reversed(squares))], index


# The faults. Each takes a certificate and the folder of its copy, plants, and returns what it planted.

def value_by_one(cert, to):
    return change(cert, to, cert.tables, lambda old: old + rng.choice([-1, 1]) if old > 0 else None)


def value_by_two(cert, to):
    return change(cert, to, cert.tables, lambda old: old + rng.choice([-2, 2]) if old > 0 else None)


def another_result(cert, to):
    def other(old):
        if old == 0:
            return None
        new = rng.choice([1, 2, 3, 8, 9, 20, 21])
        return new if (new == 1, new % 2) != (old == 1, old % 2) else None
    return change(cert, to, cert.tables, other)


def no_value(cert, to):
    return change(cert, to, cert.tables, lambda old: 0 if old > 0 else None)


def value_of_no_position(cert, to):
    return change(cert, to, cert.tables, lambda old: rng.randrange(1, 40) if old == 0 else None)


def another_table(cert, to):
    """A table under another's name, as it is or with the other's head."""
    pairs = [(a, b) for a in cert.tables for b in cert.tables if a != b]
    same_size = [(a, b) for a, b in pairs if cert.files[a].count == cert.files[b].count]
    name, other = rng.choice(rng.choice([pairs, same_size or pairs]))
    data = cert.files[other].path.read_bytes()
    if rng.random() < 0.7:
        data = cert.files[name].head + data[32:]
    (to / name).unlink()
    (to / name).write_bytes(data)
    return f"{name} is {other}"


def file_missing(cert, to):
    name = rng.choice([*cert.files, "verdict.json"])
    (to / name).unlink()
    return f"{name} is missing"


def block_missing(cert, to):
    name = rng.choice([*cert.files])
    frames = list(cert.files[name].frames)
    number = rng.randrange(len(frames))
    del frames[number]
    cert.files[name].write(to / name, frames)
    return f"{name}: block {number} is missing"


def block_twice(cert, to):
    name = rng.choice([*cert.files])
    frames = cert.files[name].frames
    number = rng.randrange(len(frames))
    cert.files[name].write(to / name, frames[:number + 1] + frames[number:])
    return f"{name}: block {number} comes twice"


def file_cut(cert, to):
    name = rng.choice([*cert.files])
    data = cert.files[name].path.read_bytes()
    size = rng.choice([len(data) - 1, len(data) - 2, rng.randrange(len(data)), rng.randrange(40)])
    (to / name).unlink()
    (to / name).write_bytes(data[:size])
    return f"{name}: only {size} of {len(data)} bytes are left"


def bytes_after(cert, to):
    name = rng.choice([*cert.files])
    more = rng.choice([b"\0", bytes(4), rng.randbytes(20), (9).to_bytes(4, "little") + compress(b"")])
    data = cert.files[name].path.read_bytes()
    (to / name).unlink()
    (to / name).write_bytes(data + more)
    return f"{name}: {len(more)} bytes come after the end"


def head_byte(cert, to):
    name = rng.choice([*cert.files])
    data, at = bytearray(cert.files[name].path.read_bytes()), rng.randrange(36)
    data[at] ^= 1 << rng.randrange(8)
    (to / name).unlink()
    (to / name).write_bytes(data)
    return f"{name}: byte {at} is {data[at]}"


def count_by_one(cert, to):
    path = to / "verdict.json"
    document = json.loads(path.read_text())
    entry, group, key = rng.choice(document["recognizers"]), rng.choice(GROUPS), rng.choice(COUNTS)
    entry[group][key] += rng.choice([-1, 1])
    path.unlink()
    path.write_text(json.dumps(document, indent=rng.choice([None, 2])))
    return f"verdict.json: {entry['endgame']}, {group}, {key} is {entry[group][key]}"


def claim_flipped(cert, to):
    """Each of these changes a count, whatever the result: `not_asked`; or, from 2 to 7, `spotted` or `incorrect`."""
    other = {0: 7, 2: 7, 7: rng.choice([0, 2]), 255: None}
    return change(cert, to, cert.claims, lambda old: other.get(old, 0))


def claim_of_no_position(cert, to):
    return change(cert, to, cert.claims, lambda old: rng.randrange(8) if old == 255 else None, count=placements)


def claim_of_same_counts(cert, to):
    """A claim that changes no count: the certificate stays true, but these are not the rule's answers."""
    name = rng.choice([name for name in cert.claims if name[:-7] + ".cert" in cert.tables])
    file = cert.files[name]
    while True:
        index = rng.randrange(placements(name))
        old, new = file.value(index), rng.randrange(1, 8)
        if old in (0, 255, new):
            continue
        men, side = position_of_claim(name, index)
        value = check.look_up(cert.read_tables(), men, side)
        result = 2 if value == 1 else 4 if value % 2 == 1 - side else 1
        if (old & result == 0) == (new & result == 0) and (result != 2 or (old == 2) == (new == 2)):
            return file.write_value(to / name, index, new)


def rule_changed(cert, to):
    """The rule answers otherwise about one position."""
    name = rng.choice(cert.claims)
    while True:
        index = rng.randrange(placements(name))
        if cert.files[name].value(index) < 8:
            break
    men, side = position_of_claim(name, index)
    sets = [sum(1 << f + 8 * r for c, _, (f, r) in men if c == colour) for colour in (0, 1)]
    os.environ["FAULT"] = f"{sets[0]} {sets[1]} {side} 64"
    return f"the rule answers otherwise about {check.describe(men)}, {'wb'[side]} to move"


def positions_that_need_en_passant(cert):
    """Positions before a double push whose value is another one without the captures en passant, with that value."""
    tables = cert.read_tables()
    while True:
        side, file, king, other = (rng.choice(c) for c in (range(2), range(8), check.LEFT_HALF, check.BOARD))
        beside = file + rng.choice([-1, 1])
        pawns = [(file, 1), (beside, 3)] if side == 0 else [(beside, 4), (file, 6)]
        men = [(0, "K", king), (0, "P", pawns[0]), (1, "K", other), (1, "P", pawns[1])]
        if not 0 <= beside < 8 or not check.is_legal(men, side):
            continue
        stored, without = check.look_up(tables, men, side), check.follow(tables, men, side)
        if stored != without:
            yield men, side, without


def value_without_en_passant(cert, to):
    """The value that follows if nobody captures en passant."""
    men, side, without = next(positions_that_need_en_passant(cert))
    table = cert.read_tables()["KPKP"]
    index = table.index([square for _, _, square in men], side)
    return cert.files["KPKP.cert"].write_value(to / "KPKP.cert", index, without)


def value_after_en_passant(cert, to):
    """The value of a position after a capture en passant on which others depend."""
    tables = cert.read_tables()
    men, side, _ = next(positions_that_need_en_passant(cert))
    pawn, taker = (men[1], men[3]) if side == 0 else (men[3], men[1])
    target = (pawn[2][0], 2 if side == 0 else 5)
    after = [m for m in men if m not in (pawn, taker)] + [(taker[0], "P", target)]
    if check.in_check(after, taker[0]):
        return value_after_en_passant(cert, to)
    old = check.look_up(tables, after, side)
    index = tables["KPK"].values.last
    return cert.files["KPK.cert"].write_value(to / "KPK.cert", index, rng.choice([v for v in (1, 8, 9) if v != old]))


def claim_en_passant(cert, to):
    return change(cert, to, ["KPKP.claims"], lambda old: 7 if old == 2 else 0, first=placements)


# The faults, and whether they are asked with the rule: never, always, or as it comes.
NEVER, ALWAYS, EITHER = 0, 1, 2
FAULTS = [(value_by_one, EITHER), (value_by_two, EITHER), (another_result, EITHER), (no_value, EITHER),
          (value_of_no_position, EITHER), (another_table, EITHER), (file_missing, EITHER), (block_missing, EITHER),
          (block_twice, EITHER), (file_cut, EITHER), (bytes_after, EITHER), (head_byte, EITHER), (count_by_one, EITHER),
          (claim_flipped, NEVER), (claim_flipped, ALWAYS), (claim_of_no_position, EITHER),
          (claim_of_same_counts, ALWAYS), (rule_changed, ALWAYS)]
# These need pawns of both sides. They are few, as the check of KPKP and all that it leads to takes a minute.
EN_PASSANT = [(value_without_en_passant, NEVER), (value_after_en_passant, NEVER), (claim_en_passant, EITHER)]


def plan(faults, quick):
    """The faults in order: (fault, with the rule or not, name of the certificate)."""
    few = [] if quick else [(*EN_PASSANT[i % 3], "KPKP") for i in range(max(3, faults * 9 // 1000))]
    rest = [(*FAULTS[i % len(FAULTS)], "KPK") for i in range(faults - len(few))]
    if not quick:
        rest[::17] = [(*fault[:2], "KRKR") for fault in rest[::17]]
    return few + rest


def certify(drawproof, work, quick):
    """Makes the certificates, and the library of the rule."""
    (work / "rule.c").write_text(RULE)
    library = work / "rule.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, work / "rule.c"], check=True)
    made = {}
    for names in (["KPK", "KRK"],) if quick else (["KPK", "KRK"], ["KRKR"], ["KPKP"]):
        folder = work / names[0]
        if not folder.exists():
            command = [drawproof, "certify", *names, "-q", "-j", "2", "--plugin", library, "--out", folder]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode > 1:                            # 1: the rule makes incorrect claims
                sys.exit(f"cannot certify: {done.stderr}")
        made[names[0]] = Certificate(folder)
    return made, library


def run(program, folder, library):
    """The exit status and the last line of the output."""
    command = [program, folder, "-j", "1"] + (["--plugin", library] if library else [])
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).rstrip().rpartition("\n")[2]


def attempt(task):
    """Plants a fault. Returns its kind, and what was planted if it is missed."""
    global rng
    number, fault, asked, name = task
    rng = random.Random(f"{options.seed} {number}")
    with tempfile.TemporaryDirectory() as scratch:
        to = Path(scratch) / "copy"
        certificates[name].copy(to)
        what = fault(certificates[name], to)
        with_rule = asked == ALWAYS or asked == EITHER and rng.random() < 0.3
        status, line = run(options.check, to, library if with_rule else None)
    os.environ.pop("FAULT", None)
    kind = f"{fault.__name__}{', asked with the rule' if asked == ALWAYS else ''}".replace("_", " ")
    if (status, line.split(":")[0]) in ((1, "refuted"), (2, "not checked")):
        return kind, None
    return kind, f"missed: fault {number}, {kind}, {name}: {what}: status {status}, {line}"


def without_fault(name):
    """What check says against the certificate itself, if it does."""
    status, line = run(options.check, certificates[name].folder, library)
    return status != 0 and f"the certificate of {name} has a fault that was not planted: status {status}, {line}"


def main():
    global options, certificates, library
    parser = argparse.ArgumentParser()
    parser.add_argument("check", type=os.path.abspath)
    parser.add_argument("drawproof")
    parser.add_argument("--faults", type=int)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="KIND")
    parser.add_argument("--work", type=Path, help="keeps the certificates here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        work = (options.work or Path(scratch)).resolve()
        work.mkdir(exist_ok=True)
        certificates, library = certify(options.drawproof, work, options.quick)
        planted, missed = collections.Counter(), collections.Counter()
        faults = enumerate(plan(options.faults or (60 if options.quick else 1000), options.quick))
        tasks = [(i, *fault) for i, fault in faults if options.only in (None, fault[0].__name__)]
        with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
            sound = pool.map_async(without_fault, certificates)
            for kind, text in pool.imap(attempt, tasks):
                planted[kind] += 1
                if text:
                    missed[kind] += 1
                    print(text, flush=True)
            faulty = [line for line in sound.get() if line]
            pool.close()
            pool.join()
    for kind, count in planted.items():
        print(f"{count - missed[kind]:5} of {count:4} found: {kind}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(tasks) - missed.total()} of {len(tasks)} faults found; "
          f"{used.ru_utime + used.ru_stime:.0f} s of processor time")
    for line in faulty:
        print(line)
    return 2 if faulty else 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
