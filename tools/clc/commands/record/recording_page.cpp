// clc record --report html: what was compiled, how long each program waited, which launches it served.
#include <algorithm>
#include <functional>
#include <map>
#include <ranges>
#include <set>

#include "base/json_writer.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "commands/record/record_work.h"
#include "insight/pages/html_page.h"
#include "insight/pages/page_assets.h"
#include "recording/recorded_series.h"
#include "recording/recorded_use.h"
#include "support/interrupts.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

constexpr std::size_t k_most_sizes = 50;                      // of launches that the page has of a program
constexpr std::size_t k_longest_log = std::size_t{8} << 10U;  // bytes of a build log

// A program, a link of several, or something that was built and is not in the recording.
struct Item {
  std::string digest, name;
  std::string kind = "absent";  // "program", "link"
  std::string reason;           // why `clc compile` leaves it out; empty: it compiles it
  const RecordedProgram* program = nullptr;
  std::uint64_t series = 0;
  std::uint64_t nanoseconds = 0, builds = 0, failed = 0, launches = 0;
  std::set<std::string> steps, served, devices, kernels;
  std::string log;
  std::vector<const RecordedLaunch*> sizes;
};

std::string device_text(const RecordedDevice& device) {
  return device.name + ", " + device.platform + ", driver " + device.driver_version;
}

std::string size_text(const std::array<std::uint64_t, 3>& size, std::uint64_t dimensions) {
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < std::min<std::uint64_t>(dimensions, 3); ++i) numbers.push_back(std::to_string(size[i]));
  return join(numbers, " × ");
}

std::string argument_text(const RecordedArgument& argument) {
  std::string text = argument.kind.empty() ? "?" : argument.kind;
  if (!argument.type.empty()) text += " " + argument.type;
  if (!argument.value.empty()) return text + " = " + argument.value;
  return argument.size == 0 ? text : text + " " + std::to_string(argument.size);
}

// Sorts builds and launches to what they belong to.
class Collection {
 public:
  explicit Collection(const Recording& recording)
      : recording_(recording), uses_(uses_of(recording)), series_(series_of(recording)) {
    for (const RecordedProgram& program : recording.programs) add_program(program);
    for (std::size_t i = 0; i < series_.size(); ++i) {
      for (const std::size_t program : series_[i].programs) items_[program].series = i;
    }
    for (const RecordedSet& set : uses_.sets) {
      Item& item = item_of(set.digest, "link");
      item.name = program_name({}, true, set.kernels, set.digest);
    }
    for (const RecordedRun& run : recording.runs) {
      for (const RecordedBuild& build : run.builds) add_build(build);
      for (const RecordedLaunch& launch : run.launches) add_launch(launch);
    }
  }

  std::string json(const std::string& title);

 private:
  void add_program(const RecordedProgram& program) {
    Item item;
    item.digest = program.digest;
    item.name = program.name;
    item.kind = "program";
    item.program = &program;
    if (!is_only_part(program, uses_)) item.reason = reason_to_skip(program, uses_);
    for (const std::string& digest : programs_answered_by(program, uses_)) places_.emplace(digest, items_.size());
    places_[program.digest] = items_.size();
    items_.push_back(std::move(item));
  }

  Item& item_of(const std::string& digest, const std::string& kind) {
    const auto [known, is_new] = places_.emplace(digest, items_.size());
    if (is_new) {
      Item item;
      item.digest = digest;
      item.name = program_name({}, true, {}, digest);
      item.kind = kind;
      if (kind == "absent") item.reason = "is not in the recording";
      items_.push_back(std::move(item));
    }
    return items_[known->second];
  }

  void add_build(const RecordedBuild& build) {
    Item& item = item_of(build.digest, build.step == BuildStep::k_link ? "link" : "absent");
    item.nanoseconds += build.nanoseconds;
    item.builds += build.count;
    if (build.status != 0) item.failed += build.count;
    constexpr const char* k_steps[] = {"build", "compile", "link"};
    item.steps.insert(k_steps[static_cast<std::size_t>(build.step)]);
    item.served.insert(build.served);
    for (const RecordedDevice& device : build.devices) item.devices.insert(device_text(device));
    for (const RecordedKernel& kernel : build.kernels) item.kernels.insert(kernel.name);
    if (item.log.empty() || build.status != 0) item.log = build.log.substr(0, k_longest_log);
  }

  void add_launch(const RecordedLaunch& launch) {
    Item& item = item_of(launch.digest, "absent");
    item.launches += launch.count;
    item.kernels.insert(launch.kernel);
    item.sizes.push_back(&launch);
  }

