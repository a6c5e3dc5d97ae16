#include "base/color.h"

#include "base/environment_variable.h"
#include "base/platform/process.h"

namespace clc {

std::optional<ColorWhen> parse_color(std::string_view text) {
  if (text == "auto") return ColorWhen::k_auto;
  if (text == "always") return ColorWhen::k_always;
  if (text == "never") return ColorWhen::k_never;
  return std::nullopt;
}

bool wants_color(int stream, ColorWhen when) {
  if (when != ColorWhen::k_auto) return when == ColorWhen::k_always;
  if (!environment_variable("NO_COLOR").empty()) return false;
  const std::string forced = environment_variable("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  return platform::is_terminal(stream) && environment_variable("TERM") != "dumb";
}

// Bold, in colours of the terminal's own palette that can be read on dark and on light ground.
std::string painted(Tone tone, std::string_view text, bool has_color) {
  if (!has_color) return std::string(text);
  const char* const codes[] = {"1;31", "1;35", "1;36", "1;32"};
  return std::string("\x1b[") + codes[static_cast<int>(tone)] + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace clc
