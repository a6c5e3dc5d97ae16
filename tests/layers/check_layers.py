#!/usr/bin/env python3
"""Holds what was really included, linked and called against the layers of docs/architecture.md.

System headers are visible to every target, so linking alone enforces nothing: this reads the dependency files
that the compiler wrote (kept by Ninja), the dynamic sections of the programs, and the symbols of the libraries.

usage: check_layers.py --source DIR --build DIR --ninja PROGRAM [--file TARGET=PATH]…
"""
import argparse
import os
import re
import subprocess
import sys

# target: (layers of this project, other libraries) whose headers its sources may include, directly or not.
INCLUDES = {
    "clc_package": ("package package-internal", "json openssl zstd expected"),
    "clc_cache": ("package package-internal cache", "expected"),
    "clc_runtime": ("package runtime", "opencl expected"),
    "clc_runtime_parts": ("package package-internal cache runtime", "opencl expected"),
    "clc_layer_parts": ("package package-internal cache remote runtime recording layer", "opencl expected"),
    "clc_layer": ("package package-internal cache remote runtime recording layer", "opencl expected"),
    "clc_recording": ("package package-internal recording", "json expected"),
    "clc_algorithms": ("package runtime algorithms", "opencl expected stb"),
    "clc_protocol": ("package package-internal protocol", "json expected"),
    "clc_waves": ("package package-internal waves", "json expected"),
    "clc_pages": ("package package-internal pages", "json expected"),
    "clc_http": ("http", "boost"),
    "clc_confine": ("package package-internal confine", "expected"),
    "clc_budget": ("package package-internal budget", "json expected"),
    "clc_tuning": ("package package-internal tuning", "json expected"),
    "clc_manifest_texts": ("package package-internal protocol manifest-texts", "json expected"),
    "clc_remote_client": ("package package-internal cache remote", "expected"),
    "clc_remote_parts": ("package package-internal cache remote remote-module", "boost hiredis json expected"),
    "clc_remote": ("package cache remote remote-module", "expected"),
    "clc_remote_tls": ("package cache remote remote-module", "curl expected"),
    "clc_parts": ("package package-internal recording protocol confine budget manifest-texts tuning pages http cache clc", "cli11 sodium spirv-headers expected"),
    "clc": ("package package-internal protocol confine budget clc", "cli11 expected"),
    "cl_offline_compiler": ("package package-internal protocol confine budget clc", "cli11 expected"),
    "clc_worker_parts": ("package package-internal protocol worker", "llvm spirv-headers zlib zstd expected"),
    "clc-worker": ("package package-internal protocol confine waves worker", "llvm spirv-tools spirv-headers zlib zstd expected"),
    "clc-driver": ("package package-internal runtime protocol driver", "opencl expected"),
    "clrun_parts": ("package package-internal runtime algorithms waves pages clrun", "opencl cli11 expected"),
    "clrun": ("package package-internal runtime algorithms waves clrun", "opencl cli11 expected"),
    # Public headers, each compiled by itself.
    "clc_package_headers": ("package tests", "expected"),
    "clc_cache_headers": ("package cache tests", "expected"),
    "clc_runtime_headers": ("package runtime tests", "opencl expected"),
}

# The layer that a folder belongs to; the longest match counts. "package-internal" are the headers of the package layer
# that are not installed: JSON, numbers in binary formats, file descriptors.
FOLDERS = {
    "runtime/package": "package",
    "runtime/package/internal": "package-internal",
    "cache": "cache",
    "runtime": "runtime",
    "runtime/layer": "layer",
    "runtime/layer/recording": "recording",
    "kernels": "algorithms",
    "cache/remote/client": "remote",
    "cache/remote/module": "remote-module",
    "tools/clc": "clc",
    "tools/clc/report/budget_file.h": "budget",
    "tools/clc/report/budget_file.cpp": "budget",
    "tools/clc/tuning": "tuning",
    "tools/clc/audit/manifest_texts.h": "manifest-texts",
    "tools/clc/audit/manifest_texts.cpp": "manifest-texts",
    "tools/clc/serve/http_request.h": "http",
    "tools/clc/serve/http_request.cpp": "http",
    "tools/clc/protocol": "protocol",
    "tools/clc/confine": "confine",
    "tools/clc/worker": "worker",
    "tools/clc/driver": "driver",
    "tools/clrun": "clrun",
    "tools/waves": "waves",
    "tools/pages": "pages",
}

