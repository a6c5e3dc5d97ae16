"""The kernels of bench/kernels, as a driver's own compiler makes them and as clc does: measured in turns in one process by
clc_kernel_bench, which also checks the results.
"""
import json
import math
import os
import statistics
import subprocess
import sys

# How much work a launch is, times and milliseconds of the turns.
FACTOR, QUICK_FACTOR, TURN_MS = 16, 1, 40


def chosen_kernels(options):
    listed = [line.split() for line in subprocess.run([options.program, "--list"], stdout=subprocess.PIPE, text=True,
                                                      check=True).stdout.splitlines()]
    unknown = set(options.names) - {words[0] for words in listed}
    if unknown:
        sys.exit(f"codegen: no kernels of the second set: {', '.join(sorted(unknown))}")
    return [words[0] for words in listed if words[0] in options.names or (not options.names and (options.last or len(words) == 1))]


def compile_package(options, names, targets, folder):
    package = os.path.join(folder, "second")
    words = [options.clc, "compile", *(f"{options.second}/{name}.cl" for name in names), "-o", package]
    for target in targets:
        words += ["-t", target]
    if subprocess.run(words, check=False).returncode != 0:
        sys.exit(f"codegen: clc does not compile the second set for {', '.join(targets)}")
    return package


def measure(options, driver, own, targets, folder):
    """A report, `own` being the name of the driver's compiler in it."""
    names = chosen_kernels(options)
    package = compile_package(options, names, targets, folder)
    rows = {}
    for target in targets:
        words = [options.program, options.device, package, target, options.second, str(QUICK_FACTOR if options.quick else options.factor),
                 str(options.rounds), str(0 if options.quick else TURN_MS), *names]
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        if len(lines) != len(names):
            sys.exit(f"codegen: exit {done.returncode}: {' '.join(words)}")
        for line in lines:
            row = rows.setdefault(line["kernel"], {"kernel": line["kernel"], "last": line["last"], "ms": {}, "ratio": {}, "errors": {}})
            if "error" in line:
                row["errors"][f"clc, {target}"] = line["error"]
                continue
            row["ms"].setdefault(own, line["ms_source"])
            row["ms"][f"clc, {target}"] = line["ms_package"]
            row["ratio"][f"clc, {target}"] = line["ratio"]
    means = {}
    for side in (f"clc, {target}" for target in targets):
        ratios = [row["ratio"][side] for row in rows.values() if side in row["ratio"]]
        if ratios:
            means[side] = math.exp(statistics.mean(map(math.log, ratios)))
    return {"set": "second", "device": driver.name, "rounds": options.rounds, "geometric_mean": means, "results": list(rows.values())}


def markdown(report, own):
    sides = list(report["geometric_mean"])
    lines = [f"{report['date']}: {report['device']}, medians of {report['rounds']} rounds; the {own}'s time by clc's, geometric mean: " +
             ", ".join(f"{name} {mean:.3f}" for name, mean in report["geometric_mean"].items()), "",
             "| kernel | " + " | ".join(f"{side} ms" for side in [own, *sides]) + " | " + " | ".join(f"{own} / {side}" for side in sides) + " |",
             "|---" * (2 + 2 * len(sides)) + "|"]
    for row in report["results"]:
        cells = [f"`{row['kernel']}`"] + [f"{row['ms'][side]:.4g}" if side in row["ms"] else "" for side in [own, *sides]]
        cells += [f"{row['ratio'][side]:.3f}" if side in row["ratio"] else "wrong" for side in sides]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
