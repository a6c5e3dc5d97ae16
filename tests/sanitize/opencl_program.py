#!/usr/bin/env python3
"""An OpenCL program as others write them, for run_test.py: it compiles a kernel from source and launches it on the first device.

usage: opencl_program.py right|wrong   the kernel writes within its buffer, or 4 bytes behind it
"""
import ctypes
import sys

SOURCE = b"""
kernel void fill(global int* to, local int* part, int shift) {
  part[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0) + shift] = part[get_local_id(0)];
}
"""
ITEMS, NUM_ARGS = 64, 0x1191

cl = ctypes.CDLL("libOpenCL.so.1")
for function in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
    getattr(cl, function).restype = ctypes.c_void_p
size, handle = ctypes.c_size_t, ctypes.c_void_p


def done(code):
    if code != 0:
        sys.exit(f"an OpenCL call gave {code}")


def set_argument(index, bytes_of, value):
    done(cl.clSetKernelArg(kernel, index, size(bytes_of), value))


platform, device, code = handle(), handle(), ctypes.c_int()
done(cl.clGetPlatformIDs(1, ctypes.byref(platform), None))
done(cl.clGetDeviceIDs(platform, ctypes.c_ulong(0xFFFFFFFF), 1, ctypes.byref(device), None))
context = handle(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, ctypes.byref(code)))
queue = handle(cl.clCreateCommandQueue(context, device, ctypes.c_ulong(0), ctypes.byref(code)))
text = ctypes.c_char_p(SOURCE)
program = handle(cl.clCreateProgramWithSource(context, 1, ctypes.byref(text), None, ctypes.byref(code)))
done(cl.clBuildProgram(program, 1, ctypes.byref(device), b"", None, None))
kernel = handle(cl.clCreateKernel(program, b"fill", ctypes.byref(code)))
done(code.value)
buffer = handle(cl.clCreateBuffer(context, ctypes.c_ulong(1), size(4 * ITEMS), None, ctypes.byref(code)))
set_argument(0, 8, ctypes.byref(buffer))
set_argument(1, 4 * ITEMS, None)
set_argument(2, 4, ctypes.byref(ctypes.c_int(1 if sys.argv[1] == "wrong" else 0)))
number = ctypes.c_uint()
done(cl.clGetKernelInfo(kernel, NUM_ARGS, size(4), ctypes.byref(number), None))
print("arguments:", number.value, "of argument 3:", cl.clSetKernelArg(kernel, 3, size(8), ctypes.byref(buffer)))
items = size(ITEMS)
done(cl.clEnqueueNDRangeKernel(queue, kernel, 1, None, ctypes.byref(items), ctypes.byref(items), 0, None, None))
done(cl.clFinish(queue))
result = (ctypes.c_int * ITEMS)()
done(cl.clEnqueueReadBuffer(queue, buffer, 1, size(0), size(4 * ITEMS), result, 0, None, None))
print("last:", result[ITEMS - 1])
