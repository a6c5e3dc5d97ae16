// Asks clc-driver for PoCL's binary of a source.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/frame_codec.h"
#include "protocol/protocol.h"
#include "run_process.h"

namespace clc::test {

struct DriverRun {
  Ran ran;
  Result<CompileReply> reply = fail(ErrorKind::k_crash, "clc-driver answered nothing");
};

inline DriverRun driver_build(const DriverRequest& request, const std::string& folder,
                              const std::map<std::string, std::string>& environment = {}) {
  DriverRun run;
  run.ran =
      run_process({CLC_DRIVER, "--build"}, encode_frame(encode_driver_request(request)).value(), folder, environment);
  // Exactly one frame, whatever the driver printed.
  std::string_view output = run.ran.output;
  const auto message = take_frame(output);
  if (message && *message && output.empty()) run.reply = decode_reply(**message);
  return run;
}

inline DriverRequest pocl_request(const std::string& source, const std::vector<std::string>& kernels) {
  DriverRequest request;
  request.driver = "pocl";
  request.sources = {{source, ""}};
  request.kernels = kernels;
  return request;
}

// True where `driver:pocl` means an installed driver.
inline bool has_pocl() {
  static const bool found = run_process({CLC_DRIVER, "--identify", "pocl"}, "", "/").exit_code == 0;
  return found;
}

}  // namespace clc::test
