#include "protocol/analysis.h"

#include <charconv>
#include <limits>

#include "base/json.h"

namespace clc {
namespace {

Json place_to_json(const CodePlace& place) {
  return {{"file", any_text(place.file)},
          {"line", place.line},
          {"column", place.column},
          {"around", std::uint64_t{place.is_around}}};
}

CodePlace place_from_json(ObjectReader& reader, const char* key, std::string& problem) {
  CodePlace place;
  const Json* json = reader.object(key, true);
  if (json == nullptr) return place;
  ObjectReader inner(*json, reader.where() + "." + key, problem);
  place.file = inner.any_text("file");
  place.line = inner.number("line");
  place.column = inner.number("column");
  place.is_around = inner.flag("around");
  inner.no_extra();
  return place;
}

// The counts of an access, in the order of their names.
template <class Facts, class F>
void each_count(Facts& facts, F&& f) {
  f("bytes", facts.bytes);
  f("degree", facts.degree);
  f("expected_hundredths", facts.expected_hundredths);
  f("ideal", facts.ideal);
  f("least", facts.least);
  f("most", facts.most);
  f("requests", facts.requests);
  f("unaligned", facts.unaligned);
}

Json access_to_json(const AccessFacts& access) {
  Json json = {{"place", place_to_json(access.place)},
               {"kind", access.kind},
               {"space", access.space},
               {"pattern", access.pattern},
               {"stride", access.stride},
               {"stride_text", any_text(access.stride_text)},
               {"known", std::uint64_t{access.is_known}},
               {"repeated", std::uint64_t{access.is_repeated}},
               {"depends_on", any_texts(access.depends_on)},
               {"assumes", any_texts(access.assumes)}};
  each_count(access, [&](const char* name, std::uint64_t count) { json[name] = count; });
  return json;
}

AccessFacts access_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  AccessFacts access;
  access.place = place_from_json(reader, "place", problem);
  access.kind = reader.text("kind");
  access.space = reader.text("space");
  access.pattern = reader.text("pattern");
  access.stride = reader.signed_number("stride");
  access.stride_text = reader.any_text("stride_text");
  access.is_known = reader.flag("known");
  access.is_repeated = reader.flag("repeated");
  access.depends_on = reader.any_texts("depends_on");
  access.assumes = reader.any_texts("assumes");
  each_count(access, [&](const char* name, std::uint64_t& count) { count = reader.number(name); });
  reader.no_extra();
  return access;
}

Json branch_to_json(const BranchFacts& branch) {
  return {{"place", place_to_json(branch.place)},       {"kind", branch.kind},
          {"depends_on", any_texts(branch.depends_on)}, {"waves", branch.waves},
          {"divergent_waves", branch.divergent_waves},  {"lanes", branch.lanes},
          {"lanes_taken", branch.lanes_taken}};
}

BranchFacts branch_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  BranchFacts branch;
  branch.place = place_from_json(reader, "place", problem);
  branch.kind = reader.text("kind");
  branch.depends_on = reader.any_texts("depends_on");
  branch.waves = reader.number("waves");
  branch.divergent_waves = reader.number("divergent_waves");
  branch.lanes = reader.number("lanes");
  branch.lanes_taken = reader.number("lanes_taken");
  reader.no_extra();
  return branch;
}

Json barrier_to_json(const BarrierFault& barrier) {
  return {{"place", place_to_json(barrier.place)},
          {"branch", place_to_json(barrier.branch)},
          {"proven", std::uint64_t{barrier.is_proven}},
          {"depends_on", any_texts(barrier.depends_on)}};
}

BarrierFault barrier_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  BarrierFault barrier;
  barrier.place = place_from_json(reader, "place", problem);
  barrier.branch = place_from_json(reader, "branch", problem);
  barrier.is_proven = reader.flag("proven");
  barrier.depends_on = reader.any_texts("depends_on");
  reader.no_extra();
  return barrier;
}

// The counts of advice, in the order of their names.
template <class F>
void each_count(const VectorLoad*, F&& f) {
  f("bytes", &VectorLoad::bytes);
  f("elements", &VectorLoad::elements);
  f("requests", &VectorLoad::requests);
  f("requests_then", &VectorLoad::requests_then);
  f("transactions", &VectorLoad::transactions);
  f("transactions_then", &VectorLoad::transactions_then);
}

