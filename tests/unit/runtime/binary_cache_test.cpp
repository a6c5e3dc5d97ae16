// The runtime's cache of finished binaries, against a driver that can be made to misbehave.
#include "clc/runtime/binary_cache.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <set>
#include <thread>
#include <vector>

#include "cache_samples.h"
#include "catch_all.h"
#include "clc/package/publish.h"
#include "clc/runtime/program.h"
#include "environment.h"
#include "fake_opencl.h"
#include "in_child.h"
#include "kept/binary_cache_state.h"
#include "kept/program_key.h"
#include "made_package.h"
#include "skip.h"
#include "temporary_folder.h"

namespace clc {
namespace {

using namespace test;
using Catch::Matchers::ContainsSubstring;

const Bytes k_il = "IL of a sample";
const SampleBinary k_il_variant{"spirv64:1.2", "spirv", k_il, {}};

// A package, a driver as new, and a folder for the cache.
class Place {
 public:
  explicit Place(const SampleBinary& variant = k_il_variant) : package_(open(variant)) {
    reset_fake_driver();
    folder_.emplace();
  }

  const Package& package() const { return package_; }
  std::string cache() const { return *folder_ / "cache"; }

  // As another process does it: with a cache of its own.
  Program load(const Device& device = fake_device()) const { return load_with(BinaryCache(cache()), device); }
  Program load_with(const BinaryCache& cache, const Device& device = fake_device()) const {
    Result<Queue> queue = Queue::create(device);
    REQUIRE(queue);
    queue->keep_binaries(cache);
    Result<Program> program = Program::load(*queue, package_, "sample");
    INFO((program ? "" : program.error().message));
    REQUIRE(program);
    return *program;
  }

  // Entries of programs.
  std::vector<std::string> entries() const { return program_entries(cache()); }

 private:
  static Package open(const SampleBinary& variant) {
    const TemporaryFolder folder;
    REQUIRE(publish(folder / "p.clcpack", sample_contents({variant})));
    Result<Package> package = Package::open(folder / "p.clcpack");
    REQUIRE(package);
    return *package;
  }

  Package package_;
  std::optional<TemporaryFolder> folder_;
};

bool is_hit(const Program& program) {
  return program.cache_use().outcome == CacheOutcome::k_hit;
}
bool is_kept_miss(const Program& program) {
  return program.cache_use().outcome == CacheOutcome::k_miss && program.cache_use().is_kept;
}
// Why a miss was not kept.
std::string loss(const Program& program) {
  const CacheUse& use = program.cache_use();
  return use.outcome == CacheOutcome::k_miss && !use.is_kept ? use.note : "not a miss without keeping";
}

}  // namespace

TEST_CASE("Forks at any time leave no lock of the cache behind") {
  const TemporaryFolder folder;
  constexpr std::uint64_t k_max_bytes = 1 << 20;
  const BinaryCache cache(folder.path(), k_max_bytes);
  const std::string key(64, 'a');
  const auto use = [&] {
    cache.state().keep(key, "binary");
    cache.state().count(&BinaryCache::Counters::hits);
    return cache.state().find(key).binary.has_value() && cache.counters().hits > 0;
  };
  std::atomic<bool> is_over{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!is_over) use();
    });
  }
  constexpr int k_forks = 100;
  int worst = 0;
  for (int i = 0; i < k_forks && worst == 0; ++i) {
    worst = in_child([&] {
      constexpr unsigned k_limit_seconds = 60;
      ::alarm(k_limit_seconds);
      return use() ? 0 : 1;
    });
  }
  is_over = true;
  for (std::thread& thread : threads) thread.join();
  CHECK(worst == 0);
}

