#!/usr/bin/env python3
"""An OpenCL program as others write them, for run_test.py: it compiles kernels from source and launches them on the first device.

usage: opencl_program.py CASE   a function below
"""
import ctypes
import sys

SOURCE = b"""
kernel void fill(global int* to, local int* part, int shift) {
  part[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0) + shift] = part[get_local_id(0)];
}
kernel void paint(write_only image2d_t to, int shift) {
  write_imagef(to, (int2)(get_global_id(0) % 8 + shift, get_global_id(0) / 8), (float4)(1));
}
kernel void exchange(global int* to, int waits) {
  const int other = to[get_global_id(0) ^ 1];
  if (waits) barrier(CLK_GLOBAL_MEM_FENCE);
  to[get_global_id(0)] = other + get_local_id(0) + 1;
}
kernel void print(global const int* from) {
  if (get_global_id(0) == 5) printf("printed %d\\n", from[5]);
}
"""
FLAG_SOURCE = b"""
kernel void flag(global int* to) {
  local atomic_flag is_set;
  if (get_local_id(0) == 0) atomic_flag_clear(&is_set);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!atomic_flag_test_and_set(&is_set)) to[0] = 1;
}
"""
SUM_SOURCE = b"""
kernel void sum(global int* to) { if (get_local_id(0) < 8) to[0] += 1; }
kernel void sum_of_group(global int* to) {
  local int all[1];
  if (get_local_id(0) == 0) all[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) < 8) all[0] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = all[0];
}
"""
BELOW_SOURCE = b"""
kernel void below(global int* to) {
  local int before[64], all[64];
  before[get_local_id(0)] = all[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  all[(int)(get_local_id(0) / 64) - 1] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = before[get_local_id(0)] + all[get_local_id(0)];
}
"""
COPY_SOURCE = b"""
kernel void copy(global int* to, int waits) {
  local int part[64], other[64];
  const int item = get_local_id(0);
  part[item] = item;
  if (waits) barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(other, to, 64, 0);
  const int from = part[63 - item];
  wait_group_events(1, &copied);
  to[item] = from + other[63 - item];
}
"""
EARLY_SOURCE = b"""
kernel void into(global int* to, int waits) {
  local int part[64];
  event_t copied = async_work_group_copy(part, to, 64, 0);
  if (waits) wait_group_events(1, &copied);
  const int from = part[63 - get_local_id(0)];
  wait_group_events(1, &copied);
  to[get_local_id(0)] = from;
}
kernel void out_of(global int* to, int waits) {
  local int part[64];
  part[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(to, part, 64, 0);
  if (waits) wait_group_events(1, &copied);
  part[get_local_id(0)] = 2;
  wait_group_events(1, &copied);
}
"""
TWICE_SOURCE = b"""
kernel void sum_all(global const int* from, global int* to) {
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += from[i];
  to[get_global_id(0)] = sum;
}
"""
COPIED_SOURCE = b"""
kernel void read_copied(global const int* from, global int* to, global int* result) {
  local int part[64];
  const int item = get_local_id(0);
  part[item] = item;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(to, part, 64, 0);
  wait_group_events(1, &copied);
  barrier(CLK_GLOBAL_MEM_FENCE);
  result[item] = from[item ^ 1];
}
"""
STEP_SOURCE = b"""
kernel void step_over(global int* to) { for (int i = 0; i != 64; i += 3) to[i] = 0; }
kernel void step_to(global int* to, int end) { for (int i = 0; i != end; i += 3) to[i] = 0; }
kernel void step_on(global int* to) { for (int i = 0; i != 63; i += 3) to[i] = 0; }
"""
VALID_SOURCE = b"""
kernel void valid(global int* x, int n) {
  local int l[64];
  const int i = get_local_id(0);
  l[i] = 0;
  %s {
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = l[63 - i];
  }
}
"""
# Branches at which items differ before a barrier that all of them reach.
VALID_BRANCHES = (b"if (i < 16) { if (n < 0) return; l[i] = x[i]; }",
                  b"for (int j = i; j < n; j += 64) { if (x[j] < 0) return; l[i] += x[j]; }",
                  b"switch (i & 3) { case 0: if (x[i] < 0) return; l[i] = x[i]; break; case 1: l[i] = 2 * x[i]; break; default: l[i] = 1; }",
                  b"l[i] = x[i]; if (i < 32 || x[n] > 0)")
