#include "identity/dynamic_linker/ld_so_cache.h"

#if defined(__x86_64__)
#ifdef __clang__
// glibc's header needs it, and Clang's stdbool.h has it for C++ only with GNU's extensions.
#define _Bool bool  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
#endif
#include <sys/platform/x86.h>
#undef _Bool
#endif

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/encoding/byte_access.h"

namespace clc {
namespace {

// The format is defined by glibc's sysdeps/generic/dl-cache.h and ldconfig.h. Numbers are in the machine's byte order,
// and offsets count from the header.
constexpr BytesView k_magic = "glibc-ld.so.cache1.1";
// The older format, which glibc before 2.32 put in front of the present one.
constexpr BytesView k_old_magic = "ld.so-1.7.0";
constexpr std::size_t k_old_header = 16;
constexpr std::size_t k_old_entry = 12;

struct Header {
  char magic[20];
  std::uint32_t count, text_size;
  std::uint8_t flags, padding[3];
  std::uint32_t extension;
  std::uint32_t unused[3];
};
static_assert(sizeof(Header) == 48);

struct Entry {
  std::int32_t flags;
  std::uint32_t name, path, os_version;
  std::uint64_t abilities;
};
static_assert(sizeof(Entry) == 24);

struct Extension {
  std::uint32_t magic, count;
};
constexpr std::uint32_t k_extension_magic = 0xeaa42174;

struct Section {
  std::uint32_t tag, flags, offset, size;
};
constexpr std::uint32_t k_levels_tag = 1;
constexpr std::size_t k_longest_path = 4096;

// Marks an entry for one processor level; the low half is the level's index.
constexpr std::uint64_t k_has_level = std::uint64_t{1} << 62U;

#if defined(__x86_64__)
constexpr std::int32_t k_own_kind = 0x0303;
#elif defined(__aarch64__)
constexpr std::int32_t k_own_kind = 0x0a03;
#else
constexpr std::int32_t k_own_kind = -1;
#endif

std::string text_at(BytesView file, std::uint64_t at) {
  if (at >= file.size()) return "";
  const BytesView rest = file.substr(at, k_longest_path);
  return std::string(rest.substr(0, std::min(rest.find('\0'), rest.size())));
}

std::vector<std::string> read_levels(BytesView file, const Header& header) {
  std::vector<std::string> levels;
  const auto extension = read_at<Extension>(file, header.extension);
  if (header.extension == 0 || !extension || extension->magic != k_extension_magic) return levels;
  for (std::uint64_t i = 0; i < extension->count; ++i) {
    const auto section = read_at<Section>(file, header.extension + sizeof(Extension) + i * sizeof(Section));
    if (!section) break;
    if (section->tag != k_levels_tag) continue;
    for (std::uint64_t at = section->offset; at + 4 <= std::uint64_t{section->offset} + section->size; at += 4) {
      const auto name = read_at<std::uint32_t>(file, at);
      if (!name) break;
      levels.push_back(text_at(file, *name));
    }
    break;
  }
  return levels;
}

BytesView without_old_part(BytesView file) {
  const auto count = read_at<std::uint32_t>(file, k_old_header - sizeof(std::uint32_t));
  if (!file.starts_with(k_old_magic) || !count) return file;
  const std::uint64_t size = (k_old_header + *count * std::uint64_t{k_old_entry} + 7) / 8 * 8;
  return file.substr(std::min<std::uint64_t>(size, file.size()));
}

}  // namespace

const std::vector<std::string>& processor_levels() {
  static const std::vector<std::string> k_levels = [] {
    std::vector<std::string> levels;
#if defined(__x86_64__)
    // This uses what glibc found out at the start, as its dynamic linker does. Asking the processor again, as
    // __builtin_cpu_supports does at every start, takes long in a virtual machine.
    const bool is_v2 = CPU_FEATURE_ACTIVE(CMPXCHG16B) && CPU_FEATURE_ACTIVE(LAHF64_SAHF64) &&
                       CPU_FEATURE_ACTIVE(POPCNT) && CPU_FEATURE_ACTIVE(SSE3) && CPU_FEATURE_ACTIVE(SSSE3) &&
                       CPU_FEATURE_ACTIVE(SSE4_1) && CPU_FEATURE_ACTIVE(SSE4_2);
    const bool is_v3 = is_v2 && CPU_FEATURE_ACTIVE(AVX) && CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(BMI1) &&
                       CPU_FEATURE_ACTIVE(BMI2) && CPU_FEATURE_ACTIVE(F16C) && CPU_FEATURE_ACTIVE(FMA) &&
                       CPU_FEATURE_ACTIVE(LZCNT) && CPU_FEATURE_ACTIVE(MOVBE);
    const bool is_v4 = is_v3 && CPU_FEATURE_ACTIVE(AVX512F) && CPU_FEATURE_ACTIVE(AVX512BW) &&
                       CPU_FEATURE_ACTIVE(AVX512CD) && CPU_FEATURE_ACTIVE(AVX512DQ) && CPU_FEATURE_ACTIVE(AVX512VL);
    if (is_v4) levels.emplace_back("x86-64-v4");
    if (is_v3) levels.emplace_back("x86-64-v3");
    if (is_v2) levels.emplace_back("x86-64-v2");
#endif
    return levels;
  }();
  return k_levels;
}

std::vector<CachedLibrary> read_library_cache(BytesView file) {
  std::vector<CachedLibrary> libraries;
  file = without_old_part(file);
  const auto header = read_at<Header>(file, 0);
  if (!header || !file.starts_with(k_magic)) return libraries;
  const std::vector<std::string> levels = read_levels(file, *header);
  for (std::uint64_t i = 0; i < header->count; ++i) {
    const auto entry = read_at<Entry>(file, sizeof(Header) + i * sizeof(Entry));
    if (!entry) break;
    if (entry->flags != k_own_kind) continue;
    CachedLibrary library{text_at(file, entry->name), text_at(file, entry->path), ""};
    if (entry->abilities != 0) {
      const auto index = static_cast<std::uint32_t>(entry->abilities);
      // Entries of glibc's older scheme for processors concern no processor that we know.
      if ((entry->abilities & k_has_level) == 0 || index >= levels.size()) continue;
      library.level = levels[index];
    }
    if (!library.name.empty() && !library.path.empty()) libraries.push_back(std::move(library));
  }
  return libraries;
}

std::string find_cached(const std::vector<CachedLibrary>& libraries, const std::string& name,
                        const std::vector<std::string>& levels) {
  const CachedLibrary* best = nullptr;
  auto best_rank = levels.end() - levels.begin() + 1;
  for (const CachedLibrary& library : libraries) {
    if (library.name != name) continue;
    const auto level = std::ranges::find(levels, library.level);
    if (!library.level.empty() && level == levels.end()) continue;
    const auto rank = level - levels.begin();
    if (rank >= best_rank) continue;
    best = &library;
    best_rank = rank;
  }
  return best == nullptr ? "" : best->path;
}

}  // namespace clc
