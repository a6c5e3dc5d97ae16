#include "address.h"

#include <netdb.h>

#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <system_error>

#include "quiet_thread.h"

namespace clc::cache {
namespace {

constexpr std::size_t k_max_addresses = 4;

// Returns the code of getaddrinfo().
int look_up(const std::string& host, unsigned port, int flags, std::vector<Address>& addresses) {
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* list = nullptr;
  if (const int code = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list); code != 0) return code;
  for (const addrinfo* entry = list; entry != nullptr && addresses.size() < k_max_addresses; entry = entry->ai_next) {
    Address address;
    address.size = std::min<socklen_t>(entry->ai_addrlen, sizeof(address.bytes));
    std::memcpy(&address.bytes, entry->ai_addr, address.size);
    addresses.push_back(address);
  }
  freeaddrinfo(list);
  return 0;
}

// Shared with a thread that is left behind when its time is over.
struct LookUp {
  std::mutex mutex;
  std::condition_variable done;
  bool is_done = false;
  int code = 0;
  std::vector<Address> addresses;
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

std::vector<Address> find_addresses(const std::string& host, unsigned port, milliseconds time, std::string& problem) {
  std::vector<Address> addresses;
  if (look_up(host, port, AI_NUMERICHOST, addresses) == 0) return addresses;
  const auto shared = std::make_shared<LookUp>();
  try {
    quiet_thread([shared, host, port] {
      std::vector<Address> found;
      const int code = look_up(host, port, 0, found);
      const std::lock_guard<std::mutex> lock(shared->mutex);
      shared->code = code;
      shared->addresses = std::move(found);
      shared->is_done = true;
      shared->done.notify_one();
    }).detach();
  } catch (const std::system_error&) {
    problem = "no thread to look up its name in";
    return {};
  }
  std::unique_lock<std::mutex> lock(shared->mutex);
  if (!shared->done.wait_for(lock, time, [&] { return shared->is_done; })) {
    problem = "no name server answered within " + std::to_string(time.count()) + " ms (connect-timeout)";
  } else if (shared->code != 0) {
    problem = std::string("cannot look up its name: ") + gai_strerror(shared->code);
  }
  return shared->is_done ? shared->addresses : std::vector<Address>();
}

}  // namespace clc::cache
