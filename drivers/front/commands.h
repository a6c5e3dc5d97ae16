// Commands, their order and their events.
#pragma once

#include "front/objects.h"

namespace clc::front {

struct Command {
  Ref<_cl_event> event;
  std::vector<Ref<_cl_event>> waits;
  bool waits_for_all = false;  // a marker or barrier without a list
  bool is_barrier = false;
  std::function<void(Stream&)> work;
};

// A queue's commands; its thread keeps it alive.
struct QueueCore {
  Device* device = nullptr;
  bool is_ordered = true, is_profiled = false;
  std::deque<std::unique_ptr<Command>> pending;
  std::vector<std::unique_ptr<Command>> underway;
  std::uint64_t unfinished = 0;
  cl_int failure = CL_SUCCESS;  // of a command, not yet told by clFinish or a blocking command
  bool has_thread = false, is_at_end = false;
  std::condition_variable changed;
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
// The events of a wait list, of this context.
std::vector<Ref<_cl_event>> checked_waits(cl_uint count, const cl_event* waits, const _cl_context& context);

void set_status(const Ref<_cl_event>& event, cl_int status);
void wait_for(const Ref<_cl_event>& event);
// Waits for all commands of a queue, and throws a failure that was not told.
void finish_queue(const Ref<_cl_command_queue>& queue);

// Calls a function on the thread of callbacks.
void call_later(std::function<void()> call);
void report(const Ref<_cl_context>& context, const std::string& text);

cl_ulong now();

}  // namespace clc::front
