// /etc/ld.so.cache: where glibc's dynamic linker finds libraries without looking into folders.
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"

namespace clc {

inline constexpr const char* k_library_cache = "/etc/ld.so.cache";

// Folders below "glibc-hwcaps" whose libraries this processor takes, best first.
const std::vector<std::string>& processor_levels();

struct CachedLibrary {
  std::string name, path;
  std::string level;  // the processor level that it needs; empty: none in particular
};
// Reads the libraries for programs of the same kind of machine as this one, in the order of the file. Damaged entries
// are left out.
std::vector<CachedLibrary> read_library_cache(BytesView file);

// The path that the dynamic linker would take for a library's name; empty: none.
std::string find_cached(const std::vector<CachedLibrary>& libraries, const std::string& name,
                        const std::vector<std::string>& levels = processor_levels());

}  // namespace clc
