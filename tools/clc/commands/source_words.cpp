#include "commands/source_words.h"

#include <algorithm>
#include <iterator>

#include <sys/stat.h>

#include "recording/recording.h"

namespace clc {
namespace {

bool is_source(const std::string& word) {
  const auto ends_in = [&](const std::string& end) { return word.size() > end.size() && word.ends_with(end); };
  struct stat info{};
  const bool is_folder = stat(word.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
  if (is_folder && is_recording(word)) return true;
  return !word.starts_with("-") && (ends_in(".cl") || ends_in(".clcpp")) && !is_folder;
}

}  // namespace

bool name_sources(const std::vector<std::string>& words) {
  const bool asks_for_help = std::find(words.begin(), words.end(), "--help") != words.end() ||
                             std::find(words.begin(), words.end(), "-h") != words.end();
  return !asks_for_help && std::any_of(words.begin(), words.end(), is_source);
}

SourceWords separate(const std::vector<std::string>& words, const std::vector<std::string>& options_with_value,
                     const std::vector<std::string>& flags) {
  SourceWords separated;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto is_in = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), word) != list.end();
    };
    const bool takes_next = is_in(options_with_value);
    const bool holds_value =
        std::any_of(options_with_value.begin(), options_with_value.end(), [&](const std::string& option) {
          return word.starts_with(option + (option.starts_with("--") ? "=" : "")) && word.size() > option.size();
        });
    if (!takes_next && !holds_value && !is_in(flags)) {
      separated.compiled.push_back(word);
      continue;
    }
    separated.own.push_back(word);
    if (takes_next && i + 1 < words.size()) separated.own.push_back(words[++i]);
  }
  return separated;
}

std::vector<std::string> take_sources(std::vector<std::string>& words) {
  std::vector<std::string> sources;
  std::copy_if(words.begin(), words.end(), std::back_inserter(sources), is_source);
  std::erase_if(words, is_source);
  return sources;
}

Result<std::vector<AnalyzedKernel>> analyzed_kernels(const std::vector<CompiledSection>& sections,
                                                     const Selection& selection) {
  std::vector<AnalyzedKernel> kernels;
  for (const CompiledSection& section : sections) {
    if (!analysis_request(section.name)) continue;
    Result<std::vector<KernelFacts>> facts = decode_analysis(section.bytes);
    if (!facts) return fail(facts);
    for (KernelFacts& kernel : *facts) kernels.push_back({section.module, section.target, std::move(kernel)});
  }
  kernels = select_analyzed(std::move(kernels), selection);
  if (!kernels.empty()) return kernels;
  return fail(ErrorKind::k_usage,
              "there is no such kernel for a target that names a chip: nvptx:, cubin:, amdgcn:, r600:");
}

}  // namespace clc
