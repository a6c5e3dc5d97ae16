"""Packages: what is in them, and programs from them."""
from __future__ import annotations

import base64
import json
import os
import re
from ctypes import POINTER, byref, c_void_p
from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple, Union

from . import _library, _types
from ._coverage import Counts
from ._errors import ClcError, expect
from ._library import call, made, text

if TYPE_CHECKING:
    import pyopencl

    from ._program import Program

Cache = Union[bool, str, "os.PathLike[str]"]


Key = Union[bytes, str, "os.PathLike[str]"]
ED25519 = bytes.fromhex("302a300506032b6570032100")  # how a key of 44 bytes begins (RFC 8410)


def _key(given: Key) -> bytes:
    expect("each of trusted", given, (bytes, str, os.PathLike), "32 bytes, or the path of a PEM file")
    key = given
    if not isinstance(key, bytes):
        with open(key, "rb") as file:
            key = file.read()
        pem = re.fullmatch(rb"-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*", key)
        if pem is not None and (der := base64.b64decode(pem[1])).startswith(ED25519):
            key = der[len(ED25519):]
    if len(key) != 32:
        raise ClcError("usage", f"a public key has 32 bytes, not {len(key)}" if key is given else f"{given!r}: no public key of Ed25519")
    return key


def _keys(trusted: Sequence[Key]) -> bytes:
    expect("trusted", trusted, (list, tuple), "a list of keys")
    return b"".join(map(_key, trusted))


