#include "machine/caches.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "isa/half.h"
#include "machine/fault.h"
#include "machine/line_index.h"
#include "machine/own_writes.h"

namespace clc::emulator {
namespace {

constexpr std::uint64_t k_no_line = ~std::uint64_t{0};
constexpr unsigned k_unit_lines = 256, k_cluster_lines = 4096;
constexpr std::size_t k_most_waiting = 96;  // lines in a unit's queue

}  // namespace

std::uint64_t mask_of(unsigned first, unsigned count) {
  const std::uint64_t ones = count == k_line_bytes ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1U;
  return ones << first;
}

void merge_line(std::uint8_t* to, const std::uint8_t* from, std::uint64_t mask) {
  if (mask == ~std::uint64_t{0}) {
    std::memcpy(to, from, k_line_bytes);
    return;
  }
  constexpr unsigned k_part = 4;  // bytes, which most stores write together
  for (unsigned at = 0; mask != 0; at += k_part, mask >>= k_part) {
    const auto bits = static_cast<unsigned>(mask & 15U);
    if (bits == 15) {
      std::memcpy(to + at, from + at, k_part);
    } else {
      for (unsigned byte = 0; byte < k_part; ++byte) {
        if ((bits >> byte & 1U) != 0) to[at + byte] = from[at + byte];
      }
    }
  }
}

struct Caches::Line {
  std::uint64_t line = k_no_line;  // its address
  std::uint64_t valid = 0, dirty = 0;
  bool is_listed = false;   // as one that may be dirty
  std::uint32_t epoch = 0;  // of the cache when `valid` was found
  std::array<std::uint8_t, k_line_bytes> bytes{};
};

// Direct-mapped.
struct Caches::Cache {
  explicit Cache(unsigned count) : lines(count) {}
  Line& place(std::uint64_t line) {
    const std::uint64_t number = line / k_line_bytes;
    return at((number ^ (number >> 10U)) & (lines.size() - 1));
  }
  // Bytes that were written there and not written back stay when the cache is invalidated.
  Line& at(std::size_t index) {
    Line& found = lines[index];
    if (found.epoch != epoch) found.valid = found.dirty;
    found.epoch = epoch;
    return found;
  }
  // The line if it is there and whole.
  Line* whole(std::uint64_t line) {
    Line& found = place(line);
    return found.line == line && found.valid == ~std::uint64_t{0} ? &found : nullptr;
  }
  void clear() {
    for (const std::uint32_t one : used) lines[one].line = k_no_line;
    for (const std::uint32_t one : written) lines[one].is_listed = false;
    used.clear();
    written.clear();
  }
  std::uint32_t index_of(const Line& line) const { return static_cast<std::uint32_t>(&line - lines.data()); }
  Line& take(std::uint64_t line) {
    Line& taken = place(line);
    if (taken.line == k_no_line) used.push_back(index_of(taken));
    taken.line = line;
    taken.valid = taken.dirty = 0;
    return taken;
  }
  void write(Line& line, const std::uint8_t* bytes, std::uint64_t mask) {
    merge_line(line.bytes.data(), bytes, mask);
    line.valid |= mask;
    line.dirty |= mask;
    if (!line.is_listed) written.push_back(index_of(line));
    line.is_listed = true;
  }
  std::vector<Line> lines;
  std::uint32_t epoch = 0;             // how often it was invalidated
  std::vector<std::uint32_t> used;     // indices of lines that are not empty
  std::vector<std::uint32_t> written;  // of those that may be dirty
};

// Bytes that a unit has sent to a line and the next level has not got yet.
struct Caches::WaitingLine {
  std::uint64_t line = k_no_line;
  std::uint64_t mask = 0;
  bool goes_through = false;  // to memory
  std::array<std::uint8_t, k_line_bytes> bytes{};
  std::vector<std::pair<std::uint64_t, Atomic>> atomics;  // after the stores
};

struct Caches::Unit {
  Cache cache{k_unit_lines}, scalar{k_unit_lines};
  std::vector<WaitingLine> waiting;
  LineIndex index;  // of `waiting`

