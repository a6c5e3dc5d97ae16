#!/usr/bin/env python3
"""clc emulate runs programs on emulated GPUs: with ocl-icd as the loader, the chips that were chosen, packages, and sources that clc compiles.

usage: emulate_test.py --clc PROGRAM --clrun PROGRAM --program clc_build_once --packages FOLDER --emulator LIBRARY --source DIR
"""
import argparse
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../python"))
import python_interpreter  # noqa: E402
from clc_testing import check, code_and_output, environment, equal, finish, output_of, skip, temporary_folder  # noqa: E402

CHIPS = ["gfx942", "gfx1100", "gfx1200"]  # what a program sees that did not choose
ALL_CHIPS = ["gfx90a", "gfx942", "gfx950", *(f"gfx110{n}" for n in range(4)), *(f"gfx115{n}" for n in range(4)), "gfx1200", "gfx1201"]
SUM = """import numpy, pyopencl
context = pyopencl.create_some_context()
queue = pyopencl.CommandQueue(context)
data = numpy.arange(999, dtype=numpy.int32)
buffer = pyopencl.Buffer(context, pyopencl.mem_flags.READ_WRITE | pyopencl.mem_flags.COPY_HOST_PTR, hostbuf=data)
source = "kernel void twice(global int* x) { x[get_global_id(0)] *= 2; }"
pyopencl.Program(context, source).build().twice(queue, data.shape, None, buffer)
result = numpy.empty_like(data)
pyopencl.enqueue_copy(queue, result, buffer)
print(context.devices[0].name, (result == data * 2).all())
"""

# Each device's extensions, and CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS.
PROGRESS = """import ctypes
cl, platform, devices, count = ctypes.CDLL("libOpenCL.so.1"), ctypes.c_void_p(), (ctypes.c_void_p * 99)(), ctypes.c_uint()
assert cl.clGetPlatformIDs(1, ctypes.byref(platform), None) == 0
assert cl.clGetDeviceIDs(platform, ctypes.c_ulong(0xffffffff), 99, devices, ctypes.byref(count)) == 0
for device in devices[:count.value]:
    has, text = ctypes.c_uint(), ctypes.create_string_buffer(9999)
    assert cl.clGetDeviceInfo(ctypes.c_void_p(device), 0x105D, 4, ctypes.byref(has), None) == 0
    assert cl.clGetDeviceInfo(ctypes.c_void_p(device), 0x1030, 9999, text, None) == 0
    print("cl_khr_subgroups" in text.value.decode().split(), bool(has.value))
"""


class Emulation:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.environment = environment("OCL_ICD", "CLC_EMULATOR", CLC_CACHE_DIR=os.path.join(folder, "cache"), PYOPENCL_NO_CACHE="1")

    def __call__(self, *words):
        return code_and_output(self.options.clc, "emulate", *words, cwd=self.folder, env=self.environment)


def chooses_devices(options, emulate):
    listed = json.loads(output_of(options.clc, "emulate", "--list", "--format", "json"))["chips"]
    check([chip["chip"] for chip in listed] == ALL_CHIPS, "the chips are listed", listed)
    check([chip["chip"] for chip in listed if chip["default"]] == CHIPS, "and which a program sees without a choice", listed)
    text = emulate("--list")[1]
    check(re.findall(r"(?m)^gfx\w+", text) == ALL_CHIPS, "as text, too")
    check([chip["chip"] for chip in listed if chip["by_subtraction"]] == ["gfx90a"] == re.findall(r"(?m)^(gfx\w+) .*by subtraction", text),
          "a chip without tables of its own is marked", listed)
    code, output = emulate("--no-layer", "--chip", ",".join(ALL_CHIPS), "--", options.clrun, "devices")
    check(code == 0 and list(dict.fromkeys(re.findall(r"gfx[0-9a-f]+", output))) == ALL_CHIPS, "all of them are devices", output)
    for words in [], ["--no-layer"]:
        code, output = emulate(*words, "--", options.clrun, "devices")
        seen = re.findall(r"gfx\d+", output)
        check(code == 0 and list(dict.fromkeys(seen)) == CHIPS and "pthread" not in output, f"a program sees all of them, and no others {words}", output)
        code, output = emulate(*words, "--chip", "rx7900xtx", "--", options.clrun, "devices")
        check(code == 0 and set(re.findall(r"gfx\d+", output)) == {"gfx1100"}, f"or the one that was chosen {words}", output)


