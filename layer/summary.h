// The summary of this process's builds, a file in the folder that CLC_LAYER_SUMMARY names.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "program/followed_program.h"
#include "program/program_identity.h"

namespace clc::layer {

// One build, compilation or link, on one device.
struct BuildRecord {
  std::string digest;
  std::string name;  // the name of its first kernel
  BuildStep step = BuildStep::k_build;
  ServedBy from = ServedBy::k_driver;
  std::string package;  // the package's file
  std::string module, target, device;
  std::uint64_t nanoseconds = 0;
  std::string reason;  // the reason why neither a package nor the cache served it
  bool has_failed = false;
};

// Several threads may call its functions.
class Summary {
 public:
  explicit Summary(std::string folder);

  bool is_on() const { return !folder_.empty(); }
  void add(BuildRecord record);
  // Adds a description of a problem. Returns true when it is new.
  bool add_trouble(const std::string& text);
  // Adds what a kernel with checks has found.
  void add_report(const std::string& text);
  // Notes a launch of a kernel. Only the first one counts: it ends the wait at a program's start.
  void launched() noexcept;
  // Writes the file again. Each new build also does so, so that a process that is killed leaves what it has done until
  // then.
  void write();

  // The mutex that a fork of this process holds.
  std::mutex& mutex() { return mutex_; }
  // Empties the summary, in a child that this process forked.
  void forget();

 private:
  void write_locked();
  std::string json() const;

  const std::string folder_;
  std::mutex mutex_;
  std::string file_;
  std::vector<BuildRecord> records_;
  std::vector<std::string> trouble_;
  std::vector<std::string> reports_;
  std::atomic<std::uint64_t> first_launch_{0};  // in steady_nanoseconds(); 0: no kernel was launched yet
};

}  // namespace clc::layer
