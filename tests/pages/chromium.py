"""Chromium for the tests of pages: it opens pages, and holds against them whatever they say or ask for. Where Chromium or Playwright is missing
(script/setup --pages installs both), tests are skipped."""
import argparse
import contextlib
import importlib.util
import os
import shutil
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import finish, hold, skip, skip_all  # noqa: E402

# Where script/setup --pages puts it, if it is not installed.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "playwright"))
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    skip_all("no Playwright (script/setup --pages)")

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 1000}


class Browser:
    """Opens pages, and holds against them whatever they say or ask for."""

    def __init__(self, chromium):
        self.chromium, self.complaints = chromium, []

    def check_request(self, path, address):
        # A download is made of what the page holds.
        if address != "file://" + path and not address.startswith("blob:"):
            self.complaints.append(f"{path}: asks for {address}")

    @contextlib.contextmanager
    def open(self, path, fragment="", **options):
        page = self.chromium.new_page(**{"viewport": DESKTOP, "color_scheme": "light", **options})
        page.on("console", lambda message: self.complaints.append(f"{path}: console: {message.text}"))
        page.on("pageerror", lambda error: self.complaints.append(f"{path}: {error}"))
        page.on("request", lambda request: self.check_request(path, request.url))
        page.goto("file://" + path + (f"#{fragment}" if fragment else ""))
        page.locator("#page > *").first.wait_for(state="attached")  # the script is compressed, and runs after the page was loaded
        yield page
        page.close()
        hold(not self.complaints, self.complaints)


def texts(page, selector):
    return page.locator(selector).all_inner_texts()


def open_facts(page):
    """Occupancy, resources and findings are a line that opens."""
    if page.locator("#facts").get_attribute("open") is None:
        page.locator("#facts summary").click()


def accessible(browser, path, choose=lambda page: None):
    """Axe finds nothing serious on a page, light and dark, on a desk and on a phone."""
    here = importlib.util.find_spec("axe_playwright_python")
    if here is None:
        skip("axe", "axe_playwright_python is not here (script/setup --pages)")
        return
    with open(os.path.join(here.submodule_search_locations[0], "axe.min.js"), encoding="utf-8") as file:
        axe = file.read()
    for width, scheme in ((1280, "light"), (1280, "dark"), (420, "light"), (420, "dark")):
        with browser.open(path, viewport={"width": width, "height": 900}, color_scheme=scheme) as page:
            choose(page)
            page.evaluate(axe)
            found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
            serious = [(one["id"], one["nodes"][0]["html"][:120], one["nodes"][0].get("failureSummary", "")) for one in found if one["impact"] in ("serious", "critical")]
            hold(not serious, f"{path}, {width} pixels, {scheme}: {serious}")


def row_of(page, pane, text):
    """The first line of a pane (0: the source) with a text."""
    return page.locator(".pane").nth(pane).locator(".lines .l", has_text=text).first


def test_in_chromium(look, *names, switches=(), values=()):
    """Calls look(browser, options, folder), where options has the values of --clc and of `names`; the other options may be missing."""
    parser = argparse.ArgumentParser()
    for name in ("--clc", *names):
        parser.add_argument(name, required=True)
    for name in values:
        parser.add_argument(name)
    for name in switches:
        parser.add_argument(name, action="store_true")
    options = parser.parse_args()
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        skip_all("no Chromium (script/setup --pages)")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        look(Browser(chromium), options, os.path.realpath(folder))
        chromium.close()
    return finish()
