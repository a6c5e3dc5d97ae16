// Commands with all checks of their arguments, as work for a stream: queues enqueue it, command buffers record it.
#pragma once

#include "front/objects.h"

namespace clc::front {

using Prepared = std::function<void(Stream&)>;

// Empty where the range has no work-items.
Prepared prepare_launch(const Ref<_cl_command_queue>& queue, cl_kernel kernel, cl_uint dimensions,
                        const std::size_t* offset, const std::size_t* items, const std::size_t* group);
Prepared prepare_copy(const Ref<_cl_command_queue>& queue, cl_mem from, cl_mem to, std::size_t from_offset,
                      std::size_t to_offset, std::size_t size);
Prepared prepare_fill(const Ref<_cl_command_queue>& queue, cl_mem buffer, const void* pattern, std::size_t pattern_size,
                      std::size_t offset, std::size_t size);

// A copy of a box between two buffers, as clEnqueueCopyBufferRect describes it.
struct WantedRectangle {
  cl_mem from, to;
  const std::size_t *from_origin, *to_origin, *region;
  std::size_t from_row, from_slice, to_row, to_slice;
};
Prepared prepare_copy_rectangle(const Ref<_cl_command_queue>& queue, const WantedRectangle& wanted);

}  // namespace clc::front
