// Operations between lanes: every control of DPP, ds_swizzle, ds_permute, ds_bpermute, permlanes, and reads and writes
// of one lane, with random lanes off, against AMD's definitions written once more.
#include "catch_all.h"

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "program.h"

namespace clc::emulator::test {
namespace {

constexpr int k_none = -1;  // no such lane

// The lane that each lane of a wave of `lanes` reads.
using From = std::function<int(int lane, int lanes)>;

struct Control {
  std::string text;
  From from;
  bool is_cdna = true, is_rdna = true;
};

std::vector<Control> controls() {
  std::vector<Control> all;
  for (const int code : {0xe4, 0x1b, 0xb1, 0x00, 0xff, 0x39}) {
    const int one[] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3};
    std::string text = "quad_perm:[";
    for (int i = 0; i < 4; ++i) text += std::to_string(one[i]) + (i < 3 ? "," : "]");
    all.push_back({text, [code](int lane, int) { return lane / 4 * 4 + (code >> lane % 4 * 2 & 3); }});
  }
  for (int n = 1; n < 16; ++n) {
    const std::string number = std::to_string(n);
    all.push_back(
        {"row_shl:" + number, [n](int lane, int) { return (lane + n) / 16 == lane / 16 ? lane + n : k_none; }});
    all.push_back({"row_shr:" + number, [n](int lane, int) { return lane % 16 >= n ? lane - n : k_none; }});
    all.push_back({"row_ror:" + number, [n](int lane, int) { return lane / 16 * 16 + (lane % 16 + 16 - n) % 16; }});
  }
  for (int n = 0; n < 16; ++n) {
    const std::string number = std::to_string(n);
    const auto one = [n](int lane, int) { return lane / 16 * 16 + n; };
    all.push_back({"row_newbcast:" + number, one, true, false});
    all.push_back({"row_share:" + number, one, false, true});
    all.push_back({"row_xmask:" + number, [n](int lane, int) { return lane ^ n; }, false, true});
  }
  all.push_back({"row_mirror", [](int lane, int) { return lane / 16 * 16 + 15 - lane % 16; }});
  all.push_back({"row_half_mirror", [](int lane, int) { return lane / 8 * 8 + 7 - lane % 8; }});
  all.push_back({"wave_shl:1", [](int lane, int lanes) { return lane + 1 < lanes ? lane + 1 : k_none; }, true, false});
  all.push_back({"wave_shr:1", [](int lane, int) { return lane - 1; }, true, false});
  all.push_back({"wave_rol:1", [](int lane, int lanes) { return (lane + 1) % lanes; }, true, false});
  all.push_back({"wave_ror:1", [](int lane, int lanes) { return (lane + lanes - 1) % lanes; }, true, false});
  all.push_back({"row_bcast:15", [](int lane, int) { return lane < 16 ? k_none : lane / 16 * 16 - 1; }, true, false});
  all.push_back({"row_bcast:31", [](int lane, int) { return lane < 32 ? k_none : 31; }, true, false});
  return all;
}

struct Masks {
  unsigned row, bank;
  bool bound_control, fetches_inactive;
};

std::string line_of(const Control& control, const Masks& masks) {
  std::string line = "v_mov_b32_dpp v1, v0 " + control.text + " row_mask:" + std::to_string(masks.row) +
                     " bank_mask:" + std::to_string(masks.bank);
  if (masks.bound_control) line += " bound_ctrl:1";
  if (masks.fetches_inactive) line += " fi:1";
  return line;
}

bool is_on(std::uint64_t mask, unsigned lane) {
  return (mask >> lane & 1U) != 0;
}

WaveState random_wave(Chip chip, unsigned lanes, std::mt19937_64& random) {
  WaveState wave = new_wave(chip);
  wave.lanes = lanes;
  for (Lanes& one : wave.vgpr) {
    for (std::uint32_t& lane : one) lane = static_cast<std::uint32_t>(random());
  }
  for (std::uint32_t& one : wave.sgpr) one = static_cast<std::uint32_t>(random());
  wave.set_exec(random() | random());
  return wave;
}

void check_dpp(Chip chip, const Control& control, const Masks& masks, WaveState wave) {
  const WaveState before = wave;
  const std::string line = line_of(control, masks);
  INFO(chip_name(chip) << " " << line << ", lanes " << wave.lanes << ", exec " << wave.exec());
  REQUIRE(run(chip, {line}, wave) == "");
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const int from = control.from(static_cast<int>(lane), static_cast<int>(wave.lanes));
    const bool is_valid = from >= 0 && (masks.fetches_inactive || is_on(before.exec(), static_cast<unsigned>(from)));
    const bool is_masked = !is_on(masks.row, lane / 16) || !is_on(masks.bank, lane % 16 / 4);
    std::uint32_t expected = before.vgpr[1][lane];
    if (is_on(before.exec(), lane) && !is_masked) {
      if (is_valid) expected = before.vgpr[0][static_cast<unsigned>(from)];
      if (!is_valid && masks.bound_control) expected = 0;
    }
    INFO("lane " << lane);
    REQUIRE(wave.vgpr[1][lane] == expected);
  }
}

