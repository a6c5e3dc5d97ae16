#include "worker/passes/spirv_widen_bit_fields.h"

#include <vector>

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/bit.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Local.h>

namespace clc::worker {
namespace {

constexpr unsigned k_bits_of_byte = 8;
constexpr unsigned k_widest = 64;

bool is_of_bit_fields(const llvm::Type* type) {
  if (!type->isIntegerTy()) return false;
  const unsigned width = type->getIntegerBitWidth();
  return width % k_bits_of_byte == 0 && width < k_widest && !llvm::isPowerOf2_32(width);
}

llvm::Type* wide_type(const llvm::Type* type) {
  return llvm::Type::getIntNTy(type->getContext(), llvm::PowerOf2Ceil(type->getIntegerBitWidth()));
}

// Returns an odd number in as many bits as SPIR-V has; without its sign the bits above it are 0. An extension is done
// again from what it extends: the backend has no extension to the odd width.
llvm::Value* widened_bit_field(llvm::IRBuilder<>& builder, llvm::Value* value, bool is_signed) {
  llvm::Type* wide = wide_type(value->getType());
  if (const auto* extension = llvm::dyn_cast<llvm::ZExtInst>(value))
    return builder.CreateZExt(extension->getOperand(0), wide);
  const auto* extension = llvm::dyn_cast<llvm::SExtInst>(value);
  if (extension == nullptr) return is_signed ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
  llvm::Value* number = builder.CreateSExt(extension->getOperand(0), wide);
  if (is_signed) return number;
  const unsigned width = value->getType()->getIntegerBitWidth();
  return builder.CreateAnd(number, llvm::APInt::getLowBitsSet(wide->getIntegerBitWidth(), width));
}

// A part of what an instruction reads or writes: as many bytes as SPIR-V has an integer for.
struct Part {
  unsigned bit = 0;
  llvm::Type* type = nullptr;
  llvm::Value* address = nullptr;
  llvm::Align alignment;
};

std::vector<Part> parts_of(llvm::IRBuilder<>& builder, const llvm::Type* type, llvm::Value* pointer,
                           llvm::Align alignment) {
  std::vector<Part> parts;
  const unsigned width = type->getIntegerBitWidth();
  for (unsigned bit = 0; bit < width;) {
    const unsigned size = llvm::bit_floor(width - bit);
    const unsigned byte = bit / k_bits_of_byte;
    llvm::Value* address = byte == 0 ? pointer : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, byte);
    parts.push_back({bit, builder.getIntNTy(size), address, llvm::commonAlignment(alignment, byte)});
    bit += size;
  }
  return parts;
}

void read_by_parts(llvm::LoadInst* load) {
  llvm::IRBuilder<> builder(load);
  llvm::Type* type = load->getType();
  llvm::Value* value = llvm::ConstantInt::get(wide_type(type), 0);
  for (const Part& part : parts_of(builder, type, load->getPointerOperand(), load->getAlign())) {
    llvm::Value* bits = builder.CreateAlignedLoad(part.type, part.address, part.alignment, load->isVolatile());
    value = builder.CreateOr(value, builder.CreateShl(builder.CreateZExt(bits, value->getType()), part.bit));
  }
  load->replaceAllUsesWith(builder.CreateTrunc(value, type));
  load->eraseFromParent();
}

void write_by_parts(llvm::StoreInst* store) {
  llvm::IRBuilder<> builder(store);
  const llvm::Type* type = store->getValueOperand()->getType();
  llvm::Value* value = widened_bit_field(builder, store->getValueOperand(), /*is_signed=*/false);
  for (const Part& part : parts_of(builder, type, store->getPointerOperand(), store->getAlign())) {
    llvm::Value* bits = builder.CreateTrunc(builder.CreateLShr(value, part.bit), part.type);
    builder.CreateAlignedStore(bits, part.address, part.alignment, store->isVolatile());
  }
  store->eraseFromParent();
}

void compute_wide(llvm::BinaryOperator* operation) {
  llvm::IRBuilder<> builder(operation);
  llvm::Type* type = operation->getType();
  const bool is_signed = operation->getOpcode() == llvm::Instruction::AShr;
  llvm::Value* first = widened_bit_field(builder, operation->getOperand(0), is_signed);
  llvm::Value* second = widened_bit_field(builder, operation->getOperand(1), /*is_signed=*/false);
  llvm::Value* result = builder.CreateBinOp(operation->getOpcode(), first, second);
  operation->replaceAllUsesWith(builder.CreateTrunc(result, type));
  operation->eraseFromParent();
}

bool is_shift_or_bitwise(const llvm::BinaryOperator& operation) {
  return operation.isShift() || operation.isBitwiseLogicOp();
}

}  // namespace

llvm::PreservedAnalyses SpirvWidenBitFields::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  llvm::SmallVector<llvm::WeakTrackingVH> extensions;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (is_of_bit_fields(load->getType())) read_by_parts(load);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (is_of_bit_fields(store->getValueOperand()->getType())) write_by_parts(store);
    } else if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
      if (is_of_bit_fields(operation->getType()) && is_shift_or_bitwise(*operation)) compute_wide(operation);
    } else if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(instruction)) {
      if (is_of_bit_fields(instruction.getType())) extensions.emplace_back(&instruction);
    }
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(extensions);
  return blocks_preserved();
}

}  // namespace clc::worker
