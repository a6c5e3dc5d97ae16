#!/usr/bin/env python3
"""Installs the wheel of script/dist into a fresh virtual environment, compiles with it by Python, and by hand and by CMake in a root
without LLVM, and takes it away again.

usage: wheel_test.py --dist DIR --build DIR --source DIR
"""
import glob
import os
import shutil
import sys

import dist
from dist import TARGETS, made, words_for_targets

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../python"))
import python_interpreter  # noqa: E402
from clc_testing import check, code_and_output, contents, environment, finish, skip, skip_all, succeed, temporary_folder  # noqa: E402

CLEAN_ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cmake", "clean_root.sh")
SOURCE = "kernels/vecadd/vecadd.cl"


def by_hand(options, venv, folder):
    path = os.path.join(venv, "bin")
    alone = {"PATH": f"{path}:/usr/bin:/bin", "HOME": folder, "CLC_CACHE": "0"}
    code, output = code_and_output("sh", "-c", "command -v clc && command -v clrun && clc --version && clrun --version", env=alone)
    check(code == 0 and output.startswith(f"{path}/clc\n{path}/clrun\n"), "clc and clrun are on the path", output)
    packages = {}
    for name, clc in ("python", [f"{path}/python", "-m", "clc_opencl"]), ("build", [os.path.join(options.build, "bin/clc")]):
        succeed(*clc, "compile", os.path.join(options.source, SOURCE), *words_for_targets(TARGETS), "-o", os.path.join(folder, name), env=alone)
        packages[name] = contents(os.path.join(folder, name))
    check(packages["python"] == packages["build"] != {}, "Python's module compiles for five families, to the bytes of the build tree")
    return packages["build"]


def in_python(options, venv, folder):
    """The Python package of the wheel: alone, and with pyopencl, where that is, for a picture."""
    script = """if True:
        import clc_opencl
        package = clc_opencl.compile(source="kernel void f(global float* a) { *a = 1; }", targets=["spirv64", "nvptx:sm_90"])
        package.verify()
        print(clc_opencl.__file__, [(variant.target, variant.kernels[0].arguments[0].type) for variant in package.manifest.modules[0].variants])
    """
    told = succeed(f"{venv}/bin/python", "-c", script, env={"PATH": "/usr/bin:/bin", "HOME": folder, "CLC_CACHE": "0"}).stdout
    check(told.startswith(venv) and told.endswith("[('nvptx:sm_90', 'float*'), ('spirv64:1.2', 'float*')]\n"), "Python compiles and inspects", told)
    python = python_interpreter.with_pyopencl(options.source)
    if python is None:
        skip("a picture by the wheel and pyopencl", "pyopencl is not installed (script/setup --python)")
        return
    packages = glob.glob(f"{venv}/lib/python3*/site-packages")[0]
    picture = os.path.join(folder, "mandelbrot.png")
    succeed(python, os.path.join(options.source, "docs/examples/python/mandelbrot.py"), picture,
            env=environment("CLC_PREFIX", PYTHONPATH=packages, PYTHONDONTWRITEBYTECODE="1", CLC_CACHE="0"))
    check(os.path.getsize(picture) > 20000, "pip install, ten lines of Python, a picture")


def without_llvm(options, venv, folder, package):
    """The same, a report's page, and the example `hello`, kernels and runtime, where LLVM 22 is not."""
    out = os.path.join(folder, "out")
    os.mkdir(out)
    code, output = code_and_output(CLEAN_ROOT, "--without-compiler", "--show", f"{venv}={venv}", "--show", f"{options.source}=/src",
                                   "--writable", f"{out}=/out", f"""
        export PATH={venv}/bin:$PATH CLC_CACHE=0
        clc compile /src/{SOURCE} {" ".join(words_for_targets(TARGETS))} -o /out/families
        clc report /src/{SOURCE} -t amdgcn:gfx1100 --format html -o /out/page.html
        cmake -S /src/docs/examples/hello -B /out/b -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH={venv}
        cmake --build /out/b
        /out/b/hello""")
    if code == 77:
        skip("the wheel where LLVM 22 is not", output.strip())
        return
    check(code == 0 and "Hello, world!" in output, "a CMake project with PoCL builds and runs where LLVM 22 is not", output[-4000:])
    check(contents(os.path.join(out, "families")) == package, "clc compiles there for five families, to the same bytes")
    check(b"vecadd_scalar" in contents(out).get("page.html", b""), "clc report makes a page there", output[-4000:])