template <class F>
void each_count(const LoopSplit*, F&& f) {
  f("before", &LoopSplit::before);
  f("behind", &LoopSplit::behind);
  f("parted", &LoopSplit::parted);
  f("tests", &LoopSplit::tests);
  f("tests_then", &LoopSplit::tests_then);
}

Json vector_load_to_json(const VectorLoad& load) {
  Json json = {{"place", place_to_json(load.place)},
               {"space", load.space},
               {"of_turns", std::uint64_t{load.is_of_turns}},
               {"repeated", std::uint64_t{load.is_repeated}}};
  each_count(&load, [&](const char* name, auto member) { json[name] = load.*member; });
  return json;
}

VectorLoad vector_load_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  VectorLoad load;
  load.place = place_from_json(reader, "place", problem);
  load.space = reader.text("space");
  load.is_of_turns = reader.flag("of_turns");
  load.is_repeated = reader.flag("repeated");
  each_count(&load, [&](const char* name, auto member) { load.*member = reader.number(name); });
  reader.no_extra();
  return load;
}

Json loop_split_to_json(const LoopSplit& split) {
  Json json = {{"place", place_to_json(split.place)},
               {"value_before", std::uint64_t{split.value_before}},
               {"value_behind", std::uint64_t{split.value_behind}}};
  each_count(&split, [&](const char* name, auto member) { json[name] = split.*member; });
  return json;
}

LoopSplit loop_split_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  LoopSplit split;
  split.place = place_from_json(reader, "place", problem);
  split.value_before = reader.flag("value_before");
  split.value_behind = reader.flag("value_behind");
  each_count(&split, [&](const char* name, auto member) { split.*member = reader.number(name); });
  reader.no_extra();
  return split;
}

template <class Facts, class F>
void each_work_count(Facts& work, F&& f) {
  f("half_operations", work.half_operations);
  f("float_operations", work.float_operations);
  f("double_operations", work.double_operations);
  f("bytes", work.bytes);
  f("ideal", work.ideal);
  f("least", work.least);
  f("most", work.most);
}

Json work_to_json(const WorkFacts& work) {
  Json json = {{"at_most", std::uint64_t{work.is_at_most}},
               {"leaves_out_images", std::uint64_t{work.leaves_out_images}},
               {"assumes", any_texts(work.assumes)},
               {"operations_depend_on", any_texts(work.operations_depend_on)},
               {"bytes_depend_on", any_texts(work.bytes_depend_on)}};
  each_work_count(work, [&](const char* name, std::uint64_t count) { json[name] = count; });
  return json;
}

WorkFacts work_from_json(ObjectReader& reader, std::string& problem) {
  WorkFacts work;
  const Json* json = reader.object("work", true);
  if (json == nullptr) return work;
  ObjectReader inner(*json, reader.where() + ".work", problem);
  work.is_at_most = inner.flag("at_most");
  work.leaves_out_images = inner.flag("leaves_out_images");
  work.assumes = inner.any_texts("assumes");
  work.operations_depend_on = inner.any_texts("operations_depend_on");
  work.bytes_depend_on = inner.any_texts("bytes_depend_on");
  each_work_count(work, [&](const char* name, std::uint64_t& count) { count = inner.number(name); });
  inner.no_extra();
  return work;
}

Json cost_to_json(const GroupCost& cost) {
  return {{"transactions", cost.transactions}, {"passes", cost.passes}, {"parted_waves", cost.parted_waves}};
}

std::optional<GroupCost> cost_from_json(ObjectReader& reader, const char* key, std::string& problem) {
  const Json* json = reader.object(key, false);
  if (json == nullptr) return std::nullopt;
  ObjectReader inner(*json, reader.where() + "." + key, problem);
  GroupCost cost;
  cost.transactions = inner.number("transactions");
  cost.passes = inner.number("passes");
  cost.parted_waves = inner.number("parted_waves");
  inner.no_extra();
  return cost;
}

template <class T, class F>
Json list_to_json(const std::vector<T>& list, F&& to_json) {
  Json json = Json::array();
  for (const T& item : list) json.push_back(to_json(item));
  return json;
}