  void write_totals(JsonWriter& json) const;
  void write_item(JsonWriter& json, Item& item) const;
  void write_sizes(JsonWriter& json, Item& item) const;
  void write_runs(JsonWriter& json) const;

  const Recording& recording_;
  const RecordedUses uses_;
  const std::vector<RecordedSeries> series_;
  std::vector<Item> items_;
  std::map<std::string, std::size_t> places_;  // in `items_`, by digest
};

void Collection::write_totals(JsonWriter& json) const {
  std::uint64_t waited = 0, ahead = 0, builds = 0, launches = 0;
  for (const Item& item : items_) {
    waited += item.nanoseconds;
    builds += item.builds;
    launches += item.launches;
    if (item.reason.empty()) ahead += item.nanoseconds;
  }
  json.key("totals").begin_object().put("programs", recording_.programs.size(), "series", series_.size());
  json.put("waited", waited, "ahead", ahead, "builds", builds, "launches", launches).end_object();
}

void Collection::write_sizes(JsonWriter& json, Item& item) const {
  std::ranges::stable_sort(item.sizes, std::greater(), &RecordedLaunch::count);
  json.put("all_sizes", item.sizes.size()).key("sizes");
  json.objects(item.sizes | std::views::take(k_most_sizes), [&](const RecordedLaunch* launch) {
    const bool is_chosen = launch->local[0] != 0;
    const bool has_offset = launch->offset != std::array<std::uint64_t, 3>{};
    json.put("kernel", launch->kernel, "count", launch->count, "global", size_text(launch->global, launch->dimensions));
    json.put("local", is_chosen ? size_text(launch->local, launch->dimensions) : "");
    json.put("offset", has_offset ? size_text(launch->offset, launch->dimensions) : "");
    json.key("arguments").values(launch->arguments | std::views::transform(argument_text));
  });
}

void Collection::write_item(JsonWriter& json, Item& item) const {
  json.begin_object().put("name", item.name, "digest", item.digest, "kind", item.kind, "reason", item.reason);
  json.put("waited", item.nanoseconds, "builds", item.builds, "failed", item.failed, "launches", item.launches);
  json.put("log", item.log).key("steps").values(item.steps).key("served").values(item.served);
  json.key("devices").values(item.devices).key("kernels").values(item.kernels);
  if (item.program != nullptr) {
    const RecordedProgram& program = *item.program;
    json.put("series", item.series, "language", program.is_il ? "SPIR-V" : "OpenCL C", "options", program.text.options);
    json.key("headers").values(program.text.headers | std::views::transform(&ProgramHeader::name));
    json.put("bytes", program.text.source.size());
  }
  write_sizes(json, item);
  json.end_object();
}

void Collection::write_runs(JsonWriter& json) const {
  std::map<std::string, std::uint64_t> reasons;
  json.key("runs").objects(recording_.runs, [&](const RecordedRun& run) {
    std::uint64_t waited = 0, builds = 0, launches = 0;
    for (const RecordedBuild& build : run.builds) waited += build.nanoseconds, builds += build.count;
    for (const RecordedLaunch& launch : run.launches) launches += launch.count;
    for (const NotRecorded& one : run.not_recorded) reasons[one.reason] += one.count;
    json.put("command", join(run.command, " "), "process", run.process, "file", run.file, "waited", waited);
    json.put("builds", builds, "launches", launches);
  });
  json.key("not_recorded").objects(reasons, [&](const auto& reason) {
    json.put("reason", reason.first, "count", reason.second);
  });
}

std::string Collection::json(const std::string& title) {
  JsonWriter json(-1);
  json.begin_object().put("title", title);
  write_totals(json);
  json.key("series").list(series_, [&](const RecordedSeries& series) { json.values(series.macros); });
  json.key("programs").begin_array();
  for (Item& item : items_) write_item(json, item);
  json.end_array();
  write_runs(json);
  return json.end_object().text();
}

}  // namespace

Result<int> recording_page_command(const RecordOptions& options) {
  CLC_TRY(refuse_overwriting("-o", options.folder, options.recordings));
  const Recording recording = CLC_TRY(read_recordings(options.recordings));
  const std::string title = join(options.recordings, ", ");
  const std::string page = html_page({"clc record: " + title, Collection(recording).json(title), k_recording_script});
  const std::string output = options.folder.empty() ? "-" : options.folder;
  const auto held = hold_for_output(output);
  return code_after(output == "-" ? print(page) : write_file_atomically(output, page));
}

}  // namespace clc
