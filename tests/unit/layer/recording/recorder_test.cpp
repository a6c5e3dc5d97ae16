#include "recording/recorder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "catch_all.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "temporary_folder.h"

using namespace clc;
using clc::layer::Recorder;

namespace {

ProgramText program(const std::string& kernel) {
  return {"#include \"a.h\"\nkernel void " + kernel + "(global int* o) { *o = N; }\n",
          {{"include-0/a.h", "#define N 1\n"}},
          "-I include-0"};
}

RecordedBuild build_of(const ProgramText& text) {
  RecordedBuild build;
  build.digest = program_digest(text);
  build.served = "driver";
  build.nanoseconds = 1000;
  return build;
}

void record(Recorder& recorder, const std::string& kernel) {
  const ProgramText text = program(kernel);
  recorder.built(build_of(text), &text);
  recorder.launched({program_digest(text), kernel, 1, {}, {64, 1, 1}, {}, {{"buffer", "", "", 256}}, 1});
}

std::unique_ptr<Recorder> opened(const std::string& folder) {
  Result<std::unique_ptr<Recorder>> recorder = Recorder::open(folder);
  if (!recorder) FAIL(recorder.error().message);
  return *std::move(recorder);
}

}  // namespace

TEST_CASE("what was recorded can be read, with names that a person recognises") {
  const test::TemporaryFolder folder;
  const std::string place = folder.path() + "/a/recording";
  {
    const auto recorder = opened(place);
    record(*recorder, "copy");
    record(*recorder, "copy");
    recorder->not_recorded("why");
    recorder->not_recorded("why");
  }
  REQUIRE(is_recording(place));
  const Result<Recording> recording = read_recording(place);
  REQUIRE(recording);
  REQUIRE(recording->programs.size() == 1);
  const RecordedProgram& one = recording->programs[0];
  CHECK(one.name == "copy-" + one.digest.substr(0, 12));
  CHECK(one.text.source == program("copy").source);
  CHECK(one.text.headers == program("copy").headers);
  CHECK(std::filesystem::exists(place + "/programs/" + one.name + "/copy.cl"));
  CHECK(std::filesystem::exists(place + "/programs/" + one.name + "/include-0/a.h"));
  REQUIRE(recording->runs.size() == 1);
  const RecordedRun& run = recording->runs[0];
  CHECK_FALSE(run.command.empty());
  REQUIRE(run.builds.size() == 1);
  CHECK(run.builds[0].count == 2);
  CHECK(run.builds[0].nanoseconds == 2000);
  REQUIRE(run.launches.size() == 1);
  CHECK(run.launches[0].count == 2);
  REQUIRE(run.not_recorded.size() == 1);
  CHECK(run.not_recorded[0].count == 2);
}

TEST_CASE("launches that differ in values are told apart, as long as these are few") {
  const test::TemporaryFolder folder;
  const std::string place = folder.path() + "/recording";
  constexpr unsigned k_values = 100, k_kept = 64;
  {
    const auto recorder = opened(place);
    const ProgramText text = program("steps");
    recorder->built(build_of(text), &text);
    for (unsigned step = 0; step < 2 * k_values; ++step) {
      const RecordedArgument argument{"value", "int", "", 4, std::to_string(step % k_values)};
      recorder->launched({program_digest(text), "steps", 1, {}, {64, 1, 1}, {}, {argument}, 1});
    }
  }
  const Result<Recording> recording = read_recording(place);
  REQUIRE(recording);
  const std::vector<RecordedLaunch>& launches = recording->runs.at(0).launches;
  REQUIRE(launches.size() == k_kept + 1);
  for (unsigned step = 0; step < k_kept; ++step) {
    CHECK(launches[step].arguments.at(0).value == std::to_string(step));
    CHECK(launches[step].count == 2);
  }
  CHECK(launches.back().arguments.at(0).value.empty());
  CHECK(launches.back().count == 2 * (k_values - k_kept));
}

