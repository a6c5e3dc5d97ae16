"""Runs packages through pyopencl on PoCL. For pyopencl_test.py, in an interpreter that has pyopencl.

usage: use_pyopencl.py PACKAGE FOLDER          tests
       use_pyopencl.py PACKAGE --show          prints what show.c prints of the results
       use_pyopencl.py PACKAGE times           prints how long opening and loading took
       use_pyopencl.py PACKAGE factor=N        adds a program when a line comes from standard input
"""
import copy
import decimal
import fractions
import gc
import os
import pickle
import subprocess
import sys
import threading
import time
import warnings

import numpy
import pyopencl
import pyopencl.array
import pyopencl.cltypes

import clc_opencl

COUNT = 1000
TWICE = "kernel void twice(global float* a) { a[get_global_id(0)] *= FACTOR; }"


def pocl():
    devices = [device for platform in pyopencl.get_platforms() for device in platform.get_devices() if "Portable" in platform.name]
    if not devices:
        sys.exit(77)
    return pyopencl.Context([devices[0]])


def mark():
    return time.perf_counter() * 1e3, time.thread_time() * 1e3


def times(path, context):
    start = mark()
    package = clc_opencl.Package(path)
    opened = mark()
    package.program(context, "vecadd")
    loaded = mark()
    print(*(f"{after - before:.3f}" for before, after in zip(start + opened, opened + loaded)))


def show(path, context):
    queue, program = pyopencl.CommandQueue(context), clc_opencl.Package(path).program(context, "vecadd")
    i = numpy.arange(COUNT, dtype=numpy.float32)
    a, b, c = i * numpy.float32(0.37), numpy.float32(1) / (i + 1), numpy.zeros(COUNT, numpy.float32)
    program.vecadd_scalar(queue, (COUNT,), None, a, b, c, COUNT)
    result = 14695981039346656037
    for bits in c.view(numpy.uint32):
        result = (result ^ int(bits)) * 1099511628211 % 2 ** 64
    print(f"loaded {program.variant.target}\nresults {result:016x}")


def arrays(path, context):
    queue, package = pyopencl.CommandQueue(context), clc_opencl.Package(path)
    program = package.program(context)
    assert isinstance(program, pyopencl.Program) and program.variant.target == "driver:pocl"
    choice = package.choose(context.devices[0])
    assert choice.fitting == ("driver:pocl",) and "NVIDIA" in choice.refused["nvptx:sm_90"], choice
    a = numpy.arange(24, dtype=numpy.float32)
    on_device = pyopencl.array.to_device(queue, a)
    buffer = pyopencl.Buffer(context, pyopencl.mem_flags.READ_ONLY | pyopencl.mem_flags.COPY_HOST_PTR, hostbuf=a)
    for first in a, on_device, buffer:
        c = numpy.zeros_like(a)
        program.vecadd_scalar(queue, (24,), None, first, on_device, c, numpy.uint64(24))
        assert (c == 2 * a).all(), c
    whole = numpy.zeros((24, 2), numpy.float32)
    program.vecadd_scalar(queue, (24,), None, a, a, whole[:, 1], 24)  # not contiguous
    assert (whole[:, 1] == 2 * a).all() and not whole[:, 0].any()
    fixed = numpy.zeros_like(a)
    fixed.flags.writeable = False
    elsewhere = type("Elsewhere", (), {"__cuda_array_interface__": {"version": 3, "shape": (24,), "typestr": "<f4", "data": (64, False)}})()
    for bad, said in (((a, a, a), "takes 4 arguments, not 3"), ((elsewhere, a, a, 24), "in CUDA's memory, which"), ((a.astype("f8"), a, a, 24), "argument 'a' (float*): takes elements of float32"),
                      ((a, a, a, 1.5), "argument 'end' (ulong): takes whole numbers"), ((a, a, a, -1), "not in its range"),
                      ((a, a, 3, 24), "argument 'c'"), ((a, a, fixed, 24), "read-only"), ((a, a, a[:0], 24), "empty"),
                      ((a, a, a, [1, 2]), "takes 1 numbers, not 2"), ((a, a, a, 24), "argument 'c' (float*): shares memory with argument 'a'"),
                      ((a, a, a[::2], 12), "shares memory"), ((a, a, numpy.zeros(24, [("x", "f4")]), 24), "takes elements of float32"),
                      *(((a, a, fixed * 1, wrong), "argument 'end' (ulong)") for wrong in
                        (None, "24", b"24", 24j, fractions.Fraction(24), decimal.Decimal(24), 1 << 64, [None], object())),
                      *(((a, wrong, fixed * 1, 24), "argument 'b' (float*)") for wrong in ("b", 1, [1.0] * 24, object(), context))):
        try:
            program.vecadd_scalar(queue, (24,), None, *bad)
        except TypeError as error:
            assert said in str(error), error
        else:
            raise AssertionError(said)
    try:
        print(program.nothing)
    except AttributeError as error:
        assert "no kernel 'nothing'; it has: " in str(error)
    for module, target, kind in ("none", None, "usage"), (None, "nvptx:sm_90", "unavailable"):
        try:
            package.program(context, module, target=target)
        except clc_opencl.ClcError as error:
            assert error.kind == kind and str(error), error
        else:
            raise AssertionError(kind)


