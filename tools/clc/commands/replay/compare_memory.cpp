#include "commands/replay/compare_memory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "support/number_type.h"

namespace clc {
namespace {

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
constexpr std::uint64_t k_word = 4;  // bytes

// The element of what a type points to: "const float4 *" is float4.
ValueType pointed_type(std::string type) {
  for (const char* const word : {"const", "volatile", "restrict", "*"}) {
    for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word))
      type.erase(at, std::strlen(word));
  }
  type = trimmed(type);
  for (const Spelling& spelling : k_spellings)
    if (type == spelling.words) type = spelling.type;
  return value_type(type);
}

// An element as the bytes of a number of any size; zeros stand behind the end.
using Element = std::array<char, sizeof(std::uint64_t)>;
Element element_at(const std::string& bytes, std::uint64_t at, std::uint64_t size) {
  Element element{};
  if (at < bytes.size())
    std::memcpy(element.data(), bytes.data() + at, std::min<std::uint64_t>(size, bytes.size() - at));
  return element;
}

// The elements of a part of a memory. Those of unknown types are bits.
struct ElementType {
  const NumberType* number = nullptr;
  std::uint64_t size = 1;
};

std::string text_of(const ElementType& type, const Element& element) {
  if (type.number != nullptr && !type.number->is_real) return number_text(*type.number, element.data());
  char text[40];
  if (type.number != nullptr) {
    std::snprintf(text, sizeof(text), "%.*g", type.size == 8 ? 17 : 9, number_at(*type.number, element.data()));
  } else {
    std::uint64_t bits = 0;
    std::memcpy(&bits, element.data(), sizeof(bits));
    std::snprintf(text, sizeof(text), "0x%0*llx", static_cast<int>(type.size) * 2,
                  static_cast<unsigned long long>(bits));
  }
  return text;
}

bool is_within(const NumberType& type, const char* a, const char* b, const MemoryTolerance& tolerance) {
  const double x = number_at(type, a), y = number_at(type, b);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  if (ulps_between(type, a, b) <= tolerance.ulp) return true;
  return std::isfinite(x) && std::isfinite(y) &&
         std::abs(x - y) <= std::max(tolerance.absolute, tolerance.relative * std::max(std::abs(x), std::abs(y)));
}

bool is_alike(const ElementType& type, bool is_image, const Element& a, const Element& b,
              const MemoryTolerance& tolerance) {
  if (a == b) return true;
  if (tolerance.is_exact() || type.number == nullptr) return false;
  if (type.number->is_real) return is_within(*type.number, a.data(), b.data(), tolerance);
  return is_image && integers_between(*type.number, a.data(), b.data()) <= tolerance.ulp;
}

struct Reached {
  std::size_t argument = 0;
  std::uint64_t begin = 0, end = 0;  // bytes of the memory
  ElementType type;
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
    const ValueType type = value_type_of(argument, capture);
    part.is_of_three = type.lanes == 3;
    if (type.number != nullptr) {
      part.type = {type.number, type.number->bytes};
    } else if ((part.end - part.begin) % k_word == 0) {
      part.type.size = k_word;
    }
    from = part.end;
    parts.push_back(part);
  }
  return parts;
}

// Notes an expected number, and how far the found one is from it if they differ.
void measure(const NumberType& type, const Element& expected, const Element& found, bool differs,
             DifferingArgument& differing) {
  const double x = number_at(type, expected.data()), y = number_at(type, found.data());
  if (std::isfinite(x)) differing.largest_number = std::max(differing.largest_number, std::abs(x));
  if (differs && (!std::isfinite(x) || !std::isfinite(y))) ++differing.not_finite;
  if (differs && std::isfinite(x) && std::isfinite(y))
    differing.largest_difference = std::max(differing.largest_difference, std::abs(x - y));
}

}  // namespace

ValueType value_type_of(const CapturedArgument& argument, const Capture& capture) {
  const CapturedMemory* const of = capture.memory_of(argument);
  if (argument.kind != CapturedKind::k_image || of == nullptr) return pointed_type(argument.type);
  const std::uint64_t number = of->channel_type - k_first_channel_type;
  return number < std::size(k_channel_types) ? value_type(k_channel_types[number]) : ValueType();
}

std::string element_type(const CapturedArgument& argument, const Capture& capture) {
  const NumberType* const number = value_type_of(argument, capture).number;
  return number == nullptr ? "" : number->name;
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
      differing.is_real = type.number != nullptr && type.number->is_real;
      for (std::uint64_t at = part.begin; at < part.end; at += type.size) {
        const std::uint64_t index = (at - first) / type.size;
        const Element a = element_at(expected[memory], at, type.size), b = element_at(found[memory], at, type.size);
        // Nobody reads the fourth element of a vector of three.
        if (part.is_of_three && index % 4 == 3) continue;
        const bool differs = !is_alike(type, part.is_image, a, b, tolerance);
        if (differing.is_real) measure(*type.number, a, b, differs, differing);
        if (!differs) continue;
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
