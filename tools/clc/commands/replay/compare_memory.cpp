#include "commands/replay/compare_memory.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace clc {
namespace {

enum class Form { k_signed, k_unsigned, k_float, k_bits };

struct ElementType {
  const char* name;
  std::uint64_t size;
  Form form;
};
constexpr ElementType k_types[] = {
    {"char", 1, Form::k_signed},     {"uchar", 1, Form::k_unsigned}, {"short", 2, Form::k_signed},
    {"ushort", 2, Form::k_unsigned}, {"int", 4, Form::k_signed},     {"uint", 4, Form::k_unsigned},
    {"long", 8, Form::k_signed},     {"ulong", 8, Form::k_unsigned}, {"half", 2, Form::k_float},
    {"float", 4, Form::k_float},     {"double", 8, Form::k_float},
};
constexpr ElementType k_word = {"word", 4, Form::k_bits};
constexpr ElementType k_byte = {"byte", 1, Form::k_bits};

struct Spelling {
  const char* words;
  const char* type;
};
constexpr Spelling k_spellings[] = {
    {"unsigned char", "uchar"}, {"unsigned short", "ushort"}, {"unsigned int", "uint"},
    {"unsigned long", "ulong"}, {"unsigned", "uint"},         {"bool", "uchar"},
    {"size_t", "ulong"},
};

// Types of the channels of images, by the numbers of CL/cl.h from CL_SNORM_INT8 on. Packed formats compare as bits.
constexpr const char* k_channel_types[] = {"char",  "short", "uchar", "ushort", "",     "",     "",     "char",
                                           "short", "int",   "uchar", "ushort", "uint", "half", "float"};
constexpr std::uint64_t k_first_channel_type = 0x10D0;

// The type without qualifiers, "*" and the number of a vector's elements.
std::string scalar_of(std::string type, bool* is_of_three) {
  for (const char* const word : {"const", "volatile", "restrict", "*"}) {
    for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word))
      type.erase(at, std::strlen(word));
  }
  type = trimmed(type);
  const std::size_t end = type.find_last_not_of("0123456789") + 1;
  *is_of_three = type.substr(end) == "3";
  type.resize(end);
  for (const Spelling& spelling : k_spellings)
    if (type == spelling.words) type = spelling.type;
  return type;
}

const ElementType* find_type(const std::string& name) {
  const auto* const found = std::ranges::find_if(k_types, [&](const ElementType& type) { return type.name == name; });
  return found == std::end(k_types) ? nullptr : found;
}

double half_value(std::uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10U & 31U);
  const auto fraction = static_cast<double>(bits & 1023U);
  const double size = exponent == 31  ? (fraction == 0 ? INFINITY : NAN)
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(fraction + 1024, exponent - 25);
  return (bits >> 15U) != 0 ? -size : size;
}

template <class Number>
Number number_of(std::uint64_t bits) {
  Number number{};
  std::memcpy(&number, &bits, sizeof(number));
  return number;
}

double real_value(const ElementType& type, std::uint64_t bits) {
  if (type.size == 2) return half_value(bits);
  return type.size == 4 ? static_cast<double>(number_of<float>(bits)) : number_of<double>(bits);
}

