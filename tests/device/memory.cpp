// Buffers, structs, address spaces, control flow and division: exact.
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <random>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

constexpr std::size_t k_items = 1000;

struct alignas(16) Record {
  std::int8_t tag;
  alignas(16) float position[4];
  std::int16_t pair[2];
  std::uint64_t big;
  std::uint8_t colour[3];
};
static_assert(sizeof(Record) == 64);

struct Small {
  std::int32_t a, b;
  float c;
};

std::string check_structs(Session& session) {
  std::vector<Record> in(k_items);
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = {std::int8_t(i),
             {float(i), float(i) / 2, -float(i), 0},
             {std::int16_t(i), std::int16_t(-5 * int(i))},
             i << 33 | 7,
             {std::uint8_t(i), std::uint8_t(i * 3), 1}};
  }
  const Buffer source = session.upload(in), out = session.upload(std::vector<Record>(k_items));
  const Buffer small = session.upload(std::vector<Small>(k_items));
  session.launch(session.kernel("memory", "structs"), range_1d(k_items), source, out, Small{10, 3, 1.5f}, small);
  const std::vector<Record> got = session.download<Record>(out);
  const std::vector<Small> got_small = session.download<Small>(small);
  for (std::size_t i = 0; i < k_items; ++i) {
    const Record &r = in[i], &g = got[i];
    const bool same = g.tag == std::int8_t(r.tag + 1) && g.position[0] == 2 * r.position[0] &&
                      g.position[1] == 2 * r.position[1] && g.position[2] == 2 * r.position[2] &&
                      g.pair[0] == r.pair[1] && g.pair[1] == r.pair[0] && g.big == r.big * 3 + r.colour[1] &&
                      g.colour[0] == r.colour[0] && g.colour[1] == r.colour[1] && g.colour[2] == (r.colour[0] ^ 0x55);
    if (!same) throw Failed(text("record %zu differs", i));
    const Small& s = got_small[i];
    if (s.a != 10 + int(i) || s.b != 3 || s.c != 4.5f) throw Failed(text("the struct by value, item %zu", i));
  }
  return "";
}

std::string check_values(Session& session) {
  const Buffer out = session.upload(std::vector<float>(20));
  const cl_char3 c3{{-1, -2, -3, 0}};
  const cl_int2 i2{{41, -42}};
  const cl_float4 f4{{1, 2, 3, 4.5f}};
  cl_uchar16 uc16{};
  uc16.s[15] = 250;
  const cl_float3 f3{{7, 8, 9.25f, 0}};
  cl_short8 s8{};
  s8.s[7] = -3000;
  session.launch(session.kernel("memory", "values"), range_1d(1), cl_char(-100), cl_uchar(200), cl_short(-30000),
                 cl_ushort(60000), cl_int(-2000000), cl_uint(3000000000u), cl_long(-1ll << 40), cl_ulong(1ull << 63),
                 0.1f, c3, i2, f4, uc16, f3, s8, out);
  expect_equal(session.download<float>(out), {-100,
                                              200,
                                              -30000,
                                              60000,
                                              -2000000,
                                              3e9f,
                                              -float(1ll << 40),
                                              9223372036854775808.0f,
                                              0.1f,
                                              -1,
                                              -2,
                                              -3,
                                              -42,
                                              4.5f,
                                              250,
                                              9.25f,
                                              -3000,
                                              7,
                                              41,
                                              2},
               "arguments");
  return "";
}

std::string check_vectors3(Session& session) {
  std::vector<float> in(3 * k_items);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = float(int(i % 200) - 100);
  const Buffer source = session.upload(in), aligned = session.upload(std::vector<float>(4 * k_items));
  const Buffer repacked = session.upload(std::vector<float>(3 * k_items));
  const Buffer bytes = session.upload(std::vector<std::int8_t>(4 * k_items));
  session.launch(session.kernel("memory", "vectors3"), range_1d(k_items), source, aligned, repacked, bytes);
  const auto a = session.download<float>(aligned), r = session.download<float>(repacked);
  const auto b = session.download<std::int8_t>(bytes);
  for (std::size_t i = 0; i < k_items; ++i) {
    const int order[] = {2, 0, 1};
    for (int j = 0; j < 3; ++j) {
      const float v = in[3 * i + order[j]];
      if (a[4 * i + j] != v || r[3 * i + j] != v + j + 1 || b[4 * i + j] != std::int8_t(in[3 * i + j])) {
        throw Failed(text("vector %zu, component %d", i, j));
      }
    }
  }
  return "";
}

