#include "worker/insight/analysis/contention.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace clc::worker {
namespace {

constexpr std::uint64_t k_served = 32;  // bytes of global memory that one operation of an L2 cache serves

// The operations of one wave on each unit of 32 bytes. Different words of a unit are served together.
void add_meetings(LaneOffsets offsets, bool is_joined, Meetings& meetings) {
  std::sort(offsets.begin(), offsets.end());
  const bool is_one_address = offsets.front() == offsets.back();
  std::map<std::int64_t, std::uint64_t> rounds;
  for (std::size_t first = 0, next = 0; first < offsets.size(); first = next) {
    while (next < offsets.size() && offsets[next] == offsets[first]) ++next;
    std::uint64_t& most = rounds[floor_divide(offsets[first], static_cast<std::int64_t>(k_served))];
    most = std::max<std::uint64_t>(most, next - first);
  }
  for (const auto& [unit, each] : rounds) {
    const std::uint64_t joined = is_joined && is_one_address ? 1 : each;
    meetings.at[unit].joined += joined;
    meetings.at[unit].each += each;
    meetings.all.joined += joined;
    meetings.all.each += each;
  }
}

}  // namespace

bool can_be_joined(const llvm::Instruction& at) {
  const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at);
  if (update == nullptr) return false;
  using Update = llvm::AtomicRMWInst;
  const Update::BinOp one = update->getOperation();
  if (one == Update::UIncWrap || one == Update::UDecWrap)
    return llvm::PatternMatch::match(update->getValOperand(), llvm::PatternMatch::m_AllOnes());  // atomic_inc
  const Update::BinOp joined[] = {Update::Add, Update::Sub, Update::And,  Update::Or,  Update::Xor,
                                  Update::Max, Update::Min, Update::UMax, Update::UMin};
  return llvm::is_contained(joined, one);
}

Meetings meetings_of(const llvm::Instruction& at, const LaneValue& address, const std::optional<std::uint64_t>& choice,
                     const Lanes& active, std::size_t items, const ChipMemory& chip) {
  Meetings meetings;
  constexpr std::uint64_t k_words = k_served / 4;
  if (choice) meetings.choices = (*choice + k_served - 1) / k_served;
  const Lanes constant = address.constant();
  for (std::size_t first = 0; first < items; first += chip.wave) {
    LaneOffsets offsets;
    for (std::size_t lane = first; lane < std::min<std::size_t>(items, first + chip.wave); ++lane) {
      if (active[lane] != 0) offsets.push_back(constant[lane]);
    }
    if (offsets.empty()) continue;
    if (!choice) {
      add_meetings(std::move(offsets), can_be_joined(at), meetings);
      continue;
    }
    const std::uint64_t lanes = offsets.size();
    const auto units = static_cast<double>(*meetings.choices);
    meetings.all.joined += *meetings.choices == 0 ? lanes : std::max(expected_places(lanes, units), lanes / k_words);
    meetings.all.each += lanes;
  }
  return meetings;
}

// An operation in a loop meets others in as many iterations as its address stays within 32 bytes.
void sum_meetings(const AccessPass& pass, EffortRecorder::Touched& touched) {
  const auto most = static_cast<double>(pass.times.most), least = static_cast<double>(pass.times.least);
  const double at_one_place = most / static_cast<double>(std::max<std::uint64_t>(pass.places, 1));
  const auto sum = [&](const Meetings::Count& count, double share, EffortRecorder::Touched::Sum& to) {
    if (pass.doubts == 0) to.least += static_cast<double>(count.joined) * std::min(least, most * share);
    to.usual += static_cast<double>(count.joined) * most * share * pass.likely.of_wave;
    to.most += static_cast<double>(count.each) * most * share;
  };
  sum(pass.meetings->all, 1, touched.all_meetings);
  for (const auto& [unit, count] : pass.meetings->at) sum(count, at_one_place / most, touched.meetings[unit]);
  if (pass.meetings->choices) sum(pass.meetings->all, 1, touched.chosen);
}

std::optional<Reach> reach_of(const std::vector<EffortRecorder::Memory>& groups,
                              const EffortRecorder::Memory::key_type& key) {
  std::optional<Reach> reach;
  for (const EffortRecorder::Memory& group : groups) {
    const auto found = group.find(key);
    if (found == group.end()) continue;
    if (!found->second.has_reach || !found->second.reach) return std::nullopt;
    if (!reach) reach = found->second.reach;
    reach->first = std::min(reach->first, found->second.reach->first);
    reach->second = std::max(reach->second, found->second.reach->second);
  }
  return reach;
}

// Where all groups that were looked at meet on the same place, all groups of the launch do. And on some place meet as
// many as share the bytes that the launch reaches.
void set_contention(const std::vector<EffortRecorder::Memory>& groups, std::size_t middle, EffortFacts& facts) {
  using Sum = EffortRecorder::Touched::Sum;
  Sum worst;
  bool has_any = false;
  const auto take = [&](const Sum& sum, double times) {
    worst.least = std::max(worst.least, sum.least * times);
    worst.usual = std::max(worst.usual, sum.usual * times);
    worst.most = std::max(worst.most, sum.most * times);
  };
  for (const auto& [key, touched] : groups[middle]) {
    if (touched.all_meetings.most == 0) continue;
    has_any = true;
    const auto count = static_cast<double>(facts.groups);
    for (const auto& [unit, sum] : touched.meetings) {
      const bool is_shared = std::ranges::all_of(groups, [&](const EffortRecorder::Memory& group) {
        const auto found = group.find(key);
        return found != group.end() && found->second.meetings.contains(unit);
      });
      take(sum, is_shared ? count : 1);
    }
    const std::optional<Reach> reach = reach_of(groups, key);
    if (reach) {
      const double units = std::ceil(static_cast<double>(reach->second - reach->first) / static_cast<double>(k_served));
      take({touched.all_meetings.least, touched.all_meetings.usual, 0}, count / std::max(units, 1.0));
    }
    take({0, 0, touched.chosen.most}, count);
  }
  if (!has_any) return;
  const auto rounded = [](double count) { return static_cast<std::uint64_t>(std::llround(std::min(count, 1e18))); };
  const double usual = std::max(worst.usual, worst.least);
  facts.contention = {rounded(worst.least), rounded(usual), rounded(std::max(worst.most, usual))};
}

}  // namespace clc::worker
