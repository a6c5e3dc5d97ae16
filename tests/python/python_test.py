#!/usr/bin/env python3
"""The Python package without pyopencl: compiles, inspects, and says by exceptions what is wrong and where.

usage: python_test.py --prefix DIR --source DIR
"""
import argparse
import ast
import copy
import gc
import glob
import os
import pickle
import signal
import sys
import threading

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, equal, finish, run, run_tests, skip, temporary_folder  # noqa: E402

GOOD = """
typedef struct { float x; int3 n; } Pair;
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void move(global const Pair* restrict from, global float* to, local float4* t, uint n) {
  if (get_global_id(0) < n) to[get_global_id(0) * 16] = from[get_global_id(0)].x;
}
kernel void other(read_only image2d_t picture, sampler_t how) {}
"""


def failure(kind, function, *arguments, **named):
    try:
        function(*arguments, **named)
    except kind as error:
        return error
    check(False, f"{function.__name__} {arguments} is an error")
    return None


def inspects(clc, folder):
    package = clc.compile(source=GOOD, targets=["spirv64", "nvptx:sm_90"], name="good")
    path = os.path.join(folder, "good.clcpack")
    clc.compile(source=GOOD, targets=["spirv64", "nvptx:sm_90"], name="good", output=path)
    for each in package, clc.Package(path), clc.Package.from_bytes(package.data):
        each.verify()
        equal("the manifest", each.manifest, package.manifest)
    equal("the package's bytes", open(path, "rb").read() == package.data, True)
    module = package.manifest.module("good")
    equal("targets", [each.target for each in module.variants], ["nvptx:sm_90", "spirv64:1.2"])
    units = module.variants[0].matrix_units
    check(clc.MatrixUnit(16, 8, 16, "half", "half", "float", False) in units, "units of a chip", str(units))
    equal("units of SPIR-V", module.variants[1].matrix_units, ())
    equal("JSON", package.manifest.json["modules"][0]["name"], "good")
    move = module.variants[1].kernel("move")
    equal("work-group", move.required_work_group_size, (8, 1, 1))
    equal("arguments", [(each.name, each.type, each.kind, each.address_space, each.is_const) for each in move.arguments],
          [("from", "Pair*", "buffer", "global", True), ("to", "float*", "buffer", "global", False),
           ("t", "float4*", "local", "local", False), ("n", "uint", "value", "", False)])
    equal("images", [(each.kind, each.access) for each in module.variants[1].kernel("other").arguments], [("image", "read_only"), ("sampler", "")])


def texts(clc, folder):
    """One text is one target, or options as a shell reads them; what notebooks and prompts show."""
    package = clc.compile(source=GOOD + "constant int t = N;\n", targets="nvptx:sm_90", options="-DN='1 + 2' -O2", output=os.path.join(folder, "texts.clcpack"))
    equal("a target as a text", [each.target for each in package.manifest.modules[0].variants], ["nvptx:sm_90"])
    check(repr(package).startswith("<clc_opencl.Package '") and repr(package).endswith("texts.clcpack': source for nvptx:sm_90>"), "a package's repr", repr(package))
    check("<td>nvptx:sm_90</td><td>ptx</td>" in package._repr_html_() and "move, other" in package._repr_html_(), "a package in a notebook", package._repr_html_())
    shown = clc.report(package=package)
    check(isinstance(shown, tuple) and "<td>move</td>" in shown._repr_html_() and "<th>target</th>" in shown[0]._repr_html_(), "reports in a notebook")
    shown = clc.accesses(source="kernel void k(global int* a) { a[get_global_id(0) * 3] = 1; } // <b>", work_group=64)
    check("<td>strided 12 B</td><td>2</td><td>12</td><td>4</td><td>33.3 %</td>" in shown[0]._repr_html_() and "<td>1</td>" in shown._repr_html_(), "accesses in a notebook", shown[0]._repr_html_())
    equal("the version", clc.__version__, run(os.path.join(os.environ["CLC_PREFIX"], "bin/clc"), "version").stdout.split()[1])
    failure(AttributeError, lambda: clc.nothing)


