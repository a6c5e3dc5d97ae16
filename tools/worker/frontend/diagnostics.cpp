#include "worker/frontend/diagnostics.h"

#include <algorithm>
#include <ranges>

#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/SmallString.h>

#include "worker/frontend/cooperative_matrices.h"
#include "worker/frontend/invocation.h"

namespace clc::worker {
namespace {

constexpr std::size_t k_most_notes = 6;  // for the macros of one place, and for the includers of one file

// The form of reports of report_of_target(), by which they are known. The second argument is empty.
constexpr char k_of_target[] = "%0%1";

// In the place of a place.
constexpr const char* k_in_builtin_header = " (in clc's header of builtins)";

Severity severity_of(clang::DiagnosticsEngine::Level level) {
  switch (level) {
    case clang::DiagnosticsEngine::Note:
      return Severity::k_note;
    case clang::DiagnosticsEngine::Remark:
      return Severity::k_remark;
    case clang::DiagnosticsEngine::Warning:
      return Severity::k_warning;
    case clang::DiagnosticsEngine::Fatal:
      return Severity::k_fatal;
    default:
      return Severity::k_error;
  }
}

// The line in which `location` lies, and a caret under its column.
std::string snippet_at(const clang::SourceManager& sources, clang::SourceLocation location) {
  const auto [file, offset] = sources.getDecomposedLoc(location);
  bool invalid = false;
  const llvm::StringRef text = sources.getBufferData(file, &invalid);
  if (invalid || offset > text.size()) return {};
  const std::size_t before = text.rfind('\n', offset);  // not at `offset` itself
  const std::size_t begin = before == llvm::StringRef::npos ? 0 : before + 1;
  std::size_t end = text.find('\n', offset);
  if (end == llvm::StringRef::npos) end = text.size();
  const llvm::StringRef line = text.substr(begin, end - begin).rtrim("\r");
  constexpr std::size_t k_longest_line = 400;
  if (line.trim().empty() || line.size() > k_longest_line) return {};
  std::string caret;
  for (std::size_t i = begin; i < offset; ++i) caret += text[i] == '\t' ? '\t' : ' ';
  return line.str() + "\n" + caret + "^";
}

// Clang warns of `#pragma OPENCL EXTENSION` for extensions that it does not know, or that need no pragma. Programs may
// enable each whose macro is there.
bool enables_announced_extension(const clang::Diagnostic& info) {
  if (info.getID() != clang::diag::warn_pragma_unknown_extension) return false;
  if (info.getNumArgs() == 0 || info.getArgKind(0) != clang::DiagnosticsEngine::ak_identifierinfo) return false;
  return info.getArgIdentifier(0)->hasMacroDefinition();
}

// front_end_arguments() keeps -Werror from these, because an error stops Clang before it comes here.
bool is_to_be_raised(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
  return level == clang::DiagnosticsEngine::Warning && info.getDiags()->getWarningsAsErrors() &&
         info.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(info.getID()) == k_pragma_warnings;
}

// The places of the macros that `location` came from, the innermost first: in an argument, where the macro uses it.
std::vector<clang::SourceLocation> macro_places(const clang::SourceManager& sources, clang::SourceLocation location) {
  std::vector<clang::SourceLocation> places;
  while (location.isMacroID()) {
    const bool is_argument = sources.isMacroArgExpansion(location);
    places.push_back(is_argument ? sources.getImmediateExpansionRange(location).getBegin() : location);
    location = sources.getImmediateMacroCallerLoc(location);
    // The argument may itself have come from a macro.
    if (location.isFileID()) location = sources.getImmediateMacroCallerLoc(places.back());
  }
  return places;
}

// True for notes in the middle of more than k_most_notes.
bool is_left_out(std::size_t index, std::size_t count) {
  return count > k_most_notes && index >= k_most_notes / 2 && index + k_most_notes / 2 < count;
}

std::string left_out(std::size_t count, const char* what) {
  return std::to_string(count) + " more " + what + (count == 1 ? " is" : "s are") + " not shown";
}

bool is_builtin_header(llvm::StringRef file) {
  return file.starts_with(k_resource_folder);
}

bool is_named_by_clang(llvm::StringRef file) {
  return file.starts_with("<") && file.ends_with(">");
}

}  // namespace

void DiagnosticCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
  if (enables_announced_extension(info)) return;
  if (is_to_be_raised(level, info)) level = clang::DiagnosticsEngine::Error;
  DiagnosticConsumer::HandleDiagnostic(level, info);  // counts
  if (level == clang::DiagnosticsEngine::Ignored) return;
  Diagnostic result;
  result.severity = severity_of(level);
  llvm::SmallString<256> text;
  info.FormatDiagnostic(text);
  result.text = std::string(text);
  name_matrices(result.text);
  clang::DiagnosticIDs& ids = *info.getDiags()->getDiagnosticIDs();
  const llvm::StringRef flag = ids.getWarningOptionForDiag(info.getID());
  if (!flag.empty() && level >= clang::DiagnosticsEngine::Warning) {
    const bool is_raised = level > clang::DiagnosticsEngine::Warning && !ids.isDefaultMappingAsError(info.getID());
    result.text += (is_raised ? " [-Werror,-W" : " [-W") + flag.str() + "]";
  }
  result.is_of_target = level >= clang::DiagnosticsEngine::Error && ids.getDescription(info.getID()) == k_of_target;
  if (level >= clang::DiagnosticsEngine::Error) errors_.emplace_back(info.getLocation(), into_.size());
  const bool has_place = info.hasSourceManager() && info.getLocation().isValid();
  if (has_place) {
    set_place(info.getSourceManager(), info.getLocation(), roots_, are_mapped_, result);
    if (is_in_builtin_header(info.getSourceManager(), info.getLocation())) result.text += k_in_builtin_header;
  }
  if (info.getID() == clang::diag::err_pp_file_not_found && result.file.name.empty()) {
    const clang::SourceManager& sources = info.getSourceManager();
    if (const auto main = sources.getFileEntryRefForID(sources.getMainFileID()))
      result.file = roots_.rooted(main->getName());
    result.text += " (-include)";
  }
  if (info.getID() == clang::diag::note_ovl_too_many_candidates) {
    if (!has_place && !errors_.empty()) result = into_[errors_.back().second];
    result.severity = Severity::k_note;
    result.text = left_out(static_cast<std::size_t>(info.getArgSInt(0)), "candidate");
  }
  into_.push_back(std::move(result));
  if (!has_place) return;
  add_macros(info);
  if (level != clang::DiagnosticsEngine::Note) add_includers(info);
}

