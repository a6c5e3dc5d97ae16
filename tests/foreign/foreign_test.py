#!/usr/bin/env python3
"""Builds for another processor what runs on the machines of users, and tests it there under QEMU: script/test-foreign.

usage: foreign_test.py --source DIR --processor arm64|s390x [--fresh] [--only TEST]
       --fresh: PoCL compiles again what earlier runs keep in build/foreign
       --only:  one of the functions below, by its name
"""
import argparse
import filecmp
import glob
import os
import re
import shutil
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../script/lib"))
from clc_testing import attempt, check, compile, debian_name, finish, hold, output_of, shipped_packages, skip, succeed  # noqa: E402
from foreign_root import TRIPLES, ForeignRoot  # noqa: E402
from linux_of_its_own import run_in_linux  # noqa: E402

DEVELOPMENT = ["libc6-dev", "libgcc-12-dev/libgcc-14-dev", "libstdc++-12-dev/libstdc++-14-dev", "libssl-dev", "libzstd-dev",
               "nlohmann-json3-dev", "libexpected-dev", "binutils", "catch2", "coreutils", "libcli11-dev", "libstb-dev", "ocl-icd-opencl-dev", "opencl-headers", "opencl-clhpp-headers"]
# Programs of Catch2's tests, and what of them is left out: what needs a limit of memory, which QEMU does not set, what
# takes minutes, and what x86-64 alone has.
UNIT_PROGRAMS = {"clc_package_tests": ["~a blob of 900 GB*"], "clc_cache_tests": ["~[stress]"], "clc_cache_fault_tests": [],
                 "clc_recording_tests": [], "clc_runtime_cache_tests": [], "clc_c_interface_tests": [], "clc_algorithms_tests": []}
WITH_A_DRIVER = {"clc_runtime_tests": [], "clc_driver_tests": ["~*class of x86-64*"]}
CONFINED = "clc_confine_tests"
TOOLS = ["clrun", "clc_c_interface", "clc_c_interface_probe_c", "clc_c_interface_show_c", "clc_c_interface_show_cpp", "clc_foreign_exchange"]
EXCHANGED = ["vecadd/vecadd", "reduce/reduce", "histogram256/histogram256", "image_rotate/image_rotate", "sort/sort"]
SIZES = ["1", "1009"]  # of the algorithm set: QEMU computes a hundred times slower


def listed_packages(source, row, triple):
    """Returns the Debian packages in the row of shipping.md that begins so, for that processor."""
    return [name.replace("x86-64-linux-gnu", triple) for name in shipped_packages(source, row)]


class Machine:
    """The other machine: its root with all that tests need, and what was built for it."""

    def __init__(self, options):
        self.source, self.processor = options.source, options.processor
        self.triple = TRIPLES[self.processor]
        self.folder = os.path.join(self.source, "build/foreign")
        self.build = os.path.join(self.folder, f"{self.processor}-build")
        self.native = os.path.join(self.source, "build/release")
        self.cache = os.path.join(self.folder, f"{self.processor}-cache")  # what PoCL compiled there, so that a run that was ended goes on
        if options.fresh:
            shutil.rmtree(self.cache, ignore_errors=True)
        self.has_driver = self.processor == "arm64"
        rows = ["each program", "`driver:pocl`", "PoCL's linker"] if self.has_driver else []
        packages = [name for row in rows for name in listed_packages(self.source, row, self.triple)]
        self.root = ForeignRoot(self.folder, self.processor, self.processor, [*map(debian_name, DEVELOPMENT), *packages])
        self.root.show(self.source)
        self.programs = {**UNIT_PROGRAMS, **(WITH_A_DRIVER if self.has_driver else {})}

    def temporary_folder(self):
        """A folder that programs there can see, too."""
        return tempfile.TemporaryDirectory(dir=self.folder)

    def bin(self, name):
        return os.path.join(self.build, "bin", name)

    def run(self, program, *arguments, root=None, **variables):
        """Runs a program that was built for that machine, in its root or another. CMake writes no useful run path into it: it takes the
        root's path off the front of every folder, as a text, and the build folder's name begins like the root's."""
        libraries = ":".join(os.path.join(self.build, name) for name in ("lib", "tests/c_interface"))
        return (root or self.root).run(self.bin(program), *arguments, LD_LIBRARY_PATH=libraries, **variables)

    def minimal_root(self, name, *rows):
        packages = sum((listed_packages(self.source, row, self.triple) for row in rows), [])
        root = ForeignRoot(self.folder, f"{self.processor}-{name}", self.processor, packages)
        root.show(self.source)
        return root

    def cross_build(self):
        succeed("cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", f"-DCMAKE_TOOLCHAIN_FILE={self.source}/cmake/foreign.cmake",
                f"-DCLC_FOREIGN_TRIPLE={self.triple}", f"-DCLC_FOREIGN_ROOT={self.root.path}", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_NM=/usr/bin/nm",
                "-DCLC_BUILD_COMPILER=OFF", f"-DCLC_BUILD_DRIVER_HELPER={'ON' if self.has_driver else 'OFF'}")

    def make(self, *targets):
        succeed("cmake", "--build", self.build, "--target", *targets)


