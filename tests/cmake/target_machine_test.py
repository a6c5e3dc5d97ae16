#!/usr/bin/env python3
"""Holds the lists of docs/shipping.md of what a machine needs to run a program: builds a project of `clc new`, and runs the program in
roots that hold the program, its package, what the lists name, and no more.

usage: target_machine_test.py --prefix DIR --source DIR [--il-driver DIR] [--brief]
       --brief   without programs that link shared libraries, and with one size of grid
"""
import argparse
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, compile, finish, shipped_packages, skip, skip_all, succeed, temporary_folder  # noqa: E402

# A chroot in namespaces of its own: /proc shows no process of the outside, and nothing stays mounted.
ENTER = """
mount -t proc proc "$0/proc"
mount --rbind /sys "$0/sys"
for device in null zero urandom; do touch "$0/dev/$device"; mount --bind /dev/$device "$0/dev/$device"; done
root=$0
exec env -i PATH=/usr/bin HOME=/root "$@"
"""
FINISHED = "kernel __attribute__((reqd_work_group_size(64, 1, 1))) void saxpy"


def missing_packages(packages):
    return [package for package in packages if code_and_output("dpkg", "--status", package)[0] != 0]


def files_of(packages):
    names = code_and_output("dpkg", "--listfiles", *packages)[1].splitlines()
    return [name for name in names if os.path.isfile(name) and not name.startswith(("/usr/share/doc/", "/usr/share/man/"))]


def libraries_of(files, **environment):
    """Returns what the dynamic linker loads for those of the files that are programs or libraries."""
    code_files = [name for name in files if os.access(name, os.X_OK) or ".so" in os.path.basename(name)]
    text = code_and_output("ldd", *code_files, env={**os.environ, **environment})[1]
    return [os.path.normpath(name) for name in re.findall(r"(?m)^\s(?:\S+ => )?(/\S+) \(0x", text)]


class Root:
    """A folder that becomes the root of a program."""

    def __init__(self, folder, name, packages, files=()):
        self.path = os.path.join(folder, name)
        for inside in "dev", "proc", "sys", "tmp", "root", "usr":
            os.makedirs(os.path.join(self.path, inside))
        for link in "bin", "sbin", "lib", "lib64":
            if os.path.islink("/" + link):
                os.makedirs(os.path.join(self.path, "usr", link))
                os.symlink("usr/" + link, os.path.join(self.path, link))
        self.put([*files_of(packages), *files])

    def put(self, files):
        for name in {*files, *libraries_of(files)}:
            there = self.path + name
            os.makedirs(os.path.dirname(there), exist_ok=True)
            if os.path.lexists(there):
                continue
            if os.path.islink(name):
                self.put([os.path.join(os.path.dirname(name), os.readlink(name))])
                os.symlink(os.readlink(name), there)
            else:
                shutil.copy(name, there)

    def run(self, project, *arguments, **environment):
        shutil.rmtree(os.path.join(self.path, "app"), ignore_errors=True)
        shutil.copytree(project.installed, os.path.join(self.path, "app"))
        shutil.rmtree(os.path.join(self.path, "root/.cache"), ignore_errors=True)  # what PoCL linked before
        variables = [f"{name}={value}" for name, value in environment.items()]
        return code_and_output(*namespaces(), "sh", "-euc", ENTER, self.path, *variables, shutil.which("chroot"), self.path, "/app/bin/program", *arguments)


def namespaces():
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    return command if os.geteuid() == 0 else [*command, "--user", "--map-root-user"]


