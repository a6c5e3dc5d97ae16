#include "base/platform/libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

#include <bit>
#include <filesystem>
#include <system_error>

namespace clc::platform {

const char* const k_opencl_loader = "libOpenCL.so.1";
const char* const k_end_of_libraries = ".so";
const char* const k_how_to_get_opencl = "install one (Debian: ocl-icd-libopencl1)";
const char* const k_cuda_driver = "libcuda.so.1";

void* open_library(const std::string& name, std::string& why) {
  if (void* library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL); library != nullptr) return library;
  const char* text = ::dlerror();
  why = text != nullptr ? text : name;
  return nullptr;
}

void* find_function(void* library, const char* name) {
  return ::dlsym(library, name);
}

void close_library(void* library) {
  ::dlclose(library);
}

void keep_loaded(const void* code) {
  if (const std::string library = library_with(code); !library.empty())
    ::dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

std::string library_with(const void* code) {
  Dl_info library{};
  if (::dladdr(code, &library) == 0 || library.dli_fname == nullptr) return {};
  return library.dli_fname;
}

std::string program_with(const void* code) {
  Dl_info info{};
  link_map* map = nullptr;
  void* extra = nullptr;
  const bool is_known = ::dladdr1(code, &info, &extra, RTLD_DL_LINKMAP) != 0;
  map = static_cast<link_map*>(extra);
  // The program itself has no name there.
  const bool is_library = is_known && map != nullptr && map->l_name != nullptr && map->l_name[0] != '\0';
  if (!is_library) return running_program();
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(map->l_name, error);
  return error ? std::string() : file.string();
}

std::string running_program() {
  std::error_code error;
  std::filesystem::path file = std::filesystem::read_symlink("/proc/self/exe", error);
  // Without /proc: the name by which it was started.
  const auto* const name = std::bit_cast<const char*>(::getauxval(AT_EXECFN));
  if (error && name != nullptr) file = std::filesystem::canonical(name, error);
  return error ? std::string() : file.string();
}

}  // namespace clc::platform
