#include "clc/package/package.h"

#include <algorithm>
#include <cerrno>
#include <optional>

#include "base/file_io.h"
#include "base/platform/files.h"
#include "base/try.h"
#include "base/without_exceptions.h"
#include "clc/internal/decompress.h"
#include "clc/package/binary_format.h"
#include "clc/package/container.h"
#include "files/add_on_search.h"
#include "files/opening_rules.h"
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
  OpeningRules rules;  // of its files
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

Result<FileForm> file_form_of(Manifest manifest, const std::vector<ImageView>& images) {
  FileForm form{std::move(manifest), {}};
  const std::vector<ContainerImage> expected = list_images(form.manifest);
  bool same = expected.size() == images.size();
  for (std::size_t i = 0; same && i < expected.size(); ++i) {
    const ImageView& image = images[i];
    const bool is_compressed = i > 0 && image.name == expected[i].name + std::string(k_compressed_suffix);
    same = (is_compressed || image.name == expected[i].name) && image.triple == expected[i].triple &&
           image.arch == expected[i].arch;
    if (i > 0) form.blobs.emplace(expected[i].name, StoredView{image.bytes, is_compressed});
  }
  if (!same) return fail(ErrorKind::k_damaged, "its contents are not those that its manifest lists");
  return form;
}

Failure no_package() {
  return fail(ErrorKind::k_damaged, "not a package: it does not begin like one");
}

Result<FileForm> read_file_form(BytesView bytes) {
  if (recognize(bytes) != BinaryFormat::k_container) return no_package();
  std::vector<ImageView> images = CLC_TRY(view_container(bytes));
  Manifest manifest = CLC_TRY(decode_manifest(images.front().bytes));
  return file_form_of(std::move(manifest), images);
}

// The most bytes that a package of this manifest has in one file.
std::uint64_t most_in_file(const Manifest& manifest, std::uint64_t first_image) {
  std::uint64_t most = first_image;
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) most += most_in_container(variant.size);
  }
  return most;
}

// Reads the one-file form in pieces: first the beginning, then the manifest, and the blobs only where there can be as
// many bytes as there are. Memory is taken for no more than `limit` bytes.
class FileFormReader {
 public:
  // `size`: of the file; 0 when it is a pipe, whose size nobody knows.
  FileFormReader(int fd, const std::string& label, std::uint64_t size, std::uint64_t limit)
      : fd_(fd), label_(label), size_(size), limit_(limit) {}

  Result<FileForm> read(Bytes& bytes) {
    if (size_ > limit_) return too_long(size_);
    CLC_TRY(read_up_to(k_image_head, bytes));
    if (recognize(bytes) != BinaryFormat::k_container) return no_package();
    const std::uint64_t first = CLC_TRY(first_image_size(bytes));
    const bool is_possible = first <= k_largest_manifest && (size_ == 0 || first <= size_);
    if (!is_possible) return fail(ErrorKind::k_damaged, "its manifest is longer than it can be, or cut short");
    CLC_TRY(read_up_to(first, bytes));
    std::vector<ImageView> manifest_only = CLC_TRY(view_container(bytes));
    Manifest manifest = CLC_TRY(decode_manifest(manifest_only.front().bytes));

    const std::uint64_t most = most_in_file(manifest, first);
    if (size_ > most) return fail(ErrorKind::k_damaged, "it is longer than its manifest says");
    // A byte more than there may be tells that there is more.
    const std::uint64_t end = size_ != 0 ? size_ : std::min(most, limit_) + 1;
    CLC_TRY(read_up_to(end, bytes));
    if (bytes.size() > limit_) return too_long(bytes.size());
    std::vector<ImageView> images = CLC_TRY(view_container(bytes));
    return file_form_of(std::move(manifest), images);
  }

 private:
  Result<void> read_up_to(std::uint64_t end, Bytes& bytes) const {
    const int error = read_all(fd_, bytes, std::min(end, limit_ + 1));
    if (error != 0) return io_error("read", label_, error);
    return {};
  }

  Failure too_long(std::uint64_t size) const {
    return fail(ErrorKind::k_io, "it has " + std::to_string(size) + " bytes or more, and at most " +
                                     std::to_string(limit_) + " are read");
  }

  int fd_;
  const std::string& label_;
  std::uint64_t size_, limit_;
};

