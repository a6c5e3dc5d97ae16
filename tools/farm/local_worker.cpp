#include "farm/local_worker.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>
#include <utility>

#include "protocol/frame_codec.h"

namespace clc::farm {
namespace {

constexpr std::chrono::milliseconds k_time_of_signals(400);

[[noreturn]] void end(const char* why) {
  std::fprintf(stderr, "clc-farm: %s\n", why);
  _exit(1);
}

}  // namespace

LocalWorker::LocalWorker(const std::string& program, unsigned processes) {
  int input[2];
  int output[2];
  if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) end("no pipe to clc-worker could be opened");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigdefault(&attributes, &all);
  std::string path = program;
  std::string option = "-j";
  std::string count = std::to_string(processes);
  char* arguments[] = {path.data(), option.data(), count.data(), nullptr};
  pid_t process = -1;
  const int error = posix_spawn(&process, program.c_str(), &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) end("clc-worker cannot be started");
  close(input[0]);
  close(output[1]);
  to_worker_ = input[1];
  from_worker_ = output[0];
  reader_ = std::thread([this] { hear(); });
}

void LocalWorker::hear() {
  for (;;) {
    const Result<std::optional<std::string>> message = read_frame(from_worker_);
    if (!message || !*message) {
      // A signal that ended it may be one for all of the group: then the server is told first.
      std::this_thread::sleep_for(k_time_of_signals);
      end("clc-worker is gone");
    }
    Result<CompileReply> reply = decode_reply(**message);
    std::unique_lock<std::mutex> lock(mutex_);
    const auto asked = reply ? asked_.extract(reply->id) : decltype(asked_)::node_type();
    if (asked.empty()) end("clc-worker sent an unexpected answer");
    lock.unlock();
    asked.mapped().set_value(*std::move(reply));  // wakes the one who waits, of hundreds
  }
}

CompileReply LocalWorker::ask(const CompileRequest& request) {
  CompileRequest numbered = request;
  std::future<CompileReply> answered;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    numbered.id = next_id_++;
    answered = asked_[numbered.id].get_future();
  }
  {
    // The worker may wait for its answers to be heard before it takes more.
    const std::lock_guard<std::mutex> lock(writing_);
    if (!write_frame(to_worker_, encode_request(numbered))) end("clc-worker takes no requests");
  }
  CompileReply answer = answered.get();
  answer.id = request.id;
  return answer;
}

}  // namespace clc::farm
