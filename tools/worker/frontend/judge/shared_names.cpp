#include "worker/frontend/judge/shared_names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/ODRHash.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>

#include "worker/frontend/diagnostics.h"

namespace clc::worker {
namespace {

class NameFinder final : public clang::DynamicRecursiveASTVisitor {
 public:
  NameFinder(clang::ASTContext& context, const SourceRoots& roots, bool are_mapped, SharedNames& into)
      : context_(context),
        generator_(context),
        roots_(roots),
        are_mapped_(are_mapped),
        into_(into),
        tags_(context, [this](clang::SourceLocation location) { return place_of(location); }) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    SharedName* shared = entry_of(*function);
    if (shared == nullptr || !function->isThisDeclarationADefinition()) return true;
    shared->defined = place_of(function->getLocation());
    shared->is_repeatable =
        function->isInlineSpecified() || context_.GetGVALinkageForFunction(function) != clang::GVA_StrongExternal;
    if (shared->is_repeatable) {
      clang::ODRHash body;
      body.AddFunctionDecl(function);
      shared->body = std::to_string(body.CalculateHash());
    }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    SharedName* shared = entry_of(*variable);
    if (shared == nullptr || variable->isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly) return true;
    shared->defined = place_of(variable->getLocation());
    shared->is_repeatable = context_.GetGVALinkageForVariable(variable) != clang::GVA_StrongExternal;
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* use) override {
    SharedName* shared = entry_of(*use->getDecl());
    if (shared != nullptr && !shared->used) shared->used = place_of(use->getLocation());
    return true;
  }

 private:
  Diagnostic place_of(clang::SourceLocation location) const {
    Diagnostic place;
    set_place(context_.getSourceManager(), location, roots_, are_mapped_, place);
    return place;
  }

  // Null for what no other source can see, and for what compilers declare themselves.
  SharedName* entry_of(const clang::ValueDecl& declaration) {
    const bool can_be_shared = llvm::isa<clang::FunctionDecl, clang::VarDecl>(declaration);
    if (!can_be_shared || !declaration.hasExternalFormalLinkage() || declaration.isTemplated()) return nullptr;
    const clang::SourceLocation location = declaration.getLocation();
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
    const auto& first = *llvm::cast<clang::ValueDecl>(declaration.getCanonicalDecl());
    if (first.isImplicit() || (function != nullptr && function->getBuiltinID() != 0)) return nullptr;
    if (location.isInvalid() || context_.getSourceManager().isInSystemHeader(location)) return nullptr;
    const auto [at, is_new] = names_.try_emplace(&first);
    if (is_new) at->second = generator_.getName(&declaration);
    SharedName& shared = into_[at->second];
    if (shared.shown.empty()) {
      shared.shown = declaration.getQualifiedNameAsString();
      shared.declared = place_of(location);
    }
    // A later declaration may tell more: how long an array is.
    shared.is_variable = llvm::isa<clang::VarDecl>(declaration);
    shared.is_builtin = is_in_builtin_header(context_.getSourceManager(), first.getLocation());
    shared.type = shared_spelling(declaration.getType(), context_);
    shared.alignment = std::max<std::uint64_t>(shared.alignment, declaration.getMaxAlignment() / 8);
    tags_.add(declaration.getType(), shared.shown, shared.tags);
    return &shared;
  }

  clang::ASTContext& context_;
  clang::ASTNameGenerator generator_;
  const SourceRoots& roots_;
  bool are_mapped_;
  SharedNames& into_;
  std::map<const clang::Decl*, std::string> names_;
  TagFinder tags_;
};

class Finder final : public clang::ASTConsumer {
 public:
  Finder(const SourceRoots& roots, bool are_mapped, SharedNames& into)
      : roots_(roots), are_mapped_(are_mapped), into_(into) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (context.getDiagnostics().hasErrorOccurred()) return;
    NameFinder(context, roots_, are_mapped_, into_).TraverseDecl(context.getTranslationUnitDecl());
  }

 private:
  const SourceRoots& roots_;
  bool are_mapped_;
  SharedNames& into_;
};

void say(Severity severity, Diagnostic place, std::string text, std::vector<Diagnostic>& into) {
  place.severity = severity;
  place.text = std::move(text);
  into.push_back(std::move(place));
}

std::string_view before(std::string_view text, std::string_view end) {
  return text.ends_with(end) ? text.substr(0, text.size() - end.size()) : std::string_view();
}

// Arrays of unknown length fit those of any, and functions without a list of parameters those with one.
bool is_open_form(std::string_view open, std::string_view type) {
  const std::string_view array = before(open, "[]"), function = before(open, " ()");
  return (!array.empty() && type.starts_with(array) && type.substr(array.size()).starts_with("[")) ||
         (!function.empty() && type.starts_with(function) && type.substr(function.size()).starts_with(" ("));
}

