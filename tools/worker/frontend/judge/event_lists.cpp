#include "worker/frontend/judge/event_lists.h"

#include <cstddef>

namespace clc::worker {
namespace {

class EventLists {
 public:
  explicit EventLists(clang::Preprocessor& preprocessor) : preprocessor_(&preprocessor) {}

  void read(const clang::Token& token) {
    using namespace clang::tok;
    if (token.isAnnotation()) return;  // the parser's, of tokens that were read
    if (depth_ != 0) return read_in_list(token);
    const clang::IdentifierInfo* name = token.getIdentifierInfo();
    if (name != nullptr && name->getName() == "event_t") {
      type_ = Type::k_name;
    } else if (type_ == Type::k_name && token.is(l_square)) {
      type_ = Type::k_bounds;
    } else if (type_ == Type::k_bounds && token.is(r_paren)) {
      type_ = Type::k_cast;
    } else if (type_ == Type::k_cast && token.is(l_brace)) {
      type_ = Type::k_none;
      depth_ = 1;
      begins_element_ = true;
    } else if (type_ != Type::k_bounds || token.isOneOf(semi, l_brace, r_brace)) {
      type_ = Type::k_none;
    }
  }

 private:
  enum class Type { k_none, k_name, k_bounds, k_cast };

  void read_in_list(const clang::Token& token) {
    using namespace clang::tok;
    if (token.is(eof)) depth_ = 0;
    if (number_.isValid() && token.isOneOf(comma, r_brace)) refuse(number_);
    number_ = begins_element_ && token.is(numeric_constant) ? token.getLocation() : clang::SourceLocation();
    if (token.isOneOf(l_brace, l_paren, l_square)) ++depth_;
    if (token.isOneOf(r_brace, r_paren, r_square)) --depth_;
    begins_element_ = depth_ == 1 && token.isOneOf(comma, equal);
  }

  void refuse(clang::SourceLocation place) {
    clang::DiagnosticsEngine& diagnostics = preprocessor_->getDiagnostics();
    const unsigned id = diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Error,
        "Clang cannot compile this; in a list of events, write (event_t)0 in the place of 0");
    diagnostics.Report(place, id);
  }

  clang::Preprocessor* preprocessor_;
  Type type_ = Type::k_none;
  std::size_t depth_ = 0;  // of brackets in the list
  bool begins_element_ = false;
  clang::SourceLocation number_;  // of the last token, if that is all of an element so far
};

}  // namespace

void refuse_numbers_in_event_lists(clang::Preprocessor& preprocessor) {
  if (preprocessor.getLangOpts().CPlusPlus) return;
  preprocessor.setTokenWatcher(
      [lists = EventLists(preprocessor)](const clang::Token& token) mutable { lists.read(token); });
}

}  // namespace clc::worker
