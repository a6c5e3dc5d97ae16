// clc disasm: shows the code of kernels.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "base/environment_help.h"
#include "base/file_io.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/binary_format.h"
#include "clc/package/package.h"
#include "commands/commands.h"
#include "commands/each_package.h"
#include "commands/package_or_sources.h"
#include "commands/selection_options.h"
#include "insight/disasm/disasm.h"
#include "insight/disasm/kernel_code.h"
#include "insight/disasm/most_alive.h"
#include "lookup/source_folders.h"
#include "plan/build_options.h"
#include "support/code_parts.h"
#include "support/command_line.h"
#include "support/standard_streams.h"
#include "support/target_pattern.h"
#include "toolchain/tools.h"

namespace clc {
namespace {

struct DisasmArguments {
  CompileOptions compile;  // with the package, or the sources
  std::string path;
  std::vector<std::string> targets;  // of a package: targets, families and patterns; empty: all
  std::vector<std::string> kernels;  // patterns; empty: all
  std::string source_folder;
  SourceFolders own_folders;  // of sources that were given
  bool with_live_values = false;
  DisassemblyOptions options;
};

using SourceNames = std::set<std::string>;

void warn_of_missing(const SourceNames& missing, Sink& sink) {
  for (const std::string& file : missing)
    sink.message(Severity::k_warning, "the source " + file + " was not found; name its folder with --source-folder");
}

// The whole text, or that of the kernels that fit a pattern. `kernels` may be empty when nothing tells them.
Result<std::string> chosen_text(const SplitText& split, const std::vector<std::string>& patterns,
                                const std::vector<std::string>& kernels) {
  if (patterns.empty()) return whole_text(split);
  const std::vector<std::string> functions = names_of(split.functions);
  std::string chosen;
  for (const std::string& kernel : kernels.empty() ? functions : kernels) {
    if (!fits_any_kernel(patterns, kernel)) continue;
    const std::optional<std::string> text = text_of_kernel(split, kernel, kernels);
    if (!text) return fail(ErrorKind::k_usage, "no kernel " + kernel + " in it" + suggestion(kernel, functions));
    chosen += (chosen.empty() ? "" : "\n") + *text;
  }
  if (!chosen.empty()) return chosen;
  return fail(ErrorKind::k_usage,
              "no kernel " + join(patterns, ", ") + " in it" + suggestion(patterns.front(), functions));
}

Result<SplitText> disassemble(const DisasmArguments& arguments, const DisassemblyOptions& options, BytesView binary) {
  SplitText split = CLC_TRY(disassemble(binary, options));
  if (arguments.with_live_values) CLC_TRY(add_live_registers(binary, arguments.options, AliveText::k_counts, split));
  return split;
}

Result<std::string> disassemble_file(const DisasmArguments& arguments, BytesView bytes, Sink& sink) {
  if (!arguments.targets.empty())
    return fail(ErrorKind::k_usage, arguments.path + " is not a package: -t does not apply to it");
  const SplitText split = CLC_TRY(in_context(arguments.path, disassemble(arguments, arguments.options, bytes)));
  warn_of_missing({split.missing_sources.begin(), split.missing_sources.end()}, sink);
  return in_context(arguments.path, chosen_text(split, arguments.kernels, {}));
}

std::vector<std::string> kernels_of(const Module& module, const Variant& variant) {
  return names_of(module.interfaces[variant.interface].kernels);
}

// Finds the PTX that the package has beside machine code, which is better than nothing where that cannot be shown.
const Variant* ptx_beside(const Module& module, const Variant& variant) {
  if (variant.format != "cubin") return nullptr;
  const auto ptx = std::ranges::find(module.variants, "ptx", &Variant::format);
  return ptx == module.variants.end() ? nullptr : &*ptx;
}

// The user's word comes first.
SourceFolders folders_for(const Module& module, const DisasmArguments& arguments) {
  SourceFolders folders;
  if (!arguments.source_folder.empty()) folders.emplace_back("", arguments.source_folder);
  folders.insert(folders.end(), arguments.own_folders.begin(), arguments.own_folders.end());
  const SourceFolders known = likely_source_folders(module);
  folders.insert(folders.end(), known.begin(), known.end());
  return folders;
}

Result<std::string> disassemble_variant(const Package& package, const Module& module, const Variant& variant,
                                        const DisasmArguments& arguments, SourceNames& missing) {
  const Bytes binary = CLC_TRY(package.read(variant));
  DisassemblyOptions options = arguments.options;
  if (options.with_source) options.source_folders = folders_for(module, arguments);
  const SplitText split = CLC_TRY(disassemble(arguments, options, binary));
  missing.insert(split.missing_sources.begin(), split.missing_sources.end());
  const std::vector<std::string> kernels = kernels_of(module, variant);
  std::vector<std::string> unfinished = unfinished_kernels(binary, kernels);
  std::erase_if(unfinished, [&](const std::string& kernel) { return !fits_any_kernel(arguments.kernels, kernel); });
  if (!arguments.kernels.empty() && !unfinished.empty())
    return fail(ErrorKind::k_unavailable, not_finished(unfinished));
  return chosen_text(split, arguments.kernels, kernels);
}

std::string heading(const Module& module, const Variant& variant) {
  const char* const comment =
      variant.format == "ptx" || variant.format == "cubin" || variant.format == "intel" ? "//" : ";";
  return std::string(comment) + " module " + printable(module.name) + " for " + printable(variant.target) + "\n";
}

class PackageDisassembly {
 public:
  PackageDisassembly(const Package& package, const DisasmArguments& arguments, Sink& sink)
      : package_(package), arguments_(arguments), sink_(sink) {}

