"""Writes what the benchmarks measured, as JSON that can be read and compared: five digits of a number, a line for each row; and as
tables in bench/README.md and bench/log/.
"""
import glob
import json
import os
import sys

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, dict):
        return {key: rounded(entry) for key, entry in value.items()}
    return [rounded(entry) for entry in value] if isinstance(value, list) else value


def text_of(report):
    report = rounded(report)
    rows = report.pop("results")
    head = json.dumps(report, indent=1, ensure_ascii=False)[:-2]
    return head + ',\n "results": [\n  ' + ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n ]\n}\n"


def write(report, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text_of(report))


def pages():
    """The pages that can have tables: the manual's, which has the main ones, and the log's."""
    return [os.path.join(BENCH, "README.md"), *sorted(glob.glob(os.path.join(BENCH, "log", "*.md")))]


def show(path, markdown, in_page):
    """Prints the table of what was measured earlier, or puts it into the page that has the marks that name the file, between them."""
    with open(path, encoding="utf-8") as file:
        table = markdown(json.load(file))
    if not in_page:
        print(table, end="")
        return
    begin, end = (f"<!-- {os.path.basename(path)} {word} -->\n" for word in ("begin", "end"))
    for name in pages():
        with open(name, encoding="utf-8") as file:
            page = file.read()
        if begin in page and end in page:
            with open(name, "w", encoding="utf-8") as file:
                file.write(page.split(begin)[0] + begin + table + end + page.split(end)[1])
            return
    sys.exit(f"neither bench/README.md nor a note in bench/log/ has the marks {begin.strip()} and {end.strip()}")