def calls_itself_accelerator(options, emulate):
    emulate.environment["CLC_EMULATOR_ACCELERATOR"] = "1"
    code, output = emulate("--no-layer", "--chip", "gfx1100", "--", options.clrun, "devices", "--format", "json")
    check(code == 0 and '"accelerator"' in output and '"gpu"' not in output, "CLC_EMULATOR_ACCELERATOR: devices are accelerators", output)
    del emulate.environment["CLC_EMULATOR_ACCELERATOR"]


def has_less_local_memory(options, emulate):
    for given, found in (("32768", 32768), ("99999999", 65536)):
        emulate.environment["CLC_EMULATOR_LOCAL_BYTES"] = given
        code, output = emulate("--no-layer", "--chip", "gfx1100", "--", options.clrun, "devices", "--format", "json")
        check(code == 0 and f'"local_memory":{found},' in output, f"CLC_EMULATOR_LOCAL_BYTES={given}", output)
    del emulate.environment["CLC_EMULATOR_LOCAL_BYTES"]


def keeps_promises(options, emulate):
    """Groups as large as a device says can be had of kernels that ask for no size: compilers for AMD GPUs give them 256 work-items.
    And OpenCL wants independent progress of the sub-groups of every device that announces cl_khr_subgroups."""
    code, output = emulate("--no-layer", "--chip", "gfx942,gfx1100", "--", options.clrun, "devices", "--format", "json")
    check(code == 0 and re.findall(r'"max_work_group_size":(\d+)', output) == ["256"] * 2, "a device's groups are those of any kernel", output)
    code, output = emulate("--no-layer", "--chip", ",".join(ALL_CHIPS), "--", sys.executable, "-c", PROGRESS)
    check(code == 0 and output.split("\n")[:-1] == ["True True"] * len(ALL_CHIPS), "sub-groups make progress independently", output)


def loads_packages(options, emulate):
    for words in [], ["--no-layer"]:
        code, output = emulate("--chip", "gfx1200", *words, "--", options.clrun, "verify", "--package", f"{options.packages}/algorithms",
                               "--size", "33", "vecadd/scalar")
        check(code == 0 and "amdgcn:gfx1200" in output and "passed" in output, f"a program loads a package {words}", output)
    code, output = emulate("--package", f"{options.packages}/algorithms", "--", options.clrun, "verify", "--size", "33", "--device", "gfx942", "vecadd/scalar")
    check(code == 0 and "amdgcn:gfx942" in output, "--package is the package of clrun", output)
    alone = os.path.join(emulate.folder, "alone.clcpack")
    output_of(options.clc, "compile", f"{options.source}/kernels/vecadd/vecadd.cl", "-t", "spirv64", "-o", alone, "-q")
    code, output = emulate("--chip", "gfx942", "--no-layer", "--", options.clrun, "verify", "--package", alone, "--size", "33", "vecadd/scalar")
    check(code == 4 and "(clc emulator); compile for amdgcn:gfx942:\n  spirv64:1.2: " in output and "driver:NAME" not in output,
          "a package without code for the GPU: the target to compile for, on lines that can be read", output)


def compiles_sources(options, emulate):
    with open(os.path.join(emulate.folder, "k.cl"), "w", encoding="utf-8") as file:
        file.write("kernel void k(global int* o) { o[AT] = 42; }\n")
    for chip in CHIPS:
        code, output = emulate("--chip", chip, "--", options.program, "build", "k.cl", "-DAT=0")
        check((code, output) == (0, "42\n"), f"{chip}: clc compiles a program's source, and no word is added to what it says", output)
    code, output = emulate("--on-miss", "fail", "--chip", "gfx942", "--", options.program, "build", "k.cl", "-DAT=0")
    check("build: error" in output and "refused: build of" in output, "--on-miss fail: nobody compiles it", output)
    emulate.environment["CLC_LAYER_ON_MISS"] = "fail"
    check("refused: build of" in emulate("--chip", "gfx942", "--", options.program, "build", "k.cl", "-DAT=0")[1], "nor with CLC_LAYER_ON_MISS")
    del emulate.environment["CLC_LAYER_ON_MISS"]
    code, output = emulate("--chip", "gfx942", "--", options.program, "build", "k.cl", "-DAT=missing")
    check("build: error -11" in output, "a source with an error", output)


