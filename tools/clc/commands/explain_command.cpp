// clc explain: what of a compilation the cache has, and why it has not the rest.
#include "clc/internal/json_writer.h"
#include "clc/internal/printable.h"
#include "commands/command.h"
#include "lookup/cache_access.h"
#include "lookup/explain.h"
#include "plan/compile_arguments.h"
#include "plan/plan.h"
#include "support/standard_streams.h"
#include "support/text.h"

namespace clc {
namespace {

std::string as_text(const Plan& plan, const IndexedVector<JobIndex, Explanation>& all, bool show_key, bool has_color) {
  std::string text;
  for (const Explanation& told : all) {
    text += printable(plan.source_of(told.job).module + " for " + plan.target_of(told.job).name) + ": " +
            (told.is_hit ? painted(Tone::k_good, "hit", has_color) : painted(Tone::k_warning, "miss", has_color)) +
            "\n";
    for (const Reason& reason : told.reasons) {
      std::string change = reason.change;
      change.resize(10, ' ');
      std::string values;
      if (!reason.before.empty() && !reason.now.empty()) values = ": " + reason.before + " -> " + reason.now;
      if (reason.before.empty() != reason.now.empty()) values = ": " + reason.before + reason.now;
      text += "  " + change + printable(reason.subject + values) + "\n";
    }
    for (const cache::Key& key : show_key ? told.keys : std::vector<cache::Key>()) {
      text += "  key " + key.hex() + "\n";
      const std::string lines = key.text();
      for (const std::string_view line : lines_of(lines)) text += "    " + printable(line) + "\n";
    }
  }
  return text;
}

std::string as_json(const Plan& plan, const IndexedVector<JobIndex, Explanation>& all, bool show_key) {
  JsonWriter json(2);
  json.begin_object().key("jobs").begin_array();
  for (const Explanation& told : all) {
    json.begin_object().key("module").value(plan.source_of(told.job).module);
    json.key("target").value(plan.target_of(told.job).name).key("hit").value(told.is_hit);
    json.key("reasons").begin_array();
    for (const Reason& reason : told.reasons) {
      json.begin_object().key("change").value(reason.change).key("subject").value(reason.subject);
      json.key("before").value(reason.before).key("now").value(reason.now).end_object();
    }
    json.end_array();
    if (show_key) {
      json.key("keys").begin_array();
      for (const cache::Key& key : told.keys) {
        json.begin_object().key("key").value(key.hex()).key("text").value(key.text()).end_object();
      }
      json.end_array();
    }
    json.end_object();
  }
  json.end_array();
  return json.end_object().text() + "\n";
}

}  // namespace

Result<int> explain_command(const std::vector<std::string>& words, Sink& sink) {
  const Result<CompileArguments> arguments = parse_explain_arguments(words);
  if (!arguments) return fail(arguments);
  if (arguments->help_shown) return 0;
  const Result<std::unique_ptr<CacheAccess>> opened = CacheAccess::open();
  if (!opened) return fail(opened);
  CacheAccess& access = **opened;
  const Result<Plan> planned = plan(*arguments, access.memos, sink);
  if (!planned) return fail(planned);
  ArtifactCache cache(*planned, access.store, access.remote, access.memos);
  const IndexedVector<JobIndex, Explanation> all = explain(*planned, cache, access.store);
  const std::string trouble = access.remote.trouble();
  for (const std::string_view line : lines_of(trouble)) {
    sink.message(Severity::k_warning, "without what this server has: " + std::string(line));
  }
  const std::string text = arguments->json ? as_json(*planned, all, arguments->show_key)
                                           : as_text(*planned, all, arguments->show_key, sink.has_output_color());
  if (Result<void> printed = print(text); !printed) return fail(printed);
  return 0;
}

}  // namespace clc
