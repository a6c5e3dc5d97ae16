// Runs the kernels of the maths functions on a device, and finds the largest errors of their results.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "accuracy/exact.h"
#include "accuracy/table.h"
#include "clc/runtime/program.h"

namespace clc::accuracy {

struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Profile { k_full, k_relaxed, k_double, k_half };
const char* profile_name(Profile profile);

// The result of a function that comes nearest to what is allowed, or is furthest beyond it.
struct Row {
  std::string function, profile;
  double error = 0;
  std::string unit = "ulp";
  std::string where;
  double allowed = 0;
  bool is_judged = true;
  std::uint64_t inputs = 0;
  double seconds = 0;

  bool failed() const { return is_judged && !(error <= allowed); }
};

class Measure {
 public:
  // `part`: of all inputs, only every so many-th block of 2^24.
  Measure(std::string packages, const std::string& device, std::string target, std::uint32_t part);
  const std::string& device_name() const { return queue_.device().facts.name; }
  // The kernels r_… of a PTX text, in the place of the package's.
  void take_reference(const std::string& ptx);
  // Nothing where the function has no such profile, or the device cannot load it.
  std::optional<Row> run(const Function& function, Profile profile, bool is_exhaustive, std::uint32_t samples);

 private:
  struct Worst {
    double fraction = -1, error = 0, allowed = 0;
    std::uint32_t index = 0;
    bool is_absolute = false;
  };
  std::optional<Program> program(const std::string& package, const std::string& module);
  std::optional<Kernel> tested(const Function& function, Profile profile);
  cl_kernel reference(const std::string& name);
  void launch_reference(cl_kernel kernel, std::uint32_t first, std::uint32_t count) const;
  std::vector<std::uint32_t> doubtful(const Function& function, Profile profile, const Kernel& kernel);
  std::vector<double> results(const Function& function, Profile profile, const Kernel& kernel, std::uint32_t first,
                              std::uint32_t stride, std::uint32_t count) const;
  Worst judge(const Function& function, Profile profile, const std::vector<std::uint32_t>& indices,
              const std::vector<double>& got) const;

  Queue queue_;
  std::string packages_, target_;
  std::uint32_t part_;
  std::map<std::string, std::optional<Program>> programs_;
  cl_program reference_ = nullptr;
  std::map<std::string, Kernel> reference_kernels_;
  Buffer got_, expected_, worst_;
};

}  // namespace clc::accuracy
