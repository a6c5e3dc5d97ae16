#!/usr/bin/env python3
"""Holds each Chinese page (NAME.zh.md) against its English one, and against the rules of Chinese typesetting.

The same on both pages: the levels of the headings, the blocks of code (but for comments in C++), the pictures, the shapes of the
tables, the links, and of each section and each row of a table the numbers, the units behind them, and what stands in code: none is
left out, and none is new.
In Chinese: a space between Chinese and Latin letters or digits, and none beside full-width marks; a paragraph in one line, since
a browser shows a break between two characters as a space; full-width marks after Chinese; bold text that Markdown takes for bold; dates
like 2026 年 1 月 2 日; the words that engineers use; links to Chinese pages and pictures where there are such; no English left in a sentence.
The texts of Chinese pictures (NAME.zh.svg) follow the same rules.

Every chapter of docs/lessons has a Chinese page. Before the pages come planted ones: each has one fault, and must fail.

usage: chinese_pages_test.py --source DIR
"""
import argparse
import glob
import html
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, finish  # noqa: E402

BLOCK = re.compile(r"(?:^<!-- ([^\n]*?) -->\n)?^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`]+)`")
NUMBER = re.compile(r"(?<![A-Za-z\d._])\d+(?:\.\d+)?(?!-?D\b)")
UNIT = re.compile(r"(\d+(?:\.\d+)?) ?(ns|µs|ms|[kKMGT]i?B(?:/s)?|[MGT]?FLOP/s|[MG]Hz|%)(?![A-Za-z])")

HAN = r"\u3400-\u9fff"
MARKS = "，。；：？！、（）《》“”…—"
SPACING = (
    (re.compile(r"\d(?:ns|µs|ms|[kKMGT]i?B|[MGT]FLOP/s|[MG]Hz)\b|\d %"), "no space before a unit, or one before %"),
    (re.compile(rf"[{HAN}][A-Za-z0-9]|[A-Za-z0-9%][{HAN}]"), "no space between Chinese and Latin"),
    (re.compile(rf"[{HAN}] +[{HAN}]"), "a space between two Chinese characters"),
    (re.compile(r"(?<!\|) [，。；：？！、）》”]|[，。；：？！、（《“] (?!\|)"), "a space beside a full-width mark"),
    (re.compile(rf"[{HAN}][,;:?!]|[,;:?!][{HAN}]|[{HAN}]\.(?:\s|$)|\([^()]*[{HAN}][^()]*\)"), "a half-width mark after Chinese"),
    (re.compile(r"\d{4}-\d\d-\d\d"), "a date that is not Chinese"),
    (re.compile(r"\b(?:the|of|and|with|by|is|are|to|for|an|without|against)\b"), "English in a sentence"),
)
WORD = rf"[{HAN}A-Za-z0-9]"
WORDS = (
    (re.compile(r"桶"), "桶", "bin"), (re.compile(r"(?<!滤)波(?!动|形|纹)"), "波", "wave"), (re.compile(r"银行"), "银行", "存储体"),
    (re.compile(r"(?:相邻|每|[0-9] )项"), "项", "工作项"), (re.compile(r"(?:每|各|本)组|(?<!工作)(?<!子)组(?:内|间)"), "组", "工作组"),
    (re.compile(r"bank 冲突"), "bank 冲突", "存储体冲突"), (re.compile(r"缓存线"), "缓存线", "缓存行"), (re.compile(r"合并存取"), "合并存取", "合并访问"),
)
QUOTED = "“gpu还有cpu快”"  # as it stands in the text


def sections(page):
    """The parts of a page without its blocks: what a heading and the text below it say, and each row of a table by itself."""
    prose = re.sub(r"<!--.*?-->", "", BLOCK.sub("", page), flags=re.DOTALL)
    parts, heading, row = {}, 0, 0
    for line in prose.splitlines():
        if HEADING.match(line):
            heading, row = heading + 1, 0
        row += line.startswith("|")
        name = f"section {heading}" + (f", row {row}" if line.startswith("|") else "")
        parts[name] = parts.get(name, "") + line + "\n"
    return parts


def plain(text):
    """The words of a text: links and pictures without what they lead to."""
    return LINK.sub(r"\1", PICTURE.sub(r"\1", text))


def numbers(text):
    return {re.sub(r"^0+(?=\d)", "", number) for number in NUMBER.findall(plain(text))}


