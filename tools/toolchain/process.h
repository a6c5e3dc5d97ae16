// Child processes: start them in their own process group, exchange bytes with several at once from one
// thread, and leave none behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"
#include "support/interrupts.h"
#include "toolchain/helpers.h"
#include "toolchain/run_process.h"

namespace clc {

using Clock = std::chrono::steady_clock;

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

}  // namespace clc
