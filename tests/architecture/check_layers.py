#!/usr/bin/env python3
"""Holds what was really included, linked and called against the layers of docs/architecture.md.

System headers are visible to every target, so linking alone enforces nothing: this reads the dependency files
that the compiler wrote (kept by Ninja), the dynamic sections of the programs, and the symbols of the libraries.

usage: check_layers.py --source DIR --build DIR --ninja PROGRAM [--file TARGET=PATH]…
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import output_of  # noqa: E402

# target: (layers of this project, other libraries) whose headers its sources may include, directly or not.
INCLUDES = {
    "clc_base": ("base base-internal", "json openssl expected"),
    "clc_package": ("base base-internal package package-internal", "json openssl zstd expected"),
    "clc_cache": ("base base-internal package package-internal cache", "expected"),
    "clc_runtime": ("base package runtime", "opencl expected"),
    "clc_runtime_parts": ("base base-internal package package-internal cache runtime", "opencl expected"),
    "clc_c_interface": ("base base-internal package package-internal cache runtime c-interface", "opencl expected"),
    "clc_layer_parts": ("base base-internal package package-internal cache remote runtime recording layer", "opencl expected"),
    "clc_layer": ("base base-internal package package-internal cache remote runtime recording layer", "opencl expected"),
    "clc_recording": ("base base-internal package package-internal recording", "json expected"),
    "clc_algorithms": ("base package runtime algorithms", "opencl expected stb"),
    "clc_remote_client": ("base base-internal package package-internal cache remote", "expected"),
    "clc_remote_calls": ("base base-internal package package-internal cache remote remote-module remote-grpc", "nghttp2 zstd expected"),
    "clc_remote_parts": ("base base-internal package package-internal cache remote remote-module remote-grpc", "boost hiredis json expected"),
    "clc_remote": ("base package cache remote remote-module", "expected"),
    "clc_remote_transport": ("base base-internal package cache remote remote-module", "curl openssl expected"),
    "clc_actions": ("base base-internal package package-internal cache remote remote-module remote-grpc protocol farm", "expected"),
    "clc_whole_call": ("base base-internal package package-internal cache remote remote-module remote-grpc protocol farm", "expected"),
    "clc-farm": ("base base-internal package package-internal cache remote remote-module remote-grpc protocol farm", "expected"),
    "clc_remote_tls": ("base base-internal package cache remote remote-module", "curl openssl expected"),
    "clc_support": ("base base-internal package support", "expected"),
    "clc_protocol": ("base base-internal package package-internal protocol", "json expected"),
    "clc_confine": ("base base-internal package confine", "expected"),
    "clc_toolchain": ("base base-internal package support protocol toolchain", "expected"),
    "clc_waves": ("base base-internal package waves", "json expected"),
    "clc_pages": ("base base-internal package pages", "json expected"),
    "clc_insight": ("base base-internal package package-internal support protocol toolchain pages insight", "spirv-headers expected"),
    "clc_parts": ("base base-internal package package-internal recording support protocol confine toolchain insight cache remote clc", "sodium spirv-headers expected"),
    "clc_serve": ("base base-internal package support protocol confine toolchain pages insight cache remote clc serve", "expected"),
    "clc_commands": ("base base-internal package package-internal recording support protocol confine toolchain pages insight cache remote clc serve", "expected"),
    "clc": ("base base-internal package support protocol confine clc", "expected"),
    "clc_static": ("base base-internal package support protocol confine clc", "expected"),
    "cl_offline_compiler": ("base base-internal package support protocol confine clc", "expected"),
    "clc_standard_headers": ("", ""),  # precompiled headers of the standard library
    "clc_tool_headers": ("", ""),  # the same ones, for the tools
    "clc_worker_parts": ("base base-internal package package-internal protocol worker", "llvm spirv-tools spirv-headers zlib zstd expected"),
    "clc_llvm_absent": ("worker", "llvm"),
    "clc-opt": ("base base-internal package package-internal protocol worker", "llvm expected"),
    "clc-worker": ("base base-internal package package-internal recording protocol confine waves worker", "llvm spirv-tools spirv-headers zlib zstd expected"),
    "clc-driver": ("base base-internal package package-internal recording runtime protocol driver", "opencl expected"),
    "clc-warm": ("base base-internal package package-internal cache runtime protocol warm", "opencl expected"),
    "clrun_parts": ("base base-internal package package-internal runtime algorithms support waves pages clrun", "opencl expected"),
    "clrun": ("base base-internal package package-internal runtime algorithms support waves clrun", "opencl expected"),
    "clc_emulator_isa": ("emulator", ""),
    "clc_emulator_disassemble": ("emulator", ""),
    "clc_emulator_unknown": ("base emulator", ""),
    "clc_emulator_machine": ("base base-internal emulator", "expected json"),
    "clc_front": ("base base-internal front", "opencl expected"),
    "clc_emulator": ("base front emulator", "opencl"),
    "clc_cuda": ("base-internal front cuda", "opencl json"),
    # Public headers, each compiled by itself.
    "clc_base_headers": ("base tests", "expected"),
    "clc_package_headers": ("base package tests", "expected"),
    "clc_cache_headers": ("base package cache tests", "expected"),
    "clc_remote_headers": ("base package cache remote tests", "expected"),
    "clc_runtime_headers": ("base package runtime tests", "opencl expected"),
}
# Libraries for one source alone of a target.
ONE_SOURCE = {
    "tools/support/command_line.cpp": "cli11",
    "tools/support/tuning_forecasts.cpp": "json",
    "tools/insight/audit/manifest_texts.cpp": "json",
    "tools/insight/report/budget_file.cpp": "json",
    "tools/insight/report/coverage_reader.cpp": "json",
    "tools/insight/report/measured.cpp": "json",
    "tools/insight/report/run_faults.cpp": "json",
    "tools/clc/output/time_trace.cpp": "json",
    "tools/clc/tuning/tuning_file.cpp": "json",
    "tools/clc/commands/test/lined_json.cpp": "json",
    "tools/serve/http_request.cpp": "boost",
}

# The layer that a folder belongs to; the longest match counts. "…-internal" are headers that are not installed.
FOLDERS = {
    "base": "base-internal",
    "base/include": "base",
    "package": "package",
    "package/internal": "package-internal",
    "cache": "cache",
    "runtime": "runtime",
    "runtime/c_interface": "c-interface",
    "layer": "layer",
    "layer/recording": "recording",
    "drivers/front": "front",
    "drivers/emulator": "emulator",
    "drivers/cuda": "cuda",
    "kernels": "algorithms",
    "cache/remote/client": "remote",
    "cache/remote/module": "remote-module",
    "cache/remote/grpc": "remote-grpc",
    "tools/support": "support",
    "tools/protocol": "protocol",
    "tools/confine": "confine",
    "tools/toolchain": "toolchain",
    "tools/worker": "worker",
    "tools/driver": "driver",
    "tools/farm": "farm",
    "tools/warm": "warm",
    "tools/insight": "insight",
    "tools/insight/waves": "waves",
    "tools/insight/pages": "pages",
    "tools/serve": "serve",
    "tools/clc": "clc",
    "tools/clrun": "clrun",
}

# The rooms of tools, in the order of the road: {room: rooms whose headers it may include, directly or not}.
ROOMS = {
    "support": "",
    "protocol": "",
    "confine": "",
    "toolchain": "support protocol",
    "insight/waves": "",
    "insight/pages": "",
    "insight/disasm": "support protocol toolchain",
    "insight/report": "support protocol toolchain insight/disasm",
    "insight/forecast": "support protocol toolchain insight/disasm insight/report",
    "insight/stalls": "support protocol toolchain insight/disasm insight/report insight/forecast",
    "insight/report_page": "support protocol toolchain insight/disasm insight/report insight/forecast insight/stalls insight/pages",
    "insight/audit": "support protocol toolchain",
    "clc/tuning": "",
    "clc/package": "support",
    "clc/bindings": "support",
    "clc/identity": "support protocol toolchain",
    "clc/plan": "confine support protocol clc/tuning toolchain clc/identity",
    "clc/lookup": "confine support protocol clc/tuning toolchain clc/identity clc/plan",
    "clc/compile": "confine support protocol clc/tuning toolchain clc/identity clc/plan clc/lookup",
    "clc/output": "confine support protocol clc/tuning toolchain insight/disasm clc/identity clc/plan",
    "clc/pipeline": "confine support protocol clc/tuning toolchain insight/disasm clc/identity clc/plan clc/lookup clc/compile clc/output",
    "serve": "confine support protocol clc/tuning toolchain insight/disasm insight/report insight/forecast insight/stalls insight/pages "
             "insight/report_page clc/identity clc/plan clc/lookup clc/compile clc/output clc/pipeline",
    "clc/commands": "confine support protocol clc/tuning clc/package clc/bindings toolchain insight/disasm insight/report insight/forecast "
                    "insight/stalls insight/pages insight/report_page insight/audit clc/identity clc/plan clc/lookup clc/compile clc/output clc/pipeline serve farm",
    "clc/offline": "confine support protocol clc/tuning toolchain clc/identity clc/plan clc/lookup clc/compile clc/pipeline",
    "clc": "support toolchain clc/commands clc/offline",
    "driver": "protocol",
    "farm": "protocol",
    "warm": "protocol",
    "worker/builtins": "protocol worker/ir",
    "worker/ir": "",
    "worker/analyses": "worker/ir",
    "worker/passes": "protocol worker/builtins worker/ir worker/analyses",
    "worker/frontend": "protocol confine worker/ir",
    "worker/strip": "protocol confine worker/frontend worker/ir",
    "worker/targets": "protocol confine worker/builtins worker/ir worker/analyses worker/passes worker/frontend worker/strip",
    "worker/opt": "protocol confine worker/builtins worker/ir worker/analyses worker/passes worker/frontend worker/strip worker/targets",
    "worker/insight": "protocol confine insight/waves worker/builtins worker/ir worker/analyses worker/passes worker/frontend worker/strip "
                      "worker/targets",
    "worker/sanitize": "protocol confine insight/waves worker/builtins worker/ir worker/analyses worker/passes worker/frontend worker/strip "
                       "worker/targets worker/insight",
    "worker/server": "protocol confine insight/waves worker/builtins worker/ir worker/analyses worker/passes worker/frontend worker/strip "
                     "worker/targets worker/insight worker/sanitize",
    "worker": "protocol confine insight/waves worker/builtins worker/ir worker/analyses worker/passes worker/frontend worker/strip "
              "worker/targets worker/insight worker/sanitize worker/server",
}
# What files in folders without_compiler/ may include besides. The build with the compiler has no object of those in APART.
WITHOUT_COMPILER = {"toolchain": "farm"}
APART = {"without_compiler", "windows"}
ROOMS_FOLDER = "tools"
NO_ROOMS = ("builtins", "clrun", "help")  # layers of their own
HALLS = ("clc", "insight")  # each folder in them is a room

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
    "clc-worker": r"libLLVM.*|libclang-cpp.*|libz\.so.*|libzstd\.so.*",  # none where they are linked statically; the last two are LLD's
    "clc-driver": r"libOpenCL\.so.*",
    "clc-farm": r"lib(curl|nghttp2|ssl|zstd)\.so.*",
    "clc-warm": r"libOpenCL\.so.*",
    "clrun": r"libOpenCL\.so.*",
    "clc_c_interface": r"",  # it opens the loader
    "clc_layer": r"",  # the loader opens it, and calling the loader from inside would recurse
    "clc_remote": r"lib(hiredis|nghttp2|zstd)\.so.*",  # libcurl takes longer to load than a server near by to answer
    "clc_remote_tls": r"lib(curl|hiredis|nghttp2|ssl|zstd)\.so.*",
}
# All that others see of a module that clc opens.
EXPORTS = {"clc_remote": {"clc_remote_api"}, "clc_remote_tls": {"clc_remote_api"},
           "clc_layer": {"clGetLayerInfo", "clInitLayer", "clInitLayerWithProperties"}}

# Nothing that runs packages can compile: these functions are not referred to.
NO_COMPILING = r"clCreateProgramWithSource|clCompileProgram|clLinkProgram|clCreateProgramWithBuiltInKernels"
SYMBOLS = {"clc_runtime": NO_COMPILING, "clc_algorithms": NO_COMPILING, "clrun": NO_COMPILING,
           "clc": r"cl[A-Z]\w*|curl_.*", "clc_parts": r"dlopen|curl_.*", "clc_commands": r"dlopen|curl_.*", "clc-worker": r"cl[A-Z]\w*",
           "clc_layer": r"cl[A-Z]\w*", "clc_c_interface": r"cl[A-Z]\w*"}


# Layers that run on other systems than Linux, and the one place where they speak to the system.
PORTABLE = {"base", "package", "cache", "runtime", "c-interface", "layer", "recording"}
DRIVERS = {"front", "emulator", "cuda"}  # which call all of C and of its maths
PLATFORM = "base/platform/"
# Headers of libraries and of C that they may include; others with a name like these are the system's.
PORTABLE_HEADERS = r"(CL|nlohmann|tl|clc)/.*|zstd\.h|std(int|def)\.h|immintrin\.h"
# Functions of C and of libraries that they may call. Names with an underscore in front are the compiler's, and the threads of
# pthread and nanosleep are those of C++.
PORTABLE_CALLS = (r"_.*|mem(cpy|move|set|cmp|chr)|bcmp|str(len|cmp|ncmp|chr|to[a-z]+)|snprintf|to(lower|upper)|is[a-z]+|localeconv|getenv|atexit|time|nanosleep|"
                  r"l?l?round|ldexp|pthread_(mutex|cond|once|key|rwlock|[gs]etspecific)\w*|cl[A-Z]\w*|ZSTD_\w*")


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
        if target is None or (object_path.startswith(("bench/", "tests/")) and target not in INCLUDES):
            continue  # tests and benchmarks may include everything
        if target not in INCLUDES:
            wrong.append(f"{target}: not in the table of layers: add it to INCLUDES in {os.path.basename(__file__)}")
            continue
        seen.add(target)
        layers, libraries = (set(names.split()) for names in INCLUDES[target])
        libraries |= set(ONE_SOURCE.get(source_of_object(object_path), "").split())
        for header in really_read(headers):
            kind, owner = owner_of(os.path.join(build, header), source, build)
            if (kind == "layer" and owner not in layers) or (kind == "library" and owner not in libraries):
                wrong.append(f"{object_path} includes {header}: {target} may not use {owner}")
    return wrong, seen


def room_of(path):
    """The room of a file of tools, by its path from the top of the tree; None for other files."""
    if not path.startswith(ROOMS_FOLDER + "/"):
        return None
    folder = os.path.dirname(path)[len(ROOMS_FOLDER) + 1:]
    if folder.split("/")[0] in NO_ROOMS:
        return None
    while folder not in ROOMS and "/" in folder and os.path.dirname(folder) not in HALLS:
        folder = os.path.dirname(folder)
    return folder


def place_of(path):
    """The room of a file of tools; the layer of other files, with the headers that are not installed: what the tests of
    calls and declarations count with."""
    room = room_of(path)
    if room is not None:
        return room
    folders = [folder for folder in FOLDERS if path.startswith(folder + "/")]
    return FOLDERS[max(folders, key=len)].removesuffix("-internal") if folders else None


def place_of_object(object_path):
    return place_of(source_of_object(object_path))


OPTIONAL = {"remote-grpc", "farm"}  # there where their libraries are
LOWER = {layer.removesuffix("-internal") for folder, layer in FOLDERS.items() if not folder.startswith(ROOMS_FOLDER + "/")}


def places_below(objects):
    """{place: the places that it may call}: the layers whose headers its objects' targets may include, and in tools the
    rooms of the table."""
    below = {}
    for path in objects:
        place, target = place_of_object(path), target_of(path)
        if place not in ROOMS and place not in LOWER or target not in INCLUDES:
            continue
        layers = {layer.removesuffix("-internal") for layer in INCLUDES[target][0].split()}
        below.setdefault(place, {place, *ROOMS.get(place, "").split()}).update(layers & LOWER)
    return below


def is_portable(path, places=frozenset(PORTABLE)):
    """True for files of the layers that leave the system to the folders in PLATFORM."""
    return place_of(path) in places and not (path.startswith(PLATFORM) and "/" in path[len(PLATFORM):])


def system_header_violations(texts):
    """Complaints about {path: text}: only PLATFORM includes a header of a system, or asks which one it is."""
    wrong = []
    for path, text in sorted(texts.items()):
        if not is_portable(path, PORTABLE | DRIVERS):
            continue
        names = [name for name in re.findall(r"^ *# *include *<([^>]+)>", text, re.M) if re.search(r"[./]", name)]
        wrong += [f"{path} includes <{name}>: only {PLATFORM} may" for name in names if not re.fullmatch(PORTABLE_HEADERS, name)]
        wrong += [f"{path} asks for {name}: only {PLATFORM} may" for name in re.findall(r"^ *# *(?:el)?if.*\b(_WIN32|__linux__|__APPLE__)", text, re.M)]
    return wrong


def system_call_violations(wanted):
    """Complaints about {object: names of C that it wants}: only PLATFORM calls the system."""
    return [f"{path} calls {name}: only {PLATFORM} may" for path, names in sorted(wanted.items()) if is_portable(source_of_object(path))
            for name in sorted(names) if not re.fullmatch(PORTABLE_CALLS, name)]


def c_names_of(lines):
    """The names without a namespace that an object wants of others, of what nm says of it."""
    return set(re.findall(r"^ +[Uvw] (\w+)$", "\n".join(lines), re.M))


def room_violations(deps, source, build):
    """Complaints about the objects of tools, and which rooms had any."""
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


def room_of_include(name):
    """The room of a header of tools, as an include names it; None for headers of layers and of the includer's own folder."""
    if "/" not in name or name.startswith("clc/"):
        return None
    return next((room for room in (room_of(f"{ROOMS_FOLDER}/clc/{name}"), room_of(f"{ROOMS_FOLDER}/{name}")) if room in ROOMS), None)


