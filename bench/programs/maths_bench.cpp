// Times maths functions as a package holds them, as the driver's own compiler makes them of the same source, and as
// nvcc made them, in turns in one process. Results of the three are compared: a wrong function is not timed.
//
// usage: clc_maths_bench DEVICE FOLDER TARGET ROUNDS TURN-MS PROFILE…
// FOLDER is what bench/maths-speed prepares: PROFILE.cl, PROFILE.package, PROFILE.names (a kernel's name each) and,
// for NVIDIA, PROFILE.ptx. A profile called double has kernels of double, others of float; relaxed is built with
// -cl-fast-relaxed-math. Prints a line of JSON for each kernel: milliseconds are medians of the rounds, a quotient is
// the other's time divided by the package's.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "clc/package/package.h"
#include "clc/runtime/device.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"
#include "turns.h"

namespace {

using clc::Result;

constexpr std::size_t k_items = 1U << 19U;
constexpr cl_int k_turns_of_loop = 128;  // applications of the function by an item
// Sums of relaxed functions and of rounding errors that add up differ by less, in all but this share of the items.
constexpr double k_allowed_difference = 1e-2;
constexpr double k_allowed_share = 0.01;

struct Options {
  std::string device, folder, target;
  int rounds = 1;
  double turn_ms = 0;
  std::vector<std::string> profiles;
};

struct Side {
  std::string name;
  clc::KernelHandle kernel;
  std::vector<double> times;  // of turns
};

struct Programs {
  clc::Program package;
  std::vector<std::pair<std::string, clc::ProgramHandle>> others;
};

Result<clc::ProgramHandle> build_ptx(const clc::Queue& queue, const std::string& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.c_str());
  const std::size_t size = text.size() + 1;
  const cl_device_id device = queue.device().id;
  cl_int code = CL_SUCCESS;
  clc::ProgramHandle program(clCreateProgramWithBinary(queue.context(), 1, &device, &size, &bytes, nullptr, &code));
  if (code == CL_SUCCESS) code = clBuildProgram(program.get(), 1, &device, "", nullptr, nullptr);
  if (code != CL_SUCCESS) return clc::fail_opencl(code, path);
  return program;
}

Result<Programs> build(const clc::Queue& queue, const Options& options, const std::string& profile) {
  const std::string stem = options.folder + "/" + profile;
  const auto package = clc::Package::open(stem + ".package");
  if (!package) return clc::fail(package);
  auto program = clc::Program::load(queue, *package, profile, options.target);
  if (!program) return clc::fail(program);
  Programs result{*std::move(program), {}};
  auto source = clc::bench::build_source(queue, stem + ".cl", profile == "relaxed" ? "-cl-fast-relaxed-math" : "");
  if (!source) return clc::fail(source);
  result.others.emplace_back("driver", *std::move(source));
  if (std::ifstream(stem + ".ptx")) {
    auto ptx = build_ptx(queue, stem + ".ptx");
    if (!ptx) return clc::fail(ptx);
    result.others.emplace_back("nvcc", *std::move(ptx));
  }
  return result;
}

Result<Side> make_side(const std::string& name, cl_program program, const std::string& kernel, cl_mem memory) {
  cl_int code = CL_SUCCESS;
  Side side{name, clc::KernelHandle(clCreateKernel(program, kernel.c_str(), &code)), {}};
  if (code == CL_SUCCESS) code = clSetKernelArg(side.kernel.get(), 0, sizeof(memory), static_cast<void*>(&memory));
  if (code == CL_SUCCESS) code = clSetKernelArg(side.kernel.get(), 1, sizeof(cl_int), &k_turns_of_loop);
  if (code != CL_SUCCESS) return clc::fail_opencl(code, name + ": kernel " + kernel);
  return side;
}

Result<double> launch(const clc::Queue& queue, const Side& side) {
  auto time = clc::bench::launch(queue, side.kernel.get(), {k_items}, {256});
  if (!time) return clc::fail(time.error().kind, side.name + ": " + time.error().message);
  return time;
}

