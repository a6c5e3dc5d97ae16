// Writes the launches that the algorithms make on a device like the H200, without one: a driver that does nothing takes
// their kernels.
//   clc_launches_of_rows PACKAGE < ROWS
// Each line of ROWS is an algorithm, a variant, a size and an input; each gives a line of JSON with its launches.
#include <cstring>
#include <iostream>
#include <map>
#include <sstream>

#include "common/registry.h"
#include "fake_opencl.h"

namespace {

using namespace clc;
using algorithms::Problem;
using algorithms::Session;

Device device_like_the_h200() {
  Device device = test::fake_device();
  DeviceFacts& facts = device.facts;
  facts.platform_name = "NVIDIA CUDA";
  facts.platform_vendor = facts.vendor = "NVIDIA Corporation";
  facts.name = "NVIDIA H200";
  facts.kind = DeviceKind::k_gpu;
  facts.compute_units = 132;
  facts.native_float_width = 1;
  facts.max_work_group_size = 1024;
  facts.local_memory = 49152;
  facts.global_memory = facts.max_allocation = std::uint64_t{140} << 30;
  facts.has_fp64 = true;
  facts.nvidia_compute_capability = 90;
  return device;
}

bool is_integer(const Argument& argument) {
  static const char* const k_types[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "size_t"};
  for (const char* type : k_types) {
    if (argument.plain_type() == type) return true;
  }
  return false;
}

std::int64_t integer_of(const Argument& argument, const KernelArgument& given) {
  std::int64_t value = 0;
  std::memcpy(&value, given.value, std::min<std::size_t>(given.size, sizeof(value)));
  const bool is_signed = argument.plain_type()[0] != 'u' && argument.plain_type() != "size_t";
  const unsigned unused = 64 - static_cast<unsigned>(given.size) * 8;
  return is_signed && unused < 64 ? static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << unused) >> unused
                                  : value;
}

std::string launch_text(const std::string& module, const Kernel& kernel, const NDRange& range,
                        const KernelArgument* arguments, std::size_t count) {
  const KernelInterface& interface = kernel.interface();
  std::ostringstream text;
  text << "{\"module\":\"" << module << "\",\"kernel\":\"" << interface.name << "\",\"global\":[" << range.global[0]
       << "," << range.global[1] << "," << range.global[2] << "],\"group\":[";
  for (std::size_t d = 0; d < 3; ++d) {
    const std::uint64_t required = interface.required_work_group_size[d];
    text << (d == 0 ? "" : ",") << (range.local[d] != 0 ? range.local[d] : required != 0 ? required : 1);
  }
  text << "],\"args\":{";
  std::uint64_t local = 0;
  bool is_first = true;
  for (std::size_t i = 0; i < count && i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    if (arguments[i].kind == ArgumentKind::k_local) local += arguments[i].size;
    if (arguments[i].kind != ArgumentKind::k_value || !is_integer(argument)) continue;
    text << (is_first ? "\"" : ",\"") << argument.name << "\":" << integer_of(argument, arguments[i]);
    is_first = false;
  }
  text << "},\"local\":" << local;
  return text.str();
}

// The launches of one step, those that are alike once with their number.
std::string launches_of(Session& session, const algorithms::AlgorithmVariant& variant, const Problem& problem) {
  std::map<std::string, std::uint64_t> counts;
  std::vector<std::string> order;
  session.set_launcher([&](const std::string& module, const Kernel& kernel, const NDRange& range,
                           const KernelArgument* arguments, std::size_t count) -> Result<CommandTime> {
    const std::string text = launch_text(module, kernel, range, arguments, count);
    if (counts[text]++ == 0) order.push_back(text);
    return CommandTime{};
  });
  const auto measured = variant.bench(session, problem);
  if (!measured) {
    std::cerr << variant.name << ": " << measured.error().message << "\n";
    return "\"launches\":[]";
  }
  std::string text = "\"launches\":[";
  for (const std::string& launch : order) {
    text += (launch == order.front() ? "" : ",") + launch + ",\"times\":" + std::to_string(counts[launch]) + "}";
  }
  return text + "]";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: clc_launches_of_rows PACKAGE < ROWS\n";
    return 2;
  }
  test::fake_driver().takes_all_binaries = true;
  test::fake_driver().group_limit = 256;  // as NVIDIA says of kernels that require no size
  auto package = Package::open(argv[1]);
  auto queue = Queue::create(device_like_the_h200());
  if (!package || !queue) {
    std::cerr << (package ? queue.error() : package.error()).message << "\n";
    return 1;
  }
  Session session(*queue, *std::move(package), "nvptx:sm_90");
  session.set_runs({0, 1, 0, false});
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string algorithm_name, variant_name, input;
    Problem problem;
    words >> algorithm_name >> variant_name >> problem.size >> input;
    problem.input = input == "constant" ? algorithms::Input::k_constant
                    : input == "skewed" ? algorithms::Input::k_skewed
                                        : algorithms::Input::k_random;
    const algorithms::Algorithm* algorithm = algorithms::find_algorithm(algorithm_name);
    if (algorithm == nullptr) continue;
    for (const algorithms::AlgorithmVariant& variant : algorithm->variants) {
      if (variant.name != variant_name) continue;
      std::cout << "{\"algorithm\":\"" << algorithm_name << "\",\"variant\":\"" << variant_name
                << "\",\"elements\":" << problem.size << ",\"input\":\"" << input << "\","
                << launches_of(session, variant, problem) << "}" << std::endl;
    }
  }
  return 0;
}
