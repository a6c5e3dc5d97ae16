#!/usr/bin/env python3
"""Packs an install tree as an archive and as Python wheels: one of clc, one of the emulated GPUs where the tree has them. The same tree gives the same bytes, whoever packs, when, and where.

usage: pack_tree.py --tree FOLDER [--relink FOLDER] --version VERSION --date YYYY-MM-DD --license FILE --level 1-9 --into FOLDER [--machine NAME]
  --relink   what links clc-worker with another libc, for an archive of its own
  --machine  the processor that the tree is for, where it is another: aarch64
"""
import argparse
import base64
import datetime
import gzip
import json
import os
import platform
import re
import subprocess
import sys
import tarfile
import zipfile

import sbom
from sbom import read

NOTICES = ["LICENSES", "THIRD-PARTY-NOTICES"]  # in share/clc
SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python")
EMULATOR = "libexec/clc/libclc-emulator.so"
OF_EMULATOR = (EMULATOR, "share/clc/EMULATOR-NOTICES", "share/doc/clc-emulator/")
# For each wheel: what lies in folders without files, its notices in share/clc, and its metadata.
WHEELS = {
    # PyPI's `clc` is another project
    "clc_opencl": (".clc", NOTICES, [
        "Summary: Compiles OpenCL C ahead of time: SPIR-V, PTX, code of AMD GPUs; with the runtime that loads it", "Requires-Python: >=3.9",
        "Provides-Extra: pyopencl", "Requires-Dist: numpy; extra == 'pyopencl'", "Requires-Dist: pyopencl; extra == 'pyopencl'"]),
    "clc_emulator": (".clc-emulator", ["EMULATOR-NOTICES"], [
        "Summary: Emulated AMD GPUs, as an OpenCL driver for `clc emulate`", "Requires-Python: >=3.9", "Requires-Dist: clc-opencl=={version}"]),
}


def files_below(folder):
    """Names of all files, relative to the folder, in one order everywhere."""
    found = (os.path.join(path, name) for path, _, names in os.walk(folder) for name in names)
    return sorted(os.path.relpath(name, folder) for name in found)


def folders_without_files(names):
    """Folders in which folders lie and no files."""
    holders = {os.path.dirname(name) for name in names}
    above = {os.sep.join(folder.split(os.sep)[:depth]) for folder in holders for depth in range(1, folder.count(os.sep) + 1)}
    return sorted(above - holders)


def mode_of(path):
    return 0o755 if os.access(path, os.X_OK) else 0o644


def oldest_glibc(tree, names):
    """The version of glibc that all programs and modules run with, as (2, 35): the highest that one of them asks for."""
    needed = {(2, 5)}
    for name in names:
        if name.startswith(("bin/", "libexec/")) or name.endswith(".so"):
            text = subprocess.run(["readelf", "--version-info", os.path.join(tree, name)], check=True, capture_output=True, text=True).stdout
            needed |= {tuple(map(int, version.split("."))) for version in re.findall(r"GLIBC_(\d+\.\d+)", text)}
    return max(needed)


def write_archive(options, tree, kind, links):
    name = f"{kind}-{options.version}-linux-{options.machine}"
    with open(os.path.join(options.into, name + ".tar.gz"), "wb") as file, \
            gzip.GzipFile("", "wb", options.level, file, mtime=0) as packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for each in files_below(tree):
            entry = tarfile.TarInfo(f"{name}/{each}")
            path = os.path.join(tree, each)
            entry.size, entry.mode, entry.mtime = os.path.getsize(path), mode_of(path), options.seconds
            with open(path, "rb") as contents:
                archive.addfile(entry, contents)
        for each in links:
            entry = tarfile.TarInfo(f"{name}/{each}")
            entry.type, entry.linkname, entry.mtime = tarfile.SYMTYPE, f"share/clc/{each}", options.seconds
            archive.addfile(entry)


