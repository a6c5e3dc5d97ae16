#include "toolchain/assembler.h"

#include <algorithm>
#include <regex>
#include <set>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "toolchain/helpers.h"
#include "toolchain/ocloc_chip.h"

namespace clc {
namespace {

constexpr std::chrono::seconds k_question_limit{60};

std::string normalized(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-') c = '_';
  }
  return text;
}

Result<std::string> ask(const std::vector<std::string>& command, const std::string& folder) {
  const std::string shown = join(command, " ");
  ProcessSpec spec;
  spec.arguments = command;
  spec.folder = folder;
  spec.errors_into_output = true;
  Finished finished = CLC_TRY(run_process(spec, "", k_question_limit));
  if (finished.timed_out) return fail(ErrorKind::k_crash, shown + " did not end within 60 s");
  if (finished.ending.signal != 0) return fail(ErrorKind::k_crash, shown + " " + finished.ending.describe());
  return std::move(finished.output);
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

Result<Assembler> ask_ptxas(const std::string& path) {
  const std::string version = CLC_TRY(ask({path, "--version"}, ""));
  static const std::regex k_version("V[0-9]+\\.[0-9.]+");
  std::smatch match;
  if (!std::regex_search(version, match, k_version)) {
    return fail(ErrorKind::k_unavailable,
                path + " does not print a version as ptxas does; name another program with --tool");
  }
  Assembler assembler{path, "ptxas " + match.str(), {}, false};
  const std::string help = CLC_TRY(ask({path, "--help"}, ""));
  static const std::regex k_arch("'(sm_[0-9]+[a-z]?)'");
  for (std::sregex_iterator at(help.begin(), help.end(), k_arch), end; at != end; ++at)
    add_once(assembler.archs, (*at)[1]);
  return assembler;
}

// Names such as gen9 and xe-hpg stand for several devices, whose binaries ocloc puts into one archive.
bool is_group(const std::string& name) {
  const bool is_generation = name.size() > 3 && name.starts_with("gen") && name[3] >= '0' && name[3] <= '9';
  return is_generation || (name.starts_with("xe") && !name.ends_with("sdv"));
}

// "<device_type> can be: bdw, skl, …, version or hexadecimal value with 0x prefix"; where there is a second list, of
// names that "can be single target device".
void read_ocloc_devices(const std::string& help, Assembler& assembler) {
  static const std::regex k_list("<device_type> can be: ([^\n]*)");
  static const std::regex k_name("[a-z][a-z0-9_-]*");
  bool is_first = true;
  for (std::sregex_iterator at(help.begin(), help.end(), k_list), end; at != end; ++at) {
    const std::string list = (*at)[1];
    static const std::regex k_separator(",\\s*");
    for (std::sregex_token_iterator word(list.begin(), list.end(), k_separator, -1), last; word != last; ++word) {
      const std::string name = *word;
      if (!std::regex_match(name, k_name)) continue;
      add_once(is_group(name) ? assembler.groups : assembler.archs, name);
      if (!is_first && !is_group(name)) add_once(assembler.lone, name);
    }
    is_first = false;
  }
}

Result<Assembler> ask_ocloc(const std::string& path) {
  const std::string help = CLC_TRY(ask({path, "compile", "--help"}, ""));
  Assembler assembler{path, "ocloc", {}, help.find("--format zebin") != std::string::npos};
  read_ocloc_devices(help, assembler);
  // ocloc answers this question by writing a file into the current folder.
  const ScratchFolder folder = CLC_TRY(ScratchFolder::make());
  CLC_TRY(ask({path, "query", "OCL_DRIVER_VERSION"}, folder.path()));
  if (const Result<Bytes> version = read_ordinary_file(join_path(folder.path(), "OCL_DRIVER_VERSION"), 4096)) {
    for (const char c : *version) {
      if (c == '.' || (c >= '0' && c <= '9'))
        assembler.version += (assembler.version == "ocloc" ? " " : "") + std::string(1, c);
    }
  }
  if (assembler.archs.empty()) {
    return fail(ErrorKind::k_unavailable,
                path + " does not list devices as ocloc does; name another program with --tool");
  }
  return assembler;
}

std::vector<std::string> ptxas_command(const Assembler& /*ptxas*/, const std::string& arch,
                                       const AssemblyOptions& options) {
  std::vector<std::string> command = {"-arch=" + arch, options.optimize ? "-O3" : "-O0", "-v"};
  if (options.line_numbers) command.push_back("-lineinfo");
  command.insert(command.end(), {k_assembler_input, "-o", k_assembler_output});
  return command;
}

std::vector<std::string> ocloc_command(const Assembler& ocloc, const std::string& arch,
                                       const AssemblyOptions& options) {
  std::vector<std::string> command = {"compile"};
  if (!options.of_source) command.emplace_back("-spirv_input");
  command.insert(command.end(), {"-64", "-file", k_assembler_input, "-device", arch, "-output_no_suffix", "-output",
                                 k_assembler_output, "-exclude_ir"});
  if (ocloc.gives_zebin) command.insert(command.end(), {"--format", "zebin"});
  std::vector<std::string> build_options;
  // The binary then tells the names and types of arguments.
  if (options.of_source) build_options = {*options.of_source, "-cl-kernel-arg-info"};
  if (!options.optimize) build_options.emplace_back("-cl-opt-disable");
  if (options.line_numbers) build_options.emplace_back("-g");
  std::erase(build_options, "");
  if (!build_options.empty()) command.insert(command.end(), {"-options", join(build_options, " ")});
  return command;
}

// The variables are taken from the calls of getenv() in ptxas 13.0 and ocloc 22.43, and from the sources of Intel's
// compute runtime for newer versions of ocloc, which take several hundred more where NEOReadDebugKeys is set.
constexpr AssemblerInfo k_assemblers[] = {
    {.family = Family::k_cubin,
     .ask = ask_ptxas,
     .command = ptxas_command,
     .settings = "PTXAS NVPTX CAN_FINALIZE_DEBUG= DUMP_KNOBS_TO_FILE="},
    {.family = Family::k_intel,
     .ask = ask_ocloc,
     .command = ocloc_command,
     .settings = "IGC_ VISA_ IGA_ NEO OCLOC_ OverrideDefaultFP64Settings= LLVM_OVERRIDE_PRODUCER= AS_SECURE_LOG_FILE=",
     .debug_keys = "NEOReadDebugKeys",
     .opens_libraries = true,
     .repeats_messages = true},
};

}  // namespace

const AssemblerInfo& assembler_info(Family family) {
  return *std::find_if(std::begin(k_assemblers), std::end(k_assemblers) - 1,
                       [&](const AssemblerInfo& info) { return info.family == family; });
}

Result<Assembler> find_assembler(Family family, const ToolPaths& given) {
  const std::string path = CLC_TRY(find_assembler_path(family, given));
  return ask_assembler(family, path);
}

Result<std::string> find_assembler_path(Family family, const ToolPaths& given) {
  return find_tool(family_info(family).assembler, given);
}

Result<Assembler> ask_assembler(Family family, const std::string& path) {
  return assembler_info(family).ask(path);
}

namespace {

Failure unknown_arch(const Assembler& assembler, const Target& target, const std::string& arch) {
  std::vector<std::string> names;
  for (const std::vector<std::string>* list : {&assembler.archs, &assembler.groups}) {
    for (const std::string& known : *list)
      names.push_back(std::string(family_info(target.family).name) + ":" + normalized(known));
  }
  const std::string what = arch == target.arch ? "" : "'" + arch + "' of ";
  return fail(ErrorKind::k_unavailable, assembler.path + " (" + assembler.version + ") does not know " + what +
                                            target.name() + "; it knows " + join(names, ", "));
}

// A name of one chip or of a group.
Result<std::string> spelled_name(const Assembler& assembler, const Target& target, const std::string& arch) {
  for (const std::vector<std::string>* list : {&assembler.archs, &assembler.groups}) {
    for (const std::string& known : *list) {
      if (normalized(known) == arch) return known;
    }
  }
  return unknown_arch(assembler, target, arch);
}

}  // namespace

Result<std::string> spelled_arch(const Assembler& assembler, const Target& target) {
  const bool is_several = target.arch.find_first_of(",:") != std::string::npos;
  std::string spelled;
  for (std::size_t at = 0; at <= target.arch.size();) {
    const std::size_t end = std::min(target.arch.find_first_of(",:", at), target.arch.size());
    if (end != at) {
      const std::string name = CLC_TRY(spelled_name(assembler, target, target.arch.substr(at, end - at)));
      if (is_several && std::ranges::find(assembler.lone, name) != assembler.lone.end()) {
        return fail(ErrorKind::k_unavailable, target.name() + ": " + assembler.path + " takes " + name +
                                                  " alone, in no list and no range; give -t once for each");
      }
      spelled += name;
    }
    if (end < target.arch.size()) spelled += target.arch[end];
    at = end + 1;
  }
  return spelled;
}

bool is_from_source(const Target& target) {
  return target.family == Family::k_intel && !target.features.empty();
}

bool has_assembler(Family family) {
  return *family_info(family).assembler != '\0';
}

Result<AssembledChip> ask_chip(const Assembler& assembler, const Target& target, const std::string& arch) {
  if (is_from_source(target)) {
    std::vector<std::string> macros = CLC_TRY(ask_ocloc_front_end(assembler.path, arch));
    return AssembledChip{target, {}, std::move(macros)};
  }
  if (target.family == Family::k_intel) return ask_ocloc_chip(assembler.path, arch);
  return AssembledChip{{Family::k_nvptx, target.arch, {}}, {}};
}

std::vector<std::string> assembler_command(Family family, const Assembler& assembler, const std::string& arch,
                                           const AssemblyOptions& options) {
  std::vector<std::string> command = assembler_info(family).command(assembler, arch, options);
  command.insert(command.begin(), assembler.path);
  return command;
}

}  // namespace clc
