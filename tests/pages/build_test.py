#!/usr/bin/env python3
"""Tests the page of a call of `clc compile --time-trace` in Chromium.

usage: build_test.py --clc PROGRAM
Skipped (77) without Playwright or Chromium (script/setup --pages).
"""
import os
import sys

from chromium import accessible, test_in_chromium, texts
from pages import written

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, hold, succeed  # noqa: E402

SOURCE = "kernel void k(global float* o, int n) { float x = o[0]; for (int i = 0; i < n; ++i) x = native_sin(x) + i; o[get_global_id(0)] = x; }\n"


def look(browser, options, folder):
    sources, path = [written(folder, name, SOURCE) for name in ("one.cl", "two.cl")], os.path.join(folder, "build.html")
    settings = {"env": environment(CLC_CACHE_DIR=os.path.join(folder, "cache"))}
    compiled = lambda *files: succeed(options.clc, "compile", *files, "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100", "-o", os.path.join(folder, "p"), "--time-trace", path, **settings)
    compiled(sources[0])
    compiled(*sources)
    for size in ({"width": 1280, "height": 800}, {"width": 420, "height": 900}):
        with browser.open(path, viewport=size) as page:
            rows = [texts(row, "th, td") for row in page.locator("#jobs tbody tr").all()]
            hold(sorted(row[-1] for row in rows) == ["compiled here", "compiled here", "from the cache", "from the cache"], f"jobs: {rows}")
            hold(page.locator("#timeline svg[role=img] rect").count() == 4 and "4 jobs in" in page.locator("#timeline h2").inner_text(), "the chart of the jobs")
            names = texts(page, "#job tbody th")
            hold(rows[0][0] == "two" and len(names) > 5 and any("Pass" in name for name in names), f"passes of the longest job: {names}")
            page.locator("#jobs tbody button").last.click()
            hold("came from the cache" in page.locator("#job").inner_text(), "a job that was not compiled")
            hold(page.evaluate("document.documentElement.scrollWidth") <= size["width"], "the page is wider than the screen")
    accessible(browser, path)


if __name__ == "__main__":
    sys.exit(test_in_chromium(look))