def unit_tests(machine):
    machine.make(*machine.programs)
    for program, arguments in machine.programs.items():
        for left_out in arguments:
            skip(program, f"{left_out[1:]}: not on this processor under QEMU")
        code, output = machine.run(program, *arguments, TMPDIR="/dev/shm")
        summary = re.findall(r"(?m)^(?:All tests passed.*|test cases:.*)$", output)
        check(code == 0 and summary, f"{program}: {summary[-1] if summary else code}", output[-6000:])


def processes_are_confined(machine):
    """By a Linux for that processor, in a machine that QEMU emulates: its user emulation offers neither seccomp nor Landlock."""
    machine.make(CONFINED)
    output, code = run_in_linux(machine.folder, machine.processor, machine.bin(CONFINED))
    summary = re.findall(r"All tests passed.*?\)", output)
    check(code == 0 and summary and "SKIP" not in output, f"{CONFINED}, under {machine.processor}'s Linux: {' '.join(summary)}", output[-6000:])


def exchanged_package(machine, folder):
    """Makes a signed package on this machine, for several targets and with the form of a manifest that holds most."""
    clc = os.path.join(machine.native, "bin/clc")
    package, secret, public = (os.path.join(folder, name) for name in ("p.clcpack", "secret.pem", "public.pem"))
    compile(clc, *[f"{machine.source}/kernels/{name}.cl" for name in EXCHANGED], output=package,
            targets=["driver:pocl", "spirv64", "nvptx:sm_90", "amdgcn:gfx1030"])
    succeed("openssl", "genpkey", "-algorithm", "ed25519", "-out", secret)
    os.chmod(secret, 0o600)
    succeed("openssl", "pkey", "-in", secret, "-pubout", "-out", public)
    succeed(clc, "sign", package, "--key", secret)
    return package, public


def same_tree(first, second):
    def files(top):
        return sorted(os.path.relpath(os.path.join(parent, name), top) for parent, _, names in os.walk(top) for name in names)

    names = files(first)
    return names and names == files(second) and filecmp.cmpfiles(first, second, names, shallow=False)[0] == names


def packages_are_exchanged(machine):
    """What this machine wrote is read there, and what is written there are the bytes that this machine writes."""
    machine.make(*TOOLS)
    with machine.temporary_folder() as folder:
        package, public = exchanged_package(machine, folder)
        here, there = (os.path.join(folder, name) for name in ("here", "there"))
        os.mkdir(here)
        os.mkdir(there)
        told = output_of(os.path.join(machine.native, "bin/clc_foreign_exchange"), package, public, here)
        code, output = machine.run("clc_foreign_exchange", package, public, there)
        hold("fits driver:pocl" in told and "not signed" not in told and "read again: equal" in told, told)
        check(code == 0 and output == told, "a package of this machine is read, verified and chosen from as here", output[-3000:])
        check(same_tree(here, there), "packages that are written there are the same bytes: a folder, a file, a compressed file")
        with open(package, "r+b") as file:
            file.seek(-100, os.SEEK_END)
            file.write(b"damaged")
        code, output = machine.run("clc_foreign_exchange", package, public, there)
        check(code != 0 and "p.clcpack" in output, "a damaged package is refused there", output)


