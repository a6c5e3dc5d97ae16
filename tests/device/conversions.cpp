// Conversions between all types, with every rounding mode and saturation, and loads and stores of half.
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

using Widest = long double;

constexpr const char* k_modes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
constexpr const char* k_integer_names[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"};
constexpr int k_directions[] = {FE_TONEAREST, FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

Widest round_in_mode(Widest x, int mode) {
  switch (mode) {
    case 1:
      return std::nearbyint(x);
    case 3:
      return std::ceil(x);
    case 4:
      return std::floor(x);
    default:
      return std::trunc(x);  // what a conversion to an integer does unless told otherwise
  }
}

// False when the specification leaves the result open.
template <class D, class S>
bool to_integer(S value, int mode, bool saturate, std::int64_t& result) {
  using Limits = std::numeric_limits<D>;
  if constexpr (std::is_floating_point_v<S>) {
    if (std::isnan(value)) {
      result = 0;
      return false;  // check_nan()
    }
  }
  const Widest rounded = round_in_mode(value, mode);
  const bool low = rounded<Widest(Limits::min()), high = rounded> Widest(Limits::max());
  if (low || high) {
    if (!saturate && std::is_floating_point_v<S>) return false;
    result = saturate ? static_cast<std::int64_t>(low ? Limits::min() : Limits::max())
                      : static_cast<std::int64_t>(static_cast<D>(value));
  } else {
    result = static_cast<std::int64_t>(static_cast<D>(rounded));
  }
  return true;
}

template <class D, class S>
[[gnu::noinline]] D convert_in_mode(S value, int mode) {
  std::fesetround(k_directions[mode]);
  volatile S source = value;
  volatile D result = static_cast<D>(source);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class S>
std::vector<S> make_sources() {
  std::mt19937_64 random(5);
  std::vector<S> values;
  if constexpr (std::is_floating_point_v<S>) {
    for (int bits : {0, 7, 8, 15, 16, 31, 32, 52, 63, 64}) {
      for (S delta : {S(-1.5), S(-1), S(-0.5), S(-0.25), S(0), S(0.25), S(0.5), S(1), S(1.5)}) {
        values.push_back(std::ldexp(S(1), bits) + delta);
        values.push_back(-std::ldexp(S(1), bits) + delta);
      }
      values.push_back(std::nextafter(std::ldexp(S(1), bits), S(0)));
      values.push_back(-std::nextafter(std::ldexp(S(1), bits), S(0)));
    }
    using Limits = std::numeric_limits<S>;
    for (S v : {S(0), -S(0), Limits::min(), Limits::denorm_min(), Limits::max(), -Limits::max(), Limits::infinity(),
                -Limits::infinity(), Limits::quiet_NaN()}) {
      values.push_back(v);
    }
    while (values.size() < 2048) {
      values.push_back(static_cast<S>(
          std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -static_cast<int>(random() % 70))));
    }
  } else {
    using Limits = std::numeric_limits<S>;
    values = {S(0), S(1), static_cast<S>(-1), Limits::max(), Limits::min(), S(Limits::max() - 1), S(Limits::min() + 1)};
    while (values.size() < 2048) {
      const std::uint64_t bits = random() >> (random() % 64);
      values.push_back(static_cast<S>(random() % 2 ? bits : ~bits));
    }
  }
  return values;
}

std::string show(double v) {
  return text("%.17g", v);
}
std::string show(std::int64_t v) {
  return std::to_string(v);
}
std::string show(std::uint64_t v) {
  return std::to_string(v);
}
template <class S>
std::string show_source(S v) {
  if constexpr (std::is_floating_point_v<S>)
    return show(static_cast<double>(v));
  else if constexpr (std::is_signed_v<S>)
    return show(static_cast<std::int64_t>(v));
  else
    return show(static_cast<std::uint64_t>(v));
}

// Walks through the results in the order in which convert.clh stores them, and gathers a text for each wrong
// conversion.
template <class S>
class Walk {
 public:
  Walk(const std::vector<S>& in, const std::vector<std::int64_t>& got, const char* type)
      : in_(in), got_(got), type_(type) {}

  template <class D>
  void integers(const char* name) {
    for (bool saturate : {false, true}) {
      for (int mode = 0; mode < 5; ++mode) {
        compare(text("convert_%s%s%s", name, saturate ? "_sat" : "", k_modes[mode]),
                [&](S value, std::int64_t& result) { return to_integer<D>(value, mode, saturate, result); });
      }
    }
  }
  template <class D>
  void floats(const char* name) {
    for (int mode = 0; mode < 5; ++mode) {
      compare(text("convert_%s%s", name, k_modes[mode]), [&](S value, std::int64_t& result) {
        const D converted = convert_in_mode<D>(value, mode);
        if constexpr (sizeof(D) == 4)
          result = std::bit_cast<std::int32_t>(converted);
        else
          result = std::bit_cast<std::int64_t>(converted);
        return !std::isnan(converted);
      });
    }
  }
  int count() const { return count_; }
  const std::string& wrong() const { return wrong_; }
  void vectors() { vector_ = true; }

 private:
  template <class F>
  void compare(const std::string& name, const F& reference) {
    const std::size_t n = in_.size();
    int bad = 0;
    for (std::size_t i = 0; i < n; ++i) {
      std::int64_t expected = 0;
      const std::int64_t value = got_[count_ * n + i];
      if (!reference(in_[i], expected) || value == expected) continue;
      if (bad++ == 0) {
        wrong_ += text("%s%s of %s %s: got %lld, expected %lld; ", name.c_str(), vector_ ? " (vector)" : "", type_,
                       show_source(in_[i]).c_str(), static_cast<long long>(value), static_cast<long long>(expected));
      }
    }
    ++count_;
  }

  const std::vector<S>& in_;
  const std::vector<std::int64_t>& got_;
  const char* type_;
  int count_ = 0;
  bool vector_ = false;
  std::string wrong_;
};

template <class S>
std::vector<std::int64_t> convert(Session& session, const char* module, const std::string& kernel,
                                  const std::vector<S>& in, std::size_t results) {
  const Buffer source = session.upload(in), out = session.upload(std::vector<std::int64_t>(results * in.size()));
  session.launch(session.kernel(module, kernel), range_1d(in.size()), source, out, static_cast<cl_int>(in.size()));
  return session.download<std::int64_t>(out);
}

template <class S>
std::string check_from(Session& session, const char* type) {
  const bool is_double = std::is_same_v<S, double>;
  if (is_double && !session.facts().has_fp64) throw Skipped("the device has no double");
  const std::vector<S> in = make_sources<S>();
  const auto got = convert(session, is_double ? "convert_double" : "convert", text("convert_from_%s", type), in, 170);
  Walk<S> walk(in, got, type);
  for (int width : {1, 4}) {
    if (width == 4) walk.vectors();
    walk.template integers<std::int8_t>("char");
    walk.template integers<std::uint8_t>("uchar");
    walk.template integers<std::int16_t>("short");
    walk.template integers<std::uint16_t>("ushort");
    walk.template integers<std::int32_t>("int");
    walk.template integers<std::uint32_t>("uint");
    walk.template integers<std::int64_t>("long");
    walk.template integers<std::uint64_t>("ulong");
    walk.template floats<float>("float");
  }
  if (!walk.wrong().empty()) throw Failed(walk.wrong());
  return text("%d conversions exact", walk.count());
}

// Checks that a saturating conversion of each of four NaNs gives 0.
template <class S>
std::string check_nans(Session& session, const char* module, const char* type, const std::vector<S>& in) {
  const auto got = convert(session, module, text("convert_from_%s", type), in, 170);
  constexpr int k_per_width = 85;  // eight integer types, five modes, saturating or not; and float
  for (int result = 0; result < 2 * k_per_width; ++result) {
    const int place = result % k_per_width;
    if (place >= 80 || place % 10 < 5) continue;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const std::int64_t value = got[result * in.size() + i];
      if (value == 0) continue;
      throw Failed(text("to %s, saturating%s%s: got %lld", k_integer_names[place / 10], k_modes[place % 5],
                        result < k_per_width ? "" : " (vector)", static_cast<long long>(value)));
    }
  }
  return "";
}

template <class S>
std::string check_nan(Session& session, const char* type) {
  const bool is_double = std::is_same_v<S, double>;
  if (is_double && !session.facts().has_fp64) throw Skipped("the device has no double");
  const S nan = std::numeric_limits<S>::quiet_NaN();
  const std::vector<S> in{nan, -nan, static_cast<S>(std::nan("1234")), nan};
  return check_nans(session, is_double ? "convert_double" : "convert", type, in);
}
std::string check_nan_of_half(Session& session) {
  if (!has_half(session)) throw Skipped("the device has no half");
  return check_nans<std::uint16_t>(session, "convert_half", "half", {0x7e00, 0xfe00, 0x7e01, 0x7fff});
}

template <class S>
std::string check_to_double(Session& session, const char* type) {
  if (!session.facts().has_fp64) throw Skipped("the device has no double");
  const std::vector<S> in = make_sources<S>();
  const auto got = convert(session, "convert_double", text("double_from_%s", type), in, 10);
  Walk<S> walk(in, got, type);
  walk.template floats<double>("double");
  walk.vectors();
  walk.template floats<double>("double");
  if (!walk.wrong().empty()) throw Failed(walk.wrong());
  return "";
}

// The value of a binary16 number, by its definition.
Widest half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  const Widest magnitude =
      exponent == 31  ? (mantissa ? std::numeric_limits<Widest>::quiet_NaN() : std::numeric_limits<Widest>::infinity())
      : exponent == 0 ? std::ldexp(Widest(mantissa), -24)
                      : std::ldexp(Widest(1024 + mantissa), exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}
bool half_is(std::uint16_t got, double x, int mode) {
  if (std::isnan(x)) return (got & 0x7fff) > 0x7c00;
  const std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  const double a = std::fabs(x);
  const bool up = (mode == 3 && !sign) || (mode == 4 && sign), nearest = mode <= 1;
  if (std::isinf(a)) return got == (sign | 0x7c00);
  const int exponent = a == 0 ? -14 : std::max(std::ilogb(a), -14);
  const double scaled = std::ldexp(a, 10 - exponent);  // exact; at most 2048
  const double rounded = nearest ? std::nearbyint(scaled) : up ? std::ceil(scaled) : std::floor(scaled);
  const double value = std::ldexp(rounded, exponent - 10);
  if (value >= 65536) return got == (sign | (nearest || up ? 0x7c00 : 0x7bff));
  return (got & 0x8000) == sign && std::fabs(half_value(got)) == value;
}

template <class S>
std::vector<S> half_sources() {
  std::vector<S> values = make_sources<S>();
  std::mt19937_64 random(6);
  for (S& v : values) {
    if (random() % 4 != 0) v = std::ldexp(S(1 + (random() % 8192) / S(4096)), static_cast<int>(random() % 46) - 28);
    if (random() % 2) v = -v;
  }
  const S edges[] = {65504,   65519,     65520, 65535, 65536,  S(5.9604644775390625e-8), S(2.98023223876953125e-8),
                     S(3e-8), S(6.1e-5), 2049,  2051,  S(1e30)};
  std::copy(std::begin(edges), std::end(edges), values.begin());
  return values;
}

template <class S>
std::string check_store_half(Session& session, const char* module, const char* kernel) {
  const bool is_double = std::is_same_v<S, double>;
  if (is_double && !session.facts().has_fp64) throw Skipped("the device has no double");
  const std::vector<S> in = half_sources<S>();
  const std::size_t n = in.size();
  const Buffer source = session.upload(in), out = session.upload(std::vector<std::uint16_t>(12 * n));
  session.launch(session.kernel(module, kernel), range_1d(n), source, out, static_cast<cl_int>(n));
  const std::vector<std::uint16_t> got = session.download<std::uint16_t>(out);
  const auto expect = [&](std::size_t at, S value, int mode, int result) {
    if (half_is(got[at], static_cast<double>(value), mode)) return;
    throw Failed(text("result %d: vstore_half%s of %a: got %#x", result, k_modes[mode], double(value), got[at]));
  };
  for (int j = 0; j < (is_double ? 5 : 10); ++j) {
    for (std::size_t i = 0; i < n; ++i) expect(j * n + i, in[i], j % 5, j);
  }
  for (std::size_t i = 0; !is_double && i < n; ++i) {
    if (i % 4 == 3) continue;
    expect(10 * n + i / 4 * 3 + i % 4, in[i], 0, 10);
    expect(11 * n + i, in[i], 0, 11);
  }
  return "";
}

std::string check_load_half(Session& session) {
  std::vector<std::uint16_t> in(65536);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint16_t>(i * 40503);  // all, shuffled
  const std::size_t n = in.size();
  const Buffer source = session.upload(in), out = session.upload(std::vector<float>(8 * n));
  session.launch(session.kernel("convert", "load_half"), range_1d(n), source, out, static_cast<cl_int>(n));
  const std::vector<float> got = session.download<float>(out);
  const auto expect = [&](std::size_t at, std::uint16_t bits, const char* name) {
    const Widest expected = half_value(bits);
    if (std::isnan(expected) ? std::isnan(got[at]) : Widest(got[at]) == expected) return;
    throw Failed(text("%s of %#x: got %a, expected %La", name, bits, double(got[at]), expected));
  };
  for (std::size_t i = 0; i < n; ++i) {
    expect(i, in[i], "vload_half");
    expect(n + i, in[i], "vload_half4");
    expect(2 * n + i, in[i], "vloada_half4");
    if (i < n / 4 * 3) {
      expect(3 * n + i, in[i], "vload_half3");
      expect(4 * n + i, in[i / 3 * 4 + i % 3], "vloada_half3");
    }
    if (i < n / 2) expect(5 * n + i, in[i], "vload_half2");
    expect(6 * n + i, in[i], "vload_half16");
    if (i < n / 2) expect(7 * n + i, in[i], "vload_half8");
  }
  return "";
}

// All half numbers to every integer and to float.
std::string check_from_half(Session& session) {
  if (!has_half(session)) throw Skipped("the device has no half");
  std::vector<std::uint16_t> bits(65536);
  std::vector<float> values;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = static_cast<std::uint16_t>(i * 40503);
    values.push_back(static_cast<float>(half_value(bits[i])));
  }
  const std::size_t n = bits.size();
  const Buffer source = session.upload(bits), out = session.upload(std::vector<std::int64_t>(170 * n));
  session.launch(session.kernel("convert_half", "convert_from_half"), range_1d(n), source, out, static_cast<cl_int>(n));
  const std::vector<std::int64_t> got = session.download<std::int64_t>(out);
  Walk<float> walk(values, got, "half");
  for (int width : {1, 4}) {
    if (width == 4) walk.vectors();
    walk.integers<std::int8_t>("char");
    walk.integers<std::uint8_t>("uchar");
    walk.integers<std::int16_t>("short");
    walk.integers<std::uint16_t>("ushort");
    walk.integers<std::int32_t>("int");
    walk.integers<std::uint32_t>("uint");
    walk.integers<std::int64_t>("long");
    walk.integers<std::uint64_t>("ulong");
    walk.floats<float>("float");
  }
  if (!walk.wrong().empty()) throw Failed(walk.wrong());
  return text("%d conversions exact", walk.count());
}

