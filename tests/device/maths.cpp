// The maths builtins for float and double: their error in ulp against a wider reference. The worst error is printed.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

#include "device/harness.h"
#include "device/maths_rows.h"
#include "device/maths_run.h"

namespace clc::device_tests {
namespace {

template <class T>
std::vector<T> special_values() {
  using Limits = std::numeric_limits<T>;
  const T e = Limits::epsilon(), pi = static_cast<T>(3.14159265358979323846L);
  std::vector<T> values{0,
                        Limits::denorm_min(),
                        Limits::min() / 3,
                        Limits::min(),
                        1,
                        1 + e,
                        1 - e / 2,
                        T(0.5),
                        T(0.25),
                        T(0.75),
                        T(1.5),
                        T(2),
                        T(2.5),
                        T(3),
                        T(4),
                        T(10),
                        T(34),
                        T(35),
                        T(88.8),
                        T(127.5),
                        T(171),
                        T(709.5),
                        pi,
                        pi / 2,
                        pi / 4,
                        1 / e,
                        1 / e + 1,
                        2 / e,
                        T(1e5),
                        T(1e22),
                        Limits::max(),
                        Limits::max() / 2,
                        Limits::infinity()};
  const std::size_t positive = values.size();
  for (std::size_t i = 0; i < positive; ++i) values.push_back(-values[i]);
  values.push_back(Limits::quiet_NaN());
  return values;
}

// All pairs of special values, then bit patterns at random, then numbers of everyday size.
template <class T>
Inputs<T> make_inputs(Domain domain) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::mt19937_64 random(20);
  const std::vector<T> special = special_values<T>();
  std::uniform_real_distribution<T> small(-10, 10), close(T(0.9), T(1.1)), large(-100000, 100000), moderate(T(0.5), 3);
  const auto any = [&] {
    switch (random() % 4) {
      case 0:
        return small(random);
      case 1:
        return std::uniform_int_distribution<int>(0, 1)(random) ? close(random) : large(random);
      default:
        return std::bit_cast<T>(static_cast<Bits>(random()));
    }
  };
  Inputs<T> in;
  const auto push = [&](T a, T b) {
    if (domain == Domain::k_moderate) a = moderate(random), b = moderate(random);
    if (domain == Domain::k_half && !(std::fabs(a) < 65536)) a = large(random) / 2;
    if (domain == Domain::k_half && !(std::fabs(b) < 65536 && std::fabs(b) > T(1e-6))) b = moderate(random);
    in.a.push_back(a);
    in.b.push_back(b);
    in.c.push_back(random() % 4 == 0 ? -a * b * (1 + std::numeric_limits<T>::epsilon()) : any());
    const int whole[] = {0, 1, -1, 2, -2, 3, -3, 2147483647, -2147483647 - 1, 1000, -1000};
    in.k.push_back(random() % 3 == 0 ? whole[random() % 11] : static_cast<int>(random() % 400) - 200);
  };
  for (T a : special) {
    for (T b : special) push(a, b);
  }
  while (in.a.size() < 9000) push(any(), any());
  return in;
}

template <class T>
double distance_in_ulp(T got, Wide reference) {
  return error_in_ulp(got, reference, format_of<T>());
}

template <class T>
T flushed(T x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(T(0), x) : x;
}

// The smallest error of the results that the device may return: where it has no denormal numbers, they may count as
// zero.
template <class T, class F>
double error_of(T got, const F& reference, double limit, bool flush, T a, T b, T c, int k, Wide& expected) {
  const auto error = [&](Wide r) {
    if (flush && std::fabs(r) < std::numeric_limits<T>::min() && got == 0) return 0.0;
    return distance_in_ulp(got, limit == 0 ? Wide(T(r)) : r);
  };
  expected = reference(a, b, c, k);
  const double strict = error(expected);
  if (!flush || strict == 0) return strict;
  return std::min(strict, error(reference(flushed(a), flushed(b), flushed(c), k)));
}

struct Worst {
  double error = 0;
  std::string where;
  int count = 0;  // beyond the limit
};

template <class T>
void compare(const std::vector<T>& got, const std::function<Wide(T, T, T, int)>& reference, double limit, bool flush,
             const Inputs<T>& in, Worst& worst) {
  const std::size_t n = in.a.size();
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::size_t j = i % n;
    Wide expected = 0;
    const double error = error_of(got[i], reference, limit, flush, in.a[j], in.b[j], in.c[j], in.k[j], expected);
    // The reference is itself rounded: a little more than the limit is not an error of the device.
    worst.count += error > limit + (limit > 0 ? 0.01 : 0);
    if (error > worst.error) {
      worst.error = error;
      worst.where = text("at (%a, %a, %a, %d)%s: got %a, expected %La", double(in.a[j]), double(in.b[j]),
                         double(in.c[j]), in.k[j], i < n ? "" : " in a vector", double(got[i]), expected);
    }
  }
}