def shape(page):
    """The tables of a page: how many columns each row has."""
    return [len(re.split(r"(?<!\\)\|", line)) - 2 for line in BLOCK.sub("", page).splitlines() if line.startswith("|")]


def targets(page, folder, source, own):
    """Where a page's links lead, by English page, but for its other language."""
    found = set()
    for _, link in LINK.findall(BLOCK.sub("", page)):
        path, _, _ = link.partition("#")
        if "://" in link:
            found.add(link)
        if "://" in link or not path:
            continue
        path = os.path.relpath(os.path.normpath(os.path.join(source, folder, path)), source)
        path = re.sub(r"\.zh(\.\w+)$", r"\1", path)
        if path != own:
            found.add(path)
    return found


def comments_left_out(language, text):
    return re.sub(r"\s*//.*", "", text) if language in ("c", "cpp") else text


def codes(text):
    return {" ".join(code.split()) for code in CODE.findall(text)}


def bold_faults(line):
    """Marks of bold text that Markdown does not take for such: a mark within words, with punctuation on its inner side."""
    for place, found in enumerate(re.finditer(r"\*\*", line)):
        before, after = line[:found.start()][-1:], line[found.end():][:1]
        outer, inner = (before, after) if place % 2 == 0 else (after, before)
        if re.match(WORD, outer) and not re.match(WORD, inner):
            yield line[max(0, found.start() - 12):found.end() + 12]


def picture_faults(path):
    """Lists the parts of a Chinese picture's text that are not set as Chinese is."""
    with open(path, encoding="utf-8") as file:
        texts = re.findall(r"<text\b[^>]*>(.*?)</text>", file.read())
    return faults_of_style("\n\n".join(html.unescape(text) for text in texts))


def what_differs(name, one, other):
    return [] if one == other else [f"{name}: in English {one}, in Chinese {other}"]


def differences(english, chinese, source=".", own="page.md"):
    """Lists the differences between a Chinese page and its English one."""
    wrong = what_differs("levels of headings", [len(one) for one, _ in HEADING.findall(BLOCK.sub("", english))],
                         [len(one) for one, _ in HEADING.findall(BLOCK.sub("", chinese))])
    blocks, others = ([(comment, language, comments_left_out(language, text)) for comment, language, text in BLOCK.findall(page)]
                      for page in (english, chinese))
    wrong += what_differs("number of blocks", len(blocks), len(others))
    wrong += [f"block {place}: in English\n{one[2]}in Chinese\n{other[2]}" for place, (one, other) in enumerate(zip(blocks, others), 1) if one != other]
    wrong += what_differs("pictures", *([target.replace(".zh.svg", ".svg") for _, target in PICTURE.findall(page)] for page in (english, chinese)))
    wrong += what_differs("columns of tables", shape(english), shape(chinese))
    places = [targets(page, os.path.dirname(own), source, own) for page in (english, chinese)]
    wrong += what_differs("links", sorted(places[0] - places[1]), sorted(places[1] - places[0]))
    ours, theirs = sections(english), sections(chinese)
    for name in sorted(ours.keys() & theirs.keys()):
        one, other = ours[name], theirs[name]
        wrong += what_differs(f"{name}, numbers", sorted(numbers(one) - numbers(other)), sorted(numbers(other) - numbers(one)))
        wrong += what_differs(f"{name}, numbers with units", sorted(set(UNIT.findall(plain(one))) - set(UNIT.findall(plain(other)))), [])
        missing, more = codes(one) - codes(other), [code for code in sorted(codes(other)) if code not in " ".join(english.split())]
        wrong += [f"{name}, code: {sorted(missing)} is missing in Chinese"] * bool(missing) + [f"{name}, code: {more} is in Chinese only"] * bool(more)
    return wrong


