#!/usr/bin/env python3
"""Tests source and machine code side by side in Chromium: the gutter, branches, blocks and loops, search, folds, scrolling, and two builds.

usage: code_test.py --clc PROGRAM
Skipped (77) without Playwright or Chromium (script/setup --pages).
"""
import os
import re
import sys

from chromium import accessible, row_of, test_in_chromium, texts
from pages import data_of, written

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, hold, run, skip, succeed  # noqa: E402

LOOP = """kernel void turn(global float* a, int n) {
  local float tile[32][32];
  uint x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = a[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += tile[x][i & 31] * native_sin(sum);
  a[y * 32 + x] = tile[x][y] + sum;
}
kernel void calm(global float* a) { a[get_global_id(0)] += 1; }
"""
LAUNCH = ["--time", "--global-size", "1024x1024", "--work-group", "32x32", "--arg", "n=100"]
SMALL = {"viewport": {"width": 1280, "height": 800}}


def gutter(page):
    """Columns have names and tips, and leave the room to the source."""
    heads = page.locator(".pane").first.locator(".heads .g")
    hold(heads.all_inner_texts()[1:] == ["line", "memory"], f"headings: {heads.all_inner_texts()}")
    hold(all(page.locator(".heads .g").evaluate_all("(all) => all.map((one) => one.title)")), "a column without a tip")
    share = page.evaluate("document.querySelector('.gutter').offsetWidth / document.querySelector('.pane').offsetWidth")
    hold(share < 0.3, f"the gutter takes {share:.2f} of the source")
    gap = page.evaluate("""[...document.querySelectorAll('.pane')].map((pane) => [pane.querySelector('.heads .g:last-child'), [...pane.querySelectorAll('.lines .g:last-child')].find((cell) => cell.offsetHeight)]
      .map((one) => one.getBoundingClientRect().right)).every(([a, b]) => Math.abs(a - b) < 2)""")
    hold(gap, "headings do not stand above their columns")


def branches(page):
    """Branches of AMD's code name labels, arrows and keys lead there and back."""
    branch = page.locator(".pane").nth(1).locator(".l", has=page.locator(".goes")).last
    label = branch.locator(".goes").inner_text().split()[0]
    words = branch.locator(".t").inner_text().split("//")[0].split()
    hold(label.startswith("L") and words[0].startswith("s_cbranch") and words[1] == label, f"a branch: {words}")
    goal = row_of(page, 1, label + ":")
    hold("►" in goal.inner_text() and "─" in branch.locator(".arrows").inner_text(), "no arrow from a branch to its label")
    branch.locator(".goes").click()
    hold("cursor" in goal.get_attribute("class"), "a click on a label leads nowhere")
    page.locator(".lines").nth(1).focus()
    page.keyboard.press("ArrowLeft")
    hold("goes" in page.locator(".lines .cursor").inner_html(), "no way back to the branch")
    page.keyboard.press("ArrowRight")
    hold("cursor" in goal.get_attribute("class"), "the arrow key does not go along a branch")


def loops(page):
    """Pointing at an instruction marks its block and its loop, in code and in source, and says what is alive."""
    code = row_of(page, 1, "v_sin_f32")
    code.scroll_into_view_if_needed()
    code.hover()
    count = lambda look, pane: page.locator(".pane").nth(pane).locator(f".l.{look}").count()
    hold(count("loop", 1) > 4 and count("block", 1) > 2, f"{count('loop', 1)} lines of a loop, {count('block', 1)} of a block")
    marked = texts(page, ".pane:first-child .l.loop")
    hold(any("native_sin" in text for text in marked) and not any("barrier" in text for text in marked), f"a loop in the source: {marked}")
    notes = page.locator("#line-notes").inner_text()
    hold("alive here" in notes and "In a loop of" in notes, f"notes: {notes}")
    row_of(page, 0, "barrier(").hover()
    hold(count("loop", 1) == 0, "a loop stays marked")


def alive_by_disasm(clc, source, target):
    """The registers of a work-item, of 32 bits, that clc disasm --live counts at each instruction of the kernel `turn`."""
    said = succeed(clc, "disasm", source, "-t", target, "-g", "-k", "turn", "--live").stdout
    words = {"register": 1, "registers": 1, "vector": 1, "accumulation": 1, ".b16": 1, ".b32": 1, ".b64": 2}
    parts = [re.findall(r"(\d+) (\S+?)(?=,|$)", alive) for alive in re.findall(r"  alive: (.*?)(?: \(the most\))?$|// alive: (.*?)(?: \(the most\))?$", said, re.M)
             for alive in alive if alive]
    return [sum(int(number) * words.get(kind, 0) for number, kind in one) for one in parts]


