#include "worker/sanitize/memory_origins.h"

#include <array>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "worker/ir/address_spaces.h"

namespace clc::worker {
namespace {

// The pointer without offsets and casts, and out of the structs that it travels in.
llvm::Value* stripped(llvm::Value* pointer) {
  for (;;) {
    if (auto* offset = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
      pointer = offset->getPointerOperand();
    } else if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer)) {
      pointer = cast->getPointerOperand();
    } else if (auto* frozen = llvm::dyn_cast<llvm::FreezeInst>(pointer)) {
      pointer = frozen->getOperand(0);
    } else if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(pointer)) {
      llvm::Value* inserted = llvm::FindInsertedValue(part->getAggregateOperand(), part->getIndices());
      if (inserted == nullptr) return pointer;
      pointer = inserted;
    } else {
      return pointer;
    }
  }
}

}  // namespace

const char* space_name(MemorySpace space) {
  switch (space) {
    case MemorySpace::k_global:
      return "global";
    case MemorySpace::k_constant:
      return "constant";
    case MemorySpace::k_local:
      return "local";
    default:
      return "private";
  }
}

bool MemoryOrigins::add_objects(llvm::Value* pointer, llvm::SmallPtrSetImpl<llvm::Value*>& seen,
                                std::vector<llvm::Value*>& objects) {
  pointer = stripped(pointer);
  if (!seen.insert(pointer).second) return true;
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer)) {
    return llvm::all_of(phi->incoming_values(), [&](llvm::Value* one) { return add_objects(one, seen, objects); });
  }
  if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(pointer))
    return add_objects(choice->getTrueValue(), seen, objects) && add_objects(choice->getFalseValue(), seen, objects);
  if (llvm::isa<llvm::UndefValue>(pointer)) return false;
  objects.push_back(pointer);
  return llvm::isa<llvm::ConstantPointerNull>(pointer) || object_of(pointer) != nullptr;
}

const MemoryObject* MemoryOrigins::object_of(llvm::Value* object) {
  auto found = objects_.find(object);
  if (found == objects_.end()) found = objects_.emplace(object, describe_(*object)).first;
  return found->second ? &*found->second : nullptr;
}

std::optional<MemoryOrigin> MemoryOrigins::of(llvm::Value* pointer) {
  llvm::SmallPtrSet<llvm::Value*, 8> seen;
  std::vector<llvm::Value*> all;
  if (!add_objects(pointer, seen, all)) return std::nullopt;
  MemoryOrigin origin;
  const MemoryObject* first = nullptr;
  for (llvm::Value* one : all) {
    const MemoryObject* object = llvm::isa<llvm::ConstantPointerNull>(one) ? nullptr : object_of(one);
    if (object == nullptr) continue;
    if (first != nullptr && object->space != first->space) return std::nullopt;
    first = object;
    origin.name += (origin.name.empty() ? "" : " or ") + object->name;
  }
  const unsigned address_space = pointer->getType()->getPointerAddressSpace();
  // A null pointer in global memory is looked for among the buffers.
  if (first == nullptr && address_space == k_global_space) return std::nullopt;
  const MemorySpace space_of_null = address_space == k_local_space ? MemorySpace::k_local : MemorySpace::k_private;
  origin.space = first == nullptr ? space_of_null : first->space;
  const Values values =
      all.size() == 1 ? values_of_object(all.front(), address_space) : values_of(pointer, address_space);
  origin.base = values[0];
  origin.size = values[1];
  if (first != nullptr) origin.shadow = values[2];
  origin.objects = std::move(all);
  return origin;
}

MemoryOrigins::Values MemoryOrigins::values_of_object(llvm::Value* object, unsigned address_space) {
  auto [found, is_new] = values_.try_emplace({object, address_space});
  if (!is_new) return found->second;
  llvm::IRBuilder<> builder(kernel_.getEntryBlock().getTerminator());
  llvm::Type* number = builder.getInt64Ty();
  if (llvm::isa<llvm::ConstantPointerNull>(object))
    return found->second = {builder.getInt64(0), builder.getInt64(0), builder.getInt64(-1)};
  const MemoryObject* known = object_of(object);
  llvm::Value* there = builder.CreateAddrSpaceCast(object, llvm::PointerType::get(kernel_.getContext(), address_space));
  llvm::Value* shadow = known->shadow == nullptr ? builder.getInt64(-1) : known->shadow;
  return values_[{object, address_space}] = {builder.CreatePtrToInt(there, number), known->size, shadow};
}

MemoryOrigins::Values MemoryOrigins::values_of(llvm::Value* pointer, unsigned address_space) {
  pointer = stripped(pointer);
  const auto found = values_.find({pointer, address_space});
  if (found != values_.end()) return found->second;
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer)) {
    Values made{};
    llvm::IRBuilder<> builder(phi);
    for (llvm::Value*& value : made) value = builder.CreatePHI(builder.getInt64Ty(), phi->getNumIncomingValues());
    values_[{pointer, address_space}] = made;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      const Values incoming = values_of(phi->getIncomingValue(i), address_space);
      for (unsigned k = 0; k < made.size(); ++k)
        llvm::cast<llvm::PHINode>(made[k])->addIncoming(incoming[k], phi->getIncomingBlock(i));
    }
    return made;
  }
  if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
    const Values yes = values_of(choice->getTrueValue(), address_space);
    const Values no = values_of(choice->getFalseValue(), address_space);
    llvm::IRBuilder<> builder(choice);
    Values made{};
    for (unsigned k = 0; k < made.size(); ++k) made[k] = builder.CreateSelect(choice->getCondition(), yes[k], no[k]);
    return values_[{pointer, address_space}] = made;
  }
  return values_of_object(pointer, address_space);
}

std::optional<std::int64_t> MemoryOrigins::constant_offset(llvm::Value* pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  if (!llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Argument>(base)) return std::nullopt;
  return offset.getSExtValue();
}

}  // namespace clc::worker