def reports(clc, folder):
    kernels = clc.report(source=GOOD, targets=["amdgcn:gfx1100"])
    equal("kernels", [each.kernel for each in kernels], ["move", "other"])
    equal("registers are known", kernels[0].resources["vector_registers"] > 0, True)
    package = clc.compile(source=GOOD, targets=["spirv64", "amdgcn:gfx1100"])
    equal("of a package", [each.target for each in clc.report(package=package)], ["amdgcn:gfx1100", "spirv64:1.2"] * 2)
    equal("of a package as the first argument", clc.report(package), clc.report(package=package))
    path = os.path.join(folder, "one.clcpack")
    other = clc.compile(source=GOOD, targets="nvptx:sm_90", output=path)
    equal("of several packages", clc.report(package, path, other), (*clc.report(package), *clc.report(other), *clc.report(other)))
    error = failure(clc.ClcError, clc.report, source=GOOD)
    check(error and error.kind == "usage" and "targets=" in str(error) and "-t " not in str(error), "a missing target is told in Python's words", error)
    turn = "kernel void k(global float* a, int w, local float* t) { a[get_global_id(0) * w] = 1; }"
    far = clc.accesses(source=turn, work_group=64, global_size=(128,), dynamic_local=512)[0].accesses[0]
    equal("figures of an access", (far.waves, far.ideal, far.least, far.most, far.efficiency, far.depends_on), (2, 2, 2, 64, 2 / 64, ("argument w",)))
    check("<td>1-32</td><td>1</td><td>3.12-100 %</td><td>decided by argument w</td>" in clc.accesses(source=turn, work_group=64)[0]._repr_html_(), "as a table")
    near = clc.accesses(source=turn, work_group=64, arguments={"w": 1})[0].accesses[0]
    equal("a known one", (near.ideal, near.least, near.most, near.efficiency, near.depends_on), (8, 8, 8, 1, ()))
    move = clc.accesses(source=GOOD, targets=["nvptx:sm_90"], work_group=(8, 1, 1), arguments={"n": 64})[0]
    equal("accesses", [(each.line, each.access, each.memory) for each in move.accesses], [(4, "store", "global"), (4, "load", "global")])