TEST_CASE("Nothing is kept unless it was asked for") {
  const Place place;
  const TemporaryFolder home;
  const Environment no_folder("CLC_CACHE_DIR", std::nullopt);
  const Environment no_xdg("XDG_CACHE_HOME", std::nullopt);
  const Environment own_home("HOME", home.path());
  const Result<Queue> queue = Queue::create(fake_device());
  const Result<Program> program = Program::load(*queue, place.package(), "sample");
  REQUIRE(program);
  CHECK(program->cache_use().outcome == CacheOutcome::k_unused);
  CHECK_FALSE(queue->binaries());
  CHECK(std::filesystem::is_empty(home.path()));

  // One call, and the folder is the one of `clc cache where`.
  Queue keeping = *queue;
  keeping.keep_binaries();
  CHECK(keeping.binaries()->folder() == home / ".cache/clc");
  CHECK(is_kept_miss(*Program::load(keeping, place.package(), "sample")));
  CHECK(std::filesystem::is_directory(home / ".cache/clc/v1"));
  CHECK_FALSE(queue->binaries());  // a copy made before
}

TEST_CASE("What the driver finished is there for the next process") {
  const Place place;
  {
    const BinaryCache cache(place.cache());
    CHECK_FALSE(std::filesystem::exists(place.cache()));
    CHECK(is_kept_miss(place.load_with(cache)));
    CHECK(cache.counters().misses == 1);
    CHECK(cache.counters().kept == 1);
    CHECK(cache.trouble().empty());
  }
  CHECK(fake_driver().compiled == 1);
  CHECK(place.entries().size() == 1);

  const BinaryCache cache(place.cache());
  CHECK(is_hit(place.load_with(cache)));
  CHECK(is_hit(place.load_with(cache)));
  CHECK(cache.counters().hits == 2);
  CHECK(cache.counters().misses == 0);
  CHECK(fake_driver().compiled == 1);
  CHECK(fake_driver().objects == 0);
}

TEST_CASE("The binary of our device is kept where a program has several") {
  const Place place;
  fake_driver().devices = 3;
  CHECK(is_kept_miss(place.load()));
  CHECK(is_hit(place.load()));
}

TEST_CASE("Another driver, device, setting or variant is a miss") {
  const Place place;
  place.load();
  const auto is_miss = [&](const std::function<void(DeviceFacts&)>& change) {
    Device device = fake_device();
    change(device.facts);
    return is_kept_miss(place.load(device));
  };
  CHECK(is_miss([](DeviceFacts& facts) { facts.driver_version = "1.1"; }));
  CHECK(is_miss([](DeviceFacts& facts) { facts.version = "OpenCL 3.0 cpu-two"; }));
  CHECK(is_miss([](DeviceFacts& facts) { facts.name = "fake device 2"; }));
  CHECK(is_hit(place.load()));
  {
    const Environment setting("POCL_VECTORIZER_REMARKS", "1");
    CHECK(is_kept_miss(place.load()));
    CHECK(is_hit(place.load()));
  }
  for (const char* name : {"POCL_CACHE_DIR", "CUDA_VISIBLE_DEVICES", "HOME", "OCL_ICD_VENDORS"}) {
    const Environment where(name, "/elsewhere");
    CHECK(is_hit(place.load()));
  }
}

