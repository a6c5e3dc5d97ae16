#include "insight/report_page/collect.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "insight/disasm/disasm.h"
#include "insight/disasm/disasm_source.h"
#include "insight/disasm/most_alive.h"
#include "insight/report/instruction_mix.h"
#include "support/source_file.h"

namespace clc {
namespace {

// Takes the names that add_live_registers() wrote behind an instruction.
std::optional<std::string> take_alive(std::string_view& line) {
  constexpr std::string_view k_mark = "  alive: ", k_comment = "  // alive: ";
  const std::size_t with_slashes = line.rfind(k_comment), bare = line.rfind(k_mark);
  const bool has_slashes = with_slashes != line.npos;
  const std::size_t at = has_slashes ? with_slashes : bare;
  if (at == line.npos) return std::nullopt;
  const std::string_view names = line.substr(at + (has_slashes ? k_comment : k_mark).size());
  line = line.substr(0, at);
  return std::string(names);
}

struct VariantCode {
  SplitText split;
  std::string whole;  // with the names of files
  TextForm form = TextForm::k_objdump;
};

Result<VariantCode> code_of(const Package& package, const Variant& variant, const ToolPaths& tools) {
  const Bytes binary = CLC_TRY(package.read(variant));
  DisassemblyOptions options;
  options.with_marks = true;
  options.tools = tools;
  const bool is_ptx = recognize(binary) == BinaryFormat::k_ptx;
  SplitText split = CLC_TRY(disassemble(binary, options));
  VariantCode code{std::move(split), "", text_form(recognize(binary))};
  code.whole = is_ptx ? binary : whole_text(code.split);
  // Without them the code is still worth showing.
  (void)add_live_registers(binary, options, AliveText::k_names, code.split);
  return code;
}

std::vector<PageLine> lines_of_kernel(const VariantCode& code, std::string_view text) {
  std::vector<PageLine> lines;
  for (const LocatedLine& line : located_lines(code.form, code.whole, text)) {
    std::string_view shown = line.text;
    std::optional<std::string> alive = take_alive(shown);
    lines.push_back({std::string(shown), line.file, line.line, std::move(alive), {}});
  }
  while (!lines.empty() && trimmed(lines.back().text).empty()) lines.pop_back();
  return lines;
}

void add_code(const Result<VariantCode>& code, const std::vector<std::string>& kernels, PageKernel& kernel) {
  if (!code) {
    kernel.no_code = code.error().message;
    return;
  }
  const std::optional<std::string> text = text_of_kernel(code->split, kernel.metrics.kernel, kernels);
  if (!text) kernel.no_code = "the disassembly does not name this kernel";
  if (text) kernel.code = lines_of_kernel(*code, *text);
}

void add_facts(const std::vector<AnalyzedKernel>& facts, PageKernel& kernel) {
  for (const AnalyzedKernel& one : facts) {
    const KernelMetrics& metrics = kernel.metrics;
    if (one.module == metrics.module && one.target == metrics.target && one.facts.kernel == metrics.kernel)
      kernel.facts = one.facts;
  }
}

// Puts the waits beside the kernel's code, which lies between what the page also shows of the module.
void add_waits(const std::vector<KernelStalls>& all, PageKernel& kernel) {
  const KernelMetrics& metrics = kernel.metrics;
  for (const KernelStalls& stalls : all) {
    if (stalls.module != metrics.module || stalls.target != metrics.target || stalls.kernel != metrics.kernel) continue;
    const auto begin =
        std::search(kernel.code.begin(), kernel.code.end(), stalls.code.begin(), stalls.code.end(),
                    [](const PageLine& shown, const StallCode& code) { return shown.text == code.text; });
    const auto first = static_cast<std::size_t>(begin - kernel.code.begin());
    for (std::size_t i = 0; i < stalls.code.size() && first + i < kernel.code.size(); ++i) {
      const StallCode& code = stalls.code[i];
      if (code.clocks == 0) continue;
      PageWait& wait = kernel.code[first + i].wait.emplace();
      wait = {code.clocks, code.left, std::nullopt, code.reason};
      if (code.on) wait.on = first + *code.on;
    }
    for (const StallLine& line : stalls.lines)
      kernel.stalls.push_back({{line.file, line.line, 0, false}, line.clocks, line.left, line.reason});
  }
}

class Collector {
 public:
  Collector(const PageBuild& build, ReportPage& page) : build_(build), page_(page) {}

  Result<int> run() {
    const Manifest& manifest = build_.package->manifest();
    std::vector<KernelMetrics> selected = CLC_TRY(select_kernels(manifest, page_.selection));
    int worst = 0;
    if (build_.count_instructions != nullptr)
      worst = add_instruction_mix(*build_.package, build_.tools, *build_.count_instructions, selected);
    for (KernelMetrics& metrics : selected) {
      PageKernel kernel;
      kernel.build = page_.builds.size();
      kernel.metrics = std::move(metrics);
      add_facts(build_.facts, kernel);
      const Module& module = *manifest.find(kernel.metrics.module);
      for (const Variant& variant : module.variants) {
        const bool is_it = variant.target == kernel.metrics.target && variant.sha256 == kernel.metrics.sha256;
        if (!is_it) continue;
        add_code(code(variant), names_of(module.interfaces[variant.interface].kernels), kernel);
        kernel.programs = variant.programs;
      }
      add_waits(build_.stalls, kernel);
      if (build_.source_folders) add_sources(module, kernel);
      page_.kernels.push_back(std::move(kernel));
    }
    std::vector<PageFile> files;
    for (auto& [name, text] : sources_) {
      if (text) files.push_back({name, *std::move(text)});
    }
    if (page_.builds.empty()) {
      for (const Module& module : manifest.modules) page_.source_digests[module.name] = module.source_sha256;
    }
    page_.builds.push_back(build_.name);
    page_.sources.push_back(std::move(files));
    page_.has_source = page_.has_source || build_.source_folders;
    return worst;
  }

 private:
  const Result<VariantCode>& code(const Variant& variant) {
    const auto known = codes_.find(variant.sha256);
    if (known != codes_.end()) return known->second;
    return codes_.emplace(variant.sha256, code_of(*build_.package, variant, build_.tools)).first->second;
  }

  void add_sources(const Module& module, const PageKernel& kernel) {
    for (const std::string& file : files_named_by(kernel)) {
      if (!sources_.contains(file)) sources_[file] = read_source(build_.source_folders(module), file);
    }
  }

  const PageBuild& build_;
  ReportPage& page_;
  std::map<std::string, Result<VariantCode>> codes_;  // by the digest of the binary
  std::map<std::string, std::optional<std::string>> sources_;
};

}  // namespace

std::set<std::string> files_named_by(const PageKernel& kernel) {
  std::set<std::string> files;
  for (const PageLine& line : kernel.code) files.insert(line.file);
  if (kernel.facts) {
    for (const AccessFacts& access : kernel.facts->accesses) files.insert(access.place.file);
    for (const BranchFacts& branch : kernel.facts->branches) files.insert(branch.place.file);
    for (const BarrierFault& fault : kernel.facts->barriers) files.insert(fault.place.file);
  }
  files.erase("");
  return files;
}

Result<int> add_build(const PageBuild& build, ReportPage& page) {
  return Collector(build, page).run();
}

}  // namespace clc