bool are_compatible(const std::string& a, const std::string& b) {
  return a == b || is_open_form(a, b) || is_open_form(b, a);
}

const Diagnostic& best_place(const SharedName& shared) {
  return shared.defined ? *shared.defined : shared.declared;
}

// A declaration of a header that nobody needs there may speak of anything.
bool is_of_use(const SharedName& shared) {
  return shared.defined || shared.used;
}

// Both places of something, with a text for each.
void say_both(Diagnostic here, std::string text, Diagnostic there, std::string other_text,
              std::vector<Diagnostic>& into) {
  say(Severity::k_error, std::move(here), std::move(text), into);
  say(Severity::k_note, std::move(there), std::move(other_text), into);
}

// Tags that two sources know by one name and define in different ways.
void judge_tags(const SharedName& shared, const SharedName& other, std::set<std::string>& told,
                std::vector<Diagnostic>& into) {
  for (const auto& [key, tag] : shared.tags) {
    const auto found = other.tags.find(key);
    if (found == other.tags.end()) continue;
    const SharedTag& before = *found->second;
    const auto difference = difference_of(tag->seen, before.seen);
    if (!difference || !told.insert(key).second) continue;
    const std::string& name = tag->seen.name.empty() ? before.seen.name : tag->seen.name;
    const auto& [part, other_part] = *difference;
    const bool is_known = !part.empty();  // stripped libraries tell no names
    say_both(tag->place,
             (name.empty() ? "a struct" : "'" + name + "'") + ", which '" + shared.shown + "' uses, " +
                 (is_known ? "has '" + part + "' here" : "is another one here"),
             before.place, is_known ? "and '" + other_part + "' here" : "than here", into);
  }
}

void judge_alignment(const SharedName& shared, const SharedName& other, std::vector<Diagnostic>& into) {
  const SharedName& definition = shared.defined ? shared : other;
  const SharedName& user = shared.defined ? other : shared;
  if (!shared.is_variable || user.alignment <= definition.alignment) return;
  say_both(user.declared, "'" + user.shown + "' is aligned to " + std::to_string(user.alignment) + " bytes here",
           best_place(definition), "and not here", into);
}

}  // namespace

std::unique_ptr<clang::ASTConsumer> make_finder_of_shared_names(const SourceRoots& roots, bool are_mapped,
                                                                SharedNames& into) {
  return std::make_unique<Finder>(roots, are_mapped, into);
}

void judge_shared_names(const std::vector<SharedNames>& sources, std::vector<Diagnostic>& into) {
  std::map<std::string_view, const SharedName*> known;  // its definition, where one was seen
  std::set<std::string> told;
  for (const SharedNames& names : sources) {
    for (const auto& [name, shared] : names) {
      const auto [at, is_new] = known.try_emplace(name, &shared);
      if (is_new) continue;
      const SharedName& other = *at->second;
      if (!are_compatible(shared.type, other.type)) {
        say_both(best_place(shared), "'" + shared.shown + "' has the type '" + shared.type + "' here",
                 best_place(other), "and the type '" + other.type + "' here", into);
      } else if (shared.defined && other.defined && !shared.is_repeatable && !other.is_repeatable) {
        say_both(*shared.defined, "'" + shared.shown + "' is defined twice; what only one source needs can be static",
                 *other.defined, "first defined here", into);
      } else if (!shared.body.empty() && !other.body.empty() && shared.body != other.body) {
        say_both(*shared.defined,
                 "'" + shared.shown + "' is defined in different ways; what differs between sources has to be static",
                 *other.defined, "first defined here", into);
      } else if (is_of_use(shared) && is_of_use(other)) {
        judge_tags(shared, other, told, into);
        judge_alignment(shared, other, into);
      }
      if ((shared.defined && !other.defined) || !is_of_use(other)) at->second = &shared;
    }
  }
}

std::set<std::string> repeatable_names(const std::vector<SharedNames>& sources) {
  std::set<std::string> names;
  for (const SharedNames& source : sources) {
    for (const auto& [name, shared] : source) {
      if (shared.is_repeatable) names.insert(name);
    }
  }
  return names;
}