TEST_CASE("Every part of a key changes it") {
  const Variant variant = sample_contents({k_il_variant}).manifest.modules[0].variants[0];
  const DriverFacts driver{1, 2, 3, "uuid", "lib 1 2", "flags", {"A=1", "B=2"}};
  const DeviceFacts device = fake_device().facts;
  std::set<std::string> keys{program_key(variant, device, driver).hex()};
  std::size_t changes = 1;
  const auto changed = [&](const Variant& a, const DeviceFacts& b, const DriverFacts& c) {
    keys.insert(program_key(a, b, c).hex());
    ++changes;
  };
  for (std::string Variant::* text : {&Variant::sha256, &Variant::format, &Variant::build_options}) {
    Variant other = variant;
    other.*text += "x";
    changed(other, device, driver);
  }
  for (std::string DeviceFacts::* text :
       {&DeviceFacts::platform_name, &DeviceFacts::platform_vendor, &DeviceFacts::platform_version, &DeviceFacts::name,
        &DeviceFacts::vendor, &DeviceFacts::version, &DeviceFacts::driver_version, &DeviceFacts::il_version,
        &DeviceFacts::opencl_c_version}) {
    DeviceFacts other = device;
    other.*text += "x";
    changed(variant, other, driver);
  }
  DeviceFacts other_device = device;
  other_device.address_bits = 32;
  changed(variant, other_device, driver);
  other_device = device;
  other_device.nvidia_compute_capability = 90;
  changed(variant, other_device, driver);
  other_device = device;
  other_device.spirv_extensions = {"SPV_KHR_subgroup_rotate"};
  changed(variant, other_device, driver);
  other_device = device;
  other_device.spirv_capabilities = {6026};
  changed(variant, other_device, driver);
  for (std::uint64_t DriverFacts::* number : {&DriverFacts::vendor_id, &DriverFacts::chip, &DriverFacts::stepping}) {
    DriverFacts other = driver;
    ++(other.*number);
    changed(variant, device, other);
  }
  for (std::string DriverFacts::* text : {&DriverFacts::driver_uuid, &DriverFacts::library, &DriverFacts::processor}) {
    DriverFacts other = driver;
    other.*text += "x";
    changed(variant, device, other);
  }
  for (const std::vector<std::string>& environment :
       {std::vector<std::string>{}, {"A=1"}, {"A=1", "B=3"}, {"A=1B=2"}, {"A=1", "B=2", "C=3"}}) {
    DriverFacts other = driver;
    other.environment = environment;
    changed(variant, device, other);
  }
  CHECK(keys.size() == changes);

  // The facts are those that the driver is really asked for.
  const DriverFacts here = read_driver_facts(fake_device());
  CHECK(here.vendor_id == 7);
  CHECK_FALSE(here.library.empty());
  CHECK_FALSE(here.processor.empty());
  Device gpu = fake_device();
  gpu.facts.kind = DeviceKind::k_gpu;
  CHECK(read_driver_facts(gpu).processor.empty());
}

TEST_CASE("A binary that the driver refuses is thrown away and made again") {
  const Place place;
  place.load();
  fake_driver().name = "two";  // changed, and says nothing of it
  {
    const BinaryCache cache(place.cache());
    const Program program = place.load_with(cache);
    CHECK(is_kept_miss(program));
    CHECK(program.cache_use().was_refused);
    CHECK_THAT(program.cache_use().note, ContainsSubstring("refused the cached binary: clCreateProgramWithBinary"));
    CHECK(cache.counters().refused == 1);
  }
  CHECK(fake_driver().compiled == 2);
  CHECK(fake_driver().foreign == 1);
  CHECK(is_hit(place.load()));
  CHECK(std::filesystem::exists(place.cache() + "/v1/damaged"));
}

TEST_CASE("A driver that refuses its own binaries is not asked for ever") {
  const Place place;
  fake_driver().refuses_binaries = true;
  CHECK_THAT(loss(place.load()), ContainsSubstring("refuses its own binary: clBuildProgram"));
  CHECK_THAT(loss(place.load()), ContainsSubstring("refuses its own binary"));
  CHECK_THAT(loss(place.load()), ContainsSubstring("in 2 trials"));
  fake_driver().refuses_binaries = false;
  CHECK_THAT(loss(place.load()), ContainsSubstring("in 2 trials"));
  CHECK(fake_driver().loaded == 0);
  CHECK(fake_driver().objects == 0);
}

TEST_CASE("A driver that dies of its own binaries does so twice, and no more") {
  const Place place;
  fake_driver().dies_of_binaries = true;
  const auto load = [&] { return in_child([&] { return is_hit(place.load()) ? 1 : 0; }); };
  CHECK(load() == 66);
  CHECK(load() == 66);
  CHECK(load() == 0);
  CHECK(load() == 0);
}

