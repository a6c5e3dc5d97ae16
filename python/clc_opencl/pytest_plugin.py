"""pytest collects NAME.test.json, the tests of kernels: pytest -p clc_opencl.pytest_plugin kernels"""
from __future__ import annotations

import json
from typing import Any, Iterator, List

import pytest  # type: ignore[import-not-found,unused-ignore]

from ._compile import clc, error_text


def pytest_addoption(parser: Any) -> None:
    parser.addoption("--clc-test", action="append", default=[], metavar="OPTION", help="an option of `clc test`, such as --device=gfx1100")


def pytest_collect_file(file_path: Any, parent: Any) -> Any:
    return KernelTestFile.from_parent(parent, path=file_path) if file_path.name.endswith(".test.json") else None


def _clc_test(*arguments: str) -> Any:
    done = clc("test", "--format", "json", *arguments)
    if not done.stdout.startswith("{"):
        raise KernelTestError(error_text(done))
    return json.loads(done.stdout)["tests"]


class KernelTestError(Exception):
    pass


class KernelTestFile(pytest.File):  # type: ignore[misc,unused-ignore]
    _results: Any = None

    def collect(self) -> Iterator[pytest.Item]:
        for test in _clc_test("--list", str(self.path)):
            yield KernelTestItem.from_parent(self, name=test["test"])

    def results_of(self, item: Any) -> List[Any]:
        """The results of a test. All chosen tests of the file run in one call, which compiles the kernels once; with pytest-xdist, whose
        processes share out the tests, each in its own."""
        options: List[str] = self.config.getoption("--clc-test")
        if self._results is None or hasattr(self.config, "workerinput"):
            chosen = [item] if hasattr(self.config, "workerinput") else [one for one in self.session.items if one.parent is self]
            self._results = _clc_test(str(self.path), *(f"--filter={one.name}" for one in chosen), *options)
        return [one for one in self._results if one["test"] == item.name]


class KernelTestItem(pytest.Item):  # type: ignore[misc,unused-ignore]
    """A test on every device. It fails where one fails, and is skipped where none runs it."""

    def runtest(self) -> None:
        results = self.parent.results_of(self)
        failed = [_failure(one) for one in results if one["status"] == "failed"]
        if failed:
            raise KernelTestError("\n".join(failed))
        if not any(one["status"] == "passed" for one in results):
            pytest.skip("; ".join(f"{one['device']}: {one['message']}" for one in results) or "no device")

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, KernelTestError) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> Any:
        return self.path, None, self.name


def _failure(result: Any) -> str:
    small = result["smallest"]
    lines = [f"{result['file']}:{result['line']}: {result['test']} on {result['device']}: {result['message']}",
             f"smallest: {small['at']} {small['message']}"]
    return "\n".join(lines + [f"  {name}: {text}" for name, text in small["arguments"].items()])
