// Every matrix instruction of every chip, with random registers and modifiers.
#include "catch_all.h"

#include <cstring>

#include "matrix_product.h"
#include "program.h"

namespace clc::emulator::test {
namespace {

// The instruction's words, field by field.
std::string execute_it(const Trial& trial, WaveState& wave) {
  std::uint64_t word = trial.encoding->value;
  const auto set = [&](Field field, std::uint64_t value) {
    const FieldBits place = (*trial.encoding->fields)[field];
    REQUIRE((place.width != 0 || value == 0));
    if (place.width == 0) return;
    const std::uint64_t mask = ((std::uint64_t{1} << place.width) - 1) << place.low;
    word = (word & ~mask) | value << place.low;
  };
  set(Field::op_, trial.number);
  set(Field::vdst_, trial.op.is_sparse() ? Product::k_c : Product::k_d);
  set(Field::src0_, 256 + Product::k_a);
  set(Field::src1_, 256 + Product::k_b);
  set(Field::src2_, trial.op.is_sparse() ? 256 + Product::k_index : 256 + Product::k_c);
  if (trial.op.is_cdna()) {
    set(Field::cbsz_, trial.cbsz);
    set(Field::abid_, trial.abid);
    set(Field::blgp_, trial.blgp);
    set(Field::acc_, trial.acc);
    set(Field::acc_cd_, trial.acc_cd);
  } else {
    set(Field::neg_, trial.neg);
    set(Field::neg_hi_, trial.neg_hi);
    set(Field::opsel_, trial.op_sel);
    set(Field::clmp_, trial.clamp);
  }
  std::uint64_t words[2] = {word, 0};
  if (trial.is_scaled) {
    words[0] = 0xd3ac0000U | std::uint64_t{256 + Product::k_scales} << 32U |
               std::uint64_t{256 + Product::k_scales + 1} << 41U | (trial.scale_a & 1U) << 11U |
               (trial.scale_b & 1U) << 12U | std::uint64_t{trial.scale_a >> 1U} << 59U |
               std::uint64_t{trial.scale_b >> 1U} << 60U;
    words[1] = word;
  }
  std::uint8_t bytes[16];
  std::memcpy(bytes, words, sizeof bytes);
  const auto decoded = decode(trial.chip, bytes, sizeof bytes, 0);
  if (const auto* error = std::get_if<DecodeError>(&decoded)) return error->message;
  const auto& instruction = std::get<Instruction>(decoded);
  CHECK(instruction.bytes == (trial.is_scaled ? 16 : 8));
  const Outcome outcome = execute(instruction, wave);
  return outcome.kind == Outcome::Kind::k_done ? "" : outcome.message;
}

}  // namespace

TEST_CASE("matrix instructions multiply matrices", "[emulator]") {
  std::mt19937_64 random(7);
  for (const ChipFacts& chip : k_all_chips) {
    if (chip.instructions != chip.chip) continue;
    const std::vector<Trial> trials = trials_of(chip.chip);
    CHECK(trials.size() >= 12);
    for (Trial trial : trials) {
      for (unsigned i = 0; i < 4; ++i) {
        choose_modifiers(trial, random);
        trial.has_whole_numbers = i % 2 == 0;
        INFO(chip.name << " " << trial.name << ", lanes " << trial.lanes << ", cbsz " << trial.cbsz << ", abid "
                       << trial.abid << ", blgp " << trial.blgp << ", neg " << trial.neg << " " << trial.neg_hi
                       << ", op_sel " << trial.op_sel << ", scaled " << trial.is_scaled);
        CHECK(Product(trial, random).check([&](WaveState& wave) { return execute_it(trial, wave); }) == "");
      }
    }
  }
}

TEST_CASE("products of halves lose denormals on gfx90a alone", "[emulator]") {
  if (!has_assembler()) return skip();
  for (const Chip chip : {Chip::k_gfx90a, Chip::k_gfx942}) {
    WaveState wave = new_wave(chip);
    const std::uint32_t values[] = {0x00010001, 0x00010001, 0x3c003c00, 0x3c003c00, 0, 0, 0, 0};  // 2^-24 and 1
    for (unsigned i = 0; i < 8; ++i) wave.vgpr[i].fill(values[i]);
    const char* line = chip == Chip::k_gfx90a ? "v_mfma_f32_16x16x16f16 v[8:11], v[0:1], v[2:3], v[4:7]"
                                              : "v_mfma_f32_16x16x16_f16 v[8:11], v[0:1], v[2:3], v[4:7]";
    REQUIRE(run(chip, {line}, wave) == "");
    CHECK(wave.vgpr[8][5] == (chip == Chip::k_gfx90a ? 0U : 0x35800000U));  // 2^-20
  }
}

}  // namespace clc::emulator::test
