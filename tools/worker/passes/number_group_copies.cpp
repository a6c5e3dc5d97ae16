#include "worker/passes/number_group_copies.h"

#include <map>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>

#include "worker/ir/call_cycles.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/inlining.h"

namespace clc::worker {
namespace {

constexpr unsigned k_numbers = 4;
constexpr const char* k_numbers_function = "clc_group_copies";
constexpr const char* k_items_function = "clc_required_items";
constexpr const char* k_load_to_local = "llvm.amdgcn.global.load.lds";

// Marks kernels that load straight to local memory by the library's function. Where the program does so itself, it does
// not know when to wait, and LLVM has to.
void mark_waiting_kernels(llvm::Module& module, bool does_so_itself) {
  llvm::Function* load = module.getFunction(k_load_to_local);
  if (load == nullptr || does_so_itself) return;
  for (llvm::User* user : load->users())
    llvm::cast<llvm::CallInst>(user)->getFunction()->addFnAttr(NumberGroupCopies::k_attribute);
}

bool is_load_to_local(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  return name.starts_with("llvm.amdgcn.") && (name.contains("load.lds") || name.contains("load.to.lds"));
}

// True for functions but that of the library.
bool loads_to_local_by_itself(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return is_load_to_local(function) && llvm::any_of(function.users(), [](const llvm::User* user) {
             const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
             return call == nullptr || !call->getFunction()->getName().contains("copy_unit");
           });
  });
}

llvm::Value* make_numbers(llvm::Function& function) {
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::Type* type = llvm::ArrayType::get(builder.getInt32Ty(), k_numbers);
  llvm::AllocaInst* numbers = builder.CreateAlloca(type, nullptr, "copies");
  builder.CreateStore(llvm::Constant::getNullValue(type), numbers);
  return numbers;
}

// The work-items of all groups of a kernel, 0 where they may differ.
unsigned items_of_all_groups(const llvm::Function& kernel) {
  // All groups are whole on NVIDIA's GPUs; on AMD's the last ones may be smaller.
  const bool is_uniform =
      kernel.hasFnAttribute("nvvm.reqntid") || kernel.getFnAttribute("uniform-work-group-size").getValueAsBool();
  return is_uniform ? static_cast<unsigned>(required_group_items(kernel)) : 0;
}

void replace_calls(llvm::Module& module, llvm::StringRef name,
                   llvm::function_ref<llvm::Value*(llvm::Function&)> value_for) {
  llvm::Function* function = module.getFunction(name);
  if (function == nullptr) return;
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    call->replaceAllUsesWith(value_for(*call->getFunction()));
    call->eraseFromParent();
  }
  function->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses NumberGroupCopies::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  std::vector<llvm::Function*> asked;
  for (const char* name : {k_numbers_function, k_items_function}) {
    if (llvm::Function* function = module.getFunction(name)) asked.push_back(function);
  }
  if (asked.empty()) return llvm::PreservedAnalyses::all();
  const bool does_so_itself = loads_to_local_by_itself(module);
  inline_callers_always(asked);
  llvm::AlwaysInlinerPass().run(module, analyses);
  std::map<llvm::Function*, llvm::Value*> variables;
  replace_calls(module, k_numbers_function, [&](llvm::Function& kernel) {
    llvm::Value*& variable = variables[&kernel];
    if (variable == nullptr) variable = make_numbers(kernel);
    return variable;
  });
  llvm::Type* number = llvm::Type::getInt32Ty(module.getContext());
  replace_calls(module, k_items_function,
                [&](llvm::Function& kernel) { return llvm::ConstantInt::get(number, items_of_all_groups(kernel)); });
  mark_waiting_kernels(module, does_so_itself);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
