#include "tuning/tuning_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/json.h"
#include "base/text.h"
#include "base/try.h"
#include "tuning/expression.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_combinations = 1U << 20U;  // before "where"
constexpr std::size_t k_most_parameters = 32;
constexpr std::uint64_t k_most_items = std::uint64_t{1} << 48U;  // of a launch, and of a group, as in the manifest
constexpr std::size_t k_most_arguments = 1U << 16U;              // of a kernel, as in the manifest
constexpr std::uint64_t k_most_condition_bytes = 1U << 28U;      // of "where", for all combinations: some seconds
constexpr std::uint64_t k_most_configuration_bytes = 1U << 26U;  // of all configurations in memory

using Values = std::map<std::string, std::int64_t>;  // of the parameters that are whole numbers
using Size3 = std::array<std::uint64_t, 3>;

struct Parameter {
  std::string name;
  std::vector<std::string> values;
};

// A size, a bound of an argument: a number, or an expression over the parameters.
using Term = std::string;

struct LaunchForm {
  std::string kernel;
  std::vector<Term> global, local;
  std::vector<std::string> arguments;  // with {expressions} in them
  std::vector<std::uint64_t> results;
  std::string tolerance;
};

struct TuningFile {
  std::vector<Parameter> parameters;
  std::vector<Term> where;
  std::vector<LaunchForm> launches;
};

// The first problem, with its place.
struct Problem {
  std::string text;
  void report(const std::string& problem) {
    if (text.empty()) text = problem;
  }
};

std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// A text, or a whole number as text; anything else is a problem.
std::string text_or_number(const Json& json, const std::string& where, Problem& problem) {
  if (json.is_string()) {
    const std::string text = json.get<std::string>();
    const bool is_plain = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) >= ' '; });
    if (text.empty() || !is_plain || text.size() > 4096)
      problem.report(where + " is empty, too long, or has control characters");
    return text;
  }
  if (json.is_number_integer()) return json.dump();
  problem.report(where + " is neither a text nor a whole number");
  return {};
}

std::vector<std::string> texts_or_numbers(const Json& json, const std::string& where, Problem& problem) {
  std::vector<std::string> texts;
  if (!json.is_array()) problem.report(where + " is no list");
  for (const Json& element : json.is_array() ? json : Json::array())
    texts.push_back(text_or_number(element, where + "[" + std::to_string(texts.size()) + "]", problem));
  return texts;
}

std::vector<Parameter> read_parameters(const Json& json, Problem& problem) {
  std::vector<Parameter> parameters;
  if (!json.is_object() || json.empty())
    problem.report("\"parameters\" is no object with a list of values for each macro");
  if (!problem.text.empty()) return parameters;
  for (const auto& [name, values] : json.items()) {
    if (!is_variable_name(name) || name.size() > 64)
      problem.report("parameters: '" + name + "' cannot be the name of a macro");
    parameters.push_back({name, texts_or_numbers(values, "parameters." + name, problem)});
    if (parameters.back().values.empty()) problem.report("parameters." + name + " has no values");
  }
  if (parameters.size() > k_most_parameters) problem.report("more than 32 parameters");
  return parameters;
}

std::vector<Term> read_sizes(const Json& json, const std::string& where, Problem& problem) {
  std::vector<Term> sizes = json.is_array() ? texts_or_numbers(json, where, problem)
                                            : std::vector<Term>{text_or_number(json, where, problem)};
  if (sizes.empty() || sizes.size() > 3) problem.report(where + " has not one, two or three sizes");
  return sizes;
}

void read_tolerance(const Json& json, const std::string& where, LaunchForm& launch, Problem& problem) {
  launch.tolerance = json.is_string() ? json.get<std::string>() : "";
  char* end = nullptr;
  const double value = std::strtod(launch.tolerance.c_str(), &end);
  const bool is_number = !launch.tolerance.empty() && *end == '\0' && std::isfinite(value) && value >= 0;
  if (!is_number) problem.report(where + " is no number in quotes, such as \"1e-5\"");
}

