"""Chinese words for what scripts write into the lessons in English: texts of pictures, answers of tools, dates.

docs/lessons/pictures.zh.json has the words of the pictures, the part "answers" of docs/lessons/chapters.zh.json those of the tools. In both
{0}, {1}, … stand for the numbers of a text.
"""
import html
import itertools
import os
import re

DATE = re.compile(r"\d{4}-\d\d-\d\d")
NUMBER = re.compile(r"(?<![A-Za-z_\d])\d+(?:\.\d+)?")
NAME = re.compile(r"\w+/\w+|cl[A-Z]\w+|\w")  # of a variant, a function, a variable: they stay
TEXT = re.compile(r"(<(?:text|title)\b[^>]*>)(.*?)(</(?:text|title)>)")
BLOCK = re.compile(r"(?:^<!-- [^\n]*? -->\n)?^```.*?^```$", re.DOTALL | re.MULTILINE)
ROW = re.compile(r"^\| (`\w+`) \| (.*) \|$", re.MULTILINE)
ANSWERS = ["| 内核 | `clc report` | `clc check` | `clc test`，PoCL | `--sanitize`，Intel 的 CPU 驱动 | `clc test`，模拟的 gfx942 | Oclgrind |",
           "|---|---|---|---|---|---|---|"]


class Words:
    """Texts in Chinese, and those that somebody asked for and nobody wrote."""

    def __init__(self, words):
        self.words, self.missing = words, set()

    def of(self, text):
        """The Chinese text, with the same numbers."""
        if not re.search("[A-Za-z]", text) or NAME.fullmatch(text):
            return text
        places = itertools.count()
        key = NUMBER.sub(lambda _: f"{{{next(places)}}}", text)
        if key not in self.words:
            self.missing.add(key)
        numbers = [str(int(number)) if number.isdigit() else number for number in NUMBER.findall(text)]
        return self.words.get(key, key).format(*numbers)


def picture(svg, words):
    """A picture that differs from an English one in its texts alone."""
    return TEXT.sub(lambda found: found[1] + html.escape(words.of(html.unescape(found[2]))) + found[3], svg)


def pictures_of(folder):
    """The names of the English pictures, which have no second dot."""
    return sorted(name for name in os.listdir(folder) if re.fullmatch(r"[\w-]+\.svg", name))


def with_blocks(page, english):
    """A Chinese page with the blocks of code of its English one. Where one of them has more, the test `chinese_pages` says so."""
    blocks = BLOCK.findall(english)
    if len(blocks) != len(BLOCK.findall(page)):
        return page
    left = iter(blocks)
    return BLOCK.sub(lambda _: next(left), page)


def answers(page, words):
    """The table of texts.md, what each tool says of each kernel."""
    rows = ["| " + " | ".join([name] + ["、".join(words.of(one) for one in cell.split(", ")) for cell in cells.split(" | ")]) + " |"
            for name, cells in ROW.findall(page)]
    return "\n".join(ANSWERS + rows) + "\n"


def dates(text):
    """2026-01-02 and 2026-01-03, as Chinese writes it."""
    text = DATE.sub(lambda date: "{} 年 {} 月 {} 日".format(*(int(part) for part in date[0].split("-"))), text)
    return text.replace("日 and ", "日和 ").replace(" and ", " 和 ")
