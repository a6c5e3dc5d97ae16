// The whole state of the layer, from clInitLayer to the end of the process.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>

#include "background_work.h"
#include "capture/launch_capture.h"
#include "checked_kernels.h"
#include "known_device.h"
#include "launch_recording.h"
#include "launch_times.h"
#include "layer_settings.h"
#include "log.h"
#include "program/registry.h"
#include "program/unkept_programs.h"
#include "serve/package_set.h"
#include "serve/program_cache.h"
#include "shared_memory.h"
#include "summary.h"

namespace clc::layer {

// Counts of this process, for `clc layer status`.
struct Uses {
  std::atomic<std::uint64_t> hits{0};
  std::atomic<std::uint64_t> misses{0};
  std::atomic<std::uint64_t> nanoseconds_saved{0};
};

class LayerState {
 public:
  explicit LayerState(LayerSettings new_settings);

  const LayerSettings settings;
  Log log;
  Summary summary;
  Registry registry;
  UnkeptPrograms unkept;
  PackageSet packages;
  SharedMemory shared_memory;  // empty when nothing is checked or captured
  BackgroundWork background;
  std::mutex first_compilation;  // held until a build in the background, which may be the first by the driver, is over
  std::atomic<bool> has_driver_compiled{false};
  std::atomic<bool> has_process_behind{false};  // it keeps the programs, and has the locks for that
  Uses uses;

  // Returns false in a child that this process forked: locks, sockets and files belong to the parent, so the driver
  // handles all calls there. See forks.h.
  bool is_at_work() const { return !is_aside_.load(std::memory_order_relaxed); }
  void step_aside() { is_aside_.store(true, std::memory_order_relaxed); }
  // Returns false from the moment when the process begins to end: no driver has to give a binary after that.
  bool may_keep() const { return is_at_work() && !is_ending_.load(); }
  // Waits for builds in the background and for the threads that have a KeepingHold, because the end of the process
  // removes parts of the driver.
  void end_keeping();

  // Waits for the same before a fork, and prevents all of it until go_on_after_fork(). Returns false when it went on
  // longer than the limit, or this thread is in it.
  bool stop_for_fork();
  void go_on_after_fork();
  // Returns true in a thread in which the layer called the driver.
  static bool is_in_driver();
  // Allows it again in the child, when that goes on with the layer's work: see begin_process_behind().
  void go_on_behind();

  // Writes a problem into the log and the summary, unless it is there already.
  void report_trouble(const std::string& text);
  // Returns null when the layer does not record.
  Recorder* recorder() { return is_at_work() ? recorder_.get() : nullptr; }
  LaunchRecording* launches() { return is_at_work() ? launches_.get() : nullptr; }
  // Returns null when launches are not measured.
  LaunchTimes* times() { return is_at_work() ? times_.get() : nullptr; }
  // Returns null when no launch is captured.
  LaunchCapture* capture() { return is_at_work() ? capture_.get() : nullptr; }
  // Returns null when kernels get no checks.
  CheckedKernels* checks() { return is_at_work() ? checks_.get() : nullptr; }
  // Returns null when the cache is off.
  ProgramCache* cache();
  // Writes the cache's counters and those of the program, before the process ends.
  void settle_cache();
  void add_use() const;
  // Counts only what a process that stayed behind has kept.
  void add_bytes_behind(std::uint64_t before) const;
  // Returns the path of clc, or an empty text when there is none.
  std::string compiler() const;
  // Returns null when the driver does not give enough facts about the device.
  std::shared_ptr<const KnownDevice> device(cl_device_id id);

 private:
  std::atomic<bool> is_aside_{false};
  std::atomic<bool> is_ending_{false};
  friend class KeepingHold;
  std::shared_timed_mutex keeping_;  // held in common by the threads that keep programs
  bool is_stopped_ = false;          // a fork holds it alone
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<LaunchRecording> launches_;
  std::unique_ptr<LaunchTimes> times_;
  std::unique_ptr<LaunchCapture> capture_;
  std::unique_ptr<CheckedKernels> checks_;
  std::once_flag has_cache_;
  std::unique_ptr<ProgramCache> cache_;
  std::mutex devices_mutex_;
  std::map<cl_device_id, std::shared_ptr<const KnownDevice>> devices_;
};

// Returns the state that clInitLayer made. It is never destroyed, because threads of the application may call the layer
// until the process is gone.
LayerState& state();
// Makes the state. Only tests call this twice; the earlier state then stays in memory.
void make_state(LayerSettings settings);

// Prevents the end of the process while a thread gets a binary from a driver and keeps it.
class KeepingHold {
 public:
  KeepingHold();
  KeepingHold(const KeepingHold&) = delete;
  KeepingHold& operator=(const KeepingHold&) = delete;
  ~KeepingHold();
  // Returns false when the process is ending, and no program may be kept.
  bool is_held() const { return lock_.owns_lock(); }

 private:
  std::shared_lock<std::shared_timed_mutex> lock_;
};

// Finds a file of this installation: FOLDER/NAME in one of the folders above that of the layer. Returns an empty text
// when there is none.
std::string find_beside_layer(const std::string& folder, const std::string& name);

}  // namespace clc::layer
