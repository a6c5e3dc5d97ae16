#include "recording/compared_recordings.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/text.h"
#include "clc/base/digest.h"
#include "recording/recorded_use.h"

namespace clc {
namespace {

constexpr std::size_t k_most_candidates = 200;  // programs that are looked at for the most similar one

std::string text_digest(const RecordedProgram& program) {
  FieldDigest digest("clc-recorded-text-1");
  digest.add("source", program.text.source);
  for (const ProgramHeader& header : program.text.headers)
    digest.add("header", header.name).add("content", header.content);
  return digest.hex();
}

// Returns the part of a program's name that is its kernel's.
std::string kernel_part(const std::string& name) {
  return name.substr(0, name.rfind('-'));
}

std::vector<std::string> option_words(const RecordedProgram& program) {
  const Result<std::vector<std::string>> words = split_words(program.text.options);
  if (!words) return {program.text.options};
  std::vector<std::string> options;
  for (const std::string& word : *words) {
    if (!options.empty() && (options.back() == "-D" || options.back() == "-I")) {
      options.back() += " " + word;
    } else {
      options.push_back(word.size() > 2 && word.starts_with("-D") ? "-D " + word.substr(2) : word);
    }
  }
  return options;
}

// One recording, with what helps to find a program in it.
struct Side {
  const Recording& recording;
  RecordedUses uses = uses_of(recording);
  std::map<std::string, std::uint64_t> waited;                          // by digest
  std::set<std::string> programs = {};                                  // digests of those that are in the recording
  std::set<std::string> answered = programs_answered(recording, uses);  // digests that a package of it serves
  std::multimap<std::string, const RecordedProgram*> by_text = {};
  std::multimap<std::string, const RecordedProgram*> by_kernel = {};

  explicit Side(const Recording& given) : recording(given) {
    for (const RecordedRun& run : given.runs) {
      for (const RecordedBuild& build : run.builds) waited[build.digest] += build.nanoseconds;
    }
    for (const RecordedProgram& program : given.programs) {
      programs.insert(program.digest);
      by_text.emplace(text_digest(program), &program);
      by_kernel.emplace(kernel_part(program.name), &program);
    }
  }

