#include "kept/program_key.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/stat.h>

#include <array>
#include <map>
#include <mutex>

#include "clc/cache/machine.h"
#include "clc/internal/hex.h"
#include "clc/internal/little_endian.h"
#include "opencl_calls.h"
#include "version.h"

namespace clc {
namespace {

// Values from extensions that not every cl_ext.h has.
constexpr cl_device_info k_driver_uuid = 0x106B;
constexpr cl_device_info k_ip_version_intel = 0x4250;
constexpr cl_device_info k_id_intel = 0x4251;

// Variables of drivers that are left out: they say which devices are visible and where drivers keep their own caches.
constexpr const char* k_ignored_variables =
    " !POCL_CACHE_DIR= !POCL_DEBUG= !CUDA_CACHE_ !CUDA_VISIBLE_DEVICES= !NVIDIA_VISIBLE_DEVICES= "
    "!ROCR_VISIBLE_DEVICES= !HIP_VISIBLE_DEVICES= !GPU_DEVICE_ORDINAL= !OCL_ICD_DEBUG=";

std::uint64_t number(cl_device_id device, cl_device_info info) {
  cl_uint value = 0;
  return opencl().clGetDeviceInfo(device, info, sizeof(value), &value, nullptr) == CL_SUCCESS ? value : 0;
}

std::string driver_uuid(const Device& device) {
  if (!device.facts.has_extension("cl_khr_device_uuid")) return {};
  std::array<char, 16> uuid{};
  if (opencl().clGetDeviceInfo(device.id, k_driver_uuid, sizeof(uuid), uuid.data(), nullptr) != CL_SUCCESS) return {};
  return {uuid.data(), uuid.size()};
}

std::int64_t nanoseconds(const struct timespec& time) {
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

// The shared library that the driver's platform lives in. Null where it cannot be found.
const void* address_in_library(const Device& device, Dl_info& library) {
  constexpr Version k_has_platform_functions{1, 2};
  if (!opencl_at_least(device.facts.platform_version, k_has_platform_functions)) return nullptr;
  // Every driver behind an ICD loader has this function.
  const void* address = opencl().clGetExtensionFunctionAddressForPlatform(device.platform, "clIcdGetPlatformIDsKHR");
  if (address == nullptr || ::dladdr(address, &library) == 0 || library.dli_fname == nullptr) return nullptr;
  return address;
}

// Describes the driver's shared library, because updates of a driver do not always change its version. Empty where the
// library cannot be found.
std::string describe_library(const Device& device) {
  Dl_info library{};
  struct stat status{};
  if (address_in_library(device, library) == nullptr || ::stat(library.dli_fname, &status) != 0) return {};
  const std::string path = library.dli_fname;
  return path.substr(path.rfind('/') + 1) + " " + std::to_string(status.st_size) + " " +
         std::to_string(nanoseconds(status.st_mtim)) + " " + std::to_string(nanoseconds(status.st_ctim));
}

// The build id in the loaded segments of a library.
struct BuildIdSearch {
  const void* base = nullptr;
  std::string build_id;
};

// Reads the notes of one segment. Fields are 32-bit words; names and contents are padded to 4 bytes.
void read_notes(BytesView notes, std::string& build_id) {
  const auto padded = [](std::uint64_t size) { return (size + 3) / 4 * 4; };
  while (notes.size() >= 12) {
    const std::uint64_t name = padded(read_number(notes, 0, 4));
    const std::uint64_t size = read_number(notes, 4, 4);
    if (12 + name + padded(size) > notes.size()) return;
    if (read_number(notes, 8, 4) == NT_GNU_BUILD_ID && notes.substr(12, 4) == BytesView("GNU", 4)) {
      build_id = to_hex(notes.substr(12 + name, size));
    }
    notes.remove_prefix(12 + name + padded(size));
  }
}

int find_build_id(struct dl_phdr_info* info, std::size_t, void* data) {
  auto* search = static_cast<BuildIdSearch*>(data);
  if (reinterpret_cast<const void*>(info->dlpi_addr) != search->base) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto* begin = reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
    read_notes(BytesView(begin, segment.p_memsz), search->build_id);
  }
  return 1;
}

// Describes the library as it was at the first call: its file may be replaced while this process still runs the old
// one.
std::string library_of(const Device& device) {
  static std::mutex mutex;
  static std::map<cl_platform_id, std::string> known;
  const std::lock_guard lock(mutex);
  const auto [at, is_new] = known.try_emplace(device.platform);
  if (is_new) at->second = describe_library(device);
  return at->second;
}

const std::string& processor() {
  static const std::string text = cache::processor();
  return text;
}

}  // namespace

std::string identify_library(const Device& device) {
  Dl_info library{};
  if (address_in_library(device, library) == nullptr) return {};
  BuildIdSearch search{library.dli_fbase, {}};
  ::dl_iterate_phdr(find_build_id, &search);
  if (search.build_id.empty()) return {};
  const std::string path = library.dli_fname;
  return path.substr(path.rfind('/') + 1) + " " + search.build_id;
}

DriverFacts read_driver_facts(const Device& device) {
  DriverFacts facts;
  facts.vendor_id = number(device.id, CL_DEVICE_VENDOR_ID);
  if (device.facts.has_extension("cl_intel_device_attribute_query")) {
    facts.chip = number(device.id, k_id_intel);
    facts.stepping = number(device.id, k_ip_version_intel);
  }
  facts.driver_uuid = driver_uuid(device);
  facts.library = library_of(device);
  if (device.facts.kind != DeviceKind::k_gpu) facts.processor = processor();
  facts.environment = read_driver_environment();
  return facts;
}

std::vector<std::string> read_driver_environment() {
  static const std::string settings = cache::driver_settings() + k_ignored_variables;
  return cache::environment_with(settings);
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
