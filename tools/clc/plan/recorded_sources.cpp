#include "plan/recorded_sources.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "clc/package/digest.h"
#include "plan/driver_options.h"
#include "recording/recording.h"
#include "support/text.h"

namespace clc {
namespace {

// What applications did with one program.
struct Use {
  bool is_built = false;
  bool is_compiled = false;
  bool has_failed = false;
  std::set<std::string> linked_alone;  // digests of programs that were linked of this one alone
};
using Uses = std::map<std::string, Use>;

bool makes_library(const RecordedBuild& link) {
  return link.link_options.find("-create-library") != std::string::npos;
}

Uses uses_of(const Recording& recording) {
  Uses uses;
  for (const RecordedRun& run : recording.runs) {
    for (const RecordedBuild& build : run.builds) {
      if (build.step == BuildStep::k_link) {
        const bool is_alone = build.inputs.size() == 1 && !makes_library(build);
        if (is_alone) uses[build.inputs.front()].linked_alone.insert(build.digest);
        continue;
      }
      Use& use = uses[build.digest];
      const bool is_good = build.status == 0;
      use.is_built = use.is_built || (is_good && build.step == BuildStep::k_build);
      use.is_compiled = use.is_compiled || (is_good && build.step == BuildStep::k_compile);
      use.has_failed = use.has_failed || (!is_good && build.served != "refused");
    }
  }
  return uses;
}

// Why a program need not be compiled; empty: it has to be.
std::string reason_to_skip(const RecordedProgram& program, const Use& use) {
  if (program.is_il) return "came as SPIR-V, which the drivers take as it is";
  const bool has_succeeded = use.is_built || use.is_compiled;
  if (use.has_failed && !has_succeeded) return "did not compile when it was recorded";
  if (use.is_compiled && !use.is_built && use.linked_alone.empty()) {
    return "was linked with others, which is left to the driver";
  }
  return {};
}

// Headers that were found by an absolute path lie in the folder `absolute`, so macros that name them there have to
// lead to it.
std::string moved_value(const std::string& value, const RecordedProgram& program) {
  constexpr std::string_view k_absolute = "absolute";
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos || equals + 1 == value.size() || value[equals + 1] != '/') return value;
  const std::string moved = std::string(k_absolute) + value.substr(equals + 1);
  const std::string as_folder = moved.ends_with('/') ? moved : moved + "/";
  for (const ProgramHeader& header : program.text.headers) {
    if (header.name == moved || header.name.starts_with(as_folder)) return value.substr(0, equals + 1) + moved;
  }
  return value;
}

bool has_header_in(const RecordedProgram& program, const std::string& folder) {
  return std::any_of(program.text.headers.begin(), program.text.headers.end(),
                     [&](const ProgramHeader& header) { return header.name.starts_with(folder + "/"); });
}

std::vector<BuildOption> include_options(const std::vector<std::string>& folders) {
  std::vector<BuildOption> options;
  for (const std::string& folder : folders) options.push_back({find_option_row("-I"), folder, ""});
  return options;
}

// The program's options as clc takes them: folders of headers are those of the recording.
std::vector<BuildOption> options_here(const RecordedProgram& program, std::vector<BuildOption> options,
                                      const std::string& place) {
  std::vector<std::string> before;
  if (has_header_in(program, "embedded")) before.push_back(place + "/embedded");
  std::vector<BuildOption> here = include_options(before);
  for (BuildOption& option : options) {
    if (is_include_folder(option)) {
      if (!has_header_in(program, option.value)) continue;
      option.value = place + "/" + option.value;
    } else if (std::string_view(option.row->spelling) == "-D") {
      option.value = moved_value(option.value, program);
    } else if (std::string_view(option.row->spelling) == "-Werror") {
      continue;  // another compiler warns of other things
    }
    here.push_back(std::move(option));
  }
  std::vector<std::string> behind;
  if (has_header_in(program, "working")) behind.push_back(place + "/working");
  if (has_header_in(program, "absolute")) behind.push_back(place);
  for (BuildOption& option : include_options(behind)) here.push_back(std::move(option));
  return here;
}

// Collects what is not compiled and why, to say it in one message each.
class Skipped {
 public:
  void add(const std::string& reason, const std::string& program) { programs_[reason].push_back(program); }

  void tell(const std::string& folder, Sink& sink) const {
    for (const auto& [reason, programs] : programs_) {
      const std::size_t shown = std::min<std::size_t>(programs.size(), 3);
      std::string names = join({programs.begin(), programs.begin() + static_cast<std::ptrdiff_t>(shown)}, ", ");
      if (shown < programs.size()) names += ", …";
      sink.message(Severity::k_note,
                   folder + ": not compiled: " + count(programs.size(), "program") + " (" + names + "): " + reason);
    }
  }

 private:
  std::map<std::string, std::vector<std::string>> programs_;
};

Failure unknown_options(const std::string& place, const std::vector<std::string>& unknown) {
  return fail(ErrorKind::k_usage,
              place + " was built with " + join(unknown, ", ") +
                  ", which clc does not know; leave it out with --ignore-option " + unknown.front() +
                  " if the kernels mean the same without it, or leave out such programs with --keep-going");
}

SourceFile source_of(const RecordedProgram& program, const Use& use, const std::string& place) {
  SourceFile source;
  source.module = program.name;
  source.spelled = place + "/" + program.source_file;
  source.path = std::filesystem::absolute(source.spelled).string();
  source.sha256 = sha256_hex(program.text.source);
  source.programs = {program.digest};
  source.programs.insert(source.programs.end(), use.linked_alone.begin(), use.linked_alone.end());
  return source;
}

}  // namespace

Result<std::vector<SourceFile>> recorded_sources(const std::string& folder, const CompileArguments& arguments,
                                                 Sink& sink) {
  const Result<Recording> recording = read_recording(folder);
  if (!recording) return fail(recording);
  const Uses uses = uses_of(*recording);
  std::vector<SourceFile> sources;
  Skipped skipped;
  for (const RecordedProgram& program : recording->programs) {
    const auto used = uses.find(program.digest);
    const Use use = used == uses.end() ? Use() : used->second;
    if (const std::string reason = reason_to_skip(program, use); !reason.empty()) {
      skipped.add(reason, program.name);
      continue;
    }
    const std::string place = join_path(join_path(folder, "programs"), program.name);
    const Result<std::vector<std::string>> words = split_words(program.text.options);
    UnderstoodOptions understood;
    if (words) understood = understand_options(*words, arguments.ignored_options);
    if (!words) understood.unknown = {"options of which " + words.error().message};
    if (!understood.unknown.empty()) {
      if (!arguments.keep_going) return unknown_options(place, understood.unknown);
      skipped.add("built with " + join(understood.unknown, ", ") + ", which clc does not know", program.name);
      continue;
    }
    SourceFile source = source_of(program, use, place);
    source.options = options_here(program, std::move(understood.options), place);
    sources.push_back(std::move(source));
  }
  skipped.tell(folder, sink);
  if (sources.empty()) return fail(ErrorKind::k_usage, folder + ": this recording holds no program to compile");
  return sources;
}

}  // namespace clc
