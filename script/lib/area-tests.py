#!/usr/bin/env python3
"""Finds the tests of an area and what they need. An area is a folder of tests, a label, or how names of tests begin:
`remote` is `remote`, `remote_http`, `remote_redis`, …

usage: area-tests.py BUILD AREA…            prints a regular expression for `ctest -R`, then what Ninja has to build, a line each
       area-tests.py BUILD --without AREA   the same of all other tests
       area-tests.py BUILD                  prints the areas that there are

What a test needs is read from its command: each argument that names a file which Ninja makes, or a folder of such files.
"""
import os
import re
import subprocess
import sys

STRING = r'"((?:[^"\\]|\\.)*)"'
ADD_TEST = re.compile(r'^add_test\((?:\[=*\[)?(.+?)(?:\]=*\])? (".*)\)$', re.MULTILINE)
FOLDER_LABELS = re.compile(r'^set_directory_properties\(PROPERTIES LABELS ' + STRING, re.MULTILINE)
PROPERTIES = re.compile(r'^set_tests_properties\((?:\[=*\[)?(.+?)(?:\]=*\])? PROPERTIES (.*)\)$', re.MULTILINE)


class Test:
    def __init__(self, command, groups):
        self.command = command
        self.groups = groups  # the folders that the test is in, and their labels
        self.properties = {}

    def values(self, name):
        return [value for value in self.properties.get(name, "").split(";") if value]

    def areas(self):
        return self.groups | set(self.values("LABELS"))


def read_tests(folder, groups=frozenset()):
    """{name: Test} of CTest's files. CTest itself does not show the command of a program that is not built yet."""
    path = os.path.join(folder, "CTestTestfile.cmake")
    if not os.path.exists(path):  # a folder that CMake entered before enable_testing()
        return {}
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for labels in FOLDER_LABELS.findall(text):
        groups |= set(labels.split(";"))
    tests = {name: Test(re.findall(STRING, command), groups) for name, command in ADD_TEST.findall(text)}
    for name, properties in PROPERTIES.findall(text):
        tests[name].properties.update(re.findall(r"(\w+) " + STRING, properties))
    for below in re.findall(r'^subdirs\("(.*)"\)$', text, re.MULTILINE):
        tests.update(read_tests(os.path.join(folder, below), groups | ({os.path.basename(below)} - {"tests"})))
    return tests


def belongs(name, test, area):
    return name == area or name.startswith((area + "_", area + "-")) or area in test.areas()


def known_areas(tests):
    """The names of all areas: first words of names, folders and labels."""
    return {re.split("[_-]", name)[0] for name in tests} | {area for test in tests.values() for area in test.areas()}


def with_fixtures(tests, names):
    """The tests, and those that set up what they use."""
    fixtures = {fixture for name in names for fixture in tests[name].values("FIXTURES_REQUIRED")}
    return names | {name for name, test in tests.items() if fixtures & set(test.values("FIXTURES_SETUP"))}


def needed(build, tests, names):
    """Ninja's targets for these tests, `all` where one looks at the whole build."""
    listed = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], capture_output=True, text=True, check=True)
    made = {line.split(": ")[0] for line in listed.stdout.splitlines() if not line.endswith(": phony")}
    targets = set()
    for argument in {argument for name in names for argument in tests[name].command}:
        path = os.path.relpath(argument.split("=")[-1], build) if build in argument else None
        if path == ".":
            return ["all"]
        if path is not None:
            targets |= {target for target in made if target == path or target.startswith(path + "/")}
    return sorted(targets)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    is_rest = sys.argv[2:3] == ["--without"]
    build, areas = os.path.realpath(sys.argv[1]), sys.argv[3 if is_rest else 2:]
    tests = read_tests(build)
    known = known_areas(tests)
    if not areas:
        print(" ".join(sorted(known)))
        return
    chosen = set()
    for area in areas:
        found = {name for name, test in tests.items() if belongs(name, test, area)}
        if not found:
            sys.exit(f"test: there is no area '{area}': take one of {' '.join(sorted(known))}")
        chosen |= found
    if is_rest:
        chosen = set(tests) - chosen
    print(f"^({'|'.join(re.escape(name) for name in sorted(chosen))})$")
    print("\n".join(needed(build, tests, with_fixtures(tests, chosen))))


if __name__ == "__main__":
    main()
