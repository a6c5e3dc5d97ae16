// All algorithms of the set. Each folder of kernels/ defines one of the functions that make them.
#pragma once

#include <string>
#include <vector>

#include "common/algorithm.h"

namespace clc::algorithms {

// All algorithms, in the order of docs/algorithms.md.
const std::vector<Algorithm>& all_algorithms();
// Finds an algorithm by its name; null when there is none.
const Algorithm* find_algorithm(const std::string& name);

Algorithm make_vecadd();
Algorithm make_reduce();
Algorithm make_reduce_double();
Algorithm make_histogram256();
Algorithm make_histogram256_rgba();
Algorithm make_transpose();
Algorithm make_matmul();
Algorithm make_matmul_units();
Algorithm make_attention();
Algorithm make_convolution();
Algorithm make_image_rotate();
Algorithm make_nbody();
Algorithm make_bitonic_sort();
Algorithm make_sort();
Algorithm make_copy_width();
Algorithm make_constant_memory();
Algorithm make_branches();
Algorithm make_transfer();
Algorithm make_overlap();
Algorithm make_minmax();
Algorithm make_fma();

}  // namespace clc::algorithms
