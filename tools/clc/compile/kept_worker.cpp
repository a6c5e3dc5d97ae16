#include "compile/kept_worker.h"

#include <sys/stat.h>

#include "base/environment_variable.h"
#include "base/try.h"

namespace clc {
namespace {

// A job allocates tens of megabytes within milliseconds and returns none: in large pages, taken many at a time, it
// spends a tenth less on page faults. glibc reads this when a process starts.
constexpr const char* k_worker_memory =
    "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=16777216:glibc.malloc.mmap_threshold=33554432:"
    "glibc.malloc.trim_threshold=1073741824";

// Another text when the program was replaced.
std::string state_of(const std::string& program) {
  struct stat info{};
  if (stat(program.c_str(), &info) != 0) return "";
  return program + " " + std::to_string(info.st_dev) + " " + std::to_string(info.st_ino) + " " +
         std::to_string(info.st_size) + " " + std::to_string(info.st_mtim.tv_sec) + "." +
         std::to_string(info.st_mtim.tv_nsec);
}

}  // namespace

void KeptWorker::begin() {
  silent_ = 0;
  if (!worker_) return;
  const bool is_there = poll_processes({&*worker_}, Clock::now()).has_value();
  if (is_there && worker_->ended()) worker_.reset();
}

Result<Process*> KeptWorker::get(const Plan& plan) {
  const std::string state = state_of(plan.worker_program);
  // Artifacts of the old program must not be kept in the cache under the identity of the new one.
  if (worker_ && state != program_) worker_.reset();
  if (worker_) return &*worker_;
  if (silent_ >= 2) return fail(ErrorKind::k_crash, "clc-worker cannot work here: it died twice without an answer");
  const std::string jobs = std::to_string(plan.processes);
  std::vector<std::string> arguments{plan.worker_program, "-j", jobs};
  if (is_farm()) arguments = {farm_, "-j", jobs, plan.worker_program};
  Process started = CLC_TRY(
      Process::start({.arguments = std::move(arguments), .folder = plan.working_folder, .setting = k_worker_memory}));
  worker_.emplace(std::move(started));
  program_ = state;
  ++silent_;
  return &*worker_;
}

std::string KeptWorker::use_farm() {
  if (std::exchange(is_farm_settled_, true) || environment_variable("CLC_REMOTE_EXECUTION").empty()) return "";
  const Result<std::string> program = find_helper("clc-farm");
  if (!program) return program.error().message;
  worker_.reset();
  farm_ = *program;
  return "";
}

void KeptWorker::drop_farm() {
  worker_.reset();
  farm_.clear();
  silent_ = 0;
}

}  // namespace clc
