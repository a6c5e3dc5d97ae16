#!/usr/bin/env python3
"""Says what clc's programs, libraries and data hold of others, and writes the notices that must go along with them.

The linker's maps name the objects of others, the compiler's dependency files the headers of clc's own objects. Each file belongs to a
Debian package or to a row of packaging/components.json; one without a row is an error.

usage: notices.py --inputs FILE --source DIR --build DIR --version VERSION --into DIR --copyrights DIR [--root DIR --triple TRIPLE]
  --inputs   lines `GROUP KIND PATH`. A group is what somebody passes on: compiler, runtime, clrun, layer, package (kernels), emulator, cuda. Kinds:
             map (a linker's), archive (a static library of the build), file (one that goes along, or that something is made of)
  --root     a Debian root for another processor, that the build takes libraries from, and the name of it in their paths. They count as
             those of the same packages that are installed here
"""
import argparse
import collections
import fnmatch
import glob
import json
import os
import re
import struct
import subprocess
import sys
import urllib.parse

TABLE = "packaging/components.json"
COMMON = "/usr/share/common-licenses"
LINE = "=" * 80
# The groups whose notices are in a file.
FILES = {"THIRD-PARTY-NOTICES": {"compiler", "runtime", "clrun", "layer", "package", "emulator", "cuda"}, "COMPILER-NOTICES": {"compiler", "layer"},
         "RUNTIME-NOTICES": {"runtime"}, "PACKAGE-NOTICES": {"package"}, "EMULATOR-NOTICES": {"emulator"}}
COPYRIGHTS = {"clc": {"compiler", "layer", "package"}, "clc-runtime": {"runtime", "clrun", "package"}, "clc-emulator": {"emulator"},
              "clc-cuda": {"cuda"}}
OWN = {"runtime": "clc's own runtime library is in them, too, under the licence that follows.",
       "package": "clc's own builtin functions may be in them, too. The exception of their licence asks for no notice."}


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        data = file.read()
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def dependencies(path):
    """{object: files it was compiled from}, from ninja's log. (`ninja -t deps` may cut a log that a running ninja writes.)"""
    with open(path, "rb") as file:
        data = file.read()
    names, found, place = [], {}, data.index(b"\n") + 5
    while place + 4 <= len(data):
        size, = struct.unpack_from("<I", data, place)
        record = data[place + 4:place + 4 + (size & 0x7fffffff)]
        place += 4 + (size & 0x7fffffff)
        if not size >> 31:
            names.append(record[:-4].rstrip(b"\0").decode())
        elif len(record) == size & 0x7fffffff:
            output, _, _, *inputs = struct.unpack(f"<{len(record) // 4}I", record)
            found[output] = inputs
    return {names[output]: [names[number] for number in inputs] for output, inputs in found.items()}


def linked(path):
    """The objects in what was linked, from GNU ld's or LLD's map: FILE or ARCHIVE(MEMBER). Sections that were left out do not count."""
    if not os.path.exists(path):
        sys.exit(f"notices: {path} is not there: remove the program that is named after it, and build it again")
    with open(path, "rb") as file:
        data = file.read()
    begin = data.find(b"Linker script and memory map")
    pattern = rb"0x[0-9a-f]+ +0x[0-9a-f]*[1-9a-f][0-9a-f]* ([^ \n][^\n]*)" if begin >= 0 else rb"\d {9}([^ \n<][^\n]*?):\("
    return {name.decode() for name in re.findall(pattern, data[max(begin, 0):])}


class Build:
    """A build tree of ninja: which objects are in its archives, and what they were compiled from."""

    def __init__(self, folder):
        self.folder = folder
        self.log = dependencies(os.path.join(folder, ".ninja_deps"))
        text = read(folder, "build.ninja")
        self.archives = {name: inputs.split() for name, inputs in re.findall(r"(?m)^build (\S+\.a): \w+ ([^|\n]*)", text)}
        self.precompiled = {name: re.findall(r"\S+\.pch\b", inputs) for name, inputs in re.findall(r"(?m)^build (\S+\.o): (.*\.pch\b.*)", text)}

    def objects(self, name):
        """Those of the build that a name in a map is for; none for a file of others."""
        archive, _, member = name.partition("(")
        objects = self.archives.get(os.path.relpath(os.path.join(self.folder, archive), self.folder))
        if objects is None:
            return [name] if name in self.log else []
        return [each for each in objects if not member or os.path.basename(each) == member[:-1]]

    def files(self, names):
        """All files of others and of the tree that are in what the names are for."""
        for name in names:
            objects = self.objects(name)
            if not objects:
                yield name.partition("(")[0]
            for each in objects:
                for unit in each, *self.precompiled.get(each, []):
                    yield from self.log.get(unit, [])


