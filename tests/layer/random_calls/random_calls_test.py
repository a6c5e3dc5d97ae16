#!/usr/bin/env python3
"""Makes random sequences of calls that concern programs and kernels, without the layer and with it, and compares what OpenCL
answers. A sequence is told by its seed.

usage: random_calls_test.py --program FILE --layer FILE --clc FILE [--driver pocl|pocl-two|intel|nvidia] [--seeds 1-10] [--steps 40]
                            [--mode recording|cache|compile|package]… [--threads N] [--no-shrink] [--prepared FOLDER]
       --mode      recording: recorded, with an empty cache, and behind it with the full one; cache: the same, not recorded;
                   compile: --on-miss compile, with an empty and a full cache; package: recorded, and then served by
                   --on-miss fail, in sequences of which a package knows everything. Default: recording
       --threads   so many threads make the sequence at once
       --prepared  a folder with il.spv, as every_call_test.py --prepare makes it: clc need not be here, but for the last two modes

Drivers have faults of their own. A sequence that a driver dies of, or answers differently in two runs, is cut before the step
that does it, and counted. A difference that the layer makes is shown with the fewest steps that make it.
Exit code 77: the driver is not here.
"""
import argparse
import collections
import difflib
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "programs"))
from every_call_test import DRIVERS, SKIPPED, Trial  # pylint: disable=wrong-import-position

LIMIT = 300
MODES = ("recording", "cache", "compile", "package")


class Sequence:
    """One seed: how it is run, and what it answers."""

    def __init__(self, trial, seed, mode):
        self.trial, self.seed, self.mode = trial, seed, mode
        self.work = os.path.join(trial.work, f"seed-{seed}")

    def run(self, steps, before=(), **layer):
        """The answers, and the number of the last step that was begun; None: all were made."""
        trial, options = self.trial, self.trial.options
        files = os.path.join(self.work, "files")
        shutil.rmtree(files, ignore_errors=True)
        os.makedirs(files)
        # The driver keeps a cache of its own here, and need not compile again for each run.
        environment = trial.environment(os.path.join(trial.work, "home"), **{"CLC_CACHE_DIR": os.path.join(self.work, "cache"), **layer})
        command = [*before, options.program, str(self.seed), ",".join(map(str, steps)), files, "--il", trial.il]
        command += ["--threads", str(options.threads)] * (options.threads > 1) + ["--packaged"] * (self.mode == "package")
        command += ["--plain-options"] * (self.mode == "compile")
        command += ["--gentle"] * (options.driver == "intel")
        try:
            run = subprocess.run(command, env=environment, capture_output=True, timeout=LIMIT, check=False, stdin=subprocess.DEVNULL)
            output, code = run.stdout, run.returncode
        except subprocess.TimeoutExpired as late:
            output, code = late.stdout or b"", "none: it did not end"
        text = trial.same_each_time("random_calls", output.decode(errors="replace").replace(self.work, "WORK"))
        return [f"exit code {code}", *text.splitlines()]

    def fresh(self):
        shutil.rmtree(os.path.join(self.work, "cache"), ignore_errors=True)
        shutil.rmtree(os.path.join(self.work, "recording"), ignore_errors=True)

    def layer_runs(self, steps):
        """(what it is called, the answers) of each way to run it with the layer."""
        layer = {"OPENCL_LAYERS": self.trial.options.layer}
        recording = {"CLC_LAYER_RECORD": os.path.join(self.work, "recording"), "CLC_LAYER_TIMES": "1"}
        self.fresh()
        if self.mode == "package":
            yield "recording", self.run(steps, **layer, **recording)
            package = os.path.join(self.work, "package.clcpack")
            trouble = self.trial.compile(recording["CLC_LAYER_RECORD"], package)
            if "holds no program to compile" in trouble:
                return
            if trouble:
                yield "compiled ahead", [trouble]
                return
            yield "from a package", self.run(steps, CLC_PACKAGE=package, CLC_LAYER_ON_MISS="fail", CLC_LAYER_CACHE="0", **layer)
            return
        first = {"recording": recording, "cache": {}, "compile": {"CLC_LAYER_ON_MISS": "compile", "CLC_LAYER_COMPILER": self.trial.options.clc}}[self.mode]
        yield "with an empty cache", self.run(steps, **layer, **first)
        again = first if self.mode == "compile" else {}
        yield "with a full cache", self.run(steps, **layer, **again)

    def comparable(self, answers):
        """Without what docs/layer.md says is different: another compiler than the driver's has its own log, and knows other
        things of arguments; and Intel's driver goes on telling of earlier builds."""
        if self.trial.options.driver == "intel":
            answers = [line for line in answers if not (line.startswith("~") and " again on " in line)]
        if self.mode in ("recording", "cache"):
            return answers
        return [line for line in answers if not line.startswith("~")]

    def difference(self, steps, plain):
        for name, answers in self.layer_runs(steps):
            if self.comparable(answers) != self.comparable(plain):
                return name, answers
        return None


