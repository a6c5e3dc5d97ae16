// Everything around the arithmetic: which lanes execute, masks, modifiers, halves, lane operations, scalars and
// branches.
#include <cstring>

#include "catch_all.h"
#include "program.h"

namespace clc::emulator::test {
namespace {

constexpr std::uint32_t k_one = 0x3f800000, k_two = 0x40000000;

void number_lanes(WaveState& wave, unsigned reg) {
  for (unsigned lane = 0; lane < k_max_lanes; ++lane) wave.vgpr[reg][lane] = lane;
}

void fill(WaveState& wave, unsigned reg, std::uint32_t value) {
  wave.vgpr[reg].fill(value);
}

std::uint64_t scalar64(const WaveState& wave, unsigned reg) {
  return wave.sgpr[reg] | std::uint64_t{wave.sgpr[reg + 1]} << 32U;
}

}  // namespace

TEST_CASE("lanes that EXEC leaves out keep their registers, and give no bits to masks", "[emulator]") {
  if (!has_assembler()) return skip();
  for (const Chip chip : k_chips) {
    INFO(chip_name(chip));
    WaveState wave = new_wave(chip);
    number_lanes(wave, 0);
    fill(wave, 1, 77);
    wave.set_exec(0x5);
    REQUIRE(run(chip, {"v_mov_b32 v1, v0", is_cdna(chip) ? "v_cmp_gt_u32 vcc, 8, v0" : "v_cmp_gt_u32 vcc_lo, 8, v0"},
                wave) == "");
    CHECK(wave.vgpr[1][0] == 0);
    CHECK(wave.vgpr[1][1] == 77);
    CHECK(wave.vgpr[1][2] == 2);
    CHECK(wave.vgpr[1][3] == 77);
    CHECK(wave.vcc() == 5);
  }
}

TEST_CASE("v_cmpx writes EXEC; on gfx942 VCC, too", "[emulator]") {
  if (!has_assembler()) return skip();
  WaveState wave = new_wave(Chip::k_gfx942);
  number_lanes(wave, 0);
  wave.set_exec(0xff0);
  REQUIRE(run(Chip::k_gfx942, {"v_cmpx_gt_u32 vcc, 6, v0"}, wave) == "");
  CHECK(wave.exec() == 0x30);
  CHECK(wave.vcc() == 0x30);

  WaveState other = new_wave(Chip::k_gfx1100);
  number_lanes(other, 0);
  other.set_vcc(0x1234);
  REQUIRE(run(Chip::k_gfx1100, {"v_cmpx_gt_u32 6, v0"}, other) == "");
  CHECK(other.exec() == 0x3f);
  CHECK(other.vcc() == 0x1234);
}

TEST_CASE("sums of 64 bits carry through VCC or any pair of scalars", "[emulator]") {
  if (!has_assembler()) return skip();
  Values values(5);
  for (const Chip chip : k_chips) {
    INFO(chip_name(chip));
    WaveState wave = new_wave(chip);
    for (unsigned reg = 0; reg < 4; ++reg) {
      for (std::uint32_t& lane : wave.vgpr[reg]) lane = static_cast<std::uint32_t>(values(32));
    }
    const std::vector<std::string> old_text = {"v_add_co_u32 v4, vcc, v0, v2", "v_addc_co_u32 v5, vcc, v1, v3, vcc",
                                               "v_sub_co_u32 v6, s[4:5], v0, v2",
                                               "v_subb_co_u32 v7, s[4:5], v1, v3, s[4:5]"};
    const std::vector<std::string> new_text = {"v_add_co_u32 v4, vcc_lo, v0, v2",
                                               "v_add_co_ci_u32 v5, vcc_lo, v1, v3, vcc_lo",
                                               "v_sub_co_u32 v6, s4, v0, v2", "v_sub_co_ci_u32 v7, s4, v1, v3, s4"};
    REQUIRE(run(chip, is_cdna(chip) ? old_text : new_text, wave) == "");
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      const auto at = [&](unsigned reg) {
        return wave.vgpr[reg][lane] | std::uint64_t{wave.vgpr[reg + 1][lane]} << 32U;
      };
      CHECK(at(4) == at(0) + at(2));
      CHECK(at(6) == at(0) - at(2));
    }
  }
}

