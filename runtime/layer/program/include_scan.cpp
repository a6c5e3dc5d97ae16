#include "program/include_scan.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "clc/package/file.h"
#include "program/include_macros.h"

namespace clc::layer {
namespace {

constexpr std::size_t k_most_files = 4096;
constexpr std::uint64_t k_largest_file = std::uint64_t{64} << 20U;

// A blank within a line, as compilers see it.
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\0';
}

// Where the line goes on behind the backslash at `at`; 0: it does not join lines. Blanks may stand before the end of
// the line.
std::size_t behind_joint(std::string_view source, std::size_t at) {
  std::size_t end = at + 1;
  while (end < source.size() && is_blank(source[end])) ++end;
  if (end == source.size()) return 0;
  if (source[end] == '\r') return source.substr(end + 1, 1) == "\n" ? end + 2 : end + 1;
  return source[end] == '\n' ? end + 1 : 0;
}

// The source with "\n" at the end of each line, whichever system it was written on, with the lines joined that a
// backslash continues, and without a byte order mark.
std::string whole_lines(std::string_view source) {
  constexpr std::string_view k_mark = "\xef\xbb\xbf";
  if (source.substr(0, k_mark.size()) == k_mark) source.remove_prefix(k_mark.size());
  std::string text;
  text.reserve(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    const std::size_t next_line = source[i] == '\\' ? behind_joint(source, i) : 0;
    if (next_line != 0) {
      i = next_line - 1;
    } else if (source[i] == '\r') {
      if (source.substr(i + 1, 1) != "\n") text += '\n';
    } else {
      text += source[i];
    }
  }
  return text;
}

// The source without comments, line by line.
std::string plain_lines(std::string_view written) {
  const std::string source = whole_lines(written);
  std::string text;
  text.reserve(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    const char after = i + 1 < source.size() ? source[i + 1] : '\0';
    if (c == '/' && after == '/') {
      while (i < source.size() && source[i] != '\n') ++i;
      text += '\n';
    } else if (c == '/' && after == '*') {
      const std::size_t end = source.find("*/", i + 2);
      text += ' ';
      i = end == std::string::npos ? source.size() : end + 1;
    } else if (c == '"' || c == '\'') {
      const std::size_t begin = i++;
      while (i < source.size() && source[i] != c && source[i] != '\n') i += source[i] == '\\' ? 2 : 1;
      text.append(source, begin, i - begin + 1);
    } else {
      text += c;
    }
  }
  return text;
}

// Whether `test` holds of the rest of the source behind one of these characters.
template <class Test>
bool is_anywhere(std::string_view source, char character, const Test& test) {
  for (std::size_t at = source.find(character); at != std::string_view::npos; at = source.find(character, at + 1)) {
    if (test(source.substr(at + 1))) return true;
  }
  return false;
}

bool names_inclusion(std::string_view text) {
  return text.find("include") != std::string_view::npos || text.find("import") != std::string_view::npos ||
         text.find("embed") != std::string_view::npos;
}

// False: no line is a directive that reads files or asks for them. True also where comments, joined lines or trigraphs
// might hide one. Only lines with a # are read, because the words stand in many a licence.
bool may_include(std::string_view source) {
  const auto is_directive = [](std::string_view rest) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    return names_inclusion(line) || line.find("/*") != std::string_view::npos;
  };
  return is_anywhere(source, '#', is_directive) ||
         is_anywhere(source, '%',
                     [&](std::string_view rest) { return rest.substr(0, 1) == ":" && is_directive(rest); }) ||
         is_anywhere(source, '\\',
                     [](std::string_view rest) {
                       while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
                       return rest.substr(0, 1) == "\n" || rest.substr(0, 1) == "\r";
                     }) ||
         is_anywhere(source, '?', [&](std::string_view rest) {
           return rest.substr(0, 2) == "?/" || (rest.substr(0, 2) == "?=" && names_inclusion(source));
         });
}

