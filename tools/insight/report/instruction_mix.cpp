#include "insight/report/instruction_mix.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/try.h"
#include "clc/package/resource_names.h"
#include "insight/disasm/disasm.h"
#include "insight/report/instruction_counts.h"
#include "insight/report/spirv_mix.h"

namespace clc {
namespace {

class Mixer {
 public:
  Mixer(const Package& package, const ToolPaths& tools, Sink& sink) : package_(package), sink_(sink) {
    options_.tools = tools;
  }

  int run(std::vector<KernelMetrics>& kernels) {
    for (KernelMetrics& kernel : kernels) {
      if (kernel.find(resource::k_instructions)) continue;
      if (kernel.format == "spirv") add_spirv(kernel);
      if (kernel.format != "cubin" && kernel.format != "intel" && kernel.format != "ptx") continue;
      const std::optional<SplitText>& text = text_of(kernel);
      if (!text) continue;
      for (const FunctionText& function : text->functions) {
        if (function.name != kernel.kernel) continue;
        kernel.resources.merge(kernel.format == "cubin" ? count_sass(function.text)
                               : kernel.format == "ptx" ? count_ptx(function.text)
                                                        : count_gen(function.text));
      }
    }
    return code_;
  }

 private:
  const std::optional<SplitText>& text_of(const KernelMetrics& kernel) {
    const auto [at, is_new] = texts_.try_emplace({kernel.module, kernel.target});
    if (!is_new) return at->second;
    Result<SplitText> split = disassembled(kernel);
    if (split) return at->second = *std::move(split);
    const std::string& why = split.error().message;
    if (told_.insert(why).second) {
      sink_.message(Severity::k_warning,
                    "instructions of " + kernel.module + " for " + kernel.target + " are not counted: " + why);
    }
    code_ = std::max(code_, exit_code(split.error().kind));
    return at->second;
  }

  void add_spirv(KernelMetrics& kernel) const {
    const Result<Bytes> binary = binary_of(kernel);
    if (!binary) return;
    std::map<std::string, ResourceMetrics> counts = count_spirv(*binary);
    if (const auto found = counts.find(kernel.kernel); found != counts.end()) kernel.resources.merge(found->second);
  }

  Result<SplitText> disassembled(const KernelMetrics& kernel) const {
    return disassemble(CLC_TRY(binary_of(kernel)), options_);
  }

  Result<Bytes> binary_of(const KernelMetrics& kernel) const {
    const Variant* const variant = variant_of(package_.manifest(), kernel.module, kernel.target);
    if (variant != nullptr) return package_.read(*variant);
    return fail(ErrorKind::k_damaged, "it is not in the package");
  }

  const Package& package_;
  Sink& sink_;
  DisassemblyOptions options_;
  std::map<std::pair<std::string, std::string>, std::optional<SplitText>> texts_;  // by module and target
  std::set<std::string> told_;  // warnings that were given: a missing tool is missing for all variants
  int code_ = 0;
};

}  // namespace

int add_instruction_mix(const Package& package, const ToolPaths& tools, Sink& sink,
                        std::vector<KernelMetrics>& kernels) {
  return Mixer(package, tools, sink).run(kernels);
}

}  // namespace clc
