// clc cache: shows and maintains the binary cache of this machine.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "base/environment_help.h"
#include "base/environment_variable.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/cache/admin.h"
#include "clc/cache/remote.h"
#include "commands/commands.h"
#include "commands/layer/user_layer_files.h"
#include "lookup/server_trouble.h"
#include "support/command_line.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// Writes a size in the units that --max-size and CLC_CACHE_MAX_SIZE take.
std::string size_text(std::uint64_t bytes) {
  constexpr std::string_view k_units = "KMGT";
  std::uint64_t unit = 1;
  std::size_t next = 0;
  while (bytes / unit >= 1024 && next < k_units.size()) {
    unit *= 1024;
    ++next;
  }
  if (next == 0) return std::to_string(bytes);
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.1f%c", static_cast<double>(bytes) / static_cast<double>(unit),
                k_units[next - 1]);
  return text.data();
}

std::string entries_text(const cache::Tally& tally) {
  return std::to_string(tally.files) + (tally.files == 1 ? " entry, " : " entries, ") + size_text(tally.bytes);
}

std::string row(std::string name, const std::string& value) {
  name.resize(11, ' ');
  return name + value + "\n";
}

std::string hit_rate(const cache::Counters& counters) {
  const std::uint64_t lookups = counters.hits + counters.misses;
  if (lookups == 0) return "";
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), " (%.1f %%)",
                100.0 * static_cast<double>(counters.hits) / static_cast<double>(lookups));
  return text.data();
}

// The servers of CLC_REMOTE, and the last trouble with them.
struct Servers {
  std::vector<std::string> names;
  std::string problem;  // with CLC_REMOTE itself
  std::optional<ServerTrouble> last;

  // The lines that are about `name`, without it; for "" those about no server.
  std::vector<std::string> trouble_of(const std::string& name) const {
    std::vector<std::string> found;
    for (const std::string_view line : last ? lines_of(last->text) : std::vector<std::string_view>()) {
      const auto is_about = [&](const std::string& server) { return line.starts_with(server + ": "); };
      if (name.empty() ? std::ranges::none_of(names, is_about) : is_about(name))
        found.emplace_back(name.empty() ? line : line.substr(name.size() + 2));
    }
    return found;
  }
};

Servers servers_of(const cache::Settings& settings) {
  Servers servers;
  cache::Store store(settings);
  servers.last = last_server_trouble(store);
  const Result<cache::Remote> remote = cache::Remote::open(environment_variable("CLC_REMOTE"), "");
  if (!remote) servers.problem = remote.error().message;
  if (remote) servers.names = remote->server_names();
  return servers;
}

// "2026-11-22 05:41 UTC".
std::string time_text(std::int64_t seconds) {
  namespace chrono = std::chrono;
  const chrono::sys_seconds time{chrono::seconds(seconds)};
  const auto day = chrono::floor<chrono::days>(time);
  const chrono::year_month_day date{day};
  const chrono::hh_mm_ss clock{chrono::floor<chrono::minutes>(time - day)};
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02d:%02d UTC", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()));
  return text.data();
}

std::string servers_text(const Servers& servers) {
  std::string text;
  if (!servers.problem.empty()) text += row("servers", "none: " + servers.problem);
  for (const std::string& name : servers.names) {
    const std::vector<std::string> trouble = servers.trouble_of(name);
    text += row("server", name + (trouble.empty() ? ", no trouble known" : ""));
    for (const std::string& line : trouble) text += row("", time_text(servers.last->noticed_at) + ": " + line);
  }
  for (const std::string& line : servers.trouble_of(""))
    text += row("servers", time_text(servers.last->noticed_at) + ": " + line);
  return text;
}

// Returns what the layer did for each program, where the user turned it on.
std::vector<layer::ProgramUse> uses_of_user() {
  const Result<UserLayerPlaces> places = user_layer_places();
  return places ? layer::read_uses(places->folder) : std::vector<layer::ProgramUse>();
}

std::string stats_text(const cache::Settings& settings, const cache::Stats& stats, const Servers& servers) {
  const cache::Counters& counters = stats.counters;
  std::string text = row("folder", settings.folder.empty() ? "none" : settings.folder);
  text += row("cache", settings.is_enabled ? "on" : "off (CLC_CACHE)");
  text += row("size", size_text(stats.entries.bytes) + " of " + size_text(settings.max_bytes));
  for (const cache::EntryKind kind : cache::k_entry_kinds)
    text += row(kind_name(kind), entries_text(stats.kinds[static_cast<std::size_t>(kind)]));
  if (stats.damaged.files > 0) text += row("damaged", entries_text(stats.damaged) + ", moved away");
  if (stats.temporary.files > 0) text += row("unfinished", entries_text(stats.temporary));
  text += row("hits", std::to_string(counters.hits) + hit_rate(counters));
  text += row("misses", std::to_string(counters.misses));
  text += row("stored", entries_text({counters.stored, counters.stored_bytes}));
  text += row("evicted", entries_text({counters.evicted, counters.evicted_bytes}));
  text += row("moved away", std::to_string(counters.damaged));
  text += row("errors", std::to_string(counters.errors));
  if (!stats.trouble.empty()) text += row("trouble", stats.trouble);
  const std::string uses = uses_text(uses_of_user());
  return text + servers_text(servers) + (uses.empty() ? "" : "\n" + uses);
}

void add_servers(JsonWriter& json, const Servers& servers) {
  json.key("servers").objects(servers.names, [&](const std::string& name) {
    const std::vector<std::string> trouble = servers.trouble_of(name);
    json.put("name", name).key("trouble").values(trouble);
    json.put("noticed_at", trouble.empty() ? std::int64_t{0} : servers.last->noticed_at);
  });
  std::vector<std::string> trouble = servers.trouble_of("");
  if (!servers.problem.empty()) trouble.push_back(servers.problem);
  json.key("server_trouble").values(trouble);
}

