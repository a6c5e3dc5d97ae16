// The numbers that checks of races give to the events of asynchronous copies.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include "worker/sanitize/check_writer.h"

namespace clc::worker {

// An event is opaque, and each driver chooses its size. So a number goes the same ways beside each: through phis and
// selects, and through a variable beside each variable that holds events.
class EventNumbers {
 public:
  // Nothing where events come from, or go to, other memory, so that no wait tells which copies it is for.
  static std::optional<EventNumbers> of(llvm::Function& kernel);

  // Numbers all copies, and tells of each wait which ones it is for: clc_check_copy_begins and others in checks.cl.
  void write(CheckWriter& writer);

 private:
  // An index into the numbers beside a variable, of as many events, and one more number.
  struct Place {
    llvm::Value* numbers = nullptr;
    llvm::Value* index = nullptr;
    std::uint64_t events = 0;
  };

  bool add(llvm::CallBase& call);
  bool add_list(llvm::Value* pointer);
  bool add_uses(llvm::Value& pointer, llvm::Type& event);
  bool add_event(llvm::Value* event);
  llvm::Value* number_of(llvm::Value* event);
  // The number beside an event; that beside the last one for an index outside.
  llvm::Value* place_of(llvm::IRBuilder<>& builder, llvm::Value* pointer);
  Place unbounded_place_of(llvm::Value* pointer);

  std::vector<llvm::CallBase*> copies_, waits_;
  std::vector<llvm::StoreInst*> stores_;
  llvm::SmallSetVector<llvm::AllocaInst*, 4> lists_;
  llvm::SmallPtrSet<llvm::Value*, 8> events_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> numbers_;  // of events
  llvm::DenseMap<llvm::Value*, Place> places_;          // by pointers to events
};

}  // namespace clc::worker
