// printf in kernels, whose text is caught from standard output.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

// Standard output goes to a file while one of these lives.
class Capture {
 public:
  Capture() : file_(std::tmpfile()) {
    std::fflush(stdout);
    saved_ = dup(STDOUT_FILENO);
    if (!file_ || saved_ < 0 || dup2(fileno(file_), STDOUT_FILENO) < 0)
      throw Failed("standard output cannot be redirected");
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture() {
    restore();
    std::fclose(file_);
  }
  std::vector<std::string> lines() {
    restore();
    std::rewind(file_);
    std::string all;
    for (int c; (c = std::getc(file_)) != EOF;) all += static_cast<char>(c);
    std::vector<std::string> found;
    std::istringstream stream(all);
    for (std::string line; std::getline(stream, line);) found.push_back(line);
    return found;
  }

 private:
  void restore() {
    if (saved_ < 0) return;
    std::fflush(stdout);
    dup2(saved_, STDOUT_FILENO);
    close(saved_);
    saved_ = -1;
  }
  std::FILE* file_;
  int saved_ = -1;
};

void expect_lines(const std::vector<std::string>& got, const std::vector<std::string>& expected) {
  for (std::size_t i = 0; i < std::max(got.size(), expected.size()); ++i) {
    const std::string g = i < got.size() ? got[i] : "(nothing)", e = i < expected.size() ? expected[i] : "(nothing)";
    if (g != e) throw Failed(text("line %zu: got '%s', expected '%s'", i + 1, g.c_str(), e.c_str()));
  }
}

template <class... A>
std::vector<std::string> printed(Session& session, const char* kernel, const NDRange& range, const A&... arguments) {
  const Kernel loaded = session.kernel("printf", kernel);
  Capture capture;
  session.launch(loaded, range, arguments...);
  need(session.queue().finish());
  return capture.lines();
}

std::string check_formats(Session& session) {
  const int i = -42;
  const unsigned u = 3000000000u;
  const float f = 1234.5678f;
  const long l = -5000000000l;
  expect_lines(printed(session, "formats", range_1d(1, 1), cl_int(i), cl_uint(u), f, cl_long(l)),
               {text("%d|%5d|%-5d|%05d|%+d", i, i, i, i, i), text("%u %x %X %#x %o", u, u, u, u, u),
                text("%f %.2f %10.3f %e %g", f, f, f, f, f),
                text("%ld %lu %lx", l, static_cast<unsigned long>(l), static_cast<unsigned long>(l)), "literal two z %",
                "-7 -3 ab", "nothing to convert"});
  return "";
}

std::string check_vectors(Session& session) {
  const cl_float4 f{{1.5f, -2.25f, 3, 1000}};
  const cl_int4 i{{1, -2, 3, 2147483647}};
  expect_lines(printed(session, "vectors", range_1d(1, 1), f, i),
               {"1.500000,-2.250000,3.000000,1000.000000", "1,-2,3,2147483647", "1.5,-2.2 1,-2,3,2147483647",
                "1,-2,3,-4|a,ff", "200,255 1 1,fffe,3 end", "-1,1099511627776 1,8000000000000000 %v2d",
                "0x3,0x7fffffff +1.50e+00,+1.00e+03 1     ,-2    |",
                "1,-2,3,2147483647,1,-2,3,2147483647 0,1,2,3,4,5,6,7,8,9,10,11,12,13,-14,-128"});
  return "";
}

std::string check_results(Session& session) {
  const Buffer results = session.upload(std::vector<cl_int>{7, 7});
  expect_lines(printed(session, "results", range_1d(1, 1), results), {"one 1", "two"});
  expect_equal(session.download<cl_int>(results), {0, 0}, "what printf returns");
  return "";
}

std::string check_items(Session& session) {
  std::vector<std::string> got = printed(session, "items", range_1d(40, 8)), expected;
  for (int i = 0; i < 40; i += 2) expected.push_back(text("item %d of group %d: %.1f", i, i / 8, i % 8 / 4.0f));
  std::sort(got.begin(), got.end());
  std::sort(expected.begin(), expected.end());
  expect_lines(got, expected);
  return "";
}

std::string check_texts(Session& session) {
  expect_lines(
      printed(session, "texts", range_1d(1, 1), cl_int(41)),
      {"|41|a|ab|42", "abc|41|abcd|abcde|42", "abcdef|41|abcdefg|abcdefgh|42", "abcdefghifourxsixteen letters.",
       "[   four|four   |fo|four|         ]", "escapes:%d\\n: \"quoted\" \\n \\\\ it's a\ttab, 50% of 7:2; ~ ?", "41%",
       "% 41 %% 41", "100%", "100% of %s %n %%", "back\\slash \\a \\b \\f \\r \\v \\72 \\101 41 \\",
       "\u00e4\u00f6\u00fc \u20ac \u00df\u2192 41", "no end of line, 41, named", "two", "lines 41",
       "e, f, g, s, n, hh, hl, v4f: 41, highlight highlight withhold: 41 1.000000 withhold", "\\n41 hhh41"});
  return "";
}

std::string check_cut_texts(Session& session) {
  expect_lines(printed(session, "cut_texts", range_1d(1, 1), cl_int(41)), {"[    fou|eigh     ||         |41]"});
  return "";
}

std::string check_chosen_texts(Session& session) {
  const std::string text = "given";
  std::vector<cl_char> bytes(text.begin(), text.end());
  bytes.push_back(0);
  const Buffer given = session.upload(bytes);
  expect_lines(printed(session, "chosen_texts", range_1d(1, 1), cl_int(42), cl_int(0), given, LocalMemory{9}),
               {"yes|42|no", "<one|  one|one  |on|0>", "<|     |     ||1>", "<seven77|seven77|seven77|se|2>", "0one0",
                "11", "2seven772", "med ne 42", "ABCDEFGH,stuvwxyz,42,given,ive."});
  return "";
}

// `value` as often as a vector has elements.
std::string repeated(const std::string& value, int count) {
  std::string all = value;
  for (int i = 1; i < count; ++i) all += "," + value;
  return all;
}

std::string check_numbers(Session& session) {
  const cl_char c = 'q';
  const cl_uchar uc = 200;
  const cl_short s = -30000;
  const cl_ushort us = 60000;
  const cl_int i = 123456;
  const cl_uint u = 4000000000u;
  const long l = -1234567890123456789l;
  const unsigned long ul = 18000000000000000000ul;
  const float f = -1234.5678f;
  std::string many = repeated("123456", 10);
  std::replace(many.begin(), many.end(), ',', ' ');
  many += text(" %ld", l);
  for (int k = 0; k < 13; ++k) many += " 123456";
  many += text(" %f", f) + " 123456 123456 123456 123456 123456 many 123456 123456 123456 123456 -294967296";
  expect_lines(printed(session, "numbers", range_1d(1, 1), c, uc, s, us, i, u, cl_long(l), cl_ulong(ul), f),
               {text("%d %u %d %u %d %u %ld %lu", c, uc, s, us, i, u, l, ul),
                text("%d %x %d %X %d %o %ld %lx", -c, 256 - uc, -s, 65536 - us, -i, u, -l, ul),
                text("%hhd %hhu %hd %hu", i, i, i, i),
                text("[%8ld|%-8ld|%+ld|%08d|%#x|%#o|%.4d|%8.4d]", l >> 40, l >> 40, l, i, u, u, i, i),
                text("[% d|% 6d|% ld|%- 6d|% d]", i, i, l, i, -i),
                text("%e %E %g %G %.3f %10.2e|%-10.1f|%+f|%010.3f|%#g", f, f, f, f, f, f, f, f, f, f),
                text("%a %.2a %d", f, f, i), text("%c%c%5c|%-3c|", c, 'y', 'z', '%'), "113,-1 200,2,255 c8,c8,c8,c8",
                "-30000,-1 60000,2,65535 EA60,EA60,EA60,EA60", "123456,-1 4000000000,2,3 ee6b2800,3,4,5",
                text("%ld,-1 %lu,2,3 %lx,1,2,3", l, ul, ul),
                text("%f,-1.000000 ", f) + repeated(text("%e", f), 3) + " " + repeated(text("%g", f), 4) + "|123456",
                text("[%5.1f,%5.1f|%-6d,%-6d|%#x,%#x|%02x,%02x,%02x,%02x|%+d,%+d] %d", f, f, i, i, uc, uc, uc, uc, uc,
                     uc, s, s, i),
                many});
  return "";
}

std::string check_wide_vectors(Session& session) {
  const cl_uint u = 4000000000u;
  const long l = -1234567890123456789l;
  const float f = -1234.5678f;
  expect_lines(
      printed(session, "wide_vectors", range_1d(1, 1), cl_char('q'), cl_short(-30000), cl_int(123456), u, cl_long(l),
              f),
      {repeated("113", 8) + " " + repeated("113", 8) + ",-1,-2,-3,-4,-5,-6,-7,-8",
       repeated("-30000", 8) + " " + repeated("30000", 16), repeated("-123456", 8) + " " + repeated(text("%o", u), 16),
       repeated(text("%ld", -l), 8) + " " + repeated(text("%ld", l), 16),
       repeated(text("%f", -f), 8) + " " + repeated(text("%.1f", f), 16) + "|123456"});
  return "";
}

std::string check_halves(Session& session) {
  if (!session.facts().has_fp16) throw Skipped("the device has no half");
  const Buffer numbers = session.upload(std::vector<cl_half>{0x3e00, 0xc500, 0x7800});  // 1.5, -5, 32768
  expect_lines(printed(session, "halves", range_1d(1, 1), numbers),
               {"1.500000 1.500000,-1.000000 " + repeated("-5.000000e+00", 3) + " " + repeated("32768", 4) + " " +
                repeated("1.5", 8) + " 9"});
  return "";
}

std::string check_doubles(Session& session) {
  if (!session.facts().has_fp64) throw Skipped("the device has no double");
  const double d = 12345.678901234567;
  const float f = 1.5f;
  expect_lines(printed(session, "doubles", range_1d(1, 1), d, f),
               {text("%f %.15f %.17g %a %e", 0.1, d, d, d, 1e300),
                text("inf -inf %f %f %g", d, static_cast<double>(1.0f / 3), f),
                text("%f,-1.000000 ", d) + repeated(text("%e", d), 3) + text(" %g,%g,1,0.1 ", 1e300, d) +
                    repeated(text("%f", d), 8) + " " + repeated(text("%.2f", d), 16),
                text("%f %d %s %ld %f", d, 7, "text", 1L << 40, static_cast<double>(0.1f))});
  return "";
}

}  // namespace

std::vector<Check> printf_checks() {
  return {
      {"printf.formats", check_formats},
      {"printf.vectors", check_vectors},
      {"printf.results", check_results},
      {"printf.items", check_items},
      {"printf.texts", check_texts},
      {"printf.chosen_texts", check_chosen_texts},
      {"printf.numbers", check_numbers},
      {"printf.cut_texts", check_cut_texts},
      {"printf.wide_vectors", check_wide_vectors},
      {"printf.halves", check_halves},
      {"printf.doubles", check_doubles},
  };
}

}  // namespace clc::device_tests