template <class T>
std::string check_row(Session& session, const MathsRow<T>& row, const char* kernel_suffix = "") {
  if (sizeof(T) == 8 && !session.facts().has_fp64) throw Skipped("the device has no double");
  const auto capabilities =
      session.info<cl_device_fp_config>(sizeof(T) == 4 ? CL_DEVICE_SINGLE_FP_CONFIG : CL_DEVICE_DOUBLE_FP_CONFIG);
  const bool loose = row.limit == 8192;
  const bool flush = loose || (capabilities & CL_FP_DENORM) == 0;
  Inputs<T> in = make_inputs<T>(row.domain);
  if (kernel_suffix[0] != 0) {  // each vector has one scalar as its second operand
    for (std::size_t i = 0; i < in.b.size(); ++i) in.b[i] = in.b[i / 4 * 4], in.k[i] = in.k[i / 4 * 4];
  }
  const Outputs<T> out = run(session, std::string(row.name) + kernel_suffix, in);
  Worst worst;
  const double limit = row.limit == k_any ? std::numeric_limits<double>::max() : row.limit;
  if (row.result) compare(out.result, row.result, limit, flush, in, worst);
  if (row.second) compare(out.second, row.second, limit, flush, in, worst);
  const std::size_t n = in.a.size();
  for (std::size_t i = 0; row.whole && i < 2 * n; ++i) {
    const std::size_t j = i % n;
    if (row.whole(in.a[j], in.b[j], in.c[j], in.k[j], out.whole[i])) continue;
    worst = {
        1,
        text("integer at (%a, %a)%s: %d", double(in.a[j]), double(in.b[j]), i < n ? "" : " in a vector", out.whole[i]),
        worst.count + 1};
  }
  const std::string found =
      row.limit == k_any ? "" : text("%.2f ulp of %g, %s", worst.error, row.limit, worst.where.c_str());
  if (worst.count > 0)
    throw Failed(text("%d of %zu wrong; worst: %s", worst.count, 2 * n, worst.where.empty() ? "" : found.c_str()));
  return worst.error == 0 ? (row.limit == 0 ? "exact" : "") : found;
}

// Checks a relation, whose true is 1 for scalars and -1 for vectors.
template <class T>
std::string check_relation(Session& session, const MathsRow<T>& row) {
  check_row(session, row);
  const Inputs<T> in = make_inputs<T>(Domain::k_all);
  const std::vector<int> whole = run(session, row.name, in).whole;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const int truth = i < in.a.size() ? 1 : -1;
    if (whole[i] != 0 && whole[i] != truth) throw Failed(text("true is %d, not %d", whole[i], truth));
  }
  return "";
}

template <class T>
std::vector<T> everyday_numbers(std::mt19937& random, std::size_t count) {
  std::uniform_real_distribution<T> any(-3, 3);
  std::vector<T> numbers(count);
  for (T& number : numbers) number = any(random);
  return numbers;
}