def written_include_violations(texts):
    """Complaints about {path: text} of files in the folders of APART, by the includes that are written there."""
    wrong = []
    for path, text in sorted(texts.items()):
        room, folders = room_of(path), set(path.split("/")[:-1])
        if room not in ROOMS or not folders & APART:
            continue
        allowed = {None, room, *ROOMS[room].split(), *(WITHOUT_COMPILER.get(room, "").split() if "without_compiler" in folders else ())}
        wrong += [f"{path} includes {name}: {room} may not use {room_of_include(name)}"
                  for name in re.findall(r'^ *# *include *"([^"]+)"', text, re.M) if room_of_include(name) not in allowed]
    return wrong


def source_of_object(object_path):
    """tools/clc/CMakeFiles/clc_parts.dir/plan/plan.cpp.o -> tools/clc/plan/plan.cpp; of several sources of a folder, see
    cmake/clc_targets.cmake, tools/clc/CMakeFiles/clc_parts.dir/Unity/unity_tools.clc.plan.0_cxx.cxx.o -> tools/clc/plan/0"""
    if several := re.search(r"/Unity/unity_(.+)_cxx\.cxx\.o$", object_path):
        return several.group(1).replace(".", "/")
    match = re.fullmatch(r"(.*?)/?CMakeFiles/[^/]+\.dir/(.+)\.o", object_path)
    return os.path.join(match.group(1), match.group(2)) if match else ""


