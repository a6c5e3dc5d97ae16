#include "worker/insight/analysis/evaluator.h"

#include <algorithm>

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {
namespace {

using llvm::CmpInst;
using llvm::Instruction;

bool is_integer(const llvm::Type& type) {
  return type.isIntegerTy() && type.getIntegerBitWidth() <= 64;
}

unsigned element_count(const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

// The function's name in the source; "a call" for calls through a pointer and for LLVM's intrinsics.
std::string called_name(const llvm::CallBase& call) {
  const llvm::Function* function = call.getCalledFunction();
  if (function == nullptr || function->isIntrinsic()) return "a call";
  const std::string name = llvm::demangle(function->getName());
  return name.substr(0, name.find('('));
}

// -1, the value of true, in the lanes that hold the comparison, and 0 in the others.
LaneValue compare_lanes(CmpInst::Predicate predicate, const Lanes& a, const Lanes& b, unsigned width) {
  const auto as_integer = [width](std::int64_t n) { return llvm::APInt(width, unsigned_of(n, width)); };
  const auto compare = [&](std::int64_t m, std::int64_t n) {
    return std::int64_t{llvm::ICmpInst::compare(as_integer(m), as_integer(n), predicate) ? -1 : 0};
  };
  return number(Lanes::combine(a, b, compare), 1);
}

bool is_less(CmpInst::Predicate predicate) {
  return predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_SLT;
}

}  // namespace

std::string what_was_read(const Instruction& at) {
  const llvm::DebugLoc& place = at.getDebugLoc();
  return "the value read in line " + (place ? std::to_string(place.getLine()) : "?");
}

unsigned Evaluator::width_of(const llvm::Type& type) const {
  const llvm::Type& scalar = *type.getScalarType();
  if (scalar.isPointerTy()) return layout_.getPointerTypeSizeInBits(const_cast<llvm::Type*>(&scalar));
  if (is_integer(scalar)) return scalar.getIntegerBitWidth();
  return 64;
}

Space Evaluator::space_of(const LaneValue& pointer) const {
  Space space = Space::k_none;
  for (const auto& [monomial, lanes] : pointer.terms) {
    for (const SymbolId id : monomial) {
      const Space here = math_.symbols()[id].space;
      if (here == Space::k_none) continue;
      if (space != Space::k_none && space != here) return Space::k_unknown;
      space = here;
    }
  }
  return space;
}

LaneValue Evaluator::scalar(const llvm::Value& value, const Environment& values) {
  if (const auto found = values.find(&value); found != values.end()) return found->second.front();
  return operand(value, values).front();
}

Elements Evaluator::operand(const llvm::Value& value, const Environment& values) {
  if (const auto found = values.find(&value); found != values.end()) return found->second;
  if (const auto* fixed = llvm::dyn_cast<llvm::Constant>(&value)) return constant(*fixed);
  return Elements(element_count(*value.getType()),
                  unknown(width_of(*value.getType()), {"a value that is not followed"}));
}

Elements Evaluator::constant(const llvm::Constant& value) {
  const llvm::Type& type = *value.getType();
  const unsigned width = width_of(type);
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&value); integer != nullptr && is_integer(type)) {
    return {number(integer->getSExtValue(), width)};
  }
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    const auto [at, is_new] = variables_.try_emplace(variable, 0);
    if (is_new) {
      Symbol symbol{{"the place of " + variable->getName().str()}};
      symbol.space = variable->getAddressSpace() == 3 ? Space::k_local : Space::k_constant;
      symbol.alignment = std::max<std::uint64_t>(variable->getAlign().valueOrOne().value(), 4);
      at->second = math_.symbols().add(symbol);
    }
    return {symbol_value(at->second, width)};
  }
  if (element_count(type) > 1) {
    Elements elements;
    for (unsigned i = 0; i < element_count(type); ++i) {
      const llvm::Constant* element = value.getAggregateElement(i);
      elements.push_back(element == nullptr ? math_.fresh(width, {}) : constant(*element).front());
    }
    return elements;
  }
  if (const auto* operation = llvm::dyn_cast<llvm::ConstantExpr>(&value)) {
    return of_operator(*llvm::cast<llvm::Operator>(operation), Environment());
  }
  if (value.isNullValue() || llvm::isa<llvm::UndefValue>(value)) return {number(0, width)};
  return {math_.fresh(width, {})};  // no integer, such as a float: the same for all work-items
}

