#!/usr/bin/env python3
"""Keeps the documentation true: runs and compiles what it shows, and compares the output.

A code block of the language `console` is a session. Lines that begin with `$ ` are commands, which bash runs; the lines
below a command are all that it prints, standard output and standard error together in the order of writing, as on a
terminal. A command must not change the shell: not its umask, folder, exported variables and traps. Where a run may differ, a page has a wildcard: `…` in a line stands, with the blanks around it, for any text; a
line of `…` alone stands for any number of lines. Blanks at the end of a line do not count. A command that ends in `\\`
goes on in the next line.

The commands of a page run in one folder, empty at the beginning, with the built programs in PATH, `kernels`,
`docs` and `python` beside them, `photo.png` and `build/il-driver` where script/setup got a photograph and a driver that takes SPIR-V, and a binary cache of their own. Each must exit with 0. A comment right before a block says what is different:
  <!-- exit 1 -->        the last command of the block exits with this code
  <!-- not run: WHY -->  nothing is run or compared
  <!-- needs TOOL… -->   the block is skipped where one of these programs is not in PATH, and no such file in the folder
  <!-- file NAME -->     a block of any language becomes this file in the folder
  <!-- compile -->       C++17 that must compile with the project's public headers
A block of another language must not show commands with `$ `. Files that the text names from the top folder (`cmake/…`,
`tools/…`) must be there; NAME in such a name stands for any. The test `house` follows the links.

Before the pages come planted ones: each has one fault, and must fail.

usage: documentation_test.py --source DIR --bin DIR --compiler C++ FILE…
"""
import argparse
import difflib
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"(?:^<!-- ([^\n]*?) -->\n)?^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAMED_FILE = re.compile(r"`((?:base|bench|cache|cmake|docs|kernels|layer|package|runtime|script|tests|tools)/[^`\s]*)`")
WILDCARD = "…"
# A reader types all commands of a page into one shell, so what one changes there holds for those behind it. Each command is run by
# itself, and must leave the shell as it was.
LEFT_CHANGED = 121
SHELL = f"""
clc_shell_state() {{ umask; pwd; export -p; trap -p; }}
clc_state_before=$(clc_shell_state)
eval "$1"
clc_exit=$?
[ "$(clc_shell_state)" = "$clc_state_before" ] && exit "$clc_exit"
echo 'This changes the folder, umask, variables or traps of the shell: put it in parentheses.'
exit {LEFT_CHANGED}
"""


def line_matches(expected, line):
    pattern = ".*".join(re.escape(part) for part in re.split(f" *{WILDCARD} *", expected.rstrip()))
    return re.fullmatch(pattern, line.rstrip()) is not None


def output_matches(expected, lines):
    """True when the lines are what the sample shows; `expected` has wildcards."""
    reachable = {0}  # how many lines the sample can have used up so far
    for sample in expected:
        if sample.strip() == WILDCARD:
            reachable = set(range(min(reachable), len(lines) + 1)) if reachable else set()
        else:
            reachable = {n + 1 for n in reachable if n < len(lines) and line_matches(sample, lines[n])}
    return len(lines) in reachable


def difference(expected, lines):
    """A unified diff, in which a line that fits a sample's line is shown as that line."""
    patterns = [sample for sample in expected if sample.strip() != WILDCARD]
    shown = [next((sample for sample in patterns if line_matches(sample, line)), line) for line in lines]
    return "\n".join(difflib.unified_diff(expected, shown, "the page", "the command", lineterm=""))


def commands_of(text):
    """The commands of a session, each with the lines that follow it."""
    commands = []
    is_continued = False
    for line in text.splitlines():
        if is_continued:
            commands[-1][0] = commands[-1][0][:-1] + line.strip()
        elif line.startswith("$ "):
            commands.append([line[2:], []])
        elif commands:
            commands[-1][1].append(line)
        else:
            raise ValueError(f"a session begins with a command, not with '{line}'")
        is_continued = (is_continued or line.startswith("$ ")) and line.endswith("\\")
    return commands


class Page:
    """One Markdown file: what of it was checked, and what of it is wrong."""

    def __init__(self, options, path):
        self.options = options
        self.path = path
        self.where = os.path.relpath(path, options.source)
        self.report = []
        self.failures = 0

    def note(self, is_good, what, detail=""):
        self.failures += not is_good
        self.report.append(f"{'ok      ' if is_good else 'FAILED  '}{self.where}: {what}")
        if not is_good and detail:
            self.report.append(detail)

    def run_session(self, text, last_exit, folder):
        environment = {**os.environ, "PATH": f"{self.options.bin}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                       "CLC_CACHE_DIR": os.path.join(folder, ".cache")}
        commands = commands_of(text)
        for number, (command, expected) in enumerate(commands, 1):
            done = subprocess.run(["bash", "-c", SHELL, "bash", command], cwd=folder, env=environment, encoding="utf-8",
                                  errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            exit_code = last_exit if number == len(commands) else 0
            lines = done.stdout.splitlines()
            if done.returncode != exit_code:
                self.note(False, f"$ {command}", f"exit {done.returncode} instead of {exit_code}\n{done.stdout[-4000:]}")
            else:
                self.note(output_matches(expected, lines), f"$ {command}", difference(expected, lines))

    def compile(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
            file.write(text)
            file.flush()
            done = subprocess.run(
                [self.options.compiler, "-std=c++17", "-fsyntax-only", "-Wall", "-Werror",
                 "-DCL_TARGET_OPENCL_VERSION=300", f"-I{self.options.source}/base/include", f"-I{self.options.source}/package/include",
                 f"-I{self.options.source}/runtime/include", file.name],
                capture_output=True, text=True)
        self.note(done.returncode == 0, "C++ compiles", done.stderr[-3000:])

    def check_block(self, comment, language, text, folder):
        word, _, rest = (comment or "").partition(" ")
        if word == "compile":
            self.compile(text)
        elif word == "file":
            os.makedirs(os.path.dirname(os.path.join(folder, rest)), exist_ok=True)
            with open(os.path.join(folder, rest), "w", encoding="utf-8") as file:
                file.write(text)
        elif language != "console":
            self.note(not re.search(r"^\$ ", text, re.MULTILINE), "commands with `$ ` stand in console blocks only", text)
        elif comment == "steps":
            self.report.append(f"not run {self.where}: the test algorithm_page runs these steps in a copy of the tree")
        elif comment and comment.startswith("not run: "):
            self.report.append(f"not run {self.where}: {comment[len('not run: '):]}")
        elif word == "needs" and (missing := [tool for tool in rest.split() if not shutil.which(tool)
                                       and not os.path.exists(os.path.join(folder, tool))]):
            self.report.append(f"skipped {self.where}: a sample: there is no {' '.join(missing)}")
        elif word in ("", "needs"):
            self.run_session(text, 0, folder)
        elif word == "exit":
            self.run_session(text, int(rest), folder)
        else:
            self.note(False, f"the comment before a block is none that is known: {comment}")

    def check(self):
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        with tempfile.TemporaryDirectory() as folder:
            for shown in ("kernels", "docs", "python"):
                os.symlink(os.path.join(self.options.source, shown), os.path.join(folder, shown))
            il_driver = os.path.join(self.options.source, "build/il-driver")
            if os.path.isdir(il_driver):
                os.mkdir(os.path.join(folder, "build"))
                os.symlink(il_driver, os.path.join(folder, "build/il-driver"))
            photo = os.path.join(self.options.source, "build/photo/astronaut.png")
            if os.path.exists(photo):
                os.symlink(photo, os.path.join(folder, "photo.png"))
            for comment, language, block in BLOCK.findall(text):
                self.check_block(comment, language, block, folder)
        prose = re.sub(BLOCK, "", text)
        for name in NAMED_FILE.findall(prose):
            pattern = os.path.join(self.options.source, name.replace("NAME", "*"))
            self.note(bool(glob.glob(pattern)), f"there is {name}")
        return self


def session(text, comment=""):
    return f"{comment}\n```console\n{text}\n```\n".lstrip("\n")


SOUND = [
    session("$ echo one; echo two >&2; echo three\none\ntwo\nthree"),
    session("$ seq 9\n1\n…\n8\n9\n$ true"),
    session("$ seq 3\n1\n…\n2\n3"),
    session("$ echo made at 12:30 by me\nmade at … by …"),
    session("$ echo 'one   12345 two'\none       … two"),
    session("$ echo a \\\n    b\na b"),
    session("$ echo; echo 'blank '\n\nblank"),
    session("$ exit 3", "<!-- exit 3 -->"),
    session("$ (umask 077; cd /; export X=1; trap true EXIT)"),
    session("$ false", "<!-- not run: it would fail -->"),
    session("$ false", "<!-- needs no-such-program-anywhere -->"),
    "<!-- file a.txt -->\n```c\nint a;\n```\n" + session("$ cat a.txt\nint a;"),
    "<!-- compile -->\n```cpp\n#include \"clc/base/result.h\"\nclc::Result<int> one() { return 1; }\n```\n",
    "```\nclc compile FILE…\n```\n",
    "`package/`, `kernels/NAME/NAME.cl` and `docs/*.md` are there\n",
]

