#!/usr/bin/env python3
"""Notes, digests, signature and bills of a release: script/release makes them, script/verify-release checks them.

usage: release.py notes --version VERSION --date YYYY-MM-DD <docs/changelog.md
       release.py try-key --key KEY
       release.py complete FOLDER
       release.py finish --key KEY FOLDER
       release.py verify --key KEY.pub FOLDER
       release.py compare FOLDER OTHER
"""
import argparse
import base64
import glob
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import sbom

SUMS = "SHA256SUMS"
SIGNATURE = SUMS + ".sig"
SIGNER = "clc-release"  # whose signature, and of what: SSH's keys sign other things, too
# Files of the archive that also stand beside it.
BESIDE = {"clc.spdx.json": "share/clc/sbom/clc.spdx.json", "clc.cdx.json": "share/clc/sbom/clc.cdx.json",
          "THIRD-PARTY-NOTICES": "share/clc/THIRD-PARTY-NOTICES"}
BILL = re.compile(r"(?:share/clc/sbom|[^/]*\.dist-info/sboms)/([\w-]+)\.(?:spdx|cdx)\.json")
# Every release has these. script/dist makes some of it only where it could fetch what that takes.
KINDS = ["clc-[0-9]*-linux-*.tar.gz", "relink-clc-*.tar.gz", "clc_opencl-*.whl", "clc_emulator-*.whl", "clc_*.deb", "clc-runtime_*.deb", "clc-cuda_*.deb",
         "clc-emulator_*.deb", "glibc_*.dsc", "glibc_*.orig.tar.*", "glibc_*.debian.tar.*", "BUILD-PACKAGES"]
PACKAGES = KINDS[-1]
# Files that a build elsewhere does not make.
OF_RELEASE = {SUMS, SIGNATURE, "NOTES.md", *BESIDE}


def notes(options):
    text = sys.stdin.read()
    heading = f"## [{options.version}] - {options.date}"
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    found = [part for part in parts if part.splitlines()[0] == heading]
    if len(found) != 1:
        headings = ", ".join(part.splitlines()[0] for part in parts[1:3])
        sys.exit(f"release: the changelog has no section `{heading}`, of the tag's version and date; it begins with: {headings}")
    body = found[0].partition("\n")[2].strip()
    if not body:
        sys.exit(f"release: the changelog says nothing below `{heading}`")
    print(f"# clc {options.version}\n\n{body}")


def run_tool(*words, check=False, **options):
    try:
        return subprocess.run(words, capture_output=True, check=check, **options)
    except FileNotFoundError:
        sys.exit(f"release: wants {words[0]}, which is not installed here")


def digest_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else hashlib.sha256(file.read()).hexdigest()


def archive_of(folder):
    found = [path for path in glob.glob(os.path.join(folder, "clc-*.tar.gz")) if not path.endswith("-source.tar.gz")]
    if len(found) != 1:
        sys.exit(f"release: {folder} holds {len(found)} archives of programs")
    return found[0]


def of_tar(file, strip):
    """{path: bytes} of the files of a stream, without so many folders at the front; no links."""
    with tarfile.open(fileobj=file, mode="r|*") as archive:
        return {"/".join(member.name.removeprefix("./").split("/")[strip:]): archive.extractfile(member).read() for member in archive
                if member.isfile()}


def files_of(path):
    """{path: bytes} of an archive, a wheel or a Debian package."""
    if path.endswith(".whl"):
        with zipfile.ZipFile(path) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}
    if path.endswith(".deb"):
        done = run_tool("dpkg-deb", "--fsys-tarfile", path, check=True)
        return of_tar(io.BytesIO(done.stdout), 1)
    with open(path, "rb") as file:
        return of_tar(file, 1)


def sign(key, path):
    done = run_tool("ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", SIGNER, path, text=True)
    if done.returncode != 0:
        sys.exit(f"release: ssh-keygen cannot sign with {key}: {done.stderr.strip() or done.stdout.strip()}")


def try_key(options):
    """Signs a scrap. Other keys give another signature each time."""
    with tempfile.TemporaryDirectory(prefix="clc-release-key-") as folder:
        scrap = os.path.join(folder, "scrap")
        with open(scrap, "wb"):
            pass
        sign(options.key, scrap)
        with open(scrap + ".sig", encoding="ascii") as file:
            signature = base64.b64decode("".join(line for line in file.read().splitlines() if not line.startswith("-----")))
    # A magic word, a version, and the key: its length, and that of the name of its kind.
    kind = signature[18:18 + int.from_bytes(signature[14:18], "big")].decode("ascii")
    if kind != "ssh-ed25519":
        sys.exit(f"release: {options.key} is a key of {kind}; only ssh-ed25519 gives the same signature twice: ssh-keygen -t ed25519")


def complete(options):
    absent = [kind for kind in KINDS if not glob.glob(os.path.join(glob.escape(options.folder), kind))]
    if absent:
        sys.exit(f"release: the build made no {', no '.join(absent)}: script/setup and script/dist say above what they could not fetch")


def finish(options):
    held = files_of(archive_of(options.folder))
    for name, path in BESIDE.items():
        with open(os.path.join(options.folder, name), "wb") as file:
            file.write(held[path])
    names = sorted(set(os.listdir(options.folder)) - {SUMS, SIGNATURE})
    sums = os.path.join(options.folder, SUMS)
    with open(sums, "w", encoding="utf-8") as file:
        file.writelines(f"{digest_of(os.path.join(options.folder, name))}  {name}\n" for name in names)
    if os.path.exists(sums + ".sig"):
        os.remove(sums + ".sig")
    sign(options.key, sums)