Elements Evaluator::opaque(const llvm::Operator& operation, const Environment& values) {
  std::vector<LaneValue> all;
  for (const llvm::Use& use : operation.operands()) {
    for (LaneValue& value : operand(*use.get(), values)) all.push_back(std::move(value));
  }
  std::vector<const LaneValue*> operands;
  for (const LaneValue& value : all) operands.push_back(&value);
  const llvm::Type& type = *operation.getType();
  Elements elements;
  for (unsigned i = 0; i < element_count(type); ++i) elements.push_back(math_.opaque(width_of(type), operands));
  return elements;
}

LaneValue Evaluator::binary(const llvm::Operator& operation, const LaneValue& a, const LaneValue& b) {
  switch (operation.getOpcode()) {
    case Instruction::Add:
      return math_.add(a, b);
    case Instruction::Sub:
      return math_.subtract(a, b);
    case Instruction::Mul:
      return math_.multiply(a, b);
    case Instruction::Shl:
      return math_.shift_left(a, b);
    case Instruction::LShr:
      return math_.shift_right(a, b, false);
    case Instruction::AShr:
      return math_.shift_right(a, b, true);
    case Instruction::And:
      return math_.mask(a, b);
    case Instruction::Or: {
      const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&operation);
      return disjoint != nullptr && disjoint->isDisjoint() ? math_.add(a, b) : math_.inclusive_or(a, b);
    }
    case Instruction::Xor:
      return math_.exclusive_or(a, b);
    case Instruction::UDiv:
    case Instruction::SDiv:
      return math_.divide(a, b, operation.getOpcode() == Instruction::SDiv);
    case Instruction::URem:
    case Instruction::SRem:
      return math_.remainder(a, b, operation.getOpcode() == Instruction::SRem);
    default:
      return math_.opaque(a.width, {&a, &b});
  }
}

LaneValue Evaluator::cast(const llvm::Operator& operation, const LaneValue& value, unsigned width) {
  switch (operation.getOpcode()) {
    case Instruction::Trunc:
      return math_.truncate(value, width);
    case Instruction::ZExt:
      return math_.extend(value, width, false);
    case Instruction::SExt:
      return math_.extend(value, width, true);
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::AddrSpaceCast: {
      if (width < value.width) return math_.truncate(value, width);
      LaneValue same = value;
      same.width = width;
      return same;
    }
    default:
      return value;
  }
}

LaneValue Evaluator::address(const llvm::GEPOperator& step, const Environment& values) {
  LaneValue pointer = scalar(*step.getPointerOperand(), values);
  const unsigned width = pointer.width;
  llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable;
  llvm::APInt fixed(width, 0);
  if (!step.collectOffset(layout_, width, variable, fixed)) return math_.opaque(width, {&pointer});
  pointer = math_.add(pointer, number(fixed.getSExtValue(), width));
  for (const auto& [index, scale] : variable) {
    LaneValue value = scalar(*index, values);
    value = value.width < width ? math_.extend(value, width, true) : math_.truncate(value, width);
    pointer = math_.add(pointer, math_.multiply(value, number(scale.getSExtValue(), width)));
  }
  return pointer;
}

// Returns the outcome of the comparison where it is the same for every work-item, whatever the symbols are.
std::optional<bool> Evaluator::always(CmpInst::Predicate predicate, const LaneValue& a, const LaneValue& b) const {
  if (is_less(predicate) && a.terms.size() == 1 && b.terms.size() == 1) {
    const Monomial &left = a.terms.begin()->first, &right = b.terms.begin()->first;
    const bool are_symbols = left.size() == 1 && right.size() == 1 && a.terms.begin()->second == Lanes(1) &&
                             b.terms.begin()->second == Lanes(1);
    if (are_symbols && math_.symbols()[left[0]].below == right[0]) return true;
  }
  const LaneMath::Bounds x = math_.bounds(a), y = math_.bounds(b);
  if (!x || !y || x->first < 0 || y->first < 0) return std::nullopt;
  if (std::max(x->second, y->second) >> (a.width - 1) != 0) return std::nullopt;
  if (predicate == CmpInst::ICMP_NE && (x->second < y->first || y->second < x->first)) return true;
  if (predicate == CmpInst::ICMP_EQ && (x->second < y->first || y->second < x->first)) return false;
  if (is_less(predicate) && x->second < y->first) return true;
  if (is_less(predicate) && x->first >= y->second) return false;
  return std::nullopt;
}

