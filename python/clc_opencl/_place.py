"""Finds clc's programs and libraries."""
from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path


def prefix() -> Path:
    """The folder with bin/clc, lib/libclc-runtime.so and lib/cmake/clc, for CMAKE_PREFIX_PATH: the wheel's, or CLC_PREFIX."""
    named = os.environ.get("CLC_PREFIX")
    if named:
        return Path(named).resolve()
    try:
        for file in metadata.files("clc-opencl") or ():
            if file.parts[-2:] == ("bin", "clc"):
                return Path(str(file.locate())).resolve().parent.parent
    except metadata.PackageNotFoundError:
        pass
    raise FileNotFoundError("clc-opencl is installed without bin/clc; CLC_PREFIX can name the folder that has it")
