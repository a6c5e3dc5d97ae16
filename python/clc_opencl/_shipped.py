"""Gives `cl.Program(context, source).build()` of code that is there the programs of a package."""
from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
import warnings
from typing import IO, Any, Dict, Iterator, List, Optional, Sequence, Set, Union

from ._compile import Words, clc, compile as compile_source, error_text, words_of
from ._errors import ClcError, CompileError
from ._package import Package

_switch = threading.RLock()
_active: List["shipped"] = []
_original: Any = None


def _options(options: Union[None, str, bytes, Sequence[str]]) -> List[str]:
    if isinstance(options, bytes):
        options = options.decode()
    return shlex.split(options) if isinstance(options, str) else list(options or ())


def _succeed(done: "subprocess.CompletedProcess[str]", path: str) -> None:
    if done.returncode != 0:
        raise ClcError("io", f"{path}: {error_text(done)}")


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
    `targets`, which is for development, a program that the package lacks is compiled for them, and added when the statement ends; so is
    one of which a header changed. Without, the driver compiles it, as ever; with `strict`, that is an error."""

    def __init__(self, path: Union[str, "os.PathLike[str]"], targets: Words = (), *, strict: bool = False) -> None:
        self.path = os.fspath(path)
        self.targets = tuple(words_of("targets", targets))
        self.strict = strict
        self.served = 0  # programs that came from the package
        self.missed = 0  # programs that the driver compiled
        self._new: Dict[str, Package] = {}
        self._package: Optional[Package] = None
        self._names: Set[str] = set()
        self._outdated: Set[str] = set()  # modules of the package that are made of other headers than there are

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
        if self._new or self._outdated:
            self._write()
            self._new.clear()
            self._outdated.clear()

    def _serve(self, program: Any, source: str, options: Any, devices: Any) -> bool:
        name = module_name(source, options)
        on = list(devices or program._context.devices)
        try:
            if len(on) != 1:
                raise ClcError("unavailable", f"a program for {len(on)} devices at once is left to the driver")
            package = self._compiled(name, source, options, program) if self.targets else self._shipped(name)
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

    def _shipped(self, name: str) -> Optional[Package]:
        return self._package if name in self._names else None

    def _compiled(self, name: str, source: str, options: Any, program: Any) -> Optional[Package]:
        """The package, where it holds just this, or a new one. clc knows whether a header changed, went, or is hidden by another; what
        it has in its cache takes milliseconds."""
        words = _options(options) + _include_words(program, options)
        with _switch:
            try:
                made = compile_source(source=source, targets=self.targets, options=words, name=name)
            except CompileError:
                self._outdated |= {name} & self._names
                raise
            old, new = (_inputs(package, name) for package in (self._shipped(name), made))
            if new.items() <= old.items():
                self._outdated.discard(name)
                self._new.pop(name, None)
                return self._package
            if any(old.get(target, inputs) != inputs for target, inputs in new.items()):
                self._outdated.add(name)
            self._new[name] = made
            return made

    def _write(self) -> None:
        """Merges with the package that is there now: other processes may have added to it."""
        with _locked(self.path), tempfile.TemporaryDirectory(prefix="clc-") as folder:
            there = Package(self.path) if os.path.exists(self.path) else None
            # Another process may have replaced one by then.
            without = {name for name in self._outdated if _inputs(there, name) == _inputs(self._package, name)}
            parts = []
            for name, package in sorted(self._new.items()):
                old, new = _inputs(there, name), _inputs(package, name)
                if new.items() <= old.items():
                    continue
                if any(old.get(target, inputs) != inputs for target, inputs in new.items()):
                    without.add(name)
                parts.append(os.path.join(folder, name + ".clcpack"))
                with open(parts[-1], "wb") as file:
                    file.write(package.data)
            if not parts and not without:
                return
            if there is not None:  # `clc link` does not write over a part
                parts.insert(0, os.path.join(folder, "kept"))
                _copy_without(without, self.path, parts[0])
            _succeed(clc("link", *parts, "-o", self.path, "-q"), self.path)


def _lock(name: str) -> Optional[IO[bytes]]:
    """Waits for the lock; None where whoever had it has removed the file meanwhile."""
    with contextlib.ExitStack() as stack:
        lock = stack.enter_context(open(name, "ab"))
        fcntl.flock(lock, fcntl.LOCK_EX)
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(lock.fileno()), os.stat(name)):
                stack.pop_all()
                return lock
    return None


@contextlib.contextmanager
def _locked(path: str) -> Iterator[None]:
    """Keeps other processes from writing the package, by a file beside it that goes afterwards."""
    name, lock = os.path.abspath(path) + ".lock", None
    try:
        os.makedirs(os.path.dirname(name), exist_ok=True)
        while lock is None:
            lock = _lock(name)
    except OSError as error:
        raise ClcError("io", f"{path}: {error.strerror}") from error
    with lock:
        try:
            yield
        finally:
            os.remove(name)


def _inputs(package: Optional[Package], name: str) -> Dict[str, str]:
    """For each target of a module the digest of all that was compiled: source, headers, options, compiler."""
    modules = package.manifest.json["modules"] if package is not None else []
    return {each["target"]: each["input_digest"] for module in modules if module["name"] == name for each in module["variants"]}


def _copy_without(names: Set[str], path: str, folder: str) -> None:
    """Copies a package into a folder, without modules of these names."""
    if os.path.isdir(path):
        shutil.copytree(path, folder)
    else:
        _succeed(clc("unpack", path, "-o", folder, "-q"), path)
    manifest = os.path.join(folder, "manifest.clc.json")
    with open(manifest, encoding="utf-8") as file:
        contents = json.load(file)
    contents["modules"] = [each for each in contents["modules"] if each["name"] not in names]
    for key in "sha256", "signature":
        contents.pop(key, None)
    told = json.dumps(contents, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    contents["sha256"] = hashlib.sha256(told.encode()).hexdigest()
    with open(manifest, "w", encoding="utf-8") as file:
        json.dump(contents, file)


def _include_words(program: Any, options: Any) -> List[str]:
    """-I for the headers that pyopencl brings along."""
    process = getattr(type(program), "_process_build_options", None)
    if process is None:
        return []
    folders = process(program._context, list(_options(options)))[1]
    return [f"-I{folder}" for folder in folders if os.path.isdir(folder)]
