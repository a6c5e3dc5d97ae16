"""Finds clc's programs and libraries."""
from __future__ import annotations

import os
from pathlib import Path
from typing import Optional

from ._errors import ClcError

_PROGRAM, _LIBRARY = "bin/clc", "lib/libclc-runtime.so"


def prefix() -> Path:
    """The folder with bin/clc, lib/libclc-runtime.so and lib/cmake/clc, for CMAKE_PREFIX_PATH: the wheel's, or CLC_PREFIX."""
    named = os.environ.get("CLC_PREFIX")
    if named:
        if not Path(named, _PROGRAM).is_file() and _library(Path(named)) is None:
            raise ClcError("unavailable", f"CLC_PREFIX={named}: neither {_PROGRAM} nor {_LIBRARY} is there; let it name the folder where clc "
                           "is installed, such as /usr, or unset it to use the wheel's")
        return Path(named).resolve()
    for folder in Path(__file__).resolve().parents:
        if (folder / _PROGRAM).is_file() and (folder / _LIBRARY).is_file():
            return folder
    try:
        from importlib import metadata  # takes longer than all else here, and is wanted in unusual places alone
        for file in metadata.files("clc-opencl") or ():
            if file.parts[-2:] == ("bin", "clc"):
                return Path(str(file.locate())).resolve().parent.parent
    except ImportError:  # PackageNotFoundError is one
        pass
    raise ClcError("unavailable", f"clc-opencl is installed without {_PROGRAM}: set CLC_PREFIX to the folder where clc is installed, such as /usr")


def _library(folder: Path) -> Optional[Path]:
    """Distributions have it in folders of their own below lib, or in lib64."""
    found = [*folder.glob(_LIBRARY), *folder.glob("lib64/libclc-runtime.so"), *folder.glob("lib/*/libclc-runtime.so")]
    return found[0] if found else None


def program() -> Path:
    """The command clc."""
    path = prefix() / _PROGRAM
    if not path.is_file():
        raise _missing(path, "the command clc compiles and reports")
    return path


def library() -> Path:
    """libclc-runtime.so, which opens packages and loads programs."""
    folder = prefix()
    path = _library(folder)
    if path is None:
        raise _missing(folder / _LIBRARY, "this library opens packages")
    return path


def _missing(path: Path, why: str) -> ClcError:
    return ClcError("unavailable", f"{path} is missing, and {why}: install all of clc there, or let CLC_PREFIX name a folder that has it, such as /usr")
