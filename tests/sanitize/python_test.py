#!/usr/bin/env python3
"""Launches kernels with checks from Python, on a driver that takes SPIR-V: the C interface of checks, too.

usage: python_test.py --prefix FOLDER --source FOLDER --vendors FOLDER
       python_test.py PACKAGE   with pyopencl
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, "../support"), os.path.join(HERE, "../python")]

SOURCE = """kernel void shift(global int* to, local int* part, int by) {
  part[get_local_id(0)] = get_global_id(0);
  to[get_global_id(0) + by] = part[get_local_id(0) ^ 1];
}
"""


def launch(path):
    """Prints what is found."""
    import clc_opencl
    import numpy
    import pyopencl
    context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
    queue = pyopencl.CommandQueue(context, properties=pyopencl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)
    program = clc_opencl.Package(path).program(context)
    kernel, to = program.shift, numpy.zeros(64, numpy.int32)
    buffer = pyopencl.Buffer(context, pyopencl.mem_flags.READ_WRITE, 256)
    kernel(queue, (64,), (16,), to, 64, 1)
    kernel(queue, (64,), None, buffer.get_sub_region(0, 128), 1024, 0)
    found = program.take_check_results()
    for report in found.reports:
        print(report)
    print(sorted((report.check, report.kernel, report.line, report.column) for report in found.reports))
    print(len(found.not_checked), len(program.take_check_results().reports))


def main():
    import python_interpreter
    from clc_testing import check, compile, environment, finish, run, skip_all, temporary_folder  # pylint: disable=redefined-builtin
    parser = argparse.ArgumentParser()
    for name in "prefix", "source", "vendors":
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    python = python_interpreter.with_pyopencl(options.source)
    if python is None or not os.path.isdir(options.vendors):
        skip_all("no pyopencl (script/setup --python), or no driver that takes IL (script/setup --optional)")
    with temporary_folder(own_cache=True) as folder:
        source, package = os.path.join(folder, "shift.cl"), os.path.join(folder, "shift.clcpack")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SOURCE)
        compile(os.path.join(options.prefix, "bin/clc"), source, "--sanitize=bounds,race", targets=["spirv64"], output=package)
        # Items by themselves, whose reports do not depend on the width of vectors.
        done = run(python, __file__, package, env=environment(
            CLC_PREFIX=options.prefix, PYTHONPATH=os.path.join(options.source, "python"), PYTHONDONTWRITEBYTECODE="1", OCL_ICD_VENDORS=options.vendors,
            XDG_CACHE_HOME=os.path.join(folder, "cache of pyopencl"), CL_CONFIG_CPU_VECTORIZER_MODE="1"))
        for text in ("shift.cl:3:29: bounds: store of 4 bytes at byte 256 of global 'to', which has 256 bytes (kernel shift, item 63 0 0",
                     "shift.cl:2:25: race: store of 4 bytes", "shift.cl:3:31: race: load of 4 bytes",
                     "[('bounds', 'shift', 3, 29), ('race', 'shift', 2, 25), ('race', 'shift', 3, 31)]\n0 0\n"):
            check(done.returncode == 0 and text in done.stdout, f"Python gets {text}", done.stdout + done.stderr)
    return finish()


if __name__ == "__main__":
    sys.exit(launch(sys.argv[1]) if len(sys.argv) == 2 else main())