  // One variant that cannot be shown does not hide the others; the exit code tells.
  Result<int> run() {
    for (const Module& module : package_.manifest().modules) {
      for (const Variant& variant : module.variants) {
        if (!is_chosen(module, variant)) continue;
        CLC_TRY(show(module, variant));
      }
    }
    warn_of_missing(missing_, sink_);
    if (is_found_) return code_;
    if (arguments_.kernels.empty() && arguments_.targets.empty())
      return fail(ErrorKind::k_usage, arguments_.path + ": the package is empty");
    return fail(ErrorKind::k_usage,
                arguments_.path + ": " + nothing_fits(arguments_.targets, arguments_.kernels, held_));
  }

 private:
  bool is_chosen(const Module& module, const Variant& variant) {
    const std::vector<std::string> kernels = kernels_of(module, variant);
    held_.push_back({variant.target, ""});
    for (const std::string& kernel : kernels) held_.push_back({variant.target, kernel});
    if (!fits_any_target(arguments_.targets, variant.target)) return false;
    const auto is_named = [&](const std::string& kernel) { return fits_any_kernel(arguments_.kernels, kernel); };
    return arguments_.kernels.empty() || std::ranges::any_of(kernels, is_named);
  }

  Result<void> show(const Module& module, const Variant& variant) {
    is_found_ = true;
    Result<std::string> text = disassemble_variant(package_, module, variant, arguments_, missing_);
    const std::string where = printable(module.name + " for " + variant.target);
    const Variant* const instead = ptx_beside(module, variant);
    if (!text && text.error().kind == ErrorKind::k_unavailable && instead != nullptr) {
      sink_.message(Severity::k_warning,
                    where + ": " + text.error().message + "; this is the PTX of " + instead->target);
      text = disassemble_variant(package_, module, *instead, arguments_, missing_);
      if (text) text->insert(0, "// PTX of " + instead->target + " instead of machine code\n");
    }
    if (!text) {
      sink_.message(Severity::k_error, where + ": " + text.error().message);
      code_ = std::max(code_, exit_code(text.error().kind));
      return {};
    }
    const std::string gap = std::exchange(is_first_, false) ? "" : "\n";
    return print_shown(gap + heading(module, variant) + *text);
  }