class Owners:
    """Debian packages of files."""

    def __init__(self, files):
        self.packages = {}
        asked = sorted(files | {name[4:] for name in files if name.startswith("/usr/lib")})
        lines = subprocess.run(["dpkg-query", "--search", *asked], capture_output=True, text=True, check=False).stdout.splitlines() if asked else []
        for line in lines:
            package, _, file = line.partition(": ")
            if not line.startswith("diversion "):
                self.packages[os.path.realpath(file)] = package.partition(",")[0].partition(":")[0]
        asked = sorted(set(self.packages.values()))
        command = ["dpkg-query", "--show", "--showformat=${Package} ${source:Package} ${source:Version}\\n", *asked]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines() if asked else []
        self.sources = {package: (source, version) for package, source, version in map(str.split, lines)}


def without_version(name):
    return re.sub(r"-?\d[\d.]*$", "", name)


class Component:
    def __init__(self, name, row, package, version):
        self.row, self.package, self.groups = row, package, set()
        upstream = re.fullmatch(r"(?:\d+:)?(.+?)(?:[+.~](?:ds|dfsg).*?)?(?:-[^-]*)?", version).group(1)
        self.version = row.get("version", upstream)
        system = re.search(r'(?m)^ID="?(\w+)', read("/etc/os-release")).group(1)
        self.purl = row.get("purl") or f"pkg:deb/{system}/{name}@{urllib.parse.quote(version, safe='~')}" + ("" if name == package else "?arch=source")

    def text(self, source):
        """Its own notice."""
        parts = [] if self.row.get("only") or "version" in self.row else [read("/usr/share/doc", self.package, "copyright")]
        return "\n".join(parts + [read(source, "packaging/licenses", name) for name in self.row.get("texts", [])])

    def common(self):
        """{SPDX name: file} of texts that its notice speaks of and does not hold."""
        found = {}
        for word in re.findall(r"[\w.-]+", self.row["license"]):
            for name in word, re.sub(r"(\.0)?-(only|or-later)$", "", word):
                if os.path.isfile(os.path.join(COMMON, name)):
                    found[word] = os.path.join(COMMON, name)
        return found


class Finder:
    def __init__(self, options):
        self.options = options
        self.rows = json.loads(read(options.source, TABLE))["rows"]
        self.foreign = None  # files of the foreign root: their packages
        self.holders = collections.defaultdict(set)  # of each file of others: (group, what holds it)
        build = Build(options.build)
        for line in read(options.inputs).splitlines():
            group, kind, path = line.split(" ", 2)
            names = {"map": linked, "archive": lambda path: [os.path.relpath(path, options.build)], "file": lambda path: [path]}[kind](path)
            for file in set(build.files(names)):
                path_of_file = self.path_here(os.path.realpath(os.path.join(options.build, file)))
                if not self.is_own(path_of_file):
                    self.holders[path_of_file].add((group, os.path.basename(path)))

    def path_here(self, path):
        """That of the same file in the packages of this machine."""
        root = os.path.realpath(self.options.root) + "/" if self.options.root else None
        if not root or not path.startswith(root):
            return path
        here = "/" + path[len(root):].replace(self.options.triple, f"{os.uname().machine}-linux-gnu")
        if not os.path.exists(here):  # a header for that processor alone
            here = self.file_of_package_here(root, path[len(root) - 1:]) or here  # else nobody's, which is a problem
        return os.path.realpath(here)

    def file_of_package_here(self, root, path):
        """A file of this machine's package with the name of the one that has `path` in the foreign root."""
        if self.foreign is None:
            self.foreign = {}
            for name in glob.glob(root + "var/lib/dpkg/info/*.list"):
                package = os.path.basename(name).removesuffix(".list").partition(":")[0]
                self.foreign.update((line, package) for line in read(name).splitlines())
        package = self.foreign.get(path) or self.foreign.get(path.removeprefix("/usr"))
        listed = subprocess.run(["dpkg-query", "--listfiles", package], capture_output=True, text=True, check=False).stdout if package else ""
        return next((file for file in listed.splitlines() if os.path.isfile(file) and not os.path.islink(file)), None)

    def is_own(self, path):
        """Made here, or in the tree. build/ has what script/setup loads."""
        inside = os.path.relpath(path, os.path.realpath(self.options.source))
        return path.startswith(os.path.realpath(self.options.build) + "/") or not inside.startswith(("../", "build/"))

    def key_of(self, file, owners):
        inside = os.path.relpath(file, os.path.realpath(self.options.source))
        for key, row in self.rows.items():
            if any(fnmatch.fnmatch(name, pattern) for pattern in row.get("files", []) for name in (file, inside)):
                return key
        package = owners.packages.get(file)
        names = [package, owners.sources[package][0]] if package else []
        keys = [key for name in names for key in (name, without_version(name))]
        return next((key for key in keys if key in self.rows), keys[-1] if keys else None)

    def components(self):
        """All of them, and what is wrong."""
        owners = Owners(set(self.holders))
        found, problems = {}, {}
        for file, holders in sorted(self.holders.items()):
            key, package = self.key_of(file, owners), owners.packages.get(file)
            if key not in self.rows:
                problems.setdefault(key or os.path.dirname(file), (file, key, package, sorted({name for _, name in holders})))
            elif not any(fnmatch.fnmatch(file, pattern) for pattern in self.rows[key].get("interface", [])):
                version = owners.sources[package][1] if package else self.rows[key]["version"]
                name = package if package and without_version(package) == without_version(key) else package and owners.sources[package][0]
                component = found.setdefault(key, Component(name, self.rows[key], package, version))
                component.groups |= {group for group, _ in holders}
        return sorted(found.values(), key=lambda each: each.row["name"]), problems.values()