// Adds the first and the last of `notes`, and how many there are between them.
void DiagnosticCollector::add_notes(std::vector<Diagnostic> notes, const char* what) {
  for (std::size_t i = 0; i < notes.size(); ++i) {
    if (!is_left_out(i, notes.size())) {
      into_.push_back(std::move(notes[i]));
    } else if (i == k_most_notes / 2) {
      notes[i].text = left_out(notes.size() - k_most_notes, what);
      into_.push_back(std::move(notes[i]));
    }
  }
}

// As Clang does, from the outermost macro inwards.
void DiagnosticCollector::add_macros(const clang::Diagnostic& info) {
  const clang::SourceManager& sources = info.getSourceManager();
  std::vector<Diagnostic> notes;
  for (const clang::SourceLocation place : std::views::reverse(macro_places(sources, info.getLocation()))) {
    const clang::SourceLocation spelling = sources.getSpellingLoc(place);
    if (sources.isWrittenInScratchSpace(spelling)) continue;  // made by ##
    Diagnostic& note = notes.emplace_back();
    note.severity = Severity::k_note;
    const llvm::StringRef name = clang::Lexer::getImmediateMacroNameForDiagnostics(place, sources, language_);
    note.text = name.empty() ? "expanded from here" : "expanded from macro '" + name.str() + "'";
    set_place(sources, spelling, roots_, are_mapped_, note);
    if (is_in_builtin_header(sources, spelling)) note.text += k_in_builtin_header;
  }
  add_notes(std::move(notes), "macro");
}

void DiagnosticCollector::add_includers(const clang::Diagnostic& info) {
  const clang::SourceManager& sources = info.getSourceManager();
  clang::PresumedLoc place = sources.getPresumedLoc(sources.getFileLoc(info.getLocation()));
  std::vector<Diagnostic> notes;
  while (place.isValid() && place.getIncludeLoc().isValid()) {
    const clang::SourceLocation location = place.getIncludeLoc();
    place = sources.getPresumedLoc(location);
    if (place.isInvalid() || is_named_by_clang(place.getFilename())) break;
    Diagnostic& note = notes.emplace_back();
    note.severity = Severity::k_note;
    note.text = "in file included from here";
    set_place(sources, location, roots_, are_mapped_, note);
  }
  add_notes(std::move(notes), "includer");
}

void set_place(const clang::SourceManager& sources, clang::SourceLocation location, const SourceRoots& roots,
               bool are_mapped, Diagnostic& into) {
  location = sources.getFileLoc(location);
  const clang::PresumedLoc presumed = sources.getPresumedLoc(location);
  if (presumed.isInvalid() || llvm::StringRef(presumed.getFilename()) == "<built-in>") return;
  if (is_builtin_header(presumed.getFilename())) return;
  const char* name = presumed.getFilename();
  if (is_named_by_clang(name)) {
    into.file = {RootedPath::k_absolute, name};  // the command line
  } else {
    into.file = are_mapped ? roots.rooted_or_mapped(name) : roots.rooted(name);
  }
  into.line = presumed.getLine();
  into.column = presumed.getColumn();
  into.snippet = snippet_at(sources, location);
  if (are_mapped && into.snippet.starts_with("# ")) into.snippet.clear();  // a line marker is no line of the source
}

void show_few_candidates(clang::DiagnosticsEngine& diagnostics) {
  diagnostics.setShowOverloads(clang::Ovl_Best);
  diagnostics.overloadCandidatesShown(diagnostics.getNumOverloadCandidatesToShow());  // the limit after a first call
}

bool is_in_builtin_header(const clang::SourceManager& sources, clang::SourceLocation location) {
  const clang::PresumedLoc presumed = sources.getPresumedLoc(sources.getFileLoc(location));
  return presumed.isValid() && is_builtin_header(presumed.getFilename());
}

void report_of_target(clang::DiagnosticsEngine& diagnostics, clang::SourceLocation location, const std::string& text) {
  diagnostics.Report(location, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, k_of_target)) << text << "";
}

bool has_errors(std::span<const Diagnostic> diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity >= Severity::k_error; });
}

}  // namespace clc::worker
