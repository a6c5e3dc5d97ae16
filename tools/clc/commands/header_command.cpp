// clc header: writes a C++ header with a function object for each kernel of a package.
#include "base/printable.h"
#include "base/text.h"
#include "base/try.h"
#include "bindings/cpp_names.h"
#include "bindings/launcher_header.h"
#include "clc/base/file.h"
#include "clc/package/package.h"
#include "commands/commands.h"
#include "package/find_packages.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// It goes into an #include line.
Result<void> check_include(const std::string& option, const std::string& header) {
  const bool is_broken = header.empty() || header.find_first_of("\"\\\n\r") != std::string::npos ||
                         (header.front() == '<') != (header.back() == '>');
  if (!is_broken) return {};
  return fail(ErrorKind::k_usage, option + " '" + header + "': not a header name for #include");
}

Result<void> check_includes(const LauncherOptions& options) {
  for (const std::string& header : options.includes) CLC_TRY(check_include("--include", header));
  return options.embedded.empty() ? Result<void>() : check_include("--embedded", options.embedded);
}

}  // namespace

Result<int> header_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::string path, output, name_space;
  Unchanged unchanged = Unchanged::k_rewrite;
  LauncherOptions options;
  const CommandLine line(
      "Writes a C++17 header with a function object for each kernel of a package: count, order, types and address\n"
      "spaces of the arguments are checked by the compiler. NAMESPACE::MODULE::load gives all kernels of a module.",
      "clc header");
  line.add("PACKAGE", path, "a folder or a .clcpack file; - is standard input").required();
  line.add("-o,--output FILE", output, "the header; - is standard output").required();
  line.add("-n,--namespace NAMESPACE", name_space, "default: the file's name without folder and extension");
  line.add("--include FILE", options.includes,
           "a header that defines the kernels' structs for C++; \"FILE\" or <FILE>; can be repeated")
      .one_value_each();
  line.add("--embedded FILE", options.embedded,
           "the header of `clc embed` with the same namespace, so that load() needs no package");
  add_keep_unchanged_option(line, unchanged);
  bool quiet = false;
  add_quiet_option(line, quiet);
  line.footer("Example:\n  clc header kernels -o kernels.h --include params.h\n");
  if (!CLC_TRY(line.parse(arguments))) return 0;
  if (output == "-" && name_space.empty()) return fail(ErrorKind::k_usage, "-o - needs --namespace");
  if (name_space.empty()) name_space = cpp_identifier(stem(output));
  options.namespaces = CLC_TRY(parse_namespace(name_space));
  CLC_TRY(check_includes(options));

  CLC_TRY(refuse_overwriting("-o", output, {path}));

  const Package package = CLC_TRY(open_package(path));
  const Result<std::string> text = launcher_header(package.manifest(), options);
  if (!text) return fail(text.error().kind, path + ": " + printable(text.error().message));
  const auto held = hold_for_output(output);
  CLC_TRY(output == "-" ? print(*text) : write_file_atomically(output, *text, unchanged));
  if (!quiet && output != "-") sink.success("wrote " + output);
  return 0;
}

}  // namespace clc
