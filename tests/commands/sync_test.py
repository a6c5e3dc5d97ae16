#!/usr/bin/env python3
"""Tests what is flushed to the disk, and when: with --sync all of a package before it gets its name, without it nothing.

usage: sync_test.py --clc PROGRAM --recorder LIBRARY
LIBRARY stands before libc and writes down flushes and renames.
"""
import argparse
import base64
import os
import shutil
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, finish, run, run_tests, temporary_folder  # noqa: E402

KERNEL = "kernel void k(global int* o) { o[0] = VALUE; }\n"
# PKCS #8 of an Ed25519 key, whose secret is 32 times the same byte.
KEY = base64.b64encode(bytes.fromhex("302e020100300506032b657004220420") + bytes([7] * 32)).decode()
TARGETS = ["-t", "spirv64", "-t", "nvptx:sm_75"]


class Place:
    def __init__(self, clc, recorder, top):
        self.clc, self.recorder, self.top = clc, recorder, os.path.realpath(top)
        self.work = os.path.join(self.top, "work")
        os.mkdir(self.work)
        self.environment = environment("CLC_", CLC_CACHE_DIR=os.path.join(self.top, "cache"))
        with open(self.path("k.cl"), "w", encoding="utf-8") as file:
            file.write(KERNEL)
        with open(self.path("key.pem"), "w", encoding="utf-8") as file:
            file.write(f"-----BEGIN PRIVATE KEY-----\n{KEY}\n-----END PRIVATE KEY-----\n")
        os.chmod(self.path("key.pem"), 0o600)

    def path(self, name):
        return os.path.join(self.work, name)

    def remove(self, name):
        path = self.path(name)
        if os.path.isdir(path):
            shutil.rmtree(path)
        elif os.path.exists(path):
            os.remove(path)

    def run(self, *arguments, expect=(0,), **more):
        """(exit code, error text, what was flushed and renamed): [("flush", path) or ("rename", from, to)]."""
        record = os.path.join(self.top, "record")
        open(record, "w", encoding="utf-8").close()
        variables = {**self.environment, "LD_PRELOAD": self.recorder, "RECORDED_FLUSHES": record, **more}
        done = run(self.clc, *arguments, cwd=self.work, env=variables, stdin=subprocess.DEVNULL, timeout=300)
        assert done.returncode in expect, f"{arguments}: exit {done.returncode}: {done.stderr}"
        events = []
        with open(record, encoding="utf-8") as file:
            for line in file.read().splitlines():
                kind, rest = line.split(" ", 1)
                events.append((kind, *[os.path.join(self.work, path) for path in rest.split(" to ")]))
        names = {event[1]: event[2] for event in events if event[0] == "name"}
        events = [(kind, names.get(path, path), *more) for kind, path, *more in events if kind != "name"]
        return done.returncode, done.stderr, [self.tidied(event) for event in events]

    @staticmethod
    def tidied(event):
        return (event[0], *[os.path.normpath(path) for path in event[1:]])


def flushes(events):
    return [event[1] for event in events if event[0] == "flush"]


def in_cache(place, event):
    return event[-1].startswith(place.environment["CLC_CACHE_DIR"] + os.sep)


def check_order(place, events, package, what):
    """Every file is flushed before its rename, its folder after that; a manifest comes after its blobs' names."""
    path = place.path(package)
    assert not [event for event in events if event[0] == "flush" and in_cache(place, event)], (what, events)
    renames = [(at, event) for at, event in enumerate(events) if event[0] == "rename" and not in_cache(place, event)]
    for at, (_, source, target) in renames:
        assert ("flush", source) in events[:at], f"{what}: {target} gets its name before it is flushed: {events}"
        folder = os.path.dirname(target)
        after = [later for later in range(at + 1, len(events)) if events[later] == ("flush", folder)]
        assert after, f"{what}: the folder is not flushed after the rename of {target}: {events}"
        if os.path.basename(target) == "manifest.clc.json":
            last_blob = max((other for other, _ in renames if other < at), default=-1)
            assert ("flush", folder) in events[last_blob + 1:at], f"{what}: the manifest comes before its blobs: {events}"
    targets = sorted(event[2] for _, event in renames)
    wanted = sorted(os.path.join(path, name) for name in os.listdir(path)) if os.path.isdir(path) else [path]
    assert targets == wanted, f"{what}: {targets} were renamed, and {wanted} are there"


