#include "manifest/tuning_json.h"

#include <algorithm>

#include "base/fields/json_fields.h"
#include "clc/internal/interface_json.h"
#include "manifest/names.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_items = std::uint64_t{1} << 48;
constexpr std::uint64_t k_most_arguments = 1U << 16U;

// `is_required` is for reading: a size that is 0 is left out.
void work_items(JsonFieldWriter& f, const char* key, const Size3& sizes, bool /*is_required*/) {
  put_size3(f.json(), key, sizes);
}

void work_items(JsonFieldReader& f, const char* key, Size3& sizes, bool is_required) {
  sizes = size3_from_json(f.object_reader(), key, is_required, k_most_items, "three numbers of work-items");
}

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, TunedLaunch>& launch) {
  f.text("kernel", launch.kernel);
  work_items(f, "global", launch.global, true);
  work_items(f, "local", launch.local, false);
  f.optional_texts("arguments", launch.arguments);
  f.optional_numbers("results", launch.results);
  const bool are_indices =
      std::ranges::all_of(launch.results, [](std::uint64_t result) { return result < k_most_arguments; });
  f.require(are_indices, "has an entry of \"results\" that is not the number of an argument");
  f.optional_text("tolerance", launch.tolerance);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, FastestOn>& fastest) {
  f.all("platform", fastest.device.platform, "device", fastest.device.name);
  f.all("driver_version", fastest.device.driver_version, "nanoseconds", fastest.nanoseconds);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, Tuning>& tuning) {
  if (!F::k_reads && tuning.of.empty()) return;
  f.text("of", tuning.of);
  f.require(is_sane_name(tuning.of), "has an \"of\" that cannot be a module's name");
  f.text_map("parameters", tuning.parameters);
  f.optional_flag("default", tuning.is_default);
  f.optional_list("launches", tuning.launches);
  f.optional_list("fastest_on", tuning.fastest_on);
  f.extra(tuning.extra);
}

Json json_of(const Tuning& tuning) {
  return json_of<Tuning>(tuning);
}

void read_json(const Json& json, const std::string& where, std::string& problem, Tuning& tuning) {
  read_json<Tuning>(json, where, problem, tuning);
}

}  // namespace clc
