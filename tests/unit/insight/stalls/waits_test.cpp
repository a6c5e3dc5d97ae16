#include "insight/stalls/waits.h"

#include "base/text.h"
#include "catch_all.h"
#include "insight/stalls/read_steps.h"

using namespace clc;

namespace {

const std::string k_registers = ".reg .pred %p<9>;\n.reg .b32 %r<99>;\n.reg .f32 %f<99>;\n.reg .b64 %rd<99>;\n";

// Clocks that are easy to tell apart.
WaitClocks easy_clocks() {
  WaitClocks clocks;
  clocks.arithmetic = 4;
  clocks.local = 24;
  clocks.matrix = 33;
  clocks.global = 300;
  clocks.barrier = 30;
  clocks.store = 20;
  clocks.issue = 1;
  return clocks;
}

CodeWaits waits_of_ptx(const std::string& text) {
  const std::string whole = k_registers + text;
  return waits_of(ptx_steps(lines_of(whole)), easy_clocks());
}

// Wait of a step: its clocks, and the step that it waits for.
void check_wait(const StepWait& wait, double clocks, std::optional<std::size_t> on, bool is_carried = false) {
  CHECK(wait.clocks == clocks);
  CHECK(wait.on == on);
  CHECK(wait.is_carried == is_carried);
}

struct SassBits {
  unsigned distance = 1, when_written = 7, when_read = 7, mask = 0;
};

// The 16 bytes of an instruction with these control bits.
Bytes sass_bytes(const SassBits& bits) {
  const std::uint64_t control = bits.distance | (std::uint64_t{bits.when_written} << 5U) |
                                (std::uint64_t{bits.when_read} << 8U) | (std::uint64_t{bits.mask} << 11U);
  const std::uint64_t high = control << 41U;
  Bytes bytes(8, '\0');
  for (unsigned i = 0; i < 8; ++i) bytes += static_cast<char>((high >> (8 * i)) & 0xffU);
  return bytes;
}

}  // namespace

TEST_CASE("products of matrices are waited for as matrix units take") {
  const CodeWaits waits = waits_of_ptx(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32\n"
      "\t{%f1, %f2, %f3, %f4},\n\t{%r1, %r2, %r3, %r4},\n\t{%r5, %r6},\n\t{%f1, %f2, %f3, %f4};\n"
      "add.f32 %f5, %f6, %f7;\n"  // needs nothing
      "add.f32 %f8, %f4, %f5;\n");
  REQUIRE(waits.steps.size() == 3);
  check_wait(waits.steps[1], 0, std::nullopt);
  check_wait(waits.steps[2], 31, 0);
}

TEST_CASE("the first use of what was loaded waits as long as the memory takes") {
  const CodeWaits waits = waits_of_ptx(
      "ld.global.b32 %r1, [%rd1];\n"
      "add.s32 %r3, %r4, 1;\n"  // needs nothing
      "add.s32 %r2, %r1, 1;\n"
      "ld.shared.b32 %r5, [%r2];\n"
      "st.global.b32 [%rd1], %r5;\n");
  REQUIRE(waits.steps.size() == 5);
  check_wait(waits.steps[1], 0, std::nullopt);
  check_wait(waits.steps[2], 298, 0);
  check_wait(waits.steps[3], 3, 2);
  check_wait(waits.steps[4], 23, 3);
  CHECK(waits.loops.empty());
}

TEST_CASE("each operation of a chain waits for the one before, and independent ones for none") {
  const CodeWaits chain =
      waits_of_ptx("fma.rn.f32 %f1, %f0, %f9, %f8;\nfma.rn.f32 %f2, %f1, %f9, %f8;\nfma.rn.f32 %f3, %f2, %f9, %f8;\n");
  check_wait(chain.steps[1], 3, 0);
  check_wait(chain.steps[2], 3, 1);
  const CodeWaits free =
      waits_of_ptx("fma.rn.f32 %f1, %f0, %f9, %f8;\nfma.rn.f32 %f2, %f0, %f9, %f8;\nfma.rn.f32 %f3, %f0, %f9, %f8;\n");
  for (const StepWait& wait : free.steps) check_wait(wait, 0, std::nullopt);
}

TEST_CASE("a barrier waits for the other waves, and for a longer load of its own where that is needed") {
  const CodeWaits waits =
      waits_of_ptx("ld.global.b32 %r1, [%rd1];\nst.shared.b32 [%r2], %r1;\nbar.sync 0;\nld.shared.b32 %r3, [%r2];\n");
  check_wait(waits.steps[1], 299, 0);
  check_wait(waits.steps[2], 30, std::nullopt);
  check_wait(waits.steps[3], 0, std::nullopt);
}