def registers(page, clc, source):
    """Each instruction says which registers are alive, where they were written, and what reads them next: by pointing, and by keys."""
    for target in ("nvptx:sm_90", "amdgcn:gfx1100"):
        page.get_by_label("Target").select_option(target)
        counts = page.evaluate("aliveOf(shownKernel).counts.filter((count) => count !== null)")
        hold(counts == alive_by_disasm(clc, source, target), f"{target}: the page counts {counts}")
    code = row_of(page, 1, "v_sin_f32")
    code.scroll_into_view_if_needed()
    code.hover()
    read = re.search(r"v_sin_f32\S* v\d+, (v\d+)", code.inner_text()).group(1)
    marked = lambda look: texts(page, f".l.{look}")
    hold(marked("written") and all(re.search(rf"v_\w+ {read}\b", text) for text in marked("written")), f"{read} is written in {marked('written')}")
    hold(marked("read") and code.inner_text() not in marked("read"), f"read next: {marked('read')}")
    code.click()
    page.mouse.move(0, 0)
    alive = texts(page, "#line-notes .register")
    hold(any(read in text for text in alive) and any(re.search(r"line \d", text) for text in alive), f"alive: {alive}")
    button = page.locator("#line-notes .register", has_text="line").first
    button.hover()
    written = marked("written")
    hold(written and marked("read"), f"{button.inner_text()}: {written}, {marked('read')}")
    button.click()
    hold(page.locator(".pane").nth(1).locator(".cursor").inner_text() in written, "a register does not lead to where it was written")
    page.mouse.move(0, 0)
    page.locator(".lines").nth(1).focus()
    page.keyboard.press("ArrowDown")
    hold(texts(page, "#line-notes .register") and "alive here" in page.locator("#said").inner_text(), "registers by keyboard")
    words = page.locator(".l.written").evaluate_all("(all) => all.map((one) => getComputedStyle(one, '::after').content)")
    hold(words and all("written" in word for word in words), f"a mark without a word: {words}")
    page.keyboard.press("Escape")
    hold(not marked("written") and not marked("read"), "marks stay")


def machine_code(browser, clc, source, folder):
    """NVIDIA's machine code: the registers whose marks nvdisasm prints are as many as it counts."""
    path = os.path.join(folder, "cubin.html")
    made = run(clc, "report", source, "-t", "cubin:sm_90", "--format", "html", "-o", path)
    said = run(clc, "disasm", source, "-t", "cubin:sm_90", "--live") if made.returncode == 0 else made
    if said.returncode != 0:
        skip("registers of cubin:sm_90", said.stderr.strip())
        return
    with browser.open(path, fragment="kernel=loop%2Fturn", **SMALL) as page:
        counts = page.evaluate("aliveOf(shownKernel).counts.filter((count) => count !== null)")
        hold(counts == alive_by_disasm(clc, source, "cubin:sm_90"), f"cubin:sm_90: the page counts {counts}")
        row_of(page, 0, "MUFU.SIN").hover()
        alive = texts(page, "#line-notes .register")
        hold(any(re.search(r"\bR\d+", text) for text in alive) and page.locator(".l.written").count() > 0, f"alive: {alive}")


def column(browser, clc, folder):
    """The column of registers stays small beside the text of the code, also without lines of the source."""
    path, package = os.path.join(folder, "bare.html"), os.path.join(folder, "loop.clcpack")
    compile(clc, written(folder, "loop.cl", LOOP), targets=["amdgcn:gfx1100", "nvptx:sm_90"], output=package)
    succeed(clc, "report", package, "--format", "html", "-o", path)
    with open(path, encoding="utf-8") as file:
        for kernel in data_of(file.read())["kernels"]:
            share = len(kernel["code"]["alive"]) / len(kernel["code"]["text"])
            hold(share < 0.12, f"{kernel['kernel']} for {kernel['target']}: the registers take {share:.2f} of the text")
    with browser.open(path, fragment="kernel=loop%2Fturn&target=amdgcn%3Agfx1100", **SMALL) as page:
        row_of(page, 0, "v_sin_f32").hover()
        hold(texts(page, "#line-notes .register") and "line" not in page.locator("#line-notes .register").first.inner_text(), "registers of code without lines")


def search(page):
    """The key / searches in source and code, Enter goes on."""
    page.keyboard.press("/")
    hold(page.evaluate("document.activeElement.id") == "search", "/ does not lead to the search")
    page.keyboard.type("tile[")
    said = page.locator(".above-code output")
    hold(said.inner_text() == "1 of 4", f"found: {said.inner_text()}")
    page.keyboard.press("Enter")
    hold(said.inner_text() == "2 of 4" and page.locator(".l.found").count() == 4, said.inner_text())
    hold("tile[y][x]" in page.locator(".lines .cursor").first.inner_text(), "the search goes nowhere")
    page.keyboard.press("Shift+Enter")
    hold(said.inner_text() == "1 of 4", said.inner_text())
    page.locator("#search").fill("nothing of this")
    hold(said.inner_text() == "not found" and page.locator(".l.found").count() == 0, said.inner_text())
    page.locator("#search").fill("")


