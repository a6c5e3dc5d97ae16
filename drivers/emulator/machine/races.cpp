#include "machine/races.h"

#include <algorithm>

#include "machine/caches.h"

namespace clc::emulator {
namespace {

constexpr std::uint8_t k_to_global = 0, k_to_lds = 1;  // PendingAccess::space
constexpr unsigned k_word = 4;

}  // namespace

// An access of a lane to one word, now.
struct Races::One {
  RememberedAccess access;
  const MemoryAction* action = nullptr;
  std::uint64_t address = 0;  // of the first byte that the instruction accesses
  bool is_local = false;
};

void Races::begin() {
  waves_.clear();
  pages_.clear();
  passed_on_.clear();
  last_page_ = nullptr;
  groups_ = instance_ = 0;
}

void Races::start_group(Group& group) {
  group.cells = std::make_shared<LocalCells>(group.lds.size());
  for (const auto& wave : group.waves) {
    wave->clock = std::make_shared<WaveClock>();
    wave->clock->number = static_cast<std::uint32_t>(waves_.size());
    wave->clock->mates.assign(group.waves.size(), 0);
    waves_.push_back({groups_, group.id, wave->index, wave->state.lanes});
  }
  ++groups_;
}

RaceCell& Races::cell_at(std::uint64_t address) {
  const std::uint64_t word = address / k_word, number = word / k_page_words;
  if (last_page_ == nullptr || last_number_ != number) {
    auto& page = pages_[number];
    if (page == nullptr) page = std::make_unique<Page>();
    last_page_ = page.get();
    last_number_ = number;
  }
  return (*last_page_)[word % k_page_words];
}

// Loads and stores that are atomic differ from others in the caches that they pass; volatile ones look the same.
bool Races::is_atomic(const Instruction& instruction, const MemoryAction& action) const {
  if (action.kind == MemoryKind::k_atomic) return true;
  if (instruction.work == Work::k_lds || action.bytes > 8) return false;
  const CachePolicy& cache = instruction.cache;
  switch (generation(chip_)) {
    case Generation::k_cdna:
      return cache.sc0 || cache.sc1;
    case Generation::k_cdna2:
    case Generation::k_rdna3:
      return action.kind == MemoryKind::k_load && cache.glc;
    case Generation::k_rdna4:
      return cache.scope != 0;
  }
  return false;
}

void Races::access(Wave& wave, const PendingAccess& access) {
  const MemoryAction& action = *access.code->action;
  if (action.kind == MemoryKind::k_permute || access.work == Work::k_scratch) return;
  ++instance_;
  const bool is_lds = access.work == Work::k_lds;
  const bool passes = passes_on(wave, access.code->instruction, action);
  const bool is_write = action.kind != MemoryKind::k_load;
  wave.clock->has_news = true;
  for_each_lane(access.exec, [&](unsigned lane) {
    if (is_lds) {
      access_lane(wave, access, lane, access.address[lane], 0, true, is_write);
      if (action.elements == 2) access_lane(wave, access, lane, access.address2[lane], 1, true, is_write);
    } else if (access.space[lane] == k_to_global) {
      access_lane(wave, access, lane, access.address[lane], 0, false, is_write);
      if (passes) pass_on(wave, access.address[lane]);
    } else if (access.space[lane] == k_to_lds) {
      access_lane(wave, access, lane, access.address[lane] & 0xffffffffU, 0, true, is_write);
    }
  });
}

void Races::arrive_in_local(Wave& wave, const PendingAccess& access) {
  ++instance_;
  wave.clock->has_news = true;
  for_each_lane(access.exec, [&](unsigned lane) {
    access_lane(wave, access, lane, access.address2[lane], 0, true, /*is_write=*/true);
  });
}

void Races::access_lane(Wave& wave, const PendingAccess& access, unsigned lane, std::uint64_t address, unsigned element,
                        bool is_local, bool is_write) {
  const Instruction& instruction = access.code->instruction;
  const MemoryAction& action = *access.code->action;
  One one;
  one.action = &action;
  one.address = address;
  one.is_local = is_local;
  one.access.wave = wave.clock->number;
  one.access.epoch = wave.clock->epoch;
  one.access.instance = instance_;
  one.access.pc = instruction.pc;
  one.access.lane = static_cast<std::uint8_t>(lane);
  one.access.is_write = is_write;
  one.access.is_atomic = is_atomic(instruction, action);
  // gfx1100's atomic stores look like others.
  one.access.may_be_atomic = is_rdna3(chip_) && !is_local && action.kind == MemoryKind::k_store && action.bytes <= 8 &&
                             address % action.bytes == 0;
  for (unsigned done = 0; done < action.bytes;) {
    const auto first = static_cast<unsigned>((address + done) % k_word);
    const unsigned count = std::min(k_word - first, action.bytes - done);
    one.access.bytes = static_cast<std::uint8_t>(((1U << count) - 1U) << first);
    if (is_write && action.kind == MemoryKind::k_load) {
      one.access.value = access.result[done / 4][lane];
    } else if (action.kind == MemoryKind::k_store) {
      const Lanes& data = access.data[element * action.dwords() + done / 4];
      std::uint64_t value = data[lane];
      if (done % 4 != 0 && done / 4 + 1 < action.dwords()) {
        value |= std::uint64_t{access.data[element * action.dwords() + done / 4 + 1][lane]} << 32U;
      }
      if (action.is_high) value >>= 16U;
      one.access.value = static_cast<std::uint32_t>((value >> done % 4 * 8U) << first * 8U);
    }
    access_word(wave, is_local ? wave.group->cells->at((address + done) / k_word) : cell_at(address + done), one);
    done += count;
  }
}

void Races::read_scalar(Wave& wave, const Instruction& instruction, std::uint64_t address, unsigned bytes) {
  ++instance_;
  static const MemoryAction k_load{.kind = MemoryKind::k_load};
  One one;
  one.action = &k_load;
  one.address = address;
  one.access.wave = wave.clock->number;
  one.access.epoch = wave.clock->epoch;
  one.access.instance = instance_;
  one.access.pc = instruction.pc;
  one.access.is_uniform = true;
  one.access.bytes = 0xf;
  for (unsigned done = 0; done < bytes; done += k_word) access_word(wave, cell_at(address + done), one);
}

bool Races::is_known(const Wave& wave, const RememberedAccess& before) const {
  const WaveClock& clock = *wave.clock;
  if (before.wave == clock.number) return true;
  const Item& item = waves_[before.wave];
  if (item.group == waves_[clock.number].group) return clock.mates[item.index] >= before.epoch;
  if (clock.others == nullptr) return false;
  const auto found = clock.others->find(before.wave);
  return found != clock.others->end() && found->second >= before.epoch;
}

bool Races::is_race(const Wave& wave, const RememberedAccess& before, const One& one) const {
  const RememberedAccess& now = one.access;
  if ((before.bytes & now.bytes) == 0 || (!before.is_write && !now.is_write)) return false;
  if (before.is_atomic && now.is_atomic) return false;
  if (before.instance == now.instance && before.lane == now.lane) return false;
  if ((before.is_atomic && now.may_be_atomic) || (before.may_be_atomic && now.is_atomic)) return false;
  // The same value written twice is harmless.
  if (before.is_write && now.is_write && !before.is_atomic && !now.is_atomic) {
    std::uint32_t mask = 0;
    for (unsigned byte = 0; byte < k_word; ++byte) {
      if ((before.bytes & now.bytes & 1U << byte) != 0) mask |= 0xffU << byte * 8U;
    }
    if (((before.value ^ now.value) & mask) == 0) return false;
  }
  // Who has acquired what an atomic operation stored comes after that operation.
  if (before.is_atomic && !one.is_local && wave.clock->acquired.contains(one.address / k_word)) return false;
  // Lanes of one instruction have no order, other instructions of a wave have.
  if (before.wave == now.wave) return before.instance == now.instance;
  return !is_known(wave, before);
}

void Races::access_word(Wave& wave, RaceCell& cell, const One& one) {
  for (const RememberedAccess& before : cell.accesses) {
    if (before.instance != 0 && is_race(wave, before, one)) {
      report(wave, before, one);
      break;
    }
  }
  remember(wave, cell, one);
}

// In the place of one that tells nothing more, else of a read, else of any.
void Races::remember(const Wave& wave, RaceCell& cell, const One& one) {
  const RememberedAccess& now = one.access;
  RememberedAccess* place = nullptr;
  int best = -1;
  for (RememberedAccess& before : cell.accesses) {
    int worth = 0;
    if (before.instance == 0) {
      worth = 3;
    } else if (before.wave == now.wave && before.is_write == now.is_write && before.is_atomic == now.is_atomic &&
               (before.bytes & ~now.bytes) == 0) {
      worth = before.instance == now.instance ? 1 : 4;
    } else if ((before.bytes & ~now.bytes) == 0 && (now.is_write || !before.is_write) &&
               before.is_atomic == now.is_atomic && is_known(wave, before)) {
      worth = 2;
    } else if (!before.is_write) {
      worth = 1;
    }
    if (worth > best) {
      best = worth;
      place = &before;
    }
  }
  *place = now;
}

void Races::report(Wave& wave, const RememberedAccess& before, const One& one) {
  const RememberedAccess& now = one.access;
  if (log_.has_seen(FindingKind::k_race, now.pc, before.pc) || log_.has_seen(FindingKind::k_race, before.pc, now.pc)) {
    return;
  }
  if ((before.is_atomic && !now.is_write && log_.begins_exchange(now.pc)) ||
      (now.is_atomic && !before.is_write && log_.begins_exchange(before.pc))) {
    return;
  }
  const Item& item = waves_[before.wave];
  const bool same_group = item.group == waves_[now.wave].group;
  const auto verb = [](const RememberedAccess& access) {
    return access.is_atomic && access.is_write ? "changes" : access.is_write ? "writes" : "reads";
  };
  std::string object;
  if (one.is_local) {
    object = "byte " + std::to_string(one.address) + " of the group's local memory";
  } else if (const Allocation* allocation = memory_.nearest(one.address)) {
    object = "byte " + std::to_string(one.address - allocation->address) + " of " +
             log_.argument_at(allocation->address, allocation->size) + allocation->what;
  }
  const std::string message = std::string(verb(now)) + (now.is_atomic ? " atomically " : " ") + object +
                              ", which another work-item " + verb(before) + (before.is_atomic ? " atomically" : "") +
                              (before.instance == now.instance ? " with another value by the same instruction"
                                                               : ", and nothing orders the two");
  const int before_lane = before.is_uniform ? -1 : static_cast<int>(before.lane);
  const ItemPlace other{before.pc, item.group_id, item.index, item.lanes, before_lane};
  log_.add(wave, now.is_uniform ? -1 : static_cast<int>(now.lane), FindingKind::k_race, message,
           before.instance == now.instance ? "one work-item writes, or each to its own place"
           : same_group ? "a barrier between the two, or atomic operations"
                        : "atomic operations, with release and acquire where data follow, or two launches",
           object, &other);
}

// True where others that meet what is stored learn what this wave knows.
bool Races::passes_on(const Wave& wave, const Instruction& instruction, const MemoryAction& action) const {
  if (action.kind == MemoryKind::k_load || instruction.work == Work::k_lds) return false;
  if (has_several_l2(chip_)) return is_atomic(instruction, action);
  if (!wave.pending[static_cast<unsigned>(WaitCounter::k_store)].empty()) return false;
  if (is_cdna2(chip_) && std::ranges::any_of(wave.pending[static_cast<unsigned>(WaitCounter::k_vector)],
                                             [](const PendingAccess* one) { return one->is_write; })) {
    return false;
  }
  const bool may_be_plain = is_rdna3(chip_) || is_cdna2(chip_);
  return is_atomic(instruction, action) || (may_be_plain && (action.bytes == 4 || action.bytes == 8));
}

std::shared_ptr<const Released> Races::release(Wave& wave) {
  WaveClock& clock = *wave.clock;
  auto released = std::make_shared<Released>();
  for (const auto& mate : wave.group->waves) {
    const std::uint32_t epoch = mate.get() == &wave ? clock.epoch : clock.mates[mate->index];
    if (epoch != 0) released->mates.emplace_back(mate->clock->number, epoch);
  }
  released->others = clock.others;
  clock.has_news = false;
  ++clock.epoch;
  return released;
}

// gfx942 releases to others by a write-back, the other chips by having waited for their stores.
void Races::pass_on(Wave& wave, std::uint64_t address) {
  WaveClock& clock = *wave.clock;
  if (clock.has_news || clock.to_group == nullptr) {
    clock.to_group = release(wave);
    if (!has_several_l2(chip_)) clock.released = clock.to_group;
  }
  auto& list = passed_on_[address / k_word];
  if (list.empty() || list.back().wave != clock.number) list.push_back({clock.number, nullptr, nullptr});
  list.back().to_all = clock.released;
  list.back().to_group = clock.to_group;
}

void Races::meet(Wave& wave, const PendingAccess& access, unsigned lane) {
  if (passed_on_.empty() || !is_atomic(access.code->instruction, *access.code->action)) return;
  const std::uint64_t address = access.address[lane];
  const auto found = passed_on_.find(address / k_word);
  if (found == passed_on_.end()) return;
  WaveClock& clock = *wave.clock;
  if (std::find(clock.met.begin(), clock.met.end(), address) == clock.met.end()) clock.met.push_back(address);
  for (const PassedOn& passed : found->second) {
    if (waves_[passed.wave].group != waves_[clock.number].group || passed.wave == clock.number) continue;
    for (const auto& [mate, epoch] : passed.to_group->mates) {
      std::uint32_t& known = clock.mates[waves_[mate].index];
      if (known < epoch) clock.has_news = true;
      known = std::max(known, epoch);
    }
  }
}

void Races::write_back(Wave& wave) {
  wave.clock->released = wave.clock->to_group = release(wave);
}

void Races::invalidate(Wave& wave) {
  for (const std::uint64_t address : wave.clock->met) acquire(wave, address);
  wave.clock->met.clear();
}

void Races::acquire(Wave& wave, std::uint64_t address) {
  WaveClock& clock = *wave.clock;
  const std::uint32_t group = waves_[clock.number].group;
  clock.acquired.insert(address / k_word);
  auto others = std::make_shared<Known>();
  if (clock.others != nullptr) *others = *clock.others;
  const auto learn = [&](std::uint32_t number, std::uint32_t epoch) {
    const Item& item = waves_[number];
    std::uint32_t& known = item.group == group ? clock.mates[item.index] : (*others)[number];
    known = std::max(known, epoch);
  };
  for (const PassedOn& passed : passed_on_[address / k_word]) {
    const auto& released = passed.to_all;
    if (passed.wave == clock.number || released == nullptr) continue;
    for (const auto& [mate, epoch] : released->mates) learn(mate, epoch);
    if (released->others == nullptr || released->others == clock.others) continue;
    for (const auto& [other, epoch] : *released->others) learn(other, epoch);
  }
  clock.others = std::move(others);
  clock.has_news = true;
}

void Races::arrive(Wave& wave) {
  wave.clock->arrived = wave.clock->epoch++;
  wave.clock->has_news = true;
}

// After a barrier all waves of a group pass on what any of them has released before it.
void Races::share_released(const Group& group) {
  std::map<std::uint32_t, std::uint32_t> mates;
  std::shared_ptr<const Known> others;
  const auto learn = [](Known& all, std::uint32_t number, std::uint32_t epoch) {
    std::uint32_t& known = all[number];
    known = std::max(known, epoch);
  };
  for (const auto& wave : group.waves) {
    const auto& released = wave->clock->released;
    if (released == nullptr) continue;
    for (const auto& [number, epoch] : released->mates) learn(mates, number, epoch);
    if (others == nullptr) others = released->others;
    if (released->others == nullptr || released->others == others) continue;
    auto merged = std::make_shared<Known>(*others);
    for (const auto& [number, epoch] : *released->others) learn(*merged, number, epoch);
    others = std::move(merged);
  }
  if (mates.empty()) return;
  auto released = std::make_shared<Released>();
  released->mates.assign(mates.begin(), mates.end());
  released->others = others;
  for (const auto& wave : group.waves) wave->clock->released = released;
}

void Races::pass_barrier(Group& group) {
  if (has_several_l2(chip_)) share_released(group);
  std::set<std::uint64_t> acquired;
  for (const auto& wave : group.waves) acquired.insert(wave->clock->acquired.begin(), wave->clock->acquired.end());
  for (const auto& wave : group.waves) wave->clock->acquired = acquired;
  std::shared_ptr<const Known> others;
  for (const auto& wave : group.waves) {
    if (wave->is_ended || wave->clock->others == nullptr || wave->clock->others == others) continue;
    if (others == nullptr) {
      others = wave->clock->others;
      continue;
    }
    auto merged = std::make_shared<Known>(*others);
    for (const auto& [number, epoch] : *wave->clock->others) {
      std::uint32_t& known = (*merged)[number];
      known = std::max(known, epoch);
    }
    others = std::move(merged);
  }
  std::vector<std::uint32_t> mates = group.waves[0]->clock->mates;
  for (const auto& wave : group.waves) {
    for (std::size_t i = 0; i < mates.size(); ++i) mates[i] = std::max(mates[i], wave->clock->mates[i]);
    mates[wave->index] = std::max(mates[wave->index], wave->clock->arrived);
  }
  for (const auto& wave : group.waves) {
    if (wave->is_ended) continue;
    wave->clock->mates = mates;
    wave->clock->others = others;
  }
}

}  // namespace clc::emulator
