// The files in tools/insight/pages/assets as strings.
#pragma once

#include <string_view>

namespace clc {

extern const std::string_view k_page_css, k_page_js, k_charts_js, k_forecast_js, k_known_by_js, k_runs_js,
    k_measured_js, k_overview_js, k_code_text_js, k_branches_js, k_panes_js, k_code_js, k_cards_js, k_roofline_js,
    k_changes_js, k_report_js, k_bench_js, k_build_js, k_recording_js, k_serve_js;

}  // namespace clc
