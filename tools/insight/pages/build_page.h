// The page of a call of `clc compile`: jobs, the cache, and where each compilation spends its time.
#pragma once

#include <string>
#include <string_view>

namespace clc {

// `trace`: as in output/time_trace.h.
std::string build_page(std::string_view trace);

}  // namespace clc
