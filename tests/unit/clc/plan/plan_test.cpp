#include "plan/plan.h"

#include "base/json.h"
#include "catch_all.h"
#include "clc/base/digest.h"
#include "output/assemble.h"
#include "output/time_trace.h"
#include "plan/job_result.h"
#include "plan/shown_diagnostics.h"

using namespace clc;

namespace {

std::vector<BuildOption> options(const std::vector<std::string>& words) {
  return split_arguments(words, {})->options;
}

// One file for two targets, and what came of it.
struct Fixture {
  Fixture() {
    plan.working_folder = "/work";
    plan.sources.push_back({"k", "dir/k.cl", "/x/dir/k.cl", false, "", sha256_hex("source")});
    plan.targets = *plan_targets({"spirv64", "nvptx:sm_90"});
    plan.jobs = plan_jobs(plan, options({"-Iinc", "-iquote", "/abs"}));
    for (const Job& job : plan.jobs) {
      Artifact artifact;
      artifact.target = plan.target_of(job).name;
      artifact.format = family_info(plan.target_of(job).target.family).format;
      artifact.binary =
          artifact.format == "ptx" ? ".version 7.0\n.target sm_90" : Bytes("\x03\x02\x23\x07", 4) + Bytes(16, 0);
      artifact.inputs = {{InputKind::k_file, {0, "k.cl"}, sha256_hex("source")}};
      results.push_back({Outcome::k_done, "", artifact});
    }
  }
  Diagnostic diagnostic(Severity severity, const std::string& text) const {
    Diagnostic result;
    result.severity = severity;
    result.file = {0, "k.cl"};
    result.line = result.column = 1;
    result.text = text;
    return result;
  }
  Plan plan;
  JobResults results;
};

constexpr JobIndex k_first{0}, k_second{1};

}  // namespace

TEST_CASE("a worker's trace that is none costs no compilation", "[plan]") {
  Fixture fixture;
  for (const char* trace : {"", "7", "[]", "{}", R"({"traceEvents": 7})", R"({"traceEvents": {"a": []}})",
                            R"({"traceEvents": [7, null, [], {"ph": 7, "ts": 1, "name": "bad"},
                               {"ph": "X", "ts": 1e300, "name": "bad"}, {"ph": "X", "ts": -1, "name": "bad"},
                               {"ph": "X", "ts": 1, "dur": 1e300, "name": "bad"},
                               {"ph": "X", "ts": "1", "dur": [], "name": 7, "args": 7},
                               {"ph": "X", "ts": 1, "dur": 2, "name": "good", "args": {"detail": []}}]})"}) {
    INFO(trace);
    fixture.results[k_first].artifact->sections["time-trace"] = trace;
    const std::string text = time_trace(fixture.plan, fixture.results, std::chrono::steady_clock::now());
    CHECK(Json::parse(text)["jobs"] == 2);
    CHECK((text.find("good") != std::string::npos) == (std::string_view(trace).find("good") != std::string_view::npos));
    CHECK(text.find("bad") == std::string::npos);
  }
}

TEST_CASE("targets are canonical and counted once", "[plan]") {
  const auto targets = plan_targets({"SPIRV64", "spirv64:1.2", "nvptx:sm-90"});
  REQUIRE(targets);
  REQUIRE(targets->size() == 2);
  CHECK((*targets)[TargetIndex{0}].name == "spirv64:1.2");
  CHECK((*targets)[TargetIndex{1}].name == "nvptx:sm_90");
  const auto unknown = plan_targets({"spirv46"});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().kind == ErrorKind::k_unavailable);
}

TEST_CASE("two files of one module are refused before they are read", "[plan]") {
  CompileArguments arguments;
  arguments.files = {"nowhere/k.cl", "elsewhere/k.clcpp"};
  const auto sources = plan_sources(arguments, *make_text_sink(ColorWhen::k_never));
  REQUIRE_FALSE(sources);
  CHECK(sources.error().kind == ErrorKind::k_usage);
}

