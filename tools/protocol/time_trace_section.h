// The section of an artifact that asks the worker where its time goes, and holds the answer: Clang's and LLVM's time
// trace, in the format of trace viewers, from the job's begin on.
#pragma once

#include <string_view>

namespace clc {

inline constexpr std::string_view k_time_trace_section = "time-trace";

}  // namespace clc
