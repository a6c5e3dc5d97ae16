// A context with one profiling command queue, and buffers and images in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CL/cl.h>

#include "clc/base/result.h"
#include "clc/runtime/binary_cache.h"
#include "clc/runtime/device.h"
#include "clc/runtime/event.h"
#include "clc/runtime/image.h"
#include "clc/runtime/mapping.h"
#include "clc/runtime/native.h"

namespace clc {

class Buffer;
struct KernelArgument;

struct QueueOptions {
  // Commands may run in any order and at the same time; only what stands in their lists of events holds them back. A
  // device that cannot do so is k_unavailable.
  bool out_of_order = false;
  // Gets what the driver says when something goes wrong in the context, besides the errors that calls return. The call
  // comes from any thread, which must not get an exception. Many drivers never call. After the last copy of the Queue
  // is gone, no call begins.
  std::function<void(const std::string& message)> on_error = {};
};

// Cheap to copy; the copies share context and command queue. Several threads may use it.
class Queue {
 public:
  // Creates a context and a command queue on `device`.
  static Result<Queue> create(const Device& device, const QueueOptions& options = {});
  // Adopts the context and command queue of an application, given as OpenCL handles or as objects of the Khronos C++
  // bindings. They are retained until the Queue goes.
  template <class C, class D, class Q>
  static Result<Queue> adopt(const C& context, const D& device, const Q& queue) {
    return adopt_handles(native<cl_context>(context), native<cl_device_id>(device), native<cl_command_queue>(queue));
  }
  // Adopts a command queue with its own context and device.
  template <class Q>
  static Result<Queue> adopt(const Q& queue) {
    return adopt_handle(native<cl_command_queue>(queue));
  }

  // From now on, programs that are loaded for this queue are looked up in the cache and kept there. This holds for this
  // Queue and for copies made of it later. Do not call it while another thread uses this very object.
  void keep_binaries(BinaryCache cache = BinaryCache()) { binaries_ = std::move(cache); }
  const std::optional<BinaryCache>& binaries() const { return binaries_; }

  const Device& device() const;
  cl_context context() const;
  cl_command_queue handle() const;

  // Allocates a buffer; 0 bytes give a valid one that holds nothing. CL_MEM_USE_HOST_PTR and CL_MEM_COPY_HOST_PTR are
  // k_usage; see allocate_over().
  Result<Buffer> allocate(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const;
  // Copies `bytes` bytes to `offset` (in bytes) of the buffer, and waits. The time is 0 for 0 bytes; a range that does
  // not fit in the buffer is k_usage.
  Result<CommandTime> write(const Buffer& buffer, const void* data, std::size_t bytes, std::size_t offset = 0) const;
  // Copies `bytes` bytes from `offset` of the buffer, and waits.
  Result<CommandTime> read(const Buffer& buffer, void* data, std::size_t bytes, std::size_t offset = 0) const;
  // Sets `bytes` bytes from `offset` on to `byte`, and waits.
  Result<CommandTime> fill(const Buffer& buffer, std::uint8_t byte, std::size_t bytes, std::size_t offset = 0) const;
  // Read and write through a mapping of the buffer, and wait. The one to write is made with
  // CL_MAP_WRITE_INVALIDATE_REGION.
  Result<CommandTime> read_mapped(const Buffer& buffer, void* data, std::size_t bytes, std::size_t offset = 0) const;
  Result<CommandTime> write_mapped(const Buffer& buffer, const void* data, std::size_t bytes,
                                   std::size_t offset = 0) const;

  // Begin to copy, and return. `data` must stay until the event was waited for. The copy begins after the commands of
  // `after`.
  Result<Event> enqueue_write(const Buffer& buffer, const void* data, std::size_t bytes, std::size_t offset = 0,
                              const WaitList& after = {}) const;
  Result<Event> enqueue_read(const Buffer& buffer, void* data, std::size_t bytes, std::size_t offset = 0,
                             const WaitList& after = {}) const;
  // Gives a pointer to `bytes` bytes from `offset` of the buffer, and waits until the program may use it.
  static constexpr std::size_t k_to_the_end = static_cast<std::size_t>(-1);
  Result<Mapping> map(const Buffer& buffer, cl_map_flags flags = CL_MAP_READ | CL_MAP_WRITE,
                      std::size_t bytes = k_to_the_end, std::size_t offset = 0) const;
  // Makes a buffer of memory that the program has (CL_MEM_USE_HOST_PTR). The memory must outlive the buffer; the
  // program may look at it only through mappings.
  Result<Buffer> allocate_over(void* data, std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const;

  // Allocates an image, for instance allocate_image(image_2d(640, 480), {CL_RGBA, CL_UNORM_INT8}). The error is
  // k_unavailable when the device lacks images at all, or this format for these flags; it names formats that the device
  // takes.
  Result<Image> allocate_image(const ImageShape& shape, const cl_image_format& format,
                               cl_mem_flags flags = CL_MEM_READ_WRITE) const;
  // The formats that images of this kind can have on the device.
  Result<std::vector<cl_image_format>> image_formats(cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D,
                                                     cl_mem_flags flags = CL_MEM_READ_WRITE) const;
  // Copy texels to and from the image, all or those of a region, and wait. A region or pitch that does not fit is
  // k_usage.
  Result<CommandTime> write(const Image& image, const void* data, const ImageRegion& region = {},
                            const ImagePitch& pitch = {}) const;
  Result<CommandTime> read(const Image& image, void* data, const ImageRegion& region = {},
                           const ImagePitch& pitch = {}) const;
  Result<Sampler> create_sampler(const SamplerOptions& options = {}) const;

  // Say in one line where the `*` of a Result was forgotten.
  template <class T, class... A>
  Result<CommandTime> write(const Result<T>& memory, const A&...) const {
    return refuse_result<CommandTime>(memory);
  }
  template <class T, class... A>
  Result<CommandTime> read(const Result<T>& memory, const A&...) const {
    return refuse_result<CommandTime>(memory);
  }
  template <class T, class... A>
  Result<CommandTime> fill(const Result<T>& memory, const A&...) const {
    return refuse_result<CommandTime>(memory);
  }
  template <class T, class... A>
  Result<CommandTime> read_mapped(const Result<T>& memory, const A&...) const {
    return refuse_result<CommandTime>(memory);
  }
  template <class T, class... A>
  Result<CommandTime> write_mapped(const Result<T>& memory, const A&...) const {
    return refuse_result<CommandTime>(memory);
  }
  template <class T, class... A>
  Result<Event> enqueue_write(const Result<T>& memory, const A&...) const {
    return refuse_result<Event>(memory);
  }
  template <class T, class... A>
  Result<Event> enqueue_read(const Result<T>& memory, const A&...) const {
    return refuse_result<Event>(memory);
  }
  template <class T, class... A>
  Result<Mapping> map(const Result<T>& memory, const A&...) const {
    return refuse_result<Mapping>(memory);
  }

  // Begins with the commands of the queue, and returns.
  Result<void> flush() const;
  // Waits for all commands of the queue.
  Result<void> finish() const;

 private:
  template <class R, class T>
  static Result<R> refuse_result(const Result<T>&) {
    static_assert(!k_is_result<Result<T>>, "this memory is a clc::Result: check it, then give *result");
    return R{};
  }
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
  Buffer(cl_mem memory, std::size_t bytes);  // takes over the caller's reference
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer();

  cl_mem handle() const { return memory_; }
  std::size_t size() const { return bytes_; }  // as asked for; the cl_mem has at least 1 byte

 private:
  friend KernelArgument to_argument(const Buffer& buffer);  // points to memory_

  cl_mem memory_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace clc
