// Memory of a captured launch, on a device of this machine.
#pragma once

#include <vector>

#include "clc/base/result.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/queue.h"
#include "recording/capture.h"
#include "runtime/checks/checked_launch.h"

namespace clc {

class ReplayedMemory {
 public:
  ReplayedMemory(const Capture& capture, const Queue& queue) : capture_(capture), queue_(queue) {}
  ReplayedMemory(const ReplayedMemory&) = delete;
  ReplayedMemory& operator=(const ReplayedMemory&) = delete;
  ~ReplayedMemory();

  // Allocates everything.
  Result<void> allocate();
  // Describes the memory of an argument, or all shared memory, for the checks of a kernel.
  CheckedMemory memory_of(const CapturedArgument& argument) const;
  std::vector<CheckedMemory> shared_memory() const;
  // Gives it to the kernel.
  Result<void> set_argument(cl_kernel kernel, cl_uint index, const CapturedArgument& argument);
  // Writes the contents from before the launch.
  Result<void> write() const;
  Result<std::vector<std::string>> read() const;

 private:
  struct Place {
    MemoryHandle memory;
    void* shared = nullptr;  // by clSVMAlloc
  };
  Result<MemoryHandle> make_image(const CapturedMemory& memory) const;
  Result<Place> make(const CapturedMemory& memory) const;

  const Capture& capture_;
  const Queue& queue_;
  std::vector<Place> places_;
  std::vector<MemoryHandle> parts_;  // sub-buffers
};

}  // namespace clc
