// Answers that this machine remembers for as long as everything that they rest on looks the same.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "base/fields/byte_fields.h"
#include "clc/base/result.h"
#include "clc/cache/store.h"
#include "identity/observations.h"

namespace clc {

class Memos {
 public:
  static constexpr std::chrono::nanoseconds k_margin = std::chrono::seconds(2);
  // An answer that rests on a file that was changed less than `margin` ago is not remembered.
  explicit Memos(cache::Store& store, std::chrono::nanoseconds margin = k_margin) : store_(store), margin_(margin) {}

  // Returns the answer that is remembered under `key` (64 hexadecimal digits) if what it rests on still looks the same,
  // otherwise the one that `ask` gives. `ask` has to look at everything through the observations that it is given.
  template <class Value>
  Result<Value> recall(const std::string& key, const std::function<Result<Value>(Observations&)>& ask) {
    if (const std::optional<Bytes> memo = store_.get(cache::EntryKind::k_memo, key)) {
      ByteReader reader(*memo);
      const Observations seen = Observations::read(reader);
      auto answer = read_fields<Value>(reader);
      if (!reader.is_done()) {
        store_.quarantine(cache::EntryKind::k_memo, key);
      } else if (seen.hold()) {
        return answer;
      }
    }
    const std::int64_t begin = now();
    Observations seen;
    Result<Value> answer = ask(seen);
    if (answer && are_settled(seen, begin)) {
      ByteWriter writer;
      seen.write(writer);
      write_fields(*answer, writer);
      store_.put(cache::EntryKind::k_memo, key, writer.take());
    }
    return answer;
  }

 private:
  bool are_settled(const Observations& seen, std::int64_t begin) const;
  static std::int64_t now();  // nanoseconds of the real-time clock, as files' times are

  cache::Store& store_;
  std::chrono::nanoseconds margin_;
};

}  // namespace clc
