#include "support/work_size.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most = std::uint64_t{1} << 40;  // work-items in all

// True for one to three numbers from 1 on, also for those beyond 64 bits.
bool are_positive_numbers(std::string_view text) {
  const std::vector<std::string_view> numbers = split(text, "x");
  const auto is_positive = [](std::string_view number) {
    return number.find_first_not_of("0123456789") == std::string_view::npos &&
           number.find_first_not_of('0') != std::string_view::npos;
  };
  return !numbers.empty() && numbers.size() <= WorkSize().size() && std::ranges::all_of(numbers, is_positive);
}

// `names`: of the option, with what its value is called.
WorkSize parsed(const std::string& names, std::string_view text) {
  const std::optional<WorkSize> size = parse_work_size(text, k_most);
  if (size && (*size)[0] <= k_most / (*size)[1] / (*size)[2]) return *size;
  const std::string given = names.substr(0, names.find(' ')) + " " + std::string(text);
  if (are_positive_numbers(text)) CommandLine::refuse(given + " is too large: at most 2^40 work-items in all");
  CommandLine::refuse(given + " is no size: one to three numbers, such as 1024, 16x16 or 8x8x4");
}

}  // namespace

std::optional<WorkSize> parse_work_size(std::string_view text, std::uint64_t most) {
  WorkSize size{1, 1, 1};
  const std::vector<std::string_view> numbers = split(text, "x");
  if (numbers.empty() || numbers.size() > size.size()) return std::nullopt;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const char* const end = numbers[i].data() + numbers[i].size();
    const auto [read_to, error] = std::from_chars(numbers[i].data(), end, size[i]);
    if (error != std::errc() || read_to != end || size[i] == 0 || size[i] > most) return std::nullopt;
  }
  return size;
}

std::string work_size_text(const WorkSize& size) {
  std::string text = std::to_string(size[0]);
  if (size[1] != 1 || size[2] != 1) text += "x" + std::to_string(size[1]);
  if (size[2] != 1) text += "x" + std::to_string(size[2]);
  return text;
}

CommandOption add_work_size(const CommandLine& line, const std::string& names, WorkSize& size,
                            const std::string& help) {
  return line.add_function<std::string>(
      names, [&size, names](const std::string& text) { size = parsed(names, text); }, help);
}

CommandOption add_work_sizes(const CommandLine& line, const std::string& names,
                             std::function<void(const WorkSize&)> take, const std::string& help) {
  const auto take_all = [take = std::move(take), names](const std::string& text) {
    for (const std::string_view part : split(text, ",")) take(parsed(names, part));
  };
  return line.add_function<std::string>(names, take_all, help);
}

}  // namespace clc
