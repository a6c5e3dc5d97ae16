#pragma once

#include <vector>

#include "clc/runtime/queue.h"

namespace dsp {

// Multiplies every sample, on the queue's device.
clc::Result<void> gain(const clc::Queue& queue, std::vector<float>& samples, float factor);

}  // namespace dsp
