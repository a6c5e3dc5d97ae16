"""Launches of kernels with checks (clc compile --sanitize): they need a buffer more, and what they find in it is kept by the library."""
from __future__ import annotations

from ctypes import POINTER, byref, c_void_p
from math import prod
from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple

import pyopencl

from . import _library, _types
from ._library import call, made, text

if TYPE_CHECKING:
    from ._program import Kernel

USUAL_GROUP = 256  # work-items, where a launch leaves the groups open


def groups(queue: "pyopencl.CommandQueue", kernel: "pyopencl.Kernel", global_size: Sequence[int]) -> Tuple[int, ...]:
    """The groups of a launch that leaves them open: checks count by group."""
    limit = min(kernel.get_work_group_info(pyopencl.kernel_work_group_info.WORK_GROUP_SIZE, queue.device), USUAL_GROUP)
    size = 1
    while size * 2 <= limit and global_size[0] % (size * 2) == 0:
        size *= 2
    return (size,) + (1,) * (len(global_size) - 1)


def end(launch: Optional[c_void_p], event: Any) -> None:
    """Waits for a launch, if there is one, and keeps what it found; None is the event of one that failed."""
    if launch is None:
        return
    call("clc_checks_end", launch, None if event is None else event.int_ptr)


class Checks:
    """The checks of one program."""

    def __init__(self, program: _library.Handle) -> None:
        self._program = program

    def begin(self, queue: Any, kernel: "Kernel", values: Sequence[Any], global_size: Sequence[int], local_size: Optional[Sequence[int]],
              g_times_l: bool) -> c_void_p:
        """Sets the kernel's last argument."""
        local_size = tuple(local_size or ()) + (1,) * (len(global_size) - len(local_size or ()))
        sizes = zip(global_size, local_size)
        count = prod(global_size) if g_times_l else prod(-(-whole // max(part, 1)) for whole, part in sizes)
        memory = [_memory(i, value) for i, value in enumerate(values) if kernel.facts.arguments[i].kind in ("buffer", "local")]
        launch = _library.LaunchToCheck(kernel.facts.name.encode(), kernel.cl_kernel.int_ptr, queue.int_ptr,
                                        (_library.GivenMemory * len(memory))(*memory), len(memory), count, prod(local_size), 0)
        return made("clc_checks_begin", self._program, byref(launch))

    def take(self) -> _types.CheckResults:
        found = POINTER(_library.CheckFindings)()
        call("clc_checks_take", self._program, byref(found))
        try:
            all_of = found.contents
            reports = tuple(_report(one) for one in _library.each(all_of.report_count, all_of.reports))
            return _types.CheckResults(reports, tuple(text(all_of.not_checked[i]) for i in range(all_of.not_checked_count)))
        finally:
            _library.library().clc_check_findings_close(found)


def _memory(index: int, value: Any) -> _library.GivenMemory:
    """The memory of an argument: a buffer, local or shared memory, or none."""
    if isinstance(value, pyopencl.MemoryObjectHolder):
        return _library.GivenMemory(index, value.int_ptr, 0)
    return _library.GivenMemory(index, None, getattr(value, "size", None) or getattr(getattr(value, "mem", None), "nbytes", 0))


def _report(one: _library.CheckReport) -> _types.CheckReport:
    return _types.CheckReport(text(one.check), text(one.kernel), text(one.file), one.line, one.column, text(one.other_file), one.other_line,
                              one.other_column, tuple(one.global_id), tuple(one.group_id), text(one.message), one.count, text(one.text))
