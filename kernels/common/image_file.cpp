#include "common/image_file.h"

#include <algorithm>
#include <cctype>
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
#define STBI_ONLY_BMP
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include "clc/base/file.h"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace clc::algorithms {
namespace {

constexpr std::size_t k_largest_side = std::size_t{1} << 24;
constexpr int k_jpeg_quality = 95;

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
  if (stbi_info_from_memory(data, size, &width, &height, &own) == 0)
    return fail(ErrorKind::k_io, path + ": not a PNG, BMP or JPEG picture");
  const int wanted = channels != 0 ? static_cast<int>(channels) : own == 2 ? 4 : own;
  stbi_uc* pixels = stbi_load_from_memory(data, size, &width, &height, &own, wanted);
  if (pixels == nullptr) return fail(ErrorKind::k_io, path + ": damaged picture: " + stbi_failure_reason());
  Picture picture{
      static_cast<std::size_t>(width), static_cast<std::size_t>(height), static_cast<std::size_t>(wanted), {}};
  picture.bytes.assign(pixels, pixels + picture.width * picture.height * picture.channels);
  stbi_image_free(pixels);
  return picture;
}

const std::vector<std::string>& image_endings() {
  static const std::vector<std::string> k_endings = {".png", ".bmp", ".jpg", ".jpeg"};
  return k_endings;
}

bool has_ending(const std::string& path, const std::string& ending) {
  return path.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(), path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

Result<void> write_image(const std::string& path, const Picture& picture) {
  if (picture.width == 0 || picture.height == 0 || picture.width > k_largest_side || picture.height > k_largest_side ||
      picture.bytes.size() != picture.width * picture.height * picture.channels) {
    return fail(ErrorKind::k_usage, path + ": a picture of " + std::to_string(picture.width) + " x " +
                                        std::to_string(picture.height) + " pixels cannot be written");
  }
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  const int channels = static_cast<int>(picture.channels);
  const std::uint8_t* const data = picture.bytes.data();
  Bytes encoded;
  int done = 0;
  if (has_ending(path, ".png")) {
    done = stbi_write_png_to_func(append, &encoded, width, height, channels, data, 0);
  } else if (has_ending(path, ".bmp")) {
    done = stbi_write_bmp_to_func(append, &encoded, width, height, channels, data);
  } else if (has_ending(path, ".jpg") || has_ending(path, ".jpeg")) {
    done = stbi_write_jpg_to_func(append, &encoded, width, height, channels, data, k_jpeg_quality);
  } else {
    return fail(ErrorKind::k_usage, path + ": the name of a picture ends in .png, .bmp, .jpg or .jpeg");
  }
  if (done == 0 || encoded.empty()) return fail(ErrorKind::k_io, path + ": the picture could not be encoded");
  return write_file_atomically(path, encoded);
}

}  // namespace clc::algorithms
