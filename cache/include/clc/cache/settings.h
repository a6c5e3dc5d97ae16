// The settings of a cache: whether there is one, where it lies and how large it may become.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clc/base/result.h"

namespace clc::cache {

struct Settings {
  bool is_enabled = true;
  std::string folder;  // empty: there is none, and so no cache
  std::uint64_t max_bytes = std::uint64_t{5} << 30U;
  // The number of the group whose members share the folder, and may put into it what we run; without one it is ours
  // alone.
  std::optional<std::uint32_t> group;
};

// Reads a variable that turns something on (1, on, yes, true, empty) or off (0, off, no, false); nothing: neither.
std::optional<bool> parse_switch(const std::string& text);

// Takes bytes, or a number with K, M, G or T (of 1024), also as KB or KiB: "500M", "1.5GB". Anything else, and 0, is
// k_usage.
Result<std::uint64_t> parse_size(const std::string& text);

// Reads CLC_CACHE, CLC_CACHE_DIR (else $XDG_CACHE_HOME/clc, else $HOME/.cache/clc; never /tmp), CLC_CACHE_MAX_SIZE
// and CLC_CACHE_GROUP. Values that make no sense are k_usage.
Result<Settings> settings_from_environment();

}  // namespace clc::cache
