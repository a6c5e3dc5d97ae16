// Writes a recording of a process. Several threads may call it, and several processes may write into one folder: each
// program has a folder of its own, which appears complete, and each process has a file of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "recording/recording.h"

namespace clc::layer {

class Recorder {
 public:
  // Opens a recording, and makes the folder when it is missing. Refuses a folder that holds other files.
  static Result<std::unique_ptr<Recorder>> open(const std::string& folder);

  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Notes a build, compilation or link, also one that failed. `text` is null for links. The source of a program from IL
  // is the IL. `given_options`: see RecordedProgram.
  void built(const RecordedBuild& build, const ProgramText* text, bool is_il = false,
             const std::string& given_options = {}) noexcept;
  void launched(const RecordedLaunch& launch) noexcept;
  // Notes how long a launch ran that launched() noted.
  void timed(const RecordedLaunch& launch, const std::string& target, const std::string& device,
             std::uint64_t nanoseconds) noexcept;
  void not_recorded(const std::string& reason) noexcept;
  // Notes the digest of a binary that the application got from OpenCL, and may give back.
  void gave_binary(const std::string& digest) noexcept;
  bool has_given_binary(const std::string& digest) noexcept;
  // Notes that the layer is in this process, also where nothing is built.
  void loaded() noexcept;

  // Writes the rest of the run. Later calls may add to it.
  void finish() noexcept;

  // Returns the first error, or an empty text when there was none.
  std::string trouble() const;

 private:
  explicit Recorder(std::string folder);

  void begin_run();
  void follow_fork();
  void write_program(const RecordedBuild& build, const ProgramText& text, bool is_il, const std::string& given_options);
  void write_run();
  void write_run_sometimes();
  void add_launch(const RecordedLaunch& launch);
  void add_build(const RecordedBuild& build);
  template <class F>
  void guarded(F&& f) noexcept;

  const std::string folder_;
  mutable std::mutex mutex_;
  RecordedRun run_;
  std::string run_id_;                           // the start of the run in nanoseconds, and the process
  std::map<std::string, std::size_t> builds_;    // index in run_.builds, by the parts that make two builds one
  std::map<std::string, std::size_t> launches_;  // index in run_.launches, in the same way
  std::map<std::string, std::size_t> values_;    // how many launches differ in values alone
  std::set<std::string> written_;                // digests of the programs that were written
  std::set<std::string> given_binaries_;         // digests
  bool has_news_ = false;
  std::chrono::steady_clock::time_point written_at_;
  std::string trouble_;
};

}  // namespace clc::layer
