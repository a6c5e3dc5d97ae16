"""libclc-runtime.so, by ctypes. Nothing is compiled for a version of Python so, and the wheel serves all of them."""
from __future__ import annotations

import ctypes
import os
import weakref
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from functools import lru_cache
from typing import Any, Iterator, Optional, Tuple

from . import _place, _types
from ._errors import STATUSES, ClcError

KINDS = ("value", "buffer", "local", "image", "sampler", "pipe", "queue")


class Argument(Structure):
    _fields_ = [
        ("name", c_char_p), ("type", c_char_p), ("plain_type", c_char_p), ("address_space", c_char_p), ("access", c_char_p), ("kind", c_int),
        ("is_const", c_int), ("is_volatile", c_int), ("is_restrict", c_int), ("size", c_uint64), ("alignment", c_uint64)]


class Kernel(Structure):
    _fields_ = [("name", c_char_p), ("argument_count", c_size_t), ("arguments", POINTER(POINTER(Argument))), ("group", c_uint64 * 3)]


class Interface(Structure):
    _fields_ = [("kernel_count", c_size_t), ("kernels", POINTER(POINTER(Kernel)))]


class MatrixUnit(Structure):
    _fields_ = [("rows", c_uint64), ("columns", c_uint64), ("depth", c_uint64), ("a", c_char_p), ("b", c_char_p), ("sum", c_char_p), ("saturates", c_int)]


class Variant(Structure):
    _fields_ = [("target", c_char_p), ("format", c_char_p), ("sha256", c_char_p), ("size", c_uint64), ("interface", POINTER(Interface)),
                ("matrix_unit_count", c_size_t), ("matrix_units", POINTER(POINTER(MatrixUnit)))]


class Module(Structure):
    _fields_ = [("name", c_char_p), ("configuration_of", c_char_p), ("variant_count", c_size_t), ("variants", POINTER(POINTER(Variant)))]


class Contents(Structure):
    _fields_ = [
        ("generator", c_char_p), ("sha256", c_char_p), ("signed_by", c_char_p), ("manifest", c_char_p), ("module_count", c_size_t), ("modules", POINTER(POINTER(Module)))]


class Refusal(Structure):
    _fields_ = [("target", c_char_p), ("reason", c_char_p)]


class Choice(Structure):
    _fields_ = [("module", c_char_p), ("fitting_count", c_size_t), ("fitting", POINTER(POINTER(Variant))),
                ("refused_count", c_size_t), ("refused", POINTER(POINTER(Refusal)))]


