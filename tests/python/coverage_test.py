#!/usr/bin/env python3
"""Kernels that count, launched from Python on an emulated GPU: the counts are right, the same as those that the process leaves in
CLC_COVERAGE_DIR, and clc coverage reads them.

usage: coverage_test.py --prefix DIR --source DIR
"""
import argparse
import json
import os
import sys

import python_interpreter

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, equal, finish, output_of, run, skip_all, succeed, temporary_folder  # noqa: E402

SOURCE = """kernel void sign(global int* to, int limit) {
  if (get_global_id(0) < limit)
    to[get_global_id(0)] = -1;
  else
    to[get_global_id(0)] = limit ? 1 : to[get_global_id(0)];
}
"""


def main():
    parser = argparse.ArgumentParser()
    for name in "prefix", "source":
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    python = python_interpreter.with_pyopencl(options.source)
    if python is None:
        skip_all("programs of pyopencl that count", "pyopencl is not installed (script/setup --python)")
    clc = os.path.join(options.prefix, "bin/clc")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "use_coverage.py")
    with temporary_folder(own_cache=True) as folder:
        source, counting, plain, counts = (os.path.join(folder, name) for name in ("sign.cl", "counting.clcpack", "plain.clcpack", "counts"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(SOURCE)
        succeed(clc, "compile", source, "--coverage", "-t", "amdgcn:gfx1100", "-o", counting)
        succeed(clc, "compile", source, "-t", "amdgcn:gfx1100", "-o", plain)
        variables = environment(CLC_PREFIX=options.prefix, PYTHONPATH=os.path.join(options.source, "python"), PYTHONDONTWRITEBYTECODE="1",
                                XDG_CACHE_HOME=os.path.join(folder, "cache"), CLC_COVERAGE_DIR=counts)
        done = run(clc, "emulate", "--no-layer", "--chip", "gfx1100", "--", python, script, counting, plain, env=variables)
        check(done.returncode == 0, "Python launches kernels that count", done.stdout + done.stderr)
        told = next((json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")), None)
        files = [os.path.join(counts, name) for name in os.listdir(counts)]
        with open(files[0], encoding="utf-8") as file:
            equal("what the process leaves, and what it was told", json.load(file), told)
        equal("files of counts", len(files), 1)
        equal("sizes", [(each["global_size"], each.get("local_size", ""), each["launches"]) for each in told["launches"]], [("64", "", 1), ("64", "8", 1)])
        report = json.loads(output_of(clc, "coverage", counting, counts, "--format", "json"))
        equal("lines", {each["line"]: each["count"] for each in report["files"][0]["lines"]}, {1: 128, 2: 128, 3: 60, 4: 68, 5: 68, 6: 128})
        equal("branches", [(each["line"], each["taken"], each["not_taken"]) for each in report["files"][0]["branches"]], [(2, 60, 68), (5, 4, 64)])
    sys.exit(finish())


if __name__ == "__main__":
    main()
