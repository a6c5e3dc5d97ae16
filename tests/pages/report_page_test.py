#!/usr/bin/env python3
"""The text of `clc report --format html`: HTML that is whole, data that are complete, nothing that asks anybody for
anything, foreign text that stays text, source only where it was asked for, and clear errors.

usage: report_page_test.py --clc PROGRAM --kernels FOLDER
"""
import argparse
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import finish, hold, run, succeed, temporary_folder  # noqa: E402

from pages import HOSTILE, data_of, expect_whole, runs_of_branches, written


def whole_data(clc, kernels):
    command = [clc, "report", f"{kernels}/transpose/transpose.cl", "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100", "-t", "spirv64",
               "--format", "html", "--arg", "in_pitch=4096", "--arg", "out_pitch=4096"]
    page = succeed(*command, "--with-source").stdout
    expect_whole(page, "transpose")
    hold(page == succeed(*command, "--with-source").stdout, "two pages of the same differ")
    data = data_of(page)
    names = {one["kernel"] for one in data["kernels"]}
    hold(len(data["kernels"]) >= 24 and "transpose_padded_float" in names, f"kernels: {names}")
    texts = {data["files"][one["file"]]: one["text"] for one in data["sources"][0]}
    with open(f"{kernels}/transpose/transpose_type.clh", encoding="utf-8") as file:
        hold(texts == {"transpose_type.clh": file.read()}, f"sources: {list(texts)}")
    for kernel in data["kernels"]:
        hold(len(kernel["code"]["line"]) == len(kernel["code"]["file"]), "columns of code differ in length")
        hold("no_code" in kernel or kernel["code"]["text"].count("\n") + 1 == len(kernel["code"]["line"]), "lines of code")
    find = lambda name, target: next(one for one in data["kernels"] if one["kernel"] == name and one["target"] == target)
    ptx = find("transpose_naive_float", "nvptx:sm_90")
    hold(33 in ptx["code"]["line"] and ptx["alive"] > 4 and "," in ptx["code"]["alive"], "lines and live values of PTX")
    hold(ptx["occupancy"]["at_most"] and "unknown" in find("transpose_naive_float", "spirv64:1.2")["occupancy"], "occupancy")
    store = next(one for one in ptx["facts"]["accesses"] if one["kind"] == "store")
    hold((store["line"], store["cost"], store["best"]) == (33, "32", "4"), f"costs: {store}")
    hold(ptx["facts"]["findings"][0]["rule"] == "uncoalesced", "findings")
    hold(ptx["facts"]["work"]["bytes"] == 8 * 256 and [one["product"] for one in data["peaks"]["nvptx:sm_90"]] == ["H200 SXM", "H100 SXM"] and
         "spirv64:1.2" not in data["peaks"], "operations, bytes and peaks")
    bare = succeed(*command).stdout
    hold(not data_of(bare)["has_source"] and "Each item turns a 4x4 block" not in bare, "a page without --with-source holds source")


def instructions(clc, folder):
    """With --instructions the page has the counts of `clc report`, of sources and packages, and the exit code of what cannot be counted."""
    source = written(folder, "mix.cl", "kernel void k(global float* a, local float* l) {\n  l[get_local_id(0)] = a[get_global_id(0)];\n  barrier(1);\n"
                     "  if (a[0] > 1) a[get_global_id(0)] = l[0] * 2;\n}\n")
    package, targets = os.path.join(folder, "mix.clcpack"), ["-t", "nvptx:sm_90", "-t", "spirv64", "-t", "amdgcn:gfx942"]
    succeed(clc, "compile", source, *targets, "-g", "-o", package)
    names = ("instructions", "memory_instructions", "local_instructions", "arithmetic_instructions", "branch_instructions")
    counts = lambda data: {one["target"]: [one["resources"].get(name) for name in names] for one in data["kernels"]}
    said = counts(json.loads(succeed(clc, "report", package, "--instructions", "--format", "json").stdout))
    hold(len(said) == 3 and all(all(count is not None for count in one) for one in said.values()), f"counts: {said}")
    for words in ([package], [source, *targets]):
        shown = counts(data_of(succeed(clc, "report", *words, "--instructions", "--format", "html").stdout))
        hold(shown == said, f"instructions on the page of {words[0]}: {shown}, and not {said}")
    hold(counts(data_of(succeed(clc, "report", package, "--format", "html").stdout))["nvptx:sm_90"][0] is None, "PTX is counted without --instructions")
    if run(clc, "compile", source, "-t", "cubin:sm_90", "-o", package).returncode == 0:
        missing = [word for tool in ("nvdisasm", "cuobjdump") for word in ("--tool", f"{tool}={folder}/missing")]
        codes = [run(clc, "report", package, "--instructions", *missing, "--format", form).returncode for form in ("json", "html")]
        hold(codes[0] == codes[1] != 0, f"exit codes without nvdisasm: {codes}")


