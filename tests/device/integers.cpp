// The integer builtins: exact, for every type, on scalars and on vectors of four.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

__extension__ typedef __int128 Big;
__extension__ typedef unsigned __int128 UnsignedBig;

// mad_sat and the operations across lanes are checked apart, because drivers get them wrong.
enum class Part { k_rest, k_mad_sat, k_lanes };
constexpr int k_operations = 28, k_mad_sat = 15;
constexpr const char* k_names[] = {"x + y",  "x - y",     "x * y",   "x / y",   "x % y",    "x << y", "x >> y",
                                   "abs",    "abs_diff",  "add_sat", "sub_sat", "hadd",     "rhadd",  "mul_hi",
                                   "mad_hi", "mad_sat",   "rotate",  "clz",     "popcount", "max",    "min",
                                   "clamp",  "bitselect", "select",  "?:",      "x / 7",    "x % 10", "~x ^ (y & z)"};

template <class T, class Exact>
T saturate(Exact value) {
  return static_cast<T>(std::clamp<Exact>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// Operations 0 to 15: arithmetic.
template <class T>
T reference_arithmetic(int operation, T x, T y, T z, int shift) {
  constexpr int bits = sizeof(T) * 8;
  using Exact = std::conditional_t<std::is_signed_v<T>, Big, UnsignedBig>;
  const Big a = x, b = y;
  const Exact product = Exact(x) * Exact(y);
  switch (operation) {
    case 0:
      return static_cast<T>(a + b);
    case 1:
      return static_cast<T>(a - b);
    case 2:
      return static_cast<T>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y));
    case 3:
      return static_cast<T>(a / b);
    case 4:
      return static_cast<T>(a % b);
    case 5:
      return shift >= bits ? T(0) : static_cast<T>(static_cast<std::uint64_t>(x) << shift);
    case 6:
      return static_cast<T>(a >> shift);
    case 7:
      return static_cast<T>(a < 0 ? -a : a);
    case 8:
      return static_cast<T>(a > b ? a - b : b - a);
    case 9:
      return saturate<T>(a + b);
    case 10:
      return saturate<T>(a - b);
    case 11:
      return static_cast<T>((a + b) >> 1);
    case 12:
      return static_cast<T>((a + b + 1) >> 1);
    case 13:
      return static_cast<T>(product >> bits);
    case 14:
      return static_cast<T>((product >> bits) + Exact(z));
    default:
      return saturate<T>(product + Exact(z));
  }
}

// Operations 16 to 27: bits, choices, and division by constants.
template <class T>
T reference_bits(int operation, T x, T y, T z, bool vector) {
  using U = std::make_unsigned_t<T>;
  constexpr int bits = sizeof(T) * 8;
  const U u = static_cast<U>(x);
  switch (operation) {
    case 16:
      return static_cast<T>(std::rotl(u, static_cast<int>(y & (bits - 1))));
    case 17:
      return static_cast<T>(std::countl_zero(u));
    case 18:
      return static_cast<T>(std::popcount(u));
    case 19:
      return std::max(x, y);
    case 20:
      return std::min(x, y);
    case 21:
      return std::clamp(x, std::min(y, z), std::max(y, z));
    case 22:
      return static_cast<T>((x & ~z) | (y & z));
    case 23:
      return (vector ? (static_cast<U>(z) >> (bits - 1)) != 0 : z != 0) ? y : x;
    case 24:
      return std::max(x, y);
    case 25:
      return static_cast<T>(Big(x) / 7);
    case 26:
      return static_cast<T>(Big(x) % 10);
    default:
      return static_cast<T>(~x ^ (y & z));
  }
}

template <class T>
T reference(int operation, T x, T y, T z, bool vector) {
  constexpr int bits = sizeof(T) * 8;
  // Scalars narrower than int are promoted, and shift by what int allows.
  const int shift = static_cast<int>(y & (vector ? bits - 1 : std::max(bits, 32) - 1));
  return operation <= k_mad_sat ? reference_arithmetic(operation, x, y, z, shift)
                                : reference_bits(operation, x, y, z, vector);
}

template <class T>
std::vector<T> integer_values(std::mt19937_64& random, std::size_t n, bool zeros) {
  using Limits = std::numeric_limits<T>;
  const T special[] = {0,
                       1,
                       static_cast<T>(-1),
                       2,
                       3,
                       7,
                       10,
                       Limits::max(),
                       Limits::min(),
                       static_cast<T>(Limits::max() - 1),
                       static_cast<T>(Limits::min() + 1),
                       static_cast<T>(Limits::max() / 2),
                       static_cast<T>(-10)};
  std::vector<T> values(n);
  for (T& v : values) {
    do {
      const std::uint64_t bits = random() >> (random() % 64);
      v = random() % 4 == 0 ? special[random() % std::size(special)] : static_cast<T>(random() % 2 ? bits : ~bits);
    } while (v == 0 && !zeros);
  }
  return values;
}

