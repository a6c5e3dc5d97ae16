// Pictures in PNG files.
#pragma once

#include <optional>
#include <string>
#include <vector>

struct Image {
  int width = 0;
  int height = 0;
  std::vector<unsigned char> rgba;
};

std::optional<Image> read_image(const std::string& path);
bool write_png(const std::string& path, const Image& image);
