// OpenCL C builtins that LLVM 22's SPIR-V backend does not know or gets wrong.
#pragma once

#include <optional>
#include <string_view>

#include <llvm/IR/Module.h>

#include "clc/base/result.h"
#include "clc/package/target.h"

namespace clc::worker {

// Links builtins/spirv.cl where its functions are called, and writes `all`, `any`, plain conversions
// (`convert_int4(uint4)`) and saturating ones between integers as instructions.
Result<void> replace_builtins(llvm::Module& module, const Target& target);

// Writes `shuffle` and `shuffle2` by constants as instructions, and gives others the lower bits of their mask only,
// which are those that count. Intel's driver for CPUs leaves elements undefined whose constant mask has more.
void write_shuffles(llvm::Module& module);

// A conversion function, read from its mangled name: `_Z17convert_int4_rteDv4_f`.
struct Conversion {
  bool from_signed = false;
  bool to_signed = false;
  bool saturates = false;
  std::string_view rounding;  // "", "rte", …
};
std::optional<Conversion> parse_conversion(std::string_view name);

}  // namespace clc::worker
