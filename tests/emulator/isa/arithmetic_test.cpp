// Vector instructions with random operands, against the same arithmetic in C++.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "catch_all.h"
#include "isa/half.h"
#include "program.h"

namespace clc::emulator::test {
namespace {

using U = std::uint64_t;

float f(U bits) {
  const auto low = static_cast<std::uint32_t>(bits);
  float value;
  std::memcpy(&value, &low, sizeof value);
  return value;
}
double d(U bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
U bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
U bits_of(double value) {
  U bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
std::uint32_t u(U bits) {
  return static_cast<std::uint32_t>(bits);
}
std::int32_t i(U bits) {
  return static_cast<std::int32_t>(u(bits));
}
std::int64_t i64(U bits) {
  return static_cast<std::int64_t>(bits);
}
std::int32_t i24(U bits) {
  return static_cast<std::int32_t>(u(bits) << 8U) >> 8;
}
F16 h(U bits) {
  return F16{static_cast<std::uint16_t>(bits)};
}
U s(std::int64_t value) {
  return static_cast<U>(value) & 0xffffffffU;
}

struct Case {
  const char* old_name;  // gfx942; "" where it has none
  const char* new_name;  // gfx1100 and gfx1200
  unsigned result;       // bits
  std::vector<unsigned> sources;
  std::function<U(U, U, U)> reference;
  char type = 'u';  // of the result: f, d and h compare NaN with any NaN
};

std::int64_t saturated(double value, double low, double high) {
  return std::isnan(value) ? 0 : static_cast<std::int64_t>(std::min(std::max(value, low), high));
}

// gfx90a's sums of products, whose arguments, product and sum are never denormal.
float mad(U a, U b, U c) {
  const auto flushed = [](float value) {
    return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0F, value) : value;
  };
  return flushed(flushed(flushed(f(a)) * flushed(f(b))) + flushed(f(c)));
}

U funnel(U high, U low, unsigned count) {
  return ((high << 32U | low) >> count) & 0xffffffffU;
}

const std::vector<Case> k_integer_cases = {
    {"v_add_u32", "v_add_nc_u32", 32, {32, 32}, [](U a, U b, U) { return u(a + b); }},
    {"v_sub_u32", "v_sub_nc_u32", 32, {32, 32}, [](U a, U b, U) { return u(a - b); }},
    {"v_subrev_u32", "v_subrev_nc_u32", 32, {32, 32}, [](U a, U b, U) { return u(b - a); }},
    {"v_mul_lo_u32", "v_mul_lo_u32", 32, {32, 32}, [](U a, U b, U) { return u(a * b); }},
    {"v_mul_hi_u32", "v_mul_hi_u32", 32, {32, 32}, [](U a, U b, U) { return a * b >> 32U; }},
    {"v_mul_hi_i32", "v_mul_hi_i32", 32, {32, 32}, [](U a, U b, U) { return s(std::int64_t{i(a)} * i(b) >> 32); }},
    {"v_mul_u32_u24", "v_mul_u32_u24", 32, {32, 32}, [](U a, U b, U) { return u((a & 0xffffffU) * (b & 0xffffffU)); }},
    {"v_mad_u32_u24",
     "v_mad_u32_u24",
     32,
     {32, 32, 32},
     [](U a, U b, U c) { return u((a & 0xffffffU) * (b & 0xffffffU) + c); }},
    {"v_mad_i32_i24",
     "v_mad_i32_i24",
     32,
     {32, 32, 32},
     [](U a, U b, U c) { return s(std::int64_t{i24(a)} * i24(b) + i(c)); }},
    {"v_and_b32", "v_and_b32", 32, {32, 32}, [](U a, U b, U) { return a & b; }},
    {"v_or_b32", "v_or_b32", 32, {32, 32}, [](U a, U b, U) { return a | b; }},
    {"v_xor_b32", "v_xor_b32", 32, {32, 32}, [](U a, U b, U) { return a ^ b; }},
    {"v_not_b32", "v_not_b32", 32, {32}, [](U a, U, U) { return u(~a); }},
    {"v_lshlrev_b32", "v_lshlrev_b32", 32, {32, 32}, [](U a, U b, U) { return u(b << (a & 31U)); }},
    {"v_lshrrev_b32", "v_lshrrev_b32", 32, {32, 32}, [](U a, U b, U) { return b >> (a & 31U); }},
    {"v_ashrrev_i32", "v_ashrrev_i32", 32, {32, 32}, [](U a, U b, U) { return s(i(b) >> (a & 31U)); }},
    {"v_lshlrev_b64", "v_lshlrev_b64", 64, {32, 64}, [](U a, U b, U) { return b << (a & 63U); }},
    {"v_lshrrev_b64", "v_lshrrev_b64", 64, {32, 64}, [](U a, U b, U) { return b >> (a & 63U); }},
    {"v_ashrrev_i64", "v_ashrrev_i64", 64, {32, 64}, [](U a, U b, U) { return static_cast<U>(i64(b) >> (a & 63U)); }},
    {"v_bfe_u32",
     "v_bfe_u32",
     32,
     {32, 32, 32},
     [](U a, U b, U c) { return a >> (b & 31U) & ((U{1} << (c & 31U)) - 1); }},
    {"v_bfe_i32",
     "v_bfe_i32",
     32,
     {32, 32, 32},
     [](U a, U b, U c) {
       const unsigned width = c & 31U;
       return width == 0 ? 0 : s(static_cast<std::int64_t>(s(i(a) >> (b & 31U)) << (64 - width)) >> (64 - width));
     }},
    {"v_bfi_b32", "v_bfi_b32", 32, {32, 32, 32}, [](U a, U b, U c) { return (a & b) | (u(~a) & c); }},
    {"v_bfrev_b32",
     "v_bfrev_b32",
     32,
     {32},
     [](U a, U, U) {
       U result = 0;
       for (unsigned bit = 0; bit < 32; ++bit) result |= (a >> bit & 1U) << (31 - bit);
       return result;
     }},
    {"v_ffbh_u32", "v_clz_i32_u32", 32, {32}, [](U a, U, U) { return s(a == 0 ? -1 : __builtin_clz(u(a))); }},
    {"v_ffbl_b32", "v_ctz_i32_b32", 32, {32}, [](U a, U, U) { return s(a == 0 ? -1 : __builtin_ctz(u(a))); }},
    {"v_bcnt_u32_b32", "v_bcnt_u32_b32", 32, {32, 32}, [](U a, U b, U) { return u(U(__builtin_popcount(u(a))) + b); }},
    {"v_min_u32", "v_min_u32", 32, {32, 32}, [](U a, U b, U) { return std::min(a, b); }},
    {"v_max_i32", "v_max_i32", 32, {32, 32}, [](U a, U b, U) { return s(std::max(i(a), i(b))); }},
    {"v_max3_u32", "v_max3_u32", 32, {32, 32, 32}, [](U a, U b, U c) { return std::max({a, b, c}); }},
    {"v_med3_i32",
     "v_med3_i32",
     32,
     {32, 32, 32},
     [](U a, U b, U c) { return s(std::max(std::min(i(a), i(b)), std::min(std::max(i(a), i(b)), i(c)))); }},
    {"v_add3_u32", "v_add3_u32", 32, {32, 32, 32}, [](U a, U b, U c) { return u(a + b + c); }},
    {"v_lshl_add_u32", "v_lshl_add_u32", 32, {32, 32, 32}, [](U a, U b, U c) { return u((a << (b & 31U)) + c); }},
    {"v_and_or_b32", "v_and_or_b32", 32, {32, 32, 32}, [](U a, U b, U c) { return (a & b) | c; }},
    {"v_xad_u32", "v_xad_u32", 32, {32, 32, 32}, [](U a, U b, U c) { return u((a ^ b) + c); }},
    {"v_alignbit_b32", "v_alignbit_b32", 32, {32, 32, 32}, [](U a, U b, U c) { return funnel(a, b, c & 31U); }},
    {"v_alignbyte_b32", "v_alignbyte_b32", 32, {32, 32, 32}, [](U a, U b, U c) { return funnel(a, b, (c & 3U) * 8); }},
    {"v_sad_u8",
     "v_sad_u8",
     32,
     {32, 32, 32},
     [](U a, U b, U c) {
       for (unsigned at = 0; at < 32; at += 8) c += U(std::abs(int(a >> at & 255U) - int(b >> at & 255U)));
       return u(c);
     }},
    {"v_perm_b32",
     "v_perm_b32",
     32,
     {32, 32, 32},
     [](U a, U b, U c) {
       const U both = a << 32U | b;
       U result = 0;
       for (unsigned byte = 0; byte < 4; ++byte) {
         const unsigned select = c >> 8 * byte & 255U;
         U value = select >= 13 ? 255 : 0;
         if (select < 8)
           value = both >> 8 * select & 255U;
         else if (select < 12)
           value = (both >> (16 * (select - 8) + 15) & 1U) * 255;
         result |= value << 8 * byte;
       }
       return result;
     }},
    {"v_add_u16", "v_add_nc_u16", 16, {16, 16}, [](U a, U b, U) { return a + b & 0xffffU; }},
    {"v_mul_lo_u16", "v_mul_lo_u16", 16, {16, 16}, [](U a, U b, U) { return a * b & 0xffffU; }},
    {"v_pk_add_u16",
     "v_pk_add_u16",
     32,
     {32, 32},
     [](U a, U b, U) { return (a + b & 0xffffU) | (u((a >> 16U) + (b >> 16U)) << 16U); }},
    {"v_pk_max_i16",
     "v_pk_max_i16",
     32,
     {32, 32},
     [](U a, U b, U) {
       const auto most = [](U x, U y) { return std::uint16_t(std::max(std::int16_t(x), std::int16_t(y))); };
       return U{most(a, b)} | U{most(a >> 16U, b >> 16U)} << 16U;
     }},
    {"v_lshl_add_u64", "", 64, {64, 32, 64}, [](U a, U b, U c) { return (a << (b & 7U)) + c; }},
};

const std::vector<Case> k_real_cases = {
    {"v_add_f32", "v_add_f32", 32, {32, 32}, [](U a, U b, U) { return bits_of(f(a) + f(b)); }, 'f'},
    {"v_sub_f32", "v_sub_f32", 32, {32, 32}, [](U a, U b, U) { return bits_of(f(a) - f(b)); }, 'f'},
    {"v_mul_f32", "v_mul_f32", 32, {32, 32}, [](U a, U b, U) { return bits_of(f(a) * f(b)); }, 'f'},
    {"v_fma_f32",
     "v_fma_f32",
     32,
     {32, 32, 32},
     [](U a, U b, U c) { return bits_of(std::fma(f(a), f(b), f(c))); },
     'f'},
    {"v_add_f64", "v_add_f64", 64, {64, 64}, [](U a, U b, U) { return bits_of(d(a) + d(b)); }, 'd'},
    {"v_mul_f64", "v_mul_f64", 64, {64, 64}, [](U a, U b, U) { return bits_of(d(a) * d(b)); }, 'd'},
    {"v_fma_f64",
     "v_fma_f64",
     64,
     {64, 64, 64},
     [](U a, U b, U c) { return bits_of(std::fma(d(a), d(b), d(c))); },
     'd'},
    {"v_add_f16",
     "v_add_f16",
     16,
     {16, 16},
     [](U a, U b, U) { return U{F16::from(double{h(a).to_float()} + double{h(b).to_float()}).bits}; },
     'h'},
    {"v_mul_f16",
     "v_mul_f16",
     16,
     {16, 16},
     [](U a, U b, U) { return U{F16::from(double{h(a).to_float()} * double{h(b).to_float()}).bits}; },
     'h'},
    {"v_trunc_f32", "v_trunc_f32", 32, {32}, [](U a, U, U) { return bits_of(std::trunc(f(a))); }, 'f'},
    {"v_floor_f32", "v_floor_f32", 32, {32}, [](U a, U, U) { return bits_of(std::floor(f(a))); }, 'f'},
    {"v_ceil_f32", "v_ceil_f32", 32, {32}, [](U a, U, U) { return bits_of(std::ceil(f(a))); }, 'f'},
    {"v_rndne_f32", "v_rndne_f32", 32, {32}, [](U a, U, U) { return bits_of(std::nearbyint(f(a))); }, 'f'},
    {"v_floor_f64", "v_floor_f64", 64, {64}, [](U a, U, U) { return bits_of(std::floor(d(a))); }, 'd'},
    {"v_rndne_f64", "v_rndne_f64", 64, {64}, [](U a, U, U) { return bits_of(std::nearbyint(d(a))); }, 'd'},
    {"v_ldexp_f32", "v_ldexp_f32", 32, {32, 32}, [](U a, U b, U) { return bits_of(std::ldexp(f(a), i(b))); }, 'f'},
    {"v_ldexp_f64", "v_ldexp_f64", 64, {64, 32}, [](U a, U b, U) { return bits_of(std::ldexp(d(a), i(b))); }, 'd'},
    {"v_cvt_f32_i32", "v_cvt_f32_i32", 32, {32}, [](U a, U, U) { return bits_of(static_cast<float>(i(a))); }, 'f'},
    {"v_cvt_f32_u32", "v_cvt_f32_u32", 32, {32}, [](U a, U, U) { return bits_of(static_cast<float>(u(a))); }, 'f'},
    {"v_cvt_f64_i32", "v_cvt_f64_i32", 64, {32}, [](U a, U, U) { return bits_of(static_cast<double>(i(a))); }, 'd'},
    {"v_cvt_i32_f32",
     "v_cvt_i32_f32",
     32,
     {32},
     [](U a, U, U) { return s(saturated(f(a), -2147483648.0, 2147483647.0)); }},
    {"v_cvt_u32_f32", "v_cvt_u32_f32", 32, {32}, [](U a, U, U) { return s(saturated(f(a), 0, 4294967295.0)); }},
    {"v_cvt_i32_f64",
     "v_cvt_i32_f64",
     32,
     {64},
     [](U a, U, U) { return s(saturated(d(a), -2147483648.0, 2147483647.0)); }},
    {"v_cvt_f32_f64", "v_cvt_f32_f64", 32, {64}, [](U a, U, U) { return bits_of(static_cast<float>(d(a))); }, 'f'},
    {"v_cvt_f64_f32", "v_cvt_f64_f32", 64, {32}, [](U a, U, U) { return bits_of(static_cast<double>(f(a))); }, 'd'},
    {"v_cvt_f32_ubyte2",
     "v_cvt_f32_ubyte2",
     32,
     {32},
     [](U a, U, U) { return bits_of(static_cast<float>(a >> 16U & 255U)); },
     'f'},
    {"v_cvt_f32_f16", "v_cvt_f32_f16", 32, {16}, [](U a, U, U) { return bits_of(h(a).to_float()); }, 'f'},
    {"v_cvt_f16_f32", "v_cvt_f16_f32", 16, {32}, [](U a, U, U) { return U{F16::from(f(a)).bits}; }, 'h'},
    {"v_frexp_mant_f32",
     "v_frexp_mant_f32",
     32,
     {32},
     [](U a, U, U) {
       int ignored;
       return bits_of(std::frexp(f(a), &ignored));
     },
     'f'},
    {"v_frexp_exp_i32_f64",
     "v_frexp_exp_i32_f64",
     32,
     {64},
     [](U a, U, U) {
       int result = 0;
       if (std::isfinite(d(a))) std::frexp(d(a), &result);
       return s(result);
     }},
    {"v_pk_fma_f32",
     "",
     64,
     {64, 64, 64},
     [](U a, U b, U c) {
       return bits_of(std::fma(f(a), f(b), f(c))) | bits_of(std::fma(f(a >> 32U), f(b >> 32U), f(c >> 32U))) << 32U;
     },
     'p'},
};

std::string registers(unsigned first, unsigned bits) {
  const std::string number = std::to_string(first);
  return bits == 64 ? "v[" + number + ":" + std::to_string(first + 1) + "]" : "v" + number;
}

std::string assembly(const Case& test, Chip chip) {
  std::string name = is_cdna(chip) ? test.old_name : test.new_name;
  if (chip == Chip::k_gfx90a && name == "v_lshl_add_u64") return "";  // which it has not
  if (name.empty()) return name;
  // gfx1100 names halves of registers, where gfx1200's LLVM still takes whole ones.
  const bool halves = is_rdna3(chip);
  const auto operand = [&](unsigned first, unsigned bits) {
    return registers(first, bits) + (halves && bits == 16 ? ".l" : "");
  };
  std::string line = name + " " + operand(8, test.result);
  for (unsigned source = 0; source < test.sources.size(); ++source)
    line += ", " + operand(2 * source, test.sources[source]);
  return line;
}

bool is_nan(U bits, char type) {
  if (type == 'h') return h(bits).is_nan();
  return type == 'f' ? std::isnan(f(bits)) : type == 'd' && std::isnan(d(bits));
}

bool same(U a, U b, char type) {
  if (type == 'p') return same(a & 0xffffffffU, b & 0xffffffffU, 'f') && same(a >> 32U, b >> 32U, 'f');
  return a == b || (is_nan(a, type) && is_nan(b, type));
}

U read(const WaveState& wave, unsigned first, unsigned bits, unsigned lane) {
  const U low = wave.vgpr[first][lane];
  return bits == 16 ? low & 0xffffU : bits == 32 ? low : low | U{wave.vgpr[first + 1][lane]} << 32U;
}

void check(const std::vector<Case>& cases, Chip chip) {
  Values values(7);
  std::vector<std::string> lines;
  for (const Case& test : cases) lines.push_back(assembly(test, chip));
  prepare(chip, lines);
  for (const Case& test : cases) {
    const std::string line = assembly(test, chip);
    if (line.empty()) continue;
    INFO(chip_name(chip) << ": " << line);
    for (unsigned round = 0; round < 8; ++round) {
      WaveState wave = new_wave(chip);
      for (unsigned lane = 0; lane < wave.lanes; ++lane) {
        for (unsigned source = 0; source < test.sources.size(); ++source) {
          const U value = values(test.sources[source]);
          wave.vgpr[2 * source][lane] = static_cast<std::uint32_t>(value);
          wave.vgpr[2 * source + 1][lane] = static_cast<std::uint32_t>(value >> 32U);
        }
      }
      const WaveState before = wave;
      REQUIRE(run(chip, {line}, wave) == "");
      for (unsigned lane = 0; lane < wave.lanes; ++lane) {
        U operands[3] = {};
        for (unsigned source = 0; source < test.sources.size(); ++source) {
          operands[source] = read(before, 2 * source, test.sources[source], lane);
        }
        const U expected = test.reference(operands[0], operands[1], operands[2]);
        const U got = read(wave, 8, test.result, lane);
        INFO(std::hex << operands[0] << " " << operands[1] << " " << operands[2] << ": got " << got << ", expected "
                      << expected);
        if (!same(got, expected, test.type)) REQUIRE(got == expected);
      }
    }
  }
}

}  // namespace

TEST_CASE("vector instructions on integers compute what C++ does", "[emulator]") {
  if (!has_assembler()) return skip();
  for (const Chip chip : k_chips) check(k_integer_cases, chip);
}

TEST_CASE("gfx90a adds products that are rounded", "[emulator]") {
  if (!has_assembler()) return skip();
  check({{"v_mad_f32", "", 32, {32, 32, 32}, [](U a, U b, U c) { return bits_of(mad(a, b, c)); }, 'f'}},
        Chip::k_gfx90a);
  Values values(7);
  const std::vector<std::string> lines = {"v_madmk_f32 v8, v0, 0x40490fdb, v4", "v_madak_f32 v9, v0, v2, 0x40490fdb",
                                          "v_mac_f32 v4, v0, v2"};
  for (unsigned round = 0; round < 8; ++round) {
    WaveState wave = new_wave(Chip::k_gfx90a);
    for (const unsigned index : {0, 2, 4}) {
      for (auto& lane : wave.vgpr[index]) lane = static_cast<std::uint32_t>(values(32));
    }
    const WaveState before = wave;
    REQUIRE(run(Chip::k_gfx90a, lines, wave) == "");
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      constexpr U k_pi = 0x40490fdb;
      const U a = before.vgpr[0][lane], b = before.vgpr[2][lane], c = before.vgpr[4][lane];
      CHECK(same(wave.vgpr[8][lane], bits_of(mad(a, k_pi, c)), 'f'));
      CHECK(same(wave.vgpr[9][lane], bits_of(mad(a, b, k_pi)), 'f'));
      CHECK(same(wave.vgpr[4][lane], bits_of(mad(a, b, c)), 'f'));
    }
  }
}

TEST_CASE("vector instructions on floating-point numbers compute what C++ does", "[emulator]") {
  if (!has_assembler()) return skip();
  for (const Chip chip : k_chips) check(k_real_cases, chip);
}

// LLVM's code for a division that is to be rounded correctly; gfx12's text is the same.
TEST_CASE("LLVM's divisions are rounded correctly, whatever the reciprocal's error is", "[emulator]") {
  if (!has_assembler()) return skip();
  const std::vector<std::string> singles = {"v_div_scale_f32 v10, s[10:11], v2, v2, v0",
                                            "v_div_scale_f32 v11, vcc, v0, v2, v0",
                                            "v_rcp_f32 v12, v10",
                                            "v_fma_f32 v13, -v10, v12, 1.0",
                                            "v_fma_f32 v12, v13, v12, v12",
                                            "v_mul_f32 v13, v11, v12",
                                            "v_fma_f32 v14, -v10, v13, v11",
                                            "v_fma_f32 v13, v14, v12, v13",
                                            "v_fma_f32 v10, -v10, v13, v11",
                                            "v_div_fmas_f32 v10, v10, v12, v13",
                                            "v_div_fixup_f32 v8, v10, v2, v0"};
  const std::vector<std::string> doubles = {"v_div_scale_f64 v[10:11], s[10:11], v[2:3], v[2:3], v[0:1]",
                                            "v_rcp_f64 v[12:13], v[10:11]",
                                            "v_fma_f64 v[14:15], -v[10:11], v[12:13], 1.0",
                                            "v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]",
                                            "v_fma_f64 v[14:15], -v[10:11], v[12:13], 1.0",
                                            "v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]",
                                            "v_div_scale_f64 v[14:15], vcc, v[0:1], v[2:3], v[0:1]",
                                            "v_mul_f64 v[16:17], v[14:15], v[12:13]",
                                            "v_fma_f64 v[10:11], -v[10:11], v[16:17], v[14:15]",
                                            "v_div_fmas_f64 v[10:11], v[10:11], v[12:13], v[16:17]",
                                            "v_div_fixup_f64 v[8:9], v[10:11], v[2:3], v[0:1]"};
  Values values(11);
  for (unsigned round = 0; round < 100; ++round) {
    WaveState wave = new_wave(Chip::k_gfx942);
    for (unsigned number = 0; number < 4; ++number) {
      for (std::uint32_t& lane : wave.vgpr[number]) lane = static_cast<std::uint32_t>(values(32));
    }
    WaveState single = wave;
    REQUIRE(run(Chip::k_gfx942, singles, single) == "");
    REQUIRE(run(Chip::k_gfx942, doubles, wave) == "");
    for (unsigned lane = 0; lane < 64; ++lane) {
      const U a = read(wave, 0, 64, lane), b = read(wave, 2, 64, lane);
      INFO(std::hex << a << " / " << b);
      const U quotient = read(wave, 8, 64, lane), single_quotient = read(single, 8, 32, lane);
      if (!same(quotient, bits_of(d(a) / d(b)), 'd')) REQUIRE(quotient == bits_of(d(a) / d(b)));
      if (!same(single_quotient, bits_of(f(a) / f(b)), 'f')) REQUIRE(single_quotient == bits_of(f(a) / f(b)));
    }
  }
}

TEST_CASE("approximations stay within the error that AMD states", "[emulator]") {
  if (!has_assembler()) return skip();
  const std::pair<const char*, double (*)(double)> functions[] = {
      {"v_rcp_f32 v8, v0", [](double x) { return 1 / x; }},
      {"v_rsq_f32 v8, v0", [](double x) { return 1 / std::sqrt(x); }},
      {"v_sqrt_f32 v8, v0", [](double x) { return std::sqrt(x); }},
      {"v_exp_f32 v8, v0", [](double x) { return std::exp2(x); }},
      {"v_log_f32 v8, v0", [](double x) { return std::log2(x); }},
  };
  std::mt19937 random(3);
  std::uniform_real_distribution<float> uniform(0.01F, 100.0F);
  for (const auto& [line, function] : functions) {
    unsigned inexact = 0;
    WaveState wave = new_wave(Chip::k_gfx1200);
    for (std::uint32_t& lane : wave.vgpr[0]) lane = static_cast<std::uint32_t>(bits_of(uniform(random)));
    REQUIRE(run(Chip::k_gfx1200, {line}, wave) == "");
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      const float got = f(wave.vgpr[8][lane]);
      const double expected = function(f(wave.vgpr[0][lane]));
      const double ulp = std::fabs(std::nextafter(got, INFINITY) - got);
      INFO(line << " of " << f(wave.vgpr[0][lane]));
      REQUIRE(std::fabs(got - expected) <= ulp * 1.0001);
      inexact += got != static_cast<float>(expected) ? 1 : 0;
    }
    CHECK(inexact > 0);  // some are a whole ulp away, or code that needs more would not be noticed
  }
}

}  // namespace clc::emulator::test
