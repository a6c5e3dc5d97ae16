// The cost of a launch's accesses and branches for the waves of a chip, from the records that the items left.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "insight/waves/access_table.h"
#include "insight/waves/wave_cost.h"

namespace clc::clrun {

// A record as it stands in the trace.
struct TraceRecord {
  std::uint64_t who = 0;     // instruction, item and group
  std::int64_t address = 0;  // of a branch: the side that was taken
  std::uint64_t moment = 0;  // equal for items that are in the same iterations of the loops around
};
static_assert(sizeof(TraceRecord) == k_record_words * sizeof(std::uint64_t));

// The figures of one instruction, or of its copies in an unrolled loop; sums over all waves.
struct AccessFigures {
  TracedInstruction at;
  std::string pattern;  // as clc report --accesses has it
  std::int64_t stride = 0;
  std::uint64_t waves = 0;            // that executed it, as often as they did
  std::uint64_t ideal = 0, cost = 0;  // transactions, or passes over local memory
  std::uint64_t degree = 0;           // of local memory: the worst conflict
};

struct BranchFigures {
  TracedInstruction at;
  std::string kind = "uniform";  // "wave-uniform", "divergent"
  std::uint64_t waves = 0, divergent_waves = 0;
  std::uint64_t lanes = 0, lanes_on_rarer_side = 0;  // of the divergent waves
};

using GroupSize = std::array<std::uint64_t, 3>;

// All launches of one kernel with groups of one size.
struct KernelFigures {
  std::string module, kernel;
  GroupSize group{1, 1, 1};
  std::uint64_t launches = 0;
  std::uint64_t groups = 0;  // of the launches
  std::uint64_t recorded_groups = 0;
  std::uint64_t lost_records = 0;       // of groups that are not counted, because the trace was full
  std::vector<AccessFigures> accesses;  // while launches are added: one for each instruction; then by place
  std::vector<BranchFigures> branches;
  std::vector<std::string> not_recorded;

  // Global and constant memory: transactions. Local memory: passes.
  AccessFigures sum(bool of_local) const;
};

// Adds a launch. The records are in the order in which they were written, and are sorted here.
void add_records(const TracedKernel& table, std::vector<TraceRecord>& records, const ChipMemory& chip,
                 KernelFigures& figures);

// Joins the copies of unrolled loops and sorts by place.
void finish(KernelFigures& figures);

}  // namespace clc::clrun
