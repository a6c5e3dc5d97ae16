#!/usr/bin/env python3
"""Shows whether the tests of passes would notice a fault: deletes a condition or an early return of a pass, builds
clc-opt, and runs that pass's own test, which must fail. The sources are put back.

usage: mutate.py --build DIR [--seed N] [--passes N] [--mutants N] [--pass NAME]…
"""
import argparse
import os
import random
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import run  # noqa: E402
from planted_fault import outcome, text_of  # noqa: E402

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PASSES = os.path.join(SOURCE, "tools/worker/passes")
EARLY = re.compile(r"^( *)if \((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\) (?:return[^;]*|continue|break);$", re.MULTILINE)
CONDITION = re.compile(r" (?:&&|\|\|) !?[\w.>:<-]+(?:\((?:[^()]|\([^()]*\))*\))?(?= (?:&&|\|\|)|\) |;)")


def mutants_of(text):
    """(line, text without it) for each early return and each term of a condition."""
    found = [(match, "early exit") for match in EARLY.finditer(text)] + [(match, "term") for match in CONDITION.finditer(text)]
    return [(text[:match.start()].count("\n") + 1, f"{kind} `{match.group().strip()}`", text[:match.start()] + text[match.end():])
            for match, kind in found]


def failed_test(build, name):
    done = run("timeout", "60", "/usr/lib/llvm-22/bin/lit", "-q", "-D", f"clc_opt={build}/libexec/clc/clc-opt", "-D", "filecheck=FileCheck-22",
               os.path.join(SOURCE, "tests/passes", name + ".ll"))
    return None if done.returncode == 0 else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--mutants", type=int, default=1)
    parser.add_argument("--pass", dest="names", action="append")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    names = sorted(name[:-3] for name in os.listdir(os.path.dirname(os.path.abspath(__file__))) if name.endswith(".ll"))
    chosen = arguments.names or chance.sample([name for name in names if source_of(name) and mutants_of(text_of(source_of(name)))], arguments.passes)
    counts = {}
    for name in chosen:
        path = source_of(name)
        text = text_of(path)
        mutants = mutants_of(text)
        chance.shuffle(mutants)
        made = 0
        for line, what, mutant in mutants:
            if made == arguments.mutants:
                break
            result = outcome(arguments.build, ["clc-opt"], path, mutant, lambda test=name: failed_test(arguments.build, test))
            if result == "does not build":
                continue
            made += 1
            counts[result] = counts.get(result, 0) + 1
            print(f"{name}:{line}: {what}: {result}", flush=True)
    run("ninja", "-C", arguments.build, "clc-opt")
    noticed, missed = counts.get("noticed", 0), counts.get("NOT NOTICED", 0)
    print(f"{noticed} of {noticed + missed} mutants noticed, seed {arguments.seed}")
    sys.exit(10 * noticed < 9 * (noticed + missed))


def source_of(name):
    path = os.path.join(PASSES, name.replace("-", "_") + ".cpp")
    return path if os.path.exists(path) else None


if __name__ == "__main__":
    main()
