#include "commands/test/test_file.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/target.h"
#include "commands/test/lined_json.h"
#include "tuning/expression.h"

namespace clc {
namespace {

constexpr std::uint64_t k_largest_file = 1U << 20U;
constexpr std::int64_t k_largest_size = std::int64_t{1} << 31;
const std::vector<std::string> k_file_keys = {"options", "tests"};
const std::vector<std::string> k_test_keys = {"arguments", "expected", "global",    "kernel",  "local",
                                              "name",      "offset",   "prepare",   "results", "seed",
                                              "sizes",     "targets",  "tolerance", "where"};

// Reads one file; each function returns the first problem with its line.
class TestFileReader {
 public:
  explicit TestFileReader(const std::string& path) : path_(path) {}

  Result<TestFile> read(const LinedJson& json) const {
    TestFile file;
    file.path = path_;
    file.source = path_.substr(0, path_.size() - std::string_view(k_test_file_ending).size()) + ".cl";
    CLC_TRY(check_keys(json, k_file_keys));
    for (const LinedJson& value : json.items) {
      const std::string& key = value.key;
      if (key == "options") file.options = CLC_TRY(texts(value));
      if (key != "tests") continue;
      if (!value.is_list()) return wrong(value, "\"tests\" is a list");
      for (const LinedJson& test : value.items) {
        for (KernelTest& one : CLC_TRY(read_tests(test))) file.tests.push_back(std::move(one));
      }
    }
    if (file.tests.empty()) return wrong(json, "there are no \"tests\": add {\"tests\": [{\"kernel\": …}]}");
    CLC_TRY(check_names(file));
    return file;
  }

 private:
  Failure wrong(const LinedJson& at, const std::string& why) const { return refuse_line(path_, at.line, why); }

  Result<void> check_keys(const LinedJson& json, const std::vector<std::string>& known) const {
    if (!json.is_object()) return wrong(json, "an object belongs here: {\"" + known.back() + "\": …}");
    for (const LinedJson& value : json.items) {
      const std::string& key = value.key;
      if (std::ranges::find(known, key) != known.end()) continue;
      const std::string near = suggestion(key, known);
      return wrong(value, "unknown key '" + key + "'" + (near.empty() ? "; there are " + join(known, ", ") : near));
    }
    return {};
  }

  Result<void> check_names(const TestFile& file) const {
    std::set<std::string> names;
    for (const KernelTest& test : file.tests) {
      if (!names.insert(test.name).second)
        return refuse_line(path_, test.line, "a second test is called '" + test.name + "': give it a \"name\"");
    }
    return {};
  }

  Result<std::string> text(const LinedJson& json) const {
    if (json.is_text() && !json.text.empty()) return json.text;
    return wrong(json, "a text belongs here");
  }

  // A text, or a number as text.
  Result<std::string> term(const LinedJson& json) const {
    if ((json.is_text() && !json.text.empty()) || json.is_number()) return json.text;
    return wrong(json, "a number or a text belongs here");
  }

  Result<std::vector<std::string>> texts(const LinedJson& json) const {
    std::vector<std::string> all;
    if (!json.is_list()) return wrong(json, "a list belongs here");
    for (const LinedJson& one : json.items) all.push_back(CLC_TRY(text(one)));
    return all;
  }

  Result<std::vector<std::string>> terms(const LinedJson& json) const {
    std::vector<std::string> all;
    if (!json.is_list()) {
      all.push_back(CLC_TRY(term(json)));
    } else {
      for (const LinedJson& one : json.items) all.push_back(CLC_TRY(term(one)));
    }
    if (all.empty() || all.size() > 3) return wrong(json, "one, two or three sizes belong here");
    return all;
  }

  Result<std::int64_t> size(const LinedJson& json) const {
    std::int64_t number = 0;
    if (json.is_number() && scan_number(json.text, number) && number >= 0 && number <= k_largest_size) return number;
    return wrong(json, "a whole number from 0 to 2^31, or \"vary\", belongs here");
  }

  Result<std::vector<SizeVariable>> sizes(const LinedJson& json) const {
    std::vector<SizeVariable> variables;
    if (!json.is_object()) return wrong(json, "\"sizes\" names variables: {\"N\": \"vary\"}");
    for (const LinedJson& value : json.items) {
      const std::string& name = value.key;
      if (!is_variable_name(name))
        return wrong(value, "'" + name + "' cannot be a variable: letters, digits and _ can");
      SizeVariable& variable = variables.emplace_back();
      variable.name = name;
      variable.varies = value.is_text() && value.text == "vary";
      if (variable.varies) continue;
      if (!value.is_list()) variable.values.push_back(CLC_TRY(size(value)));
      for (const LinedJson& one : value.items) variable.values.push_back(CLC_TRY(size(one)));
      if (variable.values.empty()) return wrong(value, "'" + name + "' has no values");
    }
    return variables;
  }

  Result<TestWord> word(const LinedJson& json) const {
    TestWord word;
    word.line = json.line;
    word.is_list = json.is_list();
    if (!word.is_list) {
      word.text = CLC_TRY(term(json));
      return word;
    }
    for (const LinedJson& one : json.items) word.numbers.push_back(CLC_TRY(term(one)));
    return word;
  }