def values(context):
    queue = pyopencl.CommandQueue(context)
    program = clc_opencl.compile(source="""
        typedef struct { int a; float b; } Pair;
        kernel __attribute__((reqd_work_group_size(4, 1, 1)))
        void sum_up(global float* to, local float* t, float3 v, Pair p, char c, global float2* z) {
          t[get_local_id(0)] = get_local_id(0);
          barrier(CLK_LOCAL_MEM_FENCE);
          to[get_global_id(0)] = v.x + v.y * 10 + v.z * 100 + p.a * 1000 + p.b + c + t[3 - get_local_id(0)] + z[0].y;
        }""", targets=["driver:pocl"]).program(context)
    to = numpy.zeros(4, numpy.float32)
    for place, wrong in ((1, "16"), (1, None), (1, 0), (1, -4), (2, 1e39), (2, (1, 2, 1e39)), (2, (1, 2, 3j)), (2, "123"), (3, 7.5), (3, None), (3, "12345678"),
                         (3, numpy.zeros((), [("a", "i4")])), (4, 128), (4, None), (2, (1, 2, numpy.float64(1e39)))):
        given = [to, 16, (1, 2, 3), bytes(8), -1, numpy.array([2 + 5j], numpy.complex64)]
        given[place] = wrong
        try:
            program.sum_up(queue, (4,), None, *given)
        except TypeError as error:
            assert f"argument '{program.sum_up.facts.arguments[place].name}'" in str(error), error
        else:
            raise AssertionError((place, wrong))
    for call in (lambda: program.sum_up(queue, (4,), None, to, 16, pyopencl.cltypes.make_float3(1, 2, 3), bytes(8), -1, numpy.zeros(1, numpy.complex64)),):
        call()
    pair = numpy.array((7, 0.5), numpy.dtype([("a", "i4"), ("b", "f4")]))[()]
    program.sum_up(queue, (4,), None, to, 16, (1, 2, 3), pair, -1, numpy.array([2 + 5j], numpy.complex64))
    assert (to == [7328.5, 7327.5, 7326.5, 7325.5]).all(), to


