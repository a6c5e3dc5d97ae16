// clc audit: shows that a package holds no traces of its sources or of who made it.
#include "base/environment_help.h"
#include "base/text.h"
#include "base/try.h"
#include "commands/audit_capture.h"
#include "commands/commands.h"
#include "commands/each_package.h"
#include "insight/audit/audit.h"
#include "insight/audit/borrowed_code.h"
#include "insight/audit/source_words.h"
#include "package/integrity.h"
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
    const Recording recording = CLC_TRY(read_recording(file));
    for (const RecordedProgram& program : recording.programs) {
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

Result<int> audit(const FoundPackage& found, AuditSources sources, bool licenses, bool json, Sink& sink) {
  const Package package = CLC_TRY(Result<Package>(found.package));
  if (licenses)
    return code_after(print(json ? borrowed_code_json(package.manifest()) : borrowed_code_text(package.manifest())));
  std::vector<Secret> secrets = secrets_of_this_machine();
  if (!sources.files.empty()) {
    sources = CLC_TRY(with_recorded_files(sources));
    const std::set<std::string> builtins = CLC_TRY(builtin_names());
    sources.is_cpp = are_cpp_sources(package.manifest(), sources.files);
    std::vector<std::string> headers_not_found;
    std::vector<Secret> more = CLC_TRY(secrets_of(sources, builtins, headers_not_found));
    for (const std::string& header : headers_not_found)
      sink.message(Severity::k_warning,
                   header + " was not found, so the package is not searched for it; name its folder with -I");
    secrets.insert(secrets.end(), more.begin(), more.end());
  }
  const Audit audit = CLC_TRY(audit_package(package, secrets));
  CLC_TRY(print(json ? audit_json(audit) : audit_text(audit, sink.has_output_color())));
  const std::vector<std::string> others = unnamed_files(found.name, package.manifest());
  for (const std::string& file : others) {
    sink.message(Severity::k_error,
                 file +
                     ": the manifest does not name this file, so nothing of it was searched; remove it, or "
                     "install into an empty folder");
  }
  return audit.findings.empty() && others.empty() ? 0 : exit_code(ErrorKind::k_gate);
}

}  // namespace

Result<int> audit_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::string path;
  AuditSources sources;
  bool json = false, licenses = false;
  const CommandLine line(
      "Checks that a package reveals nothing of its sources: no lines, comments, macros, names or paths.\n"
      "Without --source it looks only for what no package should hold: home folders, user names, paths,\n"
      "debug information.",
      "clc audit");
  line.add(
          "PACKAGE", path,
          "a folder, a .clcpack file, or a program or library that holds packages; - is standard input;\nor a capture, "
          "of which all that it reveals is listed")
      .required();
  const CommandOption source =
      line.add("--source FILE", sources.files,
               "sources or recordings that the package was made from; headers that they include are searched, too");
  line.add("-I FOLDER", sources.include_folders, "a folder to search for their headers; can be repeated")
      .one_value_each();
  line.flag("--licenses", licenses,
            "tell instead which libraries of others the kernels may hold code of, and their licences")
      .excludes(source);
  add_format_option(line, json);
  line.footer(
      "Examples:\n  clc audit kernels.clcpack --source src/*.cl -I include\n  clc audit kernels.clcpack --licenses\n" +
      environment_help({Reads::k_helpers}));
  if (!CLC_TRY(line.parse(arguments))) return 0;

  if (is_capture_name(path)) {
    CLC_TRY(refuse(
        {{licenses || !sources.files.empty(), "a capture has its sources: --source and --licenses are for packages"}}));
    return audit_capture(CLC_TRY(read_capture(path)), json, sink.has_output_color());
  }
  return for_each_package(path, json ? Several::k_refused : Several::k_named, sink,
                          [&](const FoundPackage& found) { return audit(found, sources, licenses, json, sink); });
}

}  // namespace clc
