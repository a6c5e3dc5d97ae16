#include "worker/ir/matrix_type.h"

#include <array>
#include <bit>

namespace clc::worker {
namespace {

constexpr unsigned k_first_length = 2053;  // far from the vectors of programs
constexpr unsigned k_sizes = std::countr_zero(k_most_rows) + 1;
constexpr unsigned k_uses = 3;
constexpr unsigned k_components = 8;
constexpr unsigned k_lengths = k_components * k_uses * k_sizes * k_sizes;

// Powers of two are the lengths that a program would take.
static_assert(std::bit_width(k_first_length - 1) == std::bit_width(k_first_length + k_lengths));

}  // namespace

unsigned vector_length(const MatrixType& type) {
  const unsigned kind = static_cast<unsigned>(type.component) * k_uses + static_cast<unsigned>(type.use);
  const auto rows = static_cast<unsigned>(std::countr_zero(type.rows));
  const auto columns = static_cast<unsigned>(std::countr_zero(type.columns));
  return k_first_length + (kind * k_sizes + rows) * k_sizes + columns;
}

std::optional<MatrixType> matrix_of_length(unsigned length) {
  if (length < k_first_length || length >= k_first_length + k_lengths) return std::nullopt;
  const unsigned code = length - k_first_length;
  const unsigned kind = code / (k_sizes * k_sizes);
  return MatrixType{.rows = 1U << (code / k_sizes % k_sizes),
                    .columns = 1U << (code % k_sizes),
                    .use = static_cast<MatrixUse>(kind % k_uses),
                    .component = static_cast<Component>(kind / k_uses)};
}

std::string component_name(Component component) {
  constexpr std::array k_names{"", "", "BFLOAT16", "TF32", "E4M3", "E5M2", "E4M3FNUZ", "E5M2FNUZ"};
  return k_names.at(static_cast<unsigned>(component));
}

std::optional<Float8> float8_of(Component component) {
  switch (component) {
    case Component::k_e4m3:
      return k_e4m3;
    case Component::k_e5m2:
      return k_e5m2;
    case Component::k_e4m3_fnuz:
      return k_e4m3_fnuz;
    case Component::k_e5m2_fnuz:
      return k_e5m2_fnuz;
    default:
      return std::nullopt;
  }
}

std::string to_text(const MatrixType& type) {
  constexpr std::array k_names{"A", "B", "ACCUMULATOR"};
  std::string text = std::to_string(type.rows) + ", " + std::to_string(type.columns) + ", CLK_COOPERATIVE_MATRIX_" +
                     k_names.at(static_cast<unsigned>(type.use));
  const std::string component = component_name(type.component);
  return component.empty() ? text : text + ", CLK_COOPERATIVE_MATRIX_" + component + "_CLC";
}

}  // namespace clc::worker
