#include "worker/frontend/judge/source_calls.h"

#include <algorithm>
#include <map>
#include <set>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/Analysis/CFG.h>

#include "worker/frontend/diagnostics.h"

namespace clc::worker {
namespace {

// The blocks that can be reached: Clang leaves out edges of constant conditions.
std::vector<const clang::CFGBlock*> reached_blocks(const clang::CFG& flow) {
  std::vector<const clang::CFGBlock*> reached{&flow.getEntry()};
  std::set<const clang::CFGBlock*> known{&flow.getEntry()};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const clang::CFGBlock* next : reached[i]->succs()) {
      if (next != nullptr && known.insert(next).second) reached.push_back(next);
    }
  }
  return reached;
}

const clang::FunctionDecl* callee_of(const clang::Stmt& statement) {
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&statement)) return call->getDirectCallee();
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(&statement)) return made->getConstructor();
  return nullptr;
}

class CallVisitor final : public clang::DynamicRecursiveASTVisitor {
 public:
  CallVisitor(clang::ASTContext& context, const SourceRoots& roots, bool are_mapped, std::vector<CallingFunction>& into)
      : context_(context), generator_(context), roots_(roots), are_mapped_(are_mapped), into_(into) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (!function->doesThisDeclarationHaveABody() || function->isDependentContext()) return true;
    CallingFunction found{symbol_of(*function),
                          function->getQualifiedNameAsString(),
                          function->hasAttr<clang::DeviceKernelAttr>(),
                          function->isConstexpr(),
                          {}};
    clang::CFG::BuildOptions options;
    options.setAllAlwaysAdd();
    const auto flow = clang::CFG::buildCFG(function, function->getBody(), &context_, options);
    if (flow != nullptr) add_calls(*flow, found);
    into_.push_back(std::move(found));
    return true;
  }

 private:
  void add_calls(const clang::CFG& flow, CallingFunction& caller) {
    for (const clang::CFGBlock* block : reached_blocks(flow)) {
      for (const clang::CFGElement& element : *block) {
        const auto statement = element.getAs<clang::CFGStmt>();
        const clang::FunctionDecl* callee = statement ? callee_of(*statement->getStmt()) : nullptr;
        if (callee == nullptr || callee->getBuiltinID() != 0 || callee->isImplicit()) continue;
        SourceCall call{symbol_of(*callee), {}};
        set_place(context_.getSourceManager(), statement->getStmt()->getBeginLoc(), roots_, are_mapped_, call.place);
        caller.calls.push_back(std::move(call));
      }
    }
  }

  // Other sources may have functions of the same name that are theirs alone.
  std::string symbol_of(const clang::FunctionDecl& function) {
    const auto [at, is_new] = symbols_.try_emplace(function.getCanonicalDecl());
    if (is_new) {
      at->second = generator_.getName(&function);
      if (!function.hasExternalFormalLinkage()) at->second.insert(0, " ");
    }
    return at->second;
  }

  clang::ASTContext& context_;
  clang::ASTNameGenerator generator_;
  const SourceRoots& roots_;
  bool are_mapped_;
  std::vector<CallingFunction>& into_;
  std::map<const clang::Decl*, std::string> symbols_;
};

class SourceCallFinder final : public clang::ASTConsumer {
 public:
  SourceCallFinder(const SourceRoots& roots, bool are_mapped, std::vector<CallingFunction>& into)
      : roots_(roots), are_mapped_(are_mapped), into_(into) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (context.getDiagnostics().hasErrorOccurred()) return;
    CallVisitor(context, roots_, are_mapped_, into_).TraverseDecl(context.getTranslationUnitDecl());
  }

 private:
  const SourceRoots& roots_;
  bool are_mapped_;
  std::vector<CallingFunction>& into_;
};

struct Edge {
  std::size_t callee = 0;
  const Diagnostic* place = nullptr;
};

