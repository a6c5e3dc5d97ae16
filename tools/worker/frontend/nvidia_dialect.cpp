#include "worker/frontend/nvidia_dialect.h"

#include <algorithm>
#include <utility>

#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>

namespace clc::worker {
namespace {

constexpr std::size_t k_header_size = 8192;

// The type of a sum of both: C's usual arithmetic conversions.
clang::QualType sum_type(const clang::ASTContext& context, clang::QualType a, clang::QualType b) {
  if (a->isRealFloatingType() || b->isRealFloatingType()) {
    if (!b->isRealFloatingType()) return a;
    if (!a->isRealFloatingType()) return b;
    return context.getFloatingTypeOrder(a, b) < 0 ? b : a;
  }
  const int order = context.getIntegerTypeOrder(a, b);
  if (order == 0) return a->isUnsignedIntegerType() ? a : b;
  return order < 0 ? b : a;
}

// Null where an argument is no number.
clang::QualType type_of_all(const clang::ASTContext& context, llvm::ArrayRef<const clang::Expr*> arguments) {
  clang::QualType result;
  for (const clang::Expr* argument : arguments) {
    clang::QualType type = argument->getType().getCanonicalType().getUnqualifiedType();
    if (type->isDependentType() || !type->isArithmeticType()) return {};
    if (context.isPromotableIntegerType(type)) type = context.getPromotedIntegerType(type);
    result = result.isNull() ? type : sum_type(context, result, type);
  }
  return result;
}

// The function of that name all of whose parameters have the type, or null.
const clang::FunctionDecl* find_function(const clang::OverloadExpr& name, std::size_t count, clang::QualType type) {
  for (const clang::NamedDecl* declaration : name.decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function == nullptr || function->getNumParams() != count || function->isDefined()) continue;
    const bool is_it = llvm::all_of(function->parameters(), [&](const clang::ParmVarDecl* parameter) {
      return parameter->getType().getCanonicalType().getUnqualifiedType() == type;
    });
    if (is_it) return function;
  }
  return nullptr;
}

// The function of C's arithmetic on the arguments; of 24 bits there are none with 64, whose lower halves count.
const clang::FunctionDecl* choose(const clang::ASTContext& context, const clang::OverloadExpr& name,
                                  llvm::ArrayRef<const clang::Expr*> arguments) {
  clang::QualType type = type_of_all(context, arguments);
  if (type.isNull()) return nullptr;
  if (const auto* function = find_function(name, arguments.size(), type)) return function;
  if (!type->isIntegerType()) return nullptr;
  type = type->isUnsignedIntegerType() ? context.UnsignedIntTy : context.IntTy;
  return find_function(name, arguments.size(), type);
}

// The name of a type in OpenCL C.
std::string shown(clang::QualType type, const clang::PrintingPolicy& policy) {
  std::string name = type.getUnqualifiedType().getAsString(policy);
  constexpr std::string_view k_unsigned = "unsigned ";
  if (name.starts_with(k_unsigned)) return "u" + name.substr(k_unsigned.size());
  return name == "__size_t" ? "size_t" : name;
}

bool is_of_inner_scope(const clang::VarDecl& variable) {
  const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(variable.getParentFunctionOrMethod());
  return function != nullptr && function->hasAttr<clang::DeviceKernelAttr>() &&
         variable.getType().getAddressSpace() == clang::LangAS::opencl_local;
}

bool is_variable_sampler(const clang::VarDecl& variable) {
  return variable.isFileVarDecl() && variable.getType()->isSamplerT() && !variable.getType().isConstQualified();
}

}  // namespace

