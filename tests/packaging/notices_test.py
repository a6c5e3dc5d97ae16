#!/usr/bin/env python3
"""What of others is in what script/dist makes: each artifact has the notices, and commands print them. Then it plants a static archive, a
header and a download that no row of packaging/components.json is for: each stops the build, with a sentence that says which row is wanted.

usage: notices_test.py --dist DIR --build DIR --source DIR
"""
import glob
import json
import os
import shutil
import sys
import tarfile
import zipfile

import dist
from dist import made

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, contents, environment, finish, output_of, skip, succeed, temporary_folder  # noqa: E402

# A program: it takes one of two functions of its own archive, and one of the planted one. `unused` includes what must not count.
SOURCES = {
    "main.cpp": "int used(); int main() { return used(); }\n",
    "used.cpp": "#include <header/planted.h>\nint archived(); int used() { return archived() + planted(); }\n",
    "unused.cpp": "#include <unlinked.h>\nint unused() { return unlinked(); }\n"}
PLANTED = {"archived.cpp": "int archived() { return 1; }\n", "header/planted.h": "inline int planted() { return 2; }\n",
           "unlinked.h": "inline int unlinked() { return 3; }\n"}
NINJA = """
rule cxx
  command = c++ -MD -MF $out.d -I{planted} -c $in -o $out
  deps = gcc
  depfile = $out.d
rule ar
  command = ar rcs $out $in
rule link
  command = c++ {option} -Wl,--gc-sections -Wl,-Map=program.map $in {planted}/libarchived.a -o $out
build main.o: cxx {source}/main.cpp
build sub/used.o: cxx {source}/used.cpp
build sub/unused.o: cxx {source}/unused.cpp
build libown.a: ar sub/used.o sub/unused.o
build program: link main.o libown.a
"""
ROW = {"license": "MIT", "copyright": "Nobody", "homepage": "https://example.org", "version": "1.2", "purl": "pkg:generic/x@1.2", "texts": ["x.txt"]}


def write(folder, files):
    for name, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def plant(options, folder, linker):
    """A source tree with a build tree; what of others it takes lies beside it, and a download below build/."""
    source, planted = os.path.join(folder, "tree"), os.path.join(folder, "planted")
    build = os.path.join(source, "build/release")
    os.makedirs(build)
    write(source, SOURCES | {"build/wheel/table.bin": "", "packaging/licenses/x.txt": "A notice of nobody.\n"})
    write(planted, PLANTED)
    for name in "LICENSE", "packaging/components.json":
        shutil.copy(os.path.join(options.source, name), os.path.join(source, name))
    succeed("c++", "-c", "archived.cpp", "-o", "archived.o", cwd=planted)
    succeed("ar", "rcs", "libarchived.a", "archived.o", cwd=planted)
    write(build, {"build.ninja": NINJA.format(planted=planted, source=source, option=f"-fuse-ld={linker}"),
                  "noted": f"compiler map {build}/program.map\npackage file {source}/build/wheel/table.bin\n"})
    succeed("ninja", "-C", build)
    return source, build, planted


def notices(options, source, build, into):
    return code_and_output(sys.executable, os.path.join(options.source, "script/lib/notices.py"), "--inputs", f"{build}/noted", "--source", source,
                           "--build", build, "--version", "9", "--into", into, "--copyrights", os.path.join(into, "copyright"))


