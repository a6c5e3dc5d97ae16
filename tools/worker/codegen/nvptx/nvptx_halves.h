// Takes numbers of 16 bits out of registers of 32 in a way that ptxas gets right.
#pragma once

#include <string>

namespace clc::worker {

// `mov.b32 {low, high}, number` becomes conversions and a shift. The optimisers of ptxas 13.0 and of driver 580 keep
// the wrong half for some of the former (seeds 1356 and 1570 in docs/log/2026-11-23-random-kernels.md).
std::string take_halves_by_shifts(const std::string& ptx);

}  // namespace clc::worker
