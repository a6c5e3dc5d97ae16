"""Benchmarks of the cache, against ccache where it does the same."""
import argparse
import contextlib
import glob
import os
import random
import shutil
import statistics
import sys

from bench_tools import ENVIRONMENT, ROOT, Row, in_turns, milliseconds, run, spawn

sys.path.insert(0, os.path.join(ROOT, "tests/remote"))
from farm import Casd  # noqa: E402
from servers import ACTION, ARTIFACT, Client, Nginx, Redis, Skipped, sha256  # noqa: E402

SOURCE = os.path.join(ROOT, "kernels/vecadd/vecadd.cl")
MOST_OF_A_HIT = 20  # so many times more runs than of a compilation
ENTRIES_OF_GRPC = 13
WHEN_OF_GRPC = "with the module and the connection", "the next on that connection", "each of the eleven behind those"


def cache_environment(folder):
    return {**{name: value for name, value in ENVIRONMENT.items() if name != "CLC_CACHE"}, "CLC_CACHE_DIR": os.path.join(folder, "cache")}


class Ccache:
    """Does the same for a C file of as many bytes."""

    def __init__(self, folder, remote=""):
        self.program, self.compiler = shutil.which("ccache"), shutil.which("gcc")
        if self.program is None or self.compiler is None:
            sys.exit("commands: ccache or gcc is missing: script/setup")
        self.source = os.path.join(folder, "peer.c")
        size = os.path.getsize(SOURCE)
        text, number = "", 0
        while len(function := f"float add_{number}(float a, float b) {{ return a + b * {number}; }}\n") + len(text) + 3 <= size:
            text, number = text + function, number + 1
        with open(self.source, "w", encoding="utf-8") as file:
            file.write((text + "//").ljust(size - 1, "/") + "\n")
        self.folder = os.path.join(folder, "ccache")
        self.environment = {**os.environ, "CCACHE_DIR": self.folder, "CCACHE_CONFIGPATH": os.devnull}
        if remote:
            self.environment["CCACHE_REMOTE_STORAGE"] = remote
        self.command = [self.program, self.compiler, "-c", self.source, "-o", os.path.join(folder, "peer.o")]

    def run(self):
        spawn(self.command, self.environment)

    def count(self, name):
        return int(dict(line.split("\t") for line in run([self.program, "--print-stats"], env=self.environment).splitlines())[name])


def bench_hit(options, folder):
    """One kernel that is in the cache, from the start of the process to the package."""
    environment, peer = cache_environment(folder), Ccache(folder)
    rows, repeat = [], options.repeat * MOST_OF_A_HIT
    for form, package in (("file", "hit.clcpack"), ("folder", "hit")):
        command = [options.clc, "compile", SOURCE, "-t", "spirv64:1.2", "-o", os.path.join(folder, package)]
        before = peer_hits = None
        spawn(command, environment)
        peer.run()
        before = hits(options, environment), peer.count("direct_cache_hit")
        ours, theirs, nothing = in_turns(repeat, lambda: spawn(command, environment), peer.run, lambda: spawn(["/bin/true"], environment))
        after, peer_hits = hits(options, environment), peer.count("direct_cache_hit")
        if after - before[0] != repeat + 1 or peer_hits - before[1] != repeat + 1:
            sys.exit(f"commands: not all were hits: {before} {after} {peer_hits}")
        bound = "≤ 0.75×" if form == "file" else ""
        rows.append(Row(f"a hit of one kernel (vecadd.cl), package {form} written, against `ccache`'s direct hit of a C file of as many bytes "
                        f"(`/bin/true`: {nothing:.2f} ms)", ours, theirs, "ms", ours / theirs, bound))
    return rows


def hits(options, environment):
    text = run([options.clc, "cache", "stats"], env=environment)
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith("hits")))


def bench_miss(options, folder):
    """Measures what looking up and keeping costs a compilation that is not in the cache."""
    environment, number = cache_environment(folder), 0
    command = [options.clc, "compile", SOURCE, "-t", "nvptx:sm_90", "-o", os.path.join(folder, "miss.clcpack")]

    def compile_anew(where):
        nonlocal number
        number += 1
        spawn([*command, f"-DNUMBER={number}"], where)

    ours, theirs = in_turns(options.repeat * 3, lambda: compile_anew(environment), lambda: compile_anew(ENVIRONMENT))
    return [Row("a miss of one kernel (vecadd.cl) to PTX, kept, against the same with `CLC_CACHE=0`", ours, theirs, "ms", ours / theirs, "≤ 1.03×")]


