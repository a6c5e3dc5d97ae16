// `clrun sanitize`.
#include "base/json_writer.h"
#include "base/try.h"
#include "clc/internal/check_report_json.h"
#include "commands.h"
#include "context.h"
#include "output.h"
#include "profile/kernel_launches.h"
#include "support/command_line.h"

namespace clc::clrun {
namespace {

Result<bool> parse_sanitize(const std::vector<std::string>& arguments, Options& options) {
  const CommandLine line("Runs kernels with checks (clc compile --sanitize), and shows what they found.",
                         "clrun sanitize");
  add_names(line, options);
  add_sizes(line, options);
  add_device_options(line, options);
  add_kernel_options(line, options.profile);
  add_offset(line, options, "0");
  add_seed(line, options, "inputs");
  line.add("--on-fault continue|stop", options.on_fault,
           "what a kernel does behind a fault: continue (default), or stop, and launch nothing more")
      .one_of({"continue", "stop"});
  add_format(line, options, {{"text", Format::k_text}, {"json", Format::k_json}});
  line.footer(
      "Example:\n  clrun sanitize --package mine.clcpack --kernel blur --global-size 512x512 --arg "
      "buffer:float:262144\n" +
      device_environment());
  return line.parse(arguments);
}

std::string json_text(const CheckResults& found, const std::vector<std::string>& problems) {
  JsonWriter json(2);
  json.begin_object().key("reports").list(found.reports,
                                          [&](const CheckReport& one) { json.json(check_report_json(one)); });
  json.key("not_checked").values(found.not_checked);
  json.key("problems").values(problems).end_object();
  return json.text() + "\n";
}

Result<int> sanitize(const Options& options, Output& output, Sink& sink) {
  CLC_TRY(check_launches(options));
  keep_work_items_apart();
  CheckResults found;
  std::vector<std::string> problems;
  for (const auto& session : CLC_TRY(open_sessions(options, sink))) {
    if (options.on_fault == "stop") session->stop_at_faults();
    const auto launched = launch_all(*session, options);
    CheckResults more = session->take_check_results();
    found.reports.insert(found.reports.end(), more.reports.begin(), more.reports.end());
    found.not_checked.insert(found.not_checked.end(), more.not_checked.begin(), more.not_checked.end());
    if (!launched && more.reports.empty()) return fail(launched);
    if (!launched) break;
    problems.insert(problems.end(), launched->begin(), launched->end());
  }
  if (options.format == Format::k_json) {
    output.write(json_text(found, problems));
  } else {
    for (const CheckReport& report : found.reports) output.write(report.text() + "\n");
    for (const std::string& text : found.not_checked) sink.message(Severity::k_note, "not checked: " + text);
  }
  for (const std::string& problem : problems) sink.message(Severity::k_warning, problem);
  return found.reports.empty() && !has_wrong_results(problems) ? 0 : 6;
}

}  // namespace

Result<int> sanitize_kernels(const std::vector<std::string>& arguments, Sink& sink) {
  Options options;
  if (!CLC_TRY(parse_sanitize(arguments, options))) return 0;
  return with_output(options.kernel_output, [&](Output& output) { return sanitize(options, output, sink); });
}

}  // namespace clc::clrun
