#include "http2_connection.h"

#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <new>

#include "address.h"

namespace clc::cache {
namespace {

constexpr std::size_t k_max_message = std::size_t{8} << 20U;
constexpr std::size_t k_prefix = 5;  // of a message: whether it is compressed, and its length
constexpr std::int32_t k_window_of_a_call = std::int32_t{4} << 20U;
constexpr std::int32_t k_window = std::int32_t{32} << 20U;
constexpr std::size_t k_most_sent_at_once = std::size_t{256} << 10U;
constexpr std::size_t k_most_received_at_once = std::size_t{64} << 10U;
constexpr std::size_t k_most_reserved = std::size_t{256} << 10U;  // for a message whose bytes are still to come
constexpr std::int64_t k_longest_timeout = 99'999'999;            // has eight digits at most

GrpcCode code_of_status(int http_status) {
  switch (http_status) {
    case 400:
      return GrpcCode::k_internal;
    case 401:
      return GrpcCode::k_unauthenticated;
    case 403:
      return GrpcCode::k_permission_denied;
    case 404:
      return GrpcCode::k_unimplemented;
    case 429:
    case 502:
    case 503:
    case 504:
      return GrpcCode::k_unavailable;
    default:
      return GrpcCode::k_unknown;
  }
}

GrpcCode code_of_reset(std::uint32_t error) {
  switch (error) {
    case NGHTTP2_REFUSED_STREAM:
      return GrpcCode::k_unavailable;
    case NGHTTP2_CANCEL:
      return GrpcCode::k_cancelled;
    case NGHTTP2_ENHANCE_YOUR_CALM:
      return GrpcCode::k_resource_exhausted;
    case NGHTTP2_INADEQUATE_SECURITY:
      return GrpcCode::k_permission_denied;
    default:
      return GrpcCode::k_internal;
  }
}

std::string prefixed(const std::string& message) {
  const auto size = static_cast<std::uint32_t>(message.size());
  std::string bytes(k_prefix, '\0');
  for (unsigned i = 0; i < 4; ++i) bytes[4 - i] = static_cast<char>(size >> (8 * i));
  return bytes + message;
}

std::size_t size_of_message(BytesView prefix) {
  std::size_t size = 0;
  for (std::size_t i = 1; i < k_prefix; ++i) size = size << 8U | static_cast<unsigned char>(prefix[i]);
  return size;
}

int number_of(std::string_view text) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : -1;
}

nghttp2_nv header(std::string_view name, std::string_view value, bool is_secret = false) {
  auto bytes = [](std::string_view text) {
    return const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(text.data()));  // which are not changed
  };
  const auto flags = static_cast<std::uint8_t>(is_secret ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE);
  return {bytes(name), bytes(value), name.size(), value.size(), flags};
}

Http2Call* call_of(nghttp2_session* session, std::int32_t stream) {
  return static_cast<Http2Call*>(nghttp2_session_get_stream_user_data(session, stream));
}

}  // namespace

GrpcCode grpc_code(int number) {
  const bool is_known = number >= 0 && number <= static_cast<int>(GrpcCode::k_unauthenticated);
  return is_known ? static_cast<GrpcCode>(number) : GrpcCode::k_unknown;
}

// Functions that libnghttp2 calls while it reads and writes.
struct Http2Connection::Callbacks {
  static int on_header(nghttp2_session* session, const nghttp2_frame* frame, const std::uint8_t* name, std::size_t size,
                       const std::uint8_t* value, std::size_t value_size, std::uint8_t, void*) {
    Http2Call* call = call_of(session, frame->hd.stream_id);
    if (call == nullptr || call->is_over) return 0;
    const std::string_view key(reinterpret_cast<const char*>(name), size);
    const int number = number_of({reinterpret_cast<const char*>(value), value_size});
    if (key == ":status") call->http_status = number;
    // Before the end it is no code: what follows may still fail.
    if (key != "grpc-status" || (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) == 0) return 0;
    call->has_code = true;
    call->code = grpc_code(number);
    return 0;
  }

  static int on_data(nghttp2_session* session, std::uint8_t, std::int32_t stream, const std::uint8_t* data,
                     std::size_t size, void* connection) {
    Http2Call* call = call_of(session, stream);
    if (call == nullptr || call->is_over) {
      nghttp2_session_consume(session, stream, size);
    } else {
      static_cast<Http2Connection*>(connection)->take_data(*call, {reinterpret_cast<const char*>(data), size});
    }
    return 0;
  }

