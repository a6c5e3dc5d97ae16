#include "recording/inclusion_list.h"

#include "base/json.h"
#include "clc/base/digest.h"

namespace clc::layer {
namespace {

InclusionList read_list(ObjectReader& reader, std::string& problem) {
  InclusionList files;
  files.unknown = reader.text("unknown");
  files.tells_time = reader.flag("tells_time");
  reader.each("inclusions", true, [&](const Json& element, const std::string& where) {
    ObjectReader inclusion(element, where, problem);
    files.inclusions.push_back({inclusion.text("name"), inclusion.text("from")});
    if (files.inclusions.back().name.empty()) inclusion.complain("a file without a name");
  });
  return files;
}

Json json_of(const InclusionList& files) {
  Json inclusions = Json::array();
  for (const InclusionList::Inclusion& inclusion : files.inclusions)
    inclusions.push_back({{"name", inclusion.name}, {"from", inclusion.from}});
  return {{"unknown", files.unknown}, {"tells_time", files.tells_time ? 1 : 0}, {"inclusions", std::move(inclusions)}};
}

}  // namespace

Result<InclusionList> read_inclusion_list(std::string_view json, const std::string& folder) {
  const Result<Json> parsed = parse_json(json, "the answer of clc");
  if (!parsed) return fail(parsed);
  std::string problem;
  ObjectReader reader(*parsed, "inclusions", problem);
  InclusionList files = read_list(reader, problem);
  const auto is_given = [&](const std::string& path) { return path.substr(0, folder.size() + 1) == folder + "/"; };
  for (InclusionList::Inclusion& inclusion : files.inclusions) {
    if (is_given(inclusion.from)) inclusion.from.clear();
  }
  reader.each("answers", true, [&](const Json& element, const std::string& where) {
    ObjectReader answer(element, where, problem);
    InclusionList::FoundFile one{answer.text("path"), answer.text("sha256"), answer.flag("is_there")};
    if (!is_given(one.path)) files.found_files.push_back(std::move(one));
  });
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return files;
}

std::string encode_known_inclusions(const std::vector<KnownInclusions>& lists) {
  Json list = Json::array();
  for (const KnownInclusions& one : lists) list.push_back({{"state", one.state}, {"files", json_of(one.files)}});
  return canonical_text({{"told", std::move(list)}});
}

std::vector<KnownInclusions> decode_known_inclusions(std::string_view text) {
  const Result<Json> parsed = parse_json(text, "the included files that clc found");
  if (!parsed) return {};
  std::string problem;
  std::vector<KnownInclusions> lists;
  ObjectReader reader(*parsed, "told", problem);
  reader.each("told", true, [&](const Json& element, const std::string& where) {
    ObjectReader one(element, where, problem);
    KnownInclusions files{one.text("state"), {}};
    if (!is_sha256_hex(files.state)) one.complain("no digest");
    if (const Json* object = one.object("files", true)) {
      ObjectReader inner(*object, where, problem);
      files.files = read_list(inner, problem);
    }
    lists.push_back(std::move(files));
  });
  return problem.empty() ? lists : std::vector<KnownInclusions>();
}

}  // namespace clc::layer