class Project:
    """A project of `clc new`, built and installed."""

    def __init__(self, options, folder, *targets):
        self.options = options
        self.source = os.path.join(folder, "program")
        self.installed = os.path.join(folder, "installed")
        self.environment = {**os.environ, "PATH": f"{options.prefix}/bin:{os.environ['PATH']}", "CMAKE_PREFIX_PATH": options.prefix}
        code, output = code_and_output("clc", "new", self.source, *[word for target in targets for word in ("-t", target)], env=self.environment)
        check(code == 0, "a project is begun", output)

    def install(self, *definitions):
        """Returns what CMake says."""
        shutil.rmtree(self.installed, ignore_errors=True)
        build = os.path.join(self.source, "build")
        steps = [["-S", self.source, "-B", build, *definitions], ["--build", build], ["--install", build, "--prefix", self.installed]]
        said = ""
        for step in steps:
            code, output = code_and_output("cmake", *step, env=self.environment)
            said += output
            check(code == 0, f"cmake {step[0]}", output)
        return said

    def change(self, file, old, new):
        path = os.path.join(self.source, file)
        with open(path, encoding="utf-8") as opened:
            text = opened.read()
        check(old in text, f"{file} has '{old}'", text)
        with open(path, "w", encoding="utf-8") as opened:
            opened.write(text.replace(old, new))

    def needed(self):
        """Returns the libraries that the program names."""
        return set(re.findall(r"\(NEEDED\).*\[(.*)\]", code_and_output("readelf", "-dW", os.path.join(self.installed, "bin/program"))[1]))


def libraries_of_the_program(project, is_brief):
    listed = {"libOpenCL.so.1", "libstdc++.so.6", "libgcc_s.so.1", "libm.so.6", "libc.so.6", "ld-linux-x86-64.so.2"}
    said = project.install()
    check("there is no static" not in said, "CMake finds the static libraries", said)
    check({"libOpenCL.so.1"} <= project.needed() <= listed, "the program needs the listed libraries, and no libcrypto", project.needed())
    if is_brief:
        return skip("programs that link shared libraries", "script/test --all")
    names = {"CRYPTO": "libcrypto", "ZSTD": "libzstd"}
    said = project.install(*[f"-DCLC_{variable}_LIBRARY={code_and_output('cc', f'-print-file-name={name}.so')[1].strip()}" for variable, name in names.items()])
    needed = " ".join(project.needed())
    for name in names.values():
        check(f"there is no static {name}" in said and f"{name}.so" in needed,
              f"without a static {name} there is a message, and the shared one is linked", said)
    # A project with an OpenSSL of its own has that one, wherever it looks for it.
    project.change("CMakeLists.txt", "install(TARGETS", "find_package(OpenSSL REQUIRED)\ninstall(TARGETS")
    project.install("-UCLC_CRYPTO_LIBRARY", "-UCLC_ZSTD_LIBRARY")
    check("libcrypto.so.3" in project.needed(), "a project that finds OpenSSL has one libcrypto, its own", project.needed())
    project.change("CMakeLists.txt", "find_package(OpenSSL REQUIRED)\n", "")
    project.install()


def computes(ran, target="driver:pocl"):
    return ran[0] == 0 and "1 + 3 * 2 = 7 on " in ran[1] and "code for " + target in ran[1]


def runs_on_pocl(project, folder, basic, pocl, linker):
    root = Root(folder, "pocl", [*basic, *pocl])
    ran = root.run(project)
    check(ran[0] != 0 and "Final linking of kernel saxpy failed" in ran[1], "without the linker PoCL ends the process", ran)
    ran = root.run(project, POCL_WORK_GROUP_SPECIALIZATION="0")
    check(computes(ran), "but not with the general form of its kernels", ran[1])
    root.put(files_of(linker))
    ran = root.run(project)
    check(computes(ran), "with all that is listed the program computes", ran[1])


def runs_finished_on_pocl(project, folder, basic, pocl, is_brief):
    root = Root(folder, "finished", [*basic, *pocl])
    project.change("kernels/saxpy.cl", "kernel void saxpy", FINISHED)
    project.change("src/saxpy.cpp", "clc::range_1d(y.size())", "clc::range_1d(y.size()).rounded_up({64, 1, 1})")
    if is_brief:
        skip("kernels of required size in small grids", "script/test --all")
    for count in ("100000",) if is_brief else ("1000", "100000"):
        project.change("src/main.cpp", "(1000", "(" + count)
        project.install()
        ran = root.run(project)
        check(computes(ran), f"a required size needs no linker, for {count} work-items", ran[1])