// The place of element j of the first vector of four, and of the others, of vector i of n in what kernels write:
// numbers and vectors lie beside each other, 0 to 3 are numbers, 4 to 7 and 8 to 11 vectors, 12 a number, 13 to 15 a
// vector.
std::size_t place_of_geometry(std::size_t n, std::size_t i, std::size_t j) {
  const std::size_t first = j < 4 || j == 12 ? j : j < 12 ? j / 4 * 4 : 13;
  const std::size_t elements = j < 4 || j == 12 ? 1 : j < 12 ? 4 : 3;
  return first * n + i * elements + (j - first);
}

// Checks dot, cross, length, distance and normalize on numbers of everyday size.
template <class T>
std::string check_geometry(Session& session) {
  if (sizeof(T) == 8 && !session.facts().has_fp64) throw Skipped("the device has no double");
  const std::size_t n = 256;
  std::mt19937 random(7);
  const std::vector<T> a = everyday_numbers<T>(random, 4 * n), b = everyday_numbers<T>(random, 4 * n);
  const Buffer in_a = session.upload(a), in_b = session.upload(b), out = session.upload(std::vector<T>(16 * n));
  session.launch(session.kernel(sizeof(T) == 4 ? "maths_float" : "maths_double", "geometry"), range_1d(n), in_a, in_b,
                 out);
  const std::vector<T> got = session.download<T>(out);
  Wide worst = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const T *x = &a[4 * i], *y = &b[4 * i];
    const auto dot = [](const T* p, const T* q, int count) {
      Wide sum = 0;
      for (int j = 0; j < count; ++j) sum += Wide(p[j]) * q[j];
      return sum;
    };
    const Wide length = std::sqrt(dot(x, x, 4));
    const auto cross = [&](int p, int q) { return Wide(x[p]) * y[q] - Wide(x[q]) * y[p]; };
    T difference[4];
    for (int j = 0; j < 4; ++j) difference[j] = x[j] - y[j];
    const Wide expected[16] = {dot(x, y, 4),
                               length,
                               std::sqrt(dot(difference, difference, 4)),
                               dot(x, y, 3),
                               x[0] / length,
                               x[1] / length,
                               x[2] / length,
                               x[3] / length,
                               cross(1, 2),
                               cross(2, 0),
                               cross(0, 1),
                               0,
                               std::sqrt(dot(x, x, 2)),
                               cross(1, 2),
                               cross(2, 0),
                               cross(0, 1)};
    for (int j = 0; j < 16; ++j) {
      const Wide error = std::fabs(got[place_of_geometry(n, i, j)] - expected[j]) / std::numeric_limits<T>::epsilon();
      if (!(error < 100)) {
        throw Failed(text("value %d of item %zu: got %.9g, expected %.9Lg", j, i,
                          double(got[place_of_geometry(n, i, j)]), expected[j]));
      }
      worst = std::max(worst, error);
    }
  }
  return text("%.1Lf epsilon", worst);
}

