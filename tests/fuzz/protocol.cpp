// The messages between clc, clc-worker and clc-driver, and their frames. The first byte chooses the message.
#include "protocol/protocol.h"
#include "clc/base/digest.h"
#include "fuzz.h"
#include "protocol/embedded_strings.h"
#include "protocol/farm/farm_protocol.h"
#include "protocol/fitting_variants.h"
#include "protocol/source_roots.h"
#include "protocol/source_tokens.h"

using namespace clc;
using fuzz::same_again;

namespace {

void read_frames(BytesView input) {
  std::string rest(input);
  for (;;) {
    const Result<std::optional<std::string>> message = take_frame(rest);
    if (!message || !*message) break;
  }
}

void read_request(BytesView input) {
  const Result<CompileRequest> request = decode_request(input);
  same_again(request, encode_request, decode_request);
  if (!request) return;
  const SourceRoots roots(*request);
  for (const BuildOption& option : request->options) {
    (void)roots.path_of(roots.rooted_or_mapped(option.value));
    (void)roots.mapped(option.value);
  }
}

void read_reply(BytesView input) {
  const auto encode = [](const CompileReply& reply) { return encode_reply(reply); };
  same_again(decode_reply(input), encode, decode_reply);
}

Bytes written_again(BytesView tokens) {
  SourceTokenReader reader(tokens);
  SourceTokenWriter writer;
  while (const std::optional<SourceToken> token = reader.next()) writer.add(token->kind, token->size, token->text);
  return writer.take();
}

// Tokens that are other things than names become one when they are written, and so are the same only the next time.
void read_tokens(BytesView input) {
  const Result<std::vector<Bytes>> sources = decode_tokens_reply(input);
  same_again(sources, encode_tokens_reply, decode_tokens_reply);
  if (!sources) return;
  for (const Bytes& tokens : *sources) {
    const Bytes once = written_again(tokens);
    fuzz::require(written_again(once) == once);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const unsigned choice = fuzz::take_choice(input);
  switch (choice < 250 ? choice % 10 : 10 + choice % 2) {  // the last two came when there was a corpus
    case 0:
      read_frames(input);
      break;
    case 1:
      read_request(input);
      break;
    case 2:
      read_reply(input);
      break;
    case 3:
      same_again(decode_driver_request(input), encode_driver_request, decode_driver_request);
      break;
    case 4:
      same_again(decode_identity(input), encode_identity, decode_identity);
      break;
    case 5:
      (void)decode_device_list(input);
      break;
    case 7:
      same_again(decode_tokens_request(input), encode_tokens_request, decode_tokens_request);
      break;
    case 8:
      read_tokens(input);
      break;
    case 10:
      same_again(decode_farm_request(input), encode_farm_request, decode_farm_request);
      break;
    case 11:
      same_again(decode_farm_reply(input), encode_farm_reply, decode_farm_reply);
      break;
    case 9:
      same_again(decode_fitting_variants(input), encode_fitting_variants, decode_fitting_variants);
      break;
    default:
      same_again(decode_embedded_strings(input), encode_embedded_strings, decode_embedded_strings);
  }
  return 0;
}
