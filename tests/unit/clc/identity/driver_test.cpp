#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <fstream>
#include <functional>

#include "cache_samples.h"
#include "catch_all.h"
#include "clc/base/file.h"
#include "environment.h"
#include "identity/assembler_identity.h"
#include "identity/driver_identity.h"
#include "identity/worker_identity.h"
#include "identity_parts.h"
#include "program_tree.h"
#include "skip.h"
#include "toolchain/ask_driver.h"

using namespace clc;
using clc::test::digest_of;
using clc::test::Environment;
using clc::test::ProgramTree;

namespace {

// An OpenCL that has one driver, which counts how often it is asked.
struct DriverTree {
  DriverTree() {
    std::filesystem::create_directory(tree / "vendors");
    write("vendors/a.icd", tree / "second/libtwo.so" + "\n");
    write("data", "1");
    ProgramTree::wait_for_clock();
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream(tree / name) << text; }
  Result<KnownDriver> ask(const std::string& target = "driver:fake") {
    ProgramTree::wait_for_clock();
    Memos memos(store, std::chrono::nanoseconds(0));
    return identify_driver(memos, CLC_FAKE_DRIVER, *parse_target(target));
  }
  Identity identity() {
    const Result<KnownDriver> known = ask();
    INFO((known ? "" : known.error().message));
    REQUIRE(known);
    CHECK(known->driver.device_name == "Fake device");
    CHECK(known->driver.match.driver_version == "1.0");
    CHECK(known->driver.dialect.opencl_c_version == "1.2");
    return known->identity;
  }
  std::size_t asked() const {
    const Bytes lines = read_file(tree / "asked").value_or("");
    return static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n'));
  }

  ProgramTree tree;
  cache::Store store{clc::test::cache_settings(tree / "cache")};
  Environment no_path{"LD_LIBRARY_PATH", std::nullopt};
  Environment vendors{"OCL_ICD_VENDORS", tree / "vendors"};
  Environment note{"FAKE_IDENTIFIED", tree / "asked"};
  Environment library{"FAKE_LIBRARY", tree / "second/libtwo.so"};
  Environment file{"FAKE_FILE", tree / "data"};
  Environment variable{"FAKE_ASKED", "CLCTEST_ASKED"};
};

// From here on no process can be started.
void forbid_processes() {
  const auto refuse = [](std::uint32_t call) {
    return std::array<sock_filter, 2>{sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
                                      sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)};
  };
  std::vector<sock_filter> filter = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  std::vector<std::uint32_t> calls = {SYS_clone, SYS_clone3, SYS_execve, SYS_execveat};
#ifdef SYS_fork
  calls.insert(calls.end(), {SYS_fork, SYS_vfork});
#endif
  for (const std::uint32_t call : calls) {
    for (const sock_filter& step : refuse(call)) filter.push_back(step);
  }
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    _exit(3);
}

