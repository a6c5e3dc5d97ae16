// The summary of this process's builds: a file in the folder that CLC_LAYER_SUMMARY names.
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
  std::string name;  // its first kernel's
  BuildStep step = BuildStep::k_build;
  ServedBy from = ServedBy::k_driver;
  std::string package;  // the file
  std::string module;
  std::string target;
  std::string device;
  std::uint64_t nanoseconds = 0;
  std::string reason;  // why it was not served from a package or the cache
  bool has_failed = false;
};

// Its functions may be called by several threads.
class Summary {
 public:
  explicit Summary(std::string folder);

  bool is_on() const { return !folder_.empty(); }
  void add(BuildRecord record);
  // True when this text was not added before.
  bool add_trouble(const std::string& text);
  // A kernel was launched. Only the first one counts: it ends what a person waits for at the start.
  void launched() noexcept;
  // Writes the file anew, if there is something to tell that it lacks. Also called by add, so that a process that is
  // killed leaves what it did until then.
  void write();

  // Held while this process is forked.
  std::mutex& mutex() { return mutex_; }
  // In a child that was forked: it has done nothing yet.
  void forget();

 private:
  void write_locked();
  std::string json() const;

  const std::string folder_;
  std::mutex mutex_;
  std::string file_;
  std::vector<BuildRecord> records_;
  std::vector<std::string> trouble_;
  std::atomic<std::uint64_t> first_launch_{0};  // on the clock that counts since the machine started; 0: none yet
};

}  // namespace clc::layer
