// One decoded instruction: what it is, where its operands are, and every other field of its encoding. The enumerators
// of Opcode are generated from AMD's tables (generate.py): AMD's names in lower case, without the suffix of an
// encoding: `v_add_f32`, `global_load_dword` (gfx942), `global_load_b32` (gfx1100, gfx1200), `s_waitcnt`.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "isa/chip.h"
#include "isa/image_fields.h"
#include "isa/opcode.h"  // generated: enum class Opcode : std::uint16_t, and opcode_name(Opcode)

namespace clc::emulator {

enum class Format : std::uint8_t {
  k_sop1,
  k_sop2,
  k_sopc,
  k_sopk,
  k_sopp,  // scalar
  k_smem,  // scalar loads; on gfx942 also cache operations
  k_vop1,
  k_vop2,
  k_vopc,
  k_vop3,
  k_vop3sd,
  k_vop3p,
  k_mfma,
  k_vopd,  // vector
  k_ds,
  k_flat,
  k_global,
  k_scratch,
  k_buffer,
  k_typed_buffer,  // vector memory; buffer: MUBUF or VBUFFER
  k_image,
  k_export,
  k_interpolate,
  k_lds_direct,
  k_refused,  // named, never executed
};

// The kind of work of an instruction, which says who executes it. `execute` in wave_state.h does the first four.
enum class Work : std::uint8_t {
  k_scalar,  // SALU: touches the state of its wave only
  k_vector,  // VALU, lane operations included
  k_branch,  // s_branch, s_cbranch_*, s_setpc, s_swappc, s_getpc, s_call
  k_end,     // s_endpgm; s_code_end is `unsupported`
  k_idle,    // s_nop, s_sleep, s_clause, s_delay_alu, s_inst_prefetch …: nothing that can be seen; `execute` skips them
  // The machine executes the rest.
  k_wait,               // s_waitcnt*, s_wait_*
  k_barrier,            // s_barrier, s_barrier_signal*, s_barrier_wait …
  k_message,            // s_sendmsg*, s_trap, s_sethalt …
  k_hardware_register,  // s_getreg*, s_setreg*, s_getpc-like reads of clocks excluded: s_memtime is scalar_memory
  k_cache,  // buffer_wbl2, buffer_inv, buffer_wbinvl1_vol, buffer_gl0_inv, buffer_gl1_inv, global_inv, global_wb,
            // s_dcache_inv, s_icache_inv
  k_scalar_memory,  // s_load_*, s_buffer_load_*, s_store_*, s_memtime, s_memrealtime
  k_lds,      // ds_* that touch memory. The lane operations ds_swizzle, ds_permute, ds_bpermute are lds, too: they go
              // through LGKM/DS counters, and `lane_permute` in wave_state.h computes them
  k_flat,     // flat_*
  k_global,   // global_*
  k_scratch,  // scratch_*
  k_buffer,   // buffer_*, tbuffer_*
  k_image,    // image_*
  k_unsupported,  // exports: known by name, and an error to execute
};

// Numbers in WaveState::sgpr. The decoder maps the chips' own encodings to these.
inline constexpr unsigned k_flat_scratch = 102;  // gfx90a: two, which every kernel has
inline constexpr unsigned k_vcc_lo = 106, k_vcc_hi = 107, k_ttmp0 = 108, k_m0 = 124, k_exec_lo = 126, k_exec_hi = 127;
// Operand::index of kind special: the encoding.
inline constexpr unsigned k_shared_base = 235, k_shared_limit = 236, k_private_base = 237, k_private_limit = 238,
                          k_pops_exiting_wave_id = 239, k_vccz = 251, k_execz = 252, k_scc = 253;

enum class OperandKind : std::uint8_t {
  k_none,      // the instruction has no such operand
  k_sgpr,      // index 0…127 in WaveState::sgpr: vcc, m0, exec and the trap registers have numbers there (k_vcc_lo …)
  k_vgpr,      // index 0…255
  k_accvgpr,   // index 0…255, gfx942's accumulation registers
  k_constant,  // inline constant or literal, already extended to the size of the operand
  k_special,   // read only: index is the encoding (k_scc, k_vccz, k_execz, k_shared_base …)
  k_null,      // reads as 0, writes vanish (gfx1100, gfx1200)
};

struct Operand {
  OperandKind kind = OperandKind::k_none;
  std::uint8_t bits = 0;    // 1, 8, 16, 32, 64, 96, 128; of a lane mask: 64 on gfx942, 32 on the others
                            // 256 and 512 are written as 0 with `dwords` 8 and 16
  std::uint8_t dwords = 0;  // how many registers, at least 1
  bool high = false;        // takes the high half of a 32-bit register (op_sel, or .h on gfx1100 and gfx1200)
  bool mask = false;        // a bit for each lane: one register in a wave of 32, two in a wave of 64
  bool real = false;        // a floating-point number, or two of them
  bool bfloat = false;      // bfloat16
  bool packed = false;      // two numbers in one operand
  bool negate = false;
  bool absolute = false;
  bool sign_extend = false;  // SDWA
  bool is_halved = false;    // matrices of gfx11 and gfx12: half as many registers in waves of 64
  std::uint8_t select = 6;   // SDWA: 0…3 a byte, 4 and 5 a word, 6 the dword
  std::uint16_t index = 0;
  std::uint64_t constant = 0;
};

inline bool is_there(const Operand& operand) {
  return operand.kind != OperandKind::k_none && operand.kind != OperandKind::k_null;
}

// Cache bits, by their names on the chip: the others are 0.
struct CachePolicy {
  bool sc0 = false, sc1 = false, nt = false;   // gfx942
  bool glc = false, slc = false, dlc = false;  // gfx90a, gfx1100 (gfx942: glc of scalar loads)
  bool scc = false;                            // gfx90a
  std::uint8_t scope = 0;                      // gfx1200: 0 CU, 1 SE, 2 device, 3 system
  std::uint8_t temporal_hint = 0;              // gfx1200: th; bit 0 of an atomic: it returns the value before
};

// The first source under DPP: where lane i reads it from.
struct LanePermutation {
  enum class Kind : std::uint8_t { k_none, k_dpp8, k_dpp16 };
  Kind kind = Kind::k_none;
  std::uint32_t control = 0;  // dpp16: dpp_ctrl; dpp8: eight selectors of three bits
  std::uint8_t row_mask = 0xf, bank_mask = 0xf;
  bool bound_control = false;  // invalid lanes read 0, where else the lane is not written
  bool fetch_inactive = false;
};

struct Instruction;
struct WaveState;
struct Wide;
namespace pseudocode {
struct ScalarCall;
}

// All that `execute_quickly` needs of an instruction, in one line of the host's cache; found once, when it is decoded.
struct alignas(64) Quick {
  enum class Kind : std::uint8_t { k_none, k_vector, k_dual, k_scalar, k_idle };
  // How the bits of a source become what the instruction takes. Of a dword, first
  // (dword >> low_shift & low_mask) | (dword >> high_shift << 16 & high_mask); of two dwords, each takes one of both.
  // Then the only or the higher one loses `clear`, and bits are inverted.
  struct Change {
    std::uint8_t low_shift = 0, high_shift = 0;
    std::uint8_t low_part = 0, high_part = 1;
    std::uint32_t low_mask = ~0U, high_mask = 0;
    std::uint32_t clear = 0, invert = 0, low_invert = 0;
    auto operator<=>(const Change&) const = default;
  };
  enum class Way : std::uint8_t { k_none, k_vector, k_accumulation, k_scalar, k_constant, k_mask, k_other };
  struct Source {
    Way way = Way::k_none;
    std::uint8_t dwords = 1;
    std::uint16_t index = 0;   // of the first register; of a vector instruction's constant its number
    std::uint16_t change = 0;  // its number; 0: none
  };
  enum class Place : std::uint8_t { k_none, k_vector, k_low_half, k_high_half, k_scalar, k_mask, k_nowhere };
  struct Target {
    Place place = Place::k_none;
    std::uint8_t dwords = 1;
    std::uint16_t index = 0;
  };
  union {
    void (*vector)(const Wide&) = nullptr;
    void (*scalar)(pseudocode::ScalarCall&);
  };
  std::uint64_t constant = 0;  // of a scalar instruction
  std::uint32_t literal = 0;
  std::uint16_t simm16 = 0;
  std::uint16_t vector_registers = 0, accumulation_registers = 0, scalar_registers = 0;  // that it needs
  Source source[3];
  Target target;
  Target mask;  // of a carry
  Kind kind = Kind::k_none;
  Work work{};
  std::uint8_t bytes = 0;
  std::uint8_t op_sel = 0, op_sel_hi = 0, neg = 0;
  bool is_real : 1 = false;      // MODE may decide about it
  bool writes_exec : 1 = false;  // besides the mask
  bool moves_pc : 1 = true;      // whoever calls the function adds `bytes` to the program counter
  bool reads_destination : 1 = false, reads_carry : 1 = false;
};
static_assert(sizeof(Quick) == 64);

struct Instruction {
  Quick quick;
  Quick second;  // the second half of a dual instruction
  Chip chip = Chip::k_gfx942;
  Opcode opcode{};
  Format format{};
  Work work{};
  std::uint8_t bytes = 0;           // size: 4, 8 or 12; 16 for gfx950's scaled matrices
  std::uint64_t pc = 0;             // where it was decoded
  std::uint16_t execute_index = 0;  // of the function that executes it; for `execute` only

