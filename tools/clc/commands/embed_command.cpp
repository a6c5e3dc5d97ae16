// clc embed: writes a package as data for a program.
#include <algorithm>

#include "base/staged_file.h"
#include "base/text.h"
#include "bindings/cpp_names.h"
#include "bindings/embed.h"
#include "clc/package/publish.h"
#include "commands/commands.h"
#include "support/command_line.h"
#include "support/interrupts.h"

namespace clc {
namespace {

// The names are written into strings of C and of the assembler.
Result<void> check_plain(const std::string& name) {
  if (name == file_safe(name)) return {};
  return fail(ErrorKind::k_usage, "-o " + name + ": the name of the file may hold letters, digits and ._-+ only");
}

bool is_c_source(const std::string& output) {
  static const std::vector<std::string> k_extensions = {"c", "cc", "cpp", "cxx"};
  const std::size_t dot = output.rfind('.');
  return dot != std::string::npos && dot > output.rfind('/') + 1 &&
         std::find(k_extensions.begin(), k_extensions.end(), output.substr(dot + 1)) != k_extensions.end();
}

}  // namespace

Result<int> embed_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::string path, output, name_space;
  Unchanged unchanged = Unchanged::k_rewrite;
  const CommandLine line(
      "Writes a source file that holds a package as read-only data: NAME.c or NAME.cpp, with its header NAME.h\n"
      "and the data NAME.bin beside it. The header gives NAMESPACE::package_bytes() to C++, and\n"
      "NAMESPACE_package_data() and NAMESPACE_package_size() to C.",
      "clc embed");
  line.add("PACKAGE", path, "a folder or a .clcpack file; - is standard input").required();
  line.add("-o,--output FILE", output, "the source file: .c, .cc, .cpp or .cxx").required();
  line.add("-n,--namespace NAMESPACE", name_space, "default: the file's name without folder and extension");
  add_keep_unchanged_option(line, unchanged);
  bool quiet = false;
  add_quiet_option(line, quiet);
  line.footer("Example:\n  clc embed kernels -o kernels_package.c --namespace kernels\n");
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  if (!is_c_source(output)) return fail(ErrorKind::k_usage, "-o " + output + ": it must end in .c, .cc, .cpp or .cxx");
  if (Result<void> plain = check_plain(base_name(output)); !plain) return fail(plain);
  if (name_space.empty()) name_space = cpp_identifier(stem(output));
  const Result<std::vector<std::string>> namespaces = parse_namespace(name_space);
  if (!namespaces) return fail(namespaces);

  const Result<Package> package = Package::open(path);
  if (!package) return fail(package);
  const Result<PackageContents> contents = package->read_all();
  if (!contents) return fail(contents);
  const Result<Bytes> bytes = encode_package(*contents);
  if (!bytes) return fail(bytes);

  const Embedding embedding{*namespaces, stem(output) + ".h", stem(output) + ".bin"};
  const std::string folder = folder_of(output);
  // All are written before any is seen. The source last: to a build that goes by times it is the newest.
  const std::pair<std::string, Bytes> files[] = {{join_path(folder, embedding.binary), *bytes},
                                                 {join_path(folder, embedding.header), embedding_header(embedding)},
                                                 {output, embedding_source(embedding, *bytes)}};
  const auto held = hold_for_output(output);
  std::vector<StagedFile> staged;
  for (const auto& [file, text] : files) {
    Result<StagedFile> written = StagedFile::stage(file, text, unchanged);
    if (!written) return fail(written);
    staged.push_back(*std::move(written));
  }
  for (StagedFile& file : staged) {
    if (Result<void> published = file.publish(); !published) return fail(published);
  }
  if (!quiet) sink.success("wrote " + files[0].first + ", " + files[1].first + ", " + files[2].first);
  return 0;
}

}  // namespace clc
