#include "machine/engine.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "isa/quick.h"
#include "machine/count_access.h"
#include "machine/fault.h"

namespace clc::emulator {
namespace {

constexpr unsigned k_groups_of_unit = 2;

}  // namespace

Engine::Engine(Chip chip, AddressSpace& memory, std::uint64_t seed, unsigned part, OwnWrites* own)
    : chip_(chip),
      memory_(memory),
      part_(part),
      random_(seed),
      caches_(chip, memory, random_, own),
      memory_unit_(chip, memory, caches_, random_, counters_, log_) {}

Counters Engine::run(const Dispatch& dispatch, const Share& share) {
  static std::atomic<std::uint64_t> launches{0};
  undefined_ = log_.wants(FindingKind::k_uninitialised) ? std::make_unique<Undefined>(log_) : nullptr;
  races_ = log_.wants(FindingKind::k_race) ? std::make_unique<Races>(chip_, log_, memory_) : nullptr;
  if (undefined_ != nullptr) undefined_->begin();
  if (races_ != nullptr) races_->begin();
  memory_unit_.check(undefined_.get(), races_.get());
  counters_ = {};
  counters_.launch = ++launches;
  counters_.is_asked = dispatch.launch().is_counted;
  turn_ = 0;
  limit_ = share.limit;
  groups_.clear();
  runnable_.clear();
  next_group_ = share.first;
  // How often a store leaves its unit before anybody asks for it: hardly ever, now and then, soon.
  constexpr std::array<std::uint32_t, 3> k_drifts{1024, 64, 4};
  drift_ = k_drifts[random_.below(k_drifts.size())];
  caches_.begin();
  try {
    run_groups(dispatch, share);
  } catch (const NeedsOthers&) {
    throw;
  } catch (...) {
    caches_.end();
    throw;
  }
  caches_.end();
  return counters_;
}

void Engine::run_groups(const Dispatch& dispatch, const Share& share) {
  start_groups(dispatch, share);
  while (!runnable_.empty()) {
    if (share.is_over != nullptr && share.is_over->load(std::memory_order_relaxed)) throw NeedsOthers();
    Wave& wave = choose_wave();
    run_wave(dispatch.launch(), wave, 1 + random_.below(random_.one_in(4) ? 8 : 128));
    ++turn_;
    if (random_.one_in(drift_)) caches_.drift();
    if (wave.is_ended && wave.group->alive == 0) {
      remove_ended_groups();
      start_groups(dispatch, share);
    }
  }
  if (!groups_.empty()) throw Fault(FindingKind::k_divergent_barrier, "a wave waits at a barrier for ever");
}

// Any wave that can go on; one that sleeps only when several tries found no other.
Wave& Engine::choose_wave() {
  constexpr int k_tries = 8;
  Wave* wave = nullptr;
  for (int i = 0; i < k_tries; ++i) {
    wave = runnable_[random_.below(static_cast<std::uint32_t>(runnable_.size()))];
    if (wave->sleeps_until <= turn_) break;
  }
  return *wave;
}

// After an access that others can see a wave may lose its turn, sometimes for long: that is when a missing wait shows.
bool Engine::loses_turn(Wave& wave, const DecodedInstruction& code) {
  if (!code.action || code.action->kind == MemoryKind::k_load || !random_.one_in(4)) return false;
  wave.sleeps_until = turn_ + random_.below(random_.one_in(4) ? 1024 : 16);
  return true;
}

// Fills the compute units. A group in WGP mode occupies a pair of them, and its waves take turns.
void Engine::start_groups(const Dispatch& dispatch, const Share& share) {
  const bool is_wgp_mode = dispatch.launch().kernel->is_wgp_mode;
  const unsigned places = is_wgp_mode ? k_compute_units / k_units_per_cluster : k_compute_units;
  for (; next_group_ < dispatch.group_count(); next_group_ += share.step) {
    std::vector<unsigned> load(places);
    for (const auto& group : groups_) ++load[group->place];
    std::vector<unsigned> free;
    for (unsigned place = 0; place < places; ++place) {
      if (load[place] < k_groups_of_unit) free.push_back(place);
    }
    if (free.empty()) return;
    start_group(dispatch, next_group_, free[random_.below(static_cast<std::uint32_t>(free.size()))]);
  }
}

void Engine::start_group(const Dispatch& dispatch, std::uint64_t number, unsigned place) {
  const Launch& launch = dispatch.launch();
  const auto count = launch.groups();
  auto group = std::make_unique<Group>();
  group->id = {static_cast<std::uint32_t>(number % count[0]), static_cast<std::uint32_t>(number / count[0] % count[1]),
               static_cast<std::uint32_t>(number / count[0] / count[1])};
  group->place = place;
  group->lds.assign(dispatch.lds_bytes(), static_cast<std::uint8_t>(random_.next()));
  make_waves(launch, dispatch.arguments(), dispatch.packet(), random_, *group);
  if (races_ != nullptr) races_->start_group(*group);
  if (undefined_ != nullptr) group->lds_undefined.assign(dispatch.lds_bytes(), 0xff);
  ++counters_.groups;
  counters_.waves += group->waves.size();
  for (const auto& wave : group->waves) {
    counters_.items += static_cast<unsigned>(__builtin_popcountll(wave->items));
    wave->unit = launch.kernel->is_wgp_mode ? place * k_units_per_cluster + wave->index % k_units_per_cluster : place;
    if (undefined_ != nullptr) undefined_->start_wave(*wave);
    runnable_.push_back(wave.get());
  }
  groups_.push_back(std::move(group));
}

void Engine::remove_ended_groups() {
  std::erase_if(groups_, [](const auto& group) { return group->alive == 0; });
}

void Engine::make_runnable(Wave& wave) {
  if (wave.is_waiting) runnable_.push_back(&wave);
  wave.is_waiting = false;
}

// Executes what most instructions are. False: nothing was done.
[[gnu::always_inline]] inline bool Engine::step_quickly(Wave& wave, const LoadedCode::Found& found) {
  const std::uint64_t exec = counters_.is_asked ? wave.state.exec() : 0;
  const Work work = found.quick.work;
  if (undefined_ != nullptr || !execute_quickly(found.quick, found.whole.instruction, wave.state)) return false;
  if (!counters_.is_asked) return true;
  if (work == Work::k_vector) count_vector(wave, exec, counters_);
  if (work == Work::k_branch || wave.state.exec() != exec) count_branch(found.whole, exec, wave.state);
  return true;
}

void Engine::run_wave(const Launch& launch, Wave& wave, unsigned most) {
  try {
    for (unsigned i = 0; i < most; ++i) {
      const LoadedCode::Found found = launch.code->find(wave.state.pc, part_);
      ++counters_.instructions[static_cast<unsigned>(found.quick.work)];
      if (!step_quickly(wave, found) && !step(launch, wave, found.whole)) break;
    }
    if (limit_->executed.fetch_add(most, std::memory_order_relaxed) + most > limit_->most) {
      throw Fault(FindingKind::k_endless,
                  "has executed " + std::to_string(limit_->most) + " instructions and has not ended",
                  "an end; CLC_EMULATOR_LIMIT allows more instructions");
    }
  } catch (const Fault& fault) {
    log_.add_fault(wave, fault);
    throw;
  }
  if (wave.is_waiting || wave.is_ended) std::erase(runnable_, &wave);
}

bool Engine::step(const Launch& launch, Wave& wave, const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  const Work work = instruction.quick.work;
  WaveState& state = wave.state;
  switch (work) {
    case Work::k_vector:
      count_vector(wave, state.exec(), counters_);
      [[fallthrough]];
    case Work::k_scalar:
    case Work::k_branch:
    case Work::k_end:
    case Work::k_idle: {
      const std::uint64_t exec = state.exec();
      const Outcome outcome =
          undefined_ != nullptr ? undefined_->execute(wave, code) : execute_slowly(instruction, state);
      if (outcome.kind == Outcome::Kind::k_done) {
        if (work == Work::k_branch || state.exec() != exec) count_branch(code, exec, state);
        return true;
      }
      if (outcome.kind == Outcome::Kind::k_ended) {
        finish(wave);
        return false;
      }
      if (outcome.kind == Outcome::Kind::k_left_registers) {
        throw Fault(FindingKind::k_out_of_bounds, "accesses an element beyond a private array, which lies in registers",
                    "an index from the first element to the last", exec == 0 ? -1 : std::countr_zero(exec),
                    "a private array in registers");
      }
      throw Fault(outcome.kind == Outcome::Kind::k_failed ? outcome.message : "nobody executes this instruction");
    }
    case Work::k_unsupported:
      throw Fault("this instruction is not emulated");
    default:
      break;
  }
  if (code.checked_for != launch.kernel) {
    if (std::string problem = check_registers(instruction, state); !problem.empty()) throw Fault(problem);
    code.checked_for = launch.kernel;
  }
  if (undefined_ != nullptr && code.action) undefined_->check_address(wave, code);
  if (code.action) {
    memory_unit_.issue(wave, code);
  } else if (work == Work::k_cache) {
    memory_unit_.issue_cache_operation(wave, code);
  } else if (!synchronise(wave, code)) {
    return false;
  }
  state.pc += instruction.quick.bytes;
  return !loses_turn(wave, code);
}

void Engine::count_branch(const DecodedInstruction& code, std::uint64_t exec_before, const WaveState& state) {
  if (!counters_.is_asked) return;
  const Instruction& instruction = code.instruction;
  const std::uint64_t exec = state.exec();
  const bool is_branch = instruction.work == Work::k_branch;
  const bool splits = exec != 0 && exec != exec_before && (exec & ~exec_before) == 0;
  if (!is_branch && !splits) return;
  BranchCount& count = counters_.branch(code);
  count.executions += is_branch ? 1 : 0;
  count.taken += is_branch && state.pc != instruction.pc + instruction.bytes ? 1 : 0;
  count.splits += splits ? 1 : 0;
}

// Waits, barriers and messages. False when the wave cannot go on yet, and then its pc has not moved.
bool Engine::synchronise(Wave& wave, const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  const Work work = instruction.quick.work;
  if (work == Work::k_wait) {
    wait(wave, code);
    return true;
  }
  if (work == Work::k_hardware_register) {
    access_hardware_register(wave, instruction);
    return true;
  }
  const std::string_view text = name(instruction);
  Group& group = *wave.group;
  if (text == "s_sendmsg") return true;  // that registers are free, and others that nobody here listens to
  if (text == "s_barrier_signal") {
    arrive(wave);
    return true;
  }
  if (text == "s_barrier" || text == "s_barrier_wait") {
    // The split one was signalled before; the other arrives when it is first executed.
    const bool is_split = text == "s_barrier_wait";
    if (!is_split && !wave.has_arrived) arrive(wave);
    if (!wave.has_arrived) throw Fault("waits at a barrier that it has not signalled");
    if (group.phase > wave.signalled) {
      wave.has_arrived = false;
      return true;
    }
    wave.is_waiting = true;
    return false;
  }
  throw Fault("not emulated: " + std::string(text));
}

void Engine::arrive(Wave& wave) {
  if (wave.has_arrived) throw Fault(FindingKind::k_divergent_barrier, "signals a barrier twice");
  check_barrier(wave);
  memory_unit_.reach_barrier(wave);
  wave.has_arrived = true;
  wave.signalled = wave.group->phase;
  ++wave.group->arrived;
  if (races_ != nullptr) races_->arrive(wave);
  pass_barrier(*wave.group);
}

constexpr const char* k_barrier_rule = "every work-item of the group reaches the same barrier, or none does";

// All items of the wave are there, and those of other waves are at no other barrier.
void Engine::check_barrier(Wave& wave) {
  Group& group = *wave.group;
  const std::uint64_t missing = wave.items & ~wave.state.exec();
  if (missing != 0) {
    log_.add(wave, std::countr_zero(missing), FindingKind::k_divergent_barrier,
             "has a barrier that this work-item does not reach, and others of its group do", k_barrier_rule);
  }
  if (group.arrived == 0) {
    group.barrier_pc = wave.state.pc;
  } else if (group.barrier_pc != wave.state.pc) {
    ItemPlace other = place_of(wave, group.barrier_pc, -1);
    for (const auto& mate : group.waves) {
      if (mate->has_arrived && mate->signalled == group.phase) other.wave = mate->index;
    }
    log_.add(wave, -1, FindingKind::k_divergent_barrier,
             "waits at a barrier while others of its group wait at another one", k_barrier_rule, "", &other);
  }
  check_end(wave);
}

// No wave of a group has ended where another one waits at a barrier.
void Engine::check_end(Wave& waiting) {
  for (const auto& mate : waiting.group->waves) {
    if (!mate->is_ended) continue;
    const ItemPlace other = place_of(*mate, mate->state.pc, -1);
    log_.add(waiting, -1, FindingKind::k_divergent_barrier,
             "waits at a barrier, and others of its group have ended without reaching it", k_barrier_rule, "", &other);
    return;
  }
}

void Engine::pass_barrier(Group& group) {
  if (group.arrived < group.alive || group.alive == 0) return;
  group.arrived = 0;
  ++group.phase;
  group.passed_lines.merge(group.arriving_lines);
  group.arriving_lines.clear();
  if (races_ != nullptr) races_->pass_barrier(group);
  for (const auto& wave : group.waves) make_runnable(*wave);
}

void Engine::finish(Wave& wave) {
  memory_unit_.end(wave);
  wave.is_ended = true;
  --wave.group->alive;
  for (const auto& mate : wave.group->waves) {
    if (wave.group->arrived != 0 && mate->has_arrived && mate->signalled == wave.group->phase) {
      check_end(*mate);
      break;
    }
  }
  pass_barrier(*wave.group);
}

void Engine::wait(Wave& wave, const DecodedInstruction& code) {
  for (unsigned i = 0; i < k_wait_counters; ++i) {
    if (code.waits[i] != k_no_wait) memory_unit_.wait(wave, static_cast<WaitCounter>(i), code.waits[i]);
  }
}

void Engine::access_hardware_register(Wave& wave, const Instruction& instruction) {
  constexpr unsigned k_mode = 1;
  const unsigned id = instruction.simm16 & 63U, first = instruction.simm16 >> 6U & 31U;
  const unsigned count = (instruction.simm16 >> 11U) + 1;
  const std::uint32_t ones = count == 32 ? ~0U : (1U << count) - 1U;
  if (id != k_mode) throw Fault("hardware register " + std::to_string(id) + " is not emulated");
  const std::string_view text = name(instruction);
  if (text == "s_getreg_b32") {
    write_dword(wave.state, instruction.destination, 0, (wave.state.mode >> first) & ones);
    return;
  }
  const std::uint32_t value =
      text == "s_setreg_imm32_b32" ? instruction.literal : read_dword(wave.state, instruction.source[0], 0);
  wave.state.mode = (wave.state.mode & ~(ones << first)) | (value & ones) << first;
}

}  // namespace clc::emulator
