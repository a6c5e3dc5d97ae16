#include "machine/counters.h"

#include <fstream>

#include <nlohmann/json.hpp>

namespace clc::emulator {
namespace {

constexpr const char* k_names[k_work_kinds] = {
    "scalar", "vector",        "branch", "end",  "idle",   "wait",    "barrier", "message",    "hardware_register",
    "cache",  "scalar_memory", "lds",    "flat", "global", "scratch", "buffer",  "unsupported"};

}  // namespace

void write_counters(const std::string& path, const std::string& chip, const std::string& kernel, std::uint64_t seed,
                    const Counters& counters) {
  nlohmann::ordered_json line;
  line["kernel"] = kernel;
  line["chip"] = chip;
  line["seed"] = seed;
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
  std::ofstream(path, std::ios::app) << line.dump() << '\n';
}

}  // namespace clc::emulator
