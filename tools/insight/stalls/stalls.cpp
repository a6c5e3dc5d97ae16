#include "insight/stalls/stalls.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

#include "base/try.h"
#include "clc/package/target.h"
#include "insight/disasm/disasm.h"
#include "insight/disasm/disasm_source.h"
#include "insight/stalls/read_steps.h"
#include "support/elf_sections.h"
#include "toolchain/ask_worker.h"

namespace clc {
namespace {

// A binary with its disassembly, for all of its kernels.
struct Disassembled {
  Bytes binary;
  SplitText split;
  std::string whole;  // with the names of files
  TextForm form = TextForm::k_objdump;
  std::vector<MachineFunction> functions;  // of AMD's code
};

Result<Disassembled> disassembled(const Package& package, const Variant& variant, const ToolPaths& tools) {
  Bytes binary = CLC_TRY(package.read(variant));
  const BinaryFormat format = recognize(binary);
  DisassemblyOptions options;
  options.with_marks = true;
  options.tools = tools;
  // The other tool that shows such code names no lines.
  if (format == BinaryFormat::k_cubin) CLC_TRY(find_tool("nvdisasm", tools));
  SplitText split = CLC_TRY(disassemble(binary, options));
  Disassembled result{std::move(binary), std::move(split), "", text_form(format), {}};
  result.whole = format == BinaryFormat::k_ptx ? result.binary : whole_text(result.split);
  if (format != BinaryFormat::k_amdgcn) return result;
  const std::string reply = CLC_TRY(ask_worker(Question::k_machine_steps, result.binary));
  result.functions = CLC_TRY(decode_machine_steps(reply));
  return result;
}

Result<std::vector<CodeStep>> steps_of(const Disassembled& code, const std::string& kernel, const std::string& target,
                                       const std::vector<std::string_view>& lines) {
  if (code.form == TextForm::k_ptx) return ptx_steps(lines);
  if (code.form == TextForm::k_nvdisasm) {
    for (const ElfFunction& function : elf_functions(code.binary)) {
      if (function.name == kernel) return sass_steps(lines, function.bytes);
    }
  }
  const std::optional<Target> parsed = read_target(target);
  for (const MachineFunction& function : code.functions) {
    if (parsed && function.name == kernel) return amd_steps(lines, function, parsed->arch);
  }
  return fail(ErrorKind::k_unavailable, "its code is not known");
}

WaitClocks clocks_of(const ForecastChip& chip, double load_clocks) {
  constexpr double k_sampler = 200;
  WaitClocks clocks;
  clocks.arithmetic = chip.alu_latency;
  clocks.doubles = chip.double_latency;
  clocks.special = chip.special_latency;
  clocks.matrix = chip.matrix_latency;
  clocks.constant = chip.l1_latency;
  clocks.local = chip.local_latency;
  clocks.global = load_clocks;
  clocks.image = load_clocks + k_sampler;
  clocks.barrier = chip.barrier_latency;
  clocks.issue = std::floor(chip.wave_issue);
  return clocks;
}

bool is_access(const CodeStep& step) {
  return step.kind == StepKind::k_local || step.kind == StepKind::k_global || step.kind == StepKind::k_store;
}

// The instruction's own place, or of the next one that has one: compilers leave instructions that only wait without.
std::vector<std::pair<std::string, std::uint64_t>> places_of(const std::vector<LocatedLine>& lines,
                                                             const std::vector<CodeStep>& steps) {
  std::vector<std::pair<std::string, std::uint64_t>> places(steps.size());
  for (std::size_t i = steps.size(); i-- > 0;) {
    const LocatedLine& line = lines[steps[i].line];
    if (line.line == 0 && i + 1 < steps.size()) places[i] = places[i + 1];
    if (line.line != 0) places[i] = {line.file, line.line};
  }
  return places;
}

// Tells how often a wave takes each step. Steps in no loop are taken once. In a loop the operations on floating-point
// numbers and the accesses decide: the analysis knows how many of them a line makes, and the code how many it has. It
// also knows the iterations of each loop, which are those of the code unless an assembler unrolls loops.
class CodeIterations {
 public:
  CodeIterations(const std::vector<LocatedLine>& lines, const std::vector<CodeStep>& steps, const EffortFacts& effort,
                 double waves, bool is_unrolled)
      : lines_(lines), steps_(steps), is_unrolled_(is_unrolled) {
    find_loops();
    for (const LoopEffort& loop : effort.loops)
      iterations_[{loop.file, loop.line}] = static_cast<double>(loop.iterations) / waves;
    for (const LineEffort& line : effort.lines) {
      done_[{line.file, line.line, true}] = static_cast<double>(line.floats) / waves;
      done_[{line.file, line.line, false}] = static_cast<double>(line.accesses) / waves;
    }
    for (std::size_t at = 0; at < steps.size(); ++at) {
      if (is_counted(at) && loop_of_[at] == k_none) outside_[key_of(at)] += 1;
    }
    find_code_iterations();
  }

  std::vector<double> times() const {
    std::vector<double> times;
    for (std::size_t at = 0; at < steps_.size(); ++at) times.push_back(code_iterations_of(loop_of_[at]).value_or(1));
    return times;
  }

