// clc record --compare: what one recording compiled and another did not.
#include <algorithm>
#include <functional>
#include <map>

#include "base/json_writer.h"
#include "base/text.h"
#include "base/try.h"
#include "commands/record/record_work.h"
#include "recording/compared_recordings.h"
#include "recording/recorded_series.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// Programs of one series, or a link.
struct Row {
  std::vector<const MissingProgram*> programs;
  std::vector<std::string> macros;
  std::uint64_t nanoseconds = 0;
};

std::vector<Row> rows_of(const std::vector<MissingProgram>& missing, const Recording& recording) {
  const std::vector<RecordedSeries> all = series_of(recording);
  std::map<std::string, std::size_t> series;  // by the digest of a program
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const std::size_t program : all[i].programs) series[recording.programs[program].digest] = i;
  }
  std::vector<Row> rows;
  std::map<std::size_t, std::size_t> places;  // in `rows`, by series
  for (const MissingProgram& one : missing) {
    const auto found = series.find(one.digest);
    std::size_t place = rows.size();
    if (found != series.end()) place = places.emplace(found->second, rows.size()).first->second;
    if (place == rows.size()) rows.emplace_back();
    rows[place].programs.push_back(&one);
    rows[place].nanoseconds += one.nanoseconds;
    if (found != series.end()) rows[place].macros = all[found->second].macros;
  }
  std::ranges::stable_sort(rows, std::greater(), &Row::nanoseconds);
  return rows;
}

std::string row_text(const std::string& what, const Row& row) {
  const MissingProgram& first = *row.programs.front();
  std::string text = what + (first.is_link ? "link of " : "") + first.name;
  if (row.programs.size() > 1)
    text += " and " + std::to_string(row.programs.size() - 1) + " more, the same except for " + join(row.macros, ", ");
  text += "; waited " + duration_text(row.nanoseconds);
  if (!first.reason.empty()) return text + "; " + first.reason + '\n';
  if (!first.like.empty()) text += "; like " + first.like + " except for " + join(first.changes, ", ");
  return text + '\n';
}

std::string comparison_text(const RecordOptions& options, const ComparedRecordings& compared, const Recording& before,
                            const Recording& after) {
  const std::string& old = options.recordings[0];
  const std::string& now = options.recordings[1];
  std::string text;
  for (const Row& row : rows_of(compared.added, after)) text += row_text("new   ", row);
  for (const Row& row : rows_of(compared.gone, before)) text += row_text("gone  ", row);
  return text + now + " compiles " + count(compared.added.size(), "program") + " that " + old + " does not, and " +
         old + " " + std::to_string(compared.gone.size()) + " that " + now + " does not; " +
         std::to_string(compared.same) + " in both\n";
}

void add_rows(JsonWriter& json, const std::string& key, const std::vector<Row>& rows) {
  json.key(key).objects(rows, [&](const Row& row) {
    json.key("macros").values(row.macros).put("nanoseconds", row.nanoseconds);
    json.key("programs").objects(row.programs, [&](const MissingProgram* program) {
      json.put("digest", program->digest, "name", program->name, "link", program->is_link);
      json.put("nanoseconds", program->nanoseconds, "like", program->like).key("changes").values(program->changes);
      json.put("reason", program->reason);
    });
  });
}

std::string comparison_json(const ComparedRecordings& compared, const Recording& before, const Recording& after) {
  JsonWriter json(2);
  json.begin_object();
  add_rows(json, "added", rows_of(compared.added, after));
  add_rows(json, "gone", rows_of(compared.gone, before));
  return json.key("same").value(std::uint64_t{compared.same}).end_object().text() + "\n";
}

}  // namespace

Result<int> compare_command(const RecordOptions& options) {
  const Recording before = CLC_TRY(read_recordings({options.recordings[0]}));
  const Recording after = CLC_TRY(read_recordings({options.recordings[1]}));
  const ComparedRecordings compared = compare_recordings(before, after);
  CLC_TRY(options.json ? print(comparison_json(compared, before, after))
                       : print_shown(comparison_text(options, compared, before, after)));
  return options.exit_code_wanted && !compared.added.empty() ? exit_code(ErrorKind::k_gate) : 0;
}

}  // namespace clc
