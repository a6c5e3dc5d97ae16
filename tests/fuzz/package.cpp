// A whole package whose container is right: manifest and blobs are the input's parts, separated by lines that say "--".
// With a first byte that is even, sizes and digests of the blobs are made right in the manifest, too.
#include "clc/package/package.h"

#include <zstd.h>

#include "clc/package/publish.h"
#include "container/decompress.h"
#include "files/package_files.h"
#include "fuzz.h"
#include "sealed_manifest.h"

using namespace clc;

namespace {

constexpr BytesView k_separator = "\n--\n";
constexpr BytesView k_zstd_magic("\x28\xb5\x2f\xfd", 4);

std::vector<Bytes> parts_of(BytesView input) {
  std::vector<Bytes> parts;
  for (std::size_t end; (end = input.find(k_separator)) != BytesView::npos;) {
    parts.emplace_back(input.substr(0, end));
    input.remove_prefix(end + k_separator.size());
  }
  parts.emplace_back(input);
  return parts;
}

bool is_frame(BytesView part) {
  return part.substr(0, k_zstd_magic.size()) == k_zstd_magic;
}

// What a frame holds, if that is not much.
Bytes contents_of(const Bytes& part) {
  constexpr unsigned long long k_most = 1 << 16;
  const unsigned long long size = is_frame(part) ? ZSTD_getFrameContentSize(part.data(), part.size()) : 0;
  if (size == 0 || size > k_most) return part;
  return decompress(part, size, "part").value_or(part);
}

Json* array_in(Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? &*found : nullptr;
}

void tell_true_digests(Json& manifest, const std::vector<Bytes>& parts) {
  std::size_t part = 1;
  Json* const modules = array_in(manifest, "modules");
  for (std::size_t m = 0; modules != nullptr && m < modules->size(); ++m) {
    Json* const variants = array_in((*modules)[m], "variants");
    for (std::size_t v = 0; variants != nullptr && v < variants->size() && part < parts.size(); ++v, ++part) {
      if (!(*variants)[v].is_object()) continue;
      const Bytes contents = contents_of(parts[part]);
      (*variants)[v]["size"] = contents.size();
      (*variants)[v]["sha256"] = sha256_hex(contents);
    }
  }
}

Bytes packed(const std::vector<Bytes>& parts, bool with_true_digests) {
  Result<Json> json = parse_json(parts.front(), "manifest");
  if (!json) return encode_container({{k_manifest_file, "clc", "manifest", parts.front()}});
  if (with_true_digests) tell_true_digests(*json, parts);
  const std::string text = fuzz::sealed(*json);
  const Result<Manifest> manifest = decode_manifest(text);
  std::vector<ContainerImage> images = list_images(manifest ? *manifest : Manifest());
  images.front().bytes = text;
  for (std::size_t i = 1; i < images.size() && i < parts.size(); ++i) {
    images[i].bytes = parts[i];
    if (is_frame(parts[i])) images[i].name += k_compressed_suffix;
  }
  return encode_container(images);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const bool with_true_digests = fuzz::take_choice(input) % 2 == 0;
  const Bytes bytes = packed(parts_of(input), with_true_digests);
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
