// OpenCL C that other compilers refuse and older ones of NVIDIA's take: the extension clc_nvidia_dialect. A source that
// Clang refuses for it is read again, with some tokens changed.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/Specifiers.h>
#include <clang/Frontend/CompilerInstance.h>

namespace clang {
class Scope;
class Token;
}  // namespace clang

namespace clc::worker {

inline constexpr const char* k_nvidia_dialect_warning = "nvidia-dialect";

class NvidiaDialect {
 public:
  // A place that Clang refuses, at an encoded location.
  enum class Kind { k_sampler, k_local, k_call };
  struct Change {
    Kind kind;
    std::string function;  // of a call: the one that takes its place
  };

  explicit NvidiaDialect(bool warns) : warns_(warns) {}

  // Changes tokens on their way to the parser. The returned consumer warns of that, and finds what is left to change.
  std::unique_ptr<clang::ASTConsumer> begin(clang::CompilerInstance& compiler,
                                            std::function<void(const clang::Token&)> watcher = nullptr);
  // Tells that Clang reported an error at a location, and explains it; empty where nothing is known.
  std::string explain(clang::SourceLocation error);
  // True where the next attempt can change more than the last one did.
  bool learn();
  // Functions that take the place of ambiguous ones. Its length never changes, so that places of the source do not.
  std::string header() const;

 private:
  friend class NvidiaDialectFinder;
  struct Found {
    unsigned token;  // encoded locations
    Change change;
    unsigned error;
  };
  void take_token(clang::CompilerInstance& compiler, clang::Token& token);
  void open_scopes(clang::Scope* scope);
  void close_scopes(clang::Scope* scope);

  bool warns_;
  std::map<unsigned, Change> changes_;
  std::vector<Found> found_;
  std::map<unsigned, std::string> explanations_;
  std::set<unsigned> errors_;  // of this attempt
  std::string functions_;
  std::vector<std::pair<clang::Scope*, unsigned>> opened_;  // and their flags
  bool is_after_semicolon_ = false;
};

}  // namespace clc::worker
