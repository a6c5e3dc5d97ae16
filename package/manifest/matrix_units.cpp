#include "clc/package/matrix_units.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "clc/package/amd_chips.h"
#include "clc/package/matrix_products.h"
#include "clc/package/nvidia_chips.h"

namespace clc {
namespace {

using Kind = MatrixInstruction::Kind;

constexpr MatrixInstruction k_instructions[] = {
#define MATRIX_INSTRUCTION(KIND, CHIPS, ELEMENT, SUM, M, N, K, INTRINSIC) \
  {Kind::k_##KIND, CHIPS, MatrixElement::k_##ELEMENT, MatrixElement::k_##SUM, M, N, K, INTRINSIC},
#include "clc/package/matrix_products.def"
};

bool is_of(const MatrixInstruction& instruction, const Target& target) {
  if (instruction.kind == Kind::k_mma)
    return is_nvidia(target.family) && compute_capability(instruction.chips) <= compute_capability(target.arch);
  if (target.family != Family::k_amdgcn) return false;
  return std::ranges::any_of(split(instruction.chips, " "), [&](std::string_view chip) {
    const std::vector<std::string>& meant = chips_of_generic(chip);
    return chip == target.arch || std::ranges::find(meant, target.arch) != meant.end();
  });
}

std::vector<const char*> names_of(MatrixElement element, bool has_unsigned) {
  switch (element) {
    case MatrixElement::k_int8:
      if (!has_unsigned) return {"char"};
      return {"char", "uchar"};
    case MatrixElement::k_int32:
      return {"int", "uint"};
    case MatrixElement::k_half:
      return {"half"};
    case MatrixElement::k_bfloat:
      return {"bfloat16"};
    case MatrixElement::k_tf32:
      return {"tf32"};
    case MatrixElement::k_double:
      return {"double"};
    case MatrixElement::k_float8:
      return {"e4m3", "e5m2"};
    case MatrixElement::k_float8_fnuz:
      return {"e4m3fnuz", "e5m2fnuz"};
    default:
      return {"float"};
  }
}

}  // namespace

std::vector<MatrixInstruction> matrix_instructions(const Target& target) {
  std::vector<MatrixInstruction> result;
  std::ranges::copy_if(k_instructions, std::back_inserter(result),
                       [&](const MatrixInstruction& instruction) { return is_of(instruction, target); });
  return result;
}

std::optional<MatrixInstruction> matrix_instruction_of(std::string_view intrinsic) {
  if (intrinsic.find("mma.") == std::string_view::npos && intrinsic.find("mfma.") == std::string_view::npos) return {};
  const auto* const found = std::ranges::find_if(k_instructions, [&](const MatrixInstruction& one) {
    if (!intrinsic.starts_with(one.intrinsic)) return false;
    const bool is_float8 = one.element == MatrixElement::k_float8 || one.element == MatrixElement::k_float8_fnuz;
    const std::string_view suffix = intrinsic.substr(std::string_view(one.intrinsic).size());
    return !is_float8 || starts_with_any(suffix, {"e4m3.", "e5m2.", "fp8.", "bf8."});
  });
  if (found == std::end(k_instructions)) return std::nullopt;
  return *found;
}

bool is_matrix_instruction(std::string_view name) {
  return starts_with_any(name, {"mma.", "wmma.mma.", "wgmma.mma_async.", "HMMA.", "IMMA.", "DMMA.", "QMMA.", "HGMMA.",
                                "IGMMA.", "v_mfma_", "v_smfmac_", "v_wmma_", "v_swmmac_"});
}

std::vector<MatrixUnit> matrix_units(std::string_view target) {
  std::vector<MatrixUnit> result;
  const std::optional<Target> known = read_target(target);
  if (!known) return result;
  for (const MatrixInstruction& one : matrix_instructions(*known)) {
    const std::vector<const char*> factors = names_of(one.element, one.kind != Kind::k_mfma);
    for (const char* a : factors) {
      for (const char* b : factors) {
        for (const char* sum : names_of(one.sum, true))
          result.push_back({one.rows, one.columns, one.depth, a, b, sum, one.element == MatrixElement::k_int8});
      }
    }
  }
  return result;
}

}  // namespace clc