template <class S>
std::string check_to_half(Session& session, const char* type) {
  if (!has_half(session)) throw Skipped("the device has no half");
  if (std::is_same_v<S, double> && !session.facts().has_fp64) throw Skipped("the device has no double");
  std::vector<S> in = make_sources<S>();
  if constexpr (std::is_floating_point_v<S>) in = half_sources<S>();
  const std::size_t n = in.size();
  const Buffer source = session.upload(in), out = session.upload(std::vector<std::uint16_t>(10 * n));
  const Kernel kernel = session.kernel("convert_half", text("half_from_%s", type));
  session.launch(kernel, range_1d(n), source, out, static_cast<cl_int>(n));
  const std::vector<std::uint16_t> got = session.download<std::uint16_t>(out);
  for (std::size_t at = 0; at < got.size(); ++at) {
    const int mode = static_cast<int>(at / n % 5);
    if (half_is(got[at], static_cast<double>(in[at % n]), mode)) continue;
    throw Failed(text("convert_half%s%s of %s: got %#x", at < 5 * n ? "" : "4", k_modes[mode],
                      show_source(in[at % n]).c_str(), got[at]));
  }
  return "";
}

// Checks loads, stores, copies, shuffles and selections of half.
std::string check_moves_of_half(Session& session) {
  if (!has_half(session)) throw Skipped("the device has no half");
  std::vector<std::uint16_t> in(64 * 64);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint16_t>(i * 7);  // below infinity
  const std::size_t n = in.size();
  const Buffer source = session.upload(in), out = session.upload(std::vector<std::uint16_t>(8 * n));
  session.launch(session.kernel("convert_half", "move"), range_1d(n, 64), source, out, static_cast<cl_int>(n));
  const std::vector<std::uint16_t> got = session.download<std::uint16_t>(out);
  for (std::size_t at = 0; at < got.size(); ++at) {
    const std::size_t i = at % n;
    if (got[at] == in[i]) continue;
    throw Failed(text("way %zu, element %zu: got %#x, expected %#x", at / n, i, got[at], in[i]));
  }
  return "";
}

