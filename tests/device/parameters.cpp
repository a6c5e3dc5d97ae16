// Parameters whose addresses are taken, and those that are unions.
#include <array>
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

// Unions as the kernel has them, whose bytes all count.
template <std::size_t size, std::size_t alignment>
struct alignas(alignment) Bytes {
  std::uint8_t y[size];
};
using TailUnion = Bytes<16, 8>;
using SmallUnion = Bytes<8, 4>;
struct Holder {
  std::int32_t before;
  TailUnion t;
  std::uint8_t after;
};
struct Arrays {
  TailUnion t[2];
  SmallUnion s[3];
};
static_assert(sizeof(Holder) == 32 && sizeof(Arrays) == 56);

template <class T>
T filled() {
  T value;
  for (std::size_t i = 0; i < sizeof(T); ++i) reinterpret_cast<std::uint8_t*>(&value)[i] = std::uint8_t(101 + 7 * i);
  return value;
}

std::string check_unions(Session& session, const char* module) {
  const auto bytes = filled<std::array<std::uint8_t, 80>>();
  const Buffer given = session.upload(std::vector<cl_uchar>(bytes.begin(), bytes.end()));
  const Buffer wrong = session.upload(std::vector<cl_uint>{~0u});
  const auto tail = filled<TailUnion>();
  const auto small = filled<SmallUnion>();
  const cl_int n = 29;
  session.launch(session.kernel(module, "unions"), range_1d(1), given, wrong, tail, small, filled<Bytes<24, 8>>(), n,
                 filled<Bytes<16, 16>>(), filled<Bytes<72, 8>>(), filled<Bytes<12, 4>>(),
                 Holder{n, tail, cl_uchar(n + 1)}, Arrays{{tail, tail}, {small, small, small}}, filled<Bytes<32, 8>>());
  const cl_uint bits = session.download<cl_uint>(wrong)[0];
  if (bits != 0) throw Failed(text("wrong cases: %#x", bits));
  return "";
}

}  // namespace

std::vector<Check> parameter_checks() {
  return {
      {"parameters.c_1", [](Session& session) { return check_c(session, "parameters"); }},
      {"parameters.c_3", [](Session& session) { return check_c(session, "parameters_3"); }},
      {"parameters.cpp",
       [](Session& session) { return check_parameters(session, "parameters_cpp", cl_int(7), cl_int(3), k_vector); }},
      {"unions.c_1", [](Session& session) { return check_unions(session, "unions"); }},
      {"unions.cpp", [](Session& session) { return check_unions(session, "unions_cpp"); }},
  };
}

}  // namespace clc::device_tests
