#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "catch_all.h"
#include "file_facts_samples.h"
#include "package_samples.h"
#include "protocol/farm/farm_protocol.h"
#include "protocol/frame_codec.h"
#include "protocol/protocol.h"

using namespace clc;

namespace {

DriverUsage random_use(test::Random& random) {
  return {{random.any_text(), "/lib/libx.so.1"}, {random.any_text()}, {"/etc/x", random.any_text()}, {}};
}

DriverDialect random_dialect(test::Random& random) {
  DriverDialect dialect;
  dialect.opencl_c_version = random.any_text();
  dialect.extensions = {"cl_khr_fp64", random.any_text()};
  dialect.macros = {"__POCL__=1", random.any_text()};
  dialect.address_bits = static_cast<std::uint32_t>(random.bits());
  dialect.little_endian = random.coin();
  dialect.features = {random.any_text()};
  return dialect;
}

CompileRequest random_request(test::Random& random) {
  CompileRequest request;
  request.id = random.bits();
  request.target =
      random.coin() ? Target{Family::k_amdgcn, "gfx90a", {"xnack-"}} : Target{Family::k_spirv64, "1.2", {}};
  request.sources = {{random.any_text(), random.any_text(), random.any_text(), {}}};
  if (random.coin())
    request.sources.push_back({random.any_text(), "b.cl", "", read_options({"-DX", "-U" + random.any_text()})});
  if (random.coin()) {
    RequestedSource& library = request.sources.emplace_back();
    const LibrarySymbol symbol{random.any_text(), random.any_text(), random.any_text(), random.coin(),
                               random.coin(),     random.any_text(), random.bits(),     {"key"}};
    const LibraryTag tag{random.any_text(), random.any_text(), random.any_text(), {"int a at byte 0", "4 bytes"}};
    library.library = {random.any_text(), {{symbol}, {symbol, symbol}, {tag}}, {}, random.any_text()};
  }
  request.working_folder = random.any_text();
  request.options = read_options({"-DX", "-D" + random.any_text(), "-g", "-I" + random.any_text()});
  request.sections = {random.any_text()};
  if (random.coin()) request.dialect = random_dialect(random);
  request.is_judged_by_tool = random.coin();
  request.source_date_epoch = static_cast<std::int64_t>(random.bits());
  request.time_limit_s = static_cast<std::uint32_t>(random.bits());
  request.memory_limit_bytes = random.bits();
  return request;
}

CompileReply random_reply(test::Random& random) {
  CompileReply reply;
  reply.id = random.bits();
  reply.outcome = static_cast<Outcome>(random.below(5));
  reply.detail = random.any_text();
  if (random.coin()) reply.artifact = test::random_artifact(random);
  if (random.coin()) reply.facts = test::random_file_facts(random);
  return reply;
}

DriverRequest random_driver_request(test::Random& random) {
  return {random.any_text(),        {random.any_text()}, {{random.any_text(), random.any_text()}, {"", "-w"}},
          {"k", random.any_text()}, random.any_text(),   {random.any_text()}};
}

// Two ends of a pipe.
struct Pipe {
  Pipe() { REQUIRE(::pipe(ends) == 0); }
  ~Pipe() {
    ::close(ends[0]);
    if (ends[1] >= 0) ::close(ends[1]);
  }
  void close_writer() {
    ::close(ends[1]);
    ends[1] = -1;
  }
  int ends[2];
};

}  // namespace

