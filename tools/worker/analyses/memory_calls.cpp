#include "worker/analyses/memory_calls.h"

#include <bit>

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "worker/analyses/operations.h"

namespace clc::worker {
namespace {

constexpr std::uint64_t k_half_bytes = 2;
constexpr std::uint64_t k_flag_bytes = 4;  // size of an atomic_flag

// Describes a call of "vload4", "vstorea_half3_rte" …, which reads or writes a `value`.
CalledAccess vector_access(const llvm::CallBase& call, llvm::StringRef name, const llvm::Type* value, unsigned index) {
  const std::uint64_t elements = elements_of(*value);
  const bool is_aligned = name.starts_with("vloada") || name.starts_with("vstorea");
  const std::uint64_t size = name.contains("_half") ? k_half_bytes : value->getScalarSizeInBits() / 8;
  CalledAccess access;
  access.kind = name.starts_with("vload") ? "load" : "store";
  access.index = call.getArgOperand(index);
  access.pointer = call.getArgOperand(index + 1);
  access.step = (is_aligned ? std::bit_ceil(elements) : elements) * size;
  access.bytes = elements * size;
  access.alignment = is_aligned ? access.step : size;
  return access;
}

std::uint64_t size_of(const llvm::Type* type) {
  return type->isIntegerTy(1) || type->isVoidTy() ? 0 : type->getScalarSizeInBits() / 8;
}

CalledAccess atomic_access(const llvm::CallBase& call, llvm::StringRef name) {
  CalledAccess access;
  const bool is_load = name.ends_with("AtomicLoad") || name.starts_with("atomic_load");
  const bool is_store = name.ends_with("AtomicStore") || name.starts_with("atomic_store") ||
                        name.starts_with("atomic_init") || name.starts_with("atomic_flag_clear");
  access.kind = is_load ? "load" : is_store ? "store" : "atomic";
  access.pointer = call.getArgOperand(0);
  const bool is_flag = name.contains_insensitive("flag");
  access.bytes = is_flag ? k_flag_bytes : size_of(call.getType());
  if (access.bytes == 0) access.bytes = size_of(call.getArgOperand(call.arg_size() - 1)->getType());
  access.alignment = access.bytes;
  return access;
}

}  // namespace

std::string builtin_name(llvm::StringRef mangled) {
  std::size_t length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return {};
  return mangled.take_front(length).str();
}

std::string called_builtin(const llvm::CallBase& call) {
  const llvm::Function* called = call.getCalledFunction();
  return called == nullptr || !called->isDeclaration() ? std::string() : builtin_name(called->getName());
}

std::optional<CalledAccess> called_access(const llvm::CallBase& call) {
  const std::string text = called_builtin(call);
  const llvm::StringRef name = text;
  std::optional<CalledAccess> access;
  if (name.starts_with("vload") && call.arg_size() == 2) access = vector_access(call, name, call.getType(), 0);
  if (name.starts_with("vstore") && call.arg_size() == 3) {
    access = vector_access(call, name, call.getArgOperand(0)->getType(), 1);
  }
  const bool is_atomic = name.starts_with("__spirv_Atomic") || name.starts_with("atomic_") || name.starts_with("atom_");
  if (is_atomic && call.arg_size() != 0 && call.getArgOperand(0)->getType()->isPointerTy()) {
    access = atomic_access(call, name);
  }
  if (access && (!access->pointer->getType()->isPointerTy() || access->bytes == 0)) return std::nullopt;
  return access;
}

}  // namespace clc::worker
