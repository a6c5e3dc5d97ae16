// The forecasts that `clrun tune` gets, from another machine.
#include "support/tuning_forecasts.h"
#include "fuzz.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<TuningForecasts> forecasts = decode_tuning_forecasts(fuzz::view_of(data, size), "forecasts");
  if (!forecasts) return 0;
  const std::string text = encode_tuning_forecasts(*forecasts);
  const Result<TuningForecasts> again = decode_tuning_forecasts(text, "forecasts");
  fuzz::require(again && encode_tuning_forecasts(*again) == text);
  return 0;
}
