#include "insight/waves/chip_memory.h"

namespace clc {

std::optional<ChipMemory> chip_memory(const Target& target, unsigned wave) {
  switch (target.family) {
    case Family::k_nvptx:
    case Family::k_cuda:
      return ChipMemory{32, 32, 32, 16, true, true};
    case Family::k_amdgcn: {
      const bool is_rdna = target.arch.starts_with("gfx1");
      return ChipMemory{wave, is_rdna ? 128U : 64U, 32, 16, false, false, true};
    }
    case Family::k_r600:
      return ChipMemory{64, 64, 32, 16, true, false};
    default:
      return std::nullopt;
  }
}

}  // namespace clc
