#include "toolchain/ask_driver.h"

#include <utility>

#include "base/try.h"
#include "toolchain/helpers.h"

namespace clc {
namespace {

constexpr std::chrono::seconds k_limit_of_driver{60};

}  // namespace

Result<Finished> run_driver(const std::string& program, std::vector<std::string> arguments, std::string_view input,
                            std::chrono::seconds limit, std::vector<std::string> settings) {
  const ScratchFolder folder = CLC_TRY(ScratchFolder::make());
  ProcessSpec spec;
  spec.arguments = std::move(arguments);
  spec.arguments.insert(spec.arguments.begin(), program);
  spec.forced_settings = std::move(settings);
  spec.forced_settings.push_back("TMPDIR=" + folder.path());
  return run_process(spec, input, limit);
}

Result<DriverIdentity> ask_driver(const std::string& program, const Target& target) {
  std::vector<std::string> arguments = {"--identify", target.arch};
  arguments.insert(arguments.end(), target.features.begin(), target.features.end());
  const Finished finished = CLC_TRY(run_driver(program, std::move(arguments), "", k_limit_of_driver));
  std::string said = finished.errors;
  while (!said.empty() && said.back() == '\n') said.pop_back();
  if (finished.timed_out)
    return fail(ErrorKind::k_crash, target.name() + ": the driver did not answer within 60 s; remove it or its target");
  if (finished.ending.signal == 0 && finished.ending.exit_code == 4)
    return fail(ErrorKind::k_unavailable, target.name() + ": " + (said.empty() ? "no such driver" : said));
  if (!finished.ending.clean()) {
    return fail(ErrorKind::k_crash, target.name() + ": clc-driver " + finished.ending.describe() +
                                        " while it asked the driver for its identity" +
                                        (said.empty() ? "" : ":\n" + said));
  }
  Result<DriverIdentity> identity = decode_identity(finished.output);
  if (!identity) return fail(ErrorKind::k_crash, target.name() + ": clc-driver: " + identity.error().message);
  return identity;
}

}  // namespace clc
