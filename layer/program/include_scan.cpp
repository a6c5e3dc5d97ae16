#include "program/include_scan.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <set>

#include "base/environment_variable.h"
#include "base/platform/files.h"
#include "base/platform/paths.h"
#include "base/platform/shared_files.h"
#include "clc/base/file.h"
#include "program/option_reader.h"
#include "program/plain_source.h"

namespace clc::layer {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_files = 4096;
constexpr std::uint64_t k_largest_file = std::uint64_t{64} << 20U;

// A folder, and its name in labels.
struct Folder {
  std::string path, label;
};

std::string path_in(const std::string& folder, const std::string& name) {
  return platform::to_text(platform::to_path(folder) / platform::to_path(name));
}

fs::path whole_path(const std::string& path) {
  std::error_code error;
  return fs::absolute(platform::to_path(path), error).lexically_normal();
}

// Returns the label of a whole path: that of a drive has no colon, which names of files cannot have.
std::string absolute_label(const fs::path& path) {
  std::string drive = platform::to_text(path.root_name());
  std::erase(drive, ':');
  return "absolute/" + (drive.empty() ? "" : drive + "/") + platform::to_text(path.relative_path());
}

// Returns the name of a file in digests: the label of its folder and its name, or its whole path when it lies outside
// of every folder that has a label.
std::string label_of(const Folder& folder, const std::string& file_name, const std::string& path) {
  const fs::path label = (platform::to_path(folder.label) / platform::to_path(file_name)).lexically_normal();
  const std::string first = platform::to_text(*label.begin());
  const bool is_inside = first == "working" || first == "absolute" || first.substr(0, 8) == "include-";
  return is_inside ? platform::to_text(label) : absolute_label(whole_path(path));
}

bool is_file(const std::string& path) {
  std::error_code error;
  return fs::exists(platform::to_path(path), error) && !fs::is_directory(platform::to_path(path), error);
}

// Sets the stamp, which changes each time the file is written or replaced, also by a file with the same contents.
void read_stamp(IncludedFile& file) {
  platform::FileStatus status;
  if (platform::status_of(file.path, Links::k_follow, status) != 0) return;
  constexpr std::int64_t k_a_second = 1'000'000'000;
  file.stamp = std::to_string(platform::file_number(file.path)) + " " + std::to_string(status.size) + " " +
               std::to_string(status.written) + " " + std::to_string(status.changed);
  file.changed_at = std::max(status.written, status.changed) / k_a_second;
}

class Scanner {
 public:
  Scanner(std::string_view options, const std::vector<ProgramHeader>& headers)
      : headers_(headers), options_(read_options(options)) {
    scan_.unknown = options_.unknown;
    scan_.ambiguous = options_.ambiguous;
    for (const std::string& folder : options_.folders)
      folders_.push_back({folder, "include-" + std::to_string(folders_.size())});
  }

  // Takes the inclusions from a preprocessor, each after the inclusion of the file that it stands in.
  IncludeScan run(const InclusionList& inclusions) {
    is_preprocessed_ = true;
    if (is_known()) scan_.unknown = inclusions.unknown;
    scan_.tells_time = inclusions.tells_time;
    for (const InclusionList::Inclusion& inclusion : inclusions.inclusions) {
      if (is_known()) find({inclusion.name, folder_of(inclusion.from)});
    }
    return std::move(scan_);
  }

  IncludeScan run(std::string_view source) {
    for (const std::string& definition : options_.definitions) source_.read_definition(definition);
    const bool reads_nothing = headers_.empty() && source_.reads_nothing(source);
    if (!reads_nothing) read_text(source, {});
    for (const ProgramHeader& header : headers_) read_text(header.content, {});
    for (; is_known() && !pending_.empty(); pending_.pop_front()) find(PendingInclude(pending_.front()));
    const std::string why_not = source_.why_not();
    scan_.needs_preprocessor = is_known() && !(why_not.empty() && scan_.elsewhere.empty());
    if (is_known()) scan_.unknown = why_not;
    scan_.tells_time = source_.tells_time();
    return std::move(scan_);
  }

 private:
  struct PendingInclude {
    std::string name;
    Folder folder;
  };

  bool is_known() const { return scan_.unknown.empty(); }

  // Returns the folder of a file that was found before.
  Folder folder_of(const std::string& path) {
    if (path.empty()) return {};
    const fs::path full = whole_path(path);
    const auto at =
        std::ranges::find_if(scan_.files, [&](const IncludedFile& file) { return whole_path(file.path) == full; });
    if (at == scan_.files.end()) {
      scan_.unknown = "it includes " + path + ", which is not in its folders";
      return {};
    }
    return folder_of(*at);
  }
  static Folder folder_of(const IncludedFile& file) {
    return {platform::to_text(platform::to_path(file.path).parent_path()),
            platform::to_text(platform::to_path(file.label).parent_path())};
  }

  // `folder` is that of the text's file, and empty for the source itself.
  void read_text(std::string_view text, const Folder& folder) {
    for (std::string& name : source_.read_text(text)) pending_.push_back({std::move(name), folder});
  }

  // Looks for the file in every place in which a driver might.
  void find(const PendingInclude& inclusion) {
    const auto& [name, folder] = inclusion;
    if (const fs::path path = platform::to_path(name); path.has_root_path()) {
      const std::string root = platform::to_text(path.root_path());
      look_at(name, {root, absolute_label(path.root_path())}, platform::to_text(path.relative_path()));
      return;
    }
    std::vector<Folder> places;
    if (!folder.path.empty()) places.push_back(folder);
    places.insert(places.end(), folders_.begin(), folders_.end());
    places.push_back({"", "working"});
    for (const Folder& place : places) look_at(name, place, name);
    if (!is_known()) return;
    note_differences(name, places);
    look_elsewhere(name, places);
  }

