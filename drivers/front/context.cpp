// Contexts.
#include <algorithm>

#include "front/answer.h"
#include "front/api.h"

namespace clc::front::api {
namespace {

// The properties with their end; empty where none were given.
std::vector<cl_context_properties> checked_properties(const cl_context_properties* properties) {
  std::vector<cl_context_properties> list;
  for (const auto* one = properties; one != nullptr; one += 2) {
    list.push_back(one[0]);
    if (one[0] == 0) break;
    list.push_back(one[1]);
    require(one[0] == CL_CONTEXT_PLATFORM || one[0] == CL_CONTEXT_INTEROP_USER_SYNC, CL_INVALID_PROPERTY);
    for (std::size_t i = 0; i + 2 < list.size(); i += 2) require(list[i] != one[0], CL_INVALID_PROPERTY);
    if (one[0] == CL_CONTEXT_PLATFORM) {
      require(reinterpret_cast<cl_platform_id>(one[1]) == the_platform(), CL_INVALID_PLATFORM);
    } else {
      require(one[1] == CL_TRUE || one[1] == CL_FALSE, CL_INVALID_PROPERTY);
    }
  }
  return list;
}

cl_context make_context(std::vector<cl_context_properties> properties, std::vector<cl_device_id> devices, Report report,
                        void* data) {
  auto* context = new _cl_context;
  context->report = {report, data};
  context->properties = std::move(properties);
  for (const cl_device_id device : devices) {
    if (!context->has(device)) context->devices.push_back(device);
  }
  return context;
}

}  // namespace

cl_context create_context(const cl_context_properties* properties, cl_uint count, const cl_device_id* devices,
                          Report report, void* data) {
  auto list = checked_properties(properties);
  require(count != 0 && devices != nullptr && (report != nullptr || data == nullptr), CL_INVALID_VALUE);
  for (cl_uint i = 0; i < count; ++i) checked(devices[i]);
  return make_context(std::move(list), {devices, devices + count}, report, data);
}

cl_context create_context_from_type(const cl_context_properties* properties, cl_device_type type, Report report,
                                    void* data) {
  auto list = checked_properties(properties);
  require(report != nullptr || data == nullptr, CL_INVALID_VALUE);
  cl_uint count = 0;
  get_device_ids(the_platform(), type, 0, nullptr, &count);
  std::vector<cl_device_id> devices(count);
  get_device_ids(the_platform(), type, count, devices.data(), nullptr);
  return make_context(std::move(list), std::move(devices), report, data);
}

void get_context_info(cl_context context, cl_context_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(context);
  const Answer answer{room, to, told};
  switch (info) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return answer.value(one->references.load());
    case CL_CONTEXT_NUM_DEVICES:
      return answer.value(static_cast<cl_uint>(one->devices.size()));
    case CL_CONTEXT_DEVICES:
      return answer.list(one->devices);
    case CL_CONTEXT_PROPERTIES:
      return answer.list(one->properties);
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

void set_context_destructor(cl_context context, void(CL_CALLBACK* call)(cl_context, void*), void* data) {
  const auto one = checked(context);
  require(call != nullptr, CL_INVALID_VALUE);
  const std::lock_guard guard(state_mutex());
  one->destructors.emplace_back(call, data);
}

}  // namespace clc::front::api

bool _cl_context::has(cl_device_id device) const {
  return std::find(devices.begin(), devices.end(), device) != devices.end();
}

_cl_context::~_cl_context() {
  for (auto one = destructors.rbegin(); one != destructors.rend(); ++one) one->first(this, one->second);
}
