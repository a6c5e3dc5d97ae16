#include "machine/finding.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <nlohmann/json.hpp>

#include "machine/append_line.h"
#include "machine/launch.h"

namespace clc::emulator {
namespace {

constexpr std::size_t k_most_findings = 100;  // of a launch; after that they are only counted

const char* variable(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr ? text : "";
}

// The kinds that a list names: "race,uninitialised".
std::uint32_t kinds_of(std::string_view list) {
  std::uint32_t kinds = 0;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view name = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    const auto* found = std::find(std::begin(k_finding_kinds), std::end(k_finding_kinds), name);
    if (found != std::end(k_finding_kinds)) {
      kinds |= 1U << static_cast<unsigned>(found - std::begin(k_finding_kinds));
    } else if (name == "all") {
      kinds = ~0U;
    } else if (!name.empty()) {
      std::fprintf(stderr, "emulator: there is no check '%s'; there are:", std::string(name).c_str());
      for (const std::string_view kind : k_finding_kinds) std::fprintf(stderr, " %s", kind.data());
      std::fprintf(stderr, "\n");
    }
  }
  return kinds;
}

std::uint32_t bit_of(FindingKind kind) {
  return 1U << static_cast<unsigned>(kind);
}

template <class Three>
std::string triple(const Three& numbers) {
  return "(" + std::to_string(numbers[0]) + ", " + std::to_string(numbers[1]) + ", " + std::to_string(numbers[2]) + ")";
}

// "sum.cl:12", or the instruction where there are no lines.
std::string place_text(const FindingPlace& place) {
  return place.source.empty() ? "instruction " + hex(place.pc) : place.source.substr(place.source.rfind('/') + 1);
}

std::string item_text(const FindingPlace& place) {
  const char* which = place.lane < 0 ? "the sub-group of work-item " : "work-item ";
  return which + triple(place.local_id) + " of group " + triple(place.group) + ", global id " + triple(place.global_id);
}

// The words before the second place of a finding; clc emulate's reports have the same.
std::string words_of_other(FindingKind kind) {
  if (kind == FindingKind::k_uninitialised) return "the value was read at ";
  return kind == FindingKind::k_divergent_barrier ? "others are at " : "the other access: ";
}

std::string instruction_text(const FindingPlace& place) {
  std::string text = place.instruction + " at " + hex(place.pc) + " in wave " + std::to_string(place.wave);
  if (place.lane >= 0) text += ", lane " + std::to_string(place.lane);
  return text;
}

nlohmann::ordered_json place_object(const FindingPlace& place) {
  nlohmann::ordered_json object;
  if (!place.source.empty()) {
    const std::size_t colon = place.source.rfind(':');
    std::string file = place.source.substr(0, colon);
    while (file.starts_with("./")) file.erase(0, 2);
    object["file"] = file;
    object["line"] = std::strtoul(place.source.c_str() + colon + 1, nullptr, 10);
  }
  object["group"] = place.group;
  object["local_id"] = place.local_id;
  object["global_id"] = place.global_id;
  object["wave"] = place.wave;
  if (place.lane >= 0) object["lane"] = place.lane;
  object["instruction"] = place.instruction;
  object["offset"] = place.pc;
  return object;
}

}  // namespace

ItemPlace place_of(const Wave& wave, std::uint64_t pc, int lane) {
  return {pc, wave.group->id, wave.index, wave.state.lanes, lane};
}

std::string Finding::text() const {
  std::string text(k_finding_kinds[static_cast<unsigned>(kind)]);
  text += ": " + place_text(at) + ": kernel '" + kernel + "' " + message + "\n    by " + item_text(at);
  if (has_other) text += "\n    " + words_of_other(kind) + place_text(other) + ", by " + item_text(other);
  if (!expected.empty()) text += "\n    expected: " + expected;
  text += "\n    on " + chip + ": " + instruction_text(at);
  if (has_other) text += "; " + instruction_text(other);
  text += "; CLC_EMULATOR_SEED=" + std::to_string(seed) + " repeats it";
  if (count > 1) text += "\n    " + std::to_string(count) + " times here";
  if (at.source.empty()) {
    text += has_lines
                ? "\n    in a builtin function that is not inlined, and so without a line, as with -cl-opt-disable"
                : "\n    compile with -g to see source lines";
  }
  return text;
}

