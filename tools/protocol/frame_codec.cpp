#include "protocol/frame_codec.h"

#include <system_error>

#include "base/encoding/little_endian.h"
#include "base/file_descriptor.h"
#include "base/try.h"

namespace clc {
namespace {

std::string too_long(std::uint64_t message_size) {
  return "a message of " + std::to_string(message_size) + " bytes is too long: the limit is " +
         std::to_string(k_longest_message);
}

Failure pipe_error(const std::string& what, int error) {
  return fail(ErrorKind::k_io, what + ": " + std::generic_category().message(error));
}

// Reads `size` bytes; fewer where the input ends early.
Result<std::string> receive(int fd, std::size_t size) {
  std::string bytes;
  const int error = read_all(fd, bytes, size);
  if (error != 0) return pipe_error("cannot receive a message", error);
  return bytes;
}

}  // namespace

Result<std::string> encode_frame_header(std::uint64_t message_size) {
  if (message_size > k_longest_message) return fail(ErrorKind::k_io, too_long(message_size));
  std::string header;
  append_number(header, message_size, k_frame_header_size);
  return header;
}

Result<std::uint64_t> decode_frame_header(std::string_view header) {
  const std::uint64_t message_size = read_number(header, 0, k_frame_header_size);
  if (message_size > k_longest_message)
    return fail(ErrorKind::k_damaged, "this is not a frame, or " + too_long(message_size));
  return message_size;
}

Result<std::string> encode_frame(std::string_view message) {
  Result<std::string> frame = encode_frame_header(message.size());
  if (frame) *frame += message;
  return frame;
}

Result<std::optional<std::string_view>> take_frame(std::string_view& bytes) {
  if (bytes.size() < k_frame_header_size) return std::optional<std::string_view>();
  const std::uint64_t size = CLC_TRY(decode_frame_header(bytes.substr(0, k_frame_header_size)));
  if (bytes.size() - k_frame_header_size < size) return std::optional<std::string_view>();
  const std::string_view message = bytes.substr(k_frame_header_size, size);
  bytes.remove_prefix(k_frame_header_size + size);
  return std::optional<std::string_view>(message);
}

Result<std::optional<std::string>> take_frame(std::string& bytes) {
  std::string_view rest = bytes;
  const std::optional<std::string_view> taken = CLC_TRY(take_frame(rest));
  if (!taken) return std::optional<std::string>();
  std::optional<std::string> message(*taken);
  bytes.erase(0, bytes.size() - rest.size());
  return message;
}

Result<void> write_frame(int fd, std::string_view message) {
  const std::string header = CLC_TRY(encode_frame_header(message.size()));
  const int error = write_all(fd, {header, message});
  if (error != 0) return pipe_error("cannot send a message", error);
  return {};
}

Result<std::optional<std::string>> read_frame(int fd) {
  const std::string header = CLC_TRY(receive(fd, k_frame_header_size));
  if (header.empty()) return std::optional<std::string>();
  if (header.size() < k_frame_header_size) return fail(ErrorKind::k_damaged, "message ends within its length");
  const std::uint64_t size = CLC_TRY(decode_frame_header(header));
  std::string message = CLC_TRY(receive(fd, size));
  if (message.size() < size) {
    return fail(ErrorKind::k_damaged,
                "message ends after " + std::to_string(message.size()) + " of " + std::to_string(size) + " bytes");
  }
  return std::optional<std::string>(std::move(message));
}

}  // namespace clc
