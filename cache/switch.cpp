#include "base/text.h"
#include "clc/cache/settings.h"

namespace clc::cache {

std::optional<bool> parse_switch(const std::string& text) {
  const std::string word = lower(text);
  if (is_any_of(word, {"0", "off", "no", "false"})) return false;
  if (is_any_of(word, {"", "1", "on", "yes", "true"})) return true;
  return std::nullopt;
}

}  // namespace clc::cache
