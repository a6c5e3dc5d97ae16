#include "common/execution.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace clc::algorithms {
namespace {

double to_ms(const CommandTime& time) {
  return static_cast<double>(time.nanoseconds) * 1e-6;
}

std::size_t group_items(const NDRange& range) {
  std::size_t items = 1;
  for (cl_uint d = 0; d < range.dimensions; ++d) items *= range.local[d];
  return items;
}

}  // namespace

void Execution::set_error(Error error) {
  if (!error_) error_ = std::move(error);
}

bool Execution::add(double& total, const Result<CommandTime>& time) {
  if (!time) {
    set_error(time.error());
    return false;
  }
  total += to_ms(*time);
  return true;
}

Buffer Execution::input_bytes(const void* data, std::size_t bytes) {
  if (!ok()) return {};
  auto buffer = session_.queue().allocate(bytes);
  if (!buffer) {
    set_error(buffer.error());
    return {};
  }
  if (!add(times_.write_ms, session_.queue().write_mapped(*buffer, data, bytes))) return {};
  return std::move(*buffer);
}

Buffer Execution::repeated_bytes(const void* data, std::size_t period, std::size_t bytes) {
  if (!ok()) return {};
  auto buffer = session_.queue().allocate(bytes);
  if (!buffer) {
    set_error(buffer.error());
    return {};
  }
  for (std::size_t done = 0; done < bytes; done += period) {
    if (!add(times_.write_ms, session_.queue().write(*buffer, data, std::min(period, bytes - done), done))) return {};
  }
  return std::move(*buffer);
}

Buffer Execution::filled_bytes(std::size_t bytes, std::uint8_t byte) {
  if (!ok()) return {};
  auto buffer = session_.queue().allocate(bytes);
  if (!buffer) {
    set_error(buffer.error());
    return {};
  }
  fill_bytes(*buffer, bytes, byte);
  return std::move(*buffer);
}

std::optional<Buffer> Execution::output_if_room(std::size_t bytes) {
  if (!ok()) return std::nullopt;
  auto buffer = session_.queue().allocate(bytes);
  if (!buffer) return std::nullopt;
  const auto time = session_.queue().fill(*buffer, k_canary, bytes);  // some drivers allocate at the first use
  if (!time) return std::nullopt;
  add(times_.write_ms, time);
  return std::move(*buffer);
}

void Execution::fill_bytes(const Buffer& buffer, std::size_t bytes, std::uint8_t byte) {
  if (ok()) add(times_.write_ms, session_.queue().fill(buffer, byte, bytes));
}

void Execution::read_bytes(const Buffer& buffer, void* data, std::size_t bytes) {
  if (ok()) add(times_.read_ms, session_.queue().read_mapped(buffer, data, bytes));
}

const Kernel* Execution::find_kernel(const std::string& name) {
  if (!ok()) return nullptr;
  auto found = kernels_.find(name);
  if (found == kernels_.end()) {
    auto kernel = session_.kernel(module_, name);
    if (!kernel) {
      set_error(kernel.error());
      return nullptr;
    }
    found = kernels_.emplace(name, std::move(*kernel)).first;
  }
  return &found->second;
}

std::uint64_t Execution::parameter(const std::string& module, const std::string& macro, std::uint64_t otherwise) {
  const Result<std::uint64_t> value = session_.parameter(module, macro, otherwise);
  if (!value) set_error(value.error());
  return value ? *value : otherwise;
}

std::size_t Execution::group_size(const std::string& kernel, std::size_t wanted) {
  const Kernel* found = find_kernel(kernel);
  if (found == nullptr) return 1;
  const auto limit = found->max_work_group_size(session_.queue());
  if (!limit) {
    set_error(limit.error());
    return 1;
  }
  const std::size_t asked = session_.group_limit();
  const std::size_t most = asked == 0 ? wanted : std::min(wanted, asked);
  std::size_t size = 1;
  while (size * 2 <= std::min(most, *limit)) size *= 2;
  return size;
}

void Execution::launch_list(const std::string& kernel, const NDRange& range, const KernelArgument* arguments,
                            std::size_t count) {
  const Kernel* found = find_kernel(kernel);
  if (found == nullptr) return;
  const auto limit = found->max_work_group_size(session_.queue());
  if (limit && group_items(range) > *limit) {
    set_error(Error(ErrorKind::k_unavailable, "kernel " + kernel + " is launched with groups of " +
                                                  std::to_string(group_items(range)) + " items; here it can have " +
                                                  std::to_string(*limit)));
    return;
  }
  const auto time = session_.launch(module_, *found, range, arguments, count);
  if (!time) {
    set_error(Error(time.error().kind, "kernel " + kernel + ": " + time.error().message));
    return;
  }
  times_.kernel_ms += to_ms(*time);
  ++times_.launches;
}

Result<Verdict> Execution::verdict(std::uint64_t elements, std::initializer_list<std::string> complaints,
                                   const std::string& note) const {
  if (error_) return fail(*error_);
  Verdict verdict;
  verdict.elements = elements;
  verdict.times = times_;
  verdict.passed = true;
  verdict.detail = note;
  for (const std::string& complaint : complaints) {
    if (complaint.empty() || !verdict.passed) continue;
    verdict.passed = false;
    verdict.detail = complaint;
  }
  return verdict;
}

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void set_rate(Measurement& measurement) {
  const Work& work = measurement.work;
  const double ms = work.bus_bytes != 0 ? measurement.wall_ms.median : measurement.kernel_ms.median;
  const double amount = work.bus_bytes != 0    ? work.bus_bytes * 1e-9
                        : work.keys != 0       ? work.keys * 1e-6
                        : work.operations != 0 ? work.operations * 1e-9
                                               : work.bytes * 1e-9;
  measurement.unit = work.keys != 0 ? "Mkeys/s" : work.operations != 0 ? "GFLOP/s" : "GB/s";
  if (ms > 0) measurement.rate = amount / (ms * 1e-3);
}

}  // namespace

Result<Measurement> Execution::measure(std::uint64_t elements, const Work& work, const std::function<void()>& step,
                                       const std::function<double()>& cpu, Timed timed) {
  const auto device_ms = [&] {
    return timed == Timed::k_kernels ? times_.kernel_ms : times_.write_ms + times_.read_ms;
  };
  const Session::Runs& runs = session_.runs();
  const Clock::time_point begin = Clock::now();
  const auto is_late = [&] { return runs.seconds > 0 && ms_since(begin) > runs.seconds * 1e3; };
  for (int i = 0; i < runs.warm_ups && ok() && !is_late(); ++i) step();
  Measurement measurement;
  std::vector<double> on_device, on_host;
  for (int i = 0; i < runs.repeats && ok() && (i < k_fewest_runs || !is_late()); ++i) {
    const double before = device_ms();
    const int launches = times_.launches;
    const Clock::time_point start = Clock::now();
    step();
    on_host.push_back(ms_since(start));
    on_device.push_back(device_ms() - before);
    measurement.launches = times_.launches - launches;
  }
  if (error_) return fail(*error_);
  measurement.elements = elements;
  measurement.kernel_ms = spread(on_device);
  measurement.wall_ms = spread(on_host);
  measurement.runs = static_cast<int>(on_device.size());
  measurement.work = work;
  set_rate(measurement);
  if (cpu && runs.measures_cpu) {
    const Clock::time_point start = Clock::now();
    measurement.cpu_share = cpu();
    measurement.cpu_ms = ms_since(start) / measurement.cpu_share;
  }
  return measurement;
}

Spread spread(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t last = values.size() - 1;
  return {median(values), values[last / 4], values[last - last / 4]};
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace clc::algorithms
