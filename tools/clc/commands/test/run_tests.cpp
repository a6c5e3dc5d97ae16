#include "commands/test/run_tests.h"

#include <algorithm>
#include <map>
#include <memory>

#include "base/text.h"
#include "base/try.h"
#include "commands/test/launcher.h"
#include "commands/test/lined_json.h"
#include "commands/test/shrink.h"
#include "support/interrupts.h"
#include "support/target_pattern.h"

namespace clc {
namespace {

// The kernel of a module as the package describes it, the same for all targets but for the sizes of pointers.
const KernelInterface* find_kernel(const Manifest& manifest, const std::string& module, const std::string& kernel) {
  for (const Module& one : manifest.modules) {
    if (one.name != module) continue;
    for (const Interface& interface : one.interfaces)
      if (const KernelInterface* found = interface.find(kernel); found != nullptr) return found;
  }
  return nullptr;
}

std::vector<std::string> kernels_of(const Manifest& manifest, const std::string& module) {
  std::vector<std::string> names;
  for (const Module& one : manifest.modules) {
    if (one.name != module || one.interfaces.empty()) continue;
    for (const KernelInterface& kernel : one.interfaces.front().kernels) names.push_back(kernel.name);
  }
  return names;
}

// One test on one device.
class TestRun {
 public:
  TestRun(const TestFile& file, const KernelTest& test, const Manifest& manifest, Launcher& launcher,
          TestFunctions& functions, const RunSettings& settings)
      : file_(file),
        test_(test),
        manifest_(manifest),
        launcher_(launcher),
        functions_(functions),
        settings_(settings) {}

  Result<void> run(TestResult& result) {
    const KernelInterface* kernel = CLC_TRY(kernel_of(stem(file_.source), test_.kernel, test_.line));
    CLC_TRY(find_reference_kernel());
    const Result<std::vector<Sizes>> all = sizes_of(test_, kernel->required_work_group_size);
    if (!all) return refuse_line(file_.path, test_.line, all.error().message);
    const auto make = [&](const Sizes& sizes) { return make_case(file_, test_, *kernel, sizes); };
    const auto check = [this](const TestCase& one) { return this->check(one); };
    for (const Sizes& sizes : *all) {
      TestCase one = CLC_TRY(make(sizes));
      ++result.runs;
      std::string message = CLC_TRY(check(one));
      result.target = target_;
      if (message.empty()) continue;
      result.status = TestResult::Status::k_failed;
      result.sizes = sizes_text(sizes);
      result.message = message;
      Failing failing{std::move(one), std::move(message)};
      if (settings_.shrinks) failing = CLC_TRY(shrink(test_, std::move(failing), ShrinkSteps{make, check}));
      result.small_sizes = sizes_text(failing.one.sizes);
      result.small_message = failing.message;
      result.arguments = argument_texts(CLC_TRY(prepared(failing.one)));
      return {};
    }
    return {};
  }

  // True where the last run() failed because the package has nothing for the device.
  bool is_unfit() const { return is_unfit_; }

 private:
  Result<const KernelInterface*> kernel_of(const std::string& module, const std::string& kernel,
                                           std::size_t line) const {
    if (const KernelInterface* found = find_kernel(manifest_, module, kernel); found != nullptr) return found;
    const std::vector<std::string> names = kernels_of(manifest_, module);
    if (names.empty()) return refuse_line(file_.path, line, "the package has no kernels of module " + module);
    const std::string near = suggestion(kernel, names);
    return refuse_line(
        file_.path, line,
        "no kernel '" + kernel + "' is in " + module + (near.empty() ? "; there are " + join(names, ", ") : near));
  }

  Result<void> find_reference_kernel() {
    const TestFunction& wanted = test_.reference;
    if (wanted.is_kernel()) reference_kernel_ = CLC_TRY(kernel_of(stem(wanted.file), wanted.function, wanted.line));
    return {};
  }

  // The case as the test's function prepares it.
  Result<TestCase> prepared(TestCase one) {
    if (test_.prepare.file.empty()) return one;
    std::vector<Bytes> contents = CLC_TRY(functions_.call(test_.prepare, one));
    std::size_t next = 0;
    for (TestArgument& argument : one.arguments)
      if (argument.launch.is_memory()) argument.launch.bytes = std::move(contents[next++]);
    return one;
  }