def room_of_object(object_path):
    """tools/clc/CMakeFiles/clc_parts.dir/plan/plan.cpp.o -> clc/plan; None for objects of other folders."""
    return room_of(source_of_object(object_path))


def listed_symbols(paths, folder):
    """{object: the lines that nm says of it, demangled}."""
    listed = {path: [] for path in paths}
    for line in output_of("nm", "-C", "-A", *paths, cwd=folder).splitlines():
        path, _, symbol = line.partition(":")
        listed[path].append(symbol)
    return listed


def symbols_of(lines):
    """The names of this project that an object defines for others, and what it wants of others, of what nm says of it."""
    defined, wanted = set(), set()
    for line in lines:
        match = re.fullmatch(r"[0-9a-f ]{16} ([TDBRU]) (clc::.+)", line)
        if match:
            (wanted if match.group(1) == "U" else defined).add(match.group(2))
    return defined, wanted


def call_violations(symbols):
    """Complaints about {object: (defined, wanted)}: what a place wants must be its own, or of a place that it may include."""
    places_of = {}
    for object_path, (defined, _) in symbols.items():
        for symbol in defined:
            places_of.setdefault(symbol, set()).add(place_of_object(object_path))
    wrong, below = [], places_below(symbols)
    for object_path, (_, wanted) in sorted(symbols.items()):
        place = place_of_object(object_path)
        if place not in below:
            continue
        wrong += [f"{object_path} calls {symbol} of {', '.join(sorted(places_of[symbol]))}: {place} may not"
                  for symbol in sorted(wanted) if symbol in places_of and not places_of[symbol] & below[place]]
    return wrong


