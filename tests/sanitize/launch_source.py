#!/usr/bin/env python3
"""Launches a kernel of a source file on the first device, compiled by the driver: what `clrun sanitize` does with a package. For Oclgrind.

usage: launch_source.py FILE KERNEL [OPTION…] -- [--global-size XxYxZ] [--work-group XxYxZ] [--arg VALUE]…   as of clrun sanitize
"""
import ctypes
import os
import random
import re
import struct
import sys

FORMATS = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "long": "q", "ulong": "Q", "float": "f", "double": "d"}
cl = ctypes.CDLL(None if "oclgrind" in os.environ.get("LD_PRELOAD", "") else "libOpenCL.so.1")
for function in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
    getattr(cl, function).restype = ctypes.c_void_p
size, handle = ctypes.c_size_t, ctypes.c_void_p
ARGUMENT_TYPE = 0x1198


def done(code):
    if code != 0:
        sys.exit(f"launch_source: an OpenCL call gave {code}")


def numbers(words, rng):
    """The bytes of buffer:TYPE:COUNT and what may stand behind."""
    kind, count, *filling = words
    base, width = re.fullmatch(r"([a-z]+)(\d*)", kind).groups()
    form, count = FORMATS[base], int(count) * {"": 1, "3": 4}.get(width, int(width or 1))
    least, most = -(1 << 31), (1 << 31) - 1
    if base.startswith("u"):
        least, most = 0, (1 << 32) - 1
    if struct.calcsize(form) == 1:
        least, most = least >> 24, most >> 24
    how, *limits = filling or ["random"]
    if form in "fd":
        low, high = map(float, limits or (-1, 1))
        values = [rng.uniform(low, high) for _ in range(count)]
    else:
        values = [rng.randrange(int(limits[0])) if limits else rng.randint(least, most) for _ in range(count)]
    if how in ("zeros", "count"):
        values = [i if how == "count" else 0 for i in range(count)]
    return struct.pack(f"{count}{form}", *values)


def main():
    words = sys.argv[1:]
    path, name, *options = words[:words.index("--")]
    given = words[words.index("--") + 1:]
    shapes, values = {"--global-size": [1], "--work-group": [1]}, []
    for option, value in zip(given[::2], given[1::2]):
        if option == "--arg":
            values.append(value)
        else:
            shapes[option] = [int(one) for one in value.split("x")]
    with open(path, "rb") as file:
        source = ctypes.c_char_p(file.read())
    platform, device, error = handle(), handle(), ctypes.c_int()
    code = ctypes.byref(error)
    done(cl.clGetPlatformIDs(1, ctypes.byref(platform), None))
    done(cl.clGetDeviceIDs(platform, ctypes.c_ulong(0xFFFFFFFF), 1, ctypes.byref(device), None))
    context = handle(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, code))
    queue = handle(cl.clCreateCommandQueue(context, device, ctypes.c_ulong(0), code))
    program = handle(cl.clCreateProgramWithSource(context, 1, ctypes.byref(source), None, code))
    done(cl.clBuildProgram(program, 1, ctypes.byref(device), " ".join([*options, "-cl-kernel-arg-info"]).encode(), None, None))
    kernel = handle(cl.clCreateKernel(program, name.encode(), code))
    done(error.value)
    rng = random.Random(1)
    for i, value in enumerate(values):
        kind, *parts = value.split(":")
        if kind == "local":
            done(cl.clSetKernelArg(kernel, i, size(int(parts[0])), None))
        elif kind == "buffer":
            data = numbers(parts, rng)
            buffer = handle(cl.clCreateBuffer(context, ctypes.c_ulong(1 | 1 << 5), size(len(data)), data, code))
            done(cl.clSetKernelArg(kernel, i, size(8), ctypes.byref(buffer)))
        else:
            text = ctypes.create_string_buffer(64)
            done(cl.clGetKernelArgInfo(kernel, i, ARGUMENT_TYPE, size(64), text, None))
            kind = {b"DATA_TYPE": "float", b"FPTYPE": "float", b"unsigned int": "uint"}.get(text.value, text.value.decode())
            data = struct.pack(FORMATS.get(kind, "i"), float(value) if kind in ("float", "double") else int(value))
            done(cl.clSetKernelArg(kernel, i, size(len(data)), data))
    dimensions = len(shapes["--global-size"])
    groups = shapes["--work-group"] + [1] * (dimensions - len(shapes["--work-group"]))
    done(cl.clEnqueueNDRangeKernel(queue, kernel, dimensions, None, (size * dimensions)(*shapes["--global-size"]), (size * dimensions)(*groups), 0, None,
                                   None))
    done(cl.clFinish(queue))


if __name__ == "__main__":
    main()