  // Nothing where it is not known.
  std::optional<double> at(std::size_t step) const {
    const auto found = code_iterations_.find(loop_of_[step]);
    return found == code_iterations_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  using Key = std::tuple<std::string, std::uint64_t, bool>;  // the flag: operations on floating-point numbers
  static constexpr std::size_t k_none = ~std::size_t{0};

  bool is_counted(std::size_t at) const { return steps_[at].is_float || is_access(steps_[at]); }
  Key key_of(std::size_t at) const {
    const LocatedLine& line = lines_[steps_[at].line];
    return {line.file, line.line, steps_[at].is_float};
  }

  // A loop is named by its first step; the innermost one counts.
  void find_loops() {
    loop_of_.assign(steps_.size(), k_none);
    const auto places = places_of(lines_, steps_);
    for (const auto& [first, last] : loop_ends(steps_)) {
      outer_[first] = loop_of_[first];
      at_place_[places[last]].push_back(first);
      for (std::size_t at = first; at <= last; ++at) loop_of_[at] = first;
    }
  }

  // Where several loops have the same line, those with the most of its operations do the work: the others do what an
  // unrolled loop leaves.
  void find_code_iterations() {
    std::map<Key, std::map<std::size_t, double>> operations;
    for (std::size_t at = 0; at < steps_.size(); ++at) {
      if (is_counted(at) && loop_of_[at] != k_none) operations[key_of(at)][loop_of_[at]] += 1;
    }
    std::map<std::size_t, std::pair<double, double>> sums;
    for (const auto& [key, loops] : operations) {
      const auto done = done_.find(key), outside = outside_.find(key);
      if (done == done_.end()) continue;
      const double left = std::max(done->second - (outside == outside_.end() ? 0 : outside->second), 0.0);
      double most = 0, working = 0;
      for (const auto& [loop, count] : loops) most = std::max(most, count);
      for (const auto& [loop, count] : loops) working += count == most ? count : 0;
      for (const auto& [loop, count] : loops) {
        sums[loop].first += count == most ? count * left / working : 0;
        sums[loop].second += count;
      }
    }
    for (const auto& [loop, sum] : sums) code_iterations_[loop] = sum.first / sum.second;
    for (const auto& [place, loops] : at_place_) {
      const auto known = iterations_.find(place);
      if (known == iterations_.end()) continue;
      const bool is_same = loops.size() == 1 && !is_unrolled_;
      for (const std::size_t loop : loops) {
        if (is_same) code_iterations_[loop] = known->second;
        if (const auto found = code_iterations_.find(loop); found != code_iterations_.end())
          found->second = std::min(found->second, known->second);
      }
    }
  }

  std::optional<double> code_iterations_of(std::size_t loop) const {
    while (loop != k_none) {
      if (const auto found = code_iterations_.find(loop); found != code_iterations_.end()) return found->second;
      loop = outer_.at(loop);
    }
    return std::nullopt;
  }

  using Place = std::pair<std::string, std::uint64_t>;

  const std::vector<LocatedLine>& lines_;
  const std::vector<CodeStep>& steps_;
  bool is_unrolled_;
  std::vector<std::size_t> loop_of_;
  std::map<std::size_t, std::size_t> outer_;
  std::map<Place, double> iterations_;
  std::map<Place, std::vector<std::size_t>> at_place_;  // loops by the place of their jump back
  std::map<Key, double> done_, outside_;
  std::map<std::size_t, double> code_iterations_;
};

class Maker {
 public:
  Maker(const std::vector<LocatedLine>& lines, const std::vector<CodeStep>& steps, bool is_unrolled,
        const KernelTimes& times, KernelStalls& stalls)
      : lines_(lines),
        steps_(steps),
        is_unrolled_(is_unrolled),
        times_(times),
        stalls_(stalls),
        places_(places_of(lines, steps)) {}

  void make(const ForecastChip& chip, const Residency& residency) {
    const LoadWait loads = load_wait(*times_.effort, residency, chip);
    stalls_.loads = loads.level;
    stalls_.load_clocks = loads.clocks;
    const WaitClocks clocks = clocks_of(chip, loads.clocks);
    const CodeWaits waits = waits_of(steps_, clocks);
    const CodeIterations iterations(lines_, steps_, *times_.effort, residency.waves, is_unrolled_);
    taken_ = iterations.times();
    const double held =
        std::max(1.0, std::min(residency.groups, std::ceil(static_cast<double>(times_.effort->groups) / chip.units)));
    stalls_.waves = std::max(1.0, held * residency.waves / chip.issue);
    const double of_other_groups = std::max(0.0, (held - 1) * residency.waves / chip.issue);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      stalls_.issue += taken_[i] * clocks.issue;
      stalls_.clocks += taken_[i] * waits.steps[i].clocks;
    }
    const auto share_left = [&](double others) {
      return stalls_.clocks == 0 ? 0 : std::max(0.0, 1 - others * stalls_.issue / stalls_.clocks);
    };
    add_code(waits, share_left(stalls_.waves - 1), share_left(of_other_groups));
    add_lines(waits);
    for (const CodeLoop& loop : waits.loops) {
      const auto& [file, line] = places_[loop.last];
      stalls_.loops.push_back({file, line, iterations.at(loop.first).value_or(0), loop.clocks, loop.chain});
    }
  }

