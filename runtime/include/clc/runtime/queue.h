// A context with one profiling, in-order command queue, and buffers in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include <CL/cl.h>

#include "clc/package/result.h"
#include "clc/runtime/binary_cache.h"
#include "clc/runtime/device.h"
#include "clc/runtime/event.h"
#include "clc/runtime/native.h"

namespace clc {

class Buffer;
struct KernelArgument;

class Queue {
 public:
  static Result<Queue> create(const Device& device);
  // For an application that has its own, as OpenCL's handles or objects of the Khronos C++ bindings; retained until the
  // Queue goes.
  template <class C, class D, class Q>
  static Result<Queue> adopt(const C& context, const D& device, const Q& queue) {
    return adopt_handles(native<cl_context>(context), native<cl_device_id>(device), native<cl_command_queue>(queue));
  }
  // With the queue's own context and device.
  template <class Q>
  static Result<Queue> adopt(const Q& queue) {
    return adopt_handle(native<cl_command_queue>(queue));
  }

  // From now on, what is loaded for this queue is looked up in the cache, and kept there: for this Queue and for copies
  // made of it later. Not while another thread uses this very object.
  void keep_binaries(BinaryCache cache = BinaryCache()) { binaries_ = std::move(cache); }
  const std::optional<BinaryCache>& binaries() const { return binaries_; }

  const Device& device() const;
  cl_context context() const;
  cl_command_queue handle() const;

  // `bytes` may be 0: such a buffer is valid and holds nothing.
  Result<Buffer> allocate(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const;
  // Blocking; time 0 for 0 bytes.
  Result<CommandTime> write(const Buffer& buffer, const void* data, std::size_t bytes, std::size_t offset = 0) const;
  Result<CommandTime> fill(const Buffer& buffer, std::uint8_t byte, std::size_t bytes, std::size_t offset = 0) const;
  // By mapping. The first copies out of the mapping, the second copies into one made with
  // CL_MAP_WRITE_INVALIDATE_REGION.
  Result<CommandTime> read_mapped(const Buffer& buffer, void* data, std::size_t bytes, std::size_t offset = 0) const;
  Result<CommandTime> write_mapped(const Buffer& buffer, const void* data, std::size_t bytes,
                                   std::size_t offset = 0) const;
  Result<void> finish() const;

 private:
  static Result<Queue> adopt_handles(cl_context context, cl_device_id device, cl_command_queue queue);
  static Result<Queue> adopt_handle(cl_command_queue queue);
  struct State;
  explicit Queue(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
  std::optional<BinaryCache> binaries_;
};

// Owns a cl_mem. Move-only.
class Buffer {
 public:
  Buffer() = default;
  Buffer(cl_mem memory, std::size_t bytes);  // takes the reference over
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer();

  cl_mem handle() const { return memory_; }
  std::size_t size() const { return bytes_; }  // as asked for; the cl_mem itself is never empty

 private:
  friend KernelArgument to_argument(const Buffer& buffer);  // points to memory_

  cl_mem memory_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace clc
