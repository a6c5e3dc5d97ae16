// Files that tell of runs are read as written; damaged, they are an error or another value, and nothing worse.
#include "catch_all.h"
#include "insight/report/coverage.h"
#include "insight/report/measured.h"
#include "insight/report/run_faults.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

namespace {

CoverageReport sample() {
  CoverageReport report;
  FileCoverage file;
  file.name = "a \"b\".cl";
  file.lines = {{1, 64}, {2, 0}, {7, std::uint64_t{1} << 63U}};
  file.branches = {{2, 7, 0, 64}, {7, 3, 5, 6}};
  file.functions = {{"k", 1, 64}};
  file.regions = 4;
  file.regions_run = 3;
  report.files = {file, FileCoverage()};
  report.sources = {{"a", std::string(64, 'a')}};
  report.launches = {{"k", "64x2", "", "a device", 3, 4, 3}};
  return report;
}

const char* const k_faults[] = {
    R"({"reports": [{"check": "race", "kernel": "k", "place": {"file": "./a.cl", "line": 3, "column": 5},
        "other_place": {"file": "a.cl", "line": 4, "column": 1}, "global_id": [1, 2, 3], "group_id": [0, 0, 0],
        "message": "m", "count": 2}]})",
    R"({"findings": [{"kind": "endless", "kernel": "k", "message": "m", "count": 1, "at": {"file": "a.cl", "line": 3}}]})",
    R"({"runs": [{"results": [{"ruleId": "r", "message": {"text": "m"}, "locations": [{"physicalLocation":
        {"artifactLocation": {"uri": "a.cl"}, "region": {"startLine": 3}}}]}]}]})"};

// Calls `read` with all beginnings of a text, and with each byte changed.
template <class F>
void damage(const std::string& text, F&& read) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    read(text.substr(0, at));
    for (const char bit : {1, 4, 32}) {
      std::string flipped = text;
      flipped[at] = static_cast<char>(flipped[at] ^ bit);
      read(flipped);
    }
  }
}

}  // namespace

TEST_CASE("a report of coverage that was written as JSON is the same when it is read", "[report]") {
  const std::string text = coverage_json(sample());
  const CoverageReport read = decode_coverage_json(text, "c.json").value();
  CHECK(coverage_json(read) == text);
  CHECK(coverage_text(read) == coverage_text(sample()));
  std::size_t refused = 0;
  damage(text, [&](const std::string& damaged) { refused += decode_coverage_json(damaged, "c.json") ? 0 : 1; });
  CHECK(refused > text.size());
}

TEST_CASE("JSON that is no report of coverage is refused by name", "[report]") {
  for (const std::string text :
       {"", "[]", "{}", R"({"files": 3, "launches": []})",
        R"({"files": [{"name": "a", "lines": [{"line": -1, "count": 0.5}]}], "launches": []})"}) {
    const auto read = decode_coverage_json(text, "c.json");
    REQUIRE_FALSE(read);
    CHECK(read.error().kind == ErrorKind::k_damaged);
    CHECK_THAT(read.error().message, ContainsSubstring("c.json"));
  }
}

TEST_CASE("faults are read from each of their forms", "[report]") {
  for (const char* text : k_faults) {
    const std::vector<RunFault> faults = decode_run_faults(text, "f.json").value();
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].place.file == "a.cl");
    CHECK(faults[0].place.line == 3);
    CHECK_THAT(faults[0].text, ContainsSubstring("m"));
    damage(text, [](const std::string& damaged) { (void)decode_run_faults(damaged, "f.json"); });
  }
  const RunFault race = decode_run_faults(k_faults[0], "f.json").value()[0];
  CHECK(race.text == "m (item 1 2 3, group 0 0 0, 2 times)");
  CHECK(race.other.line == 4);
  CHECK(decode_run_faults(k_faults[2], "f.json").value()[0].kernel.empty());
}