def planted_ones(options, folder, linker):
    source, build, planted = plant(options, folder, linker)
    wanted = {"a": f"{planted}/libarchived.a", "b": f"{planted}/header/planted.h", "c": f"{source}/build/wheel/table.bin"}
    holders = {"a": "program.map", "b": "program.map", "c": "table.bin"}
    with open(os.path.join(source, "packaging/components.json"), encoding="utf-8") as file:
        table = json.load(file)
    for key in wanted:
        code, output = notices(options, source, build, os.path.join(folder, "none"))
        lines = output.splitlines()
        check(code == 1 and len(lines) == len(wanted) - (ord(key) - ord("a")), f"{linker}: what has no row stops the build", output)
        sentence = f"notices: {wanted[key]} is in {holders[key]}, and packaging/components.json has no row for it. It is of no Debian package: "
        check(any(line.startswith(sentence) for line in lines), f"{linker}: and says which row {os.path.basename(wanted[key])} wants", output)
        check(not os.path.exists(os.path.join(folder, "none")), f"{linker}: and writes nothing")
        files = ["build/wheel/*"] if key == "c" else [wanted[key]]
        table["rows"][key] = ROW | {"name": key, "files": files}
        write(source, {"packaging/components.json": json.dumps(table)})
    made_twice = []
    for name in "first", "second":
        code, output = notices(options, source, build, os.path.join(folder, name))
        made_twice.append(contents(os.path.join(folder, name)))
        check(code == 0, f"{linker}: with their rows it is made", output)
    check(made_twice[0] == made_twice[1] != {}, f"{linker}: twice to the same bytes")
    rows = {row["name"]: row for row in json.loads(made_twice[0]["components.json"])["components"]}
    check({"a", "b", "c"} <= rows.keys() and rows["a"]["in"] == ["compiler"] and rows["c"]["in"] == ["package"], f"{linker}: and they are listed", rows)
    check(b"A notice of nobody." in made_twice[0]["COMPILER-NOTICES"] and b"\na 1.2\n" not in made_twice[0]["PACKAGE-NOTICES"],
          f"{linker}: where they are")
    del table["rows"]["gcc"]
    write(source, {"packaging/components.json": json.dumps(table)})
    output = notices(options, source, build, os.path.join(folder, "third"))[1]
    check('Debian\'s package libgcc-' in output and 'add a row "gcc"; its licence is in /usr/share/doc/' in output, f"{linker}: Debian's, too", output)


def artifacts(options, folder):
    with tarfile.open(made(options.dist, "clc-*.tar.gz")) as archive:
        archive.extractall(folder)
    tree = made(folder, "clc-*")
    share = contents(os.path.join(tree, "share/clc"))
    names = {"THIRD-PARTY-NOTICES"} | {name for name in share if name.startswith("LICENSES/")}
    check(len(names) > 10, "the installed tree has the licences", names)
    rows = {row["name"]: row for row in json.loads(share["components.json"])["components"]}
    check({"llvm", "libclc", "rocm-device-libs", "spirv-tools", "zstd", "zlib", "libsodium", "openssl", "cli11", "nlohmann-json", "tl-expected", "stb", "boost",
           "gcc-runtime"} <= rows.keys(), "every library that is linked or included is listed", rows.keys())
    check(all(row["version"] and row["texts"] and set(row["texts"]) <= names for row in rows.values()), "each with its version and texts", rows)
    for name in names:
        with open(os.path.join(tree, name), "rb") as file:
            check(file.read() == share[name], f"the archive's top has {name}")
    with zipfile.ZipFile(made(options.dist, "clc_opencl-*.whl")) as wheel:
        metadata = wheel.read(next(name for name in wheel.namelist() if name.endswith("/METADATA"))).decode()
        listed = {line.partition(": ")[2] for line in metadata.splitlines() if line.startswith("License-File: ")}
        check(listed == names | {"LICENSE"}, "the wheel's metadata lists them", listed)
        stem = next(name for name in wheel.namelist() if name.endswith("/METADATA")).rpartition("/")[0]
        check(all(wheel.read(f"{stem}/licenses/{name}") == share[name] for name in names), "and the wheel has them")
    emulator = glob.glob(os.path.join(options.dist, "clc_emulator-*.whl"))
    check(bool(emulator) == ("tinygrad" in rows), "the emulated GPUs are listed where they are", rows.keys())
    for name in emulator:
        with zipfile.ZipFile(name) as wheel:
            told = wheel.read(next(name for name in wheel.namelist() if name.endswith("licenses/EMULATOR-NOTICES"))).decode()
        check("\ntinygrad 0.14.0\n" in told and "the tiny corp" in told and "\nllvm " not in told, "their wheel has the notices of what is in it", told[:2000])
    check(all(each in metadata for row in rows.values() for each in row["license"].split(" AND ")), "and its expression names their licences", metadata)
    return tree, share, rows


