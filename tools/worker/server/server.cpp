#include "worker/server/server.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm/Support/TargetSelect.h>

#include "base/file_descriptor.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "protocol/frame_codec.h"
#include "worker/ir/assembly_files.h"
#include "worker/server/compile.h"
#include "worker/server/job_process.h"

namespace clc::worker {
namespace {

using Clock = std::chrono::steady_clock;

void initialize_targets() {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();  // inline assembly
  LLVMInitializeAMDGPUDisassembler();
  refuse_assembly_files();
}

// Starting a process takes some milliseconds, finding what a source reads less than one.
constexpr std::size_t k_most_questions = 16;

bool can_share_process(const CompileRequest& a, const CompileRequest& b) {
  return a.only_reads && b.only_reads && a.readable.empty() && b.readable.empty() && a.time_limit_s == b.time_limit_s &&
         a.memory_limit_bytes == b.memory_limit_bytes;
}

// Frames and nothing else, and at most so many; otherwise none.
std::vector<std::string_view> messages_in(std::string_view bytes, std::size_t most) {
  std::vector<std::string_view> messages;
  while (!bytes.empty()) {
    const Result<std::optional<std::string_view>> message = take_frame(bytes);
    if (!message || !*message || messages.size() == most) return {};
    messages.push_back(**message);
  }
  return messages;
}

// True when as many more files may be open as starting a job takes.
bool can_open_files() {
  const auto another = [] { return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0); };
  const FileDescriptor one(another()), two(another()), three(another()), four(another());
  return four.is_open();
}

struct Job {
  std::deque<CompileRequest> requests;
  pid_t process = -1;
  int pipe = -1;
  std::string bytes;  // of the replies, as they arrive
  Clock::time_point deadline;
  bool is_timed_out = false;
};

class Server {
 public:
  Server(unsigned limit, std::string inputs) : limit_(limit), inputs_(std::move(inputs)) {}

  int run() {
    while (true) {
      while (is_any_waiting() && running_.size() < limit_ && has_room()) start(take_next());
      if (is_input_done_ && running_.empty() && !is_any_waiting()) return is_broken_ ? 1 : 0;
      if (!wait_for_events()) return stop();
    }
  }

 private:
  bool wait_for_events() {
    std::vector<pollfd> watched;
    watched.push_back({is_input_done_ ? -1 : STDIN_FILENO, POLLIN, 0});
    // Tells when the client has died while jobs run.
    watched.push_back({STDOUT_FILENO, 0, 0});
    std::vector<int> pipes;
    for (const auto& [pipe, job] : running_) {
      watched.push_back({pipe, POLLIN, 0});
      pipes.push_back(pipe);
    }
    if (poll(watched.data(), watched.size(), milliseconds_to_deadline()) < 0) return errno == EINTR;
    if ((watched[1].revents & (POLLERR | POLLNVAL)) != 0) return false;
    if ((watched[0].revents & (POLLIN | POLLHUP)) != 0 && !read_input()) return false;
    for (std::size_t i = 0; i < pipes.size(); ++i) {
      if (watched[i + 2].revents != 0 && !read_reply(pipes[i])) return false;
    }
    kill_late_jobs();
    return true;
  }

