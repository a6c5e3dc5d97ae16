#include "worker/passes/spirv_accesses.h"

#include <array>
#include <string>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>

#include "worker/analyses/indices.h"
#include "worker/analyses/memory_calls.h"

namespace clc::worker {
namespace {

unsigned length_of(const llvm::Type& vector) {
  return llvm::cast<llvm::FixedVectorType>(vector).getNumElements();
}

llvm::Align alignment_of(const llvm::CallInst& call, const llvm::Type& vector) {
  return llvm::Align(call.getDataLayout().getTypeAllocSize(vector.getScalarType()));
}

// The addresses of three elements that are `offset` times three elements behind `pointer`.
std::array<llvm::Value*, 3> addresses_of_three(llvm::IRBuilder<>& builder, llvm::Type& type, llvm::Value* offset,
                                               llvm::Value* pointer) {
  const auto number = [&](unsigned value) { return llvm::ConstantInt::get(offset->getType(), value); };
  llvm::Value* first = builder.CreateGEP(&type, pointer, builder.CreateMul(offset, number(3)));
  return {first, builder.CreateGEP(&type, first, number(1)), builder.CreateGEP(&type, first, number(2))};
}

llvm::Value* write_load(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  llvm::Type& vector = *call.getType();
  llvm::Type& type = *vector.getScalarType();
  const llvm::Align alignment = alignment_of(call, vector);
  llvm::Value* offset = call.getArgOperand(0);
  llvm::Value* pointer = call.getArgOperand(1);
  if (length_of(vector) != 3) {
    return builder.CreateAlignedLoad(&vector, builder.CreateGEP(&vector, pointer, offset), alignment);
  }
  llvm::Value* result = llvm::PoisonValue::get(&vector);
  for (const auto& [i, address] : llvm::enumerate(addresses_of_three(builder, type, offset, pointer))) {
    result = builder.CreateInsertElement(result, builder.CreateAlignedLoad(&type, address, alignment), i);
  }
  return result;
}

void write_store(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
  llvm::Value* stored = call.getArgOperand(0);
  llvm::Type& vector = *stored->getType();
  const llvm::Align alignment = alignment_of(call, vector);
  llvm::Value* offset = call.getArgOperand(1);
  llvm::Value* pointer = call.getArgOperand(2);
  if (length_of(vector) != 3) {
    builder.CreateAlignedStore(stored, builder.CreateGEP(&vector, pointer, offset), alignment);
    return;
  }
  llvm::Type& type = *vector.getScalarType();
  for (const auto& [i, address] : llvm::enumerate(addresses_of_three(builder, type, offset, pointer))) {
    builder.CreateAlignedStore(builder.CreateExtractElement(stored, i), address, alignment);
  }
}

}  // namespace

Access access_of(const llvm::CallInst& call) {
  const std::string name = called_builtin(call);
  llvm::StringRef rest(name);
  const Access access = rest.consume_front("vload")    ? Access::k_load
                        : rest.consume_front("vstore") ? Access::k_store
                                                       : Access::k_none;
  unsigned length = 0;
  if (access == Access::k_none || rest.getAsInteger(10, length)) return Access::k_none;
  const llvm::Type& vector = access == Access::k_load ? *call.getType() : *call.getArgOperand(0)->getType();
  return is_transposed(vector) ? access : Access::k_none;
}

void lower_access(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  if (access_of(call) == Access::k_store) {
    write_store(builder, call);
  } else {
    call.replaceAllUsesWith(write_load(builder, call));
  }
  call.eraseFromParent();
}

}  // namespace clc::worker
