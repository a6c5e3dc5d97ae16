// Events as the application sees them.
#include "front/answer.h"
#include "front/api.h"
#include "front/commands.h"

namespace clc::front::api {

cl_event create_user_event(cl_context context) {
  auto event = make_object<_cl_event>();
  event->context = checked(context);
  event->type = CL_COMMAND_USER;
  event->status = CL_SUBMITTED;
  return event.give();
}

void set_user_event_status(cl_event event, cl_int status) {
  const auto user = checked(event);
  require(!user->queue, CL_INVALID_EVENT);
  require(status <= CL_COMPLETE, CL_INVALID_VALUE);
  {
    const std::lock_guard guard(state_mutex());
    require(!user->is_over() && user->ended == 0, CL_INVALID_OPERATION);
    user->ended = now();  // so that it is set once, whoever else sets it
  }
  set_status(user, status);
}

void wait_for_events(cl_uint count, const cl_event* events) {
  require(count != 0 && events != nullptr, CL_INVALID_VALUE);
  std::vector<Ref<_cl_event>> all;
  for (cl_uint i = 0; i < count; ++i) all.push_back(checked(events[i]));
  for (const auto& event : all) require(event->context == all.front()->context, CL_INVALID_CONTEXT);
  for (const auto& event : all) wait_for(event);
  const std::lock_guard guard(state_mutex());
  for (const auto& event : all) require(event->status >= 0, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

void get_event_info(cl_event event, cl_event_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(event);
  const Answer answer{room, to, told};
  switch (info) {
    case CL_EVENT_COMMAND_QUEUE:
      return answer.value(one->queue.get());
    case CL_EVENT_CONTEXT:
      return answer.value(one->context.get());
    case CL_EVENT_COMMAND_TYPE:
      return answer.value(one->type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS: {
      const std::lock_guard guard(state_mutex());
      return answer.value(one->status);
    }
    case CL_EVENT_REFERENCE_COUNT:
      return answer.value(one->references.load());
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

void get_profiling_info(cl_event event, cl_profiling_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(event);
  const Answer answer{room, to, told};
  const std::lock_guard guard(state_mutex());
  require(one->queue && one->status == CL_COMPLETE && (one->queue->properties & CL_QUEUE_PROFILING_ENABLE) != 0,
          CL_PROFILING_INFO_NOT_AVAILABLE);
  switch (info) {
    case CL_PROFILING_COMMAND_QUEUED:
      return answer.value(one->queued);
    case CL_PROFILING_COMMAND_SUBMIT:
      return answer.value(one->submitted);
    case CL_PROFILING_COMMAND_START:
      return answer.value(one->started);
    case CL_PROFILING_COMMAND_END:
    case CL_PROFILING_COMMAND_COMPLETE:
      return answer.value(one->ended);
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

void set_event_callback(cl_event event, cl_int status, void(CL_CALLBACK* call)(cl_event, cl_int, void*), void* data) {
  const auto one = checked(event);
  require(call != nullptr && (status == CL_COMPLETE || status == CL_RUNNING || status == CL_SUBMITTED),
          CL_INVALID_VALUE);
  cl_int now = 0;
  {
    const std::lock_guard guard(state_mutex());
    now = one->status;
    if (now > status) {
      hurry(*one);
      return one->callbacks.push_back({status, call, data});
    }
  }
  call_later([one, call, data, code = now < 0 ? now : status] { call(one.get(), code, data); });
}

}  // namespace clc::front::api
