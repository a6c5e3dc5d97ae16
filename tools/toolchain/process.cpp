#include "toolchain/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "support/interrupt_signals.h"
#include "toolchain/spawn.h"

extern char** environ;

namespace clc {
namespace {

constexpr std::size_t k_errors_kept = 8192;
constexpr int k_lost = 255;  // exit code of a process whose own nobody knows

void close_fd(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

void set_non_blocking(int fd) {
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

// The destructor closes both ends, except those that were taken.
struct Pipe {
  int ends[2] = {-1, -1};
  ~Pipe() {
    close_fd(ends[0]);
    close_fd(ends[1]);
  }
  bool open() { return pipe2(ends, O_CLOEXEC) == 0; }
  int take(int which) { return std::exchange(ends[which], -1); }
};

// Settings with which the dynamic linker of every program writes about itself, in the end to standard output, where
// our children answer.
bool makes_linker_talk(std::string_view setting) {
  return setting.starts_with("LD_DEBUG=") || setting.starts_with("LD_DEBUG_OUTPUT=") ||
         setting.starts_with("LD_SHOW_AUXV=");
}

bool replaces(const std::string& setting, std::string_view entry) {
  return entry.starts_with(setting.substr(0, setting.find('=') + 1));
}

std::vector<std::string> environment_for(const ProcessSpec& spec) {
  std::vector<std::string> environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const bool is_replaced = std::ranges::any_of(spec.forced_settings,
                                                 [&](const std::string& setting) { return replaces(setting, *entry); });
    if (!is_replaced && !makes_linker_talk(*entry)) environment.emplace_back(*entry);
  }
  environment.insert(environment.end(), spec.forced_settings.begin(), spec.forced_settings.end());
  const bool is_set = getenv(spec.setting.substr(0, spec.setting.find('=')).c_str()) != nullptr;
  if (!spec.setting.empty() && !is_set) environment.push_back(spec.setting);
  return environment;
}

int spawn_for(const ProcessSpec& spec, int in, int out, int err, pid_t& pid) {
  SpawnRules rules;
  rules.streams[0] = in;
  rules.streams[1] = out;
  rules.streams[2] = spec.errors_into_output ? out : err;
  rules.folder = spec.folder;
  rules.has_own_group = true;
  rules.same_addresses = spec.same_addresses;
  rules.default_signals = interrupt_signals();
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGCHLD}) sigaddset(&rules.default_signals, signal);
  rules.limit = &spec.limit;
  return spawn(spec.arguments, environment_for(spec), rules, pid);
}

// Limits what a process may allocate, not its address space: drivers of GPUs reserve more than there is memory.
void limit_memory([[maybe_unused]] pid_t pid, [[maybe_unused]] std::uint64_t bytes) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers reserve terabytes of writable memory
  const rlimit limit{bytes, bytes};
  prlimit(pid, RLIMIT_DATA, &limit, nullptr);
#endif
}

std::uint64_t peak_memory_of(const rusage& usage) {
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

Failure cannot_start(const std::string& program, int error) {
  const bool is_full = error == EMFILE || error == ENFILE;
  return fail(is_full ? ErrorKind::k_io : ErrorKind::k_unavailable,
              "cannot start " + program + ": " + std::strerror(error) + (is_full ? " (raise ulimit -n)" : ""));
}

}  // namespace

std::string Ending::describe() const {
  const std::string memory = out_of_memory ? " and had no memory left (--memory-limit)" : "";
  if (signal == 0) return "exited with " + std::to_string(exit_code) + memory;
  const char* name = sigabbrev_np(signal);
  return "died of SIG" + std::string(name != nullptr ? name : "?") + " (" + strsignal(signal) + ")" + memory;
}

Result<Process> Process::start(const ProcessSpec& spec) {
  TemporaryFolder::remove_abandoned();  // here, where it takes no time that anybody notices
  HeldInterrupts interrupts;
  Pipe in, out, err;
  if (!in.open() || !out.open() || !err.open()) return cannot_start(spec.arguments[0], errno);
  Process process(std::move(interrupts));
  const int error = spawn_for(spec, in.ends[0], out.ends[1], err.ends[1], process.pid_);
  if (error != 0) {
    process.pid_ = -1;
    return cannot_start(spec.arguments[0], error);
  }
  process.memory_limit_ = spec.memory_limit_bytes;
  if (process.memory_limit_ != 0) limit_memory(process.pid_, process.memory_limit_);
  process.input_fd_ = in.take(1);
  process.output_fd_ = out.take(0);
  process.errors_fd_ = err.take(0);
  for (const int fd : {process.input_fd_, process.output_fd_, process.errors_fd_}) set_non_blocking(fd);
  process.pid_fd_ = static_cast<int>(syscall(SYS_pidfd_open, process.pid_, 0));  // close-on-exec by itself
  if (process.pid_fd_ < 0 && errno == EMFILE) return cannot_start(spec.arguments[0], EMFILE);
  return process;
}

Process::Process(HeldInterrupts interrupts) : interrupts_(std::move(interrupts)) {}

Process::Process(Process&& other) noexcept : interrupts_(std::move(other.interrupts_)) {
  swap(other);
}