TEST_CASE("products with a sum of 64 bits", "[emulator]") {
  if (!has_assembler()) return skip();
  Values values(6);
  WaveState wave = new_wave(Chip::k_gfx1200);
  for (unsigned reg = 0; reg < 4; ++reg) {
    for (std::uint32_t& lane : wave.vgpr[reg]) lane = static_cast<std::uint32_t>(values(32));
  }
  REQUIRE(run(Chip::k_gfx1200, {"v_mad_co_u64_u32 v[4:5], s4, v0, v1, v[2:3]"}, wave) == "");
  for (unsigned lane = 0; lane < 32; ++lane) {
    const std::uint64_t addend = wave.vgpr[2][lane] | std::uint64_t{wave.vgpr[3][lane]} << 32U;
    const std::uint64_t product = std::uint64_t{wave.vgpr[0][lane]} * wave.vgpr[1][lane];
    const std::uint64_t sum = wave.vgpr[4][lane] | std::uint64_t{wave.vgpr[5][lane]} << 32U;
    CHECK(sum == product + addend);
    CHECK((wave.sgpr[4] >> lane & 1U) == (product + addend < addend ? 1 : 0));
  }
}

TEST_CASE("constants, literals and modifiers of operands and results", "[emulator]") {
  if (!has_assembler()) return skip();
  for (const Chip chip : k_chips) {
    INFO(chip_name(chip));
    WaveState wave = new_wave(chip);
    fill(wave, 0, k_one);
    wave.sgpr[3] = k_two;
    REQUIRE(run(chip,
                {"v_add_f32 v1, 0.5, v0", "v_add_f32 v2, -v0, s3", "v_add_f32 v3, |v4|, 1.0",
                 "v_mul_f32 v5, 0x40490fdb, v0", "v_add_f32 v6, s3, v0 clamp", "v_add_f32 v7, s3, v0 mul:4",
                 "v_add_f32 v8, -16, v0", "v_mov_b32 v9, -3"},
                wave) == "");
    CHECK(wave.vgpr[1][0] == 0x3fc00000);
    CHECK(wave.vgpr[2][0] == k_one);
    CHECK(wave.vgpr[3][0] == k_one);
    CHECK(wave.vgpr[5][0] == 0x40490fdb);
    CHECK(wave.vgpr[6][0] == k_one);
    CHECK(wave.vgpr[7][0] == 0x41400000);
    CHECK(wave.vgpr[9][0] == 0xfffffffd);
  }
}

TEST_CASE("sums with clamp stay within their type", "[emulator]") {
  if (!has_assembler()) return skip();
  WaveState wave = new_wave(Chip::k_gfx942);
  fill(wave, 0, 0xfffffff0);
  fill(wave, 1, 0x20);
  fill(wave, 2, 0x7ffffff0);
  REQUIRE(run(Chip::k_gfx942,
              {"v_add_u32_e64 v4, v0, v1 clamp", "v_sub_u32_e64 v5, v1, v0 clamp", "v_add_i32 v6, v2, v1 clamp",
               "v_pk_add_u16 v7, v0, v1 clamp"},
              wave) == "");
  CHECK(wave.vgpr[4][0] == 0xffffffff);
  CHECK(wave.vgpr[5][0] == 0);
  CHECK(wave.vgpr[6][0] == 0x7fffffff);
  CHECK(wave.vgpr[7][0] == 0xffffffff);
  CHECK(run(Chip::k_gfx942, {"v_mad_u64_u32 v[8:9], vcc, v0, v1, v[2:3] clamp"}, wave).find("saturate") !=
        std::string::npos);
}

