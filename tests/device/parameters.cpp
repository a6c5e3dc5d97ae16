// Parameters whose addresses are taken.
#include <cstdint>
#include <vector>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

struct alignas(16) Parts {
  std::int32_t a[5];
  std::int16_t s;
  alignas(16) float v[4];
};
static_assert(sizeof(Parts) == 48);

const std::vector<cl_int> k_given{7, 3, 1, 5, 6, 9, 40, 41, 42};

// A kernel that was left out leaves all bits set.
template <class... A>
std::string check_parameters(Session& session, const char* module, const A&... arguments) {
  const Buffer given = session.upload(k_given), wrong = session.upload(std::vector<cl_uint>{~0u});
  session.launch(session.kernel(module, "parameters"), range_1d(1), given, wrong, arguments...);
  const cl_uint bits = session.download<cl_uint>(wrong)[0];
  if (bits != 0) throw Failed(text("wrong cases: %#x", bits));
  return "";
}

const cl_float4 k_vector{{1, 5, 6, 9}};

std::string check_c(Session& session, const char* module) {
  const cl_uchar3 bytes{{40, 41, 42, 0}};
  const Parts parts{{10, 11, 12, 13, 14}, 7, {1, 5, 6, 9}};
  return check_parameters(session, module, cl_int(7), cl_int(3), k_vector, bytes, parts, cl_long(3ll << 32 | 7));
}

}  // namespace

std::vector<Check> parameter_checks() {
  return {
      {"parameters.c_1", [](Session& session) { return check_c(session, "parameters"); }},
      {"parameters.c_3", [](Session& session) { return check_c(session, "parameters_3"); }},
      {"parameters.cpp",
       [](Session& session) { return check_parameters(session, "parameters_cpp", cl_int(7), cl_int(3), k_vector); }},
  };
}

}  // namespace clc::device_tests