Json kernel_to_json(const KernelFacts& kernel) {
  Json json = {{"kernel", any_text(kernel.kernel)},
               {"group_x", kernel.group[0]},
               {"group_y", kernel.group[1]},
               {"group_z", kernel.group[2]},
               {"wave", kernel.wave},
               {"segment", kernel.segment},
               {"banks", kernel.banks},
               {"bank_bytes", kernel.bank_bytes},
               {"incomplete", any_text(kernel.incomplete)},
               {"accesses", list_to_json(kernel.accesses, access_to_json)},
               {"branches", list_to_json(kernel.branches, branch_to_json)},
               {"barriers", list_to_json(kernel.barriers, barrier_to_json)},
               {"vector_loads", list_to_json(kernel.vector_loads, vector_load_to_json)},
               {"loop_splits", list_to_json(kernel.loop_splits, loop_split_to_json)},
               {"work", work_to_json(kernel.work)}};
  if (kernel.cost) json["cost"] = cost_to_json(*kernel.cost);
  if (kernel.turned_cost) json["turned_cost"] = cost_to_json(*kernel.turned_cost);
  return json;
}

KernelFacts kernel_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  KernelFacts kernel;
  kernel.kernel = reader.any_text("kernel");
  kernel.group = {reader.number("group_x"), reader.number("group_y"), reader.number("group_z")};
  kernel.wave = reader.number("wave");
  kernel.segment = reader.number("segment");
  kernel.banks = reader.number("banks");
  kernel.bank_bytes = reader.number("bank_bytes");
  kernel.incomplete = reader.any_text("incomplete");
  reader.each("accesses", true, [&](const Json& one, const std::string& at) {
    kernel.accesses.push_back(access_from_json(one, at, problem));
  });
  reader.each("branches", true, [&](const Json& one, const std::string& at) {
    kernel.branches.push_back(branch_from_json(one, at, problem));
  });
  reader.each("barriers", true, [&](const Json& one, const std::string& at) {
    kernel.barriers.push_back(barrier_from_json(one, at, problem));
  });
  reader.each("vector_loads", true, [&](const Json& one, const std::string& at) {
    kernel.vector_loads.push_back(vector_load_from_json(one, at, problem));
  });
  reader.each("loop_splits", true, [&](const Json& one, const std::string& at) {
    kernel.loop_splits.push_back(loop_split_from_json(one, at, problem));
  });
  kernel.work = work_from_json(reader, problem);
  kernel.cost = cost_from_json(reader, "cost", problem);
  kernel.turned_cost = cost_from_json(reader, "turned_cost", problem);
  reader.no_extra();
  return kernel;
}

std::string size_text(const std::array<std::uint64_t, 3>& size) {
  return std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
}

template <class T>
bool take_number(std::string_view& text, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc();
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool take_size(std::string_view& text, std::array<std::uint64_t, 3>& size) {
  return take_number(text, size[0]) && take(text, "x") && take_number(text, size[1]) && take(text, "x") &&
         take_number(text, size[2]);
}

}  // namespace

std::string section_name(const AnalysisRequest& request) {
  std::string name = std::string(k_analysis_section) + " " + size_text(request.group) + " " + size_text(request.global);
  for (const auto& [argument, value] : request.arguments) name += " " + argument + "=" + std::to_string(value);
  return name;
}

std::optional<AnalysisRequest> analysis_request(std::string_view section) {
  AnalysisRequest request;
  if (!take(section, k_analysis_section) || !take(section, " ") || !take_size(section, request.group) ||
      !take(section, " ") || !take_size(section, request.global)) {
    return std::nullopt;
  }
  while (take(section, " ")) {
    const std::size_t equals = section.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string name(section.substr(0, equals));
    section.remove_prefix(equals + 1);
    if (!take_number(section, request.arguments[name])) return std::nullopt;
  }
  return section.empty() ? std::optional(request) : std::nullopt;
}

std::string encode_analysis(const std::vector<KernelFacts>& kernels) {
  return canonical_text({{"kernels", list_to_json(kernels, kernel_to_json)}});
}

Result<std::vector<KernelFacts>> decode_analysis(std::string_view text) {
  Result<Json> json = parse_json(text, "analysis");
  if (!json) return fail(json);
  std::string problem;
  ObjectReader reader(*json, "analysis", problem);
  std::vector<KernelFacts> kernels;
  reader.each("kernels", true,
              [&](const Json& one, const std::string& at) { kernels.push_back(kernel_from_json(one, at, problem)); });
  reader.no_extra();
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return kernels;
}

}  // namespace clc
