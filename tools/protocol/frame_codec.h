// Frames: how messages (protocol.h) travel between `clc` and its helpers. A frame is the length of the message in
// 8 bytes, little-endian, and then the message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "clc/base/result.h"

namespace clc {

// The longest message in bytes. Nobody sends a longer one, and nobody takes one.
inline constexpr std::uint64_t k_longest_message = std::uint64_t{1} << 30;
inline constexpr std::size_t k_frame_header_size = 8;

// The bytes that stand before a message of this size, or an error if it is too long.
Result<std::string> encode_frame_header(std::uint64_t message_size);
// The size of the message behind `header`, which has k_frame_header_size bytes, or an error if it is too long.
Result<std::uint64_t> decode_frame_header(std::string_view header);

Result<std::string> encode_frame(std::string_view message);

// Takes the first message from the front of `bytes`, or nothing while it has not arrived as a whole.
Result<std::optional<std::string_view>> take_frame(std::string_view& bytes);
Result<std::optional<std::string>> take_frame(std::string& bytes);

// Write to and read from a file descriptor, in whatever pieces it transfers. A clean end of file before the first byte
// gives an empty optional.
Result<void> write_frame(int fd, std::string_view message);
Result<std::optional<std::string>> read_frame(int fd);

}  // namespace clc
