#include "recording/recorder.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>

#include "base/file_io.h"
#include "base/platform/paths.h"
#include "base/platform/process.h"
#include "base/staged_file.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "recording/recording_folder.h"

namespace clc::layer {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_launches = 20000;  // a process records no more distinct launches
constexpr std::size_t k_most_values = 64;       // of launches that are alike but for values; later ones have none
constexpr std::size_t k_most_times = 100;       // of launches that are alike, the last ones
constexpr std::size_t k_longest_log = std::size_t{64} << 10U;
constexpr auto k_pause = std::chrono::seconds(1);  // the time between two writings of an unfinished run

// Returns true when the folder holds a file that belongs to no recording. Temporary files do not count: another process
// may be making the folder a recording.
bool holds_something_else(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(platform::to_path(folder), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = platform::to_text(entry->path().filename());
    const bool is_ours = name == k_recording_file || name == "programs" || name == "runs";
    if (!is_ours && !name.starts_with(k_temporary_prefix)) return true;
  }
  return false;
}

void append(std::string& key, const std::string& part) {
  key += std::to_string(part.size()) + ":" + part;
}

void append(std::string& key, const RecordedArgument& argument) {
  append(key, argument.kind);
  append(key, argument.type);
  append(key, std::to_string(argument.size));
  append(key, argument.value);
}

RecordedLaunch without_values(RecordedLaunch launch) {
  for (RecordedArgument& argument : launch.arguments) argument.value.clear();
  return launch;
}

std::string key_of(const RecordedBuild& build) {
  std::string key;
  append(key, std::to_string(static_cast<int>(build.step)) + " " + std::to_string(build.status));
  append(key, build.digest);
  append(key, build.served);
  for (const RecordedDevice& device : build.devices) {
    append(key, device.name);
    append(key, device.platform);
    append(key, device.driver_version);
  }
  return key;
}

std::string key_of(const RecordedLaunch& launch) {
  std::string key;
  append(key, launch.digest);
  append(key, launch.kernel);
  for (std::size_t i = 0; i < 3; ++i) {
    key += std::to_string(launch.offset[i]) + " " + std::to_string(launch.global[i]) + " " +
           std::to_string(launch.local[i]) + " ";
  }
  for (const RecordedArgument& argument : launch.arguments) append(key, argument);
  return key;
}

}  // namespace

// Notes an error instead of passing it on, because the recorded program must go on.
template <class F>
void Recorder::guarded(F&& f) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    follow_fork();
    f();
  } catch (const std::exception& exception) {
    try {
      if (trouble_.empty()) trouble_ = exception.what();
    } catch (...) {  // there is no memory for the message
      return;
    }
  }
}

Recorder::Recorder(std::string folder) : folder_(std::move(folder)) {
  begin_run();
}

Recorder::~Recorder() {
  finish();
}

Result<std::unique_ptr<Recorder>> Recorder::open(const std::string& folder) {
  std::error_code error;
  const std::string absolute = through_links(platform::to_text(fs::absolute(platform::to_path(folder), error)));
  if (error) return io_error("find", folder, error.value());
  CLC_TRY(make_folders(absolute));
  if (!is_recording(absolute)) {
    if (holds_something_else(absolute))
      return fail(ErrorKind::k_io, folder + " holds something else than a recording: give a new folder");
    CLC_TRY(write_file_atomically(absolute + "/" + k_recording_file, encode_recording_mark()));
  }
  return std::unique_ptr<Recorder>(new Recorder(absolute));
}

void Recorder::begin_run() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  run_ = {};
  run_.process = platform::process_id();
  run_.command = platform::command_of_this_process();
  run_id_ = std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()) + "-" +
            std::to_string(run_.process);
  builds_.clear();
  launches_.clear();
  has_news_ = false;
}

// Begins a run of its own in a child that the program forked. The parent's run has the earlier builds.
void Recorder::follow_fork() {
  if (run_.process != platform::process_id()) begin_run();
}

void Recorder::built(const RecordedBuild& build, const ProgramText* text, bool is_il,
                     const std::string& given_options) noexcept {
  guarded([&] {
    if (text != nullptr) write_program(build, *text, is_il, given_options);
    add_build(build);
    has_news_ = true;
    write_run_sometimes();
  });
}

void Recorder::add_build(const RecordedBuild& build) {
  const auto [known, is_new] = builds_.emplace(key_of(build), run_.builds.size());
  if (is_new) {
    run_.builds.push_back(build);
    std::string& log = run_.builds.back().log;
    if (log.size() > k_longest_log) log.resize(k_longest_log);
    return;
  }
  RecordedBuild& before = run_.builds[known->second];
  before.count += build.count;
  before.nanoseconds += build.nanoseconds;
  if (before.kernels.empty()) before.kernels = build.kernels;
}