TEST_CASE("halves of registers: gfx942 clears the other one, op_sel and the newer chips keep it", "[emulator]") {
  if (!has_assembler()) return skip();
  WaveState wave = new_wave(Chip::k_gfx942);
  fill(wave, 0, 0x00010002);
  fill(wave, 1, 0xaaaabbbb);
  fill(wave, 2, 0xaaaabbbb);
  REQUIRE(run(Chip::k_gfx942, {"v_add_u16 v1, v0, v0", "v_add_i16 v2, v0, v0 op_sel:[1,1,1]"}, wave) == "");
  CHECK(wave.vgpr[1][0] == 4);
  CHECK(wave.vgpr[2][0] == 0x0002bbbb);

  WaveState other = new_wave(Chip::k_gfx1100);
  fill(other, 0, 0x00010002);
  fill(other, 1, 0xaaaabbbb);
  REQUIRE(run(Chip::k_gfx1100, {"v_mov_b16 v1.h, v0.l", "v_add_nc_u16 v2.l, v0.h, v0.l"}, other) == "");
  CHECK(other.vgpr[1][0] == 0x0002bbbb);
  CHECK((other.vgpr[2][0] & 0xffffU) == 3);
}

TEST_CASE("SDWA takes bytes and words, and puts results there", "[emulator]") {
  if (!has_assembler()) return skip();
  WaveState wave = new_wave(Chip::k_gfx942);
  fill(wave, 0, 0x84030201);
  fill(wave, 1, 0x00000010);
  fill(wave, 2, 0xeeeeeeee);
  REQUIRE(run(Chip::k_gfx942,
              {"v_add_u32_sdwa v2, v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:DWORD",
               "v_add_u32_sdwa v3, sext(v0), v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:DWORD"},
              wave) == "");
  CHECK(wave.vgpr[2][0] == 0xeeee13ee);
  CHECK(wave.vgpr[3][0] == 0xffffff94);
}

TEST_CASE("DPP reads the first source from other lanes", "[emulator]") {
  if (!has_assembler()) return skip();
  const std::tuple<const char*, unsigned (*)(unsigned)> controls[] = {
      {"quad_perm:[1,0,3,2]", [](unsigned lane) { return lane ^ 1U; }},
      {"row_mirror", [](unsigned lane) { return lane ^ 15U; }},
      {"row_half_mirror", [](unsigned lane) { return lane ^ 7U; }},
      {"row_ror:4", [](unsigned lane) { return (lane & ~15U) | ((lane - 4) & 15U); }},
  };
  for (const Chip chip : k_chips) {
    for (const auto& [control, from] : controls) {
      INFO(chip_name(chip) << " " << control);
      WaveState wave = new_wave(chip);
      number_lanes(wave, 0);
      REQUIRE(run(chip, {std::string("v_mov_b32_dpp v1, v0 ") + control + " row_mask:0xf bank_mask:0xf"}, wave) == "");
      for (unsigned lane = 0; lane < wave.lanes; ++lane) CHECK(wave.vgpr[1][lane] == from(lane));
    }
    WaveState wave = new_wave(chip);
    number_lanes(wave, 0);
    fill(wave, 1, 99);
    fill(wave, 2, 99);
    REQUIRE(run(chip,
                {"v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf",
                 "v_mov_b32_dpp v2, v0 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1"},
                wave) == "");
    CHECK(wave.vgpr[1][0] == 99);  // no such lane: not written
    CHECK(wave.vgpr[2][0] == 0);   // or a zero
    CHECK(wave.vgpr[1][5] == 4);
    CHECK(wave.vgpr[2][16] == 0);
  }
}

