"""Exceptions of clc_opencl."""
from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Sequence, Tuple, Union

from ._types import Diagnostic

if TYPE_CHECKING:
    from ._package import Package

STATUSES = ("success", "usage", "io", "damaged", "unavailable", "untrusted", "opencl", "internal")


def expect(name: str, value: object, kind: Union[type, Tuple[type, ...]], what: str) -> None:
    """Raises a TypeError that names the argument, unless the value is of this kind."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {what}, not {type(value).__name__}")


class ClcError(Exception):
    """Something failed. `kind` is "compile", "usage", "io", "damaged", "unavailable", "untrusted", "opencl", "crash" or "internal".
    `package` is what `compile` with the option `-k` made of all that did not fail."""

    package: Optional["Package"] = None

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class CompileError(ClcError):
    """A kernel did not compile; where only targets lack what it needs, `kind` is "unavailable". `file`, `line`, `column` and `snippet`, the source's line with a mark below it, are those of the first
    error, or None and "" where there is no place."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic], kind: str = "compile") -> None:
        super().__init__(kind, message)
        self.diagnostics = tuple(diagnostics)
        first = next((each for each in diagnostics if each.severity in ("error", "fatal error")), None)
        self.file: Optional[str] = first.file if first else None
        self.line: Optional[int] = first.line if first else None
        self.column: Optional[int] = first.column if first else None
        self.snippet = first.snippet if first else ""
