#!/usr/bin/env python3
"""Holds the tree against the rules of docs/architecture.md and CONTRIBUTING.md about where things lie, after showing
on a small tree of its own that each rule can fail.

usage: house_test.py --source DIR
"""
import argparse
import glob
import os
import re
import sys
import tempfile

MOST_LINES = 30  # percent of the product's lines in one folder of the second level
SOURCES = (".cpp", ".h", ".cl", ".js", ".css", ".html")
UNCLEAR_COMMENT = re.compile(r"(?://|/\*\*?) *(What|Of|Whether|That)\b")
PRODUCT = ("base", "package", "cache", "runtime", "layer", "drivers", "tools", "kernels")
TOP_LEVEL = {*PRODUCT, "bench", "tests", "docs", "cmake", "script", "packaging", "python", "build", "dist",
             "CMakeLists.txt", "CMakePresets.json", "README.md", "README.zh.md", "LICENSE", "REUSE.toml", "CONTRIBUTING.md", "SECURITY.md"}
PUBLIC_HEADERS = ("runtime/include", "base/include", "package/include", "cache/include",
                  "cache/remote/client/include", "runtime/c_interface/include")
THIRD_PARTY = re.compile(r"\btl::|#\s*include\s*[<\"]tl/")
VARIABLE_TABLE = "base/environment_help.cpp"
COMMAND_TABLE = "tools/clc/commands/commands.def"
NAMES_PAGES = (".cpp", ".h", ".in", ".def", ".py", ".cmake", ".txt", ".sh", ".json", ".js", ".html")
PLANTS_PAGES = ("tests/architecture/house_test.py",)
TRY_IN_BRACES = re.compile(r"(?:[(=,]|return) *\{[^{};]*\bCLC_TRY\(")
CODE_BLOCK = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
NAMED_PAGE = re.compile(r"\b(docs/[a-z][\w./-]*\.md)(?:#([\w-]+))?")
# Folders of the build and install trees, which the page on architecture names, too.
INSTALLED = ("bin/", "libexec/", "share/", "build/")
OTHER_PROJECTS = "tests/cmake/rebuild"  # what tests build as projects of their own
LONGEST_LINE, BESIDE_A_STRING = 160, 60  # characters of a line of command cases, and of one that holds a long string


def files_below(folder, *endings):
    found = glob.glob("**/*", root_dir=folder, recursive=True)
    return sorted(path for path in found if path.endswith(endings) and os.path.isfile(os.path.join(folder, path)))


