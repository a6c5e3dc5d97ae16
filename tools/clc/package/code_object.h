// The chip that an AMD code object is for, and the drivers that take it, by its header and its note.
#pragma once

#include <optional>
#include <string>

#include "clc/base/bytes.h"

namespace clc {

struct CodeObject {
  unsigned version = 0;  // of the code object's form
  std::string target;    // as manifests write it: "amdgcn:gfx90a,sramecc+,xnack-"
};

// Nothing where `hsaco` is no code object of version 4 to 6, or does not name its chip.
std::optional<CodeObject> read_code_object(BytesView hsaco);

// "ROCm 6.3": the first whose drivers take this version, as far as that is known; empty where it is not.
std::string first_rocm_of(const CodeObject& object);

}  // namespace clc
