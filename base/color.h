// Colours on terminals.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace clc {

// The values of --color.
enum class ColorWhen { k_auto, k_always, k_never };
std::optional<ColorWhen> parse_color(std::string_view text);

// True when what goes to this stream is to have colours. Where `when` leaves it open, NO_COLOR says no, CLICOLOR_FORCE
// yes, and else a terminal has them.
bool wants_color(int stream, ColorWhen when);

enum class Tone { k_bad, k_warning, k_note, k_good };
// The text in that colour, or as it is.
std::string painted(Tone tone, std::string_view text, bool has_color);

}  // namespace clc
