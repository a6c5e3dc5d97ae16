#include "clc/runtime/sub_devices.h"

#include <array>
#include <numeric>
#include <string>

#include "base/try.h"
#include "clc/runtime/opencl_error.h"
#include "opencl_calls.h"

namespace clc {
namespace {

struct Domain {
  SharedBy shared;
  const char* name;
  cl_device_affinity_domain flag;
};

constexpr cl_uint k_most_parts = 65536;

constexpr std::array k_domains{
    Domain{SharedBy::k_numa, "numa", CL_DEVICE_AFFINITY_DOMAIN_NUMA},
    Domain{SharedBy::k_l4_cache, "l4", CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE},
    Domain{SharedBy::k_l3_cache, "l3", CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE},
    Domain{SharedBy::k_l2_cache, "l2", CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE},
    Domain{SharedBy::k_l1_cache, "l1", CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE},
    Domain{SharedBy::k_next, "next", CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE},
};

const Domain& domain_of(SharedBy shared) {
  for (const Domain& domain : k_domains) {
    if (domain.shared == shared) return domain;
  }
  return k_domains.back();
}

// The names of what the device can be divided by.
std::string known_domains(cl_device_id device) {
  cl_device_affinity_domain known = 0;
  if (opencl().clGetDeviceInfo(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof(known), &known, nullptr) !=
      CL_SUCCESS) {
    known = 0;
  }
  std::string names;
  for (const Domain& domain : k_domains) {
    if (known & domain.flag) names += (names.empty() ? "" : ", ") + std::string(domain.name);
  }
  return names.empty() ? "none" : names;
}

// Takes over the part: it is released with the last Device that is copied from this one.
Result<Device> adopt_part(const Device& whole, cl_device_id id) {
  Device part{whole.platform, id, {}, {}};
  part.owner = std::shared_ptr<const void>(id, [](const void* released) {
    opencl().clReleaseDevice(static_cast<cl_device_id>(const_cast<void*>(released)));
  });
  part.facts = CLC_TRY(read_facts(id));
  return part;
}

Result<std::vector<Device>> divide(const Device& device, const std::vector<cl_device_partition_property>& properties,
                                   const std::string& how) {
  const std::string what = device.facts.name + " cannot be divided " + how;
  cl_uint count = 0;
  cl_int code = opencl().clCreateSubDevices(device.id, properties.data(), 0, nullptr, &count);
  // A number of parts that no device has is not believed.
  std::vector<cl_device_id> ids(code == CL_SUCCESS && count <= k_most_parts ? count : 0, nullptr);
  if (code == CL_SUCCESS && !ids.empty()) {
    code = opencl().clCreateSubDevices(device.id, properties.data(), static_cast<cl_uint>(ids.size()), ids.data(),
                                       nullptr);
  }
  // All of them, so that each is released when one fails. Some drivers return objects together with an error.
  std::vector<Result<Device>> adopted;
  for (const cl_device_id id : ids) {
    if (id != nullptr) adopted.push_back(adopt_part(device, id));
  }
  if (code != CL_SUCCESS || adopted.empty())
    return fail(ErrorKind::k_unavailable, what + (code != CL_SUCCESS ? ": " + opencl_error_name(code) : ""));
  std::vector<Device> parts;
  for (Result<Device>& part : adopted) {
    if (!part) return fail(part);
    parts.push_back(*std::move(part));
  }
  return parts;
}

}  // namespace

const char* shared_by_name(SharedBy shared) {
  return domain_of(shared).name;
}

Result<std::vector<Device>> divide_by_counts(const Device& device, const std::vector<std::uint32_t>& units) {
  std::uint64_t sum = 0;
  std::string counts;
  std::vector<cl_device_partition_property> properties{CL_DEVICE_PARTITION_BY_COUNTS};
  for (const std::uint32_t count : units) {
    sum += count;
    counts += (counts.empty() ? "" : ",") + std::to_string(count);
    properties.push_back(static_cast<cl_device_partition_property>(count));
    if (count == 0) return fail(ErrorKind::k_usage, "a part of a device needs at least one compute unit");
  }
  const std::uint64_t known = device.facts.compute_units;  // 0: the driver does not tell
  if (units.empty() || (known != 0 && sum > known)) {
    return fail(ErrorKind::k_usage,
                counts + ": " + device.facts.name + " has " + std::to_string(known) + " compute units; take fewer");
  }
  properties.insert(properties.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  return divide(device, properties, "into " + counts + " units");
}

Result<std::vector<Device>> divide_by_affinity(const Device& device, SharedBy shared) {
  const Domain& domain = domain_of(shared);
  return divide(device,
                {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<cl_device_partition_property>(domain.flag), 0},
                std::string("by ") + domain.name + " (it knows: " + known_domains(device.id) + ")");
}

}  // namespace clc
