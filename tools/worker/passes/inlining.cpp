#include "worker/passes/inlining.h"

#include <memory>
#include <set>

#include <llvm/Analysis/InlineAdvisor.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Instructions.h>

#include "worker/ir/kernel_function.h"
#include "worker/passes/mark_program_functions.h"

namespace clc::worker {
namespace {

// Instructions of LLVM's, counted when the function to be inlined is optimised already.
constexpr std::uint64_t k_largest_function = 30'000;  // that grows by more than LLVM's own inlining
constexpr std::uint64_t k_largest_growth = 200'000;   // of a module

// Asks LLVM's own advisor first.
class Advisor : public llvm::InlineAdvisor {
 public:
  Advisor(llvm::Module& module, llvm::FunctionAnalysisManager& functions, const llvm::InlineParams& parameters)
      : InlineAdvisor(module, functions), usual_(module, functions, parameters, {}) {}

 private:
  std::unique_ptr<llvm::InlineAdvice> getAdviceImpl(llvm::CallBase& call) override {
    std::unique_ptr<llvm::InlineAdvice> usual = usual_.getAdvice(call);
    if (usual == nullptr || usual->isInliningRecommended() || !may_be_inlined(call)) return usual;
    const std::uint64_t copied = call.getCalledFunction()->getInstructionCount();
    if (call.getCaller()->getInstructionCount() + copied > k_largest_function || growth_ + copied > k_largest_growth)
      return usual;
    growth_ += copied;
    usual->recordUnattemptedInlining();
    auto& remarks = FAM.getResult<llvm::OptimizationRemarkEmitterAnalysis>(*call.getCaller());
    return std::make_unique<llvm::InlineAdvice>(this, call, remarks, true);
  }

  bool may_be_inlined(llvm::CallBase& call) {
    llvm::Function& callee = *call.getCalledFunction();
    const llvm::Function& caller = *call.getCaller();
    if (!callee.hasFnAttribute(MarkProgramFunctions::k_attribute) || !callee.hasLocalLinkage() ||
        callee.isDeclaration() || &callee == &caller)
      return false;
    if (caller.hasOptSize() || callee.hasOptSize() || caller.hasOptNone() || call.isNoInline()) return false;
    const auto& costs = FAM.getResult<llvm::TargetIRAnalysis>(callee);
    if (!costs.areInlineCompatible(&caller, &callee)) return false;
    return llvm::isInlineViable(callee).isSuccess() && llvm::AttributeFuncs::areInlineCompatible(caller, callee);
  }

  llvm::DefaultInlineAdvisor usual_;
  std::uint64_t growth_ = 0;
};

llvm::InlineAdvisor* make_advisor(llvm::Module& module, llvm::FunctionAnalysisManager& functions,
                                  llvm::InlineParams parameters, llvm::InlineContext /*context*/) {
  return new Advisor(module, functions, parameters);
}

}  // namespace

void inline_large_functions(llvm::PassBuilder& builder) {
  builder.registerAnalysisRegistrationCallback([](llvm::ModuleAnalysisManager& analyses) {
    analyses.registerPass([] { return llvm::PluginInlineAdvisorAnalysis(make_advisor); });
  });
}

void inline_always(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::OptimizeNone);
  if (is_kernel(function)) return;
  function.removeFnAttr(llvm::Attribute::NoInline);
  function.addFnAttr(llvm::Attribute::AlwaysInline);
}

void inline_callers_always(std::vector<llvm::Function*> callees) {
  std::set<llvm::Function*> seen(callees.begin(), callees.end());
  while (!callees.empty()) {
    llvm::Function* function = callees.back();
    callees.pop_back();
    for (llvm::User* user : function->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      llvm::Function* caller = call == nullptr ? nullptr : call->getFunction();
      if (caller == nullptr || !seen.insert(caller).second) continue;
      inline_always(*caller);
      if (!is_kernel(*caller)) callees.push_back(caller);
    }
  }
}

}  // namespace clc::worker