  Operand destination;  // vdst, sdst; of comparisons the mask

  // Operands of memory instructions. `destination` is what a load or an atomic that returns writes: in DS, FLAT, GLOBAL
  // and SCRATCH always vdst, in buffers and scalar memory the data register of loads.
  std::int32_t offset = 0;                // bytes, sign-extended as the format says; of DS the 16 bits of both offsets
  std::uint8_t offset0 = 0, offset1 = 0;  // DS: of instructions with two addresses, before they are scaled
  bool offset_enable = false;             // buffers: offen
  bool index_enable = false;              // buffers: idxen
  bool lds = false;                       // a buffer load straight to LDS (CDNA)
  bool gds = false;                       // DS: global data share; never executed
  bool vector_address = false;            // SCRATCH: sve/`vaddr` is used; GLOBAL and FLAT: always
  bool returns_value = false;             // an atomic that gives back the value before
  CachePolicy cache;
  Operand address;        // vaddr: VGPRs; kind none where there is none (scratch without vaddr, buffer without)
  Operand base;           // SGPRs: sbase of SMEM (64 or 128 bits), saddr of GLOBAL, FLAT and SCRATCH, srsrc of buffers
  Operand scalar_offset;  // soffset: an SGPR or a constant; none where there is none
  Operand data;           // what is stored, or the operand of an atomic
  Operand data2;          // DS only: data1

