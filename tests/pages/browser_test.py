#!/usr/bin/env python3
"""Tests what the pages do in Chromium: clicks, links between source and code both ways, sliders, the keyboard, light and
dark, a phone, print. No page may ask anybody for anything or say anything on the console.

Exits 77 where Chromium or Playwright is missing (script/setup --pages installs both).

usage: browser_test.py --clc PROGRAM --kernels FOLDER --benchmarks FOLDER [--clrun PROGRAM] [--times] [--screenshots FOLDER]
       --times        measure bytes of pages, and how soon 5 000 lines and 400 kernels are painted, and fail above a second
       --screenshots  write the pictures of the documentation
"""
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import hold, run, succeed  # noqa: E402

from pages import HOSTILE, long_kernel, many_kernels, runs_of_branches, written

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "commands"))
from recordings import Recording  # pylint: disable=wrong-import-position

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "serve"))
from client import Server  # pylint: disable=wrong-import-position

from chromium import PHONE, accessible, open_facts, test_in_chromium, texts  # pylint: disable=wrong-import-position


def links(page):
    """The store of transpose_naive_float in line 33, by mouse and by keyboard."""
    page.get_by_role("button", name="transpose_naive_float").first.click()
    source, code = page.locator(".pane .lines").nth(0), page.locator(".pane .lines").nth(1)
    line = source.locator(".l", has_text="if (x < x_end && y < y_end) out[").first
    line.scroll_into_view_if_needed()
    line.hover()
    hold(code.locator(".l.hover").count() > 3, "hovering over the source shows no code")
    line.click()
    chosen = code.locator(".l.sel")
    hold(chosen.count() > 3 and any("st.global" in text for text in chosen.all_inner_texts()), "a click on the source chooses no code")
    hold("instructions" in page.locator("#said").inner_text(), "nothing is said of what was chosen")
    code.locator(".l", has_text="envreg").first.click()
    hold(line.get_attribute("aria-selected") == "false", "the line is still chosen")
    code.locator(".l", has_text="st.global").first.hover()
    hold("hover" in line.get_attribute("class"), "hovering over the code shows no source")
    code.locator(".l", has_text="st.global").first.click()
    hold(line.get_attribute("aria-selected") == "true", "a click on the code chooses no source")
    source.focus()
    page.keyboard.press("Home")
    first = source.get_attribute("aria-activedescendant")
    page.keyboard.press("ArrowDown")
    hold(source.get_attribute("aria-activedescendant") != first, "an arrow key goes nowhere")
    line.click()
    page.keyboard.press("Enter")
    hold(page.evaluate("document.activeElement.id") == "pane1", "Enter does not go to the code")
    hold(page.locator(f"#{code.get_attribute('aria-activedescendant')}").get_attribute("aria-selected") == "true", "where Enter goes")
    page.keyboard.press("Escape")
    hold(page.locator(".l.sel").count() == 0, "Escape leaves lines chosen")
    hold("×" in source.locator(".h.on").first.inner_text(), "no memory cost beside the source")
    hold(any(text.startswith("max ") for text in texts(page, ".v.most")), "the most live values are not marked")


def findings_and_table(page):
    hold("finding" in page.locator("#facts summary").inner_text() and "occupancy" in page.locator("#facts summary").inner_text(), "the line of facts")
    open_facts(page)
    page.locator("#findings button").first.click()
    hold(page.locator(".lines .l.sel").count() > 0, "a finding leads nowhere")
    hold("transactions" in page.locator("#line-notes").inner_text(), "what is known of a line is not said")
    hold(page.locator("#all tbody tr").count() >= 16, "the table of all kernels")
    page.locator("#all tbody button").last.click()
    hold(page.locator("h2").inner_text() != "transpose_naive_float", "the table does not open kernels")
    hold(page.locator("#all tbody button[aria-current=true]").count() == 1, "the table does not say which kernel is shown")
    hold(page.locator("#facts").get_attribute("open") is not None, "another kernel closes the line of facts")


def sorts(page):
    """A press on a heading sorts from the greatest, another one from the least."""
    column = lambda: [text.removeprefix("≤ ").removesuffix(" %") for text in page.locator("#all tbody tr").evaluate_all(
        "(rows) => rows.map((row) => row.cells[[...row.closest('table').tHead.rows[0].cells].findIndex((cell) => cell.textContent.startsWith('occupancy'))].textContent)")]
    numbers = lambda: [float(text) if text != "\u2013" else -1 for text in column()]
    heading = page.locator("#all thead button", has_text="occupancy")
    heading.focus()
    page.keyboard.press("Enter")
    hold(numbers() == sorted(numbers(), reverse=True) and len(set(numbers())) > 1, f"sorted: {numbers()}")
    page.keyboard.press("Enter")
    hold(numbers() == sorted(numbers()), f"sorted the other way round: {numbers()}")
    hold(heading.locator("xpath=..").get_attribute("aria-sort") == "ascending", "how the table is sorted is not said")


