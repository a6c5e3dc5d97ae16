"""What the scripts of the gallery share: a device, a program compiled ahead of time for it, and PNG files."""
import struct
import sys
import zlib

import numpy
import pyopencl

import clc_opencl


def program(source, targets=("driver:pocl",)):
    """A queue on the first device that the package has a variant for, and the program."""
    package = clc_opencl.compile(source=source, targets=targets, options=["-cl-std=CL1.2"])
    for platform in pyopencl.get_platforms():
        for device in platform.get_devices():
            if package.choose(device).fitting:
                context = pyopencl.Context([device])
                return pyopencl.CommandQueue(context), package.program(context)
    sys.exit(f"no device for {targets}")


def save(pixels, default):
    """Writes an array of height x width x 3 bytes, or of floats from 0 to 1, to the file that the command line names."""
    path = sys.argv[1] if len(sys.argv) > 1 else default
    if pixels.dtype.kind == "f":
        pixels = (numpy.clip(pixels, 0, 1) * 255).astype(numpy.uint8)
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    chunks = (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, data in chunks:
            file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
