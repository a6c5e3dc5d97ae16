#include "driver/compile_modes.h"

#include <optional>

#include "base/platform/files.h"
#include "base/try.h"
#include "driver/build.h"
#include "driver/dialect.h"
#include "driver/environment.h"
#include "driver/find_driver.h"
#include "driver/usage.h"
#include "protocol/frame_codec.h"
#include "protocol/helper_output.h"
#include "protocol/protocol.h"

namespace clc {
namespace {

CompileReply answer(const DriverRequest& request) {
  CompileReply reply;
  reply.outcome = Outcome::k_unavailable;
  for (const auto& prepared : {check_working_folder(), prepare_environment(request.features)}) {
    if (prepared) continue;
    reply.detail = prepared.error().message;
    return reply;
  }
  const Result<Device> device = find_driver(request.driver, request.features);
  if (!device) {
    reply.detail = device.error().message;
    return reply;
  }
  return build_with_driver(*device, request);
}

}  // namespace

Result<void> identify(int output, const std::string& name, const std::vector<std::string>& features) {
  const PrivateFolder folder = CLC_TRY(PrivateFolder::enter());
  CLC_TRY(prepare_environment(features));
  CLC_TRY(record_usage());
  const Device device = CLC_TRY(find_driver(name, features));
  DriverIdentity identity;
  identity.platform_name = device.facts.platform_name;
  identity.device_name = device.facts.name;
  identity.match = match_of(device.facts);
  identity.dialect = read_dialect(device);
  identity.use = recorded_usage(folder.path());
  return write_answer(output, encode_identity(identity) + "\n");
}

Result<void> build(int output) {
  const std::optional<std::string> frame = CLC_TRY(read_frame(platform::standard_input()));
  if (!frame) return fail(ErrorKind::k_usage, "--build wants a request on standard input");
  const DriverRequest request = CLC_TRY(decode_driver_request(*frame));
  return write_frame(output, encode_reply(answer(request)));
}

}  // namespace clc
