#!/usr/bin/env python3
"""Prints where the time of a build and of its tests goes.

usage: timings.py [--preset release|dev|asan|tsan] [--build FOLDER] [--top N] [--by step|folder|target] [--into PAGE]
  --preset NAME    the build to look at: build/NAME (release)
  --build FOLDER   a build elsewhere
  --top N          lines of each table, 0 for all (20)
  --by WHAT        one table of the build, in the place of steps and folders
  --into PAGE      prints nothing, and writes the seconds of areas into the page's table that begins with `| area | seconds |`

Steps are read from .ninja_log: the latest run of each command that is still in build.ninja. Commands run side by side, so their
seconds add up to more than the time of a build. A folder is the source's, or else the output's, three levels deep.

Tests are read from tests.xml, which script/test writes, else from CTest's own Testing/Temporary/CTestCostData.txt: that has the
mean of the runs that passed, and no time of other tests. script/lib/area-tests.py says what an area is. A test counts in each of
its areas.

exit 0, or 2 where a log is missing or cannot be read
"""
import argparse
import os
import re
import runpy
import signal
import sys
import types
import xml.etree.ElementTree as xml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
LOG_FORMATS = (5, 6, 7)  # of Ninja 1.5 and later: equal but for how they hash a command
FOLDER_LEVELS = 3
CLOCK_MS = 20  # times of files are that coarse
OBJECT = re.compile(r"(.*?)/?CMakeFiles/([^/]+)\.dir/(?:(.*)/)?")
SEVERAL = re.compile(r"/Unity/unity_(.+)\.\d+_cxx\.cxx\.o$")  # an object of several sources: see cmake/clc_targets.cmake

area_tests = types.SimpleNamespace(**runpy.run_path(os.path.join(ROOT, "script/lib/area-tests.py")))


class NoTimes(Exception):
    """A log is missing or cannot be read."""


class Step:
    """A command, as the log knows its latest run."""

    def __init__(self, start, end, mtime):
        self.start, self.end = start, end  # milliseconds since Ninja's start
        self.mtime = mtime  # milliseconds since 1970: when the command started or its output was written
        self.outputs = []

    def seconds(self):
        return (self.end - self.start) / 1000

    def output(self):
        """The first name of the first output: Ninja lists some twice, once with the build's whole path."""
        return min(self.outputs, key=os.path.isabs)

    def folder(self):
        output = self.output()
        if several := SEVERAL.search(output):
            return "/".join(several.group(1).split(".")[:FOLDER_LEVELS])
        of_object = OBJECT.match(output)
        # CMake writes `..` in the path of an object as `__`.
        parts = [part for part in of_object.group(1, 3) if part] if of_object else [os.path.dirname(output)]
        folder = os.path.normpath(re.sub(r"(^|/)__(?=/|$)", r"\1..", "/".join(parts)))
        return "/".join(folder.split("/")[:FOLDER_LEVELS])

    def target(self):
        """CMake's target, or the folder of files that a command of the project makes."""
        folder, name = os.path.split(self.output())
        of_object = OBJECT.match(self.output())
        if of_object:
            return of_object.group(2)
        library = re.fullmatch(r"(?:lib)?(.+)\.(?:a|so(?:\.[\d.]+)?)", name)
        if library:
            return library.group(1)
        return name if "." not in name else f"{folder or '.'}/"


def show(path):
    """A path as the user would write it."""
    return os.path.relpath(path, ROOT) if path.startswith(ROOT + os.sep) else path


def text_of(path, what, remedy):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        raise NoTimes(f"there is no {show(path)}, {what}: run {remedy}") from None


def planned_outputs(build):
    """What Ninja would make now, or None where it has no plan: its log keeps files that were moved or removed for long."""
    path = os.path.join(build, "build.ninja")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8", errors="replace") as file:
        texts = re.findall(r"^build ((?:[^$:\n]|\$.)*):", file.read(), re.MULTILINE)
    return {re.sub(r"\$([ :$])", r"\1", word) for text in texts for word in re.findall(r"(?:[^ $]|\$.)+", text)}


