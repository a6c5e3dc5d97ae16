// Commands, their order and their events.
#pragma once

#include <thread>

#include "front/objects.h"

namespace clc::front {

// A launch with all checks, and what it needs while it runs.
struct ReadyLaunch {
  Launch launch;
  bool has_chosen_group = false;
  std::uint64_t arguments_set = 0;  // the kernel's, which no other kernel has
  Ref<_cl_context> context;
  std::vector<Ref<_cl_mem>> memories;
  std::shared_ptr<Code> code;
};

struct Command {
  Ref<_cl_event> event;
  std::vector<Ref<_cl_event>> waits;
  bool waits_for_all = false;  // a marker or barrier without a list
  bool is_barrier = false;
  CommandOrder order;  // in a queue out of order
  std::function<void(Stream&)> work;
  cl_int failure = CL_SUCCESS;  // of what it waited for
  std::unique_ptr<Timer> timer;
};

using Commands = std::vector<std::unique_ptr<Command>>;

// How many of the launches that were kept last are looked through for one that comes again.
constexpr std::size_t k_recent = 4;

// A queue's commands; its thread keeps it alive. Threads of the application that wait, and those whose commands do not
// keep them, do the work of its thread where they can: waking that takes longer than most commands.
struct QueueCore {
  Device* device = nullptr;
  std::size_t depth = 1;
  bool is_ordered = true, is_profiled = false;
  bool is_alone = true;  // each command ends before the next one begins
  std::deque<std::unique_ptr<Command>> pending;
  // The first `given` ones are the stream's, the others about to be.
  std::deque<std::unique_ptr<Command>> underway;
  std::size_t given = 0;
  std::uint64_t given_ever = 0;
  // Launches that the stream has got without a command, since the last wait for its end, with what they need.
  std::vector<std::shared_ptr<const ReadyLaunch>> kept;
  std::size_t repeated = 0;                      // launches of those that are kept already
  bool is_giving = false, is_finishing = false;  // a thread is giving commands to the stream, or waits for it
  std::vector<Command*> batch;                   // what it gives
  unsigned waiting = 0;                          // threads that want to give or to wait, too
  bool is_hurried = false;                       // somebody waits for the end of a command
  std::mutex stream_mutex;                       // while the stream is made
  std::unique_ptr<Stream> stream;                // made when it is first used
  bool is_adopted = false;                       // the stream is the application's
  std::thread::id giver;                         // the only thread that gives the stream commands; none: any
  Commands ended;                                // to be destroyed
  std::uint64_t unfinished = 0;
  cl_int failure = CL_SUCCESS;  // of a command, not yet told by clFinish or a blocking command
  bool has_thread = false, is_asleep = false, is_at_end = false;
  std::condition_variable changed;

  bool may_give() const { return giver == std::thread::id() || giver == std::this_thread::get_id(); }
  // The room that is taken.
  std::size_t size() const { return underway.size() + kept.size(); }
  bool has_work() const { return given != 0 || !kept.empty(); }
};

// A command as clEnqueue… describes it.
struct Wanted {
  Ref<_cl_command_queue> queue;
  cl_command_type type;
  cl_uint wait_count;
  const cl_event* waits;
  cl_event* event;
  bool is_blocking = false;
};

// Puts the command into its queue, and waits for it if it is blocking. `begin`, if there is one, is called with the
// state locked, once nothing can fail any more.
void enqueue(const Wanted& wanted, std::function<void(Stream&)> work, const std::function<void()>& begin = {});
// True when a launch can be given to the stream at once, without a command: one of which no event is wanted, and which
// waits for nothing but what the stream has.
bool may_launch_now(const QueueCore& core);
// Gives it to the stream. The state is locked before and after; the caller destroys `ready` when it is not.
void launch_now(const std::shared_ptr<QueueCore>& core, std::unique_lock<std::mutex>& lock,
                const std::shared_ptr<const ReadyLaunch>& ready);
// The events of a wait list, of this context.
std::vector<Ref<_cl_event>> checked_waits(cl_uint count, const cl_event* waits, const _cl_context& context);

void set_status(const Ref<_cl_event>& event, cl_int status);
// Lets the queue of an event's command end it soon. The state is locked.
void hurry(const _cl_event& event);
void wait_for(const Ref<_cl_event>& event);
// Gives the stream of a queue, where it is the application's, all commands that can begin.
void flush_queue(const Ref<_cl_command_queue>& queue);
// Waits for all commands of a queue, and throws a failure that was not told.
void finish_queue(const Ref<_cl_command_queue>& queue);

// Calls a function on the thread of callbacks.
void call_later(std::function<void()> call);

// Tells the context's function; empty texts are for nobody.
void report(const _cl_context& context, const std::string& text);
// Asks a device; the context is told why it fails.
template <class Ask>
auto ask_device(const _cl_context& context, const Ask& ask) {
  try {
    return ask();
  } catch (const Failure& failure) {
    report(context, failure.what());
    throw;
  }
}

// The stream of a queue.
Stream& stream_of(QueueCore& core);

cl_ulong now();

}  // namespace clc::front
