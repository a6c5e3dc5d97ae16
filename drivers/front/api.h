// OpenCL's functions, of which icd.cpp makes the table. They throw failures; those that create an object give it back,
// and icd.cpp adds the last argument, through which OpenCL tells the code.
#pragma once

#include "front/objects.h"

namespace clc::front::api {

using Report = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);
using BuildNotify = void(CL_CALLBACK*)(cl_program, void*);

// platform.cpp, device_info.cpp
void get_platform_ids(cl_uint room, cl_platform_id* platforms, cl_uint* count);
void get_platform_info(cl_platform_id platform, cl_platform_info info, size_t room, void* to, size_t* told);
void get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* devices, cl_uint* count);
void get_device_info(cl_device_id device, cl_device_info info, size_t room, void* to, size_t* told);
void create_sub_devices(cl_device_id device, const cl_device_partition_property* properties, cl_uint room,
                        cl_device_id* devices, cl_uint* count);
void retain_device(cl_device_id device);
void release_device(cl_device_id device);
void get_device_and_host_timer(cl_device_id device, cl_ulong* device_time, cl_ulong* host_time);
void get_host_timer(cl_device_id device, cl_ulong* host_time);

// context.cpp
cl_context create_context(const cl_context_properties* properties, cl_uint count, const cl_device_id* devices,
                          Report report, void* data);
cl_context create_context_from_type(const cl_context_properties* properties, cl_device_type type, Report report,
                                    void* data);
void get_context_info(cl_context context, cl_context_info info, size_t room, void* to, size_t* told);
void set_context_destructor(cl_context context, void(CL_CALLBACK* call)(cl_context, void*), void* data);

// queue.cpp
cl_command_queue create_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties);
cl_command_queue create_queue_with_properties(cl_context context, cl_device_id device,
                                              const cl_queue_properties* properties);
void get_queue_info(cl_command_queue queue, cl_command_queue_info info, size_t room, void* to, size_t* told);
void set_queue_property(cl_command_queue queue, cl_command_queue_properties properties, cl_bool enable,
                        cl_command_queue_properties* old);
void set_default_device_queue(cl_context context, cl_device_id device, cl_command_queue queue);
void flush(cl_command_queue queue);
void finish(cl_command_queue queue);
void marker_with_list(cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event);
void barrier_with_list(cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event);
void marker(cl_command_queue queue, cl_event* event);
void barrier(cl_command_queue queue);
void enqueue_wait_for_events(cl_command_queue queue, cl_uint count, const cl_event* waits);

// event.cpp
cl_event create_user_event(cl_context context);
void set_user_event_status(cl_event event, cl_int status);
void wait_for_events(cl_uint count, const cl_event* events);
void get_event_info(cl_event event, cl_event_info info, size_t room, void* to, size_t* told);
void get_profiling_info(cl_event event, cl_profiling_info info, size_t room, void* to, size_t* told);
void set_event_callback(cl_event event, cl_int status, void(CL_CALLBACK* call)(cl_event, cl_int, void*), void* data);

// buffer.cpp
cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t size, void* host);
cl_mem create_buffer_with_properties(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                                     size_t size, void* host);
cl_mem create_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* region);
void get_mem_info(cl_mem buffer, cl_mem_info info, size_t room, void* to, size_t* told);
void set_mem_destructor(cl_mem buffer, void(CL_CALLBACK* call)(cl_mem, void*), void* data);

// transfer.cpp
void read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void* to,
                 cl_uint count, const cl_event* waits, cl_event* event);
void write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, const void* from,
                  cl_uint count, const cl_event* waits, cl_event* event);
void copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size,
                 cl_uint count, const cl_event* waits, cl_event* event);
void fill_buffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size, size_t offset,
                 size_t size, cl_uint count, const cl_event* waits, cl_event* event);
void read_rectangle(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* buffer_origin,
                    const size_t* host_origin, const size_t* region, size_t buffer_row, size_t buffer_slice,
                    size_t host_row, size_t host_slice, void* to, cl_uint count, const cl_event* waits,
                    cl_event* event);
void write_rectangle(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* buffer_origin,
                     const size_t* host_origin, const size_t* region, size_t buffer_row, size_t buffer_slice,
                     size_t host_row, size_t host_slice, const void* from, cl_uint count, const cl_event* waits,
                     cl_event* event);
