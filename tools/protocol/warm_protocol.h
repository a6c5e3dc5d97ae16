// The messages between clc and clc-warm: which programs of a recording to build, and which modules of a package are in
// the cache.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

struct WarmHeader {
  std::string name;  // as clCompileProgram is given it
  std::string text;
};

// A step before, by its index.
struct WarmInput {
  std::uint64_t step = 0;
};

enum class WarmCall { k_build, k_compile, k_link };

// One call, as the recorded application made it.
struct WarmStep {
  WarmCall call = WarmCall::k_build;
  std::string options;
  std::string text;                 // the source, or SPIR-V; not of a link
  bool is_il = false;               // the text is SPIR-V
  std::vector<WarmHeader> headers;  // of a compilation
  std::vector<WarmInput> inputs;    // of a link
};

// The calls that make one program of an application; the last one makes the program itself.
struct WarmProgram {
  std::string folder;  // the working folder
  std::vector<WarmStep> steps;
};

Bytes encode_warm_programs(const std::vector<WarmProgram>& programs);
Result<std::vector<WarmProgram>> decode_warm_programs(BytesView bytes);

enum class WarmState {
  k_unfit,     // the device takes nothing of the module
  k_finished,  // the package has machine code for the device, which no driver compiles
  k_kept,      // the cache has what the driver makes of it
  k_useless,   // the driver compiled it before, and gave nothing that would help later
  k_missing,
};

// A module of a package on one device.
struct WarmModule {
  std::uint64_t module = 0;  // index in the manifest
  WarmState state = WarmState::k_unfit;
  std::string note;  // why it is useless
};

Bytes encode_warm_modules(const std::vector<WarmModule>& modules);
Result<std::vector<WarmModule>> decode_warm_modules(BytesView bytes);

}  // namespace clc