class NvidiaDialectFinder final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  NvidiaDialectFinder(NvidiaDialect& dialect, clang::CompilerInstance& compiler)
      : dialect_(dialect), compiler_(compiler) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!dialect_.changes_.empty() && dialect_.warns_) warn();
    if (context.getDiagnostics().hasErrorOccurred()) TraverseDecl(context.getTranslationUnitDecl());
  }

  bool VisitVarDecl(clang::VarDecl* variable) override {
    if (!variable->isInvalidDecl()) return true;
    if (is_variable_sampler(*variable)) {
      find(variable->getTypeSpecStartLoc(), NvidiaDialect::Kind::k_sampler, {}, variable->getLocation(),
           "not portable, as only NVIDIA's compilers take it: write constant or const before sampler_t");
    } else if (is_of_inner_scope(*variable)) {
      find(variable->getOuterLocStart(), NvidiaDialect::Kind::k_local, {}, variable->getLocation(),
           "not portable, as only older compilers of NVIDIA's take it: declare it where the kernel's body begins");
    }
    return true;
  }

  bool VisitRecoveryExpr(clang::RecoveryExpr* call) override {
    const auto parts = call->subExpressions();
    const auto* name = parts.empty() ? nullptr : llvm::dyn_cast<clang::OverloadExpr>(parts.front());
    if (name == nullptr || parts.size() < 2) return true;
    const llvm::ArrayRef<const clang::Expr*> arguments(parts.begin() + 1, parts.end());
    if (llvm::any_of(arguments, [](const clang::Expr* one) { return one->getType()->isDependentType(); })) return true;
    const clang::PrintingPolicy policy(compiler_.getLangOpts());
    std::string types;
    for (const clang::Expr* argument : arguments) {
      if (!types.empty()) types += argument == arguments.back() ? " and " : ", ";
      types += shown(argument->getType(), policy);
    }
    const clang::FunctionDecl* function = choose(compiler_.getASTContext(), *name, arguments);
    std::string why = "the arguments are " + types;
    if (function == nullptr) {
      dialect_.explanations_[name->getNameLoc().getRawEncoding()] = std::move(why);
      return true;
    }
    why += "; not portable, as only older compilers of NVIDIA's choose one function: cast them to one type";
    find(name->getNameLoc(), NvidiaDialect::Kind::k_call, stand_in_for(*function, policy), name->getNameLoc(), why);
    return true;
  }

 private:
  void find(clang::SourceLocation token, NvidiaDialect::Kind kind, std::string function, clang::SourceLocation error,
            const std::string& why) {
    dialect_.found_.push_back({token.getRawEncoding(), {kind, std::move(function)}, error.getRawEncoding()});
    dialect_.explanations_[error.getRawEncoding()] = why;
  }

  // Adds a function with one set of parameters, and returns its name.
  std::string stand_in_for(const clang::FunctionDecl& function, const clang::PrintingPolicy& policy) {
    const std::string type = shown(function.parameters().front()->getType(), policy);
    const std::string name = "__clc_" + function.getNameAsString() + "_" + type;
    std::string parameters, arguments;
    for (unsigned i = 0; i < function.getNumParams(); ++i) {
      const std::string comma = i == 0 ? "" : ", ", argument = std::string(1, static_cast<char>('a' + i));
      parameters += comma + type + " " + argument;
      arguments += comma + argument;
    }
    const std::string text = "static inline __attribute__((always_inline)) " + shown(function.getReturnType(), policy) +
                             " " + name + "(" + parameters + ") { return " + function.getNameAsString() + "(" +
                             arguments + "); }\n";
    if (dialect_.functions_.find(" " + name + "(") == std::string::npos) dialect_.functions_ += text;
    return name;
  }

  void warn() {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    std::set<unsigned> lines;
    for (const auto& [place, change] : dialect_.changes_)
      lines.insert(sources.getPresumedLineNumber(clang::SourceLocation::getFromRawEncoding(place)));
    std::string text = "NVIDIA's dialect (clc_nvidia_dialect), which other compilers refuse";
    if (lines.size() > 1) text += ", here and in " + std::to_string(lines.size() - 1) + " more lines";
    // Clang applies -w and -Werror to warnings of its own only.
    clang::DiagnosticsEngine& diagnostics = compiler_.getDiagnostics();
    if (diagnostics.getIgnoreAllWarnings()) return;
    const bool is_error = diagnostics.getWarningsAsErrors();
    const auto level = is_error ? clang::DiagnosticsEngine::Error : clang::DiagnosticsEngine::Warning;
    diagnostics.Report(clang::SourceLocation::getFromRawEncoding(dialect_.changes_.begin()->first),
                       diagnostics.getCustomDiagID(level, "%0 [%1-W%2]"))
        << text << (is_error ? "-Werror," : "") << k_nvidia_dialect_warning;
  }

  NvidiaDialect& dialect_;
  clang::CompilerInstance& compiler_;
};

