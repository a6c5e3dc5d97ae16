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

// The first page of `count` free ones. They are taken in a circle, so that the address of what was released is used
// late.
std::uint64_t AddressSpace::free_pages(std::uint64_t count) const {
  for (const std::uint64_t begin : {next_page_, std::uint64_t{0}}) {
    std::uint64_t first = begin, free = 0;
    while (free < count && first + count <= k_pages) {
      if (pages_[first + free].load(std::memory_order_relaxed) == nullptr) {
        ++free;
      } else {
        first += free + 1;
        free = 0;
      }
    }
    if (free == count) return first;
  }
  throw std::bad_alloc();
}

const Allocation* AddressSpace::allocate(std::uint64_t size, std::string what, bool is_read_only) {
  constexpr std::uint64_t k_line = 64, k_least_gap = std::uint64_t{16} << 20U;
  auto owned = std::make_unique<Owned>();
  const std::uint64_t whole = (size + k_line - 1) / k_line * k_line;
  owned->bytes.reset(static_cast<std::uint8_t*>(std::calloc(std::max(whole, k_line), 1)));
  if (owned->bytes == nullptr) throw std::bad_alloc();
  const std::uint64_t gap = std::max(whole, k_least_gap) >> k_page_bits;
  owned->page_count = gap + (whole >> k_page_bits) + 1 + gap;
  const std::lock_guard guard(mutex_);
  owned->first_page = free_pages(owned->page_count);
  next_page_ = owned->first_page + owned->page_count;
  const std::uint64_t address = k_first + ((owned->first_page + gap) << k_page_bits);
  owned->allocation = {address, size, owned->bytes.get(), is_read_only, std::move(what)};
  const Allocation* result = &owned->allocation;
  for (std::uint64_t i = 0; i < owned->page_count; ++i) {
    pages_[owned->first_page + i].store(result, std::memory_order_release);
  }
  all_.push_back(std::move(owned));
  return result;
}

void AddressSpace::release(const Allocation* allocation) {
  const std::lock_guard guard(mutex_);
  const auto found =
      std::find_if(all_.begin(), all_.end(), [&](const auto& one) { return &one->allocation == allocation; });
  const Owned& owned = **found;
  for (std::uint64_t i = 0; i < owned.page_count; ++i) pages_[owned.first_page + i] = nullptr;
  if (next_page_ == owned.first_page + owned.page_count) next_page_ = owned.first_page;
  all_.erase(found);
}

}  // namespace clc::emulator
