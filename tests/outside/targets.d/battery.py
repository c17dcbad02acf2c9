"""The tests that tests/outside/check-targets runs on each system and compares: a battery of commands, whose files and
documents must be equal everywhere, and processes that crash, hang, are interrupted or killed."""
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
QUIET = "-q"
# One position of each class: a fifth of the work.
UNIQUE = ("--counting", "unique")
# Keys that differ from run to run.
MEASURED = re.compile(r"seconds|nanoseconds|_ms$|^time$|peak|nps|memory_bytes|path|_version$|^command$|^engine$")
FENS = ["8/8/8/8/8/6k1/4P3/2K5 w - - 0 1", "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1", "8/2R5/8/8/7k/3K4/8/4n3 w - - 0 1",
        "8/8/8/1pP5/8/8/8/k1K5 w - b6 0 1", "k7/8/8/8/8/8/1Q6/K7 b - - 0 1", "not a position"]
GAMES = """1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

1. e4 e5 2. Nf3 Nf6 1/2-1/2

1. d4 d5 2. c4 e6 0-1

1. e4 c5 2. Nf3 d6 1-0
"""


class Here:
    """This machine, and how programs are run on it."""
    name = "Linux"
    c, cpp = ("cc", "-fPIC"), ("c++", "-fPIC")
    library, program_suffix = "so", ""
    words = ()
    environment = {}

    def __init__(self, program, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.program = folder, program

    def path(self, path):
        """A path as the program is told it."""
        return str(path)

    def quoted(self, path):
        """A path as a word of --command and --engine."""
        return f"'{path}'"

    def engine(self):
        return f"{self.quoted(self.path(self.program))} uci"

    def start(self, *words, **more):
        environment = {**os.environ, **self.environment, "NO_COLOR": "1", **more.pop("environment", {})}
        environment.pop("DRAWPROOF_TABLES", None)
        return subprocess.Popen([*self.words, str(self.program), *words], cwd=self.folder, env=environment,
                                stdin=more.pop("stdin", subprocess.DEVNULL), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **more)

    def run(self, *words, input=None, limit=600, environment=None):
        """Exit status, standard output, standard error."""
        process = self.start(*words, stdin=subprocess.PIPE, environment=environment or {})
        try:
            out, errors = process.communicate(input, timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return process.returncode, out, self.without_noise(errors)

    def without_noise(self, errors):
        return errors

    def compile(self, compiler, source, target):
        """Compiles a file to a library or, without `-shared`, a program."""
        shared = ["-shared"] if target.suffix.lstrip(".") == self.library else []
        subprocess.run([*compiler, "-O1", *shared, "-I", ROOT / "bindings/c/include", "-o", target, source],
                       check=True)
        return target

    def interrupt(self, process):
        process.send_signal(signal.SIGINT)

    def crash(self):
        """How a message names a read from address 0."""
        return "crashed (SIGSEGV)"

    def has_child(self):
        """Whether a process of this system runs a library."""
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                line = entry.read_bytes()
            except OSError:
                continue
            # The guard is not the process that it starts.
            if b"rule-child" in line and b"rule-guard" not in line and self.path(self.folder).encode() in line:
                return True
        return False


class Arm(Here):
    """ARM64 under qemu. The kernel starts qemu for the processes that the program starts."""
    name = "ARM64"
    c, cpp = ("aarch64-linux-gnu-gcc", "-fPIC"), ("aarch64-linux-gnu-g++", "-fPIC")
    environment = {"QEMU_LD_PREFIX": "/usr/aarch64-linux-gnu"}

    def __init__(self, program, folder):
        super().__init__(program, folder)
        formats = Path("/proc/sys/fs/binfmt_misc")
        if not (formats / "register").exists():
            subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", formats], check=True)
        if not any((formats / name).exists() for name in ("qemu-aarch64", "drawproof-aarch64")):
            magic = r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
            mask = r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
            (formats / "register").write_text(f":drawproof-aarch64:M::{magic}:{mask}:/usr/bin/qemu-aarch64:")


class Windows(Here):
    """Windows, by Wine."""
    name = "Windows"
    c, cpp = ("x86_64-w64-mingw32-gcc",), ("x86_64-w64-mingw32-g++", "-static-libgcc", "-static-libstdc++")
    library, program_suffix = "dll", ".exe"
    words = ("/usr/lib/wine/wine64",)

    def __init__(self, program, folder):
        super().__init__(program, folder)
        self.environment = {"WINEPREFIX": str(folder / "prefix"), "WINEDEBUG": "-all"}
        # Nothing asks for .NET or a browser.
        self.environment["WINEDLLOVERRIDES"] = "mscoree,mshtml="
        self.program = folder / "drawproof.exe"
        shutil.copy(program, self.program)
        subprocess.run([*self.c, "-shared", "-o", folder / "bcryptprimitives.dll", HERE / "random.c", "-ladvapi32"],
                       check=True)
        # The first start makes Wine's folders, which takes a while and prints.
        self.run("-V", limit=300)

    def path(self, path):
        return "Z:" + str(path).replace("/", "\\")

    def quoted(self, path):
        # Backslashes are not escapes.
        return f'"{path}"' if " " in str(path) else str(path)

    def crash(self):
        return "crashed (access violation, 0xc0000005)"


class Battery:
    """The results of a system by name, to be compared with those of another system."""

    def __init__(self, system, quick=False):
        self.system, self.quick, self.results = system, quick, {}
        checks = [self.tables, self.answers, self.rules, self.serves, self.interrupts, self.hostile]
        for check in checks if quick else [*checks, self.engine, self.together]:
            start = time.monotonic()
            before = len(self.results)
            check()
            seconds = time.monotonic() - start
            count = len(self.results) - before
            print(f"   {system.name}: {check.__name__}: {count} results in {seconds:.0f} s", flush=True)

    def compare(self, system):
        """Runs the battery on another system, and ends the process if a result differs."""
        other = Battery(system, self.quick).results
        differ = [name for name in self.results if other.get(name) != self.results[name]]
        for name in differ:
            pair = [str(self.results[name]), str(other.get(name))]
            at = max(0, len(os.path.commonprefix(pair)) - 100)
            for of, text in zip((self.system, system), pair):
                print(f"DIFFERS: {name}, {of.name}: {text[at:at + 300]}")
        if differ or other.keys() != self.results.keys():
            sys.exit(f"FAILED: {len(differ)} of {len(self.results)} results differ on {system.name}")
        print(f"   {system.name}: {len(other)} results, all as on {self.system.name}", flush=True)

    def keep(self, name, value):
        assert name not in self.results, name
        self.results[name] = value

    def expect(self, name, condition, text):
        """A result that must be so on each system."""
        if not condition:
            sys.exit(f"FAILED: {self.system.name}: {name}: {text}")
        self.keep(name, True)

    def document(self, name, *words, statuses=(0, 1), **more):
        """Keeps the JSON document that a command prints, without what is measured and without paths."""
        status, out, errors = self.system.run(*words, "--format", "json", QUIET, **more)
        if status not in statuses:
            sys.exit(f"FAILED: {self.system.name}: {name}: status {status}: {errors}")
        self.keep(name, (status, json.dumps(self.stable(json.loads(out)), sort_keys=True)))

    def stable(self, value):
        if isinstance(value, dict):
            return {key: self.stable(inner) for key, inner in value.items() if not MEASURED.search(key)}
        if isinstance(value, list):
            return [self.stable(inner) for inner in value]
        if isinstance(value, str):
            for path in (self.system.path(self.system.folder), str(self.system.folder)):
                value = value.replace(path, "FOLDER")
            return re.sub(r"(FOLDER|^\.)\\", r"\1/", value).replace(".dll", ".so").replace(".exe", "")
        return value

    def files(self, name, folder):
        for file in sorted([*folder.glob("*.dp*"), *folder.glob("*.rtb?")]):
            self.keep(f"{name}: {file.name}", hashlib.sha256(file.read_bytes()).hexdigest())

    @property
    def folder(self):
        return self.system.folder

    def table_words(self, name="tables"):
        return "--tables", self.system.path(self.folder / name)

    def generate(self, folder, *words):
        status, out, errors = self.system.run("generate", *words, QUIET, *self.table_words(folder))
        if status:
            sys.exit(f"FAILED: {self.system.name}: generate {words}: {errors}")

    def tables(self):
        """Tables of three men and two of four, in three metrics and in all kinds of file, those of Syzygy too."""
        metrics = "dtm" if self.quick else "dtm,dtz,dtc"
        self.generate("tables", "--men", "3", "--metric", metrics)
        self.generate("tables", "KRKN", "KPKP", "--metric", metrics)
        self.generate("one", "--men", "3", "--sides", "one")
        self.generate("one", "KRKN", "KPKP", "--sides", "one")
        self.generate("syzygy", *(("KPK", "KRKR") if self.quick else ("KRKN", "KPKP")), "--as", "syzygy")
        for folder in ("tables", "one", "syzygy"):
            self.files(folder, self.folder / folder)

    def answers(self):
        """Values of positions, figures of tables."""
        lines = "".join(f"{fen}\n" for fen in FENS)
        self.document("probe", "probe", "-", "--metric", "dtm,dtz,dtc", *self.table_words(), statuses=(2,), input=lines)
        self.document("probe of one side", "probe", FENS[2], *self.table_words("one"))
        self.document("stats", "stats", "KRKN", "KPKP", *self.table_words())
        self.document("check", "check", "KRKN", *self.table_words())
        self.document("find", "find", "KRKN", "--where", "loss and dtm > 70", *self.table_words())

    def rules(self):
        """Built-in rules, shared libraries in C and C++, a program that reads lines."""
        system = self.system
        self.document("verify", "verify", "KPK", "KRKN", "KBKN", *UNIQUE, *self.table_words())
        rules = ROOT / "examples/rules"
        c = system.compile(system.c, rules / "bishop_and_knight.c", self.folder / f"rule.{system.library}")
        cpp = system.compile(system.cpp, rules / "template_bitboards.cpp", self.folder / f"rule_cpp.{system.library}")
        self.document("C plugin", "verify", "KBKN", *UNIQUE, "--plugin", system.path(c), *self.table_words())
        self.document("C++ plugin", "verify", "KBPK", *UNIQUE, "--plugin", system.path(cpp), *self.table_words())
        self.document("plugin in the folder", "probe", "8/8/8/8/8/6k1/8/2KbN3 w - - 0 1", "--plugin",
                      f"rule.{system.library}", *self.table_words())
        lines = system.compile(system.c, HERE / "lines.c", self.folder / f"lines{system.program_suffix}")
        here = ".\\lines.exe" if system.name == "Windows" else "./lines"
        whole = system.quoted(system.path(lines))
        self.document("program", "verify", "KNNK", *UNIQUE, "--command", whole, *self.table_words())
        self.document("program in the folder", "verify", "KNNK", "--command", here, "--sample", "1000",
                      *self.table_words())

    def engine(self):
        """Our engine, asked by `judge`; its signature; a book."""
        self.document("judge", "judge", "KPK", "KRKN", "--engine", self.system.engine(), "--sample", "40",
                      *self.table_words())
        status, out, errors = self.system.run("bench")
        signature = re.search(r"^signature (\d+)", out, re.M)
        expected = (ROOT / ".ci/bench-signature").read_text().strip()
        self.expect("bench", status == 0 and signature and signature[1] == expected, out + errors)
        (self.folder / "games.pgn").write_text(GAMES)
        status, _, errors = self.system.run("book", "make", "games.pgn", "--out", "book.bin", "--min-games", "1")
        self.expect("book", status == 0, errors)
        self.keep("book: file", hashlib.sha256((self.folder / "book.bin").read_bytes()).hexdigest())
        self.document("book show", "book", "show", "--book", "book.bin")

    def serves(self):
        """One request to the server, and its end by Ctrl-C."""
        process = self.system.start("serve", "--listen", "127.0.0.1:0", *self.table_words())
        line = process.stdout.readline()
        address = re.search(r"http://[0-9.]+:\d+", line)
        if not address:
            sys.exit(f"FAILED: {self.system.name}: serve: {line}{process.stderr.read()}")
        fen = FENS[1].replace(" ", "_")
        with urllib.request.urlopen(f"{address[0]}/standard?fen={fen}", timeout=60) as answer:
            self.keep("serve", answer.read().decode())
        self.system.interrupt(process)
        self.expect("serve: Ctrl-C", process.wait(timeout=30) in (0, 130), process.returncode)

    def interrupts(self):
        """Ctrl-C ends work with status 130; tables that are begun leave nothing half-written."""
        process = self.system.start("generate", "KRPKR", "-j", "1", *self.table_words("interrupted"))
        time.sleep(3)
        self.system.interrupt(process)
        _, errors = process.communicate(timeout=60)
        self.expect("Ctrl-C", process.returncode == 130, f"{process.returncode}: {errors}")
        left = [file.name for file in (self.folder / "interrupted").glob("*.dpt") if not file.stat().st_size]
        self.expect("Ctrl-C: files", not left, left)

    def hostile(self):
        """Libraries that crash and hang; the program is killed meanwhile."""
        system = self.system
        library = system.compile(system.c, HERE / "hostile.c", self.folder / f"hostile.{system.library}")
        words = ("verify", "KBKN", "--plugin", system.path(library), QUIET, *self.table_words(), "--timeout")
        status, _, errors = system.run(*words, "2", environment={"HOSTILE": "crash"})
        says = f"{system.crash()} in drawproof_claim; position '"
        self.expect("a library that crashes", status == 2 and says in errors, errors)
        status, _, errors = system.run(*words, "2", environment={"HOSTILE": "hang"})
        says = "drawproof_claim did not return within 2 s; position '"
        self.expect("a library that hangs", status == 2 and says in errors, errors)
        process = system.start(*words, "600", environment={"HOSTILE": "hang"})
        start = time.monotonic()
        while not system.has_child() and time.monotonic() - start < 60:
            time.sleep(0.1)
        self.expect("a process of its own", system.has_child(), "none")
        process.kill()
        process.wait()
        while system.has_child() and time.monotonic() - start < 90:
            time.sleep(0.1)
        self.expect("nothing outlives the program", not system.has_child(), "the process of the rule runs on")
        status, _, errors = system.run("verify", "KNNK", "--command", "no-such-program", QUIET, *self.table_words())
        self.expect("a program that is not there", status == 2 and "cannot be started" in errors, errors)

    def together(self):
        """Two processes make the same tables in one folder."""
        words = ("generate", "KRKN", "KPKP", QUIET, *self.table_words("together"))
        processes = [self.system.start(*words) for _ in range(2)]
        for number, process in enumerate(processes):
            _, errors = process.communicate(timeout=600)
            self.expect(f"process {number} of two", process.returncode == 0, errors)
        self.files("together", self.folder / "together")
        work = [file.name for file in (self.folder / "together").rglob("*.part")]
        self.expect("two processes: files", not work, work)