  int milliseconds_to_deadline() const {
    if (running_.empty()) return -1;
    auto nearest = Clock::time_point::max();
    for (const auto& [pipe, job] : running_) nearest = std::min(nearest, job.deadline);
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(nearest - Clock::now()).count();
    return static_cast<int>(std::clamp<long long>(left + 1, 0, 60'000));
  }

  // False when what arrived makes no sense.
  bool read_input() {
    char buffer[65536];
    const ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
    if (count < 0) return errno == EINTR;
    if (count == 0) {
      is_input_done_ = true;
      is_broken_ = !input_.empty();
      return true;
    }
    input_.append(buffer, static_cast<std::size_t>(count));
    while (true) {
      const Result<std::optional<std::string>> message = take_frame(input_);
      if (!message) return false;
      if (!*message) return true;
      Result<CompileRequest> request = decode_request(**message);
      if (!request || !take_inputs(*request)) return false;
      waiting_.push_back(*std::move(request));
    }
  }

  // Takes given files from the folder of inputs, in which each has the name that stands in the place of its text.
  bool take_inputs(CompileRequest& request) const {
    if (inputs_.empty()) return true;
    for (GivenFile& file : request.given_files) {
      Result<Bytes> text =
          is_sha256_hex(file.text) ? read_file(inputs_ + "/" + file.text) : fail(ErrorKind::k_damaged, "no name");
      if (!text) return false;
      file.text = *std::move(text);
    }
    return true;
  }

  bool is_any_waiting() const { return !waiting_.empty() || !alone_.empty(); }

  // Waits for a job to end where too few files may be open for one more.
  bool has_room() const { return running_.empty() || can_open_files(); }

  // For one process. Several only as far as all others have something to do.
  std::deque<CompileRequest> take_next() {
    std::deque<CompileRequest>& from = alone_.empty() ? waiting_ : alone_;
    const std::size_t most = alone_.empty() ? std::min(waiting_.size() / limit_, k_most_questions) : 1;
    std::deque<CompileRequest> taken;
    do {
      taken.push_back(std::move(from.front()));
      from.pop_front();
    } while (taken.size() < most && can_share_process(taken.front(), from.front()));
    return taken;
  }

  void start(std::deque<CompileRequest> requests) {
    load_builtins(requests.front());
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return answer_failures(requests, "no pipe could be opened: " + errno_text());
    const pid_t server = getpid();
    const pid_t process = fork();
    if (process < 0) {
      close(ends[0]);
      close(ends[1]);
      return answer_failures(requests, "no process could be started: " + errno_text());
    }
    if (process == 0) run_jobs(requests, ends[1], server);
    close(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    Job job;
    job.process = process;
    job.pipe = ends[0];
    job.deadline = Clock::now() + std::chrono::seconds(requests.front().time_limit_s);
    job.requests = std::move(requests);
    running_.emplace(ends[0], std::move(job));
  }

  bool read_reply(int pipe) {
    Job& job = running_.at(pipe);
    char buffer[65536];
    while (true) {
      const ssize_t count = read(pipe, buffer, sizeof buffer);
      if (count > 0) {
        job.bytes.append(buffer, static_cast<std::size_t>(count));
        continue;
      }
      if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
      return finish(pipe);
    }
  }

  // To be called when the child has closed its end of the pipe: it has answered, or died. What several questions left
  // without an answer is asked again, each alone: its own fault is then told from that of others.
  bool finish(int pipe) {
    Job job = std::move(running_.at(pipe));
    running_.erase(pipe);
    close(pipe);
    int status = 0;
    while (waitpid(job.process, &status, 0) < 0 && errno == EINTR) {
    }
    const bool was_alone = job.requests.size() == 1;
    for (const std::string_view reply : messages_in(job.bytes, job.requests.size())) {
      if (!write_frame(STDOUT_FILENO, reply)) return false;
      job.requests.pop_front();
    }
    if (!was_alone) {
      for (CompileRequest& request : job.requests) alone_.push_back(std::move(request));
    } else if (!job.requests.empty()) {
      answer_failure(job.requests.front().id, job.is_timed_out ? Outcome::k_timed_out : Outcome::k_crashed,
                     how_it_ended(job, status));
    }
    return !is_broken_;
  }

  static std::string how_it_ended(const Job& job, int status) {
    if (job.is_timed_out) return "the compiler ran out of time";
    if (!WIFSIGNALED(status))
      return "the compiler ended with status " + std::to_string(WEXITSTATUS(status)) + " and no answer";
    const int signal = WTERMSIG(status);
    return "the compiler died of signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
  }

  void answer_failures(const std::deque<CompileRequest>& requests, const std::string& detail) {
    for (const CompileRequest& request : requests) answer_failure(request.id, Outcome::k_unavailable, detail);
  }
  void answer_failure(std::uint64_t id, Outcome outcome, std::string detail) {
    CompileReply reply;
    reply.id = id;
    reply.outcome = outcome;
    reply.detail = std::move(detail);
    if (!write_frame(STDOUT_FILENO, encode_reply(reply))) is_broken_ = true;
  }

  void kill_late_jobs() {
    const auto now = Clock::now();
    for (auto& [pipe, job] : running_) {
      if (job.is_timed_out || now < job.deadline) continue;
      job.is_timed_out = true;
      job.deadline = Clock::time_point::max();
      kill(job.process, SIGKILL);
    }
  }

  int stop() {
    for (auto& [pipe, job] : running_) {
      kill(job.process, SIGKILL);
      waitpid(job.process, nullptr, 0);
    }
    return 1;
  }

  static std::string errno_text() { return std::strerror(errno); }

  unsigned limit_;
  std::string inputs_;  // a folder; empty: requests are complete
  std::string input_;
  bool is_input_done_ = false, is_broken_ = false;
  std::deque<CompileRequest> waiting_;
  std::deque<CompileRequest> alone_;  // to be asked again, each in a process of its own
  std::map<int, Job> running_;        // by pipe
};

}  // namespace

int serve(unsigned jobs, const std::string& inputs) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);  // build farms may have it ignored
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  initialize_targets();
  return Server(jobs, inputs).run();
}

}  // namespace clc::worker
