#!/usr/bin/env python3
"""Tests in Chromium what was measured beside what is forecast and counted, and how each number says that it is known.

usage: measured_test.py --clc PROGRAM
Skipped (77) without Playwright or Chromium (script/setup --pages).
"""
import json
import os
import sys

from chromium import accessible, open_facts, test_in_chromium, texts
from pages import written

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../commands"))
from clc_testing import hold, run, succeed  # noqa: E402
from recordings import Recording  # noqa: E402

SOURCE = """kernel void scaled_rows(global float* a, int n) {
  uint i = get_global_id(0);
  a[i * 32] = a[i * 32] * n;
}
"""
LAUNCH = ["--time", "--global-size", "1048576", "--work-group", "256", "--arg", "n=100"]


def measurements(folder, forecast_us):
    """Files of four tools: times within and above the range of a forecast, and counters."""
    bench = {"device": "NVIDIA H200", "results": [{"algorithm": "scaled", "variant": "rows", "target": "nvptx:sm_90", "elements": 1048576, "runs": 31,
                                                   "kernel_ms": {"median": forecast_us * 20 / 1e3, "low": forecast_us * 19 / 1e3, "high": forecast_us * 21 / 1e3}}]}
    replay = {"kernel": "scaled_rows", "device": "NVIDIA H200", "target": "nvptx:sm_90", "nanoseconds": [forecast_us * 1000] * 3}
    counted = {"kernel": "scaled_rows", "chip": "gfx1100", "groups": 4096, "items": 1048576, "instructions": {"all": 1}, "memory_transactions": 2097152}
    files = (("bench.json", json.dumps(bench)), ("replay.json", json.dumps(replay)), ("counters.jsonl", json.dumps(counted) + "\n"))
    return [*(written(folder, name, text) for name, text in files), recorded(folder, forecast_us)]


def recorded(folder, forecast_us):
    """A recording with times of a launch, as clc record --times makes it; the last of another chip."""
    recording = Recording(os.path.join(folder, "recording"))
    digest = recording.program("scaled_rows", SOURCE)
    times = [{"target": target, "device": "a GPU", "count": 200, "nanoseconds": [forecast_us * part for part in (900, 1000, 1100)]} for target in ("nvptx:sm_90", "nvptx:sm_80")]
    recording.launches.append({"program": digest, "kernel": "scaled_rows", "dimensions": 1, "offset": [0, 0, 0], "global": [1048576, 0, 0],
                               "local": [256, 0, 0], "arguments": [], "count": 200, "times": times})
    recording.close()
    return os.path.join(folder, "recording")


def cells(page, selector):
    return [texts(row, "th, td") for row in page.locator(selector).all()]


def profiled(browser, clc, folder):
    """What Nsight Compute 2025.3 told of transpose on an H200, by `ncu --csv --metrics … clrun verify --size 1048576 transpose` with a package for
    cuda:sm_90. Of the launches that it saw, those of three kernels were kept."""
    here, path = os.path.dirname(os.path.abspath(__file__)), os.path.join(folder, "profiled.html")
    sizes = [word for name, value in (("in_pitch", 1028), ("out_pitch", 1028), ("x_end", 1024), ("y_end", 1024)) for word in ("--arg", f"{name}={value}")]
    warned = succeed(clc, "report", os.path.join(here, "../../kernels/transpose/transpose.cl"), "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100",
                     "-k", "transpose_naive_float", "-k", "transpose_padded_float", "--time", "--global-size", "1024x1024", "--work-group", "32x8", *sizes,
                     "--format", "html", "--measured", os.path.join(here, "ncu.csv"), "-o", path).stderr
    hold("ncu.csv measured transpose_fast_uchar, which no kernel on this page is" in warned and "naive" not in warned, f"a kernel that is not shown: {warned}")
    with browser.open(path, fragment="kernel=transpose%2Ftranspose_naive_float&target=nvptx%3Asm_90") as page:
        open_facts(page)
        time, = cells(page, "#measured [aria-label='Measured times'] tbody tr")
        hold(time[:5] == ["ncu", "compute capability 9.0", "(32, 128, 1) groups of (32, 8, 1)", "1", "19.9 us"] and "within its range" in time[6], f"a time of ncu: {time}")
        rows = [row[1:] for row in cells(page, "#measured [aria-label='Counters of ncu'] tbody tr")]
        hold(rows[1:3] == [["147456 sector", "147456", "transactions of loads", "× 1"], ["1048576 sector", "1048576", "transactions of stores", "× 1"]],
             f"counters of ncu: {rows}")
        page.get_by_label("Target").select_option("amdgcn:gfx1100")
        hold(page.locator("#measured").count() == 0, "what ncu measured stands at a kernel for AMD")


