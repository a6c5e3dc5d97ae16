// PoCL's own form of binaries, from 1.5 to 7.
#pragma once

#include <optional>

#include "clc/base/bytes.h"

namespace clc {

// Returns the binary without the stubs of pocl_stub.h; nothing where its form is not known.
std::optional<Bytes> without_stubs(BytesView binary);

}  // namespace clc
