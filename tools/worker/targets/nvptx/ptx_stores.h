// Stores the lowest bytes of floating-point numbers in a way that ptxas gets right.
#pragma once

#include <string>

namespace clc::worker {

// `st.global.b8 [address], %r8`, where %r8 is what a floating-point instruction computed, stores a copy of the register
// instead. ptxas 13.0 and driver 580 take the former for a conversion of the number to an integer, as LLVM's registers
// do not say what they hold.
std::string store_bytes_of_copies(const std::string& ptx);

}  // namespace clc::worker
