// A whole package whose container is right: manifest and blobs are the input's parts, separated by lines that say "--".
// With a first byte that is even, sizes and digests of the blobs are made right in the manifest, too.
#include "clc/package/package.h"
#include "clc/base/digest.h"
#include "fuzz.h"
#include "package_parts.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const bool with_true_digests = fuzz::take_choice(input) % 2 == 0;
  const Bytes bytes = encode_container(fuzz::files_of(fuzz::parts_of(input), with_true_digests));
  const Result<Package> package = Package::from_memory(bytes);
  if (!package) return 0;
  for (const Module& module : package->manifest().modules) {
    for (const Variant& variant : module.variants) {
      const Result<Bytes> blob = package->read(variant);
      fuzz::require(!blob || (blob->size() == variant.size && sha256_hex(*blob) == variant.sha256));
    }
  }
  fuzz::require(package->add_ons().empty());
  const Result<PackageContents> contents = package->read_all();
  if (!contents) return 0;
  const Result<Bytes> again = encode_package(*contents);
  fuzz::require(!again || Package::from_memory(*again)->read_all().has_value());
  return 0;
}
