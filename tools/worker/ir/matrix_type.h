// Types of cooperative matrices (cl_khr_cooperative_matrix). From Clang to LowerCooperativeMatrices a matrix is a
// vector of its elements' type, whose length, which no vector of a program has, tells everything else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "worker/ir/float8.h"

namespace clc::worker {

enum class MatrixUse : unsigned { k_a, k_b, k_accumulator };

// How the bits of an element are read, where its scalar type leaves that open.
enum class Component : unsigned {
  k_plain,   // floating point, and unsigned integers
  k_signed,  // signed integers; of accumulators the functions tell
  k_bfloat,  // bfloat16 in ushort
  k_tf32,    // float, of which products keep 10 bits of the fraction
  k_e4m3,    // fp8 in uchar
  k_e5m2,
  k_e4m3_fnuz,
  k_e5m2_fnuz,
};

struct MatrixType {
  unsigned rows = 0;
  unsigned columns = 0;
  MatrixUse use = MatrixUse::k_a;
  Component component = Component::k_plain;
  bool is_of_group = false;  // whose scope is the work-group: A and B are tiles in local memory

  friend bool operator==(const MatrixType&, const MatrixType&) = default;
};

// The format of fp8 elements; null for others.
std::optional<Float8> float8_of(Component component);

// "E4M3", as constants of sources name it; empty where elements are read as their scalar type is.
std::string component_name(Component component);

// Rows and columns are powers of two up to this one.
inline constexpr unsigned k_most_rows = 128;

// More are beyond the registers of a sub-group, and where each work-item holds A and B whole, those of longs would fill
// its private memory (128 KiB in AMD's waves of 64).
inline constexpr unsigned k_most_elements = 64 * 64;

// Rows and columns of matrices whose scope is the work-group are powers of two between these, and each 32 work-items
// have 16 rows at least of an accumulator.
inline constexpr unsigned k_least_of_group = 16;
inline constexpr unsigned k_most_of_group = 256;

// Elements of an accumulator that a work-item holds, and all of them, at most: NVIDIA's chips have registers for no
// more.
inline constexpr unsigned k_most_held = 128;
inline constexpr unsigned k_most_sums = 128 * 256;

// The length of the vector that stands for a matrix, and the reverse.
unsigned vector_length(const MatrixType& type);
std::optional<MatrixType> matrix_of_length(unsigned length);

// Why a work-group of so many work-items cannot have such a matrix; empty where it can.
std::string group_error(const MatrixType& type, std::uint64_t items);

// "memory_scope_sub_group, 16, 8, CLK_COOPERATIVE_MATRIX_A", for messages.
std::string to_text(const MatrixType& type);

// Metadata of modules that have matrices.
inline constexpr char k_matrix_metadata[] = "clc.matrices";

}  // namespace clc::worker
