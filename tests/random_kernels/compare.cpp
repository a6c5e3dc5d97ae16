// Runs kernels of generate.py twice on a device, from a package made by clc and from source through the driver's own
// compiler, and compares what they wrote.
//
// usage: clc_compare_kernels --sources FOLDER --package P [--device D] [--target T] [--keep FOLDER] [--no-source] NAME…
//
// With --no-source, for drivers without a compiler, the package alone is run: DIGEST is to be compared with another
// device's. With --keep, FOLDER/NAME.source and FOLDER/NAME.package are what the arguments' buffers held, one behind
// the other. FOLDER/NAME.cl is the source and NAME the module. A line "begin NAME" comes before the work on each, and
// then one of
//   NAME same DIGEST
//   NAME differs WHAT
//   NAME skipped WHY
//   NAME failed WHICH: WHY
// so that whoever reads this knows the kernel at which a driver died. DIGEST is over all that must be equal everywhere.
#include <bit>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "clc/package/package.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"
#include "device/harness.h"

namespace {

using namespace clc;

using device_tests::Failed;
using device_tests::need;
using device_tests::need_cl;
using device_tests::Skipped;

enum class ArgumentRole { k_results, k_near, k_shared, k_input, k_value, k_local };

struct Argument {
  ArgumentRole role = ArgumentRole::k_value;
  std::vector<std::uint8_t> bytes;  // first content of a buffer, or the value; for local memory the size alone counts
  std::vector<double> ulp;          // of the columns of `near`
};

// What the comments at the head of a kernel say.
struct Kernel {
  std::string source, options;
  std::vector<std::string> needs;
  std::vector<std::size_t> global, local, offset;
  std::vector<Argument> arguments;
  std::size_t items() const {
    std::size_t count = 1;
    for (const std::size_t size : global) count *= size;
    return count;
  }
};

template <class T>
std::vector<T> rest_of(std::istringstream& words) {
  return {std::istream_iterator<T>(words), {}};
}

template <class T>
void append(std::vector<std::uint8_t>& bytes, T number, std::size_t size = sizeof(T)) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> 8 * i));
}

// SplitMix64: data that follow from a number.
std::uint64_t mixed(std::uint64_t number) {
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9u;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
  return number ^ (number >> 31);
}

Argument parse_argument(std::istringstream& words, const Kernel& kernel) {
  std::string role;
  words >> role;
  Argument argument;
  if (role == "near") {
    argument.role = ArgumentRole::k_near;
    std::size_t columns = 0;
    words >> columns;
    argument.ulp = rest_of<double>(words);
    if (argument.ulp.size() != columns) throw Failed("near: not an ulp for each column");
    argument.bytes.resize(kernel.items() * columns * sizeof(float));
    return argument;
  }
  const std::vector<std::uint64_t> numbers = rest_of<std::uint64_t>(words);
  if (numbers.empty()) throw Failed("an argument without a number: " + role);
  if (role == "results") {
    argument.role = ArgumentRole::k_results;
    argument.bytes.resize(numbers[0] * sizeof(std::uint64_t));
  } else if (role == "shared") {
    argument.role = ArgumentRole::k_shared;
    for (const std::uint64_t number : numbers) append(argument.bytes, static_cast<std::uint32_t>(number));
  } else if (role == "input") {
    argument.role = ArgumentRole::k_input;
    for (std::size_t i = 0; i < numbers[0]; ++i) argument.bytes.push_back(mixed(i + 1) & 0xff);
  } else if (role == "local") {
    argument.role = ArgumentRole::k_local;
    argument.bytes.resize(numbers[0]);
  } else if (role == "value" && numbers.size() == 2 && numbers[0] <= sizeof(std::uint64_t)) {
    append(argument.bytes, numbers[1], numbers[0]);
  } else {
    throw Failed("not an argument: " + role);
  }
  return argument;
}

Kernel read_kernel(const std::string& path) {
  std::ifstream file(path);
  Kernel kernel;
  kernel.source.assign(std::istreambuf_iterator<char>(file), {});
  std::istringstream lines(kernel.source);
  for (std::string line; std::getline(lines, line) && line.starts_with("//");) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string key = line.substr(3, colon - 3);
    std::istringstream words(line.substr(colon + 2));
    if (key == "options") kernel.options = words.str();
    if (key == "needs") kernel.needs = rest_of<std::string>(words);
    if (key == "global") kernel.global = rest_of<std::size_t>(words);
    if (key == "local") kernel.local = rest_of<std::size_t>(words);
    if (key == "offset") kernel.offset = rest_of<std::size_t>(words);
    if (key == "argument") kernel.arguments.push_back(parse_argument(words, kernel));
  }
  if (kernel.global.empty() || kernel.arguments.empty()) throw Failed(path + ": not a kernel of generate.py");
  return kernel;
}

