#include "shared_memory.h"

namespace clc::layer {

void SharedMemory::allocated(const void* memory, std::size_t bytes) {
  if (memory == nullptr) return;
  const std::lock_guard lock(mutex_);
  allocations_[reinterpret_cast<std::uintptr_t>(memory)] = bytes;
}

void SharedMemory::freed(const void* memory) {
  const std::lock_guard lock(mutex_);
  allocations_.erase(reinterpret_cast<std::uintptr_t>(memory));
}

std::optional<SharedAllocation> SharedMemory::find(const void* pointer) const {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const std::lock_guard lock(mutex_);
  auto at = allocations_.upper_bound(address);
  if (at == allocations_.begin()) return std::nullopt;
  --at;
  if (address - at->first >= at->second) return std::nullopt;
  return SharedAllocation{at->first, at->second};
}

std::map<std::uintptr_t, std::size_t> SharedMemory::all() const {
  const std::lock_guard lock(mutex_);
  return allocations_;
}

}  // namespace clc::layer
