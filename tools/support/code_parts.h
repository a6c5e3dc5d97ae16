// Binaries that hold one piece of machine code per kernel.
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

struct CodePart {
  std::string kernel;
  std::string name;  // what the container calls it
  BytesView code;    // in the container's bytes
};

// Says that these kernels are not finished in a PoCL binary, and what finishes them; no names: none is finished.
std::string not_finished(const std::vector<std::string>& kernels);

// The shared objects in a PoCL binary, one or more per kernel.
Result<std::vector<CodePart>> pocl_objects(BytesView binary);
// The program as LLVM bitcode in a PoCL binary.
Result<BytesView> pocl_bitcode(BytesView binary);

struct IntelCode {
  std::string platform;  // as iga64 calls it: "12p71"
  std::vector<CodePart> kernels;
};
// Instructions of every kernel in an Intel binary of either form.
Result<IntelCode> intel_code(BytesView binary);

}  // namespace clc
