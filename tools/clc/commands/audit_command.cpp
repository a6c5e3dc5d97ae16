// clc audit: shows that a package holds no traces of its sources or of who made it.
#include "base/environment_help.h"
#include "base/text.h"
#include "commands/commands.h"
#include "insight/audit/audit.h"
#include "insight/audit/source_words.h"
#include "recording/recording.h"
#include "support/command_line.h"
#include "support/standard_streams.h"

namespace clc {

namespace {

// Sources and headers of recordings stand for the recordings themselves.
Result<AuditSources> with_recorded_files(const AuditSources& sources) {
  AuditSources all;
  all.include_folders = sources.include_folders;
  for (const std::string& file : sources.files) {
    if (!is_recording(file)) {
      all.files.push_back(file);
      continue;
    }
    const Result<Recording> recording = read_recording(file);
    if (!recording) return fail(recording);
    for (const RecordedProgram& program : recording->programs) {
      const std::string place = join_path(join_path(file, "programs"), program.name);
      if (!program.is_il) all.files.push_back(join_path(place, program.source_file));
      std::set<std::string> folders;
      for (const ProgramHeader& header : program.text.headers) {
        all.files.push_back(join_path(place, header.name));
        folders.insert(join_path(place, header.name.substr(0, header.name.find('/'))));
      }
      all.include_folders.insert(all.include_folders.end(), folders.begin(), folders.end());
    }
  }
  return all;
}

}  // namespace

Result<int> audit_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::string path;
  AuditSources sources;
  bool json = false;
  const CommandLine line(
      "Checks that a package reveals nothing of its sources: no lines, comments, macros, names or paths.\n"
      "Without --source it looks only for what no package should hold: home folders, user names, paths,\n"
      "debug information.",
      "clc audit");
  line.add("PACKAGE", path, "a folder or a .clcpack file; - is standard input").required();
  line.add("--source FILE", sources.files,
           "sources or recordings that the package was made from; headers that they include are searched, too");
  line.add("-I FOLDER", sources.include_folders, "a folder to search for their headers; can be repeated")
      .one_value_each();
  add_format_option(line, json);
  line.footer("Example:\n  clc audit kernels.clcpack --source src/*.cl -I include\n" +
              environment_help({Reads::k_helpers}));
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;

  const Result<Package> package = Package::open(path);
  if (!package) return fail(package);
  std::vector<Secret> secrets = secrets_of_this_machine();
  if (!sources.files.empty()) {
    Result<AuditSources> expanded = with_recorded_files(sources);
    if (!expanded) return fail(expanded);
    sources = *std::move(expanded);
    const Result<std::set<std::string>> builtins = builtin_names();
    if (!builtins) return fail(builtins);
    sources.is_cpp = are_cpp_sources(package->manifest(), sources.files);
    std::vector<std::string> headers_not_found;
    Result<std::vector<Secret>> more = secrets_of(sources, *builtins, headers_not_found);
    if (!more) return fail(more);
    for (const std::string& header : headers_not_found)
      sink.message(Severity::k_warning,
                   header + " was not found, so the package is not searched for it; name its folder with -I");
    secrets.insert(secrets.end(), more->begin(), more->end());
  }
  const Result<Audit> audit = audit_package(*package, secrets);
  if (!audit) return fail(audit);
  if (Result<void> printed = print(json ? audit_json(*audit) : audit_text(*audit, sink.has_output_color())); !printed)
    return fail(printed);
  return audit->findings.empty() ? 0 : exit_code(ErrorKind::k_gate);
}

}  // namespace clc
