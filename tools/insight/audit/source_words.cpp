#include "insight/audit/source_words.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <filesystem>
#include <string_view>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "insight/audit/common_words.h"
#include "protocol/source_tokens.h"
#include "support/source_file.h"
#include "toolchain/ask_worker.h"

namespace clc {
namespace {

constexpr std::size_t k_shortest_name = 3, k_shortest_line = 12, k_shortest_comment = 8, k_shortest_literal = 6;
// No program has so many. The limit bounds the memory that sources with made-up names can take.
constexpr std::size_t k_most_secrets = 2'000'000;

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

bool ends_text(char c) {
  return std::iscntrl(static_cast<unsigned char>(c)) != 0 && std::isspace(static_cast<unsigned char>(c)) == 0;
}

// Takes the secrets out of one file.
class SourceReader {
 public:
  SourceReader(BytesView text, std::string file, const std::set<std::string>& builtins, SecretCollector& into)
      : text_(text), file_(std::move(file)), builtins_(builtins), into_(into) {}

  // Reads the file by its tokens, and returns the names in its `#include`s.
  Result<std::vector<std::string>> run(BytesView tokens) {
    SourceTokenReader reader(tokens);
    while (const std::optional<SourceToken> token = reader.next()) {
      if (token->size > text_.size() - at_) break;
      take_token(*token, text_.substr(at_, token->size));
      at_ += token->size;
    }
    if (!reader.is_done() || at_ != text_.size())
      return fail(ErrorKind::k_damaged, "clc-worker's tokens of " + file_ + " do not fit it");
    end_line();
    return std::move(includes_);
  }

 private:
  void add(SecretKind kind, std::string text) { into_.add({kind, std::move(text), file_, line_}); }

  bool is_builtin(std::string_view name) const {
    return builtins_.contains(std::string(name)) || builtins_.contains(std::string(without_number(name)));
  }

  // True for lines without code, and for those that any source may have: few words, all of OpenCL C.
  bool is_trivial(std::string_view line) const {
    if (!std::ranges::any_of(line, is_letter) || line.starts_with("#pragma OPENCL EXTENSION")) return true;
    constexpr int k_few = 3;
    int words = 0;
    for (std::size_t at = 0; at < line.size();) {
      std::size_t end = at;
      while (end < line.size() && is_name_character(line[end])) ++end;
      words += end > at ? 1 : 0;
      const std::string_view word = line.substr(at, end - at);
      const bool tells = std::ranges::any_of(word, is_letter) && !word.starts_with("__");
      if (words > k_few || (tells && !is_builtin(word) && !is_common_word(word))) return false;
      at = end + 1;
    }
    return true;
  }

  void take_token(const SourceToken& token, BytesView raw) {
    switch (token.kind) {
      case SourceTokenKind::k_comment:
        return read_comment(raw);
      case SourceTokenKind::k_name:
        read_name(SecretKind::k_name, token.text);
        break;
      case SourceTokenKind::k_macro:
        read_name(SecretKind::k_macro, token.text);
        break;
      case SourceTokenKind::k_string:
        read_literal(token.text);
        break;
      case SourceTokenKind::k_header:
        includes_.push_back(token.text);
        break;
      case SourceTokenKind::k_other:
        break;
    }
    const std::vector<std::string_view> lines = split(raw, "\n");
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i != 0) end_line();
      code_ += lines[i];
    }
  }

  void read_comment(BytesView raw) {
    const std::vector<std::string_view> lines = split(raw, "\n");
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i != 0) end_line();
      std::string line = collapsed(lines[i]);
      while (!line.empty() && (line.front() == '/' || line.front() == '*' || line.front() == ' ')) line.erase(0, 1);
      while (!line.empty() && (line.back() == '/' || line.back() == '*' || line.back() == ' ')) line.pop_back();
      if (line.size() >= k_shortest_comment && !is_trivial(line)) add(SecretKind::k_comment, line);
    }
    code_ += ' ';
  }

  void read_name(SecretKind kind, const std::string& name) {
    if (name.size() < k_shortest_name || name.starts_with("__")) return;
    if (!is_builtin(name) && !is_common_word(name)) add(kind, name);
  }

  // Control characters end a string in a binary, so they also cut it here. `_Pragma("unroll")` and the names of scopes
  // tell nothing.
  void read_literal(std::string_view value) {
    while (!value.empty()) {
      const auto* const end = std::ranges::find_if(value, ends_text);
      const std::string text = collapsed({value.begin(), end});
      if (text.size() >= k_shortest_literal && !is_common_word(text)) add(SecretKind::k_literal, text);
      value = end == value.end() ? std::string_view() : std::string_view(end + 1, value.end());
    }
  }

  void end_line() {
    std::string line = collapsed(code_);
    const auto solid = static_cast<std::size_t>(std::ranges::count_if(line, [](char c) { return c != ' '; }));
    if (solid >= k_shortest_line && !is_trivial(line)) add(SecretKind::k_line, std::move(line));
    code_.clear();
    ++line_;
  }

  BytesView text_;
  std::string file_;
  const std::set<std::string>& builtins_;
  SecretCollector& into_;
  std::vector<std::string> includes_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::string code_;  // code of this line, without comments
};

void add_folder(const std::string& spelled, SecretCollector& into) {
  std::error_code ignored;
  const std::string absolute = std::filesystem::weakly_canonical(spelled, ignored).string();
  constexpr std::size_t k_shortest = 4;  // "/usr" and "src" say nothing
  for (const std::string& folder : {spelled, absolute}) {
    const bool is_a_path = folder.find('/') != std::string::npos && folder.find_first_not_of("./") != std::string::npos;
    if (is_a_path && folder.size() > k_shortest) into.add({SecretKind::k_folder, folder, spelled, 0});
  }
}

