#include "insight/report/analysis_options.h"

#include <charconv>

#include "base/try.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most = std::uint64_t{1} << 31;

// "16x16", "256": missing dimensions are 1.
Result<std::array<std::uint64_t, 3>> parse_size(const std::string& text, const std::string& option) {
  std::array<std::uint64_t, 3> size{1, 1, 1};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t dimension = 0; dimension < size.size(); ++dimension) {
    const auto [next, error] = std::from_chars(at, end, size[dimension]);
    if (error != std::errc() || size[dimension] == 0 || size[dimension] > k_most) break;
    if (next == end) return size;
    if (*next != 'x') break;
    at = next + 1;
  }
  return fail(ErrorKind::k_usage, option + " " + text + ": must be one to three numbers, for instance 16x16");
}

}  // namespace

void add_analysis_options(const CommandLine& line, AnalysisWords& words) {
  line.add("--group XxYxZ", words.group,
           "of accesses: the work-group of kernels that require none (default: their hint, else 256)");
  line.add("--global-size XxYxZ", words.global_size, "of accesses: work-items of the launch (default: not known)");
  line.add("--arg NAME=NUMBER", words.arguments, "of accesses: the value of an integer argument").one_value_each();
}

Result<AnalysisRequest> parse_analysis(const AnalysisWords& words) {
  AnalysisRequest request;
  for (const auto& [text, option, into] : {std::tuple{&words.group, "--group", &request.group},
                                           std::tuple{&words.global_size, "--global-size", &request.global}}) {
    if (text->empty()) continue;
    *into = CLC_TRY(parse_size(*text, option));
  }
  for (const std::string& word : words.arguments) {
    const std::size_t equals = word.find('=');
    std::int64_t value = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data() + std::min(equals + 1, word.size()), end, value);
    if (equals == std::string::npos || equals == 0 || error != std::errc() || stop != end ||
        word.find_first_of(" \t\n") != std::string::npos) {
      return fail(ErrorKind::k_usage, "--arg " + word + ": must be NAME=NUMBER");
    }
    request.arguments[word.substr(0, equals)] = value;
  }
  return request;
}

}  // namespace clc
