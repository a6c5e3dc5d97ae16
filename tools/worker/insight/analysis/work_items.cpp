#include "worker/insight/analysis/work_items.h"

#include <string>

namespace clc::worker {
namespace {

constexpr std::int64_t k_most_items = std::int64_t{1} << 31;  // work-items of a launch, in each dimension

// 0 for "x"; nothing if the name is no dimension.
std::optional<unsigned> dimension_of(llvm::StringRef name) {
  if (name.size() != 1 || name[0] < 'x' || name[0] > 'z') return std::nullopt;
  return static_cast<unsigned>(name[0] - 'x');
}

}  // namespace

WorkItems::WorkItems(LaneMath& math, const Launch& launch) : math_(math), launch_(launch) {
  for (unsigned d = 0; d < 3; ++d) {
    const std::int64_t most = launch.global ? std::max<std::int64_t>((*launch.global)[d] / launch.group[d], 1)
                                            : std::max<std::int64_t>(k_most_items / launch.group[d], 1);
    Symbol count{{"the global size of dimension " + std::to_string(d)}};
    count.least = launch.global ? most : 1;
    count.greatest = most;
    group_counts_[d] = math.symbols().add(count);
    Symbol id{{"get_group_id(" + std::to_string(d) + ")"}};
    id.least = 0;
    id.greatest = most - 1;
    id.below = group_counts_[d];
    group_ids_[d] = math.symbols().add(id);
  }
  Symbol arguments{{"an argument that the driver adds"}};
  arguments.space = Space::k_implicit;
  arguments.alignment = 16;
  implicit_arguments_ = math.symbols().add(arguments);
  dispatch_packet_ = math.symbols().add(arguments);
  r600_arguments_ = math.symbols().add(arguments);
}

LaneValue WorkItems::local_id(unsigned asked, unsigned width) const {
  const unsigned dimension = launch_.dimension(asked);
  std::vector<std::int64_t> ids(launch_.items());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto item = static_cast<std::int64_t>(i);
    const std::int64_t row = item / launch_.group[0];
    ids[i] = dimension == 0   ? item % launch_.group[0]
             : dimension == 1 ? row % launch_.group[1]
                              : row / launch_.group[1];
  }
  return number(Lanes(std::move(ids)), width);
}

// In a warp.
LaneValue WorkItems::lane(unsigned width) const {
  constexpr std::size_t k_warp = 32;
  std::vector<std::int64_t> lanes(launch_.items());
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = static_cast<std::int64_t>(i % k_warp);
  return number(Lanes(std::move(lanes)), width);
}

LaneValue WorkItems::group_count(unsigned asked, unsigned width) const {
  const unsigned dimension = launch_.dimension(asked);
  if (launch_.global) return number((*launch_.global)[dimension] / launch_.group[dimension], width);
  return symbol_value(group_counts_[dimension], width);
}

// NVIDIA's special registers. Its driver passes the first group, the global offset, and the numbers of groups and of
// dimensions in those named "envreg". Launches are assumed to begin at 0.
std::optional<LaneValue> WorkItems::nvidia(llvm::StringRef name, unsigned width) {
  if (name.consume_front("envreg")) {
    unsigned index = 0;
    if (name.getAsInteger(10, index)) return std::nullopt;
    if (index < 6) return number(0, width);
    if (index < 9) return group_count(index - 6, width);
    return std::nullopt;
  }
  if (name == "laneid") return lane(width);
  const auto [what, place] = name.rsplit('.');
  const std::optional<unsigned> d = dimension_of(place);
  if (!d) return std::nullopt;
  if (what == "tid") return local_id(*d, width);
  if (what == "ntid") return size(*d, width);
  if (what == "ctaid") return group_id(*d, width);
  if (what == "nctaid") return group_count(*d, width);
  return std::nullopt;
}

