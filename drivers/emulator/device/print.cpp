// Prints the contents of printf's buffer as AMD's runtime does (rocprintf.cpp and devkernel.cpp of ROCm's clr), with
// all that is peculiar about it: what a kernel prints here is what it prints there. The buffer has records, each the
// number of its format and the arguments, which begin at multiples of four bytes.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "device/device.h"

namespace clc::emulator {
namespace {

constexpr std::size_t k_nowhere = std::string::npos;

struct PrintFormat {
  std::vector<std::uint32_t> sizes;
  std::string text;
};

std::uint32_t aligned(std::uint32_t bytes) {
  return (bytes + 3U) / 4U * 4U;
}

// Undoes the escapes that the runtime knows. What does not end with one of a line break gets a line break.
std::string unescaped(const std::string& line) {
  std::string text;
  bool ends_line = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char next = i + 1 < line.size() ? line[i + 1] : '\0';
    const std::size_t at = std::string_view("abfnrv").find(next);
    ends_line = line[i] == '\\' && next == 'n';
    if (line[i] == '\\' && at != k_nowhere) {
      text += "\a\b\f\n\r\v"[at];
      ++i;
    } else if (line.compare(i, 3, "\\72") == 0) {
      text += ':';
      i += 2;
    } else {
      text += line[i];
    }
  }
  return ends_line ? text : text + "\n";
}

// "2:4:8:text %d %f": how many arguments, the size of each, and the format.
PrintFormat parse(const std::string& line) {
  PrintFormat format;
  std::size_t colon = line.find(':');
  const unsigned long count = std::stoul(line);
  for (unsigned long i = 0; i < count; ++i) {
    format.sizes.push_back(static_cast<std::uint32_t>(std::stoul(line.substr(colon + 1))));
    colon = line.find(':', colon + 1);
  }
  format.text = unescaped(line.substr(colon + 1));
  return format;
}

template <class T>
T take(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

void print_float(std::string format, float value) {
  if (std::isfinite(value)) {
    std::printf(format.c_str(), static_cast<double>(value));
    return;
  }
  const std::size_t begin = format.find('%'), end = format.find_first_of("eEfgGa");
  if (begin != k_nowhere && end != k_nowhere) format.replace(begin + 1, end - begin, "s");
  const std::string text = std::isnan(value) ? "nan" : "infinity";
  std::printf(format.c_str(), ((std::signbit(value) ? "-" : "") + text).c_str());
}

void print_integer(std::string format, std::uint32_t value) {
  if (format.find("hh") != k_nowhere) {
    format.erase(format.find('h'), 2);
    value = static_cast<std::uint8_t>(value);
  }
  std::printf(format.c_str(), value);
}

// Text up to a conversion, with its argument; how many bytes that takes.
std::uint32_t print_one(std::string format, std::uint32_t size, const std::uint8_t* from) {
  if (format.back() == 's') {
    const char* text = *from == 0 ? nullptr : reinterpret_cast<const char*>(from);
    std::printf(format.c_str(), text);
    return text == nullptr ? 6 : static_cast<std::uint32_t>(std::strlen(text)) + 1;
  }
  const bool is_float = std::strchr("eEfgGa", format.back()) != nullptr;
  if (format.find("hl") != k_nowhere) format.erase(format.find_first_of("hl"), 2);
  if (size == 1) {
    std::printf(format.c_str(), *from);
  } else if (size == 4 && is_float) {
    print_float(format, take<float>(from));
  } else if (size == 2 || size == 4) {
    print_integer(format, size == 2 ? take<std::uint16_t>(from) : take<std::uint32_t>(from));
  } else if (size == 8 && is_float) {
    std::printf(format.c_str(), take<double>(from));
  } else if (size == 8) {
    std::printf(format.insert(format.size() - 1, 1, 'l').c_str(), take<std::uint64_t>(from));
  } else {
    std::printf("Error: Unsupported data size for PrintfDbg. %u bytes", size);
  }
  return size;
}

// The elements of the vector that a conversion is for; 0 where it is none. `length` of its letters say so.
unsigned lanes_of(const std::string& text, std::size_t begin, std::size_t end, std::size_t& length) {
  if (end - begin < 3) return 0;
  length = text[end - 3] == 'v' ? 2 : text[end - 4] == 'v' ? 3 : end >= 5 && text[end - 5] == 'v' ? 4 : 0;
  if (length == 0) return 0;
  const char digit = text[end - length];
  if (digit == '1') return text[end - length + 1] == '6' ? 16 : 0;
  return std::strchr("2348", digit) != nullptr ? static_cast<unsigned>(digit - '0') : 0;
}

class Printer {
 public:
  Printer(std::string text, const std::uint8_t* from) : text_(std::move(text)), from_(from) {}

  void print(const PrintFormat& format) {
    for (const std::uint32_t size : format.sizes) {
      const std::size_t begin = find_conversion();
      if (begin == k_nowhere) {
        std::printf("Error: The arguments don't match the printf format string. printf(%s)", format.text.c_str());
        return;
      }
      std::size_t end = text_.find_first_of(k_letters, begin);
      if (end == k_nowhere) return;
      print_conversion(begin, ++end, size);
    }
    std::printf("%s", text_.substr(at_).c_str());
  }

 private:
  static constexpr const char* k_letters = "cdieEfgGaosuxXp";

  // Behind the percent sign of the next conversion, with all before it printed that is escaped.
  std::size_t find_conversion() {
    for (;;) {
      std::size_t begin = text_.find('%', at_);
      if (begin == k_nowhere) {
        std::printf("%s", text_.substr(at_).c_str());
        return begin;
      }
      ++begin;
      while (text_[begin] == ' ') text_.erase(begin, 1);
      if (text_.find_first_of("%n", begin) >= text_.find_first_of(k_letters, begin)) return begin;
      std::string piece = text_.substr(at_, begin + 1 - at_);
      piece.erase(begin - at_ - 1, 1);
      at_ = begin + 1;
      std::printf("%s", piece.c_str());
    }
  }

  void print_conversion(std::size_t begin, std::size_t end, std::uint32_t size) {
    std::size_t length = 0;
    const unsigned lanes = lanes_of(text_, begin, end, length);
    std::string piece = text_.substr(at_, end - at_);
    const std::size_t percent = begin - at_ - 1;
    at_ = end;
    if (lanes == 0) {
      from_ += aligned(print_one(piece, size, from_));
      return;
    }
    const std::size_t v = piece.size() - (length + 1);
    const bool has_length = text_.find_first_of("hl", begin) < end;
    piece.erase(v, has_length ? piece.find_first_of("hl", v + 1) - v : length);
    const std::uint32_t element = size / (lanes == 3 ? 4 : lanes);
    for (unsigned i = 0; i < lanes; ++i) {
      if (i == 1) piece.erase(0, percent);
      if (i > 0) std::putchar(',');
      print_one(piece, element, from_ + i * element);
    }
    from_ += aligned(size);
  }

  std::string text_;
  const std::uint8_t* from_;
  std::size_t at_ = 0;
};

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
    const PrintFormat format = parse(found->second);
    std::uint32_t size = 4;
    for (const std::uint32_t one : format.sizes) size += one;
    if (at + size > used) break;
    Printer(format.text, buffer + at + 4).print(format);
    at += size;
  }
  std::fflush(stdout);
}

}  // namespace clc::emulator
