#include "insight/disasm/spirv_live.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/backward_flow.h"
#include "protocol/spirv_instructions.h"

namespace clc {
namespace {

using Id = std::uint32_t;
using Ids = std::set<Id>;

constexpr Id k_no_id = 0;

struct Instruction {
  spv::Op opcode = spv::OpNop;
  Id result = k_no_id;
  Id type = k_no_id;
  std::vector<std::uint32_t> operands;  // without type and result
  std::string place;
};

struct Block {
  std::vector<Instruction> code;
  std::vector<Id> next;                         // labels of the blocks that may follow
  std::vector<std::pair<Id, Id>> read_by_phis;  // label of the block before, value
  std::size_t number = 0;                       // its place in the function's order
};

struct Function {
  std::vector<Instruction> parameters;
  std::vector<Id> order;  // labels of its blocks
  std::map<Id, Block> blocks;
};

// The number of operands, from the first on, that are ids. Literals stand behind them.
std::size_t ids_among(const Instruction& one) {
  switch (one.opcode) {
    case spv::OpLoad:
    case spv::OpCompositeExtract:
    case spv::OpSwitch:
      return 1;
    case spv::OpStore:
    case spv::OpVectorShuffle:
    case spv::OpCompositeInsert:
      return 2;
    case spv::OpCopyMemorySized:
    case spv::OpBranchConditional:
      return 3;
    case spv::OpVariable:
    case spv::OpBranch:
    case spv::OpLoopMerge:
    case spv::OpSelectionMerge:
      return 0;
    default:
      return one.operands.size();
  }
}

std::size_t first_id(const Instruction& one) {
  return one.opcode == spv::OpExtInst ? 2 : 0;  // behind the set and its instruction
}

class Reader {
 public:
  explicit Reader(BytesView module) {
    each_spirv_instruction(module, [this](SpirvInstruction one) {
      read_instruction(std::move(one));
      return true;
    });
  }

  std::map<Id, std::string> kernels;
  std::map<Id, Function> functions;
  std::map<Id, std::uint64_t> words_of_type;

 private:
  static std::uint32_t at(const std::vector<std::uint32_t>& operands, std::size_t number) {
    return number < operands.size() ? operands[number] : 0;
  }

  void read_instruction(SpirvInstruction one) {
    const spv::Op opcode = one.opcode;
    if (opcode == spv::OpMemoryModel) address_words_ = one.operand(0) == spv::AddressingModelPhysical32 ? 1 : 2;
    if (opcode == spv::OpString) strings_[one.operand(0)] = one.text(1);
    if (opcode == spv::OpEntryPoint && one.operand(0) == spv::ExecutionModelKernel)
      kernels[one.operand(1)] = one.text(2);
    if (opcode >= spv::OpTypeVoid && opcode <= spv::OpTypeForwardPointer) return read_type(opcode, one.operands);
    if (opcode == spv::OpConstant) constants_[one.operand(1)] = one.operand(2);
    if (opcode == spv::OpLine) place_ = place_of(one.operand(0), one.operand(1));
    if (opcode == spv::OpNoLine) place_.clear();
    if (opcode == spv::OpFunction) current_ = &functions[one.operand(1)];
    if (opcode == spv::OpFunctionEnd) current_ = nullptr, label_ = k_no_id;
    const bool is_code =
        current_ != nullptr && opcode != spv::OpFunction && opcode != spv::OpLine && opcode != spv::OpNoLine;
    if (is_code) read_code(opcode, std::move(one.operands));
  }

  std::string place_of(Id file, std::uint32_t line) const {
    const auto name = strings_.find(file);
    if (name == strings_.end() || line == 0) return {};
    return (name->second.starts_with("./") ? name->second.substr(2) : name->second) + ":" + std::to_string(line);
  }

