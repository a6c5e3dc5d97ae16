// State that all objects share: the lock, the memory, the machines and the commands.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>

#include "driver/api.h"
#include "driver/objects.h"

namespace clc::emulator::driver {
namespace {

std::recursive_mutex& mutex() {
  static std::recursive_mutex one;
  return one;
}

std::condition_variable_any& changed() {
  static std::condition_variable_any one;
  return one;
}

std::vector<cl_command_queue>& queues() {
  static std::vector<cl_command_queue> all;
  return all;
}

bool is_over(const _cl_event* event) {
  return event->status <= CL_COMPLETE;
}

// True when a command's wait list is over; a failure in it becomes `*failure`.
bool is_ready(const _cl_command_queue::Command& command, cl_int* failure) {
  for (const auto& wait : command.waits) {
    if (!is_over(wait.get())) return false;
    if (wait->status < 0) *failure = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  return true;
}

void run_command(_cl_command_queue::Command& command, cl_int failure) {
  command.event->submitted = command.event->started = now();
  set_status(command.event.get(), CL_RUNNING);
  const cl_int code = failure != CL_SUCCESS ? failure : command.work();
  command.event->ended = now();
  set_status(command.event.get(), code);
}

// Runs the first command that can run. False when there is none.
bool advance(cl_command_queue queue) {
  const bool is_ordered = (queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
  for (std::size_t i = 0; i < queue->commands.size(); ++i) {
    cl_int failure = CL_SUCCESS;
    const bool is_fence =
        queue->commands[i].event->type == CL_COMMAND_MARKER || queue->commands[i].event->type == CL_COMMAND_BARRIER;
    const bool may_run = i == 0 || !is_fence || !queue->commands[i].waits.empty();
    if (may_run && is_ready(queue->commands[i], &failure)) {
      auto command = std::move(queue->commands[i]);
      queue->commands.erase(queue->commands.begin() + static_cast<std::ptrdiff_t>(i));
      run_command(command, failure);
      return true;
    }
    if (is_ordered || queue->commands[i].event->type == CL_COMMAND_BARRIER) return false;
  }
  return false;
}

}  // namespace

std::unique_lock<std::recursive_mutex> lock() {
  return std::unique_lock(mutex());
}

AddressSpace& memory() {
  static AddressSpace one;
  return one;
}

std::uint64_t seed() {
  const char* text = std::getenv("CLC_EMULATOR_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

Machine& machine_of(cl_device_id device) {
  static std::unique_ptr<Machine> machines[k_chip_count];
  auto& machine = machines[static_cast<unsigned>(device->chip)];
  if (machine == nullptr) machine = std::make_unique<Machine>(device->chip, memory(), seed());
  return *machine;
}

cl_ulong now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<cl_ulong>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
}

void set_status(cl_event event, cl_int status) {
  const Kept<_cl_event> kept(event);
  event->status = status;
  std::vector<_cl_event::Callback> due;
  std::erase_if(event->callbacks, [&](const _cl_event::Callback& one) {
    if (one.status < status) return false;
    due.push_back(one);
    return true;
  });
  for (const auto& one : due) one.call(event, std::min(status, one.status), one.data);
  changed().notify_all();
}

void pump() {
  for (bool is_going = true; is_going;) {
    is_going = false;
    const auto list = queues();
    for (const cl_command_queue queue : list) {
      if (std::find(queues().begin(), queues().end(), queue) == queues().end()) continue;
      while (advance(queue)) is_going = true;
    }
  }
}

cl_int enqueue(const Wanted& wanted, std::function<cl_int()> work) {
  auto guard = lock();
  if (wanted.queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  if ((wanted.wait_count == 0) != (wanted.waits == nullptr)) return CL_INVALID_EVENT_WAIT_LIST;
  _cl_command_queue::Command command;
  for (cl_uint i = 0; i < wanted.wait_count; ++i) {
    if (wanted.waits[i] == nullptr) return CL_INVALID_EVENT_WAIT_LIST;
    command.waits.emplace_back(wanted.waits[i]);
  }
  auto* event = new _cl_event;
  const Kept<_cl_event> kept(event);
  --event->references;  // `kept` has it
  event->context = wanted.queue->context;
  event->queue = wanted.queue;
  event->type = wanted.type;
  event->queued = now();
  command.event = kept;
  command.work = std::move(work);
  wanted.queue->commands.push_back(std::move(command));
  pump();
  if (wanted.is_blocking) changed().wait(guard, [&] { return is_over(event); });
  if (event->status < 0) return event->status;
  if (wanted.event != nullptr) {
    ++event->references;
    *wanted.event = event;
  }
  return CL_SUCCESS;
}

namespace api {

cl_event CL_API_CALL create_user_event(cl_context context, cl_int* code) {
  const auto guard = lock();
  if (context == nullptr) return not_created<_cl_event>(CL_INVALID_CONTEXT, code);
  auto* event = new _cl_event;
  event->context = Kept<_cl_context>(context);
  event->type = CL_COMMAND_USER;
  event->status = CL_SUBMITTED;
  return created(event, CL_SUCCESS, code);
}

cl_int CL_API_CALL set_user_event_status(cl_event event, cl_int status) {
  const auto guard = lock();
  if (event == nullptr || event->queue != nullptr) return CL_INVALID_EVENT;
  if (status > CL_COMPLETE) return CL_INVALID_VALUE;
  if (is_over(event)) return CL_INVALID_OPERATION;
  set_status(event, status);
  pump();
  return CL_SUCCESS;
}

cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event* events) {
  auto guard = lock();
  if (count == 0 || events == nullptr) return CL_INVALID_VALUE;
  cl_int result = CL_SUCCESS;
  for (cl_uint i = 0; i < count; ++i) {
    if (events[i] == nullptr) return CL_INVALID_EVENT;
    const Kept<_cl_event> kept(events[i]);
    changed().wait(guard, [&] { return is_over(kept.get()); });
    if (kept->status < 0) result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  return result;
}

cl_int CL_API_CALL finish(cl_command_queue queue) {
  auto guard = lock();
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  const Kept<_cl_command_queue> kept(queue);
  changed().wait(guard, [&] { return queue->commands.empty(); });
  return CL_SUCCESS;
}

cl_int CL_API_CALL set_event_callback(cl_event event, cl_int status, void(CL_CALLBACK* call)(cl_event, cl_int, void*),
                                      void* data) {
  const auto guard = lock();
  if (event == nullptr) return CL_INVALID_EVENT;
  if (call == nullptr || status < CL_COMPLETE || status > CL_SUBMITTED) return CL_INVALID_VALUE;
  if (event->status <= status) {
    call(event, event->status < 0 ? event->status : status, data);
  } else {
    event->callbacks.push_back({status, call, data});
  }
  return CL_SUCCESS;
}

}  // namespace api
}  // namespace clc::emulator::driver

_cl_command_queue::_cl_command_queue() {
  clc::emulator::driver::queues().push_back(this);
}

_cl_command_queue::~_cl_command_queue() {
  std::erase(clc::emulator::driver::queues(), this);
}

_cl_mem::~_cl_mem() {
  for (auto one = destructors.rbegin(); one != destructors.rend(); ++one) one->first(this, one->second);
  if (!parent) clc::emulator::driver::memory().release(allocation);
}
