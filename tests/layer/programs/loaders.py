"""Builds a program through each loader of OpenCL that is named, and closes it afterwards where `-` stands before the name.

usage: loaders.py [-]LIBRARY…
"""
import _ctypes
import ctypes
import sys


def build(cl, number):
    handle = ctypes.c_void_p
    for name in ("clCreateContext", "clCreateProgramWithSource"):
        getattr(cl, name).restype = handle
    platform, device = handle(), handle()
    assert cl.clGetPlatformIDs(1, ctypes.byref(platform), None) == 0
    assert cl.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, ctypes.byref(device), None) == 0
    context = handle(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, None))
    source = ctypes.c_char_p(b"kernel void k(global int* x) { *x = %d; }" % number)
    program = handle(cl.clCreateProgramWithSource(context, 1, ctypes.byref(source), None, None))
    print("build", number, cl.clBuildProgram(program, 0, None, None, None, None), flush=True)
    cl.clReleaseProgram(program)
    cl.clReleaseContext(context)


for at, argument in enumerate(sys.argv[1:]):
    loader = ctypes.CDLL(argument.removeprefix("-"), mode=ctypes.RTLD_LOCAL)
    build(loader, at)
    if argument.startswith("-"):
        _ctypes.dlclose(loader._handle)  # pylint: disable=protected-access
