// Loading and launching for real: on PoCL from a binary that clc-driver makes, and on a driver that takes
// SPIR-V where CLC_IL_VENDORS names one.
#include "clc/runtime/program.h"

#include <atomic>
#include <thread>
#include <vector>

#include "catch_all.h"
#include "clc/cache/store.h"
#include "clc/package/publish.h"
#include "clc/runtime/handles.h"
#include "driver_build.h"
#include "kept/program_key.h"
#include "made_package.h"
#include "skip.h"

namespace clc {
namespace {

using namespace test;

SampleBinary pocl_binary() {
  static const SampleBinary binary = [] {
    const TemporaryFolder folder;
    const DriverRun made = driver_build(pocl_request(k_sample_source, {"reverse", "scale"}), folder.path());
    INFO(made.ran.errors);
    REQUIRE(made.reply);
    REQUIRE(made.reply->outcome == Outcome::k_done);
    return SampleBinary{"driver:pocl", "driver", made.reply->artifact->binary, made.reply->artifact->match};
  }();
  return binary;
}

// PoCL, or nothing where it is not installed.
std::optional<Queue> pocl_queue(const char* test) {
  if (!has_pocl()) {
    skip(test, "PoCL is not installed");
    return std::nullopt;
  }
  const Result<Device> device = select_device("pocl");
  REQUIRE(device);
  Result<Queue> queue = Queue::create(*device);
  REQUIRE(queue);
  return *queue;
}

Package open_package(const TemporaryFolder& folder, const std::vector<SampleBinary>& binaries) {
  const std::string path = folder / "sample.clcpack";
  REQUIRE(publish(path, sample_contents(binaries)));
  Result<Package> package = Package::open(path);
  REQUIRE(package);
  return *package;
}

constexpr cl_queue_properties k_profiling[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};

Program load(const Queue& queue, const Package& package) {
  Result<Program> program = Program::load(queue, package, "sample");
  INFO((program ? "" : program.error().message));
  REQUIRE(program);
  return *program;
}

template <class T>
Buffer buffer_of(const Queue& queue, const std::vector<T>& values) {
  Result<Buffer> buffer = queue.allocate(values.size() * sizeof(T));
  REQUIRE(buffer);
  REQUIRE(queue.write(*buffer, values.data(), values.size() * sizeof(T)));
  return *std::move(buffer);
}

template <class T>
std::vector<T> values_of(const Queue& queue, const Buffer& buffer) {
  std::vector<T> values(buffer.size() / sizeof(T));
  REQUIRE(queue.read_mapped(buffer, values.data(), buffer.size()));
  return values;
}

// Both kernels, with a global offset and a filled-in work-group size.
void run_both(const Queue& queue, const Program& program) {
  const std::vector<float> input{1, 2, 3, 4, 5};
  const Buffer in = buffer_of(queue, input);
  const Buffer out = buffer_of(queue, std::vector<float>(5, -1));
  const cl_uint count = 4;
  const Result<Kernel> scale = program.kernel("scale");
  REQUIRE(scale);
  REQUIRE(scale->launch(queue, range_1d(4, 0, 1), in, out, 2.0F, count));
  CHECK(values_of<float>(queue, out) == std::vector<float>{-1, 4, 6, 8, -1});

  std::vector<cl_int> numbers(16);
  for (int i = 0; i < 16; ++i) numbers[i] = i;
  const Buffer data = buffer_of(queue, numbers);
  const Result<Kernel> reverse = program.kernel("reverse");
  REQUIRE(reverse);
  const cl_int3 add{{100, 20, 3}};
  const Result<CommandTime> time = reverse->launch(queue, range_1d(16), data, LocalMemory{8 * sizeof(cl_int)}, add);
  REQUIRE(time);
  CHECK(time->nanoseconds > 0);
  for (int i = 0; i < 16; ++i) numbers[i] = 123 + i / 8 * 8 + 7 - i % 8;
  CHECK(values_of<cl_int>(queue, data) == numbers);
}

}  // namespace

TEST_CASE("A package with PoCL's binary runs") {
  const std::optional<Queue> queue = pocl_queue("a package with PoCL's binary");
  if (!queue) return;
  const TemporaryFolder folder;
  const Program program = load(*queue, open_package(folder, {pocl_binary()}));
  CHECK(program.variant().target == "driver:pocl");
  run_both(*queue, program);
  CHECK(*program.kernel("scale")->max_work_group_size(*queue) > 0);

  // It is finished already: nothing to keep.
  Queue keeping = *queue;
  keeping.keep_binaries(BinaryCache(folder / "cache"));
  CHECK(load(keeping, open_package(folder, {pocl_binary()})).cache_use().outcome == CacheOutcome::k_unused);
  CHECK_FALSE(std::filesystem::exists(folder / "cache"));

  // The same within an application's own context.
  const Result<Queue> adopted = Queue::adopt(queue->context(), queue->device().id, queue->handle());
  REQUIRE(adopted);
  run_both(*adopted, load(*adopted, open_package(folder, {pocl_binary()})));
}

TEST_CASE("Launches that make no sense are refused with kernel and argument") {
  const std::optional<Queue> queue = pocl_queue("refused launches");
  if (!queue) return;
  const TemporaryFolder folder;
  const Program program = load(*queue, open_package(folder, {pocl_binary()}));
  const Kernel scale = *program.kernel("scale");
  const Buffer data = buffer_of(*queue, std::vector<float>(8));
  const auto message = [](const auto& result) { return result ? std::string() : result.error().message; };

  CHECK(message(scale.launch(*queue, range_1d(8), data, data, 2.0F)).find("takes 4 arguments") != std::string::npos);
  CHECK(message(scale.launch(*queue, range_1d(8), data, data, 2.0, cl_uint{8})).find("argument 2 'factor'") !=
        std::string::npos);
  const std::string group = message(scale.launch(*queue, range_1d(100, 64), data, data, 2.0F, cl_uint{8}));
  CHECK((group.empty() ||
         group.find("the global size 100 is not a multiple of the local size 64 in dimension 0") != std::string::npos));
  CHECK(message(scale.launch(*queue, range_1d(1 << 20, 1 << 20), data, data, 2.0F, cl_uint{8}))
            .find("kernel 'scale': a work-group of 1048576") == 0);
  const Result<CommandTime> nothing = scale.launch(*queue, range_1d(0), data, data, 2.0F, cl_uint{8});
  REQUIRE(nothing);
  CHECK(nothing->nanoseconds == 0);
  CHECK_FALSE(scale.enqueue(*queue, range_1d(8)));

  CHECK(message(program.kernel("missing")) == "the program has no kernel 'missing'; it has: reverse, scale");
}

TEST_CASE("What is enqueued runs after what it waits for") {
  const std::optional<Queue> queue = pocl_queue("wait lists");
  if (!queue) return;
  const TemporaryFolder folder;
  const Program program = load(*queue, open_package(folder, {pocl_binary()}));
  const Kernel scale = *program.kernel("scale");
  const Buffer data = buffer_of(*queue, std::vector<float>{1, 2});
  cl_int code = CL_SUCCESS;
  const EventHandle start(clCreateUserEvent(queue->context(), &code));
  REQUIRE(code == CL_SUCCESS);
  const Result<Event> first = scale.enqueue(*queue, range_1d(2), {start.get()}, data, data, 3.0F, cl_uint{2});
  REQUIRE(first);
  const Result<Event> second = scale.enqueue(*queue, range_1d(2), {*first, Event()}, data, data, 2.0F, cl_uint{1});
  REQUIRE(second);
  const auto is_done = [](const Event& event) {
    cl_int status = CL_QUEUED;
    clGetEventInfo(event.handle(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
    return status == CL_COMPLETE;
  };
  CHECK_FALSE(is_done(*first));
  CHECK_FALSE(is_done(*second));
  REQUIRE(clSetUserEventStatus(start.get(), CL_COMPLETE) == CL_SUCCESS);
  const Result<CommandTime> time = second->wait();
  REQUIRE(time);
  CHECK(time->nanoseconds > 0);
  CHECK(is_done(*first));
  CHECK(values_of<float>(*queue, data) == std::vector<float>{6, 6});

  const Result<Event> wrong = scale.enqueue(*queue, range_1d(2), data, data, 3.0F);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message.find("takes 4 arguments") != std::string::npos);
  // Whoever waits for a command learns that one before it failed on the device.
  const EventHandle broken(clCreateUserEvent(queue->context(), &code));
  const Result<Event> doomed = scale.enqueue(*queue, range_1d(2), {broken.get()}, data, data, 3.0F, cl_uint{2});
  REQUIRE(doomed);
  REQUIRE(clSetUserEventStatus(broken.get(), CL_OUT_OF_RESOURCES) == CL_SUCCESS);
  const Result<CommandTime> failed = doomed->wait();
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message.find("kernel 'scale'") == 0);
}

TEST_CASE("Ranges are rounded up to whole work-groups") {
  constexpr GlobalRange<2> range = range_2d({30, 8}).with_offset({1, 2}).rounded_up({16, 4, 1});
  STATIC_REQUIRE(range.global[0] == 32);
  STATIC_REQUIRE(range.global[1] == 8);
  CHECK(range.rounded_up({0, 0, 0}).global == range.global);
  const NDRange all = range_3d({1, 2, 3}).with_offset({4, 5, 6});
  CHECK(all.dimensions == 3);
  CHECK(all.global == std::array<std::size_t, 3>{1, 2, 3});
  CHECK(all.offset == std::array<std::size_t, 3>{4, 5, 6});
  CHECK(all.local == std::array<std::size_t, 3>{0, 0, 0});
  CHECK(range_3d({8, 8, 8}, {4, 2, 1}).local == std::array<std::size_t, 3>{4, 2, 1});
}

TEST_CASE("Buffers check their ranges, and may be empty") {
  const std::optional<Queue> queue = pocl_queue("buffers");
  if (!queue) return;
  const Result<Buffer> empty = queue->allocate(0);
  REQUIRE(empty);
  CHECK(empty->size() == 0);
  CHECK(empty->handle() != nullptr);
  CHECK(queue->write(*empty, nullptr, 0)->nanoseconds == 0);
  CHECK(queue->read_mapped(*empty, nullptr, 0)->nanoseconds == 0);
  const Buffer buffer = buffer_of(*queue, std::vector<std::uint8_t>(16, 1));
  std::uint8_t bytes[16] = {};
  CHECK_FALSE(queue->write(buffer, bytes, 16, 1));
  CHECK_FALSE(queue->fill(buffer, 0, 1, 16));
  CHECK_FALSE(queue->read_mapped(buffer, bytes, 1, static_cast<std::size_t>(-1)));
  REQUIRE(queue->fill(buffer, 7, 4, 2));
  const std::uint8_t nine[2] = {9, 9};
  REQUIRE(queue->write_mapped(buffer, nine, 2, 14));
  REQUIRE(queue->finish());
  CHECK(values_of<std::uint8_t>(*queue, buffer) ==
        std::vector<std::uint8_t>{1, 1, 7, 7, 7, 7, 1, 1, 1, 1, 1, 1, 1, 1, 9, 9});
  CHECK_FALSE(queue->allocate(static_cast<std::size_t>(-1)));
  CHECK_FALSE(queue->allocate(16, CL_MEM_COPY_HOST_PTR));
  Buffer moved = *queue->allocate(4);
  moved = *queue->allocate(8);
  CHECK(moved.size() == 8);
}

TEST_CASE("A module that does not run here is refused with every reason") {
  const std::optional<Queue> queue = pocl_queue("refused modules");
  if (!queue) return;
  const TemporaryFolder folder;
  SampleBinary other = pocl_binary();
  other.match.driver_version = "0.1";
  const Package package = open_package(folder, {other, {"nvptx:sm_90", "ptx", "//", {}}});  // PoCL 6 takes SPIR-V
  const Result<Program> refused = Program::load(*queue, package, "sample");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::k_unavailable);
  for (const char* part : {"no variant of module 'sample' runs on ",
                           "\n  driver:pocl: made by the driver version '0.1'", "\n  nvptx:sm_90: PTX is for NVIDIA"}) {
    CHECK(refused.error().message.find(part) != std::string::npos);
  }
  const Result<Program> missing = Program::load(*queue, package, "other");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message == "the package has no module 'other'; it has: sample");
}