OTHER_SOURCE = b"kernel void twice(global int* a) { a[get_global_id(0)] *= 2; }"
ITEMS, NUM_ARGS, REGION = 64, 0x1191, 0x1220

cl = ctypes.CDLL("libOpenCL.so.1")
for function in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer", "clCreateSubBuffer",
                 "clCreateImage", "clSVMAlloc"):
    getattr(cl, function).restype = ctypes.c_void_p
size, handle, number = ctypes.c_size_t, ctypes.c_void_p, ctypes.c_int
code = ctypes.byref(error := number())


def done(result):
    if result != 0:
        sys.exit(f"an OpenCL call gave {result}")


platform, device = handle(), handle()
done(cl.clGetPlatformIDs(1, ctypes.byref(platform), None))
done(cl.clGetDeviceIDs(platform, ctypes.c_ulong(0xFFFFFFFF), 1, ctypes.byref(device), None))
context = handle(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, code))
queue = handle(cl.clCreateCommandQueue(context, device, ctypes.c_ulong(0), code))


def kernel(name, source=SOURCE, build_options=b""):
    program = handle(cl.clCreateProgramWithSource(context, 1, ctypes.byref(ctypes.c_char_p(source)), None, code))
    done(cl.clBuildProgram(program, 1, ctypes.byref(device), build_options, None, None))
    made = handle(cl.clCreateKernel(program, name, code))
    done(error.value)
    return made


def buffer():
    return handle(cl.clCreateBuffer(context, ctypes.c_ulong(1), size(4 * ITEMS), None, code))


def part_of(whole):
    """The second half of a buffer."""
    return handle(cl.clCreateSubBuffer(whole, ctypes.c_ulong(0), REGION, ctypes.byref((size * 2)(2 * ITEMS, 2 * ITEMS)), code))


def launch(of, *arguments):
    for i, value in enumerate(arguments):
        if isinstance(value, number):
            done(cl.clSetKernelArg(of, i, size(4), ctypes.byref(value)))
        elif isinstance(value, size):
            done(cl.clSetKernelArg(of, i, value, None))
        elif value is not None:
            done(cl.clSetKernelArg(of, i, size(8), ctypes.byref(value)))
    items = size(ITEMS)
    result = cl.clEnqueueNDRangeKernel(queue, of, 1, None, ctypes.byref(items), ctypes.byref(items), 0, None, None)
    done(cl.clFinish(queue))
    return result


def fill(to, shift):
    return launch(kernel(b"fill"), to, size(4 * ITEMS), number(shift))


def numbers(of):
    result = (ctypes.c_int * ITEMS)()
    done(cl.clEnqueueReadBuffer(queue, of, 1, size(0), size(4 * ITEMS), result, 0, None, None))
    return result


def right():
    of, to, count = kernel(b"fill"), buffer(), ctypes.c_uint()
    done(launch(of, to, size(4 * ITEMS), number(0)))
    done(cl.clGetKernelInfo(of, NUM_ARGS, size(4), ctypes.byref(count), None))
    print("arguments:", count.value, "of argument 3:", cl.clSetKernelArg(of, 3, size(8), ctypes.byref(to)))
    print("last:", numbers(to)[ITEMS - 1])


def wrong():
    """The kernel writes 4 bytes behind its buffer, twice."""
    for _ in range(2):
        print("launch:", fill(buffer(), 1))


def part():
    """A sub-buffer is shorter than the range."""
    done(fill(part_of(buffer()), 0))


def released():
    of, whole = kernel(b"fill"), buffer()
    half = part_of(whole)
    for i, value in enumerate((half, None, number(0))):
        done(cl.clSetKernelArg(of, i, size(4 if i == 2 else 8 if i == 0 else 4 * ITEMS), None if value is None else ctypes.byref(value)))
    done(cl.clReleaseMemObject(half))
    print("launch:", launch(of))


