// Answers by HTTP/2 to a call of gRPC, and the messages in them. The first byte says how many bytes arrive at a time.
#include "api.h"
#include "fuzz.h"
#include "http2_connection.h"
#include "told_transport.h"

using namespace clc;
using namespace clc::cache;

namespace {

template <class Message>
void read_message(const std::string& bytes) {
  Message message, again;
  if (!proto::decode(bytes, message)) return;
  fuzz::require(proto::decode(proto::encode(message), again) && proto::encode(again) == proto::encode(message));
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const unsigned choice = fuzz::take_choice(input);
  const auto end = Clock::now() + std::chrono::hours(1);
  test::tell(std::string(input), choice == 0 ? input.size() + 1 : choice);
  Http2Connection connection(make_transport(test::server_settings("grpc://h")), "Bearer token");
  for (int calls = 0; calls < 2 && connection.takes_calls(); ++calls) {
    Http2Call call("/service/Method", ProgressTimeout(std::chrono::hours(1), end));
    call.next_message = [is_given = false](std::string& message) mutable {
      message = "request";
      return !std::exchange(is_given, true);
    };
    connection.begin(call);
    std::string message;
    std::size_t total = 0;
    while (connection.wait(call, message)) {
      total += message.size();
      read_message<api::ExecuteResponse>(message);
      read_message<api::ActionResult>(message);
      read_message<api::ServerCapabilities>(message);
      read_message<api::BatchReadBlobsResponse>(message);
      read_message<api::BatchUpdateBlobsResponse>(message);
      read_message<api::Operation>(message);
    }
    fuzz::require(call.is_over && total <= input.size());
  }
  return 0;
}
