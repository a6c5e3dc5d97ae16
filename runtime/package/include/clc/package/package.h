// A package: the manifest and its blobs, as a folder, as one `.clcpack` file, or in memory.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clc/package/bytes.h"
#include "clc/package/manifest.h"
#include "clc/package/result.h"
#include "clc/package/signing_key.h"

namespace clc {

// A package that is being made: blobs by name. Every variant's file must be among them.
struct PackageContents {
  Manifest manifest;
  std::map<std::string, Bytes> blobs;
  std::map<std::string, Bytes> compressed;  // zstd frames of those blobs that compress_blobs made smaller
};

struct AddOn;
struct AddOnSearch;

// A package that is being read. Cheap to copy.
class Package {
 public:
  // A folder or a file; "-" reads standard input. Checks the manifest, not the blobs.
  static Result<Package> open(const std::string& path);
  // The one-file form, for instance linked into the application. `bytes` must outlive the package.
  static Result<Package> from_memory(BytesView bytes);
  // The same for a package that one of these keys has signed; any other is refused (k_gate). An empty list refuses all.
  static Result<Package> open(const std::string& path, const std::vector<PublicKey>& trusted);
  static Result<Package> from_memory(BytesView bytes, const std::vector<PublicKey>& trusted);

  const Manifest& manifest() const;
  // What was found in the folder NAME.addons beside the package NAME or NAME.clcpack, by name, when this is first
  // called; see add_on.h. Packages in memory and from standard input have none. Keys are demanded of add-ons, too.
  const std::vector<AddOn>& add_ons() const;
  // The same package, whose add-ons are looked for in this folder.
  Package with_add_ons(const std::string& folder) const;
  // The variant's bytes, after size and SHA-256 were checked.
  Result<Bytes> read(const Variant& variant) const;
  // Everything, every blob checked, and compressed as it is there.
  Result<PackageContents> read_all() const;

 private:
  // A frame, when the blob is stored as one, goes to `frame`.
  Result<Bytes> read_with_frame(const Variant& variant, Bytes* frame) const;

  static Result<Package> open_alone(const std::string& path);
  static Result<Package> demand(Result<Package> package, const std::string& label,
                                const std::vector<PublicKey>& trusted);

  struct State;
  explicit Package(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
  std::shared_ptr<AddOnSearch> add_ons_;
};

// True when `path` names the one-file form: it ends in ".clcpack", or is "-".
bool is_file_form(const std::string& path);

}  // namespace clc