TEST_CASE("options go to the jobs whose targets they match", "[plan]") {
  Plan plan;
  plan.sources = IndexedVector<SourceIndex, SourceFile>(2);
  plan.targets = *plan_targets({"spirv64", "nvptx:sm_90"});
  const auto jobs = plan_jobs(plan, options({"-DA", "-Xtarget", "nvptx", "-DB"}));
  REQUIRE(jobs.size() == 4);
  CHECK(option_texts(jobs[JobIndex{0}].options) == std::vector<std::string>{"-DA=1"});
  CHECK(option_texts(jobs[JobIndex{3}].options) == std::vector<std::string>{"-DA=1", "-DB=1"});
  CHECK(jobs[JobIndex{1}].source == SourceIndex{0});
  CHECK(jobs[JobIndex{2}].source == SourceIndex{1});
}

TEST_CASE_METHOD(Fixture, "paths are shown as the user spelled them", "[plan]") {
  const Job& job = plan.jobs[k_first];
  CHECK(spell({0, "k.cl"}, plan, job) == "dir/k.cl");
  CHECK(spell({1, "a/b.h"}, plan, job) == "inc/a/b.h");
  CHECK(spell({2, "b.h"}, plan, job) == "/abs/b.h");
  CHECK(spell({RootedPath::k_absolute, "/usr/x.h"}, plan, job) == "/usr/x.h");
  CHECK(spell({9, "b.h"}, plan, job) == "b.h");
  CHECK(spell({RootedPath::k_working_folder, "near.h"}, plan, job) == "near.h");
  CHECK(spell({0, "../x/y.h"}, plan, job) == "x/y.h");
  CHECK(spell({1, "../../y.h"}, plan, job) == "../y.h");
  plan.sources[SourceIndex{0}].spelled = "/x/dir/k.cl";
  CHECK(spell({0, "k.cl"}, plan, job) == "/x/dir/k.cl");
  CHECK(spell({RootedPath::k_working_folder, "near.h"}, plan, job) == "/work/near.h");
  plan.sources[SourceIndex{0}].spelled = "./k.cl";
  CHECK(spell({0, "k.cl"}, plan, job) == "./k.cl");
  plan.sources[SourceIndex{0}].spelled = "-";
  CHECK(spell({0, "stdin.cl"}, plan, job) == "<stdin>");
}

TEST_CASE_METHOD(Fixture, "paths of several sources are shown as the user spelled their folders", "[plan]") {
  const Job& job = plan.jobs[JobIndex{0}];
  SourceFile& source = plan.sources[SourceIndex{0}];
  source.own_options = {{find_option_row("-I"), "own", ""}};
  source.others.resize(2);
  source.others[0].spelled = "lib/b.cl";
  source.others[0].own_options = {{find_option_row("-I"), "/more", ""}};
  source.others[1].spelled = "-";
  // Root 0 and the two of the job's options come first.
  CHECK(spell({3, "h.h"}, plan, job) == "own/h.h");
  CHECK(spell({4, "h.h"}, plan, job) == "/more/h.h");
  CHECK(spell({5, "b.cl"}, plan, job) == "lib/b.cl");
  CHECK(spell({6, "stdin.cl"}, plan, job) == "<stdin>");
  const std::string digest = source.digest();
  CHECK(digest != source.sha256);
  std::swap(source.others[0], source.others[1]);
  source.others[0].sha256 = sha256_hex("b");
  CHECK(source.digest() != digest);
}

TEST_CASE_METHOD(Fixture, "equal diagnostics of all targets are shown once", "[plan]") {
  for (JobResult& result : results) result.artifact->diagnostics = {diagnostic(Severity::k_warning, "both")};
  results[k_second].artifact->diagnostics.push_back(diagnostic(Severity::k_error, "only one"));
  results[k_second].artifact->diagnostics.push_back(diagnostic(Severity::k_note, "its note"));
  const auto shown = collapse_diagnostics(plan, SourceIndex{0}, results);
  REQUIRE(shown.size() == 3);
  CHECK(shown[0].targets.empty());
  CHECK(shown[0].file == "dir/k.cl");
  CHECK(shown[1].targets == std::vector<std::string>{"nvptx:sm_90"});
  CHECK(shown[2].text == "its note");
}

TEST_CASE_METHOD(Fixture, "equal notes of different errors all stay", "[plan]") {
  for (JobResult& result : results) {
    result.artifact->diagnostics = {diagnostic(Severity::k_error, "a"), diagnostic(Severity::k_note, "n"),
                                    diagnostic(Severity::k_error, "b"), diagnostic(Severity::k_note, "n")};
  }
  CHECK(collapse_diagnostics(plan, SourceIndex{0}, results).size() == 4);
}