def read_steps(build, remedy):
    """The steps of Ninja's log, and how many of its lines are cut."""
    path = os.path.join(build, ".ninja_log")
    text = text_of(path, "in which Ninja writes what each step took", remedy)
    lines = text.split("\n")
    cut = 1 if lines.pop() else 0  # the last line has no end
    version = re.fullmatch(r"# ninja log v(\d+)", lines[0]) if lines else None
    if lines and (not version or int(version.group(1)) not in LOG_FORMATS):
        raise NoTimes(f"{show(path)} is no log of the formats v5 to v7: run {remedy} with Ninja 1.5 or later")
    latest = {}
    for line in lines[1:]:
        entry = re.fullmatch(r"(\d+)\t(\d+)\t(-?\d+)\t([^\t]+)\t([0-9a-f]+)", line)
        if entry:
            latest[entry.group(4)] = entry
        else:
            cut += 1
    planned = planned_outputs(build)
    steps = {}
    for output, entry in latest.items():
        if planned is not None and output not in planned:
            continue
        start, end, mtime = (int(number) for number in entry.group(1, 2, 3))
        step = steps.setdefault((start, end, entry.group(5)), Step(start, end, mtime / 1e6))
        step.mtime = max(step.mtime, mtime / 1e6)
        step.outputs.append(output)
    if not steps:
        raise NoTimes(f"{show(path)} lists no step: run {remedy}")
    return list(steps.values()), cut


def last_build(steps):
    """The steps of the last build. The log does not divide builds, but their times count from Ninja's start, and Ninja cannot have
    started before `mtime - end`, nor after `mtime - start`: steps of one build agree on a moment."""
    least, most, chosen = float("-inf"), float("inf"), []
    for step in sorted(steps, key=lambda step: step.mtime, reverse=True):
        if step.mtime - step.end <= most + CLOCK_MS and step.mtime - step.start >= least - CLOCK_MS:
            least, most = max(least, step.mtime - step.end), min(most, step.mtime - step.start)
            chosen.append(step)
    return chosen


class Test:
    """What a test took, and how it ended: "" for a test that passed."""

    def __init__(self, name, seconds, end):
        self.name, self.seconds, self.end = name, seconds, end


def junit_tests(path, remedy):
    try:
        entries = list(xml.parse(path).getroot().iter("testcase"))
        return [Test(entry.get("name"), float(entry.get("time", 0)), {"run": "", "fail": "failed"}.get(entry.get("status"), "skipped"))
                for entry in entries]
    except (xml.ParseError, ValueError):
        raise NoTimes(f"{show(path)} is cut: run {remedy}") from None


def cost_tests(path, remedy):
    """CTest's lines `name runs seconds`, up to `---` and the tests that failed last."""
    tests = []
    text = text_of(path, "nor a tests.xml, in which CTest writes what tests took", remedy)
    for line in re.split(r"^---$", text, flags=re.MULTILINE)[0].splitlines():
        entry = re.fullmatch(r"(.+) (\d+) ([\d.e+-]+)", line)
        if entry and int(entry.group(2)) > 0:
            tests.append(Test(entry.group(1), float(entry.group(3)), ""))
    return tests


def read_tests(build, remedy):
    """The tests that have a time, and the file that says so."""
    path = os.path.join(build, "tests.xml")
    if os.path.exists(path):
        tests = [test for test in junit_tests(path, remedy) if test.seconds > 0]
    else:
        path = os.path.join(build, "Testing/Temporary/CTestCostData.txt")
        tests = cost_tests(path, remedy)
    if not tests:
        raise NoTimes(f"{show(path)} has no time of a test: run {remedy}")
    return tests, path


def table(heading, columns, rows, top):
    """Prints rows of seconds, perhaps a count, and a name: the costliest first."""
    shown = sorted(rows, key=lambda row: (-row[0], row[-1]))[:top or None]
    print(f"\n== {heading}{f', the first {top} of {len(rows)}' if len(shown) < len(rows) else ''}")
    print("".join(f"{name:>9}  " for name in columns[:-1]) + columns[-1])
    for row in shown:
        print(f"{row[0]:9.2f}  " + "".join(f"{number:9}  " for number in row[1:-1]) + row[-1])


def sums(pairs):
    """[(seconds, how many, name)] of (name, seconds)."""
    rows = {}
    for name, seconds in pairs:
        before = rows.get(name, (0, 0))
        rows[name] = (before[0] + seconds, before[1] + 1)
    return [(seconds, count, name) for name, (seconds, count) in rows.items()]


