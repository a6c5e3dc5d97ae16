// A package loaded on one device, and checks that pass, fail or are skipped.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "clc/package/package.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"

namespace clc::device_tests {

struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Skipped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class T>
T need(Result<T> result) {
  if (!result) throw Failed(result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}
inline void need_cl(cl_int code, const char* call) {
  if (code != CL_SUCCESS) throw Failed(std::string(call) + ": " + opencl_error_name(code));
}

// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

class Session {
 public:
  // Takes variants whose target's name begins with `target`; of any target where it is empty. With `must_hit`, a
  // program that is not in the queue's cache is a failure.
  Session(Queue device_queue, Package opened_package, std::string target, bool must_hit);

  const Queue& queue() const { return queue_; }
  const DeviceFacts& facts() const { return queue_.device().facts; }
  const std::string& target() const { return target_; }
  template <class T>
  T info(cl_device_info what) const {
    T value{};
    need_cl(clGetDeviceInfo(queue_.device().id, what, sizeof(T), &value, nullptr), "clGetDeviceInfo");
    return value;
  }
  // Throws Failed when the module does not load.
  Kernel kernel(const std::string& module, const std::string& name);

  template <class T>
  Buffer upload(const std::vector<T>& data) const {
    Buffer buffer = need(queue_.allocate(data.size() * sizeof(T)));
    need(queue_.write(buffer, data.data(), data.size() * sizeof(T)));
    return buffer;
  }
  template <class T>
  std::vector<T> download(const Buffer& buffer) const {
    std::vector<T> data(buffer.size() / sizeof(T));
    need(queue_.read_mapped(buffer, data.data(), data.size() * sizeof(T)));
    return data;
  }
  template <class... A>
  void launch(const Kernel& kernel, const NDRange& range, const A&... arguments) const {
    need(kernel.launch(queue_, range, arguments...));
  }

 private:
  std::string target_of(const std::string& module) const;

  Queue queue_;
  Package package_;
  std::string target_;
  bool must_hit_;
  std::map<std::string, Program> programs_;
};

struct Check {
  std::string name;
  std::function<std::string(Session&)> run;  // returns a detail to print, or throws Failed or Skipped
};

// Each group runs in a process of its own, so that a driver that dies takes only its group with it.
struct Group {
  const char* name;
  std::vector<Check> (*checks)();
};

std::vector<Check> maths_float_checks();
std::vector<Check> maths_double_checks();
std::vector<Check> maths_half_checks();
std::vector<Check> maths_edge_checks();
std::vector<Check> geometry_checks();
std::vector<Check> integer_checks();
std::vector<Check> bit_operation_checks();
std::vector<Check> width_checks();
std::vector<Check> conversion_checks();
std::vector<Check> memory_checks();
std::vector<Check> parameter_checks();
std::vector<Check> atomic_checks();
std::vector<Check> group_copy_checks();
std::vector<Check> work_item_checks();
std::vector<Check> unequal_group_checks();
std::vector<Check> group_checks();
std::vector<Check> sub_group_extension_checks();
std::vector<Check> matrix_checks();
std::vector<Check> float8_checks();
std::vector<Check> printf_checks();
std::vector<Check> image_checks();
std::vector<Check> pipe_checks();

// A check that cannot pass on a device, whatever the kernels compute: what the package leaves out for it, or what its
// chip lacks. Faults of drivers are not listed: they are found by asking the driver's own compiler (from_source.h).
struct Exception {
  const char* platform;  // part of CL_PLATFORM_NAME
  const char* check;     // the check's whole name, or the beginning of several names up to a dot
  const char* reason;
  const char* device = "";  // how CL_DEVICE_NAME begins
  bool is_deadly = false;   // the driver ends the process, or never answers: the check is not run
  const char* target = "";  // how --target begins
};
// Null where there is none.
const Exception* find_exception(const DeviceFacts& device, const std::string& target, const std::string& check);

// True when kernels with half run: NVIDIA's driver runs them, and does not announce cl_khr_fp16.
bool has_half(const Session& session);

// Items of a work-group that is one sub-group, for matrices.
std::size_t sub_group_size(Session& session, const Kernel& kernel);

// Throws Failed at the first difference.
template <class T>
void expect_equal(const std::vector<T>& got, const std::vector<T>& expected, const char* what) {
  if (got.size() != expected.size()) throw Failed(text("%s: %zu values, not %zu", what, got.size(), expected.size()));
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] == expected[i]) continue;
    throw Failed(text("%s[%zu]: got %s, expected %s", what, i, std::to_string(got[i]).c_str(),
                      std::to_string(expected[i]).c_str()));
  }
}

}  // namespace clc::device_tests
