// The addresses that a GPU sees, and the host memory behind them. Before and behind each allocation lies nothing for 16
// MiB and for as many bytes as it has, so that an access beside one never hits another. Threads may allocate and
// release while others run kernels.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace clc::emulator {

struct Allocation {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::uint8_t* bytes = nullptr;  // whole cache lines
  bool is_read_only = false;
  std::string what;  // for messages: "a buffer of 16 bytes"

  bool holds(std::uint64_t first, std::uint64_t count) const {
    return first >= address && first - address <= size && count <= size - (first - address);
  }
};

class AddressSpace {
 public:
  AddressSpace();
  const Allocation* allocate(std::uint64_t size, std::string what, bool is_read_only = false);
  void release(const Allocation* allocation);

  // The allocation that holds an address, or beside which it lies; or null.
  const Allocation* nearest(std::uint64_t address) const {
    const std::uint64_t page = (address - k_first) >> k_page_bits;
    return address >= k_first && page < k_pages ? pages_[page].load(std::memory_order_acquire) : nullptr;
  }
  // The one that holds `count` bytes, or null.
  const Allocation* find(std::uint64_t address, std::uint64_t count) const {
    const Allocation* found = nearest(address);
    return found != nullptr && found->holds(address, count) ? found : nullptr;
  }

 private:
  static constexpr std::uint64_t k_first = 0x7e0000000000U;
  static constexpr unsigned k_page_bits = 16;
  static constexpr std::uint64_t k_pages = std::uint64_t{1} << 24U;

  using Page = std::atomic<const Allocation*>;
  struct Freer {
    void operator()(void* memory) const { std::free(memory); }
  };
  struct Owned {
    Allocation allocation;
    std::unique_ptr<std::uint8_t[], Freer> bytes;
    std::uint64_t first_page = 0, page_count = 0;  // with what lies beside it
  };
  std::uint64_t free_pages(std::uint64_t count) const;

  std::mutex mutex_;
  std::unique_ptr<Page[], Freer> pages_;  // the system gives zeros, and memory for what is used
  std::uint64_t next_page_ = 0;           // where the search for free ones begins
  std::vector<std::unique_ptr<Owned>> all_;
};

}  // namespace clc::emulator
