#include "support/option_suggestion.h"

#include <algorithm>

#include "base/text.h"

namespace clc {

std::string option_suggestion(std::string_view unknown, const std::vector<std::string>& names) {
  constexpr std::string_view k_names_of_groups[] = {"--local-size", "--local",      "--local-work-size", "--group-size",
                                                    "--block",      "--block-size", "--workgroup-size"};
  const std::string_view name = unknown.substr(0, unknown.find('='));
  const bool is_group = std::ranges::find(k_names_of_groups, name) != std::end(k_names_of_groups) &&
                        std::ranges::find(names, "--work-group") != names.end();
  return is_group ? "; did you mean --work-group?" : suggestion(unknown, names);
}

}  // namespace clc
