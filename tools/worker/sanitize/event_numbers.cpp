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

std::uint64_t events_in(llvm::Type* type) {
  std::uint64_t count = 1;
  for (; type->isArrayTy(); type = type->getArrayElementType()) count *= type->getArrayNumElements();
  return count;
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
  llvm::Value* place = place_of(builder, llvm::cast<llvm::LoadInst>(event)->getPointerOperand());
  return numbers_[event] = builder.CreateLoad(number, place);
}

EventNumbers::Place EventNumbers::unbounded_place_of(llvm::Value* pointer) {
  if (const auto found = places_.find(pointer); found != places_.end()) return found->second;
  if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(pointer))
    return unbounded_place_of(cast->getPointerOperand());
  auto* offset = llvm::cast<llvm::GetElementPtrInst>(pointer);
  Place place = unbounded_place_of(offset->getPointerOperand());
  llvm::IRBuilder<> builder(offset);
  llvm::Type* type = offset->getSourceElementType();
  const llvm::Use* first = offset->idx_begin();
  for (const llvm::Use& index : offset->indices()) {
    if (&index != first) type = type->getArrayElementType();
    llvm::Value* events =
        builder.CreateMul(builder.CreateSExtOrTrunc(index, builder.getInt64Ty()), builder.getInt64(events_in(type)));
    place.index = builder.CreateAdd(place.index, events);
  }
  return places_[pointer] = place;
}

llvm::Value* EventNumbers::place_of(llvm::IRBuilder<>& builder, llvm::Value* pointer) {
  const Place place = unbounded_place_of(pointer);
  llvm::Value* index =
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, place.index, builder.getInt64(place.events));
  return builder.CreateGEP(builder.getInt32Ty(), place.numbers, index);
}

void EventNumbers::write(CheckWriter& writer) {
  for (llvm::AllocaInst* list : lists_) {
    // Beside the list: behind calls that are to be inlined, a variable would not be static.
    llvm::IRBuilder<> builder(list);
    Place place{nullptr, builder.getInt64(0), events_in(list->getAllocatedType())};
    llvm::Type* type = llvm::ArrayType::get(builder.getInt32Ty(), place.events + 1);
    place.numbers = builder.CreateAlloca(type, list->getAddressSpace());
    writer.prologue().CreateStore(llvm::Constant::getNullValue(type), place.numbers);
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
    llvm::IRBuilder<> before(store);
    before.CreateStore(number, place_of(before, store->getPointerOperand()));
  }
  for (llvm::CallBase* wait : waits_) {
    llvm::IRBuilder<> behind(wait->getNextNode());
    const Place list = unbounded_place_of(wait->getArgOperand(1));
    writer.call(behind, "clc_check_copied_of",
                {wait->getArgOperand(0), list.numbers, list.index, behind.getInt64(list.events)});
  }
}

}  // namespace clc::worker
