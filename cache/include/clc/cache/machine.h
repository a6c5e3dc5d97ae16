// The facts about this machine that go into cache keys, because an OpenCL driver may compile by them: the processor and
// the environment.
#pragma once

#include <string>
#include <vector>

namespace clc::cache {

// Model and abilities of the first processor, a line each.
std::string processor();

// The environment's entries (NAME=value) that begin with one of `prefixes`, sorted. Blanks separate prefixes; a '!' in
// front of one excludes the entries that begin with it.
std::vector<std::string> environment_with(const std::string& prefixes);

// Prefixes of the variables that change, or may change, the code that drivers make: those of known loaders and drivers,
// without those that only say where things are.
const std::string& driver_settings();
// Prefixes of the variables that say where things are.
inline constexpr const char* k_driver_places =
    "OCL_ICD_VENDORS= OCL_ICD_FILENAMES= OPENCL_VENDOR_PATH= PATH= HOME= CUDA_PATH= CUDA_HOME= ROCM_PATH=";

}  // namespace clc::cache