// Runs a kernel; what its buffers hold afterwards, one for each argument.
std::vector<std::vector<std::uint8_t>> run(const Queue& queue, cl_kernel handle, const Kernel& kernel) {
  std::vector<Buffer> buffers(kernel.arguments.size());
  for (cl_uint i = 0; i < kernel.arguments.size(); ++i) {
    const Argument& argument = kernel.arguments[i];
    std::size_t size = argument.bytes.size();
    const void* value = argument.bytes.data();
    cl_mem memory = nullptr;
    if (argument.role == ArgumentRole::k_local) {
      value = nullptr;
    } else if (argument.role != ArgumentRole::k_value) {
      buffers[i] = need(queue.allocate(size));
      need(queue.write(buffers[i], value, size));
      memory = buffers[i].handle();
      value = &memory;
      size = sizeof memory;
    }
    need_cl(clSetKernelArg(handle, i, size, value), "clSetKernelArg");
  }
  need_cl(clEnqueueNDRangeKernel(queue.handle(), handle, static_cast<cl_uint>(kernel.global.size()),
                                 kernel.offset.data(), kernel.global.data(), kernel.local.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  need_cl(clFinish(queue.handle()), "clFinish");
  std::vector<std::vector<std::uint8_t>> contents(buffers.size());
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    contents[i].resize(buffers[i].size());
    if (!contents[i].empty()) need(queue.read_mapped(buffers[i], contents[i].data(), contents[i].size()));
  }
  return contents;
}

ProgramHandle build_source(const Queue& queue, const Kernel& kernel) {
  const char* text = kernel.source.c_str();
  const cl_device_id device = queue.device().id;
  cl_int code = CL_SUCCESS;
  ProgramHandle program(clCreateProgramWithSource(queue.context(), 1, &text, nullptr, &code));
  need_cl(code, "clCreateProgramWithSource");
  code = clBuildProgram(program.get(), 1, &device, kernel.options.c_str(), nullptr, nullptr);
  if (code == CL_SUCCESS) return program;
  std::string log(4096, '\0');
  clGetProgramBuildInfo(program.get(), device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
  throw Failed(std::string("clBuildProgram: ") + opencl_error_name(code) + " " + log.c_str());
}

// The distance in units in the last place of `expected`.
double ulp_between(float expected, float got) {
  if (expected == got || (std::isnan(expected) && std::isnan(got))) return 0;
  if (!std::isfinite(expected) || !std::isfinite(got)) return std::numeric_limits<double>::infinity();
  const int exponent = std::max(std::ilogb(expected), -126);
  return std::abs(static_cast<double>(expected) - got) / std::ldexp(1.0, (expected == 0 ? -126 : exponent) - 23);
}

template <class T>
T element(const std::vector<std::uint8_t>& bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return value;
}

std::string place(const Kernel& kernel, std::size_t index, std::size_t elements) {
  const std::size_t columns = elements / kernel.items();
  return "item " + std::to_string(index / columns) + ", column " + std::to_string(index % columns);
}

// Says where two runs differ in an argument; empty when they do not.
std::string difference(const Kernel& kernel, const Argument& argument, const std::vector<std::uint8_t>& source,
                       const std::vector<std::uint8_t>& package) {
  char text[200] = "";
  if (argument.role == ArgumentRole::k_near) {
    for (std::size_t i = 0; i < source.size() / sizeof(float); ++i) {
      const float expected = element<float>(source, i), got = element<float>(package, i);
      // Each may be off by as much.
      if (ulp_between(expected, got) <= 2 * argument.ulp[i % argument.ulp.size()]) continue;
      std::snprintf(text, sizeof text, "near, %s: source %a, package %a",
                    place(kernel, i, source.size() / sizeof(float)).c_str(), static_cast<double>(expected),
                    static_cast<double>(got));
      return text;
    }
  } else if (argument.role == ArgumentRole::k_results) {
    for (std::size_t i = 0; i < source.size() / sizeof(std::uint64_t); ++i) {
      const auto expected = element<std::uint64_t>(source, i), got = element<std::uint64_t>(package, i);
      if (expected == got) continue;
      std::snprintf(text, sizeof text, "results, %s: source 0x%" PRIx64 ", package 0x%" PRIx64,
                    place(kernel, i, source.size() / sizeof(std::uint64_t)).c_str(), expected, got);
      return text;
    }
  } else if (argument.role == ArgumentRole::k_shared && source != package) {
    for (std::size_t i = 0; i < source.size() / sizeof(std::uint32_t); ++i) {
      const auto expected = element<std::uint32_t>(source, i), got = element<std::uint32_t>(package, i);
      if (expected == got) continue;
      std::snprintf(text, sizeof text, "shared[%zu]: source 0x%x, package 0x%x", i, expected, got);
      return text;
    }
  }
  return "";
}

std::string same(const Kernel& kernel, const std::vector<std::vector<std::uint8_t>>& contents) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (kernel.arguments[i].role == ArgumentRole::k_near) continue;
    for (const std::uint8_t byte : contents[i]) sum = mixed(sum + byte + 1);
  }
  char text[32];
  std::snprintf(text, sizeof text, "same %016" PRIx64, sum);
  return text;
}

