// All that the layer holds, from clInitLayer to the end of the process.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>

#include "known_device.h"
#include "launch_recording.h"
#include "layer_settings.h"
#include "log.h"
#include "program/registry.h"
#include "program/unkept_programs.h"
#include "serve/package_set.h"
#include "serve/program_cache.h"
#include "summary.h"

namespace clc::layer {

class LayerState {
 public:
  explicit LayerState(LayerSettings new_settings);

  const LayerSettings settings;
  Log log;
  Summary summary;
  Registry registry;
  UnkeptPrograms unkept;
  PackageSet packages;

  // False in a child that this process forked: its locks, sockets and files are the parent's, so there everything is
  // the driver's.
  bool is_at_work() const { return !is_aside_.load(std::memory_order_relaxed); }
  void step_aside() { is_aside_.store(true, std::memory_order_relaxed); }
  // From when the process begins to end on, drivers are asked for no more binaries.
  bool may_keep() const { return is_at_work() && !is_ending_.load(); }
  // Waits for threads with a KeepingHold: the end of the process takes parts of the driver away.
  void end_keeping();

  // Tells the log and the summary what is wrong, once.
  void report_trouble(const std::string& text);
  // Null: nothing is recorded.
  Recorder* recorder() { return is_at_work() ? recorder_.get() : nullptr; }
  LaunchRecording* launches() { return is_at_work() ? launches_.get() : nullptr; }
  // Null: the cache is off.
  ProgramCache* cache();
  // Before the process ends.
  void settle_cache();
  // The program clc; empty: there is none.
  std::string compiler() const;
  // Null where the driver does not tell enough.
  std::shared_ptr<const KnownDevice> device(cl_device_id id);

 private:
  std::atomic<bool> is_aside_{false};
  std::atomic<bool> is_ending_{false};
  friend class KeepingHold;
  std::shared_timed_mutex keeping_;  // shared by those who keep
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<LaunchRecording> launches_;
  std::once_flag has_cache_;
  std::unique_ptr<ProgramCache> cache_;
  std::mutex devices_mutex_;
  std::map<cl_device_id, std::shared_ptr<const KnownDevice>> devices_;
};

// Made by clInitLayer, and never destroyed: threads of the application may call until the process is gone.
LayerState& state();
// Another call, which only tests make, leaves the earlier state as it is.
void make_state(LayerSettings settings);

// To be there while a driver is asked for a binary, and the binary is kept: the process does not end in between.
class KeepingHold {
 public:
  KeepingHold();
  KeepingHold(const KeepingHold&) = delete;
  KeepingHold& operator=(const KeepingHold&) = delete;
  ~KeepingHold();
  // False: the process is ending, and nothing may be kept.
  bool is_held() const { return lock_.owns_lock(); }

 private:
  std::shared_lock<std::shared_timed_mutex> lock_;
};

// A file of this installation: FOLDER/NAME in one of the folders above the layer's own. Empty: there is none.
std::string find_beside_layer(const std::string& folder, const std::string& name);

}  // namespace clc::layer