def folds(page):
    """What stands before the code is folded, and opens."""
    hold(not row_of(page, 1, "Disassembly of section").is_visible(), "what stands before AMD's code")
    page.get_by_label("Target").select_option("nvptx:sm_90")
    version = row_of(page, 1, ".version")
    hold(not version.is_visible() and row_of(page, 1, "ld.param").is_visible(), "what stands before the code")
    page.locator(".fold").click()
    hold(version.is_visible(), "the fold does not open")


def scrolls(page):
    """Code follows the source that is scrolled, and stays where that is not wanted."""
    page.get_by_label("Target").select_option("amdgcn:gfx1100")
    tops = lambda: page.evaluate("links.panes.map((one) => one.element.scrollTop)")
    page.evaluate("for (const one of document.querySelectorAll('.lines')) one.style.cssText = 'flex: none; height: 120px'")
    before = tops()
    row_of(page, 1, "v_").hover()
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(300)
    after = tops()
    hold(after[1] > before[1] and after[0] > before[0], f"the source does not follow: {before}, {after}")
    page.locator("#together").uncheck()
    page.mouse.move(0, 0)
    row_of(page, 1, "s_endpgm").hover()
    before = tops()
    page.mouse.wheel(0, -600)
    page.wait_for_timeout(300)
    hold(tops()[0] == before[0] and tops()[1] < before[1], "the source follows although it should not")


def compared(browser, clc, folder):
    """Two builds: three columns fit, equal instructions stand in one row, changed lines of the source are marked, times are those of clc diff."""
    new = LOOP.replace("tile[32][32]", "tile[32][33]").replace("  float sum = 0;\n", "  float sum = 0;\n  // rows of 33\n")
    sources = [written(folder, name, text) for name, text in (("old.cl", LOOP), ("new.cl", new))]
    path = os.path.join(folder, "compared.html")
    succeed(clc, "report", sources[1], "-t", "nvptx:sm_90", *LAUNCH, "--format", "html", "--with-source", "--before", sources[0], "-o", path)
    said = succeed(clc, "diff", *sources, "-t", "nvptx:sm_90", *LAUNCH).stdout
    with browser.open(path, **SMALL) as page:
        boxes = [one.bounding_box() for one in page.locator(".pane").all()]
        hold(len(boxes) == 3 and len({round(box["y"]) for box in boxes}) == 1 and min(box["width"] for box in boxes) > 380, f"panes: {boxes}")
        source = page.locator(".pane").first
        hold(["[32][32]" in text for text in source.locator(".l.removed").all_inner_texts()] == [True], "lines that are gone")
        hold(len(source.locator(".l.added").all_inner_texts()) == 2, "lines that are new")
        keys = page.evaluate("links.panes.slice(1).map((pane) => pane.lines.map((line) => [comparable(line.text), line.look.includes('removed') || line.look.includes('added'), line.key]))")
        rows = list(zip(*keys))
        hold(len(keys[0]) == len(keys[1]) and all(a[0] == b[0] for a, b in rows if not (a[1] or b[1])), "equal instructions are not in one row")
        hold(any(a[1] or b[1] for a, b in rows), "no instruction changed")
        hold(all(a[2] == b[2] for a, b in rows if a[0] == b[0] and "sin.approx" in a[0]), "the old code is linked to other lines of the source")
        cells = [texts(row, "th, td") for row in page.locator("#changes tbody tr").all()]
        times = [row[3:5] for row in cells if row[2].startswith("time on")]
        hold(times and all(" ".join(pair) in " ".join(said.split()) for pair in times), f"times: {times}, and clc diff says {said}")
        hold(times[0][0] + " → " + times[0][1] in page.locator("#facts summary").inner_text(), "the times of both builds")


def look(browser, options, folder):
    source, path = written(folder, "loop.cl", LOOP), os.path.join(folder, "loop.html")
    succeed(options.clc, "report", source, "-t", "amdgcn:gfx1100", "-t", "nvptx:sm_90", *LAUNCH, "--format", "html", "--with-source", "-o", path)
    with browser.open(path, fragment="kernel=loop%2Fturn&target=amdgcn%3Agfx1100", **SMALL) as page:
        for test in (gutter, branches, loops):
            test(page)
        registers(page, options.clc, source)
        for test in (search, folds, scrolls):
            test(page)
    column(browser, options.clc, folder)
    machine_code(browser, options.clc, source, folder)
    compared(browser, options.clc, folder)
    accessible(browser, os.path.join(folder, "compared.html"), lambda page: page.locator(".pane").nth(1).locator(".l.linked:not(.pro)").first.click())


if __name__ == "__main__":
    sys.exit(test_in_chromium(look))