  void read_type(spv::Op opcode, const std::vector<std::uint32_t>& operands) {
    constexpr std::uint64_t k_most_words = std::uint64_t{1} << 32U;
    const auto words = [&](Id type) { return words_of_type.contains(type) ? words_of_type.at(type) : 0; };
    std::uint64_t result = 1;
    if (opcode == spv::OpTypeVoid || opcode == spv::OpTypeBool) result = 0;
    if (opcode == spv::OpTypeInt || opcode == spv::OpTypeFloat) result = (std::uint64_t{at(operands, 1)} + 31) / 32;
    if (opcode == spv::OpTypeVector) result = words(at(operands, 1)) * at(operands, 2);
    if (opcode == spv::OpTypeArray) result = words(at(operands, 1)) * constants_[at(operands, 2)];
    if (opcode == spv::OpTypePointer) result = address_words_;
    if (opcode == spv::OpTypeStruct) {
      result = 0;
      for (std::size_t i = 1; i < operands.size(); ++i) result += words(operands[i]);
    }
    words_of_type[at(operands, 0)] = std::min(result, k_most_words);
  }

  // Reads the operands (selector, default, (literal, label)…): a literal has as many words as the selector.
  std::vector<Id> labels_of_switch(const std::vector<std::uint32_t>& operands) {
    const std::size_t literal = std::max<std::size_t>(words_of_type[type_of_[at(operands, 0)]], 1);
    std::vector<Id> labels;
    for (std::size_t i = 1; i < operands.size(); i += literal + 1) labels.push_back(operands[i]);
    return labels;
  }

  void read_code(spv::Op opcode, std::vector<std::uint32_t> operands) {
    if (opcode == spv::OpLabel) {
      label_ = at(operands, 0);
      const auto [block, is_new] = current_->blocks.try_emplace(label_);
      if (!is_new) return;
      block->second.number = current_->order.size();
      current_->order.push_back(label_);
      return;
    }
    Instruction one{opcode, k_no_id, k_no_id, std::move(operands), place_};
    // The first operand of an instruction without a result is no type.
    if (one.operands.size() >= 2 && words_of_type.contains(one.operands[0]) && opcode != spv::OpStore) {
      one.type = one.operands[0];
      one.result = one.operands[1];
      type_of_[one.result] = one.type;
      one.operands.erase(one.operands.begin(), one.operands.begin() + 2);
    }
    if (opcode == spv::OpFunctionParameter) return current_->parameters.push_back(std::move(one));
    if (label_ == k_no_id) return;
    Block& block = current_->blocks[label_];
    if (opcode == spv::OpBranch) block.next = {at(one.operands, 0)};
    if (opcode == spv::OpBranchConditional) block.next = {at(one.operands, 1), at(one.operands, 2)};
    if (opcode == spv::OpSwitch) block.next = labels_of_switch(one.operands);
    if (opcode == spv::OpPhi) {
      for (std::size_t i = 0; i + 1 < one.operands.size(); i += 2)
        block.read_by_phis.emplace_back(one.operands[i + 1], one.operands[i]);
      one.operands.clear();
    }
    block.code.push_back(std::move(one));
  }

  std::map<Id, std::string> strings_;
  std::map<Id, std::uint32_t> constants_;
  std::map<Id, Id> type_of_;  // types of values
  std::string place_;
  Function* current_ = nullptr;
  Id label_ = k_no_id;
  std::uint64_t address_words_ = 2;
};

using Words = std::map<Id, std::uint64_t>;  // words of each value of a function

// Values that are still read, and the sum of their words.
class AliveIds {
 public:
  explicit AliveIds(const Words& words_of) : words_of_(words_of) {}

  void add(Id id) {
    const auto value = words_of_.find(id);
    if (value != words_of_.end() && ids_.insert(id).second) words_ += value->second;
  }

  void remove(Id id) {
    if (ids_.erase(id) != 0) words_ -= words_of_.at(id);
  }

  void step_back(const Instruction& one) {
    remove(one.result);
    const std::size_t end = std::min(ids_among(one), one.operands.size());
    for (std::size_t i = first_id(one); i < end; ++i) add(one.operands[i]);
  }

  const Ids& ids() const { return ids_; }
  std::uint64_t words() const { return words_; }

 private:
  const Words& words_of_;
  Ids ids_;
  std::uint64_t words_ = 0;
};

class Liveness {
 public:
  explicit Liveness(Reader& module) : module_(module) {}