// Goes from the sources to the headers that they include, and to those that these include. A file is read once,
// whichever ways lead to it.
class SourceSearch {
 public:
  SourceSearch(const AuditSources& sources, const std::set<std::string>& builtins, const Tokenizer& tokenizer)
      : sources_(sources), builtins_(builtins), tokenizer_(tokenizer) {
    for (const std::string& file : sources.files) add_file(file);
    named_ = files_.size();
  }

  Result<void> run() {
    while (next_ < files_.size()) CLC_TRY(read_some());
    for (const std::string& folder : sources_.include_folders) add_folder(folder, secrets_);
    return {};
  }

  std::vector<Secret> take_secrets() { return secrets_.take(); }
  std::vector<std::string> take_headers_not_found() { return std::move(headers_not_found_); }

 private:
  void add_file(const std::string& file) {
    std::error_code error;
    const std::string place = std::filesystem::canonical(file, error).string();
    if (known_.insert(error ? file : place).second) files_.push_back(file);
  }

  // A file that the user names may be a pipe; one that a source names must be an ordinary file.
  Result<Bytes> read_text(std::size_t index) const {
    return index < named_ ? read_source_file(files_[index]) : read_ordinary_file(files_[index], k_largest_source);
  }

  // Reads the next files until they have the size of the largest source, and asks for their tokens at once.
  Result<void> read_some() {
    TokensRequest request;
    request.is_cpp = sources_.is_cpp;
    const std::size_t first = next_;
    for (std::size_t size = 0; next_ < files_.size() && size < k_largest_source; ++next_) {
      Bytes text = CLC_TRY(read_text(next_));
      size += text.size();
      request.texts.push_back(std::move(text));
    }
    const std::size_t others = request.texts.size() - 1;
    const std::string names = files_[first] + (others == 0 ? "" : " and " + count(others, "other file"));
    const std::vector<Bytes> tokens = CLC_TRY(tokenizer_(request, names));
    if (tokens.size() != request.texts.size())
      return fail(ErrorKind::k_damaged, "clc-worker gave the tokens of " + std::to_string(tokens.size()) +
                                            " files for " + std::to_string(request.texts.size()));
    for (std::size_t i = 0; i < tokens.size(); ++i)
      CLC_TRY(read_tokens(files_[first + i], request.texts[i], tokens[i]));
    return {};
  }

  Result<void> read_tokens(const std::string& file, BytesView text, BytesView tokens) {
    const std::string folder = folder_of(file);
    secrets_.add({SecretKind::k_file, base_name(file), file, 0});
    add_folder(folder.empty() ? "." : folder, secrets_);
    const std::vector<std::string> headers = CLC_TRY(SourceReader(text, file, builtins_, secrets_).run(tokens));
    for (const std::string& header : headers) add_header(folder, header, file);
    if (secrets_.size() <= k_most_secrets) return {};
    return fail(ErrorKind::k_io, "the sources up to " + file + " have more than " + std::to_string(k_most_secrets) +
                                     " names, lines and strings, which no program has");
  }

  void add_header(const std::string& folder, const std::string& name, const std::string& from) {
    std::vector<std::string> folders = {folder};
    folders.insert(folders.end(), sources_.include_folders.begin(), sources_.include_folders.end());
    const auto found = std::ranges::find_if(folders, [&](const std::string& place) {
      std::error_code ignored;
      return std::filesystem::is_regular_file(join_path(place, name), ignored);
    });
    if (name.find('/') != std::string::npos) secrets_.add({SecretKind::k_folder, name, from, 0});
    if (found != folders.end()) return add_file(join_path(*found, name));
    secrets_.add({SecretKind::k_file, base_name(name), from, 0});
    if (absent_.insert(name).second) headers_not_found_.push_back(name);
  }

  const AuditSources& sources_;
  const std::set<std::string>& builtins_;
  const Tokenizer& tokenizer_;
  SecretCollector secrets_;
  std::deque<std::string> files_;  // grows while one of them is read, and moves none
  std::size_t named_ = 0;          // number of files that the caller named
  std::size_t next_ = 0;           // the first file that is not read yet
  std::set<std::string> known_;
  std::set<std::string> absent_;
  std::vector<std::string> headers_not_found_;
};

}  // namespace

bool are_cpp_sources(const Manifest& manifest, const std::vector<std::string>& files) {
  const auto is_cpp_option = [](const std::string& option) {
    return option.starts_with("-cl-std=CLC++") || option == "-xclcpp" || option == "-x clcpp";
  };
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) {
      if (std::ranges::any_of(variant.options, is_cpp_option)) return true;
    }
  }
  return std::ranges::any_of(files, [](const std::string& file) { return file.ends_with(".clcpp"); });
}

Result<std::vector<Bytes>> tokens_by_worker(const TokensRequest& request, const std::string& names) {
  const std::string reply =
      CLC_TRY(in_context("the tokens of " + names, ask_worker(Question::k_tokens, encode_tokens_request(request))));
  return in_context(names, decode_tokens_reply(reply));
}

Result<std::vector<Secret>> secrets_of(const AuditSources& sources, const std::set<std::string>& builtins,
                                       std::vector<std::string>& headers_not_found, const Tokenizer& tokenizer) {
  SourceSearch search(sources, builtins, tokenizer);
  CLC_TRY(search.run());
  headers_not_found = search.take_headers_not_found();
  return search.take_secrets();
}

}  // namespace clc
