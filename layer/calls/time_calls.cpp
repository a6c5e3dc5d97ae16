#include "calls/time_calls.h"

#include <cstring>
#include <optional>

#include "layer_state.h"

namespace clc::layer {
namespace {

// Creates a queue by `create`, to which it gives a list of properties with profiling; nothing where that is not wanted
// or does not work.
template <class Create>
cl_command_queue create_timed(cl_device_id device, const QueueProperties& asked, const Create& create) noexcept {
  LaunchTimes* const times = state().times();
  if (times == nullptr || !asked.may_be_timed() || !times->measures(device)) return nullptr;
  try {
    const cl_command_queue queue = create(asked.with_profiling().data());
    if (queue != nullptr) times->created(queue, device, asked, true);
    return queue;
  } catch (...) {
    return nullptr;
  }
}

void note_untimed(cl_command_queue queue, cl_device_id device, const QueueProperties& asked) noexcept {
  LaunchTimes* const times = state().times();
  if (times != nullptr && queue != nullptr) times->created(queue, device, asked, false);
}

cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device, cl_command_queue_properties bits,
                                          cl_int* code) {
  const QueueProperties asked = QueueProperties::from(bits);
  const auto create = [&](cl_command_queue_properties wanted, cl_int* told) {
    return next().clCreateCommandQueue(context, device, wanted, told);
  };
  cl_command_queue queue =
      create_timed(device, asked, [&](const cl_queue_properties* list) { return create(list[1], code); });
  if (queue != nullptr) return queue;
  queue = create(bits, code);
  note_untimed(queue, device, asked);
  return queue;
}

cl_command_queue CL_API_CALL create_queue_with_properties(cl_context context, cl_device_id device,
                                                          const cl_queue_properties* properties, cl_int* code) {
  return create_queue_with(next().clCreateCommandQueueWithProperties, context, device, properties, code);
}

// Answers a query as drivers do, of `size_of_value` bytes at `value`.
cl_int answer(const void* value, std::size_t size_of_value, std::size_t room, void* to, std::size_t* size_ret) {
  if (to != nullptr && room < size_of_value) return CL_INVALID_VALUE;
  if (to != nullptr && size_of_value != 0) std::memcpy(to, value, size_of_value);
  if (size_ret != nullptr) *size_ret = size_of_value;
  return CL_SUCCESS;
}

cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info info, std::size_t size, void* value,
                                  std::size_t* size_ret) {
  LaunchTimes* const times = state().times();
  const auto asked = times == nullptr ? nullptr : times->hidden(queue);
  if (asked && info == CL_QUEUE_PROPERTIES) return answer(&asked->bits, sizeof(asked->bits), size, value, size_ret);
  if (asked && info == CL_QUEUE_PROPERTIES_ARRAY) {
    const cl_int code = next().clGetCommandQueueInfo(queue, info, 0, nullptr, nullptr);
    if (code != CL_SUCCESS) return code;  // the driver is of an earlier version
    return answer(asked->list.data(), asked->list.size() * sizeof(asked->list[0]), size, value, size_ret);
  }
  return next().clGetCommandQueueInfo(queue, info, size, value, size_ret);
}

cl_int CL_API_CALL get_profiling_info(cl_event event, cl_profiling_info info, std::size_t size, void* value,
                                      std::size_t* size_ret) {
  LaunchTimes* const times = state().times();
  cl_command_queue queue = nullptr;
  if (times != nullptr) next().clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(queue), &queue, nullptr);
  if (queue != nullptr && times->hidden(queue)) return CL_PROFILING_INFO_NOT_AVAILABLE;
  return next().clGetEventProfilingInfo(event, info, size, value, size_ret);
}

cl_int CL_API_CALL release_queue(cl_command_queue queue) {
  const cl_int code = next().clReleaseCommandQueue(queue);
  if (LaunchTimes* const times = state().times()) times->collect(true);
  return code;
}

}  // namespace

cl_command_queue create_queue_with(CreateQueue below, cl_context context, cl_device_id device,
                                   const cl_queue_properties* properties, cl_int* code) {
  const QueueProperties asked(properties);
  cl_command_queue queue =
      create_timed(device, asked, [&](const cl_queue_properties* list) { return below(context, device, list, code); });
  if (queue != nullptr) return queue;
  queue = below(context, device, properties, code);
  note_untimed(queue, device, asked);
  return queue;
}

void add_timing_calls(Dispatch& table) {
  const Dispatch& below = next();
#define CLC_OVER(name, function) table.name = below.name == nullptr ? nullptr : (function)
  CLC_OVER(clCreateCommandQueue, &create_queue);
  CLC_OVER(clCreateCommandQueueWithProperties, &create_queue_with_properties);
  CLC_OVER(clGetCommandQueueInfo, &get_queue_info);
  CLC_OVER(clGetEventProfilingInfo, &get_profiling_info);
  CLC_OVER(clReleaseCommandQueue, &release_queue);
#undef CLC_OVER
}

}  // namespace clc::layer
