// Checks that the commands of buffers share.
#pragma once

#include "front/objects.h"

namespace clc::front {

// The buffer of a command in this queue.
Ref<_cl_mem> buffer_for(const Ref<_cl_command_queue>& queue, cl_mem handle);
// Throws CL_INVALID_VALUE when the buffer ends before the range does.
void check_range(const _cl_mem& buffer, std::size_t offset, std::size_t size);
void check_host_reads(const _cl_mem& buffer);
void check_host_writes(const _cl_mem& buffer);

}  // namespace clc::front