template <class T>
void check_vector_only(const std::vector<T>& a, const std::vector<T>& b, const std::vector<T>& c,
                       const std::vector<T>& got) {
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; i += 4) {
    const T *x = &a[i], *y = &b[i], *z = &c[i];
    bool any = false, all = true, any_not = false, all_not = true;
    for (int l = 0; l < 4; ++l) {
      const bool same = (x[l] & 1) == (y[l] & 1);
      any |= same, all &= same, any_not |= !same, all_not &= !same;
    }
    (void)any_not, (void)all_not;
    // ~same has its top bit set exactly where `same` has not.
    const T truth[4] = {T(any), T(all), T(any_not), T(all_not)};
    const T mixed[4] = {x[3], y[0], y[1], z[0]};
    for (int l = 0; l < 4; ++l) {
      const T from_two = (y[l] & 7) < 4 ? x[y[l] & 3] : z[y[l] & 3];
      const T expected[8] = {std::max(x[l], b[i]),
                             std::min(x[l], b[i]),
                             static_cast<T>(x[l] < y[l] ? -1 : 0),
                             truth[l],
                             x[3 - l],
                             x[y[l] & 3],
                             from_two,
                             mixed[l]};
      const char* names[8] = {"max with a scalar", "min with a scalar", "x < y",          "any, all", ".wzyx",
                              "shuffle",           "shuffle2",          ".s3, .lo, .even"};
      for (int j = 0; j < 8; ++j) {
        const T value = got[(56 + j) * n + i + l];
        if (value == expected[j]) continue;
        throw Failed(text("%s, lane %d: got %s, expected %s", names[j], l, std::to_string(value).c_str(),
                          std::to_string(expected[j]).c_str()));
      }
    }
  }
}

template <class T>
std::string check_type(Session& session, const std::string& type, Part part) {
  std::mt19937_64 random(3);
  const std::size_t n = 4096;
  std::vector<T> a = integer_values<T>(random, n, true);
  const std::vector<T> b = integer_values<T>(random, n, false), c = integer_values<T>(random, n, true);
  for (std::size_t i = 0; i < n; ++i) {  // the one quotient that does not fit
    if (std::is_signed_v<T> && a[i] == std::numeric_limits<T>::min() && b[i] == static_cast<T>(-1)) a[i] = 5;
  }
  const Buffer in_a = session.upload(a), in_b = session.upload(b), in_c = session.upload(c);
  const Buffer out = session.upload(std::vector<T>(64 * n));
  session.launch(session.kernel("integer", "integers_" + type), range_1d(n), in_a, in_b, in_c, out,
                 static_cast<cl_int>(n));
  const std::vector<T> got = session.download<T>(out);
  std::string wrong;
  for (int operation = 0; operation < 2 * k_operations; ++operation) {
    if (part == Part::k_lanes || (operation % k_operations == k_mad_sat) != (part == Part::k_mad_sat)) continue;
    const bool vector = operation >= k_operations;
    for (std::size_t i = 0; i < n; ++i) {
      const T expected = reference<T>(operation % k_operations, a[i], b[i], c[i], vector);
      const T value = got[operation * n + i];
      if (value == expected) continue;
      wrong += text("%s%s of (%s, %s, %s): got %s, expected %s; ", vector ? "vector " : "",
                    k_names[operation % k_operations], std::to_string(a[i]).c_str(), std::to_string(b[i]).c_str(),
                    std::to_string(c[i]).c_str(), std::to_string(value).c_str(), std::to_string(expected).c_str());
      break;
    }
  }
  if (!wrong.empty()) throw Failed(wrong);
  if (part == Part::k_lanes) check_vector_only(a, b, c, got);
  return "";
}

