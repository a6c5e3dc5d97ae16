// Command queues, markers and barriers.
#include "front/answer.h"
#include "front/api.h"
#include "front/commands.h"

namespace clc::front::api {
namespace {

constexpr cl_command_queue_properties k_host_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties k_device_properties = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

// `named` is the property by which the queue's stream is the application's, and its value; 0: there is none.
cl_command_queue make_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                            std::vector<cl_queue_properties> list,
                            const std::pair<cl_queue_properties, std::uint64_t>& named = {}) {
  auto kept = checked(context);
  const auto checked_device = checked(device);
  require(kept->has(device), CL_INVALID_DEVICE);
  require((properties & ~(k_host_properties | k_device_properties)) == 0, CL_INVALID_VALUE);
  require((properties & k_device_properties) == 0, CL_INVALID_QUEUE_PROPERTIES);
  auto core = std::make_shared<QueueCore>();
  core->device = &device->device;
  core->is_ordered = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
  core->is_profiled = (properties & CL_QUEUE_PROFILING_ENABLE) != 0;
  core->depth = device->facts.stream_depth;
  core->is_alone = core->depth == 1 || (core->is_profiled && !device->facts.has_timers);
  if (named.first != 0) {
    core->stream = ask_device(*kept, [&] { return device->device.adopt_stream(named.first, named.second); });
    require(core->is_ordered, CL_INVALID_QUEUE_PROPERTIES);
    core->is_adopted = true;
    if (core->stream->is_of_thread()) core->giver = std::this_thread::get_id();
  }
  auto* queue = new _cl_command_queue;
  queue->core = std::move(core);
  queue->context = std::move(kept);
  queue->device = device;
  queue->properties = properties;
  queue->property_list = std::move(list);
  return queue;
}

}  // namespace

cl_command_queue create_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties) {
  return make_queue(context, device, properties, {});
}

cl_command_queue create_queue_with_properties(cl_context context, cl_device_id device,
                                              const cl_queue_properties* properties) {
  cl_command_queue_properties flags = 0;
  std::vector<cl_queue_properties> list;
  std::pair<cl_queue_properties, std::uint64_t> named;
  for (const cl_queue_properties* one = properties; one != nullptr; one += 2) {
    list.push_back(one[0]);
    if (one[0] == 0) break;
    list.push_back(one[1]);
    require(one[0] != CL_QUEUE_SIZE, CL_INVALID_QUEUE_PROPERTIES);
    if (one[0] == CL_QUEUE_PROPERTIES) {
      flags = one[1];
    } else {
      require(named.first == 0, CL_INVALID_VALUE);
      named = {one[0], one[1]};
    }
  }
  return make_queue(context, device, flags, std::move(list), named);
}

void get_queue_info(cl_command_queue queue, cl_command_queue_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(queue);
  const Answer answer{room, to, told};
  switch (info) {
    case CL_QUEUE_CONTEXT:
      return answer.value(one->context.get());
    case CL_QUEUE_DEVICE:
      return answer.value(one->device);
    case CL_QUEUE_REFERENCE_COUNT:
      return answer.value(one->references.load());
    case CL_QUEUE_PROPERTIES:
      return answer.value(one->properties);
    case CL_QUEUE_PROPERTIES_ARRAY:
      return answer.list(one->property_list);
    case CL_QUEUE_DEVICE_DEFAULT:
      return answer.value(cl_command_queue{nullptr});
    case CL_QUEUE_SIZE:
      throw Failure(CL_INVALID_COMMAND_QUEUE);  // only queues of a device have one
    default: {
      const auto value = stream_of(*one->core).answer(info);
      require(value.has_value(), CL_INVALID_VALUE);
      return answer.value(*value);
    }
  }
}

void set_queue_property(cl_command_queue queue, cl_command_queue_properties, cl_bool, cl_command_queue_properties*) {
  const auto one = checked(queue);
  throw Failure(CL_INVALID_OPERATION);  // gone since OpenCL 1.1
}

void set_default_device_queue(cl_context context, cl_device_id device, cl_command_queue) {
  const auto kept = checked(context);
  require(kept->has(checked(device).get()), CL_INVALID_DEVICE);
  throw Failure(CL_INVALID_OPERATION);  // no device has queues of its own
}

void flush(cl_command_queue queue) {
  flush_queue(checked(queue));
}

void finish(cl_command_queue queue) {
  finish_queue(checked(queue));
}

void marker_with_list(cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event) {
  enqueue({checked(queue), CL_COMMAND_MARKER, count, waits, event}, {});
}

void barrier_with_list(cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event) {
  enqueue({checked(queue), CL_COMMAND_BARRIER, count, waits, event}, {});
}

void marker(cl_command_queue queue, cl_event* event) {
  const auto one = checked(queue);
  require(event != nullptr, CL_INVALID_VALUE);
  marker_with_list(queue, 0, nullptr, event);
}

void barrier(cl_command_queue queue) {
  barrier_with_list(queue, 0, nullptr, nullptr);
}

void enqueue_wait_for_events(cl_command_queue queue, cl_uint count, const cl_event* waits) {
  const auto one = checked(queue);
  require(count != 0 && waits != nullptr, CL_INVALID_VALUE);
  for (cl_uint i = 0; i < count; ++i) checked(waits[i]);
  barrier_with_list(queue, count, waits, nullptr);
}

}  // namespace clc::front::api
