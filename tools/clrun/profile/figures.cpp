#include "profile/figures.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace clc::clrun {
namespace {

constexpr std::uint64_t mask_of(unsigned bits) {
  return (std::uint64_t{1} << bits) - 1;
}
std::uint64_t instruction_of(std::uint64_t who) {
  return who & mask_of(k_instruction_bits);
}
std::uint64_t item_of(std::uint64_t who) {
  return (who >> k_instruction_bits) & mask_of(k_item_bits);
}
std::uint64_t group_of(std::uint64_t who) {
  return who >> (k_instruction_bits + k_item_bits);
}

// One item's execution of an instruction. Items of a wave execute it together when they are in the same iterations of
// the loops, and, should an item come by several times in these, for the same time.
struct Execution {
  std::uint64_t moment = 0, time = 0, wave = 0, item = 0;
  std::int64_t address = 0;

  auto key() const { return std::tie(moment, time, wave, item); }
  bool is_of_same_turn(const Execution& other) const { return moment == other.moment && time == other.time; }
};
using Executions = std::vector<Execution>;

// Those of one instruction in one group, in the order of iterations, waves and items.
Executions executions_of(const TraceRecord* begin, const TraceRecord* end, unsigned wave) {
  Executions all;
  std::map<std::uint64_t, std::uint64_t> times;  // of one item, by moment
  for (const TraceRecord* record = begin; record != end; ++record) {
    if (record == begin || item_of(record->who) != item_of(record[-1].who)) times.clear();
    const std::uint64_t item = item_of(record->who);
    all.push_back({record->moment, times[record->moment]++, item / wave, item, record->address});
  }
  std::ranges::sort(all, [](const Execution& a, const Execution& b) { return a.key() < b.key(); });
  return all;
}

// Calls `f` with each iteration's part, and how far the waves in it reach.
template <class Same, class F>
void each_part(const Executions& all, std::size_t from, std::size_t to, Same&& same, F&& f) {
  for (std::size_t begin = from; begin < to;) {
    std::size_t end = begin + 1;
    while (end < to && same(all[begin], all[end])) ++end;
    f(begin, end);
    begin = end;
  }
}
template <class F>
void each_turn(const Executions& all, F&& f) {
  each_part(all, 0, all.size(), [](const Execution& a, const Execution& b) { return a.is_of_same_turn(b); }, f);
}
template <class F>
void each_wave(const Executions& all, std::size_t begin, std::size_t end, F&& f) {
  each_part(all, begin, end, [](const Execution& a, const Execution& b) { return a.wave == b.wave; }, f);
}

double cost_of(const AccessFigures& figures) {
  return figures.ideal == 0 ? 0 : static_cast<double>(figures.cost) / static_cast<double>(figures.ideal);
}

// The worst names what is joined, as in clc report --accesses.
void add_figures(AccessFigures& to, const AccessFigures& more) {
  if (to.pattern.empty() || (cost_of(more) > cost_of(to) && !more.pattern.empty())) {
    to.pattern = more.pattern;
    to.stride = more.stride;
  }
  to.waves += more.waves;
  to.ideal += more.ideal;
  to.cost += more.cost;
  to.degree = std::max(to.degree, more.degree);
}

void add_figures(BranchFigures& to, const BranchFigures& more) {
  const auto rank = [](const std::string& kind) { return kind == "divergent" ? 2 : kind == "wave-uniform" ? 1 : 0; };
  if (rank(more.kind) > rank(to.kind)) to.kind = more.kind;
  to.waves += more.waves;
  to.divergent_waves += more.divergent_waves;
  to.lanes += more.lanes;
  to.lanes_on_rarer_side += more.lanes_on_rarer_side;
}

// The cost of the waves of one iteration. An access that one instruction of the chip cannot do is done by several.
AccessFigures figures_of_turn(const Executions& all, std::size_t from, std::size_t to, const LaneAccess& access,
                              const ChipMemory& chip) {
  AccessFigures sum;
  AccessPattern pattern;
  const std::uint64_t piece = piece_bytes(access, chip);
  each_wave(all, from, to, [&](std::size_t begin, std::size_t end) {
    for (std::uint64_t at = 0; at < access.bytes; at += piece) {
      const auto bytes = static_cast<std::int64_t>(std::min(piece, access.bytes - at));
      LaneOffsets offsets;
      std::vector<unsigned> lanes;
      for (std::size_t i = begin; i < end; ++i) {
        offsets.push_back(all[i].address + static_cast<std::int64_t>(at));
        lanes.push_back(static_cast<unsigned>(all[i].item % chip.wave));
      }
      std::uint64_t ideal = 0, cost = 0;
      if (access.is_local) {
        const LocalPasses passes = local_passes(offsets, lanes, bytes, chip, access.is_atomic);
        ideal = passes.ideal;
        cost = passes.passes;
        sum.degree = std::max(sum.degree, passes.degree);
      } else {
        ideal = ideal_segments(offsets, bytes, chip.segment);
        cost = touched_segments(offsets, bytes, chip.segment, 0);
      }
      pattern.add(offsets, bytes, access.is_local, cost == ideal);
      ++sum.waves;
      sum.ideal += ideal;
      sum.cost += cost;
    }
  });
  sum.pattern = pattern.name();
  sum.stride = pattern.stride();
  return sum;
}

BranchFigures branch_of_turn(const Executions& all, std::size_t from, std::size_t to) {
  BranchFigures sum;
  for (std::size_t i = from; i < to; ++i) {
    if (all[i].address != all[from].address) sum.kind = "wave-uniform";
  }
  each_wave(all, from, to, [&](std::size_t begin, std::size_t end) {
    ++sum.waves;
    std::map<std::int64_t, std::uint64_t> sides;
    for (std::size_t i = begin; i < end; ++i) ++sides[all[i].address];
    if (sides.size() == 1) return;
    std::uint64_t most = 0;
    for (const auto& [side, lanes] : sides) most = std::max(most, lanes);
    sum.kind = "divergent";
    ++sum.divergent_waves;
    sum.lanes += end - begin;
    sum.lanes_on_rarer_side += end - begin - most;
  });
  return sum;
}

bool is_before(const TracedInstruction& a, const TracedInstruction& b) {
  return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
}

// Loops that the compiler unrolled have an instruction for each iteration.
template <class Figures, class Same>
void join_copies(std::vector<Figures>& all, Same&& is_same) {
  std::vector<Figures> joined;
  for (Figures& one : all) {
    if (one.waves == 0) continue;
    const auto same = std::ranges::find_if(
        joined, [&](const Figures& other) { return one.at.line != 0 && one.at == other.at && is_same(one, other); });
    if (same == joined.end()) {
      joined.push_back(std::move(one));
    } else {
      add_figures(*same, one);
    }
  }
  std::ranges::stable_sort(joined, [](const Figures& a, const Figures& b) { return is_before(a.at, b.at); });
  all = std::move(joined);
}

}  // namespace

