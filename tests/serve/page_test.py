#!/usr/bin/env python3
"""The page of clc serve in Chromium: it follows what is saved and what is chosen, and asks nobody else for anything.

usage: page_test.py --clc PROGRAM
Skipped (77) without Playwright or Chromium (script/setup --pages).
"""
import argparse
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import SKIPPED, skip, skip_all, succeed, temporary_folder  # noqa: E402

from client import Server

TOP = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.append(os.path.join(TOP, "build", "playwright"))  # where script/setup --pages puts it
try:
    from playwright.sync_api import Error, expect, sync_playwright
except ImportError:
    skip_all("playwright is not here (script/setup --pages)")

KERNEL = "kernel void k(global int* o) {\n  o[get_global_id(0)] = NUMBER;\n}\n"


def shows(page, text):
    expect(page.locator("#page")).to_contain_text(text, timeout=60_000)


def follow(server, page):
    page.goto(server.url)
    shows(page, "11111")
    expect(page.locator("#serve-file")).to_have_value("a.cl")
    expect(page.get_by_label("Target")).to_have_count(1)
    server.write("a.cl", KERNEL.replace("NUMBER", "22222"))
    shows(page, "22222")
    server.write("a.cl", KERNEL.replace("NUMBER", "unknown_name"))
    expect(page.locator("#serve-trouble")).to_contain_text("does not compile", timeout=60_000)
    shows(page, "22222")  # the last code that compiled
    assert page.locator("#serve-state").inner_text() == "old code"
    expect(page.locator(".l.diag")).to_contain_text("unknown_name")
    page.locator("#diagnostics button").click()
    expect(page.locator(".pane").first.locator(".l.sel")).to_contain_text("unknown_name")
    server.write("a.cl", KERNEL.replace("NUMBER", "33333"))
    expect(page.locator("#serve-trouble")).to_be_hidden(timeout=60_000)
    shows(page, "33333")
    page.locator("#serve-target").select_option("amdgcn:gfx1100")
    shows(page, "s_endpgm")
    page.locator("#serve-file").select_option("b.cl")
    shows(page, "44444")
    assert "file=b.cl" in page.url, page.url
    page.reload()
    shows(page, "44444")
    expect(page.locator("#serve-target")).to_have_value("amdgcn:gfx1100")
    server.write("c.cl", KERNEL.replace("NUMBER", "55555"))
    expect(page.locator('#serve-file option[value="c.cl"]')).to_be_attached(timeout=60_000)
    page.locator("#serve-more").click()
    expect(page.locator("#serve-target option").nth(10)).to_be_attached(timeout=60_000)


def stays(server, page):
    """After a save the chosen line is where it was on the screen, although others came before it; search, folds and open cards stay, too."""
    lines = "".join(f"  o[{number}] = {number};\n" for number in range(60))
    long = f"kernel void k(global int* o) {{\n{lines}  o[77] = get_global_id(0);\n{lines}}}\n"
    server.write("long.cl", long)
    expect(page.locator('#serve-file option[value="long.cl"]')).to_be_attached(timeout=60_000)
    page.locator("#serve-target").select_option("nvptx:sm_90")
    page.locator("#serve-file").select_option("long.cl")
    chosen = page.locator(".pane").first.locator(".l", has_text="o[77] =")
    expect(chosen).to_be_attached(timeout=60_000)
    expect(page.locator("#serve-state")).to_have_text("up to date", timeout=60_000)
    page.locator("#search").fill("o[59]")
    page.locator("#facts summary").click()
    page.locator(".fold").click()
    page.locator(".above-code").scroll_into_view_if_needed()
    chosen.click()
    height = lambda: chosen.evaluate("(row) => row.getBoundingClientRect().top - row.closest('.lines').getBoundingClientRect().top")
    before = height()
    server.write("long.cl", "// one\n// two\n// three\n" + long)
    expect(page.locator(".pane").first.locator(".l", has_text="// three")).to_be_attached(timeout=60_000)
    assert "sel" in chosen.get_attribute("class"), "another line is chosen"
    assert abs(height() - before) < 3, f"the line is at {height()} instead of {before}"
    assert page.locator(".l.found").count() == 2 and page.locator("#search").input_value() == "o[59]", "the search is forgotten"
    assert page.locator("#facts").get_attribute("open") is not None, "what was open is closed"
    expect(page.locator(".pane").nth(1).locator(".l", has_text=".version")).to_be_visible()


def compare(server, page):
    """A tick shows the last commit beside what is saved, and what changed."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=b"]
    for words in (["init", "-q"], ["add", "a.cl"], ["commit", "-q", "-m", "one"]):
        succeed(*git, *words, cwd=server.folder)
    server.write("a.cl", KERNEL.replace("NUMBER", "66666"))
    page.goto(f"{server.url}?file=a.cl&target=nvptx:sm_90")
    shows(page, "66666")
    assert page.locator(".l.added").count() == 0
    page.locator("#serve-commit").check()
    # In the source, and in the code.
    expect(page.locator(".l.added", has_text="66666")).to_have_count(2, timeout=60_000)
    expect(page.locator(".l.removed", has_text="33333")).to_have_count(2, timeout=60_000)
    expect(page.locator("#changes h3")).to_contain_text("1 kernel differs, 0 for the worse")
    server.write("a.cl", KERNEL.replace("NUMBER", "77777"))
    expect(page.locator(".l.added", has_text="77777")).to_have_count(2, timeout=60_000)
    page.locator("#serve-commit").uncheck()
    expect(page.locator(".l.removed")).to_have_count(0, timeout=60_000)


def follow_in_chromium(clc, folder, chromium):
    for name, number in (("a.cl", "11111"), ("b.cl", "44444")):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(KERNEL.replace("NUMBER", number))
    problems = []
    with Server(clc, folder, "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100") as server, sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        except Error as problem:
            skip("Chromium does not start here", str(problem).splitlines()[0])
            return SKIPPED
        page = browser.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith(server.url) else problems.append(request.url))
        follow(server, page)
        stays(server, page)
        if shutil.which("git"):
            compare(server, page)
        assert not problems, problems
        server.stop()
        expect(page.locator("#serve-trouble")).to_contain_text("has ended", timeout=60_000)
        browser.close()
    print("passed")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        skip_all("Chromium is not here (script/setup --pages)")
    with temporary_folder("clc-serve-page-") as folder:
        return follow_in_chromium(os.path.abspath(options.clc), folder, chromium)


if __name__ == "__main__":
    sys.exit(main())