// Checks length, distance and normalize where squares overflow or vanish, and with infinities and NaN.
template <class T>
std::string check_geometry_edges(Session& session) {
  if (sizeof(T) == 8 && !session.facts().has_fp64) throw Skipped("the device has no double");
  using Limits = std::numeric_limits<T>;
  constexpr T inf = Limits::infinity(), huge = Limits::max(), least = Limits::min(), tiny = Limits::denorm_min();
  const std::vector<std::array<T, 4>> vectors{{0, 0, 0, 0},         {-T(0), 0, -T(0), 0},
                                              {huge, 0, 0, 0},      {huge / 2, -huge / 2, 0, 0},
                                              {0, 0, huge, 1},      {huge / 4, huge / 4, huge / 4, -huge / 4},
                                              {least, least, 0, 0}, {0, -least, 0, 3 * least},
                                              {tiny, 0, 0, 0},      {3 * tiny, 0, -4 * tiny, 0},
                                              {least, huge, 0, 0},  {inf, 0, 0, 0},
                                              {inf, 1, -inf, huge}, {1, Limits::quiet_NaN(), 0, 0}};
  std::vector<T> a, b(4 * vectors.size());
  for (const auto& vector : vectors) a.insert(a.end(), vector.begin(), vector.end());
  const Buffer in_a = session.upload(a), in_b = session.upload(b), out = session.upload(std::vector<T>(4 * a.size()));
  session.launch(session.kernel(sizeof(T) == 4 ? "maths_float" : "maths_double", "geometry"), range_1d(vectors.size()),
                 in_a, in_b, out);
  const std::vector<T> got = session.download<T>(out);
  std::string wrong;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    // Where elements are infinite, normalize() counts these as 1 and the others as 0.
    const bool infinite = std::any_of(vectors[i].begin(), vectors[i].end(), [](T v) { return std::isinf(v); });
    Wide squares = 0, normal_squares = 0, v[4];
    for (int j = 0; j < 4; ++j) {
      v[j] = infinite ? std::copysign(Wide(std::isinf(vectors[i][j])), Wide(vectors[i][j])) : Wide(vectors[i][j]);
      squares += Wide(vectors[i][j]) * vectors[i][j], normal_squares += v[j] * v[j];
    }
    const Wide length = std::sqrt(squares);
    const auto value_of = [&](std::size_t j) { return got[place_of_geometry(vectors.size(), i, j)]; };
    for (int place : {1, 2}) {
      if (distance_in_ulp(value_of(place), length) <= 8) continue;
      wrong += text("%s of vector %zu: got %a, expected %La; ", place == 1 ? "length" : "distance", i,
                    double(value_of(place)), length);
    }
    for (int j = 0; j < 4; ++j) {
      const Wide expected = normal_squares == 0 ? Wide(0) : v[j] / std::sqrt(normal_squares);
      const T value = value_of(4 + j);
      const bool right =
          std::isnan(expected) ? std::isnan(value) : std::fabs(value - expected) <= 8 * Limits::epsilon();
      if (!right)
        wrong += text("normalize of vector %zu, element %d: got %a, expected %La; ", i, j, double(value), expected);
    }
  }
  if (!wrong.empty()) throw Failed(wrong);
  return "";
}

// Checks fast_length, fast_distance and fast_normalize, which may be wrong by 8 192 ulp, and zeros and NaN.
std::string check_fast_geometry(Session& session) {
  const std::size_t n = 256;
  std::mt19937 random(8);
  std::vector<float> a = everyday_numbers<float>(random, 4 * n);
  const std::vector<float> b = everyday_numbers<float>(random, 4 * n);
  std::fill_n(a.begin(), 4, 0.0f);
  a[4] = std::numeric_limits<float>::quiet_NaN();
  const Buffer in_a = session.upload(a), in_b = session.upload(b), out = session.upload(std::vector<float>(11 * n));
  session.launch(session.kernel("maths_float", "fast_geometry"), range_1d(n), in_a, in_b, out);
  const std::vector<float> got = session.download<float>(out);
  Wide worst = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto length = [&](int elements, bool is_distance) {
      Wide sum = 0;
      for (std::size_t j = 4 * i; j < 4 * i + elements; ++j) {
        const float element = is_distance ? a[j] - b[j] : a[j];
        sum += Wide(element) * element;
      }
      return std::sqrt(sum);
    };
    const auto check = [&](std::size_t place, Wide expected) {
      const Wide error = distance_in_ulp(got[place], expected);
      if (!(error <= 8192)) {
        throw Failed(text("value %zu of %zu items: got %.9g, expected %.9Lg", place, n, double(got[place]), expected));
      }
      worst = std::max(worst, error);
    };
    check(i, length(4, false));
    check(n + i, length(4, true));
    check(2 * n + i, length(3, false));
    check(3 * n + i, length(2, true));
    for (const std::size_t elements : {4, 3}) {
      const Wide whole = length(static_cast<int>(elements), false);
      const std::size_t first = (elements == 4 ? 4 : 8) * n + i * elements;
      for (std::size_t j = 0; j < elements; ++j) check(first + j, whole == 0 ? Wide(0) : a[4 * i + j] / whole);
    }
  }
  return text("%.1Lf ulp", worst);
}

