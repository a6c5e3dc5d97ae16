#include "front/commands.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace clc::front {
namespace {

std::condition_variable& events_changed() {
  static auto* one = new std::condition_variable;
  return *one;
}

// The functions of applications that are to be called, and the thread that calls them.
struct Callbacks {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> due;
  bool has_thread = false;
};

Callbacks& callbacks() {
  static auto* one = new Callbacks;
  return *one;
}

void run_callbacks() {
  Callbacks& all = callbacks();
  std::unique_lock lock(all.mutex);
  for (;;) {
    all.changed.wait(lock, [&] { return !all.due.empty(); });
    auto call = std::move(all.due.front());
    all.due.pop_front();
    lock.unlock();
    call();
    call = nullptr;
    lock.lock();
  }
}

// True when a command need wait for nothing; a failure in its list becomes `failure`. What is underway in the same
// stream comes before it there.
bool is_ready(const QueueCore& core, const Command& command, cl_int& failure) {
  for (const auto& wait : command.waits) {
    const bool is_before = std::ranges::any_of(core.underway, [&](const auto& one) { return one->event == wait; });
    if (!wait->is_over() && !is_before) return false;
    if (wait->status < 0) failure = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  return true;
}

// The next command that can begin; null when there is none.
std::unique_ptr<Command> take_ready(QueueCore& core, cl_int& failure) {
  for (std::size_t i = 0; i < core.pending.size(); ++i) {
    const Command& one = *core.pending[i];
    failure = CL_SUCCESS;
    if ((i == 0 || !one.waits_for_all) && is_ready(core, one, failure)) {
      auto command = std::move(core.pending[i]);
      core.pending.erase(core.pending.begin() + static_cast<std::ptrdiff_t>(i));
      return command;
    }
    if (core.is_ordered || one.is_barrier) return nullptr;
  }
  return nullptr;
}

void end_command(QueueCore& core, std::unique_ptr<Command> command, cl_int code) {
  if (code < 0 && code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
    const std::lock_guard guard(state_mutex());
    core.failure = code;  // before the event: a blocking command takes both
  }
  set_status(command->event, code);
  command.reset();
  const std::lock_guard guard(state_mutex());
  if (--core.unfinished == 0) events_changed().notify_all();
}

bool is_launch(const Command& command) {
  return command.event->type == CL_COMMAND_NDRANGE_KERNEL || command.event->type == CL_COMMAND_TASK;
}

// Calls the device; the code of its failure, which the context is told.
template <class F>
cl_int attempt(const Ref<_cl_context>& context, F&& call) {
  try {
    call();
    return CL_SUCCESS;
  } catch (const Failure& failure) {
    if (*failure.what() != '\0') report(context, failure.what());
    return failure.code;
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  }
}

class Worker {
 public:
  explicit Worker(std::shared_ptr<QueueCore> core) : core_(std::move(core)) {}

  void run() {
    while (const auto step = next()) {
      if (step->command == nullptr) {
        end_underway();
      } else {
        begin(std::move(step->command), step->failure);
      }
    }
  }

 private:
  struct Step {
    mutable std::unique_ptr<Command> command;  // null: what is underway has to end first
    cl_int failure = CL_SUCCESS;
  };

  // Waits for a command; none when the queue is gone.
  std::unique_ptr<Step> next() {
    std::unique_lock lock(state_mutex());
    for (;;) {
      auto step = std::make_unique<Step>();
      step->command = take_ready(*core_, step->failure);
      if (step->command != nullptr || !core_->underway.empty()) return step;
      if (core_->is_at_end) return nullptr;
      core_->changed.wait(lock);
    }
  }

  void begin(std::unique_ptr<Command> command, cl_int failure) {
    set_status(command->event, CL_SUBMITTED);
    if (failure != CL_SUCCESS) {
      end_underway();
      return end_command(*core_, std::move(command), failure);
    }
    set_status(command->event, CL_RUNNING);
    const Ref<_cl_context> context = command->event->context;
    const cl_int code = attempt(context, [&] {
      if (stream_ == nullptr) stream_ = core_->device->make_stream();
      if (command->work) command->work(*stream_);
    });
    if (code != CL_SUCCESS) {
      end_underway();
      return end_command(*core_, std::move(command), code);
    }
    std::unique_lock lock(state_mutex());
    core_->underway.push_back(std::move(command));
    const bool is_full = core_->is_profiled || core_->underway.size() >= stream_->depth();
    lock.unlock();
    if (is_full) end_underway();
  }

  void end_underway() {
    if (core_->underway.empty()) return;
    const Ref<_cl_context> context = core_->underway.front()->event->context;
    const cl_int code = attempt(context, [&] { stream_->finish(); });
    std::unique_lock lock(state_mutex());
    auto ended = std::exchange(core_->underway, {});
    lock.unlock();
    // One of them failed, and the stream does not say which: a transfer behind others is taken for one that waited.
    const _cl_event* const first = ended.front()->event.get();
    for (auto& command : ended) {
      const bool is_behind = command->event.get() != first && !is_launch(*command);
      const bool is_victim = code != CL_SUCCESS && is_behind;
      end_command(*core_, std::move(command), is_victim ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : code);
    }
  }

  std::shared_ptr<QueueCore> core_;
  std::unique_ptr<Stream> stream_;
};

Ref<_cl_event> make_event(const Wanted& wanted) {
  auto event = make_object<_cl_event>();
  event->context = wanted.queue->context;
  event->queue = wanted.queue;
  event->type = wanted.type;
  event->queued = now();
  return event;
}

void add_to_queue(std::unique_ptr<Command> command, const std::shared_ptr<QueueCore>& core) {
  for (const auto& wait : command->waits) {
    if (!wait->is_over()) wait->waiting.push_back(core);
  }
  core->pending.push_back(std::move(command));
  ++core->unfinished;
  if (!std::exchange(core->has_thread, true)) std::thread([core] { Worker(core).run(); }).detach();
  core->changed.notify_one();
}

}  // namespace

std::vector<Ref<_cl_event>> checked_waits(cl_uint count, const cl_event* waits, const _cl_context& context) {
  require((count == 0) == (waits == nullptr), CL_INVALID_EVENT_WAIT_LIST);
  std::vector<Ref<_cl_event>> events;
  for (cl_uint i = 0; i < count; ++i) events.push_back(checked(waits[i], CL_INVALID_EVENT_WAIT_LIST));
  for (const auto& event : events) require(event->context.get() == &context, CL_INVALID_CONTEXT);
  return events;
}

void enqueue(const Wanted& wanted, std::function<void(Stream&)> work, const std::function<void()>& begin) {
  auto command = std::make_unique<Command>();
  command->waits = checked_waits(wanted.wait_count, wanted.waits, *wanted.queue->context);
  Ref<_cl_event> event = make_event(wanted);
  command->event = event;
  command->work = std::move(work);
  command->is_barrier = wanted.type == CL_COMMAND_BARRIER;
  command->waits_for_all = command->waits.empty() && (command->is_barrier || wanted.type == CL_COMMAND_MARKER);
  {
    const std::lock_guard guard(state_mutex());
    if (begin) begin();
    add_to_queue(std::move(command), wanted.queue->core);
  }
  if (wanted.is_blocking) {
    wait_for(event);
    std::unique_lock lock(state_mutex());
    const cl_int earlier = std::exchange(wanted.queue->core->failure, CL_SUCCESS);
    // Callers such as pyopencl try again when resources are short, and would miss it so.
    const cl_int told = earlier == CL_SUCCESS ? CL_SUCCESS : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    const cl_int code = event->status < 0 ? event->status : told;
    lock.unlock();
    require(code >= 0, code);
  }
  if (wanted.event != nullptr) *wanted.event = event.give();
}

void set_status(const Ref<_cl_event>& event, cl_int status) {
  std::vector<_cl_event::Callback> due;
  std::vector<std::shared_ptr<QueueCore>> waiting;
  {
    const std::lock_guard guard(state_mutex());
    event->status = status;
    if (status == CL_SUBMITTED) event->submitted = now();
    if (status == CL_RUNNING) event->started = now();
    if (status <= CL_COMPLETE) event->ended = now();
    std::erase_if(event->callbacks, [&](const _cl_event::Callback& one) {
      if (one.status < status) return false;
      due.push_back(one);
      return true;
    });
    if (event->is_over()) waiting.swap(event->waiting);
    for (const auto& core : waiting) core->changed.notify_one();
    if (event->is_over()) events_changed().notify_all();
  }
  for (const auto& one : due) {
    call_later([event, one, code = std::min(status, one.status)] { one.call(event.get(), code, one.data); });
  }
}

void wait_for(const Ref<_cl_event>& event) {
  std::unique_lock lock(state_mutex());
  events_changed().wait(lock, [&] { return event->is_over(); });
}

void finish_queue(const Ref<_cl_command_queue>& queue) {
  std::unique_lock lock(state_mutex());
  events_changed().wait(lock, [&] { return queue->core->unfinished == 0; });
  const cl_int failure = std::exchange(queue->core->failure, CL_SUCCESS);
  lock.unlock();
  require(failure == CL_SUCCESS, failure);
}

void call_later(std::function<void()> call) {
  Callbacks& all = callbacks();
  const std::lock_guard guard(all.mutex);
  all.due.push_back(std::move(call));
  if (!std::exchange(all.has_thread, true)) std::thread(run_callbacks).detach();
  all.changed.notify_one();
}

void report(const Ref<_cl_context>& context, const std::string& text) {
  if (context->report.call == nullptr) return;
  call_later([context, text] { context->report.call(text.c_str(), nullptr, 0, context->report.data); });
}

cl_ulong now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<cl_ulong>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
}

}  // namespace clc::front

_cl_command_queue::~_cl_command_queue() {
  const std::lock_guard guard(clc::front::state_mutex());
  core->is_at_end = true;
  core->changed.notify_one();
}