std::string check_seven(Session& session) {
  const Buffer from = session.upload(std::vector<float>{1, 2, 3, 4, 5, 6, 7}),
               to = session.upload(std::vector<float>(1));
  session.launch(session.kernel("memory", "seven"), range_1d(1), from, to);
  expect_equal(session.download<float>(to), std::vector<float>{48}, "sum");
  return "";
}

std::string check_locals(Session& session) {
  for (std::size_t size : {std::size_t(8), std::size_t(64)}) {
    std::vector<int> in(size * 7);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = int(i * i % 1009);
    const Buffer source = session.upload(in), out = session.upload(std::vector<int>(in.size()));
    session.launch(session.kernel("memory", "locals"), range_1d(in.size(), size), source, out,
                   LocalMemory{size * sizeof(cl_int)}, LocalMemory{2 * size * sizeof(cl_short)});
    std::vector<int> expected(in.size());
    for (std::size_t g = 0; g < in.size(); ++g) {
      const std::size_t group = g / size * size, l = g % size;
      int total = 0;
      for (std::size_t k = l & 3; k < size; k += 4) total += in[group + size - 1 - k];
      expected[g] = in[group + size - 1 - l] - int(size - 1 - l) + int(l) + total;
    }
    expect_equal(session.download<int>(out), expected, "locals");
  }
  return "";
}

std::string check_constants(Session& session) {
  const std::vector<int> factors{3, -1, 4, 1, -5};
  std::vector<float> offsets(16);
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = float(i) * 0.5f;
  const Buffer f = session.upload(factors), o = session.upload(offsets);
  const Buffer out = session.upload(std::vector<float>(k_items));
  session.launch(session.kernel("memory", "constants"), range_1d(k_items), f, o, out);
  const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19}, weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
  const Small table[] = {{1, 2, 3.5f}, {-4, 5, -6.25f}};
  std::vector<float> expected(k_items);
  for (std::size_t i = 0; i < k_items; ++i) {
    int sum = 0;
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 3; ++x) sum += weights[(y + i) % 3][(x + i / 3) % 3] * (x + 1) * (y + 2);
    }
    expected[i] = float(primes[i & 7] * factors[i % 5]) + table[i & 1].c + float(table[i & 1].a) +
                  offsets[4 * (i & 3) + 2] + float("offline"[i % 7]) + float(sum);
  }
  expect_equal(session.download<float>(out), expected, "constants");
  return "";
}

std::string check_constant_addresses(Session& session) {
  const int row[] = {10, 20, 30, 40}, members[2][3] = {{2, 3, 4}, {6, 7, 8}};
  const std::string word = "offline";
  const int elements[] = {8, row[0], 1}, offsets[] = {2, 0, 3}, structures[] = {1, 0, 1}, nested[] = {10, 30, 2, 5};
  const int items = 24;
  std::vector<int> expected;
  for (int i = 0; i < items; ++i) {
    const int third = i % 3, bit = i & 1;
    for (int v : {row[1 + 2 * bit] + row[3 - 2 * bit] * 2, 5 + row[0] * 100 + row[3] * 10000,
                  third + 1 + elements[third] * 100, int(word[std::size_t(offsets[third]) + std::size_t(i & 3)]),
                  members[structures[third]][bit] + (structures[third] + 1) * 100, row[2], nested[i & 3],
                  int(word[bit ? 1 : 3])}) {
      expected.push_back(v);
    }
  }
  const Buffer out = session.upload(std::vector<int>(expected.size()));
  session.launch(session.kernel("memory", "constant_addresses"), range_1d(items), out);
  expect_equal(session.download<int>(out), expected, "addresses");
  return "";
}

std::string check_private_arrays(Session& session) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> in(k_items), expected(k_items);
  for (auto& v : in) v = random();
  for (std::size_t i = 0; i < k_items; ++i) {
    std::array<std::uint32_t, 16> ring{};
    for (std::size_t j = 0; j < 16; ++j) ring[j] = in[(i + j) % k_items];
    for (std::uint32_t j = 0; j < 40; ++j) {
      const std::uint32_t k = ring[j & 15] & 15, t = ring[k];
      ring[k] = ring[(j + 7) & 15] + j;
      ring[j & 15] ^= t >> 1;
    }
    for (std::uint32_t v : ring) expected[i] = expected[i] * 31 + v;
  }
  const Buffer source = session.upload(in), out = session.upload(std::vector<std::uint32_t>(k_items));
  session.launch(session.kernel("memory", "private_arrays"), range_1d(k_items), source, out, cl_int(k_items));
  expect_equal(session.download<std::uint32_t>(out), expected, "private arrays");
  return "";
}