TEST_CASE("many threads and processes write into one recording, over many runs") {
  const test::TemporaryFolder folder;
  const std::string place = folder.path() + "/recording";
  constexpr int k_processes = 4;
  std::vector<pid_t> children;
  for (int i = 0; i < k_processes; ++i) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      const Result<std::unique_ptr<Recorder>> recorder = Recorder::open(place);
      if (!recorder) _exit(1);
      std::vector<std::thread> threads;
      for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&recorder, i, t] {
          for (int k = 0; k < 10; ++k) record(**recorder, "kernel_" + std::to_string((k + i + t) % 12));
        });
      }
      for (std::thread& thread : threads) thread.join();
      (*recorder)->finish();
      _exit((*recorder)->trouble().empty() ? 0 : 2);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  const Result<Recording> recording = read_recording(place);
  if (!recording) FAIL(recording.error().message);
  CHECK(recording->programs.size() == 12);
  CHECK(recording->runs.size() == k_processes);
  std::uint64_t builds = 0;
  for (const RecordedRun& run : recording->runs) {
    for (const RecordedBuild& build : run.builds) builds += build.count;
  }
  CHECK(builds == k_processes * 4 * 10);
  for (const auto& entry : std::filesystem::directory_iterator(place + "/programs")) {
    CHECK(entry.path().filename().string().front() != '.');
  }
}

TEST_CASE("a process that was forked has a run of its own") {
  const test::TemporaryFolder folder;
  {
    const auto recorder = opened(folder.path());
    record(*recorder, "parent");
    const pid_t child = fork();
    if (child == 0) {
      record(*recorder, "child");
      recorder->finish();
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  const Result<Recording> recording = read_recording(folder.path());
  REQUIRE(recording);
  REQUIRE(recording->runs.size() == 2);
  for (const RecordedRun& run : recording->runs) CHECK(run.builds.size() == 1);
}

TEST_CASE("a folder that holds something else is left alone") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder.path() + "/notes.txt", "mine"));
  const Result<std::unique_ptr<Recorder>> recorder = Recorder::open(folder.path());
  REQUIRE_FALSE(recorder);
  CHECK(recorder.error().message.find("something else") != std::string::npos);
  CHECK_FALSE(is_recording(folder.path()));
}

TEST_CASE("what cannot be written is told, and the program goes on") {
  const test::TemporaryFolder folder;
  const auto recorder = opened(folder.path());
  ProgramText text = program("copy");
  text.headers.push_back({"embedded/../../x.h", "x"});
  recorder->built(build_of(text), &text);
  CHECK(recorder->trouble().find("x.h") != std::string::npos);
  recorder->finish();
  const Result<Recording> recording = read_recording(folder.path());
  REQUIRE(recording);
  CHECK(recording->programs.empty());
  CHECK(recording->runs.at(0).not_recorded.size() == 1);
}

TEST_CASE("headers of one name, of which an application gave two, do not spoil the recording of other programs") {
  const test::TemporaryFolder folder;
  const auto recorder = opened(folder.path());
  for (const char* name : {"include-0/a.h", "include-0/./a.h", "include-0//a.h"}) {
    ProgramText text = program("copy");
    text.headers.push_back({name, "another"});
    recorder->built(build_of(text), &text);
    CHECK(recorder->trouble().find("a.h") != std::string::npos);
  }
  ProgramText same = program("same");
  same.headers.push_back(same.headers[0]);
  recorder->built(build_of(same), &same);
  record(*recorder, "other");
  recorder->finish();
  const Result<Recording> recording = read_recording(folder.path());
  REQUIRE(recording);
  CHECK(recording->programs.size() == 2);
  CHECK(recording->runs.at(0).not_recorded.size() == 3);
}

TEST_CASE("a recording whose sources were changed is damaged") {
  const test::TemporaryFolder folder;
  {
    const auto recorder = opened(folder.path());
    record(*recorder, "copy");
  }
  const std::string name = read_recording(folder.path())->programs.at(0).name;
  REQUIRE(write_file_atomically(folder.path() + "/programs/" + name + "/include-0/a.h", "#define N 2\n"));
  const Result<Recording> changed = read_recording(folder.path());
  REQUIRE_FALSE(changed);
  CHECK(changed.error().kind == ErrorKind::k_damaged);
  CHECK(changed.error().message.find(name) != std::string::npos);
}