VARIABLES = """
import ctypes as c
cl, P, place = c.CDLL("libOpenCL.so.1"), c.c_void_p, c.byref
cl.clCreateContext.restype = cl.clCreateProgramWithSource.restype = P
platform, device, size = P(), P(), c.c_size_t()
cl.clGetPlatformIDs(1, place(platform), None)
cl.clGetDeviceIDs(platform, c.c_ulong(0xffffffff), 1, place(device), None)
context = P(cl.clCreateContext(None, 1, place(device), None, None, None))
text = c.c_char_p(b"global int a = 3, b[10]; kernel void k(global int* x) { b[x[0]]++; x[0] = a++; }")
program = P(cl.clCreateProgramWithSource(context, 1, place(text), None, None))
code = cl.clBuildProgram(program, 0, None, b"-cl-std=CL2.0", None, None)
cl.clGetProgramBuildInfo(program, device, 0x1185, c.c_size_t(8), place(size), None)
print(code, 44 <= size.value <= 64)
"""


def tells_of_variables(emulate):
    for chip in CHIPS:
        code, output = emulate("-q", "--no-layer", "--chip", chip, "--", sys.executable, "-c", VARIABLES)
        check((code, output) == (0, "0 True\n"), f"{chip}: how many bytes a program's variables take", output)


def finds_faults(options, emulate):
    with open(options.emulator, "rb") as file:
        if b"CLC_EMULATOR_REPORT" not in file.read():
            skip("findings of a launch", "this emulator reports none")
            return
    far = ["--chip", "gfx1100", "--fail-on", "out-of-bounds", "--report", "found.json", "--", options.program, "build", "k.cl"]
    code, output = emulate(*far, "-DAT=0")
    check(code == 0, "a good program", output)
    code, output = emulate(*far, "-DAT=1000")
    check(code == 6 and "finding of --fail-on out-of-bounds" in output, "a bad one ends with 6", output)
    with open(os.path.join(emulate.folder, "found.json"), encoding="utf-8") as file:
        found = json.load(file)["findings"]
    check([(one["kind"], one["kernel"]) for one in found] == [("out-of-bounds", "k")], "and its report says what it was", found)


def finds_registers(options, emulate):
    with open(os.path.join(emulate.folder, "array.cl"), "w", encoding="utf-8") as file:
        file.write("kernel void k(global int* o) {\n  int t[8];\n  for (int i = 0; i < 8; ++i) t[i] = i * (int)get_global_id(0) + 42;\n"
                   "  o[0] = t[o[0] + AT];\n}\n")
    run = ["--chip", "gfx1100", "--fail-on", "all", "--report", "array.txt", "--", options.program, "build", "array.cl"]
    check(emulate(*run, "-g -DAT=0")[0] == 0, "a private array in registers")
    code, output = emulate(*run, "-g -DAT=100000")
    check(code == 6 and "out-of-bounds: program.cl:4: kernel 'k' accesses an element beyond a private array, which lies in registers" in output,
          "an index beyond all registers is out of bounds", output)


def finds_ends_of_memory(options, emulate):
    """docs/emulator.md says which indexes beyond an array are found."""
    with open(os.path.join(emulate.folder, "frame.cl"), "w", encoding="utf-8") as file:
        file.write("kernel void k(global int* o) {\n  int t[4];\n  for (int i = 0; i < 4; ++i) t[i] = i;\n  t[o[0] + AT] = 7;\n  o[0] = t[0];\n}\n")
    with open(os.path.join(emulate.folder, "group.cl"), "w", encoding="utf-8") as file:
        file.write("kernel void k(global int* o) {\n  local int a[4], b[4];\n  a[o[0] & 3] = 1;\n  b[o[0] & 3] = 2;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "  a[o[0] + AT] = 7;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  o[0] = a[0] + b[0];\n}\n")
    for source, memory, line in ("frame.cl", "private", 4), ("group.cl", "local", 6):
        run = ["--chip", "gfx1100", "--fail-on", "out-of-bounds", "--", options.program, "build", source]
        code, output = emulate(*run, "-g -cl-opt-disable -DAT=1000")
        check(code == 6 and f"out-of-bounds: program.cl:{line}: " in output and f"{memory} memory, which has" in output,
              f"an index beyond all {memory} memory is found", output)
        check(emulate(*run, "-g -cl-opt-disable -DAT=4")[0] == 0, f"one that stays in {memory} memory is not")


