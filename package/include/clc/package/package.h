// A package: the manifest and its blobs, as a folder, as one `.clcpack` file, or in memory.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "clc/package/manifest.h"
#include "clc/package/signing_key.h"

namespace clc {

// A package that is being made: blobs by name. Every variant's file must be among them.
struct PackageContents {
  Manifest manifest;
  std::map<std::string, Bytes> blobs;
  std::map<std::string, Bytes> compressed;  // zstd frames of those blobs that compress_blobs made smaller
};

// The most bytes that a package in one file, or one of its blobs (decompressed), may have. Whatever a file says of its
// size, no more memory is taken for it; where there is more to read, that is an error (k_io).
struct PackageLimit {
  explicit constexpr PackageLimit(std::uint64_t most) : bytes(most) {}
  std::uint64_t bytes;
};
inline constexpr PackageLimit k_usual_package_limit{std::uint64_t{4} << 30U};

struct AddOn;
struct AddOnSearch;
struct OpeningRules;

// A package that is being read. Cheap to copy. Its binaries are native code of drivers and devices: whoever opens a
// package and loads from it runs what its maker put there, so open only packages of those whom you trust, or demand a
// signature.
class Package {
 public:
  // A folder or an ordinary file; "-" reads standard input. Checks the manifest, not the blobs.
  static Result<Package> open(const std::string& path, PackageLimit limit = k_usual_package_limit);
  // The one-file form, for instance linked into the application. `bytes` must outlive the package.
  static Result<Package> from_memory(BytesView bytes, PackageLimit limit = k_usual_package_limit);
  // Does the same with bytes that the package keeps; `label` names it in errors.
  static Result<Package> from_bytes(Bytes bytes, const std::string& label, PackageLimit limit = k_usual_package_limit);
  // Do the same for a package that one of these keys has signed; any other is refused (k_gate). An empty list refuses
  // all.
  static Result<Package> open(const std::string& path, const std::vector<PublicKey>& trusted,
                              PackageLimit limit = k_usual_package_limit);
  static Result<Package> from_memory(BytesView bytes, const std::vector<PublicKey>& trusted,
                                     PackageLimit limit = k_usual_package_limit);

  const Manifest& manifest() const;
  // Returns what was found in the folder NAME.addons beside the package NAME or NAME.clcpack, in the order of names,
  // when this was first called; see add_on.h. Packages in memory and from standard input have none. Keys are demanded
  // of add-ons, too; without keys, only those are used that nobody but us, root and the package's owner can have
  // written.
  const std::vector<AddOn>& add_ons() const;
  // Returns the same package, whose add-ons are looked for in this folder.
  Package with_add_ons(const std::string& folder) const;
  // Returns the same package, whose add-ons anybody may have written: for callers that check their signatures.
  Package with_add_ons_of_anybody() const;
  // The variant's bytes, after size and SHA-256 were checked.
  Result<Bytes> read(const Variant& variant) const;
  // Reads everything: every blob is checked, and compressed as it is in the package.
  Result<PackageContents> read_all() const;

 private:
  struct State;
  // A frame, when the blob is stored as one, goes to `frame`.
  Result<Bytes> read_with_frame(const Variant& variant, Bytes* frame) const;

  static Result<Package> from_view(std::shared_ptr<State> state, BytesView bytes, PackageLimit limit);
  static Result<Package> open_alone(const std::string& path, const OpeningRules& rules);
  static Result<Package> demand(Result<Package> package, const std::string& label,
                                const std::vector<PublicKey>& trusted);
  // Returns a search for add-ons in this folder, with what they must be, for a package that demands no keys.
  std::shared_ptr<AddOnSearch> search_in(const std::string& folder) const;

  explicit Package(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
  std::shared_ptr<AddOnSearch> add_ons_;
};

// True when `path` names the one-file form: it ends in ".clcpack", or is "-".
bool is_file_form(const std::string& path);

}  // namespace clc
