// The name and version that this command gives itself in packages, in keys of the cache, and on request.
#pragma once

namespace clc {

inline constexpr const char* k_generator = "clc " CLC_VERSION;

}  // namespace clc