struct Options {
  std::string sources, package, device, target, keep;
  std::vector<std::string> names;
  bool no_source = false;
};

void keep(const std::string& path, const std::vector<std::vector<std::uint8_t>>& contents) {
  std::ofstream file(path, std::ios::binary);
  for (const std::vector<std::uint8_t>& bytes : contents) {
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  if (!file.flush()) throw Failed("cannot write " + path);
}

// The line about one kernel, behind its name.
std::string compare(const Queue& queue, const Package& package, const Options& options, const std::string& name) {
  const char* stage = "kernel";
  try {
    const Kernel kernel = read_kernel(options.sources + "/" + name + ".cl");
    for (const std::string& extension : kernel.needs) {
      if (!queue.device().facts.has_extension(extension)) return "skipped the device has no " + extension;
    }
    if (options.no_source) {
      stage = "package";
      const Program program = need(Program::load(queue, package, name, options.target));
      const auto computed = run(queue, need(program.kernel("entry")).handle(), kernel);
      if (!options.keep.empty()) keep(options.keep + "/" + name + ".package", computed);
      return same(kernel, computed);
    }
    stage = "source";
    const ProgramHandle built = build_source(queue, kernel);
    cl_int code = CL_SUCCESS;
    const KernelHandle from_source(clCreateKernel(built.get(), "entry", &code));
    need_cl(code, "clCreateKernel");
    const auto expected = run(queue, from_source.get(), kernel);
    if (!options.keep.empty()) keep(options.keep + "/" + name + ".source", expected);
    stage = "package";
    const Program program = need(Program::load(queue, package, name, options.target));
    const clc::Kernel from_package = need(program.kernel("entry"));
    const auto got = run(queue, from_package.handle(), kernel);
    if (!options.keep.empty()) keep(options.keep + "/" + name + ".package", got);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const std::string where = difference(kernel, kernel.arguments[i], expected[i], got[i]);
      if (where.empty()) continue;
      const bool is_stable =
          expected == run(queue, from_source.get(), kernel) && got == run(queue, from_package.handle(), kernel);
      return "differs " + where + (is_stable ? "" : " (and from one run to the next)");
    }
    return same(kernel, expected);
  } catch (const std::exception& error) {
    std::string why = error.what();
    for (char& c : why) c = c == '\n' ? ' ' : c;
    return std::string("failed ") + stage + ": " + why.substr(0, 400);
  }
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--no-source") {
      options.no_source = true;
      continue;
    }
    std::string* value = name == "--sources"   ? &options.sources
                         : name == "--package" ? &options.package
                         : name == "--device"  ? &options.device
                         : name == "--target"  ? &options.target
                         : name == "--keep"    ? &options.keep
                                               : nullptr;
    if (!value) {
      options.names.push_back(name);
    } else if (++i < argc) {
      *value = argv[i];
    } else {
      return false;
    }
  }
  return !options.sources.empty() && !options.package.empty() && !options.names.empty();
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: clc_compare_kernels --sources FOLDER --package P [--device D] [--target T] [--keep FOLDER] "
                 "[--no-source] NAME…\n");
    return 2;
  }
  try {
    const Queue queue = need(Queue::create(need(select_device(options.device))));
    const Package package = need(Package::open(options.package));
    for (const std::string& name : options.names) {
      std::printf("begin %s\n", name.c_str());
      std::fflush(stdout);
      std::printf("%s %s\n", name.c_str(), compare(queue, package, options, name).c_str());
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "clc_compare_kernels: %s\n", error.what());
    return 1;
  }
  return 0;
}