def a_synced_package_is_flushed_before_it_gets_its_name(place):
    compile_it = ("compile", "k.cl", *TARGETS, "-DVALUE=1", "--sync")
    for times in ("miss", "hit"):
        for output in ("folder", "file.clcpack"):
            place.remove(output)
            check_order(place, place.run(*compile_it, "-o", output)[2], output, f"compile -o {output}, {times}")
    check_order(place, place.run("compile", "k.cl", "-t", "spirv64", "-DVALUE=1", "--sync", "-o", "one.spv")[2], "one.spv", "one binary")
    check_order(place, place.run("link", "folder", "file.clcpack", "-o", "linked", "--sync")[2], "linked", "link")
    check_order(place, place.run("pack", "folder", "-o", "packed.clcpack", "--sync")[2], "packed.clcpack", "pack")
    check_order(place, place.run("unpack", "packed.clcpack", "-o", "unpacked", "--sync")[2], "unpacked", "unpack")
    for output in ("folder", "packed.clcpack"):
        check_order(place, place.run("sign", output, "--key", "key.pem", "--sync")[2], output, f"sign {output}")


def folders_that_are_new_are_flushed_too(place):
    for output in ("new/deeper/folder", "newer/deeper/file.clcpack"):
        top = output.split("/", 1)[0]
        flushed = flushes(place.run("compile", "k.cl", *TARGETS, "-DVALUE=1", "--sync", "-o", output)[2])
        missing = {place.work, place.path(top), place.path(top + "/deeper")} - set(flushed)
        assert not missing, f"-o {output}: the new names in {missing} are not flushed: {flushed}"


def what_is_kept_is_flushed_too(place):
    """It may be there because of a call without --sync a moment ago."""
    for output in ("kept", "kept.clcpack"):
        compile_it = ("compile", "k.cl", *TARGETS, "-DVALUE=1", "-o", output)
        place.run(*compile_it)
        path = place.path(output)
        names = [path, os.path.dirname(path)] if output.endswith(".clcpack") else [
            path, *(os.path.join(path, name) for name in os.listdir(path))]
        for options in (["--keep-unchanged"], []):
            flushed = flushes(place.run(*compile_it, "--sync", *options)[2])
            if options or output.endswith(".clcpack"):  # without --keep-unchanged, folders are written anew
                assert set(names) <= set(flushed), f"{output} {options}: {flushed}"
            else:
                assert path in flushed, f"{output}: {flushed}"


def nothing_is_flushed_without_sync(place):
    place.environment["CLC_CACHE_DIR"] = os.path.join(place.top, "another cache")
    calls = []
    for output in ("plain", "plain.clcpack"):
        calls += [("compile", "k.cl", *TARGETS, "-DVALUE=2", "-MD", "-o", output)] * 2
        calls += [("compile", "k.cl", *TARGETS, "-DVALUE=2", "--keep-unchanged", "-o", output)]
    calls += [("compile", "k.cl", "-t", "spirv64", "-DVALUE=2", "-o", "plain.spv"),
              ("link", "plain", "plain.clcpack", "-o", "plain linked"), ("pack", "plain", "-o", "plain packed.clcpack"),
              ("unpack", "plain packed.clcpack", "-o", "plain unpacked"), ("sign", "plain", "--key", "key.pem"),
              ("header", "plain", "-o", "plain.h"), ("embed", "plain", "-o", "plain.c")]
    for arguments in calls:
        _, _, events = place.run(*arguments)
        assert not flushes(events), f"{arguments} flushes: {events}"
        assert any(event[0] == "rename" for event in events) or "--keep-unchanged" in arguments or \
            "plain.clcpack" in arguments, f"{arguments}: no rename was seen, so the recorder is not at work"


def a_disk_that_fails_leaves_a_whole_package(place):
    for output in ("broken", "broken.clcpack"):
        was = None
        for number in range(1, 20):
            place.remove(output)
            place.run("compile", "k.cl", *TARGETS, "-DVALUE=3", "-o", output)
            code, error, events = place.run("compile", "k.cl", *TARGETS, "-DVALUE=4", "--sync", "-o", output,
                                            expect=(0, 3), FAILING_FLUSH=str(number))
            place.run("verify", output)
            left = [name for name in os.listdir(place.path(output) if output == "broken" else place.work)
                    if name.startswith(".clc-tmp-")]
            assert not left, f"{output}, flush {number} fails: {left} are left"
            if code == 0:
                assert number > len(flushes(events)) and was == 3, f"{output}: flush {number} failed and nobody noticed"
                break
            assert "cannot flush" in error and "Input/output error" in error, error
            was = code
        else:
            raise AssertionError(f"{output}: never without a failing flush")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--recorder", required=True)
    options = parser.parse_args()
    with temporary_folder("clc-sync-") as top:
        place = Place(os.path.abspath(options.clc), os.path.abspath(options.recorder), top)
        run_tests([a_synced_package_is_flushed_before_it_gets_its_name, folders_that_are_new_are_flushed_too,
                   what_is_kept_is_flushed_too, nothing_is_flushed_without_sync, a_disk_that_fails_leaves_a_whole_package],
                  lambda test: test(place))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
