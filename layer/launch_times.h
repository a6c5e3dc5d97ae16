// Measures how long kernels run, for a recording. Queues get profiling that their application does not see, and the
// layer asks each launch's event for its times.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "next_layer.h"
#include "recording/recorder.h"

namespace clc::layer {

// The properties of a queue, as the application gave them to clCreateCommandQueueWithProperties.
struct QueueProperties {
  explicit QueueProperties(const cl_queue_properties* list);
  static QueueProperties from(cl_command_queue_properties bits);  // of clCreateCommandQueue

  cl_command_queue_properties bits = 0;
  std::vector<cl_queue_properties> list;  // with the 0 at the end; empty: a null pointer
  // True where profiling can be added: it is not there yet, and the queue is no device's own.
  bool may_be_timed() const;
  std::vector<cl_queue_properties> with_profiling() const;
};

// Several threads may call its functions, which throw nothing.
class LaunchTimes {
 public:
  explicit LaunchTimes(Recorder& recorder) : recorder_(recorder) {}

  // True where the device has a clock.
  bool measures(cl_device_id device) noexcept;
  // A queue was created, for which the application asked; `is_hidden`: the layer added profiling.
  void created(cl_command_queue queue, cl_device_id device, const QueueProperties& asked, bool is_hidden) noexcept;
  // The properties of a queue to which the layer added profiling; null for others.
  std::shared_ptr<const QueueProperties> hidden(cl_command_queue queue) noexcept;

  // True where a launch in this queue can be measured now.
  bool takes(cl_command_queue queue) noexcept;
  // A kernel was launched. Takes over a reference to the event.
  void launched(cl_command_queue queue, cl_event event, const RecordedLaunch& launch) noexcept;
  // Reads the times of launches that are over, and waits for none. `all`: also of those behind one that is not.
  void collect(bool all) noexcept;

 private:
  struct Queue {
    std::shared_ptr<const QueueProperties> hidden;
    std::string target, device;
  };
  struct Pending {
    cl_event event;
    RecordedLaunch launch;
    std::string target, device;
  };
  bool is_over(const Pending& one) const;
  void record(const Pending& one);
  void finish(const Pending& one) noexcept;

  Recorder& recorder_;
  std::mutex mutex_;  // held in no call to a driver
  std::map<cl_command_queue, Queue> queues_;
  std::list<Pending> pending_;
};

}  // namespace clc::layer
