"""clc, a compiler of OpenCL C, as a Python package installs it: its programs and CMake files lie below prefix()."""
from importlib import metadata


def prefix():
    """The folder with bin/clc and lib/cmake/clc, for CMAKE_PREFIX_PATH."""
    for file in metadata.files("clc-opencl") or ():
        if file.parts[-2:] == ("bin", "clc"):
            return file.locate().resolve().parent.parent
    raise FileNotFoundError("clc-opencl is installed without bin/clc")
