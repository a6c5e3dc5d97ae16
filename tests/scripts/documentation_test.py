#!/usr/bin/env python3
"""Keeps the documentation true: runs and compiles what it shows.

In a Markdown file a comment before a code block says what to do with it:
  <!-- run -->       the lines that begin with `$ ` are run by bash, in one empty folder with the built programs
                     in PATH and `kernels` beside them; each must exit 0, or N after `<!-- run, exit N -->`
  <!-- compile -->   C++17, with the project's public headers; must compile
Links to files of this repository must lead somewhere.

usage: documentation_test.py --source DIR --bin DIR --compiler C++ FILE…
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"<!-- (run|compile)(?:, exit (\d+))? -->\n```\w*\n(.*?)\n```", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")

failures = []


def report(good, where, what):
    if not good:
        failures.append(what)
    print(f"{'ok      ' if good else 'FAILED  '}{where}: {what}")


def run_block(options, where, text, expected, folder):
    lines = text.splitlines()
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append(line[2:])
        elif commands and commands[-1].endswith("\\"):
            commands[-1] = commands[-1][:-1] + " " + line.strip()
    environment = {**os.environ, "PATH": f"{options.bin}:{os.environ['PATH']}"}
    for command in commands:
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
        report(done.returncode == expected, where, f"$ {command}")
        if done.returncode != expected:
            print(f"exit {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def compile_block(options, where, text):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write(text)
        file.flush()
        done = subprocess.run(
            [options.compiler, "-std=c++17", "-fsyntax-only", "-Wall", "-Werror", "-DCL_TARGET_OPENCL_VERSION=300",
             f"-I{options.source}/runtime/package/include", f"-I{options.source}/runtime/include", file.name],
            capture_output=True, text=True)
    report(done.returncode == 0, where, "C++ compiles")
    print(done.stderr[-3000:], end="")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    for path in options.files:
        where = os.path.relpath(path, options.source)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.join(options.source, "kernels"), os.path.join(folder, "kernels"))
            for kind, expected, block in BLOCK.findall(text):
                if kind == "run":
                    run_block(options, where, block, int(expected or 0), folder)
                else:
                    compile_block(options, where, block)
        for link in LINK.findall(re.sub("```.*?```", "", text, flags=re.DOTALL)):  # code has `](`, too
            report(os.path.exists(os.path.join(os.path.dirname(path), link)), where, f"link to {link}")
    sys.exit(1 if failures else 0)


main()
