"""What packages, reports and messages hold, as dataclasses."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Diagnostic:
    """A message of the compiler."""
    severity: str
    text: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    snippet: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        return f"{place}{self.severity}: {self.text}"


@dataclass(frozen=True)
class Argument:
    """An argument of a kernel; `kind` is "value", "buffer", "local", "image", "sampler", "pipe" or "queue"."""
    name: str
    type: str
    plain_type: str  # without typedefs
    kind: str
    address_space: str
    access: str
    is_const: bool
    size: int


@dataclass(frozen=True)
class Kernel:
    """A kernel as its caller sees it."""
    name: str
    arguments: Tuple[Argument, ...]
    required_work_group_size: Optional[Tuple[int, int, int]]


@dataclass(frozen=True)
class Variant:
    """A binary for one target."""
    target: str
    format: str
    size: int
    sha256: str
    kernels: Tuple[Kernel, ...]

    def kernel(self, name: str) -> Kernel:
        for each in self.kernels:
            if each.name == name:
                return each
        raise KeyError(name)


@dataclass(frozen=True)
class Module:
    """A module of a package, which has a variant for each target."""
    name: str
    configuration_of: str  # of a tuned source: the name to load it by
    variants: Tuple[Variant, ...]


@dataclass(frozen=True)
class Manifest:
    """What is in a package; `json` has all of it (docs/package-format.md)."""
    generator: str
    sha256: str
    signed_by: str
    modules: Tuple[Module, ...]
    json: Mapping[str, Any] = field(repr=False, compare=False)

    def module(self, name: str) -> Module:
        for each in self.modules:
            if each.name == name:
                return each
        raise KeyError(name)


@dataclass(frozen=True)
class Choice:
    """Targets that fit a device, best first, and why each other one does not."""
    module: str
    fitting: Tuple[str, ...]
    refused: Mapping[str, str]


@dataclass(frozen=True)
class KernelReport:
    """What a kernel costs on one target; names of resources as `clc report` has them (docs/reports.md)."""
    module: str
    kernel: str
    target: str
    format: str
    resources: Mapping[str, int]
    occupancy: Tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Access:
    """A place in the source where the waves of a group access memory."""
    file: str
    line: int
    column: int
    access: str  # "load", "store" or "atomic"
    memory: str
    bytes: int
    pattern: str
    json: Mapping[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class KernelAccesses:
    """The memory accesses of a kernel on one target; `json` has branches, barriers, work and advice, too."""
    module: str
    kernel: str
    target: str
    accesses: Tuple[Access, ...]
    json: Mapping[str, Any] = field(repr=False, compare=False)


def access_of(data: Dict[str, Any]) -> Access:
    return Access(data.get("file", ""), data.get("line", 0), data.get("column", 0), data.get("access", ""), data.get("memory", ""),
                  data.get("bytes", 0), data.get("pattern", ""), data)
