#include "front/command_buffer.h"

#include "front/answer.h"
#include "front/api.h"
#include "front/commands.h"

namespace clc::front {
namespace {

using Properties = std::vector<cl_command_buffer_properties_khr>;

// The properties with their end; `flags` becomes their flags.
Properties checked_properties(const cl_command_buffer_properties_khr* properties, cl_command_buffer_flags_khr& flags) {
  Properties list;
  for (const auto* one = properties; one != nullptr; one += 2) {
    list.push_back(one[0]);
    if (one[0] == 0) break;
    list.push_back(one[1]);
    require(one[0] == CL_COMMAND_BUFFER_FLAGS_KHR && list.size() == 2, CL_INVALID_VALUE);
    flags = one[1];
    require((flags & ~cl_command_buffer_flags_khr{CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR}) == 0, CL_INVALID_VALUE);
  }
  return list;
}

bool is_pending(_cl_command_buffer_khr& buffer) {
  std::vector<Ref<_cl_event>> over;  // destroyed when the state is not locked any more
  const std::lock_guard guard(state_mutex());
  while (!buffer.runs.empty() && buffer.runs.front()->is_over()) {
    over.push_back(std::move(buffer.runs.front()));
    buffer.runs.pop_front();
  }
  return !buffer.runs.empty();
}

cl_command_buffer_state_khr state_of(_cl_command_buffer_khr& buffer) {
  if (is_pending(buffer)) return CL_COMMAND_BUFFER_STATE_PENDING_KHR;
  const std::lock_guard guard(state_mutex());
  return buffer.is_executable ? CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR : CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
}

// A command as clCommand… describes it, and the command buffer that records it.
class Recorder {
 public:
  Recorder(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties, cl_uint count,
           const cl_sync_point_khr* waits, cl_sync_point_khr* point, const cl_mutable_command_khr* handle)
      : buffer_(checked(buffer)), point_(point) {
    require(queue == nullptr, CL_INVALID_COMMAND_QUEUE);  // a command buffer has one queue
    require(handle == nullptr, CL_INVALID_VALUE);         // no command can be changed later
    require(properties == nullptr || properties[0] == 0, CL_INVALID_VALUE);
    const std::lock_guard guard(state_mutex());
    require(!buffer_->is_final, CL_INVALID_OPERATION);
    require((count == 0) == (waits == nullptr), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    for (cl_uint i = 0; i < count; ++i) {
      require(waits[i] != 0 && waits[i] <= buffer_->last_point, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    }
  }

  const Ref<_cl_command_queue>& queue() const { return buffer_->queue; }

  // Commands run in the order in which they are recorded, so that each comes behind the sync points it waits for.
  void add(Prepared command) {
    const std::lock_guard guard(state_mutex());
    require(!buffer_->is_final, CL_INVALID_OPERATION);
    if (command) buffer_->commands.push_back(std::move(command));
    ++buffer_->last_point;
    if (point_ != nullptr) *point_ = buffer_->last_point;
  }

 private:
  Ref<_cl_command_buffer_khr> buffer_;
  cl_sync_point_khr* point_;
};

void give_all(const _cl_command_buffer_khr& buffer, Stream& stream) {
  for (const Prepared& command : buffer.commands) command(stream);
}

// The device's recording of all commands; null where it makes none.
std::unique_ptr<Recording> record(const _cl_command_buffer_khr& buffer) {
  if (buffer.commands.empty()) return nullptr;
  try {
    return buffer.queue->device->device.record([&](Stream& stream) { give_all(buffer, stream); });
  } catch (const Failure&) {
    return nullptr;  // if the commands themselves are at fault, they fail when they run
  }
}

// The queue that the command buffer is enqueued to: one that is like its own.
Ref<_cl_command_queue> checked_queue(const _cl_command_buffer_khr& buffer, cl_uint count,
                                     const cl_command_queue* queues) {
  require((count == 0) == (queues == nullptr), CL_INVALID_VALUE);
  if (count == 0) return buffer.queue;
  require(count == 1, CL_INVALID_VALUE);
  auto queue = checked(queues[0]);
  require(queue->context == buffer.queue->context, CL_INVALID_CONTEXT);
  const bool is_alike = queue->device == buffer.queue->device && queue->properties == buffer.queue->properties;
  require(is_alike, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
  return queue;
}

}  // namespace

namespace api {

cl_command_buffer_khr create_command_buffer(cl_uint count, const cl_command_queue* queues,
                                            const cl_command_buffer_properties_khr* properties) {
  require(count == 1 && queues != nullptr, CL_INVALID_VALUE);
  auto queue = checked(queues[0]);
  cl_command_buffer_flags_khr flags = 0;
  auto list = checked_properties(properties, flags);
  auto buffer = make_object<_cl_command_buffer_khr>();
  buffer->queue = std::move(queue);
  buffer->properties = std::move(list);
  buffer->is_simultaneous = (flags & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) != 0;
  return buffer.give();
}

void finalize_command_buffer(cl_command_buffer_khr buffer) {
  const auto one = checked(buffer);
  {
    const std::lock_guard guard(state_mutex());
    require(!std::exchange(one->is_final, true), CL_INVALID_OPERATION);
  }
  auto recording = record(*one);
  const std::lock_guard guard(state_mutex());
  one->recording = std::move(recording);
  one->is_executable = true;
}

void enqueue_command_buffer(cl_uint queue_count, cl_command_queue* queues, cl_command_buffer_khr buffer, cl_uint count,
                            const cl_event* waits, cl_event* event) {
  const auto one = checked(buffer);
  const auto queue = checked_queue(*one, queue_count, queues);
  const cl_command_buffer_state_khr state = state_of(*one);
  require(state != CL_COMMAND_BUFFER_STATE_RECORDING_KHR, CL_INVALID_OPERATION);
  require(state != CL_COMMAND_BUFFER_STATE_PENDING_KHR || one->is_simultaneous, CL_INVALID_OPERATION);
  cl_event run = nullptr;
  enqueue({queue, CL_COMMAND_COMMAND_BUFFER_KHR, count, waits, &run}, [one](Stream& stream) {
    if (one->recording != nullptr) return stream.replay(*one->recording);
    give_all(*one, stream);
  });
  {
    const std::lock_guard guard(state_mutex());
    one->runs.emplace_back(run);
  }
  if (event != nullptr) {
    *event = run;
  } else {
    drop_reference(run);
  }
}

void get_command_buffer_info(cl_command_buffer_khr buffer, cl_command_buffer_info_khr info, size_t room, void* to,
                             size_t* told) {
  const auto one = checked(buffer);
  const Answer answer{room, to, told};
  switch (info) {
    case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
      return answer.value(cl_uint{1});
    case CL_COMMAND_BUFFER_QUEUES_KHR:
      return answer.value(one->queue.get());
    case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
      return answer.value(one->references.load());
    case CL_COMMAND_BUFFER_STATE_KHR:
      return answer.value(state_of(*one));
    case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
      return answer.list(one->properties);
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

void record_barrier(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties,
                    cl_uint count, const cl_sync_point_khr* waits, cl_sync_point_khr* point,
                    cl_mutable_command_khr* handle) {
  Recorder(buffer, queue, properties, count, waits, point, handle).add({});
}

void record_copy(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties, cl_mem from,
                 cl_mem to, size_t from_offset, size_t to_offset, size_t size, cl_uint count,
                 const cl_sync_point_khr* waits, cl_sync_point_khr* point, cl_mutable_command_khr* handle) {
  Recorder recorder(buffer, queue, properties, count, waits, point, handle);
  recorder.add(prepare_copy(recorder.queue(), from, to, from_offset, to_offset, size));
}

void record_copy_rectangle(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties,
                           cl_mem from, cl_mem to, const size_t* from_origin, const size_t* to_origin,
                           const size_t* region, size_t from_row, size_t from_slice, size_t to_row, size_t to_slice,
                           cl_uint count, const cl_sync_point_khr* waits, cl_sync_point_khr* point,
                           cl_mutable_command_khr* handle) {
  Recorder recorder(buffer, queue, properties, count, waits, point, handle);
  const WantedRectangle wanted{from, to, from_origin, to_origin, region, from_row, from_slice, to_row, to_slice};
  recorder.add(prepare_copy_rectangle(recorder.queue(), wanted));
}

void record_fill(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties, cl_mem to,
                 const void* pattern, size_t pattern_size, size_t offset, size_t size, cl_uint count,
                 const cl_sync_point_khr* waits, cl_sync_point_khr* point, cl_mutable_command_khr* handle) {
  Recorder recorder(buffer, queue, properties, count, waits, point, handle);
  recorder.add(prepare_fill(recorder.queue(), to, pattern, pattern_size, offset, size));
}

void record_launch(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties,
                   cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* items, const size_t* group,
                   cl_uint count, const cl_sync_point_khr* waits, cl_sync_point_khr* point,
                   cl_mutable_command_khr* handle) {
  Recorder recorder(buffer, queue, properties, count, waits, point, handle);
  recorder.add(prepare_launch(recorder.queue(), kernel, dimensions, offset, items, group));
}

}  // namespace api
}  // namespace clc::front