def above_the_fold(browser, path):
    """The table of all kernels comes first, and code is seen without scrolling."""
    with browser.open(path, viewport={"width": 1280, "height": 800}) as page:
        top = lambda selector: page.locator(selector).first.bounding_box()["y"]
        hold(top("#all") < top("#facts") < top("#code") < top("#accesses"), "the order of the page")
        hold(top(".lines") < 500, f"code begins at {top('.lines')} of 800 pixels")


def address(browser, path):
    """The address of what one sees opens it again."""
    with browser.open(path) as page:
        hold("#" not in page.url, f"the address of a page that nobody touched: {page.url}")
        page.get_by_role("button", name="transpose_padded_float").first.click()
        page.get_by_label("Target").select_option("amdgcn:gfx1100")
        page.get_by_label("Compare").select_option("0|nvptx:sm_90")
        open_facts(page)
        page.locator("#what-if-group").fill("128")
        page.locator(".pane .lines").first.locator(".l.linked").nth(2).click()
        seen = lambda one: [one.locator("h2").inner_text(), one.get_by_label("Target").input_value(), one.get_by_label("Compare").input_value(),
                            one.evaluate("placeOfKey(links.selected)"), one.evaluate("chosen.group")]
        shown, name = seen(page), page.url.partition("#")[2]
        page.evaluate("location.hash = 'kernel=nothing&line=nowhere:3&group=x'")
        hold(page.locator("h2").count() == 1, "an address of what is not there")
        page.evaluate("(hash) => { location.hash = hash; }", name)
        page.wait_for_timeout(100)
        hold(seen(page) == shown, f"a changed address: {seen(page)}, and not {shown}")
    hold(all(part in name for part in ("kernel=", "target=", "compare=", "line=", "group=128")), f"the address: {name}")
    with browser.open(path, fragment=name) as page:
        hold(seen(page) == shown, f"a link: {seen(page)}, and not {shown}")
        hold(page.locator(".l.sel").count() > 1 and page.locator(".l.sel").first.is_visible(), "the line of a link is out of sight")


def runs(browser, clc, folder):
    """Counts and faults of runs stand beside source and code, at the pointer and by keyboard, in the table, on paper."""
    source, coverage, *faults = runs_of_branches(folder)
    path = os.path.join(folder, "runs.html")
    succeed(clc, "report", source, "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100", "--format", "html", "--with-source", "--coverage", coverage,
            *(word for file in faults for word in ("--findings", file)), "--time", "--lines", "--global-size", "64", "-o", path)
    surroundings(browser, path)
    for look in ({}, {"color_scheme": "dark"}, {"viewport": {"width": 420, "height": 900}}):
        with browser.open(path, **look) as page:
            page.locator("nav.list button", has_text="scaled").click()
            source_row = lambda number: page.locator(".pane").first.locator(".l").filter(has=page.locator(".n", has_text=re.compile(f"^{number}$")))
            count = lambda number: source_row(number).locator(".k")
            hold(count(10).inner_text() == "64" and count(7).inner_text() == "0" and "none" in count(7).get_attribute("class"), "counts beside the source")
            hold("part" in count(6).get_attribute("class") and "never true, false 64 times" in count(6).get_attribute("title"), "a side that was never taken")
            look_of = lambda cell: cell.evaluate("(one) => getComputedStyle(one).backgroundColor")
            hold(len({look_of(count(10)), look_of(count(7)), look_of(count(6))}) == 3, "lines that ran, that did not, and branches look alike")
            for number, text in ((7, "which has 256 bytes"), (10, "writes what another reads"), (5, "the other place of branches.cl:10")):
                hold(text in source_row(number).locator(".mark.fault").get_attribute("title"), f"the mark of line {number}")
            hold(source_row(4).locator(".mark.fault").count() == 0, "a mark without a fault")
            source_row(10).click()
            notes = page.locator("#line-notes").inner_text()
            hold("race: writes what another reads (item 5 0 0" in notes and "Work-items ran this line 64 times" in notes and "stalls" in notes, f"notes: {notes}")
            page.locator(".pane .lines").first.focus()
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowUp")
            notes = page.locator("#line-notes").inner_text()
            hold("branches.cl:7" in notes and "bounds: store of 4 bytes" in notes and "No work-item ran" in notes, f"notes by keyboard: {notes}")
            hold("bounds: store of 4 bytes" in page.locator("#said").inner_text(), "a fault is not said")
            code = page.locator(".pane").nth(1)
            hold(code.locator(".l .mark.fault", has_text="✗").count() > 0 and code.locator(".k.ran", has_text="64").count() > 3, "marks and counts beside the code")
            hold(page.locator("#covered").text_content() == "9 of 11 lines of this kernel's functions ran, and 2 of 4 sides of their branches.", page.locator("#covered").text_content())
            open_facts(page)
            page.locator("#runs button", has_text="branches.cl:7–8").click()
            hold(page.evaluate("placeOfKey(links.selected)") == "branches.cl:7", "what never ran leads nowhere")
    with browser.open(path) as page:
        row = lambda name: dict(zip([text.split(" ")[0] if text[0] != "l" else text for text in texts(page, "#all thead th")],
                                    page.locator("#all tbody tr", has_text=name).first.locator("th, td").all_inner_texts()))
        hold(row("scaled")["lines run"] == "81.81 %" and row("scaled")["faults"] == "2" and row("other")["lines run"] == "0 %", f"{row('scaled')}, {row('other')}")
        page.emulate_media(media="print")
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        hold("writes what another reads" in page.locator("#faults").inner_text() or "reads </script> behind" in page.locator("#faults").inner_text(), "faults on paper")