unsigned reversed(unsigned bits) {
  unsigned result = 0;
  for (unsigned i = 0; i < 5; ++i) result = result << 1U | (bits >> i & 1U);
  return result;
}

// The lane that ds_swizzle reads.
unsigned swizzled(unsigned offset, unsigned lane) {
  const unsigned half = lane / 32 * 32, i = lane % 32, mask = offset & 31U;
  if (offset >= 0xe000) {
    unsigned from = reversed(i) >> static_cast<unsigned>(__builtin_popcount(mask));
    from |= i & mask;
    return half + from;
  }
  if (offset >= 0xc000) {
    const unsigned count = offset >> 5U & 31U;
    const unsigned moved = (offset & 0x400U) != 0 ? i - count : i + count;
    return half + ((i & mask) | (moved & ~mask & 31U));
  }
  if ((offset & 0x8000U) != 0) return lane / 4 * 4 + (offset >> lane % 4 * 2 & 3U);
  return half + (((i & mask) | (offset >> 5U & 31U)) ^ (offset >> 10U & 31U));
}

Instruction lds_instruction(Chip chip, Opcode opcode, unsigned offset) {
  Instruction instruction;
  instruction.chip = chip;
  instruction.opcode = opcode;
  instruction.offset = static_cast<std::int32_t>(offset);
  instruction.address = {OperandKind::k_vgpr, 32, 1};
  instruction.address.index = 0;
  instruction.data = {OperandKind::k_vgpr, 32, 1};
  instruction.data.index = 1;
  return instruction;
}

}  // namespace

TEST_CASE("every control of DPP", "[emulator]") {
  if (!has_assembler()) return skip();
  std::mt19937_64 random(11);
  for (const Chip chip : k_chips) {
    std::vector<std::pair<Control, Masks>> chosen;
    std::vector<std::string> lines;
    for (const Control& control : controls()) {
      if (is_cdna(chip) ? !control.is_cdna : !control.is_rdna) continue;
      for (unsigned i = 0; i < 4; ++i) {
        const unsigned row = i == 0 ? 15 : static_cast<unsigned>(random() & 15U),
                       bank = i == 0 ? 15 : static_cast<unsigned>(random() & 15U);
        chosen.emplace_back(control, Masks{row, bank, (i & 1U) != 0, !is_cdna(chip) && (i & 2U) != 0});
        lines.push_back(line_of(chosen.back().first, chosen.back().second));
      }
    }
    prepare(chip, lines);
    for (const auto& [control, masks] : chosen) {
      check_dpp(chip, control, masks, random_wave(chip, 64, random));
      if (!is_cdna(chip)) check_dpp(chip, control, masks, random_wave(chip, 32, random));
    }
  }
}

