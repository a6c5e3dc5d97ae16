#!/usr/bin/env python3
"""Maths functions in `clc report`: the profile of a build, the calls of a kernel with the instructions of each function and the
loops around it, and advice where the hottest ones have shorter forms. In text, JSON and on the page.

usage: maths.py --clc PROGRAM
"""
import argparse
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, equal, expect, finish, output_of, temporary_folder  # noqa: E402

SOURCE = """float helper(float x) { return cos(x); }
kernel void hot(global float* a, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += sin(a[i]);
  a[get_global_id(0)] = s + pow(a[0], a[1]);
}
kernel void deep(global float* a, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) {
    s += exp(a[i]);
    for (int j = 0; j < n; ++j) s += helper(a[i + j]);
  }
  a[get_global_id(0)] = s;
}
kernel void turns(global float* a, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += sin(2 * M_PI_F * a[i] / n);
  a[get_global_id(0)] = s;
}
kernel void small(global float* a, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += cos(clamp(a[i], -1.0f, 1.0f) + (i & 1));
  a[get_global_id(0)] = s;
}
kernel void chip(global float* a, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += native_sin(a[i]);
  a[get_global_id(0)] = s;
}
kernel void vectors(global float4* a) { a[get_global_id(0)] = sin(a[get_global_id(0)]); }
kernel void straight(global float* a) { a[get_global_id(0)] = sin(a[get_global_id(0)]); }
kernel void without(global float* a) {
  a[get_global_id(0)] = fabs(a[get_global_id(0)]);
  if (sizeof(int) == 2) a[0] = sin(a[1]);
}
"""
TARGETS = ("nvptx:sm_90", "amdgcn:gfx942", "r600:cypress")
RELAXED = "-cl-fast-relaxed-math"


def report(clc, path, *words):
    text = output_of(clc, "report", path, "--accesses", "--format", "json", *words, env=environment(CLC_CACHE="0"))
    return {(one["kernel"], one["target"]): one for one in json.loads(text)["kernels"]}


def calls_of(kernel):
    """[(function, type, line, loops)]"""
    return sorted((call["function"], call["type"], call["line"], call["loops"]) for call in kernel["maths"]["calls"])


def the_call(kernel, function="sin"):
    return next(call for call in kernel["maths"]["calls"] if call["function"] == function)


def advice_of(kernel):
    return [one["text"] for one in kernel["advice"] if "innermost loop with maths" in one["text"]]


def check_calls(found, target):
    """What is called, of which type, in which line, in how many loops."""
    for name, wanted in {
        "hot": [("pow", "float", 5, 0), ("sin", "float", 4, 1)],
        "deep": [("cos", "float", 1, 2), ("exp", "float", 10, 1)],
        "turns": [("sin", "float", 17, 1)],
        "small": [("cos", "float", 22, 1)],
        "chip": [("native_sin", "float", 27, 1)],
        "vectors": [("sin", "float4", 30, 0)],
        "straight": [("sin", "float", 31, 0)],
        "without": [],
    }.items():
        equal(f"calls of {name} for {target}", calls_of(found[name, target]), wanted)
        equal(f"profile of {name} for {target}", found[name, target]["maths"]["profile"], "full")
    for name, wanted in {"turns": (True, False), "small": (False, True), "hot": (False, False)}.items():
        call = the_call(found[name, target], "cos" if name == "small" else "sin")
        equal(f"argument in {name} for {target}", (call["of_pi"], call["small"]), wanted)


def check_counts(found, relaxed, target):
    sine = the_call(found["straight", target])["instructions"]
    expect(20 < sine < 1000, f"instructions of sin for {target}: {sine}")
    four = the_call(found["vectors", target])["instructions"]
    expect(2 * sine < four < 5 * sine, f"instructions of sin of float4 for {target}: {four}, and {sine} of float")
    native = the_call(found["chip", target], "native_sin")["instructions"]
    expect(0 < native < sine, f"instructions of native_sin for {target}: {native}")
    equal(f"the shorter form for {target}", the_call(found["hot", target])["shorter"].get("native_sin"), native)
    if target != "r600:cypress":  # libclc's, which have one profile
        less = the_call(relaxed["straight", target])["instructions"]
        expect(less < sine / 2, f"instructions of relaxed sin for {target}: {less} of {sine}")


def check_advice(found, relaxed, target):
    equal(f"kernels with advice for {target}", sorted(name for (name, of), one in found.items() if of == target and advice_of(one)),
          ["deep", "hot", "small", "turns"])
    begins = {name: advice_of(found[name, target])[0] for name in ("deep", "hot", "small", "turns")}
    for name, pattern in {
        "hot": r"sin of float is \d+ instructions in the innermost loop with maths functions; where fewer digits are enough, take native_sin \(\d+\)",
        "deep": r"cos of float is ",
        "small": r"cos of float .*; its argument lies from -pi to pi; where fewer digits are enough, take native_cos",
        "turns": r"sin of float .*; its argument is a product with pi, and sinpi of the other factor is as exact, with \d+",
    }.items():
        expect(re.match(pattern, begins[name]), f"advice of {name} for {target}: {begins[name]}")
        equal(f"pieces of advice of {name} for {target}", len(advice_of(found[name, target])), 1)
    equal(f"advice under relaxed maths for {target}", [name for (name, of), one in relaxed.items() if of == target and advice_of(one)], [])


def check_forms(clc, path, folder):
    environment_here = environment(CLC_CACHE="0")
    text = lambda *words: output_of(clc, "report", *words, env=environment_here)
    seen = text(path, "-t", "nvptx:sm_90", "-k", "hot", "--accesses")
    line = next((line for line in seen.splitlines() if line.startswith("maths: ")), "")
    expect(re.fullmatch(
        r"maths: full accuracy; sin of float, \d+ instructions: 1 call in a loop; pow of float, \d+ instructions: 1 call", line),
        f"the line of the text: {line}")
    page = text(path, "-t", "nvptx:sm_90", "-k", "hot", "--format", "html")
    expect(f'"maths":"{line}"' in page, "the line is not on the page")
    package = os.path.join(folder, "package")
    for options, profile, words in (([], "full", "maths: full accuracy"), ([RELAXED], "relaxed", "maths: relaxed"),
                                    (["-cl-unsafe-math-optimizations"], "relaxed", "maths: relaxed")):
        compile(clc, path, *options, targets=["nvptx:sm_90"], output=package, env=environment_here)
        equal(f"profiles with {options}", {one["maths"] for one in json.loads(text(package, "--format", "json"))["kernels"]}, {profile})
        equal(f"the last line with {options}", text(package).splitlines()[-1], words)
        expect(f'"maths":"{words}"' in text(package, "--format", "html"), f"the page with {options} lacks it")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--clc", required=True)
    clc = parser.parse_args().clc
    with temporary_folder() as folder:
        path = os.path.join(folder, "maths.cl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SOURCE)
        targets = [word for target in TARGETS for word in ("-t", target)]
        found, relaxed = report(clc, path, *targets), report(clc, path, *targets, RELAXED)
        for target in TARGETS:
            check_calls(found, target)
            check_counts(found, relaxed, target)
            check_advice(found, relaxed, target)
        equal("calls without optimisation", calls_of(report(clc, path, "-t", "nvptx:sm_90", "-cl-opt-disable")["deep", "nvptx:sm_90"]),
              calls_of(found["deep", "nvptx:sm_90"]))
        check_forms(clc, path, folder)
    sys.exit(finish())


if __name__ == "__main__":
    main()
