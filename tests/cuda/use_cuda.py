"""Arrays and streams of others than clc on the platform "clc CUDA", over a libcuda.so.1 that computes on the host. For python_test.py.

usage: use_cuda.py PACKAGE     with the kernels add(global int*, int), read(const global int*), floats(global float4*)
"""
import ctypes
import gc
import sys
from ctypes import c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p

import numpy
import pyopencl
import pyopencl.array

import clc_opencl
from clc_opencl._cuda import DLManagedTensorVersioned, DLTensor, stream_of

cuda = ctypes.CDLL("libcuda.so.1")
cuda.cuCtxPushCurrent_v2.argtypes = [c_void_p]
FREED = []  # tensors whose producer was told that nobody needs them


class Memory:
    """Memory of CUDA's, which the fake has where the host sees it."""

    def __init__(self, values):
        self.address = c_uint64()
        assert cuda.cuMemAlloc_v2(ctypes.byref(self.address), c_size_t(values.nbytes)) == 0
        self.values = numpy.frombuffer((ctypes.c_char * values.nbytes).from_address(self.address.value), values.dtype).reshape(values.shape)
        self.values[...] = values


class Interface(Memory):
    """What Numba, or CuPy, gives."""

    def __init__(self, values, **more):
        super().__init__(values)
        self.__cuda_array_interface__ = {"shape": values.shape, "typestr": values.dtype.str, "data": (self.address.value, False), "version": 3,
                                         "strides": None, **more}


DELETER = ctypes.CFUNCTYPE(None, c_void_p)


class OldTensor(ctypes.Structure):
    _fields_ = [("tensor", DLTensor), ("context", c_void_p), ("deleter", c_void_p)]


class Tensor(Memory):
    """What PyTorch gives: DLPack, and an interface that says nothing of streams."""
    kind = (2, 0)
    read_only = 0

    def __init__(self, values, strides=None, code=0):
        super().__init__(values)
        self.streams = []
        self.code, self.steps = code, strides

    def __dlpack_device__(self):
        return self.kind

    def _tensor(self):
        count = self.values.ndim
        self.shape = (c_int64 * count)(*self.values.shape)
        self.strides = (c_int64 * count)(*self.steps) if self.steps else None
        return DLTensor(self.address.value, *self.kind, count, self.code, self.values.itemsize * 8, 1, self.shape, self.strides, 0)

    def __dlpack__(self, *, stream=None):
        self.streams.append(stream)
        return self._capsule(OldTensor(self._tensor()), b"dltensor")

    def _capsule(self, managed, name):
        self.managed = managed
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [c_void_p, ctypes.c_char_p, c_void_p]
        return new(ctypes.addressof(managed), name, None)


class NewTensor(Tensor):
    """With version 1 of DLPack, which tells that an array is read-only."""
    read_only = 1

    def __dlpack__(self, *, stream=None, max_version=None):
        assert max_version[0] == 1
        self.streams.append(stream)
        return self._capsule(DLManagedTensorVersioned(1, 0, None, None, self.read_only, self._tensor()), b"dltensor_versioned")


def numbers():
    return numpy.arange(16, dtype=numpy.int32)


def refused(said, kernel, *arguments, queue):
    try:
        kernel(queue, (16,), None, *arguments)
    except TypeError as error:
        assert said in str(error) and "argument '" in str(error), (said, str(error))
    else:
        assert False, said


def arrays(context, program):
    queue = pyopencl.CommandQueue(context)
    stream = stream_of(queue)
    for array in Interface(numbers()), Interface(numbers(), version=2), Interface(numbers(), strides=(4,), stream=1), Tensor(numbers()):
        event = program.add(queue, (16,), None, array, 5)
        assert event.command_execution_status == pyopencl.command_execution_status.COMPLETE
        assert (array.values == numbers() + 5).all(), array.values
        assert getattr(array, "streams", [stream]) == [stream]
    square = Tensor(numbers().reshape(4, 4), strides=(4, 1))
    square.__cuda_array_interface__ = {"version": 2}  # as PyTorch's: DLPack tells more
    program.add(queue, (16,), None, square, 1)
    assert (square.values.ravel() == numbers() + 1).all()
    managed = Tensor(numbers())
    managed.kind = (13, 0)
    fixed = NewTensor(numbers())
    program.read(queue, (16,), None, fixed)
    floats = Interface(numpy.zeros(16, numpy.float32))
    program.floats(queue, (4,), None, floats)
    for bad, said in ((Interface(numpy.zeros(4)), "takes elements of int32, and the array has float64"),
                      (Interface(numbers(), mask=numbers()), "mask"),
                      (Interface(numbers()[:0]), "empty"),
                      (Interface(numbers().reshape(4, 4), strides=(4, 16)), "one after another"),
                      (Tensor(numbers().reshape(4, 4), strides=(1, 4)), "one after another"),
                      (Tensor(numbers(), code=4), "numpy does not know"),
                      (fixed, "read-only"),
                      (Interface(numbers(), shape=(17,)), "end behind the allocation"),
                      (object(), "takes a numpy or pyopencl array")):
        refused(said, program.add, bad, 1, queue=queue)
    locked = Interface(numbers())
    locked.__cuda_array_interface__["data"] = (locked.address.value, True)
    program.read(queue, (16,), None, locked)
    refused("read-only", program.add, locked, 1, queue=queue)
    lost = Interface(numbers())
    lost.__cuda_array_interface__["data"] = (64, False)
    refused("0x40 is no memory of a GPU", program.add, lost, 1, queue=queue)
    host = Tensor(numbers())
    host.kind = (1, 0)
    refused("not in CUDA's memory (DLPack device (1, 0))", program.add, host, 1, queue=queue)
    refused("takes rows of 4 numbers", program.floats, Interface(numpy.zeros(6, numpy.float32)), queue=queue)


