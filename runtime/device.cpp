#include "clc/runtime/device.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>

#include "base/text.h"
#include "base/try.h"
#include "clc/package/target.h"
#include "clc/runtime/handles.h"
#include "driver_claims.h"
#include "opencl_calls.h"
#include "version.h"

namespace clc {
namespace {

// Queries of cl_nv_device_attribute_query, which not every cl_ext.h has.
constexpr cl_device_info k_compute_capability_major_nv = 0x4000;
constexpr cl_device_info k_compute_capability_minor_nv = 0x4001;
// CL_DEVICE_IL_VERSION, which has the same number as CL_DEVICE_IL_VERSION_KHR.
constexpr cl_device_info k_il_version = 0x105B;
// CL_DEVICE_SPIRV_EXTENSIONS_KHR and CL_DEVICE_SPIRV_CAPABILITIES_KHR of cl_khr_spirv_queries, which older headers
// lack.
constexpr cl_device_info k_spirv_extensions = 0x12BA;
constexpr cl_device_info k_spirv_capabilities = 0x12BB;

// Reads a string from OpenCL, without the zero at its end. `query(size, data, size_out)` is called for the size and
// then for the text.
template <class Query>
Result<std::string> read_text(const Query& query, const char* what) {
  std::size_t size = 0;
  if (const cl_int code = query(0, nullptr, &size); code != CL_SUCCESS) return fail_opencl(code, what);
  if (size > k_longest_driver_text) {
    return fail(ErrorKind::k_opencl,
                std::string(what) + ": the driver claims a text of " + std::to_string(size) + " bytes");
  }
  std::string text(size, '\0');
  if (const cl_int code = query(size, text.data(), nullptr); code != CL_SUCCESS) return fail_opencl(code, what);
  return text.substr(0, text.find('\0'));
}

Result<std::string> platform_text(cl_platform_id platform, cl_platform_info info, const char* what) {
  return read_text([=](std::size_t size, void* data,
                       std::size_t* out) { return opencl().clGetPlatformInfo(platform, info, size, data, out); },
                   what);
}

Result<std::string> device_text(cl_device_id device, cl_device_info info, const char* what) {
  return read_text([=](std::size_t size, void* data,
                       std::size_t* out) { return opencl().clGetDeviceInfo(device, info, size, data, out); },
                   what);
}

template <class T>
std::optional<T> device_value(cl_device_id device, cl_device_info info) {
  T value{};
  if (opencl().clGetDeviceInfo(device, info, sizeof(value), &value, nullptr) != CL_SUCCESS) return std::nullopt;
  return value;
}

bool contains(std::string_view text, std::string_view lower_part) {
  return lower(text).find(lower_part) != std::string::npos;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> list;
  for (std::string word; stream >> word;) list.push_back(word);
  return list;
}

template <class T>
std::vector<T> device_values(cl_device_id device, cl_device_info info) {
  std::size_t size = 0;
  if (opencl().clGetDeviceInfo(device, info, 0, nullptr, &size) != CL_SUCCESS || size > k_longest_driver_text)
    return {};
  std::vector<T> values(size / sizeof(T));
  if (values.empty()) return {};
  if (opencl().clGetDeviceInfo(device, info, values.size() * sizeof(T), values.data(), nullptr) != CL_SUCCESS)
    return {};
  return values;
}

// Reads an array of pointers to texts. The texts belong to the driver.
std::vector<std::string> device_texts(cl_device_id device, cl_device_info info) {
  std::vector<std::string> list;
  for (const char* text : device_values<const char*>(device, info)) {
    if (text != nullptr) list.emplace_back(text);
  }
  return list;
}

DeviceKind kind_of(cl_device_type type) {
  if (type & CL_DEVICE_TYPE_GPU) return DeviceKind::k_gpu;
  if (type & CL_DEVICE_TYPE_CPU) return DeviceKind::k_cpu;
  if (type & CL_DEVICE_TYPE_ACCELERATOR) return DeviceKind::k_accelerator;
  return DeviceKind::k_other;
}

// Reads the texts that the choice of a variant needs. A device without one of them is an error.
Result<void> read_names(cl_device_id device, cl_platform_id platform, DeviceFacts& facts) {
  struct {
    std::string& field;
    Result<std::string> value;
  } const list[] = {
      {facts.platform_name, platform_text(platform, CL_PLATFORM_NAME, "CL_PLATFORM_NAME")},
      {facts.platform_vendor, platform_text(platform, CL_PLATFORM_VENDOR, "CL_PLATFORM_VENDOR")},
      {facts.platform_version, platform_text(platform, CL_PLATFORM_VERSION, "CL_PLATFORM_VERSION")},
      {facts.name, device_text(device, CL_DEVICE_NAME, "CL_DEVICE_NAME")},
      {facts.vendor, device_text(device, CL_DEVICE_VENDOR, "CL_DEVICE_VENDOR")},
      {facts.version, device_text(device, CL_DEVICE_VERSION, "CL_DEVICE_VERSION")},
      {facts.driver_version, device_text(device, CL_DRIVER_VERSION, "CL_DRIVER_VERSION")},
  };
  for (const auto& entry : list) {
    if (!entry.value) return fail(entry.value);
    entry.field = *entry.value;
  }
  return {};
}

void read_limits(cl_device_id device, DeviceFacts& facts) {
  facts.kind = kind_of(device_value<cl_device_type>(device, CL_DEVICE_TYPE).value_or(0));
  facts.address_bits = device_value<cl_uint>(device, CL_DEVICE_ADDRESS_BITS).value_or(0);
  facts.compute_units = device_value<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS).value_or(0);
  facts.native_float_width = device_value<cl_uint>(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT).value_or(0);
  facts.max_work_group_size = device_value<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE).value_or(0);
  facts.local_memory = device_value<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE).value_or(0);
  facts.global_memory = device_value<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE).value_or(0);
  facts.max_allocation = device_value<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE).value_or(0);
}

