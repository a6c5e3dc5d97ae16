#!/usr/bin/env python3
"""Runs unmodified OpenCL programs without the layer, recording, from the cache, and from a package, and compares.

Each program runs in a folder of its own, with a home, caches of its own and of its driver that are empty, so that
nothing but the layer can save a compilation. Asserted: the same results each time; that the cold cache misses and the
warm one hits; and that with --on-miss fail everything comes from the package.
With --emulated: the same results on emulated GPUs as by the driver, of darktable as by its own code for CPUs, and that nothing is found.

usage: test_programs.py --clc PROGRAM [--only NAME,…] [--driver pocl|intel]… [--long [--tests EXPRESSION]] [--times] [--list]
                        [--emulated CHIP,…|all] [--work FOLDER]
       --long    whole suites in the place of a part
       --tests   of these only the tests that pytest chooses by -k EXPRESSION
       --times   prints how long each program took from its start to its first kernel and to its end, in each mode, and
                 with its driver's own cache and its own
Exit code 77: nothing could be run here.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import operator
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import SKIPPED, environment, succeed  # noqa: E402

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))

# name, the target for its packages, and what shows it: a file of the loader's, or a folder of such files.
Driver = collections.namedtuple("Driver", "name target vendors")
DRIVERS = [Driver("pocl", "driver:pocl", "/etc/OpenCL/vendors/pocl.icd"),
           Driver("intel", "spirv64:1.2", os.path.join(ROOT, "build/il-driver/vendors"))]


def output_of(command, environment, limit, cwd):
    started = time.monotonic()
    run = subprocess.run(command, env=environment, cwd=cwd, capture_output=True, text=True, errors="replace",
                         timeout=limit, check=False, stdin=subprocess.DEVNULL)
    return run, time.monotonic() - started


class Program:
    """A program: how it is started, and what of its output is its result."""
    limit = 900
    is_long = False     # the runs without the layer and with an empty cache go side by side, and the latter records
    keep_going = False  # with programs that clc need not be able to compile
    impossible = {}     # drivers on which it does not run, and why
    misses = 0          # builds that no package can serve: their sources are wrong on purpose, or came as binaries
    wants_images = False
    reference = None    # the same program without OpenCL, for --emulated

    def missing(self):
        """Why it cannot be run here; empty: it can."""
        return ""

    def target(self, driver, _clc):
        """What its package is compiled for."""
        return driver.target

    def command(self, folder):
        raise NotImplementedError

    def result(self, run, folder):
        raise NotImplementedError

    def settings(self):
        return {}

    def packaged_part(self, result):
        """The part of a result that is the same from a package."""
        return result

    def is_near(self, plain, other):
        """True when results differ by no more than two compilers may that follow the same options."""
        return plain == other


class Clpeak(Program):
    name = "clpeak"

    def missing(self):
        return "" if shutil.which("clpeak") else "clpeak is not installed"

    def command(self, folder):
        return ["clpeak", "--kernel-latency"]

    def result(self, run, folder):
        return run.returncode, re.sub(r"[0-9.]+ us", "TIME us", run.stdout)


class Hashcat(Program):
    """A real crack. Before, hashcat tests itself with the example of the mode, and gives up when that fails. Its modes have kernels of
    their own, and so have its ways to make words: by a mask, or from a list by rules. -O chooses kernels for short words: Intel's driver
    takes two and a half minutes for each build of the others."""
    limit = 1800

    def __init__(self, name, mode, digest, word, *options):
        self.name, self.mode, self.digest, self.word, self.options = name, mode, digest, word, options

    @staticmethod
    def modes():
        md5, sha256 = (hashlib.new(name, b"opcl").hexdigest() for name in ("md5", "sha256"))
        return [Hashcat("hashcat", "0", md5, "opcl", "-O", "-a", "3", "?l?l?l?l"),
                Hashcat("hashcat_ntlm", "1000", "8846f7eaee8fb117ad06bdd830b7586c", "password", "-O", "-a", "3", "passw?l?l?l"),
                Hashcat("hashcat_rules", "1400", sha256, "opcl", "-O", "-a", "0", "-r", "rules", "words"),
                # A slow hash, of many launches, whose kernels are the general ones.
                Hashcat("hashcat_phpass", "400", "$P$984478476IagS59wHZvyQMArzfx58u.", "hashcat", "-a", "0", "words")]

    def missing(self):
        return "" if shutil.which("hashcat") else "hashcat is not installed"

    def command(self, folder):
        for name, text in (("words", "\n".join(f"word{i}" for i in range(500)) + "\nhashcat\nlcpo\n"), ("rules", ":\nu\nr\n$1\n")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        return ["hashcat", "--force", "-D", "1,2", "--potfile-disable", "--restore-disable", "-m", self.mode, "-o",
                os.path.join(folder, "found"), self.digest, *self.options]

    def result(self, run, folder):
        with open(os.path.join(folder, "found"), encoding="utf-8") as file:
            found = file.read()
        said = run.stdout + run.stderr
        assert "Finished self-test" in said and "self-test failed" not in said.lower(), said
        assert found.strip().endswith(":" + self.word), found
        return run.returncode, found


class Piglit(Program):
    """Its tests of the OpenCL functions, each a program; the results of each."""
    name = "piglit"
    folder = "/usr/lib/x86_64-linux-gnu/piglit/bin"
    misses = None  # wrong sources, on purpose
    keep_going = True
    # Its answer depends on the driver's version of the day, or it needs a window.
    left_out = ("cl-interop-egl_khr_cl_event2", "cl-program-tester")

    def missing(self):
        return "" if os.path.isdir(self.folder) else "piglit is not installed"

    def command(self, folder):
        names = sorted(name for name in os.listdir(self.folder)
                       if name.startswith("cl-") and name not in self.left_out)
        script = f"cd {self.folder}; for t in {' '.join(names)}; do echo $t; timeout 100 ./$t -auto | grep ^PIGLIT:; done"
        return ["bash", "-c", script]

    def settings(self):
        return {"PIGLIT_PLATFORM": "surfaceless_egl"}

    def result(self, run, folder):
        assert run.stdout.count('"result": "pass"') >= 30, run.stdout[-2000:]
        return run.stdout


class PyOpenCL(Program):
    """Its own tests, with the results of each."""
    name = "pyopencl"
    twenty = ("ceil", "floor", "fabs", "exp", "log", "log10", "sqrt", "sin", "cos", "asin", "acos", "tan", "atan", "sinh",
              "cosh", "tanh", "atan2", "fmod", "ldexp", "modf")

    def __init__(self, file="", chosen=""):
        """With all tests of a file, which take long, or those that are chosen, or with the twenty."""
        self.file = file
        self.chosen = ["-k", chosen] if chosen else []
        self.is_long = bool(file)
        self.name = f"pyopencl-{file}" if file else "pyopencl"
        self.limit = 14400 if file else 900
        self.keep_going = True
        self.misses = None if file else 0

    @staticmethod
    def tests():
        return os.path.join(ROOT, "build/programs/pyopencl/test")

    @classmethod
    def whole(cls, chosen):
        files = os.listdir(cls.tests()) if os.path.isdir(cls.tests()) else []
        return [cls(file[:-3], chosen) for file in sorted(files) if re.fullmatch(r"test_\w+\.py", file)] or [cls()]

    def missing(self):
        if not os.path.isdir(self.tests()):
            return "build/programs/pyopencl has no tests"
        found = subprocess.run(["/usr/bin/python3", "-c", "import pyopencl, pytest"], capture_output=True, check=False)
        return "" if found.returncode == 0 else "python3-pyopencl or python3-pytest is not installed"

    def command(self, folder):
        what = [self.file + ".py"] if self.file else [f"test_clmath.py::test_{name}" for name in self.twenty]
        return ["/usr/bin/python3", "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "--tb=no", *what, *self.chosen]

    def settings(self):
        return {"PYOPENCL_NO_CACHE": "1", "PYTHONDONTWRITEBYTECODE": "1"}

    def result(self, run, folder):
        outcomes = sorted(line.split(" - ")[0] for line in run.stdout.splitlines()
                          if re.match(r"(PASSED|FAILED|ERROR) ", line))
        least = 1 if self.file else len(self.twenty)
        assert sum(line.startswith("PASSED") for line in outcomes) >= least, run.stdout[-2000:]
        return outcomes

    def working_folder(self, folder):
        return self.tests()


class OwnProgram(Program):
    """A small program of ours that calls a library; built when it is run first."""

    def __init__(self, name, header, libraries, package):
        self.name, self.header, self.libraries, self.package = name, header, libraries, package

    def missing(self):
        if not os.path.exists(os.path.join("/usr/include", self.header)):
            return f"{self.package} is not installed"
        return "" if shutil.which("g++") else "g++ is not installed"

    def program(self):
        built = os.path.join(ROOT, "build/programs", self.name)
        source = os.path.join(ROOT, "tests/layer/programs", self.name + ".cpp")
        if not os.path.exists(built) or os.path.getmtime(built) < os.path.getmtime(source):
            os.makedirs(os.path.dirname(built), exist_ok=True)
            succeed("g++", "-O1", "-std=c++17", "-DCL_TARGET_OPENCL_VERSION=120", "-w", source, "-o", built, *self.libraries)
        return built

    def command(self, folder):
        return [self.program()]

    def result(self, run, folder):
        assert run.returncode == 0 and "right" in run.stdout, run.stdout + run.stderr
        return run.stdout


class AllThatIsAnnounced(OwnProgram):
    """Atomics and sub-groups, for whatever SPIR-V `clc targets --device` names."""
    impossible = {"pocl": "PoCL 3.1 has neither sub-groups nor atomics of float"}

    def target(self, driver, clc):
        told = succeed(clc, "targets", "--device", "--format", "json", env=environment(OCL_ICD_VENDORS=driver.vendors)).stdout
        return json.loads(told)["devices"][0]["targets"][0]


class OpenCV(Program):
    """Operations on pictures, whose results depend on no rounding. Its own cache of binaries is switched off."""
    name = "opencv"
    impossible = {"intel": "Debian's libtbb, which OpenCV brings, is older than the one of the driver, which does not load",
                  "emulated": "its test asks for a CPU"}

    def missing(self):
        found = subprocess.run(["/usr/bin/python3", "-c", "import cv2, numpy"], capture_output=True, check=False)
        return "" if found.returncode == 0 else "python3-opencv is not installed"

    def command(self, folder):
        return ["/usr/bin/python3", os.path.join(ROOT, "tests/layer/programs/opencv_umat.py")]

    def settings(self):
        return {"OPENCV_OPENCL_CACHE_ENABLE": "0", "OPENCV_OPENCL_DEVICE": ":CPU:0", "OPENCV_OPENCL_RAISE_ERROR": "1"}

    def result(self, run, folder):
        assert run.returncode == 0 and len(run.stdout.splitlines()) == 9, run.stdout + run.stderr
        return run.stdout


class FFmpeg(Program):
    """Filters on frames of a test picture."""
    name = "ffmpeg"
    filters = ("avgblur_opencl=2", "unsharp_opencl", "erosion_opencl", "convolution_opencl=0 -1 0 -1 5 -1 0 -1 0",
               "transpose_opencl")

    def missing(self):
        return "" if shutil.which("ffmpeg") else "ffmpeg is not installed"

    def command(self, folder):
        chain = ",".join(self.filters)
        return ["ffmpeg", "-v", "error", "-y", "-init_hw_device", "opencl=device:0.0", "-filter_hw_device", "device", "-f",
                "lavfi", "-i", "testsrc2=size=160x120:rate=5", "-frames:v", "3", "-vf",
                f"format=yuv420p,hwupload,{chain},hwdownload,format=yuv420p", "-f", "rawvideo",
                os.path.join(folder, "out.yuv")]

    def result(self, run, folder):
        assert run.returncode == 0, run.stderr
        with open(os.path.join(folder, "out.yuv"), "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()


def unfiltered(packed, row_size, step):
    """The bytes of a picture, of which PNG writes how they differ from those to their left and above."""
    values, above = bytearray(), bytearray(row_size)
    for start in range(0, len(packed), row_size + 1):
        kind, row = packed[start], bytearray(packed[start + 1:start + 1 + row_size])
        for i in range(row_size):
            left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
            guess = left + above[i] - corner
            nearest = min((left, above[i], corner), key=lambda value, guess=guess: abs(guess - value))
            row[i] = (row[i] + (0, left, above[i], (left + above[i]) // 2, nearest)[kind]) % 256
        values += row
        above = row
    return bytes(values)


def pixels_of(png):
    """The values of the pixels of a picture with three of 8 bits each, without the times and names beside them."""
    with open(png, "rb") as file:
        content = file.read()
    at, packed = 8, b""
    while at < len(content):
        size, = struct.unpack(">I", content[at:at + 4])
        kind, chunk = content[at + 4:at + 8], content[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, _, bits, colours, _, _, interlaced = struct.unpack(">IIBBBBB", chunk)
            assert (bits, colours, interlaced) == (8, 2, 0), (bits, colours, interlaced)
        if kind == b"IDAT":
            packed += chunk
        at += 12 + size
    return unfiltered(zlib.decompress(packed), width * 3, 3)


def device_names():
    names = []
    for driver in DRIVERS:
        listed = subprocess.run(["clinfo", "-l"], env={**os.environ, "OCL_ICD_VENDORS": driver.vendors}, capture_output=True,
                                text=True, check=False).stdout
        names += re.findall(r"Device #\d+: (.*)", listed)
    return names


class Darktable(Program):
    """Develops a photograph. Its own list refuses PoCL, unless it is told not to look, and it uses a CPU only when its
    settings have that device already, and not switched off."""
    name = "darktable"
    limit = 4800
    wants_images = True
    photo = os.path.join(ROOT, "build/photo/astronaut.png")
    kernels = "/usr/share/darktable/kernels"

    def missing(self):
        if not shutil.which("darktable-cli"):
            return "darktable is not installed"
        if not shutil.which("clinfo"):
            return "clinfo is not installed"
        return "" if os.path.exists(self.photo) else "build/photo is missing (script/setup --optional)"

    def command(self, folder):
        config = os.path.join(folder, "config")
        os.makedirs(config, exist_ok=True)
        with open(os.path.join(config, "darktablerc"), "w", encoding="utf-8") as file:
            for name in device_names():
                canonical = re.sub(r"[^a-z0-9]", "", name.lower())
                file.write(f"cldevice_v4_{canonical}=0 1000 0 16 16 128 0 0 0.000000 0.000\n")
        return ["darktable-cli", self.photo, os.path.join(folder, "out.png"), "--width", "256", "--core", "--configdir",
                os.path.join(folder, "config"), "--library", ":memory:", "--conf", "opencl=TRUE", "--conf",
                "opencl_disable_drivers_blacklist=TRUE", "-d", "opencl"]

    def working_folder(self, folder):
        """darktable writes -I"FOLDER". PoCL 3.1 takes each quote for a blank of the name, and looks from the working folder on."""
        name = os.path.join(folder, f" {self.kernels} ")
        os.makedirs(os.path.dirname(name), exist_ok=True)
        if not os.path.islink(name):
            os.symlink(self.kernels, name)
        return folder

    def result(self, run, folder):
        text = run.stdout + run.stderr
        assert re.search(r"\[opencl_init\] FINALLY: opencl is AVAILABLE", text), text[-2000:]
        return pixels_of(os.path.join(folder, "out.png"))

    def is_near(self, plain, other, one_of=10000):
        """Its kernels ask for fast maths, which lets each compiler round sums of products as it likes (docs/layer.md)."""
        distances = [abs(a - b) for a, b in zip(plain, other) if a != b]
        return len(plain) == len(other) and len(distances) <= len(plain) / one_of and max(distances, default=0) <= 1

    def is_near_reference(self, plain, other):
        """Its code for CPUs is other code, which rounds otherwise at more places."""
        return self.is_near(plain, other, 500)


class DarktableAlone(Darktable):
    """Its own code for CPUs."""

    def command(self, folder):
        return ["darktable-cli", self.photo, os.path.join(folder, "out.png"), "--width", "256", "--core", "--configdir",
                os.path.join(folder, "config"), "--library", ":memory:", "--disable-opencl"]

    def result(self, run, folder):
        return pixels_of(os.path.join(folder, "out.png"))


Darktable.reference = DarktableAlone()


def all_programs(is_long, chosen):
    return [Clpeak(), *Hashcat.modes(), *(PyOpenCL.whole(chosen) if is_long else [PyOpenCL()]), Piglit(),
            OwnProgram("clblast_gemm", "clblast.h", ["-lclblast", "-lOpenCL"], "libclblast-dev"),
            OwnProgram("viennacl_solve", "viennacl/vector.hpp", ["-lOpenCL"], "libviennacl-dev"),
            AllThatIsAnnounced("c11_atomics", "CL/cl.h", ["-lOpenCL"], "opencl-headers"), OpenCV(), FFmpeg(), Darktable()]


class Trial:
    """One program on one driver."""

    def __init__(self, program, driver, clc, work):
        self.program, self.driver, self.clc = program, driver, clc
        self.work = os.path.join(work, f"{program.name}-{driver.name}")
        self.times = {}
        self.to_first_kernel = {}
        self.differences = []
        os.makedirs(self.work)

    def environment(self, mode):
        home = os.path.join(self.work, mode, "home")
        os.makedirs(os.path.join(home, ".cache"), exist_ok=True)
        kept = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD")
        return {**kept, "HOME": home, "XDG_CACHE_HOME": os.path.join(home, ".cache"),
                "XDG_DATA_HOME": os.path.join(home, ".data"), "POCL_CACHE_DIR": os.path.join(home, "pocl"),
                "OCL_ICD_VENDORS": self.driver.vendors, "CLC_CACHE_DIR": os.path.join(self.work, "cache"),
                **self.program.settings()}

    def run(self, mode, before=(), label=None, **settings):
        environment = {**self.environment(mode), **settings}
        folder = os.path.join(self.work, mode)
        cwd = self.program.working_folder(folder) if hasattr(self.program, "working_folder") else folder
        run, took = output_of([*before, *self.program.command(folder)], environment, self.program.limit, cwd)
        self.times[label or mode] = took
        try:
            return self.program.result(run, folder)
        except Exception as error:
            raise AssertionError(f"{mode}: {error}\n{run.stdout[-3000:]}\n{run.stderr[-3000:]}") from error

    def with_layer(self, mode, package, label=None, on_miss=None, **settings):
        """Through clc run with a package that has nothing that the program asks for, unless it is said otherwise."""
        on_miss = on_miss or ("fail" if mode == "package" else "driver")
        path = os.path.join(self.work, mode + ".json")
        result = self.run(mode, [self.clc, "run", "-q", "--package", package, "--summary", path,
                                 "--on-miss", on_miss, "--"], label, **settings)
        with open(path, encoding="utf-8") as file:
            summary = json.load(file)
        to_first = summary["nanoseconds_to_first_launch"]
        assert to_first > 0, f"{mode}: no kernel ran"
        self.to_first_kernel[label or mode] = to_first / 1e9
        return result, summary["counts"]

    def compile(self):
        environment = self.environment("compile")
        recording, package = os.path.join(self.work, "recording"), os.path.join(self.work, "package")
        command = [self.clc, "compile", recording, "-t", self.program.target(self.driver, self.clc), "--timeout", "1200", "-o", package]
        if self.program.keep_going:
            command.append("--keep-going")
        run, self.times["compile"] = output_of(command, environment, self.program.limit * 4, self.work)
        assert run.returncode == 0 or (self.program.keep_going and run.returncode in (1, 7)), run.stderr[-3000:]
        return package

    def go_side_by_side(self, nothing):
        recording = os.path.join(self.work, "recording")
        with concurrent.futures.ThreadPoolExecutor() as pool:
            plain = pool.submit(self.run, "plain")
            cold = pool.submit(self.with_layer, "cold", nothing, CLC_LAYER_RECORD=recording)
            return plain.result(), *cold.result()

    def go_in_turn(self, nothing, with_times):
        plain = self.run("plain")
        if with_times:
            # The layer only looks on. The second run finds what driver and program kept themselves.
            for label in ("driver cold", "own caches"):
                self.with_layer("own", nothing, label, CLC_LAYER_CACHE="0")
        recording = os.path.join(self.work, "recording")
        self.compare("recording", plain, self.run("record", [self.clc, "record", "-q", "-o", recording, "--"]))
        return plain, *self.with_layer("cold", nothing)

    def compare(self, what, plain, other, is_same=operator.eq):
        """Notes a difference. The other runs still go on: they take long, and say where it comes from."""
        if is_same(plain, other):
            return
        if isinstance(plain, list):
            plain, other = sorted(set(plain) - set(other)), sorted(set(other) - set(plain))
        if isinstance(plain, bytes):
            places = [at for at, (a, b) in enumerate(zip(plain, other)) if a != b]
            plain, other = f"{len(places)} of {len(plain)} values", [(at, plain[at], other[at]) for at in places[:10]]
        self.differences.append(f"{what} changes the result: {plain}, {other}")

    def go(self, nothing, with_times):
        """Does all steps and returns what the runs came to. A step that fails does not hide the differences that were seen before."""
        try:
            told = self.all_steps(nothing, with_times)
        except (AssertionError, subprocess.SubprocessError, OSError, LookupError, ValueError) as error:
            raise AssertionError("\n".join([*self.differences, str(error)])) from error
        assert not self.differences, "\n".join(self.differences)
        return told

    def all_steps(self, nothing, with_times):
        is_long = self.program.is_long
        plain, cold, counts = self.go_side_by_side(nothing) if is_long else self.go_in_turn(nothing, with_times)
        self.compare("the cold cache", plain, cold)
        assert counts["driver"] > 0 and counts["package"] == 0, counts
        warm, warm_counts = self.with_layer("warm", nothing)
        self.compare("the warm cache", plain, warm)
        assert warm_counts["cache"] > 0, warm_counts
        if self.program.misses == 0:
            assert warm_counts["driver"] == 0, warm_counts
        package = self.compile()
        served, served_counts = self.with_layer("package", package, CLC_LAYER_CACHE="0")
        if self.program.misses is not None:
            assert served_counts["refused"] == self.program.misses, served_counts
        if self.program.misses is not None or self.program.is_long:
            # PoCL compiles a package's programs itself, with the compiler that it has without a package.
            is_same = operator.eq if self.driver.name == "pocl" else self.program.is_near
            self.compare("the package", self.program.packaged_part(plain), served, is_same)
        assert served_counts["package"] > 0 and served_counts["driver"] == 0, served_counts
        return f"cold {counts['driver']} missed, warm {warm_counts['cache']} hit, package {served_counts['package']} served"


class EmulatedTrial(Trial):
    """One program on a driver, and on emulated GPUs."""
    chips = ()

    def reference(self):
        program = self.program
        self.program = program.reference or program
        try:
            return self.run("plain")
        finally:
            self.program = program

    def all_steps(self, nothing, with_times):
        plain = self.reference()
        chips = [chip for chip in self.chips if not (self.program.wants_images and chip.startswith("gfx9"))]
        for chip in chips:
            report = os.path.join(self.work, f"findings_{chip}.json")
            before = [self.clc, "emulate", "--chip", chip, "--no-layer", "--report", report, "--"]
            self.compare(chip, plain, self.run(chip, before), self.program.is_near_reference if self.program.reference else self.program.is_near)
            if os.path.exists(report):
                with open(report, encoding="utf-8") as file:
                    findings = json.load(file)["findings"]
                assert not findings, f"{chip}: {findings[:5]}"
        return f"{', '.join(chips)}: the same, nothing found"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--driver", action="append")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--tests", default="")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--emulated")
    parser.add_argument("--work")
    options = parser.parse_args()
    only = [name for name in options.only.split(",") if name]
    programs = [p for p in all_programs(options.long, options.tests) if not only or p.name in only or p.name.split("-")[0] in only]
    drivers = [d for d in DRIVERS if not options.driver or d.name in options.driver]
    if options.list:
        for program in programs:
            print(f"{program.name}: {program.missing() or 'there'}")
        return 0
    clc = os.path.abspath(options.clc)
    work = options.work or tempfile.mkdtemp(prefix="clc-programs-")
    os.makedirs(work, exist_ok=True)
    with open(os.path.join(work, "nothing.cl"), "w", encoding="utf-8") as file:
        file.write("kernel void nothing() {}\n")
    nothing = os.path.join(work, "nothing")
    succeed(clc, "compile", file.name, "-t", "spirv64", "-o", nothing, env={**os.environ, "CLC_CACHE": "0"})
    ran, failed = 0, 0
    if options.emulated:
        listed = succeed(clc, "emulate", "--list").stdout
        EmulatedTrial.chips = re.findall(r"^(\w+)", listed, re.M) if options.emulated == "all" else options.emulated.split(",")
    for program in programs:
        for driver in drivers:
            reason = program.missing() or program.impossible.get(driver.name) or (options.emulated and program.impossible.get("emulated"))
            if not reason and not os.path.exists(driver.vendors):
                reason = f"{driver.vendors} is missing"
            if reason:
                print(f"skipped  {program.name} on {driver.name}: {reason}", flush=True)
                continue
            trial = (EmulatedTrial if options.emulated else Trial)(program, driver, clc, work)
            try:
                print(f"passed   {program.name} on {driver.name}: {trial.go(nothing, options.times)}", flush=True)
            except AssertionError as error:
                print(f"FAILED   {program.name} on {driver.name}: {error}", flush=True)
                failed += 1
            ran += 1
            if options.times:
                print("         whole: " + ", ".join(f"{mode} {took:.2f} s" for mode, took in trial.times.items()))
                first = ", ".join(f"{mode} {took:.2f} s" for mode, took in trial.to_first_kernel.items())
                print("         to the first kernel: " + (first or "not measured"), flush=True)
    if not options.work:
        shutil.rmtree(work, ignore_errors=True)
    if failed:
        return 1
    return 0 if ran else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