  // The server has said all. It may do so before it has read all.
  static int on_frame(nghttp2_session* session, const nghttp2_frame* frame, void* connection) {
    const bool has_end = (frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA) &&
                         (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
    Http2Call* call = has_end ? call_of(session, frame->hd.stream_id) : nullptr;
    if (call == nullptr || call->is_over) return 0;
    GrpcCode code = call->code;
    if (!call->has_code) code = call->http_status == 200 ? GrpcCode::k_internal : code_of_status(call->http_status);
    if (code == GrpcCode::k_ok && !call->receiving.empty()) code = GrpcCode::k_internal;
    auto& self = *static_cast<Http2Connection*>(connection);
    call->is_all_sent ? self.end_call(*call, code) : self.end_stream(*call, code);
    return 0;
  }

  static int on_close(nghttp2_session* session, std::int32_t stream, std::uint32_t error, void* connection) {
    Http2Call* call = call_of(session, stream);
    if (call != nullptr && !call->is_over)
      static_cast<Http2Connection*>(connection)->end_call(*call, code_of_reset(error));
    return 0;
  }

  static ssize_t on_read(nghttp2_session* session, std::int32_t stream, std::uint8_t* buffer, std::size_t size,
                         std::uint32_t* flags, nghttp2_data_source*, void* connection) {
    Http2Call* call = call_of(session, stream);
    if (call == nullptr) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    bool is_last = false;
    const std::ptrdiff_t given = static_cast<Http2Connection*>(connection)->give_data(*call, buffer, size, is_last);
    if (is_last) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return given;
  }

  static nghttp2_session* open(Http2Connection& connection) {
    nghttp2_session_callbacks* callbacks = nullptr;
    nghttp2_option* option = nullptr;
    nghttp2_session* session = nullptr;
    if (nghttp2_session_callbacks_new(&callbacks) == 0 && nghttp2_option_new(&option) == 0) {
      nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
      nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
      nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
      nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
      nghttp2_option_set_no_auto_window_update(option, 1);
      nghttp2_session_client_new2(&session, callbacks, &connection, option);
    }
    nghttp2_option_del(option);
    nghttp2_session_callbacks_del(callbacks);
    if (session == nullptr) throw std::bad_alloc();
    return session;
  }
};

Http2Connection::Http2Connection(std::unique_ptr<Transport> transport, std::string authorization)
    : transport_(std::move(transport)), authorization_(std::move(authorization)) {
  const ServerSettings& settings = transport_->settings();
  authority_ = host_there(settings.host) + ":" + std::to_string(settings.port);
  session_ = Callbacks::open(*this);
  const std::array<nghttp2_settings_entry, 2> entries = {
      {{NGHTTP2_SETTINGS_ENABLE_PUSH, 0}, {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, k_window_of_a_call}}};
  is_broken_ = waking_.socket() < 0 ||
               nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, entries.data(), entries.size()) != 0 ||
               nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, 0, k_window) != 0;
}

Http2Connection::~Http2Connection() {
  nghttp2_session_del(session_);
}

bool Http2Connection::takes_calls() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return !is_broken_ && nghttp2_session_check_request_allowed(session_) != 0;
}

void Http2Connection::begin(Http2Call& call) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_broken_) {
    end_call(call, GrpcCode::k_unavailable);
    return;
  }
  submit(call);
  if (!call.is_over) calls_.insert(&call);
  send_some();
}

void Http2Connection::submit(Http2Call& call) {
  const std::int64_t time = std::clamp<std::int64_t>(call.timeout.left().count(), 1, k_longest_timeout);
  const std::string timeout = std::to_string(time) + "m";
  std::vector<nghttp2_nv> headers = {
      header(":method", "POST"),   header(":scheme", transport_->settings().is_tls ? "https" : "http"),
      header(":path", call.path),  header(":authority", authority_),
      header("te", "trailers"),    header("content-type", "application/grpc"),
      header("user-agent", "clc"), header("grpc-timeout", timeout),
  };
  if (!authorization_.empty()) headers.push_back(header("authorization", authorization_, true));
  nghttp2_data_provider body{};
  body.read_callback = Callbacks::on_read;
  call.stream = nghttp2_submit_request(session_, nullptr, headers.data(), headers.size(), &body, &call);
  if (call.stream < 0) end_call(call, GrpcCode::k_unavailable);
}

bool Http2Connection::wait(Http2Call& call, std::string& message) {
  std::unique_lock<std::mutex> lock(mutex_);
  while (call.messages.empty() && !call.is_over) {
    const milliseconds left = call.timeout.left();
    if (left <= milliseconds(0)) {
      end_stream(call, GrpcCode::k_deadline_exceeded);
      send_some();
    } else if (is_moved_) {
      changed_.wait_for(lock, left);
    } else {
      is_moved_ = true;
      has_news_ = false;
      move_bytes(lock, left);
      is_moved_ = false;
      if (has_news_) changed_.notify_all();
    }
  }
  const bool has_message = !call.messages.empty();
  if (has_message) {
    message = std::move(call.messages.front());
    call.messages.pop_front();
    if (call.messages.empty()) mark_read(call, std::exchange(call.unread, 0));
    send_some();
  }
  if (!is_moved_) changed_.notify_all();  // another one moves the bytes from now on
  return has_message;
}

void Http2Connection::give_up(Http2Call& call, GrpcCode code) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (call.is_over) return;
  end_stream(call, code);
  call.messages.clear();
  send_some();
  changed_.notify_all();
  waking_.wake();
}

