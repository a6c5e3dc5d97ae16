#!/usr/bin/env python3
"""Shows that check_layers.py can fail: plants what it forbids, really compiled, and expects each to be found.

usage: planted_test.py --source DIR --compiler C++ --llvm-include DIR
"""
import argparse
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, finish, output_of, skip_all, succeed, temporary_folder  # noqa: E402

import check_layers

# target, folder of its sources, an include that it may not have, one that it may
PLANTED = [
    ("clc_package", "package", "CL/cl.h", "nlohmann/json.hpp"),
    ("clc_package", "package", "clc/runtime/device.h", "clc/base/digest.h"),
    ("clc_cache", "cache", "nlohmann/json.hpp", "base/file_io.h"),
    ("clc_runtime", "runtime", "nlohmann/json.hpp", "CL/cl.h"),
    ("clc_runtime_parts", "runtime", "layer/layer_settings.h", "clc/package/package.h"),
    ("clc_c_interface", "runtime/c_interface", "llvm/Config/llvm-config.h", "clc/package/package.h"),
    ("clc_layer_parts", "layer", "llvm/Config/llvm-config.h", "clc/cache/remote.h"),
    ("clc_cache", "cache", "clc/cache/remote.h", "clc/cache/store.h"),
    ("clc_algorithms", "kernels", "base/encoding/hex.h", "clc/package/binary_format.h"),
    ("clc_runtime_parts", "runtime", "common/algorithm.h", "clc/package/package.h"),
    ("clc_runtime", "runtime", "llvm/Config/llvm-config.h", "clc/runtime/queue.h"),
    ("clc_algorithms", "kernels", "protocol/protocol.h", "clc/runtime/queue.h"),
    ("clc_parts", "tools/clc", "llvm/Config/llvm-config.h", "support/command_line.h"),
    ("clc_parts", "tools/clc", "curl/curl.h", "clc/base/digest.h"),
    ("clc_remote_client", "cache/remote/client", "curl/curl.h", "clc/cache/store.h"),
    ("clc_remote_parts", "cache/remote/module", "curl/curl.h", "hiredis/hiredis.h"),
    ("clc_remote_tls", "cache/remote/module", "hiredis/hiredis.h", "curl/curl.h"),
    ("clc_commands", "tools/clc", "nlohmann/json.hpp", "serve/serve.h"),
    ("clc_commands", "tools/clc", "CLI/CLI.hpp", "support/command_line.h"),
    ("clrun_parts", "tools/clrun", "CLI/CLI.hpp", "support/command_line.h"),
    ("clc", "tools/clc", "CL/cl.h", "protocol/protocol.h"),
    ("clc-worker", "tools/worker", "CL/cl.h", "llvm/Config/llvm-config.h"),
    ("clc-driver", "tools/driver", "llvm/Config/llvm-config.h", "CL/cl.h"),
    ("clrun", "tools/clrun", "protocol/protocol.h", "common/algorithm.h"),
    ("clc_package_headers", "tests", "nlohmann/json.hpp", "clc/package/manifest.h"),
]
# A text that only base/platform/ may hold, and one that every layer may.
PLANTED_SYSTEM = [("#include <unistd.h>\n", "#include <filesystem>\n"), ("#include <windows.h>\n", "#include <zstd.h>\n"),
                  ("#include <sys/stat.h>\n", "#include <CL/cl.h>\n"), ("#ifdef __linux__\n#endif\n#if defined(_WIN32)\n#endif\n", "#if CHAR_BIT == 8\n#endif\n")]
ROOMS_FOLDER = check_layers.ROOMS_FOLDER
INCLUDE_FOLDERS = [".", "runtime", "base/include", "package/include", "package/internal", "runtime/include", "cache/include", "cache/remote/client/include", "kernels",
                   "tools", "tools/clc"]


