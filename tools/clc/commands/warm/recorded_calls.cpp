#include "commands/warm/recorded_calls.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/platform/paths.h"
#include "base/try.h"
#include "recording/spirv_constants.h"

namespace clc {
namespace {

constexpr std::string_view k_embedded = "embedded/";
constexpr std::string_view k_working = "working";

bool makes_library(const std::string& link_options) {
  return link_options.find("-create-library") != std::string::npos;
}

std::string options_of(const RecordedProgram& program) {
  return program.given_options.empty() ? program.text.options : program.given_options;
}

// Returns the places of the values of -I in options: begin and end.
std::vector<std::pair<std::size_t, std::size_t>> folders_in(std::string_view options) {
  std::vector<std::pair<std::size_t, std::size_t>> folders;
  for (std::size_t at = options.find("-I"); at != std::string_view::npos; at = options.find("-I", at + 1)) {
    if (at > 0 && options[at - 1] != ' ') continue;
    const std::size_t begin = options.find_first_not_of(' ', at + 2);
    if (begin == std::string_view::npos) break;
    folders.emplace_back(begin, std::min(options.find(' ', begin), options.size()));
  }
  return folders;
}

bool is_recorded_folder(std::string_view name) {
  constexpr std::string_view k_include = "include-";
  return name.starts_with(k_include) && name.size() > k_include.size();
}

// The reason why the cache would not find later what a driver makes of the program here; empty: there is none.
std::string why_not(const RecordedProgram& program) {
  const std::string options = options_of(program);
  if (program.is_il && program.text.options.find(k_specialize_option) != std::string::npos)
    return "has values for constants of SPIR-V";
  for (const auto& [begin, end] : folders_in(options)) {
    const std::string_view folder = std::string_view(options).substr(begin, end - begin);
    if (!is_recorded_folder(folder) && !platform::is_absolute(folder))
      return "names a folder of headers that is not absolute, so that the cache knows it by that name alone";
  }
  return {};
}

// Turns the builds and links of all runs into lists of calls, each once.
class Collector {
 public:
  explicit Collector(const Recording& recording) : recording_(recording) {
    for (const RecordedProgram& program : recording.programs) programs_[program.digest] = &program;
    for (const RecordedRun& run : recording.runs) {
      for (const RecordedBuild& build : run.builds) {
        if (build.step == BuildStep::k_link && build.status == 0) links_.emplace(build.digest, &build);
      }
    }
  }

  RepeatedCalls collect() {
    for (const RecordedRun& run : recording_.runs) {
      for (const RecordedBuild& build : run.builds) {
        const bool is_made = build.status == 0 && build.step != BuildStep::k_compile;
        if (is_made && !makes_library(build.link_options) && seen_.insert(build.digest).second) add(build);
      }
    }
    return std::move(calls_);
  }

 private:
  void add(const RecordedBuild& build) {
    RecordedCalls made;
    made.digest = build.digest;
    made.name = program_name({}, true, build.kernels, build.digest);
    reason_.clear();
    depth_ = 0;
    if (build.step == BuildStep::k_link) {
      add_link(build, made);
    } else {
      add_program(build.digest, WarmCall::k_build, made);
    }
    if (reason_.empty()) {
      calls_.programs.push_back(std::move(made));
    } else {
      calls_.left_out[reason_].push_back(made.name);
    }
  }

  std::optional<std::uint64_t> add_program(const std::string& digest, WarmCall call, RecordedCalls& into) {
    const auto program = programs_.find(digest);
    reason_ = program == programs_.end() ? "is not in the recording, or is linked with one that is not"
                                         : why_not(*program->second);
    if (!reason_.empty()) return std::nullopt;
    into.steps.push_back({call, program->second, {}, {}});
    return into.steps.size() - 1;
  }

  // A recording that somebody wrote by hand may have links that are their own inputs.
  std::optional<std::uint64_t> add_link(const RecordedBuild& link, RecordedCalls& into) {
    constexpr int k_deepest = 16;
    if (++depth_ > k_deepest) reason_ = "is linked of too many libraries within each other";
    RecordedCalls::Step step{WarmCall::k_link, nullptr, link.link_options, {}};
    for (const std::string& input : link.inputs) {
      if (!reason_.empty()) return std::nullopt;
      const auto library = links_.find(input);
      const auto made =
          library != links_.end() ? add_link(*library->second, into) : add_program(input, WarmCall::k_compile, into);
      if (!made) return std::nullopt;
      step.inputs.push_back({*made});
    }
    --depth_;
    into.steps.push_back(std::move(step));
    return into.steps.size() - 1;
  }

  const Recording& recording_;
  std::map<std::string, const RecordedProgram*> programs_;  // by digest
  std::map<std::string, const RecordedBuild*> links_;
  std::set<std::string> seen_;
  RepeatedCalls calls_;
  std::string reason_;  // why the program at hand is left out
  int depth_ = 0;
};

bool has_header_in(const RecordedProgram& program, std::string_view folder) {
  return std::ranges::any_of(program.text.headers, [&](const ProgramHeader& header) {
    return header.name.starts_with(folder) && header.name.substr(folder.size()).starts_with('/');
  });
}

// The options as the application gave them, but with the recording's folders of headers.
std::string options_here(const RecordedProgram& program, const std::string& place) {
  std::string options = options_of(program);
  const auto folders = folders_in(options);
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
    const std::string name = options.substr(folder->first, folder->second - folder->first);
    if (is_recorded_folder(name)) options.insert(folder->first, place + "/");
  }
  return options;
}

Result<WarmStep> read_step(const RecordedCalls::Step& step, const std::string& place) {
  WarmStep read{step.call, step.options, {}, false, {}, step.inputs};
  if (step.program == nullptr) return read;
  RecordedProgram program = *step.program;
  CLC_TRY(read_texts(place, program));
  read.options = options_here(program, place);
  read.is_il = program.is_il;
  for (ProgramHeader& header : program.text.headers) {
    if (!header.name.starts_with(k_embedded)) continue;
    read.headers.push_back({header.name.substr(k_embedded.size()), std::move(header.content)});
  }
  read.text = std::move(program.text.source);
  return read;
}

}  // namespace

RepeatedCalls repeated_calls(const Recording& recording) {
  return Collector(recording).collect();
}

Result<Bytes> request_for(const std::string& folder, const std::vector<const RecordedCalls*>& programs) {
  std::vector<WarmProgram> request;
  for (const RecordedCalls* calls : programs) {
    WarmProgram& program = request.emplace_back();
    for (const RecordedCalls::Step& step : calls->steps) {
      std::string place;
      if (step.program != nullptr) {
        place = platform::to_text(std::filesystem::absolute(platform::to_path(folder)).lexically_normal());
        while (place.size() > 1 && place.back() == '/') place.pop_back();
        place += "/programs/" + step.program->name;
        if (has_header_in(*step.program, k_working)) program.folder = place + "/" + std::string(k_working);
      }
      program.steps.push_back(CLC_TRY(read_step(step, place)));
    }
  }
  return encode_warm_programs(request);
}

}  // namespace clc