TEST_CASE("A trial that was cut short is made up for") {
  const Place place;
  fake_driver().dies_of_binaries = true;
  CHECK(in_child([&] { return is_hit(place.load()) ? 1 : 0; }) == 66);
  fake_driver().dies_of_binaries = false;
  CHECK(is_kept_miss(place.load()));
  CHECK(is_hit(place.load()));
}

TEST_CASE("A process that counts its trial late leaves what another has kept") {
  const Place place;
  cache::Settings settings;
  settings.folder = place.cache();
  BinaryCache::State state(settings);
  const std::string key(64, 'a');
  const int trials = state.find(key).failed_trials;
  CHECK(state.keep(key, "of another process"));
  CHECK(state.write_failed_trials(key, trials + 1));
  CHECK(state.find(key).binary == "of another process");
  state.refuse(key);
  CHECK_FALSE(state.find(key).binary);
  CHECK(state.find(key).failed_trials == 0);
}

TEST_CASE("A full disk is not taken for a trial that failed") {
  const Place place({"spirv64:1.2", "spirv", k_il + Bytes(20000, 'x'), {}});
  const int result = in_child([&] {
    const struct rlimit small = {10000, 10000};  // enough for a mark
    if (::setrlimit(RLIMIT_FSIZE, &small) != 0) return 1;
    for (int i = 0; i < 2 * k_most_trials; ++i) {
      if (loss(place.load()) != "the binary cannot be written to the cache") return 2;
    }
    return 0;
  });
  CHECK(result == 0);
  CHECK(is_kept_miss(place.load()));
  CHECK(is_hit(place.load()));
}

TEST_CASE("What is no use is not kept") {
  const Place place;
  FakeDriver& driver = fake_driver();
  SECTION("no bytes") {
    driver.gives_nothing = true;
    CHECK_THAT(loss(place.load()), ContainsSubstring("returned no binary"));
  }
  SECTION("SPIR-V") {
    driver.gives = "\x03\x02\x23\x07, and a header of five words";
    CHECK_THAT(loss(place.load()), ContainsSubstring("returned SPIR-V"));
  }
  SECTION("what it got") {
    driver.gives = k_il;
    CHECK_THAT(loss(place.load()), ContainsSubstring("returned the bytes that it was given"));
  }
  SECTION("not executable") {
    driver.binary_type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    CHECK_THAT(loss(place.load()), ContainsSubstring("not executable"));
  }
  SECTION("an error") {
    driver.info_code = CL_OUT_OF_HOST_MEMORY;
    CHECK_THAT(loss(place.load()), ContainsSubstring("CL_OUT_OF_HOST_MEMORY"));
  }
  SECTION("a size that cannot be") {
    driver.claimed_size = static_cast<std::size_t>(-1);
    CHECK_THAT(loss(place.load()), ContainsSubstring("a binary of"));
  }
  CHECK(place.entries().empty());
  CHECK(driver.loaded == 0);
}

TEST_CASE("PTX that comes back as PTX is not kept, and as a binary it is") {
  const Bytes ptx = "//PTX\n.version 7.8\n.target sm_90\n";
  const Place place({"nvptx:sm_90", "ptx", ptx, {}});
  Device device = fake_device();
  device.facts.nvidia_compute_capability = 90;
  fake_driver().gives = "//PTX again\n.version 8.0\n.target sm_90\n" + std::string(1, '\0');
  CHECK_THAT(loss(place.load(device)), ContainsSubstring("returned PTX"));
  CHECK(place.entries().empty());
  fake_driver().gives.clear();
  CHECK(is_kept_miss(place.load(device)));
  CHECK(is_hit(place.load(device)));
}

