"""Programs of pyopencl that come from packages, and their kernels."""
from __future__ import annotations

import re
import threading
from functools import lru_cache
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy
import pyopencl

from . import _checks, _cuda, _library, _types
from ._coverage import Counts
from ._errors import ClcError, expect
from ._library import text
from ._structs import Layouts, mismatch, scalar_of

BUFFERS = (pyopencl.MemoryObjectHolder, *(getattr(pyopencl, name) for name in ("SVM", "SVMPointer") if hasattr(pyopencl, name)))
OBJECTS = {"image": (pyopencl.MemoryObjectHolder, "a pyopencl.Image"), "sampler": (pyopencl.Sampler, "a pyopencl.Sampler"),
           "local": (pyopencl.LocalMemory, "a number of bytes or a pyopencl.LocalMemory"), "pipe": (pyopencl.MemoryObjectHolder, "a pipe")}
MEMORY_TYPES = {getattr(pyopencl.mem_object_type, name): name for name in dir(pyopencl.mem_object_type) if name.isupper()}
IMAGE = re.compile(r"image([123]d)(_array|_buffer)?(?:_msaa)?(?:_depth)?_t")  # "image2d_array_t"


def _holds_whole(shape: Tuple[int, ...], step: int, row: int) -> bool:
    """True where no element of `step` numbers runs from one row of an array into the next. `row`: the numbers of an item of it."""
    for size in reversed(shape[1:]):
        row *= size
        if row % step == 0 or step % row != 0:
            break
    return row % step == 0


def _memory_type(fact: _types.Argument) -> str:
    """The name of the type of a memory object that stands for the argument. Drivers do not check it, and take a buffer as an image."""
    image = IMAGE.fullmatch(fact.plain_type) if fact.kind == "image" else None
    return (f"image{image[1]}{image[2] or ''}" if image else fact.kind).upper()


def _is_bytes(dtype: numpy.dtype) -> bool:
    """True of what may hold structs: a structured dtype, or bytes."""
    return dtype.kind == "V" or dtype.kind in "iu" and dtype.itemsize == 1


def _sizes(name: str, given: Any) -> Tuple[int, ...]:
    """The sizes of a launch as numbers of Python."""
    try:
        return tuple(map(int, given))
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a sequence of whole numbers, not {given!r}") from None


