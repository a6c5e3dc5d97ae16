"""Lets an OpenCL driver compile the sources of a package's modules, and makes a package of what it made: the same kernels by
the driver's own compiler. Needs nothing but Python and libOpenCL.so.1, because it runs where nothing can be built.
"""
import ctypes
import ctypes.util
import hashlib
import json
import os

MANIFEST = "manifest.clc.json"
PLATFORM_VERSION, PLATFORM_NAME = 0x0901, 0x0902
DEVICE_NAME, DEVICE_VENDOR, DRIVER_VERSION, DEVICE_VERSION, DEVICE_IL_VERSION = 0x102B, 0x102C, 0x102D, 0x102F, 0x105B
TARGET = "driver:its-own"  # of the variants that the driver's compiler made
ALL_DEVICES = 0xFFFFFFFF
PROGRAM_BINARY_SIZES, PROGRAM_BINARIES, KERNEL_NAMES, BUILD_LOG = 0x1165, 0x1166, 0x1168, 0x1183


class DriverError(Exception):
    pass


class Driver:
    """The first device whose name, vendor or platform has `wanted` in it; None is found where there is none."""

    def __init__(self, wanted):
        self.device = self.name = self.il_version = None
        self.match = {}
        try:
            self.cl = ctypes.CDLL("libOpenCL.so.1")
        except OSError:
            return
        for name in ("clCreateContext", "clCreateProgramWithSource"):
            getattr(self.cl, name).restype = ctypes.c_void_p
        for platform in self._handles(lambda *rest: self.cl.clGetPlatformIDs(*rest)):
            of_platform = self._text(self.cl.clGetPlatformInfo, platform, PLATFORM_NAME)
            for device in self._handles(lambda *rest, p=platform: self.cl.clGetDeviceIDs(p, ctypes.c_uint64(ALL_DEVICES), *rest)):
                texts = [self._text(self.cl.clGetDeviceInfo, device, what) for what in (DEVICE_NAME, DEVICE_VENDOR)]
                if self.device is None and any(wanted.lower() in text.lower() for text in (*texts, of_platform)):
                    self._take(platform, device)

    def _take(self, platform, device):
        self.device, self.name = device, self._text(self.cl.clGetDeviceInfo, device, DEVICE_NAME)
        self.il_version = self._text(self.cl.clGetDeviceInfo, device, DEVICE_IL_VERSION).strip()
        self.match = {"platform_version": self._text(self.cl.clGetPlatformInfo, platform, PLATFORM_VERSION),
                      "driver_version": self._text(self.cl.clGetDeviceInfo, device, DRIVER_VERSION),
                      "device_version": self._text(self.cl.clGetDeviceInfo, device, DEVICE_VERSION)}

    @staticmethod
    def _handles(call):
        count = ctypes.c_uint32()
        if call(0, None, ctypes.byref(count)) != 0 or count.value == 0:
            return []
        handles = (ctypes.c_void_p * count.value)()
        call(count.value, handles, None)
        return [ctypes.c_void_p(handle) for handle in handles]

    @staticmethod
    def _text(call, *what):
        size = ctypes.c_size_t()
        call(*what, 0, None, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value + 1)
        call(*what, size, text, None)
        return text.value.decode(errors="replace")

    def compile(self, path):
        """Returns what the driver's compiler makes of the source, and the names of the kernels in it."""
        code = ctypes.c_int32()
        with open(path, "rb") as file:
            source = file.read()
        devices = (ctypes.c_void_p * 1)(self.device)
        context = ctypes.c_void_p(self.cl.clCreateContext(None, 1, devices, None, None, ctypes.byref(code)))
        strings, lengths = (ctypes.c_char_p * 1)(source), (ctypes.c_size_t * 1)(len(source))
        program = ctypes.c_void_p(self.cl.clCreateProgramWithSource(context, 1, strings, lengths, ctypes.byref(code)))
        options = f"-I {os.path.dirname(os.path.abspath(path))}".encode()
        if self.cl.clBuildProgram(program, 1, devices, options, None, None) != 0:
            log = self._text(self.cl.clGetProgramBuildInfo, program, self.device, BUILD_LOG)
            raise DriverError(f"{path}: the driver's compiler: {log.strip()[-2000:]}")
        sizes = (ctypes.c_size_t * 1)()
        self.cl.clGetProgramInfo(program, PROGRAM_BINARY_SIZES, ctypes.c_size_t(ctypes.sizeof(sizes)), sizes, None)
        binary = ctypes.create_string_buffer(sizes[0])
        pointers = (ctypes.c_void_p * 1)(ctypes.addressof(binary))
        self.cl.clGetProgramInfo(program, PROGRAM_BINARIES, ctypes.c_size_t(ctypes.sizeof(pointers)), pointers, None)
        kernels = self._text(self.cl.clGetProgramInfo, program, KERNEL_NAMES).split(";")
        self.cl.clReleaseProgram(program)
        self.cl.clReleaseContext(context)
        return binary.raw, kernels


def write_package(driver, package, target, sources, folder):
    """A package in `folder` like the folder `package`, with binaries that the driver made in the place of the variants for `target`:
    what the driver makes, whatever it is, goes back to it as its own. Returns what it could not compile."""
    with open(os.path.join(package, MANIFEST), encoding="utf-8") as file:
        manifest = json.load(file)
    refused, modules = [], []
    os.makedirs(folder, exist_ok=True)
    for module in manifest["modules"]:
        variant = next((variant for variant in module["variants"] if variant["target"] == target), None)
        if variant is None or module["name"] not in sources:
            continue
        try:
            binary, kernels = driver.compile(sources[module["name"]])
        except DriverError as error:
            refused.append(str(error))
            continue
        digest = hashlib.sha256(binary).hexdigest()
        variant.update(file=digest[:32] + ".bin", size=len(binary), sha256=digest, target=TARGET, format="driver", match=driver.match)
        for key in ("resources", "build_options"):
            variant.pop(key, None)
        # What the source makes for clc's targets alone, the driver's compiler does not.
        interface = module["interfaces"][variant["interface"]]
        interface["kernels"] = [kernel for kernel in interface["kernels"] if kernel["name"] in kernels]
        module["interfaces"] = [interface]
        variant["interface"] = 0
        module["variants"] = [variant]
        modules.append(module)
        with open(os.path.join(folder, variant["file"]), "wb") as file:
            file.write(binary)
    manifest["modules"] = modules
    for key in ("sha256", "signature", "missing"):
        manifest.pop(key, None)
    body = json.dumps(manifest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    manifest["sha256"] = hashlib.sha256(body.encode()).hexdigest()
    with open(os.path.join(folder, MANIFEST), "w", encoding="utf-8") as file:
        json.dump(manifest, file, ensure_ascii=False)
    return refused
