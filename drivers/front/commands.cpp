#include "front/commands.h"

#include <algorithm>
#include <array>
#include <chrono>

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

using Lock = std::unique_lock<std::mutex>;

// How many commands a thread takes out of a queue at once.
constexpr std::size_t k_batch = 64;
// How long a queue's thread leaves the end of commands to others, and how often it looks before it sleeps.
constexpr std::chrono::microseconds k_patience{50};
constexpr unsigned k_looks = 40;

// True when a command need wait for nothing; a failure in its list becomes `failure`. What the same stream has comes
// before it there.
bool is_ready(const QueueCore& core, const Command& command, cl_int& failure) {
  for (const auto& wait : command.waits) {
    if (!wait->is_over() && wait->given_to != &core) return false;
    if (wait->status < 0) failure = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  return true;
}

// The next command that can begin; null when there is none.
std::unique_ptr<Command> take_ready(QueueCore& core) {
  for (std::size_t i = 0; i < core.pending.size(); ++i) {
    Command& one = *core.pending[i];
    one.failure = CL_SUCCESS;
    if ((i == 0 || !one.waits_for_all) && is_ready(core, one, one.failure)) {
      auto command = std::move(core.pending[i]);
      core.pending.erase(core.pending.begin() + static_cast<std::ptrdiff_t>(i));
      return command;
    }
    if (core.is_ordered || one.is_barrier) return nullptr;
  }
  return nullptr;
}

bool is_launch(const Command& command) {
  const cl_command_type type = command.event->type;
  return type == CL_COMMAND_NDRANGE_KERNEL || type == CL_COMMAND_TASK || type == CL_COMMAND_COMMAND_BUFFER_KHR;
}

// False for commands that may keep the thread which gives them to a stream.
bool is_quick(cl_command_type type) {
  switch (type) {
    case CL_COMMAND_NDRANGE_KERNEL:
    case CL_COMMAND_TASK:
    case CL_COMMAND_COMMAND_BUFFER_KHR:
    case CL_COMMAND_COPY_BUFFER:
    case CL_COMMAND_COPY_BUFFER_RECT:
    case CL_COMMAND_FILL_BUFFER:
    case CL_COMMAND_COPY_IMAGE:
    case CL_COMMAND_COPY_IMAGE_TO_BUFFER:
    case CL_COMMAND_COPY_BUFFER_TO_IMAGE:
    case CL_COMMAND_MIGRATE_MEM_OBJECTS:
    case CL_COMMAND_SVM_MEMFILL:
    case CL_COMMAND_SVM_MAP:
    case CL_COMMAND_SVM_UNMAP:
    case CL_COMMAND_SVM_MIGRATE_MEM:
    case CL_COMMAND_MARKER:
    case CL_COMMAND_BARRIER:
      return true;
    default:
      return false;
  }
}

// Calls the device; the code of its failure, which the context is told.
template <class F>
cl_int attempt(const Ref<_cl_context>& context, F&& call) {
  try {
    call();
    return CL_SUCCESS;
  } catch (const Failure& failure) {
    report(*context, failure.what());
    return failure.code;
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  }
}

// Calls that are due when the state is not locked any more.
struct Due {
  std::vector<std::function<void()>> calls;
  std::vector<std::shared_ptr<QueueCore>> waiting;

  void run() {
    for (auto& call : calls) call_later(std::move(call));
    calls.clear();
    waiting.clear();
  }
};

// The state is locked.
void change_status(const Ref<_cl_event>& event, cl_int status, Due& due) {
  event->status = status;
  if (!event->callbacks.empty()) {
    std::erase_if(event->callbacks, [&](const _cl_event::Callback& one) {
      if (one.status < status) return false;
      due.calls.emplace_back(
          [event, one, code = std::min(status, one.status)] { one.call(event.get(), code, one.data); });
      return true;
    });
  }
  if (!event->is_over()) return;
  for (const auto& core : event->waiting) core->changed.notify_one();
  due.waiting.insert(due.waiting.end(), event->waiting.begin(), event->waiting.end());
  event->waiting.clear();
}

// Waits for whoever gives a queue's commands or waits for their end, or for the end of any.
void wait_for_turn(QueueCore& core, Lock& lock) {
  ++core.waiting;
  events_changed().wait(lock);
  --core.waiting;
}

// A queue's work, by whichever thread. All functions want the state locked, and unlock it while they call the device.
class Work {
 public:
  Work(QueueCore& core, Lock& lock) : core_(core), lock_(lock) {}

  // Gives the stream commands that are ready, or waits for the end of those that it has. False when nothing can be
  // done, or others do it.
  bool step() { return give() || finish(); }

  bool give() {
    if (core_.is_giving || core_.pending.empty()) return false;
    if (!core_.may_give()) return false;
    Due due;
    take_batch(due);
    if (core_.batch.empty()) return false;
    core_.is_giving = true;
    lock_.unlock();
    due.run();
    give_all(core_.batch);
    core_.is_giving = false;
    notify();
    return true;
  }

  bool finish() {
    if (core_.is_finishing || !core_.has_work()) return false;
    core_.is_finishing = true;
    core_.is_hurried = false;
    auto context = core_.given != 0 ? core_.underway.front()->event->context : core_.kept.front()->context;
    const bool is_behind_launches = !core_.kept.empty();
    std::vector<std::shared_ptr<const ReadyLaunch>> kept;
    kept.swap(core_.kept);
    core_.repeated = 0;
    Commands commands;
    commands.reserve(core_.given);
    for (; core_.given != 0; --core_.given) {
      commands.push_back(std::move(core_.underway.front()));
      core_.underway.pop_front();
    }
    lock_.unlock();
    const cl_int code = attempt(context, [&] { core_.stream->finish(); });
    kept.clear();
    context = {};  // perhaps its last use, which must not end with the state locked
    read_timers(commands);
    lock_.lock();
    end(std::move(commands), code, is_behind_launches);
    core_.is_finishing = false;
    notify();
    return true;
  }

  // While the queue's thread is awake it looks by itself before long, and waking it would take longer than most
  // commands.
  void notify() {
    const bool is_left = core_.is_asleep && core_.size() != 0;
    if (!core_.pending.empty() || core_.is_hurried || core_.depth == 1 || is_left) core_.changed.notify_one();
    if (core_.waiting != 0) events_changed().notify_all();
  }

 private:
  // Commands that are underway from here on.
  void take_batch(Due& due) {
    std::vector<Command*>& batch = core_.batch;
    batch.clear();
    const std::size_t most = core_.is_alone ? 1 : std::min(k_batch, core_.depth);
    const bool is_busy = core_.is_alone && core_.is_finishing;
    while (!is_busy && batch.size() < most && core_.size() < (core_.is_alone ? 1 : core_.depth)) {
      auto command = take_ready(core_);
      if (command == nullptr) break;
      if (!core_.is_ordered) command->order = order_of(*command);
      change_status(command->event, CL_SUBMITTED, due);
      if (command->failure == CL_SUCCESS && !is_behind_others(*command)) change_status(command->event, CL_RUNNING, due);
      batch.push_back(command.get());
      core_.underway.push_back(std::move(command));
    }
    if (core_.is_profiled) {
      for (const Command* command : batch) command->event->submitted = command->event->started = now();
    }
  }

  // True for a command that waits in the stream.
  static bool is_behind_others(const Command& command) {
    return std::any_of(command.waits.begin(), command.waits.end(), [](const auto& wait) { return !wait->is_over(); });
  }

  CommandOrder order_of(const Command& command) const {
    CommandOrder order{{}, command.waits_for_all, command.is_barrier};
    for (const auto& wait : command.waits) {
      if (!wait->is_over()) order.after.push_back(wait->place);
    }
    return order;
  }

  // Ends with the state locked.
  void give_all(const std::vector<Command*>& batch) {
    std::size_t given = 0;
    const auto tell_given = [&](std::size_t count) {
      lock_.lock();
      core_.given += count - given;
      core_.given_ever += count - given;
      for (; given < count; ++given) batch[given]->event->given_to = &core_;
    };
    for (std::size_t i = 0; i < batch.size(); ++i) {
      Command& command = *batch[i];
      cl_int code = command.failure;
      if (code == CL_SUCCESS) code = attempt(command.event->context, [&] { call(command); });
      if (code == CL_SUCCESS) continue;
      tell_given(i);
      end_next(code);
      given = i + 1;
      lock_.unlock();
    }
    if (core_.is_adopted) attempt(batch.front()->event->context, [&] { core_.stream->flush(); });
    tell_given(batch.size());
  }

  void call(Command& command) {
    Stream& stream = stream_of(core_);
    if (!core_.is_ordered) command.event->place = stream.begin(command.order);
    if (!command.work) return;
    if (core_.is_profiled && command.event->is_known) command.timer = stream.start_timer();
    command.work(stream);
    if (command.timer != nullptr) stream.stop_timer(*command.timer);
  }

  // Ends the command that could not be given to the stream, after all that the stream has.
  void end_next(cl_int code) {
    while (core_.has_work() || core_.is_finishing) {
      if (!finish()) wait_for_turn(core_, lock_);
    }
    Commands commands;
    commands.push_back(std::move(core_.underway.front()));
    core_.underway.pop_front();
    end(std::move(commands), code, false);
  }

  void read_timers(const Commands& commands) {
    for (const auto& command : commands) {
      if (command->timer == nullptr) continue;
      const auto [start, stop] = command->timer->times();
      command->event->started = std::max(start, command->event->submitted);
      command->event->ended = std::max(stop, command->event->started);
    }
  }

  // One of several failed, and the stream does not say which: a transfer behind others is taken for one that waited.
  void end(Commands commands, cl_int code, bool is_behind_launches) {
    constexpr cl_int k_victim = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    if (code < 0 && code != k_victim) core_.failure = code;  // before the events: a blocking command takes both
    Due due;
    const std::size_t count = commands.size();
    for (const auto& command : commands) {
      const bool is_behind = is_behind_launches || command != commands.front();
      const bool is_victim = code != CL_SUCCESS && is_behind && !is_launch(*command);
      if (command->timer == nullptr && core_.is_profiled) command->event->ended = now();
      if (command->event->status > CL_RUNNING && code == CL_SUCCESS) change_status(command->event, CL_RUNNING, due);
      change_status(command->event, is_victim ? k_victim : code, due);
    }
    // Those who enqueue destroy commands: what a thread frees and another one allocates costs a lock of the heap.
    if (!core_.is_alone) {
      std::move(commands.begin(), commands.end(), std::back_inserter(core_.ended));
    }
    events_changed().notify_all();
    lock_.unlock();
    due.run();
    commands.clear();
    lock_.lock();
    core_.unfinished -= count;
    if (core_.unfinished == 0) events_changed().notify_all();
  }

  QueueCore& core_;
  Lock& lock_;
};

void destroy_ended(QueueCore& core, Lock& lock) {
  while (!core.ended.empty()) {
    auto command = std::move(core.ended.back());
    core.ended.pop_back();
    lock.unlock();
    command.reset();
    lock.lock();
  }
}

void run_queue(QueueCore& core) {
  Lock lock(state_mutex());
  Work work(core, lock);
  unsigned looks = 0;      // for nothing
  std::uint64_t seen = 0;  // how many commands had been given at the last look
  for (;;) {
    if (work.give()) {
      looks = 0;
      continue;
    }
    // The other half is room for what the application's threads give meanwhile.
    // Launches again and again are no reason to wait but for commands among them whose end somebody may look for.
    const std::size_t taken = core.size() + (core.given != 0 ? core.repeated : 0);
    const bool is_full = taken >= std::max<std::size_t>(core.depth / 2, 1);
    const bool is_due = core.is_alone || core.is_hurried || is_full || seen == core.given_ever;
    if (is_due && work.finish()) continue;
    if (std::exchange(seen, core.given_ever) != core.given_ever) {
      looks = 0;
    } else {
      destroy_ended(core, lock);
    }
    const bool is_idle = core.size() == 0 && !core.is_finishing && !core.is_giving;
    if (core.is_at_end && is_idle && core.pending.empty()) break;
    if (core.depth > 1 && looks++ < k_looks) {
      core.changed.wait_for(lock, k_patience);
      continue;
    }
    core.is_asleep = true;
    core.changed.wait(lock);
    core.is_asleep = false;
    looks = 0;
  }
  lock.unlock();
  core.stream = nullptr;
}

// Does what a queue's thread would do, until `is_done`.
template <class F>
void help(QueueCore* core, Lock& lock, F is_done) {
  while (!is_done()) {
    const bool can_help = core != nullptr && core->depth > 1;
    if (can_help && Work(*core, lock).step()) continue;
    if (core != nullptr) {
      wait_for_turn(*core, lock);
    } else {
      events_changed().wait(lock);
    }
  }
  if (core != nullptr) destroy_ended(*core, lock);
}

Ref<_cl_event> make_event(const Wanted& wanted) {
  auto event = Ref<_cl_event>::adopt(new _cl_event(wanted.event != nullptr));
  event->context = wanted.queue->context;
  event->queue = wanted.queue;
  event->type = wanted.type;
  if (wanted.queue->core->is_profiled) event->queued = now();
  return event;
}

// True when the thread that enqueues a command may give it to the stream.
bool can_give(const QueueCore& core) {
  return core.depth > 1 && !core.is_alone && core.pending.empty() && !core.is_giving && core.size() < core.depth;
}

void start_thread(const std::shared_ptr<QueueCore>& core) {
  if (!std::exchange(core->has_thread, true)) std::thread([core] { run_queue(*core); }).detach();
}

// Puts a command into its queue, and gives it to the stream if that is done at once. The state is locked.
void add_to_queue(std::unique_ptr<Command> command, const std::shared_ptr<QueueCore>& core, Lock& lock) {
  for (const auto& wait : command->waits) {
    if (wait->is_over() || wait->given_to == core.get()) continue;
    wait->waiting.push_back(core);
    hurry(*wait);
  }
  const bool can_be_given = can_give(*core) && is_quick(command->event->type);
  core->pending.push_back(std::move(command));
  ++core->unfinished;
  start_thread(core);
  const bool is_given = can_be_given && Work(*core, lock).give();
  if (!is_given || core->is_asleep) core->changed.notify_one();
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
  std::array<std::unique_ptr<Command>, 2> ended;  // destroyed when the state is not locked any more
  {
    Lock lock(state_mutex());
    if (begin) begin();
    QueueCore& core = *wanted.queue->core;
    add_to_queue(std::move(command), wanted.queue->core, lock);
    for (auto one = ended.begin(); one != ended.end() && !core.ended.empty(); ++one) {
      *one = std::move(core.ended.back());
      core.ended.pop_back();
    }
  }
  for (auto& one : ended) one.reset();
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

bool may_launch_now(const QueueCore& core) {
  return can_give(core) && core.may_give();
}

void launch_now(const std::shared_ptr<QueueCore>& core, Lock& lock, const std::shared_ptr<const ReadyLaunch>& ready) {
  core->is_giving = true;
  lock.unlock();
  const cl_int code = attempt(ready->context, [&] {
    Stream& stream = core->given_ever != 0 ? *core->stream : stream_of(*core);
    if (!core->is_ordered) stream.begin({});
    stream.launch(ready->launch);
    if (core->is_adopted) stream.flush();
  });
  lock.lock();
  core->is_giving = false;
  if (code != CL_SUCCESS) core->failure = code;
  if (code == CL_SUCCESS || core->given_ever != 0) {
    ++core->given_ever;
    const auto end = core->kept.end(),
               recent = end - static_cast<std::ptrdiff_t>(std::min(core->kept.size(), k_recent));
    if (std::find(recent, end, ready) == end) {
      core->kept.push_back(ready);
    } else {
      ++core->repeated;
    }
  }
  start_thread(core);
  if (core->is_asleep) core->changed.notify_one();
  Work(*core, lock).notify();
}

void set_status(const Ref<_cl_event>& event, cl_int status) {
  Due due;
  {
    const std::lock_guard guard(state_mutex());
    change_status(event, status, due);
    if (event->is_over()) events_changed().notify_all();
  }
  due.run();
}

void hurry(const _cl_event& event) {
  if (!event.queue) return;
  QueueCore& core = *event.queue->core;
  core.is_hurried = true;
  core.changed.notify_one();
}

void wait_for(const Ref<_cl_event>& event) {
  Lock lock(state_mutex());
  QueueCore* core = event->queue ? event->queue->core.get() : nullptr;
  help(core, lock, [&] { return event->is_over(); });
}

void flush_queue(const Ref<_cl_command_queue>& queue) {
  Lock lock(state_mutex());
  QueueCore& core = *queue->core;
  const auto is_given = [&] {
    cl_int failure = CL_SUCCESS;
    return !core.is_giving && (core.pending.empty() || !is_ready(core, *core.pending.front(), failure));
  };
  Work work(core, lock);
  while (core.is_adopted && core.may_give() && !is_given()) {
    const bool is_full = core.size() >= core.depth;
    if (!work.give() && !(is_full && work.finish())) wait_for_turn(core, lock);
  }
}

void finish_queue(const Ref<_cl_command_queue>& queue) {
  Lock lock(state_mutex());
  QueueCore& core = *queue->core;
  help(&core, lock, [&] { return core.unfinished == 0 && core.kept.empty() && !core.is_finishing; });
  const cl_int failure = std::exchange(core.failure, CL_SUCCESS);
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

void report(const _cl_context& context, const std::string& text) {
  if (context.report.call == nullptr || text.empty()) return;
  context.report.call(text.c_str(), nullptr, 0, context.report.data);
}

Stream& stream_of(QueueCore& core) {
  const std::lock_guard guard(core.stream_mutex);
  if (core.stream == nullptr) {
    core.stream = core.is_ordered ? core.device->make_stream() : core.device->make_unordered_stream();
  }
  return *core.stream;
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