def launches(context):
    """What pyopencl's kernels take, and how a wrong queue or size is told."""
    queue = pyopencl.CommandQueue(context)
    program = clc_opencl.compile(source="""
        kernel void scale(global float* a, float by) { a[get_global_id(0)] *= by * get_local_size(0); }
        kernel void halves(global half* a) {}""", targets=["driver:pocl"]).program(context)
    a = numpy.ones(8, numpy.float32)
    program.scale(queue, (4,), (2,), a, 2, g_times_l=True)  # 4 groups
    assert (a == 4).all(), a
    program.scale(queue, (0,), None, a, 2, allow_empty_ndrange=True)
    program.scale(queue, numpy.array([8]), [numpy.int64(8)], a, numpy.float16(0.5), global_offset=[0])
    assert (a == 16).all(), a
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for by in numpy.float16(2), numpy.float64(0.5), numpy.int8(-128), numpy.float32(numpy.inf), float("nan"), -(1 << 63):
            program.scale(queue, (8,), None, a, by)
        for by in numpy.float64(1e39), 1e308, numpy.longdouble(1e39):
            try:
                program.scale(queue, (8,), None, a, by)
            except TypeError as error:
                assert "argument 'by' (float)" in str(error) and "not in its range" in str(error), error
            else:
                raise AssertionError(by)
    for named, wrong in (("queue", (context, (8,), None)), ("queue", (None, (8,), None)), ("queue", (pyopencl.array.zeros(queue, 8, numpy.float32), (8,), None)),
                         ("global_size", (queue, 8, None)), ("global_size", (queue, None, None)), ("global_size", (queue, ("a",), None)),
                         ("local_size", (queue, (8,), 4))):
        try:
            program.scale(*wrong, a, 2)
        except TypeError as error:
            assert str(error).startswith(f"{named} must be "), error
        else:
            raise AssertionError((named, wrong))
    assert repr(program) == "<clc_opencl.Program for driver:pocl: halves, scale>", repr(program)
    assert repr(program.scale) == "<clc_opencl.Kernel scale(float* a, float by)>", repr(program.scale)