// Checks max, min, step, clamp, mix, mad and smoothstep against plain C, without NaN and inverted ranges, for which
// they are undefined.
template <class T>
std::string check_common(Session& session) {
  if (sizeof(T) == 8 && !session.facts().has_fp64) throw Skipped("the device has no double");
  Inputs<T> in = make_inputs<T>(Domain::k_moderate);
  for (std::size_t i = 0; i < in.a.size(); ++i) in.a[i] = 3 * in.a[i] - 4, in.c[i] = in.b[i] + T(0.5);
  const auto check = [&](const char* name, double tolerance, const std::function<Wide(Wide, Wide, Wide)>& reference) {
    const std::vector<T> got = run(session, name, in).result;
    for (std::size_t i = 0; i < got.size(); ++i) {
      const std::size_t j = i % in.a.size();
      const Wide expected = reference(in.a[j], in.b[j], in.c[j]);
      if (std::fabs(got[i] - expected) <= tolerance * std::numeric_limits<T>::epsilon()) continue;
      throw Failed(text("%s(%a, %a, %a): got %a, expected %La", name, double(in.a[j]), double(in.b[j]), double(in.c[j]),
                        double(got[i]), expected));
    }
  };
  check("max", 0, [](Wide x, Wide y, Wide) { return std::max(x, y); });
  check("min", 0, [](Wide x, Wide y, Wide) { return std::min(x, y); });
  check("step", 0, [](Wide x, Wide y, Wide) -> Wide { return y < x ? 0 : 1; });
  check("clamp", 0, [](Wide x, Wide y, Wide z) { return std::clamp(x, y, z); });
  check("mix", 60, [](Wide x, Wide y, Wide z) { return x + (y - x) * z; });
  check("mad", 60, [](Wide x, Wide y, Wide z) { return x * y + z; });
  for (std::size_t i = 0; i < in.a.size(); ++i) {
    in.b[i] = in.a[i] + T(1.25);
    std::swap(in.c[i], in.a[i]);  // edges a < b around c
    in.a[i] = in.c[i] - T(0.5);
    in.b[i] = in.a[i] + 1 + in.b[i] * in.b[i] / 64;
  }
  check("smoothstep", 60, [](Wide x, Wide y, Wide z) {
    const Wide t = std::clamp((z - x) / (y - x), Wide(0), Wide(1));
    return t * t * (3 - 2 * t);
  });
  return "";
}

template <class T>
std::vector<Check> checks_of(const std::string& prefix) {
  std::vector<Check> checks;
  for (const MathsRow<T>& row : maths_rows<T>()) {
    checks.push_back({prefix + row.name, [row](Session& session) { return check_row(session, row); }});
    const std::string name = row.name;
    if (name == "fmax" || name == "fmin" || name == "ldexp") {
      checks.push_back({prefix + name + "_scalar", [row](Session& s) { return check_row(s, row, "_scalar"); }});
    }
  }
  for (const MathsRow<T>& row : relation_rows<T>()) {
    checks.push_back({prefix + row.name, [row](Session& session) { return check_relation(session, row); }});
  }
  checks.push_back({prefix + "geometry", check_geometry<T>});
  checks.push_back({prefix + "geometry.edges", check_geometry_edges<T>});
  checks.push_back({prefix + "common", check_common<T>});
  return checks;
}

}  // namespace

std::vector<Check> maths_float_checks() {
  std::vector<Check> checks = checks_of<float>("maths.float.");
  checks.push_back({"maths.float.fast_geometry", check_fast_geometry});
  for (const MathsRow<float>& row : loose_rows()) {
    checks.push_back(
        {std::string("maths.float.") + row.name, [row](Session& session) { return check_row(session, row); }});
  }
  return checks;
}
std::vector<Check> maths_double_checks() {
  return checks_of<double>("maths.double.");
}

}  // namespace clc::device_tests