TEST_CASE("a finding of the emulated GPUs is read with both of its places", "[report]") {
  const std::string text =
      R"({"kind": "race", "kernel": "k", "message": "m", "count": 2, "chip": "gfx942", "seed": 7, "expected": "3",
          "at": {"file": "./a.cl", "line": 3, "group": [1, 0, 0], "local_id": [2, 0, 0], "instruction": "ds_read", "offset": 8},
          "other": {"group": [4, 0, 0], "local_id": ["x"], "instruction": "ds_write", "offset": 16}})";
  const EmulatedFault fault = decode_emulated_fault(text).value();
  CHECK(fault.kind == "race");
  CHECK(fault.seed == 7);
  CHECK(fault.at.place.file == "a.cl");
  CHECK(fault.at.local_id == std::vector<std::uint64_t>{2, 0, 0});
  REQUIRE(fault.other);
  CHECK(fault.other->place.file.empty());
  CHECK(fault.other->offset == 16);
  CHECK(fault.other->local_id == std::vector<std::uint64_t>{0});
  CHECK_FALSE(decode_emulated_fault("{}"));
  damage(text, [](const std::string& damaged) { (void)decode_emulated_fault(damaged); });
}

TEST_CASE("JSON without faults is refused, and an empty list is none", "[report]") {
  CHECK(decode_run_faults(R"({"reports": []})", "f.json").value().empty());
  for (const std::string text : {"", "3", "[]", "{}", R"({"reports": {}})", R"({"findings": [{"kind": 3}]})",
                                 R"({"runs": [3]})", R"({"runs": [{"results": [[]]}]})"}) {
    INFO(text);
    const auto read = decode_run_faults(text, "f.json");
    REQUIRE_FALSE(read);
    CHECK(read.error().kind == ErrorKind::k_damaged);
    CHECK_THAT(read.error().message, ContainsSubstring("f.json"));
  }
}

namespace {

const char* const k_measured[] = {
    R"({"device": "d", "results": [{"algorithm": "scan", "variant": "tree", "target": "nvptx:sm_90", "elements": 64,
        "input": "random", "runs": 31, "kernel_ms": {"median": 0.002, "low": 0.001, "high": 0.003}}]})",
    R"({"kernel": "scan_tree", "device": "d", "target": "nvptx:sm_90", "nanoseconds": [3000, 1000, 2000]})",
    "==PROF== Connected\n\"ID\",\"Kernel Name\",\"Device\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
    "\"0\",\"scan_tree(float*, int)\",\"0\",\"gpu__time_duration.sum\",\"ns\",\"1,000\"\n"
    "\"0\",\"scan_tree(float*, int)\",\"0\",\"lts__t_sectors.sum\",\"sector\",\"2,048\"\n"
    "\"1\",\"scan_tree(float*, int)\",\"0\",\"gpu__time_duration.sum\",\"us\",\"2\"\n"
    "\"1\",\"scan_tree(float*, int)\",\"0\",\"lts__t_sectors.sum\",\"sector\",\"2,048\"\n"
    "\"2\",\"scan_tree(float*, int)\",\"0\",\"gpu__time_duration.sum\",\"ms\",\"0.003\"\n"
    "\"2\",\"scan_tree(float*, int)\",\"0\",\"lts__t_sectors.sum\",\"sector\",\"2,048\"\n",
    "\"ID\",\"Kernel "
    "Name\",\"gpu__time_duration.sum\",\"launch__registers_per_thread\"\n\"\",\"\",\"us\",\"register/thread\"\n"
    "\"0\",\"scan_tree\",\"1\",\"32\"\n\"1\",\"scan_tree\",\"2\",\"32\"\n\"2\",\"scan_tree\",\"3\",\"32\"\n",
    R"("Agent_Id","Kernel_Name","Start_Timestamp","End_Timestamp"
"1","scan_tree",1000,2000
"1","scan_tree",5000,8000
"1","scan_tree",9000,11000
)",
};

}  // namespace

TEST_CASE("times are read from each tool's form", "[report]") {
  for (const char* text : k_measured) {
    INFO(text);
    const std::vector<MeasuredLaunch> read = decode_measured(text, "m").value();
    REQUIRE(read.size() == 1);
    CHECK(read[0].kernel == "scan_tree");
    CHECK(std::abs(read[0].us - 2) < 1e-9);
    CHECK(std::abs(read[0].least_us - 1) < 1e-9);
    CHECK(std::abs(read[0].most_us - 3) < 1e-9);
    damage(text, [](const std::string& damaged) { (void)decode_measured(damaged, "m"); });
  }
  const std::vector<MeasuredCounter> counters = decode_measured(k_measured[2], "m").value()[0].counters;
  REQUIRE(counters.size() == 1);
  CHECK(counters[0].name == "lts__t_sectors.sum");
  CHECK(counters[0].value == 2048);
}