def complaint(file, key, package, names):
    where = f"{file} is in {', '.join(names)}, and {TABLE} has no row for it. "
    if key is None:
        return where + "It is of no Debian package: add a row whose `files` match it, with its version, purl and texts"
    return where + f"It is of Debian's package {package}: add a row \"{key}\"; its licence is in /usr/share/doc/{package}/copyright"


def section(head, groups, text):
    assert LINE not in text
    return "\n".join([LINE, *head, "In:         " + ", ".join(sorted(groups)), "", text.strip("\n"), ""])


def notices(components, groups, source, version):
    """One text of all that is in these groups."""
    parts, common = [], {}
    for each in components:
        if each.groups & groups:
            head = [f"{each.row['name']} {each.version}", f"Licence:    {each.row['license']}", f"Copyright:  {each.row['copyright']}",
                    f"Home:       {each.row['homepage']}"]
            parts.append(section(head, each.groups, each.text(source)))
            for name, path in each.common().items():
                common.setdefault(name, (path, set()))[1].update(each.groups)
    parts += [section([f"The text of {name}"], of, read(path)) for name, (path, of) in sorted(common.items())]
    own = [text for group, text in OWN.items() if groups == {group}]
    head = f"What is of others in clc {version}: {', '.join(sorted(groups))}. Whoever passes it on passes on these notices.\n"
    if own:
        head += own[0] + "\n" + (section(["clc " + version], groups, read(source, "LICENSE")) if groups == {"runtime"} else "")
    return head + "".join(parts)


def write(text, *path):
    os.makedirs(os.path.dirname(os.path.join(*path)), exist_ok=True)
    with open(os.path.join(*path), "w", encoding="utf-8") as file:
        file.write(text)


def write_all(components, options):
    rows = []
    folder = os.path.join(options.into, "LICENSES")
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        os.remove(os.path.join(folder, name))
    for each in components:
        texts = {each.row["name"]: each.text(options.source)} | {name: read(path) for name, path in each.common().items()}
        for name, text in texts.items():
            if text:
                write(text, folder, name + ".txt")
        rows.append({"name": each.row["name"], "version": each.version, "license": each.row["license"], "copyright": each.row["copyright"],
                     "homepage": each.row["homepage"], "purl": each.purl, "texts": sorted(f"LICENSES/{name}.txt" for name in texts if texts[name]),
                     "in": sorted(each.groups)})
    for name, groups in FILES.items():
        write(notices(components, groups, options.source, options.version), options.into, name)
    for name, groups in COPYRIGHTS.items():
        text = read(options.source, "LICENSE") + "\n" + notices(components, groups, options.source, options.version)
        write(text, options.copyrights, name)
    write(json.dumps({"components": rows}, indent=2) + "\n", options.into, "components.json")


def main():
    parser = argparse.ArgumentParser()
    for name in "inputs", "source", "build", "version", "into", "copyrights":
        parser.add_argument(f"--{name}", required=True)
    for name in "root", "triple":
        parser.add_argument(f"--{name}")
    options = parser.parse_args()
    components, problems = Finder(options).components()
    for problem in problems:
        print("notices: " + complaint(*problem), file=sys.stderr)
    if problems:
        return 1
    write_all(components, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