void Process::swap(Process& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(pid_fd_, other.pid_fd_);
  std::swap(input_fd_, other.input_fd_);
  std::swap(output_fd_, other.output_fd_);
  std::swap(errors_fd_, other.errors_fd_);
  std::swap(memory_limit_, other.memory_limit_);
  std::swap(close_input_when_written_, other.close_input_when_written_);
  std::swap(to_write_, other.to_write_);
  std::swap(output_, other.output_);
  std::swap(errors_, other.errors_);
  std::swap(ending_, other.ending_);
}

Process::~Process() {
  stop();
  close_all();
}

void Process::close_all() {
  close_fd(input_fd_);
  close_fd(output_fd_);
  close_fd(errors_fd_);
  close_fd(pid_fd_);
}

void Process::send(std::string_view bytes) {
  to_write_ += bytes;
  write_some();
}

void Process::close_input() {
  close_input_when_written_ = true;
  write_some();
}

void Process::write_some() {
  while (!to_write_.empty() && input_fd_ >= 0) {
    const ssize_t written = write(input_fd_, to_write_.data(), to_write_.size());
    if (written > 0) {
      to_write_.erase(0, static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {
      close_fd(input_fd_);  // it does not read any more; its ending tells why
    }
  }
  if (close_input_when_written_) close_fd(input_fd_);
}

void Process::read_some(int& fd, std::string& into, bool tail_only) {
  char buffer[65536];
  while (fd >= 0) {
    const ssize_t got = read(fd, buffer, sizeof buffer);
    if (got > 0) {
      into.append(buffer, static_cast<std::size_t>(got));
      if (tail_only && into.size() > k_errors_kept) into.erase(0, into.size() - k_errors_kept);
    } else if (got < 0 && errno == EAGAIN) {
      return;
    } else if (got == 0 || errno != EINTR) {
      close_fd(fd);
    }
  }
}

void Process::collect_if_ended() {
  int status = 0;
  rusage usage{};
  if (pid_ < 0) return;
  const pid_t ended = wait4(pid_, &status, WNOHANG, &usage);
  // Where somebody else has collected it (ECHILD), it has ended, and nobody can tell how.
  const bool is_lost = ended < 0 && errno == ECHILD;
  if (ended != pid_ && !is_lost) return;
  if (is_lost) status = W_EXITCODE(k_lost, 0);
  read_some(output_fd_, output_, false);
  read_some(errors_fd_, errors_, true);
  finish(status, peak_memory_of(usage));
}

void Process::finish(int wait_status, std::uint64_t peak_memory) {
  kill(-pid_, SIGKILL);  // whatever it started and left behind
  pid_ = -1;
  close_all();
  if (WIFSIGNALED(wait_status)) {
    ending_.signal = WTERMSIG(wait_status);
  } else {
    ending_.exit_code = WEXITSTATUS(wait_status);
  }
  // A program rarely says that it ran out of memory, so this is a guess from its peak use.
  ending_.out_of_memory = memory_limit_ != 0 && !ending_.clean() && peak_memory > memory_limit_ / 2;
}

void Process::stop() {
  if (pid_ < 0) return;
  kill(-pid_, SIGTERM);
  pollfd exit_event{pid_fd_, POLLIN, 0};
  poll(&exit_event, 1, 500);
  kill(-pid_, SIGKILL);
  int status = 0;
  rusage usage{};
  while (wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  finish(status, peak_memory_of(usage));
}

Result<bool> poll_processes(const std::vector<Process*>& processes, Clock::time_point until, int also) {
  std::vector<pollfd> events{{also, POLLIN, 0}};
  for (Process* process : processes) {
    // A negative descriptor is skipped by poll.
    events.push_back({process->to_write_.empty() ? -1 : process->input_fd_, POLLOUT, 0});
    events.push_back({process->output_fd_, POLLIN, 0});
    events.push_back({process->errors_fd_, POLLIN, 0});
    events.push_back({process->pid_fd_, POLLIN, 0});
  }
  const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(until - Clock::now());
  const auto wait = std::clamp<std::chrono::nanoseconds>(left, {}, std::chrono::hours(1));
  timespec timeout{};
  timeout.tv_sec = static_cast<time_t>(wait.count() / 1'000'000'000);
  timeout.tv_nsec = static_cast<long>(wait.count() % 1'000'000'000);

  // Signals are let in only here, so that none can slip in between looking and sleeping.
  const sigset_t mask = wait_mask();
  const int ready = caught_interrupt() != 0 ? 0 : ppoll(events.data(), events.size(), &timeout, &mask);
  if (caught_interrupt() != 0) return fail(ErrorKind::k_crash, "interrupted; nothing was written");
  for (Process* process : processes) {
    process->write_some();
    process->read_some(process->output_fd_, process->output_, false);
    process->read_some(process->errors_fd_, process->errors_, true);
    process->collect_if_ended();
  }
  return ready > 0;
}

Result<Finished> run_process(const ProcessSpec& spec, std::string_view input, std::chrono::seconds limit) {
  Process process = CLC_TRY(Process::start(spec));
  process.send(input);
  process.close_input();
  Finished finished;
  const Clock::time_point deadline = Clock::now() + limit;
  while (!process.ended()) {
    CLC_TRY(poll_processes({&process}, deadline));
    if (!process.ended() && Clock::now() >= deadline) {
      finished.timed_out = true;
      process.stop();
    }
  }
  finished.ending = process.ending();
  finished.output = std::move(process.output());
  finished.errors = process.errors();
  return finished;
}

}  // namespace clc
