"""Builds a program in this process, keeps it, and builds others in children of `multiprocessing`, which are forked.

usage: multiprocess.py LOADER
"""
import ctypes
import gc
import multiprocessing
import sys

HANDLE = ctypes.c_void_p


class Program:
    """Released when Python collects it, also in a child."""

    def __init__(self, cl, number):
        self.cl = cl
        platform, device = HANDLE(), HANDLE()
        assert cl.clGetPlatformIDs(1, ctypes.byref(platform), None) == 0
        assert cl.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, ctypes.byref(device), None) == 0
        self.context = HANDLE(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, None))
        source = ctypes.c_char_p(b"kernel void k(global int* x) { *x = %d; }" % number)
        self.handle = HANDLE(cl.clCreateProgramWithSource(self.context, 1, ctypes.byref(source), None, None))
        self.built = cl.clBuildProgram(self.handle, 0, None, None, None, None)

    def __del__(self):
        self.cl.clReleaseProgram(self.handle)
        self.cl.clReleaseContext(self.context)


CL = ctypes.CDLL(sys.argv[1])
for function in ("clCreateContext", "clCreateProgramWithSource"):
    getattr(CL, function).restype = HANDLE
KEPT = [Program(CL, 0)]


def build(number):
    KEPT.clear()
    gc.collect()
    return Program(CL, number).built


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(KEPT[0].built, pool.map_async(build, [1, 2, 3, 4]).get(60))
