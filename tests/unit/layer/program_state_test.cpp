// The states of a program that the layer follows, and the events that change them.
#include "program/program_state.h"

#include <atomic>
#include <thread>

#include "catch_all.h"

namespace clc::layer {
namespace {

char device_objects[2];
cl_device_id device_at(int index) {
  return reinterpret_cast<cl_device_id>(&device_objects[index]);
}

std::map<cl_device_id, ServedDevice> answers_of(cl_build_status status, const std::string& options) {
  return {{device_at(0), ServedDevice{status, options, nullptr}}};
}

std::shared_ptr<const StandIn> stand_in_with(const std::string& options) {
  auto stand_in = std::make_shared<StandIn>();
  stand_in->devices = answers_of(CL_BUILD_SUCCESS, options);
  return stand_in;
}

Compilation compilation_at(CompilationStep step) {
  Compilation compilation;
  compilation.identity = compilation.digest = "known";
  compilation.step = step;
  compilation.answers = answers_of(CL_BUILD_SUCCESS, "compiled");
  return compilation;
}

using Event = void (*)(ProgramState&);
void compile(ProgramState& state) {
  state.compile(compilation_at(CompilationStep::k_deferred));
}
void compiled(ProgramState& state) {
  state.compiled(true);
}
void serve(ProgramState& state) {
  state.serve(stand_in_with("served"), {device_at(0)});
}
void begin_build(ProgramState& state) {
  state.begin_build({device_at(0)}, "built", {});
}
void keep_serving(ProgramState& state) {
  state.keep_serving(stand_in_with("served"));
}
void leave(ProgramState& state) {
  state.leave();
}
void refuse(ProgramState& state) {
  state.refuse(answers_of(CL_BUILD_ERROR, "refused"));
}
void nothing(ProgramState&) {}

std::string options_on(const ProgramState& state, cl_device_id device) {
  const ProgramState::Answers answers = state.answers_on(device);
  return answers.served ? answers.served->options : "the driver's";
}

}  // namespace

TEST_CASE("Each event leads from each state of a program to the next one in the table") {
  const Event firsts[] = {nothing, compile, leave, serve};
  const char* const states[] = {"not built", "compiled", "left to the driver", "served"};
  const std::string built = states[0], compiled_only = states[1], left = states[2], served = states[3];
  const struct {
    Event event;
    std::string next[4];
  } table[] = {
      {compile, {compiled_only, compiled_only, compiled_only, compiled_only}},
      {compiled, {built, compiled_only, left, served}},
      {serve, {served, served, served, served}},
      {begin_build, {left, left, left, left}},
      {keep_serving, {served, served, served, served}},
      {leave, {left, left, left, left}},
      {refuse, {built, compiled_only, left, built}},
  };
  for (const auto& row : table) {
    for (std::size_t i = 0; i < 4; ++i) {
      ProgramState state;
      firsts[i](state);
      REQUIRE(state.name() == std::string(states[i]));
      row.event(state);
      CHECK(state.name() == row.next[i]);
      CHECK((state.stand_in() != nullptr) == (row.next[i] == served));
      CHECK(state.compilation().has_value() == (row.next[i] == compiled_only));
    }
  }
  CHECK(ProgramState(nullptr).name() == left);
  CHECK(ProgramState(stand_in_with("linked")).name() == served);
}

TEST_CASE("The layer answers for served and refused devices and for deferred compilations, the driver for all else") {
  ProgramState state;
  CHECK(options_on(state, device_at(0)) == "the driver's");
  compile(state);
  CHECK(options_on(state, device_at(0)) == "compiled");
  compiled(state);
  CHECK(options_on(state, device_at(0)) == "the driver's");
  serve(state);
  CHECK(options_on(state, device_at(0)) == "served");
  CHECK(options_on(state, device_at(1)) == "the driver's");
  refuse(state);
  CHECK(options_on(state, device_at(0)) == "refused");
  for (const Event event : {compile, serve, begin_build, leave}) {
    ProgramState refused;
    refuse(refused);
    event(refused);
    CHECK(options_on(refused, device_at(0)) != "refused");
  }
  ProgramState other;
  refuse(other);
  other.serve(stand_in_with("served"), {device_at(1)});
  CHECK(options_on(other, device_at(0)) == "refused");
}

TEST_CASE("A build is kept later only while it is the driver's last one") {
  ProgramState state;
  const BuildNumber first = state.begin_build({device_at(0)}, "", {});
  CHECK(state.set_unkept(first, {}));
  CHECK(state.is_unkept());
  CHECK_FALSE(state.is_launched());
  state.launched();
  CHECK(state.is_launched());
  const BuildNumber second = state.begin_build({device_at(0)}, "", {});
  CHECK_FALSE(state.set_unkept(first, {}));
  CHECK(state.set_unkept(second, {}));
  CHECK_FALSE(state.is_launched());
  for (const Event event : {compile, serve, leave}) {
    const BuildNumber build = state.begin_build({device_at(0)}, "", {});
    REQUIRE(state.set_unkept(build, {}));
    event(state);
    CHECK_FALSE(state.is_unkept());
    CHECK_FALSE(state.set_unkept(build, {}));
  }
}

TEST_CASE("The driver's builds for other devices count until something else does the program's work") {
  ProgramState state;
  state.begin_build({device_at(0)}, "", answers_of(CL_BUILD_SUCCESS, ""));
  CHECK(state.is_built_for_others({device_at(1)}));
  CHECK_FALSE(state.is_built_for_others({device_at(0)}));
  begin_build(state);
  CHECK(state.is_built_for_others({device_at(1)}));
  serve(state);
  CHECK_FALSE(state.is_built_for_others({device_at(1)}));
}

TEST_CASE("A compilation loses its identity when a check of its files finds a change, and is checked once") {
  for (const bool is_same : {true, false}) {
    ProgramState state;
    state.compile(compilation_at(CompilationStep::k_unchecked));
    state.checked(is_same);
    CHECK(state.compilation()->identity.empty() == !is_same);
    CHECK(state.compilation()->digest.empty() == !is_same);
    state.checked(false);
    CHECK(state.compilation()->identity.empty() == !is_same);
  }
}

TEST_CASE("Constants are those of a program's kernels while they are the ones that it was compiled with first") {
  ProgramState state;
  state.set_constant(7, "1");
  CHECK_FALSE(state.have_constants_changed());
  state.note_first_constants();
  CHECK_FALSE(state.have_constants_changed());
  state.set_constant(7, "2");
  state.note_first_constants();
  CHECK(state.have_constants_changed());
  CHECK(state.constants() == SpecializationConstants{{7, "2"}});
}

TEST_CASE("One thread at a time has the turn to build a program, and queries go on meanwhile") {
  ProgramState state;
  std::atomic<int> inside{0}, together{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        BuildLock turn(state);
        if (++inside > 1) ++together;
        begin_build(state);
        static_cast<void>(state.stand_in());
        --inside;
        if (round % 2 == 0) turn.end();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(together == 0);
}

}  // namespace clc::layer
