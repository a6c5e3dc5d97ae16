#include "insight/report/diff_code.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "insight/disasm/kernel_code.h"
#include "toolchain/helpers.h"
#include "toolchain/run_process.h"

namespace clc {
namespace {

constexpr std::chrono::seconds k_limit{60};

struct Found {
  const Variant* variant = nullptr;
  std::vector<std::string> kernels;
};

// The variant that holds the kernel, with the names of all its kernels.
Found find(const Package& package, const KernelChange& change) {
  const Variant* const variant = variant_of(package.manifest(), change.module, change.target);
  if (variant == nullptr) return {};
  return {variant, names_of(package.manifest().find(change.module)->interfaces[variant->interface].kernels)};
}

// Keeps a result for each variant, so that the work is done once for all of its kernels.
template <class T>
class PerVariant {
 public:
  template <class Make>
  const T& get(const Variant& variant, Make&& make) {
    const auto [at, is_new] = made_.try_emplace(variant.sha256);
    if (is_new) at->second = make();
    return at->second;
  }

 private:
  std::map<std::string, T> made_;
};

// The name that a line of PTX declares as a variable of the whole module; empty in other lines.
std::string_view ptx_variable(std::string_view line) {
  if (!line.ends_with(';') || !starts_with_any(line, {".const ", ".global ", ".shared ", ".extern .", ".visible ."}))
    return {};
  line = trimmed(line.substr(0, line.find_first_of("[=;")));
  return line.find(',') == line.npos ? line.substr(line.find_last_of(' ') + 1) : std::string_view();
}

std::map<std::string_view, int> counts_of_names(std::string_view text) {
  const auto is_of_name = [](char c) { return is_of_identifier(c) || c == '$'; };
  std::map<std::string_view, int> counts;
  for (auto at = std::ranges::find_if(text, is_of_name); at != text.end();
       at = std::find_if(at, text.end(), is_of_name)) {
    const auto end = std::find_if_not(at, text.end(), is_of_name);
    ++counts[std::string_view(at, end)];
    at = end;
  }
  return counts;
}

// PTX has the variables of all kernels, and a comment with the first kernel's name, above the first kernel.
std::string without_other_kernels(std::string_view text) {
  const std::map<std::string_view, int> counts = counts_of_names(text);
  std::string result;
  for (const std::string_view line : lines_of(text)) {
    const std::string_view variable = ptx_variable(line);
    const auto found = counts.find(variable);
    if (found != counts.end() && found->second == 1) continue;
    if (!line.empty() && !trimmed(line).starts_with("// .globl")) result.append(line) += '\n';
  }
  return result;
}

using Codes = std::optional<std::map<std::string, Bytes>>;

class CodeReader {
 public:
  // Returns the code of a kernel; nothing when it cannot be found out.
  std::optional<Bytes> code(const Package& package, const KernelChange& change) {
    const Found found = find(package, change);
    if (found.variant == nullptr) return std::nullopt;
    const Codes& codes = codes_.get(*found.variant, [&]() -> Codes {
      const Result<Bytes> binary = package.read(*found.variant);
      return binary ? kernel_code(*binary, found.kernels) : std::nullopt;
    });
    return codes && codes->contains(change.kernel) ? std::optional(codes->at(change.kernel)) : std::nullopt;
  }

 private:
  PerVariant<Codes> codes_;
};

class Disassembler {
 public:
  explicit Disassembler(const DisassemblyOptions& options) : options_(options) {}

  Result<std::string> text(const Package& package, const KernelChange& change) {
    const Found found = find(package, change);
    if (found.variant == nullptr) return fail(ErrorKind::k_damaged, "it is not in the package");
    const Result<SplitText>& split = texts_.get(*found.variant, [&] { return disassembled(package, *found.variant); });
    if (!split) return fail(split);
    const std::optional<std::string> text = text_of_kernel(*split, change.kernel, found.kernels);
    const std::string comparable = comparable_text(text ? *text : whole_text(*split));
    return text ? without_other_kernels(comparable) : comparable;
  }

 private:
  Result<SplitText> disassembled(const Package& package, const Variant& variant) const {
    return disassemble(CLC_TRY(package.read(variant)), options_);
  }

  const DisassemblyOptions& options_;
  PerVariant<Result<SplitText>> texts_;
};

// Returns the difference as the system's `diff` prints it.
Result<std::string> difference(const std::string& before, const std::string& after, const ToolPaths& tools) {
  const std::string program = CLC_TRY(find_tool("diff", tools));
  const ScratchFolder folder = CLC_TRY(ScratchFolder::make());
  for (const auto& [name, text] : {std::pair("before", &before), std::pair("after", &after)})
    CLC_TRY(write_file_atomically(join_path(folder.path(), name), *text));
  ProcessSpec spec;
  spec.arguments = {program, "-U3", "--label", "before", "--label", "after", "before", "after"};
  spec.folder = folder.path();
  Finished finished = CLC_TRY(run_process(spec, "", k_limit));
  constexpr int k_trouble = 2;
  if (finished.timed_out || finished.ending.signal != 0 || finished.ending.exit_code >= k_trouble)
    return fail(ErrorKind::k_crash, program + " " + finished.ending.describe() + " " + finished.errors);
  return std::move(finished.output);
}

}  // namespace

void compare_code(const Package& before, const Package& after, std::vector<KernelChange>& changes) {
  CodeReader old_code, new_code;
  for (KernelChange& change : changes) {
    if (change.kind != KernelChange::Kind::k_changed) continue;
    if (!change.binary_changed) {
      change.code_changed = false;
      continue;
    }
    const std::optional<Bytes> was = old_code.code(before, change), is = new_code.code(after, change);
    if (was && is) change.code_changed = *was != *is;
  }
  std::erase_if(changes, [](const KernelChange& change) {
    return change.kind == KernelChange::Kind::k_changed && change.metrics.empty() && change.code_changed == false;
  });
}

int compare_isa(const Package& before, const Package& after, const DisassemblyOptions& options, Sink& sink,
                std::vector<KernelChange>& changes) {
  Disassembler old_text(options), new_text(options);
  std::set<std::string> told;
  int code = 0;
  for (KernelChange& change : changes) {
    if (change.kind != KernelChange::Kind::k_changed || change.code_changed == false) continue;
    const Result<std::string> was = old_text.text(before, change), is = new_text.text(after, change);
    Result<std::string> differs = !was  ? Result<std::string>(fail(was))
                                  : !is ? Result<std::string>(fail(is))
                                        : difference(*was, *is, options.tools);
    if (differs) {
      change.isa = std::move(*differs);
      continue;
    }
    code = std::max(code, exit_code(differs.error().kind));
    if (told.insert(differs.error().message).second) {
      sink.message(Severity::k_warning,
                   change.module + " for " + change.target + " is not shown: " + differs.error().message);
    }
  }
  return code;
}

}  // namespace clc