TEST_CASE("launches of other sizes and counters are rows of their own, with the middle of their values", "[report]") {
  const auto counted = decode_measured(
      "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
      "\"0\",\"k\",\"c\",\"\",\"7\"\n\"1\",\"k\",\"c\",\"\",\"2\"\n\"2\",\"k\",\"c\",\"\",\"5\"\n"
      "\"3\",\"k\",\"d\",\"\",\"9\"\n",
      "m");
  REQUIRE(counted->size() == 2);
  CHECK(counted->front().launches == 3);
  CHECK(counted->front().counters[0].value == 5);
  const auto timed = decode_measured(
      "Kernel_Name,Start_Timestamp,End_Timestamp,Workgroup_Size_X,Workgroup_Size_Y,Workgroup_Size_Z,Grid_Size_X,"
      "Grid_Size_Y,Grid_Size_Z\nk,1,2,64,1,1,256,2,1\nk,3,4,64,1,1,512,2,1\n",
      "m");
  REQUIRE(timed->size() == 2);
  CHECK(timed->front().launch == "(256, 2, 1) work-items in groups of (64, 1, 1)");
}

// Columns as ROCm 7's rocprofv3 writes them, of a trace and of a collection of counters, and as its rocpd2csv does. The
// values are made up.
const std::string k_trace_columns =
    R"("Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name","Correlation_Id",)"
    R"("Start_Timestamp","End_Timestamp","LDS_Block_Size","Scratch_Size","VGPR_Count","Accum_VGPR_Count","SGPR_Count",)"
    R"("Workgroup_Size_X","Workgroup_Size_Y","Workgroup_Size_Z","Grid_Size_X","Grid_Size_Y","Grid_Size_Z")";
const std::string k_counter_columns =
    R"("Correlation_Id","Dispatch_Id","Agent_Id","Queue_Id","Process_Id","Thread_Id","Grid_Size","Kernel_Id",)"
    R"("Kernel_Name","Workgroup_Size","LDS_Block_Size","Scratch_Size","VGPR_Count","Accum_VGPR_Count","SGPR_Count",)"
    R"("Counter_Name","Counter_Value","Start_Timestamp","End_Timestamp")";

TEST_CASE("rocprofv3's traces and counters are read as it writes them", "[report]") {
  const std::string row =
      R"("KERNEL_DISPATCH","Agent 4",1,0,7,1,3,"scan.kd",1,70000,72500,1024,0,24,8,32,64,4,1,4096,64,1)";
  std::string other_case = k_trace_columns;
  other_case.replace(other_case.find("VGPR_Count"), 10, "Vgpr_Count");
  for (const std::string& text :
       {k_trace_columns + "\n" + row + "\n", R"("Guid",)" + other_case + "\r\n" + R"("0000-1",)" + row + "\r\n"}) {
    INFO(text);
    const std::vector<MeasuredLaunch> read = decode_measured(text, "m").value();
    REQUIRE(read.size() == 1);
    CHECK(read[0].kernel == "scan");
    CHECK(read[0].device == "Agent 4");
    CHECK(read[0].launch == "(4096, 64, 1) work-items in groups of (64, 4, 1)");
    CHECK(std::abs(read[0].us - 2.5) < 1e-9);
    REQUIRE(read[0].counters.size() == 5);
    CHECK(read[0].counters[0].name == "VGPR_Count");
    CHECK(read[0].counters[0].value == 24);
  }
  const auto counted = [](const char* dispatch, const char* counter, const char* value, const char* end) {
    return "5," + std::string(dispatch) + R"x(,"Agent 4",1,20,20,65536,3,"scan(float*, int)",256,0,0,24,0,32,)x" +
           "\"" + counter + "\"," + value + ",70000," + end + "\n";
  };
  const std::string text = k_counter_columns + "\n" + counted("1", "SQ_WAVES", "2048.000000", "72500") +
                           counted("1", "OccupancyPercent", "4.34e+01", "72500") +
                           counted("2", "SQ_WAVES", "2050", "71500") +
                           counted("2", "OccupancyPercent", "41.5", "71500");
  const std::vector<MeasuredLaunch> read = decode_measured(text, "m").value();
  REQUIRE(read.size() == 1);
  CHECK(read[0].kernel == "scan");
  CHECK(read[0].launches == 2);
  CHECK(read[0].launch == "65536 work-items in groups of 256");
  CHECK(std::abs(read[0].most_us - 2.5) < 1e-9);
  REQUIRE(read[0].counters.size() == 7);
  CHECK(read[0].counters[5].name == "SQ_WAVES");
  CHECK(read[0].counters[5].value == 2050);
  CHECK(read[0].counters[6].value == 43.4);
  damage(text, [](const std::string& damaged) { (void)decode_measured(damaged, "m"); });
}

