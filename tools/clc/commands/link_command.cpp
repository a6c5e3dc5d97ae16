// clc link, clc pack, clc unpack: packages out of packages.
#include <algorithm>

#include "clc/package/compress.h"
#include "clc/package/file.h"
#include "clc/package/publish.h"
#include "commands/command.h"
#include "support/command_line.h"
#include "package/merge.h"
#include "support/text.h"

namespace clc {
namespace {

// Compressed as it is there, or anew at a level.
Result<int> copy_package(const std::string& from, const std::string& to, int compression = 0) {
  const Result<Package> package = Package::open(from);
  if (!package) return fail(package);
  Result<PackageContents> contents = package->read_all();
  if (!contents) return fail(contents);
  if (compression != 0) compress_blobs(*contents, compression);
  if (Result<void> published = publish(to, *contents); !published) return fail(published);
  return 0;
}

}  // namespace

Result<int> link_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::vector<std::string> parts;
  std::string output;
  Unchanged unchanged = Unchanged::k_rewrite;
  int compression = 0;
  CLI::App app(
      "Merges packages into one. A module that several of them hold must come from the same source, and\n"
      "two different variants for one target of it are refused.",
      "clc link");
  app.add_option("PART", parts, "packages: folders or .clcpack files; - is standard input")->required();
  app.add_option("-o,--output", output, "a folder, a file that ends in .clcpack, or -")
      ->required()
      ->type_name("PACKAGE");
  add_keep_unchanged_option(app, unchanged);
  add_compress_option(app, compression);
  app.footer("Example:\n  clc link cpu.clcpack gpu.clcpack -o kernels\n");
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  if (std::count(parts.begin(), parts.end(), "-") > 1) return fail(ErrorKind::k_usage, "- can be given once only");

  Merge merge;
  std::string signed_part;
  for (const std::string& part : parts) {
    const Result<Package> package = Package::open(part);
    if (!package) return fail(package);
    Result<PackageContents> contents = package->read_all();
    if (!contents) return fail(contents);
    if (!contents->manifest.signature.public_key.empty()) signed_part = part;
    if (Result<void> added = merge.add(part, std::move(*contents)); !added) return fail(added);
  }
  PackageContents merged = merge.finish();
  if (compression != 0) compress_blobs(merged, compression);
  if (Result<void> published = publish(output, merged, unchanged); !published) {
    return fail(published);
  }
  if (!signed_part.empty()) {
    sink.message(Severity::k_note, output + " is not signed, unlike " + signed_part + ": clc sign " + output);
  }
  return 0;
}

Result<int> pack_command(const std::vector<std::string>& arguments, Sink&) {
  std::string folder, output;
  int compression = 0;
  CLI::App app("Turns a package folder into one file that holds the same.", "clc pack");
  app.add_option("FOLDER", folder, "the package")->required();
  app.add_option("-o,--output", output, "the file, which ends in .clcpack, or - (default: FOLDER.clcpack)")
      ->type_name("FILE");
  add_compress_option(app, compression);
  app.footer("Example:\n  clc pack kernels -o kernels.clcpack\n");
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  if (output.empty()) output = folder + ".clcpack";
  if (!is_file_form(output)) return fail(ErrorKind::k_usage, "-o " + output + ": the file's name must end in .clcpack");
  return copy_package(folder, output, compression);
}

Result<int> unpack_command(const std::vector<std::string>& arguments, Sink&) {
  std::string file, output;
  CLI::App app("Turns a one-file package into a folder that holds the same.", "clc unpack");
  app.add_option("FILE", file, "the package; - is standard input")->required();
  app.add_option("-o,--output", output, "the folder (default: FILE without .clcpack)")->type_name("FOLDER");
  app.footer("Example:\n  clc unpack kernels.clcpack -o kernels\n");
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  const std::string extension = ".clcpack";
  if (output.empty()) {
    if (file == "-" || !is_file_form(file)) return fail(ErrorKind::k_usage, "name the folder to write: -o FOLDER");
    output = file.substr(0, file.size() - extension.size());
  }
  if (is_file_form(output)) return fail(ErrorKind::k_usage, "-o " + output + " names a file; a folder is made");
  return copy_package(file, output);
}

}  // namespace clc
