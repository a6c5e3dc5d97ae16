// softmax(Q * K' / sqrt(size of a head)) * V. The reference is float64, of a sample of the rows.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "common/elements.h"
#include "common/execution.h"
#include "common/registry.h"
#include "common/variants.h"
#include "matmul_units/tiles.h"

namespace clc::algorithms {
namespace {

constexpr cl_uint k_aligned = 1, k_causal = 2;  // as the kernels have them

struct Choice {
  const char* module;
  const char* kernel;
  const Element& element;
  std::uint64_t head_size;
  cl_uint flags;
  const char* name;

  [[nodiscard]] std::string task() const { return name; }
};

// Rows of all heads of a query stand behind each other, queries behind each other from `offset` on.
struct Layout {
  std::uint64_t batches = 0, heads = 0, queries = 0, keys = 0, offset = 0, head_size = 0;
  std::uint64_t share = 1;    // heads that use the same keys
  std::uint64_t padding = 0;  // elements behind the heads of a query, or of a key

  std::uint64_t q_row() const { return heads * head_size + padding; }
  std::uint64_t k_row() const { return heads / share * head_size + padding; }
  std::uint64_t q_batch() const { return (offset + queries) * q_row(); }
  std::uint64_t k_batch() const { return (offset + keys) * k_row(); }
  std::uint64_t q_at(std::uint64_t batch, std::uint64_t head, std::uint64_t query) const {
    return batch * q_batch() + (offset + query) * q_row() + head * head_size;
  }
  std::uint64_t k_at(std::uint64_t batch, std::uint64_t head, std::uint64_t key) const {
    return batch * k_batch() + (offset + key) * k_row() + head / share * head_size;
  }
  // How many keys a query sees.
  std::uint64_t seen(std::uint64_t query, cl_uint flags) const {
    if ((flags & k_causal) == 0) return keys;
    return query + keys < queries ? 0 : std::min(keys, query + keys - queries + 1);
  }
};

// Few heads, and five keys more than queries: nothing is aligned. All is where the number of queries is even; where it
// is odd there are few keys, and with the mask the first of many queries see none.
Layout make_layout(const Problem& problem, const Choice& choice) {
  constexpr std::uint64_t k_most_keys = 192;
  Layout layout{.batches = 1, .heads = 1, .offset = problem.offset, .head_size = choice.head_size};
  for (const std::uint64_t heads : {4, 3, 2}) {
    if (layout.heads == 1 && problem.size % heads == 0) layout.heads = heads;
  }
  if (problem.size / layout.heads % 2 == 0) layout.batches = 2;
  layout.queries = problem.size / (layout.heads * layout.batches);
  layout.keys =
      problem.size == 0 ? 0 : (layout.queries % 2 == 0 ? layout.queries : std::min(layout.queries, k_most_keys)) + 5;
  layout.share = layout.heads % 2 == 0 ? 2 : 1;
  layout.padding = layout.queries % 2 == 0 ? 8 : 3;
  return layout;
}

void launch(Execution& run, const Choice& choice, const Layout& l, const std::array<const Buffer*, 4>& buffers) {
  if (!run.ok() || l.queries == 0) return;
  const Result<Kernel> kernel = run.session().kernel(choice.module, choice.kernel);
  if (!kernel) return run.set_error(kernel.error());
  const std::string target = run.session().loaded_target(choice.module);
  const bool has_small_heads = l.head_size == 64 && (target.starts_with("nvptx") || target.starts_with("cubin"));
  const std::uint64_t usual = has_small_heads || target.starts_with("cuda") || target.ends_with("sm_90a") ? 128 : 64;
  const std::uint64_t queries = tile_parameter(run, choice.module, *kernel, "QUERIES", usual, 16);
  const std::uint64_t items = kernel->interface().required_work_group_size[0];
  const auto scale = static_cast<float>(std::numbers::log2e / std::sqrt(static_cast<double>(l.head_size)));
  run.launch(choice.kernel, range_3d({divide_up(l.queries, queries) * items, l.heads, l.batches}, {items, 1, 1}),
             *buffers[0], *buffers[1], *buffers[2], *buffers[3], static_cast<cl_uint>(l.queries),
             static_cast<cl_uint>(l.keys), cl_ulong{l.offset * l.q_row()}, cl_ulong{l.q_row()}, cl_ulong{l.head_size},
             cl_ulong{l.q_batch()}, cl_ulong{l.offset * l.k_row()}, cl_ulong{l.k_row()}, cl_ulong{l.head_size},
             cl_ulong{l.k_batch()}, static_cast<cl_uint>(l.share), scale,
             choice.flags | (l.padding % 8 == 0 ? k_aligned : 0));
}

struct Operands {
  std::vector<double> q, k, v;
};

// Checks a row of the result, and tells its largest error in parts of the bound.
std::string check_row(const Operands& operands, const std::vector<std::uint8_t>& result, const Choice& choice,
                      const Layout& l, const std::array<std::uint64_t, 3>& at, double& largest) {
  const auto [batch, head, query] = at;
  const std::uint64_t row = l.q_at(batch, head, query), seen = l.seen(query, choice.flags);
  const double scale = 1 / std::sqrt(static_cast<double>(l.head_size));
  std::vector<double> weights(seen);
  double most = -INFINITY, error = 0, sum = 0;
  for (std::uint64_t key = 0; key < seen; ++key) {
    double product = 0, magnitude = 0;
    for (std::uint64_t d = 0; d < l.head_size; ++d) {
      const double term = operands.q[row + d] * operands.k[l.k_at(batch, head, key) + d];
      product += term;
      magnitude += std::abs(term);
    }
    weights[key] = product * scale;
    most = std::max(most, weights[key]);
    error = std::max(error, magnitude * scale * static_cast<double>(l.head_size + 2) * 0x1p-23);
  }
  for (double& weight : weights) sum += weight = std::exp(weight - most);
  // Probabilities are rounded, relative to the greatest one so far; powers and sums have errors, too.
  const double relative = choice.element.rounding + 2 * error + 0x1p-18;
  for (std::uint64_t d = 0; d < l.head_size; ++d) {
    double expected = 0, magnitude = 0, all = 0;
    for (std::uint64_t key = 0; key < seen; ++key) {
      const double value = operands.v[l.k_at(batch, head, key) + d];
      expected += weights[key] * value;
      magnitude += weights[key] * std::abs(value);
      all += std::abs(value);
    }
    if (sum > 0) expected /= sum, magnitude /= sum, all /= sum;
    const double bound = magnitude * (2 * relative + static_cast<double>(seen) * 0x1p-23) + all * choice.element.least +
                         choice.element.rounding * std::abs(expected) + choice.element.least;
    const double got = choice.element.read(&result[(row + d) * choice.element.bytes]);
    if (!within(got, expected, bound))
      return wrong_element(row + d, got, expected) + " (query " + std::to_string(query) + " of head " +
             std::to_string(head) + ")";
    if (bound > 0) largest = std::max(largest, std::abs(got - expected) / bound);
  }
  return {};
}

std::string check_rows(const Operands& operands, const std::vector<std::uint8_t>& result, const Choice& choice,
                       const Layout& l, std::uint64_t seed, double& largest) {
  constexpr std::size_t k_sample = 96;
  std::string wrong;
  for (const std::uint64_t i : sample_indexes(l.batches * l.heads * l.queries, k_sample, seed)) {
    const std::array<std::uint64_t, 3> at{i / l.queries / l.heads, i / l.queries % l.heads, i % l.queries};
    if (wrong.empty()) wrong = check_row(operands, result, choice, l, at, largest);
  }
  return wrong;
}

// Checks that nothing was written before the offset, between the rows and behind them.
std::string check_outside(const std::vector<std::uint8_t>& result, const Choice& choice, const Layout& l) {
  const std::size_t bytes = choice.element.bytes, row = l.q_row() * bytes, used = (l.q_row() - l.padding) * bytes;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::size_t line = i / row, in_batch = l.offset + l.queries == 0 ? 0 : line % (l.offset + l.queries);
    const bool is_inside = line < l.batches * (l.offset + l.queries) && in_batch >= l.offset && i % row < used;
    if (!is_inside && !is_canary(result[i])) return touched_element(i / bytes);
  }
  return {};
}

// Makes each key longer than the one before it, so that products of later ones are much greater.
void grow_keys(std::vector<std::uint8_t>& k, const Choice& choice, const Layout& l) {
  const std::size_t bytes = choice.element.bytes;
  for (std::size_t i = 0; i < k.size() / bytes; ++i) {
    const std::uint64_t key = i / l.k_row() % (l.offset + l.keys);
    choice.element.write(choice.element.read(&k[i * bytes]) * (1 + static_cast<double>(key) / 4), &k[i * bytes]);
  }
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  if (const std::string lack = lack_of_matrices(session, choice.module, choice.kernel); !lack.empty())
    return skipped<Verdict>(lack);
  const Layout l = make_layout(problem, choice);
  const auto make = [&](std::uint64_t count, std::uint64_t seed) {
    return random_elements(choice.element, count, seed);
  };
  const std::vector<std::uint8_t> q = make(l.batches * l.q_batch(), problem.seed);
  std::vector<std::uint8_t> k = make(l.batches * l.k_batch(), problem.seed + 1);
  if (l.queries % 2 == 1) grow_keys(k, choice, l);
  const std::vector<std::uint8_t> v = make(l.batches * l.k_batch(), problem.seed + 2);
  const std::size_t count = (l.batches * l.q_batch() + k_margin) * choice.element.bytes;
  Execution run(session, choice.module);
  const Buffer q_buffer = run.input(q), k_buffer = run.input(k), v_buffer = run.input(v);
  const Buffer result_buffer = run.output<std::uint8_t>(count);
  launch(run, choice, l, {&q_buffer, &k_buffer, &v_buffer, &result_buffer});
  const std::vector<std::uint8_t> result = run.read<std::uint8_t>(result_buffer, count);

  const Operands operands{values_of(choice.element, q), values_of(choice.element, k), values_of(choice.element, v)};
  double largest = 0;
  const std::string wrong = run.ok() ? check_rows(operands, result, choice, l, problem.seed, largest) : "";
  const std::string note = std::to_string(l.batches) + " x " + std::to_string(l.heads) + " heads, " +
                           std::to_string(l.queries) + " queries, " + std::to_string(l.keys) + " keys" +
                           error_note(largest);
  return run.verdict(problem.size, {wrong, check_outside(result, choice, l)}, note);
}

// 16 heads, and sequences of up to 4 096 queries and keys.
Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  if (const std::string lack = lack_of_matrices(session, choice.module, choice.kernel); !lack.empty())
    return skipped<Measurement>(lack);
  const std::uint64_t heads = 16, length = std::clamp<std::uint64_t>(problem.size / heads, 1, 4096);
  const std::uint64_t batches = std::max<std::uint64_t>(problem.size / (heads * length), 1);
  const Layout l{batches, heads, length, length, problem.offset, choice.head_size};
  Execution run(session, choice.module);
  const auto make = [&](std::uint64_t seed) {
    return run.input(repeated_elements(choice.element, l.batches * l.q_batch(), seed));
  };
  const Buffer q = make(problem.seed), k = make(problem.seed + 1), v = make(problem.seed + 2);
  const Buffer result = run.output<std::uint8_t>(l.batches * l.q_batch() * choice.element.bytes);
  const auto rows = static_cast<double>(batches * heads * length);
  const double pairs = rows * static_cast<double>(length) * ((choice.flags & k_causal) != 0 ? 0.5 : 1);
  const Work work{
      .bytes = 4 * rows * static_cast<double>(l.head_size * choice.element.bytes),
      .operations = 4 * pairs * static_cast<double>(l.head_size),
      .counts = "two multiplications and two additions for each element of a head of each pair that is seen"};
  return run.measure(batches * heads * length, work, [&] { launch(run, choice, l, {&q, &k, &v, &result}); });
}

}  // namespace