def slider(page):
    page.get_by_label("Target").select_option("amdgcn:gfx1100")
    open_facts(page)
    before = page.locator("#occupancy-percent").inner_text()
    page.locator("#what-if-local").fill("65280")
    hold(page.locator("#occupancy-percent").inner_text() != before, "the slider changes nothing")
    hold("local memory" in page.locator("#occupancy-limits").inner_text(), "the slider's limit")
    page.locator("#what-if-local").fill("0")
    page.locator("#what-if-registers").fill("200")
    hold("registers" in page.locator("#occupancy-limits").inner_text(), "the registers' slider")
    page.locator("#what-if-registers").fill("0")
    hold(page.locator("#occupancy-percent").inner_text() == before, "the compiler's registers do not come back")


def occupancy_agrees(browser, clc, folder):
    """The page's occupancy is the report's, for many sizes of groups and amounts of local memory, chip by chip."""
    source = written(folder, "sweep.cl", """
kernel void light(global float* a, local float* l) { l[get_local_id(0)] = a[0]; barrier(1); a[get_global_id(0)] = l[1]; }
kernel void fixed_tile(global float* a) { local float t[1030]; t[get_local_id(0)] = a[0]; barrier(1); a[get_global_id(0)] = t[7]; }
kernel void heavy(global float16* a) { float16 x[8]; for (int i = 0; i < 8; ++i) x[i] = a[i + get_global_id(0)];
  for (int i = 0; i < 8; ++i) for (int j = 0; j < 8; ++j) x[i] += x[j] * x[i]; a[get_global_id(0)] = x[0] + x[3] + x[7]; }
kernel __attribute__((reqd_work_group_size(96, 1, 1))) void required(global float* a) { a[get_global_id(0)] = 1; }
""")
    targets = ["amdgcn:gfx900", "amdgcn:gfx90a", "amdgcn:gfx1030", "amdgcn:gfx1100", "r600:cypress"]
    for target, tool in (("cubin:sm_75", "ptxas"), ("cubin:sm_90", "ptxas"), ("intel:dg2", "ocloc"), ("intel:skl", "ocloc")):
        if run(clc, "compile", source, "-t", target, "-o", os.path.join(folder, "there.clcpack")).returncode == 0:
            targets.append(target)
        else:
            print(f"{target}: not compared, no {tool}")
    package, path = os.path.join(folder, "sweep.clcpack"), os.path.join(folder, "sweep.html")
    succeed(clc, "compile", source, *(word for target in targets for word in ("-t", target)), "-o", package)
    succeed(clc, "report", package, "--format", "html", "-o", path)
    sizes = [1, 31, 32, 33, 64, 96, 200, 256, 257, 512, 1000, 1024]
    compared = 0
    with browser.open(path) as page:
        tables = page.evaluate("Object.fromEntries(data.kernels.map((one) => [[one.kernel, one.target], one.occupancy]))")
        takes_local = page.evaluate("Object.fromEntries(data.kernels.map((one) => [one.kernel, one.takes_local]))")
        for local in (0, 1, 255, 1000, 1024, 4096, 12345, 30000, 49152, 65536, 100000, 232448, 300000):
            said = json.loads(succeed(clc, "report", package, "--format", "json", "--work-group", ",".join(map(str, sizes)), "--dynamic-local", local).stdout)
            for kernel in said["kernels"]:
                where = f"{kernel['kernel']} for {kernel['target']} with {local} bytes"
                table = tables[f"{kernel['kernel']},{kernel['target']}"]
                found = page.evaluate("([table, sizes, local]) => sizes.map((size) => clcOccupancy(table, size, local))", [table, sizes, local if takes_local[kernel["kernel"]] else 0])
                for ours, theirs in zip(kernel["occupancy"], found):
                    if "requires work-groups" in ours.get("unknown", ""):
                        continue
                    hold((theirs is None) == ("unknown" in ours), f"{where}: {ours} {theirs}")
                    if theirs is not None:
                        keys = ("unit", "groups", "waves", "max_waves", "limits")
                        hold([ours[key] for key in keys] == [theirs[key] for key in keys], f"{where}: {ours} {theirs}")
                        compared += 1
        for registers in (1, 17, 24, 35, 64, 100, 128, 129, 255, 256, 300):
            said = json.loads(succeed(clc, "report", package, "--format", "json", "--work-group", ",".join(map(str, sizes)), "--dynamic-local", 0,
                                      "--registers", registers).stdout)
            for kernel in said["kernels"]:
                table = tables[f"{kernel['kernel']},{kernel['target']}"]
                found = page.evaluate("([table, sizes, registers]) => sizes.map((size) => clcOccupancy(table, size, 0, registers))", [table, sizes, registers])
                for size, ours, theirs in zip(sizes, kernel["occupancy"], found):
                    if "requires work-groups" in ours.get("unknown", "") or kernel["target"] == "r600:cypress" and registers > 128:
                        continue
                    hold(theirs and [ours["groups"], ours["waves"]] == [theirs["groups"], theirs["waves"]],
                         f"{kernel['kernel']} for {kernel['target']} with {registers} registers, groups of {size}: {ours} {theirs}")
                    compared += 1
    print(f"{compared} occupancies for {', '.join(targets)} are the report's")
    hold(compared > 1500, f"only {compared} occupancies were compared")