  const Package& package_;
  const DisasmArguments& arguments_;
  Sink& sink_;
  std::vector<HeldKernel> held_;
  SourceNames missing_;  // source files that were not found
  bool is_found_ = false, is_first_ = true;
  int code_ = 0;
};

// --source-folder asks for source lines, too.
Result<void> take_source_folder(DisasmArguments& arguments) {
  if (arguments.source_folder.empty()) return {};
  std::error_code ignored;
  if (!std::filesystem::is_directory(arguments.source_folder, ignored))
    return fail(ErrorKind::k_io, "--source-folder " + arguments.source_folder + ": there is no such folder");
  arguments.options.with_source = true;
  arguments.options.source_folders = {{"", arguments.source_folder}, {"", ""}};
  return {};
}

Result<int> disassemble_package(const Result<Package>& package, const DisasmArguments& arguments, Sink& sink) {
  return PackageDisassembly(CLC_TRY(Result<Package>(package)), arguments, sink).run();
}

// Disassembles packages, or the bytes of a file that is none and holds none.
Result<int> disassemble_path(const DisasmArguments& arguments, Sink& sink) {
  const bool is_piped = arguments.path == "-";
  std::error_code ignored;
  if (!is_piped && (std::filesystem::is_directory(arguments.path, ignored) || holds_package(arguments.path))) {
    return for_each_package(arguments.path, Several::k_named, sink, [&](const FoundPackage& found) {
      return disassemble_package(found.package, arguments, sink);
    });
  }
  const Bytes bytes = CLC_TRY(is_piped ? read_from(platform::standard_input(), "standard input")
                                       : read_ordinary_file(arguments.path, k_usual_package_limit.bytes));
  if (recognize(bytes) == BinaryFormat::k_container)
    return disassemble_package(in_context(arguments.path, Package::from_memory(bytes)), arguments, sink);
  return code_after(print_shown(CLC_TRY(disassemble_file(arguments, bytes, sink))));
}

Result<int> disassemble_sources(DisasmArguments& arguments, Sink& sink) {
  CompileArguments compiled_as = CLC_TRY(compile_arguments(arguments.compile));
  if (arguments.options.with_source) add_debug_information(compiled_as.options);
  for (const std::string& file : compiled_as.all_files()) arguments.own_folders.emplace_back("", folder_of(file));
  const CompiledSources compiled = CLC_TRY(compile_sources(compiled_as, sink));
  if (compiled.code != 0) return compiled.code;
  arguments.path = names_of_sources(compiled_as);
  return PackageDisassembly(*compiled.built.package, arguments, sink).run();
}

}  // namespace

Result<int> disasm_command(const std::vector<std::string>& words, Sink& sink) {
  DisasmArguments arguments;
  const CommandLine line(
      "Shows the code of kernels: SPIR-V and PTX as text, machine code through the vendor's or LLVM's disassembler.\n"
      "Files that end in .cl or .clcpp, and recordings, are compiled first; no package is written then.",
      "clc disasm");
  line.add("PACKAGE|FILE", arguments.compile.arguments.files,
           "a package, a program or library that holds packages, or a file with SPIR-V, PTX, a cubin, an AMD code "
           "object, an Intel or PoCL binary; - is standard input; or FILE.cl …");
  add_kernel_option(line, arguments.kernels);
  line.flag("--source", arguments.options.with_source,
            "show source lines, too: of sources, and of code that was compiled with -g");
  line.flag(
      "--live", arguments.with_live_values,
      "show how many registers are alive before each instruction of AMD's and NVIDIA's code, and where the most are");
  line.add("--source-folder FOLDER", arguments.source_folder,
           "where the sources are, if not where they were compiled or in the current folder");
  add_package_or_sources_options(line, arguments.compile);
  line.footer(
      "Examples:\n  clc disasm kernels.clcpack -t amdgcn:gfx1100 -k vecadd\n"
      "  clc disasm kernel.cl -t cubin:sm_90 --source\n  clc disasm module.spv\n" +
      environment_help({Reads::k_tools, Reads::k_cache}));
  const CommandInput input = CLC_TRY(parse_input_line(line, words, arguments.compile));
  if (input == CommandInput::k_none) return 0;
  CLC_TRY(take_source_folder(arguments));
  arguments.options.tools = CLC_TRY(parse_tool_paths(arguments.compile.tools));
  if (input == CommandInput::k_sources) return disassemble_sources(arguments, sink);
  const std::vector<std::string>& files = arguments.compile.arguments.files;
  CLC_TRY(refuse(
      {{files.size() > 1, "clc disasm takes one package, and " + count(files.size(), "package") + " were given"}}));
  arguments.path = files.front();
  arguments.targets = arguments.compile.arguments.targets;
  return disassemble_path(arguments, sink);
}

}  // namespace clc
