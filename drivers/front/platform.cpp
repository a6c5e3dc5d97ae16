// The platform and its devices.
#include <algorithm>
#include <chrono>

#include "base/platform/libraries.h"
#include "front/answer.h"
#include "front/api.h"
#include "front/commands.h"

namespace clc::front {
namespace {

Platform (*g_make_platform)() = nullptr;

}  // namespace

bool provide_platform(Platform (*make)()) {
  g_make_platform = make;
  return true;
}

cl_platform_id the_platform() {
  static _cl_platform_id* const one = [] {
    platform::keep_loaded(&g_make_platform);
    auto* platform = new _cl_platform_id;
    platform->facts = g_make_platform();
    for (const auto& device : platform->facts.devices) platform->devices.push_back(new _cl_device_id(*device));
    return platform;
  }();
  return one;
}

namespace api {
namespace {

void check_platform(cl_platform_id platform) {
  require(platform == nullptr || platform == the_platform(), CL_INVALID_PLATFORM);
}

std::vector<NamedVersion> extensions_of(const Platform& platform) {
  std::vector<NamedVersion> all{
      {"cl_khr_icd"}, {"cl_khr_extended_versioning"}, {"cl_khr_suggested_local_work_size"}, k_command_buffers};
  all.insert(all.end(), platform.extensions.begin(), platform.extensions.end());
  return all;
}

}  // namespace

void get_platform_ids(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
  require((platforms != nullptr || count != nullptr) && (platforms == nullptr || room != 0), CL_INVALID_VALUE);
  require(!the_platform()->devices.empty(), CL_PLATFORM_NOT_FOUND_KHR);
  if (count != nullptr) *count = 1;
  if (platforms != nullptr) platforms[0] = the_platform();
}

void get_platform_info(cl_platform_id platform, cl_platform_info info, size_t room, void* to, size_t* told) {
  check_platform(platform);
  const Platform& facts = the_platform()->facts;
  const Answer answer{room, to, told};
  switch (info) {
    case CL_PLATFORM_NAME:
      return answer.text(facts.name);
    case CL_PLATFORM_VENDOR:
      return answer.text(facts.vendor);
    case CL_PLATFORM_VERSION:
      return answer.text("OpenCL 3.0 " + facts.version_suffix);
    case CL_PLATFORM_NUMERIC_VERSION:
      return answer.value(cl_version{CL_MAKE_VERSION(3, 0, 0)});
    case CL_PLATFORM_PROFILE:
      return answer.text("FULL_PROFILE");
    case CL_PLATFORM_EXTENSIONS:
      return answer.text(joined(extensions_of(facts)));
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
      return answer.list(with_versions(extensions_of(facts)));
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return answer.text(facts.icd_suffix);
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return answer.value(cl_ulong{1});
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

void get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* devices, cl_uint* count) {
  check_platform(platform);
  constexpr cl_device_type k_known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                     CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
  require(type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~k_known) == 0), CL_INVALID_DEVICE_TYPE);
  require((devices != nullptr || count != nullptr) && (devices == nullptr || room != 0), CL_INVALID_VALUE);
  std::vector<cl_device_id> found;
  for (const cl_device_id device : the_platform()->devices) {
    const bool is_default = (type & CL_DEVICE_TYPE_DEFAULT) != 0 && found.empty();
    if ((device->facts.type & type) != 0 || is_default) found.push_back(device);
  }
  require(!found.empty(), CL_DEVICE_NOT_FOUND);
  if (count != nullptr) *count = static_cast<cl_uint>(found.size());
  for (std::size_t i = 0; devices != nullptr && i < std::min<std::size_t>(room, found.size()); ++i) {
    devices[i] = found[i];
  }
}

void create_sub_devices(cl_device_id device, const cl_device_partition_property* properties, cl_uint, cl_device_id*,
                        cl_uint*) {
  const auto one = checked(device);
  require(properties != nullptr, CL_INVALID_VALUE);
  throw Failure(CL_INVALID_VALUE);  // no device can be partitioned
}

void retain_device(cl_device_id device) {
  checked(device);
}

void release_device(cl_device_id device) {
  checked(device);
}

void get_device_and_host_timer(cl_device_id device, cl_ulong* device_time, cl_ulong* host_time) {
  const auto one = checked(device);
  require(device_time != nullptr && host_time != nullptr, CL_INVALID_VALUE);
  *device_time = *host_time = now();
}

void get_host_timer(cl_device_id device, cl_ulong* host_time) {
  const auto one = checked(device);
  require(host_time != nullptr, CL_INVALID_VALUE);
  *host_time = now();
}

}  // namespace api
}  // namespace clc::front