def last_step(lines):
    """The step that the last line is of."""
    numbers = [line.split()[1] for line in lines if line.startswith("step ")]
    return int(numbers[-1]) if numbers and numbers[-1] != "end" else None


def first_difference(answers, others):
    """The step at which two runs begin to differ."""
    same = next((i for i, (a, b) in enumerate(zip(answers[1:], others[1:]), 1) if a != b), min(len(answers), len(others)) - 1)
    return last_step(answers[:same + 1])


def settled(sequence, steps, cuts):
    """The steps before those that the driver has trouble with, and its answers."""
    while steps:
        plain = sequence.run(steps)
        if plain[0] != "exit code 0":
            cause = "the driver dies of it"
            at = last_step(plain)
        else:
            again = sequence.run(steps)
            if again == plain:
                return steps, plain
            cause = "two runs without the layer differ"
            at = first_difference(plain, again)
        # At the end, or in any of several threads: there is no saying which step it was.
        fewer = steps[:len(steps) // 2] if at is None or sequence.trial.options.threads > 1 else steps[:steps.index(at)]
        cuts[cause] += 1
        steps = fewer
    return [], []


def shrunk(sequence, steps, plain, found):
    """The fewest steps that still make a difference: those up to the first one, without ever smaller parts of them."""
    def differs(fewer):
        answers = sequence.run(fewer) if fewer else [""]
        return answers[0] == "exit code 0" and sequence.difference(fewer, answers) is not None

    at = first_difference(sequence.comparable(plain), sequence.comparable(found[1]))
    if at and differs(steps[:steps.index(at) + 1]):
        steps = steps[:steps.index(at) + 1]
    size = max(len(steps) // 2, 1)
    while True:
        at = 0
        while at < len(steps):
            fewer = steps[:at] + steps[at + size:]
            if differs(fewer):
                steps = fewer
            else:
                at += size
        if size == 1:
            return steps
        size //= 2


def report(sequence, steps, plain, found):
    if sequence.trial.options.shrinks:
        fewer = shrunk(sequence, steps, plain, found)
        answers = sequence.run(fewer)
        steps, plain, found = (fewer, answers, again) if (again := sequence.difference(fewer, answers)) else (steps, plain, found)
    name, answers = found
    print(f"FAILED seed {sequence.seed}, {sequence.mode}, steps {','.join(map(str, steps))}")
    lines = difflib.unified_diff(sequence.comparable(plain), sequence.comparable(answers), "without", name, lineterm="", n=30)
    print("\n".join(list(lines)[:160]), flush=True)


def try_seed(trial, seed, mode, cuts):
    """True when the layer made no difference; None: nothing was left to compare."""
    sequence = Sequence(trial, seed, mode)
    try:
        steps, plain = settled(sequence, list(range(1, trial.options.steps + 1)), cuts)
        if not steps:
            return None
        found = sequence.difference(steps, plain)
        if found is None:
            return True
        report(sequence, steps, plain, found)
        return False
    finally:
        shutil.rmtree(sequence.work, ignore_errors=True)


def numbers_in(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser()
    for name in ("--program", "--layer", "--clc"):
        parser.add_argument(name, required=True, type=os.path.abspath)
    parser.add_argument("--driver", choices=sorted(DRIVERS), default="pocl")
    parser.add_argument("--seeds", type=numbers_in, default=range(1, 11))
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--mode", action="append", choices=MODES)
    parser.add_argument("--prepared", type=os.path.abspath)
    parser.add_argument("--no-shrink", dest="shrinks", action="store_false")
    options = parser.parse_args()
    if not os.path.exists(DRIVERS[options.driver][0]):
        print(f"skipped: {DRIVERS[options.driver][0]} is missing")
        return SKIPPED
    counts, cuts = collections.Counter(), collections.Counter()
    work = tempfile.mkdtemp(prefix="clc-random-calls-")
    try:
        trial = Trial(options, work)
        os.makedirs(os.path.join(work, "home"))
        trial.make_il()
        for mode in options.mode or ["recording"]:
            for seed in options.seeds:
                same = try_seed(trial, seed, mode, cuts)
                counts["not compared" if same is None else "same" if same else "FAILED"] += 1
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{options.driver}: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    print("cut: " + (", ".join(f"{count} times because {cause}" for cause, count in sorted(cuts.items())) or "none"))
    return 1 if counts["FAILED"] else 0 if counts["same"] else 1


if __name__ == "__main__":
    sys.exit(main())
