// Vectors of 2, 3, 8 and 16 elements, shuffles, and pointers into every address space. The kernels themselves compare
// with scalars, arrays and private memory, and return a bit for each function that differs.
#include <cstdint>
#include <limits>
#include <random>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

constexpr std::size_t k_launched_items = 96;

using Names = std::vector<const char*>;
const Names k_maths{"exp2",      "sqrt",  "hypot", "fmod",  "ldexp",  "ldexp of one int",
                    "nextafter", "fdim",  "logb",  "round", "fmax",   "fmin",
                    "fma",       "mix",   "step",  "sign",  "isinf",  "isnan",
                    "isless",    "fract", "modf",  "frexp", "remquo", "copysign",
                    "bitselect"};
const Names k_integers{"add_sat", "sub_sat", "mul_hi", "mad_hi",    "rotate", "hadd",  "rhadd",  "clz",    "popcount",
                       "max",     "min",     "clamp",  "bitselect", "?:",     "x / y", "x << y", "mad_sat"};
const Names k_with_pointers{"fract", "modf", "sincos", "frexp", "lgamma_r", "remquo"};

template <class T>
std::vector<T> width_values(unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values(16 * k_launched_items);
  if constexpr (std::is_floating_point_v<T>) {
    using Limits = std::numeric_limits<T>;
    const T special[] = {
        0, 1, 2, 3, T(0.5), Limits::infinity(), Limits::min(), Limits::denorm_min() * 5, Limits::quiet_NaN()};
    std::uniform_real_distribution<T> moderate(-20, 20);
    for (T& v : values) {
      v = random() % 3 == 0 ? special[random() % std::size(special)] : moderate(random);
      if (random() % 2) v = -v;
    }
  } else {
    for (T& v : values) v = static_cast<T>(random() >> (random() % 64));
  }
  return values;
}

// Fails with the names of the functions whose bits are set in any item.
void expect_none_wrong(const std::vector<std::uint64_t>& wrong, const std::function<std::string(int)>& name) {
  std::string all;
  for (int bit = 0; bit < 64; ++bit) {
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      if ((wrong[i] >> bit & 1) == 0) continue;
      all += text("%s (item %zu); ", name(bit).c_str(), i);
      break;
    }
  }
  if (!all.empty()) throw Failed(all);
}

template <class T>
std::string check_widths(Session& session, const char* module, const std::string& type, int width, const Names& names) {
  if (type == "double" && !session.facts().has_fp64) throw Skipped("the device has no double");
  const std::size_t items = k_launched_items;
  std::mt19937 random(3);
  std::vector<cl_int> k(16 * items);
  for (cl_int& v : k) v = static_cast<cl_int>(random() % 13) - 6;
  const Buffer a = session.upload(width_values<T>(1)), b = session.upload(width_values<T>(2)),
               whole = session.upload(k);
  const Buffer wrong = session.upload(std::vector<std::uint64_t>(items));
  session.launch(session.kernel(module, text("widths_%s%d", type.c_str(), width)), range_1d(items), a, b, whole, wrong);
  expect_none_wrong(session.download<std::uint64_t>(wrong), [&](int bit) { return std::string(names.at(bit)); });
  return "";
}

template <class T>
std::string check_spaces(Session& session, const char* module, const std::string& type) {
  if (type == "double" && !session.facts().has_fp64) throw Skipped("the device has no double");
  const Buffer a = session.upload(width_values<T>(1)), b = session.upload(width_values<T>(2));
  const Buffer memory = session.upload(std::vector<std::int64_t>(16 * k_launched_items));
  const Buffer wrong = session.upload(std::vector<std::uint64_t>(k_launched_items));
  session.launch(session.kernel(module, "spaces_" + type), range_1d(k_launched_items, 32), a, b, memory, wrong);
  expect_none_wrong(session.download<std::uint64_t>(wrong), [&](int bit) {
    return text("%s with a pointer to %s memory, vectors of %d", k_with_pointers.at(bit % 32 % 6),
                bit < 32 ? "global" : "local", bit % 32 < 6 ? 2 : 3);
  });
  return "";
}

template <class T, class U>
std::string check_shuffles(Session& session, const std::string& type) {
  std::vector<T> values = width_values<T>(1), more = width_values<T>(2);
  for (T& v : values) v = v == v ? v : T(7);  // NaN is no number to compare with
  for (T& v : more) v = v == v ? v : T(7);
  const Buffer a = session.upload(values), b = session.upload(more), masks = session.upload(width_values<U>(3));
  const Buffer wrong = session.upload(std::vector<std::uint64_t>(k_launched_items));
  session.launch(session.kernel("widths_integer", "shuffles_" + type), range_1d(k_launched_items), a, b, masks, wrong);
  expect_none_wrong(session.download<std::uint64_t>(wrong), [&](int bit) {
    const int combination = bit % 16;
    return text("%s from %d to %d", bit < 16 ? "shuffle" : "shuffle2", 2 << combination / 4, 2 << combination % 4);
  });
  return "";
}

}  // namespace

std::vector<Check> width_checks() {
  std::vector<Check> checks;
  const auto add = [&]<class T>(T, const char* module, const std::string& type, const Names& names) {
    for (int width : {2, 3, 8, 16}) {
      checks.push_back({text("widths.%s.%d", type.c_str(), width),
                        [=](Session& s) { return check_widths<T>(s, module, type, width, names); }});
    }
  };
  add(float{}, "widths_float", "float", k_maths);
  add(double{}, "widths_double", "double", k_maths);
  add(std::int8_t{}, "widths_integer", "char", k_integers);
  add(std::uint16_t{}, "widths_integer", "ushort", k_integers);
  add(std::int32_t{}, "widths_integer", "int", k_integers);
  add(std::uint64_t{}, "widths_integer", "ulong", k_integers);
  checks.push_back({"spaces.float", [](Session& s) { return check_spaces<float>(s, "widths_float", "float"); }});
  checks.push_back({"spaces.double", [](Session& s) { return check_spaces<double>(s, "widths_double", "double"); }});
  checks.push_back(
      {"shuffle.uchar", [](Session& s) { return check_shuffles<std::uint8_t, std::uint8_t>(s, "uchar"); }});
  checks.push_back(
      {"shuffle.short", [](Session& s) { return check_shuffles<std::int16_t, std::uint16_t>(s, "short"); }});
  checks.push_back({"shuffle.float", [](Session& s) { return check_shuffles<float, std::uint32_t>(s, "float"); }});
  checks.push_back({"shuffle.long", [](Session& s) { return check_shuffles<std::int64_t, std::uint64_t>(s, "long"); }});
  return checks;
}

}  // namespace clc::device_tests
