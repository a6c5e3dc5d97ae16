#include "counters.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "entry_file.h"

namespace clc::cache {
namespace {

constexpr const char* k_ledger_file = "counters";
constexpr const char* k_log_file = "counters.log";
constexpr std::uint64_t k_fold_at = 8 << 10;
constexpr std::size_t k_most_to_read = 1 << 20;

constexpr std::uint64_t Counters::* k_members[] = {
    &Counters::hits,    &Counters::misses,        &Counters::stored,  &Counters::stored_bytes,
    &Counters::evicted, &Counters::evicted_bytes, &Counters::damaged, &Counters::errors};
constexpr std::size_t k_member_count = std::size(k_members);
constexpr std::size_t k_ledger_count = k_member_count + 4;

std::string line_of(const std::vector<std::uint64_t>& numbers) {
  std::string line;
  for (const std::uint64_t number : numbers) line += (line.empty() ? "" : " ") + std::to_string(number);
  return line + "\n";
}

// Reads the numbers of a line; empty unless it holds exactly `count` of them.
std::vector<std::uint64_t> numbers_of(std::string_view line, std::size_t count) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(count);
  const char* at = line.data();
  const char* const end = at + line.size();
  while (numbers.size() < count) {
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc()) return {};
    numbers.push_back(number);
    at = rest;
    if (at != end && *at++ != ' ') return {};
  }
  return at == end ? numbers : std::vector<std::uint64_t>();
}

std::vector<std::uint64_t> numbers_in(const Counters& counters) {
  std::vector<std::uint64_t> numbers;
  for (const auto member : k_members) numbers.push_back(counters.*member);
  return numbers;
}

void add(Counters& counters, const std::vector<std::uint64_t>& numbers) {
  for (std::size_t i = 0; i < k_member_count; ++i) counters.*k_members[i] += numbers[i];
}

std::string text_of(const Folder& folder, const char* name) {
  const FileDescriptor file(folder.place().open_to_read(name));
  platform::FileStatus status;
  if (!file.is_open() || platform::status_of(file.get(), status) != 0 || status.kind != platform::FileKind::k_regular ||
      !folder.trusts(status) || status.size > k_most_to_read) {
    return {};
  }
  std::string text;
  const int error = read_all(file.get(), text, k_most_to_read, static_cast<std::size_t>(status.size) + 1);
  return error == 0 ? text : std::string();
}

// Leaves out lines that a full disk or a crash cut short.
Counters sum_of_lines(std::string_view text) {
  Counters sum;
  for (std::size_t end; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
    if (const auto numbers = numbers_of(text.substr(0, end), k_member_count); !numbers.empty()) add(sum, numbers);
  }
  return sum;
}

Ledger last_ledger(const Folder& folder) {
  Ledger ledger;
  std::string text = text_of(folder, k_ledger_file);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  if (const auto numbers = numbers_of(text, k_ledger_count); !numbers.empty()) {
    add(ledger.counters, numbers);
    const auto time = [](std::uint64_t number) {
      return static_cast<std::int64_t>(std::min(number, std::uint64_t{k_latest}));
    };
    ledger.bytes = numbers[k_member_count];
    ledger.looked_at = time(numbers[k_member_count + 1]);
    ledger.counted_at = time(numbers[k_member_count + 2]);
    ledger.next_group = numbers[k_member_count + 3];
  }
  return ledger;
}

void add_log(Ledger& ledger, const std::string& log) {
  const Counters since = sum_of_lines(log);
  add(ledger.counters, numbers_in(since));
  ledger.bytes += since.stored_bytes;
}

}  // namespace

bool operator==(const Counters& a, const Counters& b) {
  return numbers_in(a) == numbers_in(b);
}

bool append_counters(const Folder& folder, const Counters& counters) {
  const std::string line = line_of(numbers_in(counters));
  const FileDescriptor log(folder.create(k_log_file, platform::FileUse::k_append));
  // One call: no other process can write in the middle of the line.
  platform::FileStatus status;
  if (!log.is_open() || write_all(log.get(), line) != 0 || platform::status_of(log.get(), status) != 0) return false;
  return status.size > k_fold_at;
}

Ledger read_ledger(const Folder& folder) {
  Ledger ledger = last_ledger(folder);
  add_log(ledger, text_of(folder, k_log_file));
  return ledger;
}

Ledger fold_log(const Folder& folder) {
  Ledger ledger = last_ledger(folder);
  // Only the process that renames the log adds it. If it dies before the end the log is lost, but never counted twice.
  const std::string taken = temporary_path(".");
  if (folder.place().rename(k_log_file, taken) != 0) return ledger;
  add_log(ledger, text_of(folder, taken.c_str()));
  write_ledger(folder, ledger);
  (void)folder.place().remove(taken);
  return ledger;
}

void write_ledger(const Folder& folder, const Ledger& ledger) {
  std::vector<std::uint64_t> numbers = numbers_in(ledger.counters);
  numbers.insert(numbers.end(), {ledger.bytes, static_cast<std::uint64_t>(ledger.looked_at),
                                 static_cast<std::uint64_t>(ledger.counted_at), ledger.next_group});
  (void)write_whole(folder, k_ledger_file, {line_of(numbers)});
}

void remove_ledger(const Folder& folder) {
  for (const char* name : {k_ledger_file, k_log_file}) (void)folder.place().remove(name);
}

}  // namespace clc::cache
