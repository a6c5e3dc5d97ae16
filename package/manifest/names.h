// Rules for the names that may stand in a package.
#pragma once

#include <algorithm>
#include <string_view>

#include "clc/internal/decompress.h"
#include "clc/package/manifest.h"

namespace clc {

inline bool has_compressed_suffix(std::string_view name) {
  return name.size() >= k_compressed_suffix.size() &&
         name.substr(name.size() - k_compressed_suffix.size()) == k_compressed_suffix;
}

// True for a name that a blob's file may have: letters, digits and `._+-`, not hidden, and neither the manifest's name
// nor that of a compressed blob.
inline bool is_plain_file_name(std::string_view name) {
  auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '+' || c == '-';
  };
  return !name.empty() && name.size() <= 255 && name[0] != '.' && name != k_manifest_file &&
         !has_compressed_suffix(name) && std::ranges::all_of(name, is_allowed);
}

// True for a name that a module, target or format may have: printable, and no path.
inline bool is_sane_name(std::string_view name) {
  auto is_allowed = [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != 127 && c != '/' && c != '\\'; };
  return !name.empty() && name.size() <= 255 && name != "." && name != ".." && std::ranges::all_of(name, is_allowed);
}

}  // namespace clc