def c_program_needs(machine):
    """Holds docs/shipping.md: what a program over libclc-runtime.so needs without a driver."""
    machine.make(*TOOLS)
    root = machine.minimal_root("c", "programs over `libclc-runtime.so`")
    with machine.temporary_folder() as folder:
        package, _ = exchanged_package(machine, folder)
        code, output = machine.run("clc_c_interface_probe_c", package, root=root)
        check(code == 0 and "verify: CLC_SUCCESS" in output and "need: CLC_ERROR_UNAVAILABLE" in output,
              "a C program inspects packages where OpenCL is not, in a root with what the list names", output)


class Compiler:
    """This machine's clc in the other machine's root, where its helper for drivers is the other machine's: the package holds what PoCL
    makes there. clc-worker, which only expands includes for drivers, is this machine's too."""

    def __init__(self, machine, folder):
        self.machine = machine
        self.prefix = os.path.join(folder, "prefix")
        for name in "bin/clc", "libexec/clc/clc-worker":
            self.link(os.path.join(machine.native, name), name)
        for name in "libexec/clc/clc-driver", "lib/libclc-runtime.so":
            self.link(os.path.join(machine.build, name), name)
        self.clc = os.path.join(self.prefix, "bin/clc")
        self.variables = {"CLC_LIBEXEC_DIR": os.path.join(self.prefix, "libexec/clc"), "CLC_CACHE_DIR": machine.cache,
                          "LD_LIBRARY_PATH": f"/usr/lib/{machine.triple}"}
        self.show_in(machine.root)

    def link(self, path, name):
        os.makedirs(os.path.join(self.prefix, os.path.dirname(name)), exist_ok=True)
        os.symlink(path, os.path.join(self.prefix, name))

    def show_in(self, root):
        for path in "/usr/lib/x86_64-linux-gnu", "/usr/lib/llvm-22":
            root.show(path)
        root.show("/lib64/ld-linux-x86-64.so.2", "/lib64/ld-linux-x86-64.so.2")

    def compile(self, sources, output, *options):
        paths = [os.path.join(self.machine.source, "kernels", name + ".cl") for name in sources]
        code, said = self.machine.root.run(self.clc, "compile", *paths, "-t", "driver:pocl", "-o", output, "--timeout", "3600", "-v",
                                           *options, **self.variables)
        kept = len(re.findall(r"(?m) for driver:pocl: \d+ bytes from the cache$", said))
        return check(code == 0, f"PoCL there makes binaries of {len(paths)} files for a package, {kept} of them by an earlier compilation", said)


def runs_on_pocl(machine):
    """C, C++ and the algorithm set run code that PoCL made there."""
    machine.make(*TOOLS)
    with machine.temporary_folder() as folder:
        compiler = Compiler(machine, folder)
        package = os.path.join(folder, "vecadd.clcpack")
        hold(compiler.compile(["vecadd/vecadd"], package), "no package of vecadd")
        shown = [machine.run("clc_c_interface_show_" + language, package) for language in ("c", "cpp")]
        check(shown[0] == shown[1] and "loaded vecadd driver:pocl" in shown[0][1] and "results " in shown[0][1],
              "C and C++ show and run the same", shown)
        native = output_of(os.path.join(machine.native, "bin/clc_c_interface_show_c"), native_package(machine, folder))
        check(results(shown[0][1]) == results(native), "the results are those of this machine", (shown[0][1], native))
        needs_on_pocl(machine, package)
        python_shows(machine, compiler, folder, shown[0][1])
        names = sorted(os.path.relpath(path, f"{machine.source}/kernels")[:-3] for path in glob.glob(f"{machine.source}/kernels/*/*.cl"))
        algorithms = os.path.join(folder, "algorithms")
        hold(compiler.compile(names, algorithms), "no package of the algorithm set")
        sizes = [word for size in SIZES for word in ("--size", size)]
        code, output = machine.run("clrun", "verify", "--package", algorithms, *sizes)
        counted = re.findall(r"(?m)^\d+ passed, .*$", output)
        check(code == 0 and counted, f"the algorithm set with the sizes {', '.join(SIZES)}: {', '.join(counted)}", output[-6000:])