 private:
  void add_code(const CodeWaits& waits, double share, double share_at_barriers) {
    for (const LocatedLine& line : lines_) {
      StallCode& code = stalls_.code.emplace_back();
      code.text = line.text;
      code.file = line.file;
      code.line = line.line;
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const StepWait& wait = waits.steps[i];
      StallCode& code = stalls_.code[steps_[i].line];
      code.is_instruction = true;
      code.times = taken_[i];
      if (wait.clocks == 0) continue;
      code.clocks = wait.clocks;
      code.left = wait.clocks * (wait.on ? share : share_at_barriers);
      if (wait.on) code.on = steps_[*wait.on].line;
      code.is_carried = wait.is_carried;
      code.reason = kind_name(wait.on ? steps_[*wait.on].kind : StepKind::k_barrier);
      stalls_.left += code.left * code.times;
    }
  }

  void add_lines(const CodeWaits& waits) {
    std::map<Place, StallLine> lines;
    std::map<Place, std::map<std::string, ReasonClocks>> reasons;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const StallCode& code = stalls_.code[steps_[i].line];
      const double clocks = code.clocks * code.times;
      if (clocks == 0) continue;
      StallLine& line = lines[places_[i]];
      std::tie(line.file, line.line) = places_[i];
      line.clocks += clocks;
      line.left += code.left * code.times;
      ReasonClocks& reason = reasons[places_[i]][code.reason];
      reason.clocks += clocks;
      reason.by_origin[waits.steps[i].on ? places_[*waits.steps[i].on] : Place()] += clocks;
    }
    for (auto& [place, line] : lines) {
      const auto& most = most_of(reasons[place], [](const auto& reason) { return reason.second.clocks; });
      line.reason = most.first;
      std::tie(line.on_file, line.on_line) =
          most_of(most.second.by_origin, [](const auto& origin) { return origin.second; }).first;
      stalls_.lines.push_back(std::move(line));
    }
    std::ranges::stable_sort(stalls_.lines, std::greater(), &StallLine::clocks);
  }

  using Place = std::pair<std::string, std::uint64_t>;

  // The clocks of a line that have one reason.
  struct ReasonClocks {
    double clocks = 0;
    std::map<Place, double> by_origin;  // by the place that is waited for
  };

  template <class Map, class ClocksOf>
  static const Map::value_type& most_of(const Map& map, const ClocksOf& clocks_of) {
    return *std::ranges::max_element(map, {}, clocks_of);
  }

  const std::vector<LocatedLine>& lines_;
  const std::vector<CodeStep>& steps_;
  bool is_unrolled_;
  const KernelTimes& times_;
  KernelStalls& stalls_;
  std::vector<std::pair<std::string, std::uint64_t>> places_;
  std::vector<double> taken_;
};

std::string fill(const Disassembled& code, const KernelTimes& times, KernelStalls& stalls) {
  const auto function = std::ranges::find(code.split.functions, times.kernel, &FunctionText::name);
  if (function == code.split.functions.end()) return "the disassembly does not name this kernel";
  const std::vector<LocatedLine> lines = located_lines(code.form, code.whole, function->text);
  std::vector<std::string_view> texts;
  for (const LocatedLine& line : lines) texts.push_back(line.text);
  const Result<std::vector<CodeStep>> steps = steps_of(code, times.kernel, times.target, texts);
  if (!steps) return steps.error().message;
  const KernelTime& first = times.products.front();
  Maker(lines, *steps, code.form == TextForm::k_nvdisasm, times, stalls).make(*first.chip, first.residency);
  return "";
}

}  // namespace

std::vector<KernelStalls> kernel_stalls(const Package& package, const ToolPaths& tools,
                                        const std::vector<KernelTimes>& times) {
  std::map<std::string, Result<Disassembled>> codes;  // by the digest of the binary
  std::vector<KernelStalls> all;
  for (const KernelTimes& one : times) {
    KernelStalls& stalls = all.emplace_back();
    stalls.module = one.module;
    stalls.kernel = one.kernel;
    stalls.target = one.target;
    stalls.unknown = one.unknown;
    const Variant* variant = variant_of(package.manifest(), one.module, one.target);
    if (!stalls.unknown.empty() || one.products.empty() || variant == nullptr) continue;
    stalls.product = one.products.front().chip->product;
    stalls.is_checked = *one.products.front().chip->checked != '\0';
    auto code = codes.find(variant->sha256);
    if (code == codes.end()) code = codes.emplace(variant->sha256, disassembled(package, *variant, tools)).first;
    if (code->second) stalls.unknown = fill(*code->second, one, stalls);
    if (code->second) continue;
    stalls.unknown = code->second.error().message;
    stalls.exit = exit_code(code->second.error().kind);
  }
  return all;
}

}  // namespace clc
