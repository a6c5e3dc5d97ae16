"""Launches kernels that count, and prints what they counted. usage: use_coverage.py PACKAGE PLAIN"""
import json
import sys

import clc_opencl
import numpy
import pyopencl


def main():
    counting, plain = sys.argv[1:]
    device = next(each for platform in pyopencl.get_platforms() for each in platform.get_devices() if "gfx1100" in each.name)
    context = pyopencl.Context([device])
    queue = pyopencl.CommandQueue(context)
    program = clc_opencl.Package(counting).program(context)
    values = numpy.arange(64, dtype=numpy.int32)
    program.sign(queue, (64,), None, values, 60)
    program.sign(queue, (8,), (8,), values, 0, g_times_l=True)
    assert (values == [-1 if i < 60 else 1 for i in range(64)]).all(), values
    counts = program.coverage()
    print(json.dumps(counts))
    none = clc_opencl.Package(plain).program(context)
    none.sign(queue, (64,), None, values, 60)
    try:
        none.coverage()
    except clc_opencl.ClcError as error:
        assert error.kind == "usage" and "--coverage" in str(error), error
    else:
        raise AssertionError("a program that does not count has counts")


if __name__ == "__main__":
    main()
