#include "support/tuning_forecasts.h"

#include "base/fields/json_fields.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, ForecastTime>& time) {
  f.any_text("product", time.product);
  f.all("checked", time.is_checked, "registers_known", time.has_registers, "least_ns", time.least_ns);
  f.all("ns", time.expected_ns, "most_ns", time.most_ns);
  f.require(time.least_ns <= time.expected_ns && time.expected_ns <= time.most_ns, "has a time outside of its range");
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, ForecastConfiguration>& configuration) {
  f.any_text("module", configuration.module);
  f.text("target", configuration.target);
  f.digest("source", configuration.source_sha256);
  f.text_map("parameters", configuration.parameters);
  f.list("times", configuration.times);
  f.optional_any_text("unknown", configuration.unknown);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, TuningForecasts>& forecasts) {
  f.number("clc_forecasts", forecasts.version);
  f.require(forecasts.version == k_forecasts_version,
            "holds forecasts in another form than version " + std::to_string(k_forecasts_version));
  f.list("configurations", forecasts.configurations);
  f.no_extra();
}

std::string encode_tuning_forecasts(const TuningForecasts& forecasts) {
  return readable_text(json_of(forecasts)) + "\n";
}

Result<TuningForecasts> decode_tuning_forecasts(std::string_view text, const std::string& what) {
  const Result<TuningForecasts> read = decode_json<TuningForecasts>(text, what);
  if (read) return read;
  return fail(read.error().kind, read.error().message +
                                     "; forecasts are made by clc report FILE.cl --tune --time --format json, with the "
                                     "options of clc compile --tune");
}

}  // namespace clc