std::string check_mixed(Session& session) {
  std::mt19937_64 random(4);
  const std::size_t n = 4096;
  using U = std::uint32_t;
  const std::vector<U> a = integer_values<U>(random, n, true), b = integer_values<U>(random, n, true),
                       c = integer_values<U>(random, n, true);
  const Buffer in_a = session.upload(a), in_b = session.upload(b), in_c = session.upload(c);
  const Buffer out = session.upload(std::vector<std::uint64_t>(12 * n));
  session.launch(session.kernel("integer", "integers_mixed"), range_1d(n), in_a, in_b, in_c, out,
                 static_cast<cl_int>(n));
  const std::vector<std::uint64_t> got = session.download<std::uint64_t>(out);
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<std::int32_t>(a[i] << 8) >> 8, y = static_cast<std::int32_t>(b[i] << 8) >> 8;
    const std::uint64_t ux = a[i] & 0xffffff, uy = b[i] & 0xffffff;
    const std::int64_t product = std::int64_t(x) * y;
    const std::uint64_t high = a[i], low = b[i];
    const std::uint64_t expected[12] = {U(product),
                                        U(ux * uy),
                                        U(product + c[i]),
                                        U(ux * uy + c[i]),
                                        (high & 255) << 8 | (low & 255),
                                        (high & 255) << 8 | (low & 255),
                                        (high & 65535) << 16 | (low & 65535),
                                        (high & 65535) << 16 | (low & 65535),
                                        high << 32 | low,
                                        high << 32 | low,
                                        std::uint64_t(U(product + c[i])) << 32 | U(std::int64_t(y) * y + 1),
                                        (high << 32 | c[i]) ^ (low << 32 | high)};
    const char* names[12] = {"mul24 int",     "mul24 uint",     "mad24 int",      "mad24 uint",
                             "upsample char", "upsample uchar", "upsample short", "upsample ushort",
                             "upsample int",  "upsample uint",  "mad24 int2",     "upsample uint2"};
    for (int j = 0; j < 12; ++j) {
      if (got[j * n + i] == expected[j]) continue;
      throw Failed(text("%s of (%#x, %#x, %#x): got %#llx, expected %#llx", names[j], a[i], b[i], c[i],
                        static_cast<unsigned long long>(got[j * n + i]), static_cast<unsigned long long>(expected[j])));
    }
  }
  return "";
}

template <class T>
std::string check_overflow(Session& session, const std::string& type) {
  std::mt19937_64 random(5);
  const std::size_t n = 4096;
  const std::vector<T> a = integer_values<T>(random, n, true), b = integer_values<T>(random, n, true);
  const Buffer in_a = session.upload(a), in_b = session.upload(b);
  const Buffer results = session.upload(std::vector<T>(4 * n)), flags = session.upload(std::vector<cl_int>(4 * n));
  session.launch(session.kernel("overflow", "overflow_" + type), range_1d(n), in_a, in_b, results, flags,
                 static_cast<cl_int>(n));
  std::vector<T> expected(4 * n);
  std::vector<cl_int> expected_flags(4 * n);
  for (std::size_t i = 0; i < n; ++i) {
    expected_flags[i] = __builtin_add_overflow(a[i], b[i], &expected[i]);
    expected_flags[n + i] = __builtin_sub_overflow(a[i], b[i], &expected[n + i]);
    expected_flags[2 * n + i] = __builtin_mul_overflow(a[i], b[i], &expected[2 * n + i]);
    expected[3 * n + i] = expected[i];
    expected_flags[3 * n + i] = expected[i] < a[i];
  }
  expect_equal(session.download<T>(results), expected, "result");
  const std::vector<cl_int> got = session.download<cl_int>(flags);
  // A sum that overflows while signed is undefined where it is compared.
  const std::size_t compared = (std::is_signed_v<T> ? 3 : 4) * n;
  expect_equal(
      std::vector<cl_int>(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(compared)),
      std::vector<cl_int>(expected_flags.begin(), expected_flags.begin() + static_cast<std::ptrdiff_t>(compared)),
      "overflow");
  return "";
}

}  // namespace

std::vector<Check> integer_checks() {
  std::vector<Check> checks{{"integer.mixed", check_mixed}};
  const auto add_overflow = [&]<class T>(T, const std::string& type) {
    checks.push_back({"integer.overflow." + type, [=](Session& s) { return check_overflow<T>(s, type); }});
  };
  add_overflow(std::uint8_t{}, "uchar");
  add_overflow(std::uint16_t{}, "ushort");
  add_overflow(std::int32_t{}, "int");
  add_overflow(std::uint32_t{}, "uint");
  add_overflow(std::int64_t{}, "long");
  add_overflow(std::uint64_t{}, "ulong");
  const auto add = [&]<class T>(T, const std::string& type) {
    checks.push_back({"integer." + type, [=](Session& s) { return check_type<T>(s, type, Part::k_rest); }});
    checks.push_back(
        {"integer." + type + ".mad_sat", [=](Session& s) { return check_type<T>(s, type, Part::k_mad_sat); }});
    checks.push_back({"integer." + type + ".lanes", [=](Session& s) { return check_type<T>(s, type, Part::k_lanes); }});
  };
  add(std::int8_t{}, "char");
  add(std::uint8_t{}, "uchar");
  add(std::int16_t{}, "short");
  add(std::uint16_t{}, "ushort");
  add(std::int32_t{}, "int");
  add(std::uint32_t{}, "uint");
  add(std::int64_t{}, "long");
  add(std::uint64_t{}, "ulong");
  return checks;
}

}  // namespace clc::device_tests
