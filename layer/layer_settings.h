// The settings of the layer, from environment variables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clc::layer {

// The way in which a program is built that no package has.
enum class OnMiss {
  k_driver,   // the driver compiles it
  k_compile,  // an installed clc compiles it, or else the driver
  k_fail,     // the build fails, so that no source reaches a driver
  k_cache,    // it comes from the cache, or the build fails
};

// The launch that is captured: the one of this number of a kernel, or of all kernels where it has no name.
struct CapturedLaunch {
  std::string kernel;
  std::uint64_t number = 1;
};

struct LayerSettings {
  bool uses_cache = true;             // false for CLC_LAYER_CACHE=0
  std::vector<std::string> packages;  // CLC_PACKAGE
  std::string package_key;            // CLC_PACKAGE_KEY: the file with the public key that signed the packages
  OnMiss on_miss = OnMiss::k_driver;  // CLC_LAYER_ON_MISS
  bool keeps_behind = false;          // CLC_LAYER_KEEP=behind: a process may stay to keep programs
  std::string compiler;               // CLC_LAYER_COMPILER: the path of clc; empty: the clc beside the layer
  std::string checks;              // CLC_LAYER_SANITIZE: checks that kernels get, as clc compile --sanitize takes them
  bool stops_at_faults = false;    // CLC_LAYER_ON_FAULT=stop: no kernel is launched after a fault
  std::string record_folder;       // CLC_LAYER_RECORD
  bool records_times = false;      // CLC_LAYER_TIMES=1: a recording has the times of kernels, too
  std::string capture_file;        // CLC_LAYER_CAPTURE
  CapturedLaunch captured_launch;  // CLC_LAYER_CAPTURE_LAUNCH
  std::string summary_folder;      // CLC_LAYER_SUMMARY
  std::string user_folder;         // CLC_LAYER_USER; empty where a command of clc runs the program
  std::string log;                 // CLC_LAYER_LOG: "stderr" or a file; empty: no log
  std::string trouble;             // a description of invalid values; empty: all are valid

  bool serves() const { return !packages.empty(); }
  // True when no driver gets a source.
  bool refuses() const { return on_miss == OnMiss::k_fail || on_miss == OnMiss::k_cache; }
};

// Ignores all variables in a set-uid program (secure_getenv).
LayerSettings read_layer_settings();

}  // namespace clc::layer