std::int64_t signed_value(const ElementType& type, std::uint64_t bits) {
  const unsigned unused = 64 - static_cast<unsigned>(type.size) * 8;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

std::string text_of(const ElementType& type, std::uint64_t bits) {
  if (type.form == Form::k_signed) return std::to_string(signed_value(type, bits));
  if (type.form == Form::k_unsigned) return std::to_string(bits);
  char text[40];
  if (type.form == Form::k_float) {
    std::snprintf(text, sizeof(text), "%.*g", type.size == 8 ? 17 : 9, real_value(type, bits));
  } else {
    std::snprintf(text, sizeof(text), "0x%0*llx", static_cast<int>(type.size) * 2,
                  static_cast<unsigned long long>(bits));
  }
  return text;
}

// The place of a floating-point number among all of its size, with both zeros at 0.
std::int64_t order_of(const ElementType& type, std::uint64_t bits) {
  const std::uint64_t sign = std::uint64_t{1} << (type.size * 8 - 1);
  const auto size = static_cast<std::int64_t>(bits & (sign - 1));
  return (bits & sign) != 0 ? -size : size;
}

bool is_within(const ElementType& type, std::uint64_t a, std::uint64_t b, const MemoryTolerance& tolerance) {
  if (a == b) return true;
  if (tolerance.is_exact() || type.form != Form::k_float) return false;
  const double x = real_value(type, a), y = real_value(type, b);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  const auto distance = static_cast<std::uint64_t>(order_of(type, a)) - static_cast<std::uint64_t>(order_of(type, b));
  if (std::min(distance, 0 - distance) <= tolerance.ulp) return true;
  return std::isfinite(x) && std::isfinite(y) &&
         std::abs(x - y) <= tolerance.relative * std::max(std::abs(x), std::abs(y));
}

// Steps of an image's channel of whole numbers.
bool is_near_step(const ElementType& type, std::uint64_t a, std::uint64_t b, std::uint64_t steps) {
  if (type.form == Form::k_signed) {
    const std::int64_t x = signed_value(type, a), y = signed_value(type, b);
    return static_cast<std::uint64_t>(std::max(x, y)) - static_cast<std::uint64_t>(std::min(x, y)) <= steps;
  }
  return type.form == Form::k_unsigned && std::max(a, b) - std::min(a, b) <= steps;
}

struct Reached {
  std::size_t argument = 0;
  std::uint64_t begin = 0, end = 0;  // bytes of the memory
  ElementType type = k_byte;
  bool is_of_three = false, is_image = false;
};

// Lists the parts of a memory that arguments reach, each byte once.
std::vector<Reached> reached_parts(const Capture& capture, std::size_t memory) {
  std::vector<Reached> parts;
  std::uint64_t from = 0;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < capture.arguments.size(); ++i)
    if (capture.arguments[i].memory == memory + 1) order.push_back(i);
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(capture.arguments[i].offset, i); });
  for (const std::size_t i : order) {
    const CapturedArgument& argument = capture.arguments[i];
    Reached part;
    part.argument = i;
    part.is_image = argument.kind == CapturedKind::k_image;
    part.begin = std::max(from, argument.offset);
    part.end = part.is_image ? capture.memory[memory].size : argument.offset + argument.size;
    if (part.begin >= part.end) continue;
    const ElementType* const type = find_type(element_type(argument, capture));
    if (!part.is_image) scalar_of(argument.type, &part.is_of_three);
    part.type = type != nullptr ? *type : (part.end - part.begin) % k_word.size == 0 ? k_word : k_byte;
    from = part.end;
    parts.push_back(part);
  }
  return parts;
}

std::uint64_t bits_at(const std::string& bytes, std::uint64_t at, std::uint64_t size) {
  std::uint64_t bits = 0;
  for (std::uint64_t i = 0; i < size && at + i < bytes.size(); ++i)
    bits |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return bits;
}

}  // namespace

std::string element_type(const CapturedArgument& argument, const Capture& capture) {
  if (argument.kind == CapturedKind::k_image && argument.memory != 0) {
    const std::uint64_t number = capture.memory[argument.memory - 1].channel_type - k_first_channel_type;
    return number < std::size(k_channel_types) ? k_channel_types[number] : "";
  }
  bool is_of_three = false;
  const std::string type = scalar_of(argument.type, &is_of_three);
  return find_type(type) == nullptr ? "" : type;
}

std::string argument_text(const Capture& capture, std::size_t argument) {
  const std::string& name = capture.arguments[argument].name;
  return "argument " + std::to_string(argument) + (name.empty() ? "" : " (" + name + ")");
}

std::string global_size_text(const Capture& capture) {
  std::vector<std::string> sizes;
  for (std::size_t i = 0; i < capture.dimensions; ++i) sizes.push_back(std::to_string(capture.global[i]));
  return join(sizes, "x");
}

std::vector<std::string> recorded_memory(const Capture& capture) {
  std::vector<std::string> all;
  for (const CapturedMemory& memory : capture.memory) all.push_back(capture.contents_of(memory.after, memory.size));
  return all;
}

Comparison compare_memory(const Capture& capture, const std::vector<std::string>& expected,
                          const std::vector<std::string>& found, const MemoryTolerance& tolerance, std::size_t most) {
  Comparison comparison;
  for (std::size_t memory = 0; memory < capture.memory.size(); ++memory) {
    if (expected[memory] == found[memory]) continue;
    for (const Reached& part : reached_parts(capture, memory)) {
      const ElementType& type = part.type;
      const std::uint64_t first = capture.arguments[part.argument].offset;
      DifferingArgument differing{part.argument, 0, (part.end - part.begin) / type.size};
      for (std::uint64_t at = part.begin; at < part.end; at += type.size) {
        const std::uint64_t index = (at - first) / type.size;
        const std::uint64_t a = bits_at(expected[memory], at, type.size), b = bits_at(found[memory], at, type.size);
        // Nobody reads the fourth element of a vector of three.
        if ((part.is_of_three && index % 4 == 3) || is_within(type, a, b, tolerance)) continue;
        if (part.is_image && is_near_step(type, a, b, tolerance.ulp)) continue;
        ++differing.differing;
        if (comparison.first.size() < most) {
          comparison.first.push_back({memory, at, type.size, part.argument, index, text_of(type, a), text_of(type, b)});
        }
      }
      if (differing.differing != 0) comparison.arguments.push_back(differing);
    }
  }
  return comparison;
}

}  // namespace clc
