#include "layer_state.h"

#include <chrono>
#include <filesystem>
#include <new>

#include "base/environment_variable.h"
#include "base/platform/libraries.h"
#include "base/platform/paths.h"
#include "base/platform/process.h"
#include "base/platform/run_compiler.h"
#include "forks.h"
#include "next_layer.h"
#include "recording/user_layer.h"

namespace clc::layer {
namespace {

LayerState* the_state = nullptr;
thread_local bool is_this_thread_keeping = false;

std::string remote_module() {
  const std::string folder = environment_variable("CLC_LIBEXEC_DIR");
  return folder.empty() ? find_beside_layer("libexec/clc", "clc-remote.so") : folder + "/clc-remote.so";
}

}  // namespace

LayerState::LayerState(LayerSettings new_settings)
    : settings(std::move(new_settings)), log(settings.log), summary(settings.summary_folder), packages(settings) {
  if (!settings.checks.empty()) checks_ = std::make_unique<CheckedKernels>(settings.stops_at_faults);
  if (settings.record_folder.empty()) return;
  Result<std::unique_ptr<Recorder>> recorder = Recorder::open(settings.record_folder);
  if (!recorder) {
    report_trouble("nothing is recorded: " + recorder.error().message);
    return;
  }
  recorder_ = *std::move(recorder);
  recorder_->loaded();
  launches_ = std::make_unique<LaunchRecording>(*recorder_);
  if (settings.records_times) times_ = std::make_unique<LaunchTimes>(*recorder_);
  if (!settings.capture_file.empty()) capture_ = std::make_unique<LaunchCapture>(settings, *recorder_);
}

void LayerState::report_trouble(const std::string& text) {
  if (summary.add_trouble(text)) log.write(text);
}

void LayerState::end_keeping() {
  is_ending_.store(true);
  // A forked child has none of the threads that hold the lock, nor has Windows at the end of one. And this thread would
  // wait for itself when the driver ends the process in the middle of a query for a binary.
  if (!is_at_work() || !platform::has_threads_at_exit()) return;
  background.end();
  if (is_this_thread_keeping) return;
  const std::unique_lock wait(keeping_, std::chrono::minutes(k_longest_wait_at_end_minutes));
}

bool LayerState::is_in_driver() {
  return is_this_thread_keeping || BackgroundWork::is_here();
}

bool LayerState::stop_for_fork() {
  if (!is_at_work()) return false;
  const bool may_wait = !is_in_driver();
  const bool is_idle = background.before_fork(may_wait);
  is_stopped_ = may_wait && keeping_.try_lock_for(std::chrono::seconds(k_longest_wait_at_fork_seconds));
  return is_idle && is_stopped_;
}

void LayerState::go_on_after_fork() {
  if (is_stopped_) keeping_.unlock();
  is_stopped_ = false;
  if (is_at_work()) background.after_fork();
}

void LayerState::go_on_behind() {
  // Only the thread that locked it for writing may unlock it, and that is the parent's.
  ::new (&keeping_) std::shared_timed_mutex;
  is_stopped_ = false;
  background.after_fork();
}

KeepingHold::KeepingHold() : lock_(state().keeping_, std::try_to_lock) {
  if (lock_.owns_lock() && !state().may_keep()) lock_.unlock();
  if (lock_.owns_lock()) is_this_thread_keeping = true;
}

KeepingHold::~KeepingHold() {
  if (lock_.owns_lock()) is_this_thread_keeping = false;
}

ProgramCache* LayerState::cache() {
  if (!settings.uses_cache) return nullptr;
  std::call_once(has_cache_, [this] {
    cache_ = std::make_unique<ProgramCache>(environment_variable("CLC_REMOTE").empty() ? "" : remote_module());
  });
  return cache_.get();
}

void LayerState::settle_cache() {
  std::call_once(has_cache_, [] {});  // waits for a thread that is opening the cache, and prevents every later opening
  if (cache_) cache_->settle();
}

void LayerState::add_use() const {
  if (settings.user_folder.empty() || uses.hits + uses.misses == 0) return;
  layer::add_use(settings.user_folder, {name_of_this_program(), 1, uses.hits, uses.misses, uses.nanoseconds_saved,
                                        cache_ ? cache_->kept_bytes() : 0});
}

void LayerState::add_bytes_behind(std::uint64_t before) const {
  if (settings.user_folder.empty() || !cache_ || cache_->kept_bytes() == before) return;
  layer::add_use(settings.user_folder, {name_of_this_program(), 0, 0, 0, 0, cache_->kept_bytes() - before});
}

std::string LayerState::compiler() const {
  return settings.compiler.empty() ? find_beside_layer("bin", std::string("clc") + platform::k_end_of_programs)
                                   : settings.compiler;
}

std::shared_ptr<const KnownDevice> LayerState::device(cl_device_id id) {
  {
    const std::lock_guard lock(devices_mutex_);
    if (const auto at = devices_.find(id); at != devices_.end()) return at->second;
  }
  Result<DeviceFacts> facts = read_facts(id);
  cl_platform_id platform = nullptr;
  if (!facts || next().clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr) != CL_SUCCESS)
    return nullptr;
  auto device = std::make_shared<const KnownDevice>(Device{platform, id, *std::move(facts)});
  // Sub-devices are not remembered: after a release another one may have the same address.
  cl_device_id whole = nullptr;
  const cl_int code = next().clGetDeviceInfo(id, CL_DEVICE_PARENT_DEVICE, sizeof(whole), &whole, nullptr);
  if (code == CL_SUCCESS && whole != nullptr) return device;
  const std::lock_guard lock(devices_mutex_);
  return devices_.emplace(id, std::move(device)).first->second;
}

LayerState& state() {
  return *the_state;
}

void make_state(LayerSettings settings) {
  the_state = new LayerState(std::move(settings));
}

std::string find_beside_layer(const std::string& folder, const std::string& name) {
  namespace fs = std::filesystem;
  const std::string library = platform::library_with(reinterpret_cast<const void*>(&find_beside_layer));
  if (library.empty()) return {};
  std::error_code error;
  fs::path place = fs::canonical(platform::to_path(library), error).parent_path();
  constexpr int k_folders_above = 3;
  for (int i = 0; i < k_folders_above && place.has_relative_path(); ++i) {
    place = place.parent_path();
    fs::path file = place / folder / name;
    if (fs::exists(file, error)) return platform::to_text(file);
  }
  return {};
}

}  // namespace clc::layer
