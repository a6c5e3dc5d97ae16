#include "serve/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/file_descriptor.h"
#include "base/printable.h"
#include "serve/http_connection.h"

namespace clc {
namespace {

// Limits of the notes about refused requests: strangers must not fill the owner's terminal, or the file that it is
// written to.
constexpr std::size_t k_most_notes = 20;
constexpr std::chrono::seconds k_notes_interval{10};
constexpr std::size_t k_longest_note = 200;

// A descriptor that can be read while somebody has something to say.
class Bell {
 public:
  Bell() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  int descriptor() const { return descriptor_.get(); }
  void ring() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(descriptor_.get(), &one, sizeof one);
  }
  void silence() {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = read(descriptor_.get(), &count, sizeof count);
  }

 private:
  FileDescriptor descriptor_;
};

}  // namespace

class HttpServer::Thread {
 public:
  Thread(int listener, Address address, const ServerLimits& limits)
      : listener_(listener), address_(std::move(address)), limits_(limits) {
    // The thread gets no signals: they are for the owner's thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  ~Thread() {
    {
      const std::scoped_lock lock(mutex_);
      is_over_ = true;
    }
    to_thread_.ring();
    thread_.join();
  }

  const Address& address() const { return address_; }
  int owner_descriptor() const { return to_owner_.descriptor(); }

  std::vector<PendingRequest> take_pending_requests() {
    to_owner_.silence();
    const std::scoped_lock lock(mutex_);
    return std::exchange(requests_, {});
  }

  std::vector<std::string> take_notes() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(notes_, {});
  }

  void answer(std::uint64_t connection, HttpResponse answer) {
    const std::scoped_lock lock(mutex_);
    responses_.emplace_back(connection, std::move(answer));
    to_thread_.ring();
  }

  void send_event(const std::string& json) {
    const std::scoped_lock lock(mutex_);
    events_ += "data: " + json + "\n\n";
    to_thread_.ring();
  }

 private:
  using Connections = std::map<std::uint64_t, HttpConnection>;
  using State = HttpConnection::State;

  void run() {
    while (wait()) {
      if (!take_orders()) return;
      accept_all();
      end_late_ones();
    }
  }

  // Moves bytes until there is something to decide.
  bool wait() {
    std::vector<pollfd> events{{to_thread_.descriptor(), POLLIN, 0}, {listener_.get(), POLLIN, 0}};
    std::vector<std::uint64_t> ids;
    auto next = ServerClock::time_point::max();
    for (const auto& [id, connection] : connections_) {
      const short what = static_cast<short>(POLLIN | (connection.has_output() ? POLLOUT : 0));
      events.push_back({connection.socket(), what, 0});
      ids.push_back(id);
      next = std::min(next, connection.deadline());
    }
    int milliseconds = -1;
    if (next != ServerClock::time_point::max()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - ServerClock::now()).count();
      milliseconds = static_cast<int>(std::clamp<long long>(left, 0, 60'000));
    }
    if (poll(events.data(), events.size(), milliseconds) < 0 && errno != EINTR) return false;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (events[i + 2].revents != 0) serve(ids[i], events[i + 2].revents);
    }
    return true;
  }

  void serve(std::uint64_t id, short events) {
    HttpConnection& connection = connections_.at(id);
    const bool can_read = (events & (POLLIN | POLLHUP | POLLERR)) != 0;
    bool is_there = !can_read || connection.read_some();
    if (is_there && (events & POLLOUT) != 0) is_there = connection.write_some();
    if (is_there) is_there = take_requests(id, connection);
    if (!is_there) connections_.erase(id);
  }

  // Takes requests one after the other: the next is looked at when the last is answered.
  bool take_requests(std::uint64_t id, HttpConnection& connection) {
    if (connection.state() != State::k_reading) return true;
    const ParsedRequest parsed = connection.take_request();
    if (parsed.refusal != 0) {
      note({parsed.refusal, "bytes that are no request, or too long for one"});
      connection.refuse(parsed.refusal);
    } else if (parsed.used != 0) {
      take_request(id, connection, parsed.request);
    }
    return connection.write_some();
  }

  void take_request(std::uint64_t id, HttpConnection& connection, const HttpRequest& request) {
    std::optional<RefusedRequest> refusal = refuse(request, address_);
    std::optional<RequestedPath> path = requested_path_of(request);
    if (!refusal && !path) refusal = RefusedRequest{400, "a query that is not well encoded"};
    if (!refusal && path->name == "events" && streams() >= limits_.streams)
      refusal = RefusedRequest{503, "too many pages"};
    if (refusal) {
      note(*refusal);
      return connection.refuse(refusal->status);
    }
    if (path->name == "events" && request.method == "GET") return connection.begin_stream();
    connection.wait(request.method == "HEAD");
    const std::scoped_lock lock(mutex_);
    requests_.push_back({id, *std::move(path)});
    to_owner_.ring();
  }

  std::size_t streams() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(connections_, [](const auto& entry) { return entry.second.state() == State::k_stream; }));
  }

  // Sends the answers and events that the owner has given meanwhile. False: the server ends.
  bool take_orders() {
    to_thread_.silence();
    std::vector<std::pair<std::uint64_t, HttpResponse>> answers;
    std::string events;
    {
      const std::scoped_lock lock(mutex_);
      if (is_over_) return false;
      answers = std::exchange(responses_, {});
      events = std::exchange(events_, {});
    }
    for (const auto& [id, answer] : answers) {
      const auto at = connections_.find(id);
      if (at == connections_.end() || at->second.state() != State::k_waiting) continue;  // it has gone
      at->second.send(answer);
      if (!at->second.write_some() || !take_requests(id, at->second)) connections_.erase(at);
    }
    if (!events.empty()) send_to_streams(events);
    return true;
  }

  void send_to_streams(const std::string& text) {
    for (auto at = connections_.begin(); at != connections_.end();) {
      const bool is_stream = at->second.state() == State::k_stream;
      const bool is_there = !is_stream || (at->second.send_to_stream(text) && at->second.write_some());
      at = is_there ? std::next(at) : connections_.erase(at);
    }
  }

  void accept_all() {
    // Whoever connects without end does not keep the others waiting.
    for (std::size_t i = 0; i < limits_.connections; ++i) {
      const int socket = accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (socket < 0) return;
      const int yes = 1;
      setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      if (connections_.size() >= limits_.connections) make_room();
      HttpConnection& connection = connections_.try_emplace(next_id_++, socket, limits_).first->second;
      if (connections_.size() <= limits_.connections) continue;
      note({503, "too many connections"});
      connection.refuse(503);
      connection.write_some();
      connections_.erase(std::prev(connections_.end()));
    }
  }

  // Closes a connection that has not shown the token yet, to make room.
  void make_room() {
    const auto oldest =
        std::ranges::find_if(connections_, [](const auto& entry) { return entry.second.is_stranger(); });
    if (oldest == connections_.end()) return;
    note({503, "too many connections"});
    connections_.erase(oldest);
  }

  void end_late_ones() {
    const auto now = ServerClock::now();
    for (auto at = connections_.begin(); at != connections_.end();) {
      HttpConnection& connection = at->second;
      bool is_there = connection.deadline() > now;
      if (!is_there && connection.state() == State::k_stream) {
        is_there = connection.send_to_stream(": \n\n") && connection.write_some();
      } else if (!is_there && connection.state() == State::k_reading && connection.is_stranger()) {
        note({408, "a slow request"});
        connection.refuse(408);
        is_there = connection.write_some();
      }
      at = is_there ? std::next(at) : connections_.erase(at);
    }
  }

  void note(const RefusedRequest& refusal) {
    const std::scoped_lock lock(mutex_);
    if (const auto now = ServerClock::now(); now - notes_since_ >= k_notes_interval) {
      notes_since_ = now;
      notes_left_ = k_most_notes;
    }
    if (notes_left_ == 0) {
      ++notes_missing_;
      return;
    }
    --notes_left_;
    to_owner_.ring();
    if (const std::size_t missing = std::exchange(notes_missing_, 0); missing != 0)
      notes_.push_back("refused " + std::to_string(missing) + " more before");
    std::string text = "refused (" + std::to_string(refusal.status) + "): " + printable(refusal.why);
    if (text.size() > k_longest_note) text = text.substr(0, k_longest_note) + "…";
    notes_.push_back(std::move(text));
  }

  FileDescriptor listener_;
  Address address_;
  ServerLimits limits_;
  Bell to_thread_, to_owner_;

  // Only the thread uses these.
  Connections connections_;
  std::uint64_t next_id_ = 1;

  std::mutex mutex_;  // for what follows
  std::vector<PendingRequest> requests_;
  std::vector<std::pair<std::uint64_t, HttpResponse>> responses_;
  std::string events_;
  std::vector<std::string> notes_;
  ServerClock::time_point notes_since_ = ServerClock::now();
  std::size_t notes_left_ = k_most_notes;  // until the interval is over
  std::size_t notes_missing_ = 0;
  bool is_over_ = false;

  std::thread thread_;
};

