#include "insight/pages/bench_page.h"

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "base/json_writer.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "insight/pages/html_page.h"
#include "insight/pages/page_assets.h"

namespace clc {
namespace {

// The page gets the run as it is, with fractions, which parse_json() refuses: codecs of packages have none.
using Json = nlohmann::json;

constexpr std::uint64_t k_largest_run = std::uint64_t{64} << 20U;  // bytes

bool has_number(const Json& object, const char* name) {
  return object.is_object() && object.contains(name) && object[name].is_number();
}

// A result that was measured has its time; others say why they have none.
bool is_result(const Json& row) {
  const auto has_text = [&](const char* name) { return row.contains(name) && row[name].is_string(); };
  if (!row.is_object() || !has_text("algorithm") || !has_text("variant")) return false;
  if (has_text("skipped") || has_text("error")) return true;
  return has_number(row, "elements") && row.contains("kernel_ms") && has_number(row["kernel_ms"], "median");
}

bool is_part(const Json& part) {
  return part.is_object() && part.contains("results") && part["results"].is_array() &&
         std::all_of(part["results"].begin(), part["results"].end(), is_result);
}

bool is_run(const Json& run) {
  if (!run.is_object() || !run.contains("parts")) return is_part(run);
  return run["parts"].is_array() && std::all_of(run["parts"].begin(), run["parts"].end(), is_part);
}

}  // namespace

Result<BenchRun> read_bench_run(const std::string& path) {
  const Bytes bytes = CLC_TRY(read_ordinary_file(path, k_largest_run));
  const Json run = Json::parse(bytes, nullptr, false);
  if (run.is_discarded() || !is_run(run))
    return fail(ErrorKind::k_damaged, path + " holds no measurements of clrun bench --format json");
  return BenchRun{path, run.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

std::string bench_page(const std::vector<BenchRun>& runs) {
  JsonWriter json(-1);
  json.begin_object().key("runs").objects(
      runs, [&](const BenchRun& run) { json.put("name", run.name).key("run").json(run.json); });
  json.end_object();
  return html_page({"clrun bench", json.text(), k_bench_script});
}

}  // namespace clc
