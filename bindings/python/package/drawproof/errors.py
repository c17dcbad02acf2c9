"""The exceptions of the package."""


class DrawproofError(Exception):
    """The base of all exceptions that the package raises by itself."""


class ArgumentError(DrawproofError, ValueError):
    """An argument has a value that stands for nothing."""


class EndgameError(DrawproofError, ValueError):
    """A text is no name of an endgame, or no table of the endgame can be made."""


class IllegalPositionError(DrawproofError, ValueError):
    """A text is no FEN, or the position is illegal."""


class MissingTableError(DrawproofError, KeyError):
    """There is no table of a position: its file is missing, it has castling rights, or too many men."""

    def __str__(self) -> str:
        # A KeyError shows its argument in quotes.
        return str(self.args[0]) if self.args else ""


class DamagedTableError(DrawproofError):
    """A table file is damaged or holds something else."""


class MemoryLimitError(DrawproofError, MemoryError):
    """Tables, or what is learned from them, do not fit into the memory allowed."""


class RuleError(DrawproofError):
    """A rule could not be judged."""


class EngineError(DrawproofError):
    """An engine could not be started or asked."""