LaneValue Evaluator::compare(CmpInst::Predicate predicate, const LaneValue& a, const LaneValue& b) {
  const unsigned width = a.width;
  if (a.is_number() && b.is_number()) return compare_lanes(predicate, a.constant(), b.constant(), width);
  if (!a.is_known || !b.is_known) return math_.opaque(1, {&a, &b});
  if (CmpInst::isEquality(predicate)) {
    if (const LaneValue difference = math_.subtract(a, b); difference.is_number())
      return compare_lanes(predicate, difference.constant(), 0, width);
  } else if (a.without_constant() == b.without_constant() && width >= 32) {
    // Indices of a group are assumed not to wrap around: their distance decides.
    const CmpInst::Predicate by_distance =
        CmpInst::isUnsigned(predicate) ? llvm::ICmpInst::getSignedPredicate(predicate) : predicate;
    return compare_lanes(by_distance, a.constant(), b.constant(), width);
  }
  const bool turns = predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_SGT ||
                     predicate == CmpInst::ICMP_ULE || predicate == CmpInst::ICMP_SLE;
  const bool inverts = predicate == CmpInst::ICMP_UGE || predicate == CmpInst::ICMP_SGE ||
                       predicate == CmpInst::ICMP_ULE || predicate == CmpInst::ICMP_SLE;
  const CmpInst::Predicate less = CmpInst::isEquality(predicate) ? predicate
                                  : CmpInst::isSigned(predicate) ? CmpInst::ICMP_SLT
                                                                 : CmpInst::ICMP_ULT;
  if (const auto result = turns ? always(less, b, a) : always(less, a, b))
    return number(*result != inverts ? -1 : 0, 1);
  return math_.opaque(1, {&a, &b});
}

LaneValue Evaluator::select(const LaneValue& condition, const LaneValue& a, const LaneValue& b) {
  if (condition.is_number()) return math_.merge(condition.constant(), a, b);
  if (a == b) return a;
  return math_.opaque(a.width, {&condition, &a, &b});
}

Elements Evaluator::of_operator(const llvm::Operator& operation, const Environment& values) {
  const llvm::Type& type = *operation.getType();
  if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(&operation); step != nullptr && !type.isVectorTy()) {
    return {address(*step, values)};
  }
  const unsigned opcode = operation.getOpcode();
  const unsigned casts[] = {Instruction::Trunc,    Instruction::ZExt,     Instruction::SExt,
                            Instruction::PtrToInt, Instruction::IntToPtr, Instruction::AddrSpaceCast,
                            Instruction::Freeze};
  if (llvm::is_contained(casts, opcode)) {
    Elements elements = operand(*operation.getOperand(0), values);
    for (LaneValue& element : elements) element = cast(operation, element, width_of(type));
    return elements;
  }
  if (Instruction::isBinaryOp(opcode) && is_integer(*type.getScalarType())) {
    Elements elements = operand(*operation.getOperand(0), values);
    const Elements others = operand(*operation.getOperand(1), values);
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = binary(operation, elements[i], others[i]);
    return elements;
  }
  return opaque(operation, values);
}

LaneValue Evaluator::load(const Instruction& at, const LaneValue& pointer, const llvm::Type& type) {
  const unsigned width = width_of(type);
  if (const auto known = work_items_.load(pointer, width)) return *known;
  const Space space = space_of(pointer);
  const bool is_private = space == Space::k_private || space == Space::k_unknown;
  if (pointer.is_uniform() && !is_private) return math_.fresh(width, {what_was_read(at)});
  if (!is_integer(type)) return unknown(width, {what_was_read(at)});
  return from_data(width, {what_was_read(at)}, width >= 64 ? 0 : std::uint64_t{1} << width);
}

// The elements of a vector lie side by side.
Elements Evaluator::load_elements(const llvm::LoadInst& read, const Environment& values) {
  LaneValue pointer = scalar(*read.getPointerOperand(), values);
  llvm::Type& element = *read.getType()->getScalarType();
  const auto step = static_cast<std::int64_t>(layout_.getTypeStoreSize(&element).getFixedValue());
  Elements elements;
  for (unsigned i = 0; i < element_count(*read.getType()); ++i) {
    elements.push_back(load(read, pointer, element));
    pointer = math_.add(pointer, number(step, pointer.width));
  }
  return elements;
}

