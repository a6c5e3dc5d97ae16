"""What packages, reports and messages hold, as dataclasses."""
from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, Mapping, Optional, Sequence, Tuple, TypeVar


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
class CheckReport:
    """A fault that a kernel of `clc compile --sanitize` found in itself, at one place of the source (docs/sanitizing.md)."""
    check: str  # "bounds", "uninitialised", "race", "barrier" or "arithmetic"
    kernel: str
    file: str
    line: int  # 0: not known
    column: int
    other_file: str  # of a race or barrier: the other place
    other_line: int
    other_column: int
    global_id: Tuple[int, ...]  # of the work-item
    group_id: Tuple[int, ...]
    message: str  # with the values
    count: int  # how often it happened
    text: str = field(compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class CheckResults:
    """The faults that kernels with checks found, each place once, and the accesses that they could not check."""
    reports: Tuple[CheckReport, ...]
    not_checked: Tuple[str, ...]


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
class MatrixUnit:
    """A product of cooperative matrices that a chip has an instruction for: rows by depth elements times depth by columns."""
    rows: int
    columns: int
    depth: int
    a: str  # elements, as OpenCL C spells them, or "bfloat16", "tf32", "e4m3" …
    b: str
    sum: str
    saturates: bool


@dataclass(frozen=True)
class Variant:
    """A binary for one target."""
    target: str
    format: str
    size: int
    sha256: str
    kernels: Tuple[Kernel, ...]
    matrix_units: Tuple[MatrixUnit, ...] = ()  # of the target's chip

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


def html_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as notebooks show it."""
    def line(tag: str, cells: Sequence[object]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"
    return "<table>" + line("th", heads) + "".join(line("td", row) for row in rows) + "</table>"


Row = TypeVar("Row", bound="Shown")


class Rows(Tuple[Row, ...]):
    """What is known of several kernels, a table in notebooks."""

    def _repr_html_(self) -> str:
        heads = dict.fromkeys(head for each in self for head in each.cells())
        return html_table(list(heads), ([each.cells().get(head, "") for head in heads] for each in self))


class Shown:
    """What has cells of a table, by their heads."""

    def cells(self) -> Dict[str, object]:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return Rows((self,))._repr_html_()


@dataclass(frozen=True)
class KernelReport(Shown):
    """What a kernel costs on one target; names of resources as `clc report` has them (docs/reports.md)."""
    module: str
    kernel: str
    target: str
    format: str
    resources: Mapping[str, int]
    occupancy: Tuple[Mapping[str, Any], ...]

    def cells(self) -> Dict[str, object]:
        return {"module": self.module, "kernel": self.kernel, "target": self.target, **{name.replace("_", " "): value for name, value in self.resources.items()}}


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
    waves: int = 0  # how often a wave of the group executes it
    ideal: int = 0  # transactions or passes of all waves: for as many bytes, at least and at most
    least: int = 0
    most: int = 0
    depends_on: Tuple[str, ...] = ()  # what decides between least and most

    @property
    def efficiency(self) -> Optional[float]:
        """The least that it may be, 1 is the best; None when there is no figure."""
        return self.ideal / self.most if self.most else None

    def cells(self) -> Tuple[object, ...]:
        """A row of the table of `clc report --accesses`."""
        pattern = f"{self.pattern} {self.json.get('stride_text') or str(self.json['stride']) + ' B'}" if self.pattern == "strided" else self.pattern
        shares = [f"{100 * self.ideal / cost:.3g}" for cost in (self.most, self.least)] if self.least else []
        return (f"{self.file}:{self.line}", self.access, self.memory, self.bytes, pattern, self.waves, self._each(self.least, self.most),
                self._each(self.ideal, self.ideal), "-".join(dict.fromkeys(shares)) + " %" if shares else "-",
                "decided by " + ", ".join(self.depends_on) if self.depends_on else "")

    def _each(self, least: int, most: int) -> str:
        return "-".join(dict.fromkeys(f"{cost / self.waves:.3g}" for cost in (least, most))) if self.waves else "-"


@dataclass(frozen=True)
class KernelAccesses(Shown):
    """The memory accesses of a kernel on one target; `json` has branches, barriers, work and advice, too."""
    module: str
    kernel: str
    target: str
    accesses: Tuple[Access, ...]
    json: Mapping[str, Any] = field(repr=False, compare=False)

    def cells(self) -> Dict[str, object]:
        return {"module": self.module, "kernel": self.kernel, "target": self.target, "accesses": len(self.accesses)}

    def _repr_html_(self) -> str:
        title = html.escape(f"{self.kernel} for {self.target}")
        return f"<p>{title}</p>" + html_table(
            ("place", "access", "memory", "bytes", "pattern", "waves", "cost", "ideal", "efficiency", "note"), (each.cells() for each in self.accesses))


def access_of(data: Dict[str, Any]) -> Access:
    return Access(data.get("file", ""), data.get("line", 0), data.get("column", 0), data.get("access", ""), data.get("memory", ""),
                  data.get("bytes", 0), data.get("pattern", ""), data, data.get("waves", 0), data.get("ideal", 0), data.get("least", 0),
                  data.get("most", 0), tuple(data.get("depends_on", ())))