  MostSpirvValues most(Id id) {
    const auto [known, is_new] = known_.try_emplace(id);
    const auto function = module_.functions.find(id);
    if (!is_new || function == module_.functions.end()) return known->second;
    const Words words_of = words_of_values(function->second);
    const std::vector<Ids> starts = alive_at_starts(function->second, words_of);
    MostSpirvValues most;
    for (const Id label : function->second.order)
      look_through(function->second, label, alive_at_end(function->second, label, words_of, starts), most);
    return known_[id] = most;
  }

 private:
  Words words_of_values(const Function& function) const {
    Words words;
    const auto add = [&](const Instruction& one) {
      if (one.result != k_no_id && one.opcode != spv::OpVariable)
        words[one.result] = module_.words_of_type.at(one.type);
    };
    for (const Instruction& one : function.parameters) add(one);
    for (const auto& [label, block] : function.blocks) std::ranges::for_each(block.code, add);
    for (const auto& [id, taken] : words_taken_out_of(function)) {
      if (const auto value = words.find(id); value != words.end()) value->second = std::min(value->second, taken);
    }
    return words;
  }

  // The words that are read of each vector or struct of which only single parts are read. Of an item's three ids, this
  // is often one.
  Words words_taken_out_of(const Function& function) const {
    std::map<Id, std::map<std::uint32_t, std::uint64_t>> parts;
    Ids whole;
    for (const auto& [label, block] : function.blocks) {
      for (const auto& [before, value] : block.read_by_phis) whole.insert(value);
      for (const Instruction& one : block.code) {
        if (one.opcode == spv::OpCompositeExtract && one.operands.size() == 2) {
          parts[one.operands[0]][one.operands[1]] = module_.words_of_type.at(one.type);
          continue;
        }
        for (std::size_t i = first_id(one); i < std::min(ids_among(one), one.operands.size()); ++i)
          whole.insert(one.operands[i]);
      }
    }
    Words taken;
    for (const auto& [id, words_of_part] : parts) {
      if (whole.contains(id)) continue;
      for (const auto& [index, words] : words_of_part) taken[id] += words;
    }
    return taken;
  }

  // `starts` are the values that are alive at the start of each block, without those that only its phis read.
  static AliveIds alive_at_end(const Function& function, Id label, const Words& words_of,
                               const std::vector<Ids>& starts) {
    AliveIds alive(words_of);
    for (const Id next : function.blocks.at(label).next) {
      const auto block = function.blocks.find(next);
      if (block == function.blocks.end()) continue;
      for (const Id id : starts[block->second.number]) alive.add(id);
      for (const auto& [before, value] : block->second.read_by_phis) {
        if (before == label) alive.add(value);
      }
    }
    return alive;
  }

  static std::vector<Ids> alive_at_starts(const Function& function, const Words& words_of) {
    return flow_backwards(function.order.size(), Ids(), [&](std::size_t number, const std::vector<Ids>& starts) {
      const Id label = function.order[number];
      AliveIds alive = alive_at_end(function, label, words_of, starts);
      const std::vector<Instruction>& code = function.blocks.at(label).code;
      for (auto one = code.rbegin(); one != code.rend(); ++one) alive.step_back(*one);
      return alive.ids();
    });
  }

  void look_through(const Function& function, Id label, AliveIds alive, MostSpirvValues& most) {
    const std::vector<Instruction>& code = function.blocks.at(label).code;
    for (auto one = code.rbegin(); one != code.rend(); ++one) {
      const bool is_call = one->opcode == spv::OpFunctionCall && !one->operands.empty();
      alive.remove(one->result);
      const std::uint64_t in_call = is_call ? alive.words() + this->most(one->operands.front()).words : 0;
      alive.step_back(*one);
      const std::uint64_t words = std::max(alive.words(), in_call);
      if (words > most.words || (words == most.words && !one->place.empty())) most = {words, one->place};
    }
  }

  Reader& module_;
  std::map<Id, MostSpirvValues> known_;
};

}  // namespace

std::map<std::string, MostSpirvValues> most_spirv_values(BytesView module) {
  Reader reader(module);
  Liveness liveness(reader);
  std::map<std::string, MostSpirvValues> result;
  for (const auto& [id, name] : reader.kernels) result[name] = liveness.most(id);
  return result;
}

}  // namespace clc
