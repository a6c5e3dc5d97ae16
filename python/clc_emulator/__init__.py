"""Emulated AMD GPUs: an OpenCL driver. `clc emulate -- COMMAND` runs a program on it; in Python, before OpenCL is first used:

    os.environ.update(clc_emulator.environment(chips=["gfx1100"]))
"""
from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path
from typing import Iterable, Optional

__all__ = ["driver", "environment"]
_NAME = "libclc-emulator.so"


def driver() -> Path:
    """The library that OpenCL loads: the wheel's, or that of CLC_PREFIX."""
    named = os.environ.get("CLC_PREFIX")
    if named:
        return Path(named).resolve() / "libexec" / "clc" / _NAME
    for file in metadata.files("clc-emulator") or ():
        if file.name == _NAME:
            return Path(str(file.locate())).resolve()
    raise FileNotFoundError(f"clc-emulator is installed without {_NAME}; CLC_PREFIX can name the folder with libexec/clc/{_NAME}")


def environment(chips: Iterable[str] = (), seed: Optional[int] = None) -> dict[str, str]:
    """The variables with which OpenCL has these GPUs alone. Programs load binaries, or have their sources compiled by clc
    where that is installed, too."""
    path = str(driver())
    # ocl-icd reads the first, and Khronos's loader the second.
    variables = {"OCL_ICD_VENDORS": path, "OCL_ICD_FILENAMES": path}
    if names := ",".join(chips):
        variables["CLC_EMULATOR_CHIP"] = names
    if seed is not None:
        variables["CLC_EMULATOR_SEED"] = str(seed)
    return variables
