#include "identity/dynamic_linker/shared_libraries.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/environment_variable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"

namespace clc {
namespace {

constexpr const char* k_settings = "LD_ !LD_RUN_PATH= GLIBC_TUNABLES=";
constexpr const char* k_preload_file = "/etc/ld.so.preload";
constexpr std::uint64_t k_largest_list = std::uint64_t{256} << 20U;  // of libraries

// The folders that are searched at last, and what $LIB may stand for: those of Debian and its derivatives, then
// everyone else's.
#if defined(__aarch64__)
constexpr const char* k_default_folders =
    "/lib/aarch64-linux-gnu:/usr/lib/aarch64-linux-gnu:/lib64:/usr/lib64:/lib:/usr/lib";
constexpr std::array<const char*, 3> k_library_folders = {"lib/aarch64-linux-gnu", "lib64", "lib"};
#else
constexpr const char* k_default_folders =
    "/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib64:/usr/lib64:/lib:/usr/lib";
constexpr std::array<const char*, 3> k_library_folders = {"lib/x86_64-linux-gnu", "lib64", "lib"};
#endif

// Folders in which glibc before 2.37 looks for libraries of certain processors, in every combination.
constexpr std::array<const char*, 5> k_old_folders = {"tls", "haswell", "xeon_phi", "avx512_1", "x86_64"};

bool is_folder(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

// True when the name exists, even as a link that leads nowhere.
bool has_entry(const std::string& path) {
  struct stat info{};
  return lstat(path.c_str(), &info) == 0;
}

Failure cannot_tell(const std::string& why) {
  return fail(ErrorKind::k_unavailable, "cannot tell which libraries are loaded: " + why);
}

std::string with_token(std::string text, const std::string& name, const std::string& value) {
  for (const std::string& token : {"${" + name + "}", "$" + name}) {
    for (std::size_t at = 0; (at = text.find(token, at)) != std::string::npos; at += value.size())
      text.replace(at, token.size(), value);
  }
  return text;
}

// $ORIGIN is the folder of the file in which it stands. $LIB is a name that was built into glibc, and is known where
// something is there by one of the names alone.
Result<std::string> expanded(const std::string& text, const std::string& origin) {
  const std::string located = with_token(text, "ORIGIN", origin);
  std::vector<std::string> there;
  for (const char* name : k_library_folders) there.push_back(with_token(located, "LIB", name));
  if (there.front() == located) there.resize(1);
  if (there.size() > 1) std::erase_if(there, [](const std::string& path) { return !has_entry(path); });
  if (there.size() != 1 || there.front().find('$') != std::string::npos)
    return cannot_tell("'" + text + "' stands for a folder that glibc knows");
  return there.front();
}

bool is_in_old_folder(Observations& observations, const std::string& folder, const std::string& name,
                      std::size_t depth) {
  for (const char* sub : k_old_folders) {
    const std::string below = join_path(folder, sub);
    if (!is_folder(below) || !observations.is_there(below)) continue;
    if (has_entry(join_path(below, name))) return true;
    if (depth > 1 && is_in_old_folder(observations, below, name, depth - 1)) return true;
  }
  return false;
}

}  // namespace

Result<void> SharedLibraries::add_program(const std::string& path) {
  std::error_code error;
  const std::string real = std::filesystem::canonical(path, error).string();
  if (error || !observations_.is_there(path) || !observations_.is_there(real))
    return fail(ErrorKind::k_io, path + ": " + (error ? error.message() : "it is not there"));
  ElfImage image = CLC_TRY(read_elf_image(real));
  const std::string interpreter = image.interpreter;
  files_.push_back({real, std::move(image), 0, inode_of(real)});
  names_.push_back({path});
  if (interpreter.empty()) return {};  // linked statically
  if (!base_name(interpreter).starts_with("ld-linux")) return cannot_tell(interpreter + " is not glibc's");
  if (!add_file(interpreter, interpreter, 0)) return cannot_tell(interpreter + " cannot be read");
  CLC_TRY(read_settings());
  CLC_TRY(add_preloaded());
  return add_needed(0);
}

Result<bool> SharedLibraries::add(const std::string& name, std::size_t caller) {
  const std::size_t first_new = files_.size();
  Result<bool> added = add_named(name, caller);
  if (!added || !*added) return added;
  CLC_TRY(add_needed(first_new));
  return true;
}

Result<void> SharedLibraries::add_loaded(const std::string& path) {
  const std::size_t index = files_.size();
  if (!add_file(path, path, 0)) return fail(ErrorKind::k_io, path + " was loaded and cannot be read");
  if (index == files_.size()) return {};
  for (const std::string& list : {files_[index].image.rpath, files_[index].image.runpath}) {
    if (list.empty()) continue;
    for (const std::string_view part : split(list, ":")) {
      const std::string folder = CLC_TRY(expanded(std::string(part), folder_of(path)));
      observations_.look(Observations::Kind::k_path, folder.empty() ? "." : folder);
    }
  }
  return {};
}

Result<void> SharedLibraries::read_settings() {
  observations_.look(Observations::Kind::k_environment, k_settings);
  for (const char* name : {"LD_AUDIT", "LD_HWCAP_MASK", "LD_ORIGIN_PATH"}) {
    if (!environment_variable(name).empty()) return cannot_tell(std::string(name) + " is set");
  }
  if (environment_variable("GLIBC_TUNABLES").find("hwcap") != std::string::npos)
    return cannot_tell("GLIBC_TUNABLES names hwcaps");
  library_path_ = environment_variable("LD_LIBRARY_PATH");
  return {};
}

Result<void> SharedLibraries::add_preloaded() {
  std::vector<std::string> names;
  const auto add_names = [&](std::string_view text, std::string_view separators) {
    for (const std::string_view name : split_at_any(text, separators)) names.emplace_back(name);
  };
  add_names(environment_variable("LD_PRELOAD"), " :");
  if (observations_.is_there(k_preload_file)) {
    const Bytes text = CLC_TRY(read_ordinary_file(k_preload_file, k_largest_list));
    for (const std::string_view line : split(text, "\n")) add_names(line.substr(0, line.find('#')), " \t:");
  }
  for (const std::string& name : names) {
    if (name.empty()) continue;
    // The linker warns about a library that it cannot preload, and goes on without it.
    CLC_TRY(add_named(name, 0));
  }
  return {};
}

Result<void> SharedLibraries::add_needed(std::size_t from) {
  for (std::size_t loader = from; loader < files_.size(); ++loader) {
    const std::vector<std::string> needed = files_[loader].image.needed;  // files_ grows
    for (const std::string& name : needed) {
      const bool added = CLC_TRY(add_named(name, loader));
      if (!added)
        return fail(ErrorKind::k_unavailable, files_[loader].path + " needs " + name +
                                                  ", which is missing from LD_LIBRARY_PATH, /etc/ld.so.cache and " +
                                                  k_default_folders);
    }
  }
  return {};
}

Result<bool> SharedLibraries::add_named(const std::string& name, std::size_t loader) {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const bool is_known = std::ranges::find(names_[i], name) != names_[i].end();
    if (is_known || files_[i].path == name || files_[i].image.soname == name) return true;
  }
  if (name.find('/') == std::string::npos) return add_searched(name, loader);
  const std::string path = CLC_TRY(expanded(name, folder_of(files_[loader].path)));
  return add_file(path, name, loader);
}

// The search follows the order of glibc's _dl_map_object().
Result<bool> SharedLibraries::add_searched(const std::string& name, std::size_t loader) {
  Result<bool> added = false;
  if (files_[loader].image.runpath.empty()) added = search_by_rpath(name, loader);
  if (added && !*added) added = search(library_path_, ":;", 0, name, loader);
  if (added && !*added) added = search(files_[loader].image.runpath, ":", loader, name, loader);
  if (!files_[loader].image.searches_default) return added;
  if (added && !*added) added = search_cache(name, loader);
  if (added && !*added) added = search(k_default_folders, ":", 0, name, loader);
  return added;
}

// Searches the RPATH of the file itself, then that of the file that loaded it, and so on up to the program.
Result<bool> SharedLibraries::search_by_rpath(const std::string& name, std::size_t loader) {
  for (std::size_t owner = loader;; owner = files_[owner].loader) {
    if (files_[owner].image.runpath.empty()) {
      Result<bool> added = search(files_[owner].image.rpath, ":", owner, name, loader);
      if (!added || *added) return added;
    }
    if (owner == 0) return false;
  }
}

Result<bool> SharedLibraries::search(const std::string& list, const char* separators, std::size_t owner,
                                     const std::string& name, std::size_t loader) {
  if (list.empty()) return false;
  for (const std::string_view part : split_at_any(list, separators)) {
    const std::string folder = CLC_TRY(expanded(std::string(part), folder_of(files_[owner].path)));
    Result<bool> added = search_folder(folder.empty() ? "." : folder, name, loader);
    if (!added || *added) return added;
  }
  return false;
}

Result<bool> SharedLibraries::search_folder(const std::string& folder, const std::string& name, std::size_t loader) {
  // From now on a file that appears in this folder is noticed.
  if (!observations_.is_there(folder)) return false;
  std::vector<std::string> folders = {folder};
  const std::string levels = join_path(folder, "glibc-hwcaps");
  if (is_folder(levels) && observations_.is_there(levels)) {
    for (const std::string& level : processor_levels()) folders.insert(folders.end() - 1, join_path(levels, level));
  }
  if (is_in_old_folder(observations_, folder, name, k_old_folders.size()))
    return cannot_tell(name + " is below " + folder + " in a folder for certain processors");
  for (const std::string& at : folders) {
    const std::string path = join_path(at, name);
    if (observations_.is_there(at) && has_entry(path) && add_file(path, name, loader)) return true;
  }
  return false;
}

Result<bool> SharedLibraries::search_cache(const std::string& name, std::size_t loader) {
  if (!has_read_cache_) {
    has_read_cache_ = true;
    if (observations_.is_there(k_library_cache)) {
      const Bytes file = CLC_TRY(read_ordinary_file(k_library_cache, k_largest_list));
      cached_ = read_library_cache(file);
    }
  }
  const std::string path = find_cached(cached_, name);
  return !path.empty() && add_file(path, name, loader);
}

bool SharedLibraries::add_file(const std::string& path, const std::string& name, std::size_t loader) {
  if (!observations_.is_there(path)) return false;
  const std::string inode = inode_of(path);
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (files_[i].inode != inode) continue;
    names_[i].push_back(name);
    return true;
  }
  Result<ElfImage> image = read_elf_image(path);
  // The linker goes on searching, too, when a file is for another machine.
  if (!image || (!files_.empty() && image->machine != files_.front().image.machine)) return false;
  files_.push_back({path, std::move(*image), loader, inode});
  names_.push_back({name});
  return true;
}

}  // namespace clc
