// Describes memory of the application as a capture has it, and reads its contents by the application's queue.
#pragma once

#include <cstdint>
#include <vector>

#include "next_layer.h"
#include "recording/capture.h"

namespace clc::layer {

class MemoryOfLaunch {
 public:
  // Add what an argument names, and fill in its kind, memory, offset and size. An error says why it cannot be captured.
  Result<void> add_memory(cl_mem memory, CapturedArgument& argument);
  Result<void> add_pointer(const void* pointer, CapturedArgument& argument);

  // Cuts buffers to the part that arguments reach. Call it when all arguments are there.
  void cut(Capture& capture);
  // Reads all contents, before or after the launch. `digest`: the member that gets each one's.
  Result<void> read(cl_command_queue queue, std::string CapturedMemory::* digest, Capture& capture) const;

 private:
  struct Source {
    CapturedMemory memory;
    cl_mem handle = nullptr;  // of a buffer the whole one, which sub-buffers are parts of
    const void* pointer = nullptr;
    std::uint64_t begin = 0, end = 0;  // of a buffer the part that arguments reach
  };
  std::uint64_t place_of(const Source& source);
  std::uint64_t add_buffer(cl_mem buffer, std::uint64_t& offset, std::uint64_t& size);
  Result<std::uint64_t> add_image(cl_mem image, std::uint64_t type);

  std::vector<Source> sources_;
};

}  // namespace clc::layer