int collatz(std::uint32_t x) {
  int steps = 0;
  for (; x != 1; ++steps) x = (x & 1) ? 3 * x + 1 : x / 2;
  return steps;
}
int control_flow(int i, int x) {
  int r = 0;
  switch (x % 9) {
    case 0:
      r = x + 1;
      break;
    case 1:
      r = x * 2 - 5;
      break;
    case 2:
      r = -5;
      break;
    case 3:
    case 4:
      r = -x;
      break;
    case -7:
      r = 77;
      break;
    case -1:
      for (int j = 0; j < x * x % 13 && j != 11; ++j) r += j == 7 ? 0 : j;
      break;
    default:
      r = 1000 + x;
  }
  int k = i & 31;
  do r += k;
  while (k-- > 3);
  for (unsigned m = 1 + (i & 63); m < 70; m += 3) r ^= collatz(m);
  return r;
}
std::string check_control_flow(Session& session) {
  std::vector<int> in(k_items), expected(k_items);
  for (std::size_t i = 0; i < k_items; ++i) {
    in[i] = int(i * 37 % 1201) - 600;
    expected[i] = control_flow(int(i), in[i]);
  }
  const Buffer source = session.upload(in), out = session.upload(std::vector<int>(k_items));
  session.launch(session.kernel("memory", "control_flow"), range_1d(k_items), source, out);
  expect_equal(session.download<int>(out), expected, "control flow");
  return "";
}

// Does to x and y what a case of the kernel does; false where there is none.
bool choose(int number, int cases, std::uint32_t& x, std::uint32_t& y) {
  const int kind = number % 7;
  const std::uint32_t i = static_cast<std::uint32_t>(number / 7);
  if (number < 0 || number / 7 >= cases || kind > 4) return false;
  if (kind == 0) x = i * i % 97;
  if (kind == 1) y ^= x = x * 5 + i;
  if (kind == 2 && x > i) {
    x -= i;
  } else if (kind == 2) {
    for (std::uint32_t k = 0; k < (x & 3); ++k) y += k * i;
  }
  if (kind == 3) y += i;
  if (kind >= 3) x ^= 0x55 + i;
  return true;
}

std::string check_large_switches(Session& session) {
  std::vector<int> in(k_items);
  for (std::size_t i = 0; i < k_items; ++i) in[i] = int(i * 37 % 601) - 20;
  const Buffer source = session.upload(in), out = session.upload(std::vector<std::uint32_t>(2 * k_items));
  for (const int of_all : {-1, 0, 8, 100, 135, 137, 300, 333, 334, 335, 400}) {
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i < k_items; ++i) {
      std::uint32_t x = static_cast<std::uint32_t>(i), y = 3 * x;
      if (!choose(in[i], 80, x, y)) x = 12345;
      choose(of_all, 48, x, y);
      expected.insert(expected.end(), {x, y});
    }
    session.launch(session.kernel("memory", "large_switches"), range_1d(k_items), source, of_all, out);
    expect_equal(session.download<std::uint32_t>(out), expected, "large switches");
  }
  return "";
}

std::string check_division(Session& session) {
  std::mt19937_64 random(2);
  std::vector<std::uint64_t> a(k_items), expected;
  std::vector<std::int64_t> b(k_items);
  std::vector<std::uint32_t> digits(k_items);
  for (std::size_t i = 0; i < k_items; ++i) {
    const std::uint64_t x = a[i] = random() >> (random() % 64);
    b[i] = static_cast<std::int64_t>(random() >> (random() % 63)) * (i % 2 ? 1 : -1);
    if (b[i] == 0 || b[i] == -1) b[i] = 9;
    const std::int64_t y = b[i], sx = static_cast<std::int64_t>(x);
    const std::uint64_t uy = static_cast<std::uint64_t>(y);
    for (std::uint64_t v : {x / uy, x % uy, std::uint64_t(sx / y), std::uint64_t(sx % y), x / 1000000007,
                            std::uint64_t(sx % 10), x / std::uint32_t(y | 1), std::uint64_t(sx / -3)}) {
      expected.push_back(v);
    }
    std::uint32_t sum = 0;
    for (std::uint64_t v = x; v != 0; v /= 10) sum = sum * 7 + std::uint32_t(v % 10);
    for (std::uint32_t v = std::uint32_t(x); v != 0; v /= 3) sum = sum * 5 + v % 3 + v % 24;
    for (int j = 0; j < 50; ++j) {
      const int shifted = std::int32_t(std::uint32_t(x) + std::uint32_t(j));
      sum += std::uint32_t((j * int(x & 1023)) % 17 + shifted % 16 - j % 6);
    }
    digits[i] = sum;
  }
  const Buffer in_a = session.upload(a), in_b = session.upload(b), out = session.upload(expected);
  const Buffer out_digits = session.upload(std::vector<std::uint32_t>(k_items));
  need(session.queue().fill(out, 0, out.size()));
  session.launch(session.kernel("memory", "division"), range_1d(k_items), in_a, in_b, out, out_digits);
  expect_equal(session.download<std::uint64_t>(out), expected, "quotients");
  expect_equal(session.download<std::uint32_t>(out_digits), digits, "digits");
  return "";
}

