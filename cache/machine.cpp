#include "clc/cache/machine.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "base/platform/machine.h"
#include "base/platform/process.h"

namespace clc::cache {
namespace {

// Prefixes of variables of loaders and drivers. All count, because a setting may take effect only with some kernels.
constexpr const char* k_settings =
    "OCL_ OPENCL_ CL_ POCL_ CUDA_ NVIDIA_ __NV ONEAPI_ SYCL_ DPCPP_ ZE_ ZEX_ NEO IGC_ OverrideDefaultFP64Settings= "
    "INTEL_ HSA_ ROCR_ ROCM_ HIP_ AMD_ GPU_ RUSTICL_ CLOVER_ MESA_ GALLIUM_ NIR_ LP_ RADEON_ LLVM_ OCLGRIND_";
// Variables that drivers read and that are neither settings nor places, and those that starting a program needs.
constexpr const char* k_no_settings =
    "TMPDIR= TMP= TEMP= TEMPDIR= USER= LOGNAME= LANG= LANGUAGE= LC_ XDG_ TERM= DISPLAY= LD_LIBRARY_PATH= LD_PRELOAD= "
    "GPU_DUMP_DEVICE_KERNEL=";

// Prefixes by their first character, so that few are compared with each variable.
using Prefixes = std::array<std::vector<std::string_view>, 256>;

void add_prefixes(std::string_view text, Prefixes& wanted, Prefixes& excluded) {
  while (!text.empty()) {
    std::string_view prefix = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), prefix.size() + 1));
    Prefixes& into = prefix.substr(0, 1) == "!" ? excluded : wanted;
    if (prefix.substr(0, 1) == "!") prefix.remove_prefix(1);
    if (!prefix.empty()) into[static_cast<unsigned char>(prefix.front())].push_back(prefix);
  }
}

bool has_prefix(std::string_view entry, const Prefixes& prefixes) {
  if (entry.empty()) return false;
  const auto& candidates = prefixes[static_cast<unsigned char>(entry.front())];
  return std::ranges::any_of(candidates,
                             [&](std::string_view prefix) { return entry.substr(0, prefix.size()) == prefix; });
}

std::string excluded(const std::string& prefixes) {
  std::string text;
  for (std::size_t begin = 0; begin < prefixes.size();) {
    const std::size_t end = std::min(prefixes.find(' ', begin), prefixes.size());
    text += " !" + prefixes.substr(begin, end - begin);
    begin = end + 1;
  }
  return text;
}

}  // namespace

std::string processor() {
  return platform::processor();
}

std::vector<std::string> environment_with(const std::string& prefixes) {
  Prefixes wanted;
  Prefixes unwanted;
  add_prefixes(prefixes, wanted, unwanted);
  std::set<std::string> found;
  platform::visit_environment([&](const char* entry) {
    if (has_prefix(entry, wanted) && !has_prefix(entry, unwanted)) found.insert(entry);
  });
  return {found.begin(), found.end()};
}

const std::string& driver_settings() {
  static const std::string settings = k_settings + excluded(k_driver_places) + excluded(k_no_settings);
  return settings;
}

}  // namespace clc::cache
