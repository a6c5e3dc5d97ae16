#include "support/real_paths.h"

#include <filesystem>
#include <system_error>
#include "base/platform/paths.h"

namespace clc {
namespace {

bool is_stream(const std::string& path) {
  return path.empty() || path == "-";
}

// Asks the disk once for an input that is a file, because there may be thousands.
bool is_in_place_of(const std::string& output, const std::string& input) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path file = platform::to_path(input), other = platform::to_path(output);
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status) || fs::is_directory(status)) return is_within(real_path(output), real_path(input));
  return fs::is_regular_file(status) && fs::exists(other, error) && fs::equivalent(other, file, error);
}

}  // namespace

std::string real_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path real = fs::weakly_canonical(fs::absolute(platform::to_path(path.empty() ? "." : path), error), error);
  if (error) return path;
  return platform::to_text(real.has_filename() ? real : real.parent_path());  // "p/" is "p"
}

bool is_within(const std::string& path, const std::string& outer) {
  return path == outer || outer == "/" || path.compare(0, outer.size() + 1, outer + "/") == 0;
}

Result<void> refuse_overwriting(const std::string& option, const std::string& output,
                                const std::vector<std::string>& named) {
  if (is_stream(output)) return {};
  for (const std::string& input : named) {
    if (!is_stream(input) && is_in_place_of(output, input))
      return fail(ErrorKind::k_usage, option + " " + output + " would overwrite " + input + "; write it elsewhere");
  }
  return {};
}

std::string refuse_standard_output(const std::string& path) {
  return path == "-" ? "- is not standard output here; write ./- for a file of this name" : "";
}

}  // namespace clc
