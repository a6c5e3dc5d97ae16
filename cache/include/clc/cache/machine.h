// What keys say of the machine on which an OpenCL driver makes code: its processor, and the environment.
#pragma once

#include <string>
#include <vector>

namespace clc::cache {

// Model and abilities of the first processor, a line each.
std::string processor();

// The environment's entries (NAME=value), sorted, that begin with one of `prefixes`, which blanks separate; not those
// that begin with one that has a '!' in front.
std::vector<std::string> environment_with(const std::string& prefixes);

// Prefixes of the variables that change, or may change, what drivers make: those of known loaders and drivers, without
// those that only say where things are.
const std::string& driver_settings();
// Those that say where things are.
inline constexpr const char* k_driver_places =
    "OCL_ICD_VENDORS= OCL_ICD_FILENAMES= OPENCL_VENDOR_PATH= PATH= HOME= CUDA_PATH= CUDA_HOME= ROCM_PATH=";

}  // namespace clc::cache