// True when `holds` is true in a child that can start no process itself.
bool holds_without_processes(const std::function<bool()>& holds) {
  const pid_t child = fork();
  if (child == 0) {
    forbid_processes();
    _exit(holds() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("A driver is asked once") {
  DriverTree tree;
  const Identity first = tree.identity();
  CHECK(tree.identity() == first);
  CHECK(tree.asked() == 1);
  CHECK(digest_of(first, "driver version") == "=1.0");
  CHECK_THAT(digest_of(first, "libtwo.so"), Catch::Matchers::StartsWith("build-id "));
  CHECK_THAT(digest_of(first, "data"), Catch::Matchers::StartsWith("sha256 "));
  CHECK_THAT(digest_of(first, "clc-driver"), Catch::Matchers::StartsWith("build-id "));
  CHECK_FALSE(digest_of(first, "processor").empty());
  // Another name of it is another question.
  CHECK(tree.ask("driver:fake device"));
  CHECK(tree.asked() == 2);
}

TEST_CASE("A driver that was installed just now is asked each time") {
  DriverTree tree;
  Memos memos(tree.store);
  for (std::size_t i = 1; i < 4; ++i) {
    REQUIRE(identify_driver(memos, CLC_FAKE_DRIVER, *parse_target("driver:fake")));
    CHECK(tree.asked() == i);
  }
}

TEST_CASE("A driver that there is not is looked for each time") {
  DriverTree tree;
  for (std::size_t i = 1; i < 3; ++i) {
    const Result<KnownDriver> none = tree.ask("driver:none");
    REQUIRE_FALSE(none);
    CHECK(none.error().kind == ErrorKind::k_unavailable);
    CHECK(tree.asked() == i);
  }
}

TEST_CASE("Whatever changes about installed drivers, they are asked again") {
  const struct {
    const char* what;
    void (*change)(DriverTree&);
    bool is_other;  // another driver, too
  } cases[] = {
      {"a new .icd", [](DriverTree& tree) { tree.write("vendors/b.icd", "libnone.so"); }, false},
      {"an .icd less", [](DriverTree& tree) { std::filesystem::remove(tree.tree / "vendors/a.icd"); }, false},
      {"an .icd that names another", [](DriverTree& tree) { tree.write("vendors/a.icd", tree.tree / "first/none.so"); },
       false},
      {"a named library that appears",
       [](DriverTree& tree) {
         tree.write("vendors/a.icd", tree.tree / "first/libtwo.so");
         (void)tree.identity();
         tree.tree.put("other_two/libtwo.so", "first");
       },
       true},
      {"the library", [](DriverTree& tree) { tree.tree.swap("other_two/libtwo.so", "second"); }, true},
      {"what it read", [](DriverTree& tree) { tree.write("data", "2"); }, true},
      {"what it read, to the same", [](DriverTree& tree) { tree.write("data", "1"); }, false},
  };
  for (const auto& row : cases) {
    CAPTURE(row.what);
    DriverTree tree;
    const Identity first = tree.identity();
    row.change(tree);
    const std::size_t before = tree.asked();
    const Identity second = tree.identity();
    CHECK(tree.asked() == before + 1);
    CHECK((second == first) == !row.is_other);
    CHECK(tree.identity() == second);
    CHECK(tree.asked() == before + 1);
  }
}

TEST_CASE("Settings that drivers read make another driver, others do not") {
  DriverTree tree;
  const Identity first = tree.identity();
  for (const char* name : {"POCL_DEVICES", "OCL_ICD_PLATFORM_SORT", "CUDA_VISIBLE_DEVICES", "ONEAPI_DEVICE_SELECTOR",
                           "CL_CONFIG_USE_VECTORIZER", "IGC_ForceOCLSIMDWidth", "CLCTEST_ASKED"}) {
    CAPTURE(name);
    const std::size_t before = tree.asked();
    const Environment set(name, "1");
    const Identity other = tree.identity();
    CHECK(tree.asked() == before + 1);
    CHECK(digest_of(other, std::string("$") + name) == "=1");
  }
  CHECK(tree.identity() == first);
  const std::size_t before = tree.asked();
  for (const char* name :
       {"POCL_CACHE_DIR", "POCL_DEBUG", "PWD", "CLCTEST_OTHER", "TMPDIR", "LD_RUN_PATH", "GPU_DUMP_DEVICE_KERNEL"}) {
    CAPTURE(name);
    const Environment set(name, tree.tree.path());
    CHECK(tree.identity() == first);
  }
  CHECK(tree.asked() == before);
  // Where drivers are says nothing about what they are.
  std::filesystem::copy(tree.tree / "vendors", tree.tree / "elsewhere");
  const Environment elsewhere("OCL_ICD_VENDORS", tree.tree / "elsewhere");
  CHECK(tree.identity() == first);
  CHECK(tree.asked() == before + 1);
}

TEST_CASE("Drivers that read any variable are not remembered") {
  DriverTree tree;
  const Environment keys("NEOReadDebugKeys", "1");
  const Result<KnownDriver> known = tree.ask();
  REQUIRE_FALSE(known);
  CHECK_THAT(known.error().message, Catch::Matchers::ContainsSubstring("NEOReadDebugKeys"));
}

TEST_CASE("Going back and forth between settings does not ask each time") {
  DriverTree tree;
  for (int i = 0; i < 3; ++i) {
    (void)tree.identity();
    const Environment set("POCL_DEVICES", "pthread");
    (void)tree.identity();
  }
  CHECK(tree.asked() == 2);
}

TEST_CASE("An installed driver is known without starting a process") {
  const std::string program = CLC_LIBEXEC "/clc-driver";
  const Target target = *parse_target("driver:pocl");
  const Result<DriverIdentity> installed =
      std::filesystem::exists(program) ? ask_driver(program, target) : fail(ErrorKind::k_unavailable, "no clc-driver");
  if (!installed) return test::skip("identity of PoCL", installed.error().message);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return test::skip("identity of PoCL", "not all of the usual drivers can be loaded into a sanitized clc-driver");
#endif
  // It says what it used.
  const auto has = [](const std::vector<std::string>& paths, const std::string& name) {
    return std::any_of(paths.begin(), paths.end(),
                       [&](const std::string& path) { return path.find(name) != std::string::npos; });
  };
  CHECK(has(installed->use.libraries, "/libpocl"));
  CHECK(has(installed->use.libraries, "/libLLVM"));
  CHECK(has(installed->use.files, "/kernel-"));
  CHECK(has(installed->use.programs, "/ld"));
  CHECK(has(installed->use.variables, "POCL_DEVICES"));
  CHECK_FALSE(has(installed->use.files, "/proc/"));

  DriverTree tree;
  const Environment usual("OCL_ICD_VENDORS", std::nullopt);
  Memos memos(tree.store, std::chrono::nanoseconds(0));
  const Result<KnownDriver> first = identify_driver(memos, program, target);
  REQUIRE(first);
  CHECK(holds_without_processes([&] {
    const Result<KnownDriver> second = identify_driver(memos, program, target);
    return second && second->identity == first->identity && second->driver.match == first->driver.match;
  }));
  // And the filter does what it should.
  CHECK_FALSE(holds_without_processes([&] { return ask_driver(program, target).has_value(); }));
}

TEST_CASE("The worker and the assemblers are known without starting a process") {
  const std::string program = CLC_LIBEXEC "/clc-worker";
  if (!std::filesystem::exists(program)) return test::skip("identity of the worker", "it is not there");
  DriverTree tree;
  Memos memos(tree.store, std::chrono::nanoseconds(0));
  for (const char* target : {"spirv64", "nvptx:sm_90", "amdgcn:gfx90a"}) {
    CAPTURE(target);
    CHECK(holds_without_processes([&] { return identify_worker(memos, program, *parse_target(target)).has_value(); }));
  }
  for (const Family family : {Family::k_cubin, Family::k_intel}) {
    const Result<KnownAssembler> first = identify_assembler(memos, family, {});
    if (!first) {
      test::skip("identity of an assembler", first.error().message);
      continue;
    }
    CHECK(holds_without_processes([&] {
      const Result<KnownAssembler> second = identify_assembler(memos, family, {});
      return second && second->identity == first->identity && second->assembler.archs == first->assembler.archs;
    }));
  }
}
