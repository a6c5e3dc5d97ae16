// Asks clc-driver for PoCL's binary of a source.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/protocol.h"
#include "run_process.h"

namespace clc::test {

inline std::string framed(const std::string& bytes) {
  std::string frame(8, '\0');
  for (int i = 0; i < 8; ++i) frame[i] = static_cast<char>(static_cast<std::uint64_t>(bytes.size()) >> (8 * i));
  return frame + bytes;
}

struct DriverRun {
  Ran ran;
  Result<CompileReply> reply = fail(ErrorKind::k_crash, "clc-driver answered nothing");
};

inline DriverRun driver_build(const DriverRequest& request, const std::string& folder,
                              const std::map<std::string, std::string>& environment = {}) {
  DriverRun run;
  run.ran = run_process({CLC_DRIVER, "--build"}, framed(encode_driver_request(request)), folder, environment);
  const std::string& output = run.ran.output;
  // Exactly one frame, whatever the driver printed.
  if (output.size() >= 8 && framed(output.substr(8)) == output) run.reply = decode_reply(output.substr(8));
  return run;
}

inline DriverRequest pocl_request(const std::string& source, const std::vector<std::string>& kernels) {
  DriverRequest request;
  request.driver = "pocl";
  request.source = source;
  request.kernels = kernels;
  return request;
}

// True where `driver:pocl` means an installed driver.
inline bool has_pocl() {
  static const bool found = run_process({CLC_DRIVER, "--identify", "pocl"}, "", "/").exit_code == 0;
  return found;
}

}  // namespace clc::test