std::string check_accesses(Session& session) {
  std::vector<std::uint8_t> in(16 * k_items + 32);
  std::mt19937 random(9);
  for (auto& v : in) v = static_cast<std::uint8_t>(random());
  std::vector<std::uint8_t> expected(32 * k_items);
  const int order[] = {0, 15, 1, 14, 2, 13, 3, 12, 4, 11, 5, 10, 6, 9, 7, 8};
  for (std::size_t i = 0; i < k_items; ++i) {
    const std::uint8_t* p = &in[16 * i + 1];
    std::uint8_t* o = &expected[32 * i];
    std::uint8_t h[8];
    for (int j = 0; j < 8; ++j) h[j] = std::uint8_t(p[8 + j] + p[3 + j]);
    for (int j = 0; j < 16; ++j) o[j] = p[order[j]];
    std::memcpy(o + 16, h, 8);
    for (int j = 0; j < 4; ++j) o[24 + j] = h[2 * j + 1];
    o[28] = p[2], o[29] = p[1];
    o[30] = p[5 + (p[5] & 1)], o[31] = p[6];
  }
  const Buffer source = session.upload(in), out = session.upload(std::vector<std::uint8_t>(expected.size()));
  session.launch(session.kernel("memory", "accesses"), range_1d(k_items), source, out, cl_int(in.size()));
  expect_equal(session.download<std::uint8_t>(out), expected, "bytes");
  return "";
}

std::string check_bytes_as_vectors(Session& session) {
  constexpr std::uint32_t k_size = 64;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < k_size; ++i) {
    const std::uint32_t other = k_size - 1 - i, odd = i % 3 + 1, wide = (i & 1) * 4;
    for (std::uint32_t j = 0; j < 4; ++j) expected.push_back(other + j + odd + 3);
    for (const std::uint32_t low : {other + wide + 1, wide + 2, 2 * other + wide + 3, wide + 4}) {
      expected.push_back(low);
    }
    for (std::uint32_t j = 0; j < 4; ++j) expected.push_back(j == (i & 3) ? (i * 3) & 0xffffff00U : i * 3);
  }
  const Buffer out = session.upload(std::vector<std::uint32_t>(expected.size()));
  session.launch(session.kernel("memory", "bytes_as_vectors"), NDRange{1, {k_size, 1, 1}, {k_size, 1, 1}, {0, 0, 0}},
                 LocalMemory{3}, LocalMemory{16 * k_size}, out);
  expect_equal(session.download<std::uint32_t>(out), expected, "words");
  return "";
}

std::string check_parts_of_elements(Session& session) {
  std::mt19937_64 random(17);
  std::vector<cl_int> threes(4 * k_items);
  std::vector<cl_uint> sixteens(16 * k_items);
  std::vector<cl_ulong> longs(4 * k_items);
  for (auto& v : threes) v = static_cast<cl_int>(random());
  for (auto& v : sixteens) v = static_cast<cl_uint>(random());
  for (auto& v : longs) v = random();
  std::vector<cl_uint> expected;
  for (std::size_t i = 0; i < k_items; ++i) {
    cl_int* three = &threes[4 * i];
    const cl_uint* sixteen = &sixteens[16 * i];
    cl_ulong* wide = &longs[4 * i];
    wide[0] |= cl_ulong{1} << 60U;  // no denormal number
    const auto byte = [](std::uint64_t value, unsigned shift) {
      return static_cast<cl_uint>((value >> shift) & 0xffU);
    };
    expected.push_back(byte(cl_uint(three[1]), 0));
    expected.push_back(static_cast<cl_uint>(three[2] >> 16));
    expected.push_back(sixteen[3] & 0xffffU);
    expected.push_back(byte(sixteen[13], 8));
    expected.push_back(static_cast<cl_uint>(wide[1]));
    expected.push_back(static_cast<cl_uint>(wide[2] >> 32U));
    expected.push_back(byte(sixteen[1], 0) | byte(sixteen[5], 24) << 8U | byte(sixteen[10], 0) << 16U |
                       byte(sixteen[15], 16) << 24U);
    expected.push_back((static_cast<cl_uint>(wide[0] >> 32U) & 0x3fffffffU) +
                       static_cast<cl_uint>(static_cast<std::int8_t>(three[0])));
  }
  const Buffer a = session.upload(threes), b = session.upload(sixteens), c = session.upload(longs);
  const Buffer out = session.upload(std::vector<cl_uint>(expected.size()));
  session.launch(session.kernel("memory", "parts_of_elements"), range_1d(k_items), a, b, c, out);
  expect_equal(session.download<cl_uint>(out), expected, "parts");
  return "";
}