def roofline(browser, options, folder):
    """The chart and its table: what the roof of each chip allows, other chips, what is not known, chips without figures."""
    source, path = f"{options.kernels}/matmul/matmul.cl", os.path.join(folder, "roofline.html")
    targets = [word for target in ("nvptx:sm_90", "amdgcn:gfx942", "nvptx:sm_121") for word in ("-t", target)]
    known = [word for one in ("depth=1024", "b_pitch=1024", "c_pitch=1024", "row_end=1024", "column_end=1024") for word in ("--arg", one)]
    succeed(options.clc, "report", source, *targets, *known, "--work-group", "16x16", "--format", "html", "-o", path)
    chart = "#roofline svg[role=img]"
    with browser.open(path) as page:
        row = lambda name: page.locator("#roofline tbody tr", has_text=name).locator("th, td").all_inner_texts()
        said = lambda: page.locator(chart).first.get_attribute("aria-label")
        for target, chip, teraflops, terabytes in (("nvptx:sm_90", "H200 SXM", 66.9, 4.8), ("amdgcn:gfx942", "Instinct MI300X", 163.4, 5.3)):
            page.get_by_label("Target").select_option(target)
            page.get_by_role("button", name="matmul_tiles").first.click()
            hold(chip in said() and chip in page.locator("#roofline").inner_text(), f"{target} is not {chip}: {said()}")
            marks = page.locator(f"{chart} g").count()
            known_rows = [cells for cells in page.locator("#roofline tbody tr").all() if "\u2013" not in cells.locator("td").nth(3).inner_text().split()]
            hold(marks == len(known_rows) + 1, f"{marks} marks of {target} for {len(known_rows)} kernels")
            cells = row("matmul_tiles")
            hold(cells[1:6] == ["2048 float", "516", "516", "3.97", "3.97"], f"{target}: {cells}")
            allowed = min(teraflops, 2048 / 516 * terabytes)
            hold(abs(float(cells[6].split()[0]) - allowed) < 0.01 * allowed and cells[7] == "memory", f"{target}: {cells} instead of {allowed}")
            # A roof of two parts, and all marks on it.
            roof = page.locator(f"{chart} path[stroke='var(--text)']").first.get_attribute("d")
            corners = [[float(number) for number in point.split(",")] for point in roof[1:].split("L")]
            circle = page.locator(f"{chart} g rect, {chart} g circle, {chart} g polygon").evaluate_all(
                "(all) => all.map((one) => one.getBBox()).map((box) => [box.x + box.width / 2, box.y + box.height / 2])")
            for x, y in circle:
                (x0, y0), (x1, y1), _ = corners
                on_roof = y1 if x > x1 else y0 + (x - x0) / (x1 - x0) * (y1 - y0)
                hold(abs(on_roof - y) < 1.5, f"{target}: a mark at {x}, {y} beside the roof {roof}")
        page.get_by_label("Target").select_option("nvptx:sm_90")
        before = said()
        page.locator("#chip").focus()
        page.keyboard.press("ArrowDown")
        hold("H100 SXM" in said() and said() != before, "the keyboard chooses no other chip")
        page.get_by_label("Target").select_option("nvptx:sm_121")
        hold(page.locator(chart).count() == 0 and "no roof" in page.locator("#roofline").inner_text(), "a chip without figures has a roof")
        hold(row("matmul_tiles")[5] == "3.97", "a chip without figures has no ratio")
        page.set_viewport_size(PHONE)
        page.get_by_label("Target").select_option("nvptx:sm_90")
        hold(page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "the roofline is wider than a phone")
    surroundings(browser, path)
    succeed(options.clc, "report", source, "-t", "nvptx:sm_90", "--format", "html", "-o", path)
    with browser.open(path) as page:
        hold(page.locator(chart).count() == 0, "a chart of what is not known")
        hold("decided by argument depth" in page.locator("#roofline tbody tr", has_text="matmul_tiles").inner_text(), "what decides is not said")


def images(browser, clc, folder):
    """A kernel that takes images has no mark in the roofline, and its row says why."""
    source, path = written(folder, "images.cl", """
kernel void blurred(read_only image2d_t in, global float4* out) { out[get_global_id(0)] = read_imagef(in, (int2)(get_global_id(0), 0)) * 0.5f; }
kernel void scaled(global float4* a) { a[get_global_id(0)] *= 0.5f; }
"""), os.path.join(folder, "images.html")
    succeed(clc, "report", source, "-t", "nvptx:sm_80", "--format", "html", "-o", path)
    with browser.open(path) as page:
        row = lambda name: page.locator("#roofline tbody tr", has_text=name).locator("th, td").all_inner_texts()
        hold(row("blurred")[4:] == ["\u2013", "\u2013", "\u2013", "", "images are not counted"] and row("scaled")[7] == "memory", f"{row('blurred')}, {row('scaled')}")
        summary = page.locator("#roofline svg[role=img]").first.get_attribute("aria-label")
        hold("scaled" in summary and "blurred" not in summary, f"marks: {summary}")


