#include "device/from_source.h"

#include <CL/cl.h>
#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace clc::device_tests {
namespace {

struct Source {
  std::string text;
  std::string options;
  std::string kernel;
};

std::string source_folder;  // empty: programs are what the runtime makes of packages
Source source;

// The folders of kernels, and the options that tests/device/CMakeLists.txt compiles them with.
constexpr struct {
  const char* folder;
  const char* options;
} k_folders[] = {
    {"kernels", ""},
    {"kernels_3", " -cl-std=CL3.0"},
    {"kernels_sub_groups", " -cl-std=CL3.0"},
    {"kernels_extensions", " -cl-std=CL3.0"},
};

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

cl_program program_from_source(cl_context context, cl_int* code) {
  const char* text = source.text.c_str();
  const std::size_t size = source.text.size();
  return clCreateProgramWithSource(context, 1, &text, &size, code);
}

}  // namespace

void build_from_source(const std::string& folder) {
  source_folder = folder;
}

bool is_built_from_source() {
  return !source_folder.empty();
}

void set_kernel(const std::string& module, const std::string& kernel) {
  source = {};
  for (const auto& [folder, options] : k_folders) {
    const std::filesystem::path path = std::filesystem::path(source_folder) / folder / (module + ".cl");
    std::ifstream file(path);
    if (!file) continue;
    std::ostringstream text;
    text << file.rdbuf();
    source = {text.str(), "-I " + path.parent_path().string() + options + " -DONLY -DONLY_" + kernel + "=0,", kernel};
  }
}

}  // namespace clc::device_tests

// These stand before the loader's own, because the program is searched first.
extern "C" {

cl_program clCreateProgramWithIL(cl_context context, const void* il, std::size_t size, cl_int* code) {
  using namespace clc::device_tests;
  if (is_built_from_source()) return program_from_source(context, code);
  return next<decltype(clCreateProgramWithIL)>("clCreateProgramWithIL")(context, il, size, code);
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                     const std::size_t* sizes, const unsigned char** binaries, cl_int* statuses,
                                     cl_int* code) {
  using namespace clc::device_tests;
  if (!is_built_from_source()) {
    return next<decltype(clCreateProgramWithBinary)>("clCreateProgramWithBinary")(context, count, devices, sizes,
                                                                                  binaries, statuses, code);
  }
  for (cl_uint i = 0; statuses != nullptr && i < count; ++i) statuses[i] = CL_SUCCESS;
  return program_from_source(context, code);
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                      void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  using namespace clc::device_tests;
  const char* const wanted = is_built_from_source() ? source.options.c_str() : options;
  return next<decltype(clBuildProgram)>("clBuildProgram")(program, count, devices, wanted, notify, data);
}

// The runtime creates every kernel of the module. Those that the source left out are stood for by the one that is
// wanted.
cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* code) {
  using namespace clc::device_tests;
  const auto create = next<decltype(clCreateKernel)>("clCreateKernel");
  const cl_kernel kernel = create(program, name, code);
  return kernel != nullptr || !is_built_from_source() ? kernel : create(program, source.kernel.c_str(), code);
}

}  // extern "C"
