#include "checks/checked_launch.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/try.h"
#include "clc/runtime/opencl_error.h"
#include "opencl_calls.h"
#include "wait.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_bytes = std::uint64_t{512} << 20U;  // of the buffer of one launch
constexpr std::uint64_t k_most_words = std::uint64_t{1} << 32U;    // that a word can index
constexpr std::uint64_t k_part = 16;                               // parts of a shadow begin at multiples of it
constexpr std::size_t k_most_reports = 10000;

std::uint64_t rounded_up(std::uint64_t bytes) {
  return (bytes + k_part - 1) / k_part * k_part;
}

void put(std::vector<std::uint32_t>& words, std::uint64_t at, std::uint64_t number) {
  words[at] = static_cast<std::uint32_t>(number);
  words[at + 1] = static_cast<std::uint32_t>(number >> 32U);
}

// Hands out the words of the buffer behind the slots.
class Planner {
 public:
  Planner(const CheckedKernel& kernel, CheckLayout& layout, std::uint64_t most_words)
      : kernel_(kernel), layout_(layout), left_(most_words) {}

  // The index of so many words; 0 where they do not fit.
  std::uint64_t take(std::uint64_t words) {
    if (words > left_ - layout_.words) return 0;
    return std::exchange(layout_.words, layout_.words + words);
  }
  void not_checked(const std::string& what) {
    layout_.not_checked.push_back("kernel " + kernel_.name + ": " + what + ": too large for the buffer of the checks");
  }
  std::uint64_t left() const { return left_ - layout_.words; }

 private:
  const CheckedKernel& kernel_;
  CheckLayout& layout_;
  std::uint64_t left_;
};

// Shadows of local memory: as many groups as fit.
void plan_local(const CheckedKernel& kernel, std::uint64_t local_bytes, std::uint64_t groups, Planner& planner,
                CheckLayout& layout) {
  if (!kernel.tracks_local || local_bytes == 0) return;
  const std::uint64_t words_of_group = ((local_bytes >> kernel.local_shift) + 1) * k_local_shadow_words;
  const std::uint64_t fitting = std::min(groups, planner.left() / words_of_group);
  if (fitting < groups) planner.not_checked("local memory of " + std::to_string(groups - fitting) + " groups");
  layout.head[k_check_local_at] = static_cast<std::uint32_t>(planner.take(fitting * words_of_group));
  layout.head[k_check_local_groups] = static_cast<std::uint32_t>(fitting);
  layout.head[k_check_local_bytes] = static_cast<std::uint32_t>(local_bytes);
  layout.head[k_check_local_shift] = static_cast<std::uint32_t>(kernel.local_shift);
}

// Counts of each group.
void plan_counts(const CheckedKernel& kernel, const CheckedRange& range, Planner& planner, CheckLayout& layout) {
  const std::uint64_t groups = range.groups;
  layout.head[k_check_groups] = static_cast<std::uint32_t>(std::min(groups, k_most_words - 1));
  layout.head[k_check_items] = static_cast<std::uint32_t>(range.items);
  const auto take = [&](CheckWord at, std::uint64_t words, const char* what) {
    layout.head[at] = static_cast<std::uint32_t>(planner.take(words));
    if (layout.head[at] == 0) planner.not_checked(what);
  };
  if (kernel.has_meetings) {
    const std::uint64_t sub_groups = (range.items + k_meeting_sub_group - 1) / k_meeting_sub_group;
    take(k_check_meetings_at, groups * (1 + sub_groups) * k_meeting_words, "barriers");
  } else {
    const std::uint64_t words = groups * range.items * k_barrier_words;
    if (kernel.counts_barriers) take(k_check_barriers_at, words + groups * k_vote_words, "barriers");
    if (kernel.counts_sub_group_calls) take(k_check_sub_groups_at, words, "functions of sub-groups");
  }
  if (kernel.counts_atomics) layout.head[k_check_atomics_at] = static_cast<std::uint32_t>(planner.take(groups));
}