def comparison(browser, clc, folder):
    old = written(folder, "old.cl", "kernel void k(global float* a) {\n  uint i = get_global_id(0);\n  a[i] = a[i] * 2;\n}\n")
    new = written(folder, "new.cl", "kernel void k(global float* a) {\n  uint i = get_global_id(0);\n  a[i * 4] = a[i * 4] + 2;\n}\n")
    path = os.path.join(folder, "builds.html")
    succeed(clc, "report", new, "-t", "nvptx:sm_90", "--format", "html", "--with-source", "--instructions", "--before", old, "-o", path)
    with browser.open(path) as page:
        open_facts(page)
        page.get_by_label("Compare").select_option(index=0)
        hold(page.locator("#mix svg[role=img]").count() == 1 and "arithmetic" in page.locator("#mix").inner_text(), "the mix of instructions")
        page.get_by_label("Compare").select_option(index=1)
        hold(page.locator("#mix svg[role=img]").count() == 2, "the mix of instructions of two builds")
        page.locator("#facts summary").click()
        hold(page.locator(".l.added").count() > 0 and page.locator(".l.removed").count() > 0, "nothing changed between two builds")
        hold(any("mul" in text or "fma" in text or "add" in text for text in texts(page, ".l.added, .l.removed")), "the changed instruction")


def verdicts(browser, clc, folder):
    """A page of two builds opens with what changed, at a kernel that did, in the words of clc diff, and says nothing else of it anywhere."""
    tile = """kernel void calm(global float* a) { a[get_global_id(0)] += 1; }
kernel __attribute__((reqd_work_group_size(32, 32, 1))) void turn(global float* a) {
  local float tile[32][WIDTH];
  uint x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = a[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[y * 32 + x] = tile[x][y];
}
"""
    old, new = written(folder, "square.cl", tile.replace("WIDTH", "32")), written(folder, "padded.cl", tile.replace("WIDTH", "33"))
    path, targets = os.path.join(folder, "verdicts.html"), ["-t", "amdgcn:gfx1100", "-t", "nvptx:sm_90"]
    succeed(clc, "report", new, *targets, "--format", "html", "--before", old, "-o", path)
    said = json.loads(succeed(clc, "diff", old, new, *targets, "--format", "json").stdout)["changes"]
    wanted = [[figure["figure"], "worse" if figure["worse"] else "better" if figure["better"] else ""] for change in said for figure in change["figures"]]
    hold(["passes over local memory", "better"] in wanted and ["local bytes", "worse"] in wanted, f"clc diff: {wanted}")
    with browser.open(path) as page:
        hold(page.locator("h2").inner_text() == "turn", "the page does not open at a kernel that changed")
        hold(page.get_by_label("Compare").input_value() == "1|", "the page opens comparing nothing")
        summary = succeed(clc, "diff", old, new, *targets).stdout.splitlines()[-1]
        hold(page.locator("#changes h3").inner_text() == f"Since {old}: {summary}", f"{page.locator('#changes h3').inner_text()}, and not {summary}")
        rows = [row.locator("th, td").all_inner_texts() for row in page.locator("#changes tbody tr").all()]
        hold([[row[2], row[5]] for row in rows if row[2] != "code"] == wanted, f"{rows}, and clc diff says {wanted}")
        page.locator("#all summary").click()
        hold(page.locator("#all tbody tr").count() == 4, "kernels of the other build are in the list of all")
        page.locator("#all summary").click()
        hold("worse" in page.locator("nav.list").inner_text(), "the list of kernels does not say which changed")
        open_facts(page)
        # The resources of the kernel have the verdicts of clc diff, of other kernels none.
        cells = {row.locator("th").inner_text(): row.locator("td").last.inner_text() for row in page.locator("#resources tbody tr").all()}
        for title, text in cells.items():
            known = dict(wanted).get(title, "")
            hold(text.endswith(known) and ("worse" in text or "better" in text) == bool(known), f"{title}: {text}, and clc diff says {known}")
        page.get_by_label("Target").select_option("nvptx:sm_90")
        hold(page.get_by_label("Compare").input_value() == "1|", "another target compares nothing")
        page.locator("nav.list button", has_text="calm").click()
        hold("worse" not in page.locator("#resources").inner_text(), "a kernel that did not change got worse")


def updates(page):
    """New data keep what was chosen, as clc serve needs it."""
    page.get_by_role("button", name="transpose_padded_uchar").first.click()
    page.get_by_label("Target").select_option("amdgcn:gfx1100")
    page.evaluate("clcUpdate({...data, title: 'changed'})")
    hold(page.title() == "changed" and page.locator("h2").inner_text() == "transpose_padded_uchar", "an update forgets the kernel")
    hold(page.get_by_label("Target").input_value() == "amdgcn:gfx1100", "an update forgets the target")
    page.evaluate("clcUpdate({...data, kernels: [], diagnostics: [{severity: 'error', file: 0, line: 1, column: 1, text: 'oh </script>', snippet: '', targets: []}]})")
    hold("oh </script>" in page.locator("#diagnostics").inner_text(), "an update without kernels shows no diagnostics")


