#!/usr/bin/env python3
"""Runs a kernel for each public report of LLVM's and libclc's wrong code that docs/known-miscompiles.md lists, with and without the optimiser.

usage: miscompiles_test.py --clc PROGRAM --compare PROGRAM -t TARGET --device D [--il] [--list FILE] [--share K/N]
       miscompiles_test.py --clc PROGRAM -t TARGET --make FOLDER
       miscompiles_test.py --compare PROGRAM --device D --run FOLDER
       --il     on the driver that CLC_IL_VENDORS names
       --list   docs/known-miscompiles.md, whose lines are held against the kernels
       --share  2/3: the second third of the kernels
       --make   compiles into FOLDER, which can be carried to another machine; --run runs that there

A kernel is */NAME.cl, whose first lines tell what goes wrong, then `report:`, and what clc_compare_kernels reads: options, sizes, arguments and the
expected results. `targets:` names the beginnings of the only targets that can compile it.
"""
import argparse
import os
import pathlib
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, compile, environment, expect, finish, run, share_of, skip_all, temporary_folder  # noqa: E402  pylint: disable=redefined-builtin,wrong-import-position

KERNELS = sorted(pathlib.Path(__file__).parent.glob("*/*.cl"))
LEVELS = {"default": [], "without-optimiser": ["-cl-opt-disable"]}


def head(path, key):
    found = re.search(rf"^// {key}: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return found.group(1) if found else ""


def is_for(path, target):
    beginnings = head(path, "targets").split()
    return not beginnings or any(target.startswith(beginning) for beginning in beginnings)


def make(clc, target, folder, kernels):
    """Packages of the kernels in FOLDER/LEVEL, by the options that they want."""
    for level, words in LEVELS.items():
        parts = []
        for options in sorted({head(path, "options") for path in kernels}):
            files = [path for path in kernels if head(path, "options") == options and is_for(path, target)]
            if files:
                parts.append(folder / f"{level}-{len(parts)}")
                compile(clc, *files, *options.split(), *words, "-w", output=parts[-1], targets=[target])
        run(clc, "link", *parts, "-o", folder / level, expected=0)
    sources = folder / "sources"
    sources.mkdir()
    for path in kernels:
        if is_for(path, target):
            shutil.copy(path, sources)


def results(compare, device, sources, package, names, **options):
    """What clc_compare_kernels says of each kernel."""
    command = [compare, "--sources", sources, "--package", package, "--no-source"] + (["--device", device] if device else [])
    said = code_and_output(*command, *names, **options)[1]
    return dict(re.findall(r"^(\w+) ((?:same|differs|skipped|failed) .*)$", said, re.MULTILINE))


def run_all(compare, device, folder, **options):
    sources = folder / "sources"
    names = sorted(path.stem for path in sources.iterdir())
    for level in LEVELS:
        told = results(compare, device, sources, folder / level, names, **options)
        for name in names:
            said = told.get(name, "the driver died")
            check(said.startswith("same"), f"{name}, {level}", said)
    # A kernel whose expected results are others must fail.
    wrong = folder / "wrong"
    wrong.mkdir(exist_ok=True)
    text = (sources / f"{names[0]}.cl").read_text(encoding="utf-8")
    (wrong / f"{names[0]}.cl").write_text(re.sub(r"^(// expected: )(\d+)", lambda found: found[1] + str(int(found[2] == "0")), text,
                                                flags=re.MULTILINE))
    said = results(compare, device, wrong, folder / "default", names[:1], **options).get(names[0], "")
    check(said.startswith("differs"), "another result is found", said)


def hold_list(path):
    """Each kernel has a line in the list, with its reports, and each line a kernel."""
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", pathlib.Path(path).read_text(encoding="utf-8"), re.MULTILINE))
    for kernel in KERNELS:
        reports = head(kernel, "report")
        expect(listed.pop(kernel.stem, None) == reports, f"{kernel.stem} is listed with its reports: {reports}")
    expect(not listed, f"no kernel: {', '.join(listed)}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ", 1)[1])
    parser.add_argument("--clc")
    parser.add_argument("--compare")
    parser.add_argument("-t", "--target")
    parser.add_argument("--device", default="")
    parser.add_argument("--il", action="store_true")
    parser.add_argument("--list")
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("--make", type=pathlib.Path)
    parser.add_argument("--run", type=pathlib.Path)
    arguments = parser.parse_args()
    vendors = os.environ.get("CLC_IL_VENDORS")
    if arguments.il and not (vendors and os.path.isdir(vendors)):
        skip_all("known miscompiles in SPIR-V", "Intel's driver is not here (script/setup --optional)")
    if arguments.list:
        hold_list(arguments.list)
    if arguments.make:
        arguments.make.mkdir(parents=True, exist_ok=True)
        make(arguments.clc, arguments.target, arguments.make, KERNELS)
        return 0
    options = {"env": environment(OCL_ICD_VENDORS=vendors)} if arguments.il else {}
    if arguments.run:
        run_all(arguments.compare, arguments.device, arguments.run)
        return finish()
    which, parts = arguments.share
    print(f"share {which + 1}/{parts}")
    with temporary_folder() as folder:
        make(arguments.clc, arguments.target, pathlib.Path(folder), KERNELS[which::parts])
        run_all(arguments.compare, arguments.device, pathlib.Path(folder), **options)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
