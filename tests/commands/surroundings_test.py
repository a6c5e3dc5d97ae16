#!/usr/bin/env python3
"""What clc finds around it: outputs that are links, no place for temporary files, few open files, roots without /proc and
/dev/null, a cache that others can write to; and what it leaves behind there, also when it is interrupted.

usage: surroundings_test.py --clc PROGRAM
"""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run, skip, temporary_folder  # noqa: E402

NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]
HAS_POCL = os.path.exists("/etc/OpenCL/vendors/pocl.icd")
TARGETS = ["spirv64", "nvptx:sm_90", "amdgcn:gfx1100"] + (["driver:pocl"] if HAS_POCL else [])


class Place:
    def __init__(self, clc, folder):
        self.clc, self.folder = os.path.abspath(clc), folder
        self.environment = environment("CLC_", CLC_CACHE="0", TMPDIR=self.path("tmp"))
        os.makedirs(self.path("tmp"))
        for name in "abcdefgh":
            with open(self.path(f"{name}.cl"), "w", encoding="utf-8") as file:
                file.write(f"kernel void {name}(global int* o) {{ *o = 1; }}\n")

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments, before=(), **variables):
        return run(*before, self.clc, *arguments, cwd=self.folder, env=self.environment | variables, timeout=300)

    def shell(self, script, *arguments):
        """Runs clc after a script, in the same shell."""
        return self.run(*arguments, before=["sh", "-c", script + ' && exec "$@"', "sh"])

    def left_in_tmp(self):
        return os.listdir(self.path("tmp"))


def said(done):
    return f"exit {done.returncode}\n{done.stdout}{done.stderr}"


def links(place):
    """-o LINK writes through the link, as compilers do, and the link stays one."""
    os.makedirs(place.path("far"))
    for what, link, target in (("an absolute link", "l1.clcpack", place.path("far/1.clcpack")), ("a relative link", "l2.clcpack", "far/2.clcpack"),
                               ("a link to a bare binary", "l3.spv", "far/3.spv"), ("a link into a folder that is not there", "l4.clcpack", "new/4.clcpack"),
                               ("a link to a folder package", "l5", "far/5"), ("a link to a link", "l6.clcpack", "l2.clcpack")):
        os.symlink(target, place.path(link))
        at = place.path(target)
        for state in ("dangling", "with an old output"):
            done = place.run("compile", "a.cl", "-t", "spirv64", "-o", link, *(["-DX"] if state != "dangling" else []))
            check(done.returncode == 0 and os.path.islink(place.path(link)) and os.path.exists(at), f"{what}, {state}", said(done))
        held = {name: open(os.path.join(top, name), "rb").read() for top, _, names in os.walk(os.path.dirname(at)) for name in names}
        done = place.run("compile", "a.cl", "-t", "spirv64", "-Dkernel=broken", "-o", link)
        after = {name: open(os.path.join(top, name), "rb").read() for top, _, names in os.walk(os.path.dirname(at)) for name in names}
        check(done.returncode == 1 and os.path.islink(place.path(link)) and held == after, f"{what}: a failure changes nothing", said(done))
    for arguments in (("record", "-o", "far/0", "--", "true"), ("record", "-o", "l7", "--", "true"), ("record", "--merge", "far/0", "-o", "l8")):
        link = arguments[arguments.index("-o") + 1]
        if link != "far/0":
            os.symlink("far/" + link, place.path(link))
        done = place.run(*arguments)
        check(done.returncode == 0 and os.path.exists(place.path(f"far/{os.path.basename(link)}/recording.json")), f"a recording {link}", said(done))
    os.symlink("loop.clcpack", place.path("loop.clcpack"))
    done = place.run("compile", "a.cl", "-t", "spirv64", "-o", "loop.clcpack")
    check(done.returncode == 3 and "symbolic links" in done.stderr and os.path.islink(place.path("loop.clcpack")), "a link to itself", said(done))
    os.symlink("a.cl", place.path("source.spv"))
    done = place.run("compile", "a.cl", "-t", "spirv64", "-o", "source.spv")
    check(done.returncode == 2 and "would overwrite a.cl" in done.stderr, "a link to the source", said(done))
    for arguments in (("embed", "l1.clcpack", "-o", "e.c"), ("header", "l1.clcpack", "-o", "h.h"), ("pack", "far/5", "-o", "p.clcpack")):
        os.symlink("far/" + arguments[3], place.path(arguments[3]))
        done = place.run(*arguments)
        check(done.returncode == 0 and os.path.islink(place.path(arguments[3])) and os.path.exists(place.path("far/" + arguments[3])),
              f"{arguments[0]} through a link", said(done))


