// Messages of clc's helpers beside those of `protocol`: launches, warm programs, and facts about code, which a build
// farm may have computed. The first byte chooses the message.
#include "fuzz.h"
#include "protocol/analysis.h"
#include "protocol/launch_protocol.h"
#include "protocol/library.h"
#include "protocol/live_registers.h"
#include "protocol/machine/machine_steps.h"
#include "protocol/register_set.h"
#include "protocol/replay_protocol.h"
#include "protocol/sanitize_section.h"
#include "protocol/warm_protocol.h"

using namespace clc;
using fuzz::same_again;

namespace {

void read_names(BytesView input) {
  const RegisterSet registers = decode_registers(input);
  for (const Register& one : registers) static_cast<void>(words_of(one));
  static_cast<void>(encode_registers(registers));
  static_cast<void>(named_register(input));
  static_cast<void>(checks_of(input));
  if (const auto request = analysis_request(input)) fuzz::require(analysis_request(section_name(*request)) == *request);
  same_again(parse_checks(input), sanitize_section, [](BytesView text) -> Result<Checks> { return checks_of(text); });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  switch (fuzz::take_choice(input) % 11) {
    case 0:
      same_again(decode_launch(input), encode_launch, decode_launch);
      break;
    case 1:
      same_again(decode_launch_reply(input), encode_launch_reply, decode_launch_reply);
      break;
    case 2:
      same_again(decode_replayed_launch(input), encode_replayed_launch, decode_replayed_launch);
      break;
    case 3:
      same_again(decode_warm_programs(input), encode_warm_programs, decode_warm_programs);
      break;
    case 4:
      same_again(decode_warm_modules(input), encode_warm_modules, decode_warm_modules);
      break;
    case 5:
      same_again(decode_machine_steps(input), encode_machine_steps, decode_machine_steps);
      break;
    case 6:
      same_again(decode_live_registers(input), encode_live_registers, decode_live_registers);
      break;
    case 7:
      same_again(decode_library(input), encode_library, decode_library);
      break;
    case 8:
      same_again(decode_effort(input), encode_effort, decode_effort);
      break;
    case 9:
      same_again(decode_analysis(input), encode_analysis, decode_analysis);
      break;
    default:
      read_names(input);
  }
  return 0;
}
