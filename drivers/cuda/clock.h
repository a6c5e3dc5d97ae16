// Times of commands, by CUDA's events.
#pragma once

#include <mutex>
#include <vector>

#include "cuda/device.h"

namespace clc::cuda {

// The events of a stream's timers, and what their times are on the host's clock.
class Clock {
 public:
  explicit Clock(CudaDevice& device);
  ~Clock();
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  // An event whose time on the host's clock is known. CUDA tells the distance of two events as `float`, so that only
  // young ones tell the time of others well.
  struct Base {
    EventHandle event = nullptr;
    cl_ulong time = 0;
  };
  std::shared_ptr<const Base> base();
  EventHandle take_event();
  void give_back(EventHandle event);
  CudaDevice& device() const { return device_; }

 private:
  CudaDevice& device_;
  StreamHandle stream_ = nullptr;  // without commands, so that an event is over at once
  std::mutex mutex_;
  std::vector<EventHandle> free_;
  std::shared_ptr<const Base> base_;
};

class CudaTimer : public front::Timer {
 public:
  explicit CudaTimer(std::shared_ptr<Clock> clock);
  ~CudaTimer() override;
  std::pair<cl_ulong, cl_ulong> times() override;
  EventHandle start() const { return start_; }
  EventHandle stop() const { return stop_; }

 private:
  std::shared_ptr<Clock> clock_;
  std::shared_ptr<const Clock::Base> base_;
  EventHandle start_, stop_;
};

}  // namespace clc::cuda
