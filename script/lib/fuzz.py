#!/usr/bin/env python3
"""Runs fuzz targets, which script/fuzz has built: several at a time, in turns, each until it has had its CPU time and has found
no new edge for five minutes. Needs the programs and the corpus only, so it runs on machines that cannot build.

usage: fuzz.py --programs FOLDER [--corpus FOLDER] [--work FOLDER] --minutes N [--wall N] [--jobs N] [--workers N] [NAME…]
       fuzz.py … --seconds N          each target so long, once
       fuzz.py … --merge              takes what earlier runs left in --work into the corpus, made small

--work keeps NAME/inputs, what was new, NAME/finds, what ended a target, NAME/log-N, and NAME/sums.json: several calls with one
folder are one run. --wall ends a call after so many seconds. A table of results for bench/log/fuzzing.md is printed at the end.
Exits with 1 when there were finds.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import queue
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROUND = 300               # seconds without a new edge that end a run
MOST = 4                  # times the minutes asked for, whatever is still found
LARGEST_INPUT = 8192      # bytes of a file that comes into the tree
LARGEST_CORPUS = 1 << 17  # bytes of a target's corpus there
LIMITS = ["-rss_limit_mb=2048", "-malloc_limit_mb=512", "-timeout=20", "-max_len=65536"]
SUMS = ("runs", "seconds", "edges", "quiet")  # what a target has had; the seconds are of CPU, the quiet ones since the last new edge
SANITIZERS = {"ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=0", "UBSAN_OPTIONS": "print_stacktrace=1"}


class Target:
    def __init__(self, name, options):
        self.name = name
        self.program = options.programs / f"clc_fuzz_{name}"
        self.corpus = options.corpus / name
        self.work = options.work / name
        self.inputs = self.work / "inputs"
        self.finds = self.work / "finds"
        for folder in (self.inputs, self.finds):
            folder.mkdir(parents=True, exist_ok=True)
        self.sums = self.work / "sums.json"  # a run may be made of several calls
        sums = json.loads(self.sums.read_text()) if self.sums.exists() else {}
        self.runs, self.seconds, self.edges, self.quiet = (sums.get(name, 0) for name in SUMS)
        if not self.program.exists():
            sys.exit(f"fuzz: there is no target '{name}' (script/fuzz --list)")

    def found(self):
        return sorted(path for path in self.finds.iterdir() if path.name.startswith(("crash-", "leak-", "oom-", "timeout-")))

    def log(self, worker):
        """Its own, because several that write into one would cut each other's lines."""
        return self.work / f"log-{worker}"

    def start(self, arguments, folders, worker=0):
        log = open(self.log(worker), "ab")
        command = [self.program, *LIMITS, f"-artifact_prefix={self.finds}/", "-print_final_stats=1", *arguments, *folders]
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=self.work,
                                env={**os.environ, **SANITIZERS})

    def run(self, seconds, workers):
        """One round."""
        before = self.edges, self.seconds
        logs = [self.log(worker) for worker in range(workers)]
        begins = [log.stat().st_size if log.exists() else 0 for log in logs]
        folders = [self.inputs, self.corpus] if self.corpus.is_dir() else [self.inputs]
        processes = [self.start([f"-max_total_time={seconds}", "-reload=1"], folders, worker) for worker in range(workers)]
        for process in processes:
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 0
            self.seconds += usage.ru_utime + usage.ru_stime
        text = "\n".join(log.read_bytes()[begin:].decode(errors="replace") for log, begin in zip(logs, begins))
        self.runs += sum(map(int, re.findall(r"number_of_executed_units: (\d+)", text)))
        self.edges = max([self.edges, *map(int, re.findall(r" cov: (\d+) ", text))])
        self.quiet = 0 if self.edges > before[0] else self.quiet + self.seconds - before[1]
        self.sums.write_text(json.dumps({name: getattr(self, name) for name in SUMS}))

    def is_done(self, minutes):
        wanted = minutes * 60
        return (bool(self.found()) or self.seconds >= MOST * wanted or
                (self.seconds >= wanted * 0.99 and self.quiet >= min(ROUND, wanted) * 0.99))

    def row(self):
        today = datetime.date.today().isoformat()
        return (f"| `{self.name}` | {today} | {self.seconds / 60:.1f} | {self.runs / 1e6:.1f} | {self.edges} | "
                f"{len(self.found()) or 'none'} |")


