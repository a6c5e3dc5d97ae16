#include "disasm/disasm_source.h"

#include <cctype>
#include <charconv>

#include "clc/package/file.h"
#include "support/text.h"

namespace clc {
namespace {

constexpr std::uint64_t k_largest_source = std::uint64_t{64} << 20U;

class SourceFiles {
 public:
  explicit SourceFiles(std::string folder) : folder_(std::move(folder)) {}

  // The line, or nothing when the file is not there.
  std::string_view line(const std::string& file, std::uint64_t number) {
    const std::vector<std::string>& lines = lines_in(file);
    return number == 0 || number > lines.size() ? std::string_view() : std::string_view(lines[number - 1]);
  }

 private:
  const std::vector<std::string>& lines_in(const std::string& file) {
    const auto [at, is_new] = files_.emplace(file, std::vector<std::string>());
    const std::string path = join_path(folder_, file);
    if (!is_new) return at->second;
    const Result<Bytes> bytes = read_ordinary_file(path, k_largest_source);
    if (!bytes) return at->second;
    const std::vector<std::string_view> lines = lines_of(*bytes);
    at->second.assign(lines.begin(), lines.end());
    return at->second;
  }

  std::string folder_;
  std::map<std::string, std::vector<std::string>> files_;
};

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    if (std::isspace(static_cast<unsigned char>(line[i])) != 0) {
      ++i;
    } else if (line[i] == '"') {
      const std::size_t end = std::min(line.find('"', i + 1), line.size());
      words.emplace_back(line.substr(i + 1, end - i - 1));
      i = end + 1;
    } else {
      std::size_t end = i;
      while (end < line.size() && std::isspace(static_cast<unsigned char>(line[end])) == 0 && line[end] != '"') ++end;
      words.emplace_back(line.substr(i, end - i));
      i = end;
    }
  }
  return words;
}

std::uint64_t number_in(const std::string& text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

struct Location {
  std::string file;  // as the text names it
  std::uint64_t line = 0;
  bool operator==(const Location& other) const { return file == other.file && line == other.line; }
};

// Names of files by what the text calls them: the number of `.file`, the id of `OpString`.
using FileNames = std::map<std::string, std::string>;

FileNames file_names(TextForm form, std::string_view text) {
  FileNames names;
  for (const std::string_view line : lines_of(text)) {
    const bool may_name =
        form == TextForm::k_ptx ? line.find(".file") != line.npos : line.find("OpString") != line.npos;
    if (!may_name) continue;
    const std::vector<std::string> words = words_of(line);
    if (form == TextForm::k_ptx && words.size() >= 3 && words[0] == ".file") names[words[1]] = words[2];
    if (form == TextForm::k_spirv && words.size() >= 4 && words[2] == "OpString") names[words[0]] = words[3];
  }
  return names;
}

// The place that this line names, if it names one.
std::optional<Location> location_in(TextForm form, std::string_view line, const FileNames& names) {
  const bool may_name = form == TextForm::k_ptx     ? line.find(".loc") != line.npos
                        : form == TextForm::k_spirv ? line.find("OpLine ") != line.npos
                                                    : line.find("//## File \"") != line.npos;
  if (!may_name) return std::nullopt;
  const std::vector<std::string> words = words_of(line);
  if (form == TextForm::k_nvdisasm) {  // //## File "k.cl", line 3
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
      if (words[i] == "File") return Location{words[i + 1], number_in(words.back())};
    }
    return std::nullopt;
  }
  const char* const first = form == TextForm::k_ptx ? ".loc" : "OpLine";
  if (words.size() < 3 || words[0] != first) return std::nullopt;
  const auto name = names.find(words[1]);
  return Location{name == names.end() ? words[1] : name->second, number_in(words[2])};
}

}  // namespace

std::string interleave_source(TextForm form, std::string_view text, const std::string& folder) {
  const FileNames names = file_names(form, text);
  const std::string comment = form == TextForm::k_spirv ? "; " : "// ";
  SourceFiles sources(folder);
  std::optional<Location> last;
  std::string result;
  for (const std::string_view line : lines_with_breaks(text)) {
    const std::optional<Location> here = location_in(form, line, names);
    if (here && here->line != 0 && here != last) {
      result += comment + here->file + ":" + std::to_string(here->line) + ": ";
      result += sources.line(here->file, here->line);
      result += "\n";
      last = here;
    }
    result += line;
  }
  if (!last) return comment + "no source lines are recorded: compile with -g\n" + result;
  return result;
}

}  // namespace clc