  WaitingLine* find(std::uint64_t line) {
    const std::uint32_t* found = index.find(line);
    return found == nullptr ? nullptr : &waiting[*found];
  }
  WaitingLine remove(std::uint64_t line) {
    const std::uint32_t at = *index.find(line);
    WaitingLine removed = std::move(waiting[at]);
    index.erase(line);
    if (at + 1 != waiting.size()) {
      waiting[at] = std::move(waiting.back());
      *index.find(waiting[at].line) = at;
    }
    waiting.pop_back();
    return removed;
  }
};

namespace {

float as_float(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
std::uint64_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

std::uint64_t apply_float(AtomicOperation operation, unsigned bytes, std::uint64_t a, std::uint64_t b) {
  if (bytes == 8) {
    const auto x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
    if (operation == AtomicOperation::k_add_float) return std::bit_cast<std::uint64_t>(x + y);
    return std::bit_cast<std::uint64_t>(operation == AtomicOperation::k_min_float ? std::fmin(x, y) : std::fmax(x, y));
  }
  const float x = as_float(a), y = as_float(b);
  if (operation == AtomicOperation::k_add_float) return bits_of(x + y);
  return bits_of(operation == AtomicOperation::k_min_float ? std::fmin(x, y) : std::fmax(x, y));
}

// Two halves at once.
template <class Half>
std::uint64_t add_pairs(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sums = 0;
  for (const unsigned shift : {0U, 16U}) {
    const Half x{static_cast<std::uint16_t>(a >> shift)}, y{static_cast<std::uint16_t>(b >> shift)};
    sums |= std::uint64_t{Half::from(x.to_float() + y.to_float()).bits} << shift;
  }
  return sums;
}

template <class Signed, class Unsigned>
std::uint64_t apply_integer(const Atomic& atomic, std::uint64_t before_bits) {
  using enum AtomicOperation;
  const auto before = static_cast<Unsigned>(before_bits), operand = static_cast<Unsigned>(atomic.operand);
  const auto compare = static_cast<Unsigned>(atomic.compare);
  const auto smaller = static_cast<Signed>(before) < static_cast<Signed>(operand) ? before : operand;
  switch (atomic.operation) {
    case k_swap:
      return operand;
    case k_compare_swap:
      return before == compare ? operand : before;
    case k_add:
      return static_cast<Unsigned>(before + operand);
    case k_subtract:
      return static_cast<Unsigned>(before - operand);
    case k_reverse_subtract:
      return static_cast<Unsigned>(operand - before);
    case k_min_signed:
      return smaller;
    case k_max_signed:
      return smaller == before ? operand : before;
    case k_min_unsigned:
      return std::min(before, operand);
    case k_max_unsigned:
      return std::max(before, operand);
    case k_and:
      return before & operand;
    case k_or:
      return before | operand;
    case k_xor:
      return before ^ operand;
    case k_increment:
      return before >= operand ? 0 : static_cast<Unsigned>(before + 1);
    case k_decrement:
      return before == 0 || before > operand ? operand : static_cast<Unsigned>(before - 1);
    case k_masked_or:
      return (before & ~operand) | compare;
    case k_conditional_subtract:
      return before >= operand ? static_cast<Unsigned>(before - operand) : before;
    case k_clamped_subtract:
      return before >= operand ? static_cast<Unsigned>(before - operand) : 0;
    default:
      throw Fault("this atomic operation is not one of integers");
  }
}

}  // namespace

std::uint64_t apply(const Atomic& atomic, std::uint64_t before) {
  using enum AtomicOperation;
  if (atomic.operation == k_add_float || atomic.operation == k_min_float || atomic.operation == k_max_float) {
    return apply_float(atomic.operation, atomic.bytes, before, atomic.operand);
  }
  if (atomic.operation == k_add_halves) return add_pairs<F16>(before, atomic.operand);
  if (atomic.operation == k_add_brain_halves) return add_pairs<BF16>(before, atomic.operand);
  return atomic.bytes == 8 ? apply_integer<std::int64_t, std::uint64_t>(atomic, before)
                           : apply_integer<std::int32_t, std::uint32_t>(atomic, before);
}

std::uint64_t apply_at(std::uint8_t* at, const Atomic& atomic) {
  std::uint64_t before = 0;
  std::memcpy(&before, at, atomic.bytes);
  const std::uint64_t after = apply(atomic, before);
  std::memcpy(at, &after, atomic.bytes);
  return before;
}

Caches::Caches(Chip chip, AddressSpace& memory, Random& random, OwnWrites* own)
    : chip_(chip), memory_(memory), random_(random), own_(own) {
  for (unsigned i = 0; i < k_compute_units; ++i) units_.push_back(std::make_unique<Unit>());
  for (unsigned i = 0; i < k_compute_units / k_units_per_cluster; ++i) {
    clusters_.push_back(std::make_unique<Cache>(k_cluster_lines));
  }
}

Caches::~Caches() = default;

std::uint8_t* Caches::host(std::uint64_t line) const {
  const Allocation* allocation = memory_.nearest(line);
  return allocation->bytes + (line - allocation->address);
}

const std::uint8_t* Caches::memory_line(std::uint64_t line) const {
  return own_ == nullptr ? host(line) : own_->line(line, host(line));
}

void Caches::write_memory(std::uint64_t line, const std::uint8_t* bytes, std::uint64_t mask) {
  if (own_ == nullptr) return merge_line(host(line), bytes, mask);
  own_->merge(line, host(line), bytes, mask);
}

void Caches::begin() {
  for (unsigned unit = 0; unit < k_compute_units; ++unit) {
    units_[unit]->cache.clear();
    units_[unit]->scalar.clear();
    cluster_of(unit).clear();
  }
}

void Caches::end() {
  for (unsigned unit = 0; unit < k_compute_units; ++unit) {
    drain_all(unit);
    write_back(unit);
  }
  begin();
}

void Caches::write_back_line(Line& line) {
  if (line.dirty == 0) return;
  write_memory(line.line, line.bytes.data(), line.dirty);
  line.dirty = 0;
}

// The line as the cluster of two units has it.
void Caches::fill(std::uint64_t line, std::uint8_t* to, Cache& cluster) {
  Line& place = cluster.place(line);
  if (place.line != line) {
    write_back_line(place);
    cluster.take(line);
  }
  if (place.valid != ~std::uint64_t{0}) {
    merge_line(place.bytes.data(), memory_line(line), ~place.valid);
    place.valid = ~std::uint64_t{0};
  }
  std::memcpy(to, place.bytes.data(), k_line_bytes);
}

// The line from behind the unit's cache and its queue.
void Caches::fetch(unsigned unit, std::uint64_t line, std::uint8_t* to, Reach reach) {
  if (has_clusters(chip_) && reach != Reach::k_memory) {
    fill(line, to, cluster_of(unit));
    return;
  }
  if (has_several_l2(chip_)) {
    Line& place = cluster_of(unit).place(line);
    if (place.line == line) {
      write_back_line(place);
      place.valid = 0;
    }
  }
  if (own_ != nullptr && reach == Reach::k_memory) throw NeedsOthers();
  std::memcpy(to, memory_line(line), k_line_bytes);
}

void Caches::load(unsigned unit, std::uint64_t address, std::uint8_t* to, unsigned count, Reach reach) {
  const std::uint64_t line = address / k_line_bytes * k_line_bytes;
  std::memcpy(to, view(unit, line, reach) + (address - line), count);
}

const std::uint8_t* Caches::view(unsigned unit, std::uint64_t line, Reach reach) {
  Unit& self = *units_[unit];
  if (reach == Reach::k_unit) {
    if (const Line* hit = self.cache.whole(line)) return hit->bytes.data();
  }
  WaitingLine* waiting = self.find(line);
  if (waiting != nullptr && (reach != Reach::k_unit || !waiting->atomics.empty())) {
    drain(unit, line);
    waiting = nullptr;
  }
  Line& place = self.cache.take(line);
  fetch(unit, line, place.bytes.data(), reach);
  if (waiting != nullptr) merge_line(place.bytes.data(), waiting->bytes.data(), waiting->mask);
  place.valid = ~std::uint64_t{0};
  return place.bytes.data();
}

Caches::WaitingLine& Caches::waiting_line(unsigned unit, std::uint64_t line) {
  Unit& self = *units_[unit];
  if (WaitingLine* found = self.find(line)) return *found;
  if (self.waiting.size() >= k_most_waiting) {
    drain(unit, self.waiting[random_.below(static_cast<std::uint32_t>(self.waiting.size()))].line);
  }
  self.index.put(line, static_cast<std::uint32_t>(self.waiting.size()));
  self.waiting.emplace_back().line = line;
  return self.waiting.back();
}

void Caches::store(unsigned unit, std::uint64_t address, const std::uint8_t* from, unsigned count, Reach reach) {
  const std::uint64_t line = address / k_line_bytes * k_line_bytes;
  write_to(unit, line, reach).put(static_cast<unsigned>(address - line), from, count);
}

Caches::Writing Caches::write_to(unsigned unit, std::uint64_t line, Reach reach) {
  WaitingLine* waiting = &waiting_line(unit, line);
  if (!waiting->atomics.empty()) {
    drain(unit, line);
    waiting = &waiting_line(unit, line);
  }
  waiting->goes_through |= reach == Reach::k_memory;
  Line* hit = units_[unit]->cache.whole(line);
  return {waiting->bytes.data(), &waiting->mask, hit == nullptr ? nullptr : hit->bytes.data()};
}

void Caches::Writing::put(unsigned in_line, const std::uint8_t* from, unsigned count) const {
  std::memcpy(waiting + in_line, from, count);
  *mask |= mask_of(in_line, count);
  if (cached != nullptr) std::memcpy(cached + in_line, from, count);
}

void Caches::drain(unsigned unit, std::uint64_t line) {
  Unit& self = *units_[unit];
  if (self.find(line) != nullptr) pass_on(unit, self.remove(line));
}

void Caches::drain_all(unsigned unit) {
  Unit& self = *units_[unit];
  while (!self.waiting.empty()) drain(unit, self.waiting.back().line);
}

void Caches::pass_on(unsigned unit, const WaitingLine& waiting) {
  const std::uint64_t line = waiting.line;
  if (waiting.mask != 0) {
    Cache& cluster = cluster_of(unit);
    if (has_several_l2(chip_)) {
      Line& place = cluster.place(line);
      if (place.line != line) {
        write_back_line(place);
        cluster.take(line);
      }
      cluster.write(place, waiting.bytes.data(), waiting.mask);
      if (waiting.goes_through) write_back_line(place);
    } else {
      if (Line* hit = is_rdna3(chip_) ? cluster.whole(line) : nullptr) {
        merge_line(hit->bytes.data(), waiting.bytes.data(), waiting.mask);
      }
      write_memory(line, waiting.bytes.data(), waiting.mask);
    }
  }
  for (const auto& [address, atomic] : waiting.atomics) {
    if (own_ == nullptr) {
      this->atomic(unit, address, atomic);
    } else {
      settle(unit, line);
      own_->change(address, host(line), atomic);
    }
  }
}

// Sends to memory what this unit and its cluster have written to the line, and drops the line from them.
void Caches::settle(unsigned unit, std::uint64_t line) {
  drain(unit, line);
  Line& first = units_[unit]->cache.place(line);
  if (first.line == line) first.valid = 0;
  if (!has_clusters(chip_)) return;
  Line& second = cluster_of(unit).place(line);
  if (second.line != line) return;
  write_back_line(second);
  second.valid = 0;
}

std::uint64_t Caches::atomic(unsigned unit, std::uint64_t address, const Atomic& atomic) {
  if (own_ != nullptr) throw NeedsOthers();
  const std::uint64_t line = address / k_line_bytes * k_line_bytes;
  settle(unit, line);
  return apply_at(host(line) + (address - line), atomic);
}

void Caches::queue_atomic(unsigned unit, std::uint64_t address, const Atomic& atomic) {
  const std::uint64_t line = address / k_line_bytes * k_line_bytes;
  Line& first = units_[unit]->cache.place(line);
  if (first.line == line) first.valid = 0;
  waiting_line(unit, line).atomics.emplace_back(address, atomic);
}

void Caches::scalar_load(unsigned unit, std::uint64_t address, std::uint8_t* to, unsigned count) {
  const std::uint64_t line = address / k_line_bytes * k_line_bytes;
  Cache& scalar = units_[unit]->scalar;
  Line* hit = scalar.whole(line);
  if (hit == nullptr) {
    hit = &scalar.take(line);
    fetch(unit, line, hit->bytes.data(), Reach::k_cluster);
    hit->valid = ~std::uint64_t{0};
  }
  std::memcpy(to, hit->bytes.data() + (address - line), count);
}

void Caches::write_back(unsigned unit) {
  if (!has_several_l2(chip_)) return;
  Cache& cluster = cluster_of(unit);
  for (const std::uint32_t one : cluster.written) {
    Line& line = cluster.at(one);
    write_back_line(line);
    line.is_listed = false;
  }
  cluster.written.clear();
}

void Caches::invalidate_unit(unsigned unit) {
  units_[unit]->cache.clear();
}

void Caches::invalidate_scalar(unsigned unit) {
  units_[unit]->scalar.clear();
}

void Caches::invalidate_cluster(unsigned unit) {
  if (!has_clusters(chip_)) return;
  ++cluster_of(unit).epoch;
}

void Caches::drift() {
  const unsigned unit = random_.below(k_compute_units);
  Unit& self = *units_[unit];
  if (self.waiting.empty()) return;
  drain(unit, self.waiting[random_.below(static_cast<std::uint32_t>(self.waiting.size()))].line);
}

}  // namespace clc::emulator