std::string Finding::json() const {
  nlohmann::ordered_json line;
  line["kind"] = k_finding_kinds[static_cast<unsigned>(kind)];
  line["stopped"] = has_stopped;
  line["kernel"] = kernel;
  line["message"] = message;
  if (!expected.empty()) line["expected"] = expected;
  if (!object.empty()) line["object"] = object;
  line["count"] = count;
  line["chip"] = chip;
  line["seed"] = seed;
  line["at"] = place_object(at);
  if (has_other) line["other"] = place_object(other);
  return line.dump();
}

FindingLog::FindingLog()
    : fails_on_(kinds_of(variable("CLC_EMULATOR_FAIL_ON"))),
      checks_(fails_on_ | kinds_of(variable("CLC_EMULATOR_CHECK"))) {}

void FindingLog::begin(const Launch& launch, std::uint64_t seed) {
  launch_ = &launch;
  seed_ = seed;
  findings_.clear();
  index_.clear();
  begins_exchange_.clear();
}

bool FindingLog::wants(FindingKind kind) const {
  return (checks_ & bit_of(kind)) != 0;
}

bool FindingLog::has_seen(FindingKind kind, std::uint64_t pc, std::uint64_t other_pc) {
  const auto found = index_.find({kind, pc, other_pc});
  if (found == index_.end()) return false;
  if (found->second < findings_.size()) ++findings_[found->second].count;
  return true;
}

FindingPlace FindingLog::place(const ItemPlace& item) const {
  FindingPlace place;
  place.pc = item.pc;
  place.group = item.group;
  place.wave = item.wave;
  place.lane = item.lane;
  const auto size = launch_->group_size(item.group);
  const unsigned number = item.wave * item.lanes + static_cast<unsigned>(std::max(item.lane, 0));
  place.local_id = {number % size[0], number / size[0] % size[1], number / size[0] / size[1]};
  for (unsigned d = 0; d < 3; ++d) {
    place.global_id[d] = launch_->offset[d] + std::uint64_t{item.group[d]} * launch_->group[d] + place.local_id[d];
  }
  return place;
}

Finding& FindingLog::append(const Wave& wave, int lane, FindingKind kind, const std::string& message,
                            const std::string& expected, const std::string& object) {
  if (finds_none_) throw NeedsOthers();
  Finding& finding = findings_.emplace_back();
  finding.kind = kind;
  finding.kernel = launch_->kernel->name;
  finding.chip = chip_name(launch_->code->object().chip);
  finding.seed = seed_;
  finding.at = place(place_of(wave, wave.state.pc, lane));
  finding.at.caller = wave.state.sgpr[30] | std::uint64_t{wave.state.sgpr[31]} << 32U;  // LLVM's return address
  finding.message = message;
  finding.expected = expected;
  finding.object = object;
  return finding;
}

void FindingLog::add(const Wave& wave, int lane, FindingKind kind, const std::string& message,
                     const std::string& expected, const std::string& object, const ItemPlace* other) {
  const std::uint64_t pc = wave.state.pc, other_pc = other != nullptr ? other->pc : 0;
  if (has_seen(kind, pc, other_pc)) return;
  index_[{kind, pc, other_pc}] = findings_.size();
  if (findings_.size() >= k_most_findings) return;
  Finding& finding = append(wave, lane, kind, message, expected, object);
  if (other != nullptr) {
    finding.has_other = true;
    finding.other = place(*other);
  }
  finding.has_stopped = (fails_on_ & bit_of(kind)) != 0;
  if (finding.has_stopped) throw Stopped();
}

void FindingLog::add_fault(const Wave& wave, const Fault& fault) {
  append(wave, fault.lane, fault.kind, fault.what(), fault.expected, fault.object).has_stopped = true;
}

