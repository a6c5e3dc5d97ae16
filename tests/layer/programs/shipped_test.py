#!/usr/bin/env python3
"""docs/examples/ship-deb and ship-folder: an application with its compiled kernels, as a Debian package and as a folder that moves.

The application is a program of the tests; dpkg installs it, the kernels and something that looks like a driver into a root of its own, where
the maintainer's scripts run without chroot.

usage: shipped_test.py --program clc_build_once --clc PROGRAM
"""
import argparse
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import Skipped, attempt, environment, finish, hold, output_of, run, skip_all, succeed, temporary_folder  # noqa: E402

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/examples")
KERNEL = "kernel void k(global int* o) { *o = VALUE; }\n"
OPTIONS = "-DVALUE=7"


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


class Machine:
    """A root of its own with a database of dpkg's, and what is built for it."""

    def __init__(self, options, folder):
        self.options, self.folder, self.root = options, folder, os.path.join(folder, "root")
        self.seen = os.path.join(folder, "seen")
        for place in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers", "usr/libexec"):
            os.makedirs(os.path.join(self.root, place))
        write(os.path.join(self.root, "var/lib/dpkg/status"), "")
        clc = os.path.dirname(os.path.realpath(options.clc))
        os.symlink(os.path.join(clc, "../libexec/clc"), os.path.join(self.root, "usr/libexec/clc"))
        path = f"{clc}:{os.environ['PATH']}:/usr/sbin:/sbin"
        self.environment = environment("CLC_", "OPENCL_LAYERS", PATH=path, HOME=folder, POCL_CACHE_DIR=os.path.join(folder, "pocl"),
                                       CLC_CACHE_DIR=os.path.join(folder, "cache"), OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd",
                                       DEBIAN_FRONTEND="noninteractive")

    def deb(self, name, version, files):
        tree = os.path.join(self.folder, f"{name}-{version}")
        for path, (text, mode) in files.items():
            write(os.path.join(tree, path), text, mode)
        write(os.path.join(tree, "DEBIAN/control"), f"Package: {name}\nVersion: {version}\nArchitecture: all\nMaintainer: a <a@example.org>\nDescription: a test\n")
        succeed("dpkg-deb", "--root-owner-group", "--build", tree, tree + ".deb")
        return tree + ".deb"

    def dpkg(self, *arguments, **changes):
        return succeed("dpkg", f"--root={self.root}", "--force-script-chrootless", "--force-not-root", "--log=/dev/null", *arguments,
                       merged=True, env={**self.environment, **changes}).stdout

    def start(self, command, **changes):
        """The application's number, and the package from which its kernels came; nothing comes from a driver."""
        shutil.rmtree(self.seen, ignore_errors=True)
        os.mkdir(self.seen)
        done = succeed(*command, env={**self.environment, "CLC_LAYER_SUMMARY": self.seen, "CLC_LAYER_ON_MISS": "fail", "CLC_LAYER_CACHE": "0", **changes})
        packages = []
        for name in os.listdir(self.seen):
            with open(os.path.join(self.seen, name), encoding="utf-8") as file:
                packages += [(program["from"], os.path.relpath(program["package"] or self.root, self.root)) for program in json.load(file)["programs"]]
        return done.stdout.strip(), packages

    def in_root(self, path):
        return os.path.join(self.root, path)


def application(machine):
    """The text of the stand-in: its own source, compiled when it starts."""
    return f'#!/bin/sh\nexec {machine.options.program} build "$(dirname "$0")/../share/standin/k.cl" {OPTIONS}\n'


def recorded(machine):
    place = os.path.join(machine.folder, "recording")
    if not os.path.exists(place):
        source = os.path.join(machine.folder, "k.cl")
        write(source, KERNEL)
        succeed(machine.options.clc, "record", "-q", "-o", place, "--", machine.options.program, "build", source, OPTIONS, env=machine.environment)
    return place


