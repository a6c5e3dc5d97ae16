#include "worker/passes/spirv_name_address_spaces.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "worker/ir/address_spaces.h"
#include "worker/passes/call_instead.h"

namespace clc::worker {
namespace {

constexpr std::string_view k_mangled_generic = "PU3AS4";

bool is_atomic_builtin(std::string_view name) {
  return name.starts_with("atomic_") || name.starts_with("__spirv_Atomic");
}

bool takes_any_address_space(std::string_view name) {
  constexpr std::array<std::string_view, 8> k_others{"fract",  "frexp",  "lgamma_r", "modf",
                                                     "remquo", "sincos", "vload",    "vstore"};
  return is_atomic_builtin(name) ||
         std::any_of(k_others.begin(), k_others.end(), [&](std::string_view other) { return name.starts_with(other); });
}

bool is_generic_pointer(const llvm::Value* value) {
  const auto* type = llvm::dyn_cast<llvm::PointerType>(value->getType());
  return type != nullptr && type->getAddressSpace() == k_spirv_generic_space;
}

// The pointer that was made generic for this argument, or null.
llvm::Value* pointer_before_cast(llvm::Value* argument, bool is_atomic_object) {
  auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(argument);
  if (cast == nullptr) return nullptr;
  llvm::Value* pointer = cast->getPointerOperand();
  // SPIR-V has no atomics on private memory.
  const bool is_private = pointer->getType()->getPointerAddressSpace() == k_spirv_private_space;
  return is_atomic_object && is_private ? nullptr : pointer;
}

std::string mangled_pointer(const llvm::Value* pointer) {
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  return space == k_spirv_private_space ? "P" : "PU3AS" + std::to_string(space);
}

void name_address_spaces_of(llvm::CallInst* call, llvm::Function* callee, bool is_of_atomics, bool names_all) {
  std::string name = callee->getName().str();
  bool has_changed = false;
  std::vector<llvm::Value*> arguments(call->arg_begin(), call->arg_end());
  std::size_t at = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!is_generic_pointer(arguments[i])) continue;
    at = name.find(k_mangled_generic, at);
    if (at == std::string::npos) return;  // a form of name that is not expected here: the call stays as it is
    const bool is_atomic_object = is_of_atomics && i == 0;
    const bool is_wanted = is_atomic_object || names_all;
    llvm::Value* pointer = is_wanted ? pointer_before_cast(arguments[i], is_atomic_object) : nullptr;
    if (pointer != nullptr) {
      const std::string mangled = mangled_pointer(pointer);
      name.replace(at, k_mangled_generic.size(), mangled);
      at += mangled.size();
      arguments[i] = pointer;
      has_changed = true;
    } else {
      at += k_mangled_generic.size();
    }
  }
  if (has_changed) call_instead(*call, name, arguments);
}

}  // namespace

llvm::PreservedAnalyses SpirvNameAddressSpaces::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration()) continue;
    std::string_view name = callee->getName();
    if (!name.starts_with("_Z")) continue;
    name.remove_prefix(std::min(name.find_first_not_of("0123456789", 2), name.size()));
    if (takes_any_address_space(name)) name_address_spaces_of(call, callee, is_atomic_builtin(name), names_all_);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