class Parameter(Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


class Loaded(Structure):
    _fields_ = [("program", c_void_p), ("module", c_char_p), ("variant", POINTER(Variant)), ("build_log", c_char_p), ("cache_hit", c_int),
                ("cache_kept", c_int), ("cache_note", c_char_p), ("parameter_count", c_size_t), ("parameters", POINTER(POINTER(Parameter)))]


class GivenMemory(Structure):
    _fields_ = [("argument", c_size_t), ("buffer", c_void_p), ("size", c_uint64)]


class LaunchToCheck(Structure):
    _fields_ = [("kernel_name", c_char_p), ("kernel", c_void_p), ("queue", c_void_p), ("memory", POINTER(GivenMemory)), ("memory_count", c_size_t),
                ("groups", c_uint64), ("items_of_group", c_uint64), ("stops", c_int)]


class CheckReport(Structure):
    _fields_ = [
        ("check", c_char_p), ("kernel", c_char_p), ("file", c_char_p), ("line", c_uint64), ("column", c_uint64), ("other_file", c_char_p),
        ("other_line", c_uint64), ("other_column", c_uint64), ("global_id", c_uint64 * 3), ("group_id", c_uint64 * 3), ("message", c_char_p),
        ("count", c_uint64), ("text", c_char_p)]


class CheckFindings(Structure):
    _fields_ = [("report_count", c_size_t), ("reports", POINTER(POINTER(CheckReport))), ("not_checked_count", c_size_t),
                ("not_checked", POINTER(c_char_p))]


FUNCTIONS = {
    "clc_use_opencl": [c_char_p],
    "clc_need_opencl": [],
    "clc_package_open": [c_char_p, POINTER(c_void_p)],
    "clc_package_open_signed": [c_char_p, c_char_p, c_size_t, POINTER(c_void_p)],
    "clc_package_from_memory": [c_char_p, c_size_t, POINTER(c_void_p)],
    "clc_package_from_memory_signed": [c_char_p, c_size_t, c_char_p, c_size_t, POINTER(c_void_p)],
    "clc_package_verify": [c_void_p],
    "clc_package_contents": [c_void_p, POINTER(POINTER(Contents))],
    "clc_choose": [c_void_p, c_char_p, c_void_p, POINTER(POINTER(Choice))],
    "clc_cache_open": [c_char_p, c_uint64, POINTER(c_void_p)],
    "clc_program_load": [c_void_p, c_char_p, c_void_p, c_void_p, c_char_p, c_void_p, POINTER(c_void_p)],
    "clc_program_loaded": [c_void_p, POINTER(POINTER(Loaded))],
    "clc_checks_begin": [c_void_p, POINTER(LaunchToCheck), POINTER(c_void_p)],
    "clc_checks_end": [c_void_p, c_void_p],
    "clc_checks_take": [c_void_p, POINTER(POINTER(CheckFindings))],
    "clc_program_count_launch": [c_void_p, c_char_p, c_void_p, c_void_p, c_uint, c_void_p, c_void_p],
    "clc_program_coverage": [c_void_p, POINTER(c_char_p)],
}
CLOSES = ("clc_package_close", "clc_choice_close", "clc_cache_close", "clc_program_close", "clc_check_findings_close")


@lru_cache(maxsize=None)
def library() -> Any:
    path = _place.library()
    try:
        opened = ctypes.CDLL(str(path))
    except OSError as error:
        raise ClcError("unavailable", f"{path} cannot be loaded: {error}") from error
    for name, parameters in FUNCTIONS.items():
        function = getattr(opened, name)
        function.argtypes, function.restype = parameters, c_int
    for name in CLOSES:
        function = getattr(opened, name)
        function.argtypes, function.restype = [c_void_p], None
    opened.clc_error_message.restype = c_char_p
    return opened


def call(name: str, *arguments: Any) -> None:
    """Calls a function that returns a status, which becomes an exception where it is none of success."""
    status = getattr(library(), name)(*arguments)
    if status:
        kind = STATUSES[status] if status < len(STATUSES) else "internal"
        raise ClcError(kind, text(library().clc_error_message()))


def made(name: str, *arguments: Any) -> c_void_p:
    """Calls a function whose last parameter takes a new object."""
    result = c_void_p()
    call(name, *arguments, byref(result))
    return result


def pyopencl_module() -> Any:
    try:
        import pyopencl
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("programs are loaded by pyopencl, which is not installed: take it from PyPI, or python3-pyopencl "
                                  "of Debian; compiling and inspecting need it not", name="pyopencl") from error
    return pyopencl


@lru_cache(maxsize=None)
def use_loader_of_pyopencl() -> None:
    """Takes the OpenCL loader that pyopencl has: its wheels bring one along, under a name of its own. Any other is found by its name."""
    pyopencl = pyopencl_module()
    folder = os.path.dirname(pyopencl.__file__)
    for place in os.path.join(folder, ".libs"), folder + ".libs":
        for name in sorted(os.listdir(place)) if os.path.isdir(place) else ():
            if name.startswith("libOpenCL"):
                # Where something else of this process has opened a loader, that one stays: drivers understand each other's callers.
                library().clc_use_opencl(os.fsencode(os.path.join(place, name)))
    call("clc_need_opencl")


def text(value: Optional[bytes]) -> str:
    return (value or b"").decode("utf-8", "replace")


def each(count: int, items: Any) -> Iterator[Any]:
    return (items[i].contents for i in range(count))


def kernel_of(kernel: Kernel) -> _types.Kernel:
    arguments = tuple(
        _types.Argument(text(one.name), text(one.type), text(one.plain_type), KINDS[one.kind], text(one.address_space), text(one.access),
                        bool(one.is_const), one.size) for one in each(kernel.argument_count, kernel.arguments))
    group = tuple(kernel.group)
    return _types.Kernel(text(kernel.name), arguments, (group[0], group[1], group[2]) if any(group) else None)


def variant_of(variant: Variant) -> _types.Variant:
    interface = variant.interface.contents
    kernels: Tuple[_types.Kernel, ...] = tuple(kernel_of(one) for one in each(interface.kernel_count, interface.kernels))
    units = tuple(_types.MatrixUnit(one.rows, one.columns, one.depth, text(one.a), text(one.b), text(one.sum), bool(one.saturates))
                  for one in each(variant.matrix_unit_count, variant.matrix_units))
    return _types.Variant(text(variant.target), text(variant.format), variant.size, text(variant.sha256), kernels, units)


def module_of(module: Module) -> _types.Module:
    variants = tuple(variant_of(one) for one in each(module.variant_count, module.variants))
    return _types.Module(text(module.name), text(module.configuration_of), variants)


def _close(name: str, value: c_void_p, _: Any) -> None:
    getattr(library(), name)(value)


class Handle:
    """An object of the library, closed when nobody refers to it any more: copies of what holds it share it. `needed`: what the library
    looks into until then."""

    def __init__(self, close: str, value: c_void_p, needed: Any = None) -> None:
        self._as_parameter_ = value  # what a function of the library gets
        # At the end of Python other threads, and what runs last, may still use it.
        self._closing = weakref.finalize(self, _close, close, value, needed)
        self._closing.atexit = False

    def close_at_end(self) -> None:
        """Closes it at the end of Python, too, for what it writes then."""
        self._closing.atexit = True

    def __copy__(self) -> "Handle":
        return self

    def __deepcopy__(self, _: Any) -> "Handle":
        return self

    def __reduce_ex__(self, _: Any) -> Any:
        raise TypeError("what a library of this process holds cannot be pickled")