TEST_CASE("requests give back every field") {
  test::Random random(20);
  for (int i = 0; i < 200; ++i) {
    CompileRequest request = random_request(random);
    const std::string frame = encode_request(request);
    Result<CompileRequest> decoded = decode_request(frame);
    REQUIRE(decoded);
    CHECK(encode_request(*decoded) == frame);
    CHECK(decoded->id == request.id);
    CHECK(decoded->target == request.target);
    REQUIRE(decoded->sources.size() == request.sources.size());
    for (std::size_t at = 0; at < request.sources.size(); ++at) {
      CHECK(decoded->sources[at].path == request.sources[at].path);
      CHECK(decoded->sources[at].name == request.sources[at].name);
      CHECK(decoded->sources[at].text == request.sources[at].text);
      CHECK(decoded->sources[at].options == request.sources[at].options);
      REQUIRE(decoded->sources[at].library.has_value() == request.sources[at].library.has_value());
      if (!request.sources[at].library) continue;
      CHECK(decoded->sources[at].library->module == request.sources[at].library->module);
      CHECK(decoded->sources[at].library->symbols == request.sources[at].library->symbols);
      CHECK(decoded->sources[at].library->code == request.sources[at].library->code);
    }
    CHECK(decoded->working_folder == request.working_folder);
    CHECK(decoded->options == request.options);
    CHECK(decoded->sections == request.sections);
    CHECK(decoded->source_date_epoch == request.source_date_epoch);
    CHECK(decoded->time_limit_s == request.time_limit_s);
    CHECK(decoded->memory_limit_bytes == request.memory_limit_bytes);
    REQUIRE(decoded->dialect.has_value() == request.dialect.has_value());
    if (!request.dialect) continue;
    CHECK(decoded->dialect->opencl_c_version == request.dialect->opencl_c_version);
    CHECK(decoded->dialect->extensions == request.dialect->extensions);
    CHECK(decoded->dialect->macros == request.dialect->macros);
    CHECK(decoded->dialect->address_bits == request.dialect->address_bits);
    CHECK(decoded->dialect->little_endian == request.dialect->little_endian);
    CHECK(decoded->dialect->features == request.dialect->features);
  }
}

TEST_CASE("replies give back every field") {
  test::Random random(21);
  for (int i = 0; i < 200; ++i) {
    CompileReply reply = random_reply(random);
    Result<CompileReply> decoded = decode_reply(encode_reply(reply));
    REQUIRE(decoded);
    CHECK(decoded->id == reply.id);
    CHECK(decoded->outcome == reply.outcome);
    CHECK(decoded->detail == reply.detail);
    CHECK(decoded->facts == reply.facts);
    REQUIRE(decoded->artifact.has_value() == reply.artifact.has_value());
    if (reply.artifact) CHECK(encode_artifact(*decoded->artifact) == encode_artifact(*reply.artifact));
    CHECK(decoded->encoded == (reply.artifact ? encode_artifact(*reply.artifact) : ""));
  }
}

TEST_CASE("options that relax arithmetic hold for all sources only if each library takes them") {
  CompileRequest request;
  request.sources = {{"/a.cl", "a.cl", "", {}}, {"/lib", "lib", "", {}, RequestedLibrary()}};
  request.options = read_options({"-cl-fast-relaxed-math", "-g", "-DN=1"});
  CHECK(request.shared_options() == read_options({"-g", "-DN=1"}));
  request.sources[1].options = read_options({"-cl-fast-relaxed-math"});
  CHECK(request.shared_options() == request.options);
  request.sources[1].options = read_options({"-create-library", "-enable-link-options"});
  CHECK(request.shared_options() == request.options);
}

TEST_CASE("what the manifest says of libraries is read strictly") {
  const Library library{{{"f", "_Z1fi", "int (int)", false, true, "0a1b", 0, {"2c"}}},
                        {{"v", "v", "__constant int", true, false, "", 16, {}}},
                        {{"2c", "3d", "struct P", {"int a at byte 0", "8 bytes, aligned to 4"}}}};
  const Result<Library> decoded = decode_library(encode_library(library));
  REQUIRE(decoded);
  CHECK(*decoded == library);
  for (const char* wrong : {"", "{}", "[]", R"({"library":[]})", R"({"library":{"exports":[{"name":"f"}]}})"}) {
    INFO(wrong);
    CHECK_FALSE(decode_library(wrong));
  }
  Variant variant;
  variant.extra = encode_library(library);
  CHECK(library_of(variant)->exports.empty());
  variant.format = k_library_format;
  CHECK(*library_of(variant) == library);
}

