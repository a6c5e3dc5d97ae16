#include "profile/kernel_arguments.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "common/inputs.h"

namespace clc::clrun {
namespace {

using Bytes8 = std::vector<unsigned char>;

// A scalar type of OpenCL C.
struct Scalar {
  const char* name;
  std::size_t bytes;
  bool is_real, is_signed;
};
constexpr Scalar k_scalars[] = {{"uchar", 1, false, false}, {"char", 1, false, true},  {"ushort", 2, false, false},
                                {"short", 2, false, true},  {"uint", 4, false, false}, {"int", 4, false, true},
                                {"ulong", 8, false, false}, {"long", 8, false, true},  {"size_t", 8, false, false},
                                {"float", 4, true, true},   {"double", 8, true, true}};

// A scalar or a vector; null for anything else.
struct ValueType {
  const Scalar* scalar = nullptr;
  std::size_t elements = 1;
  std::size_t stored() const { return (elements == 3 ? 4 : elements) * scalar->bytes; }
};

ValueType value_type(const std::string& name) {
  for (const Scalar& scalar : k_scalars) {
    if (name.rfind(scalar.name, 0) != 0) continue;
    const std::string rest = name.substr(std::strlen(scalar.name));
    for (const std::size_t elements : {1, 2, 3, 4, 8, 16}) {
      if (rest == (elements == 1 ? "" : std::to_string(elements))) return {&scalar, elements};
    }
  }
  return {};
}

template <class T>
bool parse_number(std::string_view text, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

template <class T>
void put(Bytes8& to, T value, std::size_t bytes) {
  const auto* from = reinterpret_cast<const unsigned char*>(&value);
  to.insert(to.end(), from, from + bytes);
}

void put_real(Bytes8& to, double value, std::size_t bytes) {
  if (bytes == sizeof(float)) {
    put(to, static_cast<float>(value), bytes);
  } else {
    put(to, value, bytes);
  }
}

bool put_number(Bytes8& to, const Scalar& scalar, std::string_view text) {
  if (scalar.is_real) {
    double value = 0;
    if (!parse_number(text, value)) return false;
    put_real(to, value, scalar.bytes);
    return true;
  }
  std::int64_t value = 0;
  std::uint64_t large = 0;
  if (!parse_number(text, value)) {
    if (!parse_number(text, large)) return false;
    value = static_cast<std::int64_t>(large);
  }
  put(to, value, scalar.bytes);
  return true;
}

// Random numbers as clrun verify takes them: reals from -1 to 1, integers over their whole range, or below a bound.
Bytes8 random_values(const Scalar& scalar, std::uint64_t count, std::uint64_t below, std::uint64_t seed) {
  algorithms::Random random(seed);
  Bytes8 bytes;
  bytes.reserve(count * scalar.bytes);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (scalar.is_real) {
      put_real(bytes, random.between(-1, 1), scalar.bytes);
    } else {
      put(bytes, below == 0 ? random.next() : random.below(below), scalar.bytes);
    }
  }
  return bytes;
}

Bytes8 counting_values(const Scalar& scalar, std::uint64_t count) {
  Bytes8 bytes;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (scalar.is_real) {
      put_real(bytes, static_cast<double>(i), scalar.bytes);
    } else {
      put(bytes, i, scalar.bytes);
    }
  }
  return bytes;
}

Failure refuse(const std::string& word, const std::string& why) {
  return fail(ErrorKind::k_usage, "--arg " + word + ": " + why);
}

constexpr std::uint64_t k_most_bytes = std::uint64_t{1} << 34;

// buffer:TYPE:COUNT[:HOW[:BELOW]]
Result<Bytes8> generate(const std::string& word, const std::vector<std::string>& parts, std::uint64_t seed) {
  if (parts.size() < 3 || parts.size() > 5) return refuse(word, "a buffer is buffer:TYPE:COUNT, or buffer:@FILE");
  const ValueType type = value_type(parts[1]);
  if (type.scalar == nullptr) return refuse(word, "'" + parts[1] + "' is no scalar or vector type");
  std::uint64_t count = 0, below = 0;
  if (!parse_number(parts[2], count) || count > k_most_bytes / type.stored())
    return refuse(word, "'" + parts[2] + "' is no number of elements");
  count *= type.stored() / type.scalar->bytes;
  const std::string how = parts.size() > 3 ? parts[3] : "random";
  if (parts.size() > 4 && (how != "random" || !parse_number(parts[4], below) || below == 0))
    return refuse(word, "only random: is followed by a number above 0");
  if (how == "random") return random_values(*type.scalar, count, below, seed);
  if (how == "zeros") return Bytes8(count * type.scalar->bytes);
  if (how == "count") return counting_values(*type.scalar, count);
  return refuse(word, "'" + how + "' is not random, zeros or count");
}

}  // namespace