def fails(clc, folder):
    path = os.path.join(folder, "bad.cl")
    with open(path, "w", encoding="utf-8") as file:
        file.write("kernel void f(global int* a) {\n  *a = b;\n}\n")
    for function in clc.compile, clc.report:
        error = failure(clc.CompileError, function, path, targets=["spirv64"])
        equal("place", (error.file, error.line, error.column, error.kind), (path, 2, 8, "compile"))
        equal("text", str(error), f"{path}:2:8: error: use of undeclared identifier 'b'\n  *a = b;\n       ^")
        equal("the snippet", error.snippet.splitlines(), ["  *a = b;", "       ^"])
        error = failure(clc.CompileError, function, source="\n#include <nowhere.h>\nkernel void f(global int* a) {}", targets=["spirv64"])
        equal("the place of a missing header", (error.line, error.column, error.snippet.splitlines()), (2, 10, ["#include <nowhere.h>", "         ^"]))
        check(error.file, "its file", error.file)
    warned = clc.compile(source="kernel void f(global int* a) {\n#warning look here\n}", targets=["spirv64"])
    equal("a warning", [(each.severity, each.line) for each in warned.diagnostics], [("warning", 2)])
    for function, named in ((clc.compile, {"source": b"x"}), (clc.compile, {"source": GOOD, "targets": None}), (clc.compile, {"source": GOOD, "targets": [None]}),
                            (clc.compile, {"source": GOOD, "options": 3}), (clc.compile, {"source": GOOD, "name": 3}), (clc.report, {"package": "k"}),
                            (clc.accesses, {"source": GOOD, "work_group": "8"}), (clc.accesses, {"source": GOOD, "work_group": [1.5]}),
                            (clc.accesses, {"source": GOOD, "global_size": "8"}), (clc.accesses, {"source": GOOD, "dynamic_local": 1.5}),
                            (clc.accesses, {"source": GOOD, "arguments": [1]}), (clc.accesses, {"source": GOOD, "arguments": {"n": "4"}}),
                            (clc.Package, {"path": 3}), (clc.Package.from_bytes, {"data": "text"}), (clc.Package.from_bytes, {"data": b"", "trusted": "key"})):
        error = failure(TypeError, function, **named)
        name = next(name for name in ("data", "path", *named) if name in named and (name != "source" or len(named) == 1) and (name != "data" or "trusted" not in named))
        check(error and name in str(error), f"{function.__name__} {named} names the argument", error)
    damaged = clc.compile(source=GOOD, targets=["spirv64"]).data[:-40]
    pem = os.path.join(folder, "key.pem")
    with open(pem, "wb") as file:
        file.write(b"-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA" + b"A" * 43 + b"=\n-----END PUBLIC KEY-----\n")
    for kind, function, arguments, named in (
            ("unavailable", clc.compile, (path,), {"targets": ["nonsense"]}), ("usage", clc.compile, (), {}),
            ("usage", clc.compile, (path,), {"source": "x"}), ("io", clc.compile, ("/nowhere.cl",), {}), ("io", clc.Package, ("/nowhere",), {}),
            ("damaged", clc.Package.from_bytes, (damaged,), {}), ("untrusted", clc.Package.from_bytes, (warned.data,), {"trusted": [bytes(32)]}),
            ("usage", clc.Package.from_bytes, (warned.data,), {"trusted": [b"short"]}),
            ("untrusted", clc.Package.from_bytes, (warned.data,), {"trusted": [pem]}), ("usage", clc.Package.from_bytes, (warned.data,), {"trusted": [path]})):
        error = failure(clc.ClcError, function, *arguments, **named)
        equal(f"{function.__name__} {arguments[:1]}", error and error.kind, kind)
        check("error: " not in str(error), "an exception is one, and does not say so", error)


DOUBLE = "kernel void d(global double* a) { a[0] *= 2; }"


def keeps_going(clc, folder):
    """What other targets or sources fail at, the option -k does not lose."""
    path = os.path.join(folder, "kept.clcpack")
    for named in {}, {"output": path}:
        error = failure(clc.CompileError, clc.compile, source=DOUBLE, targets=["r600:cayman", "spirv64"], options=["-k"], **named)
        equal("the kind where a target lacks something", (error.kind, error.line), ("unavailable", 1))
        check("cl_khr_fp64 is not supported" in str(error) and str(error).endswith("the package holds the others"), "the text", error)
        equal("the package has the other target", [each.target for each in error.package.manifest.modules[0].variants], ["spirv64:1.2"])
        equal("its diagnostics", error.package.diagnostics, error.diagnostics)
        error.package.verify()
    bare = os.path.join(folder, "bare.spv")
    error = failure(ValueError, clc.compile, source=GOOD, output=bare)
    check("is no name of a package" in str(error) and not os.path.exists(bare), "a name of a single binary", error)
    error = failure(clc.CompileError, clc.compile, source=DOUBLE, targets="r600:cayman", options="-k", output=path)
    equal("no target has it: the kind, and no package of before", (error.kind, error.package), ("unavailable", None))
    error = failure(clc.CompileError, clc.compile, source=DOUBLE, targets=["r600:cayman", "spirv64"])
    equal("without -k", (error.kind, error.package), ("compile", None))
    for name, text in ("wrong", "kernel void w(global int* a) { *a = b; }"), ("right", GOOD):
        with open(os.path.join(folder, name + ".cl"), "w", encoding="utf-8") as file:
            file.write(text)
    error = failure(clc.CompileError, clc.compile, *(os.path.join(folder, name + ".cl") for name in ("wrong", "right")), options="-k")
    equal("a wrong source beside a right one", (error.kind, [each.name for each in error.package.manifest.modules]), ("compile", ["right"]))