def text_of(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def large_folders(source):
    lines = {}
    for top in PRODUCT:
        for path in files_below(os.path.join(source, top), *SOURCES):
            folder = "/".join(os.path.join(top, path).split("/")[:-1][:2])
            lines[folder] = lines.get(folder, 0) + text_of(source, top, path).count("\n")
    return [f"{folder} holds {count} of the product's {sum(lines.values())} lines, over {MOST_LINES} %: divide it"
            for folder, count in sorted(lines.items()) if 100 * count > MOST_LINES * sum(lines.values())]


def unclear_comments(source):
    """A comment begins with a noun or a verb, so that it is a sentence without the code."""
    wrong = []
    for top in (*PRODUCT, "bench", "tests"):
        for path in files_below(os.path.join(source, top), ".cpp", ".h", ".cl"):
            for number, line in enumerate(text_of(source, top, path).splitlines(), 1):
                if found := UNCLEAR_COMMENT.search(line):
                    wrong.append(f"{top}/{path}:{number}: a comment begins with \"{found.group(1)}\"")
    return wrong


def strangers_at_the_top(source):
    return [f"{name} does not belong at the top of the tree" for name in sorted(os.listdir(source))
            if name not in TOP_LEVEL and not name.startswith(".")]


def third_party_names(source):
    """In what users of the runtime read: public headers, examples, and the code in documents."""
    texts = {}
    for folder in PUBLIC_HEADERS:
        for path in files_below(os.path.join(source, folder), ".h"):
            if os.path.basename(path) != "result.h":
                texts[os.path.join(folder, path)] = text_of(source, folder, path)
    for path in files_below(os.path.join(source, "docs/examples"), ".cpp", ".h", ".c"):
        texts["docs/examples/" + path] = text_of(source, "docs/examples", path)
    documents = glob.glob("*.md", root_dir=source) + ["docs/" + path for path in files_below(f"{source}/docs", ".md")]
    for path in documents:
        texts[path] = "".join(CODE_BLOCK.findall(text_of(source, path)))
    return [f"{path} names a third party: {found.group()}" for path, text in texts.items()
            for found in THIRD_PARTY.finditer(text)]


def named_paths(page):
    """Returns what looks like a path of the tree, of all that stands in backticks on a page."""
    names = re.findall(r"`([^`\s]+)`", CODE_BLOCK.sub("", page))
    return [name for name in dict.fromkeys(names)
            if ("/" in name or name.endswith((".cpp", ".h", ".py"))) and not name.startswith(("/", *INSTALLED))
            and "://" not in name]


def missing_files(source):
    """Files that docs/architecture.md names, from the top, from tools or from tools/clc, and that are not there."""
    names = named_paths(text_of(source, "docs/architecture.md"))
    if not names:
        return ["docs/architecture.md names no file at all"]
    return [f"docs/architecture.md names {name}, which is not there" for name in names
            if not any(glob.glob(os.path.join(source, folder, name)) for folder in ("", "tools", "tools/clc"))]


def lost_tests(source):
    """Tests that no CMakeLists.txt names would be missed by nobody."""
    tests, wrong = os.path.join(source, "tests"), []
    for path in files_below(tests, "_test.cpp", "_test.py", "_test.sh"):
        folder, name = os.path.split(path)
        lists = os.path.join(tests, folder, "CMakeLists.txt")
        if not os.path.exists(lists) or not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text_of(lists)):
            wrong.append(f"tests/{path} is not named in the CMakeLists.txt beside it")
    for path in files_below(tests, "/CMakeLists.txt"):
        folder, name = os.path.split(os.path.dirname(path))
        if os.path.join("tests", folder, name) != OTHER_PROJECTS and \
                f"add_subdirectory({name})" not in text_of(tests, folder, "CMakeLists.txt"):
            wrong.append(f"tests/{path} is added by no add_subdirectory")
    return wrong


def strange_folders_of_tests(source):
    """A folder of tests is called like the room that it tests; the page on architecture names the others. Tests of parts
    are where the room is, below tests/unit."""
    rooms = {os.path.basename(folder) for top in (*PRODUCT, "cmake", "packaging", "python")
             for folder, _, _ in os.walk(os.path.join(source, top))}
    page = text_of(source, "docs/architecture.md")
    folders = sorted({os.path.dirname(path) for path in files_below(os.path.join(source, "tests"), "")} - {""})
    wrong = [f"tests/{name} has no room's name, and docs/architecture.md does not say what it tests"
             for name in sorted({folder.split("/")[0] for folder in folders} - rooms - {"unit"}) if f"`tests/{name}/`" not in page]
    for folder in folders:
        room = folder.removeprefix("unit/")
        if room != folder and not any(os.path.isdir(os.path.join(source, top, room)) for top in ("", "tools")):
            wrong.append(f"tests/{folder} is not where a room is: {room} and tools/{room} are no folders")
    return wrong


def unlinked_pages(source):
    """Pages that no list links: nobody finds those. docs/README.md lists the pages of docs/, bench/README.md those of bench/log/."""
    wrong = []
    pages = [("docs/README.md", page) for page in files_below(os.path.join(source, "docs"), ".md") if page != "README.md"]
    pages += [("bench/README.md", f"log/{page}") for page in files_below(os.path.join(source, "bench/log"), ".md")]
    for index, link in pages:
        path = os.path.join(source, index)
        if not os.path.exists(path) or f"]({link})" not in text_of(path):
            wrong.append(f"{index} does not link {link}")
    return wrong


