// Executes memory instructions of waves: issues them, lets memory see them, and writes registers when they are waited
// for.
#pragma once

#include <memory>
#include <vector>

#include "machine/caches.h"
#include "machine/counters.h"
#include "machine/finding.h"
#include "machine/races.h"
#include "machine/random.h"
#include "machine/texel_format.h"
#include "machine/undefined.h"
#include "machine/wave.h"

namespace clc::emulator {

class MemoryUnit {
 public:
  MemoryUnit(Chip chip, AddressSpace& memory, Caches& caches, Random& random, Counters& counters, FindingLog& log)
      : chip_(chip), memory_(memory), caches_(caches), random_(random), counters_(counters), log_(log) {}

  // These look at accesses, too; null where nobody asks for them.
  void check(Undefined* undefined, Races* races) {
    undefined_ = undefined;
    races_ = races;
  }

  void issue(Wave& wave, const DecodedInstruction& code);
  // Instructions of Work::k_cache.
  void issue_cache_operation(Wave& wave, const DecodedInstruction& code);
  // Waits until no more than `most` are left.
  void wait(Wave& wave, WaitCounter counter, unsigned most);
  // Does to the accesses that the wave has under way what a barrier does.
  void reach_barrier(Wave& wave);
  // The wave ends: what it has written will reach memory, what it has loaded is lost.
  void end(Wave& wave);

 private:
  PendingAccess& begin(Wave& wave, const DecodedInstruction& code);
  void enqueue(Wave& wave, PendingAccess& access, WaitCounter counter);
  void release(PendingAccess* access);
  void leave_queue(Wave& wave, WaitCounter counter, std::size_t at);
  void drain_passed(const Wave& wave);

  void issue_scalar(Wave& wave, const DecodedInstruction& code);
  void issue_lds(Wave& wave, const DecodedInstruction& code);
  void find_lds_addresses(Wave& wave, PendingAccess& access);
  void issue_append(Wave& wave, const DecodedInstruction& code);
  void issue_scratch(Wave& wave, const DecodedInstruction& code);
  bool is_private_buffer(const Wave& wave, const Instruction& instruction) const;
  void check_flat_scratch(const Wave& wave) const;
  static std::uint32_t offset_in_private_buffer(const Wave& wave, const Instruction& instruction);
  void issue_vector(Wave& wave, const DecodedInstruction& code);
  void queue_vector(Wave& wave, PendingAccess& access);

  // image_unit.cpp
  void issue_texels(Wave& wave, const DecodedInstruction& code);
  void tell_size(Wave& wave, PendingAccess& access);
  void find_reads(Wave& wave, PendingAccess& access);
  void find_writes(Wave& wave, PendingAccess& access);
  void send_texels(Wave& wave, PendingAccess& access);
  void find_points(Wave& wave, PendingAccess& access);
  void look_at_reads(Wave& wave, PendingAccess& access);
  void tell_outside(Wave& wave, unsigned lane, const TexelRead& texels, const std::array<std::uint32_t, 3>& at,
                    const char* what);
  void perform_texels(Wave& wave, PendingAccess& access, unsigned lane);
  TexelWords read_texel(Wave& wave, PendingAccess& access, unsigned lane, std::uint64_t address, TexelWords& undefined);
  void deliver_texels(Wave& wave, const PendingAccess& access) const;

  void find_global_addresses(const Wave& wave, PendingAccess& access);
  void find_buffer_addresses(const Wave& wave, PendingAccess& access);
  void read_data(const Wave& wave, PendingAccess& access);
  void check_global(const PendingAccess& access, unsigned lane) const;
  bool is_within_one(const PendingAccess& access) const;
  void order_before(Wave& wave, const PendingAccess& access);

  void perform(Wave& wave, PendingAccess& access);
  void perform_lane(Wave& wave, PendingAccess& access, unsigned lane);
  // All lanes of an instruction at once, where nobody looks for races or undefined bits. False: nothing was done.
  bool perform_whole(Wave& wave, PendingAccess& access);
  static bool perform_whole_lds(std::uint8_t* lds, PendingAccess& access);
  template <class Find, class Use>
  void perform_by_lines(Wave& wave, PendingAccess& access, unsigned size, Find&& find, Use&& use);
  void load_whole(Wave& wave, PendingAccess& access);
  void store_whole(Wave& wave, PendingAccess& access);
  void perform_global(Wave& wave, PendingAccess& access, unsigned lane);
  void perform_local(std::uint8_t* at, std::uint8_t* undefined, PendingAccess& access, unsigned lane, unsigned element);
  void perform_lds(Wave& wave, std::uint64_t offset, PendingAccess& access, unsigned lane, unsigned element);
  void perform_scratch(Wave& wave, std::uint64_t offset, PendingAccess& access, unsigned lane);
  void look_at(Wave& wave, PendingAccess& access);
  std::string describe(std::uint64_t address) const;
  void perform_lds_until(Wave& wave, std::size_t last);
  void send(Wave& wave, PendingAccess& access, unsigned lane);
  std::uint8_t* lds_bytes(Wave& wave, std::uint64_t offset, unsigned count, unsigned lane) const;
  std::uint8_t* scratch_bytes(Wave& wave, std::uint64_t offset, unsigned count, unsigned lane) const;

  void complete(Wave& wave, PendingAccess& access);
  void deliver(Wave& wave, const PendingAccess& access) const;
  void deliver_scalar(Wave& wave, const PendingAccess& access) const;

  // Loads straight to local memory.
  static bool is_to_local(const DecodedInstruction& code);
  void find_local_addresses(Wave& wave, PendingAccess& access) const;
  void deliver_to_local(Wave& wave, const PendingAccess& access) const;

  bool has_store_counter() const { return !is_cdna(chip_); }

  Chip chip_;
  AddressSpace& memory_;
  Caches& caches_;
  Random& random_;
  Counters& counters_;
  FindingLog& log_;
  Undefined* undefined_ = nullptr;
  Races* races_ = nullptr;
  std::vector<std::unique_ptr<PendingAccess>> all_;
  std::vector<PendingAccess*> free_;
};

}  // namespace clc::emulator
