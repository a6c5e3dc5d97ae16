#include "address.h"

#include <condition_variable>
#include <memory>
#include <mutex>

#include "base/platform/process.h"

namespace clc::cache {
namespace {

constexpr std::size_t k_max_addresses = 4;

// Shared with a thread that is left behind when its time is over.
struct LookUp {
  std::mutex mutex;
  std::condition_variable done;
  bool is_done = false;
  int code = 0;
  std::vector<platform::SocketAddress> addresses;
};

constexpr std::string_view k_before_zone = "%25";

}  // namespace

std::string host_here(const std::string& host) {
  if (host.empty() || host.front() != '[') return host;
  std::string name = host.substr(1, host.size() - 2);
  if (const std::size_t zone = name.find(k_before_zone); zone != std::string::npos)
    name.replace(zone, k_before_zone.size(), "%");
  return name;
}

std::string host_there(const std::string& host) {
  const std::size_t zone = host.find(k_before_zone);
  return zone == std::string::npos ? host : host.substr(0, zone) + "]";
}

std::vector<platform::SocketAddress> find_addresses(const std::string& host, unsigned port, milliseconds time,
                                                    std::string& problem) {
  std::vector<platform::SocketAddress> addresses;
  if (platform::look_up_addresses(host, port, true, k_max_addresses, addresses) == 0) return addresses;
  const auto shared = std::make_shared<LookUp>();
  const bool is_begun = platform::start_thread([shared, host, port] {
    std::vector<platform::SocketAddress> found;
    const int code = platform::look_up_addresses(host, port, false, k_max_addresses, found);
    const std::lock_guard<std::mutex> lock(shared->mutex);
    shared->code = code;
    shared->addresses = std::move(found);
    shared->is_done = true;
    shared->done.notify_one();
  });
  if (!is_begun) {
    problem = "no thread to look up its name in";
    return {};
  }
  std::unique_lock<std::mutex> lock(shared->mutex);
  if (!shared->done.wait_for(lock, time, [&] { return shared->is_done; })) {
    problem = "no name server answered within " + std::to_string(time.count()) + " ms (connect-timeout)";
  } else if (shared->code != 0) {
    problem = "cannot look up its name: " + platform::lookup_error_text(shared->code);
  }
  return shared->is_done ? shared->addresses : std::vector<platform::SocketAddress>();
}

}  // namespace clc::cache
