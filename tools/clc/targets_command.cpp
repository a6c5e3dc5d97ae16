// clc targets: what can be compiled for, and what is missing here.
#include <chrono>

#include "clc/package/target.h"
#include "command.h"
#include "json_text.h"
#include "process.h"
#include "protocol.h"
#include "text.h"

namespace clc {
namespace {

constexpr std::chrono::seconds k_list_limit{60};

struct Availability {
  bool yes = false;
  std::string reason;                // why not, and what to install
  std::vector<std::string> devices;  // of installed drivers
};

Availability availability(const FamilyInfo& family) {
  const Result<std::string> worker = find_helper("clc-worker");
  if (!worker) return {false, worker.error().message, {}};
  if (family.family != Family::k_driver) return {true, "", {}};
  const Result<std::string> driver = find_helper("clc-driver");
  if (!driver) return {false, driver.error().message, {}};
  const Result<Finished> listed = run_process({{*driver, "--list"}, ""}, "", k_list_limit);
  if (!listed) return {false, listed.error().message, {}};
  if (listed->timed_out) return {false, "an installed driver hangs when it is asked who it is", {}};
  if (!listed->ending.clean()) {
    std::string reason = listed->errors.empty() ? "clc-driver " + listed->ending.describe() : listed->errors;
    while (!reason.empty() && reason.back() == '\n') reason.pop_back();
    return {false, reason, {}};
  }
  const Result<std::vector<ListedDevice>> devices = decode_device_list(listed->output);
  if (!devices) return {false, "clc-driver: " + devices.error().message, {}};
  if (devices->empty()) return {false, "no OpenCL driver is installed; pocl-opencl-icd is one for CPUs", {}};
  Availability result{true, "", {}};
  for (const ListedDevice& device : *devices) {
    result.devices.push_back(device.device + " (" + device.kind + ", " + device.platform + " " + device.driver_version +
                             ")");
  }
  return result;
}

std::string as_text() {
  std::string text;
  for (const FamilyInfo& family : target_families()) {
    const Availability available = availability(family);
    text += std::string(family.name) + "  " + family.summary + "\n";
    if (!family.archs.empty()) text += "  arch: " + join(family.archs, " ") + "\n";
    if (!family.default_arch.empty()) text += "  default: " + family.default_arch + "\n";
    for (const std::string& device : available.devices) text += "  device: " + device + "\n";
    text += available.yes ? "  available\n" : "  not available: " + available.reason + "\n";
  }
  return text;
}

std::string as_json() {
  JsonText json(2);
  json.begin_object().key("families").begin_array();
  for (const FamilyInfo& family : target_families()) {
    const Availability available = availability(family);
    json.begin_object().key("name").value(family.name).key("format").value(family.format);
    json.key("summary").value(family.summary).key("archs").values(family.archs);
    json.key("default_arch").value(family.default_arch).key("available").value(available.yes);
    json.key("reason").value(available.reason).key("devices").values(available.devices).end_object();
  }
  return json.end_array().end_object().text() + "\n";
}

}  // namespace

Result<int> targets_command(const std::vector<std::string>& arguments, Sink&) {
  bool json = false;
  CLI::App app("Lists the targets: what comes out, which architectures are known, and what is missing here.",
               "clc targets");
  add_format_option(app, json);
  app.footer("Example:\n  clc targets --format json\n");
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed) return tl::make_unexpected(parsed.error());
  if (!*parsed) return 0;
  if (Result<void> printed = print(json ? as_json() : as_text()); !printed) {
    return tl::make_unexpected(printed.error());
  }
  return 0;
}

}  // namespace clc
