#include "lookup/recent_keys.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/fields/byte_codec.h"
#include "clc/base/digest.h"
#include "protocol/source_roots.h"

namespace clc {
namespace {

constexpr std::string_view k_format = "clc.history.1";
constexpr std::size_t k_most_keys = 8;

std::string memo_name(const Plan& plan, const Job& job, const std::string& target) {
  const SourceFile& source = plan.source_of(job);
  const std::string& path = source.path;
  FieldDigest digest(k_format);
  digest.add("source", path.empty() ? "-" : normal_path(path)).add("target", target);
  // Files come and go in a module; it has its name.
  if (source.is_linked()) digest.add("module", source.module);
  if (path.empty()) digest.add("working folder", plan.working_folder);
  return digest.hex();
}

Bytes encode(const std::vector<cache::Key>& keys) {
  ByteWriter writer;
  writer.text(k_format);
  writer.number(keys.size());
  for (const cache::Key& key : keys) {
    writer.text(key.domain());
    writer.number(key.fields().size());
    for (const cache::Key::Field& field : key.fields()) {
      writer.text(field.name);
      writer.text(field.value);
    }
  }
  return writer.take();
}

// Decodes remembered keys. Numbers come back as text: these keys are only shown.
std::optional<std::vector<cache::Key>> decode(BytesView bytes) {
  ByteReader reader(bytes);
  if (reader.text() != k_format) return std::nullopt;
  std::vector<cache::Key> keys;
  const std::uint64_t count = reader.number(k_most_keys);
  for (std::uint64_t i = 0; i < count && reader.is_good(); ++i) {
    cache::Key key(reader.text());
    const std::uint64_t fields = reader.number(reader.left());
    for (std::uint64_t f = 0; f < fields && reader.is_good(); ++f) {
      std::string name = reader.text();
      key.add(std::move(name), reader.text());
    }
    keys.push_back(std::move(key));
  }
  if (!reader.is_done()) return std::nullopt;
  return keys;
}

bool is_same(const cache::Key& a, const cache::Key& b) {
  return a.domain() == b.domain() && std::ranges::equal(a.fields(), b.fields(), [](const auto& x, const auto& y) {
           return x.name == y.name && x.value == y.value;
         });
}

using Values = std::vector<std::string>;

// The values of each field, by name, in the order of first appearance.
std::vector<std::pair<std::string, Values>> grouped(const cache::Key& key) {
  std::vector<std::pair<std::string, Values>> groups;
  std::map<std::string, std::size_t> known;
  for (const cache::Key::Field& field : key.fields()) {
    const auto [at, is_new] = known.try_emplace(field.name, groups.size());
    if (is_new) groups.push_back({field.name, {}});
    groups[at->second].second.push_back(field.value);
  }
  return groups;
}

// Returns the values that `values` has more often than `others`, each as many times as it has more of them.
Values without(const Values& values, Values others) {
  Values left;
  for (const std::string& value : values) {
    const auto at = std::ranges::find(others, value);
    if (at == others.end()) {
      left.push_back(value);
    } else {
      others.erase(at);
    }
  }
  return left;
}

void compare(const std::string& name, const Values& before, const Values& now, std::vector<FieldChange>& changes) {
  using Kind = FieldChange::Kind;
  if (before.size() == 1 && now.size() == 1) {
    if (before != now) changes.push_back({Kind::k_changed, name, before[0], now[0]});
    return;
  }
  const Values removed = without(before, now), added = without(now, before);
  for (const std::string& value : removed) changes.push_back({Kind::k_removed, name, value, ""});
  for (const std::string& value : added) changes.push_back({Kind::k_added, name, "", value});
  if (removed.empty() && added.empty() && before != now) changes.push_back({Kind::k_order, name, "", ""});
}

}  // namespace

std::vector<cache::Key> remembered_keys(cache::Store& store, const Plan& plan, const Job& job,
                                        const std::string& target) {
  const std::string name = memo_name(plan, job, target);
  const std::optional<Bytes> bytes = store.get(cache::EntryKind::k_memo, name);
  if (!bytes) return {};
  std::optional<std::vector<cache::Key>> keys = decode(*bytes);
  if (!keys) store.quarantine(cache::EntryKind::k_memo, name);
  return keys ? *std::move(keys) : std::vector<cache::Key>();
}

void remember_key(cache::Store& store, const Plan& plan, const Job& job, const std::string& target,
                  const cache::Key& key) {
  std::vector<cache::Key> keys = remembered_keys(store, plan, job, target);
  if (!keys.empty() && is_same(keys.front(), key)) return;
  std::erase_if(keys, [&](const cache::Key& other) { return is_same(other, key); });
  keys.insert(keys.begin(), key);
  if (keys.size() > k_most_keys) keys.resize(k_most_keys, cache::Key(""));
  store.put(cache::EntryKind::k_memo, memo_name(plan, job, target), encode(keys));
}

std::vector<FieldChange> field_changes(const cache::Key& before, const cache::Key& now) {
  std::vector<FieldChange> changes;
  const auto old_groups = grouped(before), new_groups = grouped(now);
  const auto values_in = [](const auto& groups, const std::string& name) {
    const auto at = std::ranges::find_if(groups, [&](const auto& group) { return group.first == name; });
    return at == groups.end() ? Values() : at->second;
  };
  for (const auto& [name, values] : new_groups) compare(name, values_in(old_groups, name), values, changes);
  for (const auto& [name, values] : old_groups) {
    if (values_in(new_groups, name).empty()) compare(name, values, {}, changes);
  }
  return changes;
}

}  // namespace clc
