// Decodes the functions of an AMD code object into instructions that name the registers that they read and write.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc::worker {

// LLVM's number for half of a register: an instruction may write 16 of a register's 32 bits.
using Half = unsigned;

// Changes that an instruction makes to EXEC, the mask of the lanes that take part.
enum class ExecChange {
  k_none,
  k_removes,   // no lane joins
  k_adds,      // the lanes of `mask` join
  k_replaces,  // all that took part leave, lanes of `mask` join
  k_any,       // some may leave, lanes of `mask` may join
  k_all,       // all lanes take part
};

struct DecodedInstruction {
  std::uint64_t address = 0;
  std::string mnemonic;
  std::vector<Half> reads;
  std::vector<Half> writes;          // by the lanes that take part
  std::vector<Half> partial_writes;  // by a single lane
  bool reads_all_lanes = false;      // reads registers of lanes that do not take part, too
  ExecChange exec = ExecChange::k_none;
  unsigned mask = 0;   // the register that names the lanes that join; 0: not known
  unsigned saved = 0;  // the register that gets what EXEC was before
  // Scalar instructions may compute a mask: into the register `computed`, from the registers `sources`.
  unsigned computed = 0;
  std::vector<unsigned> sources;
  bool is_plain_mask = false;  // `computed` has no lanes but those of its sources, or those that take part
  bool is_exclusive_or_with_exec = false;
  bool only_grows = false;             // `computed` has all lanes of its sources
  std::vector<std::uint64_t> targets;  // addresses to which it may branch
  bool falls_through = true;
  unsigned latency = 0;  // cycles of LLVM's scheduling model until others can use what it writes
};

struct DecodedFunction {
  std::string name;
  bool is_kernel = false;
  unsigned item_registers = 0;  // vector registers that hold the item's local ids when a kernel begins
  std::string unknown;          // why the function cannot be analysed; empty: it can
  std::vector<DecodedInstruction> instructions;
};

enum class RegisterFile { k_none, k_vector, k_accumulation, k_scalar };

struct RegisterNumber {
  RegisterFile file = RegisterFile::k_none;
  unsigned number = 0;
};

struct CodeLine {
  std::string file;
  unsigned line = 0;
};

struct DecodedCode {
  std::vector<DecodedFunction> functions;
  std::vector<RegisterNumber> registers;     // by half
  std::vector<std::vector<Half>> halves;     // halves of each register, by LLVM's number
  std::vector<std::vector<CodeLine>> lines;  // parallel to `functions` and their instructions
};

Result<DecodedCode> decode_code_object(BytesView code_object);

}  // namespace clc::worker
