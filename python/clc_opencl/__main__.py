"""`python -m clc_opencl ARGUMENT…` is `clc ARGUMENT…`; `python -m clc_opencl --prefix` prints what CMAKE_PREFIX_PATH wants."""
import os
import sys

from clc_opencl import ClcError, prefix
from clc_opencl._place import program

try:
    if sys.argv[1:] == ["--prefix"]:
        print(prefix())
    else:
        os.execv(program(), [str(program()), *sys.argv[1:]])
except ClcError as error:
    print(f"clc_opencl: error: {error}", file=sys.stderr)
    sys.exit(4)