TEST_CASE("a launch belongs to a kernel by name and chip", "[report]") {
  MeasuredLaunch launch{"clrun bench", "k", "nvptx:sm_90", "d"};
  CHECK(is_launch_of(launch, "k", "cubin:sm_90", {}));
  CHECK_FALSE(is_launch_of(launch, "k", "cubin:sm_80", {}));
  CHECK_FALSE(is_launch_of(launch, "other", "cubin:sm_90", {}));
  launch = {"ncu", "k", "", "d"};
  CHECK(is_launch_of(launch, "k", "cuda:sm_80", {}));
  CHECK_FALSE(is_launch_of(launch, "k", "amdgcn:gfx1100", {}));
  launch = {"clc record", "k", "driver:cpu-haswell", "d", "1234"};
  CHECK(is_launch_of(launch, "k", "spirv64:1.2", {}));
  CHECK(is_launch_of(launch, "k", "driver:pocl", {"5678", "1234"}));
  CHECK_FALSE(is_launch_of(launch, "k", "driver:pocl", {"5678"}));
  CHECK_FALSE(is_launch_of(launch, "k", "nvptx:sm_90", {}));
}

TEST_CASE("the emulator counts, line by line", "[report]") {
  const std::string line = R"({"kernel": "k", "chip": "gfx1100", "groups": 2, "items": 128, "instructions": {"all": 9},
 "lds_passes": 7})";
  std::string one = line;
  std::erase(one, '\n');
  const std::vector<MeasuredLaunch> read = decode_measured(one + "\n" + one + "\n", "m").value();
  REQUIRE(read.size() == 2);
  CHECK(read[0].target == "amdgcn:gfx1100");
  CHECK(read[0].us == 0);
  CHECK(read[0].counters.back().name == "lds_passes");
  CHECK(read[0].counters.back().value == 7);
}

TEST_CASE("what is no time is none", "[report]") {
  const std::string head = "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
  for (const char* time : {"nan", "inf", "-inf", "-1", "0", "1e305"}) {
    const std::string row = "\"0\",\"k\",\"gpu__time_duration.sum\",\"s\",\"" + std::string(time) + "\"\n";
    INFO(row);
    CHECK_FALSE(decode_measured(head + row, "m"));
    const auto counted = decode_measured(head + row + "\"0\",\"k\",\"c\",\"\",\"7\"\n", "m").value();
    CHECK(counted[0].us == 0);
    CHECK(counted[0].counters.size() == 1);
  }
  CHECK_FALSE(decode_measured(R"({"kernel": "k", "nanoseconds": [-3, -2, -1]})", "m"));
}

TEST_CASE("texts without measurements are refused by name", "[report]") {
  for (const std::string text : {"", "{}", "[]", "a,b\n1,2\n", R"({"results": []})", R"({"nanoseconds": ["x"]})",
                                 "\"ID\",\"Kernel Name\"\n\"0\",\"k\"\n"}) {
    INFO(text);
    const auto read = decode_measured(text, "m.csv");
    REQUIRE_FALSE(read);
    CHECK(read.error().kind == ErrorKind::k_damaged);
    CHECK_THAT(read.error().message, ContainsSubstring("m.csv"));
  }
}