std::unique_ptr<clang::ASTConsumer> NvidiaDialect::begin(clang::CompilerInstance& compiler,
                                                         std::function<void(const clang::Token&)> watcher) {
  found_.clear();
  explanations_.clear();
  errors_.clear();
  opened_.clear();
  if (!changes_.empty() || watcher) {
    compiler.getPreprocessor().setTokenWatcher(
        [this, &compiler, watcher = std::move(watcher)](const clang::Token& token) {
          if (watcher) watcher(token);
          // The parser's own token, which nothing else holds yet.
          if (!changes_.empty()) take_token(compiler, const_cast<clang::Token&>(token));
        });
  }
  return std::make_unique<NvidiaDialectFinder>(*this, compiler);
}

bool NvidiaDialect::learn() {
  if (functions_.size() > k_header_size) return false;
  const std::size_t before = changes_.size();
  // A place that Clang refused for another reason may be no dialect.
  for (const Found& found : found_) {
    if (errors_.contains(found.error)) changes_.try_emplace(found.token, found.change);
  }
  return changes_.size() > before;
}

std::string NvidiaDialect::header() const {
  std::string text = functions_;
  text.resize(k_header_size, ' ');
  return text;
}

std::string NvidiaDialect::explain(clang::SourceLocation error) {
  errors_.insert(error.getRawEncoding());
  const auto found = explanations_.find(error.getRawEncoding());
  return found == explanations_.end() ? std::string() : found->second;
}

void NvidiaDialect::take_token(clang::CompilerInstance& compiler, clang::Token& token) {
  if (is_after_semicolon_) close_scopes(compiler.getSema().getCurScope());
  is_after_semicolon_ = token.is(clang::tok::semi);
  const auto found = token.isAnnotation() ? changes_.end() : changes_.find(token.getLocation().getRawEncoding());
  if (found == changes_.end()) return;
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  const Change& change = found->second;
  if (change.kind == Kind::k_local) open_scopes(compiler.getSema().getCurScope());
  if (change.kind == Kind::k_call) token.setIdentifierInfo(preprocessor.getIdentifierInfo(change.function));
  if (change.kind != Kind::k_sampler) return;
  auto added = std::make_unique<clang::Token[]>(1);
  added[0].startToken();
  added[0].setKind(clang::tok::kw_const);
  added[0].setIdentifierInfo(preprocessor.getIdentifierInfo("const"));
  added[0].setLocation(token.getLocation());
  preprocessor.EnterTokenStream(std::move(added), 1, /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
}

// Clang takes variables in local memory in the scope of a kernel's body only. While such a declaration is parsed, the
// scopes around it pass for that one.
void NvidiaDialect::open_scopes(clang::Scope* scope) {
  for (; scope != nullptr && !scope->isFunctionScope(); scope = scope->getParent()) {
    opened_.emplace_back(scope, scope->getFlags());
    scope->setFlags(scope->getFlags() | clang::Scope::FnScope);
  }
}

void NvidiaDialect::close_scopes(clang::Scope* scope) {
  std::set<const clang::Scope*> open;  // others have ended since
  for (; scope != nullptr; scope = scope->getParent()) open.insert(scope);
  for (auto i = opened_.rbegin(); i != opened_.rend(); ++i) {  // the outermost first: inner ones read its flags
    if (open.contains(i->first)) i->first->setFlags(i->second);
  }
  opened_.clear();
}

}  // namespace clc::worker