def look(browser, options, folder):
    profiled(browser, options.clc, folder)
    source, path = written(folder, "rows.cl", SOURCE + "kernel void other(global int* a) { a[0] = 1; }\n"), os.path.join(folder, "rows.html")
    report = [options.clc, "report", source, "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100", *LAUNCH]
    times = json.loads(succeed(*report[:5], *LAUNCH, "--format", "json").stdout)["kernels"]
    files = measurements(folder, round(next(one for one in times if one["kernel"] == "scaled_rows")["times"][0]["us"]))
    measured = [word for file in files for word in ("--measured", file)]
    warned = succeed(*report, "--format", "html", "--with-source", *measured, "-o", path).stderr
    hold(warned.count("warning") == 1 and "scaled_rows for nvptx:sm_80, which no kernel on this page is" in warned, f"kernels that are not shown: {warned}")
    with browser.open(path, fragment="kernel=rows%2Fscaled_rows&target=nvptx%3Asm_90", viewport={"width": 1280, "height": 800}) as page:
        heads = texts(page, "#all thead th")
        hold(heads[2:6] == ["forecast", "bound by", "measured", "÷ forecast"], f"columns: {heads}")
        open_facts(page)
        rows = cells(page, "#measured [aria-label='Measured times'] tbody tr")
        hold([row[0] for row in rows] == ["clrun bench", "clc replay", "clc record"], f"times: {rows}")
        hold(rows[2][1:4] == ["a GPU", "1048576 work-items in groups of 256", "200"] and "within its range" in rows[2][6], f"recorded times: {rows[2]}")
        hold("above its range" in rows[0][6] and "within its range" in rows[1][6], f"verdicts: {rows}")
        hold("assumed to be 40" in page.locator("#measured").inner_text() and "caches that are cold" in page.locator("#measured").inner_text(), "what the model leaves out")
        marks = page.locator("#facts summary .known").evaluate_all("(all) => all.map((one) => [one.textContent, one.title.split(/[: ]/)[0]])")
        hold({"M": "modelled", "A": "assumed", "C": "counted"}.items() <= dict(marks).items(), f"marks: {marks}")
        hold(page.locator("#known li").count() == 4, "the legend")
        unknown = page.locator("#all thead th:not([data-known])").all_inner_texts()
        hold(unknown == ["kernel", "target"], f"columns that do not say how they are known: {unknown}")
        page.get_by_label("Target").select_option("amdgcn:gfx1100")
        rows = cells(page, "#measured [aria-label='Counters of clc emulate'] tbody tr")
        hold(["memory_transactions", "2097152", "2097152"] in [row[:3] for row in rows], f"counters of the emulator: {rows}")
        page.locator("nav.list button", has_text="other").click()
        hold(page.locator("#measured").count() == 0, "a kernel that nobody measured")
    accessible(browser, path, open_facts)
    refused = run(*report, "--format", "html", "--measured", source, "-o", path)
    hold(refused.returncode != 0 and "holds no measurements" in refused.stderr, f"a source as measurements: {refused}")
    hold("--measured need --format html" in run(*report, "--measured", files[0]).stderr, "--measured of a text")


if __name__ == "__main__":
    sys.exit(test_in_chromium(look))
