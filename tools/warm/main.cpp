// clc-warm: lets the installed drivers compile what applications will need, in the way in which these would ask for it.
// Drivers may crash, hang or print, so this is a process of its own, which clc ends when it takes too long. Unlike
// clc-driver it leaves drivers their own caches and variables, because these are a part of the cache's keys.
//
//   clc-warm --modules DEVICE PACKAGE
// says which modules of a package are in the cache, as protocol/warm_protocol.h.
//   clc-warm --load DEVICE PACKAGE MODULE
// loads one of them; the reason why the cache lacks it even then goes to standard output.
//   clc-warm --build DEVICE LAYERS SUMMARIES ON_MISS
// builds programs from standard input through the OpenCL layer, which writes into the folder SUMMARIES what came from
// where.
// DEVICE is a number in `clc-driver --list`.
#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

#include "base/platform/process.h"
#include "base/try.h"
#include "clc/package/package.h"
#include "protocol/helper_output.h"
#include "warm/build_programs.h"
#include "warm/load_modules.h"

namespace clc {
namespace {

Result<std::uint64_t> parse_number(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return fail(ErrorKind::k_usage, "'" + text + "' is not a number");
}

Result<Device> find_device(const std::string& number) {
  const std::uint64_t index = CLC_TRY(parse_number(number));
  std::vector<Device> devices = CLC_TRY(list_devices());
  if (index < devices.size()) return std::move(devices[index]);
  return fail(ErrorKind::k_unavailable, "there is no device with the number " + number);
}

Result<void> write_modules(int output, const std::string& number, const std::string& path) {
  const Package package = CLC_TRY(Package::open(path));
  const Device device = CLC_TRY(find_device(number));
  return write_answer(output, encode_warm_modules(modules_in_cache(package, device)));
}

Result<void> load(int output, const std::string& number, const std::string& path, const std::string& module) {
  const std::uint64_t index = CLC_TRY(parse_number(module));
  const Package package = CLC_TRY(Package::open(path));
  const Device device = CLC_TRY(find_device(number));
  const std::string why_not = CLC_TRY(load_into_cache(package, index, device));
  return write_answer(output, why_not);
}

// `words`: device, layers, folder of summaries, on miss.
Result<void> build(const std::vector<std::string>& words) {
  const Bytes bytes = CLC_TRY(read_input());
  const std::vector<WarmProgram> programs = CLC_TRY(decode_warm_programs(bytes));
  // The loader and the layer read these at the first call.
  for (const char* name : {"CLC_PACKAGE", "CLC_LAYER_CACHE", "CLC_LAYER_COMPILER", "CLC_LAYER_RECORD"})
    platform::set_variable(name, nullptr);
  platform::set_variable("OPENCL_LAYERS", words[1].c_str());
  platform::set_variable("CLC_LAYER_SUMMARY", words[2].c_str());
  platform::set_variable("CLC_LAYER_ON_MISS", words[3].c_str());
  platform::set_variable("CLC_LAYER_LOG", "stderr");
  platform::set_variable("CLC_LAYER_KEEP", "now");
  const Device device = CLC_TRY(find_device(words[0]));
  return build_programs(programs, device);
}

Result<void> run(const std::vector<std::string>& words) {
  const int output = CLC_TRY(take_standard_output());
  const std::string mode = words.empty() ? "" : words[0];
  if (mode == "--modules" && words.size() == 3) return write_modules(output, words[1], words[2]);
  if (mode == "--load" && words.size() == 4) return load(output, words[1], words[2], words[3]);
  if (mode == "--build" && words.size() == 5) return build({words.begin() + 1, words.end()});
  return fail(ErrorKind::k_usage,
              "usage: clc-warm --modules DEVICE PACKAGE | --load DEVICE PACKAGE MODULE | "
              "--build DEVICE LAYERS SUMMARIES ON_MISS");
}

}  // namespace
}  // namespace clc

int main(int argc, char** argv) {
  return clc::helper_main(argc, argv, clc::run);
}
