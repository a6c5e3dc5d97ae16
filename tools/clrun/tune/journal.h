// The journal of a run of clrun tune: results of configurations, kept in a file while they are timed, so that a run
// that ended early goes on where it stopped. One line for each thing that happened; docs/tuning.md shows one.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file_descriptor.h"
#include "clc/base/result.h"
#include "clc/package/tuning.h"

namespace clc::clrun {

struct Trial {
  enum class Outcome { k_timed, k_wrong, k_failed };
  std::string module;
  Outcome outcome = Outcome::k_failed;
  std::uint64_t nanoseconds = 0;  // of a timed one
  std::string detail;             // of the others
};

// One thing that happened, as a line without its end. Backslashes and control characters in texts are escaped.
std::string begin_line(const std::string& module);
std::string device_line(const TunedDevice& device);
std::string trial_line(const Trial& trial);

// A line that was read; empty members are those that it does not have.
struct JournalLine {
  std::string begun;  // the module of a begin_line
  std::optional<TunedDevice> device;
  std::optional<Trial> trial;
};
// Reads a line; empty when it is no line of a journal, or was cut short.
std::optional<JournalLine> parse_journal_line(const std::string& line);

class Journal {
 public:
  // Opens or makes the file. k_usage when what is there belongs to another package; k_io when it is no journal.
  static Result<Journal> open(const std::string& path, const std::string& package_digest);

  // The contents of the file: trials by module, and the device if one was named.
  const std::map<std::string, Trial>& trials() const { return trials_; }
  bool has_times() const;
  const std::optional<TunedDevice>& device() const { return device_; }

  // Takes a line that parses into the file, and at once to where a crash does not reach it.
  Result<void> add(const std::string& line);
  const std::string& path() const { return path_; }

 private:
  Journal(std::string path, int fd) : path_(std::move(path)), file_(std::make_unique<FileDescriptor>(fd)) {}
  void take_line(const JournalLine& line);

  std::string path_;
  std::unique_ptr<FileDescriptor> file_;
  std::map<std::string, Trial> trials_;
  std::map<std::string, int> begun_;  // how often a module was begun and not finished
  std::optional<TunedDevice> device_;
};

}  // namespace clc::clrun
