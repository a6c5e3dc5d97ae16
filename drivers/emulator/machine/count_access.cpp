#include "machine/count_access.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "machine/caches.h"

namespace clc::emulator {
namespace {

constexpr unsigned k_banks = 32, k_bank_bytes = 4;

using Addresses = std::array<std::uint64_t, k_max_lanes>;

// The distance from lane to lane stays known as long as it is the same everywhere.
void count_stride(const Addresses& address, std::uint64_t exec, AccessCount& count) {
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

void count_lanes(const PendingAccess& access, AccessCount& count) {
  const auto lanes = static_cast<unsigned>(std::popcount(access.exec));
  if (lanes == 0) return;  // code that was not jumped over
  ++count.executions;
  count.active_lanes += lanes;
  count.bytes += std::uint64_t{lanes} * access.code->action->bytes * access.code->action->elements;
  count_stride(access.address, access.exec, count);
}

// The words that these lanes want, each once; but an atomic operation wants its word for itself.
std::vector<std::uint64_t> words_of(const Addresses& address, std::uint64_t lanes, const MemoryAction& action) {
  std::vector<std::uint64_t> words;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t last = (address[lane] + action.bytes - 1) / k_bank_bytes;
    for (std::uint64_t word = address[lane] / k_bank_bytes; word <= last; ++word) words.push_back(word);
  });
  if (action.kind == MemoryKind::k_atomic) return words;
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

// So many lanes go together that their data can fill the banks once: 32 of four bytes, 16 of eight, 8 of more.
void count_passes(const Addresses& address, const PendingAccess& access, AccessCount& count) {
  const MemoryAction& action = *access.code->action;
  const unsigned together = k_banks * k_bank_bytes / std::bit_ceil(std::max(unsigned{action.bytes}, k_bank_bytes));
  const std::uint64_t mask = (std::uint64_t{1} << together) - 1U;
  for (unsigned first = 0; first < k_max_lanes; first += together) {
    std::array<std::uint64_t, k_banks> wanted{};
    for (const std::uint64_t word : words_of(address, access.exec & mask << first, action)) ++wanted[word % k_banks];
    const std::uint64_t passes = *std::max_element(wanted.begin(), wanted.end());
    count.lds_passes += passes;
    count.lds_bank_conflicts += passes > 1 ? passes - 1 : 0;
  }
}

}  // namespace

unsigned counted_line(Chip chip) {
  return is_cdna(chip) ? 64 : 128;
}

void count_lines(const PendingAccess& access, Chip chip, AccessCount& count, Counters& all) {
  const unsigned bytes = access.code->action->bytes, line_bytes = counted_line(chip);
  const std::uint64_t bytes_before = count.bytes, transactions_before = count.transactions;
  count_lanes(access, count);
  std::vector<std::uint64_t> begins;
  for_each_lane(access.exec, [&](unsigned lane) { begins.push_back(access.address[lane]); });
  std::sort(begins.begin(), begins.end());
  std::uint64_t end = 0, unique_bytes = 0, next_line = 0;
  for (const std::uint64_t begin : begins) {
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

void count_banks(const PendingAccess& access, AccessCount& count, Counters& all) {
  const AccessCount before = count;
  count_lanes(access, count);
  count_passes(access.address, access, count);
  if (access.code->action->elements == 2) count_passes(access.address2, access, count);
  all.lds_bytes += count.bytes - before.bytes;
  all.lds_passes += count.lds_passes - before.lds_passes;
  all.lds_conflicts += count.lds_bank_conflicts - before.lds_bank_conflicts;
}

}  // namespace clc::emulator
