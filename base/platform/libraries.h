// Shared libraries: opened at run time, and those that this process has loaded.
#pragma once

#include <string>
#include <vector>

namespace clc::platform {

// The OpenCL loader of the system, a name for open_library, and how to get one.
extern const char* const k_opencl_loader;
extern const char* const k_how_to_get_opencl;
// The library of NVIDIA's driver for CUDA, such a name too.
extern const char* const k_cuda_driver;

// The end of names of libraries that are opened: ".so", ".dll".
extern const char* const k_end_of_libraries;

// Null on failure, and then `why` says why.
void* open_library(const std::string& name, std::string& why);
// Null: it has none of this name.
void* find_function(void* library, const char* name);
void close_library(void* library);

// Keeps the library that holds this code loaded until the process ends.
void keep_loaded(const void* code);

// The path of the library that holds this code, as the system knows it; empty: unknown.
std::string library_with(const void* code);
// The program or library that holds this code; empty: unknown.
std::string program_with(const void* code);
// The program that runs; empty: unknown.
std::string running_program();

struct LoadedLibrary {
  std::string path;
  std::string build_id;             // empty: it has none
  std::vector<std::string> needed;  // names of libraries
};
// Empty where the system's libraries tell no such things.
std::vector<LoadedLibrary> loaded_libraries();

}  // namespace clc::platform
