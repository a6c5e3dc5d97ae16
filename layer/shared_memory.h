// Follows the allocations of shared virtual memory, for kernels with checks and for captures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace clc::layer {

struct SharedAllocation {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};

// Several threads may call its functions.
class SharedMemory {
 public:
  // Ignores null pointers.
  void allocated(const void* memory, std::size_t bytes);
  void freed(const void* memory);

  // Returns the allocation that a pointer leads into.
  std::optional<SharedAllocation> find(const void* pointer) const;
  // Bytes by the address at which they begin.
  std::map<std::uintptr_t, std::size_t> all() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::uintptr_t, std::size_t> allocations_;
};

}  // namespace clc::layer
