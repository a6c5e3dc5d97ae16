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

}  // namespace

std::vector<Check> printf_checks() {
  return {
      {"printf.formats", check_formats},
      {"printf.vectors", check_vectors},
      {"printf.results", check_results},
      {"printf.items", check_items},
  };
}

}  // namespace clc::device_tests
