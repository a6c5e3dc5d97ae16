"""The counts of programs that were compiled with --coverage."""
from __future__ import annotations

import json
from ctypes import byref, c_char_p, c_size_t
from typing import Any, Dict, Optional, Sequence

from . import _library
from ._errors import ClcError


class Counts:
    """Gives each launch the buffer in which its kernel counts. The library writes the counts to CLC_COVERAGE_DIR when nobody refers to
    this any more, or at the end of Python."""

    def __init__(self, handle: _library.Handle) -> None:
        self._handle = handle

    @classmethod
    def of(cls, handle: _library.Handle) -> Optional["Counts"]:
        """None where the program does not count."""
        counts = cls(handle)
        try:
            counts.read()
        except ClcError as error:
            if error.kind != "usage":
                raise
            return None
        handle.close_at_end()
        return counts

    def begin(self, name: str, kernel: Any, queue: Any, global_size: Sequence[int], local_size: Optional[Sequence[int]]) -> None:
        sizes = c_size_t * len(global_size)
        local = None if local_size is None else sizes(*local_size)
        _library.call("clc_program_count_launch", self._handle, name.encode(), kernel.int_ptr, queue.int_ptr, len(global_size),
                      sizes(*global_size), local)

    def read(self) -> Dict[str, Any]:
        text = c_char_p()
        _library.call("clc_program_coverage", self._handle, byref(text))
        found: Dict[str, Any] = json.loads(text.value or b"")
        return found