std::string check_groups_of_half(Session& session) {
  if (!has_half(session)) throw Skipped("the device has no half");
  const std::size_t size = 40, n = 3 * size;  // not a multiple of a sub-group
  std::vector<std::uint16_t> in(n);
  const auto bits_of = [](int value) {  // of a whole number from 0 to 2048
    if (value == 0) return std::uint16_t{0};
    const int exponent = std::ilogb(static_cast<double>(value));
    return static_cast<std::uint16_t>((exponent + 15) << 10 | (((value << 10) >> exponent) & 1023));
  };
  const auto value_of = [](std::size_t i) { return static_cast<int>(i * 7 % 31); };
  for (std::size_t i = 0; i < n; ++i) in[i] = bits_of(value_of(i));
  const Buffer source = session.upload(in), out = session.upload(std::vector<std::uint16_t>(5 * n));
  session.launch(session.kernel("half_groups", "reduce"), range_1d(n, size), source, out, static_cast<cl_int>(n));
  const std::vector<std::uint16_t> got = session.download<std::uint16_t>(out);
  for (std::size_t group = 0; group < n; group += size) {
    int sum = 0, greatest = 0, before = 0, least = -1;
    for (std::size_t i = group; i < group + size; ++i) sum += value_of(i), greatest = std::max(greatest, value_of(i));
    for (std::size_t i = group; i < group + size; ++i) {
      before += value_of(i);
      const std::uint16_t expected[] = {bits_of(sum), bits_of(greatest), bits_of(before),
                                        least < 0 ? std::uint16_t{0x7c00} : bits_of(least),
                                        bits_of(value_of(group + 3))};
      for (std::size_t j = 0; j < 5; ++j) {
        if (got[j * n + i] == expected[j]) continue;
        throw Failed(text("result %zu of item %zu: got %#x, expected %#x", j, i, got[j * n + i], expected[j]));
      }
      least = least < 0 ? value_of(i) : std::min(least, value_of(i));
    }
  }
  return "";
}

}  // namespace

