#include "recording/recorded_series.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "clc/base/digest.h"

namespace clc {
namespace {

using MacroValues = std::map<std::string, std::string>;  // all values that a program gives to a name, in order

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

void add_value(MacroValues& values, std::string_view name, std::string_view value) {
  values[std::string(name)] += std::string(value) + '\n';
}

// Returns the line without the value of the macro that it defines. Macros with parameters, and values that go on in the
// next line, are kept: they are code.
std::string_view without_value(std::string_view line, MacroValues& values) {
  std::string_view rest = without_blanks(line);
  if (!rest.starts_with('#')) return line;
  rest = without_blanks(rest.substr(1));
  constexpr std::string_view k_define = "define";
  if (!rest.starts_with(k_define)) return line;
  const std::string_view name_on = without_blanks(rest.substr(k_define.size()));
  std::size_t length = 0;
  while (length < name_on.size() && is_of_identifier(name_on[length])) ++length;
  const std::string_view value = name_on.substr(length);
  const bool is_value = (value.starts_with(' ') || value.starts_with('\t')) && !trimmed(value).empty();
  if (length == 0 || !is_value || trimmed(value).ends_with('\\')) return line;
  add_value(values, name_on.substr(0, length), trimmed(value));
  return line.substr(0, static_cast<std::size_t>(value.data() - line.data()));
}

std::string text_without_values(std::string_view text, MacroValues& values) {
  std::string kept;
  for (const std::string_view line : lines_of(text)) {
    const std::string_view rest = without_value(line, values);
    // A macro with a value is another one than a macro without.
    kept += std::string(rest) + (rest.size() < line.size() ? " \1\n" : "\n");
  }
  return kept;
}

std::string options_without_values(const std::string& options, MacroValues& values) {
  const Result<std::vector<std::string>> words = split_words(options);
  if (!words) return options;
  std::string kept;
  bool is_definition = false;
  for (const std::string& word : *words) {
    const bool is_joined = word.size() > 2 && word.starts_with("-D");
    const std::string_view definition = is_joined ? std::string_view(word).substr(2) : std::string_view(word);
    const std::size_t equals = definition.find('=');
    if ((is_joined || is_definition) && equals != std::string_view::npos) {
      add_value(values, definition.substr(0, equals), definition.substr(equals + 1));
      kept += (is_joined ? "-D" : "") + std::string(definition.substr(0, equals + 1)) + '\n';
    } else {
      kept += word + '\n';
    }
    is_definition = word == "-D";
  }
  return kept;
}

// Returns the same digest for programs that are the same except for values.
std::string digest_without_values(const RecordedProgram& program, MacroValues& values) {
  FieldDigest digest("clc-recorded-series-1");
  digest.add("is_il", std::uint64_t{program.is_il ? 1U : 0U});
  const std::string& source = program.text.source;
  digest.add("source", program.is_il ? source : text_without_values(source, values));
  for (const ProgramHeader& header : program.text.headers)
    digest.add("header", header.name).add("content", text_without_values(header.content, values));
  return digest.add("options", options_without_values(program.text.options, values)).hex();
}

}  // namespace

std::vector<RecordedSeries> series_of(const Recording& recording) {
  std::vector<RecordedSeries> all;
  std::map<std::string, std::size_t> places;  // in `all`, by digest
  std::vector<MacroValues> first_values;      // of the first program of each series
  std::vector<std::set<std::string>> macros;
  for (std::size_t i = 0; i < recording.programs.size(); ++i) {
    MacroValues values;
    const std::string digest = digest_without_values(recording.programs[i], values);
    const auto [known, is_new] = places.emplace(digest, all.size());
    if (is_new) {
      all.push_back({{i}, {}});
      first_values.push_back(std::move(values));
      macros.emplace_back();
      continue;
    }
    all[known->second].programs.push_back(i);
    for (const auto& [name, value] : values) {
      if (first_values[known->second][name] != value) macros[known->second].insert(name);
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) all[i].macros.assign(macros[i].begin(), macros[i].end());
  return all;
}

}  // namespace clc