def run_in_turns(targets, options):
    """A round of each target, again and again until all are done, so that a call which ends early was fair."""
    waiting = queue.SimpleQueue()
    for target in targets:
        waiting.put(target)
    deadline = time.monotonic() + options.wall if options.wall else float("inf")
    usual = options.seconds or min(ROUND, options.minutes * 60) / options.workers

    def work():
        while True:
            try:
                target = waiting.get_nowait()
            except queue.Empty:
                return
            seconds = int(min(max(usual, 1), deadline - time.monotonic()))
            if seconds <= 0:
                return
            target.run(seconds, options.workers)
            print(f"{target.name}: {target.seconds:.0f} s of CPU, {target.runs} runs, {target.edges} edges, {target.quiet:.0f} s without a "
                  f"new one, {len(target.found())} finds", flush=True)
            if not options.seconds and not target.is_done(options.minutes):
                waiting.put(target)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for worker in [pool.submit(work) for _ in range(options.jobs)]:
            worker.result()


def merge(target):
    """The fewest inputs that reach every edge that the corpus and the new inputs reach together, small ones first, and not
    more than the tree should hold."""
    with tempfile.TemporaryDirectory(dir=target.work) as folder:
        small = pathlib.Path(folder) / "small"
        merged = pathlib.Path(folder) / "merged"
        for path in (small, merged):
            path.mkdir()
        target.corpus.mkdir(parents=True, exist_ok=True)
        for path in [*target.inputs.iterdir(), *target.corpus.iterdir()]:
            if path.stat().st_size <= LARGEST_INPUT:
                shutil.copy(path, small)
        before = len(list(target.corpus.iterdir()))
        # How often an edge is taken would make several times as many inputs.
        process = target.start(["-set_cover_merge=1", "-use_counters=0"], [merged, small])
        if process.wait() != 0:
            sys.exit(f"fuzz: merging the inputs of {target.name} failed: see {target.log(0)}")
        shutil.rmtree(target.corpus)
        target.corpus.mkdir()
        room = LARGEST_CORPUS
        for path in sorted(merged.iterdir(), key=lambda path: path.stat().st_size):
            room -= path.stat().st_size
            if room >= 0:
                shutil.copy(path, target.corpus)
        print(f"{target.name}: {before} inputs before, {len(list(target.corpus.iterdir()))} now")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--corpus", type=pathlib.Path, default=pathlib.Path(__file__).parents[2] / "tests/fuzz/corpus")
    parser.add_argument("--work", type=pathlib.Path, default="build/fuzz/work")
    parser.add_argument("--minutes", type=float, default=15, help="of CPU, for each target")
    parser.add_argument("--wall", type=int, help="end after so many seconds, whatever is still found")
    parser.add_argument("--seconds", type=int, help="one round of so many seconds")
    parser.add_argument("--jobs", type=int, default=1, help="targets at a time")
    parser.add_argument("--workers", type=int, default=1, help="processes for each target")
    parser.add_argument("--merge", action="store_true")
    options = parser.parse_args()
    options.programs, options.corpus, options.work = (
        path.resolve() for path in (options.programs, options.corpus, options.work))
    names = options.names or sorted(path.name.removeprefix("clc_fuzz_") for path in options.programs.glob("clc_fuzz_*"))
    targets = [Target(name, options) for name in names]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if options.merge:
        for target in targets:
            merge(target)
        return 0
    run_in_turns(targets, options)
    if not options.seconds:
        print("\n| target | last run | CPU minutes | million runs | edges | finds |\n|---|---|---|---|---|---|")
        print("\n".join(target.row() for target in targets))
    finds = [path for target in targets for path in target.found()]
    for path in finds:
        print(f"find: {path} (see {path.parents[1]}/log-*)", file=sys.stderr)
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main())
