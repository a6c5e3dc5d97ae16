#include "support/argument_words.h"

#include <cmath>
#include <limits>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "support/random.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_bytes = std::uint64_t{1} << 34;

struct Bounds {
  double low = -1, high = 1;
  std::uint64_t below = 0;  // of integers; 0: their whole range
};

Bytes random_values(const NumberType& type, std::uint64_t count, const Bounds& bounds, std::uint64_t seed) {
  Random random(seed);
  Bytes bytes;
  bytes.reserve(count * type.bytes);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (type.is_real) {
      put_real(bytes, type, random.between(bounds.low, bounds.high));
    } else {
      put_integer(bytes, type, bounds.below == 0 ? random.next() : random.below(bounds.below));
    }
  }
  return bytes;
}

Bytes counting_values(const NumberType& type, std::uint64_t count) {
  Bytes bytes;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (type.is_real) {
      put_real(bytes, type, static_cast<double>(i));
    } else {
      put_integer(bytes, type, i);
    }
  }
  return bytes;
}

// The numbers at which kernels go wrong.
std::vector<double> edges_of(const NumberType& type) {
  const double inf = std::numeric_limits<double>::infinity();
  const double least = type.bytes == 8 ? 0x1p-1074 : type.bytes == 4 ? 0x1p-149 : 0x1p-24;
  const double normal = type.bytes == 8 ? 0x1p-1022 : type.bytes == 4 ? 0x1p-126 : 0x1p-14;
  const double most = type.bytes == 8 ? 0x1.fffffffffffffp+1023 : type.bytes == 4 ? 0x1.fffffep+127 : 65504;
  return {0.0, -0.0, 1, -1, 0.5, inf, -inf, std::nan(""), least, -least, normal, most, -most};
}

// Edges in the first places, so that small buffers have them, too; then every other number is random.
Bytes edge_values(const NumberType& type, std::uint64_t count, std::uint64_t seed) {
  Random random(seed);
  const std::vector<double> reals = edges_of(type);
  const std::uint64_t top = std::uint64_t{1} << (8 * type.bytes - 1);
  const std::uint64_t integers[] = {0, 1, ~std::uint64_t{0}, top - 1, top, 2, 127, 128, 255, 256};
  Bytes bytes;
  for (std::uint64_t i = 0; i < count; ++i) {
    const bool is_edge = i < reals.size() || i % 2 == 0;
    if (type.is_real) {
      put_real(bytes, type, is_edge ? reals[i % reals.size()] : random.between(-1, 1));
    } else {
      put_integer(bytes, type, is_edge ? integers[i % std::size(integers)] : random.next());
    }
  }
  return bytes;
}

Result<Bytes> generate_random(const NumberType& type, std::uint64_t count, const std::vector<std::string>& how,
                              std::uint64_t seed) {
  Bounds bounds;
  if (how.size() == 2 && !type.is_real) {
    if (!scan_number(how[1], bounds.below) || bounds.below == 0)
      return fail(ErrorKind::k_usage, "only random: is followed by a number above 0");
  } else if (how.size() == 3 && type.is_real) {
    if (!scan_number(how[1], bounds.low) || !scan_number(how[2], bounds.high) || !(bounds.low < bounds.high))
      return fail(ErrorKind::k_usage, "random:LOW:HIGH are two numbers, the lower one first");
  } else if (how.size() > 1) {
    return fail(ErrorKind::k_usage, type.is_real ? "random reals are random or random:LOW:HIGH"
                                                 : "random integers are random or random:BELOW");
  }
  return random_values(type, count, bounds, seed);
}

// The text behind 'key': in the header of a .npy file.
std::string_view value_in_header(std::string_view header, std::string_view key) {
  const std::size_t at = header.find("'" + std::string(key) + "':");
  return at == header.npos ? std::string_view() : trimmed(header.substr(at + key.size() + 3));
}

ValueType type_of_npy(std::string_view description) {
  constexpr std::pair<std::string_view, const char*> k_types[] = {
      {"|u1", "uchar"}, {"|i1", "char"}, {"<u2", "ushort"}, {"<i2", "short"}, {"<u4", "uint"},  {"<i4", "int"},
      {"<u8", "ulong"}, {"<i8", "long"}, {"<f2", "half"},   {"<f4", "float"}, {"<f8", "double"}};
  for (const auto& [npy, name] : k_types) {
    if (description == npy) return value_type(name);
  }
  return {};
}

}  // namespace