// The functions of all sources, as numbers.
class Graph {
 public:
  explicit Graph(const std::vector<std::vector<CallingFunction>>& sources) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      for (const CallingFunction& function : sources[i]) {
        numbers_.try_emplace(key_of(function.symbol, i), functions_.size());
        functions_.push_back(&function);
        of_source_.push_back(i);
      }
    }
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      std::vector<Edge>& edges = calls_.emplace_back();
      for (const SourceCall& call : functions_[i]->calls) {
        const auto callee = numbers_.find(key_of(call.callee, of_source_[i]));
        if (callee != numbers_.end()) edges.push_back({callee->second, &call.place});
      }
    }
  }

  const CallingFunction& function(std::size_t number) const { return *functions_[number]; }
  const std::vector<Edge>& calls(std::size_t number) const { return calls_[number]; }

  // These functions and all that they can come to, the nearest first.
  std::vector<std::size_t> reached_from(std::vector<std::size_t> open) const {
    std::set<std::size_t> known(open.begin(), open.end());
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (const Edge& edge : calls_[open[i]]) {
        if (known.insert(edge.callee).second) open.push_back(edge.callee);
      }
    }
    return open;
  }
  std::vector<std::size_t> kernels() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      if (functions_[i]->is_kernel) found.push_back(i);
    }
    return found;
  }

  // A shortest way back to the function, as the calls that it consists of; empty where there is none.
  std::vector<std::pair<std::size_t, Edge>> cycle_of(std::size_t start) const {
    std::map<std::size_t, std::pair<std::size_t, Edge>> how;  // a function was reached: its caller, and the call
    std::vector<std::size_t> open{start};
    for (std::size_t i = 0; i < open.size() && !how.contains(start); ++i) {
      for (const Edge& edge : calls_[open[i]]) {
        if (how.try_emplace(edge.callee, open[i], edge).second) open.push_back(edge.callee);
      }
    }
    std::vector<std::pair<std::size_t, Edge>> cycle;
    if (!how.contains(start)) return cycle;
    for (std::size_t at = start; cycle.empty() || at != start; at = cycle.back().first) cycle.push_back(how.at(at));
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
  }

 private:
  static std::string key_of(const std::string& symbol, std::size_t source) {
    return symbol.starts_with(' ') ? std::to_string(source) + symbol : symbol;
  }

  std::vector<const CallingFunction*> functions_;
  std::vector<std::size_t> of_source_;
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::vector<Edge>> calls_;
};

void tell(Severity severity, const Diagnostic& place, std::string text, std::vector<Diagnostic>& into) {
  Diagnostic diagnostic = place;
  diagnostic.severity = severity;
  diagnostic.text = std::move(text);
  into.push_back(std::move(diagnostic));
}

void report(const std::vector<std::pair<std::size_t, Edge>>& cycle, const Graph& graph, std::vector<Diagnostic>& into) {
  const auto shown = [&](std::size_t number) { return graph.function(number).shown; };
  std::string names;
  for (const auto& [caller, call] : cycle) names += shown(caller) + " -> ";
  tell(Severity::k_error, *cycle.front().second.place,
       "OpenCL has no recursion: " + names + shown(cycle.front().first) + "; write it as a loop", into);
  for (std::size_t i = 1; i < cycle.size(); ++i) {
    const auto& [caller, call] = cycle[i];
    tell(Severity::k_note, *call.place, shown(caller) + " calls " + shown(call.callee) + " here", into);
  }
}

}  // namespace

std::unique_ptr<clang::ASTConsumer> make_finder_of_calls(const SourceRoots& roots, bool are_mapped,
                                                         std::vector<CallingFunction>& into) {
  return std::make_unique<SourceCallFinder>(roots, are_mapped, into);
}

void judge_calls(const std::vector<std::vector<CallingFunction>>& sources, std::vector<Diagnostic>& into) {
  const Graph graph(sources);
  std::set<std::size_t> told;
  for (const std::size_t number : graph.reached_from(graph.kernels())) {
    if (told.contains(number)) continue;
    const auto cycle = graph.cycle_of(number);
    if (cycle.empty()) continue;
    for (const std::size_t other : graph.reached_from({number})) {
      const std::vector<std::size_t> back = graph.reached_from({other});
      if (std::find(back.begin(), back.end(), number) != back.end()) told.insert(other);
    }
    const bool may_be_computed = std::all_of(cycle.begin(), cycle.end(),
                                             [&](const auto& step) { return graph.function(step.first).is_constexpr; });
    if (!may_be_computed) report(cycle, graph, into);
  }
}

}  // namespace clc::worker