def on_device(context):
    """Arrays on the device are not copied: those that lie otherwise than a kernel reads are refused, by name and with the way out."""
    queue = pyopencl.CommandQueue(context)
    program = clc_opencl.compile(source="""
        typedef struct { float x; int n; char c; } Item;
        kernel void plus(global const int* a, global int* b) { b[get_global_id(0)] = a[get_global_id(0)] + 1; }
        kernel void threes(global float3* v, global float4* w, global int* i) { v[get_global_id(0)] += 1; w[0] = 2; }
        kernel void items(global Item* all, Item one, global int (*rows)[4], global void* any) { all[get_global_id(0)].n = one.n; }
        """, targets=["driver:pocl"]).program(context)
    a, b = pyopencl.array.to_device(queue, numpy.arange(6, dtype=numpy.int32)), pyopencl.array.zeros(queue, 6, numpy.int32)
    item = numpy.dtype([("x", "f4"), ("n", "i4"), ("c", "i1")], align=True)
    one = numpy.ones((), item)
    rows, floats, ints = numpy.zeros((2, 4), numpy.float32), numpy.zeros(8, numpy.float32), numpy.zeros(4, numpy.int32)

    def refused(kernel, arguments, name, said):
        try:
            kernel(queue, (2,), None, *arguments)
        except TypeError as error:
            assert f"argument '{name}'" in str(error) and said in str(error), error
        else:
            raise AssertionError((name, said))

    program.plus(queue, (3,), None, a[:3], b)
    assert (b.get()[:3] == [1, 2, 3]).all()
    for array in a[::2], a.reshape(2, 3).T, a[::-1]:
        refused(program.plus, (array, b), "a", "one after another")
    refused(program.plus, (a, b[::2]), "b", "give its buffer (base_data)")
    refused(program.plus, (a[2:4], b), "a", "begins 8 bytes behind")
    refused(program.plus, (pyopencl.array.zeros(queue, 0, numpy.int32), b), "a", "empty")
    program.threes(queue, (2,), None, rows, floats, ints)
    assert (rows[:, :3] == 1).all() and (floats[:4] == 2).all()
    program.threes(queue, (2,), None, numpy.zeros(2, pyopencl.cltypes.float3), floats.reshape(2, 2, 2), ints)
    refused(program.threes, (numpy.zeros((4, 3), numpy.float32), floats, ints), "v", "rows of 4 numbers, the fourth of each unused")
    refused(program.threes, (pyopencl.array.zeros(queue, (4, 3), numpy.float32), floats, ints), "v", "shape is (4, 3)")
    refused(program.threes, (floats[:6], floats, ints), "v", "rows of 4 numbers")
    refused(program.threes, (rows, floats[:6], ints), "w", "rows of 4 numbers, and")
    for shape in (1, 3), (2, 3), (4, 3), (4, 2), (8, 1), (4, 4, 3):  # whatever the product of the sizes
        refused(program.threes, (rows, numpy.zeros(shape, numpy.float32), ints), "w", f"rows of 4 numbers, and the array's shape is {shape}")
    for shape in (1, 4), (3, 8), (2, 2, 4), (1, 2, 2):
        program.threes(queue, (2,), None, rows, numpy.zeros(shape, numpy.float32), ints)
    program.threes(queue, (2,), None, rows, numpy.zeros((3, 2), numpy.complex64), ints)
    refused(program.threes, (rows, numpy.zeros((2, 3), numpy.complex64), ints), "w", "shape is (2, 3)")
    refused(program.threes, (rows, floats, floats * 1), "i", "takes elements of int32")
    program.items(queue, (2,), None, numpy.zeros(2, item), one, ints, floats)
    program.items(queue, (2,), None, numpy.zeros(24, numpy.uint8), one, ints, floats)
    for part in numpy.zeros(20, numpy.uint8), numpy.zeros(16, numpy.int8), pyopencl.array.zeros(queue, 20, numpy.uint8):
        refused(program.items, (part, one, ints, floats), "all", f"takes elements of 12 bytes, and the array has {part.nbytes} bytes")
    refused(program.items, (rows, one, ints, floats), "all", "structured dtype or bytes, and the array has float32")
    refused(program.items, (numpy.zeros(2, [("x", "f4")]), one, ints, floats), "all", "elements of 12 bytes, and those of the array have 4")
    refused(program.items, (numpy.zeros(2, item), one, rows, floats), "rows", "takes elements of int32")
    swapped = numpy.dtype([("n", "i4"), ("x", "f4"), ("c", "i1")], align=True)
    refused(program.items, (numpy.zeros(2, swapped), one, ints, floats), "all", "field 'n' at byte 0: Item has it at byte 4")
    refused(program.items, (pyopencl.array.zeros(queue, 2, swapped), one, ints, floats), "all", "field 'n' at byte 0: Item has it at byte 4")
    refused(program.items, (numpy.zeros(2, item), numpy.zeros((), swapped), ints, floats), "one", "field 'n' at byte 0: Item has it at byte 4")


