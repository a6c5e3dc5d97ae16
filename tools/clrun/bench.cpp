#include "bench.h"

#include <algorithm>
#include <exception>
#include <set>

#include "common/registry.h"

namespace clc::clrun {
namespace {

using algorithms::Algorithm;
using algorithms::AlgorithmVariant;
using algorithms::Input;
using algorithms::Measurement;
using algorithms::Problem;
using algorithms::Session;

std::uint64_t usual_size(const Algorithm& algorithm, DeviceKind kind) {
  return kind == DeviceKind::k_cpu ? algorithm.cpu_bench_size : algorithm.gpu_bench_size;
}

Result<Measurement> bench_one(Session& session, const AlgorithmVariant& variant, const Problem& problem) {
  try {
    return variant.bench(session, problem);
  } catch (const std::exception& error) {  // std::bad_alloc, std::length_error
    return fail(ErrorKind::k_unavailable, std::string("not enough memory on this machine: ") + error.what());
  }
}

// Measures one variant at its usual size; nothing where it cannot be measured.
std::optional<Measurement> measure_variant(Session& session, const char* algorithm_name, const char* variant_name,
                                           std::uint64_t seed) {
  const Algorithm* algorithm = algorithms::find_algorithm(algorithm_name);
  if (algorithm == nullptr) return std::nullopt;
  for (const AlgorithmVariant& variant : algorithm->variants) {
    if (variant.name != variant_name) continue;
    const auto measured = bench_one(session, variant, {usual_size(*algorithm, session.facts().kind), 0, seed});
    if (measured && measured->kernel_ms.median > 0) return *measured;
  }
  return std::nullopt;
}

// No work takes less than its floor: where a kernel does, caches serve it, or what measured the ceiling did not reach
// it.
void set_floor(BenchRow& row, Ceilings& ceilings) {
  const Measurement& measured = row.measurement;
  const double ms = measured.kernel_ms.median, floor = floor_of(measured.work, ceilings);
  row.floor_ms = floor <= ms ? floor : 0;
  if (ms > 0 && ceilings.operations_per_s > 0)
    ceilings.operations_per_s = std::max(ceilings.operations_per_s, measured.work.operations / ms * 1e3);
}

BenchRow measure_row(Session& session, const Algorithm& algorithm, const AlgorithmVariant& variant,
                     const Problem& problem, Ceilings& ceilings, int& code) {
  BenchRow row;
  row.algorithm = algorithm.name;
  row.variant = variant.name;
  row.problem = problem;
  if (algorithm.needs_fp64 && !session.facts().has_fp64) {
    row.skipped = "device has no cl_khr_fp64";
    return row;
  }
  const auto measured = bench_one(session, variant, problem);
  row.target = session.loaded_target(module_of(algorithm, variant));
  if (!measured) {
    row.failed = measured.error().message;
    code = exit_code(measured.error().kind);
    return row;
  }
  row.skipped = measured->skipped;
  row.measurement = *measured;
  set_floor(row, ceilings);
  return row;
}

// Each problem of the algorithm's benchmark, but for the seed.
std::vector<Problem> bench_problems(const Algorithm& algorithm, DeviceKind kind, const Options& options) {
  std::vector<Input> inputs{Input::k_random};
  inputs.insert(inputs.end(), algorithm.bench_inputs.begin(), algorithm.bench_inputs.end());
  std::vector<Problem> problems;
  for (const std::uint64_t size : bench_sizes(algorithm, kind, options)) {
    for (const Input input : inputs) {
      if (size > 0) problems.push_back({size, options.offset.value_or(0), options.seed, input});
    }
  }
  return problems;
}

// Runs the peer once for all that the selection measures. Trouble with the peer is told, and our own kernels are
// measured without it.
std::map<std::string, Peer> peers_of(const Selection& selection, const std::vector<Problem>& problems,
                                     const Options& options, Sink& sink, int& code) {
  if (options.peer.empty()) return {};
  std::set<std::string> tasks;
  for (const AlgorithmVariant* variant : selection.variants) {
    for (const Problem& problem : problems) tasks.insert(peer_task(*selection.algorithm, *variant, problem));
  }
  if (tasks.empty()) return {};
  auto peers = run_peers(options.peer, options.runs.repeats, options.runs.seconds, {tasks.begin(), tasks.end()});
  if (peers) return std::move(*peers);
  sink.message(Severity::k_error, selection.algorithm->name + ": " + peers.error().message);
  code = exit_code(peers.error().kind);
  return {};
}

}  // namespace

const char* input_name(Input input) {
  return input == Input::k_constant ? "constant" : input == Input::k_skewed ? "skewed" : "random";
}

Ceilings measure_ceilings(Session& session, std::uint64_t seed) {
  Ceilings ceilings;
  for (const auto& [algorithm, variant] : {std::pair{"copy_width", "float4"}, std::pair{"reduce", "fast"}}) {
    if (const auto measured = measure_variant(session, algorithm, variant, seed))
      ceilings.bytes_per_s = std::max(ceilings.bytes_per_s, measured->rate * 1e9);
  }
  // A core of a CPU computes several vectors at once; the registers of a GPU's work-item are too few for so many.
  std::vector<const char*> variants{"chains"};
  if (session.facts().kind == DeviceKind::k_cpu) variants.push_back("vectors");
  for (const char* variant : variants) {
    if (const auto measured = measure_variant(session, "fma", variant, seed))
      ceilings.operations_per_s = std::max(ceilings.operations_per_s, measured->rate * 1e9);
  }
  return ceilings;
}

double floor_of(const algorithms::Work& work, const Ceilings& ceilings) {
  double ms = 0;
  if (ceilings.bytes_per_s > 0) ms = work.bytes / ceilings.bytes_per_s * 1e3;
  if (ceilings.operations_per_s > 0) ms = std::max(ms, work.operations / ceilings.operations_per_s * 1e3);
  return ms;
}

std::vector<std::uint64_t> bench_sizes(const Algorithm& algorithm, DeviceKind kind, const Options& options) {
  if (!options.sizes.empty()) return options.sizes;
  const std::uint64_t last = usual_size(algorithm, kind);
  if (!options.sweep) return {last};
  std::vector<std::uint64_t> sizes;
  for (int power = 6; power >= 0; --power) {
    const std::uint64_t size = last >> (2 * power);
    if (size > 0) sizes.push_back(size);
  }
  return sizes;
}

int bench_selections(Session& session, const std::vector<Selection>& selections, const Options& options,
                     Ceilings& ceilings, Sink& sink, const std::function<void(const BenchRow&)>& report) {
  int code = 0;
  std::uint64_t seed = options.seed;
  for (const Selection& selection : selections) {
    const Algorithm& algorithm = *selection.algorithm;
    const std::vector<Problem> problems = bench_problems(algorithm, session.facts().kind, options);
    const std::map<std::string, Peer> peers = peers_of(selection, problems, options, sink, code);
    for (const AlgorithmVariant* variant : selection.variants) {
      for (Problem problem : problems) {
        problem.seed = seed++;  // inputs of its own for each row
        BenchRow row = measure_row(session, algorithm, *variant, problem, ceilings, code);
        const auto peer = peers.find(peer_task(algorithm, *variant, problem));
        if (peer != peers.end()) row.peer = peer->second;
        report(row);
      }
    }
  }
  return code;
}

}  // namespace clc::clrun
