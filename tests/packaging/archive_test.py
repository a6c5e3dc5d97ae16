#!/usr/bin/env python3
"""Unpacks the archive of script/dist, and uses it in a root that holds it, glibc and no more: no shell, no LLVM. Nothing in it
is for the machine that built it alone. Packs again, to the same bytes.

usage: archive_test.py --dist DIR --build DIR --source DIR [--brief]
       --brief   does not pack again
"""
import json
import os
import re
import shutil
import sys
import tarfile

import dist
from dist import TARGETS, made

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, contents, environment, finish, skip, succeed, temporary_folder  # noqa: E402

ENTER = """
mount -t proc proc "$0/proc"
for device in null zero urandom; do touch "$0/dev/$device"; mount --bind /dev/$device "$0/dev/$device"; done
exec env -i PATH=/usr/bin HOME=/tmp CLC_CACHE_DIR=/tmp/cache "$@"
"""
# A target that wants a tool of others; the tool; where a message has to say that it was looked for.
WANTED = [("cubin:sm_90", "ptxas", "/usr/local/cuda/bin"), ("intel:dg2", "ocloc", "/usr/bin"), ("driver:pocl", "libOpenCL.so.1", "/etc/ld.so.cache")]


class BareRoot:
    """A root with /clc, /src and glibc's files that clc loads."""

    def __init__(self, path, unpacked, sources):
        self.path = path
        for folder in "dev", "proc", "tmp":
            os.makedirs(os.path.join(path, folder))
        shutil.copytree(unpacked, os.path.join(path, "clc"))
        shutil.copytree(sources, os.path.join(path, "src"))
        loaded = code_and_output("ldd", os.path.join(unpacked, "bin/clc"))[1]
        for name in re.findall(r"(/\S+) \(0x", loaded):
            os.makedirs(os.path.dirname(path + name), exist_ok=True)
            shutil.copy(name, path + name)

    def run(self, *command):
        alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]
        return code_and_output(*alone, "sh", "-euc", ENTER, self.path, shutil.which("chroot", path=os.environ["PATH"] + ":/usr/sbin"), self.path, *command)

    def files(self):
        return [name for name in contents(self.path) if not name.startswith(("clc/", "src/", "tmp/", "dev/"))]


def in_bare_root(options, unpacked, folder):
    root = BareRoot(os.path.join(folder, "root"), unpacked, os.path.join(options.source, "kernels/vecadd"))
    if code_and_output("unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]), "true")[0] != 0:
        skip("the archive in a root with glibc alone", "this machine lets nobody make mount namespaces")
        return
    check(all(re.search(r"/(libc|libm|ld-linux[^/]*)\.so", "/" + name) for name in root.files()), "the root has glibc alone", root.files())
    code, output = root.run("/clc/bin/clc", "--version")
    check(code == 0 and output.startswith("clc "), "clc starts", output)
    for target in TARGETS:
        code, output = root.run("/clc/bin/clc", "compile", "/src/vecadd.cl", "-t", target, "-o", "/tmp/" + target)
        check(code == 0, f"{target} without LLVM", output)
        there = os.path.join(folder, target)
        succeed(os.path.join(options.build, "bin/clc"), "compile", os.path.join(options.source, "kernels/vecadd/vecadd.cl"), "-t", target,
                "-o", there, env=environment(CLC_CACHE="0"))
        check(contents(root.path + "/tmp/" + target) == contents(there), f"{target}: the bytes of the build tree's clc")
    code, output = root.run("/clc/bin/clc", "report", "/src/vecadd.cl", "-t", "amdgcn:gfx1100", "--format", "html", "-o", "/tmp/page.html")
    page = contents(root.path + "/tmp").get("page.html", b"")
    check(code == 0 and b"vecadd_scalar" in page, "clc report makes a page", output)
    for target, tool, place in WANTED:
        code, output = root.run("/clc/bin/clc", "compile", "/src/vecadd.cl", "-t", target, "-o", "/tmp/wanted")
        errors = [line for line in output.splitlines() if "error:" in line]
        check(code != 0 and len(errors) == 1 and tool in errors[0] and place in errors[0], f"{target}: one sentence says which tool, and where", output)


def runs_elsewhere(options, unpacked):
    """The algorithm set holds nothing that only the driver or the processor of the machine that built it takes."""
    told = json.loads(succeed(os.path.join(options.build, "bin/clc"), "inspect", "--format", "json", os.path.join(unpacked, "share/clc/algorithms")).stdout)
    variants = [variant for module in told["modules"] for variant in module["variants"]]
    bound = [variant["target"] for variant in variants if variant["match"]]
    check(len(variants) > 50 and not bound, "the algorithm set is for every machine", bound)


def packs_again(options, folder):
    again = os.path.join(folder, "again")
    succeed(os.path.join(options.source, "script/dist"), "--built", options.build, again, umask=0o077,
            env=environment(TZ="Asia/Tokyo", LC_ALL="C", TMPDIR=folder))
    first, second = contents(options.dist), contents(again)
    check(len(first) >= 3 and first.keys() == second.keys(), "the second time makes the same files", (first.keys(), second.keys()))
    for name in sorted(first):
        check(first[name] == second.get(name), f"{name}: the same bytes")
    succeed("sha256sum", "--check", "--quiet", "SHA256SUMS", cwd=options.dist)


def main():
    options = dist.options("brief")
    with temporary_folder("clc-archive-") as folder:
        with tarfile.open(made(options.dist, "clc-*.tar.gz")) as archive:
            members = archive.getmembers()
            archive.extractall(os.path.join(folder, "unpacked"))
        check(len({member.name.partition("/")[0] for member in members}) == 1, "all of it lies in one folder")
        check(all(member.mode in (0o644, 0o755) and member.uname == "" for member in members), "everybody may read it, and it names nobody")
        unpacked = made(os.path.join(folder, "unpacked"), "*")
        runs_elsewhere(options, unpacked)
        in_bare_root(options, unpacked, folder)
        if options.brief:
            skip("the same bytes when packed again", "script/test --all")
        else:
            packs_again(options, folder)
    sys.exit(finish())


if __name__ == "__main__":
    main()