def kinds(context):
    """What a driver would take and read as something else: objects of Python, other numbers for structs, masks, buffers for images."""
    queue = pyopencl.CommandQueue(context)
    program = clc_opencl.compile(source="""
        typedef struct { int x; int n; } Pair;
        kernel void structs(global Pair* all, global void* any, Pair one, global float* f, int number, float2 two) { f[0] = one.n; }
        kernel void images(read_only image2d_t flat, write_only image3d_t deep, read_only image1d_t line, read_only image2d_array_t array,
                           global float* f, global void* any) {}
        """, targets=["driver:pocl"]).program(context)
    pair, floats, data = numpy.dtype([("x", "i4"), ("n", "i4")]), numpy.zeros(4, numpy.float32), numpy.zeros(16, numpy.uint8)
    objects, holding = numpy.array([{"x": 1}, 2, 3, 4], object), numpy.zeros(4, [("x", "i4"), ("n", "O")])
    masked = numpy.ma.masked_array(floats, [True, False, False, False])
    good = [numpy.zeros(4, pair), data, numpy.array((1, 7), pair), floats, 3, (1, 2)]
    # Debian 12's pyopencl makes images by their class alone, which newer ones call deprecated.
    create_image = getattr(pyopencl, "create_image", pyopencl.Image)
    format_of_images = pyopencl.ImageFormat(pyopencl.channel_order.RGBA, pyopencl.channel_type.FLOAT)
    image_of = {name: create_image(context, pyopencl.mem_flags.READ_WRITE, format_of_images, shape=shape, is_array=name == "array")
                for name, shape in {"flat": (4, 4), "deep": (4, 4, 4), "line": (4,), "array": (4, 4, 2)}.items()}
    buffer = pyopencl.Buffer(context, pyopencl.mem_flags.READ_WRITE, 256)
    pictures = [*image_of.values(), buffer, buffer]
    program.structs(queue, (1,), None, *good)
    assert floats[0] == 7
    for one in bytes(8), numpy.zeros(8, "u1"), numpy.zeros(8, "i1"), numpy.zeros(1, "V8"), good[2][()]:
        program.structs(queue, (1,), None, *good[:2], one, *good[3:])
    program.structs(queue, (1,), None, numpy.zeros(16, numpy.int8), numpy.zeros(4, "M8[s]"), *good[2:])
    program.images(queue, (1,), None, *pictures)
    numbers = [numpy.zeros(8, kind) for kind in ("i2", "i4", "i8", "b1", "M8[s]", "U2", "f4", "c8", "S8")]
    for kernel, arguments, bad in (
            (program.structs, good, (
                *((place, wrong, "objects of Python") for place in (0, 1) for wrong in (objects, holding)), (2, objects[:1], "objects of Python"),
                (2, holding[0], "objects of Python"), *((0, wrong, f"and the array has {wrong.dtype}") for wrong in numbers),
                *((2, wrong.reshape(-1)[:max(1, 8 // wrong.itemsize)], f"and the array has {wrong.dtype}") for wrong in numbers),
                (2, ((1, 2), 3), "not tuple"), (2, [1, [2, 3]], "not list"), (0, numpy.ma.zeros(4, pair), "mask"), (1, masked, "mask"), (2, numpy.ma.zeros(1, pair), "mask"),
                (2, numpy.ma.zeros(1, pair)[0], "mask"), (3, masked, "mask"), (4, numpy.ma.masked, "mask"), (5, masked[:2], "mask"),
                *((place, image_of["flat"], "takes a memory object of type BUFFER, not IMAGE2D") for place in (0, 1, 3)))),
            (program.images, pictures, (
                *((place, buffer, "not BUFFER") for place in range(4)), (0, image_of["line"], "takes a memory object of type IMAGE2D, not IMAGE1D"),
                (0, image_of["array"], "not IMAGE2D_ARRAY"), (0, image_of["deep"], "not IMAGE3D"), (1, image_of["array"], "IMAGE3D, not IMAGE2D_ARRAY"),
                (2, image_of["flat"], "IMAGE1D, not IMAGE2D"), (3, image_of["deep"], "IMAGE2D_ARRAY, not IMAGE3D"), (4, image_of["flat"], "not IMAGE2D"),
                (5, image_of["line"], "not IMAGE1D"), (0, floats, "takes a pyopencl.Image, not ndarray")))):
        for place, wrong, said in bad:
            try:
                kernel(queue, (1,), None, *arguments[:place], wrong, *arguments[place + 1:])
            except TypeError as error:
                fact = kernel.facts.arguments[place]
                assert str(error).startswith(f"kernel '{kernel.facts.name}', argument '{fact.name}'") and said in str(error), (said, error)
            else:
                raise AssertionError((kernel, place, wrong))


def structs(context):
    """Fields of dtypes are held against the layouts of structs: by name, place and type."""
    queue = pyopencl.CommandQueue(context)
    program = clc_opencl.compile(source="""
        typedef struct { float x; int3 n; } Inner;
        typedef struct { float4 at; float w; Inner in[2]; union { uint bits; float f; } u; struct { char a; short b; }; global int* p; } Outer;
        kernel void take(global Outer* all, global Inner* one) { all[0].w = one->n.y + all[0].in[1].n.z; }
        typedef struct { struct { int a; float b; } each[2]; int n; } Unnamed;
        kernel void unnamed(global Unnamed* all) { all[0].n = 5; }
        """, targets=["driver:pocl"]).program(context)
    inner = numpy.dtype({"names": ["x", "n"], "formats": ["f4", ("i4", 3)], "offsets": [0, 16], "itemsize": 32})

    def outer(**others):
        fields = {"at": ("f4", 4, 0), "w": ("f4", 1, 16), "in": (inner, 2, 32), "u": ("u4", 1, 96), "a": ("i1", 1, 100), "b": ("i2", 1, 102), "p": ("u8", 1, 104)}
        fields = {name: each for name, each in (fields | others).items() if each is not None}
        return numpy.dtype({"names": list(fields), "formats": [(kind, (count,)) if count > 1 else kind for kind, count, _ in fields.values()],
                            "offsets": [each[2] for each in fields.values()], "itemsize": 112})

    def launch(dtype):
        one, whole = numpy.zeros(1, inner), numpy.zeros(1, dtype)
        one["n"] = 5, 7, 9
        program.take(queue, (1,), None, whole, one)
        return whole

    assert launch(outer())["w"] == 7
    good = ({"at": None, "x": ("f4", 1, 0), "yz": ("f4", 2, 4)}, {"at": (pyopencl.cltypes.float4, 1, 0)}, {"at": ("c8", 2, 0)}, {"u": ("f4", 1, 96)},
            {"padding": ("V12", 1, 20)}, {"gap": ("i4", 3, 20)}, {"in": ("V64", 1, 32)}, {"w": None, "weight": ("f4", 1, 16)}, {"a": None, "b": None})
    for fields in good:
        launch(outer(**fields))
    other = numpy.dtype({"names": ["x", "n"], "formats": ["f4", ("i4", 3)], "offsets": [0, 4], "itemsize": 32})
    bad = (({"w": ("i4", 1, 16)}, "field 'w' at byte 16 is int32, and Outer has 'w' there, float32 at byte 16"), ({"w": ("f4", 1, 20)}, "field 'w' at byte 20: Outer has it at byte 16"),
           ({"in": (other, 2, 32)}, "field 'in.n' at byte 36: Outer has it at byte 48"), ({"at": ("f8", 2, 0)}, "field 'at' at byte 0 is float64"),
           ({"b": None, "c": ("i2", 1, 101)}, "field 'c' at byte 101 is int16, and Outer has 'b' there, int16 at byte 102"), ({"u": ("u2", 1, 96)}, "field 'u' at byte 96 is uint16"))
    for fields, said in bad:
        try:
            launch(outer(**fields))
        except TypeError as error:
            assert "argument 'all' (Outer*): " in str(error) and said in str(error), error
        else:
            raise AssertionError(said)
    numbers = numpy.zeros(1, [("each", "i4", 4), ("n", "i4")])  # what lies in an array of unnamed structs is not known
    program.unnamed(queue, (1,), None, numbers)
    assert numbers["n"] == 5
    try:
        program.unnamed(queue, (1,), None, numpy.zeros(1, [("each", "i4", 4), ("n", "f4")]))
    except TypeError as error:
        assert "field 'n' at byte 16 is float32" in str(error), error
    else:
        raise AssertionError("unnamed")


def threads(path, context):
    queue, program, wrong = pyopencl.CommandQueue(context), clc_opencl.Package(path).program(context), []

    def work(number):
        for _ in range(20):
            a, c = numpy.full(64, number, numpy.float32), numpy.zeros(64, numpy.float32)
            program.vecadd_scalar(queue, (64,), None, a, a, c, 64)
            wrong.extend([number] if (c != 2 * number).any() else [])
    running = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for each in running:
        each.start()
    for each in running:
        each.join()
    assert not wrong, wrong


def application(context):
    """Code as it is there: nothing in it knows of clc."""
    queue = pyopencl.CommandQueue(context)
    a = numpy.arange(8, dtype=numpy.float32)
    program = pyopencl.Program(context, TWICE).build("-DFACTOR=3")
    data = pyopencl.array.to_device(queue, a)
    program.twice(queue, data.shape, None, data.data)
    assert (data.get() == 3 * a).all()


def ships(folder, context):
    path, build = os.path.join(folder, "app.clcpack"), pyopencl.Program.build
    with clc_opencl.shipped(path, targets=["driver:pocl", "spirv64"]) as made:
        application(context)
    assert (made.served, made.missed) == (1, 0) and pyopencl.Program.build is build
    before = os.stat(path).st_mtime_ns
    with clc_opencl.shipped(path, targets=["driver:pocl"]) as again:
        application(context)
    assert again.served == 1 and os.stat(path).st_mtime_ns == before
    decorated = clc_opencl.shipped(path, strict=True)
    for _ in range(2):
        decorated(application)(context)
    assert decorated.served == 2
    try:  # a program for several devices at once is the driver's
        with clc_opencl.shipped(path, strict=True):
            pyopencl.Program(context, TWICE).build("-DFACTOR=3", devices=context.devices * 2)
    except clc_opencl.ClcError as error:
        assert "for 2 devices" in str(error)
    else:
        raise AssertionError("several devices")
    with clc_opencl.shipped(path) as other:  # what the package lacks, the driver compiles
        pyopencl.Program(context, TWICE).build("-DFACTOR=4")
    assert (other.served, other.missed) == (0, 1)
    try:
        with clc_opencl.shipped(path, strict=True):
            pyopencl.Program(context, TWICE).build("-DFACTOR=4")
    except clc_opencl.ClcError as error:
        assert "has no program with this source" in str(error)
    else:
        raise AssertionError("strict")
    with clc_opencl.shipped(path, targets=["driver:pocl"]):
        pyopencl.Program(context, TWICE).build(["-DFACTOR=4"])
    assert len(clc_opencl.Package(path).manifest.modules) == 2 and pyopencl.Program.build is build


def add(path, context, option):
    with clc_opencl.shipped(path, targets=["driver:pocl"]):
        pyopencl.Program(context, TWICE).build(option)
        print("built", flush=True)
        sys.stdin.readline()


def modules_of(path):
    return {module.name: [each.target for each in module.variants] for module in clc_opencl.Package(path).manifest.modules}


def ships_together(folder, context):
    """What several add to one package at once is all in it."""
    path = os.path.join(folder, "a folder that is not there yet", "together.clcpack")
    running = [subprocess.Popen([sys.executable, __file__, path, f"factor={number}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) for number in range(6)]
    for each in running:
        assert each.stdout.readline() == b"built\n"
    assert not os.path.exists(path)
    for each in running:
        each.stdin.close()
    assert [(each.wait(), each.stdout.close()) for each in running] == [(0, None)] * 6
    assert len(modules_of(path)) == 6, modules_of(path)
    assert os.listdir(os.path.dirname(path)) == ["together.clcpack"], os.listdir(os.path.dirname(path))
    name = clc_opencl._shipped.module_name(TWICE, "-DFACTOR=7")
    with clc_opencl.shipped(path, targets=["driver:pocl", "nvptx:sm_90"]):  # one within the other: both read the same package
        pyopencl.Program(context, TWICE).build("-DFACTOR=7")
        with clc_opencl.shipped(path, targets=["driver:pocl", "spirv64"]):
            pyopencl.Program(context, TWICE).build("-DFACTOR=7")
            pyopencl.Program(context, TWICE).build("-DFACTOR=8")
        assert len(modules_of(path)) == 8
    assert len(modules_of(path)) == 8 and modules_of(path)[name] == ["driver:pocl", "nvptx:sm_90", "spirv64:1.2"], modules_of(path)
    try:
        with clc_opencl.shipped(os.path.join(path, "below a file"), targets=["driver:pocl"]):
            pyopencl.Program(context, TWICE).build("-DFACTOR=3")
    except clc_opencl.ClcError as error:
        assert error.kind == "io" and path in str(error), error
    else:
        raise AssertionError("no place for a package")


VALUE = '#include "value.h"\nkernel void value(global int* a) { a[0] = VALUE; }'


def value(context):
    """What a program gives that reads value.h; None where it does not build."""
    queue, result = pyopencl.CommandQueue(context), numpy.zeros(1, numpy.int32)
    try:
        program = pyopencl.Program(context, VALUE).build(["-I", "first", "-I", "second"])
    except pyopencl.RuntimeError:
        return None
    buffer = pyopencl.Buffer(context, pyopencl.mem_flags.READ_WRITE, 4)
    program.value(queue, (1,), None, buffer)
    pyopencl.enqueue_copy(queue, result, buffer)
    return int(result[0])


def follows_headers(folder, context):
    """A header that changes, goes, or is hidden by another makes a new program, and the package has that and no other."""
    os.chdir(folder)
    for name in "first", "second":
        os.mkdir(name)

    def write(name, number):
        with open(name, "w", encoding="utf-8") as file:
            file.write("#include <deeper.h>\n" if number is None else f"#define VALUE {number}\n")

    for path in "headers.clcpack", "headers":
        for name, number, wanted in (("second/value.h", 1, 1), ("second/value.h", 2, 2), ("first/value.h", 3, 3), ("first/value.h", None, None),
                                     ("first/deeper.h", 4, 4), ("first/deeper.h", 5, 5), ("first/value.h", "gone", 2), ("second/value.h", "gone", None),
                                     ("second/value.h", 6, 6)):
            if number == "gone":
                os.remove(name)
            else:
                write(name, number)
            with warnings.catch_warnings(), clc_opencl.shipped(path, targets=["driver:pocl"]) as made:
                warnings.simplefilter("ignore")
                got = value(context)
                again = value(context)
            assert got == wanted == again, (path, name, number, got, again)
            assert made.served == (0 if wanted is None else 2), (path, name, made.served)
            if wanted is None:
                continue
            with clc_opencl.shipped(path, strict=True):
                assert value(context) == wanted
            assert len(clc_opencl.Package(path).manifest.modules) == 1
        with clc_opencl.shipped(path, targets=["driver:pocl"]):  # within one statement
            write("second/value.h", 7)
            assert value(context) == 7
            write("second/value.h", 8)
            assert value(context) == 8
            pyopencl.Program(context, TWICE).build("-DFACTOR=3")
        os.remove("first/deeper.h")
        with clc_opencl.shipped(path, strict=True):
            assert value(context) == 8
        assert len(clc_opencl.Package(path).manifest.modules) == 2


def copies(path, context):
    """Whatever holds something of this process is shared by a copy, or is not copied."""
    package = clc_opencl.Package(path)
    program = package.program(context)
    kernel = program.vecadd_scalar
    queue, a = pyopencl.CommandQueue(context), numpy.arange(24, dtype=numpy.float32)
    for each in program, kernel:
        for refused in copy.deepcopy, pickle.dumps:
            try:
                refused(each)
            except TypeError as error:
                assert "of this process" in str(error), error
            else:
                raise AssertionError(refused)
    copied = copy.copy(package), copy.copy(program), copy.copy(kernel)
    del package, program, kernel
    gc.collect()
    for vecadd in copied[0].program(context).vecadd_scalar, copied[1].vecadd_scalar, copied[2]:
        c = numpy.zeros_like(a)
        vecadd(queue, (24,), None, a, a, c, 24)
        assert (c == 2 * a).all()


def main():
    path, what = sys.argv[1:]
    context = pocl()
    if what == "times":
        times(path, context)
    elif what.startswith("factor="):
        add(path, context, "-DFACTOR=" + what.partition("=")[2])
    elif what == "--show":
        show(path, context)
    else:
        arrays(path, context)
        values(context)
        launches(context)
        on_device(context)
        kinds(context)
        structs(context)
        threads(path, context)
        ships(what, context)
        ships_together(what, context)
        copies(path, context)
        follows_headers(os.path.abspath(what), context)


if __name__ == "__main__":
    main()
