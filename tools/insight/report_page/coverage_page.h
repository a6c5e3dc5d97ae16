// `clc coverage --format html`: counts beside the sources.
#pragma once

#include <map>
#include <string>

#include "insight/report/coverage.h"

namespace clc {

// `sources`: texts by the names of files; a file without one has counts only.
std::string coverage_html(const CoverageReport& report, const std::map<std::string, std::string>& sources);

}  // namespace clc
