#include "insight/audit/borrowed_code.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/printable.h"
#include "clc/package/target.h"

namespace clc {
namespace {

struct Lender {
  const char* name;
  const char* license;
  std::string_view notice;
  std::vector<Family> families;
};
constexpr std::string_view k_required = "required";

// FamilyInfo::builtins, and what assemblers and drivers link. The test `packaging_notices` compares the licences with
// packaging/components.json.
std::vector<Lender> lenders_of(const std::string& family_name) {
  using enum Family;
  constexpr const char* k_exception = "Apache-2.0 WITH LLVM-exception";
  static const std::vector<Lender> k_lenders = {
      {"clc", k_exception, "not required", {k_spirv64, k_spirv32, k_nvptx, k_cuda, k_cubin, k_amdgcn, k_intel}},
      {"libclc", k_exception, "not required", {k_nvptx, k_cuda, k_cubin, k_amdgcn, k_r600}},
      {"rocm-device-libs", "NCSA AND SunPro", k_required, {k_amdgcn}},
      {"the driver's own", "its vendor's", "unknown", {k_intel, k_driver}},
  };
  std::vector<Lender> lenders = k_lenders;
  const FamilyInfo* family = find_family(family_name);
  std::erase_if(lenders, [&](const Lender& lender) {
    return family == nullptr || std::ranges::find(lender.families, family->family) == lender.families.end();
  });
  return lenders;
}

// Targets by the names of their families.
std::map<std::string, std::set<std::string>> families_of(const Manifest& manifest) {
  std::map<std::string, std::set<std::string>> families;
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants)
      families[std::string(family_of_target(variant.target))].insert(variant.target);
  }
  return families;
}

}  // namespace

std::string borrowed_code_text(const Manifest& manifest) {
  std::string text, hint;
  for (const auto& [family, targets] : families_of(manifest)) {
    text += printable(family) + " may hold code of\n";
    for (const Lender& lender : lenders_of(family)) {
      text += std::string("  ") + lender.name + ": " + lender.license + ", notice " + std::string(lender.notice) + "\n";
      if (lender.notice == k_required) hint = "ship the notices with the package: clc licenses --for package\n";
    }
  }
  return text + hint;
}

std::string borrowed_code_json(const Manifest& manifest) {
  JsonWriter json(2);
  json.begin_object().key("families").objects(families_of(manifest), [&](const auto& family) {
    json.key("family").value(family.first).key("targets").values(family.second);
    json.key("may_hold").objects(lenders_of(family.first), [&](const Lender& lender) {
      json.put("name", lender.name, "license", lender.license, "notice", lender.notice);
    });
  });
  return json.end_object().text() + "\n";
}

}  // namespace clc