void copy_rectangle(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin, const size_t* to_origin,
                    const size_t* region, size_t from_row, size_t from_slice, size_t to_row, size_t to_slice,
                    cl_uint count, const cl_event* waits, cl_event* event);
void migrate(cl_command_queue queue, cl_uint buffer_count, const cl_mem* buffers, cl_mem_migration_flags flags,
             cl_uint count, const cl_event* waits, cl_event* event);

// map.cpp
void* map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset,
                 size_t size, cl_uint count, const cl_event* waits, cl_event* event);
void unmap(cl_command_queue queue, cl_mem buffer, void* mapped, cl_uint count, const cl_event* waits, cl_event* event);

// pipe.cpp
cl_mem create_pipe(cl_context context, cl_mem_flags flags, cl_uint packet_bytes, cl_uint packets,
                   const cl_pipe_properties* properties);
void get_pipe_info(cl_mem pipe, cl_pipe_info info, size_t room, void* to, size_t* told);

// image.cpp
cl_mem create_image(cl_context context, cl_mem_flags flags, const cl_image_format* format, const cl_image_desc* wanted,
                    void* host);
cl_mem create_image_with_properties(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                                    const cl_image_format* format, const cl_image_desc* wanted, void* host);
cl_mem create_image_2d(cl_context context, cl_mem_flags flags, const cl_image_format* format, size_t width,
                       size_t height, size_t row, void* host);
cl_mem create_image_3d(cl_context context, cl_mem_flags flags, const cl_image_format* format, size_t width,
                       size_t height, size_t depth, size_t row, size_t slice, void* host);
void get_image_formats(cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint room,
                       cl_image_format* formats, cl_uint* count);
void get_image_info(cl_mem image, cl_image_info info, size_t room, void* to, size_t* told);

// image_transfer.cpp
void read_image(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin, const size_t* region,
                size_t row, size_t slice, void* to, cl_uint count, const cl_event* waits, cl_event* event);
void write_image(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin, const size_t* region,
                 size_t row, size_t slice, const void* from, cl_uint count, const cl_event* waits, cl_event* event);
void copy_image(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin, const size_t* to_origin,
                const size_t* region, cl_uint count, const cl_event* waits, cl_event* event);
void copy_image_to_buffer(cl_command_queue queue, cl_mem image, cl_mem buffer, const size_t* origin,
                          const size_t* region, size_t offset, cl_uint count, const cl_event* waits, cl_event* event);
void copy_buffer_to_image(cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset, const size_t* origin,
                          const size_t* region, cl_uint count, const cl_event* waits, cl_event* event);
void fill_image(cl_command_queue queue, cl_mem image, const void* colour, const size_t* origin, const size_t* region,
                cl_uint count, const cl_event* waits, cl_event* event);
void* map_image(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags, const size_t* origin,
                const size_t* region, size_t* row, size_t* slice, cl_uint count, const cl_event* waits,
                cl_event* event);

// sampler.cpp
cl_sampler create_sampler(cl_context context, cl_bool is_normalized, cl_addressing_mode addressing,
                          cl_filter_mode filter);
cl_sampler create_sampler_with_properties(cl_context context, const cl_sampler_properties* properties);
void get_sampler_info(cl_sampler sampler, cl_sampler_info info, size_t room, void* to, size_t* told);

