// Prints the contents of printf's buffer as AMD's runtime does (rocprintf.cpp and devkernel.cpp of ROCm's clr), with
// all that is peculiar about it: what a kernel prints here is what it prints there. The buffer has records, each the
// number of its format and the arguments, which begin at multiples of four bytes.
#include "device/print.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clc::emulator {
namespace {

constexpr std::size_t k_nowhere = std::string::npos;

struct PrintFormat {
  std::vector<std::uint32_t> sizes;
  std::string text;
};

std::size_t aligned(std::size_t bytes) {
  return (bytes + 3) / 4 * 4;
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

// "2:4:8:text %d %f": how many arguments, the size of each, and the format. Nothing where it is not so.
std::optional<PrintFormat> parse(const std::string& line) {
  std::string_view left = line;
  const auto take_number = [&left]() -> std::optional<std::uint32_t> {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(left.data(), left.data() + left.size(), number);
    if (error != std::errc() || end == left.data() + left.size() || *end != ':') return std::nullopt;
    left.remove_prefix(static_cast<std::size_t>(end + 1 - left.data()));
    return number;
  };
  PrintFormat format;
  const std::optional<std::uint32_t> count = take_number();
  if (!count) return std::nullopt;
  for (std::uint32_t i = 0; i < *count; ++i) {
    const std::optional<std::uint32_t> size = take_number();
    if (!size) return std::nullopt;
    format.sizes.push_back(*size);
  }
  format.text = unescaped(std::string(left));
  return format;
}

template <class T>
T take(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// Takes "v4" out of the conversion that begins at `begin`, and returns the 4; 0 where it is for no vector.
unsigned take_lanes(std::string& format, std::size_t begin) {
  const std::size_t v = format.find('v', begin);
  if (v == k_nowhere) return 0;
  for (const unsigned lanes : {2U, 3U, 4U, 8U, 16U}) {
    const std::string number = std::to_string(lanes);
    if (format.compare(v + 1, number.size(), number) != 0) continue;
    format.erase(v, 1 + number.size());
    return lanes;
  }
  return 0;
}

constexpr std::string_view k_real_letters = "eEfgGa";

// True for flags, width, precision, length and letter: the host's printf takes exactly one argument for that, of at
// most 64 bits, and no text of wide characters. Nor does it write without end: C promises 4095 characters.
bool is_plain(std::string_view conversion) {
  const auto take = [&conversion](std::string_view letters) {
    const std::string_view taken = conversion.substr(0, conversion.find_first_not_of(letters));
    conversion.remove_prefix(taken.size());
    return taken;
  };
  constexpr std::string_view k_digits = "0123456789";
  constexpr std::size_t k_most_digits = 3;
  take("-+ #0");
  bool is_short = take(k_digits).size() <= k_most_digits;
  if (conversion.starts_with('.')) conversion.remove_prefix(1);
  is_short = is_short && take(k_digits).size() <= k_most_digits;
  const std::string_view length = take("hljzt");
  if (!is_short || conversion.size() != 1) return false;
  if (conversion == "s") return length.empty();
  const bool is_for_reals = length.empty() || length == "h" || length == "l" || length == "hl";
  return is_for_reals || k_real_letters.find(conversion.front()) == k_nowhere;
}

class Printer {
 public:
  Printer(std::string text, std::span<const std::uint8_t> arguments, std::FILE* to)
      : text_(std::move(text)), arguments_(arguments), to_(to) {}

  // False where the arguments end before those of the format.
  bool print(const PrintFormat& format) {
    for (const std::uint32_t size : format.sizes) {
      const std::size_t begin = find_conversion();
      if (begin == k_nowhere) {
        std::fprintf(to_, "Error: The arguments don't match the printf format string. printf(%s)", format.text.c_str());
        return true;
      }
      const std::size_t end = text_.find_first_of(k_letters, begin);
      if (end == k_nowhere) return true;
      if (!print_conversion(begin, end + 1, size)) return false;
    }
    print_text(text_.substr(at_));
    return true;
  }

 private:
  static constexpr const char* k_letters = "cdieEfgGaosuxXp";

  // Behind the percent sign of the next conversion, with all before it printed that is escaped.
  std::size_t find_conversion() {
    for (;;) {
      std::size_t begin = text_.find('%', at_);
      if (begin == k_nowhere) {
        print_text(text_.substr(at_));
        return begin;
      }
      ++begin;
      while (text_[begin] == ' ') text_.erase(begin, 1);
      if (text_.find_first_of("%n", begin) >= text_.find_first_of(k_letters, begin)) return begin;
      std::string piece = text_.substr(at_, begin + 1 - at_);
      piece.erase(begin - at_ - 1, 1);
      at_ = begin + 1;
      print_text(piece);
    }
  }

  bool print_conversion(std::size_t begin, std::size_t end, std::uint32_t size) {
    std::string piece = text_.substr(at_, end - at_);
    const std::size_t behind_percent = begin - at_;
    at_ = end;
    const unsigned lanes = take_lanes(piece, behind_percent);
    if (lanes == 0 && piece.ends_with('s') && is_plain(piece.substr(behind_percent))) {
      skip(print_string(piece, arguments_));
      return true;
    }
    if (size > arguments_.size()) return false;
    if (!is_plain(piece.substr(behind_percent))) {
      print_text(piece);
    } else if (lanes == 0) {
      print_one(piece, size, arguments_);
    } else {
      print_vector(piece, behind_percent - 1, lanes, size);
    }
    skip(size);
    return true;
  }

  void print_vector(std::string piece, std::size_t percent, unsigned lanes, std::uint32_t size) {
    const std::uint32_t element = size / (lanes == 3 ? 4 : lanes);
    for (unsigned i = 0; i < lanes; ++i) {
      if (i == 1) piece.erase(0, percent);
      if (i > 0) std::fputc(',', to_);
      print_one(piece, element, arguments_.subspan(std::size_t{i} * element));
    }
  }

  // Text up to a conversion, with its argument of `size` bytes.
  void print_one(std::string format, std::uint32_t size, std::span<const std::uint8_t> from) {
    if (format.back() == 's') {
      print_string(format, from);
      return;
    }
    const bool is_float = k_real_letters.find(format.back()) != k_nowhere;
    if (format.find("hl") != k_nowhere) format.erase(format.find_first_of("hl"), 2);
    if (is_float && size == 4) {
      print_float(format, take<float>(from.data()));
    } else if (is_float && size == 8) {
      std::fprintf(to_, format.c_str(), take<double>(from.data()));
    } else if (!is_float && size == 1) {
      print_number(format, from.front());
    } else if (!is_float && (size == 2 || size == 4)) {
      print_integer(format, size == 2 ? take<std::uint16_t>(from.data()) : take<std::uint32_t>(from.data()));
    } else if (!is_float && size == 8) {
      std::fprintf(to_, format.insert(format.size() - 1, 1, 'l').c_str(), take<std::uint64_t>(from.data()));
    } else {
      std::fprintf(to_, "Error: Unsupported data size for PrintfDbg. %u bytes", size);
    }
  }

  // Returns how many bytes the runtime takes it to have.
  std::size_t print_string(const std::string& format, std::span<const std::uint8_t> from) {
    const std::string text(from.begin(), std::find(from.begin(), from.end(), 0));
    std::fprintf(to_, format.c_str(), text.empty() ? nullptr : text.c_str());
    return text.empty() ? 6 : text.size() + 1;
  }

  void print_float(std::string format, float value) {
    if (std::isfinite(value)) {
      std::fprintf(to_, format.c_str(), static_cast<double>(value));
      return;
    }
    const std::size_t begin = format.find('%'), end = format.find_first_of(k_real_letters);
    if (begin != k_nowhere && end != k_nowhere) format.replace(begin + 1, end - begin, "s");
    const std::string text = std::isnan(value) ? "nan" : "infinity";
    std::fprintf(to_, format.c_str(), ((std::signbit(value) ? "-" : "") + text).c_str());
  }

  void print_integer(std::string format, std::uint32_t value) {
    if (format.find("hh") != k_nowhere) {
      format.erase(format.find('h'), 2);
      value = static_cast<std::uint8_t>(value);
    }
    print_number(format, value);
  }

  // In 64 bits where the conversion takes so many.
  void print_number(const std::string& format, std::uint32_t value) {
    const std::string_view conversion = std::string_view(format).substr(format.rfind('%') + 1);
    if (conversion.find_first_of("ljztp") != k_nowhere) {
      std::fprintf(to_, format.c_str(), std::uint64_t{value});
    } else {
      std::fprintf(to_, format.c_str(), value);
    }
  }

  void print_text(const std::string& text) { std::fprintf(to_, "%s", text.c_str()); }
  void skip(std::size_t bytes) { arguments_ = arguments_.subspan(std::min(aligned(bytes), arguments_.size())); }

  std::string text_;
  std::span<const std::uint8_t> arguments_;
  std::FILE* to_;
  std::size_t at_ = 0;
};

// Returns the record's size, or 0 to stop.
std::size_t print_record(const CodeObject& object, std::span<const std::uint8_t> records, std::FILE* to) {
  const auto number = take<std::uint32_t>(records.data());
  const auto found = object.printf_formats.find(number);
  if (found == object.printf_formats.end()) {
    std::fprintf(stderr, "emulator: printf: there is no format %u\n", number);
    return 0;
  }
  const std::optional<PrintFormat> format = parse(found->second);
  if (!format) {
    std::fprintf(stderr, "emulator: printf: the format %u does not say what sizes its arguments have\n", number);
    return 0;
  }
  std::size_t size = sizeof number;
  for (const std::uint32_t one : format->sizes) size += one;
  if (size > records.size()) return 0;
  if (Printer(format->text, records.subspan(sizeof number), to).print(*format)) return size;
  std::fprintf(stderr, "emulator: printf: the arguments of format %u end too early\n", number);
  return 0;
}

}  // namespace

void print_output(const CodeObject& object, const std::uint8_t* buffer, std::uint32_t used, std::FILE* to) {
  std::span<const std::uint8_t> records(buffer, used);
  while (records.size() >= sizeof(std::uint32_t)) {
    const std::size_t size = print_record(object, records, to);
    if (size == 0) break;
    records = records.subspan(size);
  }
  std::fflush(to);
}

}  // namespace clc::emulator