class Wheel:
    """A wheel that is being written."""

    def __init__(self, options, package, tag):
        self.stem = f"{package}-{options.version}"
        self.record = []
        self.files = {}
        self.date = datetime.datetime.fromtimestamp(options.seconds, datetime.timezone.utc).timetuple()[:6]
        self.level = options.level
        self.archive = zipfile.ZipFile(os.path.join(options.into, f"{self.stem}-{tag}.whl"), "w")

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name, self.date)
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
        self.archive.writestr(entry, data, compresslevel=self.level)
        self.files[name] = sbom.digests_of(data)
        digest = base64.urlsafe_b64encode(bytes.fromhex(self.files[name]["SHA256"])).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self):
        name = f"{self.stem}.dist-info/RECORD"
        self.add(name, "\n".join([*self.record, f"{name},,", ""]).encode())
        self.archive.close()


def write_wheel(options, package, names):
    """A wheel of these files of the tree, and of the Python package of its name."""
    marker, notices, metadata = WHEELS[package]
    bill = package.replace("_", "-")
    tag = "py3-none-manylinux_{}_{}_{}".format(*oldest_glibc(options.tree, names), options.machine)
    wheel = Wheel(options, package, tag)
    for name in files_below(os.path.join(SOURCES, package)):
        if name.endswith((".py", "py.typed")):
            wheel.add(f"{package}/{name}", read(SOURCES, package, name))
    for folder in folders_without_files(names):
        wheel.add(f"{wheel.stem}.data/data/{folder}/{marker}", b"")  # pip takes no folder away in which no file of the wheel lay
    for name in names:
        # Programs, not scripts of Python that call them: a start of clc takes a millisecond.
        place = "scripts/" + name[len("bin/"):] if name.startswith("bin/") else "data/" + name
        wheel.add(f"{wheel.stem}.data/{place}", read(options.tree, name), mode_of(os.path.join(options.tree, name)))
    information = f"{wheel.stem}.dist-info"
    components = sbom.components_of(json.loads(read(options.tree, "share/clc/components.json")), bill)
    licenses = sorted({part for each in components for part in each["license"].split(" AND ")} - {sbom.OWN_LICENSE})
    own = [name[len("share/clc/"):] for name in names if name.startswith(tuple(f"share/clc/{each}" for each in notices))]
    wheel.add(f"{information}/METADATA", "\n".join([
        "Metadata-Version: 2.4", f"Name: {bill}", f"Version: {options.version}",
        "License-Expression: " + " AND ".join([sbom.OWN_LICENSE, *licenses]), "License-File: LICENSE", *(f"License-File: {name}" for name in own),
        *(line.format(version=options.version) for line in metadata), ""]).encode())
    wheel.add(f"{information}/WHEEL", f"Wheel-Version: 1.0\nGenerator: pack_tree\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
    wheel.add(f"{information}/licenses/LICENSE", read(options.license))
    for name in own:
        wheel.add(f"{information}/licenses/{name}", read(options.tree, "share/clc", name))
    for name, data in sbom.bills(bill, options.version, options.date, components, wheel.files).items():
        wheel.add(f"{information}/sboms/{name}", data)
    wheel.close()


def write_wheels(options):
    """Each has bills of its own; those in share/clc/sbom are of the whole tree."""
    names = [name for name in files_below(options.tree) if not name.startswith("share/clc/sbom/")]
    write_wheel(options, "clc_opencl", [name for name in names if not name.startswith(OF_EMULATOR)])
    if EMULATOR in names:
        write_wheel(options, "clc_emulator", [name for name in names if name.startswith(OF_EMULATOR)])


def main():
    parser = argparse.ArgumentParser()
    for name in "tree", "version", "date", "license", "into":
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--relink")
    parser.add_argument("--machine", default=platform.machine())
    parser.add_argument("--level", type=int, required=True)
    options = parser.parse_args()
    options.seconds = int(datetime.datetime.fromisoformat(options.date + "T00:00:00+00:00").timestamp())
    missing = [name for name in NOTICES if not os.path.exists(os.path.join(options.tree, "share/clc", name))]
    if missing:
        print(f"pack_tree: share/clc has no {', '.join(missing)}, so nobody may pass it on: script/lib/notices.py makes them, in a build by"
              " Ninja, Python 3 and dpkg-query", file=sys.stderr)
        return 1
    write_archive(options, options.tree, "clc", NOTICES)  # links where people look for notices
    if options.relink:
        write_archive(options, options.relink, "relink-clc", [])
    write_wheels(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
