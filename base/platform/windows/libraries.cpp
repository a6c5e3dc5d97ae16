#include "base/platform/libraries.h"

#include <filesystem>

#include "base/platform/paths.h"
#include "base/platform/windows/system.h"

namespace clc::platform {

const char* const k_opencl_loader = "OpenCL.dll";
const char* const k_end_of_libraries = ".dll";
const char* const k_how_to_get_opencl = "it comes with a driver for this machine's device";
const char* const k_cuda_driver = "nvcuda.dll";

namespace {

// Null: that of the program.
std::string path_of(HMODULE module) {
  std::wstring path(32768, L'\0');
  path.resize(::GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size())));
  return to_text(path);
}

// The program or library that holds this code.
std::string module_with(const void* code) {
  HMODULE module = nullptr;
  constexpr DWORD k_flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
  if (::GetModuleHandleExW(k_flags, static_cast<LPCWSTR>(code), &module) == 0) return {};
  return path_of(module);
}

}  // namespace

// Neither the working folder nor PATH is looked into, where others could have put a library of this name.
void* open_library(const std::string& name, std::string& why) {
  const std::filesystem::path path = to_path(name);
  std::error_code error;
  const bool is_path = path.has_parent_path();
  const std::wstring wide = is_path ? std::filesystem::absolute(path, error).make_preferred().wstring() : to_wide(name);
  const DWORD beside = is_path ? LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR : 0;
  HMODULE library = ::LoadLibraryExW(wide.c_str(), nullptr, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | beside);
  if (library == nullptr) why = name + ": " + text_of(::GetLastError());
  return library;
}

void* find_function(void* library, const char* name) {
  return reinterpret_cast<void*>(::GetProcAddress(static_cast<HMODULE>(library), name));
}

void close_library(void* library) {
  ::FreeLibrary(static_cast<HMODULE>(library));
}

void keep_loaded(const void* code) {
  HMODULE module = nullptr;
  constexpr DWORD k_flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN;
  ::GetModuleHandleExW(k_flags, static_cast<LPCWSTR>(code), &module);
}

std::string library_with(const void* code) {
  return module_with(code);
}

std::string program_with(const void* code) {
  return module_with(code);
}

std::string running_program() {
  return path_of(nullptr);
}

std::vector<LoadedLibrary> loaded_libraries() {
  return {};
}

}  // namespace clc::platform