TEST_CASE("driver requests and identities give back every field") {
  test::Random random(22);
  for (int i = 0; i < 100; ++i) {
    DriverRequest request = random_driver_request(random);
    Result<DriverRequest> decoded = decode_driver_request(encode_driver_request(request));
    REQUIRE(decoded);
    CHECK(decoded->driver == request.driver);
    CHECK(decoded->features == request.features);
    REQUIRE(decoded->sources.size() == request.sources.size());
    for (std::size_t at = 0; at < request.sources.size(); ++at) {
      CHECK(decoded->sources[at].text == request.sources[at].text);
      CHECK(decoded->sources[at].options == request.sources[at].options);
    }
    CHECK(decoded->kernels == request.kernels);
    CHECK(decoded->link_options == request.link_options);
    CHECK(decoded->libraries == request.libraries);

    DriverIdentity identity{random.any_text(), random.any_text(), test::random_match(random), random_dialect(random),
                            random_use(random)};
    const std::string text = encode_identity(identity);
    Result<DriverIdentity> again = decode_identity(text);
    REQUIRE(again);
    CHECK(again->platform_name == identity.platform_name);
    CHECK(again->device_name == identity.device_name);
    CHECK(again->match == identity.match);
    CHECK(again->use.libraries == identity.use.libraries);
    CHECK(again->use.programs == identity.use.programs);
    CHECK(again->use.files == identity.use.files);
    CHECK(again->use.variables == identity.use.variables);
    CHECK(encode_identity(*again) == text);
  }
}

TEST_CASE("messages that are cut short are refused") {
  test::Random random(23);
  CompileReply reply = random_reply(random);
  reply.artifact = test::random_artifact(random);
  const std::string request = encode_request(random_request(random));
  const std::string replied = encode_reply(reply);
  const std::string header_only = encode_reply({1, Outcome::k_crashed, "signal 11", {}, {}, {}});
  const std::string driver = encode_driver_request(random_driver_request(random));
  for (std::size_t i = 0; i < request.size(); ++i) CHECK_FALSE(decode_request(request.substr(0, i)));
  for (std::size_t i = 0; i < driver.size(); ++i) CHECK_FALSE(decode_driver_request(driver.substr(0, i)));
  for (std::size_t i = 0; i < header_only.size(); ++i) CHECK_FALSE(decode_reply(header_only.substr(0, i)));
  std::size_t without_artifact = 0;
  for (std::size_t i = 0; i < replied.size(); ++i) {
    Result<CompileReply> decoded = decode_reply(replied.substr(0, i));
    // Exactly behind the header it is a reply without an artifact; the frame's own length tells the two apart.
    if (decoded && !decoded->artifact) ++without_artifact;
    if (decoded) CHECK_FALSE(decoded->artifact.has_value());
  }
  CHECK(without_artifact == 1);
}

TEST_CASE("messages of clc-farm survive a round trip, and are refused when they are cut short") {
  test::Random random(25);
  CompileReply reply = random_reply(random);
  reply.artifact = test::random_artifact(random);
  const std::string request = encode_farm_request({250, true, random_request(random)});
  const std::string replied = encode_farm_reply({"grpc://farm", 12, "no connection", reply});
  const auto asked = decode_farm_request(request);
  REQUIRE(asked);
  CHECK((asked->expected_ms == 250 && asked->is_for_here && encode_farm_request(*asked) == request));
  const auto answered = decode_farm_reply(replied);
  REQUIRE(answered);
  CHECK((answered->server == "grpc://farm" && answered->took_ms == 12 && answered->notice == "no connection"));
  CHECK(encode_farm_reply(*answered) == replied);
  for (std::size_t i = 0; i < request.size(); ++i) CHECK_FALSE(decode_farm_request(request.substr(0, i)));
  for (std::size_t i = 0; i < replied.size(); ++i) CHECK_FALSE(decode_farm_reply(replied.substr(0, i)));
}