std::optional<LaneValue> Evaluator::intrinsic(const llvm::CallBase& call, const Environment& values) {
  const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (known == nullptr || !is_integer(*call.getType())) return std::nullopt;
  if (known->getIntrinsicID() == llvm::Intrinsic::bitreverse) {
    const LaneValue value = scalar(*call.getArgOperand(0), values);
    const unsigned width = value.width;
    if (!value.is_number()) return std::nullopt;
    const auto reversed = [width](std::int64_t n) {
      return llvm::APInt(width, unsigned_of(n, width)).reverseBits().getSExtValue();
    };
    return number(value.constant().map(reversed), width);
  }
  const auto* least_or_most = llvm::dyn_cast<llvm::MinMaxIntrinsic>(known);
  const bool is_difference = known->getIntrinsicID() == llvm::Intrinsic::usub_sat;  // LLVM's i == 0 ? 0 : i - 1
  if (least_or_most == nullptr && !is_difference) return std::nullopt;
  const LaneValue a = scalar(*call.getArgOperand(0), values), b = scalar(*call.getArgOperand(1), values);
  if (least_or_most != nullptr) return select(compare(least_or_most->getPredicate(), a, b), a, b);
  return select(compare(CmpInst::ICMP_ULT, a, b), number(0, a.width), math_.subtract(a, b));
}

Elements Evaluator::call(const llvm::CallBase& call, const Environment& values) {
  const llvm::Type& type = *call.getType();
  const unsigned width = width_of(type);
  if (const llvm::Function* function = call.getCalledFunction()) {
    if (auto value = work_items_.call(function->getName(), width)) return {*std::move(value)};
    if (auto value = intrinsic(call, values)) return {*std::move(value)};
    if (function->doesNotAccessMemory()) return opaque(*llvm::cast<llvm::Operator>(&call), values);
  }
  return Elements(element_count(type),
                  unknown(width, {"the result of " + called_name(call) + " in line " +
                                  (call.getDebugLoc() ? std::to_string(call.getDebugLoc().getLine()) : "?")}));
}

Elements Evaluator::evaluate(const Instruction& instruction, const Environment& values) {
  const llvm::Type& type = *instruction.getType();
  if (const auto* compared = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    Elements elements = operand(*compared->getOperand(0), values);
    const Elements others = operand(*compared->getOperand(1), values);
    for (std::size_t i = 0; i < elements.size(); ++i)
      elements[i] = compare(compared->getPredicate(), elements[i], others[i]);
    return elements;
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    const Elements conditions = operand(*choice->getCondition(), values);
    Elements elements = operand(*choice->getTrueValue(), values);
    const Elements others = operand(*choice->getFalseValue(), values);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      elements[i] = select(conditions[conditions.size() == 1 ? 0 : i], elements[i], others[i]);
    }
    return elements;
  }
  if (const auto* read = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load_elements(*read, values);
  if (llvm::isa<llvm::AtomicRMWInst>(instruction) || llvm::isa<llvm::AtomicCmpXchgInst>(instruction)) {
    return {unknown(width_of(type), {what_was_read(instruction)})};
  }
  if (const auto* made = llvm::dyn_cast<llvm::CallBase>(&instruction)) return call(*made, values);
  if (llvm::isa<llvm::AllocaInst>(instruction)) {
    const auto [at, is_new] = variables_.try_emplace(&instruction, 0);
    Symbol symbol{{"a private array"}};
    symbol.space = Space::k_private;
    if (is_new) at->second = math_.symbols().add(symbol);
    return {symbol_value(at->second, width_of(type))};
  }
  const auto* index = instruction.getNumOperands() > 1
                          ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(instruction.getNumOperands() - 1))
                          : nullptr;
  if (llvm::isa<llvm::ExtractElementInst>(instruction) && index != nullptr) {
    const Elements elements = operand(*instruction.getOperand(0), values);
    return {elements[index->getZExtValue() % elements.size()]};
  }
  if (llvm::isa<llvm::InsertElementInst>(instruction) && index != nullptr) {
    Elements elements = operand(*instruction.getOperand(0), values);
    elements[index->getZExtValue() % elements.size()] = scalar(*instruction.getOperand(1), values);
    return elements;
  }
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    Elements all = operand(*shuffle->getOperand(0), values), result;
    all.append(operand(*shuffle->getOperand(1), values));
    for (const int from : shuffle->getShuffleMask())
      result.push_back(all[from < 0 ? 0 : static_cast<std::size_t>(from)]);
    return result;
  }
  return of_operator(*llvm::cast<llvm::Operator>(&instruction), values);
}

}  // namespace clc::worker