  const IncludedFile* known(const std::string& path) const {
    const auto at = std::ranges::find(scan_.files, path, &IncludedFile::path);
    return at == scan_.files.end() || !at->is_there() ? nullptr : &*at;
  }

  // Notes files that drivers choose differently. PoCL looks into the working folder first, others last or not at all;
  // headers of the application go before those of the disk, or after them.
  void note_differences(const std::string& name, const std::vector<Folder>& places) {
    const auto differ = [&](const Bytes& content) {
      return std::ranges::any_of(places, [&](const Folder& place) {
        const IncludedFile* file = known(path_in(place.path, name));
        return file != nullptr && *file->contents != content;
      });
    };
    const IncludedFile* working = known(path_in("", name));
    if (working != nullptr && differ(*working->contents))
      scan_.ambiguous = "drivers differ in whether " + name + " of the working folder goes before that of another";
    for (const ProgramHeader& header : headers_) {
      if (header.name != name || !differ(header.content)) continue;
      scan_.ambiguous = "drivers differ in whether the application's " + name + " goes before that of a folder";
    }
  }

  // Notes files in the drivers' own folders, and in folders that only some drivers read from the options.
  void look_elsewhere(const std::string& name, const std::vector<Folder>& places) {
    const auto at =
        std::ranges::find_if(places, [&](const Folder& place) { return known(path_in(place.path, name)) != nullptr; });
    const bool is_found = at != places.end();
    std::error_code error;
    for (const std::string& folder : options_.other_folders) {
      if (!is_absent({folder, "other"}, name) &&
          !(is_found && fs::equivalent(path_in(folder, name), path_in(at->path, name), error))) {
        scan_.unknown = "drivers differ in which folder they take " + folder + " for";
      }
    }
    if (!is_absent({folder_of_pocl(), "pocl"}, name))
      scan_.unknown = name + " lies in the folder from which PoCL compiles";
    // Intel's driver looks into "include" in place of a folder of the machine on which it was built.
    for (const char* folder : {"/usr/local/include", "include", "/usr/include"}) {
      if (!is_found && !is_absent({folder, folder}, name))
        scan_.elsewhere = "a driver may take " + name + " from " + folder;
    }
  }

  // Notes the path of an absent file, because a file may appear there.
  bool is_absent(const Folder& folder, const std::string& name) {
    IncludedFile file;
    file.name = name;
    file.path = path_in(folder.path, name);
    if (is_file(file.path)) return false;
    file.label = "elsewhere/" + path_in(folder.label, name);
    if (seen_.insert(file.path).second) scan_.files.push_back(std::move(file));
    return true;
  }

  void look_at(const std::string& name, const Folder& folder, const std::string& file_name) {
    IncludedFile file;
    file.name = name;
    file.path = path_in(folder.path, file_name);
    file.label = label_of(folder, file_name, file.path);
    if (!is_known() || !seen_.insert(file.path).second) return;
    if (seen_.size() > k_most_files) {
      scan_.unknown = "it includes too many files";
      return;
    }
    if (is_file(file.path)) {
      read_stamp(file);
      Result<Bytes> contents = read_ordinary_file(file.path, k_largest_file);
      if (!contents) {
        scan_.unknown = contents.error().message;
        return;
      }
      file.contents = *std::move(contents);
    }
    if (file.contents && !is_preprocessed_) read_text(*file.contents, folder_of(file));
    scan_.files.push_back(std::move(file));
  }

  const std::vector<ProgramHeader>& headers_;
  ReadOptions options_;
  PlainSource source_;
  std::vector<Folder> folders_;
  std::deque<PendingInclude> pending_;
  std::set<std::string> seen_;
  IncludeScan scan_;
  bool is_preprocessed_ = false;  // a preprocessor found the inclusions, so that no text is read
};

}  // namespace

IncludeScan scan_includes(std::string_view source, std::string_view options, const std::vector<ProgramHeader>& headers,
                          const InclusionList* inclusions) {
  Scanner scanner(options, headers);
  return inclusions == nullptr ? scanner.run(source) : scanner.run(*inclusions);
}

std::string folder_of_pocl() {
  const auto in = [](const char* variable, const char* below) {
    const std::string folder = environment_variable(variable);
    return folder.empty() ? folder : folder + below;
  };
  for (std::string folder :
       {in("POCL_CACHE_DIR", ""), in("XDG_CACHE_HOME", "/pocl/kcache"), in("HOME", "/.cache/pocl/kcache")}) {
    if (!folder.empty()) return folder;
  }
  return "/tmp/pocl/kcache";
}

bool can_be_copied(std::string_view label) {
  return label.starts_with("include-") || label.starts_with("embedded/");
}

ClosedProgram closed_program(std::string_view source, const std::vector<ProgramHeader>& embedded,
                             std::string_view options, const InclusionList* inclusions) {
  ClosedProgram closed;
  closed.scan = scan_includes(source, options, embedded, inclusions);
  closed.options = options_without_folders(options);
  for (const ProgramHeader& header : embedded) closed.headers.push_back({"embedded/" + header.name, header.content});
  for (const IncludedFile& file : closed.scan.files) {
    if (file.contents) closed.headers.push_back({file.label, *file.contents});
  }
  return closed;
}

}  // namespace clc::layer
