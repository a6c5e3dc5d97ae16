#include "insight/audit/audit.h"

#include "catch_all.h"
#include "clc/package/publish.h"
#include "insight/audit/manifest_texts.h"

using namespace clc;

namespace {

std::vector<std::string> found_in(const Manifest& manifest) {
  const Result<Package> package = Package::from_memory(*encode_package({manifest, {}, {}}));
  REQUIRE(package);
  const Result<Audit> audit = audit_package(
      *package, {{SecretKind::k_name, "planted_name", "a.cl", 7}, {SecretKind::k_name, "kind", "a.cl", 8}});
  REQUIRE(audit);
  std::vector<std::string> found;
  for (const PackageFinding& each : audit->findings) found.push_back(each.finding.text + " in " + each.finding.where);
  return found;
}

Manifest with_reason(const std::string& reason) {
  Manifest manifest;
  manifest.generator = "clc";
  manifest.missing.push_back({"m", "spirv64:1.2", reason, ""});
  return manifest;
}

}  // namespace

TEST_CASE("the audit reads the texts of a manifest as JSON means them", "[audit]") {
  const std::vector<std::string> found{"planted_name in key \"reason\""};
  CHECK(found_in(with_reason("a planted_name")) == found);
  CHECK(found_in(with_reason("first line\nplanted_name")) == found);   // written as \n
  CHECK(found_in(with_reason("a tab\tplanted_name")) == found);        // written as \t
  CHECK(found_in(with_reason("a bell\aplanted_name")) == found);       // written as \u0007
  CHECK(found_in(with_reason("a \"quoted\" planted_name")) == found);  // written as \"
  CHECK(found_in(with_reason("nothing\\nplanted")).empty());
}

TEST_CASE("the audit reads what stands under unknown keys of a manifest", "[audit]") {
  Manifest manifest = with_reason("none");
  manifest.extra = R"({"note":{"kind":"kind","lists":[["\u0070lanted_name"]]}})";
  CHECK(found_in(manifest) == std::vector<std::string>{"planted_name in key \"lists\""});
}

TEST_CASE("names that are more than one word are found, and not within others", "[audit]") {
  const SecretMatcher matcher({{SecretKind::k_host, "build-box-7", "", 0},
                               {SecretKind::k_user, "k.wendland", "", 0},
                               {SecretKind::k_name,
                                "gr\xc3\xb6\xc3\x9f"
                                "e",
                                "a.cl", 1}});
  const auto found_in = [&](const std::string& text, const MatchContext& context = {}) {
    std::vector<FoundSecret> findings;
    std::set<std::string> revealed;
    matcher.match({StringKind::k_note, "somewhere", text}, context, findings, revealed);
    std::vector<std::string> texts;
    for (const FoundSecret& finding : findings) texts.push_back(finding.what + " " + finding.text);
    return texts;
  };
  using Texts = std::vector<std::string>;
  CHECK(found_in("made on build-box-7 by k.wendland") == Texts{"host name build-box-7", "user name k.wendland"});
  CHECK(found_in("build-box-77 rebuild-box-7").empty());
  CHECK(found_in("a gr\xc3\xb6\xc3\x9f"
                 "e1 b") == Texts{"name gr\xc3\xb6\xc3\x9f"
                                  "e"});
  CHECK(found_in("_Z7gr\xc3\xb6\xc3\x9f"
                 "ef") == Texts{"name gr\xc3\xb6\xc3\x9f"
                                "e"});
  CHECK(found_in("gr\xc3\xb6\xc3\x9f"
                 "er")
            .empty());
  CHECK(found_in("gr\xc3\xb6\xc3\x9f"
                 "e",
                 {{"gr\xc3\xb6\xc3\x9f"
                   "e"},
                  "",
                  {}})
            .empty());
}

namespace {

struct Matched {
  std::vector<std::string> findings;
  std::set<std::string> revealed;
};

Matched matched(const std::vector<Secret>& secrets, const MatchContext& context, StringKind kind,
                const std::string& text) {
  Matched result;
  std::vector<FoundSecret> findings;
  SecretMatcher(secrets).match({kind, "somewhere", text}, context, findings, result.revealed);
  for (const FoundSecret& finding : findings) result.findings.push_back(finding.what + " " + finding.text);
  return result;
}

}  // namespace