// 90 for "OpenCL 3.0 cuda:sm_90".
std::optional<int> capability_in(std::string_view version) {
  constexpr std::string_view k_target = "cuda:sm_";
  const std::size_t at = version.find(k_target);
  int capability = 0;
  if (at == std::string_view::npos) return std::nullopt;
  const char* const number = version.data() + at + k_target.size();
  if (std::from_chars(number, version.data() + version.size(), capability).ec != std::errc()) return std::nullopt;
  return capability;
}

void read_features(cl_device_id device, DeviceFacts& facts) {
  facts.opencl_c_version =
      device_text(device, CL_DEVICE_OPENCL_C_VERSION, "CL_DEVICE_OPENCL_C_VERSION").value_or(std::string());
  facts.extensions = words(device_text(device, CL_DEVICE_EXTENSIONS, "CL_DEVICE_EXTENSIONS").value_or(std::string()));
  facts.has_fp64 = facts.has_extension("cl_khr_fp64");
  facts.has_fp16 = facts.has_extension("cl_khr_fp16");
  // Some drivers of OpenCL 2.0 crash on a query for the IL version.
  if (opencl_at_least(facts.version, {2, 1}) || facts.has_extension("cl_khr_il_program"))
    facts.il_version = device_text(device, k_il_version, "CL_DEVICE_IL_VERSION").value_or(std::string());
  if (facts.has_extension("cl_khr_spirv_queries")) {
    facts.spirv_extensions = device_texts(device, k_spirv_extensions);
    const std::vector<cl_uint> capabilities = device_values<cl_uint>(device, k_spirv_capabilities);
    facts.spirv_capabilities.assign(capabilities.begin(), capabilities.end());
  }
  if (contains(facts.platform_vendor, "nvidia") || contains(facts.vendor, "nvidia")) {
    const auto major = device_value<cl_uint>(device, k_compute_capability_major_nv);
    const auto minor = device_value<cl_uint>(device, k_compute_capability_minor_nv);
    if (major && minor) facts.nvidia_compute_capability = static_cast<int>(*major * 10 + *minor);
  }
  if (facts.platform_name == k_cuda_platform) facts.nvidia_compute_capability = capability_in(facts.version);
}

