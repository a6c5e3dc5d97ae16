#include "package/find_packages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include "base/platform/paths.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/container.h"
#include "support/shell_word.h"

namespace clc {
namespace {

constexpr std::string_view k_first_image("\x10\xFF\x10\xAD\x01\0\0\0", 8);  // of a container of version 1

// True for an ELF file, a static library, or a program of Windows or macOS.
bool is_program(const std::string& path) {
  constexpr std::string_view k_beginnings[] = {"\x7F\x45LF", "!<arch>\n", "MZ", "\xCF\xFA\xED\xFE", "\xCA\xFE\xBA\xBE"};
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(platform::to_path(path), ignored)) return false;
  std::array<char, 8> start{};
  std::ifstream(platform::to_path(path), std::ios::binary).read(start.data(), start.size());
  const std::string_view text(start.data(), start.size());
  return std::ranges::any_of(k_beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

// The manifest's image, if it is what `bytes` begin with: other containers of this kind are LLVM's, of HIP and SYCL.
std::optional<BytesView> manifest_at(BytesView bytes) {
  const Result<std::uint64_t> size = first_image_size(bytes);
  if (!size || *size > bytes.size()) return std::nullopt;
  const Result<std::vector<ImageView>> images = view_container(bytes.substr(0, *size));
  if (!images || images->front().name != k_manifest_file) return std::nullopt;
  return images->front().bytes;
}

// The length of the package with which `bytes` begin. Of a damaged one, that of what can be told.
std::uint64_t length_of_package(BytesView bytes, BytesView manifest_text) {
  const Result<Manifest> manifest = decode_manifest(manifest_text);
  std::set<std::string> blobs;
  for (const Module& module : manifest ? manifest->modules : std::vector<Module>())
    for (const Variant& variant : module.variants) blobs.insert(variant.file);
  std::uint64_t end = 0;
  for (std::size_t images = 0; images <= blobs.size(); ++images) {
    const Result<std::uint64_t> size = first_image_size(bytes.substr(end));
    if (!size || *size > bytes.size() - end) break;
    end += *size;
  }
  return end;
}

std::vector<BytesView> packages_in(BytesView program) {
  std::vector<BytesView> packages;
  for (std::size_t at = program.find(k_first_image); at != BytesView::npos; at = program.find(k_first_image, at)) {
    const std::optional<BytesView> manifest = manifest_at(program.substr(at));
    const std::uint64_t length = manifest ? length_of_package(program.substr(at), *manifest) : k_first_image.size();
    if (manifest) packages.push_back(program.substr(at, length));
    at += length;
  }
  return packages;
}

// The path and the number of FILE#2; number 0 where `path` is a file's name.
std::pair<std::string, std::size_t> split_number(const std::string& path) {
  std::error_code ignored;
  const std::size_t hash = path.rfind('#');
  if (hash == std::string::npos || std::filesystem::exists(platform::to_path(path), ignored)) return {path, 0};
  std::size_t number = 0;
  const char* const path_end = path.data() + path.size();
  const auto [end, error] = std::from_chars(path.data() + hash + 1, path_end, number);
  const bool is_number = error == std::errc() && end == path_end && number > 0;
  return is_number ? std::pair(path.substr(0, hash), number) : std::pair(path, std::size_t{0});
}

}  // namespace

Result<Package> open_package(const std::string& path) {
  Result<Package> opened = Package::open(path);
  const bool is_source = path.ends_with(".cl") || path.ends_with(".clcpp");
  if (opened || !is_source || opened.error().kind != ErrorKind::k_damaged) return opened;
  return fail(ErrorKind::k_usage, path + " is a source, and a package belongs here: make one with `clc compile " +
                                      shell_word(path) + " -t TARGET -o PACKAGE`");
}

bool holds_package(const std::string& path) {
  const std::string file = split_number(path).first;
  const Result<Bytes> bytes =
      is_program(file) ? read_ordinary_file(file, k_usual_package_limit.bytes) : Result<Bytes>();
  return bytes && !packages_in(*bytes).empty();
}

std::vector<FoundPackage> find_packages(const std::string& path) {
  const auto [file, number] = split_number(path);
  if (!is_program(file)) return {{path, open_package(path)}};
  const Result<Bytes> bytes = read_ordinary_file(file, k_usual_package_limit.bytes);
  if (!bytes) return {{path, fail(bytes)}};
  const std::vector<BytesView> held = packages_in(*bytes);
  if (held.empty()) return {{path, fail(ErrorKind::k_io, file + " is no package, and holds none")}};
  std::vector<FoundPackage> found;
  for (std::size_t i = 0; i < held.size(); ++i) {
    const std::string name = held.size() == 1 ? file : file + "#" + std::to_string(i + 1);
    if (number == 0 || number == i + 1)
      found.push_back({name, Package::from_bytes(Bytes(held[i]), name), number == 0 && held.size() > 1});
  }
  if (found.empty())
    found.push_back({path, fail(ErrorKind::k_usage, path + ": " + file + " holds " + count(held.size(), "package"))});
  return found;
}

Error several_packages(const std::string& path, const std::vector<FoundPackage>& found) {
  return Error(ErrorKind::k_usage,
               path + " holds " + count(found.size(), "package") + ": name one of them, such as " + found.front().name);
}

Result<Package> find_package(const std::string& path) {
  std::vector<FoundPackage> found = find_packages(path);
  if (found.size() == 1) return std::move(found.front().package);
  return fail(several_packages(path, found));
}

}  // namespace clc
