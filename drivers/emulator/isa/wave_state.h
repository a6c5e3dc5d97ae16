// The registers of one wave, and the execution of what touches only them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "isa/chip.h"
#include "isa/instruction.h"

namespace clc::emulator {

inline constexpr unsigned k_max_lanes = 64;
// A register, which begins with a line of the host's cache.
struct alignas(64) Lanes : std::array<std::uint32_t, k_max_lanes> {};

// MODE: signalling NaN are kept as IEEE says; registers are numbered relative to M0.
inline constexpr std::uint32_t k_mode_ieee = 0x200, k_mode_index = std::uint32_t{1} << 27U;

struct WaveState {
  Chip chip = Chip::k_gfx942;
  unsigned lanes = 64;   // 64, or 32 where the kernel descriptor says so
  std::uint64_t pc = 0;  // address of the next instruction
  std::array<std::uint32_t, 128> sgpr{};
  unsigned sgpr_count = 106;   // how many of the plain ones are allocated; beyond is an error
  std::vector<Lanes> vgpr;     // [register][lane]; its size is what is allocated, and beyond is an error
  std::vector<Lanes> accvgpr;  // gfx942
  bool scc = false;
  std::uint32_t mode = 0xf0;  // MODE as s_getreg reads it: bits 0-3 round, 4-7 denormals, 8 DX10 clamp, 9 IEEE
  std::uint32_t status = 0;   // STATUS; exec and vcc zero bits are computed when asked
  std::uint64_t shared_base = 0, shared_limit = 0, private_base = 0, private_limit = 0;  // apertures: addresses

  std::uint64_t exec() const { return sgpr[k_exec_lo] | (lanes == 64 ? std::uint64_t{sgpr[k_exec_hi]} << 32U : 0U); }
  std::uint64_t vcc() const { return sgpr[k_vcc_lo] | (lanes == 64 ? std::uint64_t{sgpr[k_vcc_hi]} << 32U : 0U); }
  void set_exec(std::uint64_t value);
  void set_vcc(std::uint64_t value);
};

struct Outcome {
  enum class Kind : std::uint8_t {
    k_done,            // executed, and pc is that of the next instruction
    k_ended,           // s_endpgm
    k_not_mine,        // the machine has to execute it: nothing was changed, pc neither
    k_left_registers,  // M0 chooses a register beyond what is allocated: an index beyond an array
    k_failed,          // unknown, unsupported, or a register beyond what is allocated: see message
  };
  Kind kind = Kind::k_done;
  std::string message;
};

// Executes one instruction of the first five kinds of Work. `wave.pc` has to be the instruction's.
Outcome execute(const Instruction& instruction, WaveState& wave);

// The slow one of the two ways of execute(): lane by lane, with all that MODE and modifiers may ask for. quick.h has
// the other.
Outcome execute_slowly(const Instruction& instruction, WaveState& wave);

// Checks that every register of the operands is allocated: "" or what is wrong. `execute` does it itself; the machine
// asks once for each instruction that it executes.
std::string check_registers(const Instruction& instruction, const WaveState& wave);

// Vector and scalar instructions: whether the result depends on what the destination was before, or keeps a part of it;
// and whether a lane may read what another one has, be that on or off.
bool reads_destination(const Instruction& instruction);
bool reads_other_lanes(const Instruction& instruction);

// The dword `part` (0 is the lowest) of an operand as lane `lane` sees it, without modifiers.
std::uint32_t read_dword(const WaveState& wave, const Operand& operand, unsigned lane, unsigned part = 0);
// The lowest one or two dwords.
std::uint64_t read_source(const WaveState& wave, const Operand& operand, unsigned lane);
// Writes one dword. EXEC is not looked at: ask `wave.exec()`. Writes to null vanish.
void write_dword(WaveState& wave, const Operand& operand, unsigned lane, std::uint32_t value, unsigned part = 0);

// ds_swizzle_b32, ds_permute_b32, ds_bpermute_b32: what the destination becomes, lane by lane; lanes that `written` has
// not keep their value. Inactive lanes are those of EXEC.
struct PermutedLanes {
  Lanes value{};
  std::uint64_t written = 0;
};
PermutedLanes lane_permute(const Instruction& instruction, const WaveState& wave);

}  // namespace clc::emulator
