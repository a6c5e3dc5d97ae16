#include "isa/image_fields.h"

#include <bit>

namespace clc::emulator {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// The number of coordinates, with the layer.
unsigned coordinates_of(ImageDimension dimension) {
  constexpr unsigned counts[] = {1, 2, 3, 3, 2, 3, 3, 4};
  return counts[static_cast<unsigned>(dimension)];
}

unsigned spatial_of(ImageDimension dimension) {
  constexpr unsigned counts[] = {1, 2, 3, 2, 1, 2, 2, 2};
  return counts[static_cast<unsigned>(dimension)];
}

unsigned halved(unsigned count, bool is_packed) {
  return is_packed ? (count + 1) / 2 : count;
}

}  // namespace

bool is_sampling(std::string_view name) {
  return name.starts_with("image_sample") || name.starts_with("image_gather4") || name == "image_get_lod";
}

ImageAddress image_address(std::string_view name, const ImageFields& fields) {
  ImageAddress result;
  result.coordinates = coordinates_of(fields.dimension);
  if (name == "image_get_resinfo") result.coordinates = 0;
  const bool samples = is_sampling(name);
  const bool has_level =
      name == "image_get_resinfo" || has(name, "_mip") || (samples && (name.ends_with("_l") || has(name, "_cl")));
  const bool has_bias = samples && (name.ends_with("_b") || has(name, "_b_"));
  const bool has_gradients = samples && (name.ends_with("_d") || has(name, "_d_"));
  result.components = result.coordinates + (has_level ? 1U : 0U);
  if (has_bias) ++result.first;
  if (has_gradients) result.first += 2 * halved(spatial_of(fields.dimension), has(name, "_g16"));
  result.dwords = result.first + halved(result.components, fields.has_short_addresses);
  return result;
}

unsigned image_data_dwords(std::string_view name, const ImageFields& fields) {
  const unsigned components =
      name.starts_with("image_gather4") ? 4U : static_cast<unsigned>(std::popcount(fields.dmask));
  return halved(components, fields.has_halves) + (fields.has_status ? 1U : 0U);
}

}  // namespace clc::emulator
