#!/usr/bin/env python3
"""Three tasks of a performance engineer on kernels that they do not know, done from the page alone: each is counted in clicks and keys, and
seconds from opening the page to the answer (of a browser that clicks at once: a person reads besides).

usage: tasks_test.py --clc PROGRAM --kernels FOLDER
Skipped (77) without Playwright or Chromium (script/setup --pages).
"""
import os
import sys
import time

from chromium import test_in_chromium, texts
from pages import written

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import hold, succeed  # noqa: E402

LAUNCH = ["--time", "--global-size", "4096x4096", "--work-group", "32x8"]
TRANSPOSE = ["--arg", "in_pitch=4096", "--arg", "out_pitch=4096", "--arg", "x_end=4096", "--arg", "y_end=4096"]
SMALL = {"viewport": {"width": 1280, "height": 800}}


class Hand:
    """Clicks, and counts."""

    def __init__(self, page):
        self.page, self.clicks, self.begin = page, 0, time.monotonic()

    def click(self, locator):
        self.clicks += 1
        locator.click()

    def done(self, task, most_clicks):
        seconds = time.monotonic() - self.begin
        print(f"{task}: {self.clicks} clicks, {seconds:.1f} s")
        hold(self.clicks <= most_clicks, f"{task} takes {self.clicks} clicks")


def worst_access(page):
    """The worst access of the slowest kernel: sort by the forecast, open the first kernel, go to the most transactions."""
    hand = Hand(page)
    hand.click(page.locator("#all thead button", has_text="forecast"))
    hand.click(page.locator("#all tbody button").first)
    hand.click(page.locator(".pane").first.locator(".heads .g.h"))
    chosen, notes = page.locator(".pane").first.locator(".l.sel"), page.locator("#line-notes").inner_text()
    hand.done("the worst access of the slowest kernel", 3)
    slowest, most = page.evaluate("""(() => { const us = (kernel) => forecastOf(kernel)?.us ?? -1, slowest = data.kernels.reduce((a, b) => us(b) > us(a) ? b : a);
      return [slowest.kernel, Math.max(...[...costsByLine(slowest).values()].map((cost) => cost.most))]; })()""")
    hold(page.locator("h2").inner_text() == slowest, f"{page.locator('h2').inner_text()} is not the slowest, {slowest}")
    hold(chosen.locator(".g.h").inner_text().split()[0].lstrip("≤ ") == str(most) and "of a wave" in notes, f"not the worst access: {notes}")


def slower(page):
    """Whether version 2 is slower, and where: the page opens with both."""
    hand = Hand(page)
    rows = [texts(row, "th, td") for row in page.locator("#changes tbody tr").all()]
    times = [row for row in rows if row[2].startswith("time on NVIDIA H200")]
    places = page.locator(".pane").first.locator(".l.added, .l.removed")
    visible = places.first.is_visible()
    hand.done("whether version 2 is slower, and where", 0)
    hold(len(times) == 1 and times[0][5] == "worse", f"slower: {rows}")
    hold(visible and "[33]" in places.first.inner_text() and "[32]" in places.nth(1).inner_text(), f"where: {places.all_inner_texts()}")


def group_size(page):
    """The size of the work-group: open the facts, take the fastest."""
    hand = Hand(page)
    before = page.evaluate("forecastOf(shownKernel).us")
    hand.click(page.locator("#facts summary"))
    hand.click(page.locator("#fastest"))
    shown = page.locator("output[for=what-if-group]").inner_text()
    hand.done("the size of the work-group", 2)
    times = page.evaluate("""(() => { const chip = data.chips[shownKernel.target][0], all = [];
      for (let group = 32; group <= 1024; group += 32) { const found = clcForecastOf(shownKernel, chip, group, 0, null); if (found) all.push([group, found.us]); } return all; })()""")
    best = min(us for _, us in times)
    hold(best < before and dict(map(tuple, times))[int(shown)] < best * 1.002, f"groups of {shown}: {times}")


GROUPS = """kernel void summed(global const float* a, global float* b, int n) {
  local float part[1024];
  uint i = get_local_id(0);
  part[i] = a[get_global_id(0)];
  for (int k = 0; k < n; ++k) { barrier(CLK_LOCAL_MEM_FENCE); part[i] += part[(i * 7 + k) & 31]; }
  b[get_global_id(0)] = part[i];
}
"""


def look(browser, options, folder):
    html = ["--format", "html", "--with-source", "-o"]
    kernels, versions, groups = (os.path.join(folder, name) for name in ("kernels.html", "versions.html", "groups.html"))
    succeed(options.clc, "report", f"{options.kernels}/transpose/transpose.cl", "-t", "nvptx:sm_90", *LAUNCH, *TRANSPOSE, *html, kernels)
    tile = """kernel void turn(global float* a) {
  local float tile[32][WIDTH];
  uint x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = a[get_group_id(0) * 1024 + y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_group_id(0) * 1024 + y * 32 + x] = tile[x][y];
}
kernel void calm(global float* a) { a[get_global_id(0)] += 1; }
"""
    one, two = (written(folder, name, tile.replace("WIDTH", width)) for name, width in (("one.cl", "33"), ("two.cl", "32")))
    succeed(options.clc, "report", two, "-t", "nvptx:sm_90", "--time", "--global-size", "4096x4096", "--work-group", "32x32", "--before", one, *html, versions)
    source = written(folder, "groups.cl", GROUPS)
    succeed(options.clc, "report", source, "-t", "nvptx:sm_90", "--time", "--global-size", "1048576", "--work-group", "32", "--arg", "n=40", *html, groups)
    for task, path in ((worst_access, kernels), (slower, versions), (group_size, groups)):
        with browser.open(path, **SMALL) as page:
            task(page)


if __name__ == "__main__":
    sys.exit(test_in_chromium(look, "--kernels"))