  Result<void> read_expected(const LinedJson& json, KernelTest& test) const {
    if (json.is_object()) {
      for (const LinedJson& value : json.items) test.expected.emplace_back(value.key, CLC_TRY(word(value)));
      if (test.expected.empty()) return wrong(json, "names no argument: {\"y\": [1, 2, 3]}");
      return {};
    }
    test.reference = function(json);
    if (test.reference.file.empty()) {
      return wrong(json,
                   "contents by the arguments' names belong here, {\"y\": [1, 2, 3]}, or a function: "
                   "\"FILE.py:NAME\", \"FILE.cpp:NAME\" or, for a kernel, \"FILE.cl:NAME\"");
    }
    if (test.reference.is_kernel() || is_program(test.reference)) return {};
    return wrong(json, test.reference.file + " ends in none of .py, .cpp, .cc, .cl, .clcpp");
  }

  // "FILE:NAME", where the name may be one of C++, "A::b"; without a file where it is something else.
  static TestFunction function(const LinedJson& json) {
    const std::size_t colon = json.is_text() ? json.text.find(':') : std::string::npos;
    if (colon == std::string::npos || colon == 0 || colon + 1 == json.text.size()) return {};
    return {json.text.substr(0, colon), json.text.substr(colon + 1), json.line};
  }

  static bool is_program(const TestFunction& function) {
    return function.file.ends_with(".py") || function.file.ends_with(".cpp") || function.file.ends_with(".cc");
  }

  Result<std::vector<std::string>> targets(const LinedJson& json) const {
    std::vector<std::string> patterns = CLC_TRY(texts(json));
    for (const std::string& one : patterns) {
      const bool is_pattern = one.find_first_of("*?[") != std::string::npos;
      const bool is_known = is_pattern || find_family(one) != nullptr || parse_target(one);
      if (!is_known) return wrong(json, "'" + one + "' is no target, no family of targets and no pattern");
    }
    return patterns;
  }

  Result<void> read_prepare(const LinedJson& json, KernelTest& test) const {
    test.prepare = function(json);
    if (is_program(test.prepare)) return {};
    return wrong(json, "a function belongs here that fills arguments: \"FILE.py:NAME\" or \"FILE.cpp:NAME\"");
  }

  Result<void> read_key(const std::string& key, const LinedJson& value, KernelTest& test) const {
    if (key == "name") test.name = CLC_TRY(text(value));
    if (key == "sizes") test.sizes = CLC_TRY(sizes(value));
    if (key == "targets") test.targets = CLC_TRY(targets(value));
    if (key == "where") test.where = CLC_TRY(texts(value));
    if (key == "global") test.global = CLC_TRY(terms(value));
    if (key == "local") test.local = CLC_TRY(terms(value));
    if (key == "offset") test.offset = CLC_TRY(terms(value));
    if (key == "results") test.results = CLC_TRY(texts(value));
    if (key == "prepare") return read_prepare(value, test);
    if (key == "expected") return read_expected(value, test);
    if (key == "seed") test.seed = static_cast<std::uint64_t>(CLC_TRY(size(value)));
    if (key == "tolerance") {
      const std::string amount = CLC_TRY(text(value));
      const Result<Tolerance> tolerance = parse_tolerance(amount);
      if (!tolerance) return wrong(value, tolerance.error().message);
      test.tolerance = *tolerance;
    }
    if (key == "arguments") {
      if (!value.is_list()) return wrong(value, "\"arguments\" is a list, in the kernel's order");
      for (const LinedJson& one : value.items) test.arguments.push_back(CLC_TRY(word(one)));
    }
    return {};
  }

  // A test for each of the kernels.
  Result<std::vector<KernelTest>> read_tests(const LinedJson& json) const {
    KernelTest test;
    std::vector<std::string> kernels;
    test.line = json.line;
    CLC_TRY(check_keys(json, k_test_keys));
    for (const LinedJson& value : json.items) {
      CLC_TRY(read_key(value.key, value, test));
      if (value.key == "kernel" && value.is_list()) kernels = CLC_TRY(texts(value));
      if (value.key == "kernel" && !value.is_list()) kernels.push_back(CLC_TRY(text(value)));
    }
    if (kernels.empty()) return wrong(json, "names no \"kernel\"");
    if (test.global.empty()) return wrong(json, "has no \"global\" size");
    if (test.expected.empty() && test.reference.file.empty()) return wrong(json, "says nothing \"expected\"");
    if (!test.expected.empty() && !test.results.empty())
      return wrong(json, "\"results\" is for a function that is \"expected\": leave it out");
    std::vector<KernelTest> tests(kernels.size(), test);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      tests[i].kernel = kernels[i];
      if (test.name.empty()) tests[i].name = kernels[i];
      if (!test.name.empty() && kernels.size() > 1) tests[i].name += " (" + kernels[i] + ")";
    }
    return tests;
  }

  const std::string& path_;
};

}  // namespace

Result<TestFile> parse_test_file(BytesView text, const std::string& path) {
  const LinedJson json = CLC_TRY(parse_lined_json(text, path));
  return TestFileReader(path).read(json);
}

Result<TestFile> read_test_file(const std::string& path) {
  const Bytes text = CLC_TRY(read_ordinary_file(path, k_largest_file));
  return parse_test_file(text, path);
}

}  // namespace clc
