// The results that branches.test.json expects.
#include "branches_reference.h"

void branches(const std::uint32_t* in, std::uint32_t* out, std::uint64_t end, std::uint32_t shift) {
  for (std::uint64_t i = global_offset[0]; i < end; ++i) out[i] = clc::algorithms::branch_of(in[i], i, shift);
}
