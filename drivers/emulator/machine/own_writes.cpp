#include "machine/own_writes.h"

#include <cstring>

#include "machine/fault.h"

namespace clc::emulator {
namespace {

constexpr std::size_t k_most_lines = std::size_t{1} << 19U, k_most_atomics = std::size_t{1} << 20U;

}  // namespace

const std::uint8_t* OwnWrites::line(std::uint64_t line, const std::uint8_t* memory) const {
  const std::uint32_t* found = index_.find(line);
  if (found == nullptr) return memory;
  const Line& own = lines_[*found];
  if (own.changed != 0) throw NeedsOthers();
  return own.bytes.data();
}

OwnWrites::Line& OwnWrites::take(std::uint64_t line, const std::uint8_t* memory) {
  if (const std::uint32_t* found = index_.find(line)) return lines_[*found];
  if (lines_.size() == k_most_lines) throw NeedsOthers();
  index_.put(line, static_cast<std::uint32_t>(lines_.size()));
  Line& taken = lines_.emplace_back();
  taken.line = line;
  std::memcpy(taken.bytes.data(), memory, k_line_bytes);
  return taken;
}

void OwnWrites::merge(std::uint64_t line, const std::uint8_t* memory, const std::uint8_t* bytes, std::uint64_t mask) {
  Line& own = take(line, memory);
  if ((own.changed & mask) != 0) throw NeedsOthers();
  merge_line(own.bytes.data(), bytes, mask);
  own.written |= mask;
}

void OwnWrites::change(std::uint64_t address, const std::uint8_t* memory, const Atomic& atomic) {
  const std::uint64_t in_line = address % k_line_bytes;
  if (atomics_.size() == k_most_atomics) throw NeedsOthers();
  take(address - in_line, memory).changed |= mask_of(static_cast<unsigned>(in_line), atomic.bytes);
  atomics_.emplace_back(address, atomic);
}

// Operations come after stores to the same bytes: no store follows one.
void OwnWrites::commit(AddressSpace& memory) const {
  const auto host = [&](std::uint64_t address) {
    const Allocation* allocation = memory.nearest(address);
    return allocation->bytes + (address - allocation->address);
  };
  for (const Line& own : lines_) merge_line(host(own.line), own.bytes.data(), own.written);
  for (const auto& [address, atomic] : atomics_) apply_at(host(address), atomic);
}

}  // namespace clc::emulator