  // Operands of vector and scalar arithmetic.
  Operand destination2;  // sdst of carry-out and v_div_scale; vdsty of a pair
  Operand source[3];     // src0, src1, src2; of a carry-in the mask; of s_movk and others none: see simm16
  // The second half of a dual instruction (VOPD): opcode2, destination2, and source2[]. Of gfx950's scaled matrices
  // source2 has the scales.
  Opcode opcode2{};
  std::uint16_t execute_index2 = 0;
  Operand source2[3];

  ImageFields image;

  // Modifiers of vector instructions.
  bool clamp = false;
  std::uint8_t output_modifier = 0;           // omod: 1 times 2, 2 times 4, 3 divided by 2
  std::uint8_t op_sel = 0, op_sel_hi = 0;     // VOP3: 4 bits; VOP3P: 3 and 3
  std::uint8_t neg = 0, neg_hi = 0, abs = 0;  // VOP3P: of low and high halves
  std::uint8_t cbsz = 0, abid = 0, blgp = 0;  // matrices of CDNA
  std::uint8_t scale_select = 0;              // gfx950: which byte of each scale, two bits for each; source2 has them
  bool sdwa = false;
  std::uint8_t destination_select = 6, destination_unused = 0;  // SDWA
  LanePermutation lanes;

  std::uint16_t simm16 = 0;   // SOPP and SOPK, as encoded: waits, branches, messages
  std::uint32_t literal = 0;  // the literal constant that follows, if has_literal
  bool has_literal = false;
};

// The name as AMD's tables have it, in lower case and without the suffix of an encoding.
std::string_view name(const Instruction& instruction);
// The same, with both names of a dual instruction: "v_dual_mov_b32 :: v_dual_add_f32".
std::string full_name(const Instruction& instruction);

struct DecodeError {
  std::string message;  // with chip, address and the words
};

// Decodes the instruction that begins at `code`, of which `size` bytes can be read. `pc` is its address.
std::variant<Instruction, DecodeError> decode(Chip chip, const std::uint8_t* code, std::size_t size, std::uint64_t pc);

}  // namespace clc::emulator
