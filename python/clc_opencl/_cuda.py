"""Arrays and streams of other users of CUDA with programs of pyopencl, on the platform "clc CUDA" (docs/cuda.md): its extension cl_clc_cuda,
through the OpenCL loader that pyopencl has."""
from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from functools import lru_cache
from typing import Any, List, Optional, Sequence, Set, Tuple, cast

import numpy
import pyopencl

MEM_CUDA_POINTER, QUEUE_CUDA_STREAM = 0x434C4301, 0x434C4302
QUEUE_PROPERTIES_ARRAY = 0x1098
INVALID_BUFFER_SIZE, INVALID_PROPERTY = -61, -64
LEGACY_STREAM = 1  # 0 is the same
DLPACK_CUDA, DLPACK_CUDA_MANAGED, DLPACK_READ_ONLY = 2, 13, 1
MASKED = "the array has a mask, which kernels do not see"
DLPACK_KINDS = {0: "i", 1: "u", 2: "f", 5: "c", 6: "b"}


class DLTensor(Structure):
    _fields_ = [("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32), ("ndim", c_int32), ("code", c_uint8), ("bits", c_uint8),
                ("lanes", c_uint16), ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)), ("byte_offset", c_uint64)]


class DLManagedTensorVersioned(Structure):
    _fields_ = [("major", c_uint32), ("minor", c_uint32), ("context", c_void_p), ("deleter", c_void_p), ("flags", c_uint64), ("tensor", DLTensor)]


class Unfit(Exception):
    """Says what is wrong with an array."""


class ForeignArray:
    """An array in CUDA's memory, with what is asked of numpy's. `owner` keeps the memory; `stream` has the work that makes it, if it has
    to be waited for."""
    offset = 0

    def __init__(self, owner: Any, pointer: int, shape: Sequence[int], dtype: numpy.dtype, strides: Optional[Sequence[int]],
                 is_read_only: bool, stream: Optional[int] = None) -> None:
        self.owner, self.pointer, self.shape, self.dtype = owner, pointer, tuple(shape), dtype
        self.is_read_only, self.stream = is_read_only, stream
        self.size = int(numpy.prod(self.shape, dtype=numpy.int64))
        compact: List[int] = []
        step = dtype.itemsize
        for length in reversed(self.shape):
            compact.insert(0, step)
            step *= length
        self.strides = tuple(compact if strides is None else strides)
        self.is_compact = self.size == 0 or all(length == 1 or given == wanted for length, given, wanted in zip(self.shape, self.strides, compact))

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize


def array_of(given: Any, queue: "pyopencl.CommandQueue") -> Optional[ForeignArray]:
    """What an array tells by __cuda_array_interface__ or DLPack; None when it has neither. DLPack lets the producer's stream and the
    queue's wait for each other, which an interface without a stream does not."""
    interface = getattr(given, "__cuda_array_interface__", None)
    has_dlpack = hasattr(given, "__dlpack__") and hasattr(given, "__dlpack_device__")
    if interface is None and not has_dlpack:
        return None
    if not has_extension(queue.device.platform):
        raise Unfit(f"the array is in CUDA's memory, which {queue.device.name} of the platform {queue.device.platform.name} cannot reach: "
                    "\"clc CUDA\" can") if interface is not None or _is_of_cuda(given) else Unfit("the array is not in CUDA's memory")
    if interface is not None and (interface.get("version", 0) >= 3 or not has_dlpack):
        return _by_interface(given, interface)
    return _by_dlpack(given, queue)


def _is_of_cuda(given: Any) -> bool:
    return given.__dlpack_device__()[0] in (DLPACK_CUDA, DLPACK_CUDA_MANAGED)


def _by_interface(given: Any, interface: Any) -> ForeignArray:
    if interface.get("mask") is not None:
        raise Unfit(MASKED)
    pointer, is_read_only = interface["data"]
    dtype = numpy.dtype(interface["typestr"])
    if dtype.kind == "V" and len(interface.get("descr") or ()) > 1:
        dtype = numpy.dtype([tuple(each) for each in interface["descr"]])
    stream = interface.get("stream")
    return ForeignArray(given, pointer or 0, interface["shape"], dtype, interface.get("strides"), bool(is_read_only),
                        None if stream is None else int(stream))


