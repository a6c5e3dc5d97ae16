// Prints the contents of printf's buffer as AMD's runtime does. LLVM's AMDGPUPrintfRuntimeBinding writes each call as
// the number of its format, then the arguments at multiples of four bytes; the format's line in the metadata says how
// long each is.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "driver/objects.h"

namespace clc::emulator::driver {
namespace {

struct Format {
  std::vector<std::uint32_t> sizes;
  std::string text;
};

// "2:4:8:text %d %f": how many arguments, the size of each, and the format, with escapes as in C.
Format parse(const std::string& line) {
  Format format;
  std::size_t colon = line.find(':');
  const unsigned long count = std::stoul(line);
  for (unsigned long i = 0; i < count; ++i) {
    format.sizes.push_back(static_cast<std::uint32_t>(std::stoul(line.substr(colon + 1))));
    colon = line.find(':', colon + 1);
  }
  for (std::size_t i = colon + 1; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      format.text += line[i];
      continue;
    }
    const std::string_view letters = "abfnrtv\\", bytes = "\a\b\f\n\r\t\v\\";
    const char next = line[++i];
    if (const std::size_t at = letters.find(next); at != std::string_view::npos) {
      format.text += bytes[at];
    } else if (next >= '0' && next <= '7') {
      const std::string digits = line.substr(i, std::min<std::size_t>(line.find_first_not_of("01234567", i) - i, 3));
      format.text += static_cast<char>(std::stoul(digits, nullptr, 8));
      i += digits.size() - 1;
    } else {
      format.text += next;
    }
  }
  return format;
}

template <class T>
T take(const std::uint8_t*& from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  from += sizeof value;
  return value;
}

template <class Signed, class Unsigned>
long long take_integer(const std::uint8_t*& from, bool is_signed) {
  const auto value = take<Unsigned>(from);
  return is_signed ? static_cast<long long>(static_cast<Signed>(value)) : static_cast<long long>(value);
}

// Prints one element; `specification` is "%-8.3" without length and conversion.
void print_element(const std::string& specification, char conversion, std::uint32_t size, const std::uint8_t*& from) {
  if (std::strchr("fFeEgGaA", conversion) != nullptr) {
    const double value = size == 8 ? take<double>(from) : take<float>(from);
    std::printf((specification + conversion).c_str(), value);
    return;
  }
  const bool is_signed = std::strchr("di", conversion) != nullptr;
  const long long value = size == 8   ? take<std::int64_t>(from)
                          : size == 4 ? take_integer<std::int32_t, std::uint32_t>(from, is_signed)
                          : size == 2 ? take_integer<std::int16_t, std::uint16_t>(from, is_signed)
                                      : take_integer<std::int8_t, std::uint8_t>(from, is_signed);
  if (conversion == 'c') {
    std::printf((specification + conversion).c_str(), static_cast<int>(value));
  } else if (conversion == 'p') {
    std::printf("%#llx", static_cast<unsigned long long>(value));
  } else {
    std::printf((specification + "ll" + conversion).c_str(), value);
  }
}

// One conversion with its argument, which occupies `size` bytes.
void print_argument(const std::string& whole, std::uint32_t size, const std::uint8_t* from) {
  const char conversion = whole.back();
  const std::size_t flags_end = whole.find_first_not_of("%-+ #0123456789.*");
  const std::string specification = whole.substr(0, flags_end);
  const std::size_t vector = whole.find('v', flags_end);
  if (conversion == 's') {
    std::printf(whole.c_str(), reinterpret_cast<const char*>(from));
  } else if (vector == std::string::npos) {
    print_element(specification, conversion, size, from);
  } else {
    const unsigned long count = std::stoul(whole.substr(vector + 1));
    const std::uint32_t element = size / (count == 3 ? 4 : static_cast<std::uint32_t>(count));
    for (unsigned long i = 0; i < count; ++i) {
      if (i != 0) std::putchar(',');
      print_element(specification, conversion, element, from);
    }
  }
}

void print_call(const Format& format, const std::uint8_t* from) {
  std::size_t argument = 0;
  for (std::size_t at = 0; at < format.text.size();) {
    const std::size_t percent = format.text.find('%', at);
    std::fwrite(format.text.data() + at, 1, std::min(percent, format.text.size()) - at, stdout);
    if (percent == std::string::npos) return;
    const std::size_t end = format.text.find_first_of("diouxXfFeEgGaAcsp%", percent + 1);
    if (end == std::string::npos) return;
    at = end + 1;
    if (format.text[end] == '%') {
      std::putchar('%');
      continue;
    }
    if (argument >= format.sizes.size()) return;
    const std::uint32_t size = format.sizes[argument++];
    print_argument(format.text.substr(percent, at - percent), size, from);
    from += (size + 3U) / 4U * 4U;
  }
}

}  // namespace

void print_output(const CodeObject& object, const std::uint8_t* buffer, std::uint32_t used) {
  std::uint32_t at = 0;
  while (at + 4 <= used) {
    std::uint32_t number = 0;
    std::memcpy(&number, buffer + at, sizeof number);
    const auto found = object.printf_formats.find(number);
    if (found == object.printf_formats.end()) {
      std::fprintf(stderr, "emulator: printf: there is no format %u\n", number);
      break;
    }
    const Format format = parse(found->second);
    std::uint32_t size = 4;
    for (const std::uint32_t one : format.sizes) size += (one + 3U) / 4U * 4U;
    if (at + size > used) break;
    print_call(format, buffer + at + 4);
    at += size;
  }
  std::fflush(stdout);
}

}  // namespace clc::emulator::driver
