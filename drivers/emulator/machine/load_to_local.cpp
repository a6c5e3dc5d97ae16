// Loads straight to local memory (CDNA): what a lane loads goes to M0, the instruction's offset and the lane's number
// times what each has there, a dword at least. It arrives when the wave waits for it, as in registers: a barrier before
// does not order it. What it writes counts as set.
#include <algorithm>
#include <bit>
#include <cstring>

#include "machine/count_access.h"
#include "machine/fault.h"
#include "machine/memory_unit.h"

namespace clc::emulator {

bool MemoryUnit::is_to_local(const DecodedInstruction& code) {
  return code.action && (code.action->is_to_local || (code.instruction.lds && code.action->kind == MemoryKind::k_load));
}

void MemoryUnit::find_local_addresses(Wave& wave, PendingAccess& access) const {
  const unsigned size = std::max(4U, unsigned{access.code->action->bytes});
  const std::uint32_t base =
      (wave.state.sgpr[k_m0] & 0xffffU) + static_cast<std::uint32_t>(access.code->instruction.offset);
  for_each_lane(access.exec, [&](unsigned lane) {
    access.address2[lane] = base + lane * size;
    lds_bytes(wave, access.address2[lane], size, lane);  // refuses what is beyond
  });
}

void MemoryUnit::deliver_to_local(Wave& wave, const PendingAccess& access) const {
  const unsigned dwords = access.code->action->dwords();
  if (races_ != nullptr) races_->arrive_in_local(wave, access);
  for_each_lane(access.exec, [&](unsigned lane) {
    std::uint8_t* to = lds_bytes(wave, access.address2[lane], 4 * dwords, lane);
    for (unsigned part = 0; part < dwords; ++part) std::memcpy(to + 4UL * part, &access.result[part][lane], 4);
    if (undefined_ != nullptr) std::memset(wave.group->lds_undefined.data() + access.address2[lane], 0, 4UL * dwords);
  });
}

// ds_append and ds_consume: the number of lanes that are on is added to the dword at M0 and the offset, or taken away,
// and each lane gets what was there.
void MemoryUnit::issue_append(Wave& wave, const DecodedInstruction& code) {
  if (code.instruction.gds) throw Fault("GDS is not emulated");
  // AMD's text for gfx12 has no M0, and LLVM sets it.
  if (is_rdna4(chip_)) throw Fault("not emulated on this chip: " + std::string(name(code.instruction)));
  PendingAccess& access = begin(wave, code);
  count_vector(wave, access.exec, counters_);
  auto& queue = wave.pending[static_cast<unsigned>(WaitCounter::k_lds)];
  if (!queue.empty()) perform_lds_until(wave, queue.size() - 1);
  const std::uint32_t offset = (wave.state.sgpr[k_m0] & 0xffffU) + static_cast<std::uint32_t>(code.instruction.offset);
  std::uint8_t* at =
      lds_bytes(wave, offset, 4, access.exec == 0 ? 0 : static_cast<unsigned>(std::countr_zero(access.exec)));
  std::uint32_t before = 0;
  std::memcpy(&before, at, sizeof before);
  const auto lanes = static_cast<std::uint32_t>(std::popcount(access.exec));
  const std::uint32_t after = code.action->operation == AtomicOperation::k_add ? before + lanes : before - lanes;
  std::memcpy(at, &after, sizeof after);
  access.result[0].fill(before);
  access.is_performed = true;
  enqueue(wave, access, WaitCounter::k_lds);
}

}  // namespace clc::emulator