LAST = """
import atexit, threading, time, clc_opencl
package = clc_opencl.Package.from_bytes(open({path!r}, "rb").read())
atexit.register(lambda: (package.verify(), print(len(package.manifest.modules))))
threading.Thread(target=lambda: [package.verify() for _ in range(1000)], daemon=True).start()
time.sleep(0.05)
"""


def in_words_of_python(clc, _):
    """A wrong argument is told by its name here, without options and commands of a terminal."""
    source = "kernel void k(global int* a, int n) { a[get_global_id(0) * n] = 1; }"
    for function, named, said in (
            *((clc.accesses, {name: size}, f"{name} {size!r} is no size: one to three numbers from 1 on, such as 1024, (16, 16) or (8, 8, 4)")
              for name in ("work_group", "global_size") for size in ((-1, 2), 0, (1, 2, 3, 4), ())),
            (clc.accesses, {"global_size": 1 << 41}, "global_size 2199023255552"), (clc.accesses, {"dynamic_local": -1}, "dynamic_local: -1 is no number from 0 to "),
            (clc.accesses, {"arguments": {"zz": 3}}, "arguments zz: no kernel has an argument of this name"),
            (clc.accesses, {"targets": []}, "no target given: sources need targets=…"), (clc.compile, {"targets": []}, "no target given: sources need targets=…"),
            (clc.compile, {"name": "a/b"}, "name a/b: cannot be the name of a module"),
            *((function, {"options": "-DX='"}, "options \"-DX='\": No closing quotation") for function in (clc.compile, clc.report, clc.accesses))):
        error = failure(clc.ClcError, function, source=source, **named)
        check(error and error.kind == "usage" and str(error).startswith(said), f"{function.__name__} {named} is told in words of Python", error)
        check("--" not in str(error) and "`" not in str(error) and "-t " not in str(error), f"{function.__name__} {named}: no option of a command", error)
    equal("shipped() takes a text as one target", clc.shipped("p", targets="driver:pocl").targets, ("driver:pocl",))
    equal("shipped() takes a list of targets", clc.shipped("p", ["spirv64", "nvptx:sm_90"]).targets, ("spirv64", "nvptx:sm_90"))
    check("targets" in str(failure(TypeError, clc.shipped, "p", targets=[3])), "wrong targets are named")


def copies(clc, folder):
    data = clc.compile(source=GOOD, targets=["spirv64"]).data
    path = os.path.join(folder, "copied.clcpack")
    with open(path, "wb") as file:
        file.write(data)
    for made in lambda: clc.Package.from_bytes(bytes(bytearray(data))), lambda: clc.Package(path):
        for copied in copy.copy, copy.deepcopy, lambda package: copy.copy(copy.deepcopy(package)), lambda package: dict(vars(package))["_handle"]:
            package = made()
            second = copied(package)
            del package
            gc.collect()
            keep = [bytes(len(data)) for _ in range(100)]  # in the place of what was freed
            if isinstance(second, clc.Package):
                second.verify()
                equal("modules of a copy", len(second.manifest.modules), 1)
            del keep
        failure(TypeError, pickle.dumps, made())
    shared, found = clc.Package(path), []
    threads = [threading.Thread(target=lambda: found.append(len(copy.copy(shared).manifest.modules))) for _ in range(16)]
    for thread in threads:
        thread.start()
    del shared
    for thread in threads:
        thread.join()
    equal("modules that threads see", found, [1] * 16)
    done = run(sys.executable, "-c", LAST.format(path=path), env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}, merged=True)
    check(done.returncode == 0 and done.stdout.strip() == "1", "a package is of use until the end", f"exit {done.returncode}: {done.stdout}")


def _place_of(clc):
    return sys.modules[f"{clc.__name__}._place"]


