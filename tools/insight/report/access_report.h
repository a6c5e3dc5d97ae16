// Reports memory accesses, branches and barriers of kernels, as text, JSON and CSV.
#pragma once

#include <string>
#include <vector>

#include "insight/report/kernel_metrics.h"
#include "insight/report/sarif.h"
#include "protocol/analysis.h"

namespace clc {

struct AnalyzedKernel {
  std::string module, target;
  KernelFacts facts;
};

// The kernels that the selection names, sorted by module, kernel and target.
std::vector<AnalyzedKernel> select_analyzed(std::vector<AnalyzedKernel> kernels, const Selection& selection);

std::string access_text(const std::vector<AnalyzedKernel>& kernels);
std::string access_csv(const std::vector<AnalyzedKernel>& kernels);
std::string access_json(const std::vector<AnalyzedKernel>& kernels);

// The cells of the table's row about an access.
struct AccessTexts {
  std::string pattern, cost, ideal, efficiency, note;
};
AccessTexts access_texts(const AccessFacts& access);

std::vector<Finding> findings_of(const KernelFacts& facts);
// The same, whose texts name the kernel, the target and the work-group.
std::vector<Finding> findings_of(const AnalyzedKernel& kernel);

// "transpose.cl:12"; "transpose.cl:12-" where LLVM made one instruction of several lines that begin there; "?" where
// the place is not known.
std::string place_text(const CodePlace& place);
// "strided 16 B", "strided 4*out_pitch", "gather".
std::string pattern_text(const AccessFacts& access);

}  // namespace clc
