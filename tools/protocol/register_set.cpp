#include "protocol/register_set.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace clc {
namespace {

constexpr unsigned k_most_registers = 1U << 16U;  // in a set that is read
constexpr unsigned k_end_of_numbers = 1U << 30U;  // PTX counts the values of a function

// Takes the number at the beginning of the text; nothing where there is none, or where it is too large.
std::optional<unsigned> take_number(std::string_view& text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end == text.data()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() && number < k_end_of_numbers ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string encode_registers(const RegisterSet& registers) {
  std::string text;
  for (std::size_t i = 0, end = 0; i < registers.size(); i = end) {
    const Register& first = registers[i];
    for (end = i + 1; end < registers.size() && first.number && registers[end].file == first.file &&
                      registers[end].number == *first.number + (end - i);)
      ++end;
    text += first.file + (first.number ? std::to_string(*first.number) : ".");
    if (end - i > 1) text += "-" + std::to_string(*registers[end - 1].number);
  }
  return text;
}

RegisterSet decode_registers(std::string_view text) {
  RegisterSet registers;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("0123456789.-"), text.size());
    const std::string file(text.substr(0, end));
    text.remove_prefix(end);
    const std::optional<unsigned> first = take_number(text);
    if (!first) {
      if (!file.empty() && text.starts_with(".")) registers.push_back({file, std::nullopt});
      text.remove_prefix(std::min<std::size_t>(text.size(), 1));
      continue;
    }
    std::optional<unsigned> last = first;
    if (text.starts_with("-")) {
      text.remove_prefix(1);
      last = take_number(text);
    }
    const auto has_room = [&registers] { return registers.size() < k_most_registers; };
    for (unsigned number = *first; !file.empty() && last && number <= *last && has_room(); ++number)
      registers.push_back({file, number});
  }
  std::ranges::sort(registers);
  return registers;
}

Register named_register(std::string_view name) {
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  std::string_view number = name.substr(digits);
  return {std::string(name.substr(0, digits)), take_number(number)};
}

unsigned words_of(const Register& one) {
  if (is_any_of(one.file, {"s", "p", "P", "UR", "UP"})) return 0;
  if (is_any_of(one.file, {"rd", "fd", "SP", "SPL"})) return 2;
  return one.file == "rq" ? 4 : 1;
}

}  // namespace clc
