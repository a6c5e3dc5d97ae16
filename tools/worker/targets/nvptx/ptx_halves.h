// Numbers of 16 bits, in a way that ptxas gets right.
#pragma once

#include <string>

namespace clc::worker {

// `mov.b32 {low, high}, number` becomes conversions and a shift. The optimisers of ptxas 13.0 and of driver 580 keep
// the wrong half for some of the former (seeds 1356 and 1570 in bench/log/wrong-results.md).
std::string take_halves_by_shifts(const std::string& ptx);

// `neg.s16` becomes `not` and an addition of 1. ptxas widens the number before it negates it, so that the least one,
// which is its own negative, becomes positive.
std::string negate_shorts_in_steps(const std::string& ptx);

}  // namespace clc::worker
