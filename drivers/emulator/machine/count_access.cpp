#include "machine/count_access.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>

#include "machine/caches.h"

namespace clc::emulator {
namespace {

constexpr unsigned k_banks = 32, k_bank_bytes = 4;

using Addresses = std::array<std::uint64_t, k_max_lanes>;

// The distance from lane to lane, where the first lanes are on, no others, and it is the same everywhere.
std::optional<std::int64_t> common_stride(const Addresses& address, std::uint64_t exec) {
  if ((exec & (exec + 1)) != 0 || exec < 3) return {};
  const auto lanes = static_cast<unsigned>(std::popcount(exec));
  const std::uint64_t first = address[0], distance = address[1] - first;
  std::uint64_t unlike = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) unlike |= address[lane] - (first + lane * distance);
  if (unlike != 0) return {};
  return static_cast<std::int64_t>(distance);
}

// The distance from lane to lane stays known as long as it is the same everywhere.
void count_stride(const Addresses& address, std::uint64_t exec, std::optional<std::int64_t> common,
                  AccessCount& count) {
  if (!count.is_strided) return;
  if (common) {
    count.is_strided = count.stride.value_or(*common) == *common;
    count.stride = common;
    return;
  }
  int before = -1;
  for_each_lane(exec, [&](unsigned lane) {
    if (before >= 0 && count.is_strided) {
      const auto lanes = static_cast<std::int64_t>(lane) - before;
      const auto distance = static_cast<std::int64_t>(address[lane] - address[static_cast<unsigned>(before)]);
      count.is_strided = distance % lanes == 0 && count.stride.value_or(distance / lanes) == distance / lanes;
      count.stride = distance / lanes;
    }
    before = static_cast<int>(lane);
  });
}

void count_lanes(const PendingAccess& access, std::optional<std::int64_t> common, AccessCount& count) {
  const auto lanes = static_cast<unsigned>(std::popcount(access.exec));
  if (lanes == 0) return;  // code that was not jumped over
  ++count.executions;
  count.active_lanes += lanes;
  count.bytes += std::uint64_t{lanes} * access.code->action->bytes * access.code->action->elements;
  count_stride(access.address, access.exec, common, count);
}

// The words that some lanes want of each bank, each once; but an atomic operation wants its word for itself.
class Banks {
 public:
  void want(std::uint64_t word, bool is_atomic) {
    const std::size_t bank = word % k_banks;
    std::uint8_t& count = counts_[bank];
    if (!is_atomic) {
      for (unsigned i = 0; i < count; ++i) {
        if (words_[i][bank] == word) return;
      }
      words_[count][bank] = word;
    }
    ++count;
  }
  unsigned passes() const { return *std::max_element(counts_.begin(), counts_.end()); }

 private:
  std::array<std::uint8_t, k_banks> counts_{};
  std::array<std::array<std::uint64_t, k_banks>, 2 * k_banks> words_;  // two for a lane that is not aligned
};

unsigned passes_of(const Addresses& address, std::uint64_t lanes, const MemoryAction& action) {
  Banks banks;
  const bool is_atomic = action.kind == MemoryKind::k_atomic;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t last = (address[lane] + action.bytes - 1) / k_bank_bytes;
    for (std::uint64_t word = address[lane] / k_bank_bytes; word <= last; ++word) banks.want(word, is_atomic);
  });
  return banks.passes();
}

// The passes of as many lanes as fill the banks once, all of them on, where the distance between them says it: 0 where
// it does not.
std::uint64_t common_passes(std::uint64_t first, std::int64_t stride, const MemoryAction& action) {
  const auto distance = static_cast<std::uint64_t>(stride < 0 ? -stride : stride);
  if (action.kind == MemoryKind::k_atomic || action.bytes % k_bank_bytes != 0 || first % k_bank_bytes != 0) return 0;
  if (distance == 0 || (distance == action.bytes && std::has_single_bit(action.bytes))) return 1;
  if (action.bytes != k_bank_bytes || distance % k_bank_bytes != 0) return 0;
  return std::gcd(distance / k_bank_bytes, std::uint64_t{k_banks});
}

