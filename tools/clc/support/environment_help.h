// The environment variables that commands read, as their helps list them.
#pragma once

#include <initializer_list>
#include <string>

namespace clc {

enum class Reads {
  k_options,  // build options and dumps
  k_cache,    // where the cache is, and servers
  k_helpers,  // where clc-worker, clc-driver and the builtin libraries are
  k_layer,    // the OpenCL layer
  k_tools,    // where other people's tools are
};

// "Environment:", and a line for each variable.
std::string environment_help(std::initializer_list<Reads> groups);
// Returns the same for the variables that all commands read.
std::string color_help();

}  // namespace clc