void Recorder::launched(const RecordedLaunch& launch) noexcept {
  guarded([&] {
    add_launch(launch);
    has_news_ = true;
  });
}

void Recorder::add_launch(const RecordedLaunch& launch) {
  std::string key = key_of(launch);
  if (const auto known = launches_.find(key); known != launches_.end()) {
    run_.launches[known->second].count += launch.count;
    return;
  }
  // A counter among the arguments would fill the recording.
  const RecordedLaunch bare = without_values(launch);
  if (bare.arguments != launch.arguments && ++values_[key_of(bare)] > k_most_values) return add_launch(bare);
  if (run_.launches.size() >= k_most_launches) return;
  launches_.emplace(std::move(key), run_.launches.size());
  run_.launches.push_back(launch);
}

void Recorder::timed(const RecordedLaunch& launch, const std::string& target, const std::string& device,
                     std::uint64_t nanoseconds) noexcept {
  guarded([&] {
    auto known = launches_.find(key_of(launch));
    if (known == launches_.end()) known = launches_.find(key_of(without_values(launch)));
    if (known == launches_.end()) return;
    std::vector<RecordedTimes>& all = run_.launches[known->second].times;
    auto times = std::ranges::find_if(
        all, [&](const RecordedTimes& one) { return one.target == target && one.device == device; });
    if (times == all.end()) times = all.insert(times, {target, device, 0, {}});
    if (times->nanoseconds.size() < k_most_times) {
      times->nanoseconds.push_back(nanoseconds);
    } else {
      times->nanoseconds[times->count % k_most_times] = nanoseconds;
    }
    ++times->count;
    has_news_ = true;
  });
}

void Recorder::not_recorded(const std::string& reason) noexcept {
  guarded([&] {
    has_news_ = true;
    for (NotRecorded& one : run_.not_recorded) {
      if (one.reason == reason) {
        ++one.count;
        return;
      }
    }
    run_.not_recorded.push_back({reason, 1});
  });
}

void Recorder::gave_binary(const std::string& digest) noexcept {
  guarded([&] { given_binaries_.insert(digest); });
}

bool Recorder::has_given_binary(const std::string& digest) noexcept {
  bool has = false;
  guarded([&] { has = given_binaries_.contains(digest); });
  return has;
}

void Recorder::loaded() noexcept {
  guarded([&] { has_news_ = true; });
}

void Recorder::write_program(const RecordedBuild& build, const ProgramText& text, bool is_il,
                             const std::string& given_options) {
  if (!written_.insert(build.digest).second) return;
  RecordedProgram program;
  program.digest = build.digest;
  program.name = program_name(text, is_il, build.kernels, build.digest);
  program.is_il = is_il;
  program.text = text;
  if (given_options != text.options) program.given_options = given_options;
  program.source_file = program.name.substr(0, program.name.rfind('-')) + (is_il ? ".spv" : ".cl");
  const std::string place = folder_ + "/programs/" + program.name;
  if (platform::find(place) == 0) return;
  // The folder gets its name when it is complete, and readers skip hidden names.
  const std::string unfinished = folder_ + "/programs/" + k_temporary_prefix + run_id_ + "-" + program.digest;
  Result<void> written = write_program_folder(unfinished, program);
  if (written) {
    const int error = platform::replace(unfinished, place);
    if (error != 0 && platform::find(place) != 0) written = io_error("write", place, error);
  }
  std::error_code ignored;
  fs::remove_all(platform::to_path(unfinished), ignored);
  if (!written) {
    const std::string reason = program.name + ": " + written.error().message;
    if (trouble_.empty()) trouble_ = reason;
    run_.not_recorded.push_back({reason, 1});
  }
}

void Recorder::write_run_sometimes() {
  if (std::chrono::steady_clock::now() - written_at_ >= k_pause) write_run();
}

void Recorder::write_run() {
  written_at_ = std::chrono::steady_clock::now();
  if (!has_news_) return;
  Result<void> written = make_folders(folder_ + "/runs");
  if (written) written = write_file_atomically(folder_ + "/runs/" + run_id_ + ".json", encode_run(run_));
  if (written) has_news_ = false;
  if (!written && trouble_.empty()) trouble_ = written.error().message;
}

void Recorder::finish() noexcept {
  guarded([&] { write_run(); });
}

std::string Recorder::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

}  // namespace clc::layer
