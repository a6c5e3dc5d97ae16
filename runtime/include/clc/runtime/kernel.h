// A kernel of a loaded program, and launches whose arguments are checked before the driver is called.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include <CL/cl.h>

#include "clc/base/result.h"
#include "clc/package/interface.h"
#include "clc/runtime/event.h"
#include "clc/runtime/native.h"
#include "clc/runtime/queue.h"
#include "clc/runtime/range.h"

namespace clc {

// An argument of a launch, as clSetKernelArg takes it, with its kind, which is checked against the interface.
struct KernelArgument {
  ArgumentKind kind = ArgumentKind::k_value;
  std::size_t size = 0;         // in bytes
  const void* value = nullptr;  // must live until the launch returns
  // The kind of a memory object, such as CL_MEM_OBJECT_BUFFER; 0 for a bare cl_mem, of which the driver has to say it.
  cl_mem_object_type memory = 0;
};

// Local memory for a `local` pointer argument.
struct LocalMemory {
  std::size_t bytes;
};

inline KernelArgument to_argument(const LocalMemory& local) {
  return {ArgumentKind::k_local, local.bytes, nullptr};
}
KernelArgument to_argument(const Buffer& buffer);
KernelArgument to_argument(const Image& image);
KernelArgument to_argument(const Sampler& sampler);
// OpenCL's handles, and anything else by value: scalars, vectors (cl_float4 …) and structs.
template <class T>
KernelArgument to_argument(const T& value) {
  if constexpr (k_is_result<T>) {
    static_assert(!k_is_result<T>, "an argument is a clc::Result: check it, then give *result");
    return {};
  } else if constexpr (std::is_same<T, cl_mem>::value) {
    return {ArgumentKind::k_buffer, sizeof(T), &value};  // an image, too, is a cl_mem
  } else if constexpr (std::is_same<T, cl_sampler>::value) {
    return {ArgumentKind::k_sampler, sizeof(T), &value};
  } else if constexpr (std::is_same<T, cl_command_queue>::value) {
    return {ArgumentKind::k_queue, sizeof(T), &value};
  } else {
    static_assert(std::is_trivially_copyable<T>::value, "an argument by value must be trivially copyable");
    static_assert(!std::is_pointer<T>::value, "pass a Buffer, Image, Sampler, cl_mem, LocalMemory, or a value");
    return {ArgumentKind::k_value, sizeof(T), &value};
  }
}

// Cheap to copy; the copies share one cl_kernel. Several threads may use it: a lock makes them set their arguments and
// enqueue one after another. Threads that launch often should each take a Kernel of their own from the Program.
class Kernel {
 public:
  const KernelInterface& interface() const;
  cl_kernel handle() const;

  // Launches the kernel, waits for it, and returns its time on the device. Wrong arguments or sizes are k_usage, and
  // what the driver refuses is k_opencl.
  template <class... A>
  Result<CommandTime> launch(const Queue& queue, const NDRange& range, const A&... arguments) const {
    const std::array<KernelArgument, sizeof...(A)> list{to_argument(arguments)...};
    return launch_list(queue, range, list.data(), list.size());
  }
  template <class T, class... A>
  Result<CommandTime> launch(const Result<T>&, const NDRange&, const A&...) const {
    static_assert(!k_is_result<Result<T>>, "the queue is a clc::Result: check it, then give *queue");
    return CommandTime{};
  }
  Result<CommandTime> launch_list(const Queue& queue, const NDRange& range, const KernelArgument* arguments,
                                  std::size_t count) const;

  // Launches the kernel without waiting for it.
  template <class... A>
  Result<Event> enqueue(const Queue& queue, const NDRange& range, const A&... arguments) const {
    return enqueue(queue, range, WaitList(), arguments...);
  }
  // Launches the kernel so that it runs after the commands in `after`.
  template <class... A>
  Result<Event> enqueue(const Queue& queue, const NDRange& range, const WaitList& after, const A&... arguments) const {
    const std::array<KernelArgument, sizeof...(A)> list{to_argument(arguments)...};
    return enqueue_list(queue, range, list.data(), list.size(), after);
  }
  template <class T, class... A>
  Result<Event> enqueue(const Result<T>&, const NDRange&, const A&...) const {
    static_assert(!k_is_result<Result<T>>, "the queue is a clc::Result: check it, then give *queue");
    return Event();
  }
  Result<Event> enqueue_list(const Queue& queue, const NDRange& range, const KernelArgument* arguments,
                             std::size_t count, const WaitList& after = {}) const;

  // The largest work-group, in work-items, that this kernel can run with on the queue's device.
  Result<std::size_t> max_work_group_size(const Queue& queue) const;

 private:
  friend class Program;
  Result<std::size_t> group_limit(const Device& device) const;
  Result<Event> enqueue_nothing(const Queue& queue, const std::vector<cl_event>& after) const;
  struct State;
  explicit Kernel(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace clc