TEST_CASE("Binaries that are finished already are not looked up") {
  const Place place({"cubin:sm_90", "cubin", std::string("FINISHED by one: \0cubin", 23), {}});
  Device device = fake_device();
  device.facts.nvidia_compute_capability = 90;
  CHECK(place.load(device).cache_use().outcome == CacheOutcome::k_unused);
  CHECK_FALSE(std::filesystem::exists(place.cache()));
}

TEST_CASE("A damaged entry never reaches the driver") {
  const Place place;
  place.load();
  REQUIRE(place.entries().size() == 1);
  const std::string path = place.entries().front();
  const Bytes whole = *read_file(path);
  const auto is_miss_with = [&](const Bytes& bytes) {
    REQUIRE(write_file_atomically(path, bytes));
    REQUIRE(::chmod(path.c_str(), 0600) == 0);
    const bool is_miss = is_kept_miss(place.load());
    return is_miss && is_hit(place.load());
  };
  for (std::size_t size = 0; size < whole.size(); ++size) CHECK(is_miss_with(whole.substr(0, size)));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x20);
    CHECK(is_miss_with(flipped));
  }
  CHECK(fake_driver().foreign == 0);
}

TEST_CASE("An entry that makes no sense is a miss") {
  const Place place;
  place.load();
  const Variant& variant = place.package().manifest().modules[0].variants[0];
  const std::string key = program_key(variant, fake_device().facts, read_driver_facts(fake_device())).hex();
  for (const Bytes& entry : {Bytes(), Bytes("P"), Bytes("9"), Bytes("1 more"), Bytes("FINISHED by one: ")}) {
    REQUIRE(cache::Store(cache_settings(place.cache())).put(cache::EntryKind::k_program, key, entry));
    CHECK(is_kept_miss(place.load()));
    CHECK(is_hit(place.load()));
  }
  CHECK(fake_driver().foreign == 0);
}

TEST_CASE("A damaged package is an error also where the cache would do") {
  const TemporaryFolder folder;
  const PackageContents contents = sample_contents({k_il_variant});
  REQUIRE(publish(folder / "p", contents));
  reset_fake_driver();
  Result<Queue> queue = Queue::create(fake_device());
  queue->keep_binaries(BinaryCache(folder / "cache"));
  REQUIRE(Program::load(*queue, *Package::open(folder / "p"), "sample"));
  REQUIRE(write_file_atomically(folder / ("p/" + contents.manifest.modules[0].variants[0].file), "IL of a sampLe"));
  const Result<Program> program = Program::load(*queue, *Package::open(folder / "p"), "sample");
  REQUIRE_FALSE(program);
  CHECK(program.error().kind == ErrorKind::k_damaged);
}

TEST_CASE("A cache that is off or cannot be used changes nothing") {
  const Place place;
  const auto outcome = [&](const BinaryCache& cache) { return place.load_with(cache).cache_use().outcome; };
  CHECK(outcome(BinaryCache("")) == CacheOutcome::k_unused);
  {
    const Environment off("CLC_CACHE", "0");
    CHECK(outcome(BinaryCache()) == CacheOutcome::k_unused);
  }
  {
    const Environment wrong("CLC_CACHE_MAX_SIZE", "much");
    const BinaryCache cache;
    CHECK(outcome(cache) == CacheOutcome::k_unused);
    CHECK_THAT(cache.trouble(), ContainsSubstring("'much' is no size"));
  }
  {
    const Environment no_folder("CLC_CACHE_DIR", std::nullopt);
    const Environment no_xdg("XDG_CACHE_HOME", std::nullopt);
    const Environment no_home("HOME", std::nullopt);
    CHECK(outcome(BinaryCache()) == CacheOutcome::k_unused);
  }
  const TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "file", "text"));
  const BinaryCache in_file(folder / "file");
  CHECK(outcome(in_file) == CacheOutcome::k_miss);  // found out at the first
  CHECK(outcome(in_file) == CacheOutcome::k_unused);
  CHECK_THAT(in_file.trouble(), ContainsSubstring("Not a directory"));
  CHECK(*read_file(folder / "file") == "text");
  CHECK_THAT(loss(place.load_with(BinaryCache(folder / "small", 1))), ContainsSubstring("cannot be written"));
  // Everything was built from the package meanwhile.
  CHECK(fake_driver().compiled == 7);
  CHECK(fake_driver().loaded == 0);
}