TEST_CASE("any bytes can be given to the protocol's decoders") {
  test::Random random(24);
  for (int i = 0; i < 1500; ++i) {
    const std::string request = test::mutate(encode_request(random_request(random)), random);
    if (auto decoded = decode_request(request)) CHECK(decode_request(encode_request(*decoded)));
    const std::string reply = test::mutate(encode_reply(random_reply(random)), random);
    if (auto decoded = decode_reply(reply)) CHECK(decode_reply(encode_reply(*decoded)));
    const std::string driver = test::mutate(encode_driver_request(random_driver_request(random)), random);
    if (auto decoded = decode_driver_request(driver)) CHECK(decode_driver_request(encode_driver_request(*decoded)));
    DriverIdentity identity{"p", random.any_text(), test::random_match(random), random_dialect(random),
                            random_use(random)};
    if (auto decoded = decode_identity(test::mutate(encode_identity(identity), random))) {
      CHECK(decode_identity(encode_identity(*decoded)));
    }
  }
}

TEST_CASE("messages with missing, wrong or unknown fields say so") {
  const std::string frame = encode_driver_request({"pocl", {}, {{"source", ""}}, {}, ""});
  Result<DriverRequest> unknown = decode_driver_request("{\"a\":1," + frame.substr(1));
  REQUIRE_FALSE(unknown);
  CHECK_THAT(unknown.error().message, Catch::Matchers::ContainsSubstring("unknown"));
  Result<DriverRequest> missing = decode_driver_request(R"({"driver":"pocl"})");
  REQUIRE_FALSE(missing);
  CHECK_THAT(missing.error().message, Catch::Matchers::ContainsSubstring("\"features\""));
  CHECK_FALSE(decode_request(R"({"id":"one"})"));
  CHECK_FALSE(decode_reply(std::string(8, '\xff') + "{}"));
}

TEST_CASE("a reply that is too long becomes one that says so") {
  CompileReply reply;
  reply.id = 7;
  reply.outcome = Outcome::k_done;
  reply.artifact.emplace();
  reply.artifact->binary = std::string(5000, 'b');
  const std::string message = encode_reply(reply);
  CHECK(encode_reply(reply, message.size()) == message);
  const Result<CompileReply> instead = decode_reply(encode_reply(reply, message.size() - 1));
  REQUIRE(instead);
  CHECK(instead->id == 7);
  CHECK(instead->outcome == Outcome::k_crashed);
  CHECK_THAT(instead->detail, Catch::Matchers::ContainsSubstring(std::to_string(message.size()) + " bytes long"));
  CHECK_FALSE(instead->artifact);
}

TEST_CASE("frames are taken one after the other, and only when they are whole") {
  test::Random random(26);
  for (const std::string& message : {std::string(), std::string("x"), random.bytes(300)}) {
    const Result<std::string> frame = encode_frame(message);
    REQUIRE(frame);
    for (std::size_t size = 0; size < frame->size(); ++size) {
      std::string arrived = frame->substr(0, size);
      const Result<std::optional<std::string>> taken = take_frame(arrived);
      REQUIRE(taken);
      CHECK_FALSE(taken->has_value());
      CHECK(arrived.size() == size);
    }
    std::string arrived = *frame + *frame + "rest";
    for (int i = 0; i < 2; ++i) {
      const Result<std::optional<std::string>> taken = take_frame(arrived);
      REQUIRE((taken && *taken));
      CHECK(**taken == message);
    }
    CHECK(arrived == "rest");
  }
}

TEST_CASE("messages over the limit are neither sent nor taken") {
  const Result<std::string> longest = encode_frame_header(k_longest_message);
  REQUIRE(longest);
  CHECK(decode_frame_header(*longest) == k_longest_message);
  CHECK_FALSE(encode_frame_header(k_longest_message + 1));

  std::string header = *longest;
  header[0] = 1;
  CHECK_FALSE(decode_frame_header(header));
  CHECK_FALSE(take_frame(header));

  // Pages that nobody touches take no memory.
  const std::size_t size = k_longest_message + 1;
  void* pages = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  REQUIRE(pages != MAP_FAILED);
  const std::string_view message(static_cast<const char*>(pages), size);
  CHECK_FALSE(encode_frame(message));
  Pipe pipe;
  CHECK_FALSE(write_frame(pipe.ends[1], message));
  pipe.close_writer();
  const Result<std::optional<std::string>> nothing = read_frame(pipe.ends[0]);
  CHECK((nothing && !*nothing));
  ::munmap(pages, size);
}