template <class Number>
Result<std::vector<double>> results_of(const clc::Queue& queue, const Side& side, cl_mem memory) {
  if (const auto time = launch(queue, side); !time) return clc::fail(time);
  std::vector<Number> got(k_items);
  const cl_int code = clEnqueueReadBuffer(queue.handle(), memory, CL_TRUE, 0, got.size() * sizeof(Number), got.data(),
                                          0, nullptr, nullptr);
  if (code != CL_SUCCESS) return clc::fail_opencl(code, "clEnqueueReadBuffer");
  return std::vector<double>(got.begin(), got.end());
}

Result<void> compare(const std::vector<double>& ours, const std::vector<double>& theirs, const std::string& name) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const double difference = std::fabs(ours[i] - theirs[i]);
    wrong += difference <= k_allowed_difference * std::fmax(1.0, std::fabs(theirs[i])) ? 0 : 1;
  }
  if (static_cast<double>(wrong) <= k_allowed_share * static_cast<double>(ours.size())) return {};
  return clc::fail(clc::ErrorKind::k_damaged,
                   std::to_string(wrong) + " of " + std::to_string(ours.size()) + " results differ from " + name);
}

// Fills the results of a kernel into `row`.
Result<void> measure(const clc::Queue& queue, const Programs& programs, const Options& options, bool is_double,
                     nlohmann::json& row) {
  cl_int code = CL_SUCCESS;
  const clc::MemoryHandle memory(
      clCreateBuffer(queue.context(), CL_MEM_WRITE_ONLY, k_items * sizeof(double), nullptr, &code));
  if (code != CL_SUCCESS) return clc::fail_opencl(code, "clCreateBuffer");
  std::vector<std::pair<std::string, cl_program>> all{{"package", programs.package.handle()}};
  for (const auto& [name, program] : programs.others) all.emplace_back(name, program.get());
  std::vector<Side> sides;
  std::vector<double> ours;
  for (const auto& [name, program] : all) {
    auto side = make_side(name, program, row["kernel"], memory.get());
    if (!side) return clc::fail(side);
    const auto results =
        is_double ? results_of<double>(queue, *side, memory.get()) : results_of<float>(queue, *side, memory.get());
    if (!results) return clc::fail(results);
    if (sides.empty()) ours = *results;
    if (auto right = compare(ours, *results, name); !right) return right;
    sides.push_back(*std::move(side));
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t turn = 0; turn < sides.size(); ++turn) {
      Side& side = sides[(turn + static_cast<std::size_t>(round)) % sides.size()];
      const auto time = clc::bench::take_turn(options.turn_ms, [&] { return launch(queue, side); });
      if (!time) return clc::fail(time);
      side.times.push_back(*time);
    }
  }
  const double package = clc::bench::median(sides[0].times);
  row["ms"] = package;
  for (std::size_t i = 1; i < sides.size(); ++i) row[sides[i].name] = clc::bench::median(sides[i].times) / package;
  return {};
}

int give_up(const std::string& message) {
  std::fprintf(stderr, "clc_maths_bench: %s\n", message.c_str());
  return 1;
}

int run(const Options& options) {
  const auto device = clc::select_device(options.device);
  if (!device) return give_up(device.error().message);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return give_up(queue.error().message);
  bool is_right = true;
  for (const std::string& profile : options.profiles) {
    const auto programs = build(*queue, options, profile);
    if (!programs) return give_up(profile + ": " + programs.error().message);
    std::ifstream names(options.folder + "/" + profile + ".names");
    for (std::string name; std::getline(names, name);) {
      nlohmann::json row{{"profile", profile}, {"kernel", name}};
      if (auto measured = measure(*queue, *programs, options, profile == "double", row); !measured) {
        row["error"] = measured.error().message;
        is_right = false;
      }
      clc::bench::print_row(row);
    }
  }
  return is_right ? 0 : 6;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 6) return give_up("usage: clc_maths_bench DEVICE FOLDER TARGET ROUNDS TURN-MS PROFILE…");
  try {
    return run(
        {words[0], words[1], words[2], std::stoi(words[3]), std::stod(words[4]), {words.begin() + 5, words.end()}});
  } catch (const std::exception& error) {
    return give_up(error.what());
  }
}