def bench_thousand(options, folder):
    """1 000 jobs in one process, all in the cache."""
    sources = []
    with open(os.path.join(folder, "common.h"), "w", encoding="utf-8") as file:
        file.write("#define SCALE 3\n")
    for number in range(1000):
        sources.append(os.path.join(folder, f"k{number}.cl"))
        with open(sources[-1], "w", encoding="utf-8") as file:
            file.write('#include "common.h"\n'
                       f"kernel void k{number}(global const float* a, global float* b, uint n) {{\n"
                       f"  if (get_global_id(0) < n) b[get_global_id(0)] = a[get_global_id(0)] * SCALE + {number};\n}}\n")
    environment = cache_environment(folder)
    command = [options.clc, "compile", *sources, "-t", "spirv64:1.2", "-o", os.path.join(folder, "thousand.clcpack")]
    spawn(command, environment)
    before = hits(options, environment)
    times = [milliseconds(lambda: spawn(command, environment)) for _ in range(max(5, options.repeat // 2))]
    if hits(options, environment) - before != 1000 * len(times):
        sys.exit("commands: not all of the 1000 jobs were hits")
    return [Row("a job of 1 000 in one process, all in the cache", statistics.median(times) / 1000, None, "ms", None, "≤ 0.2 ms")]


def bench_remote(options, folder):
    """Nothing to be had on the local disk, everything on a server on loopback."""
    rows = []
    for name, server, url in (("Redis", Redis, lambda s: (s.url, s.url)), ("nginx", Nginx, lambda s: (s.url, s.url + "|layout=bazel"))):
        with contextlib.ExitStack() as stack:
            try:
                ours_url, peer_url = url(stack.enter_context(server()))
            except Skipped as reason:
                print(f"commands: skipped: remote: {reason}", file=sys.stderr)
                continue
            environment, peer = {**cache_environment(folder), "CLC_REMOTE": ours_url}, Ccache(folder, peer_url)
            command = [options.clc, "compile", SOURCE, "-t", "spirv64:1.2", "-o", os.path.join(folder, "remote.clcpack")]
            local = environment["CLC_CACHE_DIR"]
            sides = {
                "empty": (lambda: shutil.rmtree(local, ignore_errors=True), lambda: spawn(command, environment)),
                "used": (lambda: forget_entries(local), lambda: spawn(command, environment)),
                "peer": (lambda: shutil.rmtree(peer.folder, ignore_errors=True), peer.run),
            }
            times = {side: [] for side in sides}
            for _ in range(options.repeat * 3 + 2):
                for side, (prepare, action) in sides.items():
                    prepare()
                    times[side].append(milliseconds(action))
            if hits(options, environment) != 2 or peer.count("remote_storage_hit") < 1:
                sys.exit(f"commands: no hits from {name}")
            empty, used, theirs = (statistics.median(times[side][2:]) for side in sides)
            what = f"a hit of one kernel (vecadd.cl) from {name}, {{}}, against `ccache`'s, local cache empty"
            rows.append(Row(what.format("local cache used before, without it"), used, theirs, "ms", used / theirs, "≤ 1×"))
            rows.append(Row(what.format("local cache empty: compilers are identified first"), empty, theirs, "ms", empty / theirs, ""))
    return rows


def forget_entries(cache):
    """Leaves what is remembered of compilers, as in the cache of a machine that has compiled something else."""
    for path in glob.glob(os.path.join(cache, "v1", "??", "*")):
        if path.endswith((".action", ".artifact")):
            os.unlink(path)


def bench_grpc(options, folder):
    """The same entries on three servers on loopback, asked for by processes that do nothing else, the servers in any order."""
    driver = argparse.Namespace(driver=os.path.join(options.build, "bin/clc_remote_driver"),
                                module=os.path.join(options.build, "libexec/clc/clc-remote.so"))
    times = {}
    with contextlib.ExitStack() as stack:
        servers = {"nginx": stack.enter_context(Nginx()), "Redis": stack.enter_context(Redis()), "buildbox-casd": stack.enter_context(Casd())}
        for server in servers.values():
            with Client(driver, server.url) as client:
                for number in range(ENTRIES_OF_GRPC):
                    client.put(sha256(b"key %d" % number), ACTION, ARTIFACT + bytes([number]))
                client.flush()
        for _ in range(options.repeat * 3):
            for name, server in random.sample(list(servers.items()), len(servers)):
                with Client(driver, server.url) as client:
                    for number in range(ENTRIES_OF_GRPC):
                        when = min(number, len(WHEN_OF_GRPC) - 1)
                        answers = [client.get("action", sha256(b"key %d" % number)),
                                   client.get("artifact", sha256(ARTIFACT + bytes([number])))]
                        if not all(answers):
                            sys.exit(f"commands: no hit from {name}: {client.trouble()}")
                        times.setdefault((name, when), []).append(sum(answer.milliseconds for answer in answers))
    middle = {key: statistics.median(values) for key, values in times.items()}
    rows = []
    for when, what in enumerate(WHEN_OF_GRPC):
        ours, theirs = middle["buildbox-casd", when], min(middle["nginx", when], middle["Redis", when])
        rows.append(Row(f"an action and its artifact of 50 KB by gRPC (buildbox-casd), {what}, against the faster of Redis and nginx "
                        f"({middle['Redis', when]:.2f} and {middle['nginx', when]:.2f} ms)", ours, theirs, "ms", ours / theirs, ""))
    return rows


BENCHES = {"hit": bench_hit, "miss": bench_miss, "thousand": bench_thousand, "remote": bench_remote, "grpc": bench_grpc}
