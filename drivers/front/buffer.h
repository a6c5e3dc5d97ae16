// Checks that the commands of buffers and images share.
#pragma once

#include "front/objects.h"

namespace clc::front {

constexpr cl_mem_flags k_device_access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags k_host_pointer = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

std::unique_ptr<Memory> allocate(const _cl_context& context, std::size_t size);
void check_flags(cl_mem_flags flags);
// Throws CL_INVALID_HOST_PTR unless there is a pointer where the flags want one. True: its bytes are taken.
bool check_host_pointer(cl_mem_flags flags, const void* host);
// The list that a memory object keeps.
std::vector<cl_mem_properties> checked_memory_properties(const cl_mem_properties* properties);
// The flags of a part of a buffer, with those that it has from its buffer.
cl_mem_flags inherited_flags(cl_mem_flags flags, cl_mem_flags parent);

// The buffer or image of a command in this queue.
Ref<_cl_mem> memory_for(const Ref<_cl_command_queue>& queue, cl_mem handle);
// The buffer of a command in this queue.
Ref<_cl_mem> buffer_for(const Ref<_cl_command_queue>& queue, cl_mem handle);
// Throws CL_INVALID_VALUE when the buffer ends before the range does.
void check_range(const _cl_mem& buffer, std::size_t offset, std::size_t size);
void check_host_reads(const _cl_mem& buffer);
void check_host_writes(const _cl_mem& buffer);

// map.cpp: flags of a map, and where the host sees a buffer or an image.
void check_map(const _cl_mem& memory, cl_map_flags flags);
std::uint8_t* view_of(_cl_mem& memory);
// True when the host sees a copy.
bool is_copy(const _cl_mem& memory);

}  // namespace clc::front
