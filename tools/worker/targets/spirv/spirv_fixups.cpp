#include "worker/targets/spirv/spirv_fixups.h"

#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <llvm/Demangle/Demangle.h>
#include <spirv/unified1/OpenCL.std.h>
#include <spirv/unified1/spirv.hpp>

#include "worker/ir/spirv_matrix_arithmetic.h"
#include "worker/targets/spirv/spirv_words.h"

namespace clc::worker {
namespace {

using namespace spirv_words;

// Facts of the module that have to be known before it is rewritten.
struct ModuleFacts {
  std::map<std::uint32_t, std::uint32_t> int_width;  // type -> bits
  std::map<std::uint32_t, std::uint32_t> float_width;
  std::set<std::uint32_t> bools;
  struct Pointer {
    std::uint32_t storage, pointee;
  };
  std::map<std::uint32_t, Pointer> pointers;
  std::map<std::uint32_t, std::uint32_t> vector_sizes;  // type -> elements
  std::set<std::uint32_t> matrices;                     // types of SPV_KHR_cooperative_matrix
  std::map<std::uint32_t, std::uint32_t> type_of;       // value -> type
  std::map<std::uint32_t, std::string> imports;         // id -> name
  std::map<std::uint32_t, spv::Op> instructions;        // imported function -> what it stands for
  std::set<std::uint32_t> functions;
  std::set<std::uint32_t> capabilities;
  std::uint32_t opencl_set = 0;
  bool has_wide_atomic = false;
};

// LLVM can write these instructions, but turns no function into them: builtins/spirv.cl calls functions named after
// them.
std::optional<spv::Op> instruction_named(std::string_view function) {
  if (function.find("__spirv_ImageQueryOrder") != std::string_view::npos) return spv::OpImageQueryOrder;
  if (function.find("__spirv_ImageQueryFormat") != std::string_view::npos) return spv::OpImageQueryFormat;
  if (function.find("__spirv_GenericPtrMemSemantics") != std::string_view::npos) return spv::OpGenericPtrMemSemantics;
  for (const SpirvMatrixArithmetic& one : k_spirv_matrix_arithmetic) {
    if (function.find(one.function) != std::string_view::npos) return one.instruction;
  }
  return std::nullopt;
}

bool is_atomic_with_result(spv::Op op) {
  return (op >= spv::OpAtomicLoad && op <= spv::OpAtomicXor && op != spv::OpAtomicStore);
}

void note_type_or_value(Instruction i, ModuleFacts& facts) {
  switch (opcode(i)) {
    case spv::OpTypeInt:
      facts.int_width[word(i, 1)] = word(i, 2);
      return;
    case spv::OpTypeFloat:
      facts.float_width[word(i, 1)] = word(i, 2);
      return;
    case spv::OpTypeBool:
      facts.bools.insert(word(i, 1));
      return;
    case spv::OpTypeVector:
      facts.vector_sizes[word(i, 1)] = word(i, 3);
      return;
    case spv::OpTypePointer:
      facts.pointers[word(i, 1)] = {word(i, 2), word(i, 3)};
      return;
    case spv::OpVariable:
    case spv::OpBitcast:
    case spv::OpInBoundsPtrAccessChain:
    case spv::OpPtrAccessChain:
    case spv::OpFunctionParameter:
    case spv::OpConstant:
    case spv::OpConstantNull:
    case spv::OpLoad:
    case spv::OpSpecConstantOp:
      facts.type_of[word(i, 2)] = word(i, 1);
      return;
    default:
      return;
  }
}

void note(Instruction i, ModuleFacts& facts) {
  constexpr std::uint32_t k_type_cooperative_matrix = 4456;
  note_type_or_value(i, facts);
  const spv::Op op = opcode(i);
  if (op == k_type_cooperative_matrix) facts.matrices.insert(word(i, 1));
  if (op == spv::OpCapability) facts.capabilities.insert(word(i, 1));
  if (op == spv::OpExtInstImport && literal_string(i, 2) == "OpenCL.std") facts.opencl_set = word(i, 1);
  if (op == spv::OpFunction) facts.functions.insert(word(i, 2));
  if (op == spv::OpDecorate && i.size() > 4 && i[2] == spv::DecorationLinkageAttributes &&
      i.back() == spv::LinkageTypeImport) {
    const std::string name = literal_string(i, 3);
    if (const auto op_of_name = instruction_named(name)) {
      facts.instructions[i[1]] = *op_of_name;
    } else {
      facts.imports[i[1]] = name;
    }
  }
  if (is_atomic_with_result(op) && facts.int_width.count(word(i, 1)) != 0 && facts.int_width[word(i, 1)] == 64) {
    facts.has_wide_atomic = true;
  }
  if (op == spv::OpAtomicStore) {
    // Its pointer's type is known where the pointer was made by an instruction noted above.
    const auto type = facts.type_of.find(word(i, 1));
    if (type == facts.type_of.end()) return;
    const auto pointer = facts.pointers.find(type->second);
    if (pointer != facts.pointers.end() && facts.int_width.count(pointer->second.pointee) != 0 &&
        facts.int_width[pointer->second.pointee] == 64) {
      facts.has_wide_atomic = true;
    }
  }
}

// Writes `OpConstantNull` as an ordinary constant where the type is a scalar, and without the operand that LLVM adds
// for events.
void append_null(Instruction i, const ModuleFacts& facts, Words& out) {
  if (i.size() < 3) return;
  if (facts.bools.count(i[1]) != 0) return append(out, spv::OpConstantFalse, {i[1], i[2]});
  const auto integer = facts.int_width.find(i[1]);
  const auto floating = facts.float_width.find(i[1]);
  if (integer == facts.int_width.end() && floating == facts.float_width.end()) {
    return append(out, spv::OpConstantNull, {i[1], i[2]});
  }
  const std::uint32_t width = integer != facts.int_width.end() ? integer->second : floating->second;
  if (width == 64) {
    append(out, spv::OpConstant, {i[1], i[2], 0, 0});
  } else {
    append(out, spv::OpConstant, {i[1], i[2], 0});
  }
}

// True where each operand is one element of the result. (Operands of a vector can also be vectors, and the one of a
// matrix is all elements.)
bool is_made_of_elements(Instruction i, const ModuleFacts& facts) {
  const auto vector = facts.vector_sizes.find(word(i, 1));
  return i.size() > 3 && !facts.matrices.contains(i[1]) &&
         (vector == facts.vector_sizes.end() || vector->second == i.size() - 3);
}

bool is_printf(Instruction i, const ModuleFacts& facts) {
  return opcode(i) == spv::OpExtInst && i.size() > 5 && i[3] == facts.opencl_set && i[4] == OpenCLLIB::Printf;
}

class Rewriter {
 public:
  Rewriter(const Words& words, const ModuleFacts& facts) : words_(words), facts_(facts), next_id_(words[k_bound]) {}

