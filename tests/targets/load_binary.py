#!/usr/bin/env python3
"""Gives a binary to an installed OpenCL driver, builds it and makes its kernels; prints `loaded`.

usage: load_binary.py NAME FILE KERNEL…      NAME is in the platform's or the device's name, in any case
"""
import ctypes
import sys

ALL_DEVICES = ctypes.c_uint64(0xFFFFFFFF)
PLATFORM_NAME, DEVICE_NAME = 0x0902, 0x102B

cl = ctypes.CDLL("libOpenCL.so.1")
cl.clCreateContext.restype = cl.clCreateProgramWithBinary.restype = cl.clCreateKernel.restype = ctypes.c_void_p


def must(code, what):
    if code != 0:
        sys.exit(f"{what}: {code}")


def listed(function, *arguments):
    count = ctypes.c_uint()
    if function(*arguments, 0, None, ctypes.byref(count)) != 0:
        return []
    found = (ctypes.c_void_p * count.value)()
    must(function(*arguments, count, found, None), "listing")
    return [ctypes.c_void_p(item) for item in found]


def text(function, what, key):
    buffer = ctypes.create_string_buffer(1024)
    must(function(what, key, len(buffer), buffer, None), "asking for a name")
    return buffer.value.decode("utf-8", "replace").lower()


def find(name):
    for platform in listed(cl.clGetPlatformIDs):
        for device in listed(cl.clGetDeviceIDs, platform, ALL_DEVICES):
            names = text(cl.clGetPlatformInfo, platform, PLATFORM_NAME) + text(cl.clGetDeviceInfo, device, DEVICE_NAME)
            if name.lower() in names or (name == "pocl" and "portable computing language" in names):
                return device
    sys.exit(f"no driver is called {name}")


def main():
    device = find(sys.argv[1])
    with open(sys.argv[2], "rb") as file:
        data = file.read()
    error, status = ctypes.c_int(), ctypes.c_int()
    context = ctypes.c_void_p(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, ctypes.byref(error)))
    must(error.value, "clCreateContext")
    binary = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p)
    program = ctypes.c_void_p(cl.clCreateProgramWithBinary(
        context, 1, ctypes.byref(device), ctypes.byref(ctypes.c_size_t(len(data))), ctypes.byref(binary),
        ctypes.byref(status), ctypes.byref(error)))
    must(error.value, "clCreateProgramWithBinary")
    must(status.value, "the binary's status")
    must(cl.clBuildProgram(program, 1, ctypes.byref(device), b"", None, None), "clBuildProgram")
    for kernel in sys.argv[3:]:
        cl.clCreateKernel(program, kernel.encode(), ctypes.byref(error))
        must(error.value, f"clCreateKernel {kernel}")
    print("loaded")


main()