Algorithm make_attention() {
  constexpr const char *k_module = "attention", *k_half_module = "attention_half";
  Algorithm algorithm{.name = "attention",
                      .description = "softmax(Q * K' / sqrt(d)) * V in one kernel, by matrix units",
                      .element = "queries of all heads"};
  algorithm.cpu_sizes = {0, 1, 67, 192};
  algorithm.gpu_sizes = {0, 1, 67, 192, 1009, 4 * 2 * 600, 3 * 4099};
  algorithm.cpu_bench_size = 16 * 64;
  algorithm.gpu_bench_size = 4 * 16 * 4096;
  add_variants(
      algorithm.variants, verify, bench,
      {
          {"half_64", "halves, heads of 64",
           Choice{k_half_module, "attention_half_64", k_half, 64, 0, "attention_half_64"}},
          {"half_128", "halves, heads of 128",
           Choice{k_half_module, "attention_half_128", k_half, 128, 0, "attention_half_128"}},
          {"half_128_causal", "half_128, and no query sees what comes after it",
           Choice{k_half_module, "attention_half_128", k_half, 128, k_causal, "attention_half_128_causal"}},
          {"bfloat16_64_causal", "bfloat16, heads of 64, and no query sees what comes after it",
           Choice{k_module, "attention_bfloat16_64", k_bfloat16, 64, k_causal, "attention_bfloat16_64_causal"}},
          {"bfloat16_128", "bfloat16, heads of 128",
           Choice{k_module, "attention_bfloat16_128", k_bfloat16, 128, 0, "attention_bfloat16_128"}},
      });
  return algorithm;
}

}  // namespace clc::algorithms