  Words run() {
    out_.assign(words_.begin(), words_.begin() + k_header_words);
    bool wants_atomics = facts_.has_wide_atomic && facts_.capabilities.count(spv::CapabilityInt64Atomics) == 0;
    for_each_instruction(words_, [&](Instruction i) {
      const spv::Op op = opcode(i);
      if (wants_atomics && op != spv::OpCapability) {
        append(out_, spv::OpCapability, {spv::CapabilityInt64Atomics});
        wants_atomics = false;
      }
      if (op == spv::OpFunction && !is_in_functions_) {
        is_in_functions_ = true;
        types_end_ = out_.size();
      }
      if (belongs_to_replaced_function(i) || is_needless_extension(i)) return;
      if (op == spv::OpConstantNull) return append_null(i, facts_, out_);
      if (op == spv::OpFunctionCall && facts_.instructions.count(word(i, 3)) != 0) return append_instruction(i);
      if (op == spv::OpCompositeConstruct && is_made_of_elements(i, facts_)) return append_insertions(i);
      if (is_printf(i, facts_)) return append_printf(i);
      append(out_, i);
    });
    out_.insert(out_.begin() + static_cast<std::ptrdiff_t>(types_end_), new_types_.begin(), new_types_.end());
    out_[k_bound] = next_id_;
    return std::move(out_);
  }

 private:
  std::uint32_t byte_pointer(std::uint32_t storage) {
    for (const auto& [id, pointer] : facts_.pointers) {
      const auto width = facts_.int_width.find(pointer.pointee);
      if (pointer.storage == storage && width != facts_.int_width.end() && width->second == 8) return id;
    }
    if (const auto made = made_.find(storage); made != made_.end()) return made->second;
    std::uint32_t byte = 0;
    for (const auto& [id, width] : facts_.int_width) {
      if (width == 8) byte = id;
    }
    if (byte == 0) return 0;  // cannot happen: formats consist of 8-bit integers
    append(new_types_, spv::OpTypePointer, {next_id_, storage, byte});
    made_[storage] = next_id_;
    return next_id_++;
  }

