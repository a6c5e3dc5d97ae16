// Cooperative matrices: each product of kernels_matrices/matrix_products.h on values whose results are exact, and on
// others within the bound of any order of summation; operators, elements and places in memory.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>

#include "device/float8.h"
#include "device/harness.h"

namespace clc::device_tests {
namespace {

constexpr std::size_t k_tiles = 3;
constexpr std::size_t k_gap = 3;
constexpr unsigned k_saturates = 16;

struct Product {
  const char* name;
  std::string_view a, b, read, sum;
  std::size_t m, n, k;
  bool columns_a, columns_b, columns_c;
  unsigned operands;
  std::size_t items = 0;  // of a work-group whose matrices they are; 0 for those of a sub-group
  std::size_t gap = k_gap;
};

constexpr Product k_products[] = {
#define ON_HOST
#define PRODUCT(NAME, A, B, READ, SUM, M, N, K, COLUMNS_A, COLUMNS_B, COLUMNS_C, OPERANDS) \
  {#NAME, #A, #B, #READ, #SUM, M, N, K, COLUMNS_A, COLUMNS_B, COLUMNS_C, OPERANDS},
#include "device/kernels_matrices/matrix_products.h"
#define GROUP_PRODUCT(NAME, A, B, READ, SUM, M, N, K, COLUMNS_A, COLUMNS_B, COLUMNS_C, OPERANDS, DEPTH, ITEMS, GAP) \
  {#NAME, #A, #B, #READ, #SUM, M, N, K, COLUMNS_A, COLUMNS_B, COLUMNS_C, OPERANDS, ITEMS, GAP},
#include "device/kernels_matrices/group_products.h"
};

// In each layout of A and B.
constexpr Product k_local_products[] = {
#define LOCAL_IN(NAME, TYPE, READ, SUM, M, N, K, COLUMNS_A, COLUMNS_B) \
  {#NAME "_" #COLUMNS_A #COLUMNS_B, #TYPE, #TYPE, #READ, #SUM, M, N, K, COLUMNS_A, COLUMNS_B, false, 0},
#define LOCAL(...)            \
  LOCAL_IN(__VA_ARGS__, 0, 0) \
  LOCAL_IN(__VA_ARGS__, 0, 1) LOCAL_IN(__VA_ARGS__, 1, 0) LOCAL_IN(__VA_ARGS__, 1, 1)
#include "device/kernels_matrices/local_products.h"
};

// How a scalar type of OpenCL C lies in memory.
struct Scalar {
  std::string_view name;
  std::size_t bytes;
  bool is_integer;
  int fraction;  // bits of floating point
};

Scalar scalar_of(std::string_view type, std::string_view read) {
  if (read == "bfloat") return {"bfloat", 2, false, 8};
  if (read == "tf32") return {"float", 4, false, 11};
  if (const Float8Format* format = float8_format(read)) return {format->name, 1, false, format->fraction_bits + 1};
  if (type == "half") return {"half", 2, false, 11};
  if (type == "float") return {"float", 4, false, 24};
  if (type == "double") return {"double", 8, false, 53};
  const std::string_view width = type.front() == 'u' ? type.substr(1) : type;
  const std::size_t bytes = width == "char" ? 1 : width == "short" ? 2 : width == "int" ? 4 : 8;
  return {type, bytes, true, 0};
}

template <class To>
void put(To value, unsigned char* to) {
  std::memcpy(to, &value, sizeof value);
}

void encode(const Scalar& type, double value, unsigned char* to) {
  if (type.is_integer) {
    const auto bits =
        value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) : static_cast<std::uint64_t>(value);
    std::memcpy(to, &bits, type.bytes);
  } else if (type.name == "half") {
    put(static_cast<_Float16>(value), to);
  } else if (const Float8Format* format = float8_format(type.name)) {
    *to = static_cast<unsigned char>(
        float8_nearest(*format, float8_table(*format), static_cast<float>(value), /*saturates=*/false));
  } else if (type.name == "bfloat") {
    put(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16U), to);
  } else if (type.name == "float") {
    put(static_cast<float>(value), to);
  } else {
    put(value, to);
  }
}

template <class From>
From get(const unsigned char* from) {
  From value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

double decode(const Scalar& type, const unsigned char* from) {
  if (type.name == "half") return static_cast<double>(get<_Float16>(from));
  if (type.name == "float") return get<float>(from);
  if (type.name == "double") return get<double>(from);
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, type.bytes);
  const unsigned unused = static_cast<unsigned>(64 - 8 * type.bytes);
  if (type.name.front() == 'u') return static_cast<double>(bits);
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

// The matrices of all groups, and how they lie in memory.
struct Matrices {
  Scalar type;
  std::size_t rows, columns;
  bool in_columns;
  std::size_t gap = k_gap, tiles = k_tiles;
  std::vector<double> values = {};

  std::size_t stride() const { return (in_columns ? rows : columns) + gap; }
  std::size_t size() const { return (in_columns ? columns : rows) * stride(); }
  std::size_t at(std::size_t group, std::size_t row, std::size_t column) const {
    return group * size() + (in_columns ? column * stride() + row : row * stride() + column);
  }
  std::vector<unsigned char> encoded() const {
    std::vector<unsigned char> bytes(values.size() * type.bytes);
    for (std::size_t i = 0; i < values.size(); ++i) encode(type, values[i], &bytes[i * type.bytes]);
    return bytes;
  }
};

// Values whose products and sums are exact, or any that the type has.
void fill(Matrices& matrices, bool is_exact, bool is_sum, bool is_near_limit, std::mt19937_64& random) {
  matrices.values.resize(matrices.tiles * matrices.size());
  const bool is_signed = !matrices.type.is_integer || matrices.type.name.front() != 'u';
  for (double& value : matrices.values) {
    const std::uint64_t bits = random();
    if (matrices.type.is_integer) {
      const unsigned width = std::min(is_sum ? 30U : 20U, static_cast<unsigned>(8 * matrices.type.bytes));
      const std::uint64_t part = bits >> (64 - width);
      value = static_cast<double>(part) - (is_signed ? std::ldexp(1, static_cast<int>(width) - 1) : 0);
      if (is_near_limit && is_signed) value = (bits & 1U) != 0 ? 2147483647.0 - (bits >> 54U) : -2147483648.0;
      if (is_near_limit && !is_signed) value = (bits & 1U) != 0 ? 4294967295.0 : static_cast<double>(bits >> 54U);
    } else if (is_exact) {
      value = static_cast<double>(bits % 9) - 4;
    } else {
      const int fraction = std::min(matrices.type.fraction, 52);
      const double any = static_cast<double>(bits >> (64 - fraction)) - std::ldexp(1, fraction - 1);
      value = std::ldexp(any, 1 - fraction + static_cast<int>(random() % 4));
    }
  }
}

struct Expected {
  double value, bound;
};

Expected expected_of(const Product& product, const Matrices& a, const Matrices& b, const Matrices& c, std::size_t group,
                     std::size_t row, std::size_t column) {
  double sum = 0, size = 0;
  for (std::size_t k = 0; k < product.k; ++k) {
    const double one = a.values[a.at(group, row, k)] * b.values[b.at(group, k, column)];
    sum += one;
    size += std::fabs(one);
  }
  const double before = c.values[c.at(group, row, column)];
  sum += before;
  size += std::fabs(before);
  // Units of chips may drop what lies below the largest addend by more than the fraction and two bits.
  // Those of work-groups add up fp8 with few bits.
  constexpr int k_fraction_of_float8 = 14;
  const bool adds_few_bits = product.items != 0 && float8_format(a.type.name) != nullptr;
  const int fraction = adds_few_bits ? k_fraction_of_float8 : std::min(c.type.fraction, 50);
  const double step = std::ldexp(1, 2 - fraction) * static_cast<double>(product.k + 2);
  if (!c.type.is_integer) return {sum, size * step};
  const bool is_signed = c.type.name.front() != 'u';
  if ((product.operands & k_saturates) != 0)
    return {std::clamp(sum, is_signed ? -2147483648.0 : 0.0, is_signed ? 2147483647.0 : 4294967295.0), 0};
  unsigned char bytes[8];
  encode(c.type, sum, bytes);
  return {decode(c.type, bytes), 0};  // as the type wraps
}

void check_values(Session& session, const Product& product, bool is_exact) {
  std::mt19937_64 random(product.m * 64 + product.k);
  // "e4m3_e5m2": A by the first, B by the second.
  const std::size_t both = product.read.find('_');
  const std::string_view read_b = both == std::string_view::npos ? product.read : product.read.substr(both + 1);
  Matrices a{scalar_of(product.a, product.read.substr(0, both)), product.m, product.k, product.columns_a, product.gap};
  Matrices b{scalar_of(product.b, read_b), product.k, product.n, product.columns_b, product.gap};
  Matrices c{scalar_of(product.sum, "plain"), product.m, product.n, product.columns_c, product.gap};
  fill(a, is_exact, false, false, random);
  fill(b, is_exact, false, false, random);
  fill(c, is_exact, true, (product.operands & k_saturates) != 0, random);
  const Buffer first = session.upload(a.encoded()), second = session.upload(b.encoded()),
               third = session.upload(c.encoded()), out = session.upload(c.encoded());
  const std::string module =
      std::string(product.items != 0 ? "group_" : "") + (product.a == "half"     ? "matrices_half"
                                                         : product.a == "double" ? "matrices_double"
                                                                                 : "matrices");
  const Kernel kernel = session.kernel(module, product.name);
  const std::size_t items = product.items != 0 ? product.items : sub_group_size(session, kernel);
  session.launch(kernel, NDRange{1, {k_tiles * items}, {items}, {}}, first, second, third, out);
  const std::vector<unsigned char> got = session.download<unsigned char>(out);
  for (std::size_t group = 0; group < k_tiles; ++group) {
    for (std::size_t i = 0; i < product.m * product.n; ++i) {
      const std::size_t row = i / product.n, column = i % product.n;
      const Expected expected = expected_of(product, a, b, c, group, row, column);
      const double value = decode(c.type, &got[c.at(group, row, column) * c.type.bytes]);
      if (std::fabs(value - expected.value) <= (is_exact ? 0 : expected.bound)) continue;
      throw Failed(text("group %zu, row %zu, column %zu: got %.17g, expected %.17g%s", group, row, column, value,
                        expected.value, is_exact ? " exactly" : ""));
    }
  }
}

std::string check_product(Session& session, const Product& product) {
  if (product.a == "half" && !has_half(session)) throw Skipped("the device has no half");
  if (product.a == "double" && !session.facts().has_fp64) throw Skipped("the device has no double");
  check_values(session, product, /*is_exact=*/true);
  if (scalar_of(product.sum, "plain").is_integer) return "exact";
  check_values(session, product, /*is_exact=*/false);
  return "exact, and within the bound";
}

// A and B behind each other in local memory; with lines that are aligned, some chips load them in another way.
std::string check_local(Session& session, const Product& product) {
  if (product.a == "half" && !has_half(session)) throw Skipped("the device has no half");
  const Kernel kernel = session.kernel(product.a == "half" ? "matrices_local_half" : "matrices_local", product.name);
  const std::size_t items = sub_group_size(session, kernel);
  const Scalar type = scalar_of(product.a, product.read);
  const std::size_t line = 16 / type.bytes;
  for (const std::size_t gap : {line, line / 2}) {
    std::mt19937_64 random(gap);
    Matrices a{type, product.m, product.k, product.columns_a, gap, 1};
    Matrices b{type, product.k, product.n, product.columns_b, gap, 1};
    Matrices c{scalar_of(product.sum, "plain"), product.m, product.n, false, 0, 1};
    fill(a, true, false, false, random);
    fill(b, true, false, false, random);
    fill(c, true, true, false, random);
    std::vector<unsigned char> both = a.encoded(), second = b.encoded();
    const auto first_bytes = static_cast<cl_uint>(both.size());
    both.insert(both.end(), second.begin(), second.end());
    const Buffer memory = session.upload(both), out = session.upload(c.encoded());
    session.launch(kernel, NDRange{1, {items}, {items}, {}}, memory, out, first_bytes,
                   static_cast<cl_uint>(both.size()), static_cast<cl_uint>(a.stride()),
                   static_cast<cl_uint>(b.stride()));
    const std::vector<unsigned char> got = session.download<unsigned char>(out);
    for (std::size_t i = 0; i < product.m * product.n; ++i) {
      const Expected expected = expected_of(product, a, b, c, 0, i / product.n, i % product.n);
      const double value = decode(c.type, &got[i * c.type.bytes]);
      if (value != expected.value)
        throw Failed(text("gap %zu, row %zu, column %zu: got %.17g, expected %.17g", gap, i / product.n, i % product.n,
                          value, expected.value));
    }
  }
  return {};
}

std::string check_operators(Session& session) {
  constexpr int k_rows = 16, k_columns = 8, k_size = k_rows * k_columns, k_results = 8;
  std::vector<cl_int> in(2 * k_size), expected;
  for (int i = 0; i < 2 * k_size; ++i) in[i] = i * 37 % 101 + 1;
  std::vector<cl_int> a(in.begin(), in.begin() + k_size), b(in.begin() + k_size, in.end());
  for (int result = 0; result < k_results; ++result) {
    for (int i = 0; i < k_size; ++i) {
      const int x = a[i], y = b[i];
      const int values[k_results] = {x + y, y - x, x * 3 + y, 2 * x * y, x / y, (7 + x) * 2, x * 10 + 1, x / 2};
      expected.push_back(values[result]);
    }
  }
  const Buffer source = session.upload(in), out = session.upload(std::vector<cl_int>(expected.size()));
  const Kernel kernel = session.kernel("matrices", "operators");
  const std::size_t items = sub_group_size(session, kernel);
  session.launch(kernel, NDRange{1, {items}, {items}, {}}, source, out);
  expect_equal(session.download<cl_int>(out), expected, "result");
  return {};
}

std::string check_group_operators(Session& session) {
  constexpr std::size_t k_size = 64 * 32, k_results = 4;
  std::vector<cl_int> in(2 * k_size), expected;
  for (std::size_t i = 0; i < 2 * k_size; ++i) in[i] = static_cast<cl_int>(i * 37 % 101 + 1);
  for (std::size_t result = 0; result < k_results; ++result) {
    for (std::size_t i = 0; i < k_size; ++i) {
      const int x = in[i], y = in[k_size + i];
      const int values[k_results] = {2 * x - 3 * y, 7 + x / y, x * 10 + 1, x / 2};
      expected.push_back(values[result]);
    }
  }
  const Buffer source = session.upload(in), out = session.upload(std::vector<cl_int>(expected.size()));
  session.launch(session.kernel("group_matrices", "group_operators"), NDRange{2, {32, 4}, {32, 4}, {}}, source, out);
  expect_equal(session.download<cl_int>(out), expected, "result");
  return {};
}

std::string check_places(Session& session) {
  constexpr int k_rows = 16, k_columns = 8, k_depth = 16;
  constexpr cl_uint k_turns = 5;
  std::vector<cl_char> in(k_rows * k_depth + k_depth * k_columns);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<cl_char>(i * 91 % 255);
  std::vector<cl_int> expected(k_rows * k_columns, 9);
  for (int i = 0; i < k_rows * k_columns; ++i) {
    for (int k = 0; k < k_depth; ++k)
      expected[i] +=
          cl_int{k_turns} * in[i / k_columns * k_depth + k] * in[k_rows * k_depth + k * k_columns + i % k_columns];
  }
  const Buffer source = session.upload(in), out = session.upload(std::vector<cl_int>(expected.size(), 9));
  const Kernel kernel = session.kernel("matrices", "places");
  const std::size_t items = sub_group_size(session, kernel);
  session.launch(kernel, NDRange{1, {items}, {items}, {}}, source, out, k_turns);
  expect_equal(session.download<cl_int>(out), expected, "sum");
  return {};
}

}  // namespace

std::size_t sub_group_size(Session& session, const Kernel& kernel) {
  std::size_t items = 0;
  need_cl(clGetKernelWorkGroupInfo(kernel.handle(), session.queue().device().id,
                                   CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof items, &items, nullptr),
          "clGetKernelWorkGroupInfo");
  return items;
}

std::vector<Check> matrix_checks() {
  std::vector<Check> checks{{"matrix.operators", check_operators},
                            {"matrix.places", check_places},
                            {"matrix.group_operators", check_group_operators}};
  for (const Product& product : k_products) {
    checks.push_back({std::string("matrix.product.") + product.name,
                      [&product](Session& session) { return check_product(session, product); }});
  }
  for (const Product& product : k_local_products) {
    checks.push_back({std::string("matrix.local.") + product.name,
                      [&product](Session& session) { return check_local(session, product); }});
  }
  for (Check& check : float8_checks()) checks.push_back(std::move(check));
  return checks;
}

}  // namespace clc::device_tests
