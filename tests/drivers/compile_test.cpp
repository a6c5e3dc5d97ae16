// Programs from source, compiled by a command in the place of clc.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "catch_all.h"
#include "fake_devices.h"

namespace clc::front::testing {
namespace {

namespace fs = std::filesystem;

// Compiles every source without the word "bad", links every object without "unlinkable", and refuses the option -odd.
// An option of a program on the command line would be one of clc's own.
constexpr const char* k_command = R"(#!/bin/sh
for last; do :; done
case "$*" in *-odd*|*TYPE*) echo "on the command line: $*" >&2; exit 1;; esac
case "$*" in *"--timeout 3600 "*) ;; *) echo "gives up too early: $*" >&2; exit 1;; esac
case "$CLC_OPTIONS_APPEND" in *odd*|*TYPE*) echo "appended: $CLC_OPTIONS_APPEND" >&2; exit 1;; esac
case "$CLC_OPTIONS" in
*'"-odd"'*) echo "CLC_OPTIONS: no option -odd" >&2; exit 2;;
*'"-DTYPE=\"a b\""'*) ;;
*TYPE*) echo "options: $CLC_OPTIONS" >&2; exit 1;;
esac
folder=$(dirname "$last")
if grep -q bad "$folder/program.cl" || grep -qs unlinkable "$folder"/object*; then echo "$folder/program.cl:1:1: error: bad" >&2; exit 1; fi
case $last in
*.clcpack) cat "$folder/program.cl" > "$last";;
*) mkdir "$last" && printf 'fake 1' > "$last/code.bin" && echo '{}' > "$last/manifest.clc.json";;
esac
)";

// The command, for as long as the value lives.
class Command {
 public:
  Command() : folder_(fs::temp_directory_path() / ("clc-front-tests-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    const fs::path file = folder_ / "clc";
    std::ofstream(file) << k_command;
    fs::permissions(file, fs::perms::owner_all);
    ::setenv("CLC_DRIVER_CLC", file.c_str(), 1);
  }
  ~Command() {
    ::setenv("CLC_DRIVER_CLC", "/nowhere/clc", 1);
    fs::remove_all(folder_);
  }
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

 private:
  fs::path folder_;
};

cl_program from_source(const Scene& scene, const char* source) {
  cl_int code = CL_SUCCESS;
  const cl_program program = cl.clCreateProgramWithSource(scene.context, 1, &source, nullptr, &code);
  REQUIRE(code == CL_SUCCESS);
  return program;
}

cl_int build(cl_program program, const char* options = nullptr) {
  return cl.clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
}

cl_int compile(cl_program program) {
  return cl.clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr);
}

std::string log_of(const Scene& scene, cl_program program) {
  char text[200] = {};
  REQUIRE(cl.clGetProgramBuildInfo(program, scene.devices[1], CL_PROGRAM_BUILD_LOG, sizeof text, text, nullptr) ==
          CL_SUCCESS);
  return text;
}

}  // namespace

TEST_CASE("clc compiles sources, and its messages are the log") {
  const Command command;
  const Scene scene;
  const cl_program good = from_source(scene, "good"), bad = from_source(scene, "bad");
  CHECK(build(good, R"(-DTYPE='"a b"')") == CL_SUCCESS);
  const cl_kernel kernel = cl.clCreateKernel(good, "add", nullptr);
  CHECK(kernel != nullptr);
  CHECK(build(bad) == CL_BUILD_PROGRAM_FAILURE);
  CHECK(log_of(scene, bad) == "program.cl:1:1: error: bad\n");
  CHECK(build(bad, "-odd") == CL_INVALID_BUILD_OPTIONS);
  CHECK(log_of(scene, bad) == "no option -odd\n");
  CHECK(build(bad, "-DN=3 --strip") == CL_INVALID_BUILD_OPTIONS);
  CHECK(log_of(scene, bad) == "clc: error: unknown build option '--strip'\n");
  cl.clReleaseKernel(kernel);
  cl.clReleaseProgram(good);
  cl.clReleaseProgram(bad);
}

TEST_CASE("Compiled programs are linked, and a link that fails has a program with the log") {
  const Command command;
  const Scene scene;
  const cl_program one = from_source(scene, "one"), other = from_source(scene, "other");
  const cl_program inputs[] = {one, other};
  cl_int code = CL_SUCCESS;
  const auto link = [&](const char* options) {
    return cl.clLinkProgram(scene.context, 0, nullptr, options, 2, inputs, nullptr, nullptr, &code);
  };
  CHECK(link(nullptr) == nullptr);
  CHECK(code == CL_INVALID_OPERATION);
  REQUIRE(compile(one) == CL_SUCCESS);
  REQUIRE(compile(other) == CL_SUCCESS);
  const cl_program linked = link("");
  CHECK(code == CL_SUCCESS);
  CHECK(link("-nonsense") == nullptr);
  CHECK(code == CL_INVALID_LINKER_OPTIONS);
  const cl_program library = link("-create-library");
  CHECK(code == CL_SUCCESS);
  const cl_program of_library =
      cl.clLinkProgram(scene.context, 0, nullptr, nullptr, 1, &library, nullptr, nullptr, &code);
  CHECK(code == CL_SUCCESS);
  const cl_program third = from_source(scene, "unlinkable");
  REQUIRE(compile(third) == CL_SUCCESS);
  const cl_program failed = cl.clLinkProgram(scene.context, 0, nullptr, nullptr, 1, &third, nullptr, nullptr, &code);
  CHECK(code == CL_LINK_PROGRAM_FAILURE);
  REQUIRE(failed != nullptr);
  CHECK(log_of(scene, failed) == "program.cl:1:1: error: bad\n");
  for (const cl_program program : {linked, library, of_library, third, failed})
    CHECK(cl.clReleaseProgram(program) == CL_SUCCESS);
  cl.clReleaseProgram(one);
  cl.clReleaseProgram(other);
}

TEST_CASE("Objects go into binaries and back") {
  const Command command;
  const Scene scene;
  const cl_program program = from_source(scene, "one");
  REQUIRE(compile(program) == CL_SUCCESS);
  std::size_t sizes[2] = {};
  REQUIRE(cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, nullptr) == CL_SUCCESS);
  std::vector<unsigned char> first(sizes[0]), second(sizes[1]);
  unsigned char* places[] = {first.data(), second.data()};
  REQUIRE(cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof places, places, nullptr) == CL_SUCCESS);
  const unsigned char* binaries[] = {first.data(), second.data()};
  cl_int code = CL_SUCCESS;
  const cl_program again =
      cl.clCreateProgramWithBinary(scene.context, 2, scene.devices, sizes, binaries, nullptr, &code);
  REQUIRE(code == CL_SUCCESS);
  cl_program_binary_type type = 0;
  CHECK(cl.clGetProgramBuildInfo(again, scene.devices[0], CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr) ==
        CL_SUCCESS);
  CHECK(type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  for (std::size_t size = 0; size < sizes[0]; ++size) {
    CAPTURE(size);
    CHECK(cl.clCreateProgramWithBinary(scene.context, 1, scene.devices, &size, binaries, nullptr, &code) == nullptr);
  }
  ::setenv("CLC_DRIVER_CLC", "/nowhere/clc", 1);
  CHECK(cl.clLinkProgram(scene.context, 0, nullptr, nullptr, 1, &again, nullptr, nullptr, &code) == nullptr);
  CHECK(code == CL_LINKER_NOT_AVAILABLE);
  cl.clReleaseProgram(again);
  cl.clReleaseProgram(program);
}

}  // namespace clc::front::testing
