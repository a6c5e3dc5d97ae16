#include "clc/package/container.h"

#include <array>

#include "base/encoding/little_endian.h"
#include "base/try.h"
#include "base/without_exceptions.h"
#include "clc/package/binary_format.h"

namespace clc {
namespace {

// One image, offsets from its own start, all numbers little-endian:
//   0  magic (4), version (4), size of all this (8), offset of the entry (8), size of the entry (8)
//  32  entry: image kind (2), offload kind (2), flags (4), offset and number of string pairs (8, 8),
//      offset and size of the contents (8, 8)
//  72  per string pair: offset of the key (8), offset of the value (8)
// 120  the strings, each ended by a NUL; zeros up to a multiple of 8; the contents; zeros likewise
//
// LLVM allows more than one such layout; writing and accepting exactly one makes every changed byte
// outside of the contents an error.
constexpr BytesView k_magic("\x10\xFF\x10\xAD", 4);
constexpr std::uint64_t k_version = 1;
constexpr std::uint64_t k_entry_offset = 32;
constexpr std::uint64_t k_entry_size = 40;
constexpr std::uint64_t k_pairs_offset = k_entry_offset + k_entry_size;
constexpr std::size_t k_pair_count = 3;
constexpr std::uint64_t k_strings_offset = k_pairs_offset + 16 * k_pair_count;
constexpr std::array<BytesView, k_pair_count> k_keys = {"clc.name", "triple", "arch"};

constexpr std::size_t k_size_at = 8;
constexpr std::size_t k_contents_size_at = 64;

std::uint64_t aligned(std::uint64_t size) {
  return (size + 7) / 8 * 8;
}

// LLVM's ImageKind, for the listing of llvm-objdump.
std::uint64_t image_kind(BytesView name) {
  BytesView extension = name.size() < 4 ? BytesView() : name.substr(name.size() - 4);
  if (extension == ".ptx") return 5;
  if (extension == ".spv") return 6;
  return 0;
}

// Encodes everything before the contents.
Bytes encode_head(BytesView name, BytesView triple, BytesView arch, std::uint64_t contents_size) {
  const std::array<BytesView, k_pair_count> values = {name, triple, arch};
  Bytes pairs;
  Bytes strings;
  for (std::size_t i = 0; i < k_pair_count; ++i) {
    for (BytesView text : {k_keys[i], values[i]}) {
      append_number(pairs, k_strings_offset + strings.size(), 8);
      strings += text;
      strings += '\0';
    }
  }
  const std::uint64_t contents_offset = aligned(k_strings_offset + strings.size());
  Bytes head(k_magic);
  append_number(head, k_version, 4);
  append_number(head, aligned(contents_offset + contents_size), 8);
  append_number(head, k_entry_offset, 8);
  append_number(head, k_entry_size, 8);
  append_number(head, image_kind(name), 2);
  append_number(head, 0, 2);
  append_number(head, 0, 4);
  append_number(head, k_pairs_offset, 8);
  append_number(head, k_pair_count, 8);
  append_number(head, contents_offset, 8);
  append_number(head, contents_size, 8);
  head += pairs + strings;
  head.resize(contents_offset, '\0');
  return head;
}

Failure damaged(std::uint64_t offset, const std::string& text) {
  return fail(ErrorKind::k_damaged, "container at byte " + std::to_string(offset) + ": " + text);
}

// Cuts the first image off `bytes`, which begin at `offset` of the file.
Result<ImageView> take_image(BytesView& bytes, std::uint64_t offset) {
  if (bytes.size() < k_strings_offset) return damaged(offset, "cut short");
  if (recognize(bytes) != BinaryFormat::k_container) return damaged(offset, "no image begins here");
  const std::uint64_t size = read_number(bytes, k_size_at, 8);
  const std::uint64_t contents_size = read_number(bytes, k_contents_size_at, 8);
  if (size > bytes.size() || contents_size > bytes.size()) return damaged(offset, "cut short");

  std::array<std::string, 2 * k_pair_count> strings;
  std::size_t at = k_strings_offset;
  for (std::string& text : strings) {
    std::size_t end = bytes.find('\0', at);
    if (end == BytesView::npos) return damaged(offset, "a string has no end");
    text = bytes.substr(at, end - at);
    at = end + 1;
  }
  ImageView image{strings[1], strings[3], strings[5], {}};
  const Bytes head = encode_head(image.name, image.triple, image.arch, contents_size);
  const std::uint64_t end = head.size() + contents_size;
  if (bytes.substr(0, head.size()) != head || size != aligned(end)) return damaged(offset, "not as clc writes it");
  if (bytes.substr(end, size - end).find_first_not_of('\0') != BytesView::npos)
    return damaged(offset, "padding that is not zero");
  image.bytes = bytes.substr(head.size(), contents_size);
  bytes.remove_prefix(size);
  return image;
}

}  // namespace

Bytes encode_container(const std::vector<ContainerImage>& images) {
  Bytes bytes;
  for (const ContainerImage& image : images) {
    bytes += encode_head(image.name, image.triple, image.arch, image.bytes.size());
    bytes += image.bytes;
    bytes.resize(aligned(bytes.size()), '\0');
  }
  return bytes;
}

Result<std::vector<ImageView>> view_container(BytesView bytes) {
  return without_exceptions("container", [&]() -> Result<std::vector<ImageView>> {
    std::vector<ImageView> images;
    BytesView rest = bytes;
    while (!rest.empty()) images.push_back(CLC_TRY(take_image(rest, bytes.size() - rest.size())));
    if (images.empty()) return fail(ErrorKind::k_damaged, "container is empty");
    return images;
  });
}

Result<std::uint64_t> first_image_size(BytesView bytes) {
  static_assert(k_image_head == k_strings_offset);
  if (bytes.size() < k_image_head) return damaged(0, "cut short");
  if (recognize(bytes) != BinaryFormat::k_container) return damaged(0, "no image begins here");
  const std::uint64_t size = read_number(bytes, k_size_at, 8);
  if (size < k_image_head) return damaged(0, "not as clc writes it");
  return size;
}

std::uint64_t most_in_container(std::uint64_t contents_size) {
  constexpr std::uint64_t k_most_strings = 1024;  // three keys, and names of at most 255 bytes
  return contents_size + k_strings_offset + k_most_strings + 16;
}

Result<std::vector<ContainerImage>> decode_container(BytesView bytes) {
  return without_exceptions("container", [&]() -> Result<std::vector<ContainerImage>> {
    std::vector<ImageView> views = CLC_TRY(view_container(bytes));
    std::vector<ContainerImage> images;
    for (ImageView& view : views)
      images.push_back({std::move(view.name), std::move(view.triple), std::move(view.arch), Bytes(view.bytes)});
    return images;
  });
}

}  // namespace clc