AccessFigures KernelFigures::sum(bool of_local) const {
  AccessFigures all;
  for (const AccessFigures& one : accesses) {
    if ((one.at.space == "local") == of_local) add_figures(all, one);
  }
  return all;
}

void add_records(const TracedKernel& table, std::vector<TraceRecord>& records, const ChipMemory& chip,
                 KernelFigures& figures) {
  figures.accesses.resize(table.instructions.size());
  figures.branches.resize(table.instructions.size());
  // Group, instruction, item; what one item did stays in order.
  const auto key = [](const TraceRecord& record) {
    return std::make_tuple(group_of(record.who), instruction_of(record.who), item_of(record.who));
  };
  std::ranges::stable_sort(records, [&](const TraceRecord& a, const TraceRecord& b) { return key(a) < key(b); });
  for (std::size_t begin = 0; begin < records.size();) {
    std::size_t end = begin + 1;
    const std::uint64_t number = instruction_of(records[begin].who);
    while (end < records.size() && group_of(records[end].who) == group_of(records[begin].who) &&
           instruction_of(records[end].who) == number) {
      ++end;
    }
    if (number < table.instructions.size()) {
      const TracedInstruction& at = table.instructions[number];
      const Executions all = executions_of(records.data() + begin, records.data() + end, chip.wave);
      const LaneAccess access{at.bytes, at.alignment, at.space == "local", at.kind == "atomic"};
      figures.accesses[number].at = figures.branches[number].at = at;
      each_turn(all, [&](std::size_t from, std::size_t to) {
        if (at.kind == "branch") {
          add_figures(figures.branches[number], branch_of_turn(all, from, to));
        } else {
          add_figures(figures.accesses[number], figures_of_turn(all, from, to, access, chip));
        }
      });
    }
    begin = end;
  }
}

void finish(KernelFigures& figures) {
  join_copies(figures.accesses, [](const AccessFigures& a, const AccessFigures& b) {
    return a.pattern == b.pattern && a.stride == b.stride;
  });
  join_copies(figures.branches, [](const BranchFigures&, const BranchFigures&) { return true; });
}

}  // namespace clc::clrun
