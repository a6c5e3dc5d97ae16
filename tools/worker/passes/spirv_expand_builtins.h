// Expands builtins that LLVM 22's SPIR-V backend does not know or gets wrong to instructions: `all`, `any`, plain
// conversions (`convert_int4(uint4)`) and saturating ones between integers. The builtins that builtins/spirv.cl defines
// are linked before.
//   call @_Z3allDv2_i(<2 x i32> %v)   becomes   zext(icmp slt (and %v0, %v1), 0)
//   call @_Z17convert_uchar_sati(i32 %x)   becomes   trunc(smin(smax(%x, 0), 255))
#pragma once

#include <optional>
#include <string_view>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvExpandBuiltins : public RequiredPass<SpirvExpandBuiltins> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

// A conversion builtin, parsed from its mangled name: `_Z17convert_int4_rteDv4_f`.
struct Conversion {
  bool from_signed = false;
  bool to_signed = false;
  bool saturates = false;
  std::string_view rounding;  // "", "rte", …
};
std::optional<Conversion> parse_conversion(std::string_view name);

}  // namespace clc::worker
