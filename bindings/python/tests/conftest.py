"""What several test files share."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

import drawproof

# Third-party tables: beside the checkout where they exist, or where the variable names them.
_BESIDE = Path(__file__).resolve().parents[3] / "shared" / "truth"
TRUTH = Path(os.environ.get("DRAWPROOF_TRUTH", _BESIDE))


@pytest.fixture(scope="session")
def tables() -> drawproof.Tablebase:
    """Tables solved in memory, shared by the tests."""
    return drawproof.Tablebase(memory=1 << 30)


@pytest.fixture(scope="session")
def truth() -> Path:
    """The folder of third-party tables; a test that needs it is skipped without it."""
    if (TRUTH / "gaviota").is_dir():
        return TRUTH
    print(f"drawproof: {TRUTH} does not exist: values are not compared with it", file=sys.stderr)
    pytest.skip(f"{TRUTH} does not exist")


@pytest.fixture(scope="session")
def program() -> str:
    """The command: DRAWPROOF names it, or it is where it is built."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", Path(__file__).parents[3] / "target"))
    folders = os.pathsep.join(str(target / profile) for profile in ("debug", "release"))
    found = os.environ.get("DRAWPROOF") or shutil.which("drawproof", path=folders)
    if found is None:
        pytest.skip("the command is not built")
    return found
