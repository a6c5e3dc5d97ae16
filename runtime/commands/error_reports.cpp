#include "commands/error_reports.h"

#include <map>
#include <memory>
#include <mutex>

#include "base/platform/forks.h"

namespace clc {
namespace {

struct Handlers {
  platform::ForkSafeMutex mutex;
  std::map<std::size_t, std::shared_ptr<const ErrorReports::Handler>> by_number;
  std::size_t last = 0;
};
// Drivers may report until the process ends, so it is never destroyed.
Handlers& handlers() {
  static Handlers& all = *new Handlers;
  return all;
}

void CL_CALLBACK report(const char* message, const void*, std::size_t, void* number) {
  std::shared_ptr<const ErrorReports::Handler> handler;
  {
    const std::lock_guard lock(handlers().mutex);
    const auto found = handlers().by_number.find(reinterpret_cast<std::size_t>(number));
    if (found == handlers().by_number.end()) return;
    handler = found->second;
  }
  // Outside of the lock, because the program may let go of the queue meanwhile.
  (*handler)(message == nullptr ? "" : message);
}

}  // namespace

ErrorReports::ErrorReports(Handler handler) {
  if (handler == nullptr) return;
  const std::lock_guard lock(handlers().mutex);
  number_ = ++handlers().last;
  handlers().by_number.emplace(number_, std::make_shared<const Handler>(std::move(handler)));
}

ErrorReports::~ErrorReports() {
  if (number_ == 0) return;
  const std::lock_guard lock(handlers().mutex);
  handlers().by_number.erase(number_);
}

void* ErrorReports::user_data() const {
  return reinterpret_cast<void*>(number_);  // NOLINT(performance-no-int-to-ptr): drivers only hand it back
}

ErrorReports::Callback ErrorReports::callback() const {
  return number_ == 0 ? nullptr : &report;
}

}  // namespace clc