// `T` has the bits of `Word`; `one` is the lowest number whose last bit stands for 1.
template <class T, class Word>
std::string check_bytes_of_sums(Session& session, const char* module, const char* kernel, T one) {
  if (sizeof(T) == 8 && !session.facts().has_fp64) throw Skipped("the device has no double");
  std::mt19937_64 random(23);
  std::uniform_real_distribution<T> any(0, 100000);
  std::vector<T> in(k_items);
  std::vector<cl_uchar> bytes;
  std::vector<cl_ushort> halves;
  for (T& value : in) {
    value = any(random);
    bytes.push_back(static_cast<cl_uchar>(std::bit_cast<Word>(value + one)));
    halves.push_back(static_cast<cl_ushort>(std::bit_cast<Word>(value * 3)));
  }
  const Buffer source = session.upload(in);
  const Buffer byte_out = session.upload(std::vector<cl_uchar>(k_items));
  const Buffer half_out = session.upload(std::vector<cl_ushort>(k_items));
  session.launch(session.kernel(module, kernel), range_1d(k_items), source, byte_out, half_out);
  expect_equal(session.download<cl_uchar>(byte_out), bytes, "lowest byte");
  expect_equal(session.download<cl_ushort>(half_out), halves, "lowest two bytes");
  return "";
}

std::string check_tables(Session& session) {
  constexpr cl_uint k_count = 69632, k_stride = 977;
  const auto byte = [](cl_uint i) { return cl_uint{static_cast<cl_uchar>(i * 5 + 1)}; };
  std::vector<cl_uint> expected;
  for (cl_uint i = 0; i < k_items; ++i) {
    const cl_uint at = i * k_stride % k_count;
    const cl_uint row = at < 2 ? 2 * at + i % 2 + 1 : 0;
    const cl_uint inner = at < 3 ? at + 1 : 0;
    expected.insert(expected.end(), {byte(at), row, at * 16807, cl_uint{static_cast<cl_uchar>(k_count - 1 - at)},
                                     inner + 256 * 7 + 65536 * 9, byte(i % 2 == 0 ? i : i + 33000),
                                     byte(k_count - 1) + byte(65535) * 256 + byte(65536) * 65536, at});
  }
  const Buffer out = session.upload(std::vector<cl_uint>(expected.size()));
  session.launch(session.kernel("tables", "tables"), range_1d(k_items), out, k_stride);
  expect_equal(session.download<cl_uint>(out), expected, "tables");
  return "";
}

}  // namespace

std::vector<Check> memory_checks() {
  return {
      {"memory.structs", check_structs},
      {"memory.values", check_values},
      {"memory.vectors3", check_vectors3},
      {"memory.seven", check_seven},
      {"memory.locals", check_locals},
      {"memory.constants", check_constants},
      {"memory.private_arrays", check_private_arrays},
      {"memory.control_flow", check_control_flow},
      {"memory.large_switches", check_large_switches},
      {"memory.division", check_division},
      {"memory.accesses", check_accesses},
      {"memory.constant_addresses", check_constant_addresses},
      {"memory.tables", check_tables},
      {"memory.parts_of_elements", check_parts_of_elements},
      {"memory.bytes_as_vectors", check_bytes_as_vectors},
      {"memory.bytes_of_sums",
       [](Session& session) {
         return check_bytes_of_sums<float, cl_uint>(session, "memory", "bytes_of_sums", 0x1p23F);
       }},
      {"double.bytes_of_sums",
       [](Session& session) {
         return check_bytes_of_sums<double, cl_ulong>(session, "convert_double", "bytes_of_double_sums", 0x1p52);
       }},
  };
}

}  // namespace clc::device_tests
