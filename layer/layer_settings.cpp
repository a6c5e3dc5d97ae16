#include "layer_settings.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/environment_variable.h"
#include "base/platform/paths.h"
#include "base/text.h"
#include "clc/cache/settings.h"

namespace clc::layer {
namespace {

// Makes a path absolute, because the application may change its working folder before the layer needs the file.
std::string absolute(const std::string& path) {
  if (path.empty()) return path;
  std::error_code error;
  const std::string whole = platform::to_text(std::filesystem::absolute(platform::to_path(path), error));
  return error ? path : whole;
}

// Reads "NUMBER KERNEL", of which the kernel may be missing.
CapturedLaunch read_captured_launch(const std::string& text) {
  CapturedLaunch launch;
  const std::size_t blank = text.find(' ');
  std::from_chars(text.data(), text.data() + std::min(blank, text.size()), launch.number);
  if (blank != std::string::npos) launch.kernel = text.substr(blank + 1);
  return launch;
}

}  // namespace

LayerSettings read_layer_settings() {
  LayerSettings settings;
  settings.uses_cache = cache::parse_switch(environment_variable("CLC_LAYER_CACHE")).value_or(true);
  const std::string packages = environment_variable("CLC_PACKAGE");
  for (const std::string_view path : split(packages, platform::k_between_paths)) {
    if (!path.empty()) settings.packages.push_back(absolute(std::string(path)));
  }
  settings.package_key = absolute(environment_variable("CLC_PACKAGE_KEY"));
  settings.compiler = absolute(environment_variable("CLC_LAYER_COMPILER"));
  settings.checks = environment_variable("CLC_LAYER_SANITIZE");
  settings.record_folder = absolute(environment_variable("CLC_LAYER_RECORD"));
  const std::string times = environment_variable("CLC_LAYER_TIMES");
  const std::optional<bool> wants_times = times.empty() ? false : cache::parse_switch(times);
  settings.records_times = wants_times.value_or(false);
  if (!wants_times) settings.trouble = "CLC_LAYER_TIMES is '" + times + "': it can be 1 or 0";
  settings.capture_file = absolute(environment_variable("CLC_LAYER_CAPTURE"));
  settings.captured_launch = read_captured_launch(environment_variable("CLC_LAYER_CAPTURE_LAUNCH"));
  settings.summary_folder = absolute(environment_variable("CLC_LAYER_SUMMARY"));
  // These name the layer for one run, of which the user's settings for all runs say nothing.
  const bool is_one_run = settings.serves() || !settings.record_folder.empty() || !settings.summary_folder.empty();
  if (!is_one_run) settings.user_folder = absolute(environment_variable("CLC_LAYER_USER"));
  settings.log = environment_variable("CLC_LAYER_LOG");
  if (settings.log != "stderr") settings.log = absolute(settings.log);
  const std::string on_miss = environment_variable("CLC_LAYER_ON_MISS");
  if (on_miss == "compile") {
    settings.on_miss = OnMiss::k_compile;
  } else if (on_miss == "fail") {
    settings.on_miss = OnMiss::k_fail;
  } else if (on_miss == "cache") {
    settings.on_miss = OnMiss::k_cache;
  } else if (!on_miss.empty() && on_miss != "driver") {
    settings.trouble = "CLC_LAYER_ON_MISS is '" + on_miss + "': it can be driver, compile, cache or fail";
  }
  const std::string on_fault = environment_variable("CLC_LAYER_ON_FAULT");
  settings.stops_at_faults = on_fault == "stop";
  if (!on_fault.empty() && on_fault != "stop" && on_fault != "continue")
    settings.trouble = "CLC_LAYER_ON_FAULT is '" + on_fault + "': it can be continue or stop";
  const std::string keep = environment_variable("CLC_LAYER_KEEP");
  settings.keeps_behind = keep == "behind";
  if (!keep.empty() && keep != "now" && keep != "behind")
    settings.trouble = "CLC_LAYER_KEEP is '" + keep + "': it can be now or behind";
  if (!settings.checks.empty()) {  // the cache knows programs by their sources and options alone
    settings.packages.clear();     // their kernels have no checks
    settings.on_miss = OnMiss::k_compile;
    settings.uses_cache = false;
  }
  return settings;
}

}  // namespace clc::layer
