#include "worker/analysis/recorder.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <llvm/IR/DebugInfoMetadata.h>

namespace clc::worker {
namespace {

const char* space_name(Space space) {
  switch (space) {
    case Space::k_local:
      return "local";
    case Space::k_constant:
      return "constant";
    default:
      return "global";
  }
}

std::vector<std::string> listed(const Reasons& reasons) {
  constexpr std::size_t k_most = 6;
  std::vector<std::string> list(reasons.begin(), reasons.end());
  if (list.size() > k_most) list.resize(k_most);
  return list;
}

void add_names(std::vector<std::string>& to, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
  }
}

AccessFacts facts_of(const AccessEvent& event) {
  const AccessCost& cost = event.cost;
  AccessFacts facts;
  facts.place = place_of(*event.at);
  facts.kind = event.kind;
  facts.space = space_name(event.shape.space);
  facts.pattern = cost.pattern;
  facts.bytes = event.shape.bytes;
  facts.stride = cost.stride;
  facts.stride_text = cost.stride_text;
  facts.is_known = cost.is_known;
  facts.is_repeated = event.is_repeated;
  facts.depends_on = listed(cost.reasons);
  facts.assumes = listed(event.assumes);
  facts.requests = cost.requests * event.times;
  facts.ideal = cost.ideal * event.times;
  facts.least = cost.least * event.times;
  facts.most = cost.most * event.times;
  facts.unaligned = cost.unaligned * event.times;
  facts.degree = cost.degree;
  facts.expected_hundredths = cost.expected_hundredths;
  return facts;
}

// Of one instruction that was seen several times.
void join(AccessFacts& to, const AccessFacts& more) {
  const bool is_same = to.pattern == more.pattern && to.stride == more.stride && to.stride_text == more.stride_text;
  if (!is_same) {
    // The worst of the turns names the access.
    const auto cost = [](const AccessFacts& facts) {
      return facts.ideal == 0 ? 0.0 : static_cast<double>(facts.most) / static_cast<double>(facts.ideal);
    };
    if (cost(more) > cost(to)) {
      to.pattern = more.pattern;
      to.stride = more.stride;
      to.stride_text = more.stride_text;
    }
  }
  to.is_known = to.is_known && more.is_known;
  to.is_repeated = to.is_repeated || more.is_repeated;
  add_names(to.depends_on, more.depends_on);
  add_names(to.assumes, more.assumes);
  to.requests += more.requests;
  to.ideal += more.ideal;
  to.least += more.least;
  to.most += more.most;
  to.unaligned += more.unaligned;
  to.degree = std::max(to.degree, more.degree);
  to.expected_hundredths = std::max(to.expected_hundredths, more.expected_hundredths);
}

// Loops that the compiler unrolled have an instruction for each turn.
void join_copies(std::vector<AccessFacts>& all) {
  const auto key = [](const AccessFacts& one) {
    return std::tie(one.place.file, one.place.line, one.place.column, one.kind, one.space, one.pattern, one.bytes,
                    one.stride, one.stride_text, one.is_known, one.is_repeated, one.depends_on, one.assumes);
  };
  std::vector<AccessFacts> joined;
  for (AccessFacts& one : all) {
    const auto same =
        std::find_if(joined.begin(), joined.end(), [&](const AccessFacts& other) { return key(one) == key(other); });
    if (same == joined.end() || one.place.line == 0) {
      joined.push_back(std::move(one));
    } else {
      join(*same, one);
    }
  }
  all = std::move(joined);
}

void join(BranchFacts& to, const BranchFacts& more) {
  static const std::vector<std::string> k_order = {"uniform", "group-uniform", "wave-uniform", "unknown", "divergent"};
  const auto rank = [](const std::string& kind) { return std::find(k_order.begin(), k_order.end(), kind); };
  if (rank(more.kind) > rank(to.kind)) to.kind = more.kind;
  add_names(to.depends_on, more.depends_on);
  to.waves += more.waves;
  to.divergent_waves += more.divergent_waves;
  to.lanes += more.lanes;
  to.lanes_taken += more.lanes_taken;
}

template <class Facts>
void sort_by_place(std::vector<Facts>& facts) {
  std::stable_sort(facts.begin(), facts.end(), [](const Facts& a, const Facts& b) {
    return std::tie(a.place.file, a.place.line, a.place.column) < std::tie(b.place.file, b.place.line, b.place.column);
  });
}

// As join_copies of accesses.
void join_copies(std::vector<BranchFacts>& all) {
  std::vector<BranchFacts> joined;
  for (BranchFacts& one : all) {
    const auto same = std::find_if(joined.begin(), joined.end(), [&](const BranchFacts& other) {
      return one.place.line != 0 && one.place == other.place;
    });
    if (same == joined.end()) {
      joined.push_back(std::move(one));
    } else {
      join(*same, one);
    }
  }
  all = std::move(joined);
}

// What was seen of each instruction, in the order in which they were seen first.
template <class Facts, class Event, class Make>
std::vector<Facts> by_instruction(const std::vector<Event>& events, Make&& make) {
  std::map<const llvm::Instruction*, std::size_t> known;
  std::vector<Facts> all;
  for (const Event& event : events) {
    const auto [at, is_new] = known.try_emplace(event.at, all.size());
    if (is_new) {
      all.push_back(make(event));
    } else {
      join(all[at->second], make(event));
    }
  }
  sort_by_place(all);
  return all;
}

}  // namespace

CodePlace place_of(const llvm::Instruction& at) {
  const llvm::DILocation* location = at.getDebugLoc().get();
  if (location == nullptr || location->getLine() == 0) return {};
  std::string file = location->getFilename().str();
  if (file.starts_with("./")) file.erase(0, 2);
  return {std::move(file), location->getLine(), location->getColumn()};
}

void Recorder::add(const llvm::Instruction& barrier, const llvm::Instruction* branch, bool is_proven,
                   const Reasons& names) {
  auto found =
      std::find_if(barriers_.begin(), barriers_.end(), [&](const auto& known) { return known.first == &barrier; });
  if (found == barriers_.end()) found = barriers_.insert(found, {&barrier, BarrierFault()});
  BarrierFault& fault = found->second;
  fault.place = place_of(barrier);
  if (branch != nullptr && (is_proven || !fault.is_proven)) fault.branch = place_of(*branch);
  fault.is_proven = fault.is_proven || is_proven;
  add_names(fault.depends_on, listed(names));
}

void Recorder::finish(KernelFacts& facts) const {
  facts.accesses = by_instruction<AccessFacts>(accesses_, facts_of);
  join_copies(facts.accesses);
  facts.branches = by_instruction<BranchFacts>(branches_, [](const BranchEvent& event) { return event.facts; });
  join_copies(facts.branches);
  for (const auto& [at, fault] : barriers_) facts.barriers.push_back(fault);
  sort_by_place(facts.barriers);
}

}  // namespace clc::worker