std::string_view trim_front(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}
std::string_view trim(std::string_view text) {
  text = trim_front(text);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

// Takes `word` from the front of `text`, if a whole word is there.
bool take(std::string_view& text, std::string_view word) {
  if (text.substr(0, word.size()) != word) return false;
  if (text.size() > word.size() &&
      (std::isalnum(static_cast<unsigned char>(text[word.size()])) != 0 || text[word.size()] == '_')) {
    return false;
  }
  text = trim(text.substr(word.size()));
  return true;
}

// A folder, and what it is called in labels.
struct Folder {
  std::string path;
  std::string label;
};

struct Operand {
  std::string text;
  Folder folder;  // of the file that includes; empty for the source itself
};

// A file outside of every folder that has a label is called by its whole path.
std::string label_of(const Folder& folder, const std::string& file_name, const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path label = (fs::path(folder.label) / file_name).lexically_normal();
  const std::string first = label.begin()->string();
  const bool is_inside = first == "working" || first == "absolute" || first.substr(0, 8) == "include-";
  if (is_inside) return label.string();
  std::error_code error;
  return "absolute" + fs::absolute(path, error).lexically_normal().string();
}

class Scanner {
 public:
  Scanner(std::string_view options, const std::vector<ProgramHeader>& headers) : headers_(headers) {
    read_options(options);
  }

  IncludeScan run(std::string_view source) {
    // Nearly all programs include nothing, and need not be looked at closely.
    if (!may_include(source)) return std::move(scan_);
    read_text(source, {});
    for (const ProgramHeader& header : headers_) read_text(header.content, {});
    resolve_plain();
    for (std::size_t i = 0; i < computed_.size(); ++i) resolve_computed(Operand(computed_[i]));
    // A file that was read later may have defined a macro in another way.
    for (const auto& [operand, text] : expanded_) {
      if (macros_.expand(operand) != text) scan_.unknown = "it cannot be told what #include " + operand + " means";
    }
    return std::move(scan_);
  }

 private:
  void read_options(std::string_view options) {
    const std::vector<std::string> words = option_words(options);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      const bool is_alone = word.size() == 2 && i + 1 < words.size();
      if (word.substr(0, 2) == "-I") {
        const std::string label = "include-" + std::to_string(folders_.size());
        folders_.push_back({is_alone ? words[++i] : word.substr(2), label});
      } else if (word.substr(0, 2) == "-D") {
        macros_.define_option(is_alone ? words[++i] : word.substr(2));
      } else if (word.substr(0, 8) == "-include" || word.substr(0, 8) == "-imacros" || word == "-isystem" ||
                 word == "-iquote" || word == "-idirafter" || word == "-Xclang" || word.substr(0, 1) == "@") {
        scan_.unknown = "the option " + word + " may name files";
      }
    }
  }

  void read_text(std::string_view source, const Folder& folder) {
    const std::string text = plain_lines(source);
    if (text.find("__has_include") != std::string::npos || text.find("__has_embed") != std::string::npos) {
      scan_.unknown = "it asks whether files are there";
    }
    if (text.find("?\?=") != std::string::npos || text.find("?\?/") != std::string::npos)
      scan_.unknown = "it has trigraphs";
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      read_line(trim_front(std::string_view(text).substr(at, end - at)), folder);
      at = end + 1;
    }
  }

  void read_line(std::string_view line, const Folder& folder) {
    if (line.substr(0, 2) == "%:") {
      line = line.substr(2);
    } else if (line.substr(0, 1) == "#") {
      line = line.substr(1);
    } else {
      return;
    }
    line = trim(line);
    if (take(line, "define")) {
      macros_.define(line);
    } else if (take(line, "include")) {
      operands_.push_back({std::string(line), folder});
    } else if (take(line, "include_next") || take(line, "import") || take(line, "embed")) {
      scan_.unknown = "it includes files in an unusual way";
    }
  }

  // Reads every file that is named outright; those whose names are made of macros are left for later.
  void resolve_plain() {
    while (scan_.unknown.empty() && !operands_.empty()) {
      const std::vector<Operand> now = std::move(operands_);
      operands_.clear();
      for (const Operand& operand : now) resolve(operand);
    }
  }

  void resolve(const Operand& operand) {
    const char first = operand.text.empty() ? '\0' : operand.text.front();
    if (first != '"' && first != '<') {
      // Its macros may be defined in a file that has not been read.
      computed_.push_back(operand);
      return;
    }
    const std::size_t end = operand.text.find(first == '"' ? '"' : '>', 1);
    if (end == std::string::npos) {
      scan_.unknown = "an #include has no end";
    } else {
      find(operand.text.substr(1, end - 1), operand.folder);
    }
  }

  void resolve_computed(const Operand& operand) {
    const std::optional<std::string> text = macros_.expand(operand.text);
    if (!text) {
      if (scan_.unknown.empty()) scan_.unknown = "it cannot be told what #include " + operand.text + " means";
      return;
    }
    expanded_.emplace_back(operand.text, *text);
    resolve({*text, operand.folder});
    resolve_plain();
  }

  // Looks for the file everywhere where a driver might.
  void find(const std::string& name, const Folder& folder) {
    if (name.front() == '/') {
      look_at(name, {"/", "absolute"}, name.substr(1));
      return;
    }
    if (!folder.path.empty()) look_at(name, folder, name);
    for (const Folder& include_folder : folders_) look_at(name, include_folder, name);
    look_at(name, {"", "working"}, name);
    if (is_another_in_working_folder(name, folder)) {
      scan_.ambiguous = "drivers differ in whether " + name + " of the working folder goes before that of another";
    }
  }

  // PoCL looks into the working folder first; others last, or not at all.
  bool is_another_in_working_folder(const std::string& name, const Folder& folder) const {
    const auto known = [&](const std::string& path) {
      const auto at = std::find_if(scan_.files.begin(), scan_.files.end(),
                                   [&](const IncludedFile& file) { return file.path == path; });
      return at == scan_.files.end() ? std::nullopt : at->contents;
    };
    const std::optional<Bytes> working = known(path_in({"", "working"}, name));
    if (!working) return false;
    const auto is_another = [&](const Folder& place) {
      const std::optional<Bytes> other = known(path_in(place, name));
      return other && *other != *working;
    };
    return (!folder.path.empty() && is_another(folder)) || std::any_of(folders_.begin(), folders_.end(), is_another);
  }

  static std::string path_in(const Folder& folder, const std::string& name) {
    return (std::filesystem::path(folder.path) / name).string();
  }

  void look_at(const std::string& name, const Folder& folder, const std::string& file_name) {
    namespace fs = std::filesystem;
    IncludedFile file;
    file.name = name;
    file.path = path_in(folder, file_name);
    file.label = label_of(folder, file_name, file.path);
    if (!seen_.insert(file.path).second) return;
    if (seen_.size() > k_most_files) {
      scan_.unknown = "it includes too many files";
      return;
    }
    std::error_code error;
    if (fs::exists(file.path, error) && !fs::is_directory(file.path, error)) {
      Result<Bytes> contents = read_ordinary_file(file.path, k_largest_file);
      if (!contents) {
        scan_.unknown = contents.error().message;
        return;
      }
      file.contents = *std::move(contents);
    }
    scan_.files.push_back(file);
    if (file.contents) {
      read_text(*file.contents,
                {fs::path(file.path).parent_path().string(), fs::path(file.label).parent_path().string()});
    }
  }

  const std::vector<ProgramHeader>& headers_;
  std::vector<Folder> folders_;
  IncludeMacros macros_;
  std::vector<Operand> operands_;
  std::vector<Operand> computed_;
  std::vector<std::pair<std::string, std::string>> expanded_;  // operands, and what they were taken for
  std::set<std::string> seen_;
  IncludeScan scan_;
};

