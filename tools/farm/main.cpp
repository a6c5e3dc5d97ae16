// clc-farm: takes the place of clc-worker where CLC_REMOTE_EXECUTION names a server, and compiles here what that
// cannot.
//
// A process of its own, so that its threads are nobody else's, and its end is the end of all that it waits for.
#include <poll.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/environment_variable.h"
#include "credentials.h"
#include "farm/farm.h"
#include "farm/local_worker.h"
#include "farm/remote_compiler.h"
#include "protocol/frame_codec.h"
#include "servers.h"

namespace clc::farm {
namespace {

// Ends the process on a signal, after the server was told.
void end_on_signals(const sigset_t& signals, Farm& farm) {
  std::thread([signals, &farm] {
    int signal = 0;
    sigwait(&signals, &signal);
    farm.end();
    _exit(128 + signal);
  }).detach();
}

bool has_more_input() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0;
}

int run(unsigned jobs, const std::string& worker) {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // the server is told then
  const unsigned cores = std::clamp(std::thread::hardware_concurrency(), 1U, jobs);
  LocalWorker local(worker, 2 * cores);  // it also tells what jobs read, while others compile
  const Result<cache::ServerSettings> settings =
      cache::parse_execution_server(environment_variable("CLC_REMOTE_EXECUTION"));
  if (!settings) return 2;
  const Result<cache::Credentials> credentials = cache::find_credentials(*settings);
  std::optional<RemoteCompiler> remote;
  if (credentials) remote.emplace(*settings, *credentials, worker);
  Farm farm(local, remote ? &*remote : nullptr, credentials ? "" : credentials.error().message, jobs, cores);
  end_on_signals(signals, farm);
  for (;;) {
    const Result<std::optional<std::string>> message = read_frame(STDIN_FILENO);
    if (!message) _exit(1);
    if (!*message) _exit(0);
    Result<FarmRequest> request = decode_farm_request(**message);
    if (!request) _exit(1);
    farm.take(*std::move(request));
    if (!has_more_input()) farm.send();
  }
}

}  // namespace
}  // namespace clc::farm

int main(int argc, char** argv) {
  unsigned jobs = 0;
  const std::string_view text = argc == 4 ? argv[2] : "";
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), jobs);
  if (argc != 4 || std::string_view(argv[1]) != "-j" || error != std::errc() || end != text.data() + text.size() ||
      jobs == 0) {
    std::fputs("usage: clc-farm -j N WORKER\nclc starts it; requests come on standard input.\n", stderr);
    return 2;
  }
  return clc::farm::run(jobs, argv[3]);
}
