// Numbers of eight, six and four bits, their conversions by instructions, and v_bitop3.
#include "catch_all.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "isa/float8.h"
#include "program.h"

namespace clc::emulator::test {
namespace {

std::uint32_t bits_of_single(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace

TEST_CASE("small floating-point numbers", "[emulator]") {
  struct Known {
    SmallFloat format;
    std::uint32_t bits;
    float value;
  };
  const float infinity = std::numeric_limits<float>::infinity();
  const Known all[] = {{SmallFloat::k_fp8, 0x38, 1},          {SmallFloat::k_fp8, 0x7e, 448},
                       {SmallFloat::k_fp8, 0x01, 0x1p-9F},    {SmallFloat::k_fp8_fnuz, 0x40, 1},
                       {SmallFloat::k_fp8_fnuz, 0x7f, 240},   {SmallFloat::k_fp8_fnuz, 0x01, 0x1p-10F},
                       {SmallFloat::k_bf8, 0x3c, 1},          {SmallFloat::k_bf8, 0x7b, 57344},
                       {SmallFloat::k_bf8, 0x7c, infinity},   {SmallFloat::k_bf8_fnuz, 0x40, 1},
                       {SmallFloat::k_bf8_fnuz, 0x7f, 57344}, {SmallFloat::k_fp6, 0x1f, 7.5F},
                       {SmallFloat::k_bf6, 0x1f, 28},         {SmallFloat::k_fp4, 0x7, 6},
                       {SmallFloat::k_fp4, 0x1, 0.5F}};
  for (const auto& [format, bits, value] : all) {
    CHECK(small_to_float(bits, format) == value);
    CHECK(float_to_small(value, format, false) == bits);
  }
  for (unsigned format = 0; format < 7; ++format) {
    const auto one = static_cast<SmallFloat>(format);
    for (unsigned bits = 0; bits < 1U << bits_of(one); ++bits) {
      const float value = small_to_float(bits, one);
      INFO("format " << format << ", bits " << bits);
      if (!std::isnan(value)) CHECK(float_to_small(value, one, false) == bits);
      if (std::isnan(value)) CHECK(std::isnan(small_to_float(float_to_small(value, one, false), one)));
    }
  }
  CHECK(float_to_small(1.0625F, SmallFloat::k_fp8, false) == 0x38);  // between 1 and 1.125: to the even one
  CHECK(float_to_small(1.1875F, SmallFloat::k_fp8, false) == 0x3a);
  CHECK(float_to_small(1000, SmallFloat::k_fp8, false) == 0x7f);
  CHECK(float_to_small(1000, SmallFloat::k_fp8, true) == 0x7e);
  CHECK(float_to_small(1.0625F, SmallFloat::k_fp8, false, 0x80000000) == 0x39);
  CHECK(float_to_small(1.0625F, SmallFloat::k_fp8, false, 0x7fffffff) == 0x38);
}

TEST_CASE("conversions of eight bits", "[emulator]") {
  if (!has_assembler()) return skip();
  for (const Chip chip : {Chip::k_gfx942, Chip::k_gfx950, Chip::k_gfx1200}) {
    INFO(chip_name(chip));
    const SmallFloat fp8 = chip == Chip::k_gfx942 ? SmallFloat::k_fp8_fnuz : SmallFloat::k_fp8;
    WaveState wave = new_wave(chip);
    wave.vgpr[0].fill(bits_of_single(1.5F));
    wave.vgpr[1].fill(bits_of_single(-20));
    wave.vgpr[2].fill(0xeeeeeeee);
    REQUIRE(run(chip, {"v_cvt_pk_fp8_f32 v2, v0, v1 op_sel:[0,0,1]"}, wave) == "");
    const std::uint32_t pair = float_to_small(1.5F, fp8, false) | std::uint32_t{float_to_small(-20, fp8, false)} << 8U;
    CHECK(wave.vgpr[2][3] == (pair << 16U | 0xeeeeU));
    const char* const byte =
        is_cdna(chip) ? "v_cvt_f32_fp8_sdwa v4, v2 src0_sel:BYTE_3" : "v_cvt_f32_fp8_e64 v4, v2 byte_sel:3";
    const char* const word = is_cdna(chip) ? "v_cvt_pk_f32_fp8_sdwa v[6:7], v2 src0_sel:WORD_1"
                                           : "v_cvt_pk_f32_fp8_e64 v[6:7], v2 op_sel:[1,0]";
    REQUIRE(run(chip, {byte, word}, wave) == "");
    CHECK(wave.vgpr[4][3] == bits_of_single(-20));
    CHECK(wave.vgpr[6][3] == bits_of_single(1.5F));
    CHECK(wave.vgpr[7][3] == bits_of_single(-20));
  }
}

TEST_CASE("gfx950 has any function of three bits", "[emulator]") {
  if (!has_assembler()) return skip();
  std::mt19937_64 random(17);
  for (unsigned i = 0; i < 16; ++i) {
    const auto table = static_cast<unsigned>(random() & 0xffU);
    WaveState wave = new_wave(Chip::k_gfx950);
    for (unsigned reg = 0; reg < 3; ++reg) wave.vgpr[reg].fill(static_cast<std::uint32_t>(random()));
    wave.vgpr[4].fill(0xeeeeeeee);
    const std::string text = " bitop3:" + std::to_string(table);
    REQUIRE(run(Chip::k_gfx950,
                {"v_bitop3_b32 v3, v0, v1, v2" + text, "v_bitop3_b16 v4, v0, v1, v2" + text + " op_sel:[1,1,1,1]"},
                wave) == "");
    std::uint32_t expected = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
      const unsigned row =
          (wave.vgpr[0][0] >> bit & 1U) << 2U | (wave.vgpr[1][0] >> bit & 1U) << 1U | (wave.vgpr[2][0] >> bit & 1U);
      expected |= (table >> row & 1U) << bit;
    }
    CHECK(wave.vgpr[3][5] == expected);
    CHECK(wave.vgpr[4][5] == ((expected & 0xffff0000U) | 0xeeeeU));
  }
}

}  // namespace clc::emulator::test
