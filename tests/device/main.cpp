// Checks on a device that kernels compiled by clc compute the right results.
//
// usage: clc_device_tests --package P [--device D] [--target T] [--only TEXT] [--keep FOLDER | --kept FOLDER]
// [--sources DIR] [--share K/N] [--seconds N]
//
//   --target T      takes variants for targets whose names begin with T
//   --keep FOLDER   keeps the binaries that the driver finishes in FOLDER (Queue::keep_binaries)
//   --kept FOLDER   takes every program from FOLDER, and fails when one is not there
//   --sources DIR   tests/device: what fails is asked of the driver's own compiler, and is skipped where that fails,
//   too
//   --share K/N     every Nth group of checks, from the Kth on: 1/2 and 2/2 are all
//   --seconds N     ends a group's process, and the driver's own compiler, after that time (default: 540)
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "device/from_source.h"
#include "device/harness.h"

namespace {

using namespace clc;
using namespace clc::device_tests;

constexpr unsigned k_source_seconds = 120;            // at most
constexpr const char* k_not_wanted = "(not wanted)";  // by --only

constexpr Group k_groups[] = {
    {"maths.float", maths_float_checks},
    {"maths.double", maths_double_checks},
    {"maths.half", maths_half_checks},
    {"edges", maths_edge_checks},
    {"geometry", geometry_checks},
    {"integer", integer_checks},
    {"bits", bit_operation_checks},
    {"widths", width_checks},
    {"convert", conversion_checks},
    {"memory", memory_checks},
    {"parameters", parameter_checks},
    {"atomic", atomic_checks},
    {"copies", group_copy_checks},
    {"work-item", work_item_checks},
    {"unequal", unequal_group_checks},
    {"groups", group_checks},
    {"sub-groups", sub_group_extension_checks},
    {"matrices", matrix_checks},
    {"printf", printf_checks},
    {"image", image_checks},
    {"pipe", pipe_checks},
};

struct Options {
  std::string package, device, target, only, keep, kept, sources, share = "1/1", seconds = "540";
};

struct Share {
  unsigned which = 1, parts = 1;
};

struct Counts {
  int passed = 0, failed = 0, skipped = 0;
};

// How a check ended, in a form that a process can tell another.
enum class End : char { k_passed = 'p', k_failed = 'f', k_skipped = 's' };
struct Outcome {
  End end = End::k_passed;
  std::string text;  // a detail, the failure, or the reason
};

Session open_session(const Options& options) {
  Queue queue = need(Queue::create(need(select_device(options.device))));
  const std::string& folder = options.kept.empty() ? options.keep : options.kept;
  if (!folder.empty()) queue.keep_binaries(BinaryCache(folder));
  return Session(std::move(queue), need(Package::open(options.package)), options.target, !options.kept.empty());
}

unsigned seconds_of(const Options& options) {
  return static_cast<unsigned>(std::max(1, std::atoi(options.seconds.c_str())));
}

Outcome run_check(Session& session, const Check& check) {
  const Exception* exception = find_exception(session.facts(), session.target(), check.name);
  if (exception != nullptr && exception->is_deadly) return {End::k_skipped, exception->reason};
  try {
    return {End::k_passed, check.run(session)};
  } catch (const Skipped& skip) {
    return {End::k_skipped, skip.what()};
  } catch (const std::exception& error) {
    if (exception != nullptr) return {End::k_skipped, exception->reason};
    return {End::k_failed, error.what()};
  }
}

// Runs what `work` does in a child process that can end in any way, and gives what it wrote to its channel.
std::string run_apart(unsigned seconds, const std::function<void(int channel)>& work, std::string& death) {
  int channel[2];
  if (pipe(channel) != 0) return "";
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(seconds);
    close(channel[0]);
    work(channel[1]);
    std::fflush(stdout);
    _exit(0);
  }
  close(channel[1]);
  std::string written;
  char part[4096];
  for (ssize_t size = 0; (size = read(channel[0], part, sizeof part)) > 0;) {
    written.append(part, static_cast<std::size_t>(size));
  }
  close(channel[0]);
  int status = 0;
  waitpid(child, &status, 0);
  death = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : WEXITSTATUS(status) != 0 ? "it exited" : "";
  return written;
}

void tell(int channel, const Outcome& outcome) {
  const std::string text = std::string(1, static_cast<char>(outcome.end)) + outcome.text + '\0';
  if (write(channel, text.data(), text.size()) < 0) _exit(1);
}

// The outcomes of the group's checks from the first on, as far as the process came.
std::vector<Outcome> run_checks(const Group& group, std::size_t first, const Options& options, std::string& death) {
  const std::string written = run_apart(
      seconds_of(options),
      [&](int channel) {
        try {
          Session session = open_session(options);
          const std::vector<Check> checks = group.checks();
          for (std::size_t i = first; i < checks.size(); ++i) {
            const bool is_wanted = checks[i].name.find(options.only) != std::string::npos;
            tell(channel, is_wanted ? run_check(session, checks[i]) : Outcome{End::k_passed, k_not_wanted});
          }
        } catch (const std::exception& error) {
          tell(channel, {End::k_failed, error.what()});
        }
      },
      death);
  std::vector<Outcome> outcomes;
  for (std::size_t at = 0; at < written.size();) {
    const std::size_t end = std::min(written.find('\0', at), written.size());
    outcomes.push_back({static_cast<End>(written[at]), written.substr(at + 1, end - at - 1)});
    at = end + 1;
  }
  return outcomes;
}

