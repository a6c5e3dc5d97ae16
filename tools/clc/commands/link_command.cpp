// clc link: merges packages into one.
#include <algorithm>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/compress.h"
#include "clc/package/publish.h"
#include "commands/commands.h"
#include "package/find_packages.h"
#include "package/merge.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/output_reader.h"
#include "support/package_name.h"
#include "support/real_paths.h"
#include "support/shell_word.h"

namespace clc {
Result<int> link_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::vector<std::string> parts;
  std::string output;
  Unchanged unchanged = Unchanged::k_rewrite;
  Flush flush = Flush::k_no;
  int compression = 0;
  const CommandLine line(
      "Merges packages into one. A module that several of them hold must come from the same source, and\n"
      "two different variants for one target of it are refused.",
      "clc link");
  line.add("PART", parts, "packages: folders or .clcpack files; - is standard input").required();
  line.add("-o,--output PACKAGE", output, "a folder, a file that ends in .clcpack, or -").required();
  add_keep_unchanged_option(line, unchanged);
  add_sync_option(line, flush);
  add_compress_option(line, compression);
  bool quiet = false;
  add_quiet_option(line, quiet);
  line.footer("Example:\n  clc link cpu.clcpack gpu.clcpack -o kernels\n");
  if (!CLC_TRY(line.parse(arguments))) return 0;
  CLC_TRY(check_package_name(output));
  CLC_TRY(refuse_overwriting("-o", output, parts));
  if (std::ranges::count(parts, "-") > 1) return fail(ErrorKind::k_usage, "- (standard input) can be given only once");

  Merge merge;
  std::string signed_part;
  for (const std::string& part : parts) {
    const Package package = CLC_TRY(open_package(part));
    PackageContents contents = CLC_TRY(package.read_all());
    if (!contents.manifest.signature.public_key.empty()) signed_part = part;
    CLC_TRY(merge.add(part, std::move(contents)));
  }
  PackageContents merged = merge.finish();
  std::size_t variants = 0;
  for (const Module& module : merged.manifest.modules) variants += module.variants.size();
  if (compression != 0) compress_blobs(merged, compression);
  const auto held = hold_for_output(output);
  CLC_TRY(note_gone_reader(output, publish(output, merged, unchanged, flush)));
  if (!signed_part.empty())
    sink.message(Severity::k_note,
                 output + " is not signed, unlike " + signed_part + ": clc sign " + shell_word(output));
  if (!quiet) sink.success("wrote " + output + ": " + count(variants, "variant"));
  return 0;
}

}  // namespace clc