TEST_CASE("what the interface tells is no finding, whoever else says it", "[audit]") {
  const MatchContext context{
      {"scale_items", "struct", "particle", "d_weights"}, "scale_items\nstruct particle*\nd_weights\n", {}};
  const std::vector<Secret> secrets = {{SecretKind::k_line, "scale_items(", "a.cl", 1},
                                       {SecretKind::k_comment, "struct particle", "a.cl", 2},
                                       {SecretKind::k_name, "weights", "a.cl", 3},
                                       {SecretKind::k_line, "scale_items(hidden);", "a.cl", 4}};
  for (const StringKind kind : {StringKind::k_debug, StringKind::k_name, StringKind::k_note, StringKind::k_bytes}) {
    CHECK(matched(secrets, context, kind, ".entry scale_items(").findings.empty());
    CHECK(matched(secrets, context, kind, "struct particle*").findings.empty());
    CHECK(matched(secrets, context, kind, "d_weights").findings.empty());
    CHECK(matched(secrets, context, kind, "xx weights").findings == std::vector<std::string>{"name weights"});
    CHECK(matched(secrets, context, kind, "scale_items(hidden);").findings ==
          std::vector<std::string>{"source line scale_items(hidden);"});
  }
  // Debug information may have a byte before a name that looks like a letter of it.
  CHECK(matched(secrets, context, StringKind::k_debug, "Xweights").findings ==
        std::vector<std::string>{"name weights"});
}

TEST_CASE("strings that the code needs may hold names and comments, in its data only", "[audit]") {
  const std::vector<Secret> secrets = {{SecretKind::k_literal, "step %d of step_count", "a.cl", 1},
                                       {SecretKind::k_name, "step_count", "a.cl", 2},
                                       {SecretKind::k_comment, "step_count", "a.cl", 3},
                                       {SecretKind::k_user, "step_count", "", 0}};
  const auto in_data = matched(secrets, {}, StringKind::k_data, "step %d of step_count");
  CHECK(in_data.findings.empty());
  CHECK(in_data.revealed == std::set<std::string>{"step %d of step_count"});
  CHECK(matched({secrets.begin(), secrets.begin() + 3}, {}, StringKind::k_name, "step_count").findings ==
        std::vector<std::string>{"name step_count", "comment step_count"});
  CHECK(matched({secrets.back()}, {}, StringKind::k_data, "step_count").findings ==
        std::vector<std::string>{"user name step_count"});
}

TEST_CASE("words of a text that belong to its format are no names, but all else in it is looked for", "[audit]") {
  const std::vector<Secret> secrets = {{SecretKind::k_name, "approx_one", "a.cl", 1},
                                       {SecretKind::k_comment, "approx_one of two", "a.cl", 2},
                                       {SecretKind::k_home, "/home/wendland", "", 0},
                                       {SecretKind::k_host, "buildbox", "", 0}};
  CHECK(matched(secrets, {}, StringKind::k_text, "rcp.approx_one.f32").findings.empty());
  CHECK(matched(secrets, {}, StringKind::k_text, "// approx_one of two").findings.size() == 1);
  CHECK(matched(secrets, {}, StringKind::k_text, "x /home/wendland/x").findings.size() == 2);
  CHECK(matched(secrets, {}, StringKind::k_text, "on buildbox").findings ==
        std::vector<std::string>{"host name buildbox"});
}

TEST_CASE("options of clc are no names of a source, and what follows -D is", "[audit]") {
  Manifest manifest = with_reason("none");
  Module module;
  module.name = "m";
  module.variants.emplace_back();
  module.variants.back().options = {"-cl-planted_name", "-Dplanted_name=1", "-include planted_name"};
  module.variants.back().target = "planted_name";
  manifest.modules.push_back(module);
  const Result<std::vector<EmbeddedString>> texts = manifest_texts(manifest);
  REQUIRE(texts);
  std::vector<std::string> searched;
  for (const EmbeddedString& text : *texts) {
    if (text.kind != StringKind::k_text) searched.push_back(text.text);
  }
  CHECK(std::find(searched.begin(), searched.end(), "-cl-planted_name") == searched.end());
  CHECK(std::find(searched.begin(), searched.end(), "planted_name") == searched.end());
  CHECK(std::find(searched.begin(), searched.end(), "-Dplanted_name=1") != searched.end());
  CHECK(std::find(searched.begin(), searched.end(), "-include planted_name") != searched.end());
}