// Shadows of buffers that are written, one for all arguments that are parts of the same buffer. Returns where each
// argument's begins.
std::vector<std::uint64_t> plan_global(const CheckedKernel& kernel, const std::vector<CheckedMemory>& memory,
                                       Planner& planner, CheckLayout& layout) {
  std::vector<std::uint64_t> begins(memory.size(), k_no_shadow);
  if (!kernel.tracks_global) return begins;
  std::map<const void*, std::uint64_t> bytes_of, begin_of;
  std::set<const void*> written;
  for (const std::uint64_t region : kernel.written) written.insert(memory[region].object);
  for (const CheckedMemory& one : memory) {
    if (one.object != nullptr && written.contains(one.object))
      bytes_of[one.object] = std::max(bytes_of[one.object], one.offset + one.bytes);
  }
  std::uint64_t bytes = 0;
  std::size_t left_out = 0;
  for (const auto& [object, size] : bytes_of) {
    const std::uint64_t end = bytes + rounded_up(size);
    if ((end >> kernel.global_shift) > planner.left() / k_global_shadow_words) {
      ++left_out;
      continue;
    }
    begin_of[object] = std::exchange(bytes, end);
  }
  if (left_out != 0) planner.not_checked("races on " + std::to_string(left_out) + " buffers");
  layout.head[k_check_global_at] =
      static_cast<std::uint32_t>(planner.take((bytes >> kernel.global_shift) * k_global_shadow_words));
  layout.head[k_check_global_words] = static_cast<std::uint32_t>(bytes >> kernel.global_shift);
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const auto found = begin_of.find(memory[i].object);
    if (memory[i].object != nullptr && found != begin_of.end()) begins[i] = found->second + memory[i].offset;
  }
  return begins;
}

}  // namespace

std::string place_key(const CheckReport& report) {
  return report.check + " " + report.kernel + " " + report.file + ":" + std::to_string(report.line) + ":" +
         std::to_string(report.column) + " " + report.message.substr(0, report.message.find(' '));
}

void CheckLog::add(CheckResults found) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (CheckReport& one : found.reports) {
    std::string key = place_key(one);
    if (const auto known = places_.find(key); known != places_.end()) {
      results_.reports[known->second].count += one.count;
    } else if (results_.reports.size() < k_most_reports) {
      places_.emplace(std::move(key), results_.reports.size());
      results_.reports.push_back(std::move(one));
    }
  }
  for (std::string& text : found.not_checked) {
    if (std::ranges::find(results_.not_checked, text) == results_.not_checked.end())
      results_.not_checked.push_back(std::move(text));
  }
}

CheckResults CheckLog::take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  places_.clear();
  return std::exchange(results_, {});
}

Result<CheckedMemory> checked_memory(cl_mem buffer) {
  CheckedMemory memory;
  if (buffer == nullptr) return memory;
  std::size_t bytes = 0, offset = 0;
  cl_mem whole = nullptr;
  cl_int code = opencl().clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof(bytes), &bytes, nullptr);
  if (code == CL_SUCCESS)
    code = opencl().clGetMemObjectInfo(buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(whole), &whole, nullptr);
  if (code == CL_SUCCESS && whole != nullptr)
    code = opencl().clGetMemObjectInfo(buffer, CL_MEM_OFFSET, sizeof(offset), &offset, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "the checks: clGetMemObjectInfo");
  memory.bytes = bytes;
  memory.object = whole == nullptr ? buffer : whole;
  memory.offset = offset;
  return memory;
}

Result<WorkSizes> chosen_groups(cl_kernel kernel, cl_device_id device, const WorkSizes& global) {
  WorkSizes required{};
  std::size_t limit = 1;
  cl_int code = opencl().clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(required),
                                                  required.data(), nullptr);
  if (code == CL_SUCCESS && required[0] != 0) return required;
  if (code == CL_SUCCESS)
    code = opencl().clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(limit), &limit, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "the checks: clGetKernelWorkGroupInfo");
  return WorkSizes{usual_group(global[0], limit), 1, 1};
}

CheckedRange checked_range(const WorkSizes& global, const WorkSizes& group, bool stops) {
  CheckedRange range{number_of_groups(global, group), 1, stops};
  for (const std::size_t items : group) range.items *= std::max<std::size_t>(items, 1);
  return range;
}

