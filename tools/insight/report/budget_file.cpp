#include "insight/report/budget_file.h"

#include "base/json.h"
#include "base/try.h"

namespace clc {
namespace {

constexpr std::uint64_t k_version = 1;
constexpr std::uint64_t k_max_value = std::uint64_t{1} << 48;
const std::string k_most_prefix = "max_";
const char* const k_waves = "min_waves";
const char* const k_only = "only";

Json to_json(const KernelLimits& limits) {
  Json json = Json::object();
  for (const auto& [name, most] : limits.most) json[k_most_prefix + name] = most;
  if (limits.least_waves.empty()) return json;
  Json waves = Json::object();
  for (const auto& [work_group, least] : limits.least_waves) waves[std::to_string(work_group)] = least;
  json[k_waves] = waves;
  return json;
}

bool is_number(const Json& json) {
  return json.is_number_unsigned() && json.get<std::uint64_t>() <= k_max_value;
}

Result<std::uint64_t> parse_group_size(const std::string& text, const std::string& where) {
  if (text.empty() || text.size() > 7 || text.find_first_not_of("0123456789") != std::string::npos || text[0] == '0')
    return fail(ErrorKind::k_damaged, where + ": '" + text + "' is not a work-group size");
  return std::stoull(text);
}

Result<void> read_waves(const Json& json, const std::string& where, KernelLimits& limits) {
  if (!json.is_object()) return fail(ErrorKind::k_damaged, where + " is not an object of work-group sizes");
  for (const auto& [size, least] : json.items()) {
    const std::uint64_t work_group = CLC_TRY(parse_group_size(size, where));
    if (!is_number(least)) return fail(ErrorKind::k_damaged, where + "." + size + " is not a number of waves");
    limits.least_waves[work_group] = least.get<std::uint64_t>();
  }
  return {};
}

Result<KernelLimits> read_limits(const Json& json, const std::string& where) {
  if (!json.is_object()) return fail(ErrorKind::k_damaged, where + " is not an object of limits");
  KernelLimits limits;
  for (const auto& [key, value] : json.items()) {
    const std::string place = where + "." + key;
    if (key == k_waves) {
      CLC_TRY(read_waves(value, place, limits));
      continue;
    }
    if (key.rfind(k_most_prefix, 0) != 0) return fail(ErrorKind::k_damaged, place + ": no such limit");
    if (!is_number(value)) return fail(ErrorKind::k_damaged, place + " is not a number from 0 up");
    limits.most[key.substr(k_most_prefix.size())] = static_cast<std::int64_t>(value.get<std::uint64_t>());
  }
  return limits;
}

Result<void> read_only(const Json& json, const std::string& where, MetricNames& only) {
  const Error wrong{ErrorKind::k_damaged, where + " is not a list of names of figures"};
  if (!json.is_array() || json.empty()) return fail(wrong.kind, wrong.message);
  for (const Json& name : json) {
    if (!name.is_string()) return fail(wrong.kind, wrong.message);
    only.insert(name.get<std::string>());
  }
  return {};
}

// Calls `read(key, value, where)` for each member, until one fails.
template <class F>
Result<void> each_member(const Json& json, const std::string& where, F&& read) {
  if (!json.is_object()) return fail(ErrorKind::k_damaged, where + " is not an object");
  for (const auto& [key, value] : json.items()) CLC_TRY(read(key, value, where + "." + key));
  return {};
}

}  // namespace

std::string encode_budget(const Budget& budget) {
  Json modules = Json::object();
  for (const auto& [module, kernels] : budget.modules) {
    Json& by_kernel = modules[module] = Json::object();
    for (const auto& [kernel, targets] : kernels) {
      Json& by_target = by_kernel[kernel] = Json::object();
      for (const auto& [target, limits] : targets) by_target[target] = to_json(limits);
    }
  }
  Json json{{"clc_budget", k_version}, {"modules", modules}};
  if (!budget.only.empty()) json[k_only] = budget.only;
  return json.dump(2) + "\n";
}

Result<Budget> decode_budget(std::string_view text, const std::string& what) {
  const Json json = CLC_TRY(parse_json(text, what));
  const auto version = json.find("clc_budget"), modules = json.find("modules"), only = json.find(k_only);
  const std::size_t members = only == json.end() ? 2 : 3;
  if (version == json.end() || *version != k_version || modules == json.end() || json.size() != members)
    return fail(ErrorKind::k_damaged, what + " is not a budget of this version (" + k_how_to_write_budget + ")");
  Budget budget;
  if (only != json.end()) CLC_TRY(read_only(*only, what + "." + k_only, budget.only));
  const auto read_module = [&](const auto& module, const Json& kernels, const auto& there) {
    return each_member(kernels, there, [&](const auto& kernel, const Json& targets, const auto& here) {
      return each_member(targets, here, [&](const auto& target, const Json& limits, const auto& place) -> Result<void> {
        budget.modules[module][kernel][target] = CLC_TRY(read_limits(limits, place));
        return {};
      });
    });
  };
  CLC_TRY(each_member(*modules, what, read_module));
  return budget;
}

}  // namespace clc
