// clc-driver: asks the installed OpenCL drivers what only they know. Drivers may crash, hang or print, so this is a
// process of its own, which clc ends when it takes too long.
//
//   clc-driver --list                          the devices, as JSON
//   clc-driver --identify NAME [FEATURE…]      the one driver that driver:NAME means, as JSON
//   clc-driver --fitting                       which variants of a package, whose manifest comes from standard input,
//   the
//                                              devices take, as protocol/fitting_variants.h
//   clc-driver --load N                        loads a package from standard input on device N of --list, in the
//                                              working folder (empty and private); what is wrong goes to standard error
//   clc-driver --replay CAPTURE N RUNS         launches what a capture has, with the package from standard input, on
//                                              device N of --list, or on the first that takes it (-), in the working
//                                              folder (empty and private); a ReplayedLaunch goes to standard output
//   clc-driver --launch N                      a package and launches from standard input, to results on standard
//                                              output, as driver/launch.h, on device N of --list, in the working folder
//   clc-driver --build                         a DriverRequest from standard input, in the working folder
//                                              (empty and private), to a CompileReply on standard output
#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

#include "base/platform/files.h"
#include "base/try.h"
#include "driver/compile_modes.h"
#include "driver/dialect.h"
#include "driver/environment.h"
#include "driver/find_driver.h"
#include "driver/launch.h"
#include "driver/load.h"
#include "driver/replay.h"
#include "protocol/helper_output.h"
#include "protocol/protocol.h"

namespace clc {
namespace {

Result<void> list(int output) {
  const PrivateFolder folder = CLC_TRY(PrivateFolder::enter());
  CLC_TRY(prepare_environment({}));
  const std::vector<Device> devices = CLC_TRY(list_devices());
  std::vector<ListedDevice> list;
  for (const Device& device : devices) {
    const DeviceFacts& facts = device.facts;
    ListedDevice& listed = list.emplace_back();
    listed.platform = facts.platform_name;
    listed.device = facts.name;
    listed.device_version = facts.version;
    listed.driver_version = facts.driver_version;
    listed.opencl_c_version = facts.opencl_c_version;
    listed.il_version = facts.il_version;
    listed.kind = device_kind_name(facts.kind);
    listed.address_bits = facts.address_bits;
    listed.compute_capability = static_cast<std::uint64_t>(facts.nvidia_compute_capability.value_or(0));
    listed.extensions = facts.extensions;
    listed.features = read_features(device);
    if (facts.has_extension("cl_khr_spirv_queries")) {
      listed.spirv_extensions = read_spirv_extensions(device.id);
      listed.spirv_capabilities = read_spirv_capabilities(device.id);
    }
  }
  return write_answer(output, encode_device_list(list));
}

Result<void> write_fitting(int output) {
  const Bytes text = CLC_TRY(read_input());
  const Manifest manifest = CLC_TRY(decode_manifest(text));
  const PrivateFolder folder = CLC_TRY(PrivateFolder::enter());
  CLC_TRY(prepare_environment({}));
  const std::vector<FittingVariant> variants = CLC_TRY(fitting_variants(manifest));
  return write_answer(output, encode_fitting_variants(variants));
}

Result<std::uint64_t> parse_number(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return fail(ErrorKind::k_usage, "'" + text + "' is not a number");
}

Result<void> launch(int output, const std::string& device) {
  const std::uint64_t index = CLC_TRY(parse_number(device));
  CLC_TRY(prepare_environment({}));
  return serve_launches(platform::standard_input(), output, index);
}

Result<void> load(const std::string& device) {
  const std::uint64_t index = CLC_TRY(parse_number(device));
  const Bytes bytes = CLC_TRY(read_input());
  const Package package = CLC_TRY(Package::from_memory(bytes));
  CLC_TRY(prepare_environment({}));
  return load_package(package, index);
}

// `words`: the capture, the device, how many runs.
Result<void> replay_capture(int output, const std::vector<std::string>& words) {
  const Capture capture = CLC_TRY(read_capture(words[0]));
  const std::uint64_t runs = CLC_TRY(parse_number(words[2]));
  const Bytes bytes = CLC_TRY(read_input());
  const Package package = CLC_TRY(Package::from_memory(bytes));
  CLC_TRY(prepare_environment({}));
  const bool is_any = words[1] == "-";
  const std::uint64_t index = is_any ? 0 : CLC_TRY(parse_number(words[1]));
  const Device device = CLC_TRY(is_any ? device_for(package) : device_at(index));
  return write_answer(output, encode_replayed_launch(CLC_TRY(replay(capture, package, device, runs))));
}

Result<void> run(const std::vector<std::string>& arguments) {
  const int output = CLC_TRY(take_standard_output());
  const std::string mode = arguments.empty() ? "" : arguments[0];
  if (mode == "--list" && arguments.size() == 1) return list(output);
  if (mode == "--fitting" && arguments.size() == 1) return write_fitting(output);
  if (mode == "--load" && arguments.size() == 2) return load(arguments[1]);
  if (mode == "--replay" && arguments.size() == 4)
    return replay_capture(output, {arguments.begin() + 1, arguments.end()});
  if (mode == "--launch" && arguments.size() == 2) return launch(output, arguments[1]);
  if (mode == "--build" && arguments.size() == 1) return build(output);
  if (mode == "--identify" && arguments.size() >= 2)
    return identify(output, arguments[1], {arguments.begin() + 2, arguments.end()});
  return fail(ErrorKind::k_usage,
              "usage: clc-driver --list | --identify NAME [FEATURE…] | --fitting | --load N | --launch N | "
              "--replay CAPTURE N RUNS | --build");
}

}  // namespace
}  // namespace clc

int main(int argc, char** argv) {
  return clc::helper_main(argc, argv, clc::run);
}
