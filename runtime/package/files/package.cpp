#include "clc/package/package.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "clc/internal/file_io.h"
#include "clc/package/binary_format.h"
#include "clc/package/container.h"
#include "clc/package/file.h"
#include "container/decompress.h"
#include "files/add_on_search.h"
#include "files/package_files.h"
#include "manifest/names.h"

namespace clc {

namespace {

// A blob as it lies there.
template <class Contents>
struct Stored {
  Contents bytes;
  bool is_compressed = false;
};
using StoredView = Stored<BytesView>;

}  // namespace

struct Package::State {
  std::string label;   // names the package in errors
  std::string folder;  // of the folder form, else empty
  Manifest manifest;
  Bytes owned;                                           // the one-file form, unless the caller keeps it
  std::map<std::string, StoredView, std::less<>> blobs;  // into the one-file form
};

namespace {

// The manifest of a one-file form, and its blobs by name.
struct FileForm {
  Manifest manifest;
  std::map<std::string, StoredView, std::less<>> blobs;
};

Result<FileForm> read_file_form(BytesView bytes) {
  if (recognize(bytes) != BinaryFormat::k_container) {
    return fail(ErrorKind::k_damaged, "not a package: it does not begin like one");
  }
  Result<std::vector<ImageView>> images = view_container(bytes);
  if (!images) return fail(images);
  Result<Manifest> manifest = decode_manifest(images->front().bytes);
  if (!manifest) return fail(manifest);

  FileForm form{std::move(*manifest), {}};
  const std::vector<ContainerImage> expected = list_images(form.manifest);
  bool same = expected.size() == images->size();
  for (std::size_t i = 0; same && i < expected.size(); ++i) {
    const ImageView& image = (*images)[i];
    const bool is_compressed = i > 0 && image.name == expected[i].name + std::string(k_compressed_suffix);
    same = (is_compressed || image.name == expected[i].name) && image.triple == expected[i].triple &&
           image.arch == expected[i].arch;
    if (i > 0) form.blobs.emplace(expected[i].name, StoredView{image.bytes, is_compressed});
  }
  if (!same) return fail(ErrorKind::k_damaged, "its contents are not those that its manifest lists");
  return form;
}

bool is_there(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0;
}

// A compressed blob is smaller than the blob, and tells its size itself.
Result<Stored<Bytes>> read_from_folder(const std::string& path, std::uint64_t size) {
  const std::string compressed = path + std::string(k_compressed_suffix);
  const bool is_compressed = !is_there(path) && is_there(compressed);
  Result<Bytes> bytes = is_compressed ? read_regular_file_up_to(compressed, size) : read_regular_file(path, size);
  if (!bytes) return fail(bytes);
  return Stored<Bytes>{std::move(*bytes), is_compressed};
}

std::string describe(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

}  // namespace

Package::Package(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Result<Package> Package::open(const std::string& path) {
  Result<Package> package = open_alone(path);
  if (package && path != "-") {
    const AddOnSearch::Open open_as_well = [](const std::string& add_on) { return open_alone(add_on); };
    package->add_ons_ = std::make_shared<AddOnSearch>(add_on_folder_of(path), open_as_well);
  }
  return package;
}

Result<Package> Package::open_alone(const std::string& path) {
  auto state = std::make_shared<State>();
  state->label = describe(path);
  struct stat status;
  if (path != "-" && ::stat(path.c_str(), &status) != 0) return io_error("open package", path, errno);
  if (path != "-" && S_ISDIR(status.st_mode)) {
    state->folder = path;
    const std::string manifest_path = path + "/" + k_manifest_file;
    if (::access(manifest_path.c_str(), F_OK) != 0 && errno == ENOENT) {
      return fail(ErrorKind::k_io, path + " is not a package: it holds no " + k_manifest_file);
    }
    Result<Bytes> text = read_file(manifest_path);
    if (!text) return fail(text);
    Result<Manifest> manifest = decode_manifest(*text);
    if (!manifest) return fail(manifest, manifest_path);
    state->manifest = std::move(*manifest);
    return Package(std::move(state));
  }
  Result<Bytes> bytes = path == "-" ? read_from(STDIN_FILENO, state->label) : read_file(path);
  if (!bytes) return fail(bytes);
  state->owned = std::move(*bytes);
  Result<FileForm> form = read_file_form(state->owned);
  if (!form) return fail(form, state->label);
  state->manifest = std::move(form->manifest);
  state->blobs = std::move(form->blobs);
  return Package(std::move(state));
}

Result<Package> Package::from_memory(BytesView bytes) {
  Result<FileForm> form = read_file_form(bytes);
  if (!form) return fail(form, "package in memory");
  auto state = std::make_shared<State>();
  state->label = "package in memory";
  state->manifest = std::move(form->manifest);
  state->blobs = std::move(form->blobs);
  return Package(std::move(state));
}

const Manifest& Package::manifest() const {
  return state_->manifest;
}

Result<Bytes> Package::read(const Variant& variant) const {
  return read_with_frame(variant, nullptr);
}

Result<Bytes> Package::read_with_frame(const Variant& variant, Bytes* frame) const {
  if (!is_plain_file_name(variant.file)) {
    return fail(ErrorKind::k_usage, state_->label + ": '" + variant.file + "' cannot be a file of a package");
  }
  std::string where = state_->label + ": " + variant.file;
  Bytes bytes;
  bool is_compressed = false;
  if (!state_->folder.empty()) {
    where = state_->folder + "/" + variant.file;
    Result<Stored<Bytes>> stored = read_from_folder(where, variant.size);
    if (!stored) return fail(stored);
    bytes = std::move(stored->bytes);
    is_compressed = stored->is_compressed;
  } else {
    auto found = state_->blobs.find(variant.file);
    if (found == state_->blobs.end()) return fail(ErrorKind::k_usage, where + " is not in this package");
    bytes = found->second.bytes;
    is_compressed = found->second.is_compressed;
  }
  if (is_compressed) {
    Result<Bytes> contents = decompress(bytes, variant.size, where + std::string(k_compressed_suffix));
    if (!contents) return contents;
    if (frame != nullptr) *frame = std::move(bytes);
    bytes = std::move(*contents);
  }
  if (Result<void> checked = check_blob(variant, bytes, where); !checked) return fail(checked);
  return bytes;
}

Result<PackageContents> Package::read_all() const {
  PackageContents contents{state_->manifest, {}, {}};
  for (const Module& module : state_->manifest.modules) {
    for (const Variant& variant : module.variants) {
      if (contents.blobs.count(variant.file) != 0) continue;
      Bytes frame;
      Result<Bytes> bytes = read_with_frame(variant, &frame);
      if (!bytes) return fail(bytes);
      contents.blobs.emplace(variant.file, std::move(*bytes));
      if (!frame.empty()) contents.compressed.emplace(variant.file, std::move(frame));
    }
  }
  return contents;
}

bool is_file_form(const std::string& path) {
  constexpr std::string_view k_extension = ".clcpack";
  return path == "-" || (path.size() > k_extension.size() &&
                         path.compare(path.size() - k_extension.size(), k_extension.size(), k_extension) == 0);
}

}  // namespace clc
