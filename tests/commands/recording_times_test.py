#!/usr/bin/env python3
"""`clc report RECORDING --time`: each launch is forecast for its sizes and arguments, as a launch of the source is, and summed by kernel.

usage: recording_times_test.py --clc PROGRAM
"""
import argparse
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import finish, hold, run, succeed, temporary_folder  # noqa: E402

from recordings import Recording

STEPS = """
kernel void step(global const float* in, global float* out, int n) {
  float all = 0;
  for (int i = 0; i < n; ++i) all += in[get_global_id(0) + i * get_global_size(0)];
  out[get_global_id(0)] = all;
}
kernel void fill(global float* out, local float* tile) {
  tile[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0];
}
"""
COPY = "kernel void copy(global const float* in, global float* out) { out[get_global_id(0)] = in[get_global_id(0)]; }\n"
TARGET = ["-t", "nvptx:sm_90"]


def value(text):
    return {"kind": "value", "size": 4, "value": text}


BUFFER = {"kind": "buffer", "size": 1 << 22}


def recorded(folder, name, steps):
    """Twelve launches: `steps` of the kernel with a loop, by their arguments, four that fill, eight that copy."""
    one = Recording(os.path.join(folder, name))
    program, other = one.program("step", STEPS), one.program("copy", COPY)
    for argument, count in steps:
        one.launch(program, "step", group=(256, 1, 1), grid=(1 << 20, 1, 1), count=count, arguments=[BUFFER, BUFFER, argument])
    one.launch(program, "fill", group=(128, 1, 1), grid=(1 << 18, 1, 1), count=4, arguments=[BUFFER, {"kind": "local", "size": 40000}])
    one.launch(other, "copy", group=(0, 0, 0), grid=(1 << 20, 1, 1), count=8, arguments=[BUFFER, BUFFER])
    one.close()
    return one.folder


def close_to(a, b):
    return abs(a - b) <= 0.006 * b  # three digits are told


def launches_are_those_of_the_source(clc, folder):
    recording = recorded(folder, "all", [(value("64"), 1), (value("200"), 2)])
    found = json.loads(succeed(clc, "report", recording, *TARGET, "--time", "--format", "json").stdout)
    hold([(one["kernel"], one["count"]) for one in found["launches"]] == [("step", 1), ("step", 2), ("fill", 4), ("copy", 8)], "launches in order")
    source = os.path.join(folder, "steps.cl")
    with open(source, "w", encoding="utf-8") as file:
        file.write(STEPS)
    for launch, words in ((0, ["-k", "step", "--work-group", "256", "--global-size", "1048576", "--arg", "n=64"]),
                          (1, ["-k", "step", "--work-group", "256", "--global-size", "1048576", "--arg", "n=200"]),
                          (2, ["-k", "fill", "--work-group", "128", "--global-size", "262144", "--dynamic-local", "40000"])):
        said = json.loads(succeed(clc, "report", source, *TARGET, "--time", "--format", "json", *words).stdout)["kernels"][0]["times"]
        for ours, theirs in zip(found["launches"][launch]["times"], said):
            hold(ours["product"] == theirs["product"] and all(close_to(ours[key], theirs[key]) for key in ("least_us", "us", "most_us")),
                 f"launch {launch}: {ours}, and {theirs} of the source")
    h200 = [[time["us"] for time in launch["times"] if time["product"] == "NVIDIA H200"][0] for launch in found["launches"]]
    sums = {one["kernel"]: one for one in found["kernels"] if one["product"] == "NVIDIA H200"}
    hold(sums["step"]["launches"] == 3 and close_to(sums["step"]["us"], h200[0] + 2 * h200[1]), f"the sum of a kernel: {sums['step']}")
    whole = next(one for one in found["all"] if one["product"] == "NVIDIA H200")
    hold(whole["launches"] == 15 and close_to(whole["us"], h200[0] + 2 * h200[1] + 4 * h200[2] + 8 * h200[3]), f"the sum of all: {whole}")
    hold(close_to(sum(one["share"] for one in sums.values()), 1) and whole["least_us"] < whole["us"] < whole["most_us"], "shares and range")
    text = succeed(clc, "report", recording, *TARGET, "--time").stdout
    hold(re.search(r"^step +nvptx:sm_90 +NVIDIA H200 +3 .* %  \w", text, re.M) and re.search(r"^all +nvptx:sm_90 +NVIDIA H200 +15 .* 100 %$", text, re.M) and
         "* computed, never checked" in text, text)
    hold(text.index("step ") < text.index("copy "), "the longest comes first")
    some = json.loads(succeed(clc, "report", recording, *TARGET, "--time", "--format", "json", "-k", "copy").stdout)
    hold({one["kernel"] for one in some["launches"]} == {"copy"}, "-k chooses kernels")


def what_is_not_known(clc, folder):
    recording = recorded(folder, "unknown", [({"kind": "value", "size": 4}, 3)])
    found = json.loads(succeed(clc, "report", recording, *TARGET, "--time", "--format", "json").stdout)
    whole = next(one for one in found["all"] if one["product"] == "NVIDIA H200")
    hold("most_us" not in whole and whole["of_unknown_length"] == 3 and found["launches"][0]["unknown"] == "decided by argument n",
         f"a loop of unknown length: {whole}")
    text = succeed(clc, "report", recording, *TARGET, "--time").stdout
    hold("the least time only of step for nvptx:sm_90: decided by argument n (3 launches)" in text, text)
    given = json.loads(succeed(clc, "report", recording, *TARGET, "--time", "--format", "json", "--arg", "n=64").stdout)
    hold("most_us" in given["all"][0] and given["notes"] == "", "--arg tells what the recording does not")


def page(clc, folder):
    recording = recorded(folder, "page", [(value("64"), 1)])
    html = succeed(clc, "report", recording, *TARGET, "--time", "--format", "html").stdout
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL).group(1))
    told = json.loads(succeed(clc, "report", recording, *TARGET, "--time", "--format", "json").stdout)
    hold(data["program"] == told, "the page tells what JSON does")


def mistakes(clc, folder):
    recording = recorded(folder, "mistaken", [(value("64"), 1)])
    source = os.path.join(folder, "steps.cl")
    empty = Recording(os.path.join(folder, "empty"))
    empty.program("copy", COPY)
    empty.close()
    for words, said in (([recording, source], "nothing but recordings"), ([recording, "--global-size", "64"], "leave out --work-group"),
                        ([empty.folder], "has no launches")):
        done = run(clc, "report", *words, *TARGET, "--time", expected=2)
        hold(said in done.stderr and done.stdout == "", done.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    with temporary_folder() as folder:
        launches_are_those_of_the_source(options.clc, folder)
        what_is_not_known(options.clc, folder)
        page(options.clc, folder)
        mistakes(options.clc, folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