def hostile_texts(clc, folder):
    source = written(folder, "a<b>&'\"<script>.cl",
                     f"// {HOSTILE}\n#pragma message(\"{HOSTILE.replace(chr(92), '')}\")\n"
                     "kernel void k(global int* a) {\n  a[get_global_id(0)] = 1; /* </script> */\n}\n")
    page = succeed(clc, "report", source, "-t", "nvptx:sm_90", "--format", "html", "--with-source").stdout
    expect_whole(page, "hostile")
    data = data_of(page)
    hold(HOSTILE in data["sources"][0][0]["text"], "the source is not what it was")
    hold(any("<script>" in file for file in data["files"]), "the name of the file")


def builds(clc, folder):
    old = written(folder, "old.cl", "kernel void k(global int* a) { a[get_global_id(0)] = 1; }\n")
    new = written(folder, "new.cl", "kernel void k(global int* a) { a[get_global_id(0) * 2] += 7; }\n")
    data = data_of(succeed(clc, "report", new, "-t", "nvptx:sm_90", "--format", "html", "--with-source", "--before", old).stdout)
    hold([one["build"] for one in data["kernels"]] == [0, 1] and data["builds"] == [new, old], "two builds of a source")
    hold({one["module"] for one in data["kernels"]} == {"new"}, "modules of two builds have one name")
    for name, source in (("a.clcpack", old), ("b.clcpack", new)):
        succeed(clc, "compile", source, "--name", "m", "-t", "nvptx:sm_90", "-o", os.path.join(folder, name))
    data = data_of(succeed(clc, "report", "b.clcpack", "--format", "html", "--before", "a.clcpack", cwd=folder).stdout)
    hold(data["builds"] == ["b.clcpack", "a.clcpack"] and len(data["kernels"]) == 2, "two packages")
    hold(not any("facts" in one for one in data["kernels"]), "a package has facts")
    said = json.loads(succeed(clc, "diff", "a.clcpack", "b.clcpack", "--format", "json", cwd=folder).stdout)["changes"]
    hold(said and data["changes"] == said, f"two packages: {data['changes']}, and clc diff says {said}")
    hold("changes" not in data_of(succeed(clc, "report", "b.clcpack", "--format", "html", cwd=folder).stdout), "changes of one build")


TILE = """kernel __attribute__((reqd_work_group_size(32, 32, 1))) void turn(global float* a) {
  local float tile[32][WIDTH];
  uint x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = a[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[y * 32 + x] = tile[x][y];
}
kernel void same(global float* a) { a[get_global_id(0)] += 1; }
"""


def verdicts(clc, folder):
    """The page's changes are those of clc diff, of sources, too, although the page has their lines: a change that takes more local memory
    and fewer passes is both worse and better, and a kernel that only moved did not change."""
    old, new = written(folder, "square.cl", TILE.replace("WIDTH", "32")), written(folder, "padded.cl", "\n\n" + TILE.replace("WIDTH", "33"))
    targets = ["-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100", "-t", "spirv64"]
    data = data_of(succeed(clc, "report", new, *targets, "--format", "html", "--before", old).stdout)
    said = succeed(clc, "diff", old, new, *targets)
    hold(data["changes"] == json.loads(succeed(clc, "diff", old, new, *targets, "--format", "json").stdout)["changes"], f"changes: {data['changes']}")
    hold(data["changes_summary"] == said.stdout.splitlines()[-1], f"{data['changes_summary']}, and not {said.stdout}")
    figures = {(one["target"], figure["figure"]): figure for one in data["changes"] for figure in one["figures"]}
    hold({one["kernel"] for one in data["changes"] if one["target"] != "spirv64:1.2"} == {"turn"}, "a kernel that only moved has changed")
    for target in ("nvptx:sm_90", "amdgcn:gfx1100"):
        hold(figures[target, "passes over local memory"]["better"], f"{target}: {figures}")
    hold(figures["amdgcn:gfx1100", "local bytes"]["worse"], f"{figures}")


def output_and_errors(clc, folder):
    source = written(folder, "k.cl", "kernel void k(global int* a) { a[0] = 1; }\n")
    page = os.path.join(folder, "page.html")
    report = [clc, "report", source, "-t", "nvptx:sm_90"]
    done = succeed(*report, "--format", "html", "-o", page)
    with open(page, encoding="utf-8") as file:
        hold(done.stdout == "" and file.read() == succeed(*report, "--format", "html").stdout, "-o")
    for words, code, said in (
            (["-o", page], 2, "need --format html"), (["--with-source"], 2, "need --format html"),
            (["--before", source, "--format", "json"], 2, "need --format html"),
            (["--format", "html", "-o", f"{folder}/missing/page.html"], 3, "missing/page.html"),
            (["--format", "html", "--before", f"{folder}/missing.cl"], 3, "missing.cl"),
            (["--format", "html", "--before", f"{folder}/a.clcpack"], 2, "one source with another"),
            ([source, "--format", "html", "--before", source], 2, "one source with another"),
            (["--format", "html", "-k", "nothing"], 2, "nothing"), (["--format", "html", "--arg", "n"], 2, "--arg")):
        done = run(*report, *words, expected=code)
        hold(said in done.stderr and done.stdout == "", f"{words}: {done.stderr}")
    done = run(clc, "report", f"{folder}/a.clcpack", "--format", "html", "--before", source, expected=2)
    hold("one source with another" in done.stderr, done.stderr)
    broken = written(folder, "broken.cl", "kernel void k( {}\n")
    run(clc, "report", broken, "-t", "nvptx:sm_90", "--format", "html", "-o", f"{folder}/broken.html", expected=1)
    hold(not os.path.exists(f"{folder}/broken.html"), "a page of what did not compile")


