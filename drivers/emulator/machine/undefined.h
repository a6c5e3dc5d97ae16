// Values that were never set: which bits of registers, local and private memory hold them, and where one of them
// decides a branch, an address, or is stored to global memory. Copies, spills and merges of bits are followed in
// silence.
//
// The effect of an instruction on such bits is found by executing it again with other values in them: bits of the
// result that then differ depend on them. So each instruction is followed as exactly as it is executed, and without
// evidence there is no finding.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "machine/caches.h"
#include "machine/finding.h"
#include "machine/wave.h"

namespace clc::emulator {

// Where a value that was never set comes from: an instruction that read it from memory, or else a register.
struct Origin {
  std::uint64_t pc = 0;  // 0: a register that nothing was written to
  enum class Place : std::uint8_t { k_register, k_private, k_local, k_global } place = Place::k_register;
};

// Bits of one register, lane by lane. Those of lanes outside `lanes` are all set, whatever `bits` says.
struct UndefinedLanes {
  std::uint64_t lanes = 0;
  Lanes bits{};
  Origin origin;

  std::uint32_t at(unsigned lane) const { return (lanes >> lane & 1U) != 0 ? bits[lane] : 0; }
  void put(unsigned lane, std::uint32_t undefined) {
    bits[lane] = undefined;
    const std::uint64_t bit = std::uint64_t{1} << lane;
    lanes = undefined != 0 ? lanes | bit : lanes & ~bit;
  }
};

// The undefined bits of one wave.
struct WaveShadow {
  std::vector<UndefinedLanes> vgpr, accvgpr;
  std::array<std::uint32_t, 128> sgpr{};
  std::array<Origin, 128> sgpr_origin{};
  bool scc = false;
  Origin scc_origin;
  std::vector<std::uint8_t> scratch;  // as Wave::scratch

  std::vector<UndefinedLanes>& file(OperandKind kind) { return kind == OperandKind::k_vgpr ? vgpr : accvgpr; }
};

// The registers that an instruction reads and writes, found once.
struct RegisterUse {
  enum class Kind : std::uint8_t {
    k_plain,
    k_scc_branch,
    k_vcc_branch,
    k_jump,
    k_write_lane,
    k_read_lane,
    k_read_first,
    k_skip
  };
  enum class Compare : std::uint8_t { k_none, k_equal, k_real };
  struct One {
    OperandKind kind{};
    std::uint16_t index = 0;
    std::uint8_t dwords = 1;
  };
  std::vector<One> in, out;  // `in` has the destination as well, where the instruction keeps a part of it
  Kind kind = Kind::k_plain;
  Compare compare = Compare::k_none;
  bool all_lanes = false;  // reads lanes that are off
  bool is_scalar = false;  // reads and perhaps writes SCC
  bool is_moved = false;   // M0 moves its registers
  bool fills = false;      // arithmetic: what lies between bits that differ differs, too
};

class Undefined {
 public:
  explicit Undefined(FindingLog& log) : log_(log) {}
  void begin();
  void start_wave(Wave& wave) const;

  // Executes an instruction of the first kinds of Work, and follows its bits.
  Outcome execute(Wave& wave, const DecodedInstruction& code);

  // Memory instructions: registers that addresses come from, the data that is stored, the result that was loaded.
  void check_address(Wave& wave, const DecodedInstruction& code);
  void take_data(const Wave& wave, PendingAccess& access) const;
  void permute(Wave& wave, PendingAccess& access) const;
  void deliver(Wave& wave, const PendingAccess& access) const;
  void deliver_scalar(Wave& wave, const PendingAccess& access) const;
  // Registers of a read of texels.
  void deliver_texels(Wave& wave, const PendingAccess& access, unsigned dwords) const;
  // The bits of a store's register.
  std::uint32_t bits_of(const Wave& wave, const Operand& operand, unsigned part, unsigned lane) const;

  // One lane's bytes in local or private memory; `bits` are theirs.
  void load(std::uint8_t* bits, PendingAccess& access, unsigned lane, unsigned element) const;
  static void store(std::uint8_t* bits, const PendingAccess& access, unsigned lane, unsigned element);
  static void change(std::uint8_t* bits, PendingAccess& access, unsigned lane);
  // The same in global memory, where a value that nobody set is a finding, unless some of its bytes were set: a
  // structure with padding, or a vector of which one component is unused.
  void load_global(PendingAccess& access, unsigned lane) const;
  void store_global(const Wave& wave, const PendingAccess& access, unsigned lane);  // when it is issued

 private:
  using Shadow = WaveShadow;
  struct Inputs;

  void check_address_register(Wave& wave, const Operand& operand, unsigned part, int first_lane);

  std::uint64_t undefined_lanes(const Wave& wave, const RegisterUse& use) const;
  Outcome execute_again(Wave& wave, const DecodedInstruction& code, const RegisterUse& use);
  static Origin find_origin(const Shadow& shadow, const RegisterUse& use, const Inputs& inputs);
  static std::uint64_t compared_lanes(const Wave& wave, const Instruction& instruction, const RegisterUse& use);
  void put_trial(WaveState& state, const Shadow& shadow, const RegisterUse& use, const Inputs& inputs, unsigned trial);
  static void settle(const WaveState& state, Shadow& shadow, const Instruction& instruction, const RegisterUse& use,
                     const Inputs& inputs);
  Outcome execute_lane_move(Wave& wave, const Instruction& instruction, const RegisterUse& use);
  bool branch(Wave& wave, const RegisterUse& use);
  void report(const Wave& wave, int lane, const char* what, const Origin& origin, const char* expected);

  FindingLog& log_;
  std::unordered_map<std::uint64_t, std::array<std::uint8_t, k_line_bytes>> global_;  // lines that have such bits
  std::uint64_t random_ = 1;
};

const RegisterUse& register_use(const DecodedInstruction& code, bool is_wide);

}  // namespace clc::emulator