def runs_on_il_driver(project, folder, basic, driver):
    files = [os.path.join(parent, name) for parent, _, names in os.walk(driver) for name in names]
    files += libraries_of(files, LD_LIBRARY_PATH=os.path.join(driver, "lib"))
    ran = Root(folder, "il driver", basic, files).run(project, OCL_ICD_VENDORS=os.path.join(driver, "vendors"))
    check(computes(ran, "spirv64"), "a driver that takes SPIR-V needs nothing but its own files", ran[1])


class CProgram:
    """The program tests/c_interface/probe.c with libclc-runtime.so, and a package, as a Project has them."""

    def __init__(self, options, folder):
        self.installed = os.path.join(folder, "installed c")
        for inside in "bin", "lib":
            os.makedirs(os.path.join(self.installed, inside))
        shutil.copy(f"{options.prefix}/lib/libclc-runtime.so", f"{self.installed}/lib")
        succeed("cc", f"{options.source}/tests/c_interface/probe.c", f"-I{options.prefix}/include", f"-L{self.installed}/lib", "-lclc-runtime",
                "-Wl,-rpath,$ORIGIN/../lib", "-o", f"{self.installed}/bin/program")
        compile(f"{options.prefix}/bin/clc", f"{options.source}/kernels/vecadd/vecadd.cl", output=f"{self.installed}/vecadd.clcpack",
                targets=["driver:pocl"])


def runs_by_the_c_interface(options, folder, c_row, basic, pocl):
    program = CProgram(options, folder)
    ran = Root(folder, "c", c_row).run(program, "/app/vecadd.clcpack")
    check("verify: CLC_SUCCESS" in ran[1] and "need: CLC_ERROR_UNAVAILABLE" in ran[1], "a C program inspects packages where OpenCL is not", ran)
    ran = Root(folder, "c loader", [*c_row, "ocl-icd-libopencl1"]).run(program, "/app/vecadd.clcpack")
    check("need: CLC_SUCCESS" in ran[1] and "select: CLC_ERROR_UNAVAILABLE: there is no OpenCL device" in ran[1], "without a driver it says so", ran)
    ran = Root(folder, "c pocl", [*c_row, *basic, *pocl]).run(program, "/app/vecadd.clcpack")
    check("1 fit" in ran[1], "with what the lists name it chooses", ran)


def main():
    parser = argparse.ArgumentParser()
    for option in "--prefix", "--source":
        parser.add_argument(option, required=True)
    parser.add_argument("--il-driver", default="")
    parser.add_argument("--brief", action="store_true")
    options = parser.parse_args()
    rows = [shipped_packages(options.source, row) for row in ("each program", "`driver:pocl`", "PoCL's linker")]
    c_row = shipped_packages(options.source, "programs over `libclc-runtime.so`")
    lacking = [tool for tool in ("dpkg", "ldd", "readelf", "chroot", "unshare") if shutil.which(tool) is None]
    missing = lacking or missing_packages(sum(rows, c_row))
    if missing:
        skip_all(f"the machine lacks {', '.join(missing)}")
    if code_and_output(*namespaces(), "true")[0] != 0:
        skip_all("this machine lets nobody make mount namespaces")
    with temporary_folder("clc-target-") as folder:
        runs_by_the_c_interface(options, folder, c_row, *rows[:2])
        project = Project(options, folder, "driver:pocl", "spirv64")
        project.change("CMakeLists.txt", "  TARGETS ", "  OPTIONS --finish all\n  TARGETS ")
        libraries_of_the_program(project, options.brief)
        if os.path.isdir(options.il_driver):
            runs_on_il_driver(project, folder, rows[0], os.path.realpath(options.il_driver))
        else:
            skip("SPIR-V", "there is no driver that takes it (script/setup --optional)")
        runs_on_pocl(project, folder, *rows)
        runs_finished_on_pocl(project, folder, *rows[:2], options.brief)
    sys.exit(finish())


os.environ["PATH"] += ":/usr/sbin:/sbin"  # chroot
main()
