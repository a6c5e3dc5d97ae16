// A package's parts as a fuzzer can make them: a manifest and blobs, separated by lines that say "--".
#pragma once

#include <cstddef>
#include <vector>

#include <zstd.h>

#include "base/json.h"
#include "clc/internal/decompress.h"
#include "clc/package/container.h"
#include "clc/package/manifest.h"
#include "clc/package/publish.h"
#include "files/package_files.h"
#include "manifest/names.h"
#include "sealed_manifest.h"

namespace clc::fuzz {

inline constexpr BytesView k_separator = "\n--\n";
inline constexpr BytesView k_zstd_magic("\x28\xb5\x2f\xfd", 4);

inline std::vector<Bytes> parts_of(BytesView input) {
  std::vector<Bytes> parts;
  for (std::size_t end; (end = input.find(k_separator)) != BytesView::npos;) {
    parts.emplace_back(input.substr(0, end));
    input.remove_prefix(end + k_separator.size());
  }
  parts.emplace_back(input);
  return parts;
}

inline bool is_frame(BytesView part) {
  return part.substr(0, k_zstd_magic.size()) == k_zstd_magic;
}

// The contents of a frame, if they are not large.
inline Bytes contents_of(const Bytes& part) {
  constexpr unsigned long long k_most = 1 << 16;
  const unsigned long long size = is_frame(part) ? ZSTD_getFrameContentSize(part.data(), part.size()) : 0;
  if (size == 0 || size > k_most) return part;
  return decompress(part, size, "part").value_or(part);
}

inline Json* array_in(Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? &*found : nullptr;
}

inline void tell_true_digests(Json& manifest, const std::vector<Bytes>& parts) {
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

// The files of a package, the manifest first. Its digest is right, and with `with_true_digests` those of the blobs,
// too.
inline std::vector<ContainerImage> files_of(const std::vector<Bytes>& parts, bool with_true_digests) {
  Result<Json> json = parse_json(parts.front(), "manifest");
  if (!json) return {{k_manifest_file, "clc", "manifest", parts.front()}};
  if (with_true_digests) tell_true_digests(*json, parts);
  const std::string text = sealed(*json);
  const Result<Manifest> manifest = decode_manifest(text);
  std::vector<ContainerImage> images = list_images(manifest ? *manifest : Manifest());
  images.front().bytes = text;
  for (std::size_t i = 1; i < images.size() && i < parts.size(); ++i) {
    images[i].bytes = parts[i];
    if (is_frame(parts[i])) images[i].name += k_compressed_suffix;
  }
  return images;
}

}  // namespace clc::fuzz