def surroundings(browser, path):
    with browser.open(path, viewport=PHONE) as page:
        hold(page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "the page is wider than a phone")
        page.set_viewport_size({"width": 500, "height": 900})
        tallest = page.evaluate("Math.max(...[...document.querySelectorAll('#accesses tbody tr')].map((row) => row.offsetHeight))")
        hold(tallest < 80, f"a row of the accesses is {tallest} pixels tall, for a note that is out of sight")
    with browser.open(path, color_scheme="dark") as page:
        background = lambda: page.evaluate("getComputedStyle(document.body).backgroundColor")
        dark = background()
        page.locator("#theme").click()
        light = background()
        hold(dark != light and light == "rgb(255, 255, 255)", f"dark {dark}, light {light}")
        page.emulate_media(media="print")
        hold(background() == "rgb(255, 255, 255)" and not page.locator("#theme").is_visible(), "print")
    with browser.open(path) as page:
        for _ in range(6):
            page.keyboard.press("Tab")
            hold(page.evaluate("document.activeElement !== document.body"), "Tab leads nowhere")
            hold(page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none", "no ring around the focus")
        unnamed = page.evaluate("""[...document.querySelectorAll("button, input, select, [role=listbox], [role=region], svg[role=img]")]
            .filter((one) => !(one.textContent.trim() || one.getAttribute("aria-label") || (one.labels && one.labels.length))).map((one) => one.outerHTML.slice(0, 90))""")
        hold(not unnamed, f"without a name: {unnamed}")


def print_is_whole(browser, path):
    with browser.open(path) as page:
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        rows = page.evaluate("links.panes.map((pane) => [pane.lines.length, pane.element.querySelectorAll('.chunk > *').length])")
        hold(all(lines == drawn for lines, drawn in rows), f"lines that are not printed: {rows}")
        hold(len(page.pdf()) > 10000, "the printed page")


def hostile(browser, clc, folder):
    source = written(folder, "<b>&'\".cl", f"// {HOSTILE}\nkernel void k(global int* a) {{\n  a[get_global_id(0)] = 1;  // {HOSTILE}\n}}\n")
    path = os.path.join(folder, "hostile.html")
    succeed(clc, "report", source, "-t", "nvptx:sm_90", "--format", "html", "--with-source", "-o", path)
    with browser.open(path) as page:
        hold(page.evaluate("window.broken") is None and page.locator("img").count() == 0, "text of a source ran")
        hold(HOSTILE.split("\u2028")[0] in page.locator(".lines").first.inner_text(), "text of a source is not shown")


def opening(browser, path):
    """Opens a page: milliseconds by the clock until the first paint, seconds of processor time of the thread that draws, lines, kernels."""
    page = browser.chromium.new_page(viewport={"width": 1440, "height": 1000}, color_scheme="light")
    measuring = page.context.new_cdp_session(page)
    measuring.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto("file://" + path)
    page.locator("#page > *").first.wait_for(state="attached")
    # Not by wait_for_function, which the page's policy forbids where it has to ask twice.
    while not page.evaluate("performance.getEntriesByType('paint').length > 0"):
        page.wait_for_timeout(10)
    took = {one["name"]: one["value"] for one in measuring.send("Performance.getMetrics")["metrics"]}
    painted = page.evaluate("performance.getEntriesByType('paint').pop().startTime")
    lines, kernels = page.evaluate("[links.panes.reduce((sum, pane) => sum + pane.lines.length, 0), data.kernels.length]")
    page.close()
    return painted, took["TaskDuration"], lines, kernels


def sizes(browser, clc, folder):
    """The clock is that of a machine which others use, too: it is printed, and processor time counts."""
    for name, text in (("small", "kernel void scaled(global float* a) { a[get_global_id(0)] *= 2; }\n"), ("long", long_kernel()), ("many", many_kernels(400))):
        source, path = written(folder, f"{name}.cl", text), os.path.join(folder, f"{name}.html")
        succeed(clc, "report", source, "-t", "amdgcn:gfx1100", "--format", "html", "--with-source", "-o", path)
        painted, took, lines, kernels = min((opening(browser, path) for _ in range(3)), key=lambda one: one[1])
        hold(name == "small" or (lines >= 5000 if name == "long" else kernels >= 400), f"{lines} lines, {kernels} kernels")
        print(f"{name}: {os.path.getsize(path)} bytes, {lines} lines shown, {kernels} kernels, {took:.2f} s of processor time, "
              f"first paint after {painted:.0f} ms")
        hold(took < 1, f"{name}: {took:.2f} s of processor time to open")


def bench(browser, options, folder):
    path = os.path.join(folder, "bench.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(succeed(options.clrun, "bench", "--format", "html", "--from", f"{options.benchmarks}/h200.json", "--compare",
                           f"{options.benchmarks}/cpu.json").stdout)
    surroundings(browser, path)
    with browser.open(path) as page:
        page.get_by_role("button", name="transpose").first.click()
        hold(page.locator("h2").inner_text() == "transpose", "a click on an algorithm")
        hold(page.locator("#bars svg[role=img] rect").count() > 4 and page.locator("#curves svg[role=img] path").count() > 2, "bars and curves")
        bars = page.locator("#bars svg[role=img]").get_attribute("aria-label")
        page.locator("#size").select_option(index=0)
        hold(page.locator("#bars svg[role=img]").get_attribute("aria-label") != bars, "another size changes nothing")
        hold("GFLOP/s" in page.locator("#roofline").inner_text() and page.locator("#roofline svg[role=img] circle").count() > 0, "the roofline")
        rows = page.evaluate("data.runs[0].run.results.length")
        hold(page.locator("#raw tbody tr").count() == rows, "the table of all measurements")
        for button, name in (("#csv", "clrun-bench.csv"), ("#json", "clrun-bench.json")):
            with page.expect_download() as waiting:
                page.locator(button).click()
            with open(waiting.value.path(), encoding="utf-8") as file:
                text = file.read()
            hold(waiting.value.suggested_filename == name and len(text) > 1000, f"the download {name}")
            if button == "#json":
                hold(json.loads(text) == page.evaluate("data.runs[0].run"), "the JSON is not that of the run")
            else:
                hold(text.count("\n") > rows and text.startswith("run,algorithm"), "the CSV")


