// The parts of clrun that need no device.
#include "catch_all.h"
#include "commands.h"
#include "common/registry.h"
#include "context.h"
#include "options.h"
#include "peers.h"
#include "run_parameters.h"
#include "support/command_line.h"
#include "tables.h"
#include "tune/compare_results.h"
#include "verify.h"

using namespace clc::clrun;

TEST_CASE("A command line becomes options", "[clrun]") {
  Options options;
  const clc::CommandLine line("", "clrun verify");
  add_names(line, options);
  add_sizes(line, options);
  add_device_options(line, options);
  add_offset(line, options, "0");
  add_seed(line, options, "inputs");
  add_run_counts(line, options);
  add_format(line, options, {{"text", Format::k_text}, {"json", Format::k_json}});
  const auto parsed =
      line.parse({"vecadd", "matmul/tiles", "--size", "5", "--size", "7", "--offset", "3", "--seed", "9", "--target",
                  "spirv64:1.2", "--units", "1,2", "--repeat", "4", "--format", "json"});
  REQUIRE(parsed);
  CHECK(*parsed);
  CHECK(options.names == std::vector<std::string>{"vecadd", "matmul/tiles"});
  CHECK(options.sizes == std::vector<std::uint64_t>{5, 7});
  CHECK(options.offset == 3);
  CHECK(options.seed == 9);
  CHECK(options.target == "spirv64:1.2");
  CHECK(options.units == std::vector<std::uint32_t>{1, 2});
  CHECK(options.runs.repeats == 4);
  CHECK(options.format == Format::k_json);
}

TEST_CASE("Parameters of run are pairs", "[clrun]") {
  const auto* image_rotate = clc::algorithms::find_algorithm("image_rotate");
  const auto parameters =
      read_parameters({"--input", "a.jpg", "--angle=-12.5", "--output", "b"}, image_rotate, {"--device"});
  REQUIRE(parameters);
  CHECK(*parameters == clc::algorithms::Parameters{{"input", "a.jpg"}, {"angle", "-12.5"}, {"output", "b"}});
  const auto negative = read_parameters({"--angle", "-90"}, image_rotate, {});
  REQUIRE(negative);
  CHECK(negative->at("angle") == "-90");
  const auto misspelt = read_parameters({"--devise=cpu"}, image_rotate, {"--device"});
  REQUIRE_FALSE(misspelt);
  CHECK(misspelt.error().message.find("did you mean --device?") != std::string::npos);
}

TEST_CASE("A wrong command line is k_usage with a message", "[clrun]") {
  const auto sink = clc::make_text_sink(clc::ColorWhen::k_never, {"clrun", true});
  const auto refuses = [&](auto* command, const std::vector<std::vector<std::string>>& lines) {
    for (const std::vector<std::string>& words : lines) {
      const auto code = command(words, *sink);
      REQUIRE_FALSE(code);
      CHECK(code.error().kind == clc::ErrorKind::k_usage);
      CHECK_FALSE(code.error().message.empty());
    }
  };
  refuses(verify_algorithms, {{"--size"}, {"--size", "-1"}, {"--nonsense"}});
  refuses(bench_algorithms, {{"--format", "pdf"}, {"--compare", "x.json"}, {"--repeat", "0"}});
  refuses(profile_kernels, {{"vecadd"}, {"vecadd", "--chip", "nvptx:sm_90", "--global-size", "1x1x1x1"}});
  refuses(tune_kernels, {{"--timeout", "0"}});
  refuses(list_algorithms, {{"--format", "csv"}});
  refuses(list_all_devices, {{"x"}});
  refuses(run_algorithm, {{}, {"x", "--input"}, {"x", "y"}, {"x", "--a", "1", "--a", "2"}});
}

TEST_CASE("Algorithms and variants are found by name", "[clrun]") {
  const auto& all = clc::algorithms::all_algorithms();
  CHECK(select_algorithms({}, all)->size() == all.size());
  const auto one = select_algorithms({"nbody/tiles"}, all);
  REQUIRE(one);
  REQUIRE(one->size() == 1);
  REQUIRE(one->front().variants.size() == 1);
  CHECK(one->front().variants.front()->name == "tiles");
  const auto both = select_algorithms({"image_rotate/nearest"}, all);
  REQUIRE(both);
  CHECK(both->front().variants.size() == 2);
  CHECK(select_algorithms({"nbodies"}, all).error().kind == clc::ErrorKind::k_usage);
  CHECK(select_algorithms({"nbody/"}, all).error().kind == clc::ErrorKind::k_usage);
}

