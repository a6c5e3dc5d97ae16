#include "protocol/frame_codec.h"

#include <cstdint>

namespace clc {
namespace {

constexpr std::uint64_t k_largest_frame = std::uint64_t{1} << 30;
constexpr std::size_t k_length_bytes = 8;

}  // namespace

std::string framed(const std::string& bytes) {
  std::string frame;
  for (std::size_t i = 0; i < k_length_bytes; ++i) frame += static_cast<char>((bytes.size() >> (8 * i)) & 0xff);
  return frame + bytes;
}

Result<std::optional<std::string>> take_frame(std::string& bytes) {
  if (bytes.size() < k_length_bytes) return std::optional<std::string>();
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < k_length_bytes; ++i) {
    length |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  if (length > k_largest_frame) return fail(ErrorKind::k_crash, "it answered with something that is not a reply");
  if (bytes.size() - k_length_bytes < length) return std::optional<std::string>();
  std::string frame = bytes.substr(k_length_bytes, length);
  bytes.erase(0, k_length_bytes + length);
  return std::optional<std::string>(std::move(frame));
}

}  // namespace clc