  bool is_compiled(const RecordedProgram& program) const {
    return is_only_part(program, uses) || reason_to_skip(program, uses).empty();
  }
  bool is_whole(const RecordedSet& set) const {
    return std::ranges::all_of(set.programs, [&](const std::string& digest) { return programs.count(digest) != 0; });
  }
  std::uint64_t waited_for(const std::string& digest) const {
    const auto found = waited.find(digest);
    return found == waited.end() ? 0 : found->second;
  }
};

std::vector<std::string> without(const std::vector<std::string>& words, const std::vector<std::string>& others) {
  std::vector<std::string> rest;
  for (const std::string& word : words) {
    if (std::ranges::find(others, word) == others.end()) rest.push_back(word);
  }
  return rest;
}

std::vector<std::string> changed_texts(const RecordedProgram& program, const RecordedProgram& other) {
  std::vector<std::string> changes;
  if (program.text.source != other.text.source) changes.emplace_back("the source");
  for (const ProgramHeader& header : program.text.headers) {
    const bool is_same = std::ranges::find(other.text.headers, header) != other.text.headers.end();
    if (!is_same) changes.push_back("the header " + header.name);
  }
  for (const ProgramHeader& header : other.text.headers) {
    const bool is_there =
        std::ranges::any_of(program.text.headers, [&](const ProgramHeader& one) { return one.name == header.name; });
    if (!is_there) changes.push_back("without the header " + header.name);
  }
  return changes;
}

std::vector<std::string> changes_between(const RecordedProgram& program, const RecordedProgram& other) {
  std::vector<std::string> changes = changed_texts(program, other);
  const std::vector<std::string> now = option_words(program);
  const std::vector<std::string> then = option_words(other);
  std::vector<std::string> old = without(then, now);
  for (const std::string& option : without(now, then)) {
    const std::string name = option.substr(0, option.find('=') + 1);
    const auto same_name =
        std::ranges::find_if(old, [&](const std::string& one) { return !name.empty() && one.starts_with(name); });
    if (same_name == old.end()) {
      changes.push_back("with " + option);
    } else {
      changes.push_back(option + " instead of " + *same_name);
      old.erase(same_name);
    }
  }
  for (const std::string& option : old) changes.push_back("without " + option);
  if (changes.empty()) changes.emplace_back("the order of options");
  return changes;
}

// Finds the program with the fewest differences among those of the same text, else among those of the same kernel.
void find_like(const RecordedProgram& program, const Side& other, MissingProgram& missing) {
  auto [begin, end] = other.by_text.equal_range(text_digest(program));
  if (begin == end) std::tie(begin, end) = other.by_kernel.equal_range(kernel_part(program.name));
  std::size_t looked_at = 0;
  for (; begin != end && looked_at < k_most_candidates; ++begin, ++looked_at) {
    std::vector<std::string> changes = changes_between(program, *begin->second);
    if (!missing.like.empty() && changes.size() >= missing.changes.size()) continue;
    missing.like = begin->second->name;
    missing.changes = std::move(changes);
  }
}

// Returns a reason where the other recording knows the program, and a package of it has it not.
std::string reason_of_lack(const RecordedProgram& program, const Side& other) {
  const auto use = other.uses.programs.find(program.digest);
  if (use == other.uses.programs.end()) return {};
  if (other.programs.count(program.digest) == 0) return "was left out of that recording";
  return reason_to_skip(program, other.uses);
}

// Adds the links of the program alone that the other recording lacks, though it has the program.
void add_links_alone(const RecordedProgram& program, const Side& side, const Side& other,
                     std::vector<MissingProgram>& all) {
  const auto use = side.uses.programs.find(program.digest);
  if (use == side.uses.programs.end()) return;
  for (const std::string& digest : use->second.linked_alone) {
    if (other.answered.count(digest) != 0) continue;
    all.push_back({digest, program.name, true, side.waited_for(digest), "", {}, ""});
  }
}

std::vector<MissingProgram> missing_in(const Side& other, const Side& side, std::size_t& same) {
  std::vector<MissingProgram> all;
  std::set<std::string> new_programs;
  for (const RecordedProgram& program : side.recording.programs) {
    if (!side.is_compiled(program)) continue;
    const bool is_known = is_only_part(program, side.uses) ? other.programs.count(program.digest) != 0
                                                           : other.answered.count(program.digest) != 0;
    if (is_known) {
      ++same;
      add_links_alone(program, side, other, all);
      continue;
    }
    new_programs.insert(program.digest);
    MissingProgram missing{program.digest, program.name, false, side.waited_for(program.digest), "", {}, ""};
    missing.reason = reason_of_lack(program, other);
    if (missing.reason.empty()) find_like(program, other, missing);
    all.push_back(std::move(missing));
  }
  // A link of a program that is missing itself is no news.
  for (const RecordedSet& set : side.uses.sets) {
    if (!side.is_whole(set)) continue;
    const bool is_told =
        std::ranges::any_of(set.programs, [&](const std::string& digest) { return new_programs.count(digest) != 0; });
    const bool is_known = other.answered.count(set.digest) != 0;
    if (is_known) ++same;
    if (is_known || is_told) continue;
    all.push_back(
        {set.digest, program_name({}, true, set.kernels, set.digest), true, side.waited_for(set.digest), "", {}, ""});
  }
  return all;
}

}  // namespace

ComparedRecordings compare_recordings(const Recording& before, const Recording& after) {
  const Side first(before);
  const Side second(after);
  ComparedRecordings compared;
  std::size_t same_again = 0;
  compared.added = missing_in(first, second, compared.same);
  compared.gone = missing_in(second, first, same_again);
  return compared;
}

}  // namespace clc
