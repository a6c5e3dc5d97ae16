#include "coverage.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/environment_variable.h"
#include "base/platform/process.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "opencl_calls.h"

namespace clc {
namespace {

constexpr const char* k_folder_variable = "CLC_COVERAGE_DIR";
constexpr std::size_t k_most_launches = 64;  // whose counts wait to be read

std::string sizes_text(const std::array<std::size_t, 3>& sizes, cl_uint dimensions) {
  std::string text;
  for (cl_uint d = 0; d < dimensions; ++d) text += (d == 0 ? "" : "x") + std::to_string(sizes[d]);
  return text;
}

// Processes on hosts that share the folder can have the same number.
std::string unused_name(const std::string& folder) {
  return join_path(folder, std::to_string(platform::process_id()) + "-" + std::to_string(platform::random_number()) +
                               ".coverage.json");
}

}  // namespace

LaunchSizes launch_sizes(const NDRange& range) {
  const bool has_local = range.local[0] != 0;
  return {sizes_text(range.global, range.dimensions), has_local ? sizes_text(range.local, range.dimensions) : ""};
}

Result<std::unique_ptr<Coverage>> Coverage::make(const Variant& variant, cl_context context,
                                                 const std::string& device) {
  std::optional<CoverageTable> table = CLC_TRY(decode_coverage_table(variant.extra));
  if (!table) return std::unique_ptr<Coverage>();
  const std::string folder = environment_variable(k_folder_variable);
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) return fail(ErrorKind::k_io, std::string(k_folder_variable) + " " + folder + ": " + error.message());
  ProgramCounts counts{variant.sha256, variant.target, device, {}};
  return std::unique_ptr<Coverage>(new Coverage(*std::move(table), std::move(counts), context));
}

Coverage::~Coverage() {
  const std::string folder = environment_variable(k_folder_variable);
  if (folder.empty() || counts_.launches.empty()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!collect()) return;
  // Nobody is left to hear of a failure; make() has found the folder.
  static_cast<void>(write_file_atomically(unused_name(folder), encode_counts(counts_)));
}

Result<void> Coverage::begin(const std::string& kernel, cl_kernel handle, cl_command_queue queue,
                             const LaunchSizes& sizes) {
  const CoveredKernel* covered = table_.find(kernel);
  if (covered == nullptr) return fail(ErrorKind::k_damaged, "the package's coverage lacks kernel '" + kernel + "'");
  const std::lock_guard<std::mutex> lock(mutex_);
  if (launches_.size() >= k_most_launches) CLC_TRY(collect());
  std::string zeros(std::max<std::uint64_t>(table_.counters_of(*covered), 1) * table_.counter_bytes, '\0');
  cl_int code = CL_SUCCESS;
  MemoryHandle buffer(
      opencl().clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, zeros.size(), zeros.data(), &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "the counters of kernel '" + kernel + "': clCreateBuffer");
  cl_mem memory = buffer.get();
  code = opencl().clSetKernelArg(handle, static_cast<cl_uint>(covered->argument), sizeof(memory), &memory);
  if (code != CL_SUCCESS) return fail_opencl(code, "the counters of kernel '" + kernel + "': clSetKernelArg");
  if (code = opencl().clRetainCommandQueue(queue); code != CL_SUCCESS) return fail_opencl(code, "clRetainCommandQueue");
  launches_.push_back({QueueHandle(queue), std::move(buffer), index_of(*covered, sizes)});
  return {};
}

// Finds the counts of launches like this one, and counts it.
std::size_t Coverage::index_of(const CoveredKernel& kernel, const LaunchSizes& sizes) {
  std::vector<LaunchCounts>& all = counts_.launches;
  auto found = std::ranges::find_if(all, [&](const LaunchCounts& one) {
    return one.kernel == kernel.name && one.global_size == sizes.global && one.local_size == sizes.local;
  });
  if (found == all.end()) {
    const std::vector<std::uint64_t> zeros(table_.counters_of(kernel));
    found = all.insert(found, {kernel.name, sizes.global, sizes.local, 0, zeros});
  }
  ++found->launches;
  return static_cast<std::size_t>(found - all.begin());
}

Result<void> Coverage::add(const Launch& launch) {
  std::vector<std::uint64_t>& counts = counts_.launches[launch.index].counts;
  if (const cl_int code = opencl().clFinish(launch.queue.get()); code != CL_SUCCESS)
    return fail_opencl(code, "the counters: clFinish");
  std::string bytes(counts.size() * table_.counter_bytes, '\0');
  if (bytes.empty()) return {};
  const cl_int code = opencl().clEnqueueReadBuffer(launch.queue.get(), launch.buffer.get(), CL_TRUE, 0, bytes.size(),
                                                   bytes.data(), 0, nullptr, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "the counters: clEnqueueReadBuffer");
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::uint64_t wide = 0;
    std::uint32_t narrow = 0;
    const char* at = bytes.data() + i * table_.counter_bytes;
    std::memcpy(&wide, at, table_.counter_bytes == 8 ? sizeof(wide) : 0);
    std::memcpy(&narrow, at, table_.counter_bytes == 8 ? 0 : sizeof(narrow));
    counts[i] += wide + narrow;
  }
  return {};
}

Result<void> Coverage::collect() {
  for (const Launch& launch : std::exchange(launches_, {})) CLC_TRY(add(launch));
  return {};
}

Result<ProgramCounts> Coverage::counts() {
  const std::lock_guard<std::mutex> lock(mutex_);
  CLC_TRY(collect());
  return counts_;
}

}  // namespace clc