def recording(browser, clc, folder):
    """Programs that are the same except for a macro are one entry; texts of others stay texts."""
    one = Recording(os.path.join(folder, "recording"))
    variants = [one.program("scale", "kernel void scale(global int* o) { *o = TILE; }\n", options=f"-DTILE={tile}") for tile in (1, 2, 4)]
    one.launch(variants[1], "scale", count=7)
    one.program("broken", f"kernel void broken( // {HOSTILE}\n", status=-11)
    one.build(variants[0], "build", nanoseconds=5000000000, log=HOSTILE)
    one.close()
    path = os.path.join(folder, "recording.html")
    succeed(clc, "record", "--report", "html", one.folder, "-o", path)
    surroundings(browser, path)
    with browser.open(path) as page:
        hold(page.locator("nav li").count() == 2, "the list of programs")
        hold("3 programs, the same except for TILE" in page.locator("#program").inner_text(), "the programs of a tuner")
        hold(page.locator("#program .card").count() == 4, "a card for each program")
        page.locator("#filter").fill("broken")
        hold(page.locator("nav li:visible").count() == 1, "the filter")
        page.get_by_role("button", name="broken").first.click()
        hold("1 build failed" in page.locator("#program").inner_text(), "what the page says of a failure")
        hold(page.evaluate("window.broken") is None and page.locator("img").count() == 0, "text of a driver ran")


def picture(browser, path, target, choose, **options):
    with browser.open(path, device_scale_factor=1, **options) as page:
        choose(page)
        take_picture(page, target)


def take_picture(page, target):
    page.evaluate("for (const one of document.querySelectorAll('.lines')) one.scrollLeft = 0")
    page.wait_for_timeout(300)  # what is drawn late
    page.screenshot(path=target)
    if shutil.which("ffmpeg"):  # 64 colours are enough, and a third of the bytes
        small = target + ".small.png"
        succeed("ffmpeg", "-loglevel", "error", "-y", "-i", target, "-vf",
                "split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none", "-compression_level", "9", "-pred", "mixed", small)
        os.replace(small, target)


def picture_of_serve(browser, options, folder, target):
    """A kernel that was changed since the last commit, and saved with an error in another file."""
    place = os.path.join(folder, "kernels")
    os.mkdir(place)
    for name in ("nbody/nbody.cl", "nbody/nbody_pairs.clh", "reduce/reduce.cl", "vecadd/vecadd.cl"):
        shutil.copy(f"{options.kernels}/{name}", place)
    identity = ("-c", "user.name=a", "-c", "user.email=b")
    for words in (("init", "-q"), ("add", "."), (*identity, "commit", "-q", "-m", "kernels")):
        succeed("git", *words, cwd=place)
    with open(os.path.join(place, "nbody.cl"), encoding="utf-8") as file:
        text = file.read()
    written(place, "nbody.cl", text.replace("other.w * inverse * inverse * inverse", "other.w * (inverse * inverse * inverse)"))
    written(place, "reduce.cl", "kernel void broken( {}\n")
    with Server(os.path.abspath(options.clc), place, "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100") as server:
        page = browser.chromium.new_page(viewport={"width": 1400, "height": 1180}, color_scheme="light", device_scale_factor=1)
        page.goto(f"{server.url}?file=nbody.cl&target=nvptx:sm_90&commit=1")
        page.get_by_role("button", name="nbody_global").first.click()
        page.locator(".l.added").first.click()
        page.locator("#serve-file option", has_text="reduce.cl ✗").wait_for(state="attached")
        page.locator("#serve-state", has_text="up to date").wait_for()
        page.evaluate("scrollTo(0, 0)")
        take_picture(page, target)
        page.close()