def program_of(place):
    first = place.split("/")[0]
    return first if first in ("worker", "driver", "clrun") else "clc"


def declared_names(header):
    """The functions and the classes, each with its namespaces, that a header declares or defines at the left margin; of
    templates no object holds a definition for others."""
    spaces, names, before = [], [], ""
    for line in header.splitlines():
        if opened := re.match(r"(?:inline )?namespace ([\w:]+) \{", line):
            spaces.append(opened.group(1))
        elif line.startswith("}  // namespace"):
            spaces = spaces[:-1]
        elif not before.startswith("template") and (
                match := re.match(r"(?:class|struct) (\w+)(?: final)?(?: :[^:].*)? ?\{", line) or
                re.match(r"(?!//|#|\s)[\w:<>,&* ]*?\b(\w+)\(", line)):
            names.append("::".join([*spaces, match.group(1)]))
        before = line
    return names


def scopes_of(symbol):
    """What a definition defines, and the classes around it: clc::cache::Remote::get(int) is of clc::cache::Remote."""
    parts = re.split(r"\(|\[abi", symbol)[0].split("::")
    return ["::".join(parts[:end]) for end in range(2, len(parts) + 1)]


def declaration_violations(headers, symbols):
    """Complaints about {header: text}: a header declares no function, and no class, that only a place above defines."""
    places_of, below = {}, places_below(symbols)
    for object_path, (defined, _) in symbols.items():
        for symbol in defined:
            for name in scopes_of(symbol):
                places_of.setdefault(name, set()).add(place_of_object(object_path))
    wrong = []
    for path, text in sorted(headers.items()):
        place = place_of(path)
        for name in declared_names(text) if place in below else []:
            # Names of clc-worker, clc-driver and clrun, programs of their own, mean other things.
            defining = places_of.get(name, set())
            others = {other for other in defining if program_of(other) == program_of(place)}
            if others and not defining & below[place]:
                wrong.append(f"{path} declares {name}, which {', '.join(sorted(others))} defines: {place} may not")
    return wrong


