// The table of functions that the ICD loader calls, and the two functions by which it finds it.
#include <string_view>

#include "driver/api.h"

namespace clc::emulator::driver {
namespace {

template <class T, cl_int invalid>
cl_int CL_API_CALL retain_object(T* object) {
  return retain(object, invalid);
}
template <class T, cl_int invalid>
cl_int CL_API_CALL release_object(T* object) {
  return release(object, invalid);
}
cl_int CL_API_CALL keep_device(cl_device_id) {
  return CL_SUCCESS;
}
cl_int CL_API_CALL unload_compiler() {
  return CL_SUCCESS;
}

// The answer of a device without images.
cl_mem CL_API_CALL create_image(cl_context, cl_mem_flags, const cl_image_format*, const cl_image_desc*, void*,
                                cl_int* code) {
  return not_created<_cl_mem>(CL_INVALID_OPERATION, code);
}
cl_mem CL_API_CALL create_image_2d(cl_context, cl_mem_flags, const cl_image_format*, size_t, size_t, size_t, void*,
                                   cl_int* code) {
  return not_created<_cl_mem>(CL_INVALID_OPERATION, code);
}
cl_int CL_API_CALL get_image_formats(cl_context, cl_mem_flags, cl_mem_object_type, cl_uint, cl_image_format*,
                                     cl_uint* count) {
  if (count != nullptr) *count = 0;
  return CL_SUCCESS;
}
cl_sampler CL_API_CALL create_sampler(cl_context, cl_bool, cl_addressing_mode, cl_filter_mode, cl_int* code) {
  return not_created<_cl_sampler>(CL_INVALID_OPERATION, code);
}
cl_int CL_API_CALL create_sub_devices(cl_device_id, const cl_device_partition_property*, cl_uint, cl_device_id*,
                                      cl_uint*) {
  return CL_INVALID_VALUE;
}

cl_int CL_API_CALL icd_get_platforms(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
  return api::get_platform_ids(room, platforms, count);
}

void* CL_API_CALL extension_function(const char* name) {
  const std::string_view wanted = name;
  if (wanted == "clIcdGetPlatformIDsKHR") return reinterpret_cast<void*>(icd_get_platforms);
  if (wanted == "clGetPlatformInfo") return reinterpret_cast<void*>(api::get_platform_info);
  return nullptr;
}
void* CL_API_CALL extension_function_of(cl_platform_id, const char* name) {
  return extension_function(name);
}

void fill_first(cl_icd_dispatch& table) {
  table.clGetPlatformIDs = api::get_platform_ids;
  table.clGetPlatformInfo = api::get_platform_info;
  table.clGetDeviceIDs = api::get_device_ids;
  table.clGetDeviceInfo = api::get_device_info;
  table.clCreateContext = api::create_context;
  table.clCreateContextFromType = api::create_context_from_type;
  table.clGetContextInfo = api::get_context_info;
  table.clCreateCommandQueue = api::create_queue;
  table.clGetCommandQueueInfo = api::get_queue_info;
  table.clCreateBuffer = api::create_buffer;
  table.clGetMemObjectInfo = api::get_mem_info;
  table.clCreateProgramWithSource = api::create_from_source;
  table.clCreateProgramWithBinary = api::create_program;
  table.clBuildProgram = api::build_program;
  table.clGetProgramInfo = api::get_program_info;
  table.clGetProgramBuildInfo = api::get_build_info;
  table.clCreateKernel = api::create_kernel;
  table.clCreateKernelsInProgram = api::create_kernels;
  table.clSetKernelArg = api::set_argument;
  table.clGetKernelInfo = api::get_kernel_info;
  table.clGetKernelWorkGroupInfo = api::get_group_info;
  table.clWaitForEvents = api::wait_for_events;
  table.clGetEventInfo = api::get_event_info;
  table.clGetEventProfilingInfo = api::get_profiling_info;
  table.clFlush = api::flush;
}

void fill_second(cl_icd_dispatch& table) {
  table.clFinish = api::finish;
  table.clEnqueueReadBuffer = api::read_buffer;
  table.clEnqueueWriteBuffer = api::write_buffer;
  table.clEnqueueCopyBuffer = api::copy_buffer;
  table.clEnqueueMapBuffer = api::map_buffer;
  table.clEnqueueUnmapMemObject = api::unmap;
  table.clEnqueueNDRangeKernel = api::launch;
  table.clEnqueueTask = api::task;
  table.clEnqueueMarker = api::marker;
  table.clEnqueueWaitForEvents = api::enqueue_wait_for_events;
  table.clEnqueueBarrier = api::barrier;
  table.clSetEventCallback = api::set_event_callback;
  table.clCreateSubBuffer = api::create_sub_buffer;
  table.clSetMemObjectDestructorCallback = api::set_destructor;
  table.clCreateUserEvent = api::create_user_event;
  table.clSetUserEventStatus = api::set_user_event_status;
  table.clEnqueueReadBufferRect = api::read_rectangle;
  table.clEnqueueWriteBufferRect = api::write_rectangle;
  table.clEnqueueCopyBufferRect = api::copy_rectangle;
  table.clGetKernelArgInfo = api::get_argument_info;
  table.clEnqueueFillBuffer = api::fill_buffer;
  table.clEnqueueMigrateMemObjects = api::migrate;
  table.clEnqueueMarkerWithWaitList = api::marker_with_list;
  table.clEnqueueBarrierWithWaitList = api::barrier_with_list;
  table.clCreateCommandQueueWithProperties = api::create_queue_with_properties;
  table.clCreateProgramWithIL = api::create_from_il;
}

void fill_lifetimes(cl_icd_dispatch& table) {
  table.clRetainContext = retain_object<_cl_context, CL_INVALID_CONTEXT>;
  table.clReleaseContext = release_object<_cl_context, CL_INVALID_CONTEXT>;
  table.clRetainCommandQueue = retain_object<_cl_command_queue, CL_INVALID_COMMAND_QUEUE>;
  table.clReleaseCommandQueue = release_object<_cl_command_queue, CL_INVALID_COMMAND_QUEUE>;
  table.clRetainMemObject = retain_object<_cl_mem, CL_INVALID_MEM_OBJECT>;
  table.clReleaseMemObject = release_object<_cl_mem, CL_INVALID_MEM_OBJECT>;
  table.clRetainProgram = retain_object<_cl_program, CL_INVALID_PROGRAM>;
  table.clReleaseProgram = release_object<_cl_program, CL_INVALID_PROGRAM>;
  table.clRetainKernel = retain_object<_cl_kernel, CL_INVALID_KERNEL>;
  table.clReleaseKernel = release_object<_cl_kernel, CL_INVALID_KERNEL>;
  table.clRetainEvent = retain_object<_cl_event, CL_INVALID_EVENT>;
  table.clReleaseEvent = release_object<_cl_event, CL_INVALID_EVENT>;
  table.clRetainDevice = keep_device;
  table.clReleaseDevice = keep_device;
  table.clUnloadCompiler = unload_compiler;
  table.clCreateImage = create_image;
  table.clCreateImage2D = create_image_2d;
  table.clGetSupportedImageFormats = get_image_formats;
  table.clCreateSampler = create_sampler;
  table.clCreateSubDevices = create_sub_devices;
  table.clGetExtensionFunctionAddress = extension_function;
  table.clGetExtensionFunctionAddressForPlatform = extension_function_of;
}

cl_icd_dispatch make_dispatch() {
  cl_icd_dispatch table{};
  fill_first(table);
  fill_second(table);
  fill_lifetimes(table);
  return table;
}

}  // namespace

const cl_icd_dispatch k_dispatch = make_dispatch();

}  // namespace clc::emulator::driver

extern "C" {

__attribute__((visibility("default"))) cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room,
                                                                                 cl_platform_id* platforms,
                                                                                 cl_uint* count) {
  return clc::emulator::driver::icd_get_platforms(room, platforms, count);
}

__attribute__((visibility("default"))) void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
  return clc::emulator::driver::extension_function(name);
}

}  // extern "C"
