// The options of clrun's commands as a value, and the groups of them that several commands take.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/algorithm.h"

namespace clc {
class CommandLine;
}

namespace clc::clrun {

enum class Format { k_text, k_json, k_csv, k_html };

struct ProfileOptions {
  std::string chip;                              // a target whose chip counts
  unsigned wave = 0;                             // lanes, of chips that have two sizes; 0: the usual one
  std::uint64_t groups = 0;                      // recorded of each launch; 0: all
  std::uint64_t trace_mib = 256;                 // of each launch
  std::vector<std::string> kernels;              // instead of algorithms: NAME or MODULE/NAME
  std::array<std::uint64_t, 3> global{0, 0, 0};  // work-items
  std::array<std::uint64_t, 3> local{0, 0, 0};   // of a group; 0: what the kernel requires, else up to 256
  std::vector<std::string> arguments;            // of the kernels
};

struct TuneOptions {
  std::string output;       // the tuned package
  std::string journal;      // empty: the output's name with .journal
  unsigned timeout_s = 60;  // of one configuration
  double seconds = 2;       // of the timed runs of one kernel
  std::string forecast;     // a file; empty: everything is timed
  std::string product;      // empty: the device's name
  double margin = 0;        // 0: by the forecasts' ranges
};

struct Options {
  std::vector<std::string> names;    // NAME or NAME/VARIANT; empty: all
  std::string package;               // empty: CLC_PACKAGE, else beside the executable
  std::vector<std::string> keys;     // files of public keys; with any, one of them must have signed the package
  std::string device;                // as clc::select_device takes it
  std::vector<std::uint32_t> units;  // empty: the whole device; else a part with so many compute units for each
  std::string shared_by;             // not empty: parts whose units share that, as clc::shared_by_name() names it
  std::string target;                // empty: the best that fits
  std::vector<std::uint64_t> sizes;  // empty: each algorithm's own
  std::optional<std::uint64_t> offset;
  std::uint64_t seed = 1;
  std::size_t group = 0;  // the most items of a group where a kernel leaves that open; 0: each algorithm's own choice
  algorithms::Session::Runs runs;
  bool sweep = false;    // `bench`: sizes from small to large
  std::string peer;      // `bench`: a program whose figures stand beside ours; see peers.h
  std::string compared;  // `bench`: a file with an earlier run; the page shows it beside this one
  std::string stored;    // `bench`: a file with the run to show; nothing is measured
  bool details = false;  // `devices`: extensions and limits of images, too
  Format format = Format::k_text;
  bool no_cache = false;              // without the cache of finished binaries
  bool kernel_output = false;         // show on standard error what kernels print; otherwise it is dropped
  std::string variant;                // for `run`
  algorithms::Parameters parameters;  // for `run`
  std::string on_fault;               // `sanitize`: "continue" or "stop"
  bool records = false;               // `profile`: its kernels want a trace to write to
  ProfileOptions profile;
  TuneOptions tune;
};

// Returns what is wrong with a number that is not negative; empty when nothing is. CLI11 reads -1 as an unsigned
// number, and anything too large as the largest one.
std::string check_digits(const std::string& text);

// Adds the names of algorithms and variants.
void add_names(const CommandLine& line, Options& options);
// Adds --size.
void add_sizes(const CommandLine& line, Options& options);
// Adds --offset; `usual` is the default in words.
void add_offset(const CommandLine& line, Options& options, const std::string& usual);
// Adds the limit of a group's items.
void add_group(const CommandLine& line, Options& options);
// Adds --seed, of the random `what`.
void add_seed(const CommandLine& line, Options& options, const std::string& what);
// Adds --repeat and --warm-up.
void add_run_counts(const CommandLine& line, Options& options);
// Adds the choice of a device and its parts, of the package and its variants, and of what goes with running kernels.
void add_device_options(const CommandLine& line, Options& options);
// Adds --format; the first of the formats is the default.
void add_format(const CommandLine& line, Options& options, const std::vector<std::pair<std::string, Format>>& formats);

// Returns the variables that commands with add_device_options() read, for the end of their helps.
std::string device_environment();

}  // namespace clc::clrun
