// `clrun tune`.
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/json_writer.h"
#include "base/printable.h"
#include "base/try.h"
#include "clc/package/publish.h"
#include "commands.h"
#include "context.h"
#include "output.h"
#include "support/command_line.h"
#include "support/real_paths.h"
#include "tables.h"
#include "tune/configurations.h"
#include "tune/forecast_choice.h"
#include "tune/journal.h"
#include "tune/trials.h"
#include "tune/tuned_package.h"

namespace clc::clrun {
namespace {

constexpr double k_ns_per_ms = 1e6;
constexpr std::size_t k_shown = 10;  // configurations of each name in the text

// One line on the terminal that is written over and over.
class Progress {
 public:
  explicit Progress(std::size_t count) : count_(count), is_shown_(::isatty(STDERR_FILENO) == 1) {}
  ~Progress() {
    if (is_shown_ && done_ != 0) std::fputs("\r\x1b[K", stderr);
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const Module& module, const Trial& trial) {
    ++done_;
    const bool is_timed = trial.outcome == Trial::Outcome::k_timed;
    const double ms = static_cast<double>(trial.nanoseconds) / k_ns_per_ms;
    if (is_timed && (best_.empty() || ms < best_ms_)) {
      best_ms_ = ms;
      best_ = module.name;
    }
    if (!is_shown_) return;
    const std::string result = is_timed ? short_number(ms) + " ms" : outcome(trial);
    const std::string text = std::to_string(done_) + "/" + std::to_string(count_) + "  " + module.name + "  " +
                             describe_parameters(module.tuning) + ": " + result +
                             (best_.empty() ? "" : "; best " + short_number(best_ms_) + " ms (" + best_ + ")");
    std::fprintf(stderr, "\r\x1b[K%s", printable(text).c_str());
    std::fflush(stderr);
  }

  static std::string outcome(const Trial& trial) {
    if (trial.outcome == Trial::Outcome::k_timed) return "timed";
    return trial.outcome == Trial::Outcome::k_wrong ? "wrong" : "failed";
  }