// A word as it can stand among build options.
std::string quoted(const std::string& word) {
  if (word.find_first_of(" \t\n\"'\\") == std::string::npos) return word;
  std::string text = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

// The options with include-0, include-1, … for the folders of -I.
std::string options_without_folders(std::string_view options) {
  if (options.find("-I") == std::string_view::npos) return std::string(options);
  const std::vector<std::string> words = option_words(options);
  std::string text;
  int folders = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!text.empty()) text += ' ';
    if (words[i].substr(0, 2) == "-I") {
      if (words[i].size() == 2) ++i;
      text += "-I include-" + std::to_string(folders++);
    } else {
      text += quoted(words[i]);
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> option_words(std::string_view options) {
  std::vector<std::string> words;
  std::string word;
  bool is_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < options.size(); ++i) {
    const char c = options[i];
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      is_word = true;
    } else if (c == '\\' && i + 1 < options.size()) {
      word += options[++i];
      is_word = true;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      if (is_word) words.push_back(std::move(word));
      word.clear();
      is_word = false;
    } else {
      word += c;
      is_word = true;
    }
  }
  if (is_word) words.push_back(std::move(word));
  return words;
}

IncludeScan scan_includes(std::string_view source, std::string_view options,
                          const std::vector<ProgramHeader>& headers) {
  return Scanner(options, headers).run(source);
}

ClosedProgram closed_program(std::string_view source, const std::vector<ProgramHeader>& embedded,
                             std::string_view options) {
  IncludeScan scan = scan_includes(source, options, embedded);
  ClosedProgram closed;
  closed.unknown = std::move(scan.unknown);
  closed.ambiguous = std::move(scan.ambiguous);
  // PoCL ends a word at every blank, Clang only at those without a backslash.
  if (options.find("\\ ") != std::string_view::npos) {
    closed.ambiguous = "drivers differ in how they read a blank behind a backslash in options";
  }
  closed.options = options_without_folders(options);
  for (const ProgramHeader& header : embedded) {
    closed.headers.push_back({"embedded/" + header.name, header.content});
  }
  for (const IncludedFile& file : scan.files) {
    if (file.contents) closed.headers.push_back({file.label, *file.contents});
  }
  closed.files = std::move(scan.files);
  return closed;
}

}  // namespace clc::layer
