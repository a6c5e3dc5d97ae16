#include "common/registry.h"

namespace clc::algorithms {

const std::vector<Algorithm>& all_algorithms() {
  // clang-format off: one a line, which script/new-algorithm relies on
  static const std::vector<Algorithm> all{
      make_vecadd(),
      make_reduce(),
      make_reduce_double(),
      make_histogram256(),
      make_histogram256_rgba(),
      make_transpose(),
      make_matmul(),
      make_matmul_units(),
      make_attention(),
      make_convolution(),
      make_image_rotate(),
      make_nbody(),
      make_bitonic_sort(),
      make_sort(),
      make_copy_width(),
      make_constant_memory(),
      make_branches(),
      make_transfer(),
      make_overlap(),
      make_minmax(),
      make_fma(),
  };
  // clang-format on
  return all;
}

const Algorithm* find_algorithm(const std::string& name) {
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.name == name) return &algorithm;
  }
  return nullptr;
}

}  // namespace clc::algorithms
