// Notes launches of kernels in the recording and in the summary, and for the cache (keep_later.h).
#pragma once

#include <cstddef>

#include "next_layer.h"
#include "recording/recording.h"

namespace clc::layer {

// Returns the launch as the recording has it; without a digest where it has none.
RecordedLaunch note_launch(cl_kernel kernel, cl_uint dimensions, const std::size_t* offset, const std::size_t* global,
                           const std::size_t* local) noexcept;

}  // namespace clc::layer
