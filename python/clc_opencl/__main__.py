"""`python -m clc_opencl ARGUMENT…` is `clc ARGUMENT…`; `python -m clc_opencl --prefix` prints what CMAKE_PREFIX_PATH wants."""
import os
import sys

from clc_opencl import prefix

if sys.argv[1:] == ["--prefix"]:
    print(prefix())
else:
    program = str(prefix() / "bin" / "clc")
    os.execv(program, [program, *sys.argv[1:]])
