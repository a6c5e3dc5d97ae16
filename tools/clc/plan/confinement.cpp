#include "plan/confinement.h"

#include <filesystem>

#include "base/try.h"
#include "confine/file_rules.h"
#include "confine/system_calls.h"
#include "plan/sources/tuned_sources.h"
#include "protocol/source_roots.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

bool is_within(const std::string& path, const std::string& folder) {
  return path == folder || is_below(path, folder);
}

// Collects places, which exist.
class Places {
 public:
  static Result<Places> of(const std::string& folder) {
    std::error_code error;
    const std::string real = fs::canonical(folder, error).string();
    if (error) return fail(ErrorKind::k_io, "--confine=" + folder + ": " + error.message());
    if (!fs::is_directory(real, error)) return fail(ErrorKind::k_io, "--confine=" + folder + ": this is not a folder");
    return Places(normal_path(fs::absolute(folder).string()), real);
  }

  // Adds a file or folder that the command line names. It may lie anywhere, but a link in the confined folder is not
  // the user's word, and must not lead out of it.
  Result<void> add(const std::string& spelled, const std::string& option) {
    std::error_code error;
    const std::string real = fs::canonical(spelled, error).string();
    if (error) return {};
    CLC_TRY(check(spelled, option));
    all_.push_back(real);
    return {};
  }

  // Checks that a path in the folder does not lead out of it.
  Result<void> check(const std::string& spelled, const std::string& option) const {
    std::error_code error;
    const std::string real = fs::canonical(spelled, error).string();
    if (error) return {};
    const std::string named = normal_path(fs::absolute(spelled).string());
    if ((is_within(named, folder_) || is_within(named, all_.front())) && !is_within(real, all_.front())) {
      return fail(ErrorKind::k_usage,
                  option + spelled + " leads to " + real + ", out of the folder that --confine names");
    }
    return {};
  }

  std::vector<std::string> take() { return std::move(all_); }

 private:
  Places(std::string folder, std::string real) : folder_(std::move(folder)), all_{std::move(real)} {}

  std::string folder_;  // as spelled, but absolute
  std::vector<std::string> all_;
};

}  // namespace

Result<std::vector<std::string>> readable_places(const CompileArguments& arguments) {
  if (!can_limit_files() || !can_limit_system_calls()) {
    return fail(ErrorKind::k_unavailable,
                "--confine: this Linux cannot confine compilers; it needs Landlock (Linux 5.13 and later, unless it is "
                "turned off) and seccomp filters");
  }
  Places places = CLC_TRY(Places::of(arguments.confined_to));
  for (const std::string& file : arguments.all_files()) {
    if (file == "-") continue;
    CLC_TRY(places.add(file, ""));
    if (!arguments.is_tuned) continue;
    CLC_TRY(places.check(tuning_file_of(file), "--tune: "));
  }
  for (const BuildOption& option : arguments.options) {
    if (!is_include_folder(option) && !option.is(Option::k_include)) continue;
    CLC_TRY(places.add(option.value, std::string(option.row->spelling) + " "));
  }
  return places.take();
}

}  // namespace clc