def compiled_deps(options, folder, include):
    """The headers that the compiler reads for a source with this include. One that is not here, such as of gRPC, is no error."""
    source = os.path.join(folder, "planted.cpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write(f"#include <{include}>\n")
    paths = [os.path.join(options.source, name) for name in INCLUDE_FOLDERS] + [options.llvm_include]
    rule = output_of(options.compiler, "-std=c++23", "-M", "-MG", "-DCL_TARGET_OPENCL_VERSION=300", *[f"-I{path}" for path in paths], source)
    return rule.split(":", 1)[1].replace("\\\n", " ").split()[1:]


def test_includes(options, folder):
    for target, source_folder, forbidden, allowed in PLANTED:
        for include, bad in ((forbidden, True), (allowed, False)):
            deps = {f"{source_folder}/CMakeFiles/{target}.dir/planted.cpp.o": compiled_deps(options, folder, include)}
            wrong, seen = check_layers.include_violations(deps, options.source, folder)
            check(bool(wrong) == bad and seen == {target},
                  f"{target} with <{include}>: {'refused' if bad else 'accepted'}")
    wrong, _ = check_layers.include_violations({"tools/x/CMakeFiles/newcomer.dir/a.cpp.o": []}, options.source, folder)
    check(bool(wrong), "a target that the table does not know: refused")


def room_complaints(room, headers, source, folder):
    """Returns what check_layers says of a source in a room of tools, for which the compiler reads these headers."""
    return complaints_of(f"{room}/planted.cpp.o", headers, source, folder)


def complaints_of(name, headers, source, folder):
    return check_layers.room_violations({f"{ROOMS_FOLDER}/CMakeFiles/clc_parts.dir/{name}": headers}, source, folder)


def header_of(options, room):
    """A header that lies in this very room, as an include names it."""
    names = sorted(name for name in os.listdir(os.path.join(options.source, ROOMS_FOLDER, room)) if name.endswith(".h"))
    return os.path.join(room, names[0]) if names else None


def test_rooms(options, folder):
    """In each room a header of every other one: those that the table allows are accepted, the others refused."""
    rooms = list(check_layers.ROOMS)
    headers = {room: header_of(options, room) for room in rooms}
    included = {room: compiled_deps(options, folder, header) for room, header in headers.items() if header}
    for room in rooms:
        refused, accepted = [], []  # rooms
        for other in included:
            wrong, _ = room_complaints(room, included[other], options.source, folder)
            found = any(f"includes {ROOMS_FOLDER}/{headers[other]}:" in text for text in wrong)
            (refused if found else accepted).append(other)
        allowed = {room, *check_layers.ROOMS[room].split()}
        check(refused == [other for other in included if other not in allowed] and refused,
              f"{room} with a header of {', '.join(refused)}: refused")
        check(accepted, f"{room} with a header of {', '.join(accepted)}: accepted")
        wrong, _ = complaints_of(f"Unity/unity_{ROOMS_FOLDER}.{room.replace('/', '.')}.0_cxx.cxx.o", included[refused[0]], options.source, folder)
        check(bool(wrong), f"{room} with a header of {refused[0]}, several sources compiled as one: refused")
    wrong, _ = room_complaints("newcomer", [], options.source, folder)
    check(bool(wrong), "a source in a room that the table does not know: refused")


def test_unknown_room(options, folder):
    """A header in a room that the table does not know, in a tree of its own."""
    os.makedirs(os.path.join(folder, ROOMS_FOLDER, "newcomer"))
    header = os.path.join(folder, ROOMS_FOLDER, "newcomer/new.h")
    with open(header, "w", encoding="utf-8"):
        pass
    for room in check_layers.ROOMS:
        wrong, _ = room_complaints(room, compiled_deps(options, folder, header), folder, folder)
        check(len(wrong) == 1, f"{room} with a header of a room that the table does not know: refused")


# A file that the build with the compiler leaves out, an include that it may not have, one that it may.
PLANTED_APART = [
    ("tools/toolchain/without_compiler/a.cpp", "identity/memos.h", "farm/whole_call.h"),
    ("tools/toolchain/windows/a.cpp", "farm/whole_call.h", "support/interrupts.h"),
    ("tools/toolchain/windows/a.h", "package/ed25519.h", "clc/package/package.h"),
    ("tools/clc/commands/without_compiler/a.cpp", "worker/frontend/frontend.h", "farm/whole_call.h"),
    ("tools/clc/commands/layer/windows/a.cpp", "driver/build.h", "plan/plan.h"),
    ("tools/driver/windows/a.cpp", "toolchain/helpers.h", "base/text.h"),
]


def test_written_includes():
    for path, forbidden, allowed in PLANTED_APART:
        for include, bad in ((forbidden, True), (allowed, False)):
            wrong = check_layers.written_include_violations({path: f'#include "{include}"\n'})
            check(len(wrong) == bad, f"{path} with {include}: {'refused' if bad else 'accepted'}")


# A place and its object, one above it with its own, and a header of the first: nothing of the second may be called or
# declared there.
STEPS = [
    ("tools/CMakeFiles/clc_parts.dir/clc/plan/", "tools/CMakeFiles/clc_commands.dir/clc/commands/", "tools/clc/plan/planted.h"),
    ("cache/CMakeFiles/clc_cache.dir/", "cache/remote/CMakeFiles/clc_remote_client.dir/client/", "cache/include/clc/cache/planted.h"),
    ("runtime/CMakeFiles/clc_runtime_parts.dir/", "layer/CMakeFiles/clc_layer_parts.dir/calls/", "runtime/planted.h"),
    ("package/CMakeFiles/clc_package.dir/", "cache/CMakeFiles/clc_cache.dir/", "package/internal/package/planted.h"),
    ("base/CMakeFiles/clc_base.dir/", "tools/CMakeFiles/clc_parts.dir/clc/plan/", "base/planted.h"),
    ("kernels/CMakeFiles/clc_algorithms.dir/common/", "tools/CMakeFiles/clc_support.dir/support/", "kernels/common/planted.h"),
]


def test_system(options, folder):
    """A header of the system and a call to it, in each portable layer, in the place for them, and in a layer above."""
    source = os.path.join(folder, "system.cpp")
    wanted = {}
    for name, declaration in (("getpid", "int getpid()"), ("memcmp", "int memcmp(const void*, const void*, unsigned long)")):
        call = "getpid()" if name == "getpid" else "memcmp(a, b, n)"
        with open(source, "w", encoding="utf-8") as file:
            file.write(f'extern "C" {declaration};\nint call(const void* a, const void* b, unsigned long n) {{ return a && b && n && {call}; }}\n')
        succeed(options.compiler, "-fno-builtin", "-c", source, "-o", os.path.join(folder, name + ".o"))
        wanted[name] = check_layers.c_names_of(check_layers.listed_symbols([name + ".o"], folder)[name + ".o"])
    portable = {"base/a.cpp", "base/platform/a.h", "package/files/a.cpp", "runtime/kept/a.cpp", "runtime/c_interface/a.cpp",
                "cache/a.cpp", "layer/a.cpp", "layer/recording/a.cpp"}
    drivers = {"drivers/front/a.cpp", "drivers/emulator/machine/a.cpp", "drivers/cuda/a.cpp"}
    for path in sorted(portable | drivers | {"base/platform/posix/a.cpp", "cache/remote/module/a.cpp", "tools/clrun/a.cpp"}):
        bad = path in portable or path in drivers
        for forbidden, allowed in PLANTED_SYSTEM:
            check(bool(check_layers.system_header_violations({path: forbidden})) == bad, f"{path} with {forbidden.split(chr(10))[0]}: {'refused' if bad else 'accepted'}")
            check(not check_layers.system_header_violations({path: allowed}), f"{path} with {allowed.split(chr(10))[0]}: accepted")
        of_target = f"{os.path.dirname(path)}/CMakeFiles/planted.dir/a.cpp.o"
        check(bool(check_layers.system_call_violations({of_target: wanted["getpid"]})) == (path in portable), f"{path} that calls getpid: {'refused' if path in portable else 'accepted'}")
        check(not check_layers.system_call_violations({of_target: wanted["memcmp"]}), f"{path} that calls memcmp: accepted")


def test_calls(options, folder):
    """A call upwards, and a declaration below of what is defined above; really compiled, without any include."""
    defining, calling = os.path.join(folder, "defining.cpp"), os.path.join(folder, "calling.cpp")
    planted_class = "class Planted {\n public:\n  int word();\n};\n"
    with open(defining, "w", encoding="utf-8") as file:
        file.write("namespace clc { int planted_command(int words) { return words; } }\n"
                   f"namespace clc::more {{ {planted_class} int Planted::word() {{ return 1; }} }}\n")
    with open(calling, "w", encoding="utf-8") as file:
        file.write("namespace clc { int planted_command(int words); int call() { return planted_command(3); } }\n")
    for path in (defining, calling):
        succeed(options.compiler, "-c", path, "-o", path + ".o")
    listed = check_layers.listed_symbols([defining + ".o", calling + ".o"], folder)
    symbols = {path: check_layers.symbols_of(lines) for path, lines in listed.items()}
    headers = {"a function": "namespace clc {\n\nint planted_command(int words);\n\n}  // namespace clc\n",
               "a class": f"namespace clc::more {{\n\n{planted_class}\n}}  // namespace clc::more\n"}

    def objects(calling_folder, defining_folder):
        return {f"{calling_folder}calling.cpp.o": symbols[calling + ".o"], f"{defining_folder}defining.cpp.o": symbols[defining + ".o"]}

    for below, above, header in STEPS:
        low, high = check_layers.place_of_object(below + "x.o"), check_layers.place_of_object(above + "x.o")
        check(low != high and check_layers.call_violations(objects(below, above)), f"{low} that calls a function of {high}: refused")
        check(not check_layers.call_violations(objects(below, below + "more/")), f"{low} that calls one of its own: accepted")
        for kind, text in headers.items():
            check(len(check_layers.declaration_violations({header: text}, objects(below, above))) == 1,
                  f"{header} that declares {kind} of {high}: refused")
            check(not check_layers.declaration_violations({header: text}, objects(above, below)),
                  f"{header} that declares {kind} of {low}: accepted")
    for low, high in (("base/CMakeFiles/clc_base.dir/", "tools/CMakeFiles/clc_parts.dir/clc/plan/"),
                      ("cache/CMakeFiles/clc_cache.dir/", "layer/CMakeFiles/clc_layer_parts.dir/calls/"),
                      ("tools/CMakeFiles/clc_parts.dir/clc/plan/", "tools/CMakeFiles/clc_commands.dir/clc/commands/")):
        check(not check_layers.call_violations(objects(high, low)), f"{high} that calls a function of {low}: accepted")


def test_links_and_symbols(options, folder):
    source, program = os.path.join(folder, "main.cpp"), os.path.join(folder, "program")
    with open(source, "w", encoding="utf-8") as file:
        file.write('extern "C" void* clCreateProgramWithSource(void*, unsigned, const char**, const void*, int*);\n'
                   "int main() { return clCreateProgramWithSource(nullptr, 0, nullptr, nullptr, nullptr) == nullptr; }\n")
    succeed(options.compiler, source, "-o", program, "-lOpenCL")
    check(bool(check_layers.link_violations("clc", program)), "clc linked with OpenCL: refused")
    check(not check_layers.link_violations("clrun", program), "clrun linked with OpenCL: accepted")
    succeed(options.compiler, source, "-o", program, "-lOpenCL", "-Wl,-rpath,/usr/lib:")
    check(bool(check_layers.link_violations("clrun", program)), "clrun that looks for libraries where it is: refused")
    check(bool(check_layers.symbol_violations("clrun", program)), "clrun that can compile source: refused")
    check(bool(check_layers.symbol_violations("clc", program)), "clc that calls OpenCL: refused")
    module = os.path.join(folder, "module.so")
    for text, bad in (("void clc_remote_api() {}", False), ("void clc_remote_api() {} void curl_more() {}", True)):
        with open(source, "w", encoding="utf-8") as file:
            file.write(f'extern "C" {{ {text} }}\n')
        succeed(options.compiler, "-shared", "-fPIC", source, "-o", module)
        check(bool(check_layers.export_violations("clc_remote", module)) == bad,
              f"a module with {text}: {'refused' if bad else 'accepted'}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--llvm-include", required=True)
    options = parser.parse_args()
    options.source = os.path.realpath(options.source)
    if not os.path.isdir(os.path.join(options.llvm_include, "llvm")):
        skip_all("planted includes", f"LLVM's headers are not in {options.llvm_include}")
    with temporary_folder() as folder:
        test_includes(options, os.path.realpath(folder))
        test_rooms(options, os.path.realpath(folder))
        test_unknown_room(options, os.path.realpath(folder))
        test_written_includes()
        test_system(options, folder)
        test_calls(options, folder)
        test_links_and_symbols(options, folder)
    sys.exit(finish())


main()