# The rooms of tools/clc, in the order of the road: {room: rooms whose headers it may include, directly or not}.
# "hall" is what lies in tools/clc itself.
ROOMS = {
    "support": "",
    "protocol": "",
    "confine": "",
    "binary": "",
    "tuning": "",
    "package": "support",
    "bindings": "support",
    "toolchain": "support protocol binary",
    "disasm": "support protocol binary toolchain",
    "report": "support protocol binary toolchain disasm",
    "page": "support protocol binary toolchain disasm report",
    "audit": "support protocol toolchain",
    "identity": "support protocol binary toolchain",
    "plan": "confine support protocol binary tuning toolchain identity",
    "lookup": "confine support protocol binary tuning toolchain identity plan",
    "compile": "confine support protocol binary tuning toolchain identity plan lookup",
    "output": "confine support protocol binary tuning toolchain disasm identity plan",
    "pipeline": "confine support protocol binary tuning toolchain disasm identity plan lookup compile output",
    "serve": "confine support protocol binary tuning toolchain disasm report page identity plan lookup compile output pipeline",
    "commands": "confine support protocol binary tuning package bindings toolchain disasm report page audit identity plan lookup "
                "compile output pipeline serve",
    "hall": "support toolchain commands offline",
    "offline": "confine support protocol binary tuning toolchain identity plan lookup compile pipeline",
    "driver": "protocol",
    "worker/builtins": "protocol",
    "worker/frontend": "protocol confine",
    "worker/ir": "protocol confine worker/frontend",
    "worker/strip": "protocol confine worker/frontend worker/ir",
    "worker/analysis": "protocol",
    "worker/live": "protocol",
    "worker/profile": "worker/ir worker/frontend protocol confine",
    "worker/codegen": "protocol confine worker/builtins worker/frontend worker/ir worker/strip worker/analysis worker/profile",
    "worker/strings": "protocol",
    "worker": "protocol confine worker/builtins worker/frontend worker/ir worker/strip worker/analysis worker/live worker/profile "
              "worker/codegen worker/strings",
}
ROOMS_FOLDER = "tools/clc"

# First folder below the include folder: what it belongs to. Unknown ones are libraries of that name.
LIBRARIES = {"CL": "opencl", "nlohmann": "json", "CLI": "cli11", "tl": "expected", "stb": "stb",
             "spirv": "spirv-headers",
             "llvm": "llvm", "llvm-c": "llvm", "clang": "llvm", "clang-c": "llvm", "lld": "llvm"}
# libc, the kernel's interface, and the compiler's own library.
SYSTEM = {"c++", "linux", "asm", "asm-generic", "bits", "sys", "gnu", "net", "netinet", "arpa", "rpc"}
# Libraries whose headers lie beside libc's.
TOP_LEVEL = {"zlib.h": "zlib", "zconf.h": "zlib", "zstd.h": "zstd", "png.h": "png", "pngconf.h": "png",
             "hwloc.h": "hwloc", "ltdl.h": "ltdl", "ffi.h": "ffi", "sodium.h": "sodium"}