std::string stats_json(const cache::Settings& settings, const cache::Stats& stats, const Servers& servers) {
  const auto tally = [](JsonWriter& json, const cache::Tally& files) {
    json.begin_object().put("entries", files.files, "bytes", files.bytes).end_object();
  };
  const cache::Counters& counters = stats.counters;
  JsonWriter json(2);
  json.begin_object().put("folder", settings.folder, "enabled", settings.is_enabled, "max_bytes", settings.max_bytes);
  json.put("bytes", stats.entries.bytes, "entries", stats.entries.files).key("kinds").begin_object();
  for (const cache::EntryKind kind : cache::k_entry_kinds)
    tally(json.key(kind_name(kind)), stats.kinds[static_cast<std::size_t>(kind)]);
  json.end_object();
  tally(json.key("damaged"), stats.damaged);
  tally(json.key("unfinished"), stats.temporary);
  json.put("hits", counters.hits, "misses", counters.misses, "stored", counters.stored);
  json.put("stored_bytes", counters.stored_bytes, "evicted", counters.evicted, "evicted_bytes", counters.evicted_bytes);
  json.put("moved_away", counters.damaged, "errors", counters.errors, "trouble", stats.trouble);
  add_servers(json, servers);
  add_uses(json.key("programs"), uses_of_user());
  return json.end_object().text() + "\n";
}

Result<int> run_prune(const cache::Settings& settings, const std::string& size) {
  std::uint64_t max_bytes = settings.max_bytes;
  if (!size.empty()) max_bytes = CLC_TRY(in_context("--max-size", cache::parse_size(size)));
  const cache::Pruned pruned = CLC_TRY(cache::prune(settings, max_bytes));
  return code_after(
      print_shown("removed " + entries_text(pruned.removed) + "; left " + entries_text(pruned.left) + "\n"));
}

Result<int> run_clear(const cache::Settings& settings, bool yes) {
  if (!yes && can_ask()) {
    const cache::Stats found = cache::stats(settings);
    const std::uint64_t files = found.entries.files + found.damaged.files + found.temporary.files;
    const std::uint64_t bytes = found.entries.bytes + found.damaged.bytes + found.temporary.bytes;
    if (!is_confirmed("Remove " + entries_text({files, bytes}) + ", from " + settings.folder + "?"))
      return fail(ErrorKind::k_usage, "nothing was removed");
  }
  const cache::Tally removed = CLC_TRY(cache::clear(settings));
  return code_after(print_shown("removed " + entries_text(removed) + ", from " + settings.folder + "\n"));
}

Result<int> run_verify(const cache::Settings& settings, Sink& sink) {
  const cache::Verified verified = CLC_TRY(cache::verify(settings));
  for (const std::string& damaged : verified.damaged) sink.message(Severity::k_error, damaged);
  std::string text = painted(Tone::k_good, "sound:", sink.has_output_color()) + " " + entries_text(verified.sound);
  if (verified.damaged.empty()) return code_after(print_shown(text + "\n"));
  text += "; damaged and moved away: " + std::to_string(verified.damaged.size());
  return code_after(print_shown(text + "\n"), exit_code(ErrorKind::k_gate));
}

Result<int> run_where(const cache::Settings& settings) {
  if (settings.folder.empty())
    return fail(ErrorKind::k_usage, "there is no folder for a cache: set CLC_CACHE_DIR, XDG_CACHE_HOME or HOME");
  return code_after(print_shown(settings.folder + "\n"));
}

}  // namespace

Result<int> cache_command(const std::vector<std::string>& arguments, Sink& sink) {
  bool json = false;
  std::string max_size;
  const CommandLine line("Looks after the binary cache of this machine.", "clc cache");
  const CommandLine stats = line.add_command("stats", "shows entries, hits and misses, and what is wrong with it");
  add_format_option(stats, json);
  const CommandLine prune = line.add_command("prune", "removes the least recently used entries above the limit");
  prune.add("--max-size SIZE", max_size, "the limit, like 500M; default: that of the cache");
  const CommandLine clear = line.add_command("clear", "removes all entries and counters; asks first on a terminal");
  bool yes = false;
  clear.flag("-y,--yes", yes, "do not ask");
  const CommandLine verify =
      line.add_command("verify", "reads every entry; damaged ones are moved away and give exit code 6");
  const CommandLine where = line.add_command("where", "prints its folder");
  line.footer("Examples:\n  clc cache stats --format json\n  clc cache prune --max-size 500M\n" +
              environment_help({Reads::k_cache}));
  if (!CLC_TRY(line.parse(arguments))) return 0;

  const cache::Settings settings = CLC_TRY(cache::settings_from_environment());
  const std::string exposed = cache::exposure(settings);
  if (!exposed.empty() && !where.is_given()) sink.message(Severity::k_warning, exposed);
  if (stats.is_given()) {
    const cache::Stats found = cache::stats(settings);
    const Servers servers = servers_of(settings);
    CLC_TRY(print_shown(json ? stats_json(settings, found, servers) : stats_text(settings, found, servers)));
    if (settings.is_enabled && !found.is_usable) return fail(ErrorKind::k_io, found.trouble);
    return 0;
  }
  if (prune.is_given()) return run_prune(settings, max_size);
  if (clear.is_given()) return run_clear(settings, yes);
  if (verify.is_given()) return run_verify(settings, sink);
  return run_where(settings);
}

}  // namespace clc
