"""Emulated AMD GPUs: an OpenCL driver. `clc emulate -- COMMAND` runs a program on it; in Python, before OpenCL is first used:

    os.environ.update(clc_emulator.environment(chips=["gfx1100"]))
"""
from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path
from typing import Iterable, List, Optional, Sequence, Union

__all__ = ["driver", "environment"]
_NAME = "libclc-emulator.so"
_CHIPS = ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153", "gfx1200", "gfx1201")
_CHECKS = ("race", "uninitialised", "all")
_KINDS = (*_CHECKS, "out-of-bounds", "misaligned", "divergent-barrier", "endless", "not-emulated")


def driver() -> Path:
    """The library that OpenCL loads: the wheel's, or that of CLC_PREFIX."""
    named = os.environ.get("CLC_PREFIX")
    if named:
        path = Path(named).resolve() / "libexec" / "clc" / _NAME
        if not path.is_file():
            raise FileNotFoundError(f"CLC_PREFIX={named}: no {path}; let it name a folder where clc's emulator is installed, or unset it")
        return path
    for file in metadata.files("clc-emulator") or ():
        if file.name == _NAME:
            return Path(str(file.locate())).resolve()
    raise FileNotFoundError(f"clc-emulator is installed without {_NAME}; CLC_PREFIX can name the folder with libexec/clc/{_NAME}")


def _names(name: str, given: Union[str, Iterable[str]], known: Sequence[str]) -> str:
    """The names with commas between them, as variables have them; a text may have several, too."""
    words: List[str] = given.split(",") if isinstance(given, str) else list(given)
    for word in words:
        if word not in known:
            raise ValueError(f"{name}={given!r}: no {word!r}; there are {', '.join(known)}")
    return ",".join(words)


def environment(chips: Union[str, Iterable[str]] = (), seed: Optional[int] = None, *, check: Union[str, Iterable[str]] = (),
                fail_on: Union[str, Iterable[str]] = ()) -> dict[str, str]:
    """The variables with which OpenCL has these GPUs alone, and does what the options of `clc emulate` say; `chips`, `check` and
    `fail_on` are a text or several. Programs load binaries, or have their sources compiled by clc where that is installed, too."""
    path = str(driver())
    # ocl-icd reads the first, and Khronos's loader the second.
    variables = {"OCL_ICD_VENDORS": path, "OCL_ICD_FILENAMES": path}
    for variable, name, given, known in (("CHIP", "chips", chips, _CHIPS), ("CHECK", "check", check, _CHECKS), ("FAIL_ON", "fail_on", fail_on, _KINDS)):
        if given:
            variables[f"CLC_EMULATOR_{variable}"] = _names(name, given, known)
    if seed is not None:
        variables["CLC_EMULATOR_SEED"] = str(seed)
    return variables