  // The right contents of the results, in order.
  Result<std::vector<Bytes>> expected(const TestCase& one) {
    if (reference_kernel_ != nullptr) return run_reference_kernel(one);
    if (!test_.reference.file.empty()) return call_reference(one);
    std::vector<Bytes> all;
    for (const TestArgument& argument : one.arguments) {
      if (!argument.launch.is_result) continue;
      const auto word =
          std::ranges::find_if(test_.expected, [&](const auto& named) { return named.first == argument.name; });
      all.push_back(CLC_TRY(expected_contents(file_, test_, argument, word->second, one.sizes)));
    }
    return all;
  }

  Result<std::vector<Bytes>> call_reference(const TestCase& one) {
    std::vector<Bytes> contents = CLC_TRY(functions_.call(test_.reference, one)), results;
    std::size_t next = 0;
    for (const TestArgument& argument : one.arguments) {
      if (!argument.launch.is_memory()) continue;
      if (argument.launch.is_result) results.push_back(std::move(contents[next]));
      ++next;
    }
    return results;
  }

  Result<std::vector<Bytes>> run_reference_kernel(const TestCase& one) {
    TestCase same = one;
    same.launch.kernel = reference_kernel_->name;
    const GroupShape& required = reference_kernel_->required_work_group_size;
    const bool has_local_memory = std::ranges::any_of(one.arguments, [](const TestArgument& argument) {
      return argument.launch.kind == LaunchArgumentKind::k_local;
    });
    // Local memory is as large as the test's groups need it.
    if (required[0] != 0 || !has_local_memory) {
      same.launch.local = {0, 0, 0};
      same.launch.global = whole_groups(one.items, required);
    }
    Result<Launcher::Left> left = launcher_.run(stem(test_.reference.file), same);
    if (left) return std::move(left->results);
    return refuse_line(file_.path, test_.reference.line,
                       "the kernel " + reference_kernel_->name + " that says what is right: " + left.error().message);
  }

  // Empty: the case passes.
  Result<std::string> check(const TestCase& made) {
    const TestCase one = CLC_TRY(prepared(made));
    const Result<Launcher::Left> left = launcher_.run(stem(file_.source), one);
    if (caught_interrupt() != 0) return fail(ErrorKind::k_crash, "interrupted");
    is_unfit_ = !left && left.error().kind == ErrorKind::k_unavailable;
    if (is_unfit_) return fail(left);
    if (!left) return left.error().message;
    target_ = left->target;
    const std::vector<Bytes> right = CLC_TRY(expected(one));
    std::size_t next = 0;
    for (const TestArgument& argument : one.arguments) {
      if (!argument.launch.is_result) continue;
      if (next == right.size() || next == left->results.size()) return fail(ErrorKind::k_crash, "a result is missing");
      const std::string difference =
          compare_contents(argument.type.number, test_.tolerance, left->results[next], right[next]);
      ++next;
      if (!difference.empty()) return argument.name + (difference.starts_with("[") ? "" : " ") + difference;
    }
    return std::string();
  }

  const TestFile& file_;
  const KernelTest& test_;
  const Manifest& manifest_;
  Launcher& launcher_;
  TestFunctions& functions_;
  const RunSettings& settings_;
  const KernelInterface* reference_kernel_ = nullptr;
  std::string target_;
  bool is_unfit_ = false;
};

}  // namespace

Result<void> run_tests(const TestFile& file, const TestDevice& device, const Manifest& manifest, const Bytes& package,
                       TestFunctions& functions, const RunSettings& settings) {
  const auto launcher = CLC_TRY(Launcher::make(device, package, settings.limit));
  for (const KernelTest& test : file.tests) {
    if (!settings.is_wanted(test.name)) continue;
    TestResult result;
    result.file = file.path;
    result.source = file.source;
    result.test = test.name;
    result.kernel = test.kernel;
    result.line = test.line;
    result.device = device.name;
    if (!fits_any_target(test.targets, device.target)) {
      result.status = TestResult::Status::k_skipped;
      result.message = "it is for targets " + join(test.targets, ", ");
      settings.report(result);
      continue;
    }
    const Clock::time_point begin = Clock::now();
    TestRun run(file, test, manifest, *launcher, functions, settings);
    const Result<void> done = run.run(result);
    result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (!done && !run.is_unfit()) return done;
    if (!done) {
      result.status = TestResult::Status::k_skipped;
      result.message = done.error().message;
    }
    settings.report(result);
  }
  launcher->finish();
  return {};
}

}  // namespace clc
