#include "cuda/clock.h"

#include <chrono>

namespace clc::cuda {
namespace {

cl_ulong now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<cl_ulong>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
}

double nanoseconds_between(EventHandle first, EventHandle last) {
  constexpr double k_of_millisecond = 1e6;
  float milliseconds = 0;
  return cuda().cuEventElapsedTime(&milliseconds, first, last) == k_success ? k_of_millisecond * milliseconds : 0;
}

}  // namespace

Clock::Clock(CudaDevice& device) : device_(device) {
  constexpr unsigned k_non_blocking = 1;
  device_.check(cuda().cuStreamCreate(&stream_, k_non_blocking), "make a stream");
}

Clock::~Clock() {
  base_ = nullptr;
  try {
    const InContext scope(device_);
    for (const EventHandle event : free_) cuda().cuEventDestroy_v2(event);
    cuda().cuStreamDestroy_v2(stream_);
  } catch (const front::Failure&) {
    // gone with the context
  }
}

EventHandle Clock::take_event() {
  {
    const std::lock_guard guard(mutex_);
    if (!free_.empty()) {
      const EventHandle event = free_.back();
      free_.pop_back();
      return event;
    }
  }
  EventHandle event = nullptr;
  device_.check(cuda().cuEventCreate(&event, 0), "make an event");
  return event;
}

void Clock::give_back(EventHandle event) {
  const std::lock_guard guard(mutex_);
  free_.push_back(event);
}

std::shared_ptr<const Clock::Base> Clock::base() {
  constexpr cl_ulong k_age = 1'000'000'000;
  if (base_ != nullptr && now() - base_->time < k_age) return base_;
  // The event's time lies between the host's times before and after; the closest of several tells it best.
  constexpr unsigned k_tries = 8;
  Base base;
  cl_ulong least = ~cl_ulong{0};
  for (unsigned i = 0; i < k_tries; ++i) {
    const EventHandle event = take_event();
    const cl_ulong before = now();
    device_.check(cuda().cuEventRecord(event, stream_), "record the time");
    device_.check(cuda().cuEventSynchronize(event), "wait for an event");
    const cl_ulong between = now() - before;
    if (between >= least) {
      give_back(event);
      continue;
    }
    if (base.event != nullptr) give_back(base.event);
    least = between;
    base = {event, before + between / 2};
  }
  base_ = std::shared_ptr<const Base>(new Base(base), [this](const Base* old) {
    give_back(old->event);
    delete old;
  });
  return base_;
}

CudaTimer::CudaTimer(std::shared_ptr<Clock> clock)
    : clock_(std::move(clock)), base_(clock_->base()), start_(clock_->take_event()), stop_(clock_->take_event()) {}

CudaTimer::~CudaTimer() {
  base_ = nullptr;
  clock_->give_back(start_);
  clock_->give_back(stop_);
}

std::pair<cl_ulong, cl_ulong> CudaTimer::times() {
  try {
    const InContext scope(clock_->device());
    const auto start = base_->time + static_cast<cl_ulong>(nanoseconds_between(base_->event, start_));
    return {start, start + static_cast<cl_ulong>(nanoseconds_between(start_, stop_))};
  } catch (const front::Failure&) {
    return {};
  }
}

}  // namespace clc::cuda