std::optional<DeviceKind> kind_named(std::string_view lower_name) {
  if (lower_name == "cpu") return DeviceKind::k_cpu;
  if (lower_name == "gpu") return DeviceKind::k_gpu;
  if (lower_name == "accelerator") return DeviceKind::k_accelerator;
  return std::nullopt;
}

bool names_device(const DeviceFacts& facts, std::string_view lower_part) {
  return contains(facts.name, lower_part) || contains(facts.vendor, lower_part) ||
         contains(facts.platform_name, lower_part) || contains(facts.platform_vendor, lower_part);
}

const Device* find_device(const std::vector<Device>& devices, std::string_view pattern) {
  const std::string wanted = lower(pattern);
  if (!wanted.empty() && wanted[0] == '#') {
    std::size_t index = 0;
    const char* end = wanted.data() + wanted.size();
    const auto [rest, error] = std::from_chars(wanted.data() + 1, end, index);
    return error == std::errc() && rest == end && index < devices.size() ? &devices[index] : nullptr;
  }
  const std::optional<DeviceKind> kind = wanted.empty() ? DeviceKind::k_gpu : kind_named(wanted);
  const auto found = std::ranges::find_if(devices, [&](const Device& device) {
    return kind ? device.facts.kind == *kind : names_device(device.facts, wanted);
  });
  if (found != devices.end()) return &*found;
  return wanted.empty() && !devices.empty() ? &devices.front() : nullptr;
}

std::string describe_devices(const std::vector<Device>& devices) {
  std::string text;
  for (std::size_t i = 0; i < devices.size(); ++i)
    text += "\n  #" + std::to_string(i) + " " + devices[i].facts.name + " (" + devices[i].facts.platform_name + ")";
  return text;
}

}  // namespace

Result<DeviceFacts> read_facts(cl_device_id device) {
  const auto platform = device_value<cl_platform_id>(device, CL_DEVICE_PLATFORM);
  if (!platform) return fail(ErrorKind::k_opencl, "the OpenCL device does not name its platform: is it a device?");
  DeviceFacts facts;
  CLC_TRY(in_context("the OpenCL device's facts could not be read", read_names(device, *platform, facts)));
  read_limits(device, facts);
  read_features(device, facts);
  return facts;
}

Result<std::vector<Device>> list_devices() {
  constexpr cl_int k_no_platform = -1001;  // CL_PLATFORM_NOT_FOUND_KHR, from the ICD loader
  std::vector<Device> devices;
  cl_uint platform_count = 0;
  cl_int code = opencl().clGetPlatformIDs(0, nullptr, &platform_count);
  if (code == k_no_platform || (code == CL_SUCCESS && platform_count == 0)) return devices;
  std::vector<cl_platform_id> platforms(std::min(platform_count, k_most_platforms));
  platform_count = static_cast<cl_uint>(platforms.size());
  if (code == CL_SUCCESS) code = opencl().clGetPlatformIDs(platform_count, platforms.data(), nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "the OpenCL platforms could not be listed: clGetPlatformIDs");

  // A platform or device that fails is left out, so that it does not hide the others.
  for (const cl_platform_id platform : platforms) {
    cl_uint count = 0;
    if (opencl().clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || count == 0) continue;
    count = std::min(count, k_most_devices);
    std::vector<cl_device_id> ids(count);
    if (opencl().clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr) != CL_SUCCESS) continue;
    for (const cl_device_id id : ids) {
      if (auto facts = read_facts(id)) devices.push_back({platform, id, *std::move(facts), {}});
    }
  }
  return devices;
}

Result<Device> select_device(std::string_view pattern) {
  const std::vector<Device> devices = CLC_TRY(list_devices());
  if (const Device* device = find_device(devices, pattern)) return *device;
  if (devices.empty()) {
    return fail(
        ErrorKind::k_unavailable,
        "there is no OpenCL device: install a driver, and make sure that a file in /etc/OpenCL/vendors names it");
  }
  return fail(ErrorKind::k_unavailable,
              "no OpenCL device matches '" + std::string(pattern) + "'; there are:" + describe_devices(devices));
}

}  // namespace clc
