// Kernels of finance, random numbers and transforms, computed here a second time in double or in integers.
#include <array>
#include <complex>

#include "kernel_set/case.h"

namespace clc::bench {
namespace {

double normal(double d) {
  return 0.5 * std::erfc(-d / std::sqrt(2.0));
}

Case black_scholes(std::size_t factor) {
  const std::size_t count = 8192 * factor;
  const std::vector<float> prices = random_floats(count, 5, 30);
  const std::vector<float> strikes = random_floats(count, 5, 40, 2);
  const std::vector<float> years = random_floats(count, 0.25F, 10, 3);
  const float rate = 0.02F;
  const float volatility = 0.3F;
  std::vector<float> calls;
  std::vector<float> puts;
  for (std::size_t i = 0; i < count; ++i) {
    const double spread = double{volatility} * std::sqrt(double{years[i]});
    const double d1 = (std::log(double{prices[i]} / strikes[i]) + double{rate} * years[i]) / spread + spread / 2;
    const double discounted = strikes[i] * std::exp(-double{rate} * years[i]);
    calls.push_back(static_cast<float>(prices[i] * normal(d1) - discounted * normal(d1 - spread)));
    puts.push_back(static_cast<float>(discounted * normal(spread - d1) - prices[i] * normal(-d1)));
  }
  Case result("black_scholes", {count}, {64});
  result.input(prices).input(strikes).input(years).output(calls, {.error = 2e-5}).output(puts, {.error = 2e-5});
  return result.value(rate).value(volatility);
}

Case fft4(std::size_t factor) {
  const std::size_t groups = 16 * factor;
  const std::vector<float> in = random_floats(groups * 512, -1, 1);
  std::array<std::complex<double>, 256> roots;
  for (std::size_t i = 0; i < 256; ++i) roots.at(i) = std::polar(1.0, -2 * M_PI * static_cast<double>(i) / 256);
  std::vector<float> expected;
  for (std::size_t i = 0; i < groups * 256; ++i) {
    const float* points = &in[i / 256 * 512];
    std::complex<double> sum = 0;
    for (std::size_t j = 0; j < 256; ++j) {
      sum += std::complex<double>(points[2 * j], points[2 * j + 1]) * roots.at(i % 256 * j % 256);
    }
    expected.push_back(static_cast<float>(sum.real()));
    expected.push_back(static_cast<float>(sum.imag()));
  }
  Case result("fft4", {groups * 64}, {64});
  return result.input(in).output(expected, {.error = 1e-4});
}

Case bit_reversal(std::size_t factor) {
  std::int32_t bits = 13;
  while (std::size_t{1} << static_cast<unsigned>(bits) < 8192 * factor) ++bits;
  const std::size_t count = std::size_t{1} << static_cast<unsigned>(bits);
  const std::vector<float> in = random_floats(2 * count, -1, 1);
  std::vector<float> expected(in.size());
  for (std::size_t i = 0, reversed = 0; i < count; ++i) {
    expected[2 * reversed] = in[2 * i];
    expected[2 * reversed + 1] = in[2 * i + 1];
    std::size_t carry = count / 2;  // counts up from the highest bit
    for (; (reversed & carry) != 0; carry /= 2) reversed ^= carry;
    reversed |= carry;
  }
  Case result("bit_reversal", {count}, {64});
  return result.input(in).output(expected).value(bits);
}

Case xorshift(std::size_t factor) {
  const std::size_t count = 512 * factor;
  constexpr std::int32_t k_numbers = 256;
  const std::vector<std::uint32_t> seeds = random_words(4 * count);
  std::vector<std::uint32_t> expected;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint32_t> s(&seeds[4 * i], &seeds[4 * i] + 4);
    std::uint32_t sum = 0;
    for (std::size_t n = 0; n < k_numbers; ++n) {
      const std::uint32_t t = s[n] ^ s[n] << 11U;
      s.push_back(s.back() ^ s.back() >> 19U ^ t ^ t >> 8U);
      sum += s.back();
    }
    expected.push_back(sum);
  }
  Case result("xorshift", {count}, {64});
  return result.input(seeds).output(expected).value(k_numbers);
}

Case philox(std::size_t factor) {
  const std::size_t count = 8192 * factor;
  const std::array<std::uint32_t, 2> key{0xdeadbeef, 0x12345678};
  std::vector<std::uint32_t> expected;
  for (std::size_t i = 0; i < count; ++i) {
    std::array<std::uint64_t, 4> c{i, 0, 0, 0};
    for (std::uint32_t round = 0; round < 10; ++round) {
      const std::uint64_t a = 0xD2511F53U * c[0];
      const std::uint64_t b = 0xCD9E8D57U * c[2];
      c = {b >> 32U ^ c[1] ^ (key[0] + round * 0x9E3779B9U), b & 0xffffffffU,
           a >> 32U ^ c[3] ^ (key[1] + round * 0xBB67AE85U), a & 0xffffffffU};
    }
    for (const std::uint64_t word : c) expected.push_back(static_cast<std::uint32_t>(word));
  }
  Case result("philox", {count}, {64});
  return result.output(expected).value(key);
}

Case half_blend(std::size_t factor) {
  const std::size_t count = 4096 * factor;
  const auto halves = [](const std::vector<float>& values) {
    std::vector<std::uint16_t> result;
    for (const float value : values) result.push_back(to_half(value));
    return result;
  };
  const std::vector<std::uint16_t> a = halves(random_floats(4 * count, 1, 2));
  const std::vector<std::uint16_t> b = halves(random_floats(4 * count, 1, 2, 2));
  const std::vector<std::uint16_t> factors = halves(random_floats(count, 0.25F, 1, 3));
  std::vector<std::uint16_t> expected;
  for (std::size_t i = 0; i < a.size(); ++i) {
    expected.push_back(to_half(from_half(a[i]) + (from_half(b[i]) - from_half(a[i])) * from_half(factors[i / 4])));
  }
  Case result("half_blend", {count}, {64});
  return result.input(a).input(b).input(factors).output(expected, {.error = 0, .exceptions = 0.001});
}

Case lorenz_double(std::size_t factor) {
  const std::size_t count = 128 * factor;
  constexpr std::int32_t k_steps = 100;
  const double step = 0.001;
  using Place = std::array<long double, 3>;
  const auto slope = [](const Place& p) {
    return Place{10 * (p[1] - p[0]), p[0] * (28 - p[2]) - p[1], p[0] * p[1] - p[2] * 8 / 3};
  };
  const auto moved = [](Place p, const Place& by, long double time) {
    for (std::size_t i = 0; i < 3; ++i) p.at(i) += by.at(i) * time;
    return p;
  };
  std::vector<double> before;
  std::vector<double> expected;
  const std::vector<float> start = random_floats(3 * count, -10, 10);
  for (std::size_t i = 0; i < count; ++i) {
    Place p{start[3 * i], start[3 * i + 1], start[3 * i + 2]};
    for (const long double value : p) before.push_back(static_cast<double>(value));
    before.push_back(0);
    for (int n = 0; n < k_steps; ++n) {
      const Place a = slope(p);
      const Place b = slope(moved(p, a, step / 2));
      const Place c = slope(moved(p, b, step / 2));
      const Place d = slope(moved(p, c, step));
      p = moved(moved(moved(moved(p, a, step / 6), b, step / 3), c, step / 3), d, step / 6);
    }
    for (const long double value : p) expected.push_back(static_cast<double>(value));
    expected.push_back(0);
  }
  Case result("lorenz_double", {count}, {32});
  return result.changed(before, expected, {.error = 1e-9}).value(step).value(k_steps);
}

Case scan(std::size_t factor) {
  const std::size_t count = 16384 * factor;
  std::vector<std::int32_t> in;
  for (const std::uint32_t word : random_words(count)) in.push_back(static_cast<std::int32_t>(word % 100));
  std::vector<std::int32_t> expected = in;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 256 != 0) expected[i] += expected[i - 1];
  }
  Case result("scan", {count}, {256});
  return result.input(in).output(expected).local_memory(256 * sizeof(std::int32_t));
}

Case histogram(std::size_t factor) {
  constexpr std::size_t k_each = 64;
  const std::vector<std::uint8_t> in = random_bytes(1024 * factor * k_each);
  std::vector<std::uint32_t> expected(256);
  for (const std::uint8_t byte : in) ++expected[byte];
  Case result("histogram", {1024 * factor}, {256});
  return result.input(in).output(expected).value(static_cast<std::int32_t>(k_each));
}

Case collatz(std::size_t factor) {
  std::vector<std::uint32_t> expected(4096 * factor);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (std::uint64_t n = i + 1; n > 1; n = (n & 1U) != 0 ? 3 * n + 1 : n >> 1U) ++expected[i];
  }
  Case result("collatz", {expected.size()}, {64});
  return result.output(expected);
}

}  // namespace

std::vector<Maker> number_cases() {
  return {{"black_scholes", black_scholes}, {"fft4", fft4},
          {"bit_reversal", bit_reversal},   {"xorshift", xorshift},
          {"philox", philox, k_last},       {"half_blend", half_blend, k_last},
          {"lorenz_double", lorenz_double}, {"scan", scan},
          {"histogram", histogram},         {"collatz", collatz, k_last}};
}

}  // namespace clc::bench
