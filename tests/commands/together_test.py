#!/usr/bin/env python3
"""What is published together appears together or not at all: where one of a command's outputs cannot be written, the others
stay as they were, and make does not take what is there as up to date.

usage: together_test.py --clc PROGRAM --recorder LIBRARY
LIBRARY stands before libc and ends a process at a rename.
"""
import argparse
import os
import shutil
import signal
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run, skip, succeed, temporary_folder  # noqa: E402

PACKAGES = ("o.clcpack", "folder", "o.spv")
NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]
# Disks that only this process and its children see: one that is full, and one that nobody may write to.
DISKS = {"full disk": """mount -t tmpfs -o size=64k none disk && (head -c 100k /dev/zero > disk/rest; true) && exec "$@" """,
         "read-only disk": """mount -t tmpfs none disk && mount -o remount,ro none disk && exec "$@" """}


class Place:
    def __init__(self, clc, recorder, folder):
        self.clc, self.recorder, self.folder = os.path.abspath(clc), recorder, folder
        self.environment = environment("CLC_", CLC_CACHE_DIR=os.path.join(folder, "cache"))
        self.has_disks = shutil.which("unshare") is not None and run(*NAMESPACE, "true").returncode == 0
        self.write("h.h", "#define F 1\n")
        self.write("k.cl", '#include "h.h"\nkernel void k(global int* a) { a[0] = F; }\n')
        self.write("bad.cl", "kernel void k( {\n")
        os.mkdir(self.path("disk"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def remove(self, *names):
        for name in names:
            if os.path.isdir(self.path(name)):
                shutil.rmtree(self.path(name))
            elif os.path.lexists(self.path(name)):
                os.remove(self.path(name))

    def state(self):
        """All that lies here but the cache: names, times and contents."""
        found = {}
        for top, folders, names in os.walk(self.folder):
            folders[:] = [name for name in folders if name != "cache"]
            for name in names:
                path = os.path.join(top, name)
                with open(path, "rb") as file:
                    is_blob = top.endswith("folder") and not name.endswith(".json")  # no build system looks at its time
                    found[os.path.relpath(path, self.folder)] = (0 if is_blob else os.stat(path).st_mtime_ns, file.read())
        return found

    def run(self, *arguments, disk="", **variables):
        command = [self.clc, *arguments]
        if disk:
            command = [*NAMESPACE, "sh", "-c", DISKS[disk], "sh", *command]
        return run(*command, cwd=self.folder, env=self.environment | variables, timeout=300)

    def change_nothing(self, what, *arguments, code=3, **more):
        """The command fails, and everything is as before."""
        before = self.state()
        done = self.run(*arguments, **more)
        after = self.state()
        differing = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
        check(done.returncode == code and not differing, what, f"exit {done.returncode}, not {code}; differing: {differing}\n{done.stderr}")


def target_of(package):
    return package if "." in package else package + "/manifest.clc.json"


def is_up_to_date(place, package, depfile):
    """What make thinks."""
    place.write("Makefile", f"{target_of(package)}: k.cl\n\tfalse\n-include {depfile}\n")
    return run("make", "-q", cwd=place.folder).returncode == 0


def a_depfile_that_cannot_be_written(place):
    situations = [("no folder", "missing/o.d", ""), ("a folder in its place", "taken", "")]
    situations += [(disk, "disk/o.d", disk) for disk in DISKS] if place.has_disks else []
    os.mkdir(place.path("taken"))
    for old in ("", "-DOLD"):  # with and without a package from before
        for package in PACKAGES:
            place.remove(package, "o.d")
            if old:
                succeed(place.clc, "compile", "k.cl", "-t", "spirv64", old, "-o", package, cwd=place.folder, env=place.environment)
            for what, depfile, disk in situations:
                place.change_nothing(f"{package} {old}, depfile: {what}", "compile", "k.cl", "-t", "spirv64", "-o", package,
                                     "-MD", "-MF", depfile, disk=disk)
    place.remove(*PACKAGES, "taken")


def a_package_that_cannot_be_written(place):
    os.mkdir(place.path("taken.clcpack"))
    os.mkdir(place.path("foreign"))
    place.write("foreign/file", "of somebody else\n")
    situations = [("a folder in its place", "taken.clcpack", ""), ("a foreign folder", "foreign", "")]
    for package in PACKAGES if place.has_disks else ():
        situations += [(disk, "disk/" + package, disk) for disk in DISKS]
    for what, package, disk in situations:
        place.change_nothing(f"{package}: {what}", "compile", "k.cl", "-t", "spirv64", "-o", package, "-MD", "-MF", "o.d", disk=disk)
    place.change_nothing("a dump's folder that is none", "compile", "k.cl", "-t", "spirv64", "-o", "o.clcpack", "-MD",
                         "--dump-dir", "k.cl")
    place.remove("taken.clcpack", "foreign")


def an_end_between_two_renames(place):
    for package in PACKAGES:
        place.remove(package, "o.d")
        place.write("h.h", "#define F 1\n")
        arguments = ["compile", "k.cl", "-t", "spirv64", "-o", package, "-MD", "-MF", "o.d"]
        succeed(place.clc, *arguments, cwd=place.folder, env=place.environment)
        check(is_up_to_date(place, package, "o.d"), f"{package} is up to date")
        time.sleep(0.02)
        place.write("i.h", f"#define F {time.monotonic_ns()}\n")
        place.write("h.h", '#include "i.h"\n')
        for rename in range(1, 5):
            done = place.run(*arguments, LD_PRELOAD=place.recorder, KILLING_RENAME=str(rename))
            if done.returncode == 0:
                break
            check(done.returncode == -signal.SIGKILL and not is_up_to_date(place, package, "o.d"), f"{package}, ended at rename {rename}",
                  f"exit {done.returncode}\n{done.stderr}")
        check(rename > 2 and is_up_to_date(place, package, "o.d"), f"{package}: {rename - 1} renames, and it is up to date")
        for name in os.listdir(place.folder):
            if name.startswith(".clc-tmp-"):
                place.remove(name)
    place.remove(*PACKAGES, "o.d", "i.h")
    place.write("h.h", "#define F 1\n")


def a_package_that_lacks_what_failed(place):
    for package in PACKAGES[:2]:
        for _ in range(2):  # the second finds the same there
            done = place.run("compile", "k.cl", "bad.cl", "-t", "spirv64", "-o", package, "--keep-going", "--keep-unchanged", "-MD", "-MF", "o.d")
            check(done.returncode == 1 and os.path.exists(place.path(target_of(package))) and not is_up_to_date(place, package, "o.d"),
                  f"{package}: make builds again what lacks a module", f"exit {done.returncode}\n{done.stderr}")
        place.write("good.cl", "kernel void g() {}\n")
        done = place.run("compile", "k.cl", "good.cl", "-t", "spirv64", "-o", package, "--keep-going")
        check(done.returncode == 0 and is_up_to_date(place, package, "o.d"), f"{package}: what lacks nothing is up to date", done.stderr)
    place.remove(*PACKAGES)


def embedded_files(place):
    succeed(place.clc, "compile", "k.cl", "-t", "spirv64", "-o", "o.clcpack", cwd=place.folder, env=place.environment)
    os.mkdir(place.path("e"))
    for name in ("e.c", "e.h", "e.bin"):
        os.mkdir(place.path("e/" + name))
        place.change_nothing(f"embed: {name} is a folder", "embed", "o.clcpack", "-o", "e/e.c")
        place.remove("e/" + name)
    for disk in DISKS if place.has_disks else ():
        place.change_nothing(f"embed: {disk}", "embed", "o.clcpack", "-o", "disk/e.c", disk=disk)
        place.change_nothing(f"new: {disk}", "new", "disk/project", disk=disk)
    place.remove("o.clcpack", "e")


def files_that_may_not_grow(place):
    """A limit of the process on the size of files (ulimit -f) is an error as a full disk is, and kills nobody."""
    succeed(place.clc, "compile", "k.cl", "-t", "spirv64", "-g", "-o", "o.clcpack", cwd=place.folder, env=place.environment)
    before = place.state()
    for arguments in (["compile", "k.cl", "-t", "spirv64", "-g", "-o", "p.clcpack", "-MD"], ["compile", "k.cl", "-t", "spirv64", "-g", "-o", "p"],
                      ["unpack", "o.clcpack", "-o", "p"], ["link", "o.clcpack", "-o", "p.clcpack"], ["embed", "o.clcpack", "-o", "e.c"]):
        done = run("sh", "-c", 'ulimit -f 1; exec "$@"', "sh", place.clc, *arguments, cwd=place.folder, env=place.environment)
        check(done.returncode == 3 and "File too large" in done.stderr and place.state() == before and not os.path.exists(place.path("p")),
              f"ulimit -f 1: {arguments[0]}", f"exit {done.returncode}, {os.listdir(place.folder)}\n{done.stderr}")
    place.remove("o.clcpack")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--recorder", required=True)
    options = parser.parse_args()
    with temporary_folder("clc-together-") as folder:
        place = Place(options.clc, options.recorder, os.path.realpath(folder))
        if not place.has_disks:
            skip("outputs on a full disk", "no mount namespaces here")
        for test in (a_depfile_that_cannot_be_written, a_package_that_cannot_be_written, an_end_between_two_renames,
                     a_package_that_lacks_what_failed, embedded_files, files_that_may_not_grow):
            test(place)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
