// Functions of cl_khr_command_buffer 0.9.5 that record commands. OpenCL's older headers lack their properties.
#pragma once

#include <CL/cl_ext.h>

namespace clc::front::testing {

template <class... A>
using RecordCommand = cl_int(CL_API_CALL*)(cl_command_buffer_khr, cl_command_queue, const cl_properties*, A..., cl_uint,
                                           const cl_sync_point_khr*, cl_sync_point_khr*, cl_mutable_command_khr*);
using RecordBarrier = RecordCommand<>;
using RecordCopy = RecordCommand<cl_mem, cl_mem, size_t, size_t, size_t>;
using RecordRectangle =
    RecordCommand<cl_mem, cl_mem, const size_t*, const size_t*, const size_t*, size_t, size_t, size_t, size_t>;
using RecordFill = RecordCommand<cl_mem, const void*, size_t, size_t, size_t>;
using RecordLaunch = RecordCommand<cl_kernel, cl_uint, const size_t*, const size_t*, const size_t*>;
using RecordImageFill = RecordCommand<cl_mem, const void*, const size_t*, const size_t*>;

}  // namespace clc::front::testing