TEST_CASE("An add-on brings the binary that a package lacks") {
  const std::optional<Queue> queue = pocl_queue("add-ons");
  if (!queue) return;
  const TemporaryFolder folder;
  const std::vector<SampleBinary> base{{"nvptx:sm_90", "ptx", "//", {}}};
  const Package alone = open_package(folder, base);
  CHECK_FALSE(Program::load(*queue, alone, "sample"));

  PackageContents other = sample_contents({pocl_binary()});
  other.manifest.modules[0].variants[0].kernels_digest = sha256_hex("other");
  REQUIRE(publish(folder / "sample.addons/a.clcpack", other));
  const Result<Program> refused = Program::load(*queue, open_package(folder, base), "sample");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::k_unavailable);
  CHECK(refused.error().message.find("add-on " + folder / "sample.addons/a.clcpack is not used: ") !=
        std::string::npos);

  const PackageContents more = sample_contents({pocl_binary()});
  REQUIRE(publish(folder / "sample.addons/b", more));
  const Program program = load(*queue, open_package(folder, base));
  CHECK(program.variant().target == "driver:pocl");
  run_both(*queue, program);
  const Bytes bytes = *encode_package(sample_contents(base));
  run_both(*queue, load(*queue, Package::from_memory(bytes)->with_add_ons(folder / "sample.addons")));

  // A damaged one is as if it were not there.
  REQUIRE(write_file_atomically(folder / ("sample.addons/b/" + more.manifest.modules[0].variants[0].file), "x"));
  const Result<Program> damaged = Program::load(*queue, open_package(folder, base), "sample");
  REQUIRE_FALSE(damaged);
  CHECK(damaged.error().message.find("driver:pocl: " + folder / "sample.addons/b/") != std::string::npos);
  CHECK(damaged.error().kind == ErrorKind::k_damaged);
  run_both(*queue, load(*queue, open_package(folder, {pocl_binary(), base[0]})));
}