def changes_halves(options, emulate):
    """One half alone in local memory, which LLVM changes by the four bytes around it."""
    with open(os.path.join(emulate.folder, "half.cl"), "w", encoding="utf-8") as file:
        file.write("kernel void k(global int* o) {\n  local atomic_half h;\n  atomic_store(&h, 1.0h);\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "  atomic_fetch_add(&h, 41.0h);\n  barrier(CLK_LOCAL_MEM_FENCE);\n  o[0] = (int)atomic_load(&h);\n}\n")
    for chip in "gfx942", "gfx1100":
        run = ["--chip", chip, "--fail-on", "out-of-bounds", "--", options.program, "build", "half.cl", "-cl-std=CL3.0"]
        code, output = emulate(*run)
        check(code == 0 and "42" in output, f"a half in local memory is changed atomically on {chip}", output)


def tells_in_both(options, emulate):
    """clc run in clc emulate, and the other way round."""
    package = os.path.join(emulate.folder, "both.clcpack")
    run = [options.clc, "run", "-p", package, "--on-miss", "fail", "--"]
    recorded = [options.clc, "record", "-o", "both"]
    program = [options.program, "build", "k.cl", "-DAT=0"]
    check(emulate("--chip", "gfx942", "--", *recorded, "--", *program)[0] == 0, "a recording on an emulated GPU")
    output_of(options.clc, "compile", os.path.join(emulate.folder, "both"), "-t", "amdgcn:gfx942", "-o", package, "-q")
    for name, words in ("run in emulate", [options.clc, "emulate", "--chip", "gfx942", "--", *run, *program]), \
                       ("emulate in run", [*run, options.clc, "emulate", "--chip", "gfx942", "--", *program]):
        code, output = code_and_output(*words, cwd=emulate.folder, env=emulate.environment)
        check(code == 0 and "42" in output and output.count("1 build: 1 from packages") == 1 and "never loaded" not in output, name, output)


def names_files(options, emulate):
    with open(os.path.join(emulate.folder, "lined.cl"), "w", encoding="utf-8") as file:
        file.write('#line 7 "src/blur.cl"\nkernel void k(global int* o) { o[AT] = 42; }\n')
    emulate("--chip", "gfx1100", "--report", "lined.sarif", "--", options.program, "build", "lined.cl", "-g -DAT=1000")
    with open(os.path.join(emulate.folder, "lined.sarif"), encoding="utf-8") as file:
        place = json.load(file)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    equal("#line names the file of a finding", (place["artifactLocation"]["uri"], place["region"]["startLine"]), ("src/blur.cl", 7))


def takes_numbers(options, emulate):
    emulate.environment["CLC_EMULATOR_THREADS"] = "0"
    code, output = emulate("--chip", "gfx1100", "--", options.program, "build", "k.cl", "-DAT=0")
    check(code == 2 and "CLC_EMULATOR_THREADS=0 is no number" in output, "no threads are refused", output)
    del emulate.environment["CLC_EMULATOR_THREADS"]
    emulate.environment["CLC_EMULATOR_LIMIT"] = "1e9"
    code, output = emulate("--chip", "gfx1100", "--", options.program, "build", "k.cl", "-DAT=0")
    check(code == 2 and "CLC_EMULATOR_LIMIT=1e9 is no number" in output, "a wrong number is refused", output)
    alone = dict(emulate.environment, OCL_ICD_VENDORS=options.emulator, OCL_ICD_FILENAMES=options.emulator, CLC_EMULATOR_CHIP="gfx1100",
                 CLC_EMULATOR_SEED="x", CLC_DRIVER_CLC=options.clc)
    code, output = code_and_output(options.program, "build", "k.cl", "-DAT=0", cwd=emulate.folder, env=alone)
    check(code == 0 and "42" in output and "CLC_EMULATOR_LIMIT=1e9 is no number from 1 on" in output
          and output.count("CLC_EMULATOR_SEED=x is no number from 0 on; it is taken as 1") == 1, "the devices alone say so, and go on", output)
    del emulate.environment["CLC_EMULATOR_LIMIT"]


