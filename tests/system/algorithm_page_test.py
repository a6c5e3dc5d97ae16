#!/usr/bin/env python3
"""Follows docs/adding-an-algorithm.md in a copy of the tree: writes its files, builds them, and runs its commands.

A comment before a code block of the page says what to do with it:
  <!-- file: PATH -->                    a new file
  <!-- file: PATH, after: "TEXT" -->     lines that follow the one line of the file which begins with TEXT
  <!-- steps -->                         the lines that begin with `$ ` are run in the copy; each must exit 0

script/new-algorithm runs first, and what it makes is built and verified with the rest.

Only the files that the page and the script write are compiled. The rest of clrun comes from the build whose tests these are.

usage: algorithm_page_test.py --source DIR --build DIR --cmake CMAKE --ninja NINJA --compiler C++
"""
import argparse
import glob
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, run, temporary_folder  # noqa: E402

BLOCK = re.compile(r'<!-- (?:file: ([^\s,]+)(?:, after: "([^"\n]*)")?|(steps)) -->\n```\w+\n(.*?\n)```\n', re.DOTALL)
LAST_LINE = re.compile(r"The last line is `(.*)`")
COPIED = ["CMakeLists.txt", "cmake", "base", "package", "cache", "kernels", "layer", "runtime", "tools/clrun", "tools/support", "tools/insight/pages", "tools/insight/waves",
          "tests/clrun", "tests/support/clc_testing.py", "script/new-algorithm", "docs/adding-an-algorithm.md"]


def step(command, **options):
    """Returns what the command prints; ends the test where it fails."""
    words = [command] if isinstance(command, str) else command
    done = run(*words, merged=True, expected=0, **options)
    print(f"ok  {' '.join(words)[:150]}")
    return done.stdout


def copy_tree(source, copy):
    for path in COPIED:
        target = os.path.join(copy, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if os.path.isdir(os.path.join(source, path)):
            shutil.copytree(os.path.join(source, path), target)
        else:
            shutil.copy(os.path.join(source, path), target)


def write_block(copy, path, after, text):
    """Writes a new file, or lines after the one that begins with `after`."""
    target = os.path.join(copy, path)
    if after is None:
        if os.path.exists(target):
            sys.exit(f"{path} exists already")
        os.makedirs(os.path.dirname(target), exist_ok=True)
        lines = [text]
    else:
        with open(target, encoding="utf-8") as file:
            lines = file.readlines()
        places = [number for number, line in enumerate(lines) if line.startswith(after)]
        if len(places) != 1:
            sys.exit(f"{path} has {len(places)} lines that begin with '{after}'")
        lines.insert(places[0] + 1, text)
    with open(target, "w", encoding="utf-8") as file:
        file.writelines(lines)


def build_clrun(options, copy, sources):
    """clrun with these sources: they are compiled as the copy's CMake files say, and linked as the build links clrun."""
    build = os.path.join(copy, "build")
    step([options.cmake, "-S", copy, "-B", build, "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={options.ninja}",
          f"-DCMAKE_CXX_COMPILER={options.compiler}", "-DCMAKE_BUILD_TYPE=Release", "-DCLC_BUILD_COMPILER=OFF", "-DCLC_BUILD_TESTS=OFF", "-DCLC_INSTALL=OFF"])
    objects = [f"kernels/CMakeFiles/clc_algorithms.dir/{os.path.relpath(source, 'kernels')}.o" for source in sources]
    step([options.ninja, "-C", build, *objects])
    link = step([options.ninja, "-C", options.build, "-t", "commands", "-s", "bin/clrun"])
    os.makedirs(os.path.join(copy, "bin"))
    # Before the libraries, whose definitions of the same functions the linker then leaves.
    inserted = " ".join(os.path.join(build, path) for path in objects) + f" -Wl,--allow-multiple-definition -o {copy}/bin/clrun "
    if " -o bin/clrun " not in link:
        sys.exit(f"clrun is linked in another way than this test knows: {link}")
    # The build's own map tells its notices what clrun is made of.
    link = re.sub(r"-Map=\S+", f"-Map={copy}/clrun.map", link)
    step(link.replace(" -o bin/clrun ", f" {inserted}"), shell=True, cwd=options.build)


def main():
    parser = argparse.ArgumentParser()
    for name in ("--source", "--build", "--cmake", "--ninja", "--compiler"):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    with open(os.path.join(options.source, "docs/adding-an-algorithm.md"), encoding="utf-8") as file:
        page = file.read()
    blocks = BLOCK.findall(page)
    files = [(path, after, text) for path, after, _, text in blocks if path]
    commands = [line[2:] for *_, steps, text in blocks if steps for line in text.splitlines() if line.startswith("$ ")]
    if page.count("<!-- file: ") != len(files) or not commands:
        sys.exit("the page has blocks that this test does not understand, or no steps")
    with temporary_folder("clc-page-") as copy:
        copy_tree(options.source, copy)
        step([f"{copy}/script/new-algorithm", "bit_count"])
        for path, after, text in files:
            write_block(copy, path, after or None, text)
        build_clrun(options, copy, ["kernels/bit_count/bit_count.cpp"] + [path for path, *_ in files if path.endswith(".cpp")])
        variables = environment(PATH=f"{copy}/bin:{options.build}/bin:{os.environ['PATH']}")
        output = ""
        for command in commands:
            output = step(command, shell=True, cwd=copy, env=variables)
        if LAST_LINE.search(page).group(1) not in output:
            sys.exit(f"the page promises `{LAST_LINE.search(page).group(1)}`, and there was:\n{output}")
        print(step(f"clc compile kernels/bit_count/bit_count.cl -t driver:pocl -o bit_count && "
                   "clrun verify bit_count --package bit_count --device 'portable computing language'", shell=True, cwd=copy,
                   env=variables))
        mutants = glob.glob(os.path.join(copy, "tests/**/mutants.py"), recursive=True)
        print(step([sys.executable, *mutants, "--clrun", f"{copy}/bin/clrun", "--clc", f"{options.build}/bin/clc",
                    "--kernels", f"{copy}/kernels", "--only", "popcount"], env=variables))
        print(step([sys.executable, *mutants, "--clrun", f"{copy}/bin/clrun", "--clc", f"{options.build}/bin/clc",
                    "--kernels", f"{copy}/kernels", "--only", "bit_count"], env=variables))


main()