TEST_CASE("A plan has every size, and one with an offset unless one is given", "[clrun]") {
  clc::algorithms::Algorithm algorithm;
  algorithm.cpu_sizes = {0, 1, 1009, 5000000};
  algorithm.gpu_sizes = {2};
  Options options;
  const auto problems = plan_problems(algorithm, clc::DeviceKind::k_cpu, options);
  REQUIRE(problems.size() == 5);
  CHECK(problems[3].size == 5000000);
  CHECK(problems[3].offset == 0);
  CHECK(problems[4].size == 1009);
  CHECK(problems[4].offset == k_default_offset);
  CHECK(plan_problems(algorithm, clc::DeviceKind::k_gpu, options).size() == 2);
  options.sizes = {10, 20};
  options.offset = 0;
  const auto given = plan_problems(algorithm, clc::DeviceKind::k_cpu, options);
  REQUIRE(given.size() == 2);
  CHECK(given[1].size == 20);
}

TEST_CASE("What a peer printed is read, and what is no result is refused", "[clrun]") {
  const auto peers =
      parse_peers("reduce:4096:random 0.5 0.25 1 31 passed CUB DeviceReduce\nfma:7:random 1 1 1 5 passed x\n");
  REQUIRE(peers);
  REQUIRE(peers->size() == 2);
  const Peer& peer = peers->at("reduce:4096:random");
  CHECK(peer.name == "CUB DeviceReduce");
  CHECK(peer.ms.median == 0.5);
  CHECK(peer.ms.low == 0.25);
  CHECK(peer.ms.high == 1);
  CHECK(peer.runs == 31);
  CHECK(parse_peers("")->empty());
  for (const char* text : {"nonsense", "a:1:random 1 1 1 5 passed", "a:1:random x 1 1 5 passed name",
                           "a:1:random 1 1 1 5 failed name", "a:1:random 0 0 0 5 passed name"}) {
    INFO(text);
    const auto refused = parse_peers(text);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == clc::ErrorKind::k_gate);
  }
}

TEST_CASE("Variants that compute different things are different tasks for a peer", "[clrun]") {
  const auto task = [](const char* name) {
    const auto selected = select_algorithms({name}, clc::algorithms::all_algorithms());
    REQUIRE(selected);
    return peer_task(*selected->front().algorithm, *selected->front().variants.front(), {64, 0, 1});
  };
  CHECK(task("reduce/fast") == "reduce:64:random");
  CHECK(task("transpose/fast_uchar") == "transpose_uchar:64:random");
  CHECK(task("transpose/fast_float") == "transpose_float:64:random");
  CHECK(task("histogram256_rgba/max_fast") == "histogram256_rgba_max:64:random");
  CHECK(task("histogram256_rgba/channels_fast") == "histogram256_rgba_channels:64:random");
  CHECK(task("image_rotate/nearest_grey") == "image_rotate_nearest_grey:64:random");
}

TEST_CASE("Text is quoted for what reads it", "[clrun]") {
  CHECK(csv_field("plain") == "plain");
  CHECK(csv_field("a,\"b\"") == "\"a,\"\"b\"\"\"");
  CHECK(table_row({"a", "b", "c"}, {3, -3, 5}) == "a      b  c\n");
  CHECK(detailed_row({"a\nb", "failed"}, {}, "x:\n  y") == "a\\nb  failed: x:\n  y\n");
  CHECK(detailed_row({"a", "failed"}, {}, "x") == "a  failed: x\n");
}

TEST_CASE("Results of configurations may differ by the tolerance where they are numbers", "[clrun]") {
  const auto bytes = [](std::initializer_list<unsigned char> list) { return std::string(list.begin(), list.end()); };
  const std::string halves = bytes({0x00, 0x3c, 0x00, 0xc0}), others = bytes({0x01, 0x3c, 0x00, 0xc0});  // 1 and -2
  CHECK(compare_results("half*", 1e-2, others, halves).empty());
  CHECK(compare_results("half8*", 1e-2, others, halves).empty());
  CHECK_FALSE(compare_results("half*", 1e-5, others, halves).empty());
  CHECK_FALSE(compare_results("half*", 0, others, halves).empty());
  CHECK_FALSE(compare_results("ushort*", 1e-2, others, halves).empty());
}
