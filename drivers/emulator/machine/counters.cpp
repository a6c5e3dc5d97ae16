#include "machine/counters.h"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "machine/append_line.h"
#include "machine/fault.h"

namespace clc::emulator {
namespace {

constexpr const char* k_names[k_work_kinds] = {
    "scalar", "vector",        "branch", "end",  "idle",   "wait",    "barrier", "message", "hardware_register",
    "cache",  "scalar_memory", "lds",    "flat", "global", "scratch", "buffer",  "image",   "unsupported"};

// Where an instruction stands: its offset in the code object, its name, its source line where that is known.
nlohmann::ordered_json place(const Launch& launch, std::uint64_t pc, const std::string& source) {
  nlohmann::ordered_json object;
  object["at"] = hex(pc - launch.code->base());
  object["instruction"] = full_name(launch.code->at(pc).instruction);
  if (!source.empty()) object["source"] = source;
  return object;
}

nlohmann::ordered_json access_object(nlohmann::ordered_json object, const AccessCount& count, bool is_local) {
  object["executions"] = count.executions;
  object["active_lanes"] = count.active_lanes;
  object["bytes"] = count.bytes;
  if (count.is_strided && count.stride) object["stride"] = *count.stride;
  if (is_local) {
    object["lds_passes"] = count.lds_passes;
    object["lds_bank_conflicts"] = count.lds_bank_conflicts;
  } else {
    object["transactions"] = count.transactions;
    object["ideal_transactions"] = count.ideal_transactions;
    object["different_lines"] = count.lines.size();
  }
  return object;
}

nlohmann::ordered_json branch_object(nlohmann::ordered_json object, const BranchCount& count) {
  if (count.executions != 0) {
    object["executions"] = count.executions;
    object["taken"] = count.taken;
  }
  if (count.splits != 0) object["splits"] = count.splits;
  return object;
}

void add_places(nlohmann::ordered_json& line, const Launch& launch, const Counters& counters) {
  std::vector<std::uint64_t> places;
  for (const auto& [pc, count] : counters.accesses) places.push_back(pc);
  for (const auto& [pc, count] : counters.branches) places.push_back(pc);
  const std::vector<std::string> sources = launch.code->source_lines(places);
  std::size_t next = 0;
  line["accesses"] = nlohmann::ordered_json::array();
  for (const auto& [pc, count] : counters.accesses) {
    const bool is_local = launch.code->at(pc).instruction.work == Work::k_lds;
    line["accesses"].push_back(access_object(place(launch, pc, sources[next++]), count, is_local));
  }
  line["branches"] = nlohmann::ordered_json::array();
  for (const auto& [pc, count] : counters.branches) {
    line["branches"].push_back(branch_object(place(launch, pc, sources[next++]), count));
  }
}

}  // namespace

bool LineSet::put(std::uint64_t line) {
  const std::size_t last = places_.size() - 1;
  std::size_t at = static_cast<std::size_t>(line * 0x9e3779b97f4a7c15U >> 20U) & last;
  while (places_[at] != k_nothing) {
    if (places_[at] == line) return false;
    at = (at + 1) & last;
  }
  places_[at] = line;
  return true;
}

void LineSet::grow() {
  std::vector<std::uint64_t> before(std::max<std::size_t>(places_.size() * 2, 16), k_nothing);
  before.swap(places_);
  for (const std::uint64_t line : before) {
    if (line != k_nothing) put(line);
  }
}

void LineSet::insert(const LineSet& other) {
  for (const std::uint64_t line : other.places_) {
    if (line != k_nothing) insert(line);
  }
}

void AccessCount::add(const AccessCount& other) {
  executions += other.executions;
  active_lanes += other.active_lanes;
  bytes += other.bytes;
  transactions += other.transactions;
  ideal_transactions += other.ideal_transactions;
  lines.insert(other.lines);
  lds_passes += other.lds_passes;
  lds_bank_conflicts += other.lds_bank_conflicts;
  is_strided = is_strided && other.is_strided && (!stride || !other.stride || *stride == *other.stride);
  if (!stride) stride = other.stride;
}

void BranchCount::add(const BranchCount& other) {
  executions += other.executions;
  taken += other.taken;
  splits += other.splits;
}

void Counters::add(const Counters& other) {
  groups += other.groups;
  waves += other.waves;
  items += other.items;
  for (unsigned i = 0; i < k_work_kinds; ++i) instructions[i] += other.instructions[i];
  lanes += other.lanes;
  active_lanes += other.active_lanes;
  divergent += other.divergent;
  memory_bytes += other.memory_bytes;
  memory_lines += other.memory_lines;
  lds_bytes += other.lds_bytes;
  lds_passes += other.lds_passes;
  lds_conflicts += other.lds_conflicts;
  scratch_bytes += other.scratch_bytes;
  for (const auto& [pc, count] : other.accesses) accesses[pc].add(count);
  for (const auto& [pc, count] : other.branches) branches[pc].add(count);
}

void Counters::find(const DecodedInstruction& code) {
  code.counted_launch = launch;
  code.access_count = code.action ? &accesses[code.instruction.pc] : nullptr;
  code.branch_count = nullptr;
}

void write_counters(const std::string& path, const Launch& launch, std::uint64_t seed, const Counters& counters) {
  nlohmann::ordered_json line;
  line["kernel"] = launch.kernel->name;
  line["chip"] = chip_name(launch.code->object().chip);
  line["seed"] = seed;
  line["parts"] = counters.parts;
  line["groups"] = counters.groups;
  line["waves"] = counters.waves;
  line["items"] = counters.items;
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < k_work_kinds; ++i) {
    if (counters.instructions[i] != 0) line["instructions"][k_names[i]] = counters.instructions[i];
    sum += counters.instructions[i];
  }
  line["instructions"]["all"] = sum;
  line["lanes"] = counters.lanes;
  line["active_lanes"] = counters.active_lanes;
  line["divergent_instructions"] = counters.divergent;
  line["memory_bytes"] = counters.memory_bytes;
  line["memory_transactions"] = counters.memory_lines;
  line["lds_bytes"] = counters.lds_bytes;
  line["lds_passes"] = counters.lds_passes;
  line["lds_bank_conflicts"] = counters.lds_conflicts;
  line["scratch_bytes"] = counters.scratch_bytes;
  add_places(line, launch, counters);
  append_line(path, line.dump());
}

}  // namespace clc::emulator