def ends_as_the_program(emulate):
    check(emulate("-q", "--", "sh", "-c", "exit 7") == (7, ""), "the exit code is the program's")
    check(emulate("-q", "--", "sh", "-c", "kill -TERM $$")[0] == 128 + 15, "or that of its signal")
    check("never loaded: the program used no OpenCL" in emulate("--", "true")[1], "without OpenCL it says so")
    check("never loaded: the program ended (code 7) before it used OpenCL" in emulate("--", "sh", "-c", "exit 7")[1], "and with which code it failed")


def sets_variables_in_python(options, emulate):
    sys.path.append(os.path.join(options.source, "python"))
    import clc_emulator  # pylint: disable=import-outside-toplevel
    prefix = os.environ["CLC_PREFIX"] = os.path.realpath(emulate.folder)
    library = f"{prefix}/libexec/clc/libclc-emulator.so"
    try:
        check(False, "a prefix without the emulator is an error", clc_emulator.environment())
    except FileNotFoundError as error:
        check(f"CLC_PREFIX={prefix}: no {library}" in str(error), "a prefix without the emulator is named", error)
    os.makedirs(os.path.dirname(library))
    with open(library, "w", encoding="utf-8"):
        pass
    told = clc_emulator.environment("gfx1100", 7, check=["race", "uninitialised"], fail_on="all")
    equal("a text, and kinds", told, {"OCL_ICD_VENDORS": library, "OCL_ICD_FILENAMES": library, "CLC_EMULATOR_CHIP": "gfx1100", "CLC_EMULATOR_SEED": "7",
                                      "CLC_EMULATOR_CHECK": "race,uninitialised", "CLC_EMULATOR_FAIL_ON": "all"})
    equal("all chips", clc_emulator.environment(chips=iter(ALL_CHIPS))["CLC_EMULATOR_CHIP"], ",".join(ALL_CHIPS))
    for name, wrong in ("chips", "gfx1030"), ("chips", ["gfx1100", "h100"]), ("check", "out-of-bounds"), ("fail_on", "races"):
        try:
            check(False, f"{name}={wrong!r} is an error", clc_emulator.environment(**{name: wrong}))
        except ValueError as error:
            check(name in str(error) and "there are" in str(error), f"{name}={wrong!r} names the argument", error)


def serves_python(options, emulate):
    python = python_interpreter.with_pyopencl(options.source)
    if python is None:
        skip("pyopencl on emulated GPUs", "pyopencl is not installed (script/setup --python)")
        return
    with open(os.path.join(emulate.folder, "sum.py"), "w", encoding="utf-8") as file:
        file.write(SUM)
    code, output = emulate("--chip", "gfx1100", "--", python, "sum.py")
    check((code, output) == (0, "gfx1100 True\n"), "pyopencl, unchanged", output)
    with open(os.path.join(emulate.folder, "far.py"), "w", encoding="utf-8") as file:
        file.write(SUM.replace("x[get_global_id(0)]", "x[get_global_id(0) + 100000000]"))
    code, output = emulate("--chip", "gfx1100", "--", python, "far.py")
    check(code == 1 and "EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST" in output, "pyopencl's copy tells of a launch that failed", output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in "clc", "clrun", "program", "packages", "emulator", "source":
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    with temporary_folder("clc-emulate-") as folder:
        emulate = Emulation(options, folder)
        chooses_devices(options, emulate)
        calls_itself_accelerator(options, emulate)
        has_less_local_memory(options, emulate)
        keeps_promises(options, emulate)
        loads_packages(options, emulate)
        compiles_sources(options, emulate)
        tells_of_variables(emulate)
        finds_faults(options, emulate)
        finds_registers(options, emulate)
        finds_ends_of_memory(options, emulate)
        changes_halves(options, emulate)
        tells_in_both(options, emulate)
        names_files(options, emulate)
        takes_numbers(options, emulate)
        ends_as_the_program(emulate)
        sets_variables_in_python(options, emulate)
        serves_python(options, emulate)
    sys.exit(finish())


if __name__ == "__main__":
    main()
