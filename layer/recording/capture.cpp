#include "recording/capture.h"

#include <algorithm>
#include <set>

#include "base/encoding/hex.h"
#include "base/fields/json_fields.h"
#include "base/text.h"
#include "base/try.h"
#include "base/without_exceptions.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "clc/internal/decompress.h"
#include "clc/package/container.h"
#include "recording/recorded_fields.h"

namespace clc {
namespace {

constexpr std::uint64_t k_capture_format = 1;
constexpr const char* k_description = "capture.clc.json";
constexpr std::string_view k_contents = "memory/";
constexpr const char* k_triple = "clc-capture";
constexpr std::uint64_t k_largest_extent = std::uint64_t{1} << 32U;
const EnumNames k_argument_kinds = {"value", "local", "buffer", "image", "sampler"};
const EnumNames k_memory_kinds = {"buffer", "svm", "image"};

void hex_bytes(JsonFieldWriter& f, const char* key, const Bytes& bytes) {
  f.text(key, to_hex(bytes));
}

void hex_bytes(JsonFieldReader& f, const char* key, Bytes& bytes) {
  std::string text;
  f.text(key, text);
  f.require(is_hex(text), "has a \"" + std::string(key) + "\" that is not hexadecimal");
  if (is_hex(text)) bytes = from_hex(text);
}

// The product of sizes, or 0 where it is more than a capture can hold.
std::uint64_t product_of(std::initializer_list<std::uint64_t> sizes) {
  std::uint64_t product = 1;
  for (const std::uint64_t size : sizes) {
    if (size == 0 || size > k_largest_capture / product) return 0;
    product *= size;
  }
  return product;
}

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, CapturedArgument>& argument) {
  f.choice("kind", argument.kind, k_argument_kinds);
  f.optional_any_text("name", argument.name);
  f.optional_any_text("type", argument.type);
  if (argument.kind == CapturedKind::k_value) hex_bytes(f, "value", argument.value);
  f.optional_number("size", argument.size);
  f.optional_number("memory", argument.memory);
  f.optional_number("offset", argument.offset);
  if (argument.kind == CapturedKind::k_sampler)
    f.all("normalized", argument.normalized, "addressing", argument.addressing, "filter", argument.filter);
}

template <class F>
void fields(F& f, FieldsOf<F, CapturedMemory>& memory) {
  f.choice("kind", memory.kind, k_memory_kinds);
  f.all("size", memory.size, "access", memory.access);
  f.optional_digest("before", memory.before);
  f.optional_digest("after", memory.after);
  if (memory.kind != MemoryKind::k_image) return;
  f.all("type", memory.type, "channel_order", memory.channel_order, "channel_type", memory.channel_type);
  f.number("element_size", memory.element_size, 16);
  f.number("width", memory.width, k_largest_extent);
  f.number("height", memory.height, k_largest_extent);
  f.number("depth", memory.depth, k_largest_extent);
  f.number("layers", memory.layers, k_largest_extent);
  f.optional_number("buffer", memory.buffer);
}

template <class F>
void fields(F& f, FieldsOf<F, Capture>& capture) {
  std::uint64_t format = k_capture_format;
  f.number("capture", format);
  f.require(format == k_capture_format, "is of a version that this clc does not know: use a newer clc");
  f.any_text("kernel", capture.kernel);
  f.optional_digest("program", capture.program);
  f.optional_digest("binary", capture.binary);
  f.optional_any_text("module", capture.module);
  f.object("device", capture.device);
  f.number("dimensions", capture.dimensions, 3);
  f.require(capture.dimensions != 0, "has no dimensions");
  three_numbers(f, "offset", capture.offset);
  three_numbers(f, "global", capture.global);
  three_numbers(f, "local", capture.local);
  f.all("arguments", capture.arguments, "memory", capture.memory);
  std::vector<std::string> names;
  for (const auto& [name, bytes] : capture.files) names.push_back(name);
  f.any_texts("files", names);
  if constexpr (F::k_reads)
    for (const std::string& name : names) capture.files.emplace(name, Bytes());
}

namespace {

// Covers the name, too, so that each changed byte of the file is an error.
std::string seal_of(std::string_view name, BytesView bytes) {
  return FieldDigest("clc.capture.1").add("name", name).add("contents", bytes).hex();
}

std::string check_argument(const CapturedArgument& argument, const std::vector<CapturedMemory>& memory) {
  const bool has_memory = argument.kind == CapturedKind::k_buffer || argument.kind == CapturedKind::k_image;
  if (argument.memory > memory.size()) return "names memory that is not there";
  if (!has_memory || argument.memory == 0) return argument.memory == 0 ? "" : "has memory, and is of another kind";
  const CapturedMemory& of = memory[argument.memory - 1];
  const bool is_image = of.kind == MemoryKind::k_image;
  if (is_image != (argument.kind == CapturedKind::k_image)) return "names memory of another kind";
  if (argument.offset > of.size || argument.size > of.size - argument.offset) return "is larger than its memory";
  return "";
}

std::string check_memory(const CapturedMemory& memory, const std::vector<CapturedMemory>& all) {
  if (memory.kind != MemoryKind::k_image) return "";
  if (memory.buffer > all.size()) return "is an image of a buffer that is not there";
  const std::uint64_t size =
      product_of({memory.element_size, memory.width, memory.height, memory.depth, memory.layers});
  if (size == 0) return "is an image without a size, or too large";
  if (memory.buffer == 0) return size == memory.size ? "" : "is an image of another size";
  const CapturedMemory& buffer = all[memory.buffer - 1];
  const bool fits = buffer.kind == MemoryKind::k_buffer && size <= buffer.size && memory.size == 0;
  return fits && memory.before.empty() && memory.after.empty() ? "" : "is an image that does not fit its buffer";
}

Result<void> check_capture(const Capture& capture) {
  const auto damaged = [](const std::string& what) {
    return fail(ErrorKind::k_damaged, std::string(k_description) + " " + what);
  };
  if (capture.program.empty() == capture.module.empty()) return damaged("has not one program");
  for (std::size_t i = 0; i < capture.arguments.size(); ++i) {
    const std::string wrong = check_argument(capture.arguments[i], capture.memory);
    if (!wrong.empty()) return damaged("argument " + std::to_string(i) + " " + wrong);
  }
  std::uint64_t held = 0;
  for (std::size_t i = 0; i < capture.memory.size(); ++i) {
    const CapturedMemory& memory = capture.memory[i];
    const std::string wrong = check_memory(memory, capture.memory);
    if (!wrong.empty()) return damaged("memory " + std::to_string(i + 1) + " " + wrong);
    if (memory.size > (k_largest_capture - held) / 2) return damaged("has more memory than a capture can hold");
    held += 2 * memory.size;
  }
  return {};
}

// A name below a folder that leads nowhere else.
bool is_plain_path(std::string_view path) {
  for (const std::string_view part : split(path, "/"))
    if (part.empty() || part == "." || part == ".." || part.size() > 255) return false;
  return true;
}

// The other parts, as the description has them.
struct Expected {
  std::map<std::string, std::uint64_t> sizes;  // of contents, by their digests
  std::set<std::string> files;                 // that did not come yet
};

Result<void> take_part(const ImageView& image, Expected& expected, Capture& capture) {
  std::string_view name = image.name;
  if (expected.files.erase(image.name) != 0) {
    const bool is_recorded = name.starts_with(k_captured_recording) && is_plain_path(name);
    if (name != k_captured_package && !is_recorded)
      return fail(ErrorKind::k_damaged, image.name + " is no file of a capture");
    capture.files[image.name] = image.bytes;
    return {};
  }
  const bool is_compressed = name.ends_with(k_compressed_suffix);
  if (is_compressed) name.remove_suffix(k_compressed_suffix.size());
  const std::string digest(name.substr(std::min(k_contents.size(), name.size())));
  const auto size = expected.sizes.find(digest);
  if (!name.starts_with(k_contents) || size == expected.sizes.end())
    return fail(ErrorKind::k_damaged, image.name + " is nothing that a capture has");
  Bytes bytes = is_compressed ? CLC_TRY(decompress(image.bytes, size->second, image.name)) : Bytes(image.bytes);
  if (bytes.size() != size->second || sha256_hex(bytes) != digest)
    return fail(ErrorKind::k_damaged, image.name + " does not have the contents that its name says");
  if (!capture.contents.emplace(digest, std::move(bytes)).second)
    return fail(ErrorKind::k_damaged, digest + " is there twice");
  if (is_compressed) capture.compressed.emplace(digest, Bytes(image.bytes));
  return {};
}

Result<Capture> decode_parts(BytesView bytes) {
  const std::vector<ImageView> images = CLC_TRY(view_container(bytes));
  for (const ImageView& image : images) {
    if (image.triple != k_triple || image.arch != seal_of(image.name, image.bytes))
      return fail(ErrorKind::k_damaged, "part " + image.name + " is not as clc wrote it");
  }
  if (images.front().name != k_description) return fail(ErrorKind::k_damaged, "this is no capture");
  Capture capture = CLC_TRY(decode_json<Capture>(images.front().bytes, k_description));
  CLC_TRY(check_capture(capture));
  Expected expected;
  for (const auto& [name, unread] : capture.files) expected.files.insert(name);
  for (const CapturedMemory& memory : capture.memory) {
    for (const std::string& digest : {memory.before, memory.after}) {
      if (!digest.empty() && expected.sizes.emplace(digest, memory.size).first->second != memory.size)
        return fail(ErrorKind::k_damaged, digest + " has two sizes");
    }
  }
  for (std::size_t i = 1; i < images.size(); ++i) CLC_TRY(take_part(images[i], expected, capture));
  if (capture.contents.size() != expected.sizes.size() || !expected.files.empty())
    return fail(ErrorKind::k_damaged, "parts of the capture are missing");
  return capture;
}

}  // namespace

const CapturedMemory* Capture::memory_of(const CapturedArgument& argument) const {
  return argument.memory == 0 ? nullptr : &memory[argument.memory - 1];
}

bool Capture::has_shared_memory() const {
  std::set<std::uint64_t> used;
  return std::ranges::any_of(
      arguments, [&](const CapturedArgument& one) { return one.memory != 0 && !used.insert(one.memory).second; });
}

Bytes Capture::contents_of(const std::string& digest, std::uint64_t size) const {
  return digest.empty() ? Bytes(size, '\0') : contents.at(digest);
}

std::string Capture::keep(Bytes bytes) {
  if (bytes.find_first_not_of('\0') == Bytes::npos) return {};
  std::string digest = sha256_hex(bytes);
  contents.emplace(digest, std::move(bytes));
  return digest;
}

bool is_capture_name(const std::string& path) {
  return std::string_view(path).ends_with(k_capture_ending);
}

Bytes encode_capture(const Capture& capture) {
  std::vector<ContainerImage> images;
  const auto add = [&](const std::string& name, Bytes bytes) {
    std::string seal = seal_of(name, bytes);
    images.push_back({name, k_triple, std::move(seal), std::move(bytes)});
  };
  add(k_description, readable_text(json_of(capture)) + "\n");
  std::set<std::string> used;
  for (const CapturedMemory& memory : capture.memory) used.insert({memory.before, memory.after});
  for (const auto& [digest, bytes] : capture.contents) {
    if (!used.contains(digest)) continue;
    const auto frame = capture.compressed.find(digest);
    const std::string name = std::string(k_contents) + digest;
    frame == capture.compressed.end() ? add(name, bytes) : add(name + std::string(k_compressed_suffix), frame->second);
  }
  for (const auto& [name, bytes] : capture.files) add(name, bytes);
  return encode_container(images);
}

Result<Capture> decode_capture(BytesView bytes) {
  return without_exceptions("capture", [&] { return decode_parts(bytes); });
}

Result<Capture> read_capture(const std::string& path) {
  const Bytes bytes = CLC_TRY(read_ordinary_file(path, k_largest_capture));
  return in_context(path, decode_capture(bytes));
}

}  // namespace clc
