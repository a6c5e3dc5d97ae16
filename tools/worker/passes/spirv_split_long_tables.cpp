#include "worker/passes/spirv_split_long_tables.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {
namespace {

// Less than the 16 bits of an instruction's word count permit.
constexpr std::uint64_t k_longest_piece = 32768;

llvm::Type* split_type(llvm::Type* type);

llvm::Type* split_array_type(llvm::ArrayType* array) {
  llvm::Type* element = split_type(array->getElementType());
  const std::uint64_t count = array->getNumElements();
  if (count <= k_longest_piece) return llvm::ArrayType::get(element, count);
  std::vector<llvm::Type*> pieces(count / k_longest_piece, llvm::ArrayType::get(element, k_longest_piece));
  if (count % k_longest_piece != 0) pieces.push_back(llvm::ArrayType::get(element, count % k_longest_piece));
  return llvm::StructType::get(array->getContext(), pieces);
}

// Replaces long arrays in a type by structures of arrays. All elements keep their offsets.
llvm::Type* split_type(llvm::Type* type) {
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return split_array_type(array);
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (structure == nullptr) return type;
  std::vector<llvm::Type*> members;
  for (llvm::Type* member : structure->elements()) members.push_back(split_type(member));
  if (llvm::equal(members, structure->elements())) return type;
  return llvm::StructType::get(type->getContext(), members, structure->isPacked());
}

llvm::Constant* split_constant(llvm::Constant* value, llvm::Type* type) {
  if (value->getType() == type) return value;
  if (value->isNullValue()) return llvm::Constant::getNullValue(type);
  if (llvm::isa<llvm::UndefValue>(value)) return llvm::UndefValue::get(type);
  const auto part = [&](std::uint64_t index, llvm::Type* of_part) {
    return split_constant(value->getAggregateElement(static_cast<unsigned>(index)), of_part);
  };
  std::vector<llvm::Constant*> parts;
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) parts.push_back(part(i, array->getElementType()));
    return llvm::ConstantArray::get(array, parts);
  }
  auto* structure = llvm::cast<llvm::StructType>(type);
  if (value->getType()->isStructTy()) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i) parts.push_back(part(i, structure->getElementType(i)));
    return llvm::ConstantStruct::get(structure, parts);
  }
  std::uint64_t at = 0;
  for (llvm::Type* piece : structure->elements()) {
    auto* of_piece = llvm::cast<llvm::ArrayType>(piece);
    std::vector<llvm::Constant*> elements;
    for (std::uint64_t i = 0; i < of_piece->getNumElements(); ++i)
      elements.push_back(part(at++, of_piece->getElementType()));
    parts.push_back(llvm::ConstantArray::get(of_piece, elements));
  }
  return llvm::ConstantStruct::get(structure, parts);
}

// Writes the value's bytes in memory. False where it contains addresses or elements that are not whole bytes.
bool write_bytes(const llvm::Constant& value, const llvm::DataLayout& layout,
                 llvm::MutableArrayRef<std::uint8_t> into) {
  if (value.isNullValue() || llvm::isa<llvm::UndefValue>(value)) return true;  // all are 0 to begin with
  const auto write_number = [&](const llvm::APInt& number) {
    for (unsigned i = 0; i < into.size(); ++i)
      into[i] = static_cast<std::uint8_t>(number.extractBitsAsZExtValue(8, 8 * i));
    return true;
  };
  llvm::Type* type = value.getType();
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return write_number(number->getValue().zext(static_cast<unsigned>(8 * into.size())));
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value))
    return write_number(number->getValueAPF().bitcastToAPInt());
  if (!type->isAggregateType() && !llvm::isa<llvm::FixedVectorType>(type)) return false;
  if (type->isVectorTy() && type->getScalarSizeInBits() % 8 != 0) return false;  // elements lie without gaps
  const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  llvm::Type* element = structure != nullptr ? nullptr : type->getContainedType(0);
  const std::uint64_t count = structure != nullptr ? structure->getNumElements()
                              : type->isArrayTy()  ? type->getArrayNumElements()
                                                   : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
  for (unsigned i = 0; i < count; ++i) {
    const llvm::Constant* part = value.getAggregateElement(i);
    if (part == nullptr) return false;
    const std::uint64_t size = layout.getTypeStoreSize(part->getType());
    const std::uint64_t begin =
        structure != nullptr
            ? layout.getStructLayout(const_cast<llvm::StructType*>(structure))->getElementOffset(i).getFixedValue()
            : i * layout.getTypeAllocSize(element).getFixedValue();
    if (!write_bytes(*part, layout, into.slice(begin, size))) return false;
  }
  return true;
}

// Returns the table as bytes, which need 256 constants at most. Each distinct constant is an instruction, and Intel's
// compiler for GPUs accepts only 65 535 of them. Null where write_bytes() fails.
llvm::Constant* as_bytes(llvm::Constant& value, const llvm::DataLayout& layout) {
  std::vector<std::uint8_t> bytes(layout.getTypeAllocSize(value.getType()));
  if (!write_bytes(value, layout, llvm::MutableArrayRef(bytes).take_front(layout.getTypeStoreSize(value.getType()))))
    return nullptr;
  return llvm::ConstantDataArray::get(value.getContext(), bytes);
}

}  // namespace

llvm::PreservedAnalyses SpirvSplitLongTables::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::GlobalVariable& table : llvm::make_early_inc_range(module.globals())) {
    if (!table.hasInitializer() || llvm::isa<llvm::UndefValue>(table.getInitializer())) continue;
    if (table.getInitializer()->isNullValue()) continue;
    if (split_type(table.getValueType()) == table.getValueType()) continue;
    llvm::Constant* value = as_bytes(*table.getInitializer(), module.getDataLayout());
    if (value == nullptr) value = table.getInitializer();
    llvm::Type* type = split_type(value->getType());
    auto* made =
        new llvm::GlobalVariable(module, type, table.isConstant(), table.getLinkage(), split_constant(value, type), "",
                                 &table, table.getThreadLocalMode(), table.getAddressSpace());
    made->copyAttributesFrom(&table);
    made->setAlignment(module.getDataLayout().getValueOrABITypeAlignment(table.getAlign(), table.getValueType()));
    made->takeName(&table);
    table.replaceAllUsesWith(made);
    table.eraseFromParent();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