def launches_in(stream):
    cuda.clc_fake_cuda_launches.restype = c_size_t
    return cuda.clc_fake_cuda_launches(c_uint64(stream))


class Stream:
    def __init__(self, name):
        stream = c_uint64()
        assert cuda.cuStreamCreate(ctypes.byref(stream), c_uint(1)) == 0
        self.handle = stream.value
        setattr(self, name, stream.value)


def streams(context, program):
    for stream in Stream("cuda_stream"), Stream("ptr"), 0, 2:
        queue = clc_opencl.cuda_queue(context, stream)
        handle = getattr(stream, "handle", stream)
        assert stream_of(queue) == handle
        array, tensor, before = Interface(numbers(), stream=handle or 1), Tensor(numbers()), launches_in(handle)
        for _ in range(50):
            program.add(queue, (16,), None, array, 1)
        program.add(queue, (16,), None, tensor, 1)
        assert launches_in(handle) == before + 51
        assert tensor.streams == [handle or 1]
        other = Interface(numbers(), stream=Stream("ptr").handle)
        program.add(queue, (16,), None, other, 1)
        queue.finish()
        assert (array.values == numbers() + 50).all() and (other.values == numbers() + 1).all()
    for bad, said in (("1", "must be an int"), (True, "must be an int"), (Stream, "must be an int"), (0x77777, "is no stream of Fake GPU 0")):
        try:
            clc_opencl.cuda_queue(context, bad)
        except TypeError as error:
            assert said in str(error), error
        else:
            assert False, bad


def seen(view):
    interface = view.__cuda_array_interface__
    memory = (ctypes.c_char * 4096).from_address(interface["data"][0])
    return numpy.ndarray(interface["shape"], interface["typestr"], memory, strides=interface["strides"])


def views(context, program):
    queue = pyopencl.CommandQueue(context)
    array = pyopencl.array.to_device(queue, numpy.arange(1024, dtype=numpy.int32).reshape(32, 32))
    view = clc_opencl.cuda_view(array)
    assert view.__cuda_array_interface__["strides"] is None and view.__cuda_array_interface__["stream"] is None
    assert (seen(view) == array.get()).all()
    seen(view)[0, 0] = 7
    assert array.get()[0, 0] == 7
    part = array[2:5, 3:9]
    assert (seen(clc_opencl.cuda_view(part)) == part.get()).all() if part.flags.c_contiguous else clc_opencl.cuda_view(part)
    assert (seen(clc_opencl.cuda_view(array.T)) == numpy.arange(1024).reshape(32, 32).T + 7 * (numpy.arange(1024).reshape(32, 32).T == 0)).all()
    buffer = clc_opencl.cuda_view(array.base_data)
    assert buffer.__cuda_array_interface__["shape"] == (4096,) and buffer.__cuda_array_interface__["typestr"] == "|u1"
    program.add(queue, (16,), None, view, 1)  # a view is an array of CUDA's, too
    assert array.get()[0, 0] == 8
    stream = Stream("ptr")
    on_stream = pyopencl.array.to_device(clc_opencl.cuda_queue(context, stream), numbers())
    assert clc_opencl.cuda_view(on_stream).__cuda_array_interface__["stream"] == stream.handle
    address = view.__cuda_array_interface__["data"][0]
    del array, part
    gc.collect()
    assert ctypes.c_int32.from_address(address + 4).value == 2  # the view keeps the memory
    for bad in numbers(), None:
        try:
            clc_opencl.cuda_view(bad)
        except TypeError as error:
            assert "takes a pyopencl array or buffer" in str(error), error
        else:
            assert False, bad


def main():
    device = pyopencl.get_platforms()[0].get_devices()[0]
    context = pyopencl.Context([device])
    program = clc_opencl.Package(sys.argv[1]).program(context)
    assert program.variant.target == "cuda:sm_90", program.variant
    primary = c_void_p()
    assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(primary), c_int(0)) == 0 and cuda.cuCtxPushCurrent_v2(primary) == 0
    arrays(context, program)
    streams(context, program)
    views(context, program)


if __name__ == "__main__":
    main()