def as_debian_package(machine):
    files = lambda extra: {"usr/bin/standin": (application(machine) + extra, 0o755), "usr/share/standin/k.cl": (KERNEL, 0o644)}
    driver = lambda version: machine.deb("standin-driver", version, {"etc/OpenCL/vendors/standin.icd": (version, 0o644)})
    # clc and the loader are the machine's, which the database of the root does not know.
    machine.dpkg("-i", machine.deb("standin", "1", files("")), driver("1"), machine.deb("clc", "1", {}), machine.deb("ocl-icd-libopencl1", "2.3.1", {}))
    built = succeed(os.path.join(EXAMPLES, "ship-deb/make-deb"), "standin", recorded(machine), machine.folder, "-t", "driver:pocl", "-t", "spirv64:1.2", env=machine.environment)
    deb = os.path.join(machine.folder, f"standin-kernels_1.0_{succeed('dpkg', '--print-architecture').stdout.strip()}.deb")
    hold(os.path.exists(deb), built.stdout)
    said = machine.dpkg("-i", deb)
    hold("the kernels are those of the driver that is here" in said, said)
    start, shipped, made = machine.in_root("usr/bin/standin"), "usr/lib/standin-kernels/driver.clcpack", "var/lib/standin-kernels/driver.clcpack"
    hold(machine.start([start]) == ("7", [("package", shipped)]), "the application does not start with its kernels")

    again = os.path.join(machine.folder, "again")
    succeed(machine.options.clc, "record", "-q", "-o", again, "--", start, env=machine.environment)
    hold(os.listdir(os.path.join(again, "programs")) == os.listdir(os.path.join(recorded(machine), "programs")), "another recording is made of the installed application")
    with open(os.path.join(again, "runs", os.listdir(os.path.join(again, "runs"))[0]), encoding="utf-8") as file:
        hold({build["served"] for build in json.load(file)["builds"]} == {"driver"}, "a recording has what a package served")

    said = machine.dpkg("-i", driver("2"))
    hold("Processing triggers for standin-kernels" in said and "those of the driver that is here" in said, said)
    # As if the shipped kernels were of another driver.
    os.truncate(machine.in_root(shipped), 100)
    said = machine.dpkg("-i", driver("3"))
    hold("made the kernels for the driver that is here" in said, said)
    hold(machine.start([start]) == ("7", [("package", made)]), "the application does not start with the kernels that the trigger made")
    said = machine.dpkg("-i", driver("4"))
    hold("were made for the driver that is here" in said, said)
    # A driver that does not work: dpkg goes on, and the application compiles.
    os.truncate(machine.in_root(made), 100)
    said = machine.dpkg("-i", driver("5"), OCL_ICD_VENDORS=machine.folder)
    hold("no kernels for the driver that is here" in said and not os.path.exists(machine.in_root(made)), said)
    hold(machine.start([start], CLC_LAYER_ON_MISS="driver")[0] == "7", "the application does not run without kernels")

    machine.dpkg("-i", machine.deb("standin", "2", files("# of version 2\n")))
    with open(start + ".distrib", encoding="utf-8") as file:
        hold("of version 2" in file.read(), "an update of the application does not reach it")
    machine.dpkg("-i", driver("6"))
    hold(os.path.exists(machine.in_root(made)), "a driver that works again gets no kernels")
    machine.dpkg("-r", "standin-kernels")
    left = [path for path in ("usr/bin/standin.distrib", "var/lib/standin-kernels", "usr/lib/standin-kernels") if os.path.exists(machine.in_root(path))]
    with open(start, encoding="utf-8") as file:
        hold(not left and "of version 2" in file.read(), f"what is removed leaves {left}")


def triggers_name_what_pocl_loads(_):
    with open(os.path.join(EXAMPLES, "ship-deb/debian/triggers"), encoding="utf-8") as file:
        named = set(re.findall(r"(?m)^interest-noawait (\S+)$", file.read()))
    library = next((path for path in named if "libpocl" in path and os.path.exists(path)), None)
    if library is None:
        raise Skipped("this machine's PoCL lies elsewhere")
    loaded = re.findall(r"=> (/\S*/libLLVM\S*)", output_of("ldd", library))
    hold(loaded, "PoCL loads no LLVM")
    for path in loaded:
        whole = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
        hold(whole in named, f"no trigger for {whole}, which PoCL loads")


def as_folder(machine):
    place = os.path.join(machine.folder, "made")
    succeed(os.path.join(EXAMPLES, "ship-folder/make-folder"), machine.options.program, recorded(machine), place, "-t", "driver:pocl", env=machine.environment)
    source = os.path.join(machine.folder, "k.cl")
    for number in range(2):
        mounted = os.path.join(machine.folder, f".mount_{number}")
        shutil.copytree(place, mounted)
        answer = machine.start([os.path.join(mounted, "AppRun"), "build", source, OPTIONS], PATH="/usr/bin:/bin")
        hold(answer == ("7", [("package", os.path.relpath(os.path.join(mounted, "usr/share/kernels.clcpack"), machine.root))]), f"mount {number}: {answer}")
        shutil.rmtree(mounted)
    done = run(os.path.join(EXAMPLES, "ship-folder/make-folder"), machine.options.program, recorded(machine), place, "-t", "driver:pocl", env=machine.environment)
    hold(done.returncode == 2 and "exists already" in done.stderr, done.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    options.program, options.clc = os.path.realpath(options.program), os.path.realpath(options.clc)
    if not os.path.exists("/etc/OpenCL/vendors/pocl.icd"):
        skip_all("PoCL is missing")
    if not shutil.which("dpkg-deb") or not shutil.which("dpkg-divert"):
        skip_all("dpkg is missing")
    with temporary_folder() as folder:
        machine = Machine(options, os.path.realpath(folder))
        for test in (triggers_name_what_pocl_loads, as_folder, as_debian_package):
            attempt(test.__name__, test, machine)


if __name__ == "__main__":
    main()
    sys.exit(finish())
