// The objects that the pointers of a kernel lead to.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

namespace clc::worker {

enum class MemorySpace { k_private, k_global, k_constant, k_local };
const char* space_name(MemorySpace space);

// A variable or an argument, as values that exist in the whole kernel.
struct MemoryObject {
  MemorySpace space = MemorySpace::k_private;
  std::string name;
  llvm::Value* size = nullptr;    // in bytes, of 64 bits
  llvm::Value* shadow = nullptr;  // the first byte in the shadow of its memory, of 64 bits; null: it has none
};

// The memory that a pointer leads to, as values of 64 bits where the pointer is.
struct MemoryOrigin {
  MemorySpace space = MemorySpace::k_private;
  std::string name;  // "a or b" of several objects
  llvm::Value *base = nullptr, *size = nullptr, *shadow = nullptr;
  std::vector<llvm::Value*> objects;
};

class MemoryOrigins {
 public:
  // `describe` describes a variable or an argument that is a pointer; nothing: it is not known. Values that it needs go
  // before the end of the entry block.
  using Describe = std::function<std::optional<MemoryObject>(llvm::Value& object)>;
  MemoryOrigins(llvm::Function& kernel, Describe describe) : kernel_(kernel), describe_(std::move(describe)) {}

  // Nothing where the pointer may lead to what is not known, or into different address spaces.
  std::optional<MemoryOrigin> of(llvm::Value* pointer);

  // The distance from the beginning of the one object that the pointer leads to, where it is constant.
  static std::optional<std::int64_t> constant_offset(llvm::Value* pointer, const llvm::DataLayout& layout);

 private:
  using Values = std::array<llvm::Value*, 3>;  // base, size, shadow

  bool add_objects(llvm::Value* pointer, llvm::SmallPtrSetImpl<llvm::Value*>& seen, std::vector<llvm::Value*>& objects);
  const MemoryObject* object_of(llvm::Value* object);
  Values values_of(llvm::Value* pointer, unsigned address_space);
  Values values_of_object(llvm::Value* object, unsigned address_space);

  llvm::Function& kernel_;
  Describe describe_;
  std::map<llvm::Value*, std::optional<MemoryObject>> objects_;
  std::map<std::pair<llvm::Value*, unsigned>, Values> values_;
};

}  // namespace clc::worker