def _by_dlpack(given: Any, queue: "pyopencl.CommandQueue") -> ForeignArray:
    if not _is_of_cuda(given):
        raise Unfit(f"the array is not in CUDA's memory (DLPack device {tuple(map(int, given.__dlpack_device__()))})")
    stream = stream_of(queue) or LEGACY_STREAM
    try:
        try:
            capsule = given.__dlpack__(stream=stream, max_version=(1, 0))
        except TypeError:  # of before version 1
            capsule = given.__dlpack__(stream=stream)
    except (BufferError, RuntimeError, ValueError) as error:
        raise Unfit(str(error)) from error
    # The capsule is not consumed: while it lives, so does the tensor.
    tensor, is_read_only = _tensor_in(capsule)
    kind = DLPACK_KINDS.get(tensor.code)
    if kind is None or tensor.bits % 8 != 0:
        raise Unfit(f"the array has elements that numpy does not know (DLPack type {tensor.code}, {tensor.bits} bits)")
    dtype = numpy.dtype(f"{kind}{tensor.bits // 8}")
    shape = [*tensor.shape[:tensor.ndim], *([tensor.lanes] if tensor.lanes > 1 else [])]
    strides = None
    if tensor.strides:
        strides = [each * tensor.lanes * dtype.itemsize for each in tensor.strides[:tensor.ndim]] + [dtype.itemsize] * (tensor.lanes > 1)
    return ForeignArray((given, capsule), (tensor.data or 0) + tensor.byte_offset, shape, dtype, strides, is_read_only)


def _tensor_in(capsule: Any) -> Tuple[DLTensor, bool]:
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = c_void_p, [ctypes.py_object, c_char_p]
    name = ctypes.pythonapi.PyCapsule_GetName
    name.restype, name.argtypes = c_char_p, [ctypes.py_object]
    if name(capsule) == b"dltensor_versioned":
        managed = ctypes.cast(get(capsule, b"dltensor_versioned"), POINTER(DLManagedTensorVersioned)).contents
        if managed.major > 1:
            raise Unfit(f"the array has version {managed.major} of DLPack")
        return managed.tensor, bool(managed.flags & DLPACK_READ_ONLY)
    return ctypes.cast(get(capsule, b"dltensor"), POINTER(DLTensor)).contents, False


@lru_cache(maxsize=None)
def _opencl() -> Any:
    """The loader that pyopencl is linked with: symbols of a library are looked for in those it needs, too."""
    loader = ctypes.CDLL(pyopencl._cl.__file__)
    loader.clCreateBufferWithProperties.restype = loader.clCreateCommandQueueWithProperties.restype = c_void_p
    loader.clCreateBufferWithProperties.argtypes = [c_void_p, POINTER(c_uint64), c_uint64, c_size_t, c_void_p, POINTER(c_int)]
    loader.clCreateCommandQueueWithProperties.argtypes = [c_void_p, c_void_p, POINTER(c_uint64), POINTER(c_int)]
    for name in "clGetCommandQueueInfo", "clGetMemObjectInfo":
        getattr(loader, name).argtypes = [c_void_p, c_uint32, c_size_t, c_void_p, POINTER(c_size_t)]
    return loader


def _properties(name: int, value: int) -> Any:
    return (c_uint64 * 3)(name, value, 0)


def buffer_of(context: "pyopencl.Context", array: ForeignArray, is_read_only: bool) -> "pyopencl.Buffer":
    """A buffer over the array's memory."""
    flags = pyopencl.mem_flags.READ_ONLY if is_read_only else pyopencl.mem_flags.READ_WRITE
    code = c_int()
    made = _opencl().clCreateBufferWithProperties(context.int_ptr, _properties(MEM_CUDA_POINTER, array.pointer), flags, array.nbytes, None,
                                                  byref(code))
    if code.value == INVALID_PROPERTY:
        raise Unfit(f"0x{array.pointer:x} is no memory of a GPU of the queue's context")
    if code.value == INVALID_BUFFER_SIZE:
        raise Unfit(f"its {array.nbytes} bytes end behind the allocation that they are in")
    if code.value != 0:
        raise pyopencl.RuntimeError(f"clCreateBufferWithProperties failed: error {code.value}")
    return cast(pyopencl.Buffer, pyopencl.Buffer.from_int_ptr(made, retain=False))


def stream_of(queue: "pyopencl.CommandQueue") -> int:
    """The CUDA stream of any queue of the platform."""
    stream = c_uint64()
    if _opencl().clGetCommandQueueInfo(queue.int_ptr, QUEUE_CUDA_STREAM, 8, byref(stream), None) != 0:
        raise TypeError("the queue's device is none of the platform \"clc CUDA\"")
    return stream.value


