#include "clc/package/publish.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/encoding/hex.h"
#include "base/file_io.h"
#include "base/platform/files.h"
#include "base/platform/paths.h"
#include "base/staged_file.h"
#include "base/try.h"
#include "base/without_exceptions.h"
#include "clc/internal/decompress.h"
#include "files/package_files.h"
#include "manifest/names.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

// Encodes the manifest after checking that the package could be opened again.
Result<std::string> encode_checked(const PackageContents& contents) {
  Result<std::string> text = encode_readable_manifest(contents.manifest);
  if (!text) return fail(ErrorKind::k_usage, "cannot publish this package: " + text.error().message);
  if (text->size() > k_largest_manifest) {
    return fail(ErrorKind::k_usage, "cannot publish this package: its manifest would have " +
                                        std::to_string(text->size()) + " bytes, and at most " +
                                        std::to_string(k_largest_manifest) + " are read: make several packages");
  }
  for (const Module& module : contents.manifest.modules) {
    for (const Variant& variant : module.variants) {
      auto blob = contents.blobs.find(variant.file);
      if (blob == contents.blobs.end()) {
        return fail(ErrorKind::k_usage,
                    "cannot publish this package: the contents of " + variant.file + " are missing");
      }
      Result<void> checked = check_blob(variant, blob->second, variant.file);
      if (!checked) return fail(ErrorKind::k_usage, "cannot publish this package: " + checked.error().message);
    }
  }
  for (const auto& [file, frame] : contents.compressed) {
    const auto blob = contents.blobs.find(file);
    const Result<Bytes> held = blob == contents.blobs.end() ? Bytes() : decompress(frame, blob->second.size(), file);
    if (!held || blob == contents.blobs.end() || *held != blob->second) {
      return fail(ErrorKind::k_usage,
                  "cannot publish this package: the compressed contents of " + file + " are others");
    }
  }
  return text;
}

std::string stored_name(const PackageContents& contents, const std::string& file) {
  return contents.compressed.count(file) == 0 ? file : file + std::string(k_compressed_suffix);
}

const Bytes& stored_bytes(const PackageContents& contents, const std::string& file) {
  const auto frame = contents.compressed.find(file);
  return frame == contents.compressed.end() ? contents.blobs.at(file) : frame->second;
}

std::set<std::string> blob_files(const Manifest& manifest) {
  std::set<std::string> files;
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) files.insert(variant.file);
  }
  return files;
}

// True for names as blob_name makes them: the beginning of a digest and an extension.
bool is_blob_shaped(std::string name) {
  if (has_compressed_suffix(name)) name.resize(name.size() - k_compressed_suffix.size());
  std::size_t dot = name.find('.');
  return dot != std::string::npos && dot >= 16 && is_plain_file_name(name) &&
         name.find_first_not_of(k_hex_digits) == dot;
}

// The blobs that the manifest in a folder names. Another clc may have named them otherwise.
std::set<std::string> named_blobs(const std::string& folder) {
  const Result<Bytes> text = read_ordinary_file(folder + "/" + k_manifest_file, k_largest_manifest);
  const Result<Manifest> old = text ? decode_manifest(*text) : fail(text);
  std::set<std::string> names = old ? blob_files(*old) : std::set<std::string>();
  for (const std::string& file : std::set(names)) names.insert(file + std::string(k_compressed_suffix));
  return names;
}

// The names in a folder, or an error if it holds anything but the files of a package.
Result<std::set<std::string>> list_package_folder(const std::string& folder) {
  std::set<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(platform::to_path(folder), error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = platform::to_text(entry->path().filename());
    const bool is_shaped = is_blob_shaped(name) || name.rfind(k_temporary_prefix, 0) == 0 || name == k_manifest_file;
    const bool ours = is_shaped || named_blobs(folder).count(name) != 0;
    std::error_code ignored;
    if (!ours || entry->symlink_status(ignored).type() != fs::file_type::regular) {
      return fail(ErrorKind::k_io, "will not write a package into " + folder + ", which also holds " + name +
                                       ": name a new folder, or remove what is in this one");
    }
    names.insert(name);
  }
  if (error) return io_error("read folder", folder, error.value());
  return names;
}

Result<void> create_folder(const std::string& folder, bool& created) {
  std::error_code error;
  created = fs::create_directories(platform::to_path(folder), error);
  if (error) return io_error("create folder", folder, error.value());
  return {};
}

// The folders that will have a new name in them once `folder` and those above it are created.
std::vector<std::string> folders_with_new_names(const std::string& folder) {
  std::vector<std::string> parents;
  std::error_code error;
  for (fs::path path = platform::to_path(folder); !path.empty() && !fs::exists(path, error);
       path = path.parent_path()) {
    parents.push_back(path.has_parent_path() ? platform::to_text(path.parent_path()) : ".");
  }
  return parents;
}

Result<void> flush_folders(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) CLC_TRY(flush_folder(folder));
  return {};
}

Result<void> publish_manifest(const std::string& folder, const std::string& manifest, const Publishing& how) {
  StagedFile file = CLC_TRY(StagedFile::stage_in(folder, k_manifest_file, manifest, how.flush, how.time));
  CLC_TRY(how.before());
  return file.publish();
}

