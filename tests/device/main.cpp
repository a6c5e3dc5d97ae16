// Checks on a device that kernels compiled by clc compute the right results.
//
// usage: clc_device_tests --package P [--device D] [--target T] [--only TEXT] [--keep FOLDER | --kept FOLDER]
//
//   --target T      takes variants for targets whose names begin with T
//   --keep FOLDER   keeps the binaries that the driver finishes in FOLDER (Queue::keep_binaries)
//   --kept FOLDER   takes every program from FOLDER, and fails when one is not there
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "device/harness.h"

namespace {

using namespace clc;
using namespace clc::device_tests;

constexpr unsigned k_group_seconds = 540;

constexpr Group k_groups[] = {
    {"maths.float", maths_float_checks},
    {"maths.double", maths_double_checks},
    {"maths.half", maths_half_checks},
    {"edges", maths_edge_checks},
    {"integer", integer_checks},
    {"bits", bit_operation_checks},
    {"widths", width_checks},
    {"convert", conversion_checks},
    {"memory", memory_checks},
    {"atomic", atomic_checks},
    {"work-item", work_item_checks},
    {"groups", group_checks},
    {"sub-groups", sub_group_extension_checks},
    {"printf", printf_checks},
    {"image", image_checks},
};

struct Options {
  std::string package, device, target, only, keep, kept;
};

struct Counts {
  int passed = 0, failed = 0, skipped = 0;
};

void run_check(Session& session, const Check& check, Counts& counts) {
  const KnownFault* fault = find_known_fault(session.facts(), check.name);
  if (fault && fault->is_fatal) {
    std::printf("SKIP: %s: known fault of the driver: %s\n", check.name.c_str(), fault->reason);
    ++counts.skipped;
    return;
  }
  try {
    const std::string detail = check.run(session);
    std::printf("passed  %s%s%s%s\n", check.name.c_str(), detail.empty() ? "" : "  ", detail.c_str(),
                fault ? "  (a known fault is gone)" : "");
    ++counts.passed;
  } catch (const Skipped& skip) {
    std::printf("SKIP: %s: %s\n", check.name.c_str(), skip.what());
    ++counts.skipped;
  } catch (const std::exception& error) {
    if (fault) {
      const std::string what = error.what();
      std::printf("SKIP: %s: known fault of the driver: %s (%s)\n", check.name.c_str(), fault->reason,
                  what.substr(0, what.find('\n')).c_str());
      ++counts.skipped;
    } else {
      std::printf("failed  %s  %s\n", check.name.c_str(), error.what());
      ++counts.failed;
    }
  }
  std::fflush(stdout);
}

Counts run_group(const Group& group, const Options& options) {
  Counts counts;
  try {
    Queue queue = need(Queue::create(need(select_device(options.device))));
    const std::string& folder = options.kept.empty() ? options.keep : options.kept;
    if (!folder.empty()) queue.keep_binaries(BinaryCache(folder));
    Session session(std::move(queue), need(Package::open(options.package)), options.target, !options.kept.empty());
    for (const Check& check : group.checks()) {
      if (check.name.find(options.only) != std::string::npos) run_check(session, check, counts);
    }
  } catch (const std::exception& error) {
    std::printf("failed  %s  %s\n", group.name, error.what());
    ++counts.failed;
  }
  return counts;
}

// Runs a group in a child process: what it has printed is kept, whatever the driver does.
Counts run_group_apart(const Group& group, const Options& options) {
  Counts counts;
  int channel[2];
  if (pipe(channel) != 0) return {0, 1, 0};
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(k_group_seconds);
    counts = run_group(group, options);
    std::fflush(stdout);
    _exit(write(channel[1], &counts, sizeof counts) == sizeof counts ? 0 : 1);
  }
  close(channel[1]);
  const bool complete = read(channel[0], &counts, sizeof counts) == sizeof counts;
  close(channel[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!complete) {
    std::printf("failed  %s  the process died in the check after the last one above (%s)\n", group.name,
                WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exited");
    counts = {0, 1, 0};
  }
  return counts;
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    std::string* value = name == "--package"  ? &options.package
                         : name == "--device" ? &options.device
                         : name == "--target" ? &options.target
                         : name == "--only"   ? &options.only
                         : name == "--keep"   ? &options.keep
                         : name == "--kept"   ? &options.kept
                                              : nullptr;
    if (!value || i + 1 == argc) return false;
    *value = argv[i + 1];
  }
  return !options.package.empty();
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: clc_device_tests --package P [--device D] [--target T] [--only TEXT] "
                 "[--keep FOLDER | --kept FOLDER]\n");
    return 2;
  }
  Counts total;
  for (const Group& group : k_groups) {
    const Counts counts = run_group_apart(group, options);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  std::printf("%d passed, %d failed, %d skipped\n", total.passed, total.failed, total.skipped);
  return total.failed == 0 && total.passed > 0 ? 0 : 1;
}