  // True where the instruction declares, names or decorates a function whose calls become instructions.
  bool belongs_to_replaced_function(Instruction i) {
    const spv::Op op = opcode(i);
    if (op == spv::OpName || op == spv::OpDecorate) return facts_.instructions.count(word(i, 1)) != 0;
    if (op == spv::OpFunction) is_in_replaced_function_ = facts_.instructions.count(word(i, 2)) != 0;
    const bool result = is_in_replaced_function_;
    if (op == spv::OpFunctionEnd) is_in_replaced_function_ = false;
    return result;
  }

  // llvm_options() enables this extension, without which the backend fails at printf. It is not needed, because
  // the format stays in constant memory.
  static bool is_needless_extension(Instruction i) {
    return opcode(i) == spv::OpExtension && literal_string(i, 1) == "SPV_EXT_relaxed_printf_string_address_space";
  }

  void append_insertions(Instruction construct) {
    const std::uint32_t type = construct[1];
    std::uint32_t made = next_id_++;
    append(out_, spv::OpUndef, {type, made});
    const Instruction elements = construct.subspan(3);
    for (std::uint32_t index = 0; index < elements.size(); ++index) {
      const std::uint32_t next = index + 1 == elements.size() ? construct[2] : next_id_++;
      append(out_, spv::OpCompositeInsert, {type, next, elements[index], made, index});
      made = next;
    }
  }

  void append_instruction(Instruction call) {
    out_.push_back(first_word(facts_.instructions.at(call[3]), call.size() - 1));
    append(out_, call.subspan(1, 2));
    append(out_, call.subspan(4));
  }

  void append_printf(Instruction i) {
    Words copy(i.begin(), i.end());
    const auto type = facts_.type_of.find(i[5]);
    const auto pointer = type == facts_.type_of.end() ? facts_.pointers.end() : facts_.pointers.find(type->second);
    if (pointer != facts_.pointers.end() && facts_.int_width.count(pointer->second.pointee) == 0) {
      if (const std::uint32_t wanted = byte_pointer(pointer->second.storage); wanted != 0) {
        append(out_, spv::OpBitcast, {wanted, next_id_, i[5]});
        copy[5] = next_id_++;
      }
    }
    append(out_, copy);
  }

  const Words& words_;
  const ModuleFacts& facts_;
  std::uint32_t next_id_;
  Words out_;
  Words new_types_;
  std::size_t types_end_ = 0;
  bool is_in_functions_ = false, is_in_replaced_function_ = false;
  std::map<std::uint32_t, std::uint32_t> made_;  // storage class -> pointer to 8-bit integer
};

}  // namespace

Result<std::vector<std::uint32_t>> to_words(std::string_view bytes) {
  if (bytes.size() < k_header_words * 4 || bytes.size() % 4 != 0) {
    return fail(ErrorKind::k_crash,
                "LLVM's SPIR-V backend wrote " + std::to_string(bytes.size()) + " bytes, which is not a module");
  }
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

Result<void> fix_backend_output(std::vector<std::uint32_t>& words) {
  ModuleFacts facts;
  if (!for_each_instruction(words, [&](Instruction i) { note(i, facts); })) {
    return fail(ErrorKind::k_crash, "LLVM's SPIR-V backend wrote a damaged module");
  }
  std::string undefined;
  for (const auto& [id, name] : facts.imports) {
    if (facts.functions.count(id) != 0) undefined += (undefined.empty() ? "" : ", ") + llvm::demangle(name);
  }
  if (!undefined.empty())
    return fail(ErrorKind::k_compile, "called, but neither defined nor a builtin of SPIR-V: " + undefined);
  words = Rewriter(words, facts).run();
  return {};
}

void fix_private_alignments(std::vector<std::uint32_t>& words, std::uint32_t widest) {
  constexpr std::uint32_t k_sign_extended_128 = 0xffffff80;
  for (std::size_t at = k_header_words; at + 3 < words.size() && words[at] >> 16U != 0; at += words[at] >> 16U) {
    if (words[at] != first_word(spv::OpDecorate, 4) || words[at + 2] != spv::DecorationAlignment) continue;
    std::uint32_t& alignment = words[at + 3];
    if (alignment == k_sign_extended_128) alignment = 128;
    if (alignment == 0) alignment = widest;
  }
}

}  // namespace clc::worker