def shared():
    of = kernel(b"fill")
    memory = handle(cl.clSVMAlloc(context, ctypes.c_ulong(1), size(4 * ITEMS), 0))
    done(cl.clSetKernelArgSVMPointer(of, 0, memory))
    done(launch(of, None, size(4 * ITEMS), number(1)))
    cl.clSVMFree(context, None)
    done(launch(of))
    cl.clSVMFree(context, memory)
    print("launch:", launch(of))


def image():
    shape = (ctypes.c_size_t * 9)(0x10F1, 8, 8)  # an image of two dimensions; its other fields are 0
    made = handle(cl.clCreateImage(context, ctypes.c_ulong(2), ctypes.byref((ctypes.c_uint * 2)(0x10B5, 0x10DE)), ctypes.byref(shape), None, code))
    done(error.value)
    done(launch(kernel(b"paint"), made, number(1)))


def exchange():
    """Items of a group change what others of it read, with a barrier between, and without."""
    done(launch(kernel(b"exchange"), buffer(), number(1)))


def exchange_at_once():
    done(launch(kernel(b"exchange"), buffer(), number(0)))


def flag():
    """Local memory that an atomic operation initialises."""
    done(launch(kernel(b"flag", FLAG_SOURCE, b"-cl-std=CL3.0"), buffer()))


def sums():
    """Items of one vector of a driver for CPUs add to one number, at once: all store the same."""
    done(launch(kernel(b"sum", SUM_SOURCE), buffer()))
    done(launch(kernel(b"sum_of_group", SUM_SOURCE), buffer()))


def below():
    """All items write to the place before the first variable, in which local memory has no shadow."""
    print("launch:", launch(kernel(b"below", BELOW_SOURCE), buffer()))


def copy():
    """An asynchronous copy between a write and a read by another item, with a barrier and without."""
    for waits in 1, 0:
        print("launch:", launch(kernel(b"copy", COPY_SOURCE), buffer(), number(waits)))


def copied_into():
    """Items use what an asynchronous copy writes, after a wait for it and before."""
    for waits in 1, 0:
        print("launch:", launch(kernel(b"into", EARLY_SOURCE), buffer(), number(waits)))


def copied_out():
    """The same of what it reads."""
    for waits in 1, 0:
        print("launch:", launch(kernel(b"out_of", EARLY_SOURCE), buffer(), number(waits)))


def given_twice():
    """A buffer that a kernel only reads, and that it writes, too, by another argument."""
    memory = buffer()
    for to in buffer(), memory:
        print("launch:", launch(kernel(b"sum_all", TWICE_SOURCE), memory, to))


def read_copied():
    """A buffer that a copy writes, and that the kernel reads by another argument behind the wait."""
    memory = buffer()
    print("launch:", launch(kernel(b"read_copied", COPIED_SOURCE), memory, memory, buffer()))


def step_over():
    """A loop whose steps meet their end, and one whose steps do not."""
    for name in b"step_on", b"step_over":
        print("launch:", launch(kernel(name, STEP_SOURCE), buffer()))


def step_to():
    """Loops to an end that is not known before: the steps meet it, and do not."""
    for end in 63, 64:
        print("launch:", launch(kernel(b"step_to", STEP_SOURCE), buffer(), number(end)))


def valid():
    """Kernels without faults, in which items go different ways before a barrier."""
    for branches in VALID_BRANCHES:
        memory = buffer()
        done(fill(memory, 0))
        done(launch(kernel(b"valid", VALID_SOURCE % branches), memory, number(40)))
        print("sum:", sum(numbers(memory)))


def other():
    """Two programs use a buffer, and the second one prints."""
    memory = buffer()
    done(fill(memory, 0))
    done(launch(kernel(b"twice", OTHER_SOURCE), memory))
    done(launch(kernel(b"print"), memory))
    print("last:", numbers(memory)[ITEMS - 1])


if __name__ == "__main__":
    cases = (right, wrong, part, released, shared, image, exchange, exchange_at_once, flag, sums, below, copy, copied_into, copied_out, given_twice,
             read_copied, step_over, step_to, valid, other)
    {each.__name__: each for each in cases}[sys.argv[1]]()