def anchors_of(path):
    """Returns what links can name in a page: its headings, as GitHub spells them."""
    headings = re.findall(r"^#+ (.*)$", CODE_BLOCK.sub("", text_of(path)), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def dead_links(source):
    """Links of pages to files and headings, and pages that messages, comments and scripts name from the top, that are not there."""
    named = []
    for top in sorted(TOP_LEVEL - {"build", "dist"}):
        for path in [top] if os.path.isfile(os.path.join(source, top)) else [f"{top}/{path}" for path in files_below(f"{source}/{top}", "")]:
            if path.endswith(".md"):
                text = CODE_BLOCK.sub("", text_of(source, path))
                named += [(path, os.path.normpath(os.path.join(os.path.dirname(path), link)) if link else path, heading) for link, heading in LINK.findall(text)]
            elif path.endswith(NAMES_PAGES) and path not in PLANTS_PAGES or re.fullmatch(r"(bench|script)/[^.]*", path):
                named += [(path, page, heading) for page, heading in NAMED_PAGE.findall(text_of(source, path))]
    return [f"{path} names {page}{'#' + heading if heading else ''}, which is not there" for path, page, heading in dict.fromkeys(named)
            if not os.path.exists(os.path.join(source, page)) or heading and heading not in anchors_of(os.path.join(source, page))]


def unlisted_variables(source):
    """Variables of the environment that the code names, and that the helps or the page of commands leave out."""
    table, page = text_of(source, VARIABLE_TABLE), text_of(source, "docs/commands.md")
    wrong = []
    for top in PRODUCT:
        for path in files_below(os.path.join(source, top), ".cpp", ".h"):
            if os.path.join(top, path) == VARIABLE_TABLE:
                continue
            for name in dict.fromkeys(re.findall(r'"(CLC_[A-Z0-9_]*[A-Z0-9])"', text_of(source, top, path))):
                wrong += [f"{top}/{path} names {name}, which {place} does not list"
                          for place, text in ((VARIABLE_TABLE, table), ("docs/commands.md", page))
                          if not re.search(rf"(?<!\w){name}(?!\w)", text)]
    return wrong


def unlisted_commands(source):
    """Commands of clc that the first table of the page of commands leaves out, or that no test runs."""
    page, tests, wrong = text_of(source, "docs/commands.md"), os.path.join(source, "tests"), []
    cases = "\n".join(text_of(tests, path) for path in files_below(tests, ".json", ".py"))
    for name in re.findall(r"^CLC_(?:COMPILER_|FARM_)?COMMAND\((\w+),", text_of(source, COMMAND_TABLE), re.MULTILINE):
        if not re.search(rf"^\| .*`{name}`", page, re.MULTILINE):
            wrong.append(f"clc {name} is not in the table at the top of docs/commands.md: name it there, with a link to what describes it")
        if not re.search(rf'(?:(?<![\w\])])\[|\bclc"?, |\bclc\()"{name}"', cases):
            wrong.append(f"no test runs clc {name}: add tests/commands/{name}.json")
    return wrong


def tries_within_braces(source):
    """GCC leaks what stands before a CLC_TRY that fails within braces (base/try.h)."""
    wrong = []
    for top in PRODUCT:
        for path in files_below(os.path.join(source, top), ".cpp", ".h"):
            for number, line in enumerate(text_of(source, top, path).splitlines(), 1):
                if TRY_IN_BRACES.search(line):
                    wrong.append(f"{top}/{path}:{number}: CLC_TRY within braces leaks in GCC: give its value a name before")
    return wrong


def types_of_one_name(source):
    """Two types with the same name in the same namespace, outside of unnamed ones, are one for the linker: a program that
    has both runs the code of either on the memory of the other."""
    files = {}
    for top in PRODUCT:
        for path in files_below(os.path.join(source, top), ".cpp", ".h"):
            spaces = []
            for line in text_of(source, top, path).splitlines():
                if opened := re.match(r"(?:inline )?namespace ?([\w:]*) ?\{", line):
                    spaces.append(opened.group(1))
                elif line.startswith("}  // namespace"):
                    spaces = spaces[:-1]
                elif (named := re.match(r"(?:struct|class|enum class|enum) (\w+)(?: final)?(?: :[^:].*)? ?\{", line)) and "" not in spaces:
                    files.setdefault("::".join([*spaces, named.group(1)]), set()).add(os.path.join(top, path))
    return [f"{name} is defined in {' and '.join(sorted(paths))}" for name, paths in sorted(files.items())
            if name.startswith("clc::") and len(paths) > 1]


def long_lines_of_cases(source):
    """Lines of the cases of the command that nobody reads to their end. One long string may make a line longer."""
    wrong = []
    for name in files_below(os.path.join(source, "tests/commands"), ".json"):
        for number, line in enumerate(text_of(source, "tests/commands", name).splitlines(), 1):
            longest = max(map(len, re.findall(r'"(?:[^"\\]|\\.)*"', line)), default=0)
            if len(line) > LONGEST_LINE and len(line) - longest > BESIDE_A_STRING:
                wrong.append(f"tests/commands/{name}:{number} has {len(line)} characters: an option a line, at most {LONGEST_LINE}")
    return wrong


RULES = (large_folders, unclear_comments, strangers_at_the_top, third_party_names, missing_files, lost_tests, strange_folders_of_tests,
         unlinked_pages, dead_links, unlisted_variables, unlisted_commands, tries_within_braces, types_of_one_name, long_lines_of_cases)

# A tree that breaks no rule,
GOOD = {
    "README.md": "Not code: tl::expected.\n```cpp\nclc::Result<int> x;\n```\n",
    "docs/README.md": "[how](architecture.md), [what](commands.md)\n",
    ".gitignore": "",
    "base/include/clc/base/result.h": "#include <tl/expected.hpp>\n// See docs/commands.md#clc-link--more, or docs/NAME.md.\n",
    "bench/log/linked.md": "[there](https://example.com/nowhere)\n```\n# [here](nowhere.md)\n```\n",
    "bench/README.md": "[note](log/linked.md)\n",
    "runtime/include/clc/runtime/device.h": "clc::Result<int> f();\n",
    "runtime/device.cpp": "tl::expected<int, int> x;\n",
    "tools/clc/commands/compile_command.cpp": "",
    "cmake/x.cmake": "",
    "tools/clc/pipeline.cpp": 'x = environment_variable("CLC_CACHE");\n',
    VARIABLE_TABLE: '{"CLC_CACHE", "0: no cache"},\n',
    COMMAND_TABLE: '// Every command.\nCLC_COMPILER_COMMAND(link, "merges packages")\n',
    "docs/commands.md": "| make packages | [`link`](#clc-link--more) |\n`CLC_CACHE`, `sign`\n## `clc link` & more\n",
    "docs/examples/hello/main.cpp": "int main() {}\n",
    "docs/architecture.md": "`pipeline.cpp`, `runtime/*.cpp`, `libexec/clc/clc-worker`, `/proc/self`, `plan`, [x](../runtime/device.cpp)\n",
    "tests/CMakeLists.txt": "add_subdirectory(unit)\n",
    "tests/unit/CMakeLists.txt": "x(\n  text_test.cpp)\n",
    "tests/unit/text_test.cpp": "",
    "tests/unit/insight/report/report.h": "",
    "tests/unit/cache/remote/remote.h": "",
    "tests/commands/x.json": '// A comment.\n[{"name": "x",\n  "args": ["link"],\n  "stdout": "' + "long \\\"" * LONGEST_LINE + '"}]\n',
    "tests/cmake/rebuild/CMakeLists.txt": "",
    # A quarter of the product's lines each, with the files above; a folder below one counts with it.
    "package/lines.h": "\n" * 50,
    "tools/insight/report/lines.h": "\n" * 48,
    "tools/insight/report_page/lines.js": "// what begins in lower case ends a line of code\n" * 2,
    "kernels/reduce/lines.cl": "// Work-items. What is behind another sentence is read with it.\n" * 50,
    "cache/remote/lines.h": "\n" * 50,
}
# and what breaks one each.
PLANTED = [
    (large_folders, {"tools/insight/report/lines.h": "\n" * 90}),
    (large_folders, {"package/lines.h": "\n" * 90}),
    (unclear_comments, {"kernels/reduce/lines.cl": "// What it does.\n" + "\n" * 49}),
    (unclear_comments, {"tools/clc/pipeline.cpp": 'x = environment_variable("CLC_CACHE");  // Whether it is on\n'}),
    (unclear_comments, {"tests/unit/text_test.cpp": "/* Of a text. */\n"}),
    (unclear_comments, {"cache/remote/lines.h": "  // That it holds\n" + "\n" * 49}),
    (strangers_at_the_top, {"notes.txt": ""}),
    (strangers_at_the_top, {"extras/file": ""}),
    (third_party_names, {"runtime/include/clc/runtime/more.h": "tl::expected<int, int> f();\n"}),
    (third_party_names, {"cache/include/clc/cache/store.h": "#include <tl/expected.hpp>\n"}),
    (third_party_names, {"docs/examples/hello/main.cpp": "auto x = tl::make_unexpected(1);\n"}),
    (unlinked_pages, {"docs/more.md": "Nobody comes here.\n"}),
    (unlinked_pages, {"bench/log/more.md": "Nobody comes here.\n"}),
    (dead_links, {"docs/more.md": "[here](nowhere.md)\n"}),
    (dead_links, {"docs/more.md": "# Title\n[here](#titles)\n"}),
    (dead_links, {"bench/log/more.md": "[here](linked.md#here)\n"}),
    (dead_links, {"runtime/device.cpp": 'fail("see docs/nowhere.md");\n'}),
    (dead_links, {"bench/run": "# docs/commands.md#titles has the table.\n"}),
    (third_party_names, {"docs/api.md": "text\n```cpp\nreturn tl::make_unexpected(x.error());\n```\n"}),
    (missing_files, {"docs/architecture.md": "`plan/plan.cpp`\n"}),
    (missing_files, {"docs/architecture.md": "`nowhere.h`\n"}),
    (strange_folders_of_tests, {"tests/more/more.py": ""}),
    (strange_folders_of_tests, {"tests/unit/report/report_test.h": ""}),
    (missing_files, {"docs/architecture.md": "nothing\n"}),
    (types_of_one_name, {"tools/clc/a/a.h": "namespace clc {\nstruct Same {\n};\n}  // namespace clc\n",
                         "tools/clc/b/b.h": "namespace clc {\nclass Same final : public Other {\n};\n}  // namespace clc\n"}),
    (unlisted_variables, {"tools/clc/more.cpp": 'environment_variable("CLC_MORE");\n', "docs/commands.md": "`CLC_CACHE`, `CLC_MORE`\n"}),
    (unlisted_variables, {"docs/commands.md": "No variables.\n"}),
    (unlisted_commands, {"docs/commands.md": "`CLC_CACHE`, `link`\n"}),
    (unlisted_commands, {COMMAND_TABLE: 'CLC_COMMAND(sign, "signs a package")\n', "tests/unit/sign_test.py": 'run(clc, "sign", "p")\n',
                         "tests/unit/CMakeLists.txt": "x(sign_test.py text_test.cpp)\n"}),
    (unlisted_commands, {"tests/commands/x.json": '[{"name": "link", "args": ["sign"]}]\n', "tests/commands/x.py": 'x["link"]\n'}),
    (tries_within_braces, {"tools/clc/pipeline.cpp": "parts.push_back({path, CLC_TRY(read(path))});\n"}),
    (tries_within_braces, {"cache/remote/lines.h": "  return {first(), CLC_TRY(second())};\n" + "\n" * 49}),
    (long_lines_of_cases, {"tests/commands/y.json": '[{"args": ["compile"' + ', "a.cl"' * (LONGEST_LINE // 8) + "]}]\n"}),
    (long_lines_of_cases, {"tests/commands/y.json": '[{"stdout": "' + "long" * LONGEST_LINE + '", "args": [' + '"a", ' * 12 + '"b"]}]'}),
    (lost_tests, {"tests/unit/other_text_test.cpp": ""}),
    (lost_tests, {"tests/more/more_test.py": ""}),
    (lost_tests, {"tests/more/CMakeLists.txt": ""}),
]


def complaints(rule, tree):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in tree.items():
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                file.write(text)
        return rule(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    source = os.path.realpath(parser.parse_args().source)
    wrong = [f"{rule.__name__} complains of a good tree: {text}" for rule in RULES for text in complaints(rule, GOOD)]
    for rule, planted in PLANTED:
        found = complaints(rule, {**GOOD, **planted})
        if len(found) != 1:
            wrong.append(f"{rule.__name__} with {planted}: {len(found)} complaints instead of one: {found}")
    wrong += [text for rule in RULES for text in rule(source)]
    print("\n".join(wrong))
    print(f"{len(RULES)} rules, {len(PLANTED)} planted faults: {len(wrong)} violations")
    sys.exit(1 if wrong else 0)


main()