void Http2Connection::end_call(Http2Call& call, GrpcCode code) {
  calls_.erase(&call);
  if (call.stream >= 0) nghttp2_session_set_stream_user_data(session_, call.stream, nullptr);
  mark_read(call, std::exchange(call.unread, 0));
  call.is_over = true;
  call.code = code;
  has_news_ = true;
}

// Ends a call of which the server may still read or write.
void Http2Connection::end_stream(Http2Call& call, GrpcCode code) {
  if (call.stream >= 0 && !is_broken_)
    nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, call.stream, NGHTTP2_CANCEL);
  end_call(call, code);
}

// Nothing comes any more, for no call.
void Http2Connection::break_off() {
  is_broken_ = true;
  while (!calls_.empty()) end_call(**calls_.begin(), GrpcCode::k_unavailable);
}

void Http2Connection::take_data(Http2Call& call, BytesView data) {
  call.timeout.moved(data.size());
  call.receiving += data;
  call.unread += data.size();
  std::size_t at = 0;
  while (call.receiving.size() - at >= k_prefix) {
    const BytesView rest = BytesView(call.receiving).substr(at);
    const std::size_t size = size_of_message(rest);
    // A compressed message could become any length.
    if (rest.front() != '\0') return end_stream(call, GrpcCode::k_internal);
    if (size > k_max_message) return end_stream(call, GrpcCode::k_resource_exhausted);
    if (rest.size() < k_prefix + size) {
      if (at == 0) call.receiving.reserve(std::min(k_prefix + size, k_most_reserved));
      break;
    }
    has_news_ = true;
    if (at == 0 && rest.size() == k_prefix + size) {
      call.receiving.erase(0, k_prefix);
      call.messages.push_back(std::exchange(call.receiving, {}));
      break;
    }
    call.messages.emplace_back(rest.substr(k_prefix, size));
    at += k_prefix + size;
  }
  call.receiving.erase(0, at);
  // A message that is not whole has to go on. Else the server waits until those that are here were taken.
  if (call.messages.empty()) mark_read(call, std::exchange(call.unread, 0));
}

void Http2Connection::mark_read(Http2Call& call, std::size_t bytes) {
  if (bytes > 0 && !is_broken_) nghttp2_session_consume(session_, call.stream, bytes);
}

std::ptrdiff_t Http2Connection::give_data(Http2Call& call, unsigned char* buffer, std::size_t size, bool& is_last) {
  std::size_t given = 0;
  for (;;) {
    const std::size_t more = call.sending.copy(reinterpret_cast<char*>(buffer) + given, size - given, call.sent);
    given += more;
    call.sent += more;
    if (call.sent < call.sending.size() || call.is_all_sent) break;
    std::string message;
    call.is_all_sent = !call.next_message(message);
    call.sending = call.is_all_sent ? "" : prefixed(message);
    call.sent = 0;
  }
  call.timeout.moved(given);
  is_last = call.is_all_sent;
  return static_cast<std::ptrdiff_t>(given);
}

// Sends what is to be sent, as far as the socket has room.
void Http2Connection::send_some() {
  is_full_ = false;
  while (!is_broken_) {
    if (sent_ == outgoing_.size()) {
      outgoing_.clear();
      sent_ = 0;
      const std::uint8_t* bytes = nullptr;
      ssize_t size = 1;
      while (size > 0 && outgoing_.size() < k_most_sent_at_once) {
        size = nghttp2_session_mem_send(session_, &bytes);
        if (size < 0) return break_off();
        outgoing_.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
      }
      if (outgoing_.empty()) {
        // Its end was agreed upon, or what came was no HTTP/2.
        if (nghttp2_session_want_read(session_) == 0 && nghttp2_session_want_write(session_) == 0) break_off();
        return;
      }
    }
    const Transport::Moved moved = transport_->try_send(BytesView(outgoing_).substr(sent_));
    if (moved.problem) return break_off();
    is_full_ = !moved.size;
    if (is_full_) break;
    sent_ += *moved.size;
  }
  if (is_moved_ && is_full_) waking_.wake();  // who moves the bytes has to wait for room
}

// False: nothing has come.
bool Http2Connection::receive_some() {
  incoming_.resize(k_most_received_at_once);
  const Transport::Moved moved = transport_->try_receive(incoming_.data(), incoming_.size());
  if (!moved.size && !moved.problem) return false;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(incoming_.data());
  if (moved.problem || *moved.size == 0 || nghttp2_session_mem_recv(session_, bytes, *moved.size) < 0) break_off();
  return true;
}

// Sends and receives, or waits until that can be done.
void Http2Connection::move_bytes(std::unique_lock<std::mutex>& lock, milliseconds time) {
  send_some();
  if (is_broken_ || receive_some()) {
    send_some();
    return;
  }
  std::array<platform::AwaitedSocket, 2> awaited = {
      {{.socket = transport_->socket(), .to_receive = true, .to_send = is_full_},
       {.socket = waking_.socket(), .to_receive = true}}};
  lock.unlock();
  platform::wait_for_sockets(awaited, time);
  lock.lock();
  if (awaited[1].is_ready) waking_.clear();
}

}  // namespace clc::cache