def print_build(build, options, remedy):
    steps, cut = read_steps(build, remedy)
    last = last_build(steps)
    print(f"{show(build)}: {len(steps)} steps take {sum(step.seconds() for step in steps):.2f} s, one after the other; the last build ran "
          f"{len(last)} of them in {max(step.end for step in last) / 1000:.2f} s")
    if cut:
        print(f"(lines of .ninja_log that are cut and left out: {cut})")
    if options.by in (None, "step"):
        table("steps of the build", ("seconds", "output"), [(step.seconds(), step.output()) for step in steps], options.top)
    if options.by in (None, "folder"):
        table("the build by folder", ("seconds", "steps", "folder"), sums((step.folder(), step.seconds()) for step in steps), options.top)
    if options.by == "target":
        table("the build by target", ("seconds", "steps", "target"), sums((step.target(), step.seconds()) for step in steps), options.top)


def areas_of(tests, known):
    """{name: its areas}. A test that CMake does not know any more has the area that its name says."""
    known = {test.name: known.get(test.name, area_tests.Test([], frozenset())) for test in tests}
    areas = area_tests.known_areas(known)
    return {name: sorted(area for area in areas if area_tests.belongs(name, test, area)) for name, test in known.items()}


def print_tests(build, options, remedy):
    tests, path = read_tests(build, remedy)
    known = area_tests.read_tests(build)
    of_all = f" of {len(known)}" if known else ""
    print(f"\n{show(path)}: {len(tests)}{of_all} tests have a time, {sum(test.seconds for test in tests):.2f} s, one after the other")
    areas = areas_of(tests, known)
    rows = [(test.seconds, f"{test.name}{f' ({test.end})' if test.end else ''}: {', '.join(areas[test.name])}") for test in tests]
    table("tests", ("seconds", "test: areas"), rows, options.top)
    pairs = [(area, test.seconds) for test in tests for area in areas[test.name]]
    table("the tests by area", ("seconds", "tests", "area"), sums(pairs), options.top)


def write_seconds(build, options, remedy):
    """Writes the seconds of each area into the second cell of its row, and the costliest rows first. Of an area without a time the cell
    stays."""
    tests, _ = read_tests(build, remedy)
    areas = areas_of(tests, area_tests.read_tests(build))
    seconds = {area: total for total, _, area in sums((area, test.seconds) for test in tests for area in areas[test.name])}
    with open(options.into, encoding="utf-8") as file:
        before, head, after = re.split(r"(^\| area \| seconds \|.*\n\|[-|]+\n)", file.read(), maxsplit=1, flags=re.MULTILINE)
    rows = re.match(r"(?:\|.*\n)*", after)[0]
    cells = [row.split(" | ", 2) for row in rows.splitlines()]
    for cell in cells:
        area = cell[0].strip("|` ")
        cell[1] = f"{seconds[area]:.0f}" if area in seconds else cell[1]
    cells.sort(key=lambda cell: -float(cell[1] or 0))
    with open(options.into, "w", encoding="utf-8") as file:
        file.write(before + head + "".join(" | ".join(cell) + "\n" for cell in cells) + after[len(rows):])


def parse():
    parser = argparse.ArgumentParser(prog="timings", usage=__doc__.split("usage: ")[1].replace("timings.py", "bench/timings"))
    parser.add_argument("--preset", default="release")
    parser.add_argument("--build")
    parser.add_argument("--top", type=int, default=20)
    parser.add_argument("--into")
    parser.add_argument("--by", choices=("step", "folder", "target"))
    options = parser.parse_args()
    if options.top < 0:
        parser.error("--top wants a number of lines, or 0 for all")
    return options


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `bench/timings | head` ends without a word
    options = parse()
    build = os.path.realpath(os.path.join(ROOT, options.build or f"build/{options.preset}"))
    run_all = f"script/test --preset {options.preset}"
    is_configured = os.path.exists(os.path.join(build, "build.ninja"))
    to_build = f"cmake --build {show(build)}" if is_configured or options.build else run_all
    to_test = f"ctest --test-dir {show(build)}" if options.build else run_all
    wrong = []
    if os.path.isdir(build):
        for part, remedy in ((write_seconds, to_test),) if options.into else ((print_build, to_build), (print_tests, to_test)):
            try:
                part(build, options, remedy)
            except NoTimes as no_times:
                wrong.append(str(no_times))
    else:
        wrong.append(f"there is no {show(build)}: run {to_build}")
    if wrong:
        sys.stdout.flush()
        print(f"timings: {'; '.join(wrong)}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