def check_signature(options):
    absent = [path for path in (options.key, *(os.path.join(options.folder, name) for name in (SUMS, SIGNATURE))) if not os.path.isfile(path)]
    if absent:
        return [f"{path} is not there" for path in absent]
    with open(options.key, encoding="utf-8") as file:
        key = file.read().strip()
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as allowed, open(os.path.join(options.folder, SUMS), "rb") as sums:
        allowed.write(f"{SIGNER} {key}\n")
        allowed.flush()
        done = run_tool("ssh-keygen", "-Y", "verify", "-f", allowed.name, "-I", SIGNER, "-n", SIGNER, "-s",
                        os.path.join(options.folder, SIGNATURE), stdin=sums, text=True)
    return [] if done.returncode == 0 else [f"{SIGNATURE} is no signature of {SUMS} by {options.key}: {done.stderr.strip() or done.stdout.strip()}"]


def check_digests(options):
    with open(os.path.join(options.folder, SUMS), encoding="utf-8") as file:
        told = {name: digest for digest, name in (line.rstrip("\n").split("  ", 1) for line in file)}
    there = set(os.listdir(options.folder)) - {SUMS, SIGNATURE}
    faults = [f"{name} is not there" for name in sorted(told.keys() - there)]
    faults += [f"{name} is not in {SUMS}" for name in sorted(there - told.keys())]
    return faults + [f"{name} has another digest than {SUMS} says" for name in sorted(there & told.keys())
                     if digest_of(os.path.join(options.folder, name)) != told[name]]


def check_artifact(path, components):
    """What the bills in an artifact say of it, held against it."""
    held = files_of(path)
    bills = {name: match.group(1) for name in held if (match := BILL.fullmatch(name))}
    name = os.path.basename(path)
    if len(bills) != 2:
        return [f"{name} has {len(bills)} bills of materials rather than 2"]
    digests = {each: hashlib.sha256(data).hexdigest() for each, data in held.items()
               if each not in bills and not each.endswith(".dist-info/RECORD")}
    faults = []
    for bill, of in bills.items():
        document = json.loads(held[bill])
        faults += [f"{name}: {fault}" for fault in sbom.faults_of(document, bill, sbom.components_of(components, of), digests)]
        faults += [f"{name}: {bill} does not tell {path}" for path in digests.keys() - sbom.held(document)[1].keys()]
    return faults


def check_bills(options):
    archive = archive_of(options.folder)
    held = files_of(archive)
    faults = [f"{name} is not the one in {os.path.basename(archive)}" for name, path in BESIDE.items()
              if sbom.read(options.folder, name) != held[path]]
    components = json.loads(held["share/clc/components.json"])
    artifacts = [archive, *(path for ending in ("whl", "deb") for path in sorted(glob.glob(os.path.join(options.folder, f"*.{ending}"))))]
    return faults + [fault for path in artifacts for fault in check_artifact(path, components)]


def verify(options):
    for what, check in ("signature", check_signature), ("digests", check_digests), ("bills of materials", check_bills):
        faults = check(options)
        for fault in faults:
            print(f"release: {fault}", file=sys.stderr)
        if faults:
            return 1  # what comes after would read what nobody vouches for
        print(f"{what}: good")
    return 0


def other_packages(folder, other):
    """Which of Debian's packages differ: why other bytes were built, most often."""
    lists = []
    for path in folder, other:
        if not os.path.exists(os.path.join(path, PACKAGES)):
            return []
        with open(os.path.join(path, PACKAGES), encoding="utf-8") as file:
            lists.append(set(file.read().splitlines()))
    return [f"built by Debian's {line} in {where} alone" for where, only in ((folder, lists[0] - lists[1]), (other, lists[1] - lists[0])) for line in sorted(only)]


def compare(options):
    if not os.path.isdir(options.other):
        sys.exit(f"release: {options.other} is no folder")
    names = [set(os.listdir(folder)) - OF_RELEASE for folder in (options.folder, options.other)]
    made = {name for name in names[0] if not name.endswith("-source.tar.gz")}
    others = {name for name in names[1] if not name.endswith("-source.tar.gz")}
    faults = [f"{name} is in one of both alone" for name in sorted(made ^ others)]
    faults += [f"{name} was built with other bytes" for name in sorted(made & others)
               if digest_of(os.path.join(options.folder, name)) != digest_of(os.path.join(options.other, name))]
    for fault in [*faults, *other_packages(options.folder, options.other)]:
        print(f"release: {fault}", file=sys.stderr)
    if not faults:
        print(f"built again: the same bytes of {len(made)} files")
    return bool(faults)


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    for command, names, places in (notes, ("version", "date"), ()), (try_key, ("key",), ()), (complete, (), ("folder",)), \
            (finish, ("key",), ("folder",)), (verify, ("key",), ("folder",)), (compare, (), ("folder", "other")):
        options = commands.add_parser(command.__name__.replace("_", "-"))
        options.set_defaults(run=command)
        for name in names:
            options.add_argument("--" + name, required=True)
        for place in places:
            options.add_argument(place)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