Result<CheckLayout> plan_checks(const CheckedKernel& kernel, const std::vector<CheckedMemory>& memory,
                                const CheckedRange& range, std::uint64_t most_bytes) {
  CheckLayout layout;
  const std::uint64_t regions_at = k_check_header_words;
  const std::uint64_t slots_at = regions_at + memory.size() * k_region_words;
  const std::uint64_t slot_words = std::max<std::uint64_t>(kernel.places.size(), 1) * k_slot_words;
  const std::uint64_t most_words = std::min(most_bytes / sizeof(std::uint32_t), k_most_words - 1);
  if (slots_at + slot_words > most_words)
    return fail(ErrorKind::k_unavailable, "kernel " + kernel.name + ": the device has no room for its checks");
  layout.head.assign(slots_at, 0);
  layout.words = slots_at + slot_words;
  for (const std::string& text : kernel.not_checked)
    layout.not_checked.push_back("kernel " + kernel.name + ": " + text);
  layout.head[k_check_regions] = static_cast<std::uint32_t>(memory.size());
  layout.head[k_check_regions_at] = static_cast<std::uint32_t>(regions_at);
  layout.head[k_check_slots_at] = static_cast<std::uint32_t>(slots_at);
  layout.head[k_check_stops] = range.stops ? 1 : 0;
  Planner planner(kernel, layout, most_words);
  std::uint64_t local_bytes = rounded_up(kernel.local_bytes);
  std::vector<std::uint64_t> local_begins;
  for (const CheckedMemory& one : memory) {
    local_begins.push_back(local_bytes);
    if (one.is_local) local_bytes += rounded_up(one.bytes);
  }
  plan_counts(kernel, range, planner, layout);
  const std::vector<std::uint64_t> begins = plan_global(kernel, memory, planner, layout);
  plan_local(kernel, local_bytes, range.groups, planner, layout);
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const std::uint64_t region = regions_at + i * k_region_words;
    put(layout.head, region, memory[i].address);
    put(layout.head, region + 2, memory[i].bytes);
    put(layout.head, region + 4, memory[i].is_local ? local_begins[i] : begins[i]);
  }
  return layout;
}

Result<CheckedLaunch> CheckedLaunch::prepare(cl_command_queue queue, cl_kernel handle, const CheckedKernel& kernel,
                                             const std::vector<CheckedMemory>& memory, const CheckedRange& range) {
  const auto failed = [&](cl_int code, const char* call) {
    return fail_opencl(code, "the checks of kernel '" + kernel.name + "': " + call);
  };
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  cl_ulong most = 0;
  cl_int code = opencl().clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(context), &context, nullptr);
  if (code == CL_SUCCESS)
    code = opencl().clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(device), &device, nullptr);
  if (code != CL_SUCCESS) return failed(code, "clGetCommandQueueInfo");
  code = opencl().clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(most), &most, nullptr);
  if (code != CL_SUCCESS) return failed(code, "clGetDeviceInfo");
  CheckedLaunch launch;
  launch.queue_ = queue;
  launch.kernel_ = &kernel;
  launch.layout_ = CLC_TRY(plan_checks(kernel, memory, range, std::min<std::uint64_t>(most, k_most_bytes)));
  const std::vector<std::uint32_t>& head = launch.layout_.head;
  const std::size_t bytes = launch.layout_.words * sizeof(std::uint32_t), head_bytes = head.size() * sizeof(head[0]);
  launch.memory_.reset(opencl().clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &code));
  if (code != CL_SUCCESS) return failed(code, "clCreateBuffer");
  const cl_mem buffer = launch.memory_.get();
  const std::uint32_t zero = 0;
  cl_event filled = nullptr;
  code = opencl().clEnqueueFillBuffer(queue, buffer, &zero, sizeof(zero), 0, bytes, 0, nullptr, &filled);
  if (code != CL_SUCCESS) return failed(code, "clEnqueueFillBuffer");
  const EventHandle owner(filled);
  code = opencl().clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, head_bytes, head.data(), 1, &filled, nullptr);
  if (code != CL_SUCCESS) return failed(code, "clEnqueueWriteBuffer");
  // In a queue without order, Intel's driver for CPUs shows kernels what a blocking write wrote only after clFinish.
  cl_command_queue_properties properties = 0;
  code = opencl().clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties), &properties, nullptr);
  if (code == CL_SUCCESS && (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0) code = opencl().clFinish(queue);
  if (code != CL_SUCCESS) return failed(code, "clFinish");
  code = opencl().clSetKernelArg(handle, static_cast<cl_uint>(kernel.argument), sizeof(buffer), &buffer);
  if (code != CL_SUCCESS) return failed(code, "clSetKernelArg");
  return launch;
}

Result<CheckResults> CheckedLaunch::finish(cl_event event) const {
  CLC_TRY(wait_for(event, "kernel '" + kernel_->name + "'"));
  std::vector<std::uint32_t> words(layout_.head.size() + kernel_->places.size() * k_slot_words);
  const cl_int code = opencl().clEnqueueReadBuffer(queue_, memory_.get(), CL_TRUE, 0, words.size() * sizeof(words[0]),
                                                   words.data(), 0, nullptr, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "the checks of kernel '" + kernel_->name + "': clEnqueueReadBuffer");
  CheckResults found = read_slots(*kernel_, words);
  found.not_checked = layout_.not_checked;
  return found;
}

}  // namespace clc
