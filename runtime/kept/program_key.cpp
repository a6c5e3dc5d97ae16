#include "kept/program_key.h"

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <string_view>

#include "base/platform/forks.h"
#include "base/platform/libraries.h"
#include "base/platform/paths.h"
#include "base/text.h"
#include "clc/cache/machine.h"
#include "kept/driver_files.h"
#include "opencl_calls.h"
#include "version.h"

namespace clc {
namespace {

// Queries of extensions that not every cl_ext.h has.
constexpr cl_device_info k_driver_uuid = 0x106B;
constexpr cl_device_info k_ip_version_intel = 0x4250;
constexpr cl_device_info k_id_intel = 0x4251;

// Patterns for drivers' variables that keys leave out: they choose the visible devices, or the place of a driver's own
// cache.
constexpr const char* k_ignored_variables =
    " !POCL_CACHE_DIR= !POCL_DEBUG= !CUDA_CACHE_ !CUDA_VISIBLE_DEVICES= !NVIDIA_VISIBLE_DEVICES= "
    "!ROCR_VISIBLE_DEVICES= !HIP_VISIBLE_DEVICES= !GPU_DEVICE_ORDINAL= !OCL_ICD_DEBUG=";

std::uint64_t number(cl_device_id device, cl_device_info info) {
  cl_uint value = 0;
  return opencl().clGetDeviceInfo(device, info, sizeof(value), &value, nullptr) == CL_SUCCESS ? value : 0;
}

template <class T>
std::string listed(const std::vector<T>& values) {
  std::ostringstream text;
  for (const T& value : values) text << value << ' ';
  return text.str();
}

std::string driver_uuid(const Device& device) {
  if (!device.facts.has_extension("cl_khr_device_uuid")) return {};
  std::array<char, 16> uuid{};
  if (opencl().clGetDeviceInfo(device.id, k_driver_uuid, sizeof(uuid), uuid.data(), nullptr) != CL_SUCCESS) return {};
  return {uuid.data(), uuid.size()};
}

// Returns the path of the shared library that holds the driver, or an empty path when it cannot be found.
std::string path_of_library(const Device& device) {
  constexpr Version k_has_platform_functions{1, 2};
  if (!opencl_at_least(device.facts.platform_version, k_has_platform_functions)) return {};
  // Every driver behind an ICD loader has this function.
  const void* address = opencl().clGetExtensionFunctionAddressForPlatform(device.platform, "clIcdGetPlatformIDsKHR");
  return address == nullptr ? std::string() : platform::library_with(address);
}

// The facts that this process finds out once.
struct Known {
  platform::ForkSafeMutex mutex;
  std::map<cl_platform_id, DriverFiles> files;
  std::optional<std::string> processor;
};
// It is never destroyed, because threads may use it until the process is gone.
Known& known() {
  static auto* const all = new Known;
  return *all;
}

// Returns the driver's files as they were at the first call, because a package manager may replace them while this
// process still runs the old ones. The version alone is not enough: an update of a driver, or of its compiler, does not
// always change it.
const DriverFiles& files_of(const Device& device) {
  Known& all = known();
  const std::lock_guard lock(all.mutex);
  const auto [at, is_new] = all.files.try_emplace(device.platform);
  if (is_new) {
    const std::string path = path_of_library(device);
    if (!path.empty()) at->second = driver_files(path);
  }
  return at->second;
}

// Takes this project's layer out of the list of layers, because what drivers make is the same with it and without it.
// Returns an empty text when no other layer is left.
std::string without_our_layer(const std::string& entry) {
  constexpr std::string_view k_layers = "OPENCL_LAYERS=";
  if (!entry.starts_with(k_layers)) return entry;
  const std::string ours = std::string("libclc-layer") + platform::k_end_of_libraries;
  std::string others;
  for (const std::string_view layer :
       split(std::string_view(entry).substr(k_layers.size()), platform::k_between_paths)) {
    if (!layer.empty() && layer.substr(layer.find_last_of("/\\") + 1) != ours)
      others += platform::k_between_paths + std::string(layer);
  }
  return others.empty() ? others : std::string(k_layers) + others;
}

const std::string& processor() {
  Known& all = known();
  const std::lock_guard lock(all.mutex);
  if (!all.processor) all.processor = cache::processor();
  return *all.processor;
}

}  // namespace

std::string identify_library(const Device& device) {
  return files_of(device).elsewhere;
}

DriverFacts read_driver_facts(const Device& device) {
  DriverFacts facts;
  facts.vendor_id = number(device.id, CL_DEVICE_VENDOR_ID);
  if (device.facts.has_extension("cl_intel_device_attribute_query")) {
    facts.chip = number(device.id, k_id_intel);
    facts.stepping = number(device.id, k_ip_version_intel);
  }
  facts.driver_uuid = driver_uuid(device);
  facts.library = files_of(device).here;
  if (device.facts.kind != DeviceKind::k_gpu) facts.processor = processor();
  facts.environment = read_driver_environment();
  return facts;
}

std::vector<std::string> read_driver_environment() {
  static const std::string settings = cache::driver_settings() + k_ignored_variables;
  std::vector<std::string> environment;
  for (const std::string& entry : cache::environment_with(settings)) {
    if (std::string others = without_our_layer(entry); !others.empty()) environment.push_back(std::move(others));
  }
  return environment;
}

void add_lasting_facts(cache::Key& key, const DeviceFacts& device, const DriverFacts& driver) {
  key.add("platform", device.platform_name)
      .add("platform vendor", device.platform_vendor)
      .add("platform version", device.platform_version)
      .add("device", device.name)
      .add("vendor", device.vendor)
      .add("vendor id", driver.vendor_id)
      .add("chip", driver.chip)
      .add("stepping", driver.stepping)
      .add("device version", device.version)
      .add("driver version", device.driver_version)
      .add("driver uuid", driver.driver_uuid)
      .add("driver library", driver.library)
      .add("OpenCL C", device.opencl_c_version)
      .add("IL", device.il_version)
      .add("SPIR-V", listed(device.spirv_extensions) + listed(device.spirv_capabilities))
      .add("address bits", device.address_bits)
      .add("compute capability", static_cast<std::uint64_t>(device.nvidia_compute_capability.value_or(0)))
      .add("processor", driver.processor);
}

void add_driver(cache::Key& key, const DeviceFacts& device, const DriverFacts& driver) {
  add_lasting_facts(key, device, driver);
  for (const std::string& entry : driver.environment) key.add("environment", entry);
}

cache::Key program_key(const Variant& variant, const DeviceFacts& device, const DriverFacts& driver) {
  cache::Key key("clc.program.2");
  key.add("variant", variant.sha256).add("format", variant.format).add("build options", variant.build_options);
  add_driver(key, device, driver);
  return key;
}

}  // namespace clc
