#include "worker/ir/call_cycles.h"

#include <algorithm>
#include <map>
#include <string>

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>

#include "worker/ir/address_spaces.h"
#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

// Adds the functions and variables among the operands of `user`, also those inside constants.
void add_operands(const llvm::User& user, llvm::SmallPtrSetImpl<const llvm::Constant*>& seen,
                  llvm::SetVector<const llvm::GlobalValue*>& into) {
  for (const llvm::Value* operand : user.operand_values()) {
    if (const auto* value = llvm::dyn_cast<llvm::GlobalValue>(operand)) {
      into.insert(value);
    } else if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand)) {
      if (constant->getNumOperands() != 0 && seen.insert(constant).second) add_operands(*constant, seen, into);
    }
  }
}

void add_transitive_uses(llvm::SetVector<const llvm::GlobalValue*>& used) {
  llvm::SmallPtrSet<const llvm::Constant*, 32> seen;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const llvm::GlobalValue* value = used[i];
    add_operands(*value, seen, used);
    const auto* function = llvm::dyn_cast<llvm::Function>(value);
    if (function == nullptr) continue;
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) add_operands(instruction, seen, used);
  }
}

using Functions = std::vector<const llvm::Function*>;

bool contains(const Functions& functions, const llvm::Function* function) {
  return std::find(functions.begin(), functions.end(), function) != functions.end();
}

// Finds a shortest cycle through the first function of `group`, a strongly connected component.
CallCycle shortest_cycle(const Functions& group, const llvm::CallGraph& calls) {
  const llvm::Function* start = group.front();
  std::map<const llvm::Function*, const llvm::Function*> caller;
  Functions reached{start};
  for (std::size_t i = 0; i < reached.size() && !caller.contains(start); ++i) {
    for (const llvm::CallGraphNode::CallRecord& call : *calls[reached[i]]) {
      const llvm::Function* callee = call.second->getFunction();
      if (!contains(group, callee) || !caller.try_emplace(callee, reached[i]).second) continue;
      if (callee != start) reached.push_back(callee);
    }
  }
  CallCycle cycle;
  for (const llvm::Function* function = caller[start]; function != start; function = caller[function]) {
    cycle.push_back(function);
  }
  cycle.push_back(start);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

}  // namespace

bool is_local(const llvm::GlobalVariable& variable) {
  return variable.getAddressSpace() == k_local_space;
}

llvm::SetVector<const llvm::GlobalValue*> used_by(const llvm::Function& kernel) {
  llvm::SetVector<const llvm::GlobalValue*> used;
  used.insert(&kernel);
  add_transitive_uses(used);
  return used;
}

llvm::SetVector<const llvm::GlobalValue*> used_by_kernels(const llvm::Module& module) {
  llvm::SetVector<const llvm::GlobalValue*> used;
  for (const llvm::Function& function : module) {
    if (is_kernel(function)) used.insert(&function);
  }
  add_transitive_uses(used);
  return used;
}

std::uint64_t local_bytes_of(const llvm::Function& kernel) {
  const llvm::Module& module = *kernel.getParent();
  if (llvm::none_of(module.globals(), is_local)) return 0;
  std::uint64_t bytes = 0;
  for (const llvm::GlobalValue* value : used_by(kernel)) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
    if (variable == nullptr || !is_local(*variable)) continue;
    bytes = llvm::alignTo(bytes, variable->getAlign().valueOrOne());
    bytes += module.getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue();
  }
  return bytes;
}

std::vector<CallCycle> call_cycles(llvm::Module& module) {
  const llvm::SetVector<const llvm::GlobalValue*> used = used_by_kernels(module);
  llvm::CallGraph calls(module);
  std::vector<CallCycle> cycles;
  for (auto group = llvm::scc_begin(&calls); !group.isAtEnd(); ++group) {
    if (!group.hasCycle()) continue;
    Functions functions;
    for (const llvm::CallGraphNode* node : *group) {
      if (used.contains(node->getFunction())) functions.push_back(node->getFunction());
    }
    if (functions.empty()) continue;
    std::sort(functions.begin(), functions.end(), [&](const llvm::Function* a, const llvm::Function* b) {
      return llvm::find(used, a) < llvm::find(used, b);
    });
    cycles.push_back(shortest_cycle(functions, calls));
  }
  return cycles;
}

Result<void> refuse_recursion(llvm::Module& module, const std::function<bool(const CallCycle&)>& is_meant) {
  for (const CallCycle& cycle : call_cycles(module)) {
    if (is_meant && !is_meant(cycle)) continue;
    std::string names;
    for (const llvm::Function* function : cycle) names += llvm::demangle(function->getName().str()) + " -> ";
    names += llvm::demangle(cycle.front()->getName().str());
    return fail(ErrorKind::k_compile, "OpenCL has no recursion: " + names + "; write it as a loop");
  }
  return {};
}

}  // namespace clc::worker
