// One execution of an algorithm on a device: buffers, launches, reads, and their times.
//
// The first failure is kept, and everything after it does nothing, so that a launcher reads as the list of its steps.
// `verdict` and `measure` return the failure.
//
//   Execution run(session, "vecadd");
//   const Buffer a = run.input(values);
//   const Buffer c = run.output<float>(count);
//   run.launch("vecadd_scalar", range_1d(global, 256, offset), a, c, cl_ulong{end});
//   const std::vector<float> result = run.read<float>(c, count);
//   return run.verdict(size, {check_equal(result, expected), check_untouched(result, begin, end)});
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/algorithm.h"
#include "common/check.h"
#include "common/inputs.h"

namespace clc::algorithms {

class Execution {
 public:
  Execution(Session& session, std::string module) : session_(session), module_(std::move(module)) {}

  Session& session() { return session_; }
  bool ok() const { return !error_.has_value(); }
  const std::optional<Error>& error() const { return error_; }
  void set_error(Error error);
  const Times& times() const { return times_; }

  // Allocates a buffer with these values, which are written through a mapping.
  template <class T>
  Buffer input(const std::vector<T>& values) {
    return input_bytes(values.data(), values.size() * sizeof(T));
  }
  // Allocates a buffer with a benchmark's values, over and over.
  template <class T>
  Buffer input_repeated(const BenchValues<T>& values) {
    const std::vector<T>& period = values.on_host();
    return repeated_bytes(period.data(), period.size() * sizeof(T), values.count() * sizeof(T));
  }
  // Allocates a buffer full of canaries.
  template <class T>
  Buffer output(std::size_t count) {
    return filled_bytes(count * sizeof(T), k_canary);
  }
  // The same where the device has room for it, else nothing, which is no error.
  std::optional<Buffer> output_if_room(std::size_t bytes);
  // Allocates a buffer in which every byte is `byte`.
  template <class T>
  Buffer filled(std::size_t count, std::uint8_t byte) {
    return filled_bytes(count * sizeof(T), byte);
  }
  // Sets every byte of the first `count` elements to `byte`; this counts as write time.
  template <class T>
  void fill(const Buffer& buffer, std::size_t count, std::uint8_t byte) {
    fill_bytes(buffer, count * sizeof(T), byte);
  }
  // Reads the first `count` elements through a mapping; they are zeros after a failure.
  template <class T>
  std::vector<T> read(const Buffer& buffer, std::size_t count) {
    std::vector<T> values(count);
    read_bytes(buffer, values.data(), count * sizeof(T));
    return values;
  }

  template <class... A>
  void launch(const std::string& kernel, const NDRange& range, const A&... arguments) {
    const std::array<KernelArgument, sizeof...(A)> list{to_argument(arguments)...};
    launch_list(kernel, range, list.data(), list.size());
  }

  // Launches `items` items from `offset` on, in groups of up to 256. The last group may reach beyond the end, which the
  // kernel has to check.
  template <class... A>
  void launch_1d(const std::string& kernel, std::uint64_t items, std::uint64_t offset, const A&... arguments) {
    const std::size_t group = group_size(kernel, 256);
    launch(kernel, range_1d(items, group, offset).rounded_up(), arguments...);
  }
  // Launches width x height items from (offset, offset) on, in groups of up to 32 x 8.
  template <class... A>
  void launch_2d(const std::string& kernel, std::uint64_t width, std::uint64_t height, std::uint64_t offset,
                 const A&... arguments) {
    const std::size_t items = group_size(kernel, 256);
    const std::size_t columns = items < 32 ? items : 32;
    const std::size_t rows = items / columns;
    launch(kernel, range_2d({width, height}, {columns, rows}, {offset, offset}).rounded_up(), arguments...);
  }

  // The value that a macro has in the loaded configuration of a tuned module; `otherwise` where there is none.
  std::uint64_t parameter(const std::string& module, const std::string& macro, std::uint64_t otherwise);

  // The largest power of two that is at most `wanted` and that the kernel can run with; 1 after a failure.
  std::size_t group_size(const std::string& kernel, std::size_t wanted);

  // The verdict is "passed" when every complaint is empty; otherwise the first complaint is its detail. `note` is the
  // detail when it passed.
  Result<Verdict> verdict(std::uint64_t elements, std::initializer_list<std::string> complaints,
                          const std::string& note = {}) const;

  // Runs `step` as often as session.runs() says, and measures the times of its kernels, or with k_transfers of what it
  // writes and reads. At the limit of time the runs end, but at least k_fewest_runs are measured. `cpu`, where given,
  // computes the problem or a part of it on the CPU, and returns which share of it that was.
  static constexpr int k_fewest_runs = 5;
  enum class Timed { k_kernels, k_transfers };
  Result<Measurement> measure(std::uint64_t elements, const Work& work, const std::function<void()>& step,
                              const std::function<double()>& cpu = {}, Timed timed = Timed::k_kernels);

  // Count a transfer, or the work of kernels, that a launcher made by itself.
  bool add_write(const Result<CommandTime>& time) { return add(times_.write_ms, time); }
  bool add_read(const Result<CommandTime>& time) { return add(times_.read_ms, time); }
  bool add_kernels(const Result<CommandTime>& time, int launches) {
    times_.launches += launches;
    return add(times_.kernel_ms, time);
  }

 private:
  Buffer input_bytes(const void* data, std::size_t bytes);
  Buffer repeated_bytes(const void* data, std::size_t period, std::size_t bytes);
  Buffer filled_bytes(std::size_t bytes, std::uint8_t byte);
  void fill_bytes(const Buffer& buffer, std::size_t bytes, std::uint8_t byte);
  void read_bytes(const Buffer& buffer, void* data, std::size_t bytes);
  void launch_list(const std::string& kernel, const NDRange& range, const KernelArgument* arguments, std::size_t count);
  const Kernel* find_kernel(const std::string& name);
  bool add(double& total, const Result<CommandTime>& time);

  Session& session_;
  std::string module_;
  Times times_;
  std::optional<Error> error_;
  std::map<std::string, Kernel> kernels_;
};

// The middle value, and the quartiles.
Spread spread(std::vector<double> values);

// The middle value; for an even count the mean of the two in the middle, and 0 for no values.
double median(std::vector<double> values);

}  // namespace clc::algorithms