Result<void> write_folder(const std::string& folder, const PackageContents& contents, const std::string& manifest,
                          const Publishing& how) {
  std::set<std::string> before = CLC_TRY(list_package_folder(folder));
  std::set<std::string> wanted;
  Result<void> written;
  for (const std::string& file : blob_files(contents.manifest)) {
    const std::string name = stored_name(contents, file);
    wanted.insert(name);
    if (written) written = replace_file(folder, name, stored_bytes(contents, file), how.flush);
  }
  const bool is_flushed = how.flush == Flush::k_to_disk;
  // The blobs' names before the manifest that names them, and the manifest's before the old blobs are removed.
  if (written && is_flushed) written = flush_folder(folder);
  if (written) written = publish_manifest(folder, manifest, how);
  if (written && is_flushed) CLC_TRY(flush_folder(folder));

  // Removes the old package's blobs after success, and the new ones after a failure.
  const std::set<std::string>& superfluous = written ? before : wanted;
  const std::set<std::string>& needed = written ? wanted : before;
  for (const std::string& name : superfluous) {
    if (name != k_manifest_file && needed.count(name) == 0) platform::remove_file(folder + "/" + name);
  }
  return written;
}

Result<void> publish_folder(std::string folder, const PackageContents& contents, const std::string& manifest,
                            const Publishing& how) {
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  folder = through_links(folder);
  bool created = false;
  const std::vector<std::string> above =
      how.flush == Flush::k_no ? std::vector<std::string>() : folders_with_new_names(folder);
  CLC_TRY(create_folder(folder, created));
  Result<void> written;
  {
    // Two publishers of one folder take turns, so that neither removes the other's new blobs.
    const platform::FolderLock turn(folder);
    if (turn.error() != 0) return io_error("open folder", folder, turn.error());
    written = write_folder(folder, contents, manifest, how);
  }
  if (!written && created) platform::remove_folder(folder);
  return written ? flush_folders(above) : written;
}

Bytes encode_file_form(const PackageContents& contents, const std::string& manifest) {
  std::vector<ContainerImage> images = list_images(contents.manifest);
  images[0].bytes = manifest;
  for (std::size_t i = 1; i < images.size(); ++i) {
    images[i].bytes = stored_bytes(contents, images[i].name);
    images[i].name = stored_name(contents, images[i].name);
  }
  return encode_container(images);
}

bool folder_holds(const std::string& folder, const PackageContents& contents, const std::string& manifest) {
  const auto holds = [&folder](const std::string& name, BytesView bytes) {
    const Result<Bytes> old = read_ordinary_file(folder + "/" + name, bytes.size());
    return old && *old == bytes;
  };
  if (!holds(k_manifest_file, manifest)) return false;
  const std::set<std::string> files = blob_files(contents.manifest);
  return std::ranges::all_of(
      files, [&](const std::string& file) { return holds(stored_name(contents, file), stored_bytes(contents, file)); });
}

// A package that lies there already may still be on its way to the disk.
Result<void> keep_folder(const std::string& folder, const PackageContents& contents, const Publishing& how) {
  CLC_TRY(how.before());
  if (how.time == FileTime::k_outdated) platform::make_old(folder + "/" + k_manifest_file);
  if (how.flush == Flush::k_no) return {};
  for (const std::string& file : blob_files(contents.manifest))
    CLC_TRY(flush_file(folder + "/" + stored_name(contents, file)));
  CLC_TRY(flush_file(folder + "/" + k_manifest_file));
  return flush_folder(folder);
}

Result<void> stage_and_publish(const std::string& path, BytesView bytes, const Publishing& how) {
  StagedFile file = CLC_TRY(StagedFile::stage(path, bytes, how.unchanged, how.flush, how.time));
  CLC_TRY(how.before());
  return file.publish();
}

Result<void> publish_file(const std::string& path, BytesView bytes, const Publishing& how) {
  std::error_code error;
  if (fs::is_directory(platform::to_path(path), error))
    return fail(ErrorKind::k_io, "cannot write package " + path + ": it is a folder, and .clcpack names a file");
  const std::string folder = platform::to_text(platform::to_path(through_links(path)).parent_path());
  bool created = false;
  const std::vector<std::string> above =
      how.flush == Flush::k_no ? std::vector<std::string>() : folders_with_new_names(folder);
  if (!folder.empty()) CLC_TRY(create_folder(folder, created));
  Result<void> written = stage_and_publish(path, bytes, how);
  if (!written && created) platform::remove_folder(folder);
  return written ? flush_folders(above) : written;
}

Result<void> publish_to(const std::string& path, const PackageContents& contents, const Publishing& how) {
  if (path.empty()) return fail(ErrorKind::k_usage, "the package to write has no name");
  std::string manifest = CLC_TRY(encode_checked(contents));
  if (!is_file_form(path)) {
    const bool is_kept = how.unchanged == Unchanged::k_keep && folder_holds(path, contents, manifest);
    return is_kept ? keep_folder(path, contents, how) : publish_folder(path, contents, manifest, how);
  }
  const Bytes bytes = encode_file_form(contents, manifest);
  if (path != "-") return publish_file(path, bytes, how);
  CLC_TRY(how.before());
  return write_to(platform::standard_output(), bytes, "standard output");
}

}  // namespace

Result<Bytes> encode_package(const PackageContents& contents) {
  return without_exceptions("the package", [&]() -> Result<Bytes> {
    const std::string manifest = CLC_TRY(encode_checked(contents));
    return encode_file_form(contents, manifest);
  });
}

Result<void> publish(const std::string& path, const PackageContents& contents, Unchanged unchanged, Flush flush) {
  Publishing how;
  how.unchanged = unchanged;
  how.flush = flush;
  return publish(path, contents, how);
}

Result<void> publish(const std::string& path, const PackageContents& contents, const Publishing& how) {
  return without_exceptions(path, [&] { return publish_to(path, contents, how); });
}

}  // namespace clc
