#include "worker/sanitize/event_numbers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/analyses/memory_calls.h"

namespace clc::worker {
namespace {

bool begins_copy(const llvm::CallBase& call) {
  return llvm::StringRef(called_builtin(call)).starts_with("async_work_group_");
}
bool waits_for_copies(const llvm::CallBase& call) {
  return called_builtin(call) == "wait_group_events";
}

// The event that a copy shares: its last argument.
llvm::Value* shared_event(const llvm::CallBase& copy) {
  return copy.getArgOperand(copy.arg_size() - 1);
}

llvm::Type* element_of(llvm::Type* type) {
  while (type->isArrayTy()) type = type->getArrayElementType();
  return type;
}

// The type of a variable with a number for each event.
llvm::Type* numbered(llvm::Type* type) {
  if (type->isArrayTy())
    return llvm::ArrayType::get(numbered(type->getArrayElementType()), type->getArrayNumElements());
  return llvm::Type::getInt32Ty(type->getContext());
}

}  // namespace

std::optional<EventNumbers> EventNumbers::of(llvm::Function& kernel) {
  EventNumbers numbers;
  for (llvm::Instruction& one : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
    if (call != nullptr && !numbers.add(*call)) return std::nullopt;
  }
  return numbers;
}

bool EventNumbers::add(llvm::CallBase& call) {
  if (begins_copy(call)) {
    copies_.push_back(&call);
    return add_event(shared_event(call));
  }
  if (!waits_for_copies(call)) return true;
  waits_.push_back(&call);
  return add_list(call.getArgOperand(1));
}

// Notes the variable to which a pointer leads; false: it leads to another place, or the variable is used in other ways.
bool EventNumbers::add_list(llvm::Value* pointer) {
  for (;;) {
    if (auto* offset = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer)) {
      pointer = offset->getPointerOperand();
    } else if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(pointer)) {
      pointer = cast->getPointerOperand();
    } else {
      break;
    }
  }
  auto* list = llvm::dyn_cast<llvm::AllocaInst>(pointer);
  if (list == nullptr || !list->isStaticAlloca() || list->isArrayAllocation()) return false;
  return !lists_.insert(list) || add_uses(*list, *element_of(list->getAllocatedType()));
}

bool EventNumbers::add_uses(llvm::Value& pointer, llvm::Type& event) {
  return llvm::all_of(pointer.users(), [&](llvm::User* user) {
    if (llvm::isa<llvm::AddrSpaceCastInst>(user)) return add_uses(*user, event);
    if (auto* offset = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
      return element_of(offset->getSourceElementType()) == &event && add_uses(*offset, event);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) return load->getType() == &event;
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->getPointerOperand() != &pointer || store->getValueOperand()->getType() != &event) return false;
      stores_.push_back(store);
      return add_event(store->getValueOperand());
    }
    // Null events, which are not waited for.
    if (llvm::isa<llvm::LifetimeIntrinsic, llvm::MemSetInst>(user)) return true;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    return call != nullptr && waits_for_copies(*call);
  });
}

// False for an event of unknown origin.
bool EventNumbers::add_event(llvm::Value* event) {
  if (!events_.insert(event).second || llvm::isa<llvm::Constant>(event)) return true;
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(event))
    return llvm::all_of(phi->incoming_values(), [&](llvm::Value* one) { return add_event(one); });
  if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(event))
    return add_event(choice->getTrueValue()) && add_event(choice->getFalseValue());
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(event)) return add_list(load->getPointerOperand());
  const auto* call = llvm::dyn_cast<llvm::CallBase>(event);
  return call != nullptr && begins_copy(*call);
}

llvm::Value* EventNumbers::number_of(llvm::Value* event) {
  if (const auto found = numbers_.find(event); found != numbers_.end()) return found->second;
  llvm::Type* number = llvm::Type::getInt32Ty(event->getContext());
  if (llvm::isa<llvm::Constant>(event)) return llvm::ConstantInt::get(number, 0);
  llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(event));
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(event)) {
    llvm::PHINode* made = builder.CreatePHI(number, phi->getNumIncomingValues());
    numbers_[event] = made;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      made->addIncoming(number_of(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    return made;
  }
  if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(event)) {
    llvm::Value *yes = number_of(choice->getTrueValue()), *no = number_of(choice->getFalseValue());
    return numbers_[event] = builder.CreateSelect(choice->getCondition(), yes, no);
  }
  return numbers_[event] = builder.CreateLoad(number, place_of(llvm::cast<llvm::LoadInst>(event)->getPointerOperand()));
}

llvm::Value* EventNumbers::place_of(llvm::Value* pointer) {
  if (const auto found = places_.find(pointer); found != places_.end()) return found->second;
  if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(pointer)) return place_of(cast->getPointerOperand());
  auto* offset = llvm::cast<llvm::GetElementPtrInst>(pointer);
  llvm::Value* base = place_of(offset->getPointerOperand());
  const llvm::SmallVector<llvm::Value*, 4> indices(offset->indices());
  return places_[pointer] =
             llvm::IRBuilder<>(offset).CreateGEP(numbered(offset->getSourceElementType()), base, indices);
}

void EventNumbers::write(CheckWriter& writer) {
  for (llvm::AllocaInst* list : lists_) {
    llvm::Type* type = numbered(list->getAllocatedType());
    // Beside the list: behind calls that are to be inlined, a variable would not be static.
    llvm::IRBuilder<> builder(list);
    llvm::AllocaInst* place = builder.CreateAlloca(type, list->getAddressSpace());
    writer.prologue().CreateStore(llvm::Constant::getNullValue(type), place);
    places_[list] = place;
  }
  for (llvm::CallBase* copy : copies_) {
    llvm::IRBuilder<> behind(copy->getNextNode());
    numbers_[copy] = writer.call(behind, "clc_check_copy_begun", {});
  }
  for (llvm::CallBase* copy : copies_) {
    llvm::IRBuilder<> before(copy);
    writer.call(before, "clc_check_copy_begins", {number_of(shared_event(*copy))});
  }
  for (llvm::StoreInst* store : stores_) {
    llvm::Value* number = number_of(store->getValueOperand());
    llvm::IRBuilder<>(store).CreateStore(number, place_of(store->getPointerOperand()));
  }
  for (llvm::CallBase* wait : waits_) {
    llvm::IRBuilder<> behind(wait->getNextNode());
    writer.call(behind, "clc_check_copied_of", {wait->getArgOperand(0), place_of(wait->getArgOperand(1))});
  }
}

}  // namespace clc::worker
