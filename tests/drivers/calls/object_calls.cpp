// Platforms, devices, contexts, queues, and counts of references.
#include <algorithm>

#include "asking.h"

namespace driver_calls {

void Calls::get_platforms() {
  cl_platform_id platform = nullptr;
  cl_uint count = 0;
  const cl_int code = cl_.clGetPlatformIDs(choices_.below(3), choices_.is_one_of(3) ? nullptr : &platform,
                                           choices_.is_one_of(3) ? nullptr : &count);
  expect("clGetPlatformIDs", code, false, {CL_INVALID_VALUE});
}

void Calls::ask_platform() {
  const auto platform = any<cl_platform_id>();
  const auto info = static_cast<cl_platform_info>(CL_PLATFORM_PROFILE + choices_.below(12));
  ask("clGetPlatformInfo", platform.is_wrong, {CL_INVALID_PLATFORM, CL_INVALID_VALUE},
      [&](std::size_t room, void* to, std::size_t* told) {
        return cl_.clGetPlatformInfo(platform, info, room, to, told);
      });
}

void Calls::get_devices() {
  const auto platform = any<cl_platform_id>();
  const auto type = choices_.of<cl_device_type>({CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_DEFAULT,
                                                 CL_DEVICE_TYPE_CPU, 0, 1U << 20U, CL_DEVICE_TYPE_CUSTOM});
  cl_device_id devices[4] = {};
  cl_uint count = 0;
  const cl_int code = cl_.clGetDeviceIDs(platform, type, choices_.below(5), choices_.is_one_of(3) ? nullptr : devices,
                                         choices_.is_one_of(3) ? nullptr : &count);
  expect("clGetDeviceIDs", code, platform.is_wrong,
         {CL_INVALID_PLATFORM, CL_INVALID_DEVICE_TYPE, CL_INVALID_VALUE, CL_DEVICE_NOT_FOUND});
}

void Calls::ask_device() {
  const auto device = any<cl_device_id>();
  const auto info = static_cast<cl_device_info>(CL_DEVICE_TYPE + choices_.below(128));
  ask("clGetDeviceInfo", device.is_wrong, {CL_INVALID_DEVICE, CL_INVALID_VALUE},
      [&](std::size_t room, void* to, std::size_t* told) { return cl_.clGetDeviceInfo(device, info, room, to, told); });
}

// No device of these drivers can be partitioned.
void Calls::part_device() {
  const auto device = any<cl_device_id>();
  const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id parts[2] = {};
  cl_uint count = 0;
  const cl_int code = cl_.clCreateSubDevices(device, choices_.is_one_of(2) ? nullptr : properties, choices_.below(3),
                                             choices_.is_one_of(2) ? nullptr : parts, &count);
  expect("clCreateSubDevices", code, true,
         {CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_DEVICE_PARTITION_FAILED, CL_INVALID_DEVICE_PARTITION_COUNT});
}

void Calls::ask_timers() {
  const auto device = any<cl_device_id>();
  cl_ulong one = 0, other = 0;
  expect("clGetDeviceAndHostTimer",
         cl_.clGetDeviceAndHostTimer(device, choices_.is_one_of(4) ? nullptr : &one,
                                     choices_.is_one_of(4) ? nullptr : &other),
         device.is_wrong, {CL_INVALID_DEVICE, CL_INVALID_OPERATION, CL_INVALID_VALUE});
  expect("clGetHostTimer", cl_.clGetHostTimer(device, choices_.is_one_of(4) ? nullptr : &one), device.is_wrong,
         {CL_INVALID_DEVICE, CL_INVALID_OPERATION, CL_INVALID_VALUE});
}

void Calls::create_context() {
  const auto platform = any<cl_platform_id>();
  const auto name = choices_.of<cl_context_properties>(
      {CL_CONTEXT_PLATFORM, CL_CONTEXT_PLATFORM, CL_CONTEXT_INTEROP_USER_SYNC, 0x7777});
  const cl_context_properties properties[] = {name, reinterpret_cast<cl_context_properties>(platform.handle), 0};
  const cl_context_properties* list = choices_.is_one_of(2) ? nullptr : properties;
  const bool is_wrong = list != nullptr && name == CL_CONTEXT_PLATFORM && platform.is_wrong;
  cl_int code = CL_SUCCESS;
  if (choices_.is_one_of(2)) {
    const auto type = choices_.of<cl_device_type>({CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_DEFAULT, 0, 1U << 20U});
    auto* context = cl_.clCreateContextFromType(list, type, nullptr, choices_.is_one_of(8) ? arena() : nullptr, &code);
    return keep("clCreateContextFromType", context, Kind::k_context, code, is_wrong,
                {CL_INVALID_PLATFORM, CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_INVALID_DEVICE_TYPE,
                 CL_DEVICE_NOT_FOUND, CL_DEVICE_NOT_AVAILABLE});
  }
  const auto one = any<cl_device_id>(), other = any<cl_device_id>();
  const cl_device_id devices[] = {one, other};
  const cl_uint count = choices_.below(3);
  const bool has_wrong = (count > 0 && one.is_wrong) || (count > 1 && other.is_wrong);
  auto* context = cl_.clCreateContext(list, count, choices_.is_one_of(8) ? nullptr : devices, nullptr, nullptr, &code);
  keep("clCreateContext", context, Kind::k_context, code, is_wrong || has_wrong,
       {CL_INVALID_PLATFORM, CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_DEVICE_NOT_AVAILABLE});
}

void Calls::ask_context() {
  const auto context = any<cl_context>();
  const auto info = static_cast<cl_context_info>(CL_CONTEXT_REFERENCE_COUNT + choices_.below(6));
  ask("clGetContextInfo", context.is_wrong, {CL_INVALID_CONTEXT, CL_INVALID_VALUE},
      [&](std::size_t room, void* to, std::size_t* told) {
        return cl_.clGetContextInfo(context, info, room, to, told);
      });
  const auto device = any<cl_device_id>();
  const auto queue = any<cl_command_queue>();  // none of a device's own
  expect("clSetDefaultDeviceCommandQueue", cl_.clSetDefaultDeviceCommandQueue(context, device, queue), true,
         {CL_INVALID_CONTEXT, CL_INVALID_DEVICE, CL_INVALID_COMMAND_QUEUE, CL_INVALID_OPERATION});
}

void Calls::create_queue() {
  const auto context = any<cl_context>();
  const auto device = any<cl_device_id>();
  const auto flags = choices_.of<cl_command_queue_properties>(
      {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_ON_DEVICE, 1U << 20U,
       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE});
  const bool is_wrong = context.is_wrong || device.is_wrong;
  cl_int code = CL_SUCCESS;
  if (choices_.is_one_of(2)) {
    auto* queue = cl_.clCreateCommandQueue(context, device, flags, &code);
    return keep("clCreateCommandQueue", queue, Kind::k_queue, code, is_wrong,
                {CL_INVALID_CONTEXT, CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_INVALID_QUEUE_PROPERTIES});
  }
  const auto name = choices_.of<cl_queue_properties>({CL_QUEUE_PROPERTIES, CL_QUEUE_SIZE, 0x7777});
  const cl_queue_properties properties[] = {name, flags, 0};
  auto* queue =
      cl_.clCreateCommandQueueWithProperties(context, device, choices_.is_one_of(4) ? nullptr : properties, &code);
  keep("clCreateCommandQueueWithProperties", queue, Kind::k_queue, code, is_wrong,
       {CL_INVALID_CONTEXT, CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_INVALID_QUEUE_PROPERTIES});
}

void Calls::ask_queue() {
  const auto queue = any<cl_command_queue>();
  const auto info = static_cast<cl_command_queue_info>(CL_QUEUE_CONTEXT + choices_.below(10));
  ask("clGetCommandQueueInfo", queue.is_wrong, {CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE},
      [&](std::size_t room, void* to, std::size_t* told) {
        return cl_.clGetCommandQueueInfo(queue, info, room, to, told);
      });
}

void Calls::change_references() {
  settle();  // nobody could let an event happen that is gone
  switch (choices_.below(6)) {
    case 0:
      return count_references<cl_context>("clRetainContext", cl_.clRetainContext, "clReleaseContext",
                                          cl_.clReleaseContext, CL_INVALID_CONTEXT);
    case 1:
      return count_references<cl_command_queue>("clRetainCommandQueue", cl_.clRetainCommandQueue,
                                                "clReleaseCommandQueue", cl_.clReleaseCommandQueue,
                                                CL_INVALID_COMMAND_QUEUE);
    case 2:
      return count_references<cl_program>("clRetainProgram", cl_.clRetainProgram, "clReleaseProgram",
                                          cl_.clReleaseProgram, CL_INVALID_PROGRAM);
    case 3:
      return count_references<cl_kernel>("clRetainKernel", cl_.clRetainKernel, "clReleaseKernel", cl_.clReleaseKernel,
                                         CL_INVALID_KERNEL);
    case 4:
      return count_references<cl_event>("clRetainEvent", cl_.clRetainEvent, "clReleaseEvent", cl_.clReleaseEvent,
                                        CL_INVALID_EVENT);
    default:
      return count_references<cl_mem>("clRetainMemObject", cl_.clRetainMemObject, "clReleaseMemObject",
                                      cl_.clReleaseMemObject, CL_INVALID_MEM_OBJECT);
  }
}

const std::vector<Calls::Step>& Calls::object_steps() {
  static const std::vector<Step> all = {&Calls::get_platforms,  &Calls::ask_platform,      &Calls::get_devices,
                                        &Calls::ask_device,     &Calls::part_device,       &Calls::ask_timers,
                                        &Calls::create_context, &Calls::ask_context,       &Calls::create_queue,
                                        &Calls::ask_queue,      &Calls::change_references, &Calls::change_references};
  return all;
}

}  // namespace driver_calls
