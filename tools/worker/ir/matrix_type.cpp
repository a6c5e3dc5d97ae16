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

// Those of work-groups: A and B of each component, and one accumulator.
constexpr unsigned k_first_of_group = k_first_length + k_lengths;
constexpr unsigned k_least_exponent = std::countr_zero(k_least_of_group);
constexpr unsigned k_group_sizes = std::countr_zero(k_most_of_group) - k_least_exponent + 1;
constexpr unsigned k_group_factors = 2 * k_components;
constexpr unsigned k_end = k_first_of_group + (k_group_factors + 1) * k_group_sizes * k_group_sizes;

// Powers of two are the lengths that a program would take.
static_assert(std::bit_width(k_first_length - 1) == std::bit_width(k_end));

unsigned group_length(const MatrixType& type) {
  const bool is_factor = type.use != MatrixUse::k_accumulator;
  const unsigned factor = 2 * static_cast<unsigned>(type.component) + static_cast<unsigned>(type.use);
  const unsigned kind = is_factor ? factor : k_group_factors;
  const auto exponent = [](unsigned size) { return static_cast<unsigned>(std::countr_zero(size)) - k_least_exponent; };
  return k_first_of_group + (kind * k_group_sizes + exponent(type.rows)) * k_group_sizes + exponent(type.columns);
}

MatrixType group_matrix_of_code(unsigned code) {
  const unsigned kind = code / (k_group_sizes * k_group_sizes);
  MatrixType type{.rows = k_least_of_group << (code / k_group_sizes % k_group_sizes),
                  .columns = k_least_of_group << (code % k_group_sizes),
                  .use = MatrixUse::k_accumulator,
                  .is_of_group = true};
  if (kind == k_group_factors) return type;
  type.use = static_cast<MatrixUse>(kind % 2);
  type.component = static_cast<Component>(kind / 2);
  return type;
}

}  // namespace

unsigned vector_length(const MatrixType& type) {
  if (type.is_of_group) return group_length(type);
  const unsigned kind = static_cast<unsigned>(type.component) * k_uses + static_cast<unsigned>(type.use);
  const auto rows = static_cast<unsigned>(std::countr_zero(type.rows));
  const auto columns = static_cast<unsigned>(std::countr_zero(type.columns));
  return k_first_length + (kind * k_sizes + rows) * k_sizes + columns;
}

std::optional<MatrixType> matrix_of_length(unsigned length) {
  if (length < k_first_length || length >= k_end) return std::nullopt;
  if (length >= k_first_of_group) return group_matrix_of_code(length - k_first_of_group);
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

std::string group_error(const MatrixType& type, std::uint64_t items) {
  constexpr unsigned k_least_items = 32;
  constexpr unsigned k_most_items = 1024;
  if (!std::has_single_bit(items) || items < k_least_items || items > k_most_items)
    return "a work-group of matrices must have 32, 64, 128, 256, 512 or 1024 work-items";
  if (type.use != MatrixUse::k_accumulator) return {};
  if (type.rows * 2 < items) {
    return "an accumulator of " + std::to_string(items) + " work-items must have " + std::to_string(items / 2) +
           " rows or more";
  }
  if (std::uint64_t{type.rows} * type.columns > k_most_held * items)
    return "an accumulator has at most " + std::to_string(k_most_held) + " elements for each work-item";
  if (type.rows * type.columns > k_most_sums)
    return "an accumulator has at most " + std::to_string(k_most_sums) + " elements";
  return {};
}

std::string to_text(const MatrixType& type) {
  constexpr std::array k_names{"A", "B", "ACCUMULATOR"};
  const std::string scope = type.is_of_group ? "memory_scope_work_group, " : "memory_scope_sub_group, ";
  std::string text = scope + std::to_string(type.rows) + ", " + std::to_string(type.columns) +
                     ", CLK_COOPERATIVE_MATRIX_" + k_names.at(static_cast<unsigned>(type.use));
  const std::string component = component_name(type.component);
  return component.empty() ? text : text + ", CLK_COOPERATIVE_MATRIX_" + component + "_CLC";
}

}  // namespace clc::worker
