#include "program/program_state.h"

#include <algorithm>
#include <utility>

namespace clc::layer {
namespace {

void end_compilation(Compilation& compilation, bool is_same) {
  compilation.step = CompilationStep::k_done;
  if (!is_same) compilation.identity = compilation.digest = "";
}

}  // namespace

ProgramState::Waiting& ProgramState::waiting() {
  static auto* const all = new Waiting;  // never destroyed, because threads may use it until the process is gone
  return *all;
}

ProgramState::ProgramState(std::shared_ptr<const StandIn> stand_in) {
  if (stand_in) {
    state_ = Served{std::move(stand_in)};
  } else {
    state_ = LeftToDriver{};
  }
}

void ProgramState::compile(Compilation compilation) {
  State before;  // destroyed after the lock, because the driver releases a stand-in
  const std::lock_guard lock(waiting().mutex);
  before = std::exchange(state_, Compiled{std::move(compilation)});
  refusals_.clear();
}

void ProgramState::compiled(bool is_same) {
  const std::lock_guard lock(waiting().mutex);
  if (auto* state = std::get_if<Compiled>(&state_)) end_compilation(state->compilation, is_same);
}

void ProgramState::serve(std::shared_ptr<const StandIn> stand_in, const std::vector<cl_device_id>& devices) {
  State before;  // destroyed after the lock, because the driver releases a stand-in
  const std::lock_guard lock(waiting().mutex);
  before = std::exchange(state_, Served{std::move(stand_in)});
  for (const cl_device_id device : devices) refusals_.erase(device);
}

BuildNumber ProgramState::begin_build(const std::vector<cl_device_id>& devices, const std::string& options,
                                      const std::map<cl_device_id, ServedDevice>& others) {
  State before;
  const std::lock_guard lock(waiting().mutex);
  if (!std::holds_alternative<LeftToDriver>(state_)) before = std::exchange(state_, LeftToDriver{});
  auto& state = std::get<LeftToDriver>(state_);
  for (const cl_device_id device : devices) state.options[device] = options;
  for (const auto& [device, served] : others) state.options[device] = served.options;
  refusals_.clear();
  return state.build = ++builds_;
}

void ProgramState::keep_serving(std::shared_ptr<const StandIn> stand_in) {
  State before;  // destroyed after the lock, because the driver releases a stand-in
  const std::lock_guard lock(waiting().mutex);
  before = std::exchange(state_, Served{std::move(stand_in)});
}

void ProgramState::leave() {
  State before;
  const std::lock_guard lock(waiting().mutex);
  if (!std::holds_alternative<LeftToDriver>(state_)) before = std::exchange(state_, LeftToDriver{});
  auto& state = std::get<LeftToDriver>(state_);
  state.build = ++builds_;
  state.unkept.reset();
  refusals_.clear();
}

void ProgramState::refuse(std::map<cl_device_id, ServedDevice> refusals) {
  State before;
  const std::lock_guard lock(waiting().mutex);
  if (std::holds_alternative<Served>(state_)) before = std::exchange(state_, NotBuilt{});
  for (auto& [device, refusal] : refusals) refusals_[device] = std::move(refusal);
}

const char* ProgramState::name() const {
  static constexpr const char* k_names[] = {"not built", "compiled", "left to the driver", "served"};
  const std::lock_guard lock(waiting().mutex);
  return k_names[state_.index()];
}

ProgramState::Answers ProgramState::answers_on(cl_device_id device) const {
  const std::lock_guard lock(waiting().mutex);
  const auto find_in = [device](const std::map<cl_device_id, ServedDevice>& map) -> std::optional<ServedDevice> {
    const auto at = map.find(device);
    return at == map.end() ? std::nullopt : std::optional(at->second);
  };
  Answers answers;
  if (const auto* state = std::get_if<Served>(&state_)) {
    answers.stand_in = state->stand_in;
    answers.served = find_in(state->stand_in->devices);
  } else if (const auto* compiled = std::get_if<Compiled>(&state_);
             compiled != nullptr && compiled->compilation.step == CompilationStep::k_deferred) {
    answers.served = find_in(compiled->compilation.answers);
  }
  if (auto refusal = find_in(refusals_)) answers.served = std::move(refusal);
  return answers;
}

std::shared_ptr<const StandIn> ProgramState::stand_in() const {
  const std::lock_guard lock(waiting().mutex);
  const auto* state = std::get_if<Served>(&state_);
  return state == nullptr ? nullptr : state->stand_in;
}

std::optional<Compilation> ProgramState::compilation() const {
  const std::lock_guard lock(waiting().mutex);
  const auto* state = std::get_if<Compiled>(&state_);
  return state == nullptr ? std::nullopt : std::optional(state->compilation);
}

bool ProgramState::is_deferred() const {
  const std::lock_guard lock(waiting().mutex);
  const auto* state = std::get_if<Compiled>(&state_);
  return state != nullptr && state->compilation.step == CompilationStep::k_deferred;
}

void ProgramState::checked(bool is_same) {
  const std::lock_guard lock(waiting().mutex);
  auto* state = std::get_if<Compiled>(&state_);
  if (state == nullptr || state->compilation.step != CompilationStep::k_unchecked) return;
  end_compilation(state->compilation, is_same);
}

bool ProgramState::is_built_for_others(const std::vector<cl_device_id>& devices) const {
  const std::lock_guard lock(waiting().mutex);
  const auto* state = std::get_if<LeftToDriver>(&state_);
  if (state == nullptr) return false;
  return std::ranges::any_of(
      state->options, [&](const auto& entry) { return std::ranges::find(devices, entry.first) == devices.end(); });
}

bool ProgramState::set_unkept(BuildNumber build, UnkeptBuild unkept) {
  const std::lock_guard lock(waiting().mutex);
  auto* state = std::get_if<LeftToDriver>(&state_);
  if (state == nullptr || state->build != build) return false;
  state->unkept = std::move(unkept);
  return true;
}

BuildNumber ProgramState::build_number() const {
  const std::lock_guard lock(waiting().mutex);
  const auto* state = std::get_if<LeftToDriver>(&state_);
  return state == nullptr ? 0 : state->build;
}

std::optional<UnkeptBuild> ProgramState::unkept() const {
  const std::lock_guard lock(waiting().mutex);
  const auto* state = std::get_if<LeftToDriver>(&state_);
  return state == nullptr ? std::nullopt : state->unkept;
}

bool ProgramState::is_unkept() const {
  const std::lock_guard lock(waiting().mutex);
  const auto* state = std::get_if<LeftToDriver>(&state_);
  return state != nullptr && state->unkept;
}

void ProgramState::clear_unkept() {
  const std::lock_guard lock(waiting().mutex);
  if (auto* state = std::get_if<LeftToDriver>(&state_)) state->unkept.reset();
}

void ProgramState::launched() {
  const std::lock_guard lock(waiting().mutex);
  auto* state = std::get_if<LeftToDriver>(&state_);
  if (state != nullptr && state->unkept) state->unkept->is_launched = true;
}

bool ProgramState::is_launched() const {
  const std::lock_guard lock(waiting().mutex);
  const auto* state = std::get_if<LeftToDriver>(&state_);
  return state != nullptr && state->unkept && state->unkept->is_launched;
}

void ProgramState::begin_background(std::vector<cl_device_id> devices) {
  std::unique_lock lock(waiting().mutex);
  waiting().changed.wait(lock, [&] { return background_.empty(); });
  background_ = std::move(devices);
}

void ProgramState::end_background() {
  const std::lock_guard lock(waiting().mutex);
  background_.clear();
  waiting().changed.notify_all();
}

bool ProgramState::is_in_background(cl_device_id device) const {
  const std::lock_guard lock(waiting().mutex);
  return std::ranges::find(background_, device) != background_.end();
}

void ProgramState::await_background() {
  std::unique_lock lock(waiting().mutex);
  waiting().changed.wait(lock, [&] { return background_.empty(); });
}

void ProgramState::forget_threads() {
  const std::lock_guard lock(waiting().mutex);
  background_.clear();
  has_builder_ = false;
}

void ProgramState::set_constant(cl_uint id, Bytes value) {
  const std::lock_guard lock(waiting().mutex);
  constants_[id] = std::move(value);
}

SpecializationConstants ProgramState::constants() const {
  const std::lock_guard lock(waiting().mutex);
  return constants_;
}

void ProgramState::note_first_constants() {
  const std::lock_guard lock(waiting().mutex);
  if (!first_constants_) first_constants_ = constants_;
}

bool ProgramState::have_constants_changed() const {
  const std::lock_guard lock(waiting().mutex);
  return first_constants_.value_or(constants_) != constants_;
}

void ProgramState::set_built_digest(std::string digest) {
  const std::lock_guard lock(waiting().mutex);
  built_digest_ = std::move(digest);
}

std::string ProgramState::built_digest() const {
  const std::lock_guard lock(waiting().mutex);
  return built_digest_;
}

BuildLock::BuildLock(ProgramState& state) : state_(&state) {
  std::unique_lock lock(ProgramState::waiting().mutex);
  ProgramState::waiting().changed.wait(lock, [&] { return !state.has_builder_; });
  state.has_builder_ = true;
}

void BuildLock::end() {
  if (state_ == nullptr) return;
  const std::lock_guard lock(ProgramState::waiting().mutex);
  state_->has_builder_ = false;
  ProgramState::waiting().changed.notify_all();
  state_ = nullptr;
}

}  // namespace clc::layer
