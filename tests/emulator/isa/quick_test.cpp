// Each instruction that is executed quickly, over whole registers, against the same lane by lane, on random operands.
#include <cmath>
#include <cstring>

#include "catch_all.h"
#include "isa/decode_tables.h"
#include "isa/quick.h"
#include "program.h"

namespace clc::emulator::test {
namespace {

constexpr unsigned k_registers = 256, k_rounds = 12;

WaveState random_wave(Chip chip, Values& values) {
  WaveState wave;
  wave.chip = chip;
  wave.lanes = is_cdna(chip) || values(1) != 0 ? 64 : 32;
  wave.vgpr.resize(k_registers);
  if (is_cdna(chip)) wave.accvgpr.resize(k_registers);
  for (auto* file : {&wave.vgpr, &wave.accvgpr}) {
    for (Lanes& lanes : *file) {
      for (std::uint32_t& lane : lanes) lane = static_cast<std::uint32_t>(values(32));
    }
  }
  return wave;
}

void randomise_scalars(WaveState& wave, Values& values) {
  for (std::uint32_t& one : wave.sgpr) one = static_cast<std::uint32_t>(values(32));
  if (values(2) < 2) wave.set_exec(~std::uint64_t{0});
  wave.scc = values(1) != 0;
  wave.mode = 0xf0U | static_cast<std::uint32_t>(values(2)) << 8U;
}

void set(std::uint32_t* words, FieldBits field, std::uint32_t value) {
  const std::uint32_t ones = ((std::uint32_t{1} << field.width) - 1) << field.low;
  words[0] = (words[0] & ~ones) | (value << field.low & ones);
}

bool is_nan(std::uint64_t bits, unsigned size) {
  const std::uint64_t infinity = size == 16 ? 0x7c00U : size == 32 ? 0x7f800000U : 0x7ff0000000000000U;
  const std::uint64_t sign = std::uint64_t{1} << (size - 1);
  return (bits & (sign - 1)) > infinity;
}

// Which NaN an operation gives is the host's affair.
bool is_same(const Operand& destination, std::uint64_t a, std::uint64_t b) {
  if (a == b) return true;
  const bool is_packed = destination.packed, is_half = destination.bits == 16 || (is_packed && destination.bits == 32);
  const unsigned size = is_half ? 16 : is_packed ? 32 : destination.dwords > 1 ? 64 : 32;
  const std::uint64_t ones = size == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
  for (unsigned first = 0; first < 64; first += size) {
    const std::uint64_t x = a >> first & ones, y = b >> first & ones;
    if (x != y && !(is_nan(x, size) && is_nan(y, size))) return false;
  }
  return true;
}

std::string difference(const Instruction& instruction, const WaveState& quick, const WaveState& slow) {
  for (unsigned i = 0; i < quick.sgpr.size(); ++i) {
    if (quick.sgpr[i] != slow.sgpr[i]) return "s" + std::to_string(i);
  }
  if (quick.scc != slow.scc || quick.pc != slow.pc || quick.mode != slow.mode) return "scc, pc or mode";
  if (quick.accvgpr != slow.accvgpr) return "an accumulation register";
  for (unsigned i = 0; i < k_registers; ++i) {
    if (quick.vgpr[i] == slow.vgpr[i]) continue;
    for (const Operand* to : {&instruction.destination, &instruction.destination2}) {
      if (to->kind != OperandKind::k_vgpr || i < to->index || i >= to->index + unsigned{to->dwords}) continue;
      for (unsigned lane = 0; lane < k_max_lanes; ++lane) {
        const std::uint64_t x = to->dwords > 1 ? read_source(quick, *to, lane) : quick.vgpr[i][lane];
        const std::uint64_t y = to->dwords > 1 ? read_source(slow, *to, lane) : slow.vgpr[i][lane];
        if (!is_same(*to, x, y)) {
          return "v" + std::to_string(i) + ", lane " + std::to_string(lane) + ": " + std::to_string(x) + ", not " +
                 std::to_string(y);
        }
      }
      return "";
    }
    return "v" + std::to_string(i);
  }
  return "";
}

struct Tried {
  unsigned operations = 0, quick = 0;
  std::string failures;
};

// Puts what both ways change back.
void copy_back(const Instruction& instruction, const WaveState& from, WaveState& to) {
  to.sgpr = from.sgpr;
  to.scc = from.scc;
  to.pc = from.pc;
  to.mode = from.mode;
  for (const Operand* one : {&instruction.destination, &instruction.destination2}) {
    if (one->kind != OperandKind::k_vgpr) continue;
    for (unsigned part = 0; part < one->dwords; ++part) to.vgpr[one->index + part] = from.vgpr[one->index + part];
  }
}

// True where the words are an instruction that is executed quickly.
bool try_words(const std::uint32_t* words, WaveState& quick, WaveState& slow, Values& values, Tried& tried) {
  const auto decoded = decode(quick.chip, reinterpret_cast<const std::uint8_t*>(words), 12, 0x1000);
  const auto* instruction = std::get_if<Instruction>(&decoded);
  if (instruction == nullptr || instruction->quick.kind == Quick::Kind::k_none) return false;
  randomise_scalars(quick, values);
  quick.pc = 0x1000;
  copy_back({}, quick, slow);
  if (!execute_quickly(instruction->quick, *instruction, quick)) return false;
  if (execute_slowly(*instruction, slow).kind != Outcome::Kind::k_done) return false;
  const std::string what = difference(*instruction, quick, slow);
  if (!what.empty()) {
    char text[64];
    std::snprintf(text, sizeof text, " %08x %08x ", words[0], words[1]);
    tried.failures += std::string(chip_name(quick.chip)) + text + full_name(*instruction) + ": " + what + "\n";
  }
  copy_back(*instruction, quick, slow);
  return true;
}

Tried try_all(Chip chip, unsigned seed) {
  Tried tried;
  Values values(seed);
  WaveState quick = random_wave(chip, values);
  WaveState slow = quick;
  const ChipTables& tables = chip_tables(chip);
  for (unsigned e = 0; e < tables.encoding_count; ++e) {
    const EncodingEntry& encoding = tables.encodings[e];
    const FieldsOfEncoding& fields = *encoding.fields;
    const bool is_dual = encoding.format == Format::k_vopd;
    for (unsigned o = 0; o < encoding.operation_count; ++o) {
      const OperationEntry& operation = encoding.operations[o];
      if (operation.work > Work::k_branch) continue;
      ++tried.operations;
      bool is_quick = false;
      for (unsigned round = 0; round < k_rounds; ++round) {
        std::uint32_t words[3];
        for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(values(32));
        words[0] = (words[0] & ~encoding.mask) | encoding.value;
        set(words, fields[is_dual ? Field::opx_ : Field::op_], operation.number);
        if (round % 2 == 0) {  // without modifiers that only the other way knows
          words[1] &= encoding.bytes == 8 ? ~0x18000000U : ~0U;
          if (fields[Field::clmp_].low < 32) set(words, fields[Field::clmp_], 0);
        }
        is_quick = try_words(words, quick, slow, values, tried) || is_quick;
      }
      tried.quick += is_quick ? 1U : 0U;
    }
  }
  return tried;
}

}  // namespace

TEST_CASE("what is executed quickly gives what is executed lane by lane", "[emulator]") {
  for (const Chip chip : k_chips) {
    INFO(chip_name(chip));
    for (unsigned seed = 1; seed <= 2; ++seed) {
      const Tried tried = try_all(chip, seed);
      INFO(tried.quick << " of " << tried.operations << " operations are executed quickly");
      CHECK(tried.failures == "");
      // Elsewhere than on x86-64-v3 only the scalar ones are.
      CHECK(tried.quick * 10 > tried.operations);
    }
  }
}

}  // namespace clc::emulator::test
