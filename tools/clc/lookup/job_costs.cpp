#include "lookup/job_costs.h"

#include "base/fields/byte_codec.h"
#include "clc/base/digest.h"
#include "protocol/source_roots.h"

namespace clc {
namespace {

constexpr std::string_view k_cost_format = "clc.cost.1";

// A job is the same after its source was edited: it will take about as long.
std::string memo_name(const Plan& plan, JobIndex job) {
  const SourceFile& source = plan.source_of(job);
  FieldDigest digest(k_cost_format);
  digest.add("source", source.path.empty() ? "-" : normal_path(source.path)).add("module", source.module);
  digest.add("target", plan.target_of(job).name);
  for (const std::string& option : option_texts(plan.jobs[job].options)) digest.add("option", option);
  return digest.hex();
}

}  // namespace

void remember_cost(cache::Store& store, const Plan& plan, JobIndex job, std::chrono::milliseconds took) {
  ByteWriter writer;
  writer.text(k_cost_format);
  writer.number(static_cast<std::uint64_t>(took.count()));
  store.put(cache::EntryKind::k_memo, memo_name(plan, job), writer.take());
}

std::optional<std::chrono::milliseconds> remembered_cost(cache::Store& store, const Plan& plan, JobIndex job) {
  constexpr std::uint64_t k_day = std::uint64_t{24} * 3600 * 1000;
  const std::string name = memo_name(plan, job);
  const std::optional<Bytes> bytes = store.get(cache::EntryKind::k_memo, name);
  if (!bytes) return std::nullopt;
  ByteReader reader(*bytes);
  const bool is_ours = reader.text() == k_cost_format;
  const std::uint64_t took = reader.number(k_day);
  if (is_ours && reader.is_done()) return std::chrono::milliseconds(took);
  store.quarantine(cache::EntryKind::k_memo, name);
  return std::nullopt;
}

}  // namespace clc
