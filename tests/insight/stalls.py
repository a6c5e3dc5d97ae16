#!/usr/bin/env python3
"""What `clc report --time --lines` says of waits against what an H200 took: bench/results/h200.json, of launches whose groups all run
at once, so that the waits and instructions of a unit's waves are the time.

usage: stalls.py --clc PROGRAM --root FOLDER [--markdown]
"""
import argparse
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, expect, finish, run  # noqa: E402

LAUNCH_US, CLOCKS_OF_US = 5.9, 1900  # of the H200 (forecast_chips.cpp)
TARGETS = ("nvptx:sm_90", "cubin:sm_90")
# Variant, elements, kernel, arguments, and by which factor each target's figure may be off. Variants whose code has changed since they
# were measured are left out (bench/log/stalls.md).
ROWS = [
    ("fma/chains", 1024, "fma_chains", {"end": 1024, "rounds": 2048}, (1.15, 1.15)),
    ("nbody/tiles", 64, "nbody_tiles", {"count": 64, "end": 64}, (1.15, 1.15)),
    ("nbody/tiles_unrolled", 64, "nbody_tiles_unrolled", {"count": 64, "end": 64}, (1.35, 1.2)),
    ("nbody/two_bodies", 64, "nbody_bodies_2", {"count": 64, "end": 64}, (1.45, 1.35)),
]


def microseconds(stalls):
    return LAUNCH_US + (stalls["waves"] * stalls["issue"] + stalls["left"]) / CLOCKS_OF_US


def told(options, target, algorithm, kernel, elements, arguments):
    words = [word for name, value in arguments.items() for word in ("--arg", f"{name}={value}")]
    command = [options.clc, "report", f"{options.root}/kernels/{algorithm}/{algorithm}.cl", "-t", target, "-k", kernel, "--time", "--lines",
               "--global-size", str(elements), *words, "--format", "json"]
    done = [run(*command, env=environment(CLC_CACHE="0")) for _ in range(2 if target == TARGETS[0] else 1)]
    if done[0].returncode != 0:
        return None
    expect(all(one.stdout == done[0].stdout for one in done), f"{kernel} for {target}: the same twice")
    kernels = json.loads(done[0].stdout)["kernels"]
    return next(one["stalls"] for one in kernels if one["kernel"] == kernel)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    with open(f"{options.root}/bench/results/h200.json", encoding="utf-8") as file:
        table = json.load(file)["results"]
    for variant, elements, kernel, arguments, factors in ROWS:
        algorithm, name = variant.split("/")
        row = next(one for one in table if (one["algorithm"], one["variant"], one.get("elements")) == (algorithm, name, elements))
        measured = 1000 * row["kernel_ms"]["median"]
        for target, factor in zip(TARGETS, factors):
            stalls = told(options, target, algorithm, kernel, elements, arguments)
            if stalls is None or "unknown" in stalls:
                expect(target != TARGETS[0], f"{kernel} for {target}: {stalls}")
                print(f"skipped: {kernel} for {target} needs ptxas and nvdisasm")
                continue
            ratio = microseconds(stalls) / measured
            expect(1 / factor < ratio < factor, f"{variant} for {target}: {ratio:.2f} of the measured time, allowed {factor}")
            listed = sum(line["clocks"] for line in stalls["lines"])
            expect(abs(listed - stalls["clocks"]) < 1 + 0.001 * stalls["clocks"], f"{kernel}: the lines add up to {listed}, all waits are {stalls['clocks']}")
            each = sum(code.get("clocks", 0) * code.get("times", 0) for code in stalls["code"])
            expect(abs(each - stalls["clocks"]) < 5 + 0.05 * stalls["clocks"], f"{kernel}: the instructions add up to {each}, all waits are {stalls['clocks']}")
            if options.markdown:
                print(f"| {variant} | {target} | {stalls['waves']} | {stalls['issue']:.0f} | {stalls['clocks']:.0f} | {stalls['left']:.0f} | "
                      f"{microseconds(stalls):.1f} us | {measured:.1f} us | {ratio:.2f} |")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