def says_what_is_missing(clc, folder):
    before = os.environ["CLC_PREFIX"]
    try:
        os.environ["CLC_PREFIX"] = folder
        for function, named in (clc.prefix, {}), (clc.compile, {"source": GOOD, "targets": ["spirv64"]}):
            error = failure(clc.ClcError, function, **named)
            check(str(error).startswith(f"CLC_PREFIX={folder}: neither bin/clc nor lib/libclc-runtime.so is there; "), "a CLC_PREFIX without clc", error)
            equal("its kind", error.kind, "unavailable")
        done = run(sys.executable, "-m", "clc_opencl", "version", env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}, merged=True)
        check(done.returncode == 4 and done.stdout.startswith(f"clc_opencl: error: CLC_PREFIX={folder}: "), "the command says so, too", done.stdout)
        for part in "lib/x86_64-linux-gnu/libclc-runtime.so", "bin/clc":
            os.environ["CLC_PREFIX"] = os.path.join(folder, os.path.dirname(part)[:3])
            os.makedirs(os.path.dirname(os.path.join(os.environ["CLC_PREFIX"], part)))
            with open(os.path.join(os.environ["CLC_PREFIX"], part), "w", encoding="utf-8"):
                pass
        os.environ["CLC_PREFIX"] = os.path.join(folder, "lib")
        error = str(failure(clc.ClcError, clc.compile, source=GOOD, targets=["spirv64"]))
        check("/lib/bin/clc is missing, and " in error and "CLC_PREFIX" in error, "an installation without the compiler", error)
        equal("a distribution's folder", str(_place_of(clc).library()).rsplit("/lib/", 1)[1], "x86_64-linux-gnu/libclc-runtime.so")
        os.environ["CLC_PREFIX"] = os.path.join(folder, "bin")
        error = str(failure(clc.ClcError, _place_of(clc).library))
        check("/bin/lib/libclc-runtime.so is missing, and " in error, "an installation without the library", error)
    finally:
        os.environ["CLC_PREFIX"] = before
    package = clc.compile(source=GOOD, targets=["spirv64"], name="good")
    for call in package.program, package.choose:
        error = str(failure(ModuleNotFoundError, call, None))
        check("pyopencl, which is not installed: take it from PyPI" in error, "what pip installs", error)


def children_are_ignored(clc, folder):
    """With SIGCHLD ignored nobody can tell how a child ended."""
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        clc.compile(source=GOOD, targets=["spirv64"]).verify()
        equal("the kind", failure(clc.CompileError, clc.compile, source="kernel void f( {", targets=["spirv64"]).kind, "compile")
        equal("the kind", failure(clc.ClcError, clc.compile, os.path.join(folder, "nowhere.cl"), targets=["spirv64"]).kind, "io")
        failure(clc.CompileError, clc.report, source="kernel void f( {", targets=["spirv64"])
    finally:
        signal.signal(signal.SIGCHLD, before)


def typed(source):
    files = glob.glob(os.path.join(source, "python/clc_*/*.py"))
    for path in files:
        with open(path, encoding="utf-8") as file:
            ast.parse(file.read(), path, feature_version=(3, 9))
    check(len(files) > 5, "the package is in the language of Python 3.9")
    check(len(glob.glob(os.path.join(source, "python/clc_*/py.typed"))) == 2, "its types are for others")
    mypy = os.path.join(source, "build/python/bin/mypy")
    if not os.path.exists(mypy):
        skip("mypy", "script/setup --python was not run")
        return
    done = run(mypy, "--strict", "--python-version", "3.10", "--cache-dir", os.devnull, "-p", "clc_opencl", "-p", "clc_emulator", merged=True,
               cwd=os.path.join(source, "python"))
    check(done.returncode == 0, "mypy finds nothing", done.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--source", required=True)
    options = parser.parse_args()
    options.source = os.path.abspath(options.source)
    os.environ["CLC_PREFIX"] = options.prefix
    sys.dont_write_bytecode = True
    sys.modules["pyopencl"] = sys.modules["numpy"] = None  # nothing here may import them
    sys.path.insert(0, os.path.join(options.source, "python"))
    import clc_opencl
    with temporary_folder(own_cache=True) as folder:
        run_tests((inspects, texts, reports, fails, keeps_going, in_words_of_python, copies, says_what_is_missing, children_are_ignored), lambda test: test(clc_opencl, folder))
    typed(options.source)
    sys.exit(finish())


if __name__ == "__main__":
    main()
