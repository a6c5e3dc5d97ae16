// The measurement of launches over a driver that runs the application's callbacks while it is asked for an event.
#include "launch_times.h"

#include <cstring>

#include "catch_all.h"
#include "clc/base/digest.h"
#include "fake_driver.h"
#include "layer_state.h"
#include "temporary_folder.h"

namespace clc::layer {
namespace {

using namespace test;

struct HeldEvent {
  cl_int status = CL_QUEUED;
  int releases = 0;
};

LaunchTimes* measured = nullptr;
const cl_command_queue k_queue = reinterpret_cast<cl_command_queue>(&measured);

template <class Value>
cl_int tell_value(Value value, void* to) {
  std::memcpy(to, &value, sizeof(value));
  return CL_SUCCESS;
}

HeldEvent& held_event(cl_event event) {
  return *reinterpret_cast<HeldEvent*>(event);
}

// Runs a callback that launches and waits.
cl_int CL_API_CALL get_state(cl_event event, cl_event_info, std::size_t, void* to, std::size_t*) {
  CHECK(measured->takes(k_queue));
  measured->collect(true);
  return tell_value(held_event(event).status, to);
}

cl_int CL_API_CALL get_profiling(cl_event, cl_profiling_info info, std::size_t, void* to, std::size_t*) {
  return tell_value<cl_ulong>(info == CL_PROFILING_COMMAND_END ? 500 : 100, to);
}

cl_int CL_API_CALL release_event(cl_event event) {
  ++held_event(event).releases;
  measured->collect(true);
  return CL_SUCCESS;
}

void begin_measured() {
  reset_fake();
  Dispatch table = fake_table();
  table.clGetEventInfo = get_state;
  table.clGetEventProfilingInfo = get_profiling;
  table.clReleaseEvent = release_event;
  REQUIRE(set_next(table, k_dispatch_entries));
  make_state({});
}

}  // namespace

TEST_CASE("launches are measured when they are over, by drivers that call back meanwhile") {
  begin_measured();
  const TemporaryFolder folder;
  const std::unique_ptr<Recorder> recorder = Recorder::open(folder / "recording").value();
  LaunchTimes times(*recorder);
  measured = &times;
  times.created(k_queue, fake_device_at(0), QueueProperties(nullptr), true);
  RecordedLaunch launch;
  launch.digest = sha256_hex("source");
  launch.kernel = "kernel";
  recorder->launched(launch);
  HeldEvent events[3];
  for (HeldEvent& one : events) times.launched(k_queue, reinterpret_cast<cl_event>(&one), launch);
  const auto releases = [&] { return std::vector{events[0].releases, events[1].releases, events[2].releases}; };

  times.collect(true);
  CHECK(releases() == std::vector{0, 0, 0});
  events[1].status = CL_COMPLETE;
  times.collect(false);  // of those in front
  CHECK(releases() == std::vector{0, 0, 0});
  times.collect(true);
  CHECK(releases() == std::vector{0, 1, 0});
  events[0].status = events[2].status = CL_COMPLETE;
  times.collect(false);
  CHECK(releases() == std::vector{1, 1, 1});

  recorder->finish();
  const std::vector<RecordedRun> runs = read_recording(folder / "recording", false).value().runs;
  REQUIRE(runs.size() == 1);
  REQUIRE(runs[0].launches.size() == 1);
  REQUIRE(runs[0].launches[0].times.size() == 1);
  CHECK(runs[0].launches[0].times[0].nanoseconds == std::vector<std::uint64_t>{400, 400, 400});
}

}  // namespace clc::layer