def temporary(place):
    """A missing or unwritable TMPDIR is named as such."""
    for target in ["driver:pocl"] if HAS_POCL else []:
        for what, folder in (("missing", place.path("missing")), ("none", place.path("a.cl")), ("unwritable", "/proc")):
            done = place.run("compile", "a.cl", "b.cl", "-t", target, "-o", "p.clcpack", TMPDIR=folder)
            check(done.returncode == 3 and f"{folder}, which TMPDIR names" in done.stderr and len(done.stderr.splitlines()) == 1,
                  f"TMPDIR is {what}: {target}", said(done))
    done = place.run("run", "-p", "l1.clcpack", "--", "true", TMPDIR=place.path("missing"))
    check(done.returncode == 3 and "which TMPDIR names" in done.stderr, "TMPDIR is missing: clc run", said(done))
    done = place.run("compile", "a.cl", "-t", "spirv64", "-o", "p.clcpack", TMPDIR=place.path("missing"))
    check(done.returncode == 0, "TMPDIR is missing: a target that needs none", said(done))


def few_files(place):
    """Too many open files are no crash: a message and an exit code, or fewer jobs at a time."""
    numbers = (5, 8, 11, 14, 15, 16, 19, 23, 40)
    for target in TARGETS:
        is_slow = target == "driver:pocl"  # a second for each kernel
        names = "abc" if is_slow else "abcdefgh"
        for number in numbers[::2] if is_slow else numbers:
            done = place.shell(f"ulimit -n {number}", "compile", *[f"{name}.cl" for name in names], "-j", "8", "-t", target, "-o", "few.clcpack")
            is_clear = done.returncode == 3 and "Too many open files (raise ulimit -n)" in done.stderr and len(done.stderr.splitlines()) == 1
            check((is_clear or (done.returncode == 0 and number > 11)) and not place.left_in_tmp(), f"{number} open files: {target}",
                  said(done) + str(place.left_in_tmp()))
    for arguments in (("targets", "--device"), ("verify", "l1.clcpack", "--load"), ("report", "a.cl", "-t", "nvptx:sm_90")):
        done = place.shell("ulimit -n 8", *arguments)
        check(done.returncode == 3 and "Too many open files (raise ulimit -n)" in done.stderr, f"8 open files: {' '.join(arguments)}", said(done))


def bare_roots(place):
    """Bare roots without /dev/null or /proc get one true sentence, or simply work."""
    if shutil.which("unshare") is None or run(*NAMESPACE, "true").returncode != 0:
        return skip("bare roots", "no mount namespaces here")
    place.run("compile", "a.cl", *[word for target in TARGETS for word in ("-t", target)], "-o", "both.clcpack")
    empty = {"/dev": "mount -t tmpfs none /dev", "/proc": "mount -t tmpfs none /proc",
             "/dev and /proc": "mount -t tmpfs none /dev && mount -t tmpfs none /proc"}
    for what, script in empty.items():
        for target in TARGETS:
            done = place.run("compile", "a.cl", "-t", target, "-o", "bare.clcpack", before=[*NAMESPACE, "sh", "-c", script + ' && exec "$@"', "sh"])
            needs_proc = "/proc" in what and target in ("amdgcn:gfx1100", "driver:pocl")
            is_told = done.returncode == 4 and "/proc" in done.stderr and "not mounted here" in done.stderr and len(done.stderr.splitlines()) == 1
            check(is_told if needs_proc else done.returncode == 0 and not done.stderr, f"without {what}: {target}", said(done))
        for arguments in (("targets",), ("targets", "--device"), ("verify", "both.clcpack", "--load")):
            done = place.run(*arguments, before=[*NAMESPACE, "sh", "-c", script + ' && "$@" && ls /proc', "sh"])
            check(done.returncode == 0 and ("/proc" not in what or "self" not in done.stdout.split("\n")), f"without {what}: clc {' '.join(arguments)}", said(done))
    os.symlink(place.clc, place.path("renamed"))
    for words in (["./renamed"], ["sh", "-c", "PATH=.:$PATH && renamed \"$@\"", "sh"]):
        done = run(*NAMESPACE, "sh", "-c", empty["/proc"] + ' && exec "$@"', "sh", *words, "compile", "a.cl", "-t", "spirv64", "-o", "bare.clcpack",
                   cwd=place.folder, env=place.environment)
        check(done.returncode == 0, f"without /proc, started by {words[0]}", said(done))


