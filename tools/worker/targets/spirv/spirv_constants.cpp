#include "worker/targets/spirv/spirv_constants.h"

#include <map>
#include <set>

#include "worker/targets/spirv/spirv_words.h"

namespace clc::worker {
namespace {

using namespace spirv_words;

struct Pointer {
  std::uint32_t storage = 0, pointee = 0;
};

class ConstantTyper {
 public:
  explicit ConstantTyper(const Words& words) : words_(words), next_id_(words[k_bound]) {}

  Words run() {
    out_.assign(words_.begin(), words_.begin() + k_header_words);
    for_each_instruction(words_, [&](Instruction i) {
      if (i.size() < 3) return append(out_, i);
      note_type(i);
      if (is_byte_offset(i)) return append_byte_offset(i);
      if (opcode(i) == spv::OpConstantComposite) return append_composite(i);
      if (opcode(i) == spv::OpVariable && i.size() == 5) return append_variable(i);
      note_constant(i);
      append(out_, i);
    });
    out_[k_bound] = next_id_;
    return std::move(out_);
  }

 private:
  void note_type(Instruction i) {
    switch (opcode(i)) {
      case spv::OpTypeInt:
        if (word(i, 2) == 8) byte_ = word(i, 1);
        integers_.insert(word(i, 1));
        return;
      case spv::OpTypePointer:
        pointers_[word(i, 1)] = {word(i, 2), word(i, 3)};
        return;
      case spv::OpTypeArray:
        elements_[word(i, 1)] = word(i, 2);
        return;
      case spv::OpTypeStruct:
        members_[word(i, 1)] = Words(i.begin() + 2, i.end());
        return;
      default:
        return;
    }
  }

  void note_constant(Instruction i) {
    const spv::Op op = opcode(i);
    if (op == spv::OpSpecConstantOp || op == spv::OpVariable || op == spv::OpConstantNull) type_of_[i[2]] = i[1];
    if (op == spv::OpConstantNull) nulls_.insert(i[2]);
    if (op == spv::OpConstant && integers_.count(i[1]) != 0 && word(i, 3) == 0 && word(i, 4) == 0) zeros_.insert(i[2]);
  }

  // True where a pointer to bytes is made of a variable and one index, before which the backend writes a 0 for arrays
  // and structures.
  bool is_byte_offset(Instruction i) const {
    if (opcode(i) != spv::OpSpecConstantOp || (i.size() != 6 && i.size() != 7)) return false;
    if (i[3] != spv::OpPtrAccessChain && i[3] != spv::OpInBoundsPtrAccessChain) return false;
    const auto pointer = pointers_.find(i[1]);
    return pointer != pointers_.end() && byte_ != 0 && pointer->second.pointee == byte_;
  }

  void append_byte_offset(Instruction i) {
    const std::uint32_t base = convert(i[4], i[1]);
    append(out_, spv::OpSpecConstantOp, {i[1], i[2], i[3], base, i.back()});
    type_of_[i[2]] = i[1];
  }

  void append_composite(Instruction i) {
    Words copy(i.begin(), i.end());
    for (std::size_t at = 3; at < copy.size(); ++at) copy[at] = convert(copy[at], member(i[1], at - 3));
    type_of_[i[2]] = i[1];
    composites_[i[2]] = Words(copy.begin() + 3, copy.end());
    append(out_, copy);
  }

  void append_variable(Instruction i) {
    Words copy(i.begin(), i.end());
    if (const auto pointer = pointers_.find(i[1]); pointer != pointers_.end()) {
      copy[4] = convert(i[4], pointer->second.pointee);
    }
    type_of_[i[2]] = i[1];
    append(out_, copy);
  }

  // The type of a member of an array or a structure, or 0.
  std::uint32_t member(std::uint32_t type, std::size_t index) const {
    if (const auto array = elements_.find(type); array != elements_.end()) return array->second;
    const auto structure = members_.find(type);
    if (structure == members_.end() || index >= structure->second.size()) return 0;
    return structure->second[index];
  }

  // A constant of the wanted type with the value of `id`: `id` where the type is that already, or none can be made.
  std::uint32_t convert(std::uint32_t id, std::uint32_t wanted) {
    // The backend writes some null pointers as integers.
    if (zeros_.count(id) != 0 && pointers_.count(wanted) != 0) return null_of(wanted);
    const auto type = type_of_.find(id);
    if (type == type_of_.end() || wanted == 0 || type->second == wanted) return id;
    if (const auto composite = composites_.find(id); composite != composites_.end()) {
      Words members = composite->second;
      for (std::size_t at = 0; at < members.size(); ++at) members[at] = convert(members[at], member(wanted, at));
      const std::uint32_t made = next_id_++;
      append(out_, spv::OpConstantComposite, {wanted, made});
      out_[out_.size() - 3] = first_word(spv::OpConstantComposite, members.size() + 3);
      append(out_, members);
      return made;
    }
    if (nulls_.count(id) != 0) return null_of(wanted);
    if (pointers_.count(type->second) == 0 || pointers_.count(wanted) == 0) return id;
    append(out_, spv::OpSpecConstantOp, {wanted, next_id_, spv::OpBitcast, id});
    return next_id_++;
  }

  std::uint32_t null_of(std::uint32_t type) {
    append(out_, spv::OpConstantNull, {type, next_id_});
    return next_id_++;
  }

  const Words& words_;
  std::uint32_t next_id_;
  Words out_;
  std::uint32_t byte_ = 0;
  std::set<std::uint32_t> integers_;
  std::map<std::uint32_t, Pointer> pointers_;
  std::map<std::uint32_t, std::uint32_t> elements_;  // array -> type of its elements
  std::map<std::uint32_t, Words> members_;           // structure -> types of its members
  std::map<std::uint32_t, std::uint32_t> type_of_;   // constant or variable -> type
  std::map<std::uint32_t, Words> composites_;        // constant -> its members
  std::set<std::uint32_t> nulls_;
  std::set<std::uint32_t> zeros_;  // of integers
};

}  // namespace

void fix_constant_addresses(std::vector<std::uint32_t>& words) {
  words = ConstantTyper(words).run();
}

}  // namespace clc::worker
