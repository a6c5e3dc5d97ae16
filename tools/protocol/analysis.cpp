#include "protocol/analysis.h"

#include <charconv>
#include <limits>

#include "base/fields/json_fields.h"
#include "base/text.h"
#include "base/try.h"

namespace clc {
namespace {

struct Analysis {
  std::vector<KernelFacts> kernels;
};

constexpr std::string_view k_with_effort = " +effort", k_only_effort = " =effort", k_with_lines = " +lines";
constexpr std::string_view k_of_kernel = " of ";

template <class T>
bool take_number(std::string_view& text, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc();
}

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// Takes a word that ends where the section or the word does.
bool take_whole_word(std::string_view& text, std::string_view word) {
  return (text == word || text.starts_with(std::string(word) + " ")) && take_word(text, word);
}

bool take_size(std::string_view& text, std::array<std::uint64_t, 3>& size) {
  return take_number(text, size[0]) && take_word(text, "x") && take_number(text, size[1]) && take_word(text, "x") &&
         take_number(text, size[2]);
}

}  // namespace

std::string section_name(const AnalysisRequest& request) {
  std::string name =
      std::string(k_analysis_section) + " " + shape_text(request.group) + " " + shape_text(request.global);
  if (request.with_effort) name += request.with_accesses ? k_with_effort : k_only_effort;
  if (!request.kernel.empty()) name += std::string(k_of_kernel) + request.kernel;
  if (request.with_lines) name += k_with_lines;
  for (const auto& [argument, value] : request.arguments) name += " " + argument + "=" + std::to_string(value);
  return name;
}

std::optional<AnalysisRequest> analysis_request(std::string_view section) {
  AnalysisRequest request;
  if (!take_word(section, k_analysis_section) || !take_word(section, " ") || !take_size(section, request.group) ||
      !take_word(section, " ") || !take_size(section, request.global)) {
    return std::nullopt;
  }
  request.with_accesses = !take_whole_word(section, k_only_effort);
  request.with_effort = !request.with_accesses || take_whole_word(section, k_with_effort);
  if (take_word(section, k_of_kernel)) {
    request.kernel = section.substr(0, section.find(' '));
    section.remove_prefix(request.kernel.size());
  }
  request.with_lines = take_whole_word(section, k_with_lines);
  while (take_word(section, " ")) {
    const std::size_t equals = section.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string name(section.substr(0, equals));
    section.remove_prefix(equals + 1);
    if (!take_number(section, request.arguments[name])) return std::nullopt;
  }
  return section.empty() ? std::optional(request) : std::nullopt;
}

template <class F>
void fields(F& f, FieldsOf<F, CodePlace>& place) {
  f.any_text("file", place.file);
  f.all("line", place.line, "column", place.column, "around", place.is_around);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, AccessFacts>& access) {
  f.all("place", access.place, "kind", access.kind, "space", access.space, "pattern", access.pattern);
  f.any("stride", access.stride, "stride_text", access.stride_text);
  f.all("of_element", access.is_of_element, "known", access.is_known, "repeated", access.is_repeated);
  f.any("depends_on", access.depends_on, "assumes", access.assumes);
  f.all("bytes", access.bytes, "degree", access.degree, "expected_hundredths", access.expected_hundredths);
  f.all("ideal", access.ideal, "least", access.least, "most", access.most, "requests", access.requests);
  f.number("unaligned", access.unaligned);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, BranchFacts>& branch) {
  f.all("place", branch.place, "kind", branch.kind);
  f.any_texts("depends_on", branch.depends_on);
  f.all("waves", branch.waves, "divergent_waves", branch.divergent_waves, "lanes", branch.lanes);
  f.number("lanes_taken", branch.lanes_taken);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, BarrierFault>& barrier) {
  f.all("place", barrier.place, "branch", barrier.branch, "proven", barrier.is_proven);
  f.any_texts("depends_on", barrier.depends_on);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, VectorLoad>& load) {
  f.all("place", load.place, "space", load.space, "of_iterations", load.is_of_iterations, "repeated", load.is_repeated);
  f.all("bytes", load.bytes, "elements", load.elements, "requests", load.requests, "requests_then", load.requests_then);
  f.all("transactions", load.transactions, "transactions_then", load.transactions_then);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, LoopSplit>& split) {
  f.all("place", split.place, "value_before", split.value_before, "value_behind", split.value_behind);
  f.all("before", split.before, "behind", split.behind, "divergent", split.divergent, "tests", split.tests);
  f.number("tests_then", split.tests_then);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, WorkFacts>& work) {
  f.all("at_most", work.is_at_most, "leaves_out_images", work.leaves_out_images);
  f.any("assumes", work.assumes, "operations_depend_on", work.operations_depend_on);
  f.any("bytes_depend_on", work.bytes_depend_on);
  f.all("half_operations", work.half_operations, "float_operations", work.float_operations);
  f.all("double_operations", work.double_operations, "bytes", work.bytes, "ideal", work.ideal, "least", work.least);
  f.number("most", work.most);
  f.optional_number("matrix_half_operations", work.matrix_half_operations);
  f.optional_number("matrix_float_operations", work.matrix_float_operations);
  f.optional_number("matrix_double_operations", work.matrix_double_operations);
  f.optional_number("matrix_float8_operations", work.matrix_float8_operations);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, GroupCost>& cost) {
  f.all("transactions", cost.transactions, "passes", cost.passes, "divergent_waves", cost.divergent_waves);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, PortCounts>& counts) {
  f.all("floats", counts.floats, "doubles", counts.doubles, "integers", counts.integers, "products", counts.products);
  f.all("specials", counts.specials, "globals", counts.globals, "locals", counts.locals, "images", counts.images);
  f.all("exchanges", counts.exchanges, "barriers", counts.barriers, "branches", counts.branches);
  f.optional_number("matrices", counts.matrices);
  f.optional_number("matrix_halfs", counts.matrix_halfs);
  f.optional_number("matrix_floats", counts.matrix_floats);
  f.optional_number("matrix_doubles", counts.matrix_doubles);
  f.optional_number("matrix_bytes", counts.matrix_bytes);
  f.optional_number("matrix_float8s", counts.matrix_float8s);
  f.optional_number("matrix_of_groups", counts.matrix_of_groups);
  f.optional_number("copy_commits", counts.copy_commits);
  f.optional_number("copy_waits", counts.copy_waits);
  f.optional_number("copies_left", counts.copies_left);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, EffortSum>& sum) {
  f.all("work", sum.work, "chain", sum.chain, "lines", sum.lines, "stored_lines", sum.stored_lines);
  f.all("sectors", sum.sectors, "stored_sectors", sum.stored_sectors, "partial_sectors", sum.partial_sectors);
  f.all("atomics", sum.atomics, "same_atomics", sum.same_atomics, "passes", sum.passes);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, LineEffort>& line) {
  f.any_text("file", line.file);
  f.all("line", line.line, "floats", line.floats, "accesses", line.accesses);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, LoopEffort>& loop) {
  f.any_text("file", loop.file);
  f.all("line", loop.line, "iterations", loop.iterations);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, Contention>& contention) {
  f.all("least", contention.least, "usual", contention.usual, "most", contention.most);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, LeastBytes>& bytes) {
  f.number("all", bytes.all);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, EffortFacts>& effort) {
  f.all("groups", effort.groups, "least", effort.least, "most", effort.most, "near_bytes", effort.near_bytes);
  f.all("group_bytes", effort.group_bytes, "read_bytes", effort.read_bytes, "written_bytes", effort.written_bytes);
  f.any_texts("depends_on", effort.depends_on);
  f.optional_object("least_bytes", effort.least_bytes);
  f.optional_object("contention", effort.contention);
  f.optional_number("sums", effort.sums);
  f.optional_number("worst_passes", effort.worst_passes);
  f.optional_texts("conditions_depend_on", effort.conditions_depend_on);
  f.optional_texts("not_counted", effort.not_counted);
  f.optional_texts("open_loops", effort.open_loops);
  f.optional_list("lines", effort.lines);
  f.optional_list("loops", effort.loops);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, ShorterFunction>& shorter) {
  f.all("function", shorter.function, "instructions", shorter.instructions);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, MathsCall>& call) {
  f.all("place", call.place, "function", call.function, "type", call.type, "instructions", call.instructions);
  f.all("loops", call.loops, "of_pi", call.is_of_pi, "small", call.is_small, "shorter", call.shorter);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, KernelFacts>& kernel) {
  f.any("kernel", kernel.kernel, "maths", kernel.maths);
  f.all("has_relaxed_maths", kernel.has_relaxed_maths, "maths_calls", kernel.maths_calls, "group_x", kernel.group[0]);
  f.all("group_y", kernel.group[1], "group_z", kernel.group[2], "wave", kernel.wave, "segment", kernel.segment);
  f.all("banks", kernel.banks, "bank_bytes", kernel.bank_bytes);
  f.any_text("incomplete", kernel.incomplete);
  f.optional_texts("not_counted", kernel.not_counted);
  f.all("accesses", kernel.accesses, "branches", kernel.branches, "barriers", kernel.barriers);
  f.all("vector_loads", kernel.vector_loads, "loop_splits", kernel.loop_splits, "work", kernel.work);
  f.optional_object("cost", kernel.cost);
  f.optional_object("turned_cost", kernel.turned_cost);
  f.optional_object("effort", kernel.effort);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, Analysis>& analysis) {
  f.list("kernels", analysis.kernels);
  f.no_extra();
}

std::string encode_effort(const EffortFacts& effort) {
  return canonical_text(json_of(effort));
}

Result<EffortFacts> decode_effort(std::string_view text) {
  return decode_json<EffortFacts>(text, "effort");
}

std::string encode_analysis(const std::vector<KernelFacts>& kernels) {
  return canonical_text(json_of(Analysis{kernels}));
}

Result<std::vector<KernelFacts>> decode_analysis(std::string_view text) {
  Analysis analysis = CLC_TRY(decode_json<Analysis>(text, "analysis"));
  return std::move(analysis.kernels);
}

}  // namespace clc
