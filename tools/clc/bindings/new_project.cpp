#include "bindings/new_project.h"

#include <string_view>

#include "base/text.h"

namespace clc {
namespace {

// @NAME@ and @TARGETS@ are replaced.
struct ProjectFile {
  const char* path;
  std::string_view text;
};

constexpr ProjectFile k_files[] = {
    {"CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.22)
project(@NAME@ LANGUAGES CXX)
enable_testing()

find_package(clc CONFIG REQUIRED COMPONENTS Compiler Runtime)

# The kernels, as a package beside the program. `clc targets` lists what they can be compiled for.
clc_add_kernels(kernels
  SOURCES kernels/saxpy.cl
  TARGETS @TARGETS@
  LAUNCHERS)

add_library(saxpy STATIC src/saxpy.cpp)
target_compile_features(saxpy PUBLIC cxx_std_17)
target_include_directories(saxpy PUBLIC src)
target_link_libraries(saxpy PUBLIC kernels)

add_executable(@NAME@ src/main.cpp)
target_link_libraries(@NAME@ PRIVATE saxpy)

add_executable(saxpy_test tests/saxpy_test.cpp)
target_link_libraries(saxpy_test PRIVATE saxpy)
add_test(NAME saxpy COMMAND saxpy_test)
set_tests_properties(saxpy PROPERTIES SKIP_RETURN_CODE 77)
clc_add_kernel_tests(kernels)  # kernels/saxpy.test.json

# `cmake --install` puts the package where the installed program looks for it.
install(TARGETS @NAME@)
clc_install_kernels(kernels DESTINATION share/@NAME@)
)"},
    {"kernels/saxpy.cl", R"(// y[i] += a * x[i]
kernel void saxpy(float a, global const float* restrict x, global float* restrict y, uint count) {
  const size_t i = get_global_id(0);
  if (i < count) y[i] += a * x[i];  // the global size may have been rounded up
}
)"},
    {"kernels/saxpy.test.json", R"({
  "tests": [
    {
      "kernel": "saxpy",
      "sizes": {"N": "vary"},
      "global": "N",
      "local": 64,
      "arguments": [2.5, "buffer:float:{N}", "buffer:float:{N}", "{N}"],
      "expected": "saxpy_reference.cpp:saxpy",
      "tolerance": "1e-6"
    }
  ]
}
)"},
    {"kernels/saxpy_reference.cpp", R"(// Gets the kernel's arguments, and fills the same buffers.
void saxpy(float a, const float* x, float* y, unsigned count) {
  for (unsigned i = 0; i < count; ++i) y[i] += a * x[i];
}
)"},
    {"src/saxpy.h", R"(#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"

// y += a * x, on the device that `device_name` chooses: empty takes the first GPU, else the first device.
// Gives the device and the target whose code ran.
clc::Result<std::string> saxpy(float a, const std::vector<float>& x, std::vector<float>& y,
                               const std::string& device_name = "");
)"},
    {"src/saxpy.cpp", R"(#include "saxpy.h"

#include "kernels.clc.h"

clc::Result<std::string> saxpy(float a, const std::vector<float>& x, std::vector<float>& y,
                               const std::string& device_name) {
  const auto device = clc::select_device(device_name);
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  const auto package = kernels::open_package();
  if (!package) return fail(package);
  const auto loaded = kernels::saxpy::load(*queue, *package);
  if (!loaded) return fail(loaded);

  const std::size_t bytes = y.size() * sizeof(float);
  const auto x_buffer = queue->allocate(bytes, CL_MEM_READ_ONLY);
  if (!x_buffer) return fail(x_buffer);
  const auto y_buffer = queue->allocate(bytes);
  if (!y_buffer) return fail(y_buffer);
  if (const auto done = queue->write(*x_buffer, x.data(), bytes); !done) return fail(done);
  if (const auto done = queue->write(*y_buffer, y.data(), bytes); !done) return fail(done);
  // The compiler checks the arguments against the kernel's.
  const auto time =
      loaded->saxpy(*queue, clc::range_1d(y.size()), a, clc::buffer<const cl_float>(*x_buffer),
                    clc::buffer<cl_float>(*y_buffer), static_cast<cl_uint>(y.size()));
  if (!time) return fail(time);
  if (const auto done = queue->read(*y_buffer, y.data(), bytes); !done) return fail(done);
  return device->facts.name + ", code for " + loaded->program.variant().target;
}
)"},
    {"src/main.cpp", R"(// @NAME@ [DEVICE]
#include <cstdio>

#include "saxpy.h"

int main(int argc, char** argv) {
  const std::vector<float> x(1000, 2.0F);
  std::vector<float> y(1000, 1.0F);
  const auto used = saxpy(3.0F, x, y, argc > 1 ? argv[1] : "");
  if (!used) {
    std::fprintf(stderr, "@NAME@: %s\n", used.error().message.c_str());
    return clc::exit_code(used.error().kind);
  }
  std::printf("1 + 3 * 2 = %g on %s\n", y.back(), used->c_str());
}
)"},
    {"tests/saxpy_test.cpp", R"(// The kernel against the same computation here.
#include <cstdio>

#include "saxpy.h"

int main() {
  std::vector<float> x(10007), y(x.size()), expected(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i % 97);
    y[i] = static_cast<float>(i % 31);
    expected[i] = y[i] + 2.0F * x[i];
  }
  const auto used = saxpy(2.0F, x, y);
  if (!used) {
    std::printf("%s\n", used.error().message.c_str());
    // No device, or none that takes one of the targets: nothing was tested.
    return used.error().kind == clc::ErrorKind::k_unavailable ? 77 : 1;
  }
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (y[i] == expected[i]) continue;
    std::printf("element %zu is %g, not %g, on %s\n", i, y[i], expected[i], used->c_str());
    return 1;
  }
  std::printf("passed on %s\n", used->c_str());
}
)"},
    {".gitignore", "/build/\n"},
};

std::string with(std::string text, std::string_view placeholder, std::string_view value) {
  for (std::size_t at = text.find(placeholder); at != std::string::npos;
       at = text.find(placeholder, at + value.size())) {
    text.replace(at, placeholder.size(), value);
  }
  return text;
}

}  // namespace

std::map<std::string, std::string> new_project_files(const std::string& name, const std::vector<std::string>& targets) {
  std::map<std::string, std::string> files;
  for (const ProjectFile& file : k_files) {
    files[file.path] = with(with(std::string(file.text), "@NAME@", name), "@TARGETS@", join(targets, " "));
  }
  return files;
}

}  // namespace clc
