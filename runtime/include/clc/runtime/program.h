// Loads a module of a package on a device and launches its kernels. There is no path from source.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <CL/cl.h>

#include "clc/package/package.h"
#include "clc/package/result.h"
#include "clc/runtime/binary_cache.h"
#include "clc/runtime/choose.h"
#include "clc/runtime/event.h"
#include "clc/runtime/queue.h"
#include "clc/runtime/range.h"

namespace clc {

// A launch argument, as clSetKernelArg takes it, and what it is, to be checked against the interface.
struct KernelArgument {
  ArgumentKind kind = ArgumentKind::k_value;
  std::size_t size = 0;
  const void* value = nullptr;  // must live until the launch returns
};

// Local memory of so many bytes for a `local` pointer argument.
struct LocalMemory {
  std::size_t bytes;
};

inline KernelArgument to_argument(const LocalMemory& local) {
  return {ArgumentKind::k_local, local.bytes, nullptr};
}
KernelArgument to_argument(const Buffer& buffer);
// Scalars, vectors (cl_float4 …), and structs, by value. OpenCL's handles are told apart.
template <class T>
KernelArgument to_argument(const T& value) {
  static_assert(std::is_trivially_copyable<T>::value, "an argument by value must be trivially copyable");
  if constexpr (std::is_same<T, cl_mem>::value) {
    return {ArgumentKind::k_buffer, sizeof(T), &value};  // or an image: both are cl_mem
  } else if constexpr (std::is_same<T, cl_sampler>::value) {
    return {ArgumentKind::k_sampler, sizeof(T), &value};
  } else if constexpr (std::is_same<T, cl_command_queue>::value) {
    return {ArgumentKind::k_queue, sizeof(T), &value};
  } else {
    static_assert(!std::is_pointer<T>::value, "pass a Buffer, cl_mem, LocalMemory, or a value");
    return {ArgumentKind::k_value, sizeof(T), &value};
  }
}

// Cheap to copy; the copies share one cl_kernel. Several threads may use it: each launch sets its arguments and enqueues
// before the next one does. Threads that launch much take a kernel each from the Program, and never wait for each other.
class Kernel {
 public:
  const KernelInterface& interface() const;
  cl_kernel handle() const;

  // Checks count, kinds and sizes, then sets the arguments and enqueues. Waits, and returns the kernel's
  // time on the device.
  template <class... A>
  Result<CommandTime> launch(const Queue& queue, const NDRange& range, const A&... arguments) const {
    const std::array<KernelArgument, sizeof...(A)> list{to_argument(arguments)...};
    return launch_list(queue, range, list.data(), list.size());
  }
  Result<CommandTime> launch_list(const Queue& queue, const NDRange& range, const KernelArgument* arguments,
                                  std::size_t count) const;

  // The same without waiting.
  template <class... A>
  Result<Event> enqueue(const Queue& queue, const NDRange& range, const A&... arguments) const {
    return enqueue(queue, range, WaitList(), arguments...);
  }
  // To run after other commands.
  template <class... A>
  Result<Event> enqueue(const Queue& queue, const NDRange& range, const WaitList& after, const A&... arguments) const {
    const std::array<KernelArgument, sizeof...(A)> list{to_argument(arguments)...};
    return enqueue_list(queue, range, list.data(), list.size(), after);
  }
  Result<Event> enqueue_list(const Queue& queue, const NDRange& range, const KernelArgument* arguments,
                             std::size_t count, const WaitList& after = {}) const;

  // The largest work-group that this kernel can run with on the queue's device.
  Result<std::size_t> max_work_group_size(const Queue& queue) const;

 private:
  friend class Program;
  Result<std::size_t> group_limit(cl_device_id device) const;
  Result<Event> enqueue_nothing(const Queue& queue, const std::vector<cl_event>& after) const;
  struct State;
  explicit Kernel(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

class Program {
 public:
  // Chooses among the module's variants, checks digests, loads, builds, and creates every kernel
  // of the interface. When nothing fits or loads, the error lists each variant and why.
  // `only_target` restricts the choice to one target's variant (empty: any).
  static Result<Program> load(const Queue& queue, const Package& package, std::string_view module,
                              std::string_view only_target = {});

  const Variant& variant() const;
  const Interface& interface() const;
  const std::string& build_log() const;
  // Whether the cache of the queue (Queue::keep_binaries) had it.
  const CacheUse& cache_use() const;
  // A kernel object of its own for each call.
  Result<Kernel> kernel(const std::string& name) const;
  cl_program handle() const;

 private:
  struct State;
  explicit Program(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

// "CL_INVALID_BINARY (-42)"
std::string opencl_error_name(cl_int code);

}  // namespace clc
