// fp8: conversions of each byte and of floats around each number, and each byte in a matrix.
#include "device/float8.h"

#include <bit>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

std::string check_widening(Session& session) {
  const Buffer out = session.upload(std::vector<float>(4 * 256));
  session.launch(session.kernel("float8", "widen"), NDRange{1, {256}, {64}, {}}, out);
  const std::vector<float> got = session.download<float>(out);
  std::size_t i = 0;
  for (const Float8Format& format : k_float8_formats) {
    for (unsigned byte = 0; byte < 256; ++byte, ++i) {
      const double expected = float8_value(format, byte);
      const bool is_equal = std::isnan(expected) ? std::isnan(got[i])
                                                 : got[i] == expected && std::signbit(got[i]) == std::signbit(expected);
      if (!is_equal) throw Failed(text("%s 0x%02x: got %g, expected %g", format.name.data(), byte, got[i], expected));
    }
  }
  return "each byte of 4 formats";
}

std::string check_narrowing(Session& session) {
  // Numbers, and what lies halfway between two of them, have four bits behind the first, so that the upper 13 bits of
  // a float tell them, and the other 19 on which side of them it lies.
  std::vector<float> in;
  for (std::uint32_t upper = 0; upper < 0x10000; upper += 8) {
    for (const std::uint32_t part : {0x0U, 0x1U, 0x7ffffU, 0x30000U})
      in.push_back(std::bit_cast<float>(upper << 16U | part));
  }
  const Buffer source = session.upload(in), out = session.upload(std::vector<unsigned char>(8 * in.size()));
  session.launch(session.kernel("float8", "narrow"), NDRange{1, {in.size()}, {64}, {}}, source, out);
  const std::vector<unsigned char> got = session.download<unsigned char>(out);
  std::size_t at = 0;
  for (const Float8Format& format : k_float8_formats) {
    const std::vector<double> table = float8_table(format);
    for (const bool saturates : {false, true}) {
      for (const float number : in) {
        const unsigned expected = float8_nearest(format, table, number, saturates);
        if (got[at++] == expected) continue;
        throw Failed(text("%a as %s%s: got 0x%02x, expected 0x%02x", number, format.name.data(),
                          saturates ? ", saturating" : "", got[at - 1], expected));
      }
    }
  }
  return text("%zu floats to 4 formats", in.size());
}

std::string check_vectors(Session& session) {
  const std::vector<float> in{1.5F, -500, 0.3F, 1e9F, -7, 0.01F, 3, 2.5F, -0.0F, 448, 1e-7F};
  const Buffer source = session.upload(in), out = session.upload(std::vector<unsigned char>(15));
  session.launch(session.kernel("float8", "vectors"), NDRange{1, {1}, {1}, {}}, source, out);
  std::vector<unsigned char> expected;
  const auto add = [&](const char* name, float number, bool saturates) {
    const Float8Format& format = *float8_format(name);
    expected.push_back(static_cast<unsigned char>(float8_nearest(format, float8_table(format), number, saturates)));
  };
  for (std::size_t i = 0; i < 3; ++i) add("e4m3", in[i], true);
  for (std::size_t i = 3; i < 11; ++i) add("e5m2", in[i], false);
  for (std::size_t i = 0; i < 4; ++i)
    add("e5m2fnuz", static_cast<float>(float8_value(*float8_format("e4m3fnuz"), expected[i])), false);
  expect_equal(session.download<unsigned char>(out), expected, "byte");
  return {};
}

std::string check_matrix(Session& session, const Float8Format& format) {
  const std::vector<double> table = float8_table(format);
  std::vector<unsigned char> all(256), one(256);
  std::vector<float> expected(256);
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (!std::isfinite(table[byte])) continue;  // in the same row as numbers
    all[byte] = static_cast<unsigned char>(byte);
    expected[byte] = static_cast<float>(table[byte]);
  }
  for (unsigned i = 0; i < 16; ++i) one[17 * i] = static_cast<unsigned char>(format.bias << format.fraction_bits);
  const Buffer a = session.upload(all), b = session.upload(one), out = session.upload(std::vector<float>(256));
  const Kernel kernel = session.kernel("float8", "keep_" + std::string(format.name));
  const std::size_t items = sub_group_size(session, kernel);
  session.launch(kernel, NDRange{1, {items}, {items}, {}}, a, b, out);
  expect_equal(session.download<float>(out), expected, "element");
  return "each byte that is a number";
}

}  // namespace

std::vector<Check> float8_checks() {
  std::vector<Check> checks{{"matrix.float8.widening", check_widening},
                            {"matrix.float8.narrowing", check_narrowing},
                            {"matrix.float8.vectors", check_vectors}};
  for (const Float8Format& format : k_float8_formats) {
    checks.push_back({"matrix.float8." + std::string(format.name),
                      [&format](Session& session) { return check_matrix(session, format); }});
  }
  return checks;
}

}  // namespace clc::device_tests