def faults_of_style(chinese, folder="."):
    """Lists the parts of a Chinese page that are not set as Chinese is."""
    wrong = []
    lines = re.sub(r"<!--.*?-->", "", BLOCK.sub("", chinese), flags=re.DOTALL).splitlines()
    for before, line in zip([""] + lines, lines):
        if before.strip() and line.strip() and not re.match(r"[#|]|!\[|\s*([-*]|\d+\.) ", line) and not before.startswith(("#", "|", "![")):
            wrong.append(f"a paragraph in several lines: {line[:60]}")
        wrong += [f"bold text that Markdown does not take for bold: {fault}" for fault in bold_faults(CODE.sub("x", line))]
        text = re.sub(r"(?<!\s)\*+|\*+(?!\s)", "", plain(CODE.sub("x", line.replace(QUOTED, "“”"))))
        for rule, name in SPACING:
            wrong += [f"{name}: {text[max(0, found.start() - 12):found.end() + 12]}" for found in rule.finditer(text)]
        for rule, word, better in WORDS:
            wrong += [f"{word}, where an engineer says {better}: {text[max(0, found.start() - 12):found.end() + 12]}" for found in rule.finditer(text)]
        for words, link in LINK.findall(line) + PICTURE.findall(line):
            own = re.sub(r"\.(md|svg)(#.*)?$", r".zh.\1", link)
            if ".zh." not in link and not re.search("English|英文", words) and own != link and os.path.exists(os.path.join(folder, own)):
                wrong.append(f"{link}, which is there in Chinese")
    return wrong


ENGLISH = """# Title

A word of 4 bytes takes 0.5 ms, see `clc report` and [this](there.md).

![two banks](banks.svg)

```console
$ clc report a.cl
1
```

| a | b |
|---|---|
| 1 | `x` |
"""
CHINESE = """# 标题

一个 4 字节的字耗时 0.5 ms，见 `clc report` 和[这里](there.md)。

![两个存储体](banks.svg)

```console
$ clc report a.cl
1
```

| 甲 | 乙 |
|---|---|
| 1 | `x` |
"""
PLANTED = (
    ("# 标题", "## 标题"), ("$ clc report a.cl", "$ clc report b.cl"), ("banks.svg", "tiles.svg"), ("| 甲 | 乙 |", "| 甲 |"), ("there.md", "where.md"),
    ("4 字节", "8 字节"), ("0.5 ms", "0.5 s"), ("`clc report`", "`clc check`"), ("| 1 | `x`", "| 2 | `x`"), ("| `x` |", "| x |"),
    ("0.5 ms", "0.5ms"), ("一个 4", "一个4"), ("标题", "标 题"), ("，见", "， 见"), ("，见", ",见"), ("，见", "，\n见"), ("，见", "，（,2026-01-02）见"),
    ("一个 4", "**一个：**有 4"), ("字节的字", "字节的桶"), ("字节的字", "字节的每项"), ("两个存储体", "the two banks"), ("```console", "```"),
)


def check_planted():
    check(not differences(ENGLISH, CHINESE) and not faults_of_style(CHINESE), "a sound page passes",
          "\n".join(differences(ENGLISH, CHINESE) + faults_of_style(CHINESE)))
    for before, after in PLANTED:
        page = CHINESE.replace(before, after, 1)
        check(bool(differences(ENGLISH, page) or faults_of_style(page)), f"{after!r} in the place of {before!r} is seen")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    options = parser.parse_args()
    check_planted()
    pages = [os.path.relpath(path, options.source) for pattern in ("*.zh.md", "docs/**/*.zh.md")
             for path in sorted(glob.glob(os.path.join(options.source, pattern), recursive=True))]
    check({"README.zh.md", "docs/lessons.zh.md", "docs/lessons/claims.zh.md"} <= set(pages), "the Chinese pages are there")
    for path in sorted(glob.glob(os.path.join(options.source, "docs/lessons/[0-9]*.md"))):
        if not path.endswith(".zh.md"):
            name = os.path.relpath(path, options.source)
            check(name[:-3] + ".zh.md" in pages, f"{name} has a Chinese page")
    for page in pages:
        english = page[:-len(".zh.md")] + ".md"
        texts = []
        for path in (english, page):
            with open(os.path.join(options.source, path), encoding="utf-8") as file:
                texts.append(file.read())
        wrong = differences(*texts, options.source, english)
        check(not wrong, f"{page} has what {english} has", "\n".join(wrong))
        wrong = faults_of_style(texts[1], os.path.join(options.source, os.path.dirname(page)))
        check(not wrong, f"{page} is set as Chinese is", "\n".join(wrong))
    for path in sorted(glob.glob(os.path.join(options.source, "docs/**/*.zh.svg"), recursive=True)):
        wrong = picture_faults(path)
        check(not wrong, f"{os.path.relpath(path, options.source)} is set as Chinese is", "\n".join(wrong))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
