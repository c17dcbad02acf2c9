"""What several test files share."""

from __future__ import annotations

import os
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
