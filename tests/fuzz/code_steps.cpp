// Instructions of foreign binaries, as disassemblers print them, and SPIR-V: what is counted in them, and waited for.
// The first byte says whose they are.
#include "base/text.h"
#include "fuzz.h"
#include "insight/disasm/live_values.h"
#include "insight/disasm/spirv_live.h"
#include "insight/report/instruction_counts.h"
#include "insight/report/spirv_mix.h"
#include "insight/stalls/read_steps.h"
#include "insight/stalls/waits.h"

using namespace clc;

namespace {

constexpr std::size_t k_most_steps = 500;  // the rest is slow, and of the same kind

void wait(const std::vector<CodeStep>& steps) {
  for (const CodeStep& step : steps) {
    for (const std::size_t target : step.targets) fuzz::require(target < steps.size());
  }
  if (steps.size() <= k_most_steps) fuzz::require(waits_of(steps, {}).steps.size() == steps.size());
}

// A step for each line, as clc-worker tells them.
MachineFunction function_of(const std::vector<std::string_view>& lines) {
  MachineFunction function;
  for (const std::string_view line : lines) {
    MachineStep step;
    step.address = function.steps.size() * 4;
    step.mnemonic = std::string(trimmed(line).substr(0, trimmed(line).find(' ')));
    if (step.mnemonic.starts_with("s_branch")) step.targets.push_back({line.size()});
    function.steps.push_back(std::move(step));
  }
  return function;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const unsigned choice = fuzz::take_choice(input) % 4;
  const std::vector<std::string_view> lines = lines_of(input);
  if (choice == 0) {
    wait(ptx_steps(lines));
    for (const AliveText said : {AliveText::k_counts, AliveText::k_names}) {
      fuzz::require(with_live_values(input, said).size() >= input.size());
    }
    static_cast<void>(most_live_values(input));
    static_cast<void>(count_ptx(input));
  } else if (choice == 1) {
    Bytes code(input);
    code.resize(lines.size() * 16);
    if (const auto steps = sass_steps(lines, code)) wait(*steps);
    static_cast<void>(count_sass(input));
    static_cast<void>(count_gen(input));
  } else if (choice == 2) {
    const MachineFunction function = function_of(lines);
    for (const char* arch : {"gfx90a", "gfx1100", "gfx1200"}) wait(amd_steps(lines, function, arch));
  } else {
    static_cast<void>(most_spirv_values(input));
    static_cast<void>(count_spirv(input));
  }
  return 0;
}
