#include "insight/audit/audit.h"

#include "catch_all.h"
#include "clc/package/publish.h"

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
                  {}})
            .empty());
}
