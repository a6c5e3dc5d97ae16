#include "bindings/cpp_names.h"

#include "base/text.h"

namespace clc {
namespace {

// Keywords up to C++26, their other spellings, and macros that compilers and their libraries always define.
// Each between blanks.
constexpr std::string_view k_taken =
    " alignas alignof and and_eq asm assert auto bitand bitor bool break case catch char char16_t "
    "char32_t char8_t class co_await co_return co_yield compl concept const const_cast consteval "
    "constexpr constinit continue contract_assert decltype default delete do double dynamic_cast else "
    "enum errno explicit export extern false float for friend goto i386 if inline int linux long mutable "
    "namespace new noexcept not not_eq nullptr operator or or_eq private protected public register "
    "reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch "
    "template this thread_local throw true try typedef typeid typename union unix unsigned using virtual "
    "void volatile wchar_t while xor xor_eq ";

// True for a digit, whatever the locale, which must not change what is generated.
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_letter(char c) {
  return is_upper(c) || (c >= 'a' && c <= 'z');
}

}  // namespace

std::string cpp_identifier(std::string_view name) {
  std::string result;
  for (const char given : name) {
    const char c = is_letter(given) || is_digit(given) ? given : '_';
    if (c != '_' || result.empty() || result.back() != '_') result += c;
  }
  if (result.size() > 1 && result[0] == '_' && is_upper(result[1])) result.erase(0, 1);
  if (result.empty() || is_digit(result[0])) result.insert(0, 1, '_');
  if (k_taken.find(" " + result + " ") != std::string_view::npos) result += '_';
  return result;
}

Result<std::vector<std::string>> parse_namespace(const std::string& text) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(text, "::")) {
    parts.emplace_back(part);
    if (parts.back() != cpp_identifier(parts.back()) || parts.back() == "_") {
      return fail(ErrorKind::k_usage, "--namespace " + text + ": '" + parts.back() +
                                          "' cannot be the name of a namespace; C++ would take '" +
                                          cpp_identifier(parts.back()) + "'");
    }
  }
  return parts;
}

}  // namespace clc