class Kernel:
    """A kernel that takes numpy and pyopencl arrays, and those of other users of CUDA. It checks number, kind and type of its arguments; what it lacks is its
    pyopencl.Kernel's."""

    def __init__(self, kernel: "pyopencl.Kernel", facts: _types.Kernel, layouts: Callable[[], Layouts], checks: Optional[_checks.Checks] = None,
                 counts: Optional[Counts] = None) -> None:
        self._checks = checks
        self.cl_kernel = kernel
        self.facts = facts
        self._layouts = layouts
        self._counts = counts
        self._mismatches: Dict[Tuple[str, Any], str] = {}  # by the struct and the dtype
        self._lock = threading.Lock()  # held from the first argument until the kernel is enqueued

    def __getattr__(self, name: str) -> Any:
        if name == "cl_kernel":  # a copy that is being made has nothing yet
            raise AttributeError(name)
        return getattr(self.cl_kernel, name)

    def __copy__(self) -> "Kernel":
        return self  # arguments are set in one place

    def __reduce_ex__(self, _: Any) -> Any:
        raise TypeError("a kernel of this process cannot be pickled or copied deeply")

    def __repr__(self) -> str:
        arguments = ", ".join(f"{each.type} {each.name}" for each in self.facts.arguments)
        return f"<clc_opencl.Kernel {self.facts.name}({arguments})>"

    def __call__(self, queue: "pyopencl.CommandQueue", global_size: Sequence[int], local_size: Optional[Sequence[int]], *arguments: Any,
                 global_offset: Optional[Sequence[int]] = None, g_times_l: bool = False, allow_empty_ndrange: bool = False,
                 wait_for: Optional[Sequence["pyopencl.Event"]] = None) -> "pyopencl.Event":
        """Launches, as kernels of pyopencl do. A numpy array in the place of a buffer is copied to the device, and back, unless the
        kernel has it as const; then the call waits until the kernel is done. So it does with an array of another user of CUDA, which is
        not copied, unless the queue is one of cuda_queue()."""
        expect("queue", queue, pyopencl.CommandQueue, "a pyopencl.CommandQueue")
        global_size = _sizes("global_size", global_size)
        if len(arguments) != len(self.facts.arguments):
            raise TypeError(f"kernel '{self.facts.name}' takes {len(self.facts.arguments)} arguments, not {len(arguments)}")
        if local_size is None and self.facts.required_work_group_size is not None:
            local_size = self.facts.required_work_group_size[:len(global_size)]
        local_size = None if local_size is None else _sizes("local_size", local_size)
        global_offset = None if global_offset is None else _sizes("global_offset", global_offset)
        back: List[Tuple[numpy.ndarray, pyopencl.Buffer]] = []
        events = list(wait_for or ())
        foreign: List[_cuda.ForeignArray] = []
        values = [self._value(queue, fact, given, back, events, foreign) for fact, given in zip(self.facts.arguments, arguments)]
        self._check_aliases(arguments)
        _cuda.wait_for_streams(queue, foreign)
        if self._checks is not None and local_size is None:
            local_size, g_times_l = _checks.groups(queue, self.cl_kernel, global_size), False
        with self._lock:
            for i, value in enumerate(values):
                self.cl_kernel.set_arg(i, value)
            if self._counts is not None and 0 not in global_size:
                groups = local_size if g_times_l and local_size is not None else (1,) * len(global_size)
                items = tuple(size * group for size, group in zip(global_size, groups))
                self._counts.begin(self.facts.name, self.cl_kernel, queue, items, local_size)
            launch = None if self._checks is None else self._checks.begin(queue, self, values, global_size, local_size, g_times_l)
            try:
                event = pyopencl.enqueue_nd_range_kernel(queue, self.cl_kernel, global_size, local_size, global_offset, wait_for=events or None,
                                                         g_times_l=g_times_l, allow_empty_ndrange=allow_empty_ndrange)
            except BaseException:
                _checks.end(launch, None)
                raise
            _checks.end(launch, event)
        for given in arguments:
            if hasattr(given, "add_event"):
                given.add_event(event)
        for array, buffer in back:
            self._copy_back(queue, array, buffer, event)
        if _cuda.is_on_stream(queue):
            queue.flush()  # so that the stream has the kernel
        elif foreign:
            event.wait()
        return event

    @staticmethod
    def _copy_back(queue: Any, array: numpy.ndarray, buffer: Any, event: Any) -> None:
        if array.flags.c_contiguous:
            pyopencl.enqueue_copy(queue, array, buffer, wait_for=[event])
            return
        whole = numpy.empty(array.shape, array.dtype)
        pyopencl.enqueue_copy(queue, whole, buffer, wait_for=[event])
        array[...] = whole

    def _wrong(self, fact: _types.Argument, what: str) -> TypeError:
        return TypeError(f"kernel '{self.facts.name}', argument '{fact.name}' ({fact.type}): {what}")

    def _value(self, queue: Any, fact: _types.Argument, given: Any, back: List[Any], events: List[Any],
               foreign: List[_cuda.ForeignArray]) -> Any:
        if fact.kind == "value":
            return self._number(fact, given)
        if fact.kind != "buffer":
            return self._object(fact, given)
        if hasattr(given, "base_data"):  # pyopencl.array.Array
            self._check_array(fact, given)
            self._check_place(fact, given)
            events.extend(given.events)
            return given.data
        if isinstance(given, numpy.ndarray):
            return self._buffer(queue.context, fact, given, back)
        if given is None:  # the null pointer
            return given
        if isinstance(given, BUFFERS):
            self._check_memory(fact, given)
            return given
        try:
            array = _cuda.array_of(given, queue)
            if array is None:
                raise self._wrong(fact, f"takes a numpy or pyopencl array or a buffer, not {type(given).__name__}")
            foreign.append(array)
            return self._foreign(queue.context, fact, array)
        except _cuda.Unfit as error:
            raise self._wrong(fact, str(error)) from error

    def _foreign(self, context: Any, fact: _types.Argument, array: _cuda.ForeignArray) -> Any:
        self._check_array(fact, array)
        if not array.is_compact:
            raise self._wrong(fact, f"the array's elements do not lie one after another, row by row (strides {array.strides}): copy it")
        is_read_only = fact.is_const or fact.address_space == "constant"
        if array.is_read_only and not is_read_only:
            raise self._wrong(fact, "the kernel may write to it, and the array is read-only")
        return _cuda.buffer_of(context, array, is_read_only)

    def _object(self, fact: _types.Argument, given: Any) -> Any:
        if fact.kind == "local" and isinstance(given, (int, numpy.integer)) and not isinstance(given, bool):
            if given <= 0:
                raise self._wrong(fact, f"takes a number of bytes from 1 on, not {given}")
            return pyopencl.LocalMemory(int(given))
        wanted, what = OBJECTS.get(fact.kind, (object, "an object"))
        if not isinstance(given, wanted):
            raise self._wrong(fact, f"takes {what}, not {type(given).__name__}")
        self._check_memory(fact, given)
        return given

    def _check_memory(self, fact: _types.Argument, given: Any) -> None:
        if not isinstance(given, pyopencl.MemoryObjectHolder):
            return
        wanted, there = _memory_type(fact), given.get_info(pyopencl.mem_info.TYPE)
        if MEMORY_TYPES.get(there) != wanted:
            raise self._wrong(fact, f"takes a memory object of type {wanted}, not {MEMORY_TYPES.get(there, there)}")

    def _check_aliases(self, arguments: Sequence[Any]) -> None:
        """An array is copied for each argument that it stands for, so what one of them writes the others would not see."""
        arrays = [(fact, given) for fact, given in zip(self.facts.arguments, arguments)
                  if fact.kind == "buffer" and isinstance(given, numpy.ndarray)]
        for i, (fact, array) in enumerate(arrays):
            for other, earlier in arrays[:i]:
                both_read = (fact.is_const or fact.address_space == "constant") and (other.is_const or other.address_space == "constant")
                if not both_read and numpy.may_share_memory(array, earlier):
                    raise self._wrong(fact, f"shares memory with argument '{other.name}', and each gets a copy: put both into one pyopencl array or buffer")

    def _buffer(self, context: Any, fact: _types.Argument, array: numpy.ndarray, back: List[Any]) -> Any:
        self._check_array(fact, array)
        flags = pyopencl.mem_flags
        is_read_only = fact.is_const or fact.address_space == "constant"
        if not is_read_only and not array.flags.writeable:
            raise self._wrong(fact, "the kernel may write to it, and the array is read-only")
        access = flags.READ_ONLY if is_read_only else flags.READ_WRITE
        buffer = pyopencl.Buffer(context, access | flags.COPY_HOST_PTR, hostbuf=numpy.ascontiguousarray(array))
        if not is_read_only:
            back.append((array, buffer))
        return buffer

    def _check_array(self, fact: _types.Argument, array: Any) -> None:
        if isinstance(array, numpy.ma.MaskedArray):
            raise self._wrong(fact, _cuda.MASKED)
        if array.size == 0:
            raise self._wrong(fact, "the array is empty")
        self._check_elements(fact, array.dtype)
        _, count = scalar_of(fact.plain_type)
        step = 4 if count == 3 else count  # a float3 lies in memory as a float4
        item = 2 if array.dtype.kind == "c" else 1
        is_whole = _holds_whole(array.shape, step, item) if len(array.shape) > 1 else array.size * item % step == 0
        if array.dtype.kind != "V" and not is_whole:
            rows = ", the fourth of each unused" if count == 3 else ""
            raise self._wrong(fact, f"takes rows of {step} numbers{rows}, and the array's shape is {array.shape}")
        size = self._struct_size(fact)
        if size is not None and array.nbytes % size != 0:
            raise self._wrong(fact, f"takes elements of {size} bytes, and the array has {array.nbytes} bytes")

    def _struct_size(self, fact: _types.Argument) -> Optional[int]:
        """The bytes of a struct that the argument points to, where they are known."""
        name = fact.plain_type[:-1].strip()
        return next((each.size for each in self.facts.arguments if each.kind == "value" and each.plain_type == name), None)

    def _check_place(self, fact: _types.Argument, array: Any) -> None:
        """An array on the device is not copied, so its elements have to lie as the kernel reads them: from the buffer's begin on, row by
        row."""
        way = "copy it, or give its buffer (base_data) and let the kernel compute the indices"
        if not array.flags.c_contiguous:
            raise self._wrong(fact, f"the array's elements do not lie one after another, row by row (strides {array.strides}): {way}")
        if array.offset != 0:
            raise self._wrong(fact, f"the array begins {array.offset} bytes behind its buffer's begin: {way}")

    def _check_elements(self, fact: _types.Argument, dtype: numpy.dtype) -> None:
        self._check_objects(fact, dtype)
        wanted, count = scalar_of(fact.plain_type)
        if wanted is None:
            return self._check_structs(fact, dtype)
        if dtype.kind == "V" and count > 1 and dtype.itemsize == wanted.itemsize * (4 if count == 3 else count):
            return
        if dtype.kind == "c":
            dtype = numpy.dtype(f"f{dtype.itemsize // 2}")
        if dtype.kind == "b":
            dtype = numpy.dtype("u1") if wanted.itemsize == 1 and wanted.kind == "u" else numpy.dtype("i1")
        if dtype != wanted:
            raise self._wrong(fact, f"takes elements of {wanted}, and the array has {dtype}")

    def _check_objects(self, fact: _types.Argument, dtype: numpy.dtype) -> None:
        if dtype.hasobject:
            raise self._wrong(fact, f"the array holds objects of Python, as pointers that no kernel can follow ({dtype})")

    def _check_structs(self, fact: _types.Argument, dtype: numpy.dtype) -> None:
        name = fact.plain_type.rstrip("*").strip()
        if name == "void" or fact.plain_type.count("*") != 1:
            return
        if not _is_bytes(dtype):
            raise self._wrong(fact, f"takes elements of a structured dtype or bytes, and the array has {dtype}")
        layout = self._layouts().get(name)
        if layout is None or dtype.kind != "V":
            return
        if dtype.itemsize != layout["size"]:
            raise self._wrong(fact, f"takes elements of {layout['size']} bytes, and those of the array have {dtype.itemsize}")
        self._check_fields(fact, name, dtype)

    def _check_fields(self, fact: _types.Argument, name: str, dtype: numpy.dtype) -> None:
        if (name, dtype) not in self._mismatches:
            self._mismatches[name, dtype] = mismatch(dtype, name, self._layouts())
        if self._mismatches[name, dtype]:
            raise self._wrong(fact, self._mismatches[name, dtype])

    def _number(self, fact: _types.Argument, given: Any) -> Any:
        if isinstance(given, numpy.ma.MaskedArray):
            raise self._wrong(fact, _cuda.MASKED)
        dtype, count = scalar_of(fact.plain_type)
        if dtype is None or count > 1 and isinstance(given, (numpy.ndarray, numpy.void)) and given.dtype.kind == "V":
            return self._struct(fact, given)
        try:
            values = numpy.asarray(given)
        except (ValueError, OverflowError) as error:
            raise self._wrong(fact, str(error)) from error
        if values.dtype.kind == "O" and all(isinstance(each, (int, float)) for each in values.reshape(-1)):
            raise self._wrong(fact, f"{given!r} is not in its range")  # of any type of numpy
        if values.dtype.kind not in "biuf":
            raise self._wrong(fact, f"takes {'a number' if count == 1 else f'{count} numbers'}, not {given!r}")
        if dtype.kind in "iu":
            if values.dtype.kind == "f":
                raise self._wrong(fact, f"takes whole numbers, not {given!r}")
            limits = numpy.iinfo(dtype)
            if values.size and not (limits.min <= int(values.min()) and int(values.max()) <= limits.max):
                raise self._wrong(fact, f"{given!r} is not in its range")
        # In a type that holds the limit: float16 does not hold float's.
        elif numpy.any(numpy.isfinite(values) & (abs(values.astype(numpy.promote_types(values.dtype, dtype))) > numpy.finfo(dtype).max)):
            raise self._wrong(fact, f"{given!r} is not in its range")
        values = values.astype(dtype)
        if values.size != count:
            raise self._wrong(fact, f"takes {count} numbers, not {values.size}")
        if count == 1:
            return values.reshape(())[()]
        padded = numpy.zeros(fact.size // dtype.itemsize, dtype)  # a float3 has the size of a float4
        padded[:count] = values.reshape(-1)
        return padded

    def _struct(self, fact: _types.Argument, given: Any) -> Any:
        is_array = isinstance(given, (numpy.void, numpy.ndarray))
        if not is_array and not isinstance(given, bytes):
            raise self._wrong(fact, f"takes a value of a structured dtype or {fact.size} bytes, not {type(given).__name__}")
        if is_array:
            self._check_objects(fact, given.dtype)
            if not _is_bytes(given.dtype):
                raise self._wrong(fact, f"takes a value of a structured dtype or {fact.size} bytes, and the array has {given.dtype}")
        size = given.nbytes if is_array else len(given)
        if size != fact.size:
            raise self._wrong(fact, f"takes {fact.size} bytes, not {size}")
        if is_array and given.dtype.kind == "V" and fact.plain_type in self._layouts():
            self._check_fields(fact, fact.plain_type, given.dtype)
        return given


class Program(pyopencl.Program):
    """A pyopencl.Program from a package. Its kernels are attributes, or `kernel(name)`; `variant` says what was loaded."""

    _kernels: Dict[str, Kernel]
    _layouts: Callable[[], Layouts]
    _counts: Optional[Counts]
    variant: _types.Variant
    build_log: str
    cache_hit: bool
    parameters: Dict[str, str]
    _checks: Optional[_checks.Checks]

    @classmethod
    def _adopt(cls, loaded: _library.Loaded, layouts: Callable[[str, str], Layouts], checked: Optional[_library.Handle] = None,
               counts: Optional[Counts] = None) -> "Program":
        program = cls(pyopencl.Program.from_int_ptr(loaded.program, retain=True)._get_prg())
        program.variant = _library.variant_of(loaded.variant.contents)
        program.build_log = text(loaded.build_log)
        program.cache_hit = bool(loaded.cache_hit)
        program.parameters = {text(one.name): text(one.value) for one in _library.each(loaded.parameter_count, loaded.parameters)}
        program._kernels = {}
        program._checks = None if checked is None else _checks.Checks(checked)
        program._counts = counts
        module, sha256 = text(loaded.module), program.variant.sha256
        program._layouts = lru_cache(maxsize=None)(lambda: layouts(module, sha256))
        return program

    def __repr__(self) -> str:
        if "variant" not in self.__dict__:  # what pyopencl makes of this class
            return super().__repr__()
        return f"<clc_opencl.Program for {self.variant.target}: {', '.join(each.name for each in self.variant.kernels)}>"

    def kernel(self, name: str) -> Kernel:
        """The kernel of this name, the same object at each call; threads may share it."""
        kernels = self._kernels
        if name not in kernels:
            try:
                facts = self.variant.kernel(name)
            except KeyError:
                names = ", ".join(each.name for each in self.variant.kernels)
                raise AttributeError(f"the program has no kernel '{name}'; it has: {names}") from None
            kernels.setdefault(name, Kernel(pyopencl.Kernel(self, name), facts, self._layouts, self._checks, self._counts))
        return kernels[name]

    def take_check_results(self) -> _types.CheckResults:
        """What kernels with checks (`clc compile --sanitize`) found since the last call."""
        return _types.CheckResults((), ()) if self._checks is None else self._checks.take()

    def coverage(self) -> Dict[str, Any]:
        """Waits for all launches, and tells how often regions and branches ran of kernels that were compiled with --coverage: written as
        JSON, `clc coverage` reads it."""
        if self._counts is None:
            raise ClcError("usage", "the program does not count: compile its package with the option --coverage")
        return self._counts.read()

    def __reduce_ex__(self, _: Any) -> Any:
        raise TypeError("a program of this process cannot be pickled or copied deeply")

    def __copy__(self) -> "Program":
        copied = type(self)(self._get_prg())
        copied.__dict__.update(self.__dict__)
        return copied

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "variant" not in self.__dict__:
            raise AttributeError(name)
        return self.kernel(name)
