#include "kept/driver_files.h"

#include <dirent.h>
#include <elf.h>
#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "base/encoding/hex.h"
#include "base/encoding/little_endian.h"
#include "clc/base/bytes.h"
#include "clc/base/digest.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_files = 2000;

// Libraries that a driver loads only when it compiles, in any version, and PoCL's linker.
constexpr std::string_view k_loaded_later[] = {
    "libigc.so.",      "libigdfcl.so.", "libopencl-clang.so.", "libnvidia-nvvm.so.", "libnvidia-ptxjitcompiler.so.",
    "libamd_comgr.so."};
constexpr const char* k_linker = "/usr/bin/ld";

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

struct LoadedLibrary {
  std::string path;
  std::string build_id;
  std::vector<std::string> needed;
};

// Returns the build id in the notes of one segment, or an empty text. Fields are 32-bit words; names and contents are
// padded to 4 bytes.
std::string build_id_in(BytesView notes) {
  const auto padded = [](std::uint64_t size) { return (size + 3) / 4 * 4; };
  while (notes.size() >= 12) {
    const std::uint64_t name = padded(read_number(notes, 0, 4));
    const std::uint64_t size = read_number(notes, 4, 4);
    if (12 + name + padded(size) > notes.size()) break;
    if (read_number(notes, 8, 4) == NT_GNU_BUILD_ID && notes.substr(12, 4) == BytesView("GNU\0", 4)) {
      return to_hex(notes.substr(12 + name, size));
    }
    notes.remove_prefix(12 + name + padded(size));
  }
  return {};
}

// Makes a pointer of an address that the dynamic loader gives as a number.
template <class T>
const T* pointer_to(ElfW(Addr) address) {
  return std::bit_cast<const T*>(address);
}

void read_dynamic(const ElfW(Dyn) * entries, ElfW(Addr) base, LoadedLibrary& into) {
  ElfW(Addr) strings = 0;
  for (const auto* entry = entries; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) strings = entry->d_un.d_ptr;
  }
  if (strings == 0) return;
  if (strings < base) strings += base;  // on some machines the dynamic loader leaves an offset here
  for (const auto* entry = entries; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag != DT_NEEDED) continue;
    into.needed.emplace_back(pointer_to<char>(strings + entry->d_un.d_val));
  }
}

int note_loaded(struct dl_phdr_info* info, std::size_t, void* data) {
  LoadedLibrary library{info->dlpi_name, {}, {}};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const ElfW(Addr) address = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_NOTE && library.build_id.empty()) {
      library.build_id = build_id_in(BytesView(pointer_to<char>(address), segment.p_memsz));
    }
    if (segment.p_type == PT_DYNAMIC) {
      read_dynamic(pointer_to<ElfW(Dyn)>(address), info->dlpi_addr, library);
    }
  }
  auto& all = *static_cast<std::map<std::string, LoadedLibrary>*>(data);
  const std::string name = base_name(library.path);
  if (!name.empty()) all.try_emplace(name, std::move(library));
  return 0;
}

// Returns the library, and those of the loaded libraries that it needs, directly or not.
std::vector<LoadedLibrary> needed_libraries(const std::string& library) {
  std::map<std::string, LoadedLibrary> loaded;  // by name
  ::dl_iterate_phdr(note_loaded, &loaded);
  std::vector<LoadedLibrary> found;
  std::set<std::string> seen{base_name(library)};
  std::vector<std::string> names{base_name(library)};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto at = loaded.find(names[i]);
    if (at == loaded.end()) continue;
    for (const std::string& needed : at->second.needed) {
      if (seen.insert(needed).second) names.push_back(needed);
    }
    found.push_back(at->second);
  }
  return found;
}

// Returns true for a folder with libraries of many packages: /usr/lib, /lib64, /usr/local/lib/x86_64-linux-gnu.
bool is_shared_folder(const fs::path& folder) {
  const std::string name = folder.filename().string();
  if (name.find("-linux-") != std::string::npos) return is_shared_folder(folder.parent_path());
  const std::string above = folder.parent_path().string();
  return name.rfind("lib", 0) == 0 && (above == "/" || above == "/usr" || above == "/usr/local");
}

template <class Iterator>
void add_files(const fs::path& folder, std::set<std::string>& files) {
  std::error_code error;
  for (Iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end && files.size() < k_most_files; at.increment(error)) {
    if (at->is_regular_file(error)) files.insert(at->path().string());
  }
}

bool is_loaded_later(std::string_view name) {
  return std::any_of(std::begin(k_loaded_later), std::end(k_loaded_later),
                     [&](std::string_view start) { return name.substr(0, start.size()) == start; });
}

// A folder of the system has a thousand names, and every start of a program comes here: no paths are made of them.
void add_loaded_later(const fs::path& folder, std::set<std::string>& files) {
  DIR* opened = ::opendir(folder.c_str());
  if (opened == nullptr) return;
  while (const struct dirent* entry = ::readdir(opened)) {
    if (!is_loaded_later(entry->d_name)) continue;
    std::error_code error;
    const fs::path file = fs::canonical(folder / entry->d_name, error);
    if (!error) files.insert(file.string());
  }
  ::closedir(opened);
}

// Returns the files of folders that belong to the driver alone, and those that it loads later: from its own folder, or
// from the system's one above, as Debian's driver for Intel's GPUs does.
std::set<std::string> own_files(const std::string& library) {
  std::error_code error;
  const fs::path path = fs::canonical(library, error);
  std::set<std::string> files;
  if (error) return files;
  const fs::path folder = path.parent_path();
  std::string stem = path.filename().string();
  stem = stem.substr(0, stem.find(".so"));
  if (stem.rfind("lib", 0) == 0) stem = stem.substr(3);
  if (!is_shared_folder(folder)) add_files<fs::directory_iterator>(folder, files);
  if (!stem.empty()) {
    add_files<fs::recursive_directory_iterator>(folder / stem, files);
    fs::path prefix = folder;
    for (int i = 0; i < 3 && prefix.has_relative_path(); ++i) {
      prefix = prefix.parent_path();
      add_files<fs::recursive_directory_iterator>(prefix / "share" / stem, files);
    }
  }
  if (stem == "pocl") {  // loads no compiler later, and lies where reading the folder's names takes long
    files.insert(k_linker);
    return files;
  }
  add_loaded_later(folder, files);
  if (!is_shared_folder(folder)) add_loaded_later(folder.parent_path(), files);
  return files;
}

std::int64_t nanoseconds(const struct timespec& time) {
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

}  // namespace

DriverFiles driver_files(const std::string& library) {
  DriverFiles described;
  std::set<std::string> files = own_files(library);
  const std::vector<LoadedLibrary> libraries = needed_libraries(library);
  const bool has_identity = !libraries.empty() && !libraries.front().build_id.empty();
  const auto add = [&](const std::string& path, const std::string& build_id) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return;
    const std::string start = base_name(path) + " ";
    const std::string written = std::to_string(status.st_size) + " " + std::to_string(nanoseconds(status.st_mtim));
    described.here += start + written + " " + std::to_string(nanoseconds(status.st_ctim)) + "\n";
    const std::string whole_seconds = std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec);
    described.elsewhere += start + (build_id.empty() ? whole_seconds : build_id) + "\n";
  };
  for (const LoadedLibrary& loaded : libraries) {
    add(loaded.path, loaded.build_id);
    std::error_code error;
    files.erase(fs::canonical(loaded.path, error).string());
  }
  for (const std::string& file : files) add(file, {});
  return {sha256_hex(described.here), has_identity ? sha256_hex(described.elsewhere) : ""};
}

}  // namespace clc
