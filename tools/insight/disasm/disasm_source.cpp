#include "insight/disasm/disasm_source.h"

#include "base/text.h"
#include "clc/base/file.h"
#include "protocol/source_roots.h"
#include "support/source_file.h"

namespace clc {
namespace {

class SourceFiles {
 public:
  explicit SourceFiles(const DisassemblyOptions& options) : folders_(options.source_folders) {
    if (folders_.empty()) folders_.emplace_back("", "");
  }

  // The line, or nothing when the file is not there.
  std::string_view line(const std::string& file, std::uint64_t number) {
    const std::vector<std::string>& lines = lines_in(file);
    return number == 0 || number > lines.size() ? std::string_view() : std::string_view(lines[number - 1]);
  }

  const std::vector<std::string>& missing() const { return missing_; }

 private:
  const std::vector<std::string>& lines_in(const std::string& file) {
    const auto [at, is_new] = files_.try_emplace(file);
    if (!is_new) return at->second;
    const std::optional<Bytes> bytes = read_source(folders_, file);
    if (!bytes) missing_.push_back(file);
    for (const std::string_view line : lines_of(bytes ? BytesView(*bytes) : BytesView())) at->second.emplace_back(line);
    return at->second;
  }

  std::vector<std::pair<std::string, std::string>> folders_;
  std::vector<std::string> missing_;
  std::map<std::string, std::vector<std::string>> files_;
};

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  constexpr std::string_view k_spaces = " \t\n\v\f\r";
  for (std::size_t i = line.find_first_not_of(k_spaces); i < line.size(); i = line.find_first_not_of(k_spaces, i)) {
    const bool is_quoted = line[i] == '"';
    if (is_quoted) ++i;
    const std::size_t end =
        std::min(is_quoted ? line.find('"', i) : line.find_first_of(" \t\n\v\f\r\"", i), line.size());
    words.emplace_back(line.substr(i, end - i));
    i = is_quoted ? end + 1 : end;
  }
  return words;
}

std::uint64_t number_in(const std::string& text) {
  return std::strtoull(text.c_str(), nullptr, 10);
}

struct Location {
  std::string file;  // name in the text
  std::uint64_t line = 0;
  bool operator==(const Location& other) const = default;
};

}  // namespace

std::vector<std::string> possible_paths(const std::vector<std::pair<std::string, std::string>>& folders,
                                        const std::string& file) {
  std::vector<std::string> paths;
  for (const auto& [name, folder] : folders) {
    if (!name.empty() && !file.starts_with(name + "/")) continue;
    paths.push_back(join_path(folder, name.empty() ? file : file.substr(name.size() + 1)));
  }
  return paths;
}

std::optional<Bytes> read_source(const std::vector<std::pair<std::string, std::string>>& folders,
                                 const std::string& file) {
  for (const std::string& path : possible_paths(folders, file)) {
    if (Result<Bytes> bytes = read_ordinary_file(path, k_largest_source)) return *std::move(bytes);
  }
  return std::nullopt;
}

std::string short_file_name(std::string_view text) {
  constexpr std::string_view k_current_folder = "/proc/self/cwd/";
  if (text.starts_with(k_current_folder)) text.remove_prefix(k_current_folder.size());
  return normal_path(text);
}

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

namespace {

// "; ./k.cl:3", "; ./k.cl:3 (discriminator 2)"
std::optional<Location> location_of_objdump(std::string_view line) {
  if (!line.starts_with("; ")) return std::nullopt;
  line.remove_prefix(2);
  line = line.substr(0, std::min(line.find(" (discriminator "), line.find_last_not_of('\n') + 1));
  const std::size_t colon = line.rfind(':');
  if (colon == line.npos || colon + 1 == line.size()) return std::nullopt;
  const std::string number(line.substr(colon + 1));
  if (number.find_first_not_of("0123456789") != number.npos) return std::nullopt;
  return Location{short_file_name(line.substr(0, colon)), number_in(number)};
}

// The source line that this line of the text names, if any.
std::optional<Location> location_in(TextForm form, std::string_view line, const FileNames& names) {
  if (form == TextForm::k_objdump) return location_of_objdump(line);
  const bool may_name = form == TextForm::k_ptx     ? line.find(".loc") != line.npos
                        : form == TextForm::k_spirv ? line.find("OpLine ") != line.npos
                                                    : line.find("//## File \"") != line.npos;
  if (!may_name) return std::nullopt;
  const std::vector<std::string> words = words_of(line);
  if (form == TextForm::k_nvdisasm) {  // //## File "k.cl", line 3
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
      if (words[i] == "File") return Location{short_file_name(words[i + 1]), number_in(words.back())};
    }
    return std::nullopt;
  }
  const char* const first = form == TextForm::k_ptx ? ".loc" : "OpLine";
  if (words.size() < 3 || words[0] != first) return std::nullopt;
  const auto name = names.find(words[1]);
  return Location{name == names.end() ? words[1] : short_file_name(name->second), number_in(words[2])};
}

// True for lines that are no instructions. A source line that was named before them does not concern the code behind
// them.
bool ends_block(TextForm form, std::string_view code) {
  switch (form) {
    case TextForm::k_objdump:
      return code.ends_with(">:");
    case TextForm::k_spirv:
      return code == "OpNoLine" || code.find("OpFunction") != code.npos;
    case TextForm::k_ptx:
      return code.starts_with('.') || code == "{" || code == "}" || code == "(" || code == ")";
    default:
      return code.starts_with(".section") || code.starts_with("//----");
  }
}

}  // namespace

std::optional<std::string> place_in(TextForm form, std::string_view line, const FileNames& names) {
  const std::optional<Location> here = location_in(form, line, names);
  if (!here || here->line == 0) return std::nullopt;
  return here->file + ":" + std::to_string(here->line);
}

InterleavedText interleave_source(TextForm form, std::string_view text, const DisassemblyOptions& options) {
  const FileNames names = file_names(form, text);
  const std::string comment = form == TextForm::k_spirv || form == TextForm::k_objdump ? "; " : "// ";
  SourceFiles sources(options);
  std::optional<Location> last;
  std::string result;
  for (const std::string_view line : lines_with_breaks(text)) {
    const std::optional<Location> here = location_in(form, line, names);
    if (here && here->line != 0 && here != last) {
      const std::string_view shown = sources.line(here->file, here->line);
      result += comment + here->file + ":" + std::to_string(here->line) + (shown.empty() ? "" : ": ");
      result += shown;
      result += "\n";
      last = here;
    }
    if (!here || form != TextForm::k_objdump) result += line;
  }
  if (last) return {std::move(result), sources.missing()};
  const std::string why = form == TextForm::k_spirv ? "" : ": compile with -g";
  return {comment + "no source lines are recorded" + why + "\n" + result, {}};
}

std::vector<LocatedLine> located_lines(TextForm form, std::string_view whole, std::string_view part) {
  const FileNames names = file_names(form, whole);
  std::vector<LocatedLine> lines;
  Location last;
  for (const std::string_view line : lines_of(part)) {
    const std::string_view code = trimmed(line);
    if (const std::optional<Location> here = location_in(form, line, names)) {
      last = here->line == 0 ? Location() : *here;
    } else if (code.empty() || ends_block(form, code)) {
      lines.push_back({line, "", 0});
      if (!code.empty()) last = {};
    } else {
      lines.push_back({line, last.file, last.line});
    }
  }
  return lines;
}

}  // namespace clc
