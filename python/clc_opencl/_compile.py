"""Compiling and reporting, by the program clc: the road from sources to a package is there once."""
from __future__ import annotations

import collections.abc
import json
import numbers
import os
import re
import shlex
import signal
import subprocess
import tempfile
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

from ._errors import ClcError, CompileError, expect
from ._package import Package
from ._place import program
from ._types import Diagnostic, KernelAccesses, KernelReport, Rows, access_of

Path = Union[str, "os.PathLike[str]"]
Words = Union[str, Iterable[str]]
KINDS = {1: "compile", 2: "usage", 3: "io", 4: "unavailable", 5: "crash", 6: "untrusted", 7: "unavailable"}

BARE = (".spv", ".ptx", ".cubin", ".hsaco", ".elf", ".bin")  # for which clc writes one binary and no package
KEPT = "; the package holds the others"  # ends the note of `clc compile -k`


def clc(*arguments: str, data: Optional[str] = None) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run([str(program()), *arguments], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace", check=False)
    # Where SIGCHLD is ignored, nobody can tell how a child ended, and subprocess says 0.
    if done.returncode == 0 and hasattr(signal, "SIGCHLD") and signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN:
        done.returncode = _told_code(done)
    return done


def _told_code(done: "subprocess.CompletedProcess[str]") -> int:
    """The exit code that clc itself tells in JSON; otherwise one of those of failure where it tells an error."""
    for line in (done.stdout + done.stderr).splitlines():
        if line.startswith("{") and '"end"' in line:
            said = json.loads(line)
            if said.get("type") == "end":
                return int(said["exit_code"])
    return 3 if "error: " in done.stderr else 0


def _diagnostics(lines: str) -> Iterator[Diagnostic]:
    for line in lines.splitlines():
        if line.startswith("{"):
            said = json.loads(line)
            if said.get("type") in ("diagnostic", "message"):
                known = said if said.get("line") else {}
                yield Diagnostic(said["severity"], said["text"], known.get("file"), known.get("line"), known.get("column"), said.get("snippet", ""))


def error_text(done: "subprocess.CompletedProcess[str]") -> str:
    """What clc said, without the beginning that tells a terminal who says so, and that it is an error."""
    return done.stderr.strip().removeprefix("clc: error: ") or f"clc ended with {done.returncode}"


# Options of the commands in messages, and the arguments that they are here.
ARGUMENTS = {"--work-group": "work_group", "--global-size": "global_size", "--dynamic-local": "dynamic_local", "--arg": "arguments", "--name": "name"}


def _in_python(message: str) -> str:
    """A message about a wrong command line, in the words of whoever called a function."""
    if message.startswith("no target given"):
        return "no target given: sources need targets=…, such as targets=[\"spirv64\"]"
    without_hint = re.sub(r" \(`clc [^()]*\)$", "", message)
    return re.sub(r"(?<!\S)--[a-z-]+", lambda option: ARGUMENTS.get(option[0], option[0]), without_hint)


def _fail(done: "subprocess.CompletedProcess[str]", diagnostics: Sequence[Diagnostic]) -> None:
    told = (each.text if each.severity == "error" and not each.file else str(each) for each in diagnostics)
    text = "\n".join("\n".join(filter(None, (line, each.snippet.rstrip("\n")))) for line, each in zip(told, diagnostics)) or error_text(done)
    if done.returncode in (1, 7):
        raise CompileError(text, diagnostics, KINDS[done.returncode])
    if done.returncode == 2:
        raise ClcError("usage", _in_python(text))
    raise ClcError(KINDS.get(done.returncode, "crash"), text)


def words_of(name: str, words: Words) -> List[str]:
    """A text alone is one target, or options as a shell reads them."""
    if isinstance(words, str):
        try:
            return shlex.split(words) if name == "options" else [words]
        except ValueError as error:  # of shlex: a quote is not closed, for instance
            raise ClcError("usage", f"options {words!r}: {error}") from None
    expect(name, words, collections.abc.Iterable, "a text or a list of texts")
    listed = list(words)
    for word in listed:
        expect(f"each of {name}", word, str, "a text")
    return listed


def _check_sources(files: Sequence[Path], source: Optional[str]) -> None:
    for file in files:
        expect("a file", file, (str, os.PathLike), "a path")
    if source is not None:
        expect("source", source, str, "a text")
    if (source is None) == (not files):
        raise ClcError("usage", "either files or source=… must be given")


def _options(targets: Words, options: Words) -> List[str]:
    return [*words_of("options", options), *[word for target in words_of("targets", targets) for word in ("-t", target)]]


def _words(files: Sequence[Path], source: Optional[str], targets: Words, options: Words, name: Optional[str]) -> List[str]:
    _check_sources(files, source)
    words = _options(targets, options)
    if name is not None:
        expect("name", name, str, "a text")
    if name is not None or source is not None:
        words += ["--name", name or "source"]
    return [*words, *([os.fspath(file) for file in files] or ["-"])]


def _made(path: str, in_memory: bool, diagnostics: Sequence[Diagnostic]) -> Package:
    if in_memory:
        with open(path, "rb") as file:
            package = Package.from_bytes(file.read())
    else:
        package = Package(path)
    package.diagnostics = tuple(diagnostics)
    return package


def compile(*files: Path, source: Optional[str] = None, targets: Words = "spirv64", options: Words = (),  # pylint: disable=redefined-builtin
            name: Optional[str] = None, output: Optional[Path] = None) -> Package:
    """Compiles files, or a text, for each target, as `clc compile` does with these options, a list or one text. The package is in memory, or in `output`.
    A CompileError says where a kernel is wrong; with the option `-k` its `package` has what is right. Warnings are in the package's `diagnostics`."""
    with tempfile.TemporaryDirectory(prefix="clc-") as folder:
        path = os.fspath(output) if output is not None else os.path.join(folder, "made.clcpack")
        if path.endswith(BARE) and not os.path.isdir(path):
            raise ValueError(f"output {path!r} is no name of a package, such as 'k.clcpack'; `clc compile -o` writes single binaries")
        done = clc("compile", *_words(files, source, targets, options, name), "-o", path, "--format", "json", data=source)
        diagnostics = tuple(_diagnostics(done.stdout + done.stderr))
        try:
            if done.returncode != 0:
                _fail(done, diagnostics)
        except ClcError as error:
            if any(each.text.endswith(KEPT) for each in diagnostics):
                error.package = _made(path, output is None, diagnostics)
            raise
        return _made(path, output is None, diagnostics)


def _report(words: Sequence[str], files: Sequence[Path], source: Optional[str]) -> List[Dict[str, Any]]:
    _check_sources(files, source)
    with tempfile.TemporaryDirectory(prefix="clc-") as folder:
        names = [os.fspath(file) for file in files]
        if source is not None:  # standard input would be a package
            names = [os.path.join(folder, "source.cl")]
            with open(names[0], "w", encoding="utf-8") as file:
                file.write(source)
        done = clc("report", *words, *names, "--format", "json", "-q")
        if done.returncode != 0:
            _fail(done, tuple(_diagnostics((done.stdout + done.stderr).replace(folder + os.sep, ""))))
        kernels: List[Dict[str, Any]] = json.loads(done.stdout)["kernels"]
        return kernels


def _report_all(words: Sequence[str], files: Sequence[Path], source: Optional[str]) -> Iterator[Dict[str, Any]]:
    """The command takes one package or any sources."""
    _check_sources(files, source)
    suffixes = (".cl", ".clcpp")
    sources = [file for file in files if os.fspath(file).endswith(suffixes)]
    packages = [file for file in files if file not in sources]
    if sources or source is not None:
        yield from _report(words, sources, source)
    for package in packages:
        yield from _report(words, [package], None)


def _written(package: Package, path: str) -> str:
    """A file with the package: its own, or one that is made at `path`."""
    if package.path is not None:
        return package.path
    with open(path, "wb") as file:
        file.write(package.data)
    return path


def report(*files: Union[Path, Package], source: Optional[str] = None, targets: Words = (), options: Words = (),
           package: Optional[Package] = None) -> "Rows[KernelReport]":
    """What each kernel of packages, of files or of a text costs on each target (docs/reports.md). Sources need targets."""
    words = _options(targets, options)
    if package is not None:
        expect("package", package, Package, "a Package")
        files = (*files, package)
    with tempfile.TemporaryDirectory(prefix="clc-") as folder:
        paths = [_written(each, os.path.join(folder, f"made{i}.clcpack")) if isinstance(each, Package) else each for i, each in enumerate(files)]
        return Rows(KernelReport(each["module"], each["kernel"], each["target"], each["format"], each["resources"], tuple(each["occupancy"]))
                   for each in _report_all(words, paths, source))


def _sizes(option: str, name: str, given: Union[int, Sequence[int], None]) -> List[str]:
    """`--work-group 16x16` for (16, 16)."""
    if given is None:
        return []
    sizes: Any = (given,) if isinstance(given, numbers.Integral) else given
    if hasattr(sizes, "__array__"):
        sizes = tuple(sizes)
    expect(name, sizes, collections.abc.Sequence, "a number or a sequence of numbers")
    for size in sizes:
        expect(f"each of {name}", size, numbers.Integral, "a whole number")
    if not 1 <= len(sizes) <= 3 or min(sizes) < 1:
        raise ClcError("usage", f"{name} {given!r} is no size: one to three numbers from 1 on, such as 1024, (16, 16) or (8, 8, 4)")
    return [option, "x".join(map(str, sizes))]


def accesses(*files: Path, source: Optional[str] = None, targets: Words = "nvptx:sm_90", options: Words = (),
             work_group: Union[int, Sequence[int], None] = None, arguments: Optional[Mapping[str, int]] = None,
             global_size: Union[int, Sequence[int], None] = None, dynamic_local: Optional[int] = None) -> "Rows[KernelAccesses]":
    """Each memory access of each kernel, and what it costs the waves of a group; `arguments` gives values of integer arguments,
    `dynamic_local` the bytes that local arguments get."""
    words = [*_options(targets, options), "--accesses", *_sizes("--work-group", "work_group", work_group),
             *_sizes("--global-size", "global_size", global_size)]
    if dynamic_local is not None:
        expect("dynamic_local", dynamic_local, numbers.Integral, "a whole number")
        words += ["--dynamic-local", str(dynamic_local)]
    if arguments is not None:
        expect("arguments", arguments, collections.abc.Mapping, "a mapping of names to numbers")
    for name, value in (arguments or {}).items():
        expect(f"arguments['{name}']", value, numbers.Integral, "a whole number")
        words += ["--arg", f"{name}={int(value)}"]
    return Rows(KernelAccesses(each["module"], each["kernel"], each["target"], tuple(map(access_of, each["accesses"])), each)
                for each in _report(words, files, source))
