// AMD's code objects, linked by LLD as a library.
#pragma once

#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc::worker {

// Links a relocatable AMDGPU object into the shared object that drivers load.
Result<Bytes> link_code_object(const std::string& object, bool strips_symbols);

}  // namespace clc::worker
