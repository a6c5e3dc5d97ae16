// Child processes: start them in their own process group, exchange bytes with several at once from one
// thread, and leave none behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/temporary_folder.h"
#include "clc/base/result.h"
#include "support/interrupts.h"

namespace clc {

using Clock = std::chrono::steady_clock;

struct ProcessSpec {
  std::vector<std::string> arguments;    // the first is the program, an absolute path
  std::string folder;                    // working folder; empty: ours
  bool errors_into_output = false;       // collect all of standard error with standard output
  std::uint64_t memory_limit_bytes = 0;  // how much it may allocate; 0: no limit
  bool same_addresses =
      false;  // use the same addresses in every run, where the system allows it: some compilers order by address
  // Called in the process before it is the program: the limits that it sets hold for that. False: it must not start.
  std::function<bool()> limit{};
  std::string setting{};                       // "NAME=value", added to the environment unless NAME is set there
  std::vector<std::string> forced_settings{};  // the same, but in place of what is set there
};

// How a process ended.
struct Ending {
  int exit_code = 0;  // meaningful when signal is 0
  int signal = 0;
  bool out_of_memory = false;  // it failed while it held most of what its limit allows
  bool clean() const { return signal == 0 && exit_code == 0; }
  std::string describe() const;  // "exited with 3", "died of SIGSEGV (Segmentation fault)"
};

class Process {
 public:
  static Result<Process> start(const ProcessSpec& spec);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) = delete;
  ~Process();  // kills the whole group if it is still there

  // Bytes for its standard input; poll_processes writes them as it takes them.
  void send(std::string_view bytes);
  void close_input();  // once everything queued has been written

  // The bytes that it wrote to standard output. The caller may erase what it has read from the front.
  std::string& output() { return output_; }
  // The last few kilobytes of its standard error.
  const std::string& errors() const { return errors_; }

  bool ended() const { return pid_ < 0; }           // its ending is known and its output complete
  const Ending& ending() const { return ending_; }  // once ended
  // Asks the process and its group to end, waits a moment, and then kills them.
  void stop();

 private:
  friend Result<bool> poll_processes(const std::vector<Process*>& processes, Clock::time_point until, int also);
  explicit Process(HeldInterrupts interrupts);
  void swap(Process& other) noexcept;
  void write_some();
  void read_some(int& fd, std::string& into, bool tail_only);
  void collect_if_ended();
  void finish(int wait_status, std::uint64_t peak_memory);
  void close_all();

  HeldInterrupts interrupts_;  // until it has ended and is collected
  pid_t pid_ = -1;
  int pid_fd_ = -1;
  int input_fd_ = -1, output_fd_ = -1, errors_fd_ = -1;
  std::uint64_t memory_limit_ = 0;
  bool close_input_when_written_ = false;
  std::string to_write_, output_, errors_;
  Ending ending_;
};

// Moves bytes to and from all processes until something happens; false when `until` came first. An error means that
// the user interrupted us. `also`: a descriptor that something happens to when it can be read.
Result<bool> poll_processes(const std::vector<Process*>& processes, Clock::time_point until, int also = -1);

struct Finished {
  Ending ending;
  bool timed_out = false;
  std::string output, errors;
};
// Runs one process to its end, or kills it at the limit.
Result<Finished> run_process(const ProcessSpec& spec, std::string_view input, std::chrono::seconds limit);

// A temporary folder that an interrupt does not leave behind.
class ScratchFolder {
 public:
  static Result<ScratchFolder> make();
  const std::string& path() const { return folder_.path(); }

 private:
  ScratchFolder(HeldInterrupts interrupts, TemporaryFolder folder)
      : interrupts_(std::move(interrupts)), folder_(std::move(folder)) {}

  HeldInterrupts interrupts_;  // until the folder is gone
  TemporaryFolder folder_;
};

// The path of the program that runs; empty when it cannot be told.
std::string own_path();
// The path at which a file of libexec/clc/ belongs, whether it exists or not.
Result<std::string> helper_path(const std::string& name);
// The path of a program in libexec/clc/, for instance "clc-worker"; k_unavailable when it is missing.
Result<std::string> find_helper(const std::string& name);

}  // namespace clc
