// Writes what a process compiles into a recording. Any thread may call it, and any number of processes may write into
// one folder: each program is a folder of its own, which appears whole, and each process has a file of its own.
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
  // Makes the folder where it is missing. A folder that holds anything else is refused.
  static Result<std::unique_ptr<Recorder>> open(const std::string& folder);

  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // After a program was built, compiled or linked, also in vain. `text` is nullptr for links; the source of an IL
  // program is its bytes.
  void built(const RecordedBuild& build, const ProgramText* text, bool is_il = false) noexcept;
  void launched(const RecordedLaunch& launch) noexcept;
  void not_recorded(const std::string& reason) noexcept;

  // Writes what is not written yet. More may come afterwards.
  void finish() noexcept;

  // The first error; empty: there was none.
  std::string trouble() const;

 private:
  explicit Recorder(std::string folder);

  void begin_run();
  void follow_fork();
  void write_program(const RecordedBuild& build, const ProgramText& text, bool is_il);
  void write_run();
  void write_run_sometimes();
  void add_launch(const RecordedLaunch& launch);
  void add_build(const RecordedBuild& build);
  template <class F>
  void guarded(F&& f) noexcept;

  const std::string folder_;
  mutable std::mutex mutex_;
  RecordedRun run_;
  std::string run_id_;                           // the time of its start, and the process
  std::map<std::string, std::size_t> builds_;    // place in run_.builds, by what has to be equal
  std::map<std::string, std::size_t> launches_;  // the same
  std::set<std::string> written_;                // digests of programs
  bool has_news_ = false;
  std::chrono::steady_clock::time_point written_at_;
  std::string trouble_;
};

}  // namespace clc::layer
