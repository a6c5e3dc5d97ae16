// /etc/ld.so.cache, which a container's file system brings along.
#include "identity/dynamic_linker/ld_so_cache.h"
#include "fuzz.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<CachedLibrary> libraries = read_library_cache(fuzz::view_of(data, size));
  for (const CachedLibrary& library : libraries) fuzz::require(!library.name.empty() && !library.path.empty());
  (void)find_cached(libraries, "libc.so.6");
  return 0;
}
