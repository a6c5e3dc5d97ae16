// Pictures from PNG and JPEG files, and to PNG files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/package/result.h"

namespace clc::algorithms {

// Rows from top to bottom without gaps; `channels` bytes a pixel: 1 grey, 3 RGB, 4 RGBA.
struct Picture {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t channels = 0;
  std::vector<std::uint8_t> bytes;
};

// `channels`: 0 keeps the file's own (grey with alpha becomes RGBA, else 1, 3 or 4), otherwise 1, 3 or 4.
Result<Picture> read_image(const std::string& path, std::size_t channels = 0);

// Whole or not at all.
Result<void> write_png(const std::string& path, const Picture& picture);

}  // namespace clc::algorithms
