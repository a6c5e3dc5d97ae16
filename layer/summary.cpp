#include "summary.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "base/file_io.h"
#include "base/json_writer.h"
#include "base/platform/process.h"
#include "recording/summary_file.h"

namespace clc::layer {
namespace {

const char* name_of(BuildStep step) {
  switch (step) {
    case BuildStep::k_compile:
      return "compile";
    case BuildStep::k_link:
      return "link";
    case BuildStep::k_build:
      break;
  }
  return "build";
}

// Writes text at once, without the list of fields by which recording/summary_file.cpp reads it: the whole file is
// written again at each build, while the program waits, and a tree of JSON values takes five times as long.
void write_record(JsonWriter& json, const BuildRecord& record) {
  json.begin_object().put("digest", record.digest, "name", record.name, "step", name_of(record.step));
  json.put("from", layer::name_of(record.from), "package", record.package, "module", record.module);
  json.put("target", record.target, "device", record.device, "nanoseconds", record.nanoseconds);
  json.put("reason", record.reason, "failed", record.has_failed ? 1U : 0U);  // clc's readers of JSON take no booleans
  json.end_object();
}

}  // namespace

Summary::Summary(std::string folder) : folder_(std::move(folder)) {
  forget();
}

void Summary::forget() {
  records_.clear();
  trouble_.clear();
  reports_.clear();
  first_launch_ = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  file_ = "summary-" + std::to_string(platform::process_id()) + "-" + std::to_string(now) + ".json";
}

void Summary::add(BuildRecord record) {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  records_.push_back(std::move(record));
  write_locked();
}

bool Summary::add_trouble(const std::string& text) {
  if (text.empty()) return false;
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(trouble_, text) != trouble_.end()) return false;
  trouble_.push_back(text);
  if (is_on()) write_locked();
  return true;
}

void Summary::add_report(const std::string& text) {
  const std::lock_guard lock(mutex_);
  reports_.push_back(text);
  if (is_on()) write_locked();
}

void Summary::launched() noexcept {
  if (first_launch_.load(std::memory_order_relaxed) != 0) return;
  std::uint64_t none = 0;
  if (!first_launch_.compare_exchange_strong(none, steady_nanoseconds())) return;
  try {
    write();
  } catch (...) {
    // The next build, or the end of the process, writes the file.
  }
}

void Summary::write() {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  write_locked();
}

void Summary::write_locked() {
  // An error is ignored: the program goes on without its summary.
  static_cast<void>(replace_file(folder_, file_, json()));
}

std::string Summary::json() const {
  std::map<std::string, std::uint64_t> counts{
      {"package", 0}, {"cache", 0}, {"driver", 0}, {"compiled", 0}, {"refused", 0}};
  std::uint64_t waiting = 0;
  for (const BuildRecord& record : records_) {
    ++counts[layer::name_of(record.from)];
    waiting += record.nanoseconds;
  }
  const std::vector<std::string> words = platform::command_of_this_process();
  JsonWriter json(1);
  json.begin_object().put("version", 1).key("process").begin_object();
  json.put("pid", platform::process_id(), "program", words.empty() ? "" : words.front());
  json.key("command").values(words).end_object().key("counts").begin_object();
  for (const auto& [name, count] : counts) json.key(name).value(count);
  json.end_object().put("nanoseconds_waiting", waiting, "first_launch", first_launch_.load());
  json.key("programs").begin_array();
  for (const BuildRecord& record : records_) write_record(json, record);
  json.end_array();
  json.key("trouble").values(trouble_);
  if (!reports_.empty()) json.key("reports").values(reports_);
  json.end_object();
  return json.text() + "\n";
}

}  // namespace clc::layer