def screenshots(browser, options, folder):
    """The pictures of docs/pages.md and docs/inspecting.md."""
    os.makedirs(options.screenshots, exist_ok=True)
    targets = ["-t", "cubin:sm_90", "-t", "amdgcn:gfx1100", "-t", "nvptx:sm_90"]
    html = ["--format", "html", "--with-source", "-o"]
    path, picture_of = os.path.join(folder, "shown.html"), lambda name: os.path.join(options.screenshots, name)
    succeed(options.clc, "report", f"{options.kernels}/transpose/transpose.cl", *targets, "--arg", "in_pitch=4096", "--arg", "out_pitch=4096", *html, path)

    def naive(page):
        page.get_by_role("button", name="transpose_naive_float").first.click()
        page.get_by_label("Target").select_option("cubin:sm_90")
        open_facts(page)
        page.locator("#findings button").first.click()
        page.evaluate("scrollTo(0, 0)")
    picture(browser, path, picture_of("report-transpose.png"), naive, viewport={"width": 1400, "height": 1180})
    succeed(options.clc, "report", f"{options.kernels}/histogram256/histogram256.cl", *targets, "--work-group", "128", *html, path)

    def bins(page):
        page.get_by_role("button", name="histogram256_private_bins").first.click()
        page.get_by_label("Target").select_option("amdgcn:gfx1100")
        page.get_by_label("Compare").select_option("0|cubin:sm_90")
        page.locator(".pane .lines .h.on").first.click()
    picture(browser, path, picture_of("report-histogram.png"), bins, viewport={"width": 1400, "height": 1180}, color_scheme="dark")
    source, coverage, *faults = runs_of_branches(folder)
    succeed(options.clc, "report", source, "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100", "--coverage", coverage, "--findings", faults[0], "--time",
            "--global-size", "64", *html, path)

    def weighs(page):
        page.locator("nav.list button", has_text="scaled").click()
        page.get_by_label("Target").select_option("nvptx:sm_90")
        page.evaluate("selectPlace('branches.cl:7')")
        page.evaluate("scrollTo(0, 0)")
    picture(browser, path, picture_of("report-runs.png"), weighs, viewport={"width": 1280, "height": 800})
    sizes_of = [word for name in ("depth", "b_pitch", "c_pitch", "row_end", "column_end") for word in ("--arg", f"{name}=4096")]
    succeed(options.clc, "report", f"{options.kernels}/matmul/matmul.cl", *targets, *sizes_of, "--arg", "aligned=1", "--work-group", "16x16", *html, path)

    def tiles(page):
        page.get_by_role("button", name="matmul_tiles").first.click()
        page.get_by_label("Target").select_option("cubin:sm_90")
        page.locator(".top").evaluate("(one) => { one.style.position = 'static'; }")
        page.locator("#roofline").evaluate("(one) => one.scrollIntoView({ block: 'start' })")
    picture(browser, path, picture_of("report-roofline.png"), tiles, viewport={"width": 1400, "height": 780})
    with open(path, "w", encoding="utf-8") as file:
        file.write(succeed(options.clrun, "bench", "--format", "html", "--from", f"{options.benchmarks}/h200.json").stdout)
    picture_of_serve(browser, options, folder, picture_of("serve.png"))
    picture(browser, path, picture_of("bench.png"), lambda page: page.get_by_role("button", name="transpose").first.click(), viewport={"width": 1400, "height": 1130})


def look_at_all(browser, options, folder):
    path = os.path.join(folder, "transpose.html")
    succeed(options.clc, "report", f"{options.kernels}/transpose/transpose.cl", "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100", "-t", "r600:cypress",
            "--format", "html", "--with-source", "--arg", "in_pitch=4096", "--arg", "out_pitch=4096", "-o", path)
    with browser.open(path) as page:
        page.get_by_label("Target").select_option("nvptx:sm_90")
        links(page)
        findings_and_table(page)
        sorts(page)
        slider(page)
        updates(page)
    occupancy_agrees(browser, options.clc, folder)
    above_the_fold(browser, path)
    address(browser, path)
    surroundings(browser, path)
    runs(browser, options.clc, folder)
    print_is_whole(browser, path)
    roofline(browser, options, folder)
    images(browser, options.clc, folder)
    comparison(browser, options.clc, folder)
    verdicts(browser, options.clc, folder)
    hostile(browser, options.clc, folder)
    recording(browser, options.clc, folder)
    def scaled(page):
        page.locator("nav.list button", has_text="scaled").click()
        page.locator(".pane .lines .l.linked").first.click()
        open_facts(page)
    accessible(browser, os.path.join(folder, "runs.html"), scaled)
    if options.clrun:
        bench(browser, options, folder)
        accessible(browser, os.path.join(folder, "bench.html"))
    if options.times:
        sizes(browser, options.clc, folder)
    if options.screenshots and options.clrun:
        screenshots(browser, options, folder)


if __name__ == "__main__":
    sys.exit(test_in_chromium(look_at_all, "--kernels", "--benchmarks", switches=["--times"], values=["--clrun", "--screenshots"]))
