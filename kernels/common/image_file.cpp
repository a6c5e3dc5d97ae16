#include "common/image_file.h"

#include <limits>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include "clc/package/file.h"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace clc::algorithms {
namespace {

constexpr std::size_t k_largest_side = std::size_t{1} << 24;

void append(void* context, void* data, int size) {
  static_cast<Bytes*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace

Result<Picture> read_image(const std::string& path, std::size_t channels) {
  const auto file = read_ordinary_file(path, std::uint64_t{std::numeric_limits<int>::max()});
  if (!file) return fail(file);
  const auto* data = reinterpret_cast<const stbi_uc*>(file->data());
  const int size = static_cast<int>(file->size());
  int width = 0, height = 0, own = 0;
  if (stbi_info_from_memory(data, size, &width, &height, &own) == 0) {
    return fail(ErrorKind::k_io, path + ": not a PNG or JPEG picture");
  }
  const int wanted = channels != 0 ? static_cast<int>(channels) : own == 2 ? 4 : own;
  stbi_uc* pixels = stbi_load_from_memory(data, size, &width, &height, &own, wanted);
  if (pixels == nullptr) return fail(ErrorKind::k_io, path + ": damaged picture: " + stbi_failure_reason());
  Picture picture{
      static_cast<std::size_t>(width), static_cast<std::size_t>(height), static_cast<std::size_t>(wanted), {}};
  picture.bytes.assign(pixels, pixels + picture.width * picture.height * picture.channels);
  stbi_image_free(pixels);
  return picture;
}

Result<void> write_png(const std::string& path, const Picture& picture) {
  if (picture.width == 0 || picture.height == 0 || picture.width > k_largest_side || picture.height > k_largest_side ||
      picture.bytes.size() != picture.width * picture.height * picture.channels) {
    return fail(ErrorKind::k_usage, path + ": a picture of " + std::to_string(picture.width) + " x " +
                                        std::to_string(picture.height) + " pixels cannot be written as PNG");
  }
  Bytes encoded;
  const int done =
      stbi_write_png_to_func(append, &encoded, static_cast<int>(picture.width), static_cast<int>(picture.height),
                             static_cast<int>(picture.channels), picture.bytes.data(), 0);
  if (done == 0 || encoded.empty()) return fail(ErrorKind::k_io, path + ": the picture could not be encoded");
  return write_file_atomically(path, encoded);
}

}  // namespace clc::algorithms
