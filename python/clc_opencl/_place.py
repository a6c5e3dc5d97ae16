"""Finds clc's programs and libraries."""
from __future__ import annotations

import os
from pathlib import Path


def prefix() -> Path:
    """The folder with bin/clc, lib/libclc-runtime.so and lib/cmake/clc, for CMAKE_PREFIX_PATH: the wheel's, or CLC_PREFIX."""
    named = os.environ.get("CLC_PREFIX")
    if named:
        if not any((Path(named) / file).is_file() for file in ("bin/clc", "lib/libclc-runtime.so")):
            raise FileNotFoundError(f"CLC_PREFIX={named}: neither bin/clc nor lib/libclc-runtime.so is there; it names the folder where "
                                    "clc is installed, such as /usr")
        return Path(named).resolve()
    for folder in Path(__file__).resolve().parents:
        if (folder / "bin" / "clc").is_file() and (folder / "lib" / "libclc-runtime.so").is_file():
            return folder
    try:
        from importlib import metadata  # takes longer than all else here, and is wanted in unusual places alone
        for file in metadata.files("clc-opencl") or ():
            if file.parts[-2:] == ("bin", "clc"):
                return Path(str(file.locate())).resolve().parent.parent
    except ImportError:  # PackageNotFoundError is one
        pass
    raise FileNotFoundError("clc-opencl is installed without bin/clc: set CLC_PREFIX to the folder where clc is installed, such as /usr")