class Package:
    """A package in a folder or a file. Loading from it runs its native code: `trusted`, a list of Ed25519 keys,
    each its 32 bytes or a file of `clc verify --key`, takes only what one of them signed."""

    def __init__(self, path: Union[str, "os.PathLike[str]"], *, trusted: Optional[Sequence[Key]] = None) -> None:
        expect("path", path, (str, bytes, os.PathLike), "a path")
        self._bytes = b""
        name = os.fsencode(path)
        if trusted is None:
            handle = made("clc_package_open", name)
        else:
            handle = made("clc_package_open_signed", name, _keys(trusted), len(trusted))
        self._take(handle)
        self.path: Optional[str] = os.fspath(path)

    @classmethod
    def from_bytes(cls, data: bytes, *, trusted: Optional[Sequence[Key]] = None) -> "Package":
        """A package in one file that is in memory, as `importlib.resources` reads it."""
        expect("data", data, (bytes, bytearray, memoryview), "bytes")
        data = bytes(data)
        package = cls.__new__(cls)
        package._bytes = data
        if trusted is None:
            handle = made("clc_package_from_memory", data, len(data))
        else:
            handle = made("clc_package_from_memory_signed", data, len(data), _keys(trusted), len(trusted))
        package._take(handle)
        package.path = None
        return package

    def _take(self, handle: c_void_p) -> None:
        # The library looks into the bytes as long as the package is open.
        self._handle = _library.Handle("clc_package_close", handle, self._bytes)
        self._manifest: Optional[_types.Manifest] = None
        self.diagnostics: Tuple[_types.Diagnostic, ...] = ()  # of compile(): warnings and notes

    @property
    def manifest(self) -> _types.Manifest:
        if self._manifest is None:
            found = POINTER(_library.Contents)()
            call("clc_package_contents", self._handle, byref(found))
            contents = found.contents
            modules = tuple(_library.module_of(one) for one in _library.each(contents.module_count, contents.modules))
            self._manifest = _types.Manifest(text(contents.generator), text(contents.sha256), text(contents.signed_by), modules,
                                             json.loads(contents.manifest))
        return self._manifest

    def __repr__(self) -> str:
        place = repr(self.path) if self.path is not None else f"of {len(self._bytes)} bytes"
        return f"<clc_opencl.Package {place}: " + "; ".join(
            f"{module.name} for {', '.join(variant.target for variant in module.variants)}" for module in self.manifest.modules) + ">"

    def _repr_html_(self) -> str:
        rows = ((module.name, variant.target, variant.format, variant.size, ", ".join(kernel.name for kernel in variant.kernels))
                for module in self.manifest.modules for variant in module.variants)
        return _types.html_table(("module", "target", "format", "bytes", "kernels"), rows)

    @property
    def data(self) -> bytes:
        """The package in one file, of from_bytes() and compile()."""
        return self._bytes

    def verify(self) -> None:
        """Reads every binary; a damaged one is an error."""
        call("clc_package_verify", self._handle)

    def _module(self, name: Optional[str]) -> bytes:
        if name is not None:
            expect("module", name, str, "a text")
            return name.encode()
        names = sorted({each.configuration_of or each.name for each in self.manifest.modules})
        if len(names) != 1:
            raise ClcError("usage", f"the package has several modules, so one must be named: {', '.join(names)}")
        return names[0].encode()

    def choose(self, device: "pyopencl.Device", module: Optional[str] = None) -> _types.Choice:
        """Tells which variants fit the device, and why the others do not."""
        _library.use_loader_of_pyopencl()
        expect("device", device, _library.pyopencl_module().Device, "a pyopencl.Device")
        found = POINTER(_library.Choice)()
        call("clc_choose", self._handle, self._module(module), device.int_ptr, byref(found))
        try:
            choice = found.contents
            fitting = tuple(text(one.target) for one in _library.each(choice.fitting_count, choice.fitting))
            refused = {text(one.target): text(one.reason) for one in _library.each(choice.refused_count, choice.refused)}
            return _types.Choice(text(choice.module), fitting, refused)
        finally:
            _library.library().clc_choice_close(found)

    def program(self, context: "pyopencl.Context", module: Optional[str] = None, *, device: Optional["pyopencl.Device"] = None,
                target: Optional[str] = None, cache: Cache = False) -> "Program":
        """A built pyopencl.Program for the device, by default the context's first. `cache` keeps what drivers finish: True in clc's
        own cache, or in a folder. `module` may be left out where there is one."""
        pyopencl = _library.pyopencl_module()

        from ._program import Program
        from ._structs import layouts_of
        expect("context", context, pyopencl.Context, "a pyopencl.Context")
        if device is not None:
            expect("device", device, pyopencl.Device, "a pyopencl.Device")
        if target is not None:
            expect("target", target, str, "a text")
        device = device if device is not None else context.devices[0]
        loading = self._load(context, device, self._module(module), target, self._cache(cache))
        counts = loading.counts()
        with loading as loaded:
            checked = self._checked(loaded, loading)
            return Program._adopt(loaded, lambda module, sha256: layouts_of(self.manifest.json, module, sha256), checked, counts)

    def _checked(self, loaded: _library.Loaded, loading: "_Loading") -> Optional[_library.Handle]:
        """The loaded program, where its kernels have checks (clc compile --sanitize)."""
        sha256 = text(loaded.variant.contents.sha256)
        variants = (one for module in self.manifest.json["modules"] for one in module["variants"])
        return loading.handle if any(one["sha256"] == sha256 and "sanitize" in one for one in variants) else None

    @staticmethod
    def _cache(cache: Cache) -> Optional[_library.Handle]:
        if cache is False:
            return None
        return _library.Handle("clc_cache_close", made("clc_cache_open", None if cache is True else os.fsencode(cache), 0))

    def _load(self, context: Any, device: Any, module: bytes, target: Optional[str], cache: Optional[_library.Handle]) -> "_Loading":
        _library.use_loader_of_pyopencl()
        only = target.encode() if target is not None else None
        return _Loading(_library.Handle("clc_program_close", made("clc_program_load", self._handle, module, context.int_ptr,
                                                                  device.int_ptr, only, cache)))


class _Loading:
    """A loaded program of the library, for a `with` statement; pyopencl keeps the OpenCL program beyond it."""

    def __init__(self, handle: _library.Handle) -> None:
        self.handle: Optional[_library.Handle] = handle

    def __enter__(self) -> _library.Loaded:
        found = POINTER(_library.Loaded)()
        call("clc_program_loaded", self.handle, byref(found))
        return found.contents

    def __exit__(self, *_: Any) -> None:
        self.handle = None

    def counts(self) -> Optional[Counts]:
        """The buffers in which its launches count; they keep the program of the library. None where nothing is counted."""
        return Counts.of(self.handle) if self.handle is not None else None
