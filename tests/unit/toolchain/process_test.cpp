#include "toolchain/process.h"

#include <signal.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch_all.h"
#include "process_gone.h"
#include "skip.h"

using namespace clc;
using clc::test::is_gone;
using clc::test::is_gone_soon;
using clc::test::skip;
using std::chrono::seconds;

namespace {

Result<Finished> shell(const std::string& script, const std::string& input = "", seconds limit = seconds(20)) {
  return run_process({{"/bin/sh", "-c", script}, ""}, input, limit);
}

// The process ids that a script has printed, one a line.
std::vector<pid_t> pids_in(const std::string& text) {
  std::istringstream lines(text);
  std::vector<pid_t> pids;
  for (pid_t pid = 0; lines >> pid;) pids.push_back(pid);
  return pids;
}

void check_gone(const std::vector<pid_t>& pids) {
  for (const pid_t pid : pids) {
    CAPTURE(pid);
    CHECK(is_gone_soon(pid));
    kill(pid, SIGKILL);  // a failing test leaves nothing behind, either
  }
}

}  // namespace

TEST_CASE("a process gets its input and gives its output", "[toolchain]") {
  const std::string input(300000, 'x');  // more than a pipe holds
  const auto finished = shell("cat; echo problem >&2; exit 3", input);
  REQUIRE(finished);
  CHECK(finished->output == input);
  CHECK(finished->errors == "problem\n");
  CHECK(finished->ending.exit_code == 3);
  CHECK(finished->ending.describe() == "exited with 3");
  CHECK_FALSE(finished->timed_out);
}

TEST_CASE("a death by signal is told by name", "[toolchain]") {
  const auto finished = shell("kill -SEGV $$");
  REQUIRE(finished);
  CHECK(finished->ending.signal == SIGSEGV);
  CHECK(finished->ending.describe().find("SIGSEGV") != std::string::npos);
}

TEST_CASE("a process that hangs is killed with what it started", "[toolchain]") {
  const auto begin = Clock::now();
  const auto finished = shell("trap '' TERM; sleep 1000 & echo $$ $!; wait; sleep 1000", "", seconds(1));
  REQUIRE(finished);
  CHECK(finished->timed_out);
  CHECK(Clock::now() - begin < seconds(10));
  const std::vector<pid_t> pids = pids_in(finished->output);
  REQUIRE(pids.size() == 2);
  check_gone(pids);
}

TEST_CASE("a process that hangs may clean up before it is killed", "[toolchain]") {
  const auto folder = ScratchFolder::make();
  REQUIRE(folder);
  const std::string note = folder->path() + "/note";
  const auto finished = shell("trap 'echo cleaned >" + note + "; exit 4' TERM; sleep 1000 & wait", "", seconds(1));
  REQUIRE(finished);
  CHECK(finished->timed_out);
  CHECK(finished->ending.exit_code == 4);
  CHECK(std::filesystem::exists(note));
}

TEST_CASE("a process ends with the value that stands for it", "[toolchain]") {
  std::vector<pid_t> pids;
  {
    auto process = Process::start({{"/bin/sh", "-c", "sleep 1000 & echo $$ $!; wait"}, ""});
    REQUIRE(process);
    const auto deadline = Clock::now() + seconds(20);
    while (process->output().find('\n') == std::string::npos && Clock::now() < deadline) {
      REQUIRE(poll_processes({&*process}, deadline));
    }
    pids = pids_in(process->output());
    REQUIRE(pids.size() == 2);
    for (const pid_t pid : pids) CHECK_FALSE(is_gone(pid));
  }
  check_gone(pids);
}

TEST_CASE("a grandchild that keeps the pipes open does not keep us waiting, and is killed", "[toolchain]") {
  const auto begin = Clock::now();
  const auto finished = shell("sleep 1000 & echo $!");
  REQUIRE(finished);
  CHECK(Clock::now() - begin < seconds(10));
  const std::vector<pid_t> pids = pids_in(finished->output);
  REQUIRE(pids.size() == 1);
  check_gone(pids);
}

TEST_CASE("a process that does not read its input is no trouble", "[toolchain]") {
  signal(SIGPIPE, SIG_IGN);
  const auto finished = shell("exit 0", std::string(1 << 20, 'x'));
  REQUIRE(finished);
  CHECK(finished->ending.clean());
}

TEST_CASE("one child does not hold the pipes of another", "[toolchain]") {
  auto first = Process::start({{"/bin/cat"}, ""});
  REQUIRE(first);
  auto second = Process::start({{"/bin/sleep", "1000"}, ""});
  REQUIRE(second);
  first->close_input();  // cat ends at the end of its input, which comes when nobody else holds the pipe
  const auto deadline = Clock::now() + seconds(20);
  while (!first->ended() && Clock::now() < deadline) REQUIRE(poll_processes({&*first, &*second}, deadline));
  CHECK(first->ended());
  CHECK_FALSE(second->ended());
}

TEST_CASE("a process that takes too much memory is told apart", "[toolchain]") {
  const std::string grow = "a = []\nwhile len(a) < 2000: a.append(b'x' * (1 << 20))\n";
  const auto run = [&](const std::string& script, std::uint64_t limit) {
    ProcessSpec spec{{"/usr/bin/env", "python3", "-c", script}, "", false, limit};
    return run_process(spec, "", seconds(60));
  };
  const auto greedy = run(grow, std::uint64_t{256} << 20);
  REQUIRE(greedy);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return skip("a limit of memory", "sanitizers reserve more than any limit, so that there is none");
#endif
  CHECK_FALSE(greedy->ending.clean());
  CHECK(greedy->ending.out_of_memory);
  CHECK(greedy->ending.describe().find("--memory-limit") != std::string::npos);
  const auto failing = run("raise SystemExit(3)", std::uint64_t{256} << 20);
  REQUIRE(failing);
  CHECK(failing->ending.describe() == "exited with 3");
  const auto content = run("x = b'x' * (200 << 20)", 0);
  REQUIRE(content);
  CHECK(content->ending.clean());
}

TEST_CASE("a program that is not there is unavailable", "[toolchain]") {
  const auto finished = run_process({{"/nonexistent/program"}, ""}, "", seconds(1));
  REQUIRE_FALSE(finished);
  CHECK(finished.error().kind == ErrorKind::k_unavailable);
}

TEST_CASE("a temporary folder is private and goes away", "[toolchain]") {
  std::string path;
  {
    const auto folder = ScratchFolder::make();
    REQUIRE(folder);
    path = folder->path();
    struct stat info{};
    REQUIRE(stat(path.c_str(), &info) == 0);
    CHECK((info.st_mode & 0777) == 0700);
    std::ofstream(path + "/file") << "text";
    const auto inside = run_process({{"/bin/pwd"}, path}, "", seconds(20));
    REQUIRE(inside);
    CHECK(inside->output == path + "\n");
  }
  CHECK_FALSE(std::filesystem::exists(path));
}
