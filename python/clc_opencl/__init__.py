"""clc, a compiler of OpenCL C, for Python: compiles, inspects, and gives pyopencl programs from packages (docs/python.md).

    import clc_opencl
    clc_opencl.compile("k.cl", targets=["spirv64", "nvptx:sm_75"], output="k.clcpack")
    program = clc_opencl.Package("k.clcpack").program(context)      # a pyopencl.Program
    program.scale(queue, array.shape, None, array, 2.0)             # of numpy or pyopencl arrays

Only program(), shipped, cuda_queue() and cuda_view() need pyopencl.
"""
from typing import Any

from ._compile import accesses, compile, report  # pylint: disable=redefined-builtin
from ._errors import ClcError, CompileError
from ._package import Package
from ._place import prefix
from ._shipped import shipped
from ._types import Access, Argument, CheckReport, CheckResults, Choice, Diagnostic, Kernel, KernelAccesses, KernelReport, Manifest, MatrixUnit, Module, Variant

__all__ = ["Access", "Argument", "CheckReport", "CheckResults", "Choice", "ClcError", "CompileError", "Diagnostic", "Kernel", "KernelAccesses", "KernelReport", "Manifest",
           "MatrixUnit", "Module", "Package", "Variant", "accesses", "compile", "cuda_queue", "cuda_view", "prefix", "report", "shipped"]


def __getattr__(name: str) -> Any:
    if name in ("cuda_queue", "cuda_view"):  # with pyopencl
        from . import _cuda
        return getattr(_cuda, name)
    if name == "__version__":  # that of the command, which is asked when somebody wants to know
        from ._compile import clc
        return clc("version").stdout.split()[-1]
    raise AttributeError(f"module 'clc_opencl' has no attribute '{name}'")