# Shared libraries that a program may name (beyond those that every program may).
ALWAYS_LINKED = r"(libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+|lib[atu][a-z]*san)\.so.*|libclang_rt\.[\w-]+\.so|ld-linux.*"
LINKS = {
    "clc": r"",
    "cl_offline_compiler": r"",
    "clc-worker": r"libLLVM.*|libclang-cpp.*|libz\.so.*|libzstd\.so.*",  # the last two are LLD's
    "clc-driver": r"libOpenCL\.so.*",
    "clrun": r"libOpenCL\.so.*",
    "clc_layer": r"",  # the loader opens it, and calling the loader from inside would recurse
    "clc_remote": r"libhiredis\.so.*",  # libcurl takes longer to load than a server near by to answer
    "clc_remote_tls": r"libcurl\.so.*|libhiredis\.so.*",
}
# All that others see of a module that clc opens.
EXPORTS = {"clc_remote": {"clc_remote_api"}, "clc_remote_tls": {"clc_remote_api"},
           "clc_layer": {"clGetLayerInfo", "clInitLayer"}}

# Nothing that runs packages can compile: these functions are not referred to.
NO_COMPILING = r"clCreateProgramWithSource|clCompileProgram|clLinkProgram|clCreateProgramWithBuiltInKernels"
SYMBOLS = {"clc_runtime": NO_COMPILING, "clc_algorithms": NO_COMPILING, "clrun": NO_COMPILING,
           "clc": r"cl[A-Z]\w*|curl_.*", "clc_parts": r"dlopen|curl_.*", "clc-worker": r"cl[A-Z]\w*",
           "clc_layer": r"cl[A-Z]\w*"}


def read_ninja_deps(text):
    """{object: [headers]} of `ninja -t deps`."""
    deps, headers = {}, []
    for line in text.splitlines():
        if line.startswith("    "):
            headers.append(line.strip())
        elif ": #deps" in line:
            headers = deps.setdefault(line.split(": #deps")[0], [])
    return deps


def target_of(object_path):
    """tools/clc/CMakeFiles/clc_parts.dir/plan/plan.cpp.o -> clc_parts"""
    match = re.search(r"CMakeFiles/([^/]+)\.dir/", object_path)
    return match.group(1) if match else None


def owner_of(header, source, build):
    """('layer' or 'library' or 'system', name)"""
    path = os.path.normpath(header)
    if path.startswith(build + "/"):
        return "system", ""  # generated
    if path.startswith(source + "/"):
        relative = path[len(source) + 1:]
        folders = [folder for folder in FOLDERS if relative == folder or relative.startswith(folder + "/")]
        return "layer", FOLDERS[max(folders, key=len)] if folders else relative.split("/")[0]
    if re.match(r"/usr/lib/(gcc|clang)/|.*/lib/clang/\d|/usr/include/c\+\+/", path):
        return "system", ""
    parts = path.rsplit("/include/", 1)[-1].split("/")
    if len(parts) > 1 and re.fullmatch(r"\w+-linux-gnu\w*", parts[0]):
        parts = parts[1:]
    if len(parts) == 1:
        return ("library", TOP_LEVEL[parts[0]]) if parts[0] in TOP_LEVEL else ("system", "")
    parts[0] = re.sub(r"-\d+$", "", parts[0])  # Debian's llvm-22
    if parts[0] in SYSTEM:
        return "system", ""
    return "library", LIBRARIES.get(parts[0], parts[0])


def really_read(headers):
    """Clang lists the one header of oneTBB for which the standard library only asks (`__has_include`), too."""
    of_tbb = [header for header in headers if "/tbb/" in header]
    return [header for header in headers if len(of_tbb) != 1 or header not in of_tbb]


def include_violations(deps, source, build):
    """Complaints about the objects, and which targets had any."""
    wrong, seen = [], set()
    for object_path, headers in sorted(deps.items()):
        target = target_of(object_path)
        if target is None or (object_path.startswith("tests/") and target not in INCLUDES):
            continue  # tests may include everything
        if target not in INCLUDES:
            wrong.append(f"{target}: not in the table of layers: add it to INCLUDES in {os.path.basename(__file__)}")
            continue
        seen.add(target)
        layers, libraries = (set(names.split()) for names in INCLUDES[target])
        for header in really_read(headers):
            kind, owner = owner_of(os.path.join(build, header), source, build)
            if (kind == "layer" and owner not in layers) or (kind == "library" and owner not in libraries):
                wrong.append(f"{object_path} includes {header}: {target} may not use {owner}")
    return wrong, seen


