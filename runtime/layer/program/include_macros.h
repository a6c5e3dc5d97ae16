// The macros that the operand of an #include may be made of: #include NAME(path/file.h).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clc::layer {

class IncludeMacros {
 public:
  // The text behind #define: NAME BODY or NAME(A,B) BODY.
  void define(std::string_view text);
  // A word of -D: NAME, NAME=BODY or NAME(A,B)=BODY.
  void define_option(std::string_view word);
  // What the operand becomes: `"file"` or `<file>`. Nothing where it cannot be told.
  std::optional<std::string> expand(std::string_view operand) const;

 private:
  struct Macro {
    bool is_function = false;
    std::vector<std::string> parameters;
    std::string body;
    bool is_ambiguous = false;  // defined in several ways
  };
  void add(const std::string& name, Macro macro);
  std::optional<std::string> expand(std::string_view text, int depth) const;
  std::optional<std::string> call(const Macro& macro, std::string_view text, std::size_t& at, int depth) const;

  std::map<std::string, Macro, std::less<>> macros_;
};

}  // namespace clc::layer