def with_emulator(options, venv, folder, pip):
    """The wheel of the emulated GPUs beside it: a program of CMake, kernels from a package and from source, where LLVM 22 and drivers are not."""
    alone = {"PATH": f"{venv}/bin:/usr/bin:/bin", "HOME": folder, "CLC_CACHE": "0"}
    code, output = code_and_output("clc", "emulate", "--", "true", env=alone)
    check(code == 4 and "It is in the wheel clc_emulator" in output, "without the wheel of the emulated GPUs clc names it", output)
    if not glob.glob(os.path.join(options.dist, "clc_emulator-*.whl")):
        skip("the wheel of the emulated GPUs", "there is none: script/setup --optional fetches what they are made of")
        return
    before = tree_of(venv)
    succeed(*pip, "install", "--no-index", "--find-links", options.dist, "clc-emulator")
    check(succeed(*pip, "check") is not None, "pip finds nothing wrong with both")
    told = succeed(f"{venv}/bin/python", "-c", "import clc_emulator; print(clc_emulator.environment(['gfx1100'], 3))", env=alone).stdout
    library = f"{os.path.realpath(venv)}/libexec/clc/libclc-emulator.so"
    check(eval(told) == {"OCL_ICD_VENDORS": library, "OCL_ICD_FILENAMES": library, "CLC_EMULATOR_CHIP": "gfx1100", "CLC_EMULATOR_SEED": "3"},  # pylint: disable=eval-used
          "Python gets the variables", told)
    program = os.path.join(options.build, "bin/clc_build_once")
    with open(os.path.join(folder, "k.cl"), "w", encoding="utf-8") as file:
        file.write("kernel void k(global int* o) { *o = 42; }\n")
    code, output = code_and_output(CLEAN_ROOT, "--without-compiler", "--show", f"{venv}={venv}", "--show", f"{options.source}=/src",
                                   "--show", f"{program}=/program", "--show", f"{folder}/k.cl=/k.cl", f"""
        export PATH={venv}/bin:$PATH CLC_CACHE=0
        clc compile /src/{SOURCE} -t amdgcn:gfx942 -o /tmp/p
        clc emulate --chip gfx942 -- clrun verify --package /tmp/p --size 33 vecadd/scalar
        clc emulate --chip gfx1200 -- /program build /k.cl ''""")
    if code == 77:
        skip("emulated GPUs where LLVM 22 is not", output.strip())
    else:
        check(code == 0 and "amdgcn:gfx942" in output and output.endswith("42\n"), "emulated GPUs run a package and a source where LLVM 22 is not", output[-4000:])
    succeed(*pip, "uninstall", "--yes", "clc-emulator", env=environment())
    check(tree_of(venv) == before, "uninstalling them leaves nothing", tree_of(venv) ^ before)


def tree_of(folder):
    return {os.path.join(path, name) for path, folders, names in os.walk(folder) for name in folders + names if "__pycache__" not in path + name}


def main():
    options = dist.options()
    python = shutil.which("python3", path="/usr/bin") or sys.executable
    with temporary_folder("clc-wheel-") as folder:
        venv = os.path.join(folder, "venv")
        if code_and_output(python, "-m", "venv", venv)[0] != 0:
            skip_all("the wheel", f"{python} makes no virtual environments (python3-venv)")
        before = tree_of(venv)
        pip = [os.path.join(venv, "bin/python"), "-m", "pip", "--disable-pip-version-check", "--no-input"]
        succeed(*pip, "install", "--no-index", made(options.dist, "clc_opencl-*.whl"))
        check(succeed(*pip, "check") is not None, "pip finds nothing wrong")
        package = by_hand(options, venv, folder)
        prefix = succeed(os.path.join(venv, "bin/python"), "-m", "clc_opencl", "--prefix").stdout.strip()
        check(os.path.samefile(prefix, venv), "the module names the prefix", prefix)
        in_python(options, venv, folder)
        without_llvm(options, venv, folder, package)
        with_emulator(options, venv, folder, pip)
        succeed(*pip, "uninstall", "--yes", "clc-opencl", env=environment())
        left = sorted(path for path in tree_of(venv) - before)
        check(not [path for path in left if not os.path.isdir(path)], "uninstalling leaves no file", left)
        check(not left, "uninstalling leaves no folder", left)
    sys.exit(finish())


if __name__ == "__main__":
    main()