LaunchForm read_launch(const Json& json, const std::string& where, Problem& problem) {
  LaunchForm launch;
  if (!json.is_object()) problem.report(where + " is no object");
  if (!problem.text.empty()) return launch;
  for (const auto& [key, value] : json.items()) {
    const std::string place = where + "." + key;
    if (key == "kernel") {
      launch.kernel = text_or_number(value, place, problem);
    } else if (key == "global") {
      launch.global = read_sizes(value, place, problem);
    } else if (key == "local") {
      launch.local = read_sizes(value, place, problem);
    } else if (key == "arguments") {
      launch.arguments = texts_or_numbers(value, place, problem);
    } else if (key == "results") {
      for (const std::string& text : texts_or_numbers(value, place, problem)) {
        const std::optional<std::int64_t> index = whole_number(text);
        if (!index || *index < 0) problem.report(place + ": '" + text + "' is no argument's number, from 0");
        launch.results.push_back(static_cast<std::uint64_t>(index.value_or(0)));
      }
    } else if (key == "tolerance") {
      read_tolerance(value, place, launch, problem);
    } else {
      problem.report(where + ": unknown key '" + key + "'");
    }
  }
  if (launch.kernel.empty()) problem.report(where + " names no \"kernel\"");
  if (launch.global.empty()) problem.report(where + " has no \"global\" size");
  if (launch.results.empty())
    problem.report(where + " names no \"results\": the arguments that every configuration must leave alike");
  for (const std::string& word : launch.arguments) {
    if (word.starts_with("buffer:@")) problem.report(where + ".arguments: no files are taken here: '" + word + "'");
  }
  if (launch.arguments.size() > k_most_arguments) problem.report(where + " has more than 65536 arguments");
  for (const std::uint64_t result : launch.results) {
    if (result >= launch.arguments.size())
      problem.report(where + ".results: there is no argument " + std::to_string(result));
  }
  return launch;
}

TuningFile read_file(const Json& json, Problem& problem) {
  TuningFile file;
  for (const auto& [key, value] : json.items()) {
    if (key == "parameters") {
      file.parameters = read_parameters(value, problem);
    } else if (key == "where") {
      file.where = texts_or_numbers(value, key, problem);
    } else if (key == "launches") {
      if (!value.is_array()) problem.report("\"launches\" is no list");
      for (const Json& launch : value.is_array() ? value : Json::array())
        file.launches.push_back(read_launch(launch, "launches[" + std::to_string(file.launches.size()) + "]", problem));
    } else {
      problem.report("unknown key '" + key + "'");
    }
  }
  if (file.parameters.empty()) problem.report("there are no \"parameters\"");
  if (file.launches.empty()) problem.report("there are no \"launches\", which say how to time the kernels");
  return file;
}

Result<Size3> sizes_of(const std::vector<Term>& terms, const Values& values) {
  Size3 sizes{1, 1, 1};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::int64_t size = CLC_TRY(evaluate(terms[i], values));
    if (size < 1 || static_cast<std::uint64_t>(size) > k_most_items) {
      return fail(ErrorKind::k_usage,
                  "'" + terms[i] + "' is " + std::to_string(size) + ", which is no number of work-items");
    }
    sizes[i] = static_cast<std::uint64_t>(size);
  }
  return sizes;
}

// The manifest holds no launch with more items than that, whatever its shape.
bool is_within_limit(const Size3& sizes) {
  std::uint64_t most = k_most_items;
  for (const std::uint64_t size : sizes) {
    if (size > most) return false;
    most /= size;
  }
  return true;
}

Result<TunedLaunch> launch_of(const LaunchForm& form, const Values& values) {
  TunedLaunch launch;
  launch.kernel = form.kernel;
  launch.results = form.results;
  launch.tolerance = form.tolerance;
  launch.global = CLC_TRY(sizes_of(form.global, values));
  if (!form.local.empty()) {
    launch.local = CLC_TRY(sizes_of(form.local, values));
    // The group's size must divide the number of items in OpenCL 1.2, and "1000" over groups of 64 means 1024 items.
    for (std::size_t i = 0; i < 3; ++i)
      launch.global[i] = (launch.global[i] + launch.local[i] - 1) / launch.local[i] * launch.local[i];
    if (!is_within_limit(launch.local)) return fail(ErrorKind::k_usage, "a group of more than 2^48 work-items");
  }
  if (!is_within_limit(launch.global)) return fail(ErrorKind::k_usage, "more than 2^48 work-items");
  for (const std::string& word : form.arguments) launch.arguments.push_back(CLC_TRY(fill_in(word, values)));
  return launch;
}

// Goes through all combinations, of which the last parameter changes fastest.
class Combinations {
 public:
  explicit Combinations(const std::vector<Parameter>& parameters)
      : parameters_(parameters), chosen_(parameters.size()) {}