// The reason why a failure is the driver's: its own compiler makes of the source what fails as well. Empty: it is not.
std::string fault_of_driver(const Group& group, std::size_t index, const Options& options) {
  if (options.sources.empty()) return "";
  Options from_source = options;
  from_source.keep.clear();
  from_source.kept.clear();
  std::string death;
  const std::string written = run_apart(
      std::min(k_source_seconds, seconds_of(options)),
      [&](int channel) {
        build_from_source(options.sources);
        try {
          Session session = open_session(from_source);
          group.checks()[index].run(session);
          tell(channel, {End::k_passed, ""});
        } catch (const Skipped& not_built) {  // which tells nothing of the result
          tell(channel, {End::k_skipped, not_built.what()});
        } catch (const std::exception& error) {
          tell(channel, {End::k_failed, error.what()});
        }
      },
      death);
  if (written.empty()) return "the driver's own compiler, given the source: " + (death.empty() ? "no answer" : death);
  if (written[0] != static_cast<char>(End::k_failed)) return "";
  const std::string text = written.substr(1, written.find('\0', 1) - 1);
  return "the driver's own compiler, given the source, fails as well: " + text;
}

void report(const Group& group, std::size_t index, const std::string& name, Outcome outcome, const Options& options,
            Counts& counts) {
  if (outcome.end == End::k_failed) {
    const std::string reason = fault_of_driver(group, index, options);
    if (!reason.empty()) outcome = {End::k_skipped, reason};
  }
  if (outcome.end == End::k_passed) {
    std::printf("passed  %s%s%s\n", name.c_str(), outcome.text.empty() ? "" : "  ", outcome.text.c_str());
    ++counts.passed;
  } else if (outcome.end == End::k_skipped) {
    std::printf("SKIP: %s: %s\n", name.c_str(), outcome.text.c_str());
    ++counts.skipped;
  } else {
    std::printf("failed  %s  %s\n", name.c_str(), outcome.text.c_str());
    ++counts.failed;
  }
  std::fflush(stdout);
}

// Runs the group in child processes: a driver that dies takes one check with it.
void run_group(const Group& group, const Options& options, Counts& counts) {
  const std::vector<Check> checks = group.checks();
  for (std::size_t at = 0; at < checks.size();) {
    std::string death;
    std::vector<Outcome> outcomes = run_checks(group, at, options, death);
    const bool is_complete = outcomes.size() == checks.size() - at;
    if (!is_complete && !death.empty()) outcomes.push_back({End::k_failed, "the process died in it (" + death + ")"});
    if (outcomes.empty()) outcomes.push_back({End::k_failed, "the process told nothing"});
    for (const Outcome& outcome : outcomes) {
      if (outcome.text != k_not_wanted) report(group, at, checks[at].name, outcome, options, counts);
      ++at;
    }
    // Without a device, each check would say the same.
    if (!is_complete && death.empty()) return;
  }
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    std::string* value = name == "--package"   ? &options.package
                         : name == "--device"  ? &options.device
                         : name == "--target"  ? &options.target
                         : name == "--only"    ? &options.only
                         : name == "--keep"    ? &options.keep
                         : name == "--kept"    ? &options.kept
                         : name == "--sources" ? &options.sources
                         : name == "--share"   ? &options.share
                         : name == "--seconds" ? &options.seconds
                                               : nullptr;
    if (!value || i + 1 == argc) return false;
    *value = argv[i + 1];
  }
  return !options.package.empty();
}

bool parse(const std::string& text, Share& share) {
  char more = 0;
  return std::sscanf(text.c_str(), "%u/%u%c", &share.which, &share.parts, &more) == 2 && share.which > 0 &&
         share.which <= share.parts;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  Share share;
  if (!parse(argc, argv, options) || !parse(options.share, share)) {
    std::fprintf(stderr,
                 "usage: clc_device_tests --package P [--device D] [--target T] [--only TEXT] "
                 "[--keep FOLDER | --kept FOLDER] [--sources DIR] [--share K/N] [--seconds N]\n");
    return 2;
  }
  Counts total;
  if (share.parts > 1) std::printf("groups of checks: %u/%u\n", share.which, share.parts);
  for (std::size_t i = share.which - 1; i < std::size(k_groups); i += share.parts) {
    run_group(k_groups[i], options, total);
  }
  std::printf("%d passed, %d failed, %d skipped\n", total.passed, total.failed, total.skipped);
  return total.failed == 0 && total.passed > 0 ? 0 : 1;
}
