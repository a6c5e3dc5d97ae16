#include "worker/server/job_process.h"

#include <fcntl.h>

#include <csignal>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <llvm/Support/ErrorHandling.h>

#include "base/try.h"
#include "confine/file_rules.h"
#include "confine/system_calls.h"
#include "protocol/frame_codec.h"
#include "worker/builtins/builtin_library.h"
#include "worker/frontend/frontend.h"
#include "worker/server/compile.h"
#include "worker/server/job_stack.h"

namespace clc::worker {
namespace {

constexpr int k_reply_pipe = 3;

// Sanitizers report on standard error, and reserve terabytes of memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool k_is_sanitized = true;
#else
constexpr bool k_is_sanitized = false;
#endif

// Leaves nothing open but the pipe, and /dev/null in the place of the standard streams: a source must not reach the
// requests and replies of other jobs.
bool keep_only(int reply_pipe) {
  const bool is_moved = reply_pipe == k_reply_pipe || dup2(reply_pipe, k_reply_pipe) == k_reply_pipe;
  // First, because as many files may be open as may be.
  if (!is_moved || close_range(k_reply_pipe + 1, ~0U, 0) != 0) return false;
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) nothing = memfd_create("nothing", MFD_CLOEXEC);  // a chroot may have no /dev
  if (nothing < 0) return false;
  const int last_stream = k_is_sanitized ? STDOUT_FILENO : STDERR_FILENO;
  for (int stream = STDIN_FILENO; stream <= last_stream; ++stream) {
    if (dup2(nothing, stream) < 0) return false;
  }
  return close_range(k_reply_pipe + 1, ~0U, 0) == 0;
}

struct RunningJob {
  int reply_pipe = -1;
  const std::deque<CompileRequest>* all = nullptr;
  const CompileRequest* request = nullptr;  // that is answered now

  bool is_alone() const { return all->size() == 1; }
};
RunningJob running_job;  // for the handlers below, which LLVM and libstdc++ call without it

[[noreturn]] void end_crashed(std::string why) {
  if (!running_job.is_alone()) _exit(1);  // it is asked again in a process of its own
  CompileReply reply;
  reply.id = running_job.request->id;
  reply.outcome = Outcome::k_crashed;
  reply.detail = std::move(why);
  (void)write_frame(running_job.reply_pipe, encode_reply(reply));
  _exit(0);
}

void end_nested_too_deeply() {
  if (!running_job.is_alone()) _exit(1);
  (void)write_frame(running_job.reply_pipe, encode_reply(nested_too_deeply(*running_job.request)));
  _exit(0);
}

// LLVM calls this instead of returning an error. The reason is sent, and the job ends.
void report_fatal(void*, const char* reason, bool) {
  if (const std::optional<MissingInstruction> missing = missing_instruction(reason)) {
    if (!running_job.is_alone()) _exit(1);
    static bool is_again = false;
    if (missing->line == 0 && !std::exchange(is_again, true)) {
      keep_all_places();
      (void)compile(*running_job.request);  // which comes here again, with the place
    }
    const CompileReply reply = without_instruction(*running_job.request, *missing);
    (void)write_frame(running_job.reply_pipe, encode_reply(reply));
    _exit(0);
  }
  end_crashed(std::string("LLVM reported a fatal error: ") + reason);
}

// Freed to have memory for the reply when there is no other.
std::unique_ptr<char[]> reserve;

[[noreturn]] void report_out_of_memory() {
  if (reserve == nullptr) abort();  // the reserve was not enough for the reply
  reserve.reset();
  end_crashed("the compiler ran out of memory (--memory-limit)");
}

void set_limits(const CompileRequest& request) {
  constexpr std::size_t k_reserve = std::size_t{1} << 20U;
  reserve = std::make_unique<char[]>(k_reserve);
  // LLVM has a C++ library of its own, and asks for memory in more than one way.
  std::set_new_handler(report_out_of_memory);
  llvm::install_out_of_memory_new_handler();
  llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { report_out_of_memory(); });

  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (request.memory_limit_bytes != 0 && !k_is_sanitized) {
    const rlimit memory{request.memory_limit_bytes, request.memory_limit_bytes};
    setrlimit(RLIMIT_AS, &memory);
  }
}

// Everything that the job reads by itself was read before, but for these files and the source's own.
Result<void> limit_reading(const CompileRequest& request) {
  FileRules rules = CLC_TRY(FileRules::make(FileRules::Limit::k_all));
  for (const std::string& place : request.readable) rules.allow_reading(place);
  for (const std::string& file : builtin_paths(request.target)) rules.allow_reading(file);
  if (rules.apply()) return {};
  return fail(ErrorKind::k_unavailable, "this Linux lacks Landlock, which confines a process to files");
}

// A kernel without such limits is an error only where the user asked for them.
Result<void> confine(const CompileRequest& request) {
  const bool is_asked_for = !request.readable.empty();
  if (is_asked_for) {
    CLC_TRY(limit_reading(request));
  }
  if (only_compute() || !is_asked_for) return {};
  return fail(ErrorKind::k_unavailable, "this Linux refuses to limit the system calls of a process");
}

[[noreturn]] void answer_all() {
  const Result<void> confined = confine(*running_job.request);
  for (const CompileRequest& request : *running_job.all) {
    running_job.request = &request;
    CompileReply reply;
    reply.id = request.id;
    if (confined) {
      reply = compile(request);
    } else {
      reply.outcome = Outcome::k_unavailable;
      reply.detail = confined.error().message;
    }
    if (!write_frame(k_reply_pipe, encode_reply(reply))) _exit(1);
  }
  _exit(0);  // nothing is destroyed: the process ends anyway
}

}  // namespace

void run_jobs(const std::deque<CompileRequest>& requests, int reply_pipe, pid_t server) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != server) _exit(1);  // it died before this process asked to die with it
  running_job = {k_reply_pipe, &requests, &requests.front()};
  if (!keep_only(reply_pipe)) _exit(1);
  set_limits(requests.front());
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_DFL);
  llvm::install_fatal_error_handler(report_fatal);
  if (k_is_sanitized) answer_all();  // it keeps a stack of its own for faults
  run_on_own_stack(answer_all, end_nested_too_deeply, requests.front().memory_limit_bytes);
}

}  // namespace clc::worker
