// Compares forecasts with measured times.
//   clc_forecast_errors FACTS [markdown] [rows] [choices] [fitted_only] [most_median=PERCENT] [least_within=PERCENT]
// FACTS is bench/results/forecast_h200.json (bench/forecast-errors). With most_median the exit code is 6 where the
// median error of all rows, or of those kept out, is larger; with least_within where fewer of either are within a
// factor of 1.5.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/fields/json_fields.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "insight/forecast/forecast.h"
#include "insight/report/occupancy.h"

namespace {

using namespace clc;

struct Row {
  std::string algorithm, variant, input;
  double elements = 0, us = 0, forecast_us = 0, least_us = 0, most_us = 0;
  std::string bound_by, unknown;
  std::uint64_t launches = 0;
  bool is_kept_out = false;

  std::string name() const { return algorithm + "/" + variant; }
  bool is_known() const { return unknown.empty(); }
  double ratio() const { return forecast_us / us; }
  double error() const { return std::abs(forecast_us - us) / us; }
};

// A third of the variants: the constants of the model were fitted without them.
bool is_kept_out(const std::string& name) {
  constexpr unsigned k_third = 256 / 3;
  return static_cast<unsigned>(std::stoul(sha256_hex(name).substr(0, 2), nullptr, 16)) < k_third;
}

Result<Forecast> forecast_launch(const Json& launch) {
  if (!launch.contains("effort")) return fail(ErrorKind::k_unavailable, launch.at("unknown").get<std::string>());
  const Result<EffortFacts> effort = decode_effort(launch.at("effort").dump());
  if (!effort) return fail(effort);
  if (!launch.at("unknown").get<std::string>().empty()) {
    return fail(ErrorKind::k_unavailable, launch.at("unknown").get<std::string>());
  }
  const auto number = [&](const char* key) { return launch.at(key).get<std::uint64_t>(); };
  const ResourceMetrics resources{{"registers", static_cast<std::int64_t>(number("registers"))},
                                  {"local_bytes", static_cast<std::int64_t>(number("local_bytes"))}};
  const Result<Occupancy> held = occupancy("cubin:sm_90", resources, {number("items"), number("dynamic_local")});
  if (!held) return fail(held);
  if (held->groups == 0) return fail(ErrorKind::k_unavailable, "it cannot run");
  Residency residency;
  residency.groups = static_cast<double>(held->groups);
  residency.waves = static_cast<double>(held->waves) / residency.groups;
  residency.local_bytes = static_cast<double>(number("local_bytes") + number("dynamic_local"));
  return forecast(*effort, residency, *forecast_chips("cubin:sm_90").front());
}

std::vector<Row> rows_of(const Json& facts) {
  std::vector<Result<Forecast>> launches;
  for (const Json& launch : facts.at("launches")) launches.push_back(forecast_launch(launch));
  std::vector<Row> rows;
  for (const Json& one : facts.at("rows")) {
    Row row;
    row.algorithm = one.at("algorithm");
    row.variant = one.at("variant");
    row.input = one.at("input");
    row.elements = static_cast<double>(one.at("elements").get<std::uint64_t>());
    row.us = static_cast<double>(one.at("ns").get<std::uint64_t>()) / 1000;
    row.is_kept_out = is_kept_out(row.name());
    double longest = 0;
    for (const Json& launch : one.at("launches")) {
      const Result<Forecast>& known = launches.at(launch.at("at").get<std::size_t>());
      const auto times = launch.at("times").get<std::uint64_t>();
      row.launches += times;
      if (!known) {
        row.unknown = known.error().message;
        continue;
      }
      const double us = known->expected_us * static_cast<double>(times);
      row.forecast_us += us;
      row.least_us += known->least_us * static_cast<double>(times);
      row.most_us += known->most_us * static_cast<double>(times);
      if (us > longest) row.bound_by = known->bound_by;
      longest = std::max(longest, us);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Summary {
  std::size_t rows = 0, unknown = 0, within = 0, pairs = 0, right_pairs = 0;
  double median_error = 0, median_ratio = 0;
  std::size_t known() const { return rows - unknown; }
};

// Rows that have a forecast, by what they compute: variants of one algorithm with one size and input.
std::map<std::string, std::vector<const Row*>> alike_of(const std::vector<const Row*>& rows) {
  std::map<std::string, std::vector<const Row*>> alike;
  for (const Row* row : rows) {
    if (row->is_known()) alike[row->algorithm + " " + row->input + " " + std::to_string(row->elements)].push_back(row);
  }
  return alike;
}

// Pairs of variants whose measured times differ by a tenth or more.
void count_pairs(const std::vector<const Row*>& rows, Summary& summary) {
  constexpr double k_differs = 1.1;
  for (const auto& [key, group] : alike_of(rows)) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t j = i + 1; j < group.size(); ++j) {
        const double measured = group[i]->us / group[j]->us;
        if (measured < k_differs && measured > 1 / k_differs) continue;
        ++summary.pairs;
        if ((measured > 1) == (group[i]->forecast_us > group[j]->forecast_us)) ++summary.right_pairs;
      }
    }
  }
}

Summary summary_of(const std::vector<const Row*>& rows) {
  constexpr double k_within = 1.5;
  Summary summary;
  summary.rows = rows.size();
  std::vector<double> errors, ratios;
  for (const Row* row : rows) {
    if (!row->is_known()) {
      ++summary.unknown;
      continue;
    }
    errors.push_back(row->error());
    ratios.push_back(row->ratio());
    if (row->ratio() <= k_within && row->ratio() >= 1 / k_within) ++summary.within;
  }
  summary.median_error = median(errors);
  summary.median_ratio = median(ratios);
  count_pairs(rows, summary);
  return summary;
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

void print(const std::string& name, const Summary& summary, bool is_markdown) {
  std::printf(is_markdown ? "| %s | %zu | %zu | %.0f %% | %.0f %% | %.2f | %.0f %% of %zu |\n"
                          : "%-44s %4zu rows %4zu unknown  median error %5.1f %%  within 1.5: %5.1f %%  ratio %.2f  "
                            "pairs %5.1f %% of %zu\n",
              name.c_str(), summary.rows, summary.unknown, 100 * summary.median_error,
              percent(summary.within, summary.known()), summary.median_ratio,
              percent(summary.right_pairs, summary.pairs), summary.pairs);
}

constexpr double k_by_ranges = 0;

// The rows that `clrun tune --forecast` would measure: those whose forecast is at most `margin` times the best one, or
// those that are not slower at the least than the best one at the most.
std::vector<const Row*> could_win(std::vector<const Row*> group, double margin) {
  const auto reach = [&](const Row* row) { return margin == k_by_ranges ? row->most_us : margin * row->forecast_us; };
  double limit = reach(group.front());
  for (const Row* row : group) limit = std::min(limit, reach(row));
  std::erase_if(group,
                [&](const Row* row) { return (margin == k_by_ranges ? row->least_us : row->forecast_us) > limit; });
  return group;
}

// The measurements saved, and the best ones lost, if only what could win by its forecast is measured.
void print_choice(const std::string& name, const std::vector<const Row*>& rows, double margin) {
  std::size_t all = 0, tried = 0, groups = 0, lost = 0;
  double worst = 1, all_us = 0, tried_us = 0;
  const auto by_time = [](const Row* a, const Row* b) { return a->us < b->us; };
  for (const auto& [key, group] : alike_of(rows)) {
    if (group.size() < 2) continue;
    const std::vector<const Row*> measured = could_win(group, margin);
    const double best = (*std::min_element(group.begin(), group.end(), by_time))->us;
    const double found = (*std::min_element(measured.begin(), measured.end(), by_time))->us;
    for (const Row* row : group) all_us += row->us;
    for (const Row* row : measured) tried_us += row->us;
    all += group.size();
    tried += measured.size();
    ++groups;
    if (found > best) ++lost;
    worst = std::max(worst, found / best);
  }
  if (groups == 0) return;
  const std::string rule = margin == k_by_ranges ? "ranges" : std::to_string(margin).substr(0, 4);
  std::printf("| %s | %s | %zu of %zu | %.0f %% | %zu of %zu | %.2f |\n", name.c_str(), rule.c_str(), tried, all,
              100 * tried_us / all_us, lost, groups, worst);
}

template <class F>
std::vector<const Row*> chosen(const std::vector<Row>& rows, F&& is_wanted) {
  std::vector<const Row*> result;
  for (const Row& row : rows) {
    if (is_wanted(row)) result.push_back(&row);
  }
  return result;
}

void print_choices(const std::vector<Row>& rows) {
  std::printf("| variants | rule | measured | of the time | best one lost | at worst |\n|---|---|---|---|---|---|\n");
  std::set<std::string> algorithms;
  for (const Row& row : rows) algorithms.insert(row.algorithm);
  for (const double margin : {k_by_ranges, 1.0, 1.25, 1.5, 2.0}) {
    print_choice("all", chosen(rows, [](const Row&) { return true; }), margin);
    print_choice("kept out", chosen(rows, [](const Row& row) { return row.is_kept_out; }), margin);
    for (const std::string& name : algorithms) {
      if (margin != k_by_ranges && name != "matmul") continue;
      print_choice(name, chosen(rows, [&](const Row& row) { return row.algorithm == name; }), margin);
    }
  }
}

bool is_launch_bound(const Row& row) {
  constexpr double k_launch_bound_us = 10;
  return row.us < k_launch_bound_us;
}

void print_tables(const std::vector<Row>& rows, bool is_markdown, bool with_rows) {
  if (is_markdown) {
    std::printf(
        "| rows | number | no forecast | median error | within 1.5 | median ratio | right order of pairs |\n"
        "|---|---|---|---|---|---|---|\n");
  }
  const auto show = [&](const std::string& name, auto&& is_wanted) {
    const auto some = chosen(rows, is_wanted);
    if (!some.empty()) print(name, summary_of(some), is_markdown);
  };
  show("all", [](const Row&) { return true; });
  show("fitted", [](const Row& row) { return !row.is_kept_out; });
  show("kept out", [](const Row& row) { return row.is_kept_out; });
  show("fitted, 10 us and more", [](const Row& row) { return !row.is_kept_out && !is_launch_bound(row); });
  show("kept out, 10 us and more", [](const Row& row) { return row.is_kept_out && !is_launch_bound(row); });
  show("under 10 us", is_launch_bound);
  show("one launch", [](const Row& row) { return row.launches == 1; });
  show("several launches", [](const Row& row) { return row.launches > 1; });
  show("inputs that are not random", [](const Row& row) { return row.input != "random"; });
  std::set<std::string> names;
  for (const Row& row : rows) names.insert(row.name());
  for (const std::string& name : names) {
    show(name + (is_kept_out(name) ? " (kept out)" : ""), [&](const Row& row) { return row.name() == name; });
  }
  if (!with_rows) return;
  for (const Row& row : rows) {
    std::printf("%-40s %12.0f %-8s %3llu  measured %11.2f  forecast %11.2f  ratio %6.2f  %s\n", row.name().c_str(),
                row.elements, row.input.c_str(), static_cast<unsigned long long>(row.launches), row.us,
                row.is_known() ? row.forecast_us : 0, row.is_known() ? row.ratio() : 0,
                row.is_known() ? row.bound_by.c_str() : row.unknown.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::set<std::string> words(argv + std::min(argc, 2), argv + argc);
  if (argc < 2) {
    std::cerr << "usage: clc_forecast_errors FACTS [markdown] [rows] [choices] [fitted_only] [most_median=PERCENT] "
                 "[least_within=PERCENT]\n";
    return 2;
  }
  const auto text = read_file(argv[1]);
  const Result<Json> facts = text ? parse_json(*text, argv[1]) : Result<Json>(fail(text));
  if (!facts) {
    std::cerr << facts.error().message << "\n";
    return 3;
  }
  std::vector<Row> rows = rows_of(*facts);
  if (words.count("fitted_only") != 0) std::erase_if(rows, [](const Row& row) { return row.is_kept_out; });
  print_tables(rows, words.count("markdown") != 0, words.count("rows") != 0);
  if (words.count("choices") != 0) print_choices(rows);
  const Summary all = summary_of(chosen(rows, [](const Row&) { return true; }));
  const Summary kept_out = summary_of(chosen(rows, [](const Row& row) { return row.is_kept_out; }));
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) continue;
    const double limit = std::stod(word.substr(equals + 1));
    for (const auto& [name, summary] : {std::pair("all rows", all), std::pair("those kept out", kept_out)}) {
      const double error = 100 * summary.median_error, within = percent(summary.within, summary.known());
      const bool is_median = word.starts_with("most_median=");
      if (is_median ? error <= limit : within >= limit) continue;
      std::printf("%s of %s: %.1f %%, limit %.1f %%\n", is_median ? "the median error" : "within a factor of 1.5", name,
                  is_median ? error : within, limit);
      return 6;
    }
  }
  return 0;
}