bool is_there(const std::string& path) {
  return platform::find(path) == 0;
}

// Checks a file of a package. The error says why it cannot be used.
Result<void> check_file(const RegularFile& file, const std::string& path, const OpeningRules& rules) {
  if (!file.opened()) return file.opened();
  const std::string problem = distrust(rules, file.status());
  return problem.empty() ? Result<void>() : fail(ErrorKind::k_io, path + ": " + problem);
}

Result<void> check_limit(std::uint64_t size, const OpeningRules& rules, const std::string& where) {
  if (size <= rules.limit.bytes) return {};
  return fail(ErrorKind::k_io, where + " has " + std::to_string(size) + " bytes, as the manifest says, and at most " +
                                   std::to_string(rules.limit.bytes) + " are read");
}

// A compressed blob is smaller than the blob, and tells its size itself.
Result<Stored<Bytes>> read_from_folder(const std::string& blob, std::uint64_t size, const OpeningRules& rules) {
  const std::string compressed = blob + std::string(k_compressed_suffix);
  const bool is_compressed = !is_there(blob) && is_there(compressed);
  const std::string& path = is_compressed ? compressed : blob;
  const RegularFile file(path, rules.links);
  CLC_TRY(check_file(file, path, rules));
  if (is_compressed ? file.size() > size : file.size() != size) {
    return fail(ErrorKind::k_damaged, path + " has " + std::to_string(file.size()) + " bytes, and the manifest says " +
                                          (is_compressed ? "at most " : "") + std::to_string(size) +
                                          ": the package is damaged");
  }
  Bytes bytes = CLC_TRY(file.read(size));
  return Stored<Bytes>{std::move(bytes), is_compressed};
}

std::string describe(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

// The file or folder of a package, opened without ever waiting.
struct Opened {
  Opened(const std::string& path, Links links) : file(platform::open_to_read(path, links)) {}

  FileDescriptor file;
  platform::FileStatus status;
};

Result<void> check_opened(Opened& opened, const std::string& path, const OpeningRules& rules) {
  const int error = opened.file.is_open() ? platform::status_of(opened.file.get(), opened.status) : errno;
  if (!opened.file.is_open() && error == ELOOP && rules.links == Links::k_refuse)
    return fail(ErrorKind::k_io, path + " is a symbolic link, which is not followed here");
  if (error != 0) return io_error("open package", path, error);
  const platform::FileKind kind = opened.status.kind;
  if (kind != platform::FileKind::k_regular && kind != platform::FileKind::k_folder)
    return fail(ErrorKind::k_io, path + " is neither a file nor a folder; - reads standard input");
  if (const std::string problem = distrust(rules, opened.status); !problem.empty())
    return fail(ErrorKind::k_io, path + ": " + problem);
  return {};
}

Result<Manifest> read_manifest_of(const std::string& folder, const OpeningRules& rules) {
  const std::string path = folder + "/" + k_manifest_file;
  if (platform::find(path) == ENOENT)
    return fail(ErrorKind::k_io, folder + " is not a package: it holds no " + k_manifest_file);
  const RegularFile file(path, rules.links);
  CLC_TRY(check_file(file, path, rules));
  const Bytes text = CLC_TRY(file.read(k_largest_manifest));
  return in_context(path, decode_manifest(text));
}

}  // namespace

