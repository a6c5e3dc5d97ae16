"""The frame of the chapters in docs/lessons: headings, ways, tables of exercises, and what each must show.

docs/lessons/chapters.json lists them. In a page, what stands between <!-- lessons NAME begin --> and its end is generated.
"""
import os
import re

HEADINGS = ["What the texts say", "Today", "See it", "What the tool would have told the author", "Exercises"]
MARK = "<!-- lessons {0} begin -->\n{1}<!-- lessons {0} end -->"
EXERCISES = "exercises"


def title_of(number, chapter):
    return f"{number}. {chapter['title']}"


def way(chapters, number):
    """The line below a heading: contents, the chapters before and behind."""
    parts = ["[Contents](../lessons.md)"]
    for other, mark in ((number - 1, "←"), (number + 1, "→")):
        if 1 <= other <= len(chapters):
            parts.append(f"{mark} [{title_of(other, chapters[other - 1])}]({chapters[other - 1]['name']}.md)")
    rows = ", ".join(str(row) for row in chapters[number - 1]["rows"])
    return " · ".join(parts + [f"[rows](claims.md) {rows}"]) + "\n"


def exercises(chapter):
    """The table of a chapter's exercises, and how to check them."""
    folder = f"{EXERCISES}/{chapter['name']}"
    lines = ["| kernel | exercise | |", "|---|---|---|"]
    for one in chapter["exercises"]:
        lines.append(f"| [{one['name']}]({folder}/{one['name']}.cl) | {one['task']} | [answer]({folder}/answers/{one['name']}.cl) |")
    lines += ["", "Fill the line `HOLE` of each. These tell whether it is right:", "", "```",
              f"clc test docs/lessons/{folder}"]
    lines += [f"clc check docs/lessons/{folder}/{one['name']}.cl {one['check']}" for one in chapter["exercises"] if "check" in one]
    return "\n".join(lines + ["```", ""])


def contents(chapters):
    lines = ["| chapter | pictures |", "|---|---|"]
    for number, chapter in enumerate(chapters, 1):
        shown = ", ".join(f"[{name}](lessons/{name}.svg)" for name in chapter["pictures"])
        lines.append(f"| [{title_of(number, chapter)}](lessons/{chapter['name']}.md) | {shown} |")
    return "\n".join(lines) + "\n"


def between_marks(page, name, text):
    return re.sub(re.escape(MARK).replace(r"\{0\}", name).replace(r"\{1\}", "(?s:.*?)"), lambda _: MARK.format(name, text), page)


def written(page, chapters, number):
    """A chapter's page with its generated parts as they should be."""
    page = between_marks(page, "way", way(chapters, number))
    return between_marks(page, "exercises", exercises(chapters[number - 1]))


def faults(page, chapters, number, figures):
    """What a page lacks of its frame, of its pictures and of the figures that stand in the data."""
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
    """What the list lacks: rows in no chapter or in two, exercises without files, files without an exercise."""
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
