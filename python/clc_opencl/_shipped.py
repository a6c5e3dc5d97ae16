"""Gives `cl.Program(context, source).build()` of code that is there the programs of a package."""
from __future__ import annotations

import contextlib
import hashlib
import os
import shlex
import tempfile
import threading
import warnings
from typing import Any, Dict, List, Optional, Sequence, Set, Union

from ._compile import clc, compile as compile_source
from ._errors import ClcError
from ._package import Package

_switch = threading.RLock()
_active: List["shipped"] = []
_original: Any = None


def _options(options: Union[None, str, bytes, Sequence[str]]) -> List[str]:
    if isinstance(options, bytes):
        options = options.decode()
    return shlex.split(options) if isinstance(options, str) else list(options or ())


def module_name(source: str, options: Union[None, str, bytes, Sequence[str]] = None) -> str:
    """The module that a program with this source and these options becomes."""
    told = "\0".join([source, *_options(options)])
    return "program-" + hashlib.sha256(told.encode()).hexdigest()[:32]


def _build(program: Any, options: Any = None, devices: Any = None, *more: Any, **others: Any) -> Any:
    with _switch:
        active = _active[-1] if _active else None
    # A program of binaries or SPIR-V is not ours.
    source = program.__dict__.get("_source")
    if active is not None and isinstance(source, str) and program.__dict__.get("_prg") is None and active._serve(program, source, options, devices):
        return program
    return _original(program, options, devices, *more, **others)


class shipped(contextlib.ContextDecorator):  # pylint: disable=invalid-name
    """In a `with` statement, or as a decorator: `build()` of pyopencl's programs takes them from the package at `path`. With
    `targets`, which is for development, a program that the package lacks is compiled for them, and added when the statement ends.
    Without, the driver compiles it, as ever; with `strict`, that is an error."""

    def __init__(self, path: Union[str, "os.PathLike[str]"], targets: Sequence[str] = (), *, strict: bool = False) -> None:
        self.path = os.fspath(path)
        self.targets = tuple(targets)
        self.strict = strict
        self.served = 0  # programs that came from the package
        self.missed = 0  # programs that the driver compiled
        self._new: Dict[str, Package] = {}
        self._package: Optional[Package] = None
        self._names: Set[str] = set()

    def __enter__(self) -> "shipped":
        global _original  # pylint: disable=global-statement
        import pyopencl
        if os.path.exists(self.path) or not self.targets:
            self._package = Package(self.path)
            self._names = {each.name for each in self._package.manifest.modules}
        with _switch:
            if not _active:
                _original = pyopencl.Program.build
                setattr(pyopencl.Program, "build", _build)
            _active.append(self)
        return self

    def __exit__(self, *_: Any) -> None:
        import pyopencl
        with _switch:
            _active.remove(self)
            if not _active:
                setattr(pyopencl.Program, "build", _original)
        if self._new:
            self._write()
            self._new.clear()

    def _serve(self, program: Any, source: str, options: Any, devices: Any) -> bool:
        name = module_name(source, options)
        on = list(devices or program._context.devices)
        try:
            if len(on) != 1:
                raise ClcError("unavailable", f"a program for {len(on)} devices at once is left to the driver")
            package = self._package if name in self._names else self._compiled(name, source, options, program)
            if package is None:
                raise ClcError("unavailable", f"{self.path} has no program with this source and these options; build it with targets=…")
            with package._load(program._context, on[0], name.encode(), None, None) as loaded:
                program._prg = type(program).from_int_ptr(loaded.program, retain=True)._get_prg()
        except ClcError as error:
            if self.strict:
                raise
            if self.targets:
                warnings.warn(f"the driver compiles a program instead of clc: {error}", stacklevel=4)
            self.missed += 1
            return False
        self.served += 1
        return True

    def _compiled(self, name: str, source: str, options: Any, program: Any) -> Optional[Package]:
        if not self.targets:
            return None
        with _switch:
            if name not in self._new:
                words = _options(options) + _include_words(program, options)
                self._new[name] = compile_source(source=source, targets=self.targets, options=words, name=name)
            return self._new[name]

    def _write(self) -> None:
        with tempfile.TemporaryDirectory(prefix="clc-") as folder:
            parts = [self.path] if self._package is not None else []
            for name, package in sorted(self._new.items()):
                parts.append(os.path.join(folder, name + ".clcpack"))
                with open(parts[-1], "wb") as file:
                    file.write(package.data)
            done = clc("link", *parts, "-o", self.path, "-q")
            if done.returncode != 0:
                raise ClcError("io", f"{self.path}: {done.stderr.strip()}")


def _include_words(program: Any, options: Any) -> List[str]:
    """-I for the headers that pyopencl brings along."""
    process = getattr(type(program), "_process_build_options", None)
    if process is None:
        return []
    folders = process(program._context, list(_options(options)))[1]
    return [f"-I{folder}" for folder in folders if os.path.isdir(folder)]