def runs(clc, folder):
    """Coverage and faults of runs: whole on the page, of files that the page shows, and refused where they are something else."""
    place = os.path.join(folder, "runs")
    os.mkdir(place)
    source, coverage, *faults = runs_of_branches(place)
    report = [clc, "report", source, "-t", "nvptx:sm_90", "--format", "html", "--with-source"]
    done = succeed(*report, "--coverage", coverage, *(word for file in faults for word in ("--findings", file)))
    expect_whole(done.stdout, "runs")
    hold(done.stderr == "", done.stderr)
    data = data_of(done.stdout)
    file = data["coverage"]["files"][0]
    with open(coverage, encoding="utf-8") as text:
        told = json.load(text)
    lines = [{"line": line, "count": count} for line, count in zip(file["lines"], file["counts"])]
    hold(data["files"][file["file"]] == "branches.cl" and lines == told["files"][0]["lines"] and file["branches"] == told["files"][0]["branches"] and
         file["functions"] == [1, 4, 12] and data["coverage"]["launches"] == told["launches"], f"coverage: {data['coverage']}")
    shown = [(one["check"], one["kernel"], one["text"], one["line"]) for one in data["faults"]]
    hold(shown == [("bounds", "scaled", "store of 4 bytes at byte 256 of global 'a', which has 256 bytes (item 63 0 0, group 0 0 0, 2 times)", 7),
                   ("race", "scaled", "writes what another reads (item 5 0 0, group 0 0 0)", 10), ("out-of-bounds", "", "reads </script> behind", 13)], f"{shown}")
    hold(data["faults"][1]["other"] == {"file": data["files"].index("branches.cl"), "line": 5}, f"the other place: {data['faults'][1]}")
    plain = data_of(succeed(*report).stdout)
    hold("coverage" not in plain and "faults" not in plain, "a page of no runs tells of some")
    times = written(place, "times.json", '{"kernel": "scaled", "device": "d", "target": "nvptx:sm_90", "nanoseconds": [3000, 1000, 2000]}')
    one = data_of(succeed(*report, "--measured", times).stdout)["measured"][0]
    hold((one["by"], one["kernel"], one["us"], one["least_us"], one["launches"]) == ("clc replay", "scaled", 2, 1, 3), f"measured: {one}")
    hold("holds no measurements" in run(*report, "--measured", source, expected=3).stderr, "a source as measurements")
    none = written(place, "none.json", '{"reports": []}')
    hold(data_of(succeed(*report, "--findings", none).stdout)["faults"] == [], "runs that found nothing")
    other = written(place, "other.json", json.dumps(told).replace("branches.cl", "else.cl"))
    old = written(place, "old.json", json.dumps(told).replace(told["modules"][0]["source_sha256"], "0" * 64))
    hold("old.json counts the lines of another state of module branches" in run(*report, "--coverage", old).stderr, "counts of an older source")
    hold("other.json tells of else.cl, which no code on this page names" in run(*report, "--coverage", other).stderr, "counts of another source")
    for words, code, said in (
            (["--coverage", faults[0]], 3, "clc coverage --format json"), (["--findings", coverage], 3, "holds no findings"),
            (["--coverage", source], 3, "is not JSON"), (["--findings", f"{place}/missing.json"], 3, "missing.json"),
            (["--findings", written(place, "odd.json", '{"reports": [3]}')], 3, "does not say what it is"),
            (["--format", "json", "--coverage", coverage], 2, "need --format html"), (["--format", "text", "--findings", none], 2, "need --format html"),
            (["--coverage", coverage, "-o", coverage], 2, "would overwrite")):
        done = run(*report[:-3], *(words if "--format" in words else ["--format", "html", *words]), expected=code)
        hold(said in done.stderr and done.stdout == "", f"{words}: {done.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--kernels", required=True)
    options = parser.parse_args()
    options.clc = os.path.abspath(options.clc)
    with temporary_folder() as folder:
        whole_data(options.clc, options.kernels)
        instructions(options.clc, folder)
        hostile_texts(options.clc, folder)
        builds(options.clc, folder)
        verdicts(options.clc, folder)
        output_and_errors(options.clc, folder)
        runs(options.clc, folder)


if __name__ == "__main__":
    main()
    sys.exit(finish())