TEST_CASE("lanes are read, written and permuted", "[emulator]") {
  if (!has_assembler()) return skip();
  for (const Chip chip : k_chips) {
    INFO(chip_name(chip));
    WaveState wave = new_wave(chip);
    number_lanes(wave, 0);
    wave.sgpr[4] = 500;
    wave.set_exec(0xf0);
    REQUIRE(run(chip, {"v_readfirstlane_b32 s5, v0", "v_readlane_b32 s6, v0, 9", "v_writelane_b32 v0, s4, 2"}, wave) ==
            "");
    CHECK(wave.sgpr[5] == 4);
    CHECK(wave.sgpr[6] == 9);
    CHECK(wave.vgpr[0][2] == 500);
  }
  WaveState wave = new_wave(Chip::k_gfx1200);
  number_lanes(wave, 0);
  wave.sgpr[4] = 0x76543210;
  wave.sgpr[5] = 0xfedcba98;
  REQUIRE(run(Chip::k_gfx1200, {"v_permlanex16_b32 v1, v0, s4, s5"}, wave) == "");
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(wave.vgpr[1][lane] == (lane ^ 16U));
}

TEST_CASE("reciprocals of scalars do not depend on EXEC", "[emulator]") {
  if (!has_assembler()) return skip();
  WaveState wave = new_wave(Chip::k_gfx1200);
  wave.sgpr[4] = 0x40000000;  // 2
  for (const std::uint64_t exec : {0x0U, 0xf0U, 0xffU}) {
    wave.sgpr[5] = 99;
    wave.set_exec(exec);
    REQUIRE(run(Chip::k_gfx1200, {"v_s_rcp_f32 s5, s4"}, wave) == "");
    CHECK(wave.sgpr[5] == 0x3f000000);
  }
}

TEST_CASE("both halves of a dual instruction read before either writes", "[emulator]") {
  if (!has_assembler()) return skip();
  for (const Chip chip : {Chip::k_gfx1100, Chip::k_gfx1200}) {
    WaveState wave = new_wave(chip);
    fill(wave, 0, 1);
    fill(wave, 1, 2);
    REQUIRE(run(chip, {"v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0"}, wave) == "");
    CHECK(wave.vgpr[0][0] == 2);
    CHECK(wave.vgpr[1][0] == 1);
  }
}

TEST_CASE("denormals are kept or not, and sums rounded, as MODE says", "[emulator]") {
  if (!has_assembler()) return skip();
  WaveState wave = new_wave(Chip::k_gfx942);
  fill(wave, 0, 0x00000100);
  fill(wave, 1, 0x33800000);  // 2^-24
  REQUIRE(run(Chip::k_gfx942, {"v_add_f32 v2, v0, v0"}, wave) == "");
  CHECK(wave.vgpr[2][0] == 0x200);
  wave.mode = 0xc0;
  REQUIRE(run(Chip::k_gfx942, {"v_add_f32 v2, v0, v0"}, wave) == "");
  CHECK(wave.vgpr[2][0] == 0);
  wave.mode = 0xf1;  // towards positive infinity
  REQUIRE(run(Chip::k_gfx942, {"v_add_f32 v3, 1.0, v1", "v_sub_f32 v4, 1.0, v1"}, wave) == "");
  CHECK(wave.vgpr[3][0] == 0x3f800001);
  wave.mode = 0xf2;  // towards negative infinity
  REQUIRE(run(Chip::k_gfx942, {"v_add_f32 v3, 1.0, v1"}, wave) == "");
  CHECK(wave.vgpr[3][0] == k_one);
}

TEST_CASE("halves of dual instructions flush denormals where they compute with real numbers", "[emulator]") {
  if (!has_assembler()) return skip();
  constexpr std::uint32_t k_small = 0x100, k_denormals_of_doubles_only = 0xc0;
  for (const Chip chip : {Chip::k_gfx1100, Chip::k_gfx1200}) {
    WaveState wave = new_wave(chip);
    wave.mode = k_denormals_of_doubles_only;
    fill(wave, 0, k_small);
    fill(wave, 1, k_small);
    fill(wave, 10, k_one);
    REQUIRE(run(chip,
                {"v_dual_mov_b32 v2, v0 :: v_dual_add_nc_u32 v3, v1, v0",
                 "v_dual_cndmask_b32 v4, v0, v1 :: v_dual_and_b32 v5, v1, v0",
                 "v_dual_add_f32 v6, v0, v10 :: v_dual_lshlrev_b32 v7, 1, v1",
                 "v_dual_mul_f32 v8, v0, v10 :: v_dual_mov_b32 v11, v1"},
                wave) == "");
    CHECK(wave.vgpr[2][0] == k_small);
    CHECK(wave.vgpr[3][0] == 2 * k_small);
    CHECK(wave.vgpr[4][0] == k_small);
    CHECK(wave.vgpr[5][0] == k_small);
    CHECK(wave.vgpr[6][0] == k_one);
    CHECK(wave.vgpr[7][0] == 2 * k_small);
    CHECK(wave.vgpr[8][0] == 0);
    CHECK(wave.vgpr[11][0] == k_small);
  }
}