@lru_cache(maxsize=None)
def has_extension(platform: "pyopencl.Platform") -> bool:
    return "cl_clc_cuda" in platform.extensions.split()


def is_on_stream(queue: "pyopencl.CommandQueue") -> bool:
    """True for queues that cuda_queue() made."""
    if not has_extension(queue.device.platform):
        return False
    told, size = (c_uint64 * 16)(), c_size_t()
    if _opencl().clGetCommandQueueInfo(queue.int_ptr, QUEUE_PROPERTIES_ARRAY, ctypes.sizeof(told), told, byref(size)) != 0:
        return False
    return QUEUE_CUDA_STREAM in told[0:size.value // 8:2]


def wait_for_streams(queue: "pyopencl.CommandQueue", arrays: Sequence[ForeignArray]) -> None:
    """Waits for the work that makes the arrays, where it is not ordered before the queue's by its stream."""
    streams: Set[int] = {each.stream or LEGACY_STREAM for each in arrays if each.stream is not None}
    if not streams:
        return
    for stream in streams - {stream_of(queue) or LEGACY_STREAM}:
        other = cuda_queue(queue.context, stream, device=queue.device)
        pyopencl.enqueue_marker(other)
        other.finish()


def cuda_queue(context: "pyopencl.Context", stream: Any, *, device: Optional["pyopencl.Device"] = None) -> "pyopencl.CommandQueue":
    """A queue on a stream of CUDA's: an int, or an object with `.cuda_stream` (PyTorch's) or `.ptr` (CuPy's), which has to live as long as
    the queue. Kernels of programs of this package are in the stream when their call returns, in order with all other work there."""
    handle = getattr(stream, "cuda_stream", getattr(stream, "ptr", stream))
    if not isinstance(handle, int) or isinstance(handle, bool):
        raise TypeError(f"stream must be an int or have .cuda_stream or .ptr, not {type(stream).__name__}")
    device = device if device is not None else context.devices[0]
    if not has_extension(device.platform):
        raise TypeError(f"{device.name} of the platform {device.platform.name} has no streams of CUDA's: \"clc CUDA\" has")
    code = c_int()
    made = _opencl().clCreateCommandQueueWithProperties(context.int_ptr, device.int_ptr, _properties(QUEUE_CUDA_STREAM, handle), byref(code))
    if code.value != 0:
        raise TypeError(f"0x{handle:x} is no stream of {device.name} (error {code.value})")
    return pyopencl.CommandQueue.from_int_ptr(made, retain=False)


class CudaView:
    """The memory of a pyopencl array or buffer for PyTorch, CuPy, Numba and others that know `__cuda_array_interface__`. It keeps the memory."""

    def __init__(self, owner: Any, interface: Any) -> None:
        self._owner = owner
        self.__cuda_array_interface__ = interface


def cuda_view(array: Any) -> CudaView:
    """The memory of a pyopencl array, or of a buffer as bytes, without a copy: `torch.as_tensor(cuda_view(a), device="cuda")`,
    `cupy.asarray(cuda_view(a))`. The commands of an array's queue are waited for, or, if the queue is on a stream of CUDA's, are in it."""
    is_array = hasattr(array, "base_data")
    buffer = array.base_data if is_array else array
    if not isinstance(buffer, pyopencl.MemoryObjectHolder):
        raise TypeError(f"takes a pyopencl array or buffer, not {type(array).__name__}")
    address, stream = c_uint64(), None
    if _opencl().clGetMemObjectInfo(buffer.int_ptr, MEM_CUDA_POINTER, 8, byref(address), None) != 0:
        raise TypeError("the buffer is not of the platform \"clc CUDA\"")
    if is_array and array.queue is not None and is_on_stream(array.queue):
        array.queue.flush()
        stream = stream_of(array.queue) or LEGACY_STREAM
    elif is_array:
        if array.queue is not None:
            array.queue.finish()
        array.finish()
    shape, dtype = (array.shape, array.dtype) if is_array else ((buffer.size,), numpy.dtype("u1"))
    interface = {"version": 3, "shape": tuple(map(int, shape)), "typestr": dtype.str, "descr": dtype.descr, "stream": stream,
                 "strides": tuple(map(int, array.strides)) if is_array and not array.flags.c_contiguous else None,
                 "data": (address.value + (array.offset if is_array else 0), False)}
    return CudaView(array, interface)
