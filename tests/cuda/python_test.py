#!/usr/bin/env python3
"""Arrays and streams of others than clc through pyopencl on the driver over CUDA, with a libcuda.so.1 that computes on the host.

usage: python_test.py --prefix DIR --source DIR --fake FOLDER --vendors FOLDER
"""
import argparse
import os
import sys

for folder in "support", "python":
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", folder))
import python_interpreter  # noqa: E402
from clc_testing import check, compile, environment, finish, run, skip_all, temporary_folder  # noqa: E402

SOURCE = """kernel void add(global int* numbers, int number) { numbers[get_global_id(0)] += number; }
kernel void read(const global int* numbers) {}
kernel void floats(global float4* values) {}
"""

LAUNCH = """import numpy, pyopencl, sys
queue = pyopencl.CommandQueue(pyopencl.Context(pyopencl.get_platforms()[0].get_devices()[:1]))
numbers = pyopencl.Buffer(queue.context, pyopencl.mem_flags.COPY_HOST_PTR, hostbuf=numpy.arange(16, dtype=numpy.int32))
pyopencl.Program(queue.context, open(sys.argv[1]).read()).build().add(queue, (16,), None, numbers, numpy.int32(5))
"""


def main():
    parser = argparse.ArgumentParser()
    for name in "prefix", "source", "fake", "vendors":
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    python = python_interpreter.with_pyopencl(options.source)
    if python is None:
        skip_all("arrays of CUDA's", "pyopencl is not installed (script/setup --python)")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "use_cuda.py")
    with temporary_folder(own_cache=True) as folder:
        source, package = os.path.join(folder, "k.cl"), os.path.join(folder, "k.clcpack")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SOURCE)
        compile(os.path.join(options.prefix, "bin/clc"), source, output=package, targets=["cuda:sm_90"])
        variables = environment(CLC_PREFIX=options.prefix, PYTHONPATH=os.path.join(options.source, "python"), PYTHONDONTWRITEBYTECODE="1",
                                XDG_CACHE_HOME=os.path.join(folder, "cache of pyopencl"), LD_LIBRARY_PATH=options.fake,
                                OCL_ICD_VENDORS=options.vendors)
        done = run(python, "-W", "error::UserWarning", script, package, env=variables, merged=True)
        check(done.returncode == 0, "arrays, streams and views of CUDA's", done.stdout)
        clc, capture = os.path.join(options.prefix, "bin/clc"), os.path.join(folder, "add.clccap")
        run(clc, "capture", "-o", capture, "--kernel", "add", "--", python, "-c", LAUNCH, source, env=variables, expected=0)
        both = os.path.join(folder, "both.clcpack")
        compile(clc, source, output=both, targets=["amdgcn:gfx1100", "cuda:sm_90"])
        for words, what in ([], "a replay"), (["--package", both], "a replay of a package whose first variant is another's"):
            replayed = run(clc, "replay", capture, *words, env=variables, expected=None)
            check(replayed.returncode == 0 and "as recorded" in replayed.stdout, f"CUDA is initialised in the confined process of {what}",
                  replayed.stdout + replayed.stderr)
    sys.exit(finish())


if __name__ == "__main__":
    main()
