#!/usr/bin/env python3
"""Tests that what one machine compiled is a hit on another, by way of a server; and no server spoils a build.

usage: shared.py --clc PROGRAM
"""
import argparse
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import SKIPPED, skip  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "remote"))
import proxy  # noqa: E402
from servers import Nginx, Redis, Skipped  # noqa: E402
from workspace import Workspace  # noqa: E402

HEADER = "#define N 4\n"
KERNEL = '#include "n.h"\nkernel void fill(global float* a) { a[get_global_id(0)] = N; }\n'
FILES = ("k.cl", "-t", "spirv64:1.2", "-t", "nvptx:sm_75")


def assembler():
    """ptxas, where there is one; nothing where there is none."""
    fetched = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../build/cuda-tools/bin")
    return shutil.which("ptxas") or shutil.which("ptxas", path=fetched)


def with_kernel(clc):
    work = Workspace(clc)
    work.write("n.h", HEADER)
    work.write("k.cl", KERNEL)
    return work


def is_shared(clc, server):
    with server, with_kernel(clc) as here, with_kernel(clc) as there:
        here.expect(False, *FILES, CLC_REMOTE=server.url)
        there.expect(True, *FILES, CLC_REMOTE=server.url, what="another machine")
        assert there.package() == here.package(), "other bytes by way of the server"
        there.expect(True, *FILES, what="what came from the server is here now")
        there.write("n.h", HEADER.replace("4", "5"))
        there.expect(False, *FILES, CLC_REMOTE=server.url, what="another header")
        shutil.rmtree(there.cache)
        there.expect(True, *FILES, CLC_REMOTE=server.url, what="the other header again")
        here.expect(True, *FILES, CLC_REMOTE=server.url)
        shutil.rmtree(here.cache)
        here.expect(True, *FILES, CLC_REMOTE=server.url, what="the first header again")


def is_shared_by_folder(clc):
    """Servers know of files below the folders of a call only, wherever these lie."""
    targets = ["-t", "spirv64:1.2"]
    with Redis() as server, Workspace(clc) as here, Workspace(clc) as there:
        if "Portable Computing Language" in here.run("targets").stdout:
            targets += ["-t", "driver:pocl"]
        for work, place in ((here, "one"), (there, "the/other")):
            work.write(f"{place}/src/k.cl", KERNEL.replace("n.h", "../other/n.h"))
            work.write(f"{place}/other/n.h", HEADER)
        here.expect(False, "src/k.cl", *targets[:2], cwd=here.path("one"), CLC_REMOTE=server.url)
        there.expect(False, "src/k.cl", *targets[:2], cwd=there.path("the/other"), CLC_REMOTE=server.url)
        with_folder = ("src/k.cl", "-Iother", *targets)
        here.expect(False, *with_folder, cwd=here.path("one"), CLC_REMOTE=server.url)
        there.expect(True, *with_folder, cwd=there.path("the/other"), CLC_REMOTE=server.url)
def is_explained(clc, server):
    def explained(work, *more, **environment):
        return work.run("explain", *files, *more, **environment).stdout

    ptxas = assembler()
    files = FILES + (("-t", "cubin:sm_80", "--tool", "ptxas=" + ptxas) if ptxas else ())
    with server, with_kernel(clc) as here, with_kernel(clc) as there:
        here.expect(False, *files, CLC_REMOTE=server.url)
        assert explained(there).count(": miss") == files.count("-t"), "not compiled here, and no server is asked"
        assert ": miss" not in explained(there, CLC_REMOTE=server.url), "explain asks the server, as compile does"
        there.expect(True, *files, CLC_REMOTE=server.url)
        told = explained(there)
        assert ": miss" not in told, f"what was fetched is here:\n{told}"
        told = explained(there, "-DX=1")
        assert told.count("  added     option -DX=1") >= FILES.count("-t"), f"what was fetched is history:\n{told}"


def is_not_written(clc):
    with Redis() as server, with_kernel(clc) as here, with_kernel(clc) as there:
        here.expect(False, *FILES, CLC_REMOTE=server.url + "|read-only")
        there.expect(False, *FILES, CLC_REMOTE=server.url, what="nothing was sent to a server that is read-only")


def costs_no_build(clc, fault):
    with with_kernel(clc) as plain, with_kernel(clc) as work:
        plain.expect(False, *FILES)
        with Nginx() as server:
            with with_kernel(clc) as other:  # so that there is something to spoil
                other.expect(False, *FILES, CLC_REMOTE=server.url)
            with proxy.Proxy(server.port, fault) as between:
                work.hits(*FILES, CLC_REMOTE=f"http://127.0.0.1:{between.port}|timeout=300|total-timeout=1500")
        assert work.package() == plain.package(), f"other bytes where the server {fault.__name__}"


def is_off(clc):
    with Redis() as server, with_kernel(clc) as here, with_kernel(clc) as there:
        here.run("compile", *FILES, "-o", "p", CLC_CACHE="0", CLC_REMOTE=server.url)
        there.expect(False, *FILES, CLC_REMOTE=server.url, what="CLC_CACHE=0 sends nothing")
    with with_kernel(clc) as here:
        here.run("compile", *FILES, "-o", "p", CLC_REMOTE="htp://x", expect=2)
        assert not os.path.exists(here.path("p"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    clc = os.path.abspath(parser.parse_args().clc)
    try:
        for server in (Redis, Nginx):
            is_shared(clc, server())
            is_explained(clc, server())
        is_shared_by_folder(clc)
        is_not_written(clc)
        is_off(clc)
        for fault in (proxy.stalls, proxy.cuts_body, proxy.answers_500, proxy.answers_garbage,
                      proxy.answers_another_blob):
            costs_no_build(clc, fault)
    except Skipped as reason:
        skip("a shared cache", reason)
        return SKIPPED
    print("what is compiled here is known there; no server changes a package")
    return 0


if __name__ == "__main__":
    sys.exit(main())