TEST_CASE("Only the target that was asked for is loaded") {
  const std::optional<Queue> queue = pocl_queue("only one target");
  if (!queue) return;
  const TemporaryFolder folder;
  const Package package = open_package(folder, {pocl_binary(), {"spirv64:1.2", "spirv", "x", {}}});
  CHECK(Program::load(*queue, package, "sample", "driver:pocl"));
  CHECK(Program::load(*queue, package, "sample", "DRIVER:PoCL"));
  const Result<Program> refused = Program::load(*queue, package, "sample", "spirv64");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("for target spirv64") != std::string::npos);
  CHECK(refused.error().message.find("driver:pocl: not asked for") != std::string::npos);
  const Result<Program> unknown = Program::load(*queue, package, "sample", "bogus");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message == "module 'sample' has no variant for target bogus; it has: driver:pocl, spirv64:1.2");
}

TEST_CASE("A damaged binary never reaches the driver") {
  const std::optional<Queue> queue = pocl_queue("damaged binaries");
  if (!queue) return;
  const TemporaryFolder folder;
  const PackageContents contents = sample_contents({pocl_binary()});
  const std::string path = folder / "package";
  REQUIRE(publish(path, contents));
  const std::string blob = path + "/" + contents.manifest.modules[0].variants[0].file;
  const Bytes whole = *read_file(blob);
  std::vector<Bytes> damaged{"", whole.substr(0, 4), whole.substr(0, whole.size() / 2),
                             whole.substr(0, whole.size() - 1), whole + "x"};
  for (const std::size_t at : {std::size_t{0}, std::size_t{8}, whole.size() / 2, whole.size() - 1}) {
    damaged.push_back(whole);
    damaged.back()[at] = static_cast<char>(damaged.back()[at] ^ 1);
  }
  for (const Bytes& bytes : damaged) {
    REQUIRE(write_file_atomically(blob, bytes));
    const Result<Package> package = Package::open(path);
    REQUIRE(package);
    const Result<Program> program = Program::load(*queue, *package, "sample");
    REQUIRE_FALSE(program);
    CHECK(program.error().kind == ErrorKind::k_damaged);
    CHECK(program.error().message.find("driver:pocl") != std::string::npos);
  }
}

