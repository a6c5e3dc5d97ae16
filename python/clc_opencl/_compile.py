"""Compiling and reporting, by the program clc: the road from sources to a package is there once."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._errors import ClcError, CompileError
from ._package import Package
from ._place import prefix
from ._types import Diagnostic, KernelAccesses, KernelReport, access_of

Path = Union[str, "os.PathLike[str]"]
KINDS = {1: "compile", 2: "usage", 3: "io", 4: "unavailable", 5: "crash", 6: "untrusted"}


def clc(*arguments: str, data: Optional[str] = None) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run([str(prefix() / "bin" / "clc"), *arguments], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
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


def _fail(done: "subprocess.CompletedProcess[str]", diagnostics: Sequence[Diagnostic]) -> None:
    text = "\n".join(map(str, diagnostics)) or done.stderr.strip() or f"clc ended with {done.returncode}"
    if done.returncode == 1:
        raise CompileError(text, diagnostics)
    raise ClcError(KINDS.get(done.returncode, "crash"), text)


def _words(files: Sequence[Path], source: Optional[str], targets: Sequence[str], options: Sequence[str], name: Optional[str]) -> List[str]:
    if (source is None) == (not files):
        raise ClcError("usage", "either files or source=… must be given")
    words = [word for target in targets for word in ("-t", target)]
    if name is not None or source is not None:
        words += ["--name", name or "source"]
    return [*words, *options, *([os.fspath(file) for file in files] or ["-"])]


def compile(*files: Path, source: Optional[str] = None, targets: Sequence[str] = ("spirv64",), options: Sequence[str] = (),  # pylint: disable=redefined-builtin
            name: Optional[str] = None, output: Optional[Path] = None) -> Package:
    """Compiles files, or a text, for each target, as `clc compile` does with these options. The package is in memory, or in `output`.
    A CompileError says where a kernel is wrong; warnings are in the package's `diagnostics`."""
    with tempfile.TemporaryDirectory(prefix="clc-") as folder:
        path = os.fspath(output) if output is not None else os.path.join(folder, "made.clcpack")
        done = clc("compile", *_words(files, source, targets, options, name), "-o", path, "--format", "json", data=source)
        diagnostics = tuple(_diagnostics(done.stdout + done.stderr))
        if done.returncode != 0:
            _fail(done, diagnostics)
        if output is not None:
            package = Package(path)
        else:
            with open(path, "rb") as file:
                package = Package.from_bytes(file.read())
        package.diagnostics = diagnostics
        return package


def _report(words: Sequence[str], files: Sequence[Path], source: Optional[str]) -> List[Dict[str, Any]]:
    if (source is None) == (not files):
        raise ClcError("usage", "either files or source=… must be given")
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


def report(*files: Path, source: Optional[str] = None, targets: Sequence[str] = (), options: Sequence[str] = (),
           package: Optional[Package] = None) -> Tuple[KernelReport, ...]:
    """What each kernel of a package, of files or of a text costs on each target (docs/reports.md)."""
    words = [*options, *[word for target in targets for word in ("-t", target)]]
    with tempfile.TemporaryDirectory(prefix="clc-") as folder:
        if package is not None:
            path = package.path
            if path is None:
                path = os.path.join(folder, "made.clcpack")
                with open(path, "wb") as file:
                    file.write(package.data)
            files = (*files, path)
        return tuple(KernelReport(each["module"], each["kernel"], each["target"], each["format"], each["resources"], tuple(each["occupancy"]))
                     for each in _report(words, files, source))


def accesses(*files: Path, source: Optional[str] = None, targets: Sequence[str] = ("nvptx:sm_90",), options: Sequence[str] = (),
             group: Optional[Sequence[int]] = None, arguments: Optional[Mapping[str, int]] = None) -> Tuple[KernelAccesses, ...]:
    """Each memory access of each kernel, and what it costs the waves of a group; `arguments` gives values of integer arguments."""
    words = [*options, *[word for target in targets for word in ("-t", target)], "--accesses"]
    if group is not None:
        words += ["--work-group", "x".join(map(str, group))]
    for name, value in (arguments or {}).items():
        words += ["--arg", f"{name}={value}"]
    return tuple(KernelAccesses(each["module"], each["kernel"], each["target"], tuple(map(access_of, each["accesses"])), each)
                 for each in _report(words, files, source))
