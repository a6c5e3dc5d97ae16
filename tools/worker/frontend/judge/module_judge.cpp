#include "worker/frontend/judge/module_judge.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "worker/frontend/judge/kernel_limits.h"
#include "worker/ir/call_cycles.h"
#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

// Finds the first call of a function in the body of another one.
class CallFinder final : public clang::DynamicRecursiveASTVisitor {
 public:
  explicit CallFinder(const clang::FunctionDecl& callee) : callee_(*callee.getCanonicalDecl()) {}

  bool VisitCallExpr(clang::CallExpr* call) override {
    const clang::FunctionDecl* called = call->getDirectCallee();
    if (called == nullptr || called->getCanonicalDecl() != &callee_) return true;
    place_ = call->getExprLoc();
    return false;
  }
  // A lambda's body is a function of its own.
  bool TraverseLambdaExpr(clang::LambdaExpr*) override { return true; }
  clang::SourceLocation place() const { return place_; }

 private:
  const clang::FunctionDecl& callee_;
  clang::SourceLocation place_;
};

class Judge final : public clang::ASTConsumer {
 public:
  Judge(clang::CodeGenerator& generator, bool is_linked) : generator_(generator), is_linked_(is_linked) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    llvm::Module* module = generator_.GetModule();
    if (module == nullptr || context.getDiagnostics().hasErrorOccurred()) return;
    diagnostics_ = &context.getDiagnostics();
    for (const CallCycle& cycle : call_cycles(*module)) forget_dead_calls(*module, cycle);
    for (const CallCycle& cycle : call_cycles(*module)) judge_cycle(cycle);
    if (!is_linked_) judge_variables(*module);
    judge_local_variables(*module);
  }

 private:
  const clang::FunctionDecl* declaration(const llvm::Function& function) {
    const clang::Decl* found = generator_.GetDeclForMangledName(function.getName());
    return found == nullptr ? nullptr : found->getAsFunction();
  }

  // As the source calls it.
  std::string name(const llvm::Function& function) {
    const clang::FunctionDecl* found = declaration(function);
    return found == nullptr ? llvm::demangle(function.getName().str()) : found->getQualifiedNameAsString();
  }

  clang::SourceLocation place_of_call(const llvm::Function& caller, const llvm::Function& callee) {
    const clang::FunctionDecl* from = declaration(caller);
    const clang::FunctionDecl* to = declaration(callee);
    if (from == nullptr) return {};
    const clang::FunctionDecl* definition = from->getDefinition();
    if (to == nullptr || definition == nullptr) return from->getLocation();
    CallFinder finder(*to);
    finder.TraverseStmt(definition->getBody());
    return finder.place().isValid() ? finder.place() : definition->getLocation();
  }

  void report(clang::DiagnosticsEngine::Level level, clang::SourceLocation place, llvm::StringRef text) {
    diagnostics_->Report(place, diagnostics_->getCustomDiagID(level, "%0")) << text;
  }

  // Clang makes code for the body of `while (0)`.
  static void forget_dead_calls(llvm::Module& module, const CallCycle& cycle) {
    for (const llvm::Function* of_cycle : cycle) {
      llvm::Function& function = *module.getFunction(of_cycle->getName());
      for (llvm::BasicBlock& block : function) llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
      llvm::removeUnreachableBlocks(function);
    }
  }

  // Calls of constexpr functions may be gone when the optimiser has computed them: refuse_recursion() looks later.
  bool may_be_computed(const CallCycle& cycle) {
    return std::all_of(cycle.begin(), cycle.end(), [&](const llvm::Function* function) {
      const clang::FunctionDecl* found = declaration(*function);
      return found != nullptr && found->isConstexpr();
    });
  }

  void judge_cycle(const CallCycle& cycle) {
    if (may_be_computed(cycle)) return;
    std::string names;
    for (const llvm::Function* function : cycle) names += name(*function) + " -> ";
    names += name(*cycle.front());
    const auto next = [&](std::size_t i) -> const llvm::Function& { return *cycle[(i + 1) % cycle.size()]; };
    report(clang::DiagnosticsEngine::Error, place_of_call(*cycle[0], next(0)),
           "OpenCL has no recursion: " + names + "; write it as a loop");
    for (std::size_t i = 1; i < cycle.size(); ++i) {
      report(clang::DiagnosticsEngine::Note, place_of_call(*cycle[i], next(i)),
             name(*cycle[i]) + " calls " + name(next(i)) + " here");
    }
  }

  // The functions that name `value`, in constants as well.
  void add_users(const llvm::Value& value, const llvm::SetVector<const llvm::GlobalValue*>& used,
                 llvm::SetVector<const llvm::GlobalValue*>& into) {
    for (const llvm::User* user : value.users()) {
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
        if (used.contains(instruction->getFunction())) into.insert(instruction->getFunction());
      } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(user)) {
        if (used.contains(variable)) into.insert(variable);
      } else {
        add_users(*user, used, into);
      }
    }
  }

  // Names that begin so belong to libraries, which are linked later.
  static bool is_undefined(const llvm::GlobalVariable& variable) {
    return variable.isDeclaration() && !variable.getName().starts_with("__");
  }

  void judge_variables(const llvm::Module& module) {
    if (llvm::none_of(module.globals(), is_undefined)) return;
    const auto used = used_by_kernels(module);
    for (const llvm::GlobalVariable& variable : module.globals()) {
      if (!is_undefined(variable) || !used.contains(&variable)) continue;
      llvm::SetVector<const llvm::GlobalValue*> users;
      add_users(variable, used, users);
      std::string names;
      for (const llvm::GlobalValue* user : users) {
        const auto* function = llvm::dyn_cast<llvm::Function>(user);
        names += (names.empty() ? "" : ", ") +
                 (function == nullptr ? llvm::demangle(user->getName().str()) : name(*function));
      }
      const clang::Decl* declared = generator_.GetDeclForMangledName(variable.getName());
      const auto* named = llvm::dyn_cast_or_null<clang::NamedDecl>(declared);
      report(clang::DiagnosticsEngine::Error, declared == nullptr ? clang::SourceLocation() : declared->getLocation(),
             (named == nullptr ? variable.getName().str() : named->getQualifiedNameAsString()) +
                 " has no value: nothing in this source defines it, and programs are not linked with others; used by " +
                 names);
    }
  }

  void judge_local_variables(const llvm::Module& module) {
    for (const llvm::Function& kernel : module) {
      const clang::FunctionDecl* declared = is_kernel(kernel) ? declaration(kernel) : nullptr;
      if (declared != nullptr) judge_local_memory(*declared, local_bytes_of(kernel));
    }
  }

  clang::CodeGenerator& generator_;
  bool is_linked_;
  clang::DiagnosticsEngine* diagnostics_ = nullptr;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> make_module_judge(clang::CodeGenerator& generator, bool is_linked) {
  return std::make_unique<Judge>(generator, is_linked);
}

}  // namespace clc::worker
