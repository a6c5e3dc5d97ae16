#include "tune/trials.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "base/file_io.h"
#include "base/try.h"
#include "context.h"
#include "tune/run_configuration.h"

namespace clc::clrun {
namespace {

// A configuration that a trial process is to run, with the one that its results are compared with.
struct Task {
  const Module* module;
  const Module* reference;  // null: none ran yet
};

// Writes a line to the parent; the process ends when nobody reads any more.
class Reporter {
 public:
  explicit Reporter(int fd) : fd_(fd) {}
  void say(const std::string& line) const {
    if (write_all(fd_, {line, "\n"}) != 0) ::_exit(1);
  }

 private:
  int fd_;
};

constexpr const char* k_trouble = "trouble\t";  // begins the line that ends a process early

// False where a kernel's fault has ended the context, as NVIDIA's drivers do: nothing else runs in this process.
bool is_alive(const Queue& queue) {
  const Result<Buffer> buffer = queue.allocate(1);
  return buffer && queue.fill(*buffer, 0, 1);
}

Result<void> do_tasks(const Package& package, const std::vector<Task>& tasks, const Options& options, Sink& sink,
                      const Reporter& reporter) {
  const auto sessions = CLC_TRY(open_sessions(package, options, sink));
  if (sessions.size() != 1) {
    return fail(ErrorKind::k_usage,
                "clrun tune needs one sub-device; " + std::to_string(sessions.size()) + " were selected");
  }
  algorithms::Session& session = *sessions.front();
  const DeviceFacts& facts = session.facts();
  reporter.say(device_line({facts.platform_name, facts.name, facts.driver_version}));
  std::map<std::string, ConfigurationRunner> runners;  // by tuned name
  for (const Task& task : tasks) {
    const bool is_new = runners.count(task.module->tuning.of) == 0;
    ConfigurationRunner& runner = runners.try_emplace(task.module->tuning.of, session, options.seed).first->second;
    reporter.say(begin_line(task.module->name));
    if (is_new && task.reference != nullptr) CLC_TRY(runner.take_reference(*task.reference));
    const Trial trial = runner.run(*task.module);
    reporter.say(trial_line(trial));
    // Its destruction may hang.
    if (trial.outcome == Trial::Outcome::k_failed && !is_alive(session.queue())) ::_exit(0);
    session.unload(task.module->name);
  }
  return {};
}

class TrialProcess {
 public:
  static Result<std::unique_ptr<TrialProcess>> start(const Package& package, const std::vector<Task>& tasks,
                                                     const Options& options, Sink& sink) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return fail(ErrorKind::k_io, std::string("pipe: ") + std::strerror(errno));
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) {
      ::close(ends[0]);
      ::close(ends[1]);
      return fail(ErrorKind::k_unavailable, std::string("cannot start a process: ") + std::strerror(errno));
    }
    if (pid == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // an endless kernel would run on after clrun was killed
      if (::getppid() != parent) ::_exit(1);
      ::close(ends[0]);
      const Reporter reporter(ends[1]);
      const Result<void> done = do_tasks(package, tasks, options, sink, reporter);
      if (!done) {
        const Trial trouble{std::to_string(static_cast<int>(done.error().kind)), Trial::Outcome::k_failed, 0,
                            done.error().message};
        reporter.say(k_trouble + trial_line(trouble));
      }
      ::_exit(0);
    }
    ::close(ends[1]);
    return std::unique_ptr<TrialProcess>(new TrialProcess(pid, ends[0]));
  }
  ~TrialProcess() {
    if (pid_ > 0) stop();
  }
  TrialProcess(const TrialProcess&) = delete;
  TrialProcess& operator=(const TrialProcess&) = delete;

  // The next line; empty when the process said nothing for so long, or has ended.
  enum class Heard { k_line, k_nothing, k_end };
  Heard listen(unsigned seconds, std::string& line) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    for (;;) {
      if (const std::size_t end = heard_.find('\n'); end != std::string::npos) {
        line = heard_.substr(0, end);
        heard_.erase(0, end + 1);
        return Heard::k_line;
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
      pollfd waiting{pipe_.get(), POLLIN, 0};
      const int ready = left.count() <= 0 ? 0 : ::poll(&waiting, 1, static_cast<int>(left.count()));
      if (ready < 0 && errno == EINTR) continue;
      if (ready <= 0) return Heard::k_nothing;
      char bytes[4096];
      const ssize_t count = ::read(pipe_.get(), bytes, sizeof bytes);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return Heard::k_end;
      heard_.append(bytes, static_cast<std::size_t>(count));
    }
  }

  // How it ended; kills it when it has not.
  std::string stop() {
    ::kill(pid_, SIGKILL);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = 0;
    if (WIFSIGNALED(status)) return std::string("the driver crashed: ") + ::strsignal(WTERMSIG(status));
    return "the driver ended the process with exit code " + std::to_string(WEXITSTATUS(status));
  }

