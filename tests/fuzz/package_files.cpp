// Packages as they lie on a disk or come through a pipe. The input's first bytes choose the form, the limit, and what
// is odd about one of the files; the rest are a package's parts, or a file's bytes.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>

#include "base/file_descriptor.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "clc/package/add_on.h"
#include "clc/package/package.h"
#include "fuzz.h"
#include "package_parts.h"
#include "temporary_folder.h"

using namespace clc;

namespace {

enum class Form { k_file, k_made_file, k_pipe, k_folder, k_add_on, k_last };
enum class Oddity {
  k_none,
  k_missing,
  k_pipe,
  k_folder,
  k_device,
  k_lost_link,
  k_link,
  k_cut,
  k_longer,
  k_sparse,
  k_last
};

constexpr off_t k_sparse_size = off_t{1} << 40U;

PackageLimit limit_of(unsigned choice) {
  constexpr std::array<std::uint64_t, 4> k_limits = {k_usual_package_limit.bytes, 4096, 300, 8};
  return PackageLimit(k_limits[choice % k_limits.size()]);
}

Oddity oddity_of(unsigned choice) {
  return static_cast<Oddity>(choice % static_cast<unsigned>(Oddity::k_last));
}

// True when nothing can be read in the file's place.
bool is_no_file(Oddity oddity) {
  return (oddity >= Oddity::k_missing && oddity <= Oddity::k_lost_link) || oddity == Oddity::k_sparse;
}

Bytes changed(Bytes bytes, Oddity oddity) {
  if (oddity == Oddity::k_cut && !bytes.empty()) bytes.pop_back();
  if (oddity == Oddity::k_longer) bytes += '\0';
  return bytes;
}

// A package that can be read is one that can be written and read again, and every blob is what the manifest says.
void read_through(const Package& package) {
  for (const Module& module : package.manifest().modules) {
    for (const Variant& variant : module.variants) {
      const Result<Bytes> blob = package.read(variant);
      fuzz::require(!blob || (blob->size() == variant.size && sha256_hex(*blob) == variant.sha256));
    }
  }
  const Result<PackageContents> contents = package.read_all();
  if (!contents) return;
  const Result<Bytes> again = encode_package(*contents);
  fuzz::require(!again || Package::from_memory(*again)->read_all().has_value());
}

// However it comes, a file is the package that its bytes are in memory.
void same_as_in_memory(const Result<Package>& opened, BytesView bytes, PackageLimit limit) {
  const Result<Package> in_memory = Package::from_memory(bytes, limit);
  fuzz::require(opened.has_value() == (in_memory.has_value() && bytes.size() <= limit.bytes));
  if (!opened) return;
  fuzz::require(opened->read_all().has_value() == in_memory->read_all().has_value());
  read_through(*opened);
}

void read_file_form(const Bytes& made, Oddity oddity, PackageLimit limit) {
  const FileDescriptor file(::memfd_create("package", MFD_CLOEXEC));
  const Bytes bytes = changed(made, oddity);
  fuzz::require(write_all(file.get(), bytes) == 0);
  const std::string path = "/proc/self/fd/" + std::to_string(file.get());
  if (oddity != Oddity::k_sparse) {
    const Result<Bytes> read = read_ordinary_file(path, limit.bytes);
    fuzz::require(read.has_value() == (bytes.size() <= limit.bytes) && (!read || *read == bytes));
    return same_as_in_memory(Package::open(path, limit), bytes, limit);
  }
  fuzz::require(::ftruncate(file.get(), k_sparse_size) == 0);
  fuzz::require(!Package::open(path, limit) && !read_ordinary_file(path, limit.bytes));
}

void read_pipe(const Bytes& made, Oddity oddity, PackageLimit limit) {
  constexpr int k_pipe_size = 1 << 20;
  const Bytes bytes = changed(made, oddity);
  int ends[2];
  fuzz::require(::pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0);
  const bool fits =
      ::fcntl(ends[1], F_SETPIPE_SZ, k_pipe_size) >= static_cast<int>(bytes.size()) && write_all(ends[1], bytes) == 0;
  fuzz::require(::close(ends[1]) == 0 && ::dup2(ends[0], STDIN_FILENO) == STDIN_FILENO && ::close(ends[0]) == 0);
  if (fits) same_as_in_memory(Package::open("-", limit), bytes, limit);
}

void make_odd(const std::string& path, const Bytes& bytes, Oddity oddity) {
  const std::string elsewhere = path.substr(0, path.rfind('/')) + "/.elsewhere";
  switch (oddity) {
    case Oddity::k_missing:
      return;
    case Oddity::k_pipe:
      return fuzz::require(::mkfifo(path.c_str(), 0600) == 0);
    case Oddity::k_folder:
      return fuzz::require(::mkdir(path.c_str(), 0700) == 0);
    case Oddity::k_device:
      return fuzz::require(::symlink("/dev/zero", path.c_str()) == 0);
    case Oddity::k_lost_link:
      return fuzz::require(::symlink(path.c_str(), path.c_str()) == 0);
    case Oddity::k_link:
      fuzz::require(::symlink(elsewhere.c_str(), path.c_str()) == 0);
      return make_odd(elsewhere, bytes, Oddity::k_none);
    default:
      break;
  }
  const FileDescriptor file(open_file(path, O_WRONLY | O_CREAT | O_EXCL, 0600));
  fuzz::require(file.is_open() && write_all(file.get(), changed(bytes, oddity)) == 0);
  if (oddity == Oddity::k_sparse) fuzz::require(::ftruncate(file.get(), k_sparse_size) == 0);
}

// The files of a package in a folder. One of them is odd.
struct Folder {
  Folder(std::string where, std::vector<ContainerImage> images, unsigned odd_file, Oddity odd)
      : path(std::move(where)), files(std::move(images)), odd_one(odd_file % files.size()), oddity(odd) {
    fuzz::require(std::filesystem::create_directory(path));
    for (std::size_t i = 0; i < files.size(); ++i)
      make_odd(path + "/" + files[i].name, files[i].bytes, i == odd_one ? oddity : Oddity::k_none);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  const std::string path;
  const std::vector<ContainerImage> files;
  const std::size_t odd_one;
  const Oddity oddity;
};

bool is_readable_blob(const Package& package, const std::string& name) {
  for (const Module& module : package.manifest().modules) {
    for (const Variant& variant : module.variants) {
      const bool is_it = variant.file == name || variant.file + std::string(k_compressed_suffix) == name;
      if (is_it && package.read(variant)) return true;
    }
  }
  return false;
}

void read_folder(const Folder& folder, PackageLimit limit) {
  for (std::size_t i = 0; i < folder.files.size(); ++i) {
    const bool is_odd = i == folder.odd_one;
    const Bytes bytes = changed(folder.files[i].bytes, is_odd ? folder.oddity : Oddity::k_none);
    const Result<Bytes> read = read_ordinary_file(folder.path + "/" + folder.files[i].name, limit.bytes);
    const bool is_expected = bytes.size() <= limit.bytes && !(is_odd && is_no_file(folder.oddity));
    fuzz::require(read.has_value() == is_expected && (!read || *read == bytes));
  }
  const Result<Package> package = Package::open(folder.path, limit);
  fuzz::require(!package || folder.odd_one != 0 || !is_no_file(folder.oddity));
  if (!package) return;
  fuzz::require(folder.odd_one == 0 || !is_no_file(folder.oddity) ||
                !is_readable_blob(*package, folder.files[folder.odd_one].name));
  read_through(*package);
}

// The package itself, with something odd, as what others put beside it.
void read_add_on(const std::vector<ContainerImage>& files, const Folder& folder, PackageLimit limit) {
  const Bytes bytes = encode_container(files);
  const Result<Package> base = Package::from_memory(bytes, limit);
  if (!base) return;
  const std::string around = folder.path.substr(0, folder.path.rfind('/'));
  const Package package = base->with_add_ons(around);
  fuzz::require(package.add_ons().size() == 1);
  const AddOn& add_on = package.add_ons().front();
  fuzz::require(add_on.problem.empty() == add_on.package.has_value());
  const bool is_manifest_odd = folder.odd_one == 0 && (is_no_file(folder.oddity) || folder.oddity == Oddity::k_link);
  fuzz::require(!add_on.package || !is_manifest_odd);
  if (!add_on.package) return;
  const bool is_odd_blob_followed = folder.oddity == Oddity::k_link && folder.odd_one != 0 &&
                                    is_readable_blob(*add_on.package, folder.files[folder.odd_one].name);
  fuzz::require(!is_odd_blob_followed);
  read_through(*add_on.package);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const test::TemporaryFolder place;
  BytesView input = fuzz::view_of(data, size);
  const auto form = static_cast<Form>(fuzz::take_choice(input) % static_cast<unsigned>(Form::k_last));
  const PackageLimit limit = limit_of(fuzz::take_choice(input));
  const Oddity oddity = oddity_of(fuzz::take_choice(input));
  const unsigned odd_file = fuzz::take_choice(input);
  if (form == Form::k_file) {
    read_file_form(Bytes(input), oddity, limit);
    return 0;
  }
  const std::vector<ContainerImage> files = fuzz::files_of(fuzz::parts_of(input), true);
  if (form == Form::k_made_file) read_file_form(encode_container(files), oddity, limit);
  if (form == Form::k_pipe) read_pipe(encode_container(files), oddity, limit);
  if (form != Form::k_folder && form != Form::k_add_on) return 0;
  const Folder folder(place / "package", files, odd_file, oddity);
  if (form == Form::k_folder) read_folder(folder, limit);
  if (form == Form::k_add_on) read_add_on(files, folder, limit);
  return 0;
}
