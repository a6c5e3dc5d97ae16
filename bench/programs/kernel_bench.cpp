// Runs the kernels of bench/kernels as the driver's own compiler makes them and as a package holds them, in turns
// in one process. The results of both are compared with what the host computes.
//
// usage: clc_kernel_bench --list          the kernels; `last` stands behind those whose figures count at the end only
//        clc_kernel_bench DEVICE PACKAGE TARGET KERNELS FACTOR ROUNDS TURN-MS [NAME…]
// PACKAGE may be "-": only the driver's own code is measured then. KERNELS is the folder of the sources, FACTOR
// multiplies the work, a turn launches for about TURN-MS milliseconds. Prints a line of JSON for each kernel: a turn's
// time is its quickest launch in milliseconds, a figure the median of the rounds.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "clc/package/package.h"
#include "clc/runtime/device.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"
#include "kernel_set/case.h"
#include "turns.h"

namespace {

using clc::Failure;
using clc::Result;
using clc::bench::Argument;
using clc::bench::ArgumentKind;
using clc::bench::Bytes;
using clc::bench::Case;
using clc::bench::Maker;

struct Options {
  std::string device, package, target, kernels;
  std::size_t factor = 1;
  int rounds = 1;
  double turn_ms = 0;
  std::vector<std::string> names;
};

std::vector<Maker> all_cases() {
  std::vector<Maker> result;
  for (const auto& part :
       {clc::bench::picture_cases, clc::bench::hash_cases, clc::bench::network_cases, clc::bench::number_cases,
        clc::bench::physics_cases, clc::bench::matrix_cases, clc::bench::search_cases}) {
    const std::vector<Maker> cases = part();
    result.insert(result.end(), cases.begin(), cases.end());
  }
  return result;
}

// The memory of a case, which both kernels use.
class Memory {
 public:
  static Result<Memory> create(const clc::Queue& queue, const Case& wanted) {
    Memory result;
    for (const Argument& argument : wanted.arguments()) {
      cl_int code = CL_SUCCESS;
      cl_mem memory = nullptr;
      const cl_context context = queue.context();
      if (argument.kind == ArgumentKind::k_buffer) {
        memory = clCreateBuffer(context, CL_MEM_READ_WRITE, argument.bytes.size(), nullptr, &code);
        if (code == CL_SUCCESS) code = write(queue, memory, argument.bytes);
      } else if (argument.kind == ArgumentKind::k_image) {
        const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
        cl_image_desc shape{};
        shape.image_type = CL_MEM_OBJECT_IMAGE2D;
        shape.image_width = argument.width;
        shape.image_height = argument.height;
        auto* texels = const_cast<unsigned char*>(argument.bytes.data());  // which is only copied
        memory = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &shape, texels, &code);
      }
      if (code != CL_SUCCESS) return clc::fail_opencl(code, "memory of " + wanted.name());
      result.handles_.emplace_back(memory);
    }
    return result;
  }

  Result<void> set_arguments(cl_kernel kernel, const Case& wanted) const {
    for (cl_uint i = 0; i < handles_.size(); ++i) {
      const Argument& argument = wanted.arguments()[i];
      cl_mem memory = handles_[i].get();
      const cl_int code = argument.kind == ArgumentKind::k_local ? clSetKernelArg(kernel, i, argument.size, nullptr)
                          : argument.kind == ArgumentKind::k_value
                              ? clSetKernelArg(kernel, i, argument.bytes.size(), argument.bytes.data())
                              : clSetKernelArg(kernel, i, sizeof(memory), static_cast<const void*>(&memory));
      if (code != CL_SUCCESS) return clc::fail_opencl(code, "argument " + std::to_string(i) + " of " + wanted.name());
    }
    return {};
  }

  // Buffers that a kernel writes are as before the first run again.
  Result<void> reset(const clc::Queue& queue, const Case& wanted) const {
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      if (!wanted.arguments()[i].is_written) continue;
      const cl_int code = write(queue, handles_[i].get(), wanted.arguments()[i].bytes);
      if (code != CL_SUCCESS) return clc::fail_opencl(code, "clEnqueueWriteBuffer");
    }
    return {};
  }

  // Empty when the results are those that the case expects.
  std::string check(const clc::Queue& queue, const Case& wanted) const {
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      const Argument& argument = wanted.arguments()[i];
      if (!argument.check) continue;
      Bytes got(argument.bytes.size());
      const cl_int code = clEnqueueReadBuffer(queue.handle(), handles_[i].get(), CL_TRUE, 0, got.size(), got.data(), 0,
                                              nullptr, nullptr);
      if (code != CL_SUCCESS) return "clEnqueueReadBuffer: " + clc::opencl_error_name(code);
      if (std::string wrong = argument.check(got); !wrong.empty())
        return "argument " + std::to_string(i) + ": " + wrong;
    }
    return {};
  }

 private:
  static cl_int write(const clc::Queue& queue, cl_mem memory, const Bytes& bytes) {
    return clEnqueueWriteBuffer(queue.handle(), memory, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr);
  }

  std::vector<clc::MemoryHandle> handles_;  // null for values and local memory
};