bool FindingLog::begins_exchange(std::uint64_t pc) const {
  const auto known = begins_exchange_.find(pc);
  if (known != begins_exchange_.end()) return known->second;
  constexpr unsigned k_most_instructions = 64;
  bool begins = false;
  const Work work = launch_->code->at(pc).instruction.work;
  try {
    std::uint64_t at = pc;
    for (unsigned i = 0; i < k_most_instructions && !begins; ++i) {
      const DecodedInstruction& code = launch_->code->at(at);
      if (code.instruction.work == Work::k_end) break;
      const bool is_same_memory = (code.instruction.work == Work::k_lds) == (work == Work::k_lds);
      begins = is_same_memory && code.action && code.action->kind == MemoryKind::k_atomic &&
               code.action->operation == AtomicOperation::k_compare_swap;
      at += code.instruction.bytes;
    }
  } catch (const Fault&) {
    begins = false;  // the code ends here
  }
  begins_exchange_[pc] = begins;
  return begins;
}

std::string FindingLog::argument_at(std::uint64_t begin, std::uint64_t size) const {
  std::size_t index = 0;
  for (const KernelArgument& argument : launch_->kernel->arguments) {
    if (argument.is_hidden()) continue;
    const std::size_t number = index++;
    if (number >= launch_->arguments.size()) continue;
    std::uint64_t address = number < launch_->texels.size() ? launch_->texels[number] : 0;
    const auto& bytes = launch_->arguments[number];
    if (argument.kind == "global_buffer") std::memcpy(&address, bytes.data(), std::min(bytes.size(), sizeof address));
    if (address < begin || address - begin > size) continue;
    const std::string name = argument.name.empty() ? "" : " '" + argument.name + "'";
    return "argument " + std::to_string(number) + name + ", ";
  }
  return "";
}

// The lines of all places. Where the compiler gave an instruction none, or line 0, that of an instruction before it is
// right, or that of the caller.
void FindingLog::find_sources() {
  constexpr unsigned k_tries = 12;
  std::vector<FindingPlace*> places;
  for (Finding& finding : findings_) {
    places.push_back(&finding.at);
    if (finding.has_other) places.push_back(&finding.other);
  }
  const auto look_up = [&](const std::vector<FindingPlace*>& wanted, auto&& address) {
    std::vector<std::uint64_t> addresses;
    for (const FindingPlace* one : wanted) addresses.push_back(address(*one));
    const std::vector<std::string> lines = launch_->code->source_lines(addresses, true);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!lines[i].empty() && !lines[i].ends_with(":0")) wanted[i]->source = lines[i];
    }
  };
  look_up(places, [](const FindingPlace& place) { return place.pc; });
  std::vector<FindingPlace*> without;
  for (FindingPlace* place : places) {
    if (place->source.empty()) without.insert(without.end(), k_tries + 1, place);
  }
  if (without.empty()) return;
  // The nearest comes last.
  unsigned number = 0;
  look_up(without, [&](const FindingPlace& place) {
    const unsigned back = k_tries - number++ % (k_tries + 1);
    const bool is_caller = back == k_tries && launch_->code->holds(place.caller);
    return is_caller ? place.caller - 4
                     : place.pc - std::min(place.pc - launch_->code->base(), back * std::uint64_t{4});
  });
  for (Finding& finding : findings_) {
    if (finding.at.source.empty()) finding.at.source = finding.other.source;
  }
}

std::string FindingLog::report() {
  if (findings_.empty()) return "";
  find_sources();
  const auto complete = [&](FindingPlace& place) {
    try {
      place.instruction = full_name(launch_->code->at(place.pc).instruction);
    } catch (const Fault&) {
      place.instruction = "the code";  // it is the decoder that failed, and says so
    }
    place.pc -= launch_->code->base();
  };
  const char* path = variable("CLC_EMULATOR_REPORT");
  for (Finding& finding : findings_) {
    complete(finding.at);
    if (finding.has_other) complete(finding.other);
    finding.has_lines = launch_->code->has_lines();
    std::fprintf(stderr, "emulator: %s\n", finding.text().c_str());
    if (*path != '\0') append_line(path, finding.json());
  }
  if (index_.size() > findings_.size()) {
    std::fprintf(stderr, "emulator: %zu more places\n", index_.size() - findings_.size());
  }
  const std::string last = findings_.back().text();
  findings_.clear();
  index_.clear();
  return last;
}

}  // namespace clc::emulator
