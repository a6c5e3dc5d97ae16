#!/usr/bin/env python3
"""Plants faults in kernels, and looks whether `clc test` finds each and makes it so small that a person can read it: at most 2 groups of
work-items, and at most 3 numbers of its inputs that are not 0.

usage: planted_faults.py --clc PROGRAM [--device NAME] [--share N/M]
       --share   a part of the faults; default: all
"""
import argparse
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, equal, finish, run, share_of, temporary_folder  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))

N = {"sizes": {"N": "vary"}, "global": "N", "local": 64}
REALS, INTS, NUMBERS = "buffer:float:{N}", "buffer:int:{N}", "buffer:uint:{N}"
TESTS = {
    "saxpy": dict(N, arguments=[2.5, REALS, REALS, "{N}"]),
    "neighbours": dict(N, arguments=[REALS, REALS + ":zeros", "{N}", "local:{66 * 4}"], tolerance="1e-6"),
    "transpose": {"sizes": {"W": "vary", "H": "vary"}, "global": ["W", "H"], "local": [8, 8],
                  "arguments": ["buffer:int:{W * H}", "buffer:int:{W * H}:zeros", "{W}", "{H}"]},
    "group_sums": dict(N, arguments=[INTS + ":random:1000", "buffer:int:{(N + 63) / 64}:zeros", "{N}", "local:{64 * 4}"]),
    "histogram": dict(N, arguments=[NUMBERS, "buffer:uint:16:zeros", "{N}"]),
    "product": {"sizes": {"W": [1, 3, 9], "H": [1, 3, 9], "D": [0, 1, 2, 7]}, "global": ["W", "H"], "local": [8, 8], "tolerance": "1e-5",
                "arguments": ["buffer:float:{H * D}", "buffer:float:{W * D}", "buffer:float:{W * H}:zeros", "{H}", "{W}", "{D}"]},
    "limit": dict(N, arguments=[INTS, INTS + ":zeros", "{N}"]),
    "doubled": dict(N, arguments=[INTS, INTS + ":zeros", "{N}"], **{"global": "(N + 3) / 4"}),
    "largest": dict(N, arguments=[INTS, INTS + ":zeros", "{N}"]),
    "middle": dict(N, arguments=[INTS, INTS, INTS + ":zeros", "{N}"]),
    "reversed": dict(N, arguments=[NUMBERS, NUMBERS + ":zeros", "{N}"]),
}
# kernel, what it has, what it gets instead
FAULTS = [
    ("saxpy", "if (i < n)", "if (i <= n)"),
    ("saxpy", "if (i < n)", "if (i + 1 < n)"),
    ("saxpy", "if (i < n)", "if (i < (n & ~3u))"),
    ("saxpy", "if (i < n)", "if (i < n && i != 64)"),
    ("saxpy", "y[i] +=", "y[i] ="),
    ("saxpy", "a * x[i]", "a * x[n - 1 - i]"),
    ("saxpy", "a * x[i]", "a * fabs(x[i])"),
    ("neighbours", "if (at == 1) tile[0] =", "if (at == 1) tile[0] = 0 *"),
    ("neighbours", "in[i - 1] : 0", "in[i - 1] : 1"),
    ("neighbours", "in[i + 1] : 0", "in[i] : 0"),
    ("neighbours", "tile[at - 1] + ", ""),
    ("transpose", "out[x * h + y]", "out[x * w + y]"),
    ("transpose", "in[y * w + x]", "in[y * h + x]"),
    ("transpose", "x < w && y < h", "x < w"),
    ("group_sums", "s > 0;", "s > 1;"),
    ("group_sums", "part[at + s]", "part[at + 1]"),
    ("group_sums", "i < n ? in[i] : 0", "n > 0 ? in[min(i, (size_t)n - 1)] : 0"),
    ("histogram", "& 15", "& 7"),
    ("histogram", "& 15", "% 15"),
    ("histogram", "if (i < n)", "if (i > 0 && i < n)"),
    ("product", "k < depth", "k + 1 < depth"),
    ("product", "b[k * columns + column]", "b[column * depth + k]"),
    ("product", "row >= rows", "row > rows"),
    ("limit", "-100", "0"),
    ("limit", "clamp(in[i], -100, 100)", "min(in[i], 100)"),
    ("doubled", "size_t j = i * 4;", "size_t j = i * 4 + 1;"),
    ("doubled", "i * 4 + 3 < n", "i * 4 < n"),
    ("largest", "int most = in[0];", "int most = 0;"),
    ("middle", "hadd(a[i], b[i])", "(a[i] + b[i]) / 2"),
    ("reversed", "(in[i] >> 8 & 0xff00)", "(in[i] >> 8 & 0xf00)"),
]
MOST_ITEMS, MOST_NUMBERS = 128, 3


def plant(text, kernel, before, after):
    begin = text.index(f"kernel void {kernel}(")
    end = text.find("\nkernel void", begin)
    body = text[begin:end if end >= 0 else len(text)]
    equal(f"{kernel}: '{before}' is there once", body.count(before), 1)
    return body.replace(before, after)


def numbers_that_are_set(arguments, inputs):
    """How many numbers of the inputs are not 0; those of long buffers stand behind `but`."""
    count = 0
    for name, text in arguments.items():
        if name not in inputs:
            continue
        words = re.findall(r"= (\S+?)(?:,|$)", text) if "all 0 but" in text else text.strip("[]").split(", ") if text.startswith("[") else []
        count += sum(word not in ("0", "-0", "") for word in words)
        count += 1000 if " of " in text and "all 0" not in text else 0
    return count


def try_fault(options, folder, fault):
    kernel, before, after = fault
    with open(f"{HERE}/planted_kernels.cl", encoding="utf-8") as file:
        text = file.read()
    for name, contents in {"right.cl": text, "wrong.cl": plant(text, *fault),
                           "wrong.test.json": json.dumps({"tests": [dict(TESTS[kernel], kernel=kernel, expected=f"right.cl:{kernel}")]})}.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(contents)
    done = run(options.clc, "test", "wrong.cl", "--device", options.device, "--format", "json", cwd=folder, timeout=300)
    what = f"{kernel}: {before} -> {after}"
    if not check(done.returncode == 6, what, done.stdout + done.stderr):
        return
    result = json.loads(done.stdout)["tests"][0]
    small = result["smallest"]
    sizes = [int(one.split("=")[1]) for one in small["at"].split()]
    items = 1
    for size in sizes[:2]:
        items *= max(size, 1)
    inputs = [name for name in small["arguments"] if name in ("x", "y", "in", "a", "b")]
    count = numbers_that_are_set(small["arguments"], inputs)
    shown = ", ".join(f"{name} {text}" for name, text in small["arguments"].items() if name in inputs)
    check(items <= MOST_ITEMS and count <= MOST_NUMBERS, f"{what}: {result['at']} became {small['at']}: {small['message']}; {shown}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--device", default="portable computing")
    parser.add_argument("--share", default="1/1")
    options = parser.parse_args()
    options.clc = os.path.abspath(options.clc)
    which, parts = share_of(options.share)
    with temporary_folder("clc-planted-") as folder:
        for fault in FAULTS[which::parts]:
            try_fault(options, folder, fault)
    sys.exit(finish())


if __name__ == "__main__":
    main()
