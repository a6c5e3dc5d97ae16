// Correctly rounded references, from MPFR: 160 bits, of which a result needs 53.
#pragma once

#include <mpfr.h>

#include <string>

namespace clc::accuracy {

// A number of MPFR's.
class Exact {
 public:
  Exact() { mpfr_init2(value_, 160); }
  explicit Exact(double value) : Exact() { mpfr_set_d(value_, value, MPFR_RNDN); }
  ~Exact() { mpfr_clear(value_); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

// A function of one argument, of two, or of one and an integer.
using ExactFunction = void (*)(Exact& result, const Exact& x, const Exact& y, int k);
// Null where there is none of the name.
ExactFunction find_exact(const std::string& name);

// A type's digits, and the exponents of its smallest normal and of its largest number.
struct Format {
  int digits, least_exponent, largest_exponent;
};
constexpr Format k_half_format{11, -14, 15}, k_float_format{24, -126, 127}, k_double_format{53, -1022, 1023};

// How far `got` is from the exact result, in ulp. Infinity counts as the number after the largest finite one, and
// zero of the other sign is wrong.
double ulp_error(double got, const Exact& expected, const Format& format);
double absolute_error(double got, const Exact& expected);

}  // namespace clc::accuracy