def python_shows(machine, compiler, folder, told_by_c):
    """The package of the wheel, in a root with what the lists name for Python; it compiles there, too."""
    root = machine.minimal_root("python", "each program", "programs in Python", "`driver:pocl`", "PoCL's linker")
    compiler.show_in(root)
    package = os.path.join(folder, "python.clcpack")
    hold(compiler.compile(["vecadd/vecadd"], package, "-t", "spirv64", "-t", "nvptx:sm_90"), "no package for Python")
    libraries = f"/usr/lib/{machine.triple}"  # numpy's lie in folders to which links, which only an installation makes, would lead
    variables = {**compiler.variables, "LD_LIBRARY_PATH": f"{libraries}:{libraries}/blas:{libraries}/lapack", "CLC_PREFIX": compiler.prefix, "PYTHONPATH": f"{machine.source}/python", "PYTHONDONTWRITEBYTECODE": "1"}
    script = os.path.join(machine.source, "tests/python/use_pyopencl.py")
    code, output = root.run("/usr/bin/python3", script, package, "--show", **variables)
    check(code == 0 and "loaded driver:pocl" in output and results(output) == results(told_by_c), "Python shows the results that C shows", output)
    code, output = root.run("/usr/bin/python3", script, package, folder, **variables)
    check(code == 0, "Python: arrays, values, threads, and programs that are there", output)


def native_package(machine, folder):
    package = os.path.join(folder, "native.clcpack")
    compile(os.path.join(machine.native, "bin/clc"), f"{machine.source}/kernels/vecadd/vecadd.cl", "--finish", "all", output=package, targets=["driver:pocl"])
    return package


def results(output):
    return re.findall(r"(?m)^results .*$", output)


def needs_on_pocl(machine, package):
    """Holds docs/shipping.md: what a program needs whose package has PoCL's code."""
    show = "clc_c_interface_show_cpp"
    root = machine.minimal_root("c-loader", "each program")
    code, output = machine.run(show, package, root=root)
    check(code != 0 and "there is no OpenCL device" in output, "without a driver a program says so", output)
    root = machine.minimal_root("pocl", "each program", "`driver:pocl`", "PoCL's linker")
    code, output = machine.run(show, package, root=root)
    check(code == 0 and results(output), "with what the lists name the program computes", output)
    root = root.copy_without("no-linker", "/usr/bin/ld", f"/usr/bin/{machine.triple}-ld*")
    shutil.rmtree(os.path.join(root.path, "root/.cache"), ignore_errors=True)
    code, output = machine.run(show, package, root=root)
    check(code != 0 and "Final linking of kernel" in output, "without the linker PoCL ends the process", output)
    code, output = machine.run(show, package, root=root, POCL_WORK_GROUP_SPECIALIZATION="0")
    check(code == 0 and results(output), "but not with the general form of its kernels", output)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--processor", required=True, choices=TRIPLES)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--only")
    options = parser.parse_args()
    machine = Machine(options)
    machine.cross_build()
    tests = [unit_tests, packages_are_exchanged, c_program_needs, *([processes_are_confined, runs_on_pocl] if machine.has_driver else [])]
    for test in tests:
        if options.only in (None, test.__name__):
            attempt(test.__name__, test, machine)
    if not machine.has_driver:
        skip("what runs on a device, and what confines processes", "the tests of this processor are those of the package layer and of the choice")
    sys.exit(finish())


main()
