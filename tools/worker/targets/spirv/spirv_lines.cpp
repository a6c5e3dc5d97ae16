#include "worker/targets/spirv/spirv_lines.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <spirv/unified1/spirv.hpp>

#include "worker/targets/spirv/spirv_words.h"

namespace clc::worker {
namespace {

using namespace spirv_words;

constexpr const char* k_marker = "__clc_line";

std::string file_of(const llvm::DILocation& location) {
  std::string_view file = location.getFilename();
  if (file.starts_with("./")) file.remove_prefix(2);
  return std::string(file);
}

// The first instruction that a call may stand before: phis and variables begin a block.
llvm::BasicBlock::iterator first_place(llvm::BasicBlock& block) {
  auto place = block.getFirstNonPHIIt();
  for (auto at = place; at != block.end(); ++at) {
    if (llvm::isa<llvm::AllocaInst>(*at)) place = std::next(at);
  }
  return place;
}

class Marker {
 public:
  explicit Marker(llvm::Module& module)
      : integer_(llvm::Type::getInt32Ty(module.getContext())),
        function_(module.getOrInsertFunction(k_marker, llvm::Type::getVoidTy(module.getContext()), integer_)) {
    llvm::cast<llvm::Function>(function_.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }

  void mark(llvm::BasicBlock& block) {
    std::uint32_t last = k_none;
    for (auto at = first_place(block); at != block.end(); ++at) {
      const llvm::DebugLoc& location = at->getDebugLoc();
      if (!location || location.getLine() == 0) continue;
      const std::uint32_t index = index_of(*location);
      if (index == last) continue;
      last = index;
      llvm::IRBuilder<> builder(&block, at);
      llvm::CallInst* call = builder.CreateCall(function_, {llvm::ConstantInt::get(integer_, index)});
      call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
      call->setDebugLoc(location);
    }
  }

  std::vector<SourceLine> lines() { return std::move(lines_); }

 private:
  static constexpr std::uint32_t k_none = ~0U;

  std::uint32_t index_of(const llvm::DILocation& location) {
    const auto [entry, is_new] =
        index_.try_emplace({file_of(location), location.getLine(), location.getColumn()}, lines_.size());
    if (is_new) lines_.push_back({file_of(location), location.getLine(), location.getColumn()});
    return entry->second;
  }

  llvm::Type* integer_;
  llvm::FunctionCallee function_;
  std::vector<SourceLine> lines_;
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, std::uint32_t> index_;
};

bool is_marker_call(Instruction i, std::uint32_t marker) {
  return opcode(i) == spv::OpFunctionCall && i.size() == 5 && i[3] == marker;
}

// Parts of the module that are there because of the calls.
struct Marks {
  std::uint32_t marker = 0, parameter = 0;
  bool has_other_linkage = false;
  std::map<std::uint32_t, std::uint32_t> constants;  // that calls have as argument -> value
  std::set<std::uint32_t> used;                      // of these, the ones that something else refers to
};

Marks find_marks(const Words& words) {
  Marks marks;
  std::map<std::uint32_t, std::uint32_t> constants;
  std::uint32_t function = 0;
  for_each_instruction(words, [&](Instruction i) {
    const spv::Op op = opcode(i);
    if (op == spv::OpDecorate && word(i, 2) == spv::DecorationLinkageAttributes) {
      if (literal_string(i, 3) == k_marker) {
        marks.marker = word(i, 1);
      } else {
        marks.has_other_linkage = true;
      }
    }
    if (op == spv::OpConstant && i.size() == 4) constants[i[2]] = i[3];
    if (op == spv::OpFunction) function = word(i, 2);
    if (op == spv::OpFunctionParameter && function == marks.marker) marks.parameter = word(i, 2);
    if (is_marker_call(i, marks.marker)) marks.constants[i[4]] = constants[i[4]];
  });
  for_each_instruction(words, [&](Instruction i) {
    const bool is_own = is_marker_call(i, marks.marker) || opcode(i) == spv::OpConstant || opcode(i) == spv::OpName;
    for (std::size_t at = 1; at < i.size() && !is_own; ++at) {
      if (marks.constants.contains(i[at])) marks.used.insert(i[at]);
    }
  });
  return marks;
}

bool is_needless(Instruction i, const Marks& marks) {
  const spv::Op op = opcode(i);
  if (op == spv::OpCapability) return word(i, 1) == spv::CapabilityLinkage && !marks.has_other_linkage;
  if (op == spv::OpConstant) return marks.constants.contains(word(i, 2)) && !marks.used.contains(word(i, 2));
  if (op != spv::OpName && op != spv::OpDecorate) return false;
  const std::uint32_t id = word(i, 1);
  return id == marks.marker || (id != 0 && id == marks.parameter) ||
         (op == spv::OpName && marks.constants.contains(id) && !marks.used.contains(id));
}

// True where OpString stands behind instructions of this kind.
bool is_before_strings(spv::Op op) {
  constexpr std::array k_before{spv::OpCapability, spv::OpExtension,     spv::OpExtInstImport,  spv::OpMemoryModel,
                                spv::OpEntryPoint, spv::OpExecutionMode, spv::OpExecutionModeId};
  return std::find(k_before.begin(), k_before.end(), op) != k_before.end();
}

// The ids that the files get, and their instructions.
std::map<std::string, std::uint32_t> name_files(const std::vector<SourceLine>& lines, std::uint32_t& next_id,
                                                Words& strings) {
  std::map<std::string, std::uint32_t> ids;
  for (const SourceLine& line : lines) {
    const auto [entry, is_new] = ids.try_emplace(line.file, next_id);
    if (!is_new) continue;
    ++next_id;
    Words text(line.file.size() / sizeof(std::uint32_t) + 1);
    line.file.copy(reinterpret_cast<char*>(text.data()), line.file.size());
    strings.push_back(first_word(spv::OpString, text.size() + 2));
    strings.push_back(entry->second);
    append(strings, text);
  }
  return ids;
}

}  // namespace

std::vector<SourceLine> mark_lines(llvm::Module& module) {
  Marker marker(module);
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) marker.mark(block);
  }
  return marker.lines();
}

void write_lines(std::vector<std::uint32_t>& words, const std::vector<SourceLine>& lines) {
  const Marks marks = find_marks(words);
  if (marks.marker == 0) return;
  Words out(words.begin(), words.begin() + k_header_words), strings;
  const auto files = name_files(lines, out[k_bound], strings);
  bool has_strings = false, is_in_marker = false;
  const bool is_whole = for_each_instruction(words, [&](Instruction i) {
    const spv::Op op = opcode(i);
    if (!has_strings && !is_before_strings(op)) {
      append(out, strings);
      has_strings = true;
    }
    if (op == spv::OpFunction) is_in_marker = word(i, 2) == marks.marker;
    if (is_in_marker || is_needless(i, marks)) return;
    if (!is_marker_call(i, marks.marker)) return append(out, i);
    const SourceLine& line = lines.at(marks.constants.at(i[4]));
    append(out, spv::OpLine, {files.at(line.file), line.line, line.column});
  });
  if (is_whole) words = std::move(out);
}

}  // namespace clc::worker