TEST_CASE("what a sum is added to is flushed as its other operands", "[emulator]") {
  if (!has_assembler()) return skip();
  for (const Chip chip : {Chip::k_gfx942, Chip::k_gfx1100}) {
    WaveState wave = new_wave(chip);
    wave.mode = 0xc0;
    fill(wave, 0, 0x00800000);  // 2^-126
    fill(wave, 1, k_one);
    fill(wave, 2, 0x00000100);
    REQUIRE(run(chip, {"v_fmac_f32 v2, v0, v1"}, wave) == "");
    CHECK(wave.vgpr[2][0] == 0x00800000);
  }
}

TEST_CASE("scalar arithmetic, its condition code and EXEC", "[emulator]") {
  if (!has_assembler()) return skip();
  WaveState wave = new_wave(Chip::k_gfx942);
  wave.sgpr[0] = 0xffffffff;
  wave.sgpr[1] = 2;
  REQUIRE(run(Chip::k_gfx942,
              {"s_add_u32 s2, s0, s1", "s_addc_u32 s3, 0, 0", "s_mul_hi_u32 s4, s0, s1", "s_lshl_b64 s[6:7], s[0:1], 4",
               "s_bfe_u32 s8, s0, 0x80004", "s_cmp_lg_u32 s0, s1", "s_cselect_b32 s9, 5, 6", "s_movk_i32 s10, -5",
               "s_addk_i32 s10, 3", "s_bcnt1_i32_b64 s11, s[0:1]", "s_ff1_i32_b32 s12, s1", "s_brev_b32 s13, -2"},
              wave) == "");
  CHECK(wave.sgpr[2] == 1);
  CHECK(wave.sgpr[3] == 1);
  CHECK(wave.sgpr[4] == 1);
  CHECK(scalar64(wave, 6) == 0x2ffffffff0);
  CHECK(wave.sgpr[8] == 0xff);
  CHECK(wave.sgpr[9] == 5);
  CHECK(wave.sgpr[10] == 0xfffffffe);
  CHECK(wave.sgpr[11] == 33);
  CHECK(wave.sgpr[12] == 1);
  CHECK(wave.sgpr[13] == 0x7fffffff);

  wave.set_exec(0xff);
  wave.set_vcc(0x3c);
  REQUIRE(run(Chip::k_gfx942, {"s_and_saveexec_b64 s[14:15], vcc"}, wave) == "");
  CHECK(wave.exec() == 0x3c);
  CHECK(scalar64(wave, 14) == 0xff);
  CHECK(wave.scc);
}

TEST_CASE("branches move pc by dwords from the next instruction", "[emulator]") {
  if (!has_assembler()) return skip();
  for (const Chip chip : k_chips) {
    INFO(chip_name(chip));
    WaveState wave = new_wave(chip);
    wave.pc = 0x1000;
    wave.scc = true;
    REQUIRE(run(chip, {"s_cbranch_scc1 4"}, wave) == "");
    CHECK(wave.pc == 0x1014);
    REQUIRE(run(chip, {"s_cbranch_scc0 4"}, wave) == "");
    CHECK(wave.pc == 0x1018);
    REQUIRE(run(chip, {"s_branch 0xffff"}, wave) == "");
    CHECK(wave.pc == 0x1018);
    REQUIRE(run(chip, {"s_getpc_b64 s[2:3]"}, wave) == "");
    CHECK(scalar64(wave, 2) == 0x101c);
    CHECK(wave.pc == 0x101c);
    wave.sgpr[4] = 0x2000;
    wave.sgpr[5] = 0;
    REQUIRE(run(chip, {"s_swappc_b64 s[6:7], s[4:5]"}, wave) == "");
    CHECK(wave.pc == 0x2000);
    CHECK(scalar64(wave, 6) == 0x1020);
    wave.set_exec(0);
    REQUIRE(run(chip, {"s_cbranch_execz 1"}, wave) == "");
    CHECK(wave.pc == 0x2008);
  }
}

