// Lines of the journal that an earlier run of `clrun tune` left.
#include "fuzz.h"
#include "tune/journal.h"

using namespace clc;

namespace {

std::string line_of(const clrun::JournalLine& line) {
  if (line.device) return clrun::device_line(*line.device);
  return line.trial ? clrun::trial_line(*line.trial) : clrun::begin_line(line.begun);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto line = clrun::parse_journal_line(std::string(fuzz::view_of(data, size)));
  if (!line) return 0;
  const std::string text = line_of(*line);
  fuzz::require(text.find('\n') == text.npos);
  const auto again = clrun::parse_journal_line(text);
  fuzz::require(again && line_of(*again) == text);
  return 0;
}