def cache_modes(place):
    """A cache folder of mode 777 or g+w is told without -v, with the cure, once a call."""
    cache = place.path("cache")
    compiling = ("compile", "a.cl", "b.cl", "-t", "spirv64", "-o", "c.clcpack")
    modes = dict(CLC_CACHE="1", CLC_CACHE_DIR=cache)
    check(place.run(*compiling, **modes).stderr == "", "a cache of one's own")
    for mode, inner in ((0o777, 0o700), (0o770, 0o700), (0o775, 0o700), (0o700, 0o777), (0o777, 0o777), (0o702, 0o720)):
        os.chmod(cache, mode)
        os.chmod(cache + "/v1", inner)
        exposed = [name for name, bits in ((cache, mode), (cache + "/v1", inner)) if bits & 0o022]
        for arguments in (compiling, ("explain", "a.cl", "-t", "spirv64"), ("report", "a.cl", "-t", "nvptx:sm_90"), ("cache", "stats")):
            done = place.run(*arguments, **modes)
            if arguments[0] == "cache" and inner & 0o022:
                done.returncode, done.stderr = done.returncode - 3, done.stderr[:done.stderr.index("\n") + 1]  # it is not used, which is told, too
            check(done.returncode == 0 and done.stderr.count("\n") == 1 and done.stderr.endswith("chmod go-w " + " ".join(exposed) + "\n"),
                  f"{arguments[0]}, a cache of mode {mode:o}, {inner:o}", said(done))
        check(run("chmod", "go-w", *exposed).returncode == 0 and place.run(*compiling, **modes).stderr == "", "the cure helps")
        os.chmod(cache, mode)
        check(place.run(*compiling, **modes | {"CLC_CACHE": "off"}).stderr == "", "a cache that is off is not spoken of")
    os.chmod(cache, 0o700)
    for what, folder in (("a file", "a.cl"), ("below a file", "a.cl/x"), ("a dangling link", "dangling"), ("v1 of mode 777", "cache")):
        if what == "a dangling link":
            os.symlink("nowhere", place.path("dangling"))
        os.chmod(cache + "/v1", 0o777)
        for form in ((), ("--format", "json")):
            done = place.run("cache", "stats", *form, CLC_CACHE="1", CLC_CACHE_DIR=place.path(folder))
            check(done.returncode == 3 and done.stderr and "trouble" in done.stdout, f"cache stats, {what} {form}", said(done))
    done = place.run("cache", "stats", CLC_CACHE="1", CLC_CACHE_DIR="/dev/null")
    check(done.returncode == 3 and "chmod" not in done.stderr, "cache stats of what is no folder", said(done))
    done = place.run("cache", "stats", CLC_CACHE="1", CLC_CACHE_DIR=place.path("not/yet"))
    check(done.returncode == 0, "cache stats of a cache that is not there yet", said(done))


def leftovers(place):
    """A recording whose program could not be started, and calls that were interrupted, leave nothing."""
    before = sorted(os.listdir(place.folder))
    for folder, command in (("rec", "./nothing"), ("deep/er/rec/", "./nothing"), ("rec", "./a.cl"), ("rec", "./")):
        done = place.run("record", "-o", folder, "--", command)
        check(done.returncode == 3 and sorted(os.listdir(place.folder)) == before, f"record -o {folder} -- {command}", said(done))
    os.mkdir(place.path("empty"))
    done = place.run("record", "-o", "empty", "--", "./nothing")
    check(done.returncode == 3 and os.listdir(place.path("empty")) == [], "record into an empty folder", said(done))
    place.run("record", "-o", "recording", "--", "true")
    held = os.listdir(place.path("recording"))
    done = place.run("record", "-o", "recording", "--append", "--", "./nothing")
    check(done.returncode == 3 and held == os.listdir(place.path("recording")), "a recording that was there stays", said(done))
    before = sorted(os.listdir(place.folder))
    cache = place.path("own")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for delay in (0.02, 0.05, 0.1, 0.2, 0.4):
            process = subprocess.Popen([place.clc, "compile", *[f"{name}.cl" for name in "abcdefgh"], *[word for target in TARGETS for word in ("-t", target)],
                                        f"-DX={delay}", "-o", "i.clcpack", "-MD"], cwd=place.folder, stderr=subprocess.DEVNULL,
                                       env=place.environment | {"CLC_CACHE": "1", "CLC_CACHE_DIR": cache})
            time.sleep(delay)
            process.send_signal(number)
            process.wait()
            time.sleep(0.1)
            found = set(os.listdir(place.folder)) - {*before, "own"} - ({"i.clcpack", "i.clcpack.d"} if process.returncode == 0 else set())
            parts = [name for _, _, names in os.walk(cache) for name in names if name.startswith(".")]
            check(not found and not parts and not place.left_in_tmp(), f"{number.name} after {delay} s", f"{found} {parts} {place.left_in_tmp()}")
            for name in ("i.clcpack", "i.clcpack.d"):
                if os.path.exists(place.path(name)):
                    os.remove(place.path(name))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    with temporary_folder("clc-around-") as folder:
        place = Place(options.clc, os.path.join(folder, "place"))
        for part in (links, temporary, few_files, bare_roots, cache_modes, leftovers):
            part(place)
    sys.exit(finish())


main()