namespace {

template <class SeverityOf>
void tell_undefined(const std::vector<SharedNames>& sources, const std::set<std::string>& names,
                    std::string_view family, const SeverityOf& severity_of, std::vector<Diagnostic>& into) {
  for (const SharedNames& source : sources) {
    for (const std::string& name : names) {
      const auto found = source.find(name);
      if (found == source.end() || !found->second.used) continue;
      const SharedName& shared = found->second;
      if (shared.is_builtin && family.empty()) continue;
      if (shared.is_builtin) {
        say(severity_of(shared), *shared.used,
            "'" + shared.shown + "' is used here, a builtin that targets of " + std::string(family) + " lack", into);
        into.back().is_of_target = true;
        continue;
      }
      const char* const who =
          sources.size() == 1 ? "it is neither defined in this source nor a builtin" : "none of the sources defines it";
      say(severity_of(shared), *shared.used, "'" + shared.shown + "' is used here, and " + who, into);
      say(Severity::k_note, shared.declared, "declared here", into);
    }
  }
}

}  // namespace

void refuse_undefined(const std::vector<SharedNames>& sources, const std::set<std::string>& names,
                      std::string_view family, std::vector<Diagnostic>& into) {
  tell_undefined(sources, names, family, [](const SharedName&) { return Severity::k_error; }, into);
}

namespace {

LibrarySymbol symbol_of(const std::string& name, const SharedName& shared) {
  LibrarySymbol symbol{shared.shown,         name,        shared.type,      shared.is_variable,
                       shared.is_repeatable, shared.body, shared.alignment, {}};
  for (const auto& [key, tag] : shared.tags) symbol.tags.push_back(key);
  return symbol;
}

void add_tags(const SharedTags& tags, bool is_stripped, std::map<std::string, LibraryTag>& into) {
  for (const auto& [key, tag] : tags) {
    LibraryTag& known = into[key];
    if (known.digest.empty()) known = tag->seen;
    if (is_stripped) known = {known.key, known.digest, "", {}};
  }
}

}  // namespace

Library library_of(const std::vector<SharedNames>& sources, bool is_stripped) {
  std::map<std::string, LibrarySymbol> exports, needs;
  std::map<std::string, LibraryTag> tags;
  for (const SharedNames& source : sources) {
    for (const auto& [name, shared] : source) {
      if (shared.defined) {
        exports[name] = symbol_of(name, shared);
      } else if (shared.used) {
        needs[name] = symbol_of(name, shared);
      } else {
        continue;
      }
      add_tags(shared.tags, is_stripped, tags);
    }
  }
  Library library;
  for (const auto& [name, symbol] : exports) library.exports.push_back(symbol);
  for (const auto& [name, symbol] : needs) {
    if (!exports.contains(name)) library.needs.push_back(symbol);
  }
  for (const auto& [key, tag] : tags) library.tags.push_back(tag);
  return library;
}

SharedNames shared_by(const Library& library, const RootedPath& place) {
  SharedNames names;
  Diagnostic here;
  here.file = place;
  SharedTags tags;
  for (const LibraryTag& tag : library.tags) tags[tag.key] = std::make_shared<SharedTag>(SharedTag{tag, here});
  const auto add = [&](const LibrarySymbol& symbol) -> SharedName& {
    SharedName& shared = names[symbol.symbol];
    shared.shown = symbol.name;
    shared.type = symbol.type;
    shared.is_variable = symbol.is_variable;
    shared.is_repeatable = symbol.is_repeatable;
    shared.body = symbol.body;
    shared.alignment = symbol.alignment;
    shared.declared = here;
    for (const std::string& key : symbol.tags) {
      if (const auto tag = tags.find(key); tag != tags.end()) shared.tags.insert(*tag);
    }
    return shared;
  };
  for (const LibrarySymbol& symbol : library.exports) add(symbol).defined = here;
  for (const LibrarySymbol& symbol : library.needs) add(symbol).used = here;
  return names;
}

void remark_for_driver(const std::vector<SharedNames>& sources, bool is_library, std::vector<Diagnostic>& into) {
  std::set<std::string> undefined;
  std::map<std::string_view, const SharedName*> defined;
  for (const SharedNames& source : sources) {
    for (const auto& [name, shared] : source) {
      if (shared.used) undefined.insert(name);
      if (!shared.defined) continue;
      const auto [at, is_new] = defined.try_emplace(name, &shared);
      if (is_new) continue;
      say(Severity::k_remark, *shared.defined,
          "'" + shared.shown + "' is defined in several sources; drivers that refuse to link them want it static",
          into);
      say(Severity::k_note, *at->second->defined, "first defined here", into);
    }
  }
  if (is_library) return;
  std::erase_if(undefined, [&](const std::string& name) { return defined.contains(name); });
  const auto severity_of = [](const SharedName& shared) {
    return shared.is_variable ? Severity::k_warning : Severity::k_remark;
  };
  tell_undefined(sources, undefined, "", severity_of, into);
}

}  // namespace clc::worker
