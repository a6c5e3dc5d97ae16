// The products of cooperative matrices, and the instructions of chips that make them: matrix_products.def.
#pragma once

#include <cstdint>

namespace clc::worker {

enum class Element : std::uint8_t {
  k_int8,
  k_int16,
  k_int32,
  k_int64,
  k_half,
  k_bfloat,
  k_tf32,
  k_float,
  k_double,
};

// True where coop_mat_mulAdd multiplies such elements and adds them to such a sum, on every target.
constexpr bool is_matrix_product(Element a, Element b, Element sum) {
  if (a != b) return false;
#define MATRIX_PRODUCT(ELEMENT, SUM) \
  if (a == Element::k_##ELEMENT && sum == Element::k_##SUM) return true;
#include "worker/ir/matrix_products.def"
  return false;
}

}  // namespace clc::worker