TEST_CASE("DPP of eight lanes", "[emulator]") {
  if (!has_assembler()) return skip();
  std::mt19937_64 random(12);
  for (const Chip chip : k_chips) {
    if (is_cdna(chip)) continue;
    for (unsigned i = 0; i < 16; ++i) {
      unsigned select[8];
      std::string line = "v_mov_b32_dpp v1, v0 dpp8:[";
      for (unsigned lane = 0; lane < 8; ++lane) {
        select[lane] = static_cast<unsigned>(random() % 8);
        line += std::to_string(select[lane]) + (lane < 7 ? "," : "]");
      }
      const bool fetches = i % 2 != 0;
      if (fetches) line += " fi:1";
      WaveState wave = random_wave(chip, i % 4 < 2 ? 32 : 64, random);
      const WaveState before = wave;
      INFO(chip_name(chip) << " " << line);
      REQUIRE(run(chip, {line}, wave) == "");
      for (unsigned lane = 0; lane < wave.lanes; ++lane) {
        const unsigned from = lane / 8 * 8 + select[lane % 8];
        const std::uint32_t read = fetches || is_on(before.exec(), from) ? before.vgpr[0][from] : 0;
        REQUIRE(wave.vgpr[1][lane] == (is_on(before.exec(), lane) ? read : before.vgpr[1][lane]));
      }
    }
  }
}

TEST_CASE("ds_swizzle, ds_permute and ds_bpermute", "[emulator]") {
  std::mt19937_64 random(13);
  for (const Chip chip : k_chips) {
    for (unsigned i = 0; i < 200; ++i) {
      const unsigned lanes = is_cdna(chip) || i % 2 == 0 ? 64 : 32;
      if (is_cdna(chip) && lanes != 64) continue;
      WaveState wave = random_wave(chip, lanes, random);
      const std::uint64_t exec = wave.exec();
      unsigned offset = static_cast<unsigned>(random() & 0x7fffU);  // masks of 32 lanes
      if (i % 4 == 1) offset = 0x8000U + static_cast<unsigned>(random() & 0xffU);
      if (i % 4 == 2 && !is_cdna(chip)) offset = 0xc000U + static_cast<unsigned>(random() & 0x7ffU);
      if (i % 4 == 3 && !is_cdna(chip)) offset = 0xe000U + static_cast<unsigned>(random() & 0x1fU);
      INFO(chip_name(chip) << " offset " << offset << ", lanes " << lanes << ", exec " << exec);
      const PermutedLanes moved = lane_permute(lds_instruction(chip, Opcode::ds_swizzle_b32, offset), wave);
      REQUIRE(moved.written == exec);
      for (unsigned lane = 0; lane < lanes; ++lane) {
        if (!is_on(exec, lane)) continue;
        const unsigned from = swizzled(offset, lane);
        REQUIRE(moved.value[lane] == (is_on(exec, from) ? wave.vgpr[0][from] : 0));
      }
      // gfx11 permutes within 32 lanes.
      const unsigned group = is_rdna3(chip) ? 32 : lanes, more = static_cast<unsigned>(random() & 0xffcU);
      const PermutedLanes there = lane_permute(lds_instruction(chip, Opcode::ds_permute_b32, more), wave);
      const PermutedLanes back = lane_permute(lds_instruction(chip, Opcode::ds_bpermute_b32, more), wave);
      Lanes expected{};
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const unsigned other = lane / group * group + (wave.vgpr[0][lane] + more) / 4 % group;
        if (is_on(exec, lane)) expected[other] = wave.vgpr[1][lane];
        if (is_on(exec, lane)) REQUIRE(back.value[lane] == (is_on(exec, other) ? wave.vgpr[1][other] : 0));
      }
      for (unsigned lane = 0; lane < lanes; ++lane) {
        if (is_on(exec, lane)) REQUIRE(there.value[lane] == expected[lane]);
      }
    }
  }
}