  std::map<std::string, std::string> texts() const {
    std::map<std::string, std::string> texts;
    for (std::size_t i = 0; i < chosen_.size(); ++i) texts[parameters_[i].name] = parameters_[i].values[chosen_[i]];
    return texts;
  }
  bool next() {
    for (std::size_t i = chosen_.size(); i-- > 0;) {
      if (++chosen_[i] < parameters_[i].values.size()) return true;
      chosen_[i] = 0;
    }
    return false;
  }
  // The number of combinations; nothing when there are too many.
  std::optional<std::uint64_t> count() const {
    std::uint64_t count = 1;
    for (const Parameter& parameter : parameters_) {
      if (count > k_most_combinations / parameter.values.size()) return std::nullopt;
      count *= parameter.values.size();
    }
    return count;
  }

 private:
  const std::vector<Parameter>& parameters_;
  std::vector<std::size_t> chosen_;
};

Values numbers_of(const std::map<std::string, std::string>& texts) {
  Values values;
  for (const auto& [name, text] : texts) {
    if (const std::optional<std::int64_t> number = whole_number(text)) values[name] = *number;
  }
  return values;
}

Result<bool> is_allowed(const TuningFile& file, const Values& values) {
  for (const Term& term : file.where) {
    const std::int64_t holds = CLC_TRY(in_context("where", evaluate(term, values)));
    if (holds == 0) return false;
  }
  return true;
}

Result<void> check_combinations(const TuningFile& file, const Combinations& combinations) {
  const std::optional<std::uint64_t> count = combinations.count();
  if (!count) return fail(ErrorKind::k_usage, "more than a million combinations of values");
  std::uint64_t bytes = 0;
  for (const Term& term : file.where) bytes += term.size();
  if (bytes <= k_most_condition_bytes / *count) return {};
  return fail(ErrorKind::k_usage, "\"where\" is too long for " + std::to_string(*count) + " combinations of values");
}

// About what a configuration takes in memory.
std::uint64_t bytes_of(const Tuning& tuning) {
  std::uint64_t bytes = sizeof tuning;
  for (const auto& [name, value] : tuning.parameters) bytes += 2 * sizeof(std::string) + name.size() + value.size();
  for (const TunedLaunch& launch : tuning.launches) {
    bytes += sizeof launch + launch.results.size() * sizeof launch.results.front();
    for (const std::string& word : launch.arguments) bytes += sizeof(std::string) + word.size();
  }
  return bytes;
}

Result<std::vector<Tuning>> expand(const TuningFile& file, const std::string& of) {
  std::vector<Tuning> configurations;
  std::uint64_t bytes = 0;
  Combinations combinations(file.parameters);
  CLC_TRY(check_combinations(file, combinations));
  do {
    Tuning tuning;
    tuning.of = of;
    tuning.parameters = combinations.texts();
    tuning.is_default = configurations.empty();
    const Values values = numbers_of(tuning.parameters);
    const bool allowed = CLC_TRY(is_allowed(file, values));
    if (!allowed) continue;
    for (const LaunchForm& form : file.launches)
      tuning.launches.push_back(CLC_TRY(in_context("kernel " + form.kernel, launch_of(form, values))));
    bytes += bytes_of(tuning);
    configurations.push_back(std::move(tuning));
    if (configurations.size() > k_most_configurations) {
      return fail(ErrorKind::k_usage,
                  "more than 4096 configurations: give fewer values, or exclude some with \"where\"");
    }
    if (bytes > k_most_configuration_bytes)
      return fail(ErrorKind::k_usage, "the configurations take more than 64 MiB: give fewer or shorter ones");
  } while (combinations.next());
  if (configurations.empty()) return fail(ErrorKind::k_usage, "\"where\" excludes every configuration");
  return configurations;
}

}  // namespace

Result<std::vector<Tuning>> read_configurations(BytesView text, const std::string& name, const std::string& of) {
  const Result<Json> json = parse_json(std::string_view(text.data(), text.size()), name);
  if (!json) return fail(ErrorKind::k_usage, json.error().message);
  Problem problem;
  const TuningFile file = read_file(*json, problem);
  if (!problem.text.empty()) return fail(ErrorKind::k_usage, name + ": " + problem.text);
  std::vector<Tuning> configurations = CLC_TRY(in_context(name, expand(file, of)));
  return configurations;
}

}  // namespace clc
