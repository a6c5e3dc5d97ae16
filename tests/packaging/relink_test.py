#!/usr/bin/env python3
"""Links clc-worker with another C library, by what script/dist makes for that, and compiles with the result. No other installed program or
library holds glibc, and none asks for a newer one than docs/install.md tells and the wheel's name says.

usage: relink_test.py --dist DIR --build DIR --source DIR [--brief]
       --brief   by LLD, in seconds; the C compiler's own linker, GNU ld, takes minutes for the worker
"""
import os
import re
import shutil
import sys
import tarfile

import dist
from dist import made

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, contents, environment, finish, output_of, skip, succeed, temporary_folder  # noqa: E402

DEBIAN_12 = (2, 36)  # its glibc
BY_LLD = ["-fuse-ld=lld", "-B/usr/lib/llvm-22/bin"]
# A function of glibc that the worker calls, in a member of libc.a that has no other; and one that says that it is there.
ANOTHER = """
#include <sys/syscall.h>
#include <unistd.h>
pid_t __getpid(void) { return (pid_t)syscall(SYS_getpid); }
pid_t getpid(void) __attribute__((weak, alias("__getpid")));
__attribute__((constructor)) static void tell(void) { if (write(2, "another libc\\n", 13) < 0) _exit(9); }
"""


def another_libc(folder):
    """Puts another libc.a into the folder. False: this compiler has none."""
    library = output_of("cc", "-print-file-name=libc.a").strip()
    if not os.path.isabs(library):
        return False
    shutil.copy(library, os.path.join(folder, "libc.a"))
    with open(os.path.join(folder, "getpid.c"), "w", encoding="utf-8") as file:
        file.write(ANOTHER)
    succeed("cc", "-O2", "-fPIE", "-c", "getpid.c", "-o", "getpid.o", cwd=folder)
    succeed("ar", "r", "libc.a", "getpid.o", cwd=folder)
    return True


def relinks(options, folder):
    with tarfile.open(made(options.dist, "relink-clc-*.tar.gz")) as archive:
        archive.extractall(os.path.join(folder, "unpacked"))
    unpacked = made(os.path.join(folder, "unpacked"), "*")
    names = contents(unpacked).keys()
    check({"LICENSE", "COMPILER-NOTICES", "LICENSES/glibc.txt"} <= names, "notices lie with the object", names)
    if not another_libc(folder):
        skip("another libc", "the C compiler of this machine has no libc.a")
        return
    tree = os.path.join(folder, "clc")
    for name in "bin/clc", "share/clc/builtins":
        os.makedirs(os.path.dirname(os.path.join(tree, name)), exist_ok=True)
        (shutil.copytree if name.endswith("builtins") else shutil.copy)(os.path.join(options.build, name), os.path.join(tree, name))
    worker = os.path.join(tree, "libexec/clc/clc-worker")
    os.makedirs(os.path.dirname(worker))
    succeed(os.path.join(unpacked, "relink"), worker, "-L" + folder, *(BY_LLD if options.brief else []))
    code, output = code_and_output(worker, "--version")
    check(code == 0 and "another libc" in output, "the worker runs with the other libc", output)
    kernel = os.path.join(options.source, "kernels/vecadd/vecadd.cl")
    packages = []
    for where in tree, options.build:
        package = os.path.join(folder, os.path.basename(where) + ".clcpack")
        succeed(os.path.join(where, "bin/clc"), "compile", kernel, *dist.words_for_targets(dist.TARGETS), "-o", package, env=environment(CLC_CACHE="0"))
        with open(package, "rb") as file:
            packages.append(file.read())
    check(packages[0] == packages[1], "it compiles to the same package")


def links_of(path):
    """Whether a program or library loads a C library, and the version of glibc that it asks for, as (2, 35)."""
    text = output_of("readelf", "--dynamic", "--version-info", "--wide", path)
    versions = {tuple(map(int, version.split("."))) for version in re.findall(r"\bGLIBC_(\d+\.\d+)", text)}
    return "NEEDED" in text and "[libc.so.6]" in text, max(versions, default=(0, 0))


def installed_files(options, folder):
    """What each installed program and library asks for."""
    with tarfile.open(made(options.dist, "clc-*.tar.gz")) as archive:
        archive.extractall(os.path.join(folder, "installed"))
    tree = made(os.path.join(folder, "installed"), "*")
    loads, floors = {}, {}
    for name, data in contents(tree).items():
        if data.startswith(b"\x7fELF") and data[16] in (2, 3):
            loads[os.path.basename(name)], floors[name] = links_of(os.path.join(tree, name))
    check(len(loads) > 5 and [name for name in loads if not loads[name]] == ["clc-worker"], "clc-worker alone holds glibc", loads)
    floor = max(floors.values())
    with open(os.path.join(options.source, "docs/install.md"), encoding="utf-8") as file:
        told = {tuple(map(int, version)) for version in re.findall(r"(?:glibc |manylinux_)(\d+)[._](\d+)", file.read())}
    here = tuple(map(int, os.confstr("CS_GNU_LIBC_VERSION").split()[1].split(".")))
    if here > DEBIAN_12:
        skip("docs/install.md tells the glibc that is needed", f"it tells that of Debian 12's builds, and this is glibc {here}")
    else:
        check(told == {floor}, "docs/install.md tells the glibc that is needed", (told, floors))
    check(f"manylinux_{floor[0]}_{floor[1]}_" in made(options.dist, "clc_opencl-*.whl"), "so does the wheel's name", floor)


def main():
    options = dist.options("brief")
    with temporary_folder("clc-relink-") as folder:
        installed_files(options, folder)
        if os.path.isdir(os.path.join(options.build, "relink")):
            relinks(options, folder)
        else:
            skip("another libc", "clc-worker loads LLVM and libc")
    sys.exit(finish())


if __name__ == "__main__":
    main()