// Lanes go together in such numbers that their data can fill the banks once: 32 of four bytes, 16 of eight, 8 of more.
void count_passes(const Addresses& address, const PendingAccess& access, std::optional<std::int64_t> common,
                  AccessCount& count) {
  const MemoryAction& action = *access.code->action;
  const unsigned together = k_banks * k_bank_bytes / std::bit_ceil(std::max(unsigned{action.bytes}, k_bank_bytes));
  const std::uint64_t mask = (std::uint64_t{1} << together) - 1U;
  const std::uint64_t known = common ? common_passes(address[0], *common, action) : 0;
  for (unsigned first = 0; first < k_max_lanes; first += together) {
    const std::uint64_t lanes = access.exec & mask << first;
    if (lanes == 0) continue;
    const std::uint64_t passes = known != 0 && lanes == mask << first ? known : passes_of(address, lanes, action);
    count.lds_passes += passes;
    count.lds_bank_conflicts += passes > 1 ? passes - 1 : 0;
  }
}

// Addresses of lanes that are on, in order.
struct Begins {
  std::array<std::uint64_t, k_max_lanes> address;
  unsigned count = 0;
};

void take_begins(const PendingAccess& access, std::optional<std::int64_t> common, Begins& begins) {
  bool is_sorted = true;
  std::uint64_t before = 0;
  if (common && *common == 0) {
    begins.address[begins.count++] = access.address[0];
    return;
  }
  for_each_lane(access.exec, [&](unsigned lane) {
    const std::uint64_t address = access.address[lane];
    is_sorted = is_sorted && before <= address;
    before = address;
    begins.address[begins.count++] = address;
  });
  if (!is_sorted) std::sort(begins.address.begin(), begins.address.begin() + begins.count);
}

}  // namespace

unsigned counted_line(Chip chip) {
  return is_cdna(chip) ? 64 : 128;
}

void count_vector(const Wave& wave, std::uint64_t exec, Counters& all) {
  if (!all.is_asked) return;
  all.lanes += wave.state.lanes;
  all.active_lanes += active_lanes(wave, exec);
  all.divergent += exec != wave.items ? 1 : 0;
}

void count_lines(const PendingAccess& access, Chip chip, Counters& all) {
  if (!all.is_asked) return;
  AccessCount& count = all.access(*access.code);
  unsigned bytes = access.code->action->bytes;
  const unsigned line_bytes = counted_line(chip);
  const std::uint64_t bytes_before = count.bytes, transactions_before = count.transactions;
  const auto common = common_stride(access.address, access.exec);
  count_lanes(access, common, count);
  Begins begins;
  if (common && *common == bytes) {  // all side by side
    begins.address[begins.count++] = access.address[0];
    bytes *= static_cast<unsigned>(std::popcount(access.exec));
  } else {
    take_begins(access, common, begins);
  }
  std::uint64_t end = 0, unique_bytes = 0, next_line = 0;
  for (unsigned i = 0; i < begins.count; ++i) {
    const std::uint64_t begin = begins.address[i];
    const std::uint64_t first = std::max(begin / line_bytes, next_line), after = (begin + bytes - 1) / line_bytes + 1;
    for (std::uint64_t line = first; line < after; ++line) count.lines.insert(line);
    count.transactions += after > first ? after - first : 0;
    next_line = std::max(next_line, after);
    const std::uint64_t fresh = std::max(begin, end);
    if (begin + bytes > fresh) unique_bytes += begin + bytes - fresh;
    end = std::max(end, begin + bytes);
  }
  count.ideal_transactions += (unique_bytes + line_bytes - 1) / line_bytes;
  all.memory_bytes += count.bytes - bytes_before;
  all.memory_lines += count.transactions - transactions_before;
}

void count_banks(const PendingAccess& access, Counters& all) {
  if (!all.is_asked) return;
  AccessCount& count = all.access(*access.code);
  const std::uint64_t bytes = count.bytes, passes = count.lds_passes, conflicts = count.lds_bank_conflicts;
  const auto common = common_stride(access.address, access.exec);
  count_lanes(access, common, count);
  count_passes(access.address, access, common, count);
  // Both elements of a pair have the same distance in each lane.
  if (access.code->action->elements == 2) count_passes(access.address2, access, common, count);
  all.lds_bytes += count.bytes - bytes;
  all.lds_passes += count.lds_passes - passes;
  all.lds_conflicts += count.lds_bank_conflicts - conflicts;
}

}  // namespace clc::emulator