TEST_CASE("permlanes", "[emulator]") {
  if (!has_assembler()) return skip();
  std::mt19937_64 random(14);
  for (const Chip chip : k_chips) {
    if (is_cdna(chip)) continue;
    for (unsigned i = 0; i < 16; ++i) {
      for (const bool is_other : {false, true}) {
        for (const bool by_lane : {false, true}) {
          if (by_lane && !is_rdna4(chip)) continue;
          const bool fetches = (i & 1U) != 0, zeroes = (i & 2U) != 0;
          WaveState wave = random_wave(chip, i < 8 ? 32 : 64, random);
          const WaveState before = wave;
          std::string line = std::string(is_other ? "v_permlanex16" : "v_permlane16") + (by_lane ? "_var" : "") +
                             "_b32 v1, v0, " + (by_lane ? "v2" : "s4, s5");
          line += std::string(" op_sel:[") + (fetches ? "1" : "0") + "," + (zeroes ? "1" : "0") + "]";
          INFO(chip_name(chip) << " " << line << ", exec " << before.exec());
          REQUIRE(run(chip, {line}, wave) == "");
          const std::uint64_t selectors = before.sgpr[4] | std::uint64_t{before.sgpr[5]} << 32U;
          for (unsigned lane = 0; lane < wave.lanes; ++lane) {
            const auto select =
                static_cast<unsigned>(by_lane ? before.vgpr[2][lane] & 15U : selectors >> lane % 16 * 4 & 15U);
            const unsigned from = (is_other ? lane / 16 * 16 ^ 16U : lane / 16 * 16) + select;
            std::uint32_t expected = before.vgpr[1][lane];
            if (is_on(before.exec(), lane)) {
              if (fetches || is_on(before.exec(), from)) {
                expected = before.vgpr[0][from];
              } else if (zeroes) {
                expected = 0;
              }
            }
            REQUIRE(wave.vgpr[1][lane] == expected);
          }
        }
      }
    }
    WaveState wave = random_wave(chip, 64, random);
    const WaveState before = wave;
    REQUIRE(run(chip, {"v_permlane64_b32 v1, v0"}, wave) == "");
    for (unsigned lane = 0; lane < 64; ++lane)
      CHECK(wave.vgpr[1][lane] == (is_on(before.exec(), lane) ? before.vgpr[0][lane ^ 32U] : before.vgpr[1][lane]));
  }
}

TEST_CASE("gfx950 swaps rows and halves of two registers", "[emulator]") {
  if (!has_assembler()) return skip();
  std::mt19937_64 random(15);
  for (const unsigned rows : {16U, 32U}) {
    WaveState wave = random_wave(Chip::k_gfx950, 64, random);
    wave.set_exec(~std::uint64_t{0});
    const WaveState before = wave;
    REQUIRE(run(Chip::k_gfx950, {"v_permlane" + std::to_string(rows) + "_swap_b32 v1, v0"}, wave) == "");
    for (unsigned lane = 0; lane < 64; ++lane) {
      // The even rows of the source and the odd ones of the destination.
      const bool is_odd = (lane & rows) != 0;
      CHECK(wave.vgpr[0][lane] == (is_odd ? before.vgpr[0][lane] : before.vgpr[1][lane + rows]));
      CHECK(wave.vgpr[1][lane] == (is_odd ? before.vgpr[0][lane - rows] : before.vgpr[1][lane]));
    }
  }
}

TEST_CASE("one lane is read and written, whatever EXEC is", "[emulator]") {
  if (!has_assembler()) return skip();
  std::mt19937_64 random(16);
  for (const Chip chip : k_chips) {
    for (unsigned i = 0; i < 8; ++i) {
      WaveState wave = random_wave(chip, is_cdna(chip) || i % 2 == 0 ? 64 : 32, random);
      if (i == 7) wave.set_exec(0);
      const WaveState before = wave;
      INFO(chip_name(chip) << " lanes " << wave.lanes);
      REQUIRE(run(chip, {"v_readlane_b32 s7, v0, s4", "v_writelane_b32 v1, s6, s6", "v_readfirstlane_b32 s8, v2"},
                  wave) == "");
      CHECK(wave.sgpr[7] == before.vgpr[0][before.sgpr[4] % wave.lanes]);
      CHECK(wave.vgpr[1][before.sgpr[6] % wave.lanes] == before.sgpr[6]);
      const auto first = before.exec() == 0 ? 0U : static_cast<unsigned>(__builtin_ctzll(before.exec()));
      CHECK(wave.sgpr[8] == before.vgpr[2][first]);
    }
  }
}

}  // namespace clc::emulator::test
