"""The frame of the chapters in docs/lessons: headings, ways, tables of exercises, and what each must show.

docs/lessons/chapters.json lists them. In a page, what stands between <!-- lessons NAME begin --> and its end is generated.
docs/lessons/chapters.zh.json has their titles and exercises in Chinese; pages in Chinese are NAME.zh.md, with the same frame.
"""
import os
import re
import types

HEADINGS = ["What the texts say", "Today", "See it", "What the tool would have told the author", "Exercises"]
MARK = "<!-- lessons {0} begin -->\n{1}<!-- lessons {0} end -->"
EXERCISES = "exercises"
ENGLISH = types.SimpleNamespace(
    page=".md", picture=".svg", contents="Contents", rows="[rows](claims{page}) {rows}", comma=", ", answer="answer",
    exercises="| kernel | exercise | |", fill="Fill the line `HOLE` of each. These tell whether it is right:", chapters="| chapter | pictures |")
CHINESE = types.SimpleNamespace(
    page=".zh.md", picture=".zh.svg", contents="目录", rows="[逐条对照](claims{page})第 {rows} 条", comma="、", answer="答案",
    exercises="| 内核 | 练习 | |", fill="填好每个文件中的 `HOLE` 一行。下面的命令说明填得对不对：", chapters="| 章 | 图 |")


def title_of(number, chapter):
    return f"{number}. {chapter['title']}"


def in_chinese(chapters, texts):
    """The chapters with their titles and exercises in Chinese. What is missing is a KeyError with its name."""
    of = texts["chapters"]
    return [chapter | {"title": of[chapter["name"]]["title"], "shown": [texts["pictures"][name] for name in chapter["pictures"]],
                       "exercises": [one | {"task": of[chapter["name"]]["exercises"][one["name"]]} for one in chapter["exercises"]]}
            for chapter in chapters]


def way(chapters, number, words=ENGLISH):
    """The line below a heading: contents, the chapters before and behind."""
    parts = [f"[{words.contents}](../lessons{words.page})"]
    for other, mark in ((number - 1, "←"), (number + 1, "→")):
        if 1 <= other <= len(chapters):
            parts.append(f"{mark} [{title_of(other, chapters[other - 1])}]({chapters[other - 1]['name']}{words.page})")
    rows = words.rows.format(page=words.page, rows=words.comma.join(str(row) for row in chapters[number - 1]["rows"]))
    return " · ".join(parts + [rows]) + "\n"


def exercises(chapter, words=ENGLISH):
    """The table of a chapter's exercises, and how to check them."""
    folder = f"{EXERCISES}/{chapter['name']}"
    lines = [words.exercises, "|---|---|---|"]
    for one in chapter["exercises"]:
        lines.append(f"| [{one['name']}]({folder}/{one['name']}.cl) | {one['task']} | [{words.answer}]({folder}/answers/{one['name']}.cl) |")
    lines += ["", words.fill, "", "```",
              f"clc test docs/lessons/{folder}"]
    lines += [f"clc check docs/lessons/{folder}/{one['name']}.cl {one['check']}" for one in chapter["exercises"] if "check" in one]
    return "\n".join(lines + ["```", ""])


def contents(chapters, words=ENGLISH):
    lines = [words.chapters, "|---|---|"]
    for number, chapter in enumerate(chapters, 1):
        names = zip(chapter.get("shown", chapter["pictures"]), chapter["pictures"])
        shown = words.comma.join(f"[{label}](lessons/{name}{words.picture})" for label, name in names)
        lines.append(f"| [{title_of(number, chapter)}](lessons/{chapter['name']}{words.page}) | {shown} |")
    return "\n".join(lines) + "\n"


def between_marks(page, name, text):
    return re.sub(re.escape(MARK).replace(r"\{0\}", name).replace(r"\{1\}", "(?s:.*?)"), lambda _: MARK.format(name, text), page)


def written(page, chapters, number, words=ENGLISH):
    """A chapter's page with its generated parts as they should be."""
    page = between_marks(page, "way", way(chapters, number, words))
    return between_marks(page, "exercises", exercises(chapters[number - 1], words))


def faults(page, chapters, number, figures):
    """Lists the things that a page lacks of its frame, of its pictures and of the figures that stand in the data."""
    chapter = chapters[number - 1]
    if not page.startswith(f"# {title_of(number, chapter)}\n"):
        yield f"begins with another heading than '{title_of(number, chapter)}'"
    if re.findall(r"^## (.*)$", page, re.MULTILINE) != HEADINGS:
        yield f"has other parts than {', '.join(HEADINGS)}"
    for name in ("way", "exercises"):
        if page.count(f"<!-- lessons {name} begin -->") != 1:
            yield f"has not one place for {name}"
    shown = re.findall(r"\]\((\w+)\.svg\)", page)
    if sorted(shown) != sorted(chapter["pictures"]):
        yield f"shows the pictures {shown}"
    for one in chapter["figures"]:
        if figures.text(one) not in page:
            yield f"does not say {figures.text(one)}, which is {one}"


def faults_of_list(chapters, rows, folder):
    """Finds rows in no chapter or in two, exercises without files, files without an exercise."""
    of_chapters = sorted(row for chapter in chapters for row in chapter["rows"])
    if of_chapters != sorted(rows):
        yield f"these rows are in no chapter, or in two: {sorted(set(rows) ^ set(of_chapters)) or of_chapters}"
    named = {f"{chapter['name']}/{part}{one['name']}.{end}" for chapter in chapters for one in chapter["exercises"]
             for part, end in (("", "cl"), ("", "test.json"), ("answers/", "cl"))}
    there = {os.path.relpath(os.path.join(parent, name), f"{folder}/{EXERCISES}") for parent, _, names in os.walk(f"{folder}/{EXERCISES}")
             for name in names if name.endswith((".cl", ".json"))}
    if named != there:
        yield f"exercises and files differ: {sorted(named ^ there)}"
    yield from (f"{chapter['name']} has {len(chapter['exercises'])} exercises" for chapter in chapters if len(chapter["exercises"]) < 3)