Result<void> KernelArguments::add_buffer(const Queue& queue, const std::string& word, std::uint64_t seed) {
  constexpr const char* k_file = "buffer:@";
  Bytes8 bytes;
  if (word.rfind(k_file, 0) == 0) {
    const Bytes file = CLC_TRY(in_context("--arg", read_file(word.substr(std::strlen(k_file)))));
    bytes.assign(file.begin(), file.end());
  } else {
    std::vector<std::string> parts;
    for (const std::string_view part : split(word, ":")) parts.emplace_back(part);
    bytes = CLC_TRY(generate(word, parts, seed));
  }
  Buffer buffer = CLC_TRY(in_context("--arg " + word, queue.allocate(bytes.size())));
  CLC_TRY(queue.write(buffer, bytes.data(), bytes.size()));
  buffers_.push_back(std::move(buffer));
  list_.push_back(to_argument(buffers_.back()));
  return {};
}

Result<void> KernelArguments::add_value(const Argument& argument, const std::string& word) {
  const ValueType type = value_type(argument.plain_type());
  if (type.scalar == nullptr) return refuse(word, "arguments of type " + argument.type + " cannot be given here");
  Bytes8 bytes;
  const std::vector<std::string_view> numbers = split(word, ",");
  if (numbers.size() != type.elements)
    return refuse(word, "a " + argument.type + " has " + std::to_string(type.elements) + " numbers");
  for (const std::string_view number : numbers) {
    if (!put_number(bytes, *type.scalar, number))
      return refuse(word, "'" + std::string(number) + "' is no number for a " + argument.type);
  }
  bytes.resize(type.stored());
  values_.push_back(std::move(bytes));
  list_.push_back({ArgumentKind::k_value, values_.back().size(), values_.back().data()});
  return {};
}

Result<void> KernelArguments::add(const Queue& queue, const Argument& argument, const std::string& word,
                                  std::uint64_t seed) {
  switch (argument.kind) {
    case ArgumentKind::k_buffer:
      if (word.rfind("buffer:", 0) != 0)
        return refuse(word, "'" + argument.name + "' takes a buffer: buffer:TYPE:COUNT");
      return add_buffer(queue, word, seed);
    case ArgumentKind::k_local: {
      std::uint64_t bytes = 0;
      constexpr std::size_t k_word = 6;
      if (word.rfind("local:", 0) != 0 || !parse_number(std::string_view(word).substr(k_word), bytes) || bytes == 0)
        return refuse(word, "'" + argument.name + "' takes local memory: local:BYTES");
      list_.push_back({ArgumentKind::k_local, bytes, nullptr});
      return {};
    }
    case ArgumentKind::k_value:
      return add_value(argument, word);
    default:
      return refuse(word, "'" + argument.name + "' is of type " + argument.type + ", which cannot be given here");
  }
}

Result<KernelArguments> KernelArguments::make(const Queue& queue, const KernelInterface& kernel,
                                              const std::vector<std::string>& words, std::uint64_t seed) {
  if (words.size() != kernel.arguments.size()) {
    std::vector<std::string> names;
    for (const Argument& argument : kernel.arguments) names.push_back(argument.type + " " + argument.name);
    return fail(ErrorKind::k_usage, "kernel " + kernel.name + " takes " + std::to_string(names.size()) +
                                        " arguments (" + join(names, ", ") + "), each given by --arg, not " +
                                        std::to_string(words.size()));
  }
  KernelArguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    CLC_TRY(arguments.add(queue, kernel.arguments[i], words[i], seed + i));
    const bool is_buffer = kernel.arguments[i].kind == ArgumentKind::k_buffer;
    arguments.buffer_of_.push_back(is_buffer ? &arguments.buffers_.back() : nullptr);
  }
  return arguments;
}

}  // namespace clc::clrun
