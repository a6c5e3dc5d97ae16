#include "tuning/expression.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

#include "base/text.h"
#include "base/try.h"

namespace clc {
namespace {

constexpr unsigned k_deepest = 200;  // parentheses, signs and choices within each other

struct Operator {
  std::string_view text;
  int rank;  // the higher one binds closer
};
// Longer texts stand before those that they begin with.
constexpr Operator k_operators[] = {{"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<=", 4}, {">=", 4}, {"<", 4},
                                    {">", 4},  {"+", 5},  {"-", 5},  {"*", 6},  {"/", 6},  {"%", 6}};

// Reads an expression from left to right. After the first problem every value is 0.
class Reader {
 public:
  Reader(std::string_view text, const std::map<std::string, std::int64_t>& values) : text_(text), values_(values) {}

  Result<std::int64_t> read() {
    const std::int64_t value = choice();
    if (skip_blanks(); problem_.empty() && at_ != text_.size()) complain("'" + rest() + "' is not understood");
    if (!problem_.empty()) return fail(ErrorKind::k_usage, "'" + std::string(text_) + "': " + problem_);
    return value;
  }

 private:
  void complain(const std::string& problem) {
    if (problem_.empty()) problem_ = problem;
    at_ = text_.size();
  }
  std::string rest() const { return std::string(text_.substr(at_)); }
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take_token(std::string_view token) {
    skip_blanks();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }

  std::int64_t choice() {
    const std::int64_t condition = binary(1);
    if (!take_token("?")) return condition;
    const Nesting nesting(*this);
    const std::int64_t yes = choice();
    if (!take_token(":")) complain("a '?' without a ':'");
    const std::int64_t no = choice();
    return condition != 0 ? yes : no;
  }

  std::int64_t binary(int lowest) {
    std::int64_t left = unary();
    for (const Operator* next = upcoming(lowest); next != nullptr; next = upcoming(lowest)) {
      at_ += next->text.size();
      left = apply(next->text, left, binary(next->rank + 1));
    }
    return left;
  }

  // The operator that comes next, when it binds at least so close.
  const Operator* upcoming(int lowest) {
    skip_blanks();
    for (const Operator& candidate : k_operators) {
      if (text_.substr(at_, candidate.text.size()) == candidate.text)
        return candidate.rank >= lowest ? &candidate : nullptr;
    }
    return nullptr;
  }

  std::int64_t apply(std::string_view op, std::int64_t a, std::int64_t b) {
    std::int64_t value = 0;
    if (op == "+" && __builtin_add_overflow(a, b, &value)) complain("too large a number");
    if (op == "-" && __builtin_sub_overflow(a, b, &value)) complain("too large a number");
    if (op == "*" && __builtin_mul_overflow(a, b, &value)) complain("too large a number");
    if (op == "/" || op == "%") return divided(op == "/", a, b);
    if (op == "==") return a == b ? 1 : 0;
    if (op == "!=") return a != b ? 1 : 0;
    if (op == "<=") return a <= b ? 1 : 0;
    if (op == ">=") return a >= b ? 1 : 0;
    if (op == "<") return a < b ? 1 : 0;
    if (op == ">") return a > b ? 1 : 0;
    if (op == "&&") return a != 0 && b != 0 ? 1 : 0;
    if (op == "||") return a != 0 || b != 0 ? 1 : 0;
    return value;
  }

  std::int64_t divided(bool is_quotient, std::int64_t a, std::int64_t b) {
    if (!problem_.empty()) return 0;
    const bool overflows = a == std::numeric_limits<std::int64_t>::min() && b == -1;
    if (b == 0 || overflows) {
      complain(b == 0 ? "a division by 0" : "too large a number");
      return 0;
    }
    return is_quotient ? a / b : a % b;
  }

  std::int64_t unary() {
    const Nesting nesting(*this);
    if (take_token("!")) return unary() == 0 ? 1 : 0;
    if (take_token("-")) return apply("-", 0, unary());
    if (take_token("+")) return unary();
    if (!take_token("(")) return operand();
    const std::int64_t value = choice();
    if (!take_token(")")) complain("a '(' without a ')'");
    return value;
  }

  std::int64_t operand() {
    skip_blanks();
    std::size_t end = at_;
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '_'))
      ++end;
    const std::string word(text_.substr(at_, end - at_));
    if (word.empty()) {
      complain(at_ == text_.size() ? "it ends too early" : "'" + rest() + "' is not understood");
      return 0;
    }
    at_ = end;
    if (std::isdigit(static_cast<unsigned char>(word[0])) == 0) return named(word);
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || stop != word.data() + word.size()) complain("'" + word + "' is no number");
    return number;
  }

  std::int64_t named(const std::string& name) {
    const auto found = values_.find(name);
    if (found != values_.end()) return found->second;
    complain("'" + name + "' is no parameter with whole numbers");
    return 0;
  }

  struct Nesting {
    explicit Nesting(Reader& its_reader) : reader(its_reader) {
      if (++reader.depth_ > k_deepest) reader.complain("nested too deeply");
    }
    ~Nesting() { --reader.depth_; }
    Reader& reader;
  };

  std::string_view text_;
  const std::map<std::string, std::int64_t>& values_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  std::string problem_;
};

}  // namespace

bool is_variable_name(std::string_view text) {
  return !text.empty() && (text[0] < '0' || text[0] > '9') && std::ranges::all_of(text, is_of_identifier);
}

Result<std::int64_t> evaluate(std::string_view expression, const std::map<std::string, std::int64_t>& values) {
  return Reader(expression, values).read();
}

Result<std::string> fill_in(const std::string& word, const std::map<std::string, std::int64_t>& values) {
  std::string text;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t open = word.find('{', at);
    text += word.substr(at, open - at);
    if (open == std::string::npos) break;
    const std::size_t close = word.find('}', open);
    if (close == std::string::npos) return fail(ErrorKind::k_usage, "'" + word + "' has a '{' without a '}'");
    const std::int64_t value = CLC_TRY(evaluate(word.substr(open + 1, close - open - 1), values));
    text += std::to_string(value);
    at = close + 1;
  }
  return text;
}

}  // namespace clc