// Launches once, from the data of the case, and returns the kernel's milliseconds.
Result<double> launch(const clc::Queue& queue, cl_kernel kernel, const Case& wanted, const Memory& memory) {
  if (auto reset = memory.reset(queue, wanted); !reset) return clc::fail(reset);
  return clc::bench::launch(queue, kernel, wanted.global(), wanted.local());
}

struct Side {
  const char* name;
  clc::KernelHandle kernel;
  std::vector<double> times;  // of turns
};

Result<Side> make_side(const char* name, cl_program program, const Case& wanted, const Memory& memory) {
  cl_int code = CL_SUCCESS;
  Side side{name, clc::KernelHandle(clCreateKernel(program, wanted.name().c_str(), &code)), {}};
  if (code != CL_SUCCESS) return clc::fail_opencl(code, std::string(name) + ": kernel " + wanted.name());
  if (auto set = memory.set_arguments(side.kernel.get(), wanted); !set) return clc::fail(set);
  return side;
}

Result<void> verify(const clc::Queue& queue, const Side& side, const Case& wanted, const Memory& memory) {
  if (const auto run = launch(queue, side.kernel.get(), wanted, memory); !run) return clc::fail(run);
  const std::string wrong = memory.check(queue, wanted);
  if (!wrong.empty()) return clc::fail(clc::ErrorKind::k_damaged, std::string(side.name) + ": " + wrong);
  return {};
}

// Fills the results of a kernel into `row`.
Result<void> measure(const clc::Queue& queue, const std::optional<clc::Package>& package, const Options& options,
                     const Case& wanted, nlohmann::json& row) {
  const auto source = clc::bench::build_source(queue, options.kernels + "/" + wanted.name() + ".cl", "");
  if (!source) return clc::fail(source);
  std::vector<std::pair<const char*, cl_program>> programs{{"source", source->get()}};
  std::optional<clc::Program> program;
  if (package) {
    auto loaded = clc::Program::load(queue, *package, wanted.name(), options.target);
    if (!loaded) return clc::fail(loaded);
    program = *std::move(loaded);
    programs.emplace_back("package", program->handle());
  }
  const auto memory = Memory::create(queue, wanted);
  if (!memory) return clc::fail(memory);
  std::vector<Side> sides;
  for (const auto& [name, of_side] : programs) {
    auto side = make_side(name, of_side, wanted, *memory);
    if (!side) return clc::fail(side);
    if (auto right = verify(queue, *side, wanted, *memory); !right) return right;
    sides.push_back(*std::move(side));
  }
  std::vector<double> ratios;
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t turn = 0; turn < sides.size(); ++turn) {
      Side& side = sides[(turn + static_cast<std::size_t>(round)) % sides.size()];
      const auto time =
          clc::bench::take_turn(options.turn_ms, [&] { return launch(queue, side.kernel.get(), wanted, *memory); });
      if (!time) return clc::fail(time);
      side.times.push_back(*time);
    }
    ratios.push_back(sides[0].times.back() / std::max(sides.back().times.back(), 1e-6));
  }
  row["ms_source"] = clc::bench::median(sides[0].times);
  row["ms_package"] = clc::bench::median(sides.back().times);
  row["ratio"] = clc::bench::median(ratios);
  row["ratios"] = ratios;
  return {};
}

int give_up(const std::string& message) {
  std::fprintf(stderr, "clc_kernel_bench: %s\n", message.c_str());
  return 1;
}

int run(const Options& options) {
  const auto device = clc::select_device(options.device);
  if (!device) return give_up(device.error().message);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return give_up(queue.error().message);
  std::optional<clc::Package> package;
  if (options.package != "-") {
    auto opened = clc::Package::open(options.package);
    if (!opened) return give_up(opened.error().message);
    package = *std::move(opened);
  }
  bool is_right = true;
  for (const Maker& maker : all_cases()) {
    const bool is_chosen = std::find(options.names.begin(), options.names.end(), maker.name) != options.names.end();
    if (!options.names.empty() && !is_chosen) continue;
    const Case wanted = maker.make(options.factor);
    nlohmann::json row{{"kernel", wanted.name()}, {"last", maker.is_last}};
    if (auto measured = measure(*queue, package, options, wanted, row); !measured) {
      row["error"] = measured.error().message;
      is_right = false;
    }
    clc::bench::print_row(row);
  }
  return is_right ? 0 : 6;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 1 && words[0] == "--list") {
    for (const Maker& maker : all_cases()) std::printf("%s%s\n", maker.name, maker.is_last ? " last" : "");
    return 0;
  }
  if (words.size() < 7)
    return give_up("usage: clc_kernel_bench DEVICE PACKAGE TARGET KERNELS FACTOR ROUNDS TURN-MS [NAME…]");
  try {
    return run({words[0],
                words[1],
                words[2],
                words[3],
                std::stoul(words[4]),
                std::stoi(words[5]),
                std::stod(words[6]),
                {words.begin() + 7, words.end()}});
  } catch (const std::exception& error) {
    return give_up(error.what());
  }
}
