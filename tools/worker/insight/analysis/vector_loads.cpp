#include "worker/insight/analysis/vector_loads.h"

#include <algorithm>
#include <utility>

#include <llvm/IR/Module.h>

namespace clc::worker {
namespace {

std::uint64_t bytes_of(const llvm::LoadInst& load) {
  return load.getModule()->getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
}

bool is_candidate(const llvm::LoadInst& load, const ChipMemory& chip) {
  const unsigned space = load.getPointerAddressSpace();
  constexpr unsigned k_generic = 0, k_global = 1, k_constant = 4;
  return load.isSimple() && !load.getType()->isVectorTy() && load.getType()->isSized() &&
         bytes_of(load) <= chip.widest_access / 2 && (bytes_of(load) & (bytes_of(load) - 1)) == 0 &&
         (space == k_generic || space == k_global || space == k_constant);
}

// A load and the distance of its address from the first one's.
using Placed = std::pair<std::int64_t, const AddressedLoad*>;

class Finder {
 public:
  Finder(const Lanes& active, std::size_t items, const ChipMemory& chip, const LaneMath& math, KnownWaves& known)
      : active_(active), items_(items), chip_(chip), math_(math), known_(known) {}

  void find(const std::vector<Placed>& placed, std::vector<VectorLoadEvent>& events) {
    for (std::size_t at = 0; at < placed.size();) {
      const AddressedLoad& first = *placed[at].second;
      const std::uint64_t bytes = bytes_of(*first.load);
      std::size_t count = chip_.widest_access / bytes;
      while (count >= 2 && !(is_row(placed, at, count, bytes) && is_aligned(first, count * bytes))) count /= 2;
      VectorLoadEvent event;
      event.at = first.load;
      if (count >= 2) event.facts = facts_of(placed, at, count, bytes);
      events.push_back(std::move(event));
      at += std::max<std::size_t>(count, 1);
    }
  }

 private:
  static bool is_row(const std::vector<Placed>& placed, std::size_t from, std::size_t count, std::uint64_t bytes) {
    if (placed.size() - from < count) return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (placed[from + i].first != placed[from].first + static_cast<std::int64_t>(i * bytes)) return false;
    }
    return true;
  }

  // True where only the alignment of buffers by drivers aligns the access: loads that the compiler knows to be aligned
  // it joins itself.
  bool is_aligned(const AddressedLoad& first, std::uint64_t bytes) const {
    if (first.load->getAlign().value() >= bytes || math_.alignment_of_terms(first.address) % bytes != 0) return false;
    const Lanes offsets = first.address.constant();
    for (std::size_t lane = 0; lane < items_; ++lane) {
      if (active_[lane] != 0 && offsets[lane] % static_cast<std::int64_t>(bytes) != 0) return false;
    }
    return true;
  }

  AccessCost cost(const AddressedLoad& load, std::uint64_t bytes, std::uint64_t alignment) {
    const AccessShape shape{load.space, bytes, alignment, false};
    return access_cost(load.address, active_, items_, shape, chip_, math_, known_);
  }

  VectorLoad facts_of(const std::vector<Placed>& placed, std::size_t from, std::size_t count, std::uint64_t bytes) {
    const AddressedLoad& first = *placed[from].second;
    VectorLoad facts;
    facts.place = place_of(*first.load);
    facts.space = first.space == Space::k_constant ? "constant" : "global";
    facts.elements = count;
    facts.bytes = bytes;
    const AccessCost then = cost(first, count * bytes, count * bytes);
    facts.requests_then = then.requests;
    facts.is_of_iterations = place_of(*placed[from + count - 1].second->load) == facts.place;
    bool is_known = then.is_known && then.least == then.most;
    for (std::size_t i = 0; i < count; ++i) {
      const AddressedLoad& one = *placed[from + i].second;
      const AccessCost now = cost(one, bytes, one.load->getAlign().value());
      facts.requests += now.requests;
      facts.transactions += now.most;
      is_known = is_known && now.is_known && now.least == now.most;
    }
    facts.transactions_then = is_known ? then.most : 0;
    if (!is_known) facts.transactions = 0;
    return facts;
  }

  const Lanes& active_;
  std::size_t items_;
  const ChipMemory& chip_;
  const LaneMath& math_;
  KnownWaves& known_;
};

// Takes the loads out of `left` that have a fixed distance from the first one, the same in every work-item. Drops loads
// whose address is not known.
std::vector<Placed> take_near_first(std::vector<const AddressedLoad*>& left, const LaneMath& math) {
  std::vector<Placed> near;
  const LaneValue origin = left.front()->address;
  std::erase_if(left, [&](const AddressedLoad* one) {
    if (!one->address.is_known) return true;
    const LaneValue distance = math.subtract(one->address, origin);
    if (!distance.is_number() || !distance.is_uniform()) return false;
    near.emplace_back(distance.constant()[0], one);
    return true;
  });
  std::ranges::stable_sort(near, {}, &Placed::first);
  return near;
}

}  // namespace

std::vector<LoadRun> load_runs_in(const llvm::BasicBlock& block, const ChipMemory& chip) {
  std::vector<LoadRun> runs;
  if (!chip.splits_unaligned) return runs;
  std::vector<LoadRun> open;  // one for each size of loads
  const auto close = [&] {
    for (LoadRun& run : open) {
      if (run.size() >= 2) runs.push_back(std::move(run));
    }
    open.clear();
  };
  for (const llvm::Instruction& one : block) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&one);
    if (load != nullptr && is_candidate(*load, chip)) {
      const auto same =
          llvm::find_if(open, [&](const LoadRun& run) { return bytes_of(*run.front()) == bytes_of(*load); });
      (same == open.end() ? open.emplace_back() : *same).push_back(load);
    } else if (one.mayWriteToMemory()) {
      close();
    }
  }
  close();
  return runs;
}

std::vector<VectorLoadEvent> vector_loads(const std::vector<AddressedLoad>& run, const Lanes& active, std::size_t items,
                                          const ChipMemory& chip, const LaneMath& math, KnownWaves& known) {
  std::vector<const AddressedLoad*> left;
  for (const AddressedLoad& one : run) {
    if (one.space == Space::k_global || one.space == Space::k_constant) left.push_back(&one);
  }
  std::vector<VectorLoadEvent> events;
  Finder finder(active, items, chip, math, known);
  while (!left.empty()) {
    const std::size_t before = left.size();
    finder.find(take_near_first(left, math), events);
    if (left.size() == before) left.erase(left.begin());
  }
  return events;
}

}  // namespace clc::worker
