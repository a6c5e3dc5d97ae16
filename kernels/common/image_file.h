// Reads and writes pictures: PNG, BMP and JPEG files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc::algorithms {

// Rows stand from top to bottom without gaps; a pixel has `channels` bytes: 1 grey, 3 RGB, 4 RGBA.
struct Picture {
  std::size_t width = 0, height = 0, channels = 0;
  std::vector<std::uint8_t> bytes;
};

// Reads a PNG, BMP or JPEG file. `channels` is 1, 3 or 4, or 0 for as many as the file has (grey with alpha becomes
// RGBA). A file that cannot be read, or is no picture, is k_io.
Result<Picture> read_image(const std::string& path, std::size_t channels = 0);

// The endings of names of pictures that write_image() can write: .png, .bmp, .jpg, .jpeg.
const std::vector<std::string>& image_endings();

// True when the name ends with that, in capitals or not.
bool has_ending(const std::string& path, const std::string& ending);

// Writes the whole file or nothing, in the format that its name ends with. JPEG has no transparency. Another ending or
// a picture of impossible size is k_usage.
Result<void> write_image(const std::string& path, const Picture& picture);

}  // namespace clc::algorithms