TEST_CASE("M0 numbers registers", "[emulator]") {
  if (!has_assembler()) return skip();
  WaveState wave = new_wave(Chip::k_gfx1100);
  number_lanes(wave, 6);
  wave.sgpr[k_m0] = 4;
  REQUIRE(run(Chip::k_gfx1100, {"v_movreld_b32 v1, 0x443", "v_movrels_b32 v8, v2"}, wave) == "");
  CHECK(wave.vgpr[5][3] == 0x443);
  CHECK(wave.vgpr[8][3] == 3);
  wave.sgpr[k_m0] = 40;
  CHECK(run(Chip::k_gfx1100, {"v_movreld_b32 v1, 7"}, wave).find("M0") != std::string::npos);

  WaveState other = new_wave(Chip::k_gfx942);
  number_lanes(other, 6);
  other.sgpr[4] = 4;
  REQUIRE(run(Chip::k_gfx942,
              {"s_set_gpr_idx_on s4, gpr_idx(SRC0)", "v_mov_b32 v1, v2", "s_set_gpr_idx_off",
               "s_set_gpr_idx_on s4, gpr_idx(DST)", "v_mov_b32 v3, v6", "s_set_gpr_idx_off", "v_mov_b32 v9, v6"},
              other) == "");
  CHECK(other.vgpr[1][5] == 5);
  CHECK(other.vgpr[7][5] == 5);
  CHECK(other.vgpr[9][5] == 5);
}

TEST_CASE("accumulation registers are copied", "[emulator]") {
  if (!has_assembler()) return skip();
  WaveState wave = new_wave(Chip::k_gfx942);
  number_lanes(wave, 0);
  REQUIRE(run(Chip::k_gfx942, {"v_accvgpr_write_b32 a3, v0", "v_accvgpr_mov_b32 a4, a3", "v_accvgpr_read_b32 v1, a4"},
              wave) == "");
  CHECK(wave.accvgpr[3][7] == 7);
  CHECK(wave.vgpr[1][63] == 63);
}

TEST_CASE("registers that the kernel does not have, and instructions that the emulator does not know, are named",
          "[emulator]") {
  if (!has_assembler()) return skip();
  WaveState wave = new_wave(Chip::k_gfx942);
  CHECK(run(Chip::k_gfx942, {"v_mov_b32 v32, v0"}, wave).find("v32 is not allocated") != std::string::npos);
  wave.sgpr_count = 16;
  CHECK(run(Chip::k_gfx942, {"s_mov_b32 s16, 0"}, wave).find("s16 is not allocated") != std::string::npos);
  CHECK(run(Chip::k_gfx942, {"v_mfma_f32_32x32x1_2b32 a[0:31], v0, v1, a[0:31]"}, wave) != "");
  CHECK(run(Chip::k_gfx942, {"s_rfe_b64 s[2:3]"}, wave).find("s_rfe_b64: ") != std::string::npos);
  const std::uint8_t nothing[8] = {0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0};
  const auto decoded = decode(Chip::k_gfx1100, nothing, sizeof nothing, 0x40);
  REQUIRE(std::holds_alternative<DecodeError>(decoded));
  CHECK(std::get<DecodeError>(decoded).message.find("gfx1100, address 0x40") != std::string::npos);
}

}  // namespace clc::emulator::test
