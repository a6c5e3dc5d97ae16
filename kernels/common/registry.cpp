#include "common/algorithm.h"

namespace clc::algorithms {

const std::vector<Algorithm>& all_algorithms() {
  static const std::vector<Algorithm> all = [] {
    std::vector<Algorithm> list;
#ifdef CLC_HAS_VECADD
    list.push_back(make_vecadd());
#endif
#ifdef CLC_HAS_REDUCE
    list.push_back(make_reduce());
#endif
#ifdef CLC_HAS_REDUCE_DOUBLE
    list.push_back(make_reduce_double());
#endif
#ifdef CLC_HAS_HISTOGRAM256
    list.push_back(make_histogram256());
#endif
#ifdef CLC_HAS_HISTOGRAM256_RGBA
    list.push_back(make_histogram256_rgba());
#endif
#ifdef CLC_HAS_TRANSPOSE
    list.push_back(make_transpose());
#endif
#ifdef CLC_HAS_MATMUL
    list.push_back(make_matmul());
#endif
#ifdef CLC_HAS_IMAGE_ROTATE
    list.push_back(make_image_rotate());
#endif
#ifdef CLC_HAS_NBODY
    list.push_back(make_nbody());
#endif
#ifdef CLC_HAS_BITONIC_SORT
    list.push_back(make_bitonic_sort());
#endif
#ifdef CLC_HAS_COPY_WIDTH
    list.push_back(make_copy_width());
#endif
    return list;
  }();
  return all;
}

const Algorithm* find_algorithm(const std::string& name) {
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.name == name) return &algorithm;
  }
  return nullptr;
}

}  // namespace clc::algorithms