TEST_CASE("frames pass through a pipe of any speed") {
  Pipe pipe;
  test::Random random(25);
  const std::string large(5000000, 'x');
  const std::string small = random.bytes(100);
  bool is_written = false;  // Catch2's checks are for one thread at a time
  std::thread writer([&] {
    is_written = write_frame(pipe.ends[1], large) && write_frame(pipe.ends[1], "") && write_frame(pipe.ends[1], small);
    pipe.close_writer();
  });
  for (const std::string& expected : {large, std::string(), small}) {
    Result<std::optional<std::string>> frame = read_frame(pipe.ends[0]);
    REQUIRE(frame);
    REQUIRE(frame->has_value());
    CHECK((**frame == expected));
  }
  Result<std::optional<std::string>> end = read_frame(pipe.ends[0]);
  writer.join();
  CHECK(is_written);
  REQUIRE(end);
  CHECK_FALSE(end->has_value());
}

TEST_CASE("frames that end early or claim too much are refused") {
  struct Case {
    std::string bytes;
    const char* text;
  };
  const Case k_cases[] = {
      {std::string(3, '\0'), "within its length"},
      {std::string("\x05\0\0\0\0\0\0\0abc", 11), "after 3 of 5"},
      {std::string(8, '\xff'), "too long"},
      {std::string("\1\0\0\x40\0\0\0\0", 8), "too long"},
      {std::string("\0\0\0\x40\0\0\0\0", 8), "after 0"},  // the most that is allowed: costs no memory
  };
  for (const Case& c : k_cases) {
    Pipe pipe;
    REQUIRE(::write(pipe.ends[1], c.bytes.data(), c.bytes.size()) == static_cast<ssize_t>(c.bytes.size()));
    pipe.close_writer();
    Result<std::optional<std::string>> frame = read_frame(pipe.ends[0]);
    REQUIRE_FALSE(frame);
    CHECK_THAT(frame.error().message, Catch::Matchers::ContainsSubstring(c.text));
  }
}

TEST_CASE("a reader that is gone is an error, not a death, where SIGPIPE is ignored") {
  Pipe pipe;
  ::close(pipe.ends[0]);
  pipe.ends[0] = ::dup(pipe.ends[1]);
  auto old = std::signal(SIGPIPE, SIG_IGN);
  Result<void> written = write_frame(pipe.ends[1], "x");
  std::signal(SIGPIPE, old);
  REQUIRE_FALSE(written);
  CHECK(written.error().kind == ErrorKind::k_io);
  CHECK_FALSE(read_frame(-1));
}

namespace {
void do_nothing(int) {}
}  // namespace

TEST_CASE("signals do not break a frame") {
  struct sigaction action = {};
  action.sa_handler = do_nothing;  // without SA_RESTART: read and write return EINTR
  struct sigaction old;
  REQUIRE(::sigaction(SIGUSR1, &action, &old) == 0);
  Pipe pipe;
  const std::string large(2000000, 'z');
  const pthread_t reader = ::pthread_self();
  std::thread writer([&] {
    for (int i = 0; i < 20; ++i) {
      ::usleep(1000);
      ::pthread_kill(reader, SIGUSR1);
    }
    CHECK(write_frame(pipe.ends[1], large));
  });
  Result<std::optional<std::string>> frame = read_frame(pipe.ends[0]);
  writer.join();
  ::sigaction(SIGUSR1, &old, nullptr);
  REQUIRE(frame);
  CHECK((*frame == large));
}
