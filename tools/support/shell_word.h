// Words of commands that clc shows, for somebody to paste into a shell.
#pragma once

#include <string>

namespace clc {

// In quotes, where a shell would read anything else than this word.
std::string shell_word(const std::string& word);

}  // namespace clc