TEST_CASE("a loop's chain goes on from turn to turn") {
  const CodeWaits one = waits_of_ptx("$L1:\nfma.rn.f32 %f1, %f1, %f9, %f8;\n@%p1 bra $L1;\n");
  REQUIRE(one.loops.size() == 1);
  CHECK(one.loops[0].clocks == 4);
  CHECK(one.loops[0].chain == 4);
  check_wait(one.steps[0], 2, 0, true);
  CHECK(one.depths == std::vector<unsigned>{1, 1});
  // Four operations that wait for one another in a turn, and a load that the next turn waits for.
  const CodeWaits chased = waits_of_ptx(
      "$L1:\nld.global.b64 %rd1, [%rd1];\nadd.s32 %r1, %r1, 1;\nsetp.ne.b32 %p1, %r1, %r2;\n@%p1 bra $L1;\n");
  REQUIRE(chased.loops.size() == 1);
  CHECK(chased.loops[0].clocks == 300);
  CHECK(chased.loops[0].chain == 300);
  check_wait(chased.steps[0], 290, 0, true);
  check_wait(chased.steps[2], 3, 1);
  check_wait(chased.steps[3], 3, 2);
}

TEST_CASE("only loops without others inside are listed, and what lies in two is deeper") {
  const CodeWaits waits =
      waits_of_ptx("$L1:\nadd.s32 %r1, %r1, 1;\n$L2:\nfma.rn.f32 %f1, %f1, %f9, %f8;\n@%p1 bra $L2;\n@%p2 bra $L1;\n");
  REQUIRE(waits.loops.size() == 1);
  CHECK(waits.loops[0].first == 1);
  CHECK(waits.loops[0].last == 2);
  CHECK(waits.depths == std::vector<unsigned>{1, 2, 2, 1});
}

TEST_CASE("NVIDIA's code waits for its counters and its distances") {
  const std::string text =
      "        /*0000*/                   LDG.E R3, desc[UR4][R4.64] ;\n"
      "        /*0010*/                   FADD R6, RZ, R3 ;\n"
      ".L_x_1:\n"
      "        /*0020*/                   FFMA R6, R6, 0.5, R3 ;\n"
      "        /*0030*/              @!P0 BRA `(.L_x_1) ;\n"
      "        /*0040*/                   STG.E desc[UR4][R4.64], R6 ;\n"
      "        /*0050*/                   IADD3 R4, R4, 0x4, RZ ;\n";
  Bytes code;
  for (const SassBits& bits :
       {SassBits{2, 0}, SassBits{4, 7, 7, 1}, SassBits{4}, SassBits{5}, SassBits{1, 7, 3}, SassBits{1, 7, 7, 1U << 3U}})
    code += sass_bytes(bits);
  const auto steps = sass_steps(lines_of(text), code);
  REQUIRE(steps);
  REQUIRE(steps->size() == 6);
  CHECK(steps->at(3).targets == std::vector<std::size_t>{2});
  const CodeWaits waits = waits_of(*steps, easy_clocks());
  check_wait(waits.steps[1], 299, 0);
  check_wait(waits.steps[3], 3, 2);
  check_wait(waits.steps[5], 19, 4);  // until the store has read its address
  REQUIRE(waits.loops.size() == 1);
  CHECK(waits.loops[0].clocks == 9);
  CHECK(waits.loops[0].chain == 4);
  CHECK_FALSE(sass_steps(lines_of(text), BytesView(code).substr(0, 64)));
}

TEST_CASE("AMD's code waits where it says so, in the order of its loads") {
  const std::string text =
      "\tglobal_load_dword v3, v[2:3], off                          // 000000002D00: DC508000 037F0002\n"
      "\tglobal_load_dword v4, v[2:3], off offset:4                 // 000000002D08: DC508000 037F0002\n"
      "\ts_waitcnt vmcnt(1)                                         // 000000002D10: BF8C0F71\n"
      "\tv_add_f32_e32 v2, 0, v3                                    // 000000002D14: 02040680\n"
      "\tv_add_f32_e32 v2, 1.0, v2                                  // 000000002D18: 02040680\n"
      "\ts_waitcnt vmcnt(0) lgkmcnt(0)                              // 000000002D1C: BF8C0F70\n";
  MachineFunction function;
  function.name = "k";
  function.steps = {{0x2d00, "global_load_dword", 80, {{2}}, {{3}}, {}, true},
                    {0x2d08, "global_load_dword", 80, {{2}}, {{4}}, {}, true},
                    {0x2d10, "s_waitcnt", 1, {}, {}, {}, true},
                    {0x2d14, "v_add_f32_e32", 1, {{3}}, {{2}}, {}, true},
                    {0x2d18, "v_add_f32_e32", 5, {{2}}, {{2}}, {}, true},
                    {0x2d1c, "s_waitcnt", 1, {}, {}, {}, true}};
  const std::vector<CodeStep> steps = amd_steps(lines_of(text), function, "gfx1100");
  REQUIRE(steps.size() == 6);
  const CodeWaits waits = waits_of(steps, easy_clocks());
  check_wait(waits.steps[2], 298, 0);
  check_wait(waits.steps[3], 0, std::nullopt);
  check_wait(waits.steps[5], 0, std::nullopt);  // the other load is one clock behind
  // GCN's model counts turns of four clocks.
  CHECK(amd_steps(lines_of(text), function, "gfx90a")[4].latency == 20);
  CHECK(amd_steps(lines_of(text), function, "gfx1100")[4].latency == 5);
}
