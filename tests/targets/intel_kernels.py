#!/usr/bin/env python3
"""Kernels in the manner of oneDNN, OpenVINO and llama.cpp, with Intel's extensions for sub-groups.

usage: intel_kernels.py --clc PROGRAM --compare PROGRAM [--chips newest|all|NAME,NAME]

On the driver that CLC_IL_VENDORS names they compute the same from a package as from source, by its own compiler
(clc_compare_kernels). For Intel's GPUs they compile with ocloc, for a chip a day; what a chip lacks stands in LACKING.
"""
import argparse
import glob
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, expect, finish, output_of, run, skip, temporary_folder  # noqa: E402

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "intel_kernels")
TARGET = "spirv64:1.2,SPV_INTEL_subgroups"

# What chips whose names match have not, and what is said then: {kernel: (chips, message)}.
GEN_8_AND_9 = "bdw|skl|kbl|cfl|apl|bxt|glk|whl|aml|cml"
LACKING = {
    "attention_scores": ("(?!pvc).*", "Block reads not supported in SIMD32"),
    "image_blocks": ("pvc.*", "no matching function for call to 'intel_sub_group_block_read4'"),
    "image_blocks_short": ("pvc.*", "no matching function for call to 'intel_sub_group_block_read_us8'"),
    "local_blocks_narrow": (GEN_8_AND_9, "BlockReadLocal not supported"),
    "reorder_16a16b": ("pvc.*", "required subgroup size 8, which is unsupported on this platform"),
    "transpose_local_blocks": (GEN_8_AND_9, "BlockReadLocal not supported"),
}


def sources():
    """{standard: [file]}"""
    found = {}
    for file in sorted(glob.glob(os.path.join(FOLDER, "*.cl"))):
        with open(file, encoding="utf-8") as opened:
            found.setdefault(re.search(r"// options: (-cl-std=\S+)", opened.read())[1], []).append(file)
    return found


def package(clc, folder, target):
    parts = []
    for standard, files in sources().items():
        parts.append(os.path.join(folder, standard))
        compile(clc, *files, standard, output=parts[-1], targets=[target])
    run(clc, "link", *parts, "-o", os.path.join(folder, "all"), expected=0)
    return os.path.join(folder, "all")


def compare(clc, program, folder):
    """From the package and from source."""
    names = [os.path.basename(file)[:-3] for files in sources().values() for file in files]
    expect(len(names) >= 20, f"{len(names)} kernels, not twenty")
    made = package(clc, folder, TARGET)
    if not os.environ.get("CLC_IL_VENDORS"):
        skip("kernels of Intel's users on a device", "CLC_IL_VENDORS names no driver that takes SPIR-V (script/setup --optional)")
        return
    done = run(program, "--sources", FOLDER, "--package", made, *names,
               env=environment(OCL_ICD_VENDORS=os.environ["CLC_IL_VENDORS"]))
    said = dict(line.split(" ", 1) for line in done.stdout.splitlines() if not line.startswith("begin "))
    for name in names:
        expect(said.get(name, "").startswith("same "), f"{name}: {said.get(name, 'the driver died')}")


def chips_of(clc):
    families = json.loads(output_of(clc, "targets", "--format", "json"))["families"]
    return next(family for family in families if family["name"] == "intel")


def compile_for(clc, chip, folder):
    for standard, files in sources().items():
        output = os.path.join(folder, f"{chip}-{standard}")
        said = compile(clc, *files, standard, "--keep-going", output=output, targets=[f"intel:{chip}"], expected=None).stderr
        for file in files:
            name = os.path.basename(file)[:-3]
            chips, message = LACKING.get(name, ("(?!)", ""))
            about = [line for line in said.splitlines() if re.search(rf"\b{name}\b.*error", line)]
            if re.fullmatch(chips, chip):
                expect(about and message in said, f"{name} for {chip}: without '{message}': {about}")
            else:
                expect(not about, f"{name} for {chip}: {about}")
        made = json.loads(output_of(clc, "inspect", output, "--format", "json"))["modules"] if os.path.exists(output) else []
        compiled = {module["name"] for module in made if module["variants"]}
        lacking = {name for name, (chips, _) in LACKING.items() if re.fullmatch(chips, chip)}
        wanted = {os.path.basename(file)[:-3] for file in files} - lacking
        expect(wanted == compiled, f"{chip}: compiled are {sorted(compiled)}, not {sorted(wanted)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--compare", required=True)
    parser.add_argument("--chips", default="newest")
    arguments = parser.parse_args()
    clc = os.path.abspath(arguments.clc)
    with temporary_folder() as folder:
        compare(clc, arguments.compare, folder)
        intel = chips_of(clc)
        chips = intel["available_archs"] if intel["available"] else []
        if not chips:
            skip("kernels of Intel's users for its GPUs", "ocloc is not installed")
        elif arguments.chips == "newest":
            chips = chips[-1:]
        elif arguments.chips != "all":
            chips = arguments.chips.split(",")
        for chip in chips:
            compile_for(clc, chip, folder)
        print(f"compiled for {' '.join(chips)}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
