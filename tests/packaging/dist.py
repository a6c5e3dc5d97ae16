"""Functions that the tests of what script/dist makes share."""
import argparse
import glob
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, environment, succeed  # noqa: E402

# A target of each family that needs no tool of others.
TARGETS = ["spirv64:1.2", "spirv32:1.2", "nvptx:sm_90", "amdgcn:gfx1100", "r600:cayman"]


def options(*flags):
    parser = argparse.ArgumentParser()
    for name in "dist", "build", "source":
        parser.add_argument(f"--{name}", required=True)
    for name in flags:
        parser.add_argument(f"--{name}", action="store_true")
    return parser.parse_args()


def made(folder, pattern):
    """The one file of the folder with such a name."""
    found = glob.glob(os.path.join(folder, pattern))
    if len(found) != 1:
        sys.exit(f"{folder} holds {len(found)} files {pattern}")
    return found[0]


def words_for_targets(targets):
    return [word for target in targets for word in ("-t", target)]


def write_project(source, how):
    """A project of kernels alone, and how it comes by clc."""
    os.mkdir(source)
    with open(os.path.join(source, "twice.cl"), "w", encoding="utf-8") as file:
        file.write("kernel void twice(global float* x) { x[get_global_id(0)] *= 2; }\n")
    with open(os.path.join(source, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write(f"cmake_minimum_required(VERSION 3.22)\nproject(kernels LANGUAGES NONE)\n{how}"
                   "clc_add_kernels(twice SOURCES twice.cl TARGETS spirv64 nvptx:sm_90 amdgcn:gfx1100)\n"
                   "add_custom_target(all_kernels ALL)\nadd_dependencies(all_kernels twice)\n")


def package_of(build):
    with open(made(os.path.join(build, "twice.clc"), "*.clcpack"), "rb") as file:
        return file.read()


def build_project(what, folder, prefix, extra=()):
    """Configures and builds kernels alone, with the clc below the prefix, and returns the package's bytes."""
    source, build = os.path.join(folder, "kernels"), os.path.join(folder, what.replace(" ", "-"))
    if not os.path.isdir(source):
        write_project(source, "find_package(clc CONFIG REQUIRED COMPONENTS Compiler)\n"
                      "get_target_property(location clc::clc LOCATION)\nmessage(STATUS \"clc: ${location}\")\n")
    said = succeed("cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", *extra).stdout
    check(f"clc: {os.path.realpath(prefix)}/" in said or f"clc: {prefix}/" in said, f"{what}: CMake finds this clc", said)
    code, output = code_and_output("cmake", "--build", build, env=environment(CLC_CACHE="0"))
    check(code == 0, f"{what}: a project is built", output)
    return package_of(build)