def room_of(path):
    """The room of a file of tools/clc, by its path from the top of the tree; None for other files."""
    if not path.startswith(ROOMS_FOLDER + "/"):
        return None
    folder = os.path.dirname(path)[len(ROOMS_FOLDER) + 1:]
    while folder not in ROOMS:
        if "/" not in folder:
            return folder or "hall"
        folder = os.path.dirname(folder)
    return folder


def room_violations(deps, source, build):
    """Complaints about the objects of tools/clc, and which rooms had any."""
    wrong, seen = [], set()
    for object_path, headers in sorted(deps.items()):
        room = room_of_object(object_path)
        if room is None:
            continue
        if room not in ROOMS:
            wrong.append(f"{room}: not in the table of rooms: add it to ROOMS in {os.path.basename(__file__)}")
            continue
        seen.add(room)
        allowed = set(ROOMS[room].split()) | {room}
        for header in headers:
            path = os.path.normpath(os.path.join(build, header))
            other = room_of(path[len(source) + 1:]) if path.startswith(source + "/") else None
            if other is not None and other not in allowed:
                wrong.append(f"{object_path} includes {os.path.relpath(path, source)}: {room} may not use {other}")
    return wrong, seen


def room_of_object(object_path):
    """tools/clc/CMakeFiles/clc_parts.dir/plan/plan.cpp.o -> plan; None for objects of other folders."""
    match = re.fullmatch(r"(.*?)/?CMakeFiles/[^/]+\.dir/(.+)\.o", object_path)
    return room_of(os.path.join(match.group(1), match.group(2))) if match else None


def symbols_of(path):
    """The names of this project that an object defines for others, and what it wants of others, demangled."""
    text = subprocess.run(["nm", "-C", path], check=True, capture_output=True, text=True).stdout
    defined, wanted = set(), set()
    for line in text.splitlines():
        match = re.fullmatch(r"[0-9a-f ]{16} ([A-Za-z]) (clc::.+)", line)
        if match and match.group(1) in "TDBR":
            defined.add(match.group(2))
        elif match and match.group(1) == "U":
            wanted.add(match.group(2))
    return defined, wanted


def call_violations(symbols):
    """Complaints about {object: (defined, wanted)}: what a room wants must be its own, or of a room that it may include."""
    rooms_of = {}
    for object_path, (defined, _) in symbols.items():
        for symbol in defined:
            rooms_of.setdefault(symbol, set()).add(room_of_object(object_path))
    wrong = []
    for object_path, (_, wanted) in sorted(symbols.items()):
        room = room_of_object(object_path)
        allowed = {room, *ROOMS.get(room, "").split()}
        wrong += [f"{object_path} calls {symbol} of {', '.join(sorted(rooms_of[symbol]))}: {room} may not"
                  for symbol in sorted(wanted) if symbol in rooms_of and not rooms_of[symbol] & allowed]
    return wrong


def program_of(room):
    first = room.split("/")[0]
    return first if first in ("worker", "driver") else "clc"


def declaration_violations(headers, symbols):
    """Complaints about {header: text}: a room's header declares no function that only a room above defines."""
    rooms_of = {}
    for object_path, (defined, _) in symbols.items():
        for symbol in defined:
            if match := re.match(r"(?:\w+::)+(\w+)\(", symbol):
                rooms_of.setdefault(match.group(1), set()).add(room_of_object(object_path))
    wrong = []
    for path, text in sorted(headers.items()):
        room = room_of(path)
        allowed = {room, *ROOMS.get(room, "").split()}
        for name in re.findall(r"^(?!//|#|\s)[\w:<>,&* ]*?\b(\w+)\(", text, re.MULTILINE):
            # clc-worker and clc-driver are programs of their own, in which names mean other things.
            defining = {other for other in rooms_of.get(name, ()) if program_of(other) == program_of(room)}
            if defining and not rooms_of[name] & allowed:
                wrong.append(f"{path} declares {name}, which {', '.join(sorted(defining))} defines: {room} may not")
    return wrong


