// Stubs of compiled kernels. PoCL takes a kernel that lies in its cache as it is, so a stub there keeps it from
// compiling one that nobody launches.
#pragma once

#include <string>

#include "clc/base/bytes.h"

namespace clc {

// True where this machine's form of a shared object is known here.
bool can_make_pocl_stubs();

// A shared object with the symbol that PoCL looks up in a compiled kernel. It must never run.
Bytes pocl_stub(const std::string& kernel);

bool is_pocl_stub(BytesView object);

}  // namespace clc
