#!/usr/bin/env python3
"""Faults of Intel's driver for CPUs that packages go round, as long as it has them.

usage: driver_faults.py --clc PROGRAM --compare PROGRAM

A package tells the driver by a build option what it needs. Without the option the kernels have to go wrong on the driver
that CLC_IL_VENDORS names: where they do not, the driver is mended, and the option can go.
"""
import argparse
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, equal, expect, finish, run, skip_all, temporary_folder, write_manifest  # noqa: E402

OPTION = "-cl-std=CL2.0"
HEAD = """// options: -cl-std=CL3.0
// global: 128
// local: 64
// argument: results 128
"""
KERNELS = {
    # Sub-groups go round as often as they are high, and their items tell one another numbers.
    "sub_group_barrier": """kernel void entry(global ulong* r) {
  local ulong c[64];
  const size_t i = get_global_id(0), l = get_local_id(0);
  const uint me = get_sub_group_local_id(), size = get_sub_group_size();
  for (uint round = 0; round <= get_sub_group_id(); round++) {
    c[l] = i * 7 + round;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    r[i] = r[i] * 3 + c[l - me + (me + 1) % size];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
}
""",
}


def without_option(package):
    """How many variants had the option."""
    path = os.path.join(package, "manifest.clc.json")
    with open(path, encoding="utf-8") as file:
        manifest = json.load(file)
    variants = [variant for module in manifest["modules"] for variant in module["variants"] if OPTION in variant.get("build_options", "")]
    for variant in variants:
        del variant["build_options"]
    write_manifest(path, manifest)
    return len(variants)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--compare", required=True)
    arguments = parser.parse_args()
    if not os.environ.get("CLC_IL_VENDORS"):
        skip_all("faults of a driver", "CLC_IL_VENDORS names no driver that takes SPIR-V (script/setup --optional)")
    vendors = environment(OCL_ICD_VENDORS=os.environ["CLC_IL_VENDORS"])
    with temporary_folder() as folder:
        for name, text in KERNELS.items():
            source, package = os.path.join(folder, f"{name}.cl"), os.path.join(folder, name)
            with open(source, "w", encoding="utf-8") as file:
                file.write(HEAD + text)
            compile(os.path.abspath(arguments.clc), source, "-cl-std=CL3.0", output=package, targets=["spirv64:1.2"])
            compared = [arguments.compare, "--sources", folder, "--package", package, name]
            said = run(*compared, env=vendors).stdout
            expect(f"{name} same " in said, f"{name}: {said}")
            equal(f"{name}: variants that have {OPTION}", without_option(package), 1)
            said = run(*compared, env=vendors).stdout
            expect(f"{name} differs " in said or f"{name} failed " in said, f"{name}: the driver is mended: {said}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
