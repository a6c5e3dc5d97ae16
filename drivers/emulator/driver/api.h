// OpenCL's functions, of which the table in icd.cpp is made.
#pragma once

#include "driver/objects.h"

namespace clc::emulator::driver::api {

// device.cpp
cl_int CL_API_CALL get_platform_ids(cl_uint room, cl_platform_id* platforms, cl_uint* count);
cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info info, size_t room, void* to,
                                     size_t* told);
cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* devices,
                                  cl_uint* count);
cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info info, size_t room, void* to, size_t* told);
cl_context CL_API_CALL create_context(const cl_context_properties* properties, cl_uint count,
                                      const cl_device_id* devices,
                                      void(CL_CALLBACK*)(const char*, const void*, size_t, void*), void*, cl_int* code);
cl_context CL_API_CALL create_context_from_type(const cl_context_properties* properties, cl_device_type type,
                                                void(CL_CALLBACK*)(const char*, const void*, size_t, void*), void*,
                                                cl_int* code);
cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info info, size_t room, void* to, size_t* told);

// state.cpp
cl_event CL_API_CALL create_user_event(cl_context context, cl_int* code);
cl_int CL_API_CALL set_user_event_status(cl_event event, cl_int status);
cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event* events);
cl_int CL_API_CALL finish(cl_command_queue queue);
cl_int CL_API_CALL set_event_callback(cl_event event, cl_int status, void(CL_CALLBACK* call)(cl_event, cl_int, void*),
                                      void* data);

// queue.cpp
cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* code);
cl_command_queue CL_API_CALL create_queue_with_properties(cl_context context, cl_device_id device,
                                                          const cl_queue_properties* properties, cl_int* code);
cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info info, size_t room, void* to,
                                  size_t* told);
cl_int CL_API_CALL flush(cl_command_queue queue);
cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info info, size_t room, void* to, size_t* told);
cl_int CL_API_CALL get_profiling_info(cl_event event, cl_profiling_info info, size_t room, void* to, size_t* told);
cl_int CL_API_CALL marker_with_list(cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL barrier_with_list(cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL marker(cl_command_queue queue, cl_event* event);
cl_int CL_API_CALL barrier(cl_command_queue queue);
cl_int CL_API_CALL enqueue_wait_for_events(cl_command_queue queue, cl_uint count, const cl_event* waits);
cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                          const size_t* items, const size_t* group, cl_uint count, const cl_event* waits,
                          cl_event* event);
cl_int CL_API_CALL task(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* waits,
                        cl_event* event);

// buffer.cpp
cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* code);
cl_mem CL_API_CALL create_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* region,
                                     cl_int* code);
cl_int CL_API_CALL get_mem_info(cl_mem buffer, cl_mem_info info, size_t room, void* to, size_t* told);
cl_int CL_API_CALL set_destructor(cl_mem buffer, void(CL_CALLBACK* call)(cl_mem, void*), void* data);
cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                               void* to, cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                                const void* from, cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                               size_t size, cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL fill_buffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                               size_t offset, size_t size, cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL read_rectangle(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* buffer_origin,
                                  const size_t* host_origin, const size_t* region, size_t buffer_row,
                                  size_t buffer_slice, size_t host_row, size_t host_slice, void* to, cl_uint count,
                                  const cl_event* waits, cl_event* event);
cl_int CL_API_CALL write_rectangle(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* buffer_origin,
                                   const size_t* host_origin, const size_t* region, size_t buffer_row,
                                   size_t buffer_slice, size_t host_row, size_t host_slice, const void* from,
                                   cl_uint count, const cl_event* waits, cl_event* event);
cl_int CL_API_CALL copy_rectangle(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                                  const size_t* to_origin, const size_t* region, size_t from_row, size_t from_slice,
                                  size_t to_row, size_t to_slice, cl_uint count, const cl_event* waits,
                                  cl_event* event);
void* CL_API_CALL map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset,
                             size_t size, cl_uint count, const cl_event* waits, cl_event* event, cl_int* code);
cl_int CL_API_CALL unmap(cl_command_queue queue, cl_mem buffer, void* mapped, cl_uint count, const cl_event* waits,
                         cl_event* event);
cl_int CL_API_CALL migrate(cl_command_queue queue, cl_uint buffer_count, const cl_mem* buffers,
                           cl_mem_migration_flags flags, cl_uint count, const cl_event* waits, cl_event* event);

// program.cpp
cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const cl_device_id* devices,
                                      const size_t* sizes, const unsigned char** binaries, cl_int* status,
                                      cl_int* code);
cl_program CL_API_CALL create_from_source(cl_context context, cl_uint count, const char** texts, const size_t* sizes,
                                          cl_int* code);
cl_program CL_API_CALL create_from_il(cl_context context, const void* il, size_t size, cl_int* code);
cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                                 void(CL_CALLBACK* call)(cl_program, void*), void* data);
cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info info, size_t room, void* to, size_t* told);
cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id device, cl_program_build_info info, size_t room,
                                  void* to, size_t* told);
cl_kernel CL_API_CALL create_kernel(cl_program program, const char* name, cl_int* code);
cl_int CL_API_CALL create_kernels(cl_program program, cl_uint room, cl_kernel* kernels, cl_uint* count);
cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value);
cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info info, size_t room, void* to, size_t* told);
cl_int CL_API_CALL get_argument_info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info info, size_t room, void* to,
                                     size_t* told);
cl_int CL_API_CALL get_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info info, size_t room,
                                  void* to, size_t* told);

}  // namespace clc::emulator::driver::api
