// Runs groups of a dispatch on compute units, and their waves in a random order that a seed decides.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "machine/caches.h"
#include "machine/counters.h"
#include "machine/dispatch.h"
#include "machine/finding.h"
#include "machine/memory_unit.h"
#include "machine/own_writes.h"
#include "machine/races.h"
#include "machine/undefined.h"

namespace clc::emulator {

// How many instructions all waves of a launch may execute, and have executed.
struct Limit {
  explicit Limit(std::uint64_t number) : most(number) {}
  const std::uint64_t most;
  std::atomic<std::uint64_t> executed{0};
};

// Which groups an engine runs; and how, where others run beside it.
struct Share {
  std::uint64_t first = 0, step = 1;           // groups `first`, `first + step` …
  Limit* limit = nullptr;                      // that of the launch
  const std::atomic<bool>* is_over = nullptr;  // whether one of the others has failed
};

class Engine {
 public:
  // `part` is the one of LoadedCode that it runs; what it writes stays in `own`, where that is not null.
  Engine(Chip chip, AddressSpace& memory, std::uint64_t seed, unsigned part = 0, OwnWrites* own = nullptr);
  Random& random() { return random_; }
  FindingLog& log() { return log_; }  // the launch's, before it runs

  // Returns when the groups have ended.
  Counters run(const Dispatch& dispatch, const Share& share);

 private:
  void run_groups(const Dispatch& dispatch, const Share& share);
  void start_groups(const Dispatch& dispatch, const Share& share);
  void start_group(const Dispatch& dispatch, std::uint64_t number, unsigned place);
  Wave& choose_wave();
  bool loses_turn(Wave& wave, const DecodedInstruction& code);
  void run_wave(const Launch& launch, Wave& wave, unsigned most);
  bool step_quickly(Wave& wave, const LoadedCode::Found& found);
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
  unsigned part_;
  Random random_;
  Caches caches_;
  Counters counters_;
  FindingLog log_;
  std::unique_ptr<Undefined> undefined_;  // where the launch is asked for it
  std::unique_ptr<Races> races_;          // the same
  MemoryUnit memory_unit_;
  std::uint64_t turn_ = 0;
  Limit* limit_ = nullptr;

  // The groups and waves of the dispatch that runs.
  std::vector<std::unique_ptr<Group>> groups_;
  std::vector<Wave*> runnable_;
  std::uint64_t next_group_ = 0;
  std::uint32_t drift_ = 0;
};

}  // namespace clc::emulator
