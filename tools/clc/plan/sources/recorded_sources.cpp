#include "plan/sources/recorded_sources.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/digest.h"
#include "clc/package/binary_format.h"
#include "plan/driver_options.h"
#include "recording/recorded_use.h"
#include "recording/recording.h"

namespace clc {
namespace {

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
  return std::ranges::any_of(program.text.headers,
                             [&](const ProgramHeader& header) { return header.name.starts_with(folder + "/"); });
}

std::vector<BuildOption> include_options(const std::vector<std::string>& folders) {
  std::vector<BuildOption> options;
  for (const std::string& folder : folders) options.push_back({find_option_row("-I"), folder, ""});
  return options;
}

}  // namespace

std::vector<BuildOption> options_here(const RecordedProgram& program, std::vector<BuildOption> options,
                                      const std::string& place) {
  std::vector<std::string> before;
  if (has_header_in(program, "embedded")) before.push_back(place + "/embedded");
  std::vector<BuildOption> here = include_options(before);
  for (BuildOption& option : options) {
    if (is_include_folder(option)) {
      if (!has_header_in(program, option.value)) continue;
      option.value = place + "/" + option.value;
    } else if (option.is(Option::k_macro)) {
      option.value = moved_value(option.value, program);
    } else if (option.is(Option::k_werror)) {
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

namespace {

// Collects what is not compiled and why, to say it in one message each.
class Skipped {
 public:
  void add(const std::string& reason, const std::string& program) { programs_[reason].push_back(program); }

  void report(const std::string& folder, Sink& sink) const {
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

// Headers of absolute paths, where the program names one outright, "/usr/include/x.h": that path need not be here, and
// another file may be.
std::vector<GivenFile> headers_by_path(const RecordedProgram& program) {
  constexpr std::string_view k_absolute = "absolute/";
  std::vector<GivenFile> given;
  bool is_named = false;
  for (const ProgramHeader& header : program.text.headers) {
    if (!header.name.starts_with(k_absolute)) continue;
    const std::string path = header.name.substr(k_absolute.size() - 1);
    const auto names_it = [&](const std::string& text) { return text.find(path) != std::string::npos; };
    is_named =
        is_named || names_it(program.text.source) ||
        std::ranges::any_of(program.text.headers, [&](const ProgramHeader& other) { return names_it(other.content); });
    given.push_back({path, header.content});
  }
  return is_named ? given : std::vector<GivenFile>();
}

SourceFile source_of(const RecordedProgram& program, const std::string& place) {
  SourceFile source;
  source.module = program.name;
  source.spelled = place + "/" + program.source_file;
  source.path = std::filesystem::absolute(source.spelled).string();
  source.sha256 = sha256_hex(program.text.source);
  source.is_il = source.is_given = program.is_il;
  if (program.is_il) source.text = program.text.source;
  source.headers = headers_by_path(program);
  return source;
}

// Turns the programs of one recording into modules.
class Reader {
 public:
  Reader(const Recording& recording, const std::string& folder, const CompileArguments& arguments)
      : recording_(recording), uses_(uses_of(recording)), folder_(folder), arguments_(arguments) {
    for (const RecordedProgram& program : recording.programs) programs_[program.digest] = &program;
  }

  Result<std::vector<SourceFile>> run() {
    for (const RecordedProgram& program : recording_.programs) CLC_TRY(add_program(program));
    for (const RecordedSet& set : uses_.sets) CLC_TRY(add_set(set));
    return std::move(sources_);
  }

  const Skipped& skipped() const { return skipped_; }

 private:
  std::string place_of(const RecordedProgram& program) const {
    return join_path(join_path(folder_, "programs"), program.name);
  }

  // Understands the options `text` of `what`. Nothing: some are not known, and the program is left out.
  Result<std::optional<std::vector<BuildOption>>> understand(const std::string& text, const std::string& what,
                                                             const std::string& name) {
    Result<std::vector<std::string>> words = split_words(text);
    UnderstoodOptions understood;
    if (!words) understood.unknown = {"a text of options that " + words.error().message};
    if (words) {
      // They say which kind of program a link makes, and not how.
      std::erase_if(
          *words, [](const std::string& word) { return word == "-create-library" || word == "-enable-link-options"; });
      understood = understand_options(*words, arguments_.ignored_options);
    }
    if (understood.unknown.empty()) return std::optional(std::move(understood.options));
    if (!arguments_.keep_going) return unknown_options(what, understood.unknown);
    skipped_.add("built with " + join(understood.unknown, ", ") + ", which clc does not know", name);
    return std::nullopt;
  }

  Result<void> add_program(const RecordedProgram& program) {
    if (is_only_part(program, uses_)) return {};
    if (const std::string reason = reason_to_skip(program, uses_); !reason.empty()) {
      skipped_.add(reason, program.name);
      return {};
    }
    if (program.is_il && recognize(program.text.source) != BinaryFormat::k_spirv) {
      skipped_.add("came as SPIR-V, which it is not", program.name);
      return {};
    }
    const std::string place = place_of(program);
    auto options = CLC_TRY(understand(program.text.options, place, program.name));
    if (!options) return {};
    SourceFile source = source_of(program, place);
    source.programs = programs_answered_by(program, uses_);
    source.options = options_here(program, *std::move(options), place);
    std::set<std::string> digests(source.programs.begin(), source.programs.end());
    digests.insert(program.digest);
    source.group_sizes = recorded_group_sizes(recording_, digests);
    sources_.push_back(std::move(source));
    return {};
  }

  // The reason why a set cannot be compiled; empty: it can.
  std::string reason_to_skip_set(const RecordedSet& set) const {
    std::map<std::string, std::string> given;
    for (const std::string& digest : set.programs) {
      const auto program = programs_.find(digest);
      if (program == programs_.end()) return "was linked with a program that is not in the recording";
      if (program->second->is_il) return "was linked with a program that came as SPIR-V";
      for (const GivenFile& file : headers_by_path(*program->second)) {
        if (given.try_emplace(file.path, file.text).first->second != file.text)
          return "was linked of programs that know " + file.path + " with different contents";
      }
    }
    return {};
  }

  // A set of programs becomes one module of several sources.
  Result<void> add_set(const RecordedSet& set) {
    const std::string name = program_name({}, true, set.kernels, set.digest);
    if (const std::string reason = reason_to_skip_set(set); !reason.empty()) {
      skipped_.add(reason, name);
      return {};
    }
    SourceFile whole;
    for (const std::string& digest : set.programs) {
      const RecordedProgram& program = *programs_.at(digest);
      const std::string place = place_of(program);
      auto options = CLC_TRY(understand(program.text.options, place, name));
      if (!options) return {};
      SourceFile source = source_of(program, place);
      source.module = name;
      source.own_options = options_here(program, *std::move(options), place);
      if (whole.module.empty()) {
        whole = std::move(source);
      } else {
        whole.others.push_back(std::move(source));
      }
    }
    auto options = CLC_TRY(understand(set.link_options, "the link of " + name, name));
    if (!options) return {};
    whole.options = *std::move(options);
    whole.programs = {set.digest};
    whole.group_sizes = recorded_group_sizes(recording_, {set.digest});
    whole.parts = {set.programs.begin(), set.programs.end()};
    whole.parts.insert(whole.parts.end(), set.libraries.begin(), set.libraries.end());
    sources_.push_back(std::move(whole));
    return {};
  }

  const Recording& recording_;
  const RecordedUses uses_;
  const std::string& folder_;
  const CompileArguments& arguments_;
  std::map<std::string, const RecordedProgram*> programs_;  // by digest
  std::vector<SourceFile> sources_;
  Skipped skipped_;
};

// The value that options give a macro; nothing after -U.
using RecordedMacros = std::map<std::string, std::optional<std::string>>;

void add_macro(const BuildOption& option, RecordedMacros& macros) {
  if (option.is(Option::k_no_macro)) macros[option.value] = std::nullopt;
  if (!option.is(Option::k_macro)) return;
  const std::size_t equals = option.value.find('=');
  macros[option.value.substr(0, equals)] = equals == std::string::npos ? "1" : option.value.substr(equals + 1);
}

std::string as_option(const std::string& name, const std::optional<std::string>& value) {
  return value ? "-D" + name + "=" + *value : "-U" + name;
}

// The programs stand for what was recorded, so no option of the command line may change their macros. A macro that they
// do not define may be a program's own default, which deserves a warning.
Result<void> check_macros(const std::string& folder, const std::vector<SourceFile>& sources,
                          const std::vector<BuildOption>& options, Sink& sink) {
  RecordedMacros given;
  for (const BuildOption& option : options) add_macro(option, given);
  std::set<std::string> added;
  for (const SourceFile& source : sources) {
    for (const SourceFile* one : source.all()) {
      RecordedMacros recorded;
      for (const BuildOption& option : one->own_options) add_macro(option, recorded);
      for (const BuildOption& option : source.options) add_macro(option, recorded);
      for (const auto& [name, value] : given) {
        const auto before = recorded.find(name);
        if (before == recorded.end()) {
          added.insert(as_option(name, value));
        } else if (before->second != value) {
          return fail(ErrorKind::k_usage, as_option(name, value) + " would change " + source.module + " of " + folder +
                                              ", recorded with " + as_option(name, before->second) +
                                              ": compile the recording by itself, and `clc link` the packages");
        }
      }
    }
  }
  if (!added.empty())
    sink.message(Severity::k_warning, folder + ": its programs are compiled with " +
                                          join({added.begin(), added.end()}, " ") +
                                          ", which the recorded ones were not: programs that read such a macro are " +
                                          "served otherwise than recorded");
  return {};
}

}  // namespace

Result<std::vector<SourceFile>> recorded_sources(const std::string& folder, const CompileArguments& arguments,
                                                 Sink& sink) {
  const Recording recording = CLC_TRY(read_recording(folder));
  Reader reader(recording, folder, arguments);
  Result<std::vector<SourceFile>> sources = reader.run();
  if (!sources) return sources;
  reader.skipped().report(folder, sink);
  if (sources->empty()) return fail(ErrorKind::k_usage, folder + ": this recording holds no program to compile");
  CLC_TRY(check_macros(folder, *sources, arguments.options, sink));
  return sources;
}

}  // namespace clc
