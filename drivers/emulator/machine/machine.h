// Runs dispatches: groups on compute units, waves in a random order that a seed decides.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/caches.h"
#include "machine/counters.h"
#include "machine/finding.h"
#include "machine/launch.h"
#include "machine/memory_unit.h"
#include "machine/races.h"
#include "machine/undefined.h"

namespace clc::emulator {

class Machine {
 public:
  Machine(Chip chip, AddressSpace& memory, std::uint64_t seed);

  // Prints and reports what it finds (finding.h). Throws Fault when the launch cannot be what its program wants: its
  // text is for the context's callback.
  Counters run(const Launch& launch);

 private:
  void run_groups(const Launch& launch);
  void start_groups(const Launch& launch);
  void start_group(const Launch& launch, unsigned place);
  Wave& choose_wave();
  bool loses_turn(Wave& wave, const DecodedInstruction& code);
  void run_wave(const Launch& launch, Wave& wave, unsigned most);
  bool step_quickly(Wave& wave, const DecodedInstruction& code);
  // False when another wave has to go on first.
  bool step(const Launch& launch, Wave& wave, const DecodedInstruction& code);
  void count_branch(const DecodedInstruction& code, std::uint64_t exec_before, const WaveState& state);
  bool synchronise(Wave& wave, const DecodedInstruction& code);
  void wait(Wave& wave, const DecodedInstruction& code);
  void access_hardware_register(Wave& wave, const Instruction& instruction);
  void arrive(Wave& wave);
  void check_barrier(Wave& wave);
  void check_end(Wave& wave);
  void pass_barrier(Group& group);
  void finish(Wave& wave);
  void make_runnable(Wave& wave);
  void remove_ended_groups();

  Chip chip_;
  AddressSpace& memory_;
  std::uint64_t seed_;
  Random random_;
  Caches caches_;
  Counters counters_;
  FindingLog log_;
  std::unique_ptr<Undefined> undefined_;  // where the launch is asked for it
  std::unique_ptr<Races> races_;          // the same
  MemoryUnit memory_unit_;
  std::uint64_t executed_ = 0, most_ = 0, turn_ = 0;

  // The groups and waves of the dispatch that runs.
  std::vector<std::unique_ptr<Group>> groups_;
  std::vector<Wave*> runnable_;
  std::uint64_t next_group_ = 0, group_count_ = 0;
  std::uint32_t lds_bytes_ = 0, drift_ = 0;
  std::uint64_t arguments_ = 0, packet_ = 0;
};

}  // namespace clc::emulator
