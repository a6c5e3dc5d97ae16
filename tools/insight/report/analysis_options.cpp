#include "insight/report/analysis_options.h"

#include <charconv>

#include "base/try.h"

namespace clc {
namespace {

// "; write 16x16 for one group of these dimensions" where numbers with commas may be meant so; otherwise empty.
std::string as_dimensions(const std::vector<WorkSize>& sizes) {
  std::string together;
  for (const WorkSize& size : sizes) {
    if (size[1] != 1 || size[2] != 1) return "";
    together += (together.empty() ? "" : "x") + std::to_string(size[0]);
  }
  return sizes.size() > WorkSize().size() ? "" : "; write " + together + " for one group of these dimensions";
}

}  // namespace

void add_analysis_options(const CommandLine& line, AnalysisWords& words, Selection& selection) {
  const auto take = [&words, &selection](const WorkSize& size) {
    words.work_groups.push_back(size);
    selection.work_groups.push_back(size);
  };
  add_work_sizes(line, "--work-group XxYxZ,...", take,
                 "the work-group, for instance 256 or 16x16; for the occupancy also several: 64,256 (default: what the "
                 "kernel requires, else 256, for accesses its hint)");
  add_work_size(line, "--global-size XxYxZ", words.global_size,
                "of accesses: work-items of the launch, at most 2^40 in all (default: not known)");
  line.add("--arg NAME=NUMBER", words.arguments, "of accesses: the value of an integer argument").one_value_each();
}

Result<AnalysisRequest> parse_analysis(const AnalysisWords& words) {
  if (words.work_groups.size() > 1) {
    return fail(ErrorKind::k_usage, "--work-group: accesses and times are those of one size, and several are given" +
                                        as_dimensions(words.work_groups));
  }
  AnalysisRequest request;
  if (!words.work_groups.empty()) request.group = words.work_groups.front();
  request.global = words.global_size;
  for (const std::string& word : words.arguments) {
    const std::size_t equals = word.find('=');
    std::int64_t value = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data() + std::min(equals + 1, word.size()), end, value);
    if (equals == std::string::npos || equals == 0 || word.find_first_of(" \t\n") < equals)
      return fail(ErrorKind::k_usage, "--arg " + word + ": must be NAME=NUMBER, such as n=4096");
    if (error == std::errc::result_out_of_range)
      return fail(ErrorKind::k_usage, "--arg " + word + ": the number does not fit into 64 bits");
    if (error != std::errc() || stop != end) {
      return fail(ErrorKind::k_usage,
                  "--arg " + word + ": '" + word.substr(equals + 1) +
                      "' is no whole number, and the values of integer arguments alone can be given");
    }
    request.arguments[word.substr(0, equals)] = value;
  }
  return request;
}

}  // namespace clc
