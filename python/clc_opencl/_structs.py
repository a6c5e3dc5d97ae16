"""Holds structured dtypes of numpy against the layouts of a kernel's structs, as packages have them (docs/package-format.md)."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

import numpy

if TYPE_CHECKING:
    DType = numpy.dtype[Any]
Layouts = Mapping[str, Mapping[str, Any]]  # of an interface, by the names of the structs

SCALARS = {"char": "i1", "uchar": "u1", "bool": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8", "ulong": "u8",
           "half": "f2", "float": "f4", "double": "f8"}
TYPE = re.compile(r"(?:__\w+ )*(?:atomic_)?([a-z]+)(\d*)(?:\[\d+\])*\*?")  # "float3*", "__global int[4]*"


class Number(NamedTuple):
    """A number in a struct, at its place; no dtype: bytes of a pointer, or of a struct that nothing describes."""
    path: str  # "light.color", the same for all elements of an array
    begin: int
    dtype: Optional[DType]
    size: int


def scalar_of(plain_type: str) -> Tuple[Optional[DType], int]:
    """The dtype of the elements of a type, and how many it has; None for structs. "float3*" has 3 floats."""
    found = TYPE.fullmatch(plain_type)
    known = SCALARS.get(found[1]) if found else None
    return (numpy.dtype(known), int(found[2] or 1)) if found and known else (None, 1)


def layouts_of(manifest: Mapping[str, Any], module: str, sha256: str) -> Layouts:
    """The layouts of the structs that the kernels of a variant take; none where it came from elsewhere, such as an add-on."""
    for each in manifest["modules"]:
        for variant in each["variants"] if each["name"] == module else ():
            if variant["sha256"] == sha256:
                structs: List[Dict[str, Any]] = each["interfaces"][variant["interface"]].get("structs", [])
                return {layout["name"]: layout for layout in structs}
    return {}


def mismatch(dtype: DType, name: str, layouts: Layouts) -> str:
    """Says which field of a dtype does not lie as the struct has it, or is of another type; empty: none. A field may have another name,
    be a part of a vector, or lie where the struct has nothing."""
    numbers = list(_numbers_of_struct(name, layouts, "", 0))
    places: Dict[str, List[int]] = {}
    beginning: Dict[int, List[Number]] = {}
    for number in numbers:
        places.setdefault(number.path, []).extend(range(number.begin, number.begin + max(1, number.size if number.dtype is None else 1)))
        beginning.setdefault(number.begin, []).append(number)
    for path, begin, scalar in _numbers_of_dtype(dtype, "", 0):
        field = f"field '{path}' at byte {begin}"
        if begin not in places.get(path, [begin]):
            return f"{field}: {name} has it at byte {places[path][0]}"
        there = beginning.get(begin) or [each for each in numbers if each.begin < begin + scalar.itemsize and begin < each.begin + each.size]
        if there and not any(_fits(scalar, begin, each) for each in there):  # of a union one member is enough
            what = there[0].dtype or f"{there[0].size} bytes"
            return f"{field} is {scalar}, and {name} has '{there[0].path}' there, {what} at byte {there[0].begin}"
    return ""


def _fits(scalar: DType, begin: int, there: Number) -> bool:
    if there.dtype is None:
        return there.begin <= begin and begin + scalar.itemsize <= there.begin + there.size
    return begin == there.begin and (scalar == there.dtype or scalar.kind == "b" and there.dtype.itemsize == 1)


def _numbers_of_struct(name: str, layouts: Layouts, path: str, begin: int) -> Iterator[Number]:
    for member in layouts[name]["members"]:
        own, at, size = path + member["name"], begin + member["offset"], member["size"]
        element, _, dimensions = member["type"].partition("[")
        dtype, _ = scalar_of(element)
        if element in layouts and not element.endswith("*"):
            for i in range(0, size, layouts[element]["size"] or size):
                yield from _numbers_of_struct(element, layouts, own + ".", at + i)
        elif dtype is None or member["type"].endswith("*"):  # a pointer, or a bit-field, which has no bytes
            yield Number(own, at, None, size)
        else:
            for i in range(0, size, dtype.itemsize):
                yield Number(own, at + i, dtype, dtype.itemsize)


def _numbers_of_dtype(dtype: DType, path: str, begin: int) -> Iterator[Tuple[str, int, DType]]:
    base = dtype.base
    if base.kind in "VS" and base.names is None:  # bytes
        return
    for i in range(0, dtype.itemsize, base.itemsize):
        if base.fields is not None:
            for field in base.names or ():
                yield from _numbers_of_dtype(base.fields[field][0], path + field + ".", begin + i + base.fields[field][1])
        elif base.kind == "c":
            for half in 0, base.itemsize // 2:
                yield path[:-1], begin + i + half, numpy.dtype(f"f{base.itemsize // 2}")
        else:
            yield path[:-1], begin + i, base