TEST_CASE_METHOD(Fixture, "artifacts that are not what was asked for are found", "[plan]") {
  Artifact& artifact = *results[k_first].artifact;
  CHECK(complaint(plan, k_first, artifact).empty());
  SECTION("another target") {
    artifact.target = "nvptx:sm_90";
  }
  SECTION("another format") {
    artifact.format = "ptx";
  }
  SECTION("no bytes") {
    artifact.binary.clear();
  }
  SECTION("other bytes") {
    artifact.binary[0] = 0;
  }
  SECTION("no inputs") {
    artifact.inputs.clear();
  }
  SECTION("another source") {
    artifact.inputs[0].sha256 = sha256_hex("other");
  }
  CHECK_FALSE(complaint(plan, k_first, artifact).empty());
}

TEST_CASE_METHOD(Fixture, "the worst failure gives the exit code", "[plan]") {
  CHECK(exit_code_of(results) == 0);
  results[k_first].outcome = Outcome::k_failed;
  CHECK(exit_code_of(results) == 1);
  results[k_second].outcome = Outcome::k_unavailable;
  CHECK(exit_code_of(results) == 4);
  results[k_second].outcome = Outcome::k_timed_out;
  CHECK(exit_code_of(results) == 5);
}

TEST_CASE_METHOD(Fixture, "where a call keeps going, a target that lacks something is no wrong kernel", "[plan]") {
  const Diagnostic lacking{Severity::k_error, {}, 0, 0, "cl_khr_fp64 is not supported for r600", "", true};
  const Diagnostic wrong{Severity::k_error, {}, 0, 0, "use of undeclared identifier 'a'", "", false};
  const Diagnostic note{Severity::k_note, {}, 0, 0, "declared here", "", false};
  results[k_first].outcome = Outcome::k_failed;
  results[k_first].artifact->diagnostics = {lacking, note};
  CHECK(results[k_first].is_of_target());
  CHECK(exit_code_of(results, true) == 7);
  CHECK(exit_code_of(results) == 1);
  results[k_second].outcome = Outcome::k_failed;
  results[k_second].artifact->diagnostics = {lacking, wrong};
  CHECK_FALSE(results[k_second].is_of_target());
  CHECK(exit_code_of(results, true) == 1);
  results[k_second].outcome = Outcome::k_unavailable;
  CHECK(exit_code_of(results, true) == 4);
  results[k_first].artifact->diagnostics = {note};  // the driver's log says why
  CHECK_FALSE(results[k_first].is_of_target());
}

TEST_CASE_METHOD(Fixture, "the input digest follows inputs and options, and no folder", "[plan]") {
  const Artifact& artifact = *results[k_first].artifact;
  const std::string digest = input_digest(plan, plan.jobs[k_first], artifact);
  Job moved = plan.jobs[k_first];
  moved.options = options({"-I/somewhere/else", "-iquote", "/abs", "-w"});
  CHECK(input_digest(plan, moved, artifact) == digest);
  Job defined = plan.jobs[k_first];
  defined.options = options({"-DA"});
  CHECK(input_digest(plan, defined, artifact) != digest);
  CHECK(input_digest(plan, plan.jobs[k_second], artifact) != digest);
  Artifact other = artifact;
  SECTION("another header") {
    other.inputs.push_back({InputKind::k_file, {1, "h"}, sha256_hex("h")});
  }
  SECTION("another compiler") {
    other.compiler = "newer";
  }
  CHECK(input_digest(plan, plan.jobs[k_first], other) != digest);
}

TEST_CASE_METHOD(Fixture, "what did not come out is listed as missing, without paths", "[plan]") {
  results[k_second] = {Outcome::k_crashed, "at /home/me/k.cl", std::nullopt};
  const PackageContents contents = assemble(plan, results);
  REQUIRE(contents.manifest.modules.size() == 1);
  CHECK(contents.manifest.modules[0].variants.size() == 1);
  REQUIRE(contents.manifest.missing.size() == 1);
  CHECK(contents.manifest.missing[0].target == "nvptx:sm_90");
  CHECK(contents.manifest.missing[0].reason.find('/') == std::string::npos);
}
