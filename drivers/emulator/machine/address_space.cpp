#include "machine/address_space.h"

#include <algorithm>
#include <new>

#include "machine/fault.h"

namespace clc::emulator {

std::string hex(std::uint64_t number) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), digits[number & 15U]);
    number >>= 4U;
  } while (number != 0);
  return "0x" + text;
}

AddressSpace::AddressSpace() : pages_(static_cast<Page*>(std::calloc(k_pages, sizeof(Page)))) {
  if (pages_ == nullptr) throw std::bad_alloc();
}

const Allocation* AddressSpace::allocate(std::uint64_t size, std::string what, bool is_read_only) {
  constexpr std::uint64_t k_line = 64;
  auto owned = std::make_unique<Owned>();
  const std::uint64_t whole = (size + k_line - 1) / k_line * k_line;
  owned->bytes = std::make_unique<std::uint8_t[]>(std::max(whole, k_line));
  const std::uint64_t count = (whole >> k_page_bits) + 2;  // the last one is a gap
  const std::lock_guard guard(mutex_);
  if (count > k_pages - used_pages_) throw std::bad_alloc();
  owned->allocation = {k_first + (used_pages_ << k_page_bits), size, owned->bytes.get(), is_read_only, std::move(what)};
  const Allocation* result = &owned->allocation;
  for (std::uint64_t i = 0; i < count; ++i) pages_[used_pages_++].store(result, std::memory_order_release);
  all_.push_back(std::move(owned));
  return result;
}

void AddressSpace::release(const Allocation* allocation) {
  const std::lock_guard guard(mutex_);
  const std::uint64_t page = (allocation->address - k_first) >> k_page_bits;
  for (std::uint64_t i = page; i < used_pages_ && pages_[i] == allocation; ++i) pages_[i] = nullptr;
  while (used_pages_ > 0 && pages_[used_pages_ - 1] == nullptr) --used_pages_;
  all_.erase(std::find_if(all_.begin(), all_.end(), [&](const auto& one) { return &one->allocation == allocation; }));
}

std::string AddressSpace::describe(std::uint64_t address) const {
  const Allocation* allocation = near(address);
  if (allocation == nullptr && address >= k_first && address - k_first < (1U << k_page_bits)) return "near nothing";
  if (allocation == nullptr && near(address + (1U << k_page_bits)) != nullptr) {
    allocation = near(address + (1U << k_page_bits));
    return std::to_string(allocation->address - address) + " bytes before " + allocation->what;
  }
  if (allocation == nullptr) return "in no buffer";
  return "at byte " + std::to_string(address - allocation->address) + " of " + allocation->what;
}

}  // namespace clc::emulator