TEST_CASE("A read-only cache gives what it has") {
  const Place place;
  const int result = in_child([&] {
    if (::geteuid() == 0) {
      if (::chmod(std::filesystem::path(place.cache()).parent_path().c_str(), 0777) != 0 || !becomes(20001, 20001)) {
        return 77;
      }
    }
    if (!is_kept_miss(place.load())) return 1;
    const std::string version = place.cache() + "/v1";
    for (const auto& entry : std::filesystem::directory_iterator(version)) {
      if (entry.is_directory()) ::chmod(entry.path().c_str(), 0500);
    }
    ::chmod(version.c_str(), 0500);
    if (!is_hit(place.load())) return 2;
    const Environment setting("POCL_OTHER", "1");
    const Program other = place.load();
    if (other.cache_use().outcome != CacheOutcome::k_miss || other.cache_use().is_kept) return 3;
    for (const auto& entry : std::filesystem::directory_iterator(version)) {
      if (entry.is_directory()) ::chmod(entry.path().c_str(), 0700);
    }
    ::chmod(version.c_str(), 0700);
    return 0;
  });
  if (result == 77) return skip("a read-only cache", "this process may not become another user");
  CHECK(result == 0);
}

TEST_CASE("Nothing of another user is believed") {
  if (::geteuid() != 0) return skip("a cache of another user", "only root can change owners");
  const Place place;
  place.load();
  REQUIRE(::chown(place.cache().c_str(), 20001, 20001) == 0);
  const BinaryCache cache(place.cache());
  CHECK_FALSE(is_hit(place.load_with(cache)));
  CHECK_THAT(cache.trouble(), ContainsSubstring("others could change"));
}

TEST_CASE("The cache stays where it was when the process changes its folder") {
  const Place place;
  const int result = in_child([&] {
    const TemporaryFolder first;
    const TemporaryFolder second;
    if (::chdir(first.path().c_str()) != 0) return 1;
    const BinaryCache cache("kept");
    if (::chdir(second.path().c_str()) != 0) return 1;
    place.load_with(cache);
    const bool is_right = std::filesystem::exists(first / "kept/v1") && std::filesystem::is_empty(second.path());
    return ::chdir("/") == 0 && is_right ? 0 : 2;
  });
  CHECK(result == 0);
}

TEST_CASE("Threads share a cache") {
  const Place place;
  constexpr int k_threads = 8;
  constexpr int k_rounds = 25;
  const BinaryCache cache(place.cache());
  Result<Queue> queue = Queue::create(fake_device());
  queue->keep_binaries(cache);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < k_threads; ++t) {
    threads.emplace_back([&] {
      for (int round = 0; round < k_rounds; ++round) wrong += !Program::load(*queue, place.package(), "sample");
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  const BinaryCache::Counters counters = cache.counters();
  CHECK(counters.hits + counters.misses == k_threads * k_rounds);
  CHECK(counters.hits > 0);
  CHECK(counters.refused == 0);
  CHECK(is_hit(place.load()));
  CHECK(fake_driver().objects == 0);
}

TEST_CASE("Processes share a cache") {
  const Place place;
  constexpr int k_processes = 8;
  std::vector<pid_t> children;
  for (int i = 0; i < k_processes; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (int round = 0; round < 10; ++round) place.load();
      ::_exit(fake_driver().foreign == 0 && fake_driver().objects == 0 && is_hit(place.load()) ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  CHECK(is_hit(place.load()));
  CHECK(place.entries().size() == 1);
}

}  // namespace clc
