// clc embed: writes a package as data for a program.

#include "base/staged_file.h"
#include "base/text.h"
#include "base/try.h"
#include "bindings/cpp_names.h"
#include "bindings/embed.h"
#include "clc/package/publish.h"
#include "commands/commands.h"
#include "package/find_packages.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/real_paths.h"

namespace clc {
namespace {

// The names are written into strings of C and of the assembler.
Result<void> check_plain(const std::string& name) {
  if (name == file_safe(name)) return {};
  return fail(ErrorKind::k_usage, "-o " + name + ": the name of the file may hold letters, digits and ._-+ only");
}

bool is_c_source(const std::string& output) {
  const std::size_t dot = output.rfind('.');
  return dot != std::string::npos && dot > output.rfind('/') + 1 &&
         is_any_of(output.substr(dot + 1), {"c", "cc", "cpp", "cxx"});
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
  if (!CLC_TRY(line.parse(arguments))) return 0;
  if (!is_c_source(output)) return fail(ErrorKind::k_usage, "-o " + output + ": it must end in .c, .cc, .cpp or .cxx");
  CLC_TRY(check_plain(base_name(output)));
  if (name_space.empty()) name_space = cpp_identifier(stem(output));
  const std::vector<std::string> namespaces = CLC_TRY(parse_namespace(name_space));

  const Embedding embedding{namespaces, stem(output) + ".h", stem(output) + ".bin"};
  const std::string folder = folder_of(output);
  const std::string binary = join_path(folder, embedding.binary), header = join_path(folder, embedding.header);
  for (const std::string& file : {output, binary, header}) CLC_TRY(refuse_overwriting("-o", file, {path}));

  const Package package = CLC_TRY(open_package(path));
  const PackageContents contents = CLC_TRY(package.read_all());
  const Bytes bytes = CLC_TRY(encode_package(contents));

  // All are written before any is seen. The source last: to a build that goes by times it is the newest.
  const std::pair<std::string, Bytes> files[] = {
      {binary, bytes}, {header, embedding_header(embedding)}, {output, embedding_source(embedding, bytes)}};
  const auto held = hold_for_output(output);
  std::vector<StagedFile> staged;
  for (const auto& [file, text] : files) staged.push_back(CLC_TRY(StagedFile::stage(file, text, unchanged)));
  for (StagedFile& file : staged) CLC_TRY(file.publish());
  if (!quiet) sink.success("wrote " + files[0].first + ", " + files[1].first + ", " + files[2].first);
  return 0;
}

}  // namespace clc