def debian(options, folder, rows):
    if shutil.which("dpkg-deb") is None:
        skip("the Debian packages", "no dpkg-deb")
        return
    packages = {"clc": {"compiler", "layer", "package"}, "clc-runtime": {"runtime", "clrun", "package"}, "clc-cuda": {"cuda"}}
    if "tinygrad" in rows:
        packages["clc-emulator"] = {"emulator"}
    for package, groups in packages.items():
        root = os.path.join(folder, package)
        succeed("dpkg-deb", "--extract", made(options.dist, f"{package}_*.deb"), root)
        with open(os.path.join(root, "usr/share/doc", package, "copyright"), encoding="utf-8") as file:
            text = file.read()
        wrong = [name for name, row in rows.items() if bool(groups & set(row["in"])) != (f"\n{name} {row['version']}\n" in text)]
        check("Apache License" in text and not wrong, f"{package}: its copyright file has the notices of what it holds, and no others", wrong)


def commands(tree, share, rows, folder):
    clc = os.path.join(tree, "bin/clc")
    for what, name in {"all": "THIRD-PARTY-NOTICES", "compiler": "COMPILER-NOTICES", "runtime": "RUNTIME-NOTICES", "package": "PACKAGE-NOTICES"}.items():
        check(output_of(clc, "licenses", "--for", what) == share[name].decode(), f"clc licenses --for {what}")
    check(output_of(clc, "licenses") == share["THIRD-PARTY-NOTICES"].decode(), "clc licenses")
    os.rename(f"{tree}/share/clc/RUNTIME-NOTICES", f"{folder}/away")
    code, output = code_and_output(clc, "licenses", "--for", "runtime")
    os.rename(f"{folder}/away", f"{tree}/share/clc/RUNTIME-NOTICES")
    check(code == 3 and "share/clc/RUNTIME-NOTICES" in output and "nobody may pass it on" in output, "without the file it says so", output)
    write(folder, {"k.cl": "kernel void k(global float* x) { *x = sin(*x); }\n"})
    succeed(clc, "compile", "k.cl", *dist.words_for_targets(dist.TARGETS), "-o", "k", cwd=folder, env=environment(CLC_CACHE="0"))
    families = json.loads(output_of(clc, "audit", "k", "--licenses", "--format", "json", cwd=folder))["families"]
    told = {library["name"]: library["license"] for family in families for library in family["may_hold"]}
    told.pop("clc")
    check(told == {name: row["license"] for name, row in rows.items() if "package" in row["in"]}, "clc audit --licenses knows each library's licence", told)


def in_cmake(tree, folder):
    project = os.path.join(folder, "project")
    write(project, {"CMakeLists.txt": "cmake_minimum_required(VERSION 3.22)\nproject(app LANGUAGES NONE)\n"
                    "find_package(clc CONFIG REQUIRED COMPONENTS Compiler)\nclc_install_notices()\nclc_install_notices(DESTINATION notices)\n"})
    succeed("cmake", "-S", project, "-B", f"{project}/b", f"-DCMAKE_PREFIX_PATH={tree}")
    succeed("cmake", "--install", f"{project}/b", "--prefix", f"{project}/i")
    installed = contents(f"{project}/i")
    for place in "share/doc/app", "notices":
        for name in "RUNTIME-NOTICES", "PACKAGE-NOTICES":
            with open(f"{tree}/share/clc/{name}", "rb") as file:
                check(installed.get(f"{place}/{name}") == file.read(), f"clc_install_notices() installs {place}/{name}")


def main():
    options = dist.options()
    with temporary_folder("clc-notices-") as folder:
        tree, share, rows = artifacts(options, folder)
        debian(options, folder, rows)
        commands(tree, share, rows, folder)
        in_cmake(tree, folder)
    for linker in "bfd", "lld":
        if shutil.which(f"ld.{linker}") is None:
            skip(f"maps of {linker}", "it is not installed")
            continue
        with temporary_folder("clc-planted-") as folder:
            planted_ones(options, folder, linker)
    sys.exit(finish())


if __name__ == "__main__":
    main()