 private:
  std::size_t count_;
  bool is_shown_;
  std::size_t done_ = 0;
  std::string best_;
  double best_ms_ = 0;
};

struct Ranked {
  const Module* module;
  Trial trial;
};

// The fastest first, and those that were not timed behind them.
std::vector<Ranked> ranked(const TunedName& name, const Journal& journal) {
  std::vector<Ranked> all;
  for (const Module* module : name.configurations) {
    if (const auto trial = journal.trials().find(module->name); trial != journal.trials().end())
      all.push_back({module, trial->second});
  }
  std::ranges::stable_sort(all, [](const Ranked& a, const Ranked& b) {
    const bool a_timed = a.trial.outcome == Trial::Outcome::k_timed,
               b_timed = b.trial.outcome == Trial::Outcome::k_timed;
    return a_timed != b_timed ? a_timed : a_timed && a.trial.nanoseconds < b.trial.nanoseconds;
  });
  return all;
}

const Ranked* default_of(const std::vector<Ranked>& all) {
  const auto found = std::ranges::find_if(all, [](const Ranked& one) { return one.module->tuning.is_default; });
  return found == all.end() || found->trial.outcome != Trial::Outcome::k_timed ? nullptr : &*found;
}

// The configurations of a name that were left out and not timed earlier.
std::vector<const Module*> left_out(const TunedName& name, const std::optional<ForecastChoice>& choice,
                                    const Journal& journal) {
  std::vector<const Module*> modules;
  for (const Module* module : name.configurations) {
    if (choice && choice->left_out.count(module->name) != 0 && journal.trials().count(module->name) == 0)
      modules.push_back(module);
  }
  return modules;
}

std::string left_out_text(const std::vector<const Module*>& modules, const ForecastChoice& choice) {
  std::string text;
  for (const Module* module : modules) {
    text += "left out: " + module->name + "  " + describe_parameters(module->tuning) + ": " +
            choice.left_out.at(module->name) + "\n";
  }
  return text;
}

std::string as_text(const TunedName& name, const std::vector<Ranked>& all, std::size_t left_out) {
  const Ranked* usual = default_of(all);
  std::vector<std::vector<std::string>> rows{{"ms", "default's", "configuration", "parameters"}};
  std::size_t timed = 0;
  std::string troubles;
  for (const Ranked& one : all) {
    const std::string what = one.module->name + (one.module->tuning.is_default ? " (default)" : "");
    if (one.trial.outcome != Trial::Outcome::k_timed) {
      troubles += Progress::outcome(one.trial) + ": " + what + "  " + describe_parameters(one.module->tuning) + ": " +
                  one.trial.detail + "\n";
      continue;
    }
    if (++timed > k_shown && &one != usual) continue;
    const double ms = static_cast<double>(one.trial.nanoseconds) / k_ns_per_ms;
    const double times =
        usual == nullptr || one.trial.nanoseconds == 0
            ? 0
            : static_cast<double>(usual->trial.nanoseconds) / static_cast<double>(one.trial.nanoseconds);
    rows.push_back({short_number(ms), times == 0 ? "" : short_number(times) + " x", what,
                    describe_parameters(one.module->tuning)});
  }
  std::string text = name.name + ": " + std::to_string(all.size() + left_out) + " configurations, " +
                     std::to_string(timed) + " timed" +
                     (left_out == 0 ? "" : ", " + std::to_string(left_out) + " left out by their forecasts") + "\n";
  if (rows.size() > 1) text += table(rows);
  return text + printable_lines(troubles);
}

void begin_json(const Module& module, const std::optional<ForecastChoice>& choice, JsonWriter& json) {
  json.begin_object().put("module", module.name).key("parameters").begin_object();
  for (const auto& [key, value] : module.tuning.parameters) json.key(key).value(value);
  json.end_object().put("default", module.tuning.is_default);
  if (!choice) return;
  const auto time = choice->times.find(module.name);
  if (time == choice->times.end()) return;
  json.key("forecast").begin_object().put("least_nanoseconds", time->second.least_ns);
  json.put("nanoseconds", time->second.expected_ns, "most_nanoseconds", time->second.most_ns).end_object();
}

void write_json(const TunedName& name, const std::vector<Ranked>& all, const std::optional<ForecastChoice>& choice,
                const std::vector<const Module*>& not_run, JsonWriter& json) {
  json.begin_object().put("name", name.name).key("configurations").begin_array();
  for (const Ranked& one : all) {
    begin_json(*one.module, choice, json);
    json.put("outcome", Progress::outcome(one.trial));
    if (one.trial.outcome == Trial::Outcome::k_timed) {
      json.put("nanoseconds", one.trial.nanoseconds);
    } else {
      json.put("detail", one.trial.detail);
    }
    json.end_object();
  }
  for (const Module* module : not_run) {
    begin_json(*module, choice, json);
    json.put("outcome", "left out", "detail", choice->left_out.at(module->name)).end_object();
  }
  json.end_array().end_object();
}

// Returns the package that lies at the output already, if there is one.
Result<std::optional<Package>> earlier_package(const std::string& path) {
  if (path == "-" ||
      (::access(path.c_str(), F_OK) != 0 && ::access((path + "/" + k_manifest_file).c_str(), F_OK) != 0)) {
    return std::optional<Package>();
  }
  Package package = CLC_TRY(Package::open(path));
  return std::optional<Package>(std::move(package));
}

Result<void> check(const Options& options, const std::string& path) {
  if (options.tune.output.empty()) return fail(ErrorKind::k_usage, "no output given: add -o PACKAGE");
  if (options.tune.output == "-") return fail(ErrorKind::k_usage, "-o - : the tuned package is a folder or a file");
  if (options.tune.forecast.empty() && (!options.tune.product.empty() || options.tune.margin != 0))
    return fail(ErrorKind::k_usage, "--product and --margin need --forecast");
  std::vector<std::string> taken = options.keys;
  taken.insert(taken.end(), {path, options.tune.forecast});
  CLC_TRY(refuse_overwriting("-o", options.tune.output, taken));
  taken.push_back(options.tune.output);
  return refuse_overwriting("--journal", options.tune.journal, taken);
}

std::string journal_path(const Options& options) {
  if (!options.tune.journal.empty()) return options.tune.journal;
  std::string path = options.tune.output;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path + ".journal";
}

// Writes the package, and then removes the journal, which has done its work.
Result<void> publish_winners(const Package& package, const std::vector<Trial>& winners, const Journal& journal,
                             const std::optional<Package>& earlier, const Options& options) {
  const Manifest* before = earlier ? &earlier->manifest() : nullptr;
  const PackageContents contents =
      CLC_TRY(in_context(options.tune.output, tuned_package(package, winners, *journal.device(), before)));
  CLC_TRY(publish(options.tune.output, contents));
  ::unlink(journal.path().c_str());
  return {};
}

Result<bool> parse_tune(const std::vector<std::string>& arguments, Options& options) {
  const CommandLine line(
      "Times the configurations of a package (clc compile --tune), and writes one that chooses by device.",
      "clrun tune");
  line.add("names", options.names, "what to tune (default: all that the package has)");
  add_device_options(line, options);
  line.add("-o,--output PACKAGE", options.tune.output, "the tuned package; this device is added to an existing one");
  line.add("--journal FILE", options.tune.journal,
           "where to keep results so far (default: PACKAGE.journal); the same command resumes from there")
      .check(refuse_standard_output);
  add_run_counts(line, options);
  line.add("--time-limit SECONDS", options.tune.seconds, "the runs of a kernel end after so many seconds (default: 2)")
      .positive()
      .without_limits_in_messages();
  line.add("--timeout SECONDS", options.tune.timeout_s,
           "a configuration that takes longer has failed, compilation by the driver included (default: 60)")
      .range(1U, 86400U)
      .without_limits_in_messages();
  line.add(
      "--forecast FILE", options.tune.forecast,
      "time only what could be the fastest by the forecasts of clc report --tune --time --format json; the default "
      "configuration always runs");
  line.add("--product NAME", options.tune.product,
           "the product whose forecasts count (default: the one with the device's name)");
  line.add("--margin FACTOR", options.tune.margin,
           "leave out what is forecast at more than FACTOR times the best, for instance 1.25 (default: what is slower "
           "at best than the best at worst)")
      .range(1.0, 1000.0);
  add_seed(line, options, "arguments");
  add_format(line, options, {{"text", Format::k_text}, {"json", Format::k_json}});
  line.footer("Example:\n  clrun tune --package all.clcpack -o tuned.clcpack --device gpu\n" + device_environment());
  const Result<bool> parsed = line.parse(arguments);
  options.runs.seconds = options.tune.seconds;
  return parsed;
}

Result<void> run(const Package& package, const std::vector<TunedName>& names, const Options& options, Journal& journal,
                 Sink& sink) {
  std::size_t count = 0;
  for (const TunedName& name : names) count += name.configurations.size();
  Progress progress(count);
  for (const TunedName& name : names) {
    for (const Ranked& known : ranked(name, journal)) progress.show(*known.module, known.trial);
  }
  const auto report = [&progress](const Module& module, const Trial& trial) { progress.show(module, trial); };
  return run_trials(package, names, options, journal, sink, report);
}

// Runs what could be the fastest. Where what promised to be fast fails, there is more that could be.
Result<ForecastChoice> run_by_forecasts(const Package& package, const std::vector<TunedName>& names,
                                        const Options& options, Journal& journal, Sink& sink) {
  const TuningForecasts forecasts = CLC_TRY(read_forecasts(options.tune.forecast, names));
  CLC_TRY(ask_for_device(package, options, journal, sink));
  const ForecastQuestion question{options.tune.forecast, options.tune.product, options.tune.margin};
  for (;;) {
    const std::size_t known = journal.trials().size();
    Result<ForecastChoice> choice = choose(forecasts, question, names, journal);
    if (!choice) return choice;
    CLC_TRY(run(package, without_left_out(names, *choice), options, journal, sink));
    if (journal.trials().size() == known) return choice;
  }
}

// A run whose trials are all done.
struct Tuned {
  const Package& package;
  const std::vector<TunedName>& names;
  const std::optional<ForecastChoice>& choice;
  const Journal& journal;
  const std::optional<Package>& earlier;
};

Result<int> show_and_publish(const Tuned& tuned, const Options& options, Output& output) {
  const auto& [package, names, choice, journal, earlier] = tuned;
  std::vector<Trial> winners;
  std::string text = choice ? choice->about() + "\n" : "";
  JsonWriter json(2);
  json.begin_object().put("device", journal.device()->name);
  if (choice) json.key("product").value(choice->product).key("checked").value(choice->is_checked);
  json.key("names").begin_array();
  bool has_wrong = false;
  for (const TunedName& name : names) {
    const std::vector<Ranked> all = ranked(name, journal);
    const std::vector<const Module*> not_run = left_out(name, choice, journal);
    const std::string shown = as_text(name, all, not_run.size());
    text += shown + (choice ? printable_lines(left_out_text(not_run, *choice)) : "");
    write_json(name, all, choice, not_run, json);
    has_wrong = has_wrong || std::ranges::any_of(
                                 all, [](const Ranked& one) { return one.trial.outcome == Trial::Outcome::k_wrong; });
    if (all.empty() || all.front().trial.outcome != Trial::Outcome::k_timed) {
      return fail(ErrorKind::k_opencl,
                  name.name + ": no configuration runs on " + journal.device()->name + "\n" + shown);
    }
    winners.push_back(all.front().trial);
  }
  CLC_TRY(publish_winners(package, winners, journal, earlier, options));
  json.end_array().end_object();
  output.write(options.format == Format::k_json ? json.text() + "\n" : text);
  return has_wrong ? 6 : 0;
}

Result<int> time_and_publish(const Package& package, const std::vector<TunedName>& names,
                             const std::optional<Package>& earlier, const Options& options, Journal& journal,
                             Output& output, Sink& sink) {
  std::optional<ForecastChoice> choice;
  if (options.tune.forecast.empty()) {
    CLC_TRY(run(package, names, options, journal, sink));
  } else {
    choice = CLC_TRY(run_by_forecasts(package, names, options, journal, sink));
  }
  return show_and_publish({package, names, choice, journal, earlier}, options, output);
}

Result<int> tune(const Options& options, Output& output, Sink& sink) {
  const std::string path = package_path(options.package);
  CLC_TRY(check(options, path));
  const Package package = CLC_TRY(in_context("package", open_package(path, options.keys)));
  const auto names = CLC_TRY(in_context(path, find_tuned_names(package.manifest(), options.names)));
  const std::optional<Package> earlier = CLC_TRY(in_context("-o", earlier_package(options.tune.output)));
  Journal journal = CLC_TRY(Journal::open(journal_path(options), manifest_digest(package.manifest())));
  const Result<int> code = time_and_publish(package, names, earlier, options, journal, output, sink);
  // A journal without times would only stand in the way of the corrected command.
  if (!code && !journal.has_times()) ::unlink(journal.path().c_str());
  return code;
}

}  // namespace

Result<int> tune_kernels(const std::vector<std::string>& arguments, Sink& sink) {
  Options options;
  if (!CLC_TRY(parse_tune(arguments, options))) return 0;
  return with_output(options.kernel_output, [&](Output& output) { return tune(options, output, sink); });
}

}  // namespace clc::clrun