def texts_of_places(source, endings):
    texts = {}
    for top in dict.fromkeys(folder.split("/")[0] for folder in FOLDERS):
        for folder, _, names in os.walk(os.path.join(source, top)):
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), source)
                if name.endswith(endings) and place_of(path) is not None:
                    with open(os.path.join(source, path), encoding="utf-8") as file:
                        texts[path] = file.read()
    return texts


def link_violations(target, path):
    text = output_of("readelf", "-d", path)
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
    allowed = f"(?:{ALWAYS_LINKED})" + (f"|(?:{LINKS[target]})" if LINKS[target] else "")
    wrong = [f"{path} links {name}: {target} may not" for name in needed if not re.fullmatch(allowed, name)]
    for folders in re.findall(r"\(R(?:UN)?PATH\).*\[(.*)\]", text):
        # An empty name is the current folder.
        wrong += [f"{path} looks for libraries in '{folder}', which depends on where it is started"
                  for folder in folders.split(":") if not folder.startswith(("/", "$ORIGIN"))]
    return wrong


def symbol_violations(target, path):
    text = output_of("nm", "-u", path)
    names = {line.split()[-1].split("@")[0] for line in text.splitlines() if re.match(r"^\s+[Uvw] ", line)}
    return [f"{path} refers to {name}: {target} may not" for name in sorted(names)
            if re.fullmatch(SYMBOLS[target], name)]


