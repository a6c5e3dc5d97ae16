#include "launch_times.h"

#include <iterator>

#include "layer_state.h"
#include "quietly.h"
#include "serve/offline_compiler.h"

namespace clc::layer {
namespace {

constexpr std::size_t k_most_pending = 4096;        // launches whose events are held
constexpr const char* k_emulator = "clc emulator";  // it has no clock

std::shared_ptr<const KnownDevice> device_with_clock(cl_device_id id) {
  std::shared_ptr<const KnownDevice> known = state().device(id);
  return known && known->facts.platform_name != k_emulator ? known : nullptr;
}

}  // namespace

QueueProperties::QueueProperties(const cl_queue_properties* properties) {
  if (properties == nullptr) return;
  for (; *properties != 0; properties += 2) {
    list.insert(list.end(), {properties[0], properties[1]});
    if (properties[0] == CL_QUEUE_PROPERTIES) bits = properties[1];
  }
  list.push_back(0);
}

QueueProperties QueueProperties::from(cl_command_queue_properties bits) {
  QueueProperties made(nullptr);
  made.bits = bits;
  return made;
}

bool QueueProperties::may_be_timed() const {
  return (bits & (CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE)) == 0;
}

std::vector<cl_queue_properties> QueueProperties::with_profiling() const {
  std::vector<cl_queue_properties> changed = {CL_QUEUE_PROPERTIES, bits | CL_QUEUE_PROFILING_ENABLE};
  for (std::size_t i = 0; i + 1 < list.size(); i += 2)
    if (list[i] != CL_QUEUE_PROPERTIES) changed.insert(changed.end(), {list[i], list[i + 1]});
  changed.push_back(0);
  return changed;
}

bool LaunchTimes::measures(cl_device_id device) noexcept {
  bool has_clock = false;
  quietly([&] { has_clock = device_with_clock(device) != nullptr; });
  return has_clock;
}

void LaunchTimes::created(cl_command_queue queue, cl_device_id device, const QueueProperties& asked,
                          bool is_hidden) noexcept {
  quietly([&] {
    const std::shared_ptr<const KnownDevice> known = device_with_clock(device);
    const std::lock_guard lock(mutex_);
    queues_.erase(queue);  // an earlier queue may have had the same handle
    if (is_hidden) queues_[queue].hidden = std::make_shared<const QueueProperties>(asked);
    const bool has_profiling = is_hidden || (asked.bits & CL_QUEUE_PROFILING_ENABLE) != 0;
    if (!known || !has_profiling) return;
    Queue& one = queues_[queue];
    one.target = offline_target(known->facts);
    one.device = known->facts.name;
  });
}

std::shared_ptr<const QueueProperties> LaunchTimes::hidden(cl_command_queue queue) noexcept {
  std::shared_ptr<const QueueProperties> found;
  quietly([&] {
    const std::lock_guard lock(mutex_);
    if (const auto at = queues_.find(queue); at != queues_.end()) found = at->second.hidden;
  });
  return found;
}

bool LaunchTimes::takes(cl_command_queue queue) noexcept {
  bool is_taken = false;
  collect(false);
  quietly([&] {
    const std::lock_guard lock(mutex_);
    const auto at = queues_.find(queue);
    is_taken = at != queues_.end() && !at->second.target.empty() && pending_.size() < k_most_pending;
  });
  return is_taken;
}

void LaunchTimes::launched(cl_command_queue queue, cl_event event, const RecordedLaunch& launch) noexcept {
  bool is_kept = false;
  quietly([&] {
    const std::lock_guard lock(mutex_);
    const auto at = queues_.find(queue);
    if (at == queues_.end() || launch.digest.empty()) return;
    pending_.push_back({event, launch, at->second.target, at->second.device});
    is_kept = true;
  });
  if (!is_kept) next().clReleaseEvent(event);
}

bool LaunchTimes::is_over(const Pending& one) const {
  cl_int status = CL_QUEUED;
  const cl_int code =
      next().clGetEventInfo(one.event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
  return code != CL_SUCCESS || status <= CL_COMPLETE;
}

void LaunchTimes::record(const Pending& one) {
  cl_ulong start = 0, end = 0;
  const bool is_known =
      next().clGetEventProfilingInfo(one.event, CL_PROFILING_COMMAND_START, sizeof(start), &start, nullptr) ==
          CL_SUCCESS &&
      next().clGetEventProfilingInfo(one.event, CL_PROFILING_COMMAND_END, sizeof(end), &end, nullptr) == CL_SUCCESS;
  if (is_known && end > start) recorder_.timed(one.launch, one.target, one.device, end - start);
}

void LaunchTimes::finish(const Pending& one) noexcept {
  quietly([&] { record(one); });
  next().clReleaseEvent(one.event);
}

void LaunchTimes::collect(bool all) noexcept {
  // A driver may run the application's callbacks while it is asked, and these may launch.
  thread_local bool is_here = false;
  if (is_here) return;
  is_here = true;
  std::list<Pending> asked;
  {
    const std::lock_guard lock(mutex_);
    asked.swap(pending_);
  }
  for (auto at = asked.begin(); at != asked.end();) {
    const bool is_done = is_over(*at);
    if (!is_done && !all) break;
    if (is_done) finish(*at);
    at = is_done ? asked.erase(at) : std::next(at);
  }
  {
    const std::lock_guard lock(mutex_);
    pending_.splice(pending_.begin(), asked);
  }
  is_here = false;
}

}  // namespace clc::layer
