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
    assert page.locator("#serve-file").input_value() == "a.cl"
    expect(page.get_by_label("Target")).to_have_count(1)
    server.write("a.cl", KERNEL.replace("NUMBER", "22222"))
    shows(page, "22222")
    server.write("a.cl", KERNEL.replace("NUMBER", "unknown_name"))
    expect(page.locator("#serve-trouble")).to_contain_text("does not compile", timeout=60_000)
    shows(page, "22222")  # the last code that compiled
    assert page.locator("#serve-state").inner_text() == "old code"
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
    assert page.locator("#serve-target").input_value() == "amdgcn:gfx1100"
    server.write("c.cl", KERNEL.replace("NUMBER", "55555"))
    expect(page.locator('#serve-file option[value="c.cl"]')).to_be_attached(timeout=60_000)
    page.locator("#serve-more").click()
    expect(page.locator("#serve-target option").nth(10)).to_be_attached(timeout=60_000)


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
