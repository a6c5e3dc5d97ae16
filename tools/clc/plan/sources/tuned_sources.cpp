#include "plan/sources/tuned_sources.h"

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "tuning/tuning_file.h"

namespace clc {
namespace {

constexpr std::uint64_t k_largest_file = std::uint64_t{1} << 20U;  // bytes

// "007" of 1 to 4096, so that the modules' names sort as the configurations do.
std::string numbered(std::size_t number, std::size_t most) {
  const std::string text = std::to_string(number);
  return std::string(std::to_string(most).size() - text.size(), '0') + text;
}

}  // namespace

std::string tuning_file_of(const std::string& source) {
  return join_path(folder_of(source), stem(source) + ".tune.json");
}

Result<std::vector<SourceFile>> tuned_sources(const SourceFile& source) {
  if (source.path.empty()) return fail(ErrorKind::k_usage, "--tune takes files, beside which NAME.tune.json lies");
  const std::string file = tuning_file_of(source.spelled);
  const Bytes text = CLC_TRY(in_context("--tune", read_ordinary_file(file, k_largest_file)));
  std::vector<Tuning> configurations = CLC_TRY(read_configurations(text, file, source.module));
  std::vector<SourceFile> sources;
  for (Tuning& tuning : configurations) {
    SourceFile one = source;
    one.module = source.module + "." + numbered(sources.size() + 1, configurations.size());
    one.tuning_file = file;
    for (const auto& [name, value] : tuning.parameters) {
      std::string definition = name;
      definition.append("=").append(value);
      one.options.push_back({find_option_row("-D"), std::move(definition), ""});
    }
    one.tuning = std::move(tuning);
    sources.push_back(std::move(one));
  }
  return sources;
}

}  // namespace clc
