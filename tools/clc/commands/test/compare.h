// Compares what a kernel left in memory with what is right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "support/number_type.h"

namespace clc {

// NaN is like every NaN, and an infinity like itself alone. -0 is like 0, but not for k_exact.
struct Tolerance {
  enum class Kind {
    k_exact,     // bit for bit
    k_ulp,       // so many floating-point numbers may lie between
    k_absolute,  // so far from each other, integers too
    k_relative,  // this share of the expected number plus the root mean square of all, as of `clrun tune`
  };
  Kind kind = Kind::k_exact;
  double amount = 0;
};

// "exact", "2 ulp", "within 1", "1e-5"; k_usage for others.
Result<Tolerance> parse_tolerance(std::string_view text);

// Empty where they are alike, else the first difference and how many there are: "[3] is 7, not 8; 2 of 9 differ".
// `number`: of what they hold; null: bytes.
std::string compare_contents(const NumberType* number, const Tolerance& tolerance, BytesView actual,
                             BytesView expected);

}  // namespace clc
