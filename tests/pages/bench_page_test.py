#!/usr/bin/env python3
"""The text of `clrun bench --format html --from FILE`: HTML that is whole, all data of the run, foreign text that stays
text, and clear errors for files that hold no measurements.

usage: bench_page_test.py --clrun PROGRAM --benchmarks FOLDER
"""
import argparse
import copy
import json
import os
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import finish, hold, run, succeed  # noqa: E402

from pages import HOSTILE, data_of, expect_whole, written


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clrun", required=True)
    parser.add_argument("--benchmarks", required=True)
    options = parser.parse_args()
    stored = os.path.join(options.benchmarks, "h200.json")
    with open(stored, encoding="utf-8") as file:
        measured = json.load(file)
    show = [options.clrun, "bench", "--format", "html", "--from"]
    page = succeed(*show, stored).stdout
    expect_whole(page, "h200")
    hold(page == succeed(*show, stored).stdout, "two pages of the same differ")
    hold(data_of(page)["runs"] == [{"name": stored, "run": measured}], "the page does not hold the run")
    with tempfile.TemporaryDirectory() as folder:
        hostile = copy.deepcopy(measured)
        hostile["device"] = hostile["results"][0]["variant"] = HOSTILE
        other = written(folder, "other.json", json.dumps(hostile))
        page = succeed(*show, stored, "--compare", other).stdout
        expect_whole(page, "hostile")
        hold([one["run"] for one in data_of(page)["runs"]] == [measured, hostile], "the page does not hold both runs")
        row = measured["results"][0]
        for text in ("", "{", "[]", '"text"', "{}", '{"results": 1}', '{"results": [1]}', json.dumps({"results": [{**row, "kernel_ms": 1}]}),
                     json.dumps({"results": [{**row, "elements": "many"}]}), '{"parts": [1]}'):
            wrong = written(folder, "wrong.json", text)
            for words in ([*show, wrong], [*show, stored, "--compare", wrong]):
                done = run(*words, expected=3)
                hold("holds no measurements" in done.stderr and done.stdout == "", f"{text}: {done.stderr}")
        done = run(*show, os.path.join(folder, "missing.json"), expected=3)
        hold("missing.json" in done.stderr, done.stderr)
        done = run(options.clrun, "bench", "--from", stored, expected=2)
        hold("need --format html" in done.stderr, done.stderr)


if __name__ == "__main__":
    main()
    sys.exit(finish())
