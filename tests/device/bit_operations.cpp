// Extended bit operations and integer dot products, against plain C++.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <random>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

struct Field {
  cl_uint offset, count;
};

template <class T>
std::array<std::uint64_t, 4> expected_bits(T x, T y, Field field) {
  constexpr unsigned k_bits = sizeof(T) * 8;
  T reversed = 0, inserted = x, extracted = 0;
  for (unsigned bit = 0; bit < k_bits; ++bit) {
    if (x >> bit & 1) reversed = static_cast<T>(reversed | T(1) << (k_bits - 1 - bit));
  }
  for (unsigned bit = 0; bit < field.count; ++bit) {
    const T place = static_cast<T>(T(1) << (field.offset + bit));
    inserted = static_cast<T>(y >> bit & 1 ? inserted | place : inserted & ~place);
    if (x & place) extracted = static_cast<T>(extracted | T(1) << bit);
  }
  std::uint64_t with_sign = extracted;
  if (field.count > 0 && extracted >> (field.count - 1) & 1) {
    for (unsigned bit = field.count; bit < 64; ++bit) with_sign |= std::uint64_t{1} << bit;
  }
  return {reversed, inserted, with_sign, extracted};
}

template <class T>
std::string check_bits(Session& session, const char* type) {
  const std::size_t n = 4096;
  constexpr unsigned k_bits = sizeof(T) * 8;
  std::mt19937_64 random(31);
  std::vector<T> a(n), b(n);
  std::vector<Field> fields(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<T>(random()), b[i] = static_cast<T>(random());
    fields[i].offset = static_cast<cl_uint>(random() % (k_bits + 1));
    fields[i].count = static_cast<cl_uint>(random() % (k_bits - fields[i].offset + 1));
  }
  fields[0] = {0, 0}, fields[1] = {0, k_bits}, fields[2] = {k_bits, 0}, fields[3] = {k_bits - 1, 1};
  const Buffer in_a = session.upload(a), in_b = session.upload(b), in_fields = session.upload(fields);
  const Buffer out = session.upload(std::vector<std::uint64_t>(8 * n));
  session.launch(session.kernel("bit_operations", text("bits_%s", type)), range_1d(n), in_a, in_b, in_fields, out,
                 static_cast<cl_int>(n));
  const std::vector<std::uint64_t> got = session.download<std::uint64_t>(out);
  for (std::size_t i = 0; i < n; ++i) {
    const auto expected = expected_bits(a[i], b[i], fields[i]);
    for (std::size_t j = 0; j < 8; ++j) {
      if (got[j * n + i] == expected[j % 4]) continue;
      throw Failed(text("result %zu of %#llx and %#llx, field %u+%u: got %#llx, expected %#llx", j,
                        static_cast<unsigned long long>(a[i]), static_cast<unsigned long long>(b[i]), fields[i].offset,
                        fields[i].count, static_cast<unsigned long long>(got[j * n + i]),
                        static_cast<unsigned long long>(expected[j % 4])));
    }
  }
  return "";
}

template <class A, class B>
std::int64_t dot_of(std::uint32_t x, std::uint32_t y) {
  std::int64_t sum = 0;
  for (int byte = 0; byte < 4; ++byte) {
    sum += std::int64_t{static_cast<A>(x >> (8 * byte))} * static_cast<B>(y >> (8 * byte));
  }
  return sum;
}

template <class T>
std::int64_t dot_of_pairs(std::uint32_t x, std::uint32_t y) {
  return std::int64_t{static_cast<T>(x)} * static_cast<T>(y) +
         std::int64_t{static_cast<T>(x >> 16)} * static_cast<T>(y >> 16);
}

std::string check_dot_products(Session& session) {
  const std::size_t n = 4096;
  std::mt19937 random(32);
  std::vector<std::uint32_t> a(n), b(n);
  std::vector<std::int32_t> c(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<std::uint32_t>(random()), b[i] = static_cast<std::uint32_t>(random());
    const auto small = static_cast<std::int32_t>(random() % 200000);
    c[i] = i % 3 == 0   ? std::numeric_limits<std::int32_t>::max() - small
           : i % 3 == 1 ? std::numeric_limits<std::int32_t>::min() + small
                        : -small;  // as an unsigned number: close to the largest
  }
  const Buffer in_a = session.upload(a), in_b = session.upload(b), in_c = session.upload(c);
  const Buffer out = session.upload(std::vector<std::int32_t>(14 * n));
  session.launch(session.kernel("dot_products", "dot_products"), range_1d(n), in_a, in_b, in_c, out,
                 static_cast<cl_int>(n));
  const std::vector<std::int32_t> got = session.download<std::int32_t>(out);
  using S = std::int8_t;
  using U = std::uint8_t;
  const auto saturated = [](std::int64_t value) {
    return std::clamp<std::int64_t>(value, std::numeric_limits<std::int32_t>::min(),
                                    std::numeric_limits<std::int32_t>::max());
  };
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t x = a[i], y = b[i];
    const std::int64_t unsigned_sum = dot_of<U, U>(x, y) + static_cast<std::uint32_t>(c[i]);
    const std::int64_t expected[] = {dot_of<S, S>(x, y),
                                     dot_of<U, S>(x, y),
                                     dot_of<S, U>(x, y),
                                     dot_of<U, U>(x, y),
                                     saturated(dot_of<S, S>(x, y) + c[i]),
                                     saturated(dot_of<U, S>(x, y) + c[i]),
                                     saturated(dot_of<S, U>(x, y) + c[i]),
                                     std::min<std::int64_t>(unsigned_sum, std::numeric_limits<std::uint32_t>::max()),
                                     dot_of<S, S>(x, y),
                                     dot_of<U, U>(x, y) + c[i],
                                     dot_of<S, S>(x, y) + c[i],
                                     dot_of_pairs<std::int16_t>(x, y) + c[i],
                                     dot_of_pairs<std::uint16_t>(x, y) + c[i],
                                     saturated(dot_of<S, S>(x, y) + c[i])};
    for (std::size_t j = 0; j < std::size(expected); ++j) {
      if (got[j * n + i] == static_cast<std::int32_t>(expected[j])) continue;
      throw Failed(text("result %zu of %#x, %#x and %d: got %d, expected %lld", j, x, y, c[i], got[j * n + i],
                        static_cast<long long>(expected[j])));
    }
  }
  return "";
}

}  // namespace

std::vector<Check> bit_operation_checks() {
  return {
      {"bits.uchar", [](Session& s) { return check_bits<std::uint8_t>(s, "uchar"); }},
      {"bits.ushort", [](Session& s) { return check_bits<std::uint16_t>(s, "ushort"); }},
      {"bits.uint", [](Session& s) { return check_bits<std::uint32_t>(s, "uint"); }},
      {"bits.ulong", [](Session& s) { return check_bits<std::uint64_t>(s, "ulong"); }},
      {"bits.dot_products", check_dot_products},
  };
}

}  // namespace clc::device_tests
