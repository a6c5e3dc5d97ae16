// Memory of a buffer that the program reads and writes through a pointer. Where device and program share memory,
// nothing is copied.
#pragma once

#include <cstddef>
#include <memory>

#include <CL/cl.h>

#include "clc/base/result.h"
#include "clc/runtime/event.h"

namespace clc {

// Commands must not use what is mapped for writing until it is unmapped. The buffer must outlive the mapping.
// Move-only.
class Mapping {
 public:
  Mapping() = default;
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();  // unmaps, and does not say when that fails

  void* data() const { return data_; }  // null for 0 bytes, and after unmap()
  std::size_t size() const { return bytes_; }
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  // How long it took to map.
  CommandTime map_time() const { return map_time_; }
  // Gives the memory back to the device, and waits. The time is that of the second command alone; 0 for a mapping of
  // nothing.
  Result<CommandTime> unmap();

 private:
  friend class Queue;

  std::shared_ptr<const void> owner_;  // keeps the queue
  cl_command_queue queue_ = nullptr;
  cl_mem memory_ = nullptr;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  CommandTime map_time_;
};

}  // namespace clc
