#!/usr/bin/env python3
"""Each picture of docs/lessons loads in Chromium, light where the reader wants light and dark where dark, and nothing lies outside it.

usage: lesson_pictures_test.py --lessons DIR
"""
import argparse
import glob
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, finish, run, temporary_folder  # noqa: E402

# Asks a page with all pictures for each one's measures: its paper's colour, and the texts that reach beyond its sides.
SCRIPT = """<pre id="said"></pre><script>
addEventListener("load", () => {
  for (const svg of document.querySelectorAll("svg")) {
    const width = svg.viewBox.baseVal.width, beyond = [];
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBBox();
      if (box.x < 0 || box.x + box.width > width) beyond.push(text.textContent);
    }
    const paper = getComputedStyle(svg.querySelector(".paper")).fill;
    document.getElementById("said").textContent += svg.parentNode.id + "|" + paper + "|" + beyond.join("; ") + "\\n";
  }
});
</script>"""


PLANTED = """<svg viewBox="0 0 100 20"><rect class="paper" width="100" height="20" fill="#ffffff"/><text x="90">beyond the edge</text></svg>"""


def seen(browser, pictures, folder, *words):
    page = os.path.join(folder, "page.html")
    with open(page, "w", encoding="utf-8") as file:
        file.write("<!doctype html><meta charset='utf-8'>")
        for path in pictures:
            with open(path, encoding="utf-8") as picture:
                file.write(f"<div id='{os.path.basename(path)}'>{picture.read()}</div>")
        file.write(SCRIPT)
    done = run(browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", *words, "--dump-dom", f"file://{page}",
               timeout=120)
    return re.findall(r"([\w.]+\.svg)\|(rgb[^|]*)\|([^\n<]*)", done.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lessons", required=True)
    options = parser.parse_args()
    said = run(os.path.join(options.lessons, "../../script/lesson-pictures"), "--chekc")
    check(said.returncode == 2 and "--chekc" in said.stderr, "an unknown option draws nothing", said)
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        print("skipped: no Chromium (script/setup --pages)")
        return 77
    pictures = sorted(glob.glob(os.path.join(options.lessons, "*.svg")))
    with temporary_folder() as folder:
        with open(f"{folder}/planted.svg", "w", encoding="utf-8") as file:
            file.write(PLANTED)
        said = seen(browser, [f"{folder}/planted.svg"], folder, "--blink-settings=preferredColorScheme=0")
        check(said == [("planted.svg", "rgb(255, 255, 255)", "beyond the edge")], "a picture without a dark form, and a text beyond its edge, are seen", said)
        for paper, words in (("rgb(255, 255, 255)", ["--blink-settings=preferredColorScheme=1"]), ("rgb(13, 17, 23)", ["--blink-settings=preferredColorScheme=0"])):
            said = seen(browser, pictures, folder, *words)
            check([name for name, _, _ in said] == [os.path.basename(path) for path in pictures], f"all pictures are there on {paper}", said)
            for name, colour, beyond in said:
                check(colour == paper and not beyond, f"{name} on {paper}", f"{colour}; outside: {beyond}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
