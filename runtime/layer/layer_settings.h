// The settings of the layer, from environment variables.
#pragma once

#include <string>
#include <vector>

namespace clc::layer {

// The treatment of a program that no package has.
enum class OnMiss {
  k_driver,   // the driver compiles it
  k_compile,  // an installed clc compiles it, or else the driver
  k_fail,     // its build fails: no source reaches a driver
};

struct LayerSettings {
  bool uses_cache = true;             // CLC_LAYER_CACHE=0: no
  std::vector<std::string> packages;  // CLC_PACKAGE
  std::string package_key;            // CLC_PACKAGE_KEY: the file with the public key that must have signed them
  OnMiss on_miss = OnMiss::k_driver;  // CLC_LAYER_ON_MISS
  std::string compiler;               // CLC_LAYER_COMPILER: the program clc; empty: the one beside the layer
  std::string record_folder;          // CLC_LAYER_RECORD
  std::string summary_folder;         // CLC_LAYER_SUMMARY
  std::string log;                    // CLC_LAYER_LOG: "stderr" or a file; empty: nothing is printed
  std::string trouble;                // a description of wrong values; empty: there are none

  bool serves() const { return !packages.empty(); }
};

// In a set-uid program no variable counts (secure_getenv).
LayerSettings read_layer_settings();

}  // namespace clc::layer