Result<Bytes> generate_values(const ValueType& type, std::uint64_t count, const std::vector<std::string>& how,
                              std::uint64_t seed) {
  if (count > k_most_bytes / type.stored()) return fail(ErrorKind::k_usage, "too many elements");
  count *= type.stored() / type.number->bytes;
  const std::string kind = how.empty() ? "random" : how[0];
  if (kind == "random") return generate_random(*type.number, count, how, seed);
  if (how.size() > 1) return fail(ErrorKind::k_usage, "only random: is followed by a number above 0");
  if (kind == "zeros") return Bytes(count * type.number->bytes, '\0');
  if (kind == "count") return counting_values(*type.number, count);
  if (kind == "edges") return edge_values(*type.number, count, seed);
  return fail(ErrorKind::k_usage, "'" + kind + "' is not random, zeros, count or edges");
}

Result<BufferContents> read_npy(BytesView bytes, const std::string& name) {
  const auto refuse = [&](const std::string& why) { return fail(ErrorKind::k_usage, name + ": " + why); };
  const std::string_view text(bytes.data(), bytes.size());
  constexpr std::size_t k_version_1 = 10;
  if (!text.starts_with("\x93NUMPY") || text.size() < k_version_1 + 2) return refuse("is no .npy file");
  const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(text[at])); };
  std::size_t begin = k_version_1, length = byte(8) | byte(9) << 8U;
  if (byte(6) > 1) {
    begin += 2;
    length |= byte(10) << 16U | byte(11) << 24U;
  }
  if (length > text.size() - begin) return refuse("ends within its header");
  const std::string_view header = text.substr(begin, length);
  BufferContents contents;
  const std::string_view description = value_in_header(header, "descr");
  contents.type = type_of_npy(description.size() > 4 ? description.substr(1, 3) : "");
  if (contents.type.number == nullptr)
    return refuse("its dtype is none of uint8 … float64, little-endian: " + std::string(description.substr(0, 16)));
  if (!value_in_header(header, "fortran_order").starts_with("False"))
    return refuse("is in Fortran's order: save numpy.ascontiguousarray(…)");
  const std::string_view shape = value_in_header(header, "shape");
  std::uint64_t count = 1;
  for (std::string_view part : split(shape.substr(0, shape.find(')')), ",")) {
    part = trimmed(part);
    if (part.starts_with("(")) part = trimmed(part.substr(1));
    std::uint64_t size = 0;
    if (part.empty()) continue;
    if (!scan_number(part, size) || (size != 0 && count > k_most_bytes / size))
      return refuse("its shape cannot be read");
    contents.shape.push_back(size);
    count *= size;
  }
  contents.bytes = text.substr(begin + length);
  if (contents.bytes.size() != count * contents.type.number->bytes)
    return refuse("has not the bytes that its shape says");
  return contents;
}

Result<Bytes> read_value_word(const ValueType& type, const std::string& shown, const std::string& word) {
  const auto refuse = [&](const std::string& why) { return fail(ErrorKind::k_usage, word + ": " + why); };
  if (type.number == nullptr) return refuse("arguments of type " + shown + " cannot be given here");
  Bytes bytes;
  const std::vector<std::string_view> numbers = split(word, ",");
  if (numbers.size() != type.lanes) return refuse("a " + shown + " has " + std::to_string(type.lanes) + " numbers");
  for (const std::string_view number : numbers) {
    if (!put_number(bytes, *type.number, number))
      return refuse("'" + std::string(number) + "' is no number for a " + shown);
  }
  bytes.resize(type.stored());
  return bytes;
}

Result<BufferContents> read_buffer_word(const std::string& word, std::uint64_t seed) {
  const auto refuse = [&](const std::string& why) { return fail(ErrorKind::k_usage, word + ": " + why); };
  constexpr std::string_view k_file = "buffer:@";
  if (word.starts_with(k_file)) {
    const std::string path = word.substr(k_file.size());
    Bytes bytes = CLC_TRY(read_file(path));
    if (path.ends_with(".npy")) return read_npy(bytes, path);
    return BufferContents{std::move(bytes), {}, {}};
  }
  std::vector<std::string> parts;
  for (const std::string_view part : split(word, ":")) parts.emplace_back(part);
  if (parts.size() < 3) return refuse("a buffer is buffer:TYPE:COUNT, or buffer:@FILE");
  BufferContents contents;
  contents.type = value_type(parts[1]);
  if (contents.type.number == nullptr) return refuse("'" + parts[1] + "' is no scalar or vector type");
  std::uint64_t count = 0;
  if (!scan_number(parts[2], count) || count > k_most_bytes / contents.type.stored())
    return refuse("'" + parts[2] + "' is no number of elements");
  contents.bytes =
      CLC_TRY(in_context(word, generate_values(contents.type, count, {parts.begin() + 3, parts.end()}, seed)));
  return contents;
}

}  // namespace clc