 private:
  TrialProcess(pid_t pid, int fd) : pid_(pid), pipe_(fd) {}
  pid_t pid_;
  FileDescriptor pipe_;
  std::string heard_;
};

// Goes through a process's lines until it ends. Returns whether it finished all, so that no other one is needed.
class Listener {
 public:
  Listener(Journal& journal, const std::map<std::string, const Module*>& modules, const TrialReport& report)
      : journal_(journal), modules_(modules), report_(report) {}

  Result<void> follow(TrialProcess& process, unsigned seconds) {
    begun_.clear();
    heard_anything_ = has_finished_ = false;
    for (std::string line;;) {
      const TrialProcess::Heard heard = process.listen(seconds, line);
      if (heard == TrialProcess::Heard::k_line) {
        CLC_TRY(take_line(line));
        continue;
      }
      const std::string ending = process.stop();
      const std::string problem =
          heard == TrialProcess::Heard::k_end ? ending : "no end after " + std::to_string(seconds) + " s (--timeout)";
      if (!begun_.empty()) return finish({begun_, Trial::Outcome::k_failed, 0, problem});
      if (heard == TrialProcess::Heard::k_end ? heard_anything_ : has_finished_) return {};
      return fail(ErrorKind::k_opencl, problem);
    }
  }

 private:
  Result<void> take_line(const std::string& line) {
    heard_anything_ = true;
    if (line.rfind(k_trouble, 0) == 0) {
      const auto parsed = parse_journal_line(line.substr(std::strlen(k_trouble)));
      if (!parsed || !parsed->trial) return fail(ErrorKind::k_opencl, line);
      return fail(static_cast<ErrorKind>(std::stoi(parsed->trial->module)), parsed->trial->detail);
    }
    const auto parsed = parse_journal_line(line);
    if (!parsed) return {};
    if (parsed->device) return check_device(*parsed->device);
    if (parsed->trial) return finish(*parsed->trial);
    begun_ = parsed->begun;
    return journal_.add(line);
  }

  Result<void> check_device(const TunedDevice& device) {
    if (!journal_.device()) return journal_.add(device_line(device));
    if (*journal_.device() == device) return {};
    return fail(ErrorKind::k_usage, journal_.path() + " is of a run on " + journal_.device()->name + " with driver " +
                                        journal_.device()->driver_version + ", and this is " + device.name +
                                        " with driver " + device.driver_version +
                                        "; remove it, or name another file with --journal");
  }

  Result<void> finish(const Trial& trial) {
    begun_.clear();
    has_finished_ = true;
    CLC_TRY(journal_.add(trial_line(trial)));
    if (const auto module = modules_.find(trial.module); module != modules_.end()) report_(*module->second, trial);
    return {};
  }

  Journal& journal_;
  const std::map<std::string, const Module*>& modules_;
  const TrialReport& report_;
  std::string begun_;
  bool heard_anything_ = false, has_finished_ = false;  // of this process: a line, a trial
};

std::vector<Task> open_tasks(const std::vector<TunedName>& names, const Journal& journal) {
  std::vector<Task> tasks;
  for (const TunedName& name : names) {
    const Module* reference = nullptr;
    for (const Module* module : name.configurations) {
      const auto trial = journal.trials().find(module->name);
      if (trial == journal.trials().end()) continue;
      if (reference == nullptr && trial->second.outcome == Trial::Outcome::k_timed) reference = module;
    }
    for (const Module* module : name.configurations) {
      if (journal.trials().count(module->name) == 0) tasks.push_back({module, reference});
    }
  }
  return tasks;
}

}  // namespace

Result<void> ask_for_device(const Package& package, const Options& options, Journal& journal, Sink& sink) {
  std::unique_ptr<TrialProcess> process = CLC_TRY(TrialProcess::start(package, {}, options, sink));
  const TrialReport none = [](const Module&, const Trial&) {};
  return Listener(journal, {}, none).follow(*process, options.tune.timeout_s);
}

Result<void> run_trials(const Package& package, const std::vector<TunedName>& names, const Options& options,
                        Journal& journal, Sink& sink, const TrialReport& report) {
  std::map<std::string, const Module*> modules;
  for (const TunedName& name : names) {
    for (const Module* module : name.configurations) modules[module->name] = module;
  }
  Listener listener(journal, modules, report);
  for (;;) {
    const std::vector<Task> tasks = open_tasks(names, journal);
    if (tasks.empty()) return {};
    const std::size_t known = journal.trials().size();
    std::unique_ptr<TrialProcess> process = CLC_TRY(TrialProcess::start(package, tasks, options, sink));
    CLC_TRY(listener.follow(*process, options.tune.timeout_s));
    if (journal.trials().size() == known)
      return fail(ErrorKind::k_opencl, "the driver ended the process before it began");
  }
}

}  // namespace clc::clrun
