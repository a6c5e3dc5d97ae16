// clc header: writes a C++ header with a function object for each kernel of a package.
#include "base/printable.h"
#include "base/text.h"
#include "bindings/cpp_names.h"
#include "bindings/launcher_header.h"
#include "clc/base/file.h"
#include "clc/package/package.h"
#include "commands/commands.h"
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
  for (const std::string& header : options.includes) {
    if (Result<void> checked = check_include("--include", header); !checked) return checked;
  }
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
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  if (output == "-" && name_space.empty()) return fail(ErrorKind::k_usage, "-o - needs --namespace");
  if (name_space.empty()) name_space = cpp_identifier(stem(output));
  const Result<std::vector<std::string>> namespaces = parse_namespace(name_space);
  if (!namespaces) return fail(namespaces);
  options.namespaces = *namespaces;
  if (Result<void> checked = check_includes(options); !checked) return fail(checked);

  if (Result<void> checked = refuse_overwriting("-o", output, {path}); !checked) return fail(checked);

  const Result<Package> package = Package::open(path);
  if (!package) return fail(package);
  const Result<std::string> text = launcher_header(package->manifest(), options);
  if (!text) return fail(text.error().kind, path + ": " + printable(text.error().message));
  const auto held = hold_for_output(output);
  const Result<void> written = output == "-" ? print(*text) : write_file_atomically(output, *text, unchanged);
  if (!written) return fail(written);
  if (!quiet && output != "-") sink.success("wrote " + output);
  return 0;
}

}  // namespace clc