Package::Package(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Result<Package> Package::open(const std::string& path, PackageLimit limit) {
  return without_exceptions(path, [&] {
    OpeningRules rules;
    rules.limit = limit;
    Result<Package> package = open_alone(path, rules);
    if (package && path != "-") package->add_ons_ = package->search_in(add_on_folder_of(path));
    return package;
  });
}

std::shared_ptr<AddOnSearch> Package::search_in(const std::string& folder) const {
  OpeningRules rules = state_->rules;
  rules.links = Links::k_refuse;
  rules.must_be_ours = true;
  return std::make_shared<AddOnSearch>(folder, &Package::open_alone, rules);
}

Package Package::with_add_ons(const std::string& folder) const {
  Package package = *this;
  package.add_ons_ =
      add_ons_ == nullptr ? search_in(folder) : std::make_shared<AddOnSearch>(folder, add_ons_->open, add_ons_->rules);
  return package;
}

Package Package::with_add_ons_of_anybody() const {
  Package package = *this;
  if (add_ons_ == nullptr) return package;
  OpeningRules rules = add_ons_->rules;
  rules.must_be_ours = false;
  package.add_ons_ = std::make_shared<AddOnSearch>(add_ons_->folder, add_ons_->open, rules);
  return package;
}

Result<Package> Package::open_alone(const std::string& path, const OpeningRules& rules) {
  auto state = std::make_shared<State>();
  state->label = describe(path);
  state->rules = rules;
  int input = 0;
  std::uint64_t size = 0;
  std::optional<Opened> opened;
  if (path != "-") {
    opened.emplace(path, rules.links);
    CLC_TRY(check_opened(*opened, path, rules));
    if (opened->status.owner) state->rules.also_believed = opened->status.owner->user;
    if (opened->status.kind == platform::FileKind::k_folder) {
      state->folder = path;
      state->manifest = CLC_TRY(read_manifest_of(path, rules));
      return Package(std::move(state));
    }
    input = opened->file.get();
    size = opened->status.size;
  } else {
    input = platform::standard_input();
  }
  FileForm form = CLC_TRY(
      in_context(state->label, FileFormReader(input, state->label, size, rules.limit.bytes).read(state->owned)));
  state->manifest = std::move(form.manifest);
  state->blobs = std::move(form.blobs);
  return Package(std::move(state));
}

Result<Package> Package::from_view(std::shared_ptr<State> state, BytesView bytes, PackageLimit limit) {
  FileForm form = CLC_TRY(in_context(state->label, read_file_form(bytes)));
  state->rules.limit = limit;
  state->manifest = std::move(form.manifest);
  state->blobs = std::move(form.blobs);
  return Package(std::move(state));
}

Result<Package> Package::from_memory(BytesView bytes, PackageLimit limit) {
  return without_exceptions("package in memory", [&] {
    auto state = std::make_shared<State>();
    state->label = "package in memory";
    return from_view(std::move(state), bytes, limit);
  });
}

Result<Package> Package::from_bytes(Bytes bytes, const std::string& label, PackageLimit limit) {
  return without_exceptions(label, [&] {
    auto state = std::make_shared<State>();
    state->label = label;
    state->owned = std::move(bytes);
    const BytesView view = state->owned;
    return from_view(std::move(state), view, limit);
  });
}

const Manifest& Package::manifest() const {
  return state_->manifest;
}

Result<Bytes> Package::read(const Variant& variant) const {
  return without_exceptions(state_->label, [&] { return read_with_frame(variant, nullptr); });
}

Result<Bytes> Package::read_with_frame(const Variant& variant, Bytes* frame) const {
  if (!is_plain_file_name(variant.file))
    return fail(ErrorKind::k_usage, state_->label + ": '" + variant.file + "' cannot be a file of a package");
  std::string where = state_->label + ": " + variant.file;
  Bytes bytes;
  bool is_compressed = false;
  if (!state_->folder.empty()) where = state_->folder + "/" + variant.file;
  CLC_TRY(check_limit(variant.size, state_->rules, where));
  if (!state_->folder.empty()) {
    Stored<Bytes> stored = CLC_TRY(read_from_folder(where, variant.size, state_->rules));
    bytes = std::move(stored.bytes);
    is_compressed = stored.is_compressed;
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
  CLC_TRY(check_blob(variant, bytes, where));
  return bytes;
}

Result<PackageContents> Package::read_all() const {
  return without_exceptions(state_->label, [&]() -> Result<PackageContents> {
    PackageContents contents{state_->manifest, {}, {}};
    for (const Module& module : state_->manifest.modules) {
      for (const Variant& variant : module.variants) {
        if (contents.blobs.count(variant.file) != 0) continue;
        Bytes frame;
        Bytes bytes = CLC_TRY(read_with_frame(variant, &frame));
        contents.blobs.emplace(variant.file, std::move(bytes));
        if (!frame.empty()) contents.compressed.emplace(variant.file, std::move(frame));
      }
    }
    return contents;
  });
}

bool is_file_form(const std::string& path) {
  constexpr std::string_view k_extension = ".clcpack";
  return path == "-" || (path.size() > k_extension.size() &&
                         path.compare(path.size() - k_extension.size(), k_extension.size(), k_extension) == 0);
}

}  // namespace clc
