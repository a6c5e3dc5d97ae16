#!/usr/bin/env python3
"""What is shipped exports what is meant for others, and nothing of the libraries in it; so does a plug-in that links clc::runtime,
by CMake and by pkg-config, which then works in a program with another zstd, and is unloaded.

usage: exports_test.py --prefix DIR --cxx COMPILER
"""
import argparse
import fnmatch
import glob
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, hold, output_of, run, skip, succeed, temporary_folder  # noqa: E402

OURS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PLUGIN = """#include <clc/package/package.h>
#include <clc/runtime/program.h>
#include <clc/runtime/typed.h>
extern "C" __attribute__((visibility("default"))) int load(const char* path) {
  const auto package = clc::Package::open(path);
  if (!package || !package->read_all()) return 1;
  const auto device = clc::select_device("no device has this name");  // so that all of the runtime is linked
  if (!device) return 0;
  const auto queue = clc::Queue::create(*device);
  return queue && clc::Program::load(*queue, *package, "k") ? 0 : 2;
}
"""
HOST = """#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
size_t ZSTD_decompress(void* to, size_t size, const void* from, size_t count) { return (size_t)-20; }
size_t ZSTD_decompressDCtx(void* context, void* to, size_t size, const void* from, size_t count) { return (size_t)-20; }
size_t ZSTD_decompressStream(void* context, void* to, void* from) { return (size_t)-20; }
int main(int count, char** words) {
  void* plugin = dlopen(words[1], RTLD_NOW);
  if (plugin == NULL) return puts(dlerror()), 9;
  int result = ((int (*)(const char*))dlsym(plugin, "load"))(words[2]);
  if (result != 0) return result;
  dlclose(plugin);
  return dlopen(words[1], RTLD_NOW | RTLD_NOLOAD) == NULL ? 0 : 8;
}
"""
PROJECT = """cmake_minimum_required(VERSION 3.22)
project(plugin CXX)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
find_package(clc CONFIG REQUIRED COMPONENTS Runtime)
add_library(plugin MODULE plugin.cpp)
set_target_properties(plugin PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_SOURCE_DIR})
target_link_libraries(plugin PRIVATE clc::runtime)
"""


def exported(path):
    lines = output_of("nm", "-D", "--defined-only", path).splitlines()
    return {words[-1].split("@")[0] for words in map(str.split, lines) if len(words) == 3 and words[1] != "A"}


def listed(path):
    """The names, and patterns of names, in a list of a linker."""
    with open(os.path.join(OURS, path), encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
    return re.findall(r"(\w+\*?);", text)


def is_standard(symbol):
    """Whoever uses the shared libstdc++ shares with it what both compiled of its templates."""
    return re.match(r"_ZZ?N?V?K?S[tabsdio]|_ZT[ISV]N?St|_ZGVNSt|_ZNK?9__gnu_cxx", symbol) is not None


def what_is_shipped(prefix):
    tables = {"libclc-runtime.so": "runtime/c_interface/exports.map", "libclc-layer.so": "layer/exports.map",
              "clc-remote.so": "cache/remote/module/exports.map", "clc-remote-tls.so": "cache/remote/module/exports.map",
              "libclc-emulator.so": "drivers/exports.map",
              "libclc-cuda.so": "drivers/exports.map",
              "clc-driver": "tools/driver/exports.list"}
    seen = 0
    for path in sorted(sum((glob.glob(os.path.join(prefix, place)) for place in ("bin/*", "lib*/*.so*", "libexec/clc/*")), [])):
        with open(path, "rb") as file:
            if file.read(4) != b"\x7fELF":
                continue
        name = os.path.basename(path)
        allowed = listed(tables[name]) if name in tables else []
        others = {symbol for symbol in exported(path) if not any(fnmatch.fnmatchcase(symbol, pattern) for pattern in allowed) and
                  (name.endswith(".so") or not is_standard(symbol))}
        check(not others, f"{name} exports what is meant for others", f"{len(others)} more: {sorted(others)[:20]}")
        seen += 1
    hold(seen >= 6, f"only {seen} files were looked at in {prefix}")


def check_plugin(folder, what):
    found = {symbol for symbol in exported(os.path.join(folder, "plugin.so")) if not is_standard(symbol)}
    check(found == {"load"}, f"a plug-in {what} exports its own function", f"{len(found)}: {sorted(found)[:20]}")
    done = run("./host", "./plugin.so", "k.clcpack", cwd=folder)
    check(done.returncode == 0, f"a plug-in {what} in a program with another zstd", f"exit {done.returncode}: {done.stdout}{done.stderr}")


def plugins(prefix, compiler, folder):
    for name, text in ("plugin.cpp", PLUGIN), ("host.c", HOST), ("CMakeLists.txt", PROJECT), ("k.cl", "".join(
            f"kernel void k{i}(global float* a) {{ a[0] = {i}; }}\n" for i in range(60))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    succeed(os.path.join(prefix, "bin/clc"), "compile", "k.cl", "-t", "spirv64", "--compress", "-o", "k.clcpack", cwd=folder)
    # With libstdc++, which would otherwise come with the plug-in, use its copies of templates, and hold it.
    succeed("cc", "-w", "-rdynamic", "host.c", "-o", "host", "-ldl", "-Wl,--no-as-needed", "-lstdc++", cwd=folder)
    succeed("cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}", cwd=folder)
    succeed("cmake", "--build", "build", cwd=folder)
    check_plugin(folder, "by CMake")
    if shutil.which("pkg-config") is None:
        return skip("a plug-in by pkg-config", "no pkg-config")
    variables = environment(PKG_CONFIG_PATH=os.pathsep.join(glob.glob(os.path.join(prefix, "lib*/**/pkgconfig"), recursive=True)))
    for words in f"{compiler} -O0", "g++ -O0", "g++ -O2":
        # eval: blanks of paths are escaped in what pkg-config says.
        succeed("sh", "-c", f'eval "{words} -std=c++17 -shared -fPIC -fvisibility=hidden $(pkg-config --cflags clc) plugin.cpp -o plugin.so '
                '$(pkg-config --libs clc)"', cwd=folder, env=variables)
        check_plugin(folder, f"by pkg-config, {words}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--cxx", required=True)
    options = parser.parse_args()
    what_is_shipped(options.prefix)
    with temporary_folder("clc-exports-", own_cache=True) as folder:
        plugins(options.prefix, options.cxx, folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