FAULTY = [
    session("$ echo two\none"),
    session("$ seq 3\n1\n3"),
    session("$ seq 3\n1\n2"),
    session("$ seq 3\n1\n2\n3\n4"),
    session("$ seq 3\n1\n…\n4"),
    session("$ seq 3\n3\n…\n1"),
    session("$ echo output"),
    session("$ echo error >&2"),
    session("$ echo a1b\na…c"),
    session("$ echo a.b; echo axb\na.b\na.b"),
    session("$ false"),
    session("$ false\n$ true"),
    session("$ umask 077"),
    session("$ cd /"),
    session("$ export X=1"),
    session("$ trap true EXIT"),
    session("$ true", "<!-- exit 1 -->"),
    session("$ true", "<!-- runs -->"),
    "<!-- compile -->\n```cpp\nint one() { return \"1\"; }\n```\n",
    "```sh\n$ true\n```\n",
    "`runtime/nowhere.cpp`\n",
]


def planted_pages(options):
    """Checks the test itself: what it says of pages that are right, and of pages with one fault."""
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.md")
        for text, is_sound in [(text, True) for text in SOUND] + [(text, False) for text in FAULTY]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            page = Page(options, path).check()
            if (page.failures == 0) != is_sound:
                failures += 1
                print(f"FAILED  a planted page {'fails' if is_sound else 'passes'}:\n{text}", *page.report, sep="\n")
    print(f"ok      {len(SOUND) + len(FAULTY) - failures} planted pages of {len(SOUND) + len(FAULTY)}")
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    failures = planted_pages(options)
    for path in options.files:
        page = Page(options, path).check()
        print(*page.report, sep="\n")
        failures += page.failures
    sys.exit(1 if failures else 0)


main()