def export_violations(target, path):
    text = output_of("nm", "-D", "--defined-only", path)
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

    deps = read_ninja_deps(output_of(options.ninja, "-C", options.build, "-t", "deps"))
    folders = os.path.realpath(options.source), os.path.realpath(options.build)
    wrong, seen = include_violations(deps, *folders)
    wrong_rooms, rooms = room_violations(deps, *folders)
    wrong += wrong_rooms + [f"{room}: no object of this room was found: build everything before this test" for room in ROOMS if room not in rooms and room not in OPTIONAL]
    listed = listed_symbols([path for path in deps if place_of_object(path) is not None
                             and os.path.exists(os.path.join(options.build, path))], options.build)
    symbols = {path: symbols_of(lines) for path, lines in listed.items()}
    wrong += [f"{place}: no object of this layer was found: build everything before this test" for place in sorted(LOWER - OPTIONAL - places_below(symbols).keys())]
    wrong += call_violations(symbols) + declaration_violations(texts_of_places(options.source, (".h",)), symbols)
    portable = [path for path in symbols if is_portable(source_of_object(path))]
    texts = texts_of_places(options.source, (".h", ".cpp"))
    wrong += system_header_violations(texts) + written_include_violations(texts)
    wrong += system_call_violations({path: c_names_of(listed[path]) for path in portable})
    checked = 0
    for item in options.file:
        target, path = item.split("=", 1)
        if target not in seen:
            wrong.append(f"{target}: no dependency file of it was found: build everything before this test")
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
    print(f"{len(deps)} objects of {len(seen)} layered targets and {len(rooms)} rooms, {len(portable)} portable ones, {checked} link and symbol lists: "
          f"{len(wrong)} violations")
    sys.exit(1 if wrong or not seen else 0)


if __name__ == "__main__":
    main()
