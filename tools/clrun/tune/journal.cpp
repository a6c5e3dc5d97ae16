#include "tune/journal.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "base/file_io.h"
#include "base/text.h"

namespace clc::clrun {
namespace {

constexpr const char* k_head = "clrun-tune-1 ";
constexpr std::size_t k_longest = std::size_t{64} << 20U;  // bytes of a journal
// A module that was begun so often without an end took the machine down.
constexpr int k_most_beginnings = 2;

// Tabs separate fields and line breaks lines.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\\\";
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else {
      result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
    }
  }
  return result;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char c = text[++i];
    result += c == 'n' ? '\n' : c == 't' ? '\t' : c;
  }
  return result;
}

const char* outcome_word(Trial::Outcome outcome) {
  return outcome == Trial::Outcome::k_timed ? "timed" : outcome == Trial::Outcome::k_wrong ? "wrong" : "failed";
}

std::optional<Trial> parse_trial(const std::vector<std::string_view>& fields) {
  for (const Trial::Outcome outcome : {Trial::Outcome::k_timed, Trial::Outcome::k_wrong, Trial::Outcome::k_failed}) {
    if (fields.size() != 3 || fields[0] != outcome_word(outcome)) continue;
    Trial trial{unescaped(fields[1]), outcome, 0, {}};
    if (outcome != Trial::Outcome::k_timed) {
      trial.detail = unescaped(fields[2]);
      return trial;
    }
    const char* const end = fields[2].data() + fields[2].size();
    const auto [stop, error] = std::from_chars(fields[2].data(), end, trial.nanoseconds);
    if (error == std::errc() && stop == end) return trial;
  }
  return std::nullopt;
}

}  // namespace

std::string begin_line(const std::string& module) {
  return "begin\t" + escaped(module);
}

std::string device_line(const TunedDevice& device) {
  return "device\t" + escaped(device.platform) + "\t" + escaped(device.name) + "\t" + escaped(device.driver_version);
}

std::string trial_line(const Trial& trial) {
  const bool is_timed = trial.outcome == Trial::Outcome::k_timed;
  return std::string(outcome_word(trial.outcome)) + "\t" + escaped(trial.module) + "\t" +
         (is_timed ? std::to_string(trial.nanoseconds) : escaped(trial.detail));
}

std::optional<JournalLine> parse_journal_line(const std::string& line) {
  const std::vector<std::string_view> fields = split(line, "\t");
  JournalLine parsed;
  if (fields.size() == 2 && fields[0] == "begin") {
    parsed.begun = unescaped(fields[1]);
    return parsed;
  }
  if (fields.size() == 4 && fields[0] == "device") {
    parsed.device = TunedDevice{unescaped(fields[1]), unescaped(fields[2]), unescaped(fields[3])};
    return parsed;
  }
  parsed.trial = parse_trial(fields);
  if (!parsed.trial) return std::nullopt;
  return parsed;
}

void Journal::take_line(const JournalLine& line) {
  if (line.device) device_ = line.device;
  if (!device_) return;  // nobody knows where it was found out
  if (line.trial) trials_[line.trial->module] = *line.trial;
  if (line.begun.empty() || ++begun_[line.begun] < k_most_beginnings) return;
  if (trials_.count(line.begun) == 0)
    trials_[line.begun] = {line.begun, Trial::Outcome::k_failed, 0, "clrun ended twice while it ran"};
}

Result<Journal> Journal::open(const std::string& path, const std::string& package_digest) {
  const auto trouble = [&path](const char* what, int code) {
    return fail(ErrorKind::k_io, std::string("cannot ") + what + " " + path + ": " + std::strerror(code));
  };
  // O_NONBLOCK: a pipe or a device in the journal's place is seen before it is waited for.
  Journal journal(path, open_file(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0644));
  const FileDescriptor& file = *journal.file_;
  struct stat status{};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) return trouble("open", errno);
  const bool can_be_journal = S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) <= k_longest;
  if (!can_be_journal) {
    return fail(ErrorKind::k_io, path + " is no journal of clrun tune: it is " +
                                     (S_ISREG(status.st_mode) ? "too long" : "not an ordinary file"));
  }
  // Not flock: the process that runs the kernels would inherit that lock, and may outlive clrun.
  struct flock lock{};
  lock.l_type = F_WRLCK;
  if (::fcntl(file.get(), F_SETLK, &lock) != 0)
    return fail(ErrorKind::k_io, path + " is in use: another clrun tune writes the same package");
  Bytes text;
  if (const int code = read_all(file.get(), text, k_longest); code != 0) return trouble("read", code);
  const std::string head = k_head + package_digest;
  if (text.empty()) {
    if (const int code = write_all(file.get(), head + "\n"); code != 0) return trouble("write", code);
    return journal;
  }
  const std::size_t end = text.find('\n');
  if (text.rfind(k_head, 0) != 0 || end == std::string::npos)
    return fail(ErrorKind::k_io, path + " is no journal of clrun tune; remove it, or name another file with --journal");
  if (text.substr(0, end) != head) {
    return fail(ErrorKind::k_usage,
                path + " is of a run with another package; remove it, or name another file with --journal");
  }
  // A line without its end was cut short; what follows begins a new one.
  if (text.back() != '\n') {
    if (const int code = write_all(file.get(), "\n"); code != 0) return trouble("write", code);
    text.resize(text.rfind('\n') + 1);
  }
  for (const std::string_view line : split(std::string_view(text).substr(end + 1), "\n")) {
    if (const auto parsed = parse_journal_line(std::string(line))) journal.take_line(*parsed);
  }
  return journal;
}

bool Journal::has_times() const {
  return std::ranges::any_of(trials_, [](const auto& one) { return one.second.outcome == Trial::Outcome::k_timed; });
}

Result<void> Journal::add(const std::string& line) {
  if (const auto parsed = parse_journal_line(line)) take_line(*parsed);
  if (const int code = write_all(file_->get(), {line, "\n"}); code != 0)
    return fail(ErrorKind::k_io, "cannot write " + path_ + ": " + std::strerror(code));
  return {};
}

}  // namespace clc::clrun
