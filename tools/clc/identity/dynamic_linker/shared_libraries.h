// The libraries that glibc's dynamic linker would load, found without running anything.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "identity/dynamic_linker/elf_image.h"
#include "identity/dynamic_linker/ld_so_cache.h"
#include "identity/observations.h"

namespace clc {

struct LoadedFile {
  std::string path;  // as the linker names it
  ElfImage image;
  std::size_t loader = 0;  // index of the file that asked for it first; the program's own for the program
  std::string inode;       // what tells equal files under different names
};

// A program and its libraries in the order of loading. Everything that decides about them is looked at through
// `observations`: the files, the folders that are searched before they are found, the linker's own files and settings.
class SharedLibraries {
 public:
  explicit SharedLibraries(Observations& observations) : observations_(observations) {}

  // Adds a program, the libraries that are preloaded, and all that they need. Call it first. k_unavailable for a
  // missing library, and for settings of the linker that are not understood here.
  Result<void> add_program(const std::string& path);
  // Adds what dlopen() in the file `caller` would load: false when there is no such library.
  Result<bool> add(const std::string& name, std::size_t caller);

  // Does the same, but leaves out what the library needs in turn.
  Result<bool> add_alone(const std::string& name, std::size_t caller) { return add_named(name, caller); }
  // Adds a file that is known to be loaded at some time: looks at it and at the folders that it names for its own
  // libraries, without searching them.
  Result<void> add_loaded(const std::string& path);

  const std::vector<LoadedFile>& files() const { return files_; }

 private:
  Result<void> read_settings();
  Result<void> add_preloaded();
  // Adds what the files from this index on need, and what those files need in turn.
  Result<void> add_needed(std::size_t from);
  // The functions below return true when the library is now loaded under that name.
  Result<bool> add_named(const std::string& name, std::size_t loader);
  Result<bool> add_searched(const std::string& name, std::size_t loader);
  Result<bool> search_by_rpath(const std::string& name, std::size_t loader);
  Result<bool> search(const std::string& list, const char* separators, std::size_t owner, const std::string& name,
                      std::size_t loader);
  Result<bool> search_folder(const std::string& folder, const std::string& name, std::size_t loader);
  Result<bool> search_cache(const std::string& name, std::size_t loader);
  bool add_file(const std::string& path, const std::string& name, std::size_t loader);

  Observations& observations_;
  std::vector<LoadedFile> files_;
  std::vector<std::vector<std::string>> names_;  // for each file, the names by which it was asked for
  std::string library_path_;
  std::vector<CachedLibrary> cached_;
  bool has_read_cache_ = false;
};

}  // namespace clc