// shared.cpp
using FreeShared = void(CL_CALLBACK*)(cl_command_queue, cl_uint, void**, void*);
// Null when there is none.
void* allocate_shared(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
void free_shared(cl_context context, void* pointer);
void enqueue_free_shared(cl_command_queue queue, cl_uint pointer_count, void** pointers, FreeShared call, void* data,
                         cl_uint count, const cl_event* waits, cl_event* event);
void copy_shared(cl_command_queue queue, cl_bool blocking, void* to, const void* from, size_t size, cl_uint count,
                 const cl_event* waits, cl_event* event);
void fill_shared(cl_command_queue queue, void* to, const void* pattern, size_t pattern_size, size_t size, cl_uint count,
                 const cl_event* waits, cl_event* event);
void map_shared(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void* pointer, size_t size, cl_uint count,
                const cl_event* waits, cl_event* event);
void unmap_shared(cl_command_queue queue, void* pointer, cl_uint count, const cl_event* waits, cl_event* event);
void migrate_shared(cl_command_queue queue, cl_uint pointer_count, const void** pointers, const size_t* sizes,
                    cl_mem_migration_flags flags, cl_uint count, const cl_event* waits, cl_event* event);
void set_shared_argument(cl_kernel kernel, cl_uint index, const void* value);
void set_execution_info(cl_kernel kernel, cl_kernel_exec_info info, size_t size, const void* value);

// program.cpp
cl_program create_from_source(cl_context context, cl_uint count, const char** strings, const size_t* lengths);
cl_program create_from_binary(cl_context context, cl_uint count, const cl_device_id* devices, const size_t* sizes,
                              const unsigned char** binaries, cl_int* status);
cl_program create_from_il(cl_context context, const void* il, size_t size);
cl_program create_from_builtin(cl_context context, cl_uint count, const cl_device_id* devices, const char* names);
void get_program_info(cl_program program, cl_program_info info, size_t room, void* to, size_t* told);
void get_build_info(cl_program program, cl_device_id device, cl_program_build_info info, size_t room, void* to,
                    size_t* told);
void set_program_release(cl_program program, BuildNotify call, void* data);
void set_specialization(cl_program program, cl_uint id, size_t size, const void* value);
void unload_compiler();
void unload_platform_compiler(cl_platform_id platform);

// build.cpp
void build_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                   BuildNotify notify, void* data);
void compile_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                     cl_uint header_count, const cl_program* headers, const char** names, BuildNotify notify,
                     void* data);
// The program has the log of a link that fails.
std::pair<cl_program, cl_int> link_program(cl_context context, cl_uint count, const cl_device_id* devices,
                                           const char* options, cl_uint input_count, const cl_program* inputs,
                                           BuildNotify notify, void* data);

// kernel.cpp, kernel_info.cpp
cl_kernel create_kernel(cl_program program, const char* name);
void create_kernels(cl_program program, cl_uint room, cl_kernel* kernels, cl_uint* count);
cl_kernel clone_kernel(cl_kernel kernel);
void set_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value);
void get_kernel_info(cl_kernel kernel, cl_kernel_info info, size_t room, void* to, size_t* told);
void get_argument_info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info info, size_t room, void* to, size_t* told);
void get_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info info, size_t room, void* to,
                    size_t* told);
void get_sub_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info info, size_t input_size,
                        const void* input, size_t room, void* to, size_t* told);

// launch.cpp
void launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* items,
            const size_t* group, cl_uint count, const cl_event* waits, cl_event* event);
void task(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* waits, cl_event* event);
void suggested_group(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                     const size_t* items, size_t* group);

// command_buffer.cpp; cl_khr_command_buffer as of 0.9.5, which older headers of OpenCL do not know
cl_command_buffer_khr create_command_buffer(cl_uint count, const cl_command_queue* queues,
                                            const cl_command_buffer_properties_khr* properties);
void finalize_command_buffer(cl_command_buffer_khr buffer);
void enqueue_command_buffer(cl_uint queue_count, cl_command_queue* queues, cl_command_buffer_khr buffer, cl_uint count,
                            const cl_event* waits, cl_event* event);
void get_command_buffer_info(cl_command_buffer_khr buffer, cl_command_buffer_info_khr info, size_t room, void* to,
                             size_t* told);
void record_barrier(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties,
                    cl_uint count, const cl_sync_point_khr* waits, cl_sync_point_khr* point,
                    cl_mutable_command_khr* handle);
void record_copy(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties, cl_mem from,
                 cl_mem to, size_t from_offset, size_t to_offset, size_t size, cl_uint count,
                 const cl_sync_point_khr* waits, cl_sync_point_khr* point, cl_mutable_command_khr* handle);
void record_copy_rectangle(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties,
                           cl_mem from, cl_mem to, const size_t* from_origin, const size_t* to_origin,
                           const size_t* region, size_t from_row, size_t from_slice, size_t to_row, size_t to_slice,
                           cl_uint count, const cl_sync_point_khr* waits, cl_sync_point_khr* point,
                           cl_mutable_command_khr* handle);
void record_fill(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties, cl_mem to,
                 const void* pattern, size_t pattern_size, size_t offset, size_t size, cl_uint count,
                 const cl_sync_point_khr* waits, cl_sync_point_khr* point, cl_mutable_command_khr* handle);
void record_launch(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties,
                   cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* items, const size_t* group,
                   cl_uint count, const cl_sync_point_khr* waits, cl_sync_point_khr* point,
                   cl_mutable_command_khr* handle);

}  // namespace clc::front::api