std::vector<Check> conversion_checks() {
  return {
      {"convert.char", [](Session& s) { return check_from<std::int8_t>(s, "char"); }},
      {"convert.uchar", [](Session& s) { return check_from<std::uint8_t>(s, "uchar"); }},
      {"convert.short", [](Session& s) { return check_from<std::int16_t>(s, "short"); }},
      {"convert.ushort", [](Session& s) { return check_from<std::uint16_t>(s, "ushort"); }},
      {"convert.int", [](Session& s) { return check_from<std::int32_t>(s, "int"); }},
      {"convert.uint", [](Session& s) { return check_from<std::uint32_t>(s, "uint"); }},
      {"convert.long", [](Session& s) { return check_from<std::int64_t>(s, "long"); }},
      {"convert.ulong", [](Session& s) { return check_from<std::uint64_t>(s, "ulong"); }},
      {"convert.float", [](Session& s) { return check_from<float>(s, "float"); }},
      {"convert.double", [](Session& s) { return check_from<double>(s, "double"); }},
      {"convert.float.nan", [](Session& s) { return check_nan<float>(s, "float"); }},
      {"convert.double.nan", [](Session& s) { return check_nan<double>(s, "double"); }},
      {"convert.half.nan", check_nan_of_half},
      {"convert.int_to_double", [](Session& s) { return check_to_double<std::int32_t>(s, "int"); }},
      {"convert.uint_to_double", [](Session& s) { return check_to_double<std::uint32_t>(s, "uint"); }},
      {"convert.long_to_double", [](Session& s) { return check_to_double<std::int64_t>(s, "long"); }},
      {"convert.ulong_to_double", [](Session& s) { return check_to_double<std::uint64_t>(s, "ulong"); }},
      {"convert.float_to_double", [](Session& s) { return check_to_double<float>(s, "float"); }},
      {"convert.vstore_half", [](Session& s) { return check_store_half<float>(s, "convert", "store_half"); }},
      {"convert.vstore_half_double",
       [](Session& s) { return check_store_half<double>(s, "convert_double", "store_half_double"); }},
      {"convert.vload_half", check_load_half},
      {"convert.half", check_from_half},
      {"convert.char_to_half", [](Session& s) { return check_to_half<std::int8_t>(s, "char"); }},
      {"convert.short_to_half", [](Session& s) { return check_to_half<std::int16_t>(s, "short"); }},
      {"convert.ushort_to_half", [](Session& s) { return check_to_half<std::uint16_t>(s, "ushort"); }},
      {"convert.int_to_half", [](Session& s) { return check_to_half<std::int32_t>(s, "int"); }},
      {"convert.uint_to_half", [](Session& s) { return check_to_half<std::uint32_t>(s, "uint"); }},
      {"convert.long_to_half", [](Session& s) { return check_to_half<std::int64_t>(s, "long"); }},
      {"convert.ulong_to_half", [](Session& s) { return check_to_half<std::uint64_t>(s, "ulong"); }},
      {"convert.float_to_half", [](Session& s) { return check_to_half<float>(s, "float"); }},
      {"convert.double_to_half", [](Session& s) { return check_to_half<double>(s, "double"); }},
      {"convert.half.moves", check_moves_of_half},
      {"convert.half.groups", check_groups_of_half},
  };
}

}  // namespace clc::device_tests