Result<std::unique_ptr<HttpServer>> HttpServer::start(unsigned port, const ServerLimits& limits) {
  if (!can_parse_requests())
    return fail(ErrorKind::k_unavailable, "this clc was built without Boost (libboost-dev), and cannot serve pages");
  const auto failed = [&](const std::string& what) {
    return fail(ErrorKind::k_io, "cannot " + what + " 127.0.0.1:" + std::to_string(port) + ": " + std::strerror(errno));
  };
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0) return failed("open a socket for");
  const int yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);  // the port of a server that has just ended
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  name.sin_port = htons(static_cast<std::uint16_t>(port));
  socklen_t size = sizeof name;
  const bool listens = bind(listener, reinterpret_cast<const sockaddr*>(&name), size) == 0 &&
                       listen(listener, 64) == 0 &&
                       getsockname(listener, reinterpret_cast<sockaddr*>(&name), &size) == 0;
  if (!listens) {
    const Failure failure = failed("listen on");
    close(listener);
    return failure;
  }
  Address address{ntohs(name.sin_port), random_token()};
  if (address.token.empty()) {
    close(listener);
    return fail(ErrorKind::k_io, "there are no random numbers for the address of the page");
  }
  auto thread = std::make_unique<Thread>(listener, std::move(address), limits);
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(thread)));
}

HttpServer::HttpServer(std::unique_ptr<Thread> thread) : thread_(std::move(thread)) {}
HttpServer::~HttpServer() = default;

const Address& HttpServer::address() const {
  return thread_->address();
}
int HttpServer::descriptor() const {
  return thread_->owner_descriptor();
}
std::vector<PendingRequest> HttpServer::take_pending_requests() {
  return thread_->take_pending_requests();
}
std::vector<std::string> HttpServer::take_notes() {
  return thread_->take_notes();
}
void HttpServer::answer(std::uint64_t connection, HttpResponse answer) {
  thread_->answer(connection, std::move(answer));
}
void HttpServer::send_event(const std::string& json) {
  thread_->send_event(json);
}

}  // namespace clc
