"""The memory that the process may use."""

import os
from pathlib import Path

# Where the system reports nothing.
_GUESS_BYTES = 8 << 30


def default_memory() -> int:
    """Returns half of the memory that the process may use, in bytes."""
    limits = [_machine(), _container(), _process()]
    return min((limit for limit in limits if limit is not None), default=_GUESS_BYTES) // 2


def _machine() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _container() -> int | None:
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        try:
            return int((Path("/sys/fs/cgroup") / name).read_text())
        except (OSError, ValueError):
            continue
    return None


def _process() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit
