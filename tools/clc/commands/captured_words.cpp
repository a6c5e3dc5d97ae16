#include "commands/captured_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "base/json_writer.h"
#include "base/text.h"
#include "commands/replay/compare_memory.h"
#include "commands/test/image_words.h"
#include "support/number_type.h"

namespace clc {
namespace {

using Sizes = std::array<std::uint64_t, 3>;

std::vector<std::uint64_t> used_sizes(const Capture& capture, const Sizes& all) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(capture.dimensions)};
}

// "1,2,3,4"; nothing for structs and unknown types, whose bits may mean anything.
std::optional<std::string> value_text(const CapturedArgument& argument, const Capture& capture) {
  const ValueType type = value_type_of(argument, capture);
  if (type.number == nullptr || argument.value.size() != type.stored()) return std::nullopt;
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < type.lanes; ++i)
    numbers.push_back(number_text(*type.number, argument.value.data() + i * type.number->bytes));
  return join(numbers, ",");
}

// The argument as `clrun tune` takes it. Nothing where it takes no such argument.
std::optional<std::string> tuned_argument(const CapturedArgument& argument, const Capture& capture) {
  if (argument.kind == CapturedKind::k_local) return "local:" + std::to_string(argument.size);
  if (argument.kind == CapturedKind::k_value) return value_text(argument, capture);
  if (argument.kind != CapturedKind::k_buffer || argument.memory == 0) return std::nullopt;
  const std::string type = element_type(argument, capture), element = type.empty() ? "uint" : type;
  return "buffer:" + element + ":" + std::to_string(argument.size / value_type(element).number->bytes);
}

// The argument as `clc test` takes it, with its contents `when`: "before" or "after".
std::optional<std::string> tested_argument(const Capture& capture, std::size_t index, const std::string& memory,
                                           const std::string& when) {
  const CapturedArgument& argument = capture.arguments[index];
  const std::string file = "@" + memory + "/argument-" + std::to_string(index) + "." + when;
  const CapturedMemory* const of = capture.memory_of(argument);
  switch (argument.kind) {
    case CapturedKind::k_value:
      return value_text(argument, capture);
    case CapturedKind::k_local:
      return "local:" + std::to_string(argument.size);
    case CapturedKind::k_sampler: {
      LaunchArgument sampler;
      sampler.filter = argument.filter;
      sampler.addressing = argument.addressing;
      sampler.is_normalized = argument.normalized != 0;
      const std::string words = sampler_words(sampler);
      return words.empty() ? std::nullopt : std::optional(words);
    }
    case CapturedKind::k_buffer:
      return of == nullptr || argument.size == 0 ? std::nullopt : std::optional("buffer:" + file);
    case CapturedKind::k_image: {
      if (of == nullptr || image_shape(*of).empty()) return std::nullopt;
      const auto words = image_words(of->channel_order, of->channel_type);
      return words ? std::optional(words->text + ":" + file + ".npy") : std::nullopt;
    }
  }
  return std::nullopt;
}

// True for arguments that the launch changed.
bool is_result(const CapturedArgument& argument, const Capture& capture) {
  const CapturedMemory* const of = capture.memory_of(argument);
  return of != nullptr && of->before != of->after;
}

// `clc test` gives each argument memory of its own, in whole groups.
bool can_be_tested(const Capture& capture) {
  if (capture.has_shared_memory()) return false;
  bool has_result = false;
  for (const CapturedArgument& argument : capture.arguments) {
    if (!is_result(argument, capture)) continue;
    if (argument.name.empty()) return false;
    has_result = true;
  }
  for (std::size_t i = 0; i < capture.dimensions; ++i)
    if (capture.local[i] != 0 && capture.global[i] % capture.local[i] != 0) return false;
  return has_result;
}

bool has_real_results(const Capture& capture) {
  return std::ranges::any_of(capture.arguments, [&](const CapturedArgument& argument) {
    const NumberType* const number = value_type_of(argument, capture).number;
    return is_result(argument, capture) && number != nullptr && number->is_real;
  });
}

}  // namespace

std::string tuning_text(const Capture& capture) {
  std::vector<std::string> arguments;
  for (const CapturedArgument& argument : capture.arguments) {
    const std::optional<std::string> text = tuned_argument(argument, capture);
    if (!text) return {};
    arguments.push_back(*text);
  }
  JsonWriter json(2);
  json.begin_object().key("parameters").begin_object().key("MACRO").values(std::vector<int>{1}).end_object();
  json.key("launches").begin_array().begin_object().put("kernel", capture.kernel);
  json.key("global").values(used_sizes(capture, capture.global));
  if (capture.local[0] != 0) json.key("local").values(used_sizes(capture, capture.local));
  return json.key("arguments").values(arguments).end_object().end_array().end_object().text() + "\n";
}

std::string test_text(const Capture& capture, const std::vector<std::string>& options, const std::string& memory) {
  if (!can_be_tested(capture)) return {};
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < capture.arguments.size(); ++i) {
    const std::optional<std::string> text = tested_argument(capture, i, memory, "before");
    if (!text) return {};
    arguments.push_back(*text);
  }
  JsonWriter json(2);
  json.begin_object();
  if (!options.empty()) json.key("options").values(options);
  json.key("tests").begin_array().begin_object().put("kernel", capture.kernel);
  json.key("global").values(used_sizes(capture, capture.global));
  if (capture.local[0] != 0) json.key("local").values(used_sizes(capture, capture.local));
  if (capture.offset != Sizes{}) json.key("offset").values(used_sizes(capture, capture.offset));
  json.key("arguments").values(arguments);
  json.key("expected").begin_object();
  for (std::size_t i = 0; i < capture.arguments.size(); ++i) {
    if (is_result(capture.arguments[i], capture))
      json.put(capture.arguments[i].name, *tested_argument(capture, i, memory, "after"));
  }
  json.end_object().put("tolerance", has_real_results(capture) ? "1e-5" : "exact");
  return json.end_object().end_array().end_object().text() + "\n";
}

std::vector<std::uint64_t> image_shape(const CapturedMemory& image) {
  constexpr std::uint64_t k_image_2d = 0x10F1, k_image_3d = 0x10F2, k_image_1d = 0x10F4;  // CL/cl.h
  if (image.type == k_image_1d) return {image.width};
  if (image.type == k_image_2d) return {image.height, image.width};
  if (image.type == k_image_3d) return {image.depth, image.height, image.width};
  return {};
}

Bytes image_as_npy(const CapturedMemory& image, const Bytes& contents) {
  const auto words = image_words(image.channel_order, image.channel_type);
  std::vector<std::uint64_t> sizes = image_shape(image);
  if (!words || sizes.empty()) return {};
  if (words->type.lanes > 1) sizes.push_back(words->type.lanes);
  std::string shape;
  for (const std::uint64_t size : sizes) shape += std::to_string(size) + ", ";
  const NumberType& number = *words->type.number;
  const char kind = number.is_real ? 'f' : number.is_signed ? 'i' : 'u';
  std::string header = std::string("{'descr': '") + (number.bytes == 1 ? '|' : '<') + kind +
                       std::to_string(number.bytes) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t k_alignment = 64, k_before = 10;
  while ((k_before + header.size() + 1) % k_alignment != 0) header += ' ';
  header += '\n';
  const char size[] = {static_cast<char>(header.size() & 0xFFU), static_cast<char>(header.size() >> 8U)};
  return "\x93NUMPY\x01" + std::string(1, '\0') + std::string(size, 2) + header + contents;
}

}  // namespace clc
