#include "support/output_reader.h"

#include "base/platform/process.h"
#include "support/interrupts.h"
#include "support/standard_streams.h"

namespace clc {

Result<void> note_gone_reader(const std::string& path, Result<void> written) {
  if (!written && path == "-" && platform::is_reader_gone(k_standard_output)) note_closed_output();
  return written;
}

}  // namespace clc
