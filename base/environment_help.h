// The environment variables that programs of this project read, as their helps list them.
#pragma once

#include <initializer_list>
#include <string>

namespace clc {

enum class Reads {
  k_options,      // build options and dumps
  k_cache,        // the cache's place and size, and the servers behind it
  k_helpers,      // the place of clc-worker, clc-driver and the builtin libraries
  k_layer,        // the OpenCL layer
  k_emulator,     // the emulated GPUs
  k_tools,        // the places of other people's tools
  k_package,      // the package of clrun
  k_conformance,  // cl_offline_compiler
  k_python,       // clc_opencl
};

// "Environment:", and a line for each variable.
std::string environment_help(std::initializer_list<Reads> groups);
// Returns the same for the variables that all commands read.
std::string color_help();
// Returns the same for all there are.
std::string whole_environment_help();

}  // namespace clc