def headers_of_rooms(source):
    headers = {}
    for folder, _, names in os.walk(os.path.join(source, ROOMS_FOLDER)):
        for name in names:
            if name.endswith(".h"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    headers[os.path.relpath(path, source)] = file.read()
    return headers


def link_violations(target, path):
    text = subprocess.run(["readelf", "-d", path], check=True, capture_output=True, text=True).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
    allowed = f"(?:{ALWAYS_LINKED})" + (f"|(?:{LINKS[target]})" if LINKS[target] else "")
    wrong = [f"{path} links {name}: {target} may not" for name in needed if not re.fullmatch(allowed, name)]
    for folders in re.findall(r"\(R(?:UN)?PATH\).*\[(.*)\]", text):
        # An empty name is the current folder.
        wrong += [f"{path} looks for libraries in '{folder}', which depends on where it is started"
                  for folder in folders.split(":") if not folder.startswith(("/", "$ORIGIN"))]
    return wrong


def symbol_violations(target, path):
    text = subprocess.run(["nm", "-u", path], check=True, capture_output=True, text=True).stdout
    names = {line.split()[-1].split("@")[0] for line in text.splitlines() if re.match(r"^\s+[Uvw] ", line)}
    return [f"{path} refers to {name}: {target} may not" for name in sorted(names)
            if re.fullmatch(SYMBOLS[target], name)]


def export_violations(target, path):
    text = subprocess.run(["nm", "-D", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    names = {line.split()[-1] for line in text.splitlines()}
    return [f"{path} exports {name}: {target} may not" for name in sorted(names - EXPORTS[target])] + \
           [f"{path} does not export {name}" for name in sorted(EXPORTS[target] - names)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--ninja", required=True)
    parser.add_argument("--file", action="append", default=[], metavar="TARGET=PATH")
    options = parser.parse_args()

    text = subprocess.run([options.ninja, "-C", options.build, "-t", "deps"], check=True, capture_output=True, text=True)
    deps = read_ninja_deps(text.stdout)
    folders = os.path.realpath(options.source), os.path.realpath(options.build)
    wrong, seen = include_violations(deps, *folders)
    wrong_rooms, rooms = room_violations(deps, *folders)
    wrong += wrong_rooms + [f"{room}: no object of this room was found" for room in ROOMS if room not in rooms]
    symbols = {path: symbols_of(os.path.join(options.build, path)) for path in deps
               if room_of_object(path) in ROOMS and os.path.exists(os.path.join(options.build, path))}
    wrong += call_violations(symbols) + declaration_violations(headers_of_rooms(options.source), symbols)
    checked = 0
    for item in options.file:
        target, path = item.split("=", 1)
        if target not in seen:
            wrong.append(f"{target}: no dependency file of it was found, so nothing was checked")
        if not os.path.exists(path):
            wrong.append(f"{target}: {path} is not there: build it before this test")
            continue
        if target in LINKS:
            wrong += link_violations(target, path)
            checked += 1
        if target in SYMBOLS:
            wrong += symbol_violations(target, path)
            checked += 1
        if target in EXPORTS:
            wrong += export_violations(target, path)
            checked += 1
    print("\n".join(wrong[:50]))
    print(f"{len(deps)} objects of {len(seen)} layered targets and {len(rooms)} rooms, {checked} link and symbol lists: "
          f"{len(wrong)} violations")
    sys.exit(1 if wrong or not seen else 0)


if __name__ == "__main__":
    main()