TEST_CASE("A kernel that the binary lacks is found at loading") {
  const std::optional<Queue> queue = pocl_queue("a missing kernel");
  if (!queue) return;
  const TemporaryFolder folder;
  PackageContents contents = sample_contents({pocl_binary()});
  contents.manifest.modules[0].interfaces[0].kernels[1].name = "scale2";
  REQUIRE(publish(folder / "p.clcpack", contents));
  const Result<Program> program = Program::load(*queue, *Package::open(folder / "p.clcpack"), "sample");
  REQUIRE_FALSE(program);
  CHECK(program.error().kind == ErrorKind::k_opencl);
  CHECK(program.error().message.find("driver:pocl: clCreateKernel of 'scale2': CL_INVALID_KERNEL_NAME") !=
        std::string::npos);
}

TEST_CASE("Threads share one program, and kernels") {
  const std::optional<Queue> queue = pocl_queue("threads");
  if (!queue) return;
  const TemporaryFolder folder;
  const Program program = load(*queue, open_package(folder, {pocl_binary()}));
  const Kernel shared = *program.kernel("scale");
  constexpr int k_threads = 8;
  constexpr int k_rounds = 20;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < k_threads; ++t) {
    threads.emplace_back([&, t] {
      const Result<Kernel> kernel = t % 2 == 0 ? program.kernel("scale") : Result<Kernel>(shared);
      const float input[4] = {1, 2, 3, 4};
      const Result<Buffer> in = queue->allocate(sizeof(input));
      const Result<Buffer> out = queue->allocate(sizeof(input));
      if (!kernel || !in || !out || !queue->write(*in, input, sizeof(input))) {
        ++wrong;
        return;
      }
      for (int round = 0; round < k_rounds; ++round) {
        const float factor = static_cast<float>(t * k_rounds + round);
        float output[4] = {};
        const bool ran = kernel->launch(*queue, range_1d(4, 4), *in, *out, factor, cl_uint{4}).has_value() &&
                         queue->read_mapped(*out, output, sizeof(output)).has_value();
        for (int i = 0; i < 4; ++i) wrong += !ran || output[i] != input[i] * factor;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

// Checks that a program that the driver finished from SPIR-V comes from the cache the second time, and does the same.
void check_cache(const Queue& queue, const Package& package) {
  const TemporaryFolder folder;
  Queue keeping = queue;
  keeping.keep_binaries(BinaryCache(folder / "cache"));
  const auto loaded = [&](CacheOutcome outcome) {
    const Program program = load(keeping, package);
    INFO(program.cache_use().note);
    CHECK(program.cache_use().outcome == outcome);
    CHECK(program.cache_use().is_kept == (outcome == CacheOutcome::k_miss));
    run_both(queue, program);
    return program;
  };
  const Variant variant = loaded(CacheOutcome::k_miss).variant();
  loaded(CacheOutcome::k_hit);

  const DeviceFacts& facts = queue.device().facts;
  if (facts.platform_vendor.find("Intel") == std::string::npos) return;  // others may die of what follows
  const std::string key = program_key(variant, facts, read_driver_facts(queue.device())).hex();
  cache::Settings settings;
  settings.folder = folder / "cache";
  REQUIRE(cache::Store(settings).put(cache::EntryKind::k_program, key, "no binary, and P"));
  CHECK(loaded(CacheOutcome::k_miss).cache_use().was_refused);
  loaded(CacheOutcome::k_hit);
}

// The same where the context has another device, too.
void check_cache_of_two(const Queue& queue, const Package& package) {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  std::vector<cl_device_id> parts(queue.device().facts.compute_units);
  const cl_int divided = clCreateSubDevices(queue.device().id, equally, parts.size(), parts.data(), &count);
  if (divided != CL_SUCCESS || count < 2) return skip("a cache for two devices", "this device cannot be divided");
  cl_int code = CL_SUCCESS;
  const ContextHandle context(clCreateContext(nullptr, 2, parts.data(), nullptr, nullptr, &code));
  REQUIRE(code == CL_SUCCESS);
  const QueueHandle second(clCreateCommandQueueWithProperties(context.get(), parts[1], std::data(k_profiling), &code));
  REQUIRE(code == CL_SUCCESS);
  const Result<Queue> adopted = Queue::adopt(second.get());
  REQUIRE(adopted);
  check_cache(*adopted, package);
}

// The driver is chosen when the ICD loader starts, so the test proper runs in a process of its own.
TEST_CASE("SPIR-V runs on a driver that takes it") {
  const char* vendors = std::getenv("CLC_IL_VENDORS");
  if (vendors == nullptr || *vendors == '\0') {
    return skip("SPIR-V on a driver", "CLC_IL_VENDORS names no vendors folder: see script/install-il-driver");
  }
  const Ran ran =
      run_process({"/proc/self/exe", "SPIR-V: in its own process"}, "", "/", {{"OCL_ICD_VENDORS", vendors}});
  INFO(ran.output << ran.errors);
  std::cout << (ran.output.find("SKIP: ") == 0 ? ran.output.substr(0, ran.output.find('\n') + 1) : "");
  CHECK(ran.exit_code == 0);
}

TEST_CASE("SPIR-V: in its own process", "[.il]") {
  const TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "k.cl", k_sample_source));
  const Ran compiled = run_process({"clang-22", "--target=spirv64v1.2-unknown-unknown", "-x", "cl", "-cl-std=CL1.2",
                                    "-O1", "-Xclang", "-finclude-default-header", "-c", "k.cl", "-o", "k.spv"},
                                   "", folder.path());
  if (compiled.exit_code == 127) return skip("SPIR-V on a driver", "clang-22 is not installed");
  INFO(compiled.errors);
  REQUIRE(compiled.exit_code == 0);
  const Result<Device> device = select_device("");
  REQUIRE(device);
  CAPTURE(device->facts.name, device->facts.version);
  REQUIRE(device->facts.il_version.find("SPIR-V_1.") != std::string::npos);
  const Result<Queue> queue = Queue::create(*device);
  REQUIRE(queue);
  const Bytes module = *read_file(folder / "k.spv");
  const Package sample = open_package(folder, {{"spirv64:1.2", "spirv", module, {}}});
  run_both(*queue, load(*queue, sample));
  check_cache(*queue, sample);
  check_cache_of_two(*queue, sample);

  // IL that the driver refuses is an error with the reason.
  const Package broken = open_package(folder, {{"spirv64:1.2", "spirv", Bytes(64, 'x'), {}}});
  const Result<Program> refused = Program::load(*queue, broken, "sample");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("spirv64:1.2: cl") != std::string::npos);
}

}  // namespace clc
