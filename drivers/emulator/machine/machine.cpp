#include "machine/machine.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <system_error>
#include <thread>

#include "machine/fault.h"
#include "machine/number_variable.h"

namespace clc::emulator {
namespace {

constexpr std::uint64_t k_default_limit = 2'000'000'000;  // instructions of all waves of a dispatch
constexpr unsigned k_parts = 8;

bool asks_others(const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  if (!code.action || instruction.work == Work::k_lds || instruction.work == Work::k_scratch) return false;
  const bool returns = instruction.destination.kind != OperandKind::k_none;
  return code.action->kind == MemoryKind::k_atomic
             ? returns
             : code.action->kind == MemoryKind::k_load && reach_of(instruction) == Reach::k_memory;
}

// Looks through the kernel's instructions; functions that it calls ask when they are executed.
bool asks_others(LoadedCode& code, const KernelCode& kernel) {
  std::uint64_t end = code.object().text_end;
  for (const auto& [name, other] : code.object().kernels) {
    if (other.entry > kernel.entry) end = std::min(end, other.entry);
  }
  try {
    for (std::uint64_t at = kernel.entry; at < end;) {
      const DecodedInstruction& one = code.at(code.base() + at);
      if (asks_others(one)) return true;
      at += one.instruction.bytes;
    }
  } catch (const Fault&) {
    return false;  // the code ends before
  }
  return false;
}

}  // namespace

struct Machine::Part {
  Part(Chip chip, AddressSpace& memory, unsigned number) : engine(chip, memory, 0, number + 1, &own) {}
  OwnWrites own;
  Engine engine;
  Counters counters;
};

Machine::Machine(Chip chip, AddressSpace& memory, std::uint64_t seed)
    : chip_(chip), memory_(memory), seed_(seed), whole_(chip, memory, seed), random_(~seed) {}

Machine::~Machine() = default;

Counters Machine::run(const Launch& launch) {
  FindingLog& log = whole_.log();
  log = FindingLog();
  log.begin(launch, seed_);
  try {
    const Counters counters = execute(launch);
    log.report();
    return counters;
  } catch (const Stopped&) {
    throw Fault(log.report());
  } catch (const Fault& fault) {
    const std::string text = log.report();
    if (text.empty()) std::fprintf(stderr, "emulator: kernel '%s': %s\n", launch.kernel->name.c_str(), fault.what());
    throw Fault(fault.kind, text.empty() ? fault.what() : text);
  } catch (...) {
    log.report();  // for the launch ends, and the log names it
    throw;
  }
}

Counters Machine::execute(const Launch& launch) {
  const std::uint64_t most = number_variable("CLC_EMULATOR_LIMIT", 1, k_default_limit);
  const Dispatch dispatch(launch, memory_, whole_.random());
  if (may_run_apart(launch)) {
    if (const auto counters = run_apart(dispatch, most)) return *counters;
  }
  Limit limit(most);
  return whole_.run(dispatch, {.limit = &limit});
}

bool Machine::may_run_apart(const Launch& launch) {
  const FindingLog& log = whole_.log();
  bool& runs_apart = launch.kernel->runs_apart;
  if (!runs_apart || log.wants(FindingKind::k_race) || log.wants(FindingKind::k_uninitialised)) return false;
  runs_apart = !asks_others(*launch.code, *launch.kernel);
  return runs_apart;
}

// Nothing, and nothing has happened, where the groups ask each other for something, or do something wrong.
std::optional<Counters> Machine::run_apart(const Dispatch& dispatch, std::uint64_t most) {
  const auto count = static_cast<unsigned>(std::min<std::uint64_t>(k_parts, dispatch.group_count()));
  if (count < 2) return {};
  dispatch.launch().code->make_parts(k_parts + 1);
  while (parts_.size() < count) {
    parts_.push_back(std::make_unique<Part>(chip_, memory_, static_cast<unsigned>(parts_.size())));
  }
  for (const auto& part : parts_) {
    part->engine.random() = Random(random_.next());
    part->engine.log() = whole_.log();
    part->engine.log().find_none();
  }
  if (!run_parts(count, dispatch, most)) {
    dispatch.launch().kernel->runs_apart = false;
    parts_.clear();
    return {};
  }
  Counters counters;
  counters.parts = count;
  const unsigned first = random_.below(count);
  for (unsigned i = 0; i < count; ++i) {
    Part& part = *parts_[(first + i) % count];
    part.own.commit(memory_);
    part.own = {};  // with its memory, of which a large launch takes much
    counters.add(part.counters);
  }
  return counters;
}

bool Machine::run_parts(unsigned count, const Dispatch& dispatch, std::uint64_t most) {
  Limit limit(most);
  std::atomic<unsigned> next{0};
  std::atomic<bool> has_failed{false};
  const auto work = [&] {
    for (unsigned i = next++; i < count; i = next++) {
      try {
        parts_[i]->counters = parts_[i]->engine.run(dispatch, {i, count, &limit, &has_failed});
      } catch (...) {
        has_failed = true;
      }
    }
  };
  const std::uint64_t threads =
      number_variable("CLC_EMULATOR_THREADS", 1, std::max(std::thread::hardware_concurrency(), 1U));
  std::vector<std::jthread> helpers;
  helpers.reserve(count);
  try {
    for (unsigned i = 1; i < std::min<std::uint64_t>(threads, count); ++i) helpers.emplace_back(work);
  } catch (const std::system_error&) {
    // as many as the system gives
  }
  work();
  helpers.clear();
  return !has_failed;
}

}  // namespace clc::emulator
