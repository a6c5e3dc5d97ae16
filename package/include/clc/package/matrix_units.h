// The products of cooperative matrices (cl_khr_cooperative_matrix) that chips have instructions for.
#pragma once

#include <string_view>
#include <vector>

namespace clc {

// M by K elements, multiplied by K by N, added to M by N, by one sub-group. Types are those of OpenCL C, and
// "bfloat16", "tf32", "e4m3" …, which are read from ushort, float and uchar (docs/matrices.md).
struct MatrixUnit {
  unsigned rows;     // M
  unsigned columns;  // N
  unsigned depth;    // K
  const char* a;     // elements of A
  const char* b;     // elements of B
  const char* sum;   // elements of the accumulators
  bool saturates;    // also with CLK_COOPERATIVE_MATRIX_OPERAND_SATURATING_ACCUMULATION
};

// The units of the chip of a target, such as Variant::target; empty where products are plain arithmetic, as in SPIR-V.
std::vector<MatrixUnit> matrix_units(std::string_view target);

}  // namespace clc
