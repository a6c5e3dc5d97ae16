// Answers that this machine remembers, for as long as what they rest on looks the same.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "clc/cache/store.h"
#include "clc/package/result.h"
#include "identity/observation.h"

namespace clc {

class Memory {
 public:
  static constexpr std::chrono::nanoseconds k_margin = std::chrono::seconds(2);
  explicit Memory(cache::Store& store, std::chrono::nanoseconds margin = k_margin) : store_(store), margin_(margin) {}

  template <class Answer>
  struct Codec {
    Bytes (*encode)(const Answer&);
    std::optional<Answer> (*decode)(BytesView);
  };
  // The answer as it is remembered under `key` (64 hexadecimal digits) if what it rests on still holds. Otherwise
  // as `ask` gives it, which looks at everything through the watch.
  template <class Answer>
  Result<Answer> recall(const std::string& key, const Codec<Answer>& codec,
                        const std::function<Result<Answer>(Watch&)>& ask) {
    if (const std::optional<Bytes> known = find(key)) {
      if (std::optional<Answer> answer = codec.decode(*known)) return *std::move(answer);
      store_.quarantine(cache::EntryKind::k_memo, key);
    }
    const std::int64_t begin = now();
    Watch watch;
    Result<Answer> answer = ask(watch);
    if (answer) keep(key, watch, begin, codec.encode(*answer));
    return answer;
  }

 private:
  std::optional<Bytes> find(const std::string& key);
  void keep(const std::string& key, const Watch& watch, std::int64_t begin, BytesView answer);
  static std::int64_t now();  // nanoseconds of the real-time clock, as files' times are

  cache::Store& store_;
  std::chrono::nanoseconds margin_;
};

}  // namespace clc
