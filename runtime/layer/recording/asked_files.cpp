#include "recording/asked_files.h"

#include "clc/internal/json.h"
#include "clc/package/digest.h"

namespace clc::layer {
namespace {

AskedFiles read(ObjectReader& reader, std::string& problem) {
  AskedFiles files;
  files.unknown = reader.text("unknown");
  files.tells_time = reader.flag("tells_time");
  reader.each("inclusions", true, [&](const Json& element, const std::string& where) {
    ObjectReader asked(element, where, problem);
    files.asked.push_back({asked.text("name"), asked.text("from")});
    if (files.asked.back().name.empty()) asked.complain("a file without a name");
  });
  return files;
}

Json written(const AskedFiles& files) {
  Json inclusions = Json::array();
  for (const AskedFiles::Asked& asked : files.asked) inclusions.push_back({{"name", asked.name}, {"from", asked.from}});
  return {{"unknown", files.unknown}, {"tells_time", files.tells_time ? 1 : 0}, {"inclusions", std::move(inclusions)}};
}

}  // namespace

Result<AskedFiles> read_asked_files(std::string_view json, const std::string& folder) {
  const Result<Json> parsed = parse_json(json, "what clc says");
  if (!parsed) return fail(parsed);
  std::string problem;
  ObjectReader reader(*parsed, "inclusions", problem);
  AskedFiles files = read(reader, problem);
  const auto is_given = [&](const std::string& path) { return path.substr(0, folder.size() + 1) == folder + "/"; };
  for (AskedFiles::Asked& asked : files.asked) {
    if (is_given(asked.from)) asked.from.clear();
  }
  reader.each("answers", true, [&](const Json& element, const std::string& where) {
    ObjectReader answer(element, where, problem);
    AskedFiles::Answer one{answer.text("path"), answer.text("sha256"), answer.flag("is_there")};
    if (!is_given(one.path)) files.answers.push_back(std::move(one));
  });
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return files;
}

std::string encode_told_files(const std::vector<ToldFiles>& told) {
  Json list = Json::array();
  for (const ToldFiles& one : told) list.push_back({{"state", one.state}, {"files", written(one.files)}});
  return canonical_text({{"told", std::move(list)}});
}

std::vector<ToldFiles> decode_told_files(std::string_view text) {
  const Result<Json> parsed = parse_json(text, "the included files that clc found");
  if (!parsed) return {};
  std::string problem;
  std::vector<ToldFiles> told;
  ObjectReader reader(*parsed, "told", problem);
  reader.each("told", true, [&](const Json& element, const std::string& where) {
    ObjectReader one(element, where, problem);
    ToldFiles files{one.text("state"), {}};
    if (!is_sha256_hex(files.state)) one.complain("no digest");
    if (const Json* object = one.object("files", true)) {
      ObjectReader inner(*object, where, problem);
      files.files = read(inner, problem);
    }
    told.push_back(std::move(files));
  });
  return problem.empty() ? told : std::vector<ToldFiles>();
}

}  // namespace clc::layer
