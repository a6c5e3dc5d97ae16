#include "checked_kernels.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/try.h"
#include "layer_state.h"
#include "program/kept_program.h"
#include "program/kernel_facts.h"

namespace clc::layer {
namespace {

WorkSizes filled_sizes(cl_uint dimensions, const std::size_t* sizes) {
  WorkSizes all{1, 1, 1};
  for (cl_uint d = 0; sizes != nullptr && d < std::min(dimensions, cl_uint{3}); ++d) all[d] = sizes[d];
  return all;
}

// Describes the rest of the allocation that a pointer leads into.
CheckedMemory checked_pointer(const void* pointer) {
  const std::optional<SharedAllocation> found = state().shared_memory.find(pointer);
  if (!found) return {};
  const std::uint64_t offset = reinterpret_cast<std::uintptr_t>(pointer) - found->begin;
  return {found->bytes - offset, false, static_cast<const char*>(pointer) - offset, offset};
}

}  // namespace

void CheckedKernels::created(cl_kernel kernel, const FollowedProgram& program) {
  const std::shared_ptr<const StandIn> stand_in = program.state.stand_in();
  if (stand_in == nullptr) return;
  const std::string name = kernel_name(kernel);
  Kernel created;
  for (const auto& [device, served] : stand_in->devices) {
    if (served.kept == nullptr) continue;
    const auto found = std::ranges::find(served.kept->checks, name, &CheckedKernel::name);
    if (found != served.kept->checks.end()) created.tables[device] = {served.kept, &*found};
  }
  if (created.tables.empty()) return;
  const std::lock_guard lock(mutex_);
  kernels_[kernel] = std::move(created);
}

void CheckedKernels::cloned(cl_kernel from, cl_kernel kernel) {
  const std::lock_guard lock(mutex_);
  if (const auto at = kernels_.find(from); at != kernels_.end()) kernels_[kernel] = Kernel(at->second);
}

void CheckedKernels::gone(cl_kernel kernel) {
  const std::lock_guard lock(mutex_);
  kernels_.erase(kernel);
}

void CheckedKernels::set_argument(cl_kernel kernel, cl_uint index, std::size_t size, const void* value) {
  const std::optional<Kernel> known = find(kernel);
  const auto is_pointer = [&](const auto& one) {
    const std::vector<std::uint64_t>& pointers = one.second.kernel->pointers;
    return std::ranges::find(pointers, index) != pointers.end();
  };
  if (!known || std::ranges::none_of(known->tables, is_pointer)) return;
  Given given{{size, value == nullptr}};
  if (value != nullptr && size == sizeof(given.buffer)) std::memcpy(&given.buffer, value, sizeof(given.buffer));
  if (value != nullptr) given.memory = checked_memory(given.buffer).value_or(CheckedMemory());
  const std::lock_guard lock(mutex_);
  if (const auto at = kernels_.find(kernel); at != kernels_.end()) at->second.given[index] = given;
}

void CheckedKernels::set_pointer(cl_kernel kernel, cl_uint index, const void* value) {
  const CheckedMemory memory = checked_pointer(value);
  const std::lock_guard lock(mutex_);
  if (const auto at = kernels_.find(kernel); at != kernels_.end()) at->second.given[index] = Given{memory};
}

void CheckedKernels::freed(const void* memory) {
  if (memory == nullptr) return;  // arguments without an object are none of it
  const std::lock_guard lock(mutex_);
  mark_released([&](const Given& given) { return given.buffer == nullptr && given.memory.object == memory; });
}

void CheckedKernels::released(cl_mem buffer) {
  const std::lock_guard lock(mutex_);
  mark_released([&](const Given& given) { return given.buffer == buffer; });
}

// The caller holds the mutex.
void CheckedKernels::mark_released(const std::function<bool(const Given&)>& is_it) {
  for (auto& [kernel, known] : kernels_) {
    for (auto& [index, given] : known.given) given.is_released |= is_it(given);
  }
}

std::optional<CheckedKernels::Kernel> CheckedKernels::find(cl_kernel kernel) const {
  const std::lock_guard lock(mutex_);
  const auto at = kernels_.find(kernel);
  return at == kernels_.end() ? std::nullopt : std::optional(at->second);
}

std::optional<cl_uint> CheckedKernels::arguments_of(cl_kernel kernel) const {
  const std::lock_guard lock(mutex_);
  const auto at = kernels_.find(kernel);
  if (at == kernels_.end()) return std::nullopt;
  return static_cast<cl_uint>(at->second.tables.begin()->second.kernel->argument);  // the same for all
}

Result<CheckedLaunch> CheckedKernels::prepare(const Kernel& kernel, const CheckedKernel& table,
                                              const KernelLaunch& launch, const WorkSizes& global,
                                              const Result<WorkSizes>& group) const {
  if (!group) return fail(group);
  std::vector<CheckedMemory> memory;
  for (const std::uint64_t index : table.pointers) {
    const auto found = kernel.given.find(static_cast<cl_uint>(index));
    memory.push_back(found == kernel.given.end() ? CheckedMemory() : found->second.memory);
  }
  for (const auto& [begin, bytes] : state().shared_memory.all()) memory.push_back({bytes, false, nullptr, 0, begin});
  return CheckedLaunch::prepare(launch.queue, launch.kernel, table, memory, checked_range(global, *group, stops_));
}

std::optional<cl_int> CheckedKernels::launch(const KernelLaunch& launch) {
  if (is_stopped_) return CL_OUT_OF_RESOURCES;
  const std::optional<Kernel> known = find(launch.kernel);
  if (!known || launch.dimensions < 1 || launch.dimensions > 3 || launch.global == nullptr) return std::nullopt;
  cl_device_id device = nullptr;
  next().clGetCommandQueueInfo(launch.queue, CL_QUEUE_DEVICE, sizeof(device), &device, nullptr);
  const auto table = known->tables.find(device);
  if (table == known->tables.end()) return std::nullopt;
  if (has_released(*known, *table->second.kernel)) return CL_INVALID_MEM_OBJECT;
  const WorkSizes global = filled_sizes(launch.dimensions, launch.global);
  Result<WorkSizes> group = filled_sizes(launch.dimensions, launch.local);
  if (launch.local == nullptr) group = chosen_groups(launch.kernel, device, global);
  Result<CheckedLaunch> checks = prepare(*known, *table->second.kernel, launch, global, group);
  if (!checks) {
    state().report_trouble(checks.error().message);
    return CL_OUT_OF_RESOURCES;
  }
  cl_event event = nullptr;
  const cl_int code =
      next().clEnqueueNDRangeKernel(launch.queue, launch.kernel, launch.dimensions, launch.offset, launch.global,
                                    group->data(), launch.event_count, launch.events, &event);
  if (code != CL_SUCCESS) return code;
  if (const Result<CheckResults> found = checks->finish(event)) {
    report(*found);
  } else {
    state().report_trouble(found.error().message);
  }
  const bool is_stopped = is_stopped_;  // another thread may stop all meanwhile
  if (launch.event != nullptr && !is_stopped) {
    *launch.event = event;
  } else {
    next().clReleaseEvent(event);
  }
  return is_stopped ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

// Reports arguments that are memory of which the application has released the last reference. Drivers may crash then.
bool CheckedKernels::has_released(const Kernel& kernel, const CheckedKernel& table) {
  bool has_any = false;
  for (const std::uint64_t index : table.pointers) {
    const auto found = kernel.given.find(static_cast<cl_uint>(index));
    if (found == kernel.given.end() || !found->second.is_released) continue;
    has_any = true;
    const std::string text = "bounds: argument " + std::to_string(index) +
                             " is memory that the program has released (kernel " + table.name + ")";
    tell(text, text);
  }
  return has_any;
}

// Tells a finding, once for each place.
void CheckedKernels::tell(const std::string& place, const std::string& text) {
  is_stopped_ = stops_;
  {
    const std::lock_guard lock(mutex_);
    if (!told_.insert(place).second) return;
  }
  state().log.write(text);
  state().summary.add_report(text);
}

void CheckedKernels::report(const CheckResults& found) {
  for (const CheckReport& one : found.reports) tell(place_key(one), one.text());
  for (const std::string& text : found.not_checked) state().report_trouble("not checked: " + text);
}

}  // namespace clc::layer