std::optional<LaneValue> WorkItems::amd(llvm::StringRef name, unsigned width) {
  if (name == "implicitarg.ptr") return pointer(implicit_arguments_, width);
  if (name == "dispatch.ptr") return pointer(dispatch_packet_, width);
  const auto [what, place] = name.rsplit('.');
  const std::optional<unsigned> d = dimension_of(place);
  if (!d) return std::nullopt;
  if (what == "workitem.id") return local_id(*d, width);
  if (what == "workgroup.id") return group_id(*d, width);
  return std::nullopt;
}

std::optional<LaneValue> WorkItems::r600(llvm::StringRef name, unsigned width) {
  if (name == "implicitarg.ptr") return pointer(r600_arguments_, width);
  const auto [what, place] = name.rsplit('.');
  const std::optional<unsigned> d = dimension_of(place);
  if (!d) return std::nullopt;
  if (what == "read.tidig") return local_id(*d, width);
  if (what == "read.tgid") return group_id(*d, width);
  if (what == "read.local.size") return size(*d, width);
  if (what == "read.ngroups") return group_count(*d, width);
  if (what == "read.global.size") return math_.multiply(group_count(*d, width), size(*d, width));
  return std::nullopt;
}

std::optional<LaneValue> WorkItems::call(llvm::StringRef function, unsigned width) {
  if (function.consume_front("llvm.nvvm.read.ptx.sreg.")) return nvidia(function, width);
  if (function.consume_front("llvm.amdgcn.")) return amd(function, width);
  if (function.consume_front("llvm.r600.")) return r600(function, width);
  return std::nullopt;
}

// Sources of the offsets: for AMD, LLVM's AMDGPUUsage, "Code Object V5 Implicit Arguments" and
// "hsa_kernel_dispatch_packet_t"; for R600, Mesa's clover.
std::optional<WorkItems::Field> WorkItems::field(SymbolId symbol, std::int64_t at) const {
  const auto of = [&](std::int64_t first, unsigned bytes) { return static_cast<unsigned>(at - first) / bytes; };
  const auto is_in = [&](std::int64_t first, std::int64_t end) { return at >= first && at < end; };
  if (symbol == implicit_arguments_) {
    if (is_in(0, 12)) return Field{at - at % 4, 4, group_count(of(0, 4), 32)};
    if (is_in(12, 18)) return Field{at - at % 2, 2, size(of(12, 2), 16)};
    // Sizes of partial groups, and global offsets.
    if (is_in(18, 24) || is_in(40, 64)) return Field{at, 1, number(0, 8)};
  }
  if (symbol == dispatch_packet_) {
    if (is_in(4, 10)) return Field{at - at % 2, 2, size(of(4, 2), 16)};
    const unsigned d = of(12, 4);
    if (is_in(12, 24)) return Field{at - at % 4, 4, math_.multiply(group_count(d, 32), size(d, 32))};
  }
  if (symbol == r600_arguments_ && is_in(4, 16)) return Field{at, 1, number(0, 8)};
  return std::nullopt;
}

std::optional<LaneValue> WorkItems::load(const LaneValue& pointer, unsigned width) {
  if (!pointer.is_uniform() || pointer.terms.empty()) return std::nullopt;
  const auto base = pointer.without_constant().terms;
  if (base.size() != 1 || base.begin()->first.size() != 1 || base.begin()->second != Lanes(1)) return std::nullopt;
  const SymbolId symbol = base.begin()->first.front();
  const std::int64_t first = pointer.constant()[0];
  LaneValue value = number(0, width);
  // One load may read several fields, and the optimiser may read a part of one.
  for (std::int64_t at = first; at < first + width / 8;) {
    const std::optional<Field> here = field(symbol, at);
    const bool is_whole = here && here->at == at && here->at + here->bytes <= first + width / 8;
    const bool is_low_part = here && here->at == first && here->bytes > width / 8;
    if (is_low_part) return math_.truncate(here->value, width);
    if (!is_whole) return std::nullopt;
    const LaneValue part = math_.extend(here->value, width, false);
    value = math_.add(value, math_.shift_left(part, number(8 * (at - first), width)));
    at += here->bytes;
  }
  return value;
}

}  // namespace clc::worker
